package diff

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// At is the value that a field path leads to in made-up arguments, or nil.
func At(args *source.Node, path string) *source.Node {
	for _, step := range bind.Steps(path) {
		switch {
		case args == nil:
			return nil
		case step.Elem && args.Kind == source.Array && len(args.Items) > 0:
			args = args.Items[0]
		case step.Name == "*" && args.Kind == source.Object && len(args.Members) > 0:
			args = args.Members[len(args.Members)-1].Value
		default:
			args = args.Value(step.Name)
		}
	}
	return args
}

// Top is the first name of a field path.
func Top(path string) string {
	if all := bind.Steps(path); len(all) > 0 && !all[0].Elem {
		return all[0].Name
	}
	return path
}

// Leaf is the last name of a field path: of "lines[].sku" sku, of "labels.*" labels.
func Leaf(path string) string {
	for _, step := range slices.Backward(bind.Steps(path)) {
		if !step.Elem && step.Name != "*" {
			return step.Name
		}
	}
	return path
}

// Wrap is a value in the lists and objects that lie between the first name of a
// path and its end.
func Wrap(path string, v *source.Node) *source.Node {
	all := bind.Steps(path)
	for i := len(all) - 1; i > 0; i-- {
		switch {
		case all[i].Elem:
			v = &source.Node{Kind: source.Array, Items: []*source.Node{v}}
		case all[i].Name == "*":
			v = &source.Node{Kind: source.Object, Members: []source.Member{{Key: "key", Value: v}}}
		default:
			v = &source.Node{Kind: source.Object, Members: []source.Member{{Key: all[i].Name, Value: v}}}
		}
	}
	return v
}

// fieldAt is the schema that a path leads to, or nil.
func fieldAt(s *contract.Schema, way []bind.Step) *contract.Schema {
	for _, step := range way {
		if s == nil {
			return nil
		}
		switch {
		case step.Elem:
			s = s.Elem
		case step.Name == "*":
			s = s.Extra
		default:
			f := fieldNamed(s, step.Name)
			if f == nil {
				return nil
			}
			s = f.Schema
		}
	}
	return s
}
