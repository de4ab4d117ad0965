package bind

import "github.com/tooldrift/tooldrift/pkg/contract"

type mapping struct{}

// Fields pairs the fields of two objects that were met while comparing, such as
// those of a pair, of their elements or of two of their alternatives. The paths
// are those of the objects, "" at the top, "lines[]" for elements. in is the
// pairing in which they were met: its declared mapping holds below it too; nil for none.
func Fields(tool, api *contract.Schema, toolPath, apiPath string, in *Pairing) *Pairing {
	panic("being written")
}

// Join is the path of a member: "meta.author", "meta[\"a.b\"]".
func Join(path, name string) string { panic("being written") }

// Elem is the path of an array's elements: "lines[]".
func Elem(path string) string { return path + "[]" }
