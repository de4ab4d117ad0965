package diff

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
)

// move is a field of the tool's that the API has under the same name at another
// depth of the same object.
type move struct {
	tool, api *bind.Ref
	holder    *bind.Ref // the tool's object that the API does not have; nil where the API nests it deeper
}

// findMoves folds what is left over into moves: a member of an object that only
// the tool has, whose name the API has beside that object, and a flat field of
// which the API has the only one of its name further inside. At the top bind has
// paired the flat ones that a tool server surely moves.
func findMoves(pairing *bind.Pairing, renames []rename) []move {
	var out []move
	for _, t := range pairing.ToolOnly {
		if t.Handled != "" || slices.ContainsFunc(renames, func(r rename) bool { return r.tool == t }) {
			continue
		}
		members := contract.ObjectView(t.Field.Schema).Fields
		if len(members) == 0 {
			if api := deeper(t, pairing); api != nil && !isMoved(out, api.Path) {
				out = append(out, move{tool: t, api: api})
			}
			continue
		}
		var inner []move
		for _, f := range members {
			if api := flat(f, pairing, renames); api != nil && !isMoved(append(out, inner...), api.Path) {
				inner = append(inner, move{&bind.Ref{Path: bind.Join(t.Path, f.Name), Field: f}, api, t})
			}
		}
		switch api := deeper(t, pairing); {
		case 2*len(inner) >= len(members):
			out = append(out, inner...)
		case api != nil && len(contract.ObjectView(api.Field.Schema).Fields) > 0 && !isMoved(out, api.Path):
			out = append(out, move{tool: t, api: api})
		}
	}
	return out
}

func isMoved(moves []move, apiPath string) bool {
	return slices.ContainsFunc(moves, func(m move) bool { return m.api.Path == apiPath })
}

// flat is the API field of the same name that is left over beside the tool's object.
func flat(f *contract.Field, pairing *bind.Pairing, renames []rename) *bind.Ref {
	for _, api := range pairing.APIOnly {
		if api.Handled == "" && !isReadOnly(api.Field) && isCalled(api.Field, f.Name) && compatible(f, api.Field, false) && !isRenamed(renames, api) {
			return api
		}
	}
	return nil
}

func isCalled(f *contract.Field, name string) bool {
	is := func(own string) bool { return contract.Letters(own) == contract.Letters(name) }
	return is(f.Name) || slices.ContainsFunc(f.AltNames, is)
}

// maxMoved is how many objects deep a flat field is looked for.
const maxMoved = 3

// deeper is the only field of the name inside the API's objects, beside t or in
// their place, or the only one that is needed; nil where there are several, or
// where the tool's own object has it.
func deeper(t *bind.Ref, pairing *bind.Pairing) *bind.Ref {
	var found []*bind.Ref
	var look func(s *contract.Schema, path string, own []*contract.Schema, depth int)
	look = func(s *contract.Schema, path string, own []*contract.Schema, depth int) {
		for s.Elem != nil && s.Types.Has(contract.ArrayType) {
			s, path = s.Elem, bind.Elem(path)
		}
		if depth > maxMoved || s.ReadOnly {
			return
		}
		for _, f := range contract.ObjectView(s).Fields {
			ref := &bind.Ref{Path: bind.Join(path, f.Name), Field: f}
			offered := memberNamed(own, f)
			if isCalled(f, t.Field.Name) && compatible(t.Field, f, false) && offered == nil && !isReadOnly(f) {
				found = append(found, ref)
			}
			look(f.Schema, ref.Path, offered, depth+1)
		}
	}
	for _, pair := range pairing.Pairs {
		look(pair.API.Field.Schema, pair.API.Path, []*contract.Schema{pair.Tool.Field.Schema}, 1)
	}
	for _, api := range pairing.APIOnly {
		if api.Handled == "" {
			look(api.Field.Schema, api.Path, nil, 1)
		}
	}
	if len(found) > 1 {
		found = slices.DeleteFunc(found, func(r *bind.Ref) bool { return !r.Field.Required })
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// memberNamed is the schemas that the tool's objects have for an API field.
func memberNamed(own []*contract.Schema, f *contract.Field) []*contract.Schema {
	var out []*contract.Schema
	for _, s := range own {
		for s.Elem != nil && s.Types.Has(contract.ArrayType) {
			s = s.Elem
		}
		for _, g := range contract.ObjectView(s).Fields {
			if isCalled(f, g.Name) {
				out = append(out, g.Schema)
			}
		}
	}
	return out
}

// unmoved is what is left of a field that only the tool has: of an object out of
// which members have moved, those that have not.
func unmoved(t *bind.Ref, moves []move) []*bind.Ref {
	out := []*bind.Ref{t}
	for _, m := range moves {
		if m.tool == t {
			return nil
		}
		if m.holder != t {
			continue
		}
		out = nil
		for _, f := range contract.ObjectView(t.Field.Schema).Fields {
			ref := &bind.Ref{Path: bind.Join(t.Path, f.Name), Field: f}
			if !slices.ContainsFunc(moves, func(m move) bool { return m.tool.Path == ref.Path }) {
				out = append(out, ref)
			}
		}
		break
	}
	return out
}

// holdsMoved reports whether a field that has moved is somewhere below an API field.
func (w *walk) holdsMoved(path string) bool {
	for moved := range w.moved {
		if moved != path && isWithin(moved, path) {
			return true
		}
	}
	return false
}
