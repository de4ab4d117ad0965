package diff

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// steps splits a field path: "lines[].sku" is lines, [], sku; ["a.b"] is one step.
func steps(path string) []string {
	var out []string
	for path != "" {
		switch {
		case strings.HasPrefix(path, "."):
			path = path[1:]
		case strings.HasPrefix(path, "[]"):
			out, path = append(out, "[]"), path[2:]
		case strings.HasPrefix(path, `["`):
			end := strings.Index(path, `"]`)
			if end < 0 {
				return append(out, path)
			}
			out, path = append(out, path[2:end]), path[end+2:]
		default:
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			out, path = append(out, path[:end]), path[end:]
		}
	}
	return out
}

// parent splits a path into the way to its last step, and that step.
func parent(path string) (way, leaf string) {
	all := steps(path)
	if len(all) == 0 {
		return "", ""
	}
	leaf = all[len(all)-1]
	for _, s := range all[:len(all)-1] {
		if s == "[]" {
			way = bind.Elem(way)
		} else {
			way = bind.Join(way, s)
		}
	}
	return way, leaf
}

// At is the value that a field path leads to in made-up arguments, or nil.
func At(args *source.Node, path string) *source.Node {
	for _, step := range steps(path) {
		switch {
		case args == nil:
			return nil
		case step == "[]" && args.Kind == source.Array && len(args.Items) > 0:
			args = args.Items[0]
		case step == "*" && args.Kind == source.Object && len(args.Members) > 0:
			args = args.Members[len(args.Members)-1].Value
		default:
			args = args.Value(step)
		}
	}
	return args
}

// Top is the first name of a field path.
func Top(path string) string {
	if all := steps(path); len(all) > 0 {
		return all[0]
	}
	return path
}

// Leaf is the last name of a field path: of "lines[].sku" sku, of "labels.*" labels.
func Leaf(path string) string {
	for _, step := range slices.Backward(steps(path)) {
		if step != "[]" && step != "*" {
			return step
		}
	}
	return path
}

// Wrap is a value in the lists and objects that lie between the first name of a
// path and its end.
func Wrap(path string, v *source.Node) *source.Node {
	all := steps(path)
	for i := len(all) - 1; i > 0; i-- {
		switch all[i] {
		case "[]":
			v = &source.Node{Kind: source.Array, Items: []*source.Node{v}}
		case "*":
			v = &source.Node{Kind: source.Object, Members: []source.Member{{Key: "key", Value: v}}}
		default:
			v = &source.Node{Kind: source.Object, Members: []source.Member{{Key: all[i], Value: v}}}
		}
	}
	return v
}

// fieldAt is the schema that a path leads to, or nil.
func fieldAt(s *contract.Schema, way []string) *contract.Schema {
	for _, step := range way {
		if s == nil {
			return nil
		}
		switch step {
		case "[]":
			s = s.Elem
		case "*":
			s = s.Extra
		default:
			f := fieldNamed(s, step)
			if f == nil {
				return nil
			}
			s = f.Schema
		}
	}
	return s
}
