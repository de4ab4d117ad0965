package bind

import (
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Join is the path of a member of the object at path: "meta.author",
// `meta["a.b"]` for a name that holds the marks of a path itself.
func Join(path, name string) string {
	if name == "" || strings.ContainsAny(name, `.[]*"`) {
		return path + "[" + strconv.Quote(name) + "]"
	}
	if path == "" {
		return name
	}
	return path + "." + name
}

// Elem is the path of an array's elements: "lines[]".
func Elem(path string) string { return path + "[]" }

// A Step of a path: a member's name, or "[]" for the elements of an array.
type Step struct {
	Name string
	Elem bool
}

// Steps reads a path as an author writes it in a config. What is no path
// ("a[", a lone dot) is read as one name, which then matches nothing.
func Steps(path string) []Step {
	var all []Step
	for rest := path; rest != ""; {
		switch {
		case strings.HasPrefix(rest, "[]"):
			all, rest = append(all, Step{Elem: true}), rest[2:]
		case strings.HasPrefix(rest, `["`):
			quoted, err := strconv.QuotedPrefix(rest[1:])
			if err != nil || !strings.HasPrefix(rest[1+len(quoted):], "]") {
				return []Step{{Name: path}}
			}
			name, err := strconv.Unquote(quoted)
			if err != nil {
				return []Step{{Name: path}}
			}
			all, rest = append(all, Step{Name: name}), rest[len(quoted)+2:]
		default:
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			if end == 0 {
				return []Step{{Name: path}}
			}
			all, rest = append(all, Step{Name: rest[:end]}), rest[end:]
		}
		if strings.HasPrefix(rest, ".") && len(rest) > 1 {
			rest = rest[1:]
		}
	}
	return all
}

// Parent splits a path into the way to its last step, and that step: "lines[].sku"
// into "lines[]" and sku, "lines[]" into lines and "[]".
func Parent(path string) (way, leaf string) {
	all := Steps(path)
	for i, s := range all {
		switch {
		case i < len(all)-1 && s.Elem:
			way = Elem(way)
		case i < len(all)-1:
			way = Join(way, s.Name)
		case s.Elem:
			leaf = "[]"
		default:
			leaf = s.Name
		}
	}
	return way, leaf
}

// maxDepth bounds the walks into schemas; a schema of pointers may have no end.
const maxDepth = 8

// members is the fields of an object schema, those of its alternatives among them.
func members(s *contract.Schema) []*contract.Field {
	if s == nil {
		return nil
	}
	return contract.ObjectView(s).Fields
}

// element is the schema of an array's elements, also where the array is one of
// several alternatives; nil for what is no array or says nothing of its elements.
func element(s *contract.Schema) *contract.Schema {
	if s == nil {
		return nil
	}
	if s.Elem != nil {
		return s.Elem
	}
	for _, alt := range s.AnyOf {
		if alt != nil && alt.Elem != nil {
			return alt.Elem
		}
	}
	return nil
}

// below is the members that a schema holds, itself or in the elements of its
// arrays, and the path of what holds them.
func below(s *contract.Schema, path string) ([]*contract.Field, string) {
	for range maxDepth {
		if all := members(s); len(all) > 0 {
			return all, path
		}
		if s = element(s); s == nil {
			break
		}
		path = Elem(path)
	}
	return nil, path
}

// Lookup finds the field that an author's path names: the path as this package
// writes it, "lines[].sku" for "lines.sku", with or without the wrapper
// ("body.title") that the loader or this package looks through, and its schema, nil
// where that says nothing. ok is false for a path of no field.
func Lookup(s *contract.Schema, path string) (found string, at *contract.Schema, ok bool) {
	all := Steps(path)
	if found, at, ok := walk(s, all, ""); ok {
		return found, at, true
	}
	if len(all) > 1 && wrappers[contract.Letters(all[0].Name)] {
		if found, at, ok := walk(s, all[1:], ""); ok {
			return found, at, true
		}
	}
	for _, f := range members(s) {
		if !wrappers[contract.Letters(f.Name)] {
			continue
		}
		if found, at, ok := walk(f.Schema, all, Join("", f.Name)); ok {
			return found, at, true
		}
	}
	return "", nil, false
}

// resolve is the path that Lookup finds.
func resolve(s *contract.Schema, path string) (found string, ok bool) {
	found, _, ok = Lookup(s, path)
	return found, ok
}

func walk(s *contract.Schema, way []Step, path string) (found string, at *contract.Schema, ok bool) {
	for _, st := range way {
		if st.Elem {
			if s = element(s); s == nil {
				return "", nil, false
			}
			path = Elem(path)
			continue
		}
		all, at := below(s, path)
		if f := find(all, st.Name); f != nil {
			s, path = f.Schema, Join(at, f.Name)
			continue
		}
		switch {
		case st.Name == "*" && (len(all) > 0 || s != nil && s.Extra != nil):
			path = strings.TrimPrefix(at+".*", ".")
			if s != nil {
				s = s.Extra
			}
		case s != nil && s.Extra != nil:
			s, path = s.Extra, Join(path, st.Name)
		default:
			return "", nil, false
		}
	}
	return path, s, len(way) > 0
}

// Paths are those of a schema's fields, for suggesting the nearest; the first thousand will do.
func Paths(s *contract.Schema) []string {
	var all []string
	var visit func(s *contract.Schema, path string, depth int)
	visit = func(s *contract.Schema, path string, depth int) {
		fields, at := below(s, path)
		for _, f := range fields {
			if len(all) == 1000 {
				return
			}
			all = append(all, Join(at, f.Name))
			if depth > 1 {
				visit(f.Schema, Join(at, f.Name), depth-1)
			}
		}
	}
	visit(s, "", 3)
	return all
}
