package diff

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
)

// choice says aloud what one alternative or another of an API's object requires and
// the tool, which has no alternatives, leaves optional: what it sends may fit none.
func (w *walk) choice(pairing *bind.Pairing, t, a *contract.Schema, p place) {
	if !isObjectUnion(a) || len(a.AnyOf) > maxVariants || len(t.AnyOf) > 0 {
		return
	}
	var sets []string
	for _, alt := range a.AnyOf {
		names, offered := optional(pairing, alt, p)
		switch {
		case !offered:
		case len(names) > 0:
			if set := strings.Join(names, " and "); !slices.Contains(sets, set) {
				sets = append(sets, set)
			}
		case a.Discriminator == "" && tagOf(alt) == "":
			return // this one takes whatever the tool sends
		}
	}
	if len(sets) > 0 {
		w.notComparable(p, t, a, "by the alternative that is meant, the API requires "+strings.Join(sets, " or "))
	}
}

// optional are the fields of a tool's that an alternative of the API's requires and the tool
// does not; offered is false where it requires one that the tool has not, or that
// the config says comes from elsewhere, so that the alternative is not the tool's matter.
func optional(pairing *bind.Pairing, alt *contract.Schema, p place) (names []string, offered bool) {
	for _, f := range alt.Fields {
		if !f.Required || f.LooseBody || f.Credential || isReadOnly(f) {
			continue
		}
		i := slices.IndexFunc(pairing.Pairs, func(pair *bind.Pair) bool { return pair.API.Path == bind.Join(p.apiPath, f.Name) })
		switch {
		case i < 0 && f.Schema.Default == nil && len(f.Schema.Enum) != 1:
			return nil, false
		case i < 0:
		case !pairing.Pairs[i].Tool.Field.Required && defaultOf(pairing.Pairs[i].Tool.Field, f) == nil:
			names = append(names, pairing.Pairs[i].Tool.Field.Name)
		}
	}
	return names, true
}

// tagOf is the field of one value by which a schema is told from its like; "" where it has none.
func tagOf(s *contract.Schema) string {
	for _, f := range s.Fields {
		if len(f.Schema.Enum) == 1 {
			return f.Name
		}
	}
	return ""
}
