package diff

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
)

// likely folds into weak renames what names alone do not prove: one thing for a
// list of such things, and a field called after what the tool is about for the
// API's bare name or id of it. Neither is taken where another field would do.
func (w *walk) likely(pairing *bind.Pairing, found []rename, p place) []rename {
	var out []rename
	for _, f := range pairing.APIOnly {
		if f.Handled != "" || isReadOnly(f.Field) || isRenamed(found, f) || feeds(pairing, f.Path) {
			continue
		}
		var fits []rename
		for _, t := range pairing.ToolOnly {
			if t.Handled != "" || slices.ContainsFunc(found, func(r rename) bool { return r.tool == t }) {
				continue
			}
			switch {
			case isOneOf(t.Field, f.Field):
				fits = append(fits, rename{t, f, "the API takes a list of them", byKey})
			case p.path == "" && w.isNamesake(t.Field, f.Field):
				fits = append(fits, rename{t, f, "it is what the tool's name says", byKey})
			}
		}
		if len(fits) == 1 {
			out = append(out, fits[0])
		}
	}
	return oneToOne(out)
}

// isOneOf reports whether the API's field is a list of what the tool's is one
// of: message and messages, segment_id and segments.
func isOneOf(t, f *contract.Field) bool {
	elem := f.Schema.Elem
	if elem == nil {
		return false
	}
	if own := t.Schema.Elem; own != nil {
		// Both are lists, of keys here and of objects that hold them there.
		return elem.Types.Has(contract.ObjectType) && own.Types&scalars != 0 && sameButKey(singular(t.Name), singular(f.Name))
	}
	if t.Schema.Types&elem.Types&^contract.NullType == 0 || t.Schema.Types&f.Schema.Types&^contract.NullType != 0 {
		return false
	}
	x, y := singular(t.Name), singular(f.Name)
	return slices.Equal(x, y) || sameButKey(x, y)
}

// singular is the words of a name without their plurals.
func singular(name string) []string {
	words := slices.Clone(contract.Words(name))
	for i, word := range words {
		words[i] = contract.Stem(word)
	}
	return words
}

// bareKeys are names that say which thing is meant and not what it is.
var bareKeys = map[string]bool{"id": true, "key": true, "name": true, "slug": true}

// isNamesake reports whether both sides need the field, the tool calls it after
// the thing that its own name is about (reaction, of add_reaction), and the API
// has its bare key.
func (w *walk) isNamesake(t, f *contract.Field) bool {
	if !t.Required || !f.Required || !bareKeys[contract.Letters(f.Name)] || !compatible(t, f, false) {
		return false
	}
	about := singular(w.tool.Name)
	of := singular(t.Name)
	return len(of) > 0 && !bareKeys[of[0]] && len(about) >= len(of) && slices.Equal(about[len(about)-len(of):], of)
}

// hasAkin reports whether a field that only the API has, or one inside it, shares
// its words with the tool's field: the tool server may well make the one of the other.
func hasAkin(t *bind.Ref, pairing *bind.Pairing) bool {
	words := singular(t.Field.Name)
	holds := func(all, some []string) bool {
		return len(some) > 0 && !slices.ContainsFunc(some, func(w string) bool { return !slices.Contains(all, w) })
	}
	var among func(fields []*contract.Field, depth int) bool
	among = func(fields []*contract.Field, depth int) bool {
		return slices.ContainsFunc(fields, func(f *contract.Field) bool {
			own := singular(f.Name)
			if holds(words, own) && !bareKeys[contract.Letters(f.Name)] || holds(own, words) {
				return true
			}
			inner := f.Schema
			if inner.Elem != nil {
				inner = inner.Elem
			}
			return depth > 0 && among(contract.ObjectView(inner).Fields, depth-1)
		})
	}
	return slices.ContainsFunc(pairing.APIOnly, func(f *bind.Ref) bool { return among([]*contract.Field{f.Field}, 1) })
}
