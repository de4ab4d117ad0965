package bind

import "github.com/tooldrift/tooldrift/pkg/contract"

// choice is the member that says which of those beside it is set, by its name:
// {"which": "url", "url": "..."}. Generators write a protobuf oneof, or another
// union of fields, as such an object, and the tool server puts the chosen member
// into its place. nil where there is none.
func choice(members []*contract.Field) *contract.Field {
	names := map[string]bool{}
	for _, f := range members {
		names[contract.Letters(f.Name)] = true
	}
	for _, f := range members {
		if len(f.Schema.Enum) > 1 && namesOnly(f, names) {
			return f
		}
	}
	return nil
}

// namesOnly reports whether each value of a field's list is the name of another one.
func namesOnly(f *contract.Field, names map[string]bool) bool {
	for _, v := range f.Schema.Enum {
		name := contract.Letters(v.Lit.Text)
		if !names[name] || name == contract.Letters(f.Name) {
			return false
		}
	}
	return true
}
