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
	var places *elsewhere
	taken := map[string]bool{}
	for _, t := range pairing.ToolOnly {
		if t.Handled != "" || slices.ContainsFunc(renames, func(r rename) bool { return r.tool == t }) {
			continue
		}
		if places == nil {
			places = placesOf(pairing, renames)
		}
		members := contract.ObjectView(t.Field.Schema).Fields
		var inner []move
		for _, f := range members {
			if api := places.flat(f); api != nil && !taken[api.Path] {
				taken[api.Path] = true
				inner = append(inner, move{&bind.Ref{Path: bind.Join(t.Path, f.Name), Field: f}, api, t})
			}
		}
		if len(inner) > 0 && 2*len(inner) >= len(members) {
			out = append(out, inner...)
			continue
		}
		for _, m := range inner {
			delete(taken, m.api.Path)
		}
		api := places.deeper(t.Field)
		if api == nil || taken[api.Path] || len(members) > 0 && len(contract.ObjectView(api.Field.Schema).Fields) == 0 {
			continue
		}
		taken[api.Path] = true
		out = append(out, move{tool: t, api: api})
	}
	return out
}

func isMoved(moves []move, apiPath string) bool {
	return slices.ContainsFunc(moves, func(m move) bool { return m.api.Path == apiPath })
}

// elsewhere is where the API has fields that nothing of the tool's is paired with,
// by the letters of their names: those left over in the object itself, and those
// further inside.
type elsewhere struct {
	here, inside map[string][]*bind.Ref
	left         int // fields further inside that are still looked at
}

// How deep inside, and at how many fields of one object, it is looked.
const (
	maxMoved  = 3
	maxPlaces = 3000
)

func placesOf(pairing *bind.Pairing, renames []rename) *elsewhere {
	e := &elsewhere{map[string][]*bind.Ref{}, map[string][]*bind.Ref{}, maxPlaces}
	for _, api := range pairing.APIOnly {
		if api.Handled == "" && !isReadOnly(api.Field) && !isRenamed(renames, api) {
			note(e.here, api)
		}
	}
	for _, pair := range pairing.Pairs {
		e.look(pair.API.Field.Schema, pair.API.Path, []*contract.Schema{pair.Tool.Field.Schema}, 1)
	}
	for _, api := range pairing.APIOnly {
		if api.Handled == "" {
			e.look(api.Field.Schema, api.Path, nil, 1)
		}
	}
	return e
}

func note(in map[string][]*bind.Ref, ref *bind.Ref) {
	own := contract.Letters(ref.Field.Name)
	in[own] = append(in[own], ref)
	for _, alt := range ref.Field.AltNames {
		if key := contract.Letters(alt); key != own {
			in[key] = append(in[key], ref)
		}
	}
}

// look notes the fields inside an API's object; own are the tool's objects in its
// place, and what these have is theirs.
func (e *elsewhere) look(s *contract.Schema, path string, own []*contract.Schema, depth int) {
	for ; s.Elem != nil && s.Types.Has(contract.ArrayType) && depth <= maxMoved; depth++ {
		s, path = s.Elem, bind.Elem(path) // which may be the same schema again
	}
	if depth > maxMoved+1 || s.ReadOnly {
		return
	}
	for _, f := range contract.ObjectView(s).Fields {
		if e.left--; e.left < 0 {
			return
		}
		ref := &bind.Ref{Path: bind.Join(path, f.Name), Field: f}
		offered := memberNamed(own, f)
		if offered == nil && !isReadOnly(f) {
			note(e.inside, ref)
		}
		e.look(f.Schema, ref.Path, offered, depth+1)
	}
}

// flat is the API field of the same name that is left over beside the tool's object.
func (e *elsewhere) flat(f *contract.Field) *bind.Ref {
	for _, api := range e.here[contract.Letters(f.Name)] {
		if compatible(f, api.Field, false) {
			return api
		}
	}
	return nil
}

// deeper is the only field of the name further inside, or the only one that is
// needed; nil where there are several.
func (e *elsewhere) deeper(t *contract.Field) *bind.Ref {
	var found, needed []*bind.Ref
	for _, api := range e.inside[contract.Letters(t.Name)] {
		if !compatible(t, api.Field, false) {
			continue
		}
		found = append(found, api)
		if api.Field.Required {
			needed = append(needed, api)
		}
	}
	switch {
	case len(found) == 1:
		return found[0]
	case len(needed) == 1:
		return needed[0]
	}
	return nil
}

func isCalled(f *contract.Field, name string) bool {
	is := func(own string) bool { return contract.Letters(own) == contract.Letters(name) }
	return is(f.Name) || slices.ContainsFunc(f.AltNames, is)
}

// memberNamed is the schemas that the tool's objects have for an API field.
func memberNamed(own []*contract.Schema, f *contract.Field) []*contract.Schema {
	var out []*contract.Schema
	for _, s := range own {
		for range maxMoved {
			if s.Elem != nil && s.Types.Has(contract.ArrayType) {
				s = s.Elem
			}
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
