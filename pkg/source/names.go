package source

import "strings"

// The beginnings of the names of files that are in no file system: what a server
// or a command answered, by whom it was asked.
const (
	NameMCP     = "mcp:"
	NameExec    = "exec:"
	NameGraphQL = "graphql:"
)

// IsPath reports whether a file's name is a path from the root: standard input
// is called "-", and a live source goes by its command or its address.
func IsPath(name string) bool {
	if name == "-" {
		return false
	}
	for _, prefix := range []string{NameMCP, NameExec, NameGraphQL, "http://", "https://"} {
		if strings.HasPrefix(name, prefix) {
			return false
		}
	}
	return true
}
