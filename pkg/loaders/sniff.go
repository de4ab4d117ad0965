package loaders

import (
	"bytes"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// topNames is the names of a file's outermost members, found without parsing it:
// a spec of 13 MB is recognised in the time it takes to look at each byte once.
// It is nil for what is no JSON object and no YAML mapping, and no proof that
// the file is well-formed. Names behind the one that says what it is may be missing.
func topNames(f *source.File) []string {
	data := bytes.TrimPrefix(f.Data, []byte("\ufeff"))
	at := skipBlank(data, 0)
	if at < len(data) && data[at] == '{' {
		return topJSON(data, at)
	}
	return topYAML(data)
}

// enough is how many bytes of YAML lines show that a file is no prose.
const enough = 64 << 10

// decides reports whether the last of names says what a file is, whatever comes
// behind it: large specs begin with that.
func decides(names []string) bool {
	last := names[len(names)-1]
	return last == "openapi" || last == "swagger"
}

// skipBlank skips white space and the comments of JSONC.
func skipBlank(data []byte, at int) int {
	for at < len(data) {
		switch c := data[at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at++
		case bytes.HasPrefix(data[at:], []byte("//")):
			at = after(data, at, "\n")
		case bytes.HasPrefix(data[at:], []byte("/*")):
			at = after(data, at+2, "*/")
		default:
			return at
		}
	}
	return at
}

// after is the offset behind the next mark, or the end.
func after(data []byte, at int, mark string) int {
	i := bytes.Index(data[at:], []byte(mark))
	if i < 0 {
		return len(data)
	}
	return at + i + len(mark)
}

// topJSON reads the keys of the object at data[at].
func topJSON(data []byte, at int) []string {
	var names []string
	depth := 0
	for at < len(data) {
		switch data[at] {
		case '{', '[':
			depth++
			at++
		case '}', ']':
			depth--
			at++
			if depth == 0 {
				return names
			}
		case '/':
			if next := skipBlank(data, at); next > at {
				at = next
			} else {
				at++
			}
		case '"':
			end := endOfString(data, at)
			if depth == 1 {
				if next := skipBlank(data, end); next < len(data) && data[next] == ':' {
					names = append(names, string(bytes.Trim(data[at:end], `"`)))
					if decides(names) {
						return names
					}
				}
			}
			at = end
		default:
			at++
		}
	}
	return names
}

// endOfString is the offset behind the string that begins at data[at].
func endOfString(data []byte, at int) int {
	for at++; at < len(data); at++ {
		switch data[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(data)
}

// topYAML reads the keys that begin a line. A line that begins with anything
// else that could not stand there says that the file is no YAML mapping:
// protobuf, GraphQL and prose have lines with colons too.
func topYAML(data []byte) []string {
	var names []string
	decided := false
	for whole := len(data); len(data) > 0 && !(decided && whole-len(data) > enough); {
		var line []byte
		line, data, _ = bytes.Cut(data, []byte("\n"))
		line = bytes.TrimRight(line, " \t\r")
		if len(line) == 0 || bytes.IndexByte([]byte("# \t%"), line[0]) >= 0 || bytes.HasPrefix(line, []byte("---")) {
			continue
		}
		name, ok := yamlKey(line)
		switch {
		case ok:
			names = append(names, name)
			decided = decided || decides(names)
		case names == nil || bytes.IndexByte([]byte("-]}?."), line[0]) < 0:
			return nil
		}
	}
	return names
}

// yamlKey is the key that a line begins with: key:, "key": or 'key':.
func yamlKey(line []byte) (string, bool) {
	if q := line[0]; q == '"' || q == '\'' {
		end := bytes.IndexByte(line[1:], q)
		if end < 0 || !bytes.HasPrefix(line[end+2:], []byte(":")) {
			return "", false
		}
		return string(line[1 : end+1]), true
	}
	name, rest, ok := bytes.Cut(line, []byte(":"))
	if !ok || len(rest) > 0 && rest[0] != ' ' && rest[0] != '\t' || bytes.ContainsAny(name, " \t{}[](),\"'") || name[0:1][0] == '-' {
		return "", false
	}
	return string(name), true
}
