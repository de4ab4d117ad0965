package diff

import (
	"cmp"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// variants compares each variant of a tool's union with the variant of the API's
// that has the same tag, and adds what the unions as a whole do not say: a field
// that one variant must have.
func (w *walk) variants(t, a *contract.Schema, p place, before int) {
	if !isObjectUnion(t) || !isObjectUnion(a) {
		return
	}
	type key struct {
		kind Kind
		path string
	}
	told := map[key]bool{}
	for _, d := range w.drifts[before:] {
		told[key{d.Kind, d.Path + "/" + d.APIPath}] = true
	}
	for _, alt := range t.AnyOf {
		twin := tagged(alt, a.AnyOf)
		if twin == nil {
			continue
		}
		for _, d := range w.try(withoutNull(alt), twin, p, alt) {
			if k := (key{d.Kind, d.Path + "/" + d.APIPath}); (rejecting[d.Kind] || d.Kind == OpenObject) && !told[k] {
				told[k] = true
				w.drifts = append(w.drifts, d)
			}
		}
	}
}

// tagged is the one among several variants that has the same value for the same
// tag, a field of one value; nil where there is none, or no tag.
func tagged(one *contract.Schema, among []*contract.Schema) *contract.Schema {
	for _, f := range one.Fields {
		if len(f.Schema.Enum) != 1 {
			continue
		}
		var same []*contract.Schema
		for _, alt := range among {
			g := fieldNamed(alt, f.Name)
			if g == nil || len(g.Schema.Enum) != 1 {
				same = nil
				break
			}
			if inEnum(g.Schema.Enum, f.Schema.Enum[0].Lit, false) {
				same = append(same, alt)
			}
		}
		if len(same) == 1 {
			return same[0]
		}
	}
	return nil
}

// alternatives compares each of the tool's alternatives; the API must take them all.
func (w *walk) alternatives(t, a *contract.Schema, p place) {
	const structured = contract.ObjectType | contract.ArrayType
	w.null(t, a, p)
	seen := map[fact]bool{}
	for _, alt := range t.AnyOf {
		if alt.Types == contract.NullType {
			continue // null has been told
		}
		for _, d := range w.try(w.whole(t, alt), a, p, alt) {
			// Servers take an object as JSON in a string on purpose, since some
			// models send it so.
			if d.Kind == Type && d.Path == p.path && alt.Types == contract.StringType && t.Types&a.Types&structured != 0 {
				d.Types.Encoded = true
			}
			if !seen[d.fact()] {
				seen[d.fact()] = true
				w.drifts = append(w.drifts, d)
			}
		}
	}
}

// fitsOne asks for one alternative of the API's that takes all of t; where none
// does, the closest explains why.
func (w *walk) fitsOne(t, a *contract.Schema, p place) {
	w.null(t, a, p)
	t = withoutNull(t)
	if t.Enum != nil && !slices.ContainsFunc(t.Enum, func(v contract.Value) bool {
		verdict, _ := Check(a, v.Lit, p.text)
		return verdict != Accepted
	}) {
		return // each value in its own alternative
	}
	var best []*Drift
	for i, alt := range a.AnyOf {
		d := w.try(t, alt, p)
		if len(d) == 0 {
			return
		}
		if i == 0 || weight(d) < weight(best) {
			best = d
		}
	}
	if parts := byType(t); len(parts) > 1 && !isUntyped(t) {
		for _, part := range parts {
			w.fitsOne(part, a, p)
		}
		return
	}
	if union := scalarUnion(a); union != nil && isUntyped(t) {
		if d := w.try(t, union, p); weight(d) < weight(best) {
			best = d
		}
	}
	w.drifts = append(w.drifts, best...)
}

// isUntyped reports whether an author has said nothing of the type.
func isUntyped(s *contract.Schema) bool {
	return s.TypeAt.IsZero() && s.Types&^contract.NullType == contract.Any&^contract.NullType
}

// byType is a schema as one for each of its types, so that a tool's string or
// integer fits an API's string or integer, each in its own alternative.
func byType(s *contract.Schema) []*contract.Schema {
	var parts []*contract.Schema
	for _, one := range []contract.TypeSet{contract.StringType, contract.Number, contract.Boolean, contract.ArrayType, contract.ObjectType} {
		types := s.Types & one
		if types == 0 || s.Enum != nil && enumTypes(s.Enum)&types == 0 {
			continue
		}
		part := *s
		part.Types = types
		part.Enum = nil
		for _, v := range s.Enum {
			if types.Has(typeOf(v.Lit)) {
				part.Enum = append(part.Enum, v)
			}
		}
		parts = append(parts, &part)
	}
	return parts
}

// whole is an alternative, less null, with the members that the schema around it
// declares besides.
func (w *walk) whole(t, alt *contract.Schema) *contract.Schema {
	if len(t.Fields) == 0 && t.Extra == nil && t.Elem == nil || alt.Opaque != "" {
		return withoutNull(alt)
	}
	key := [2]*contract.Schema{t, alt}
	if w.joined[key] == nil {
		w.joined[key] = withoutNull(both(t, alt))
	}
	return w.joined[key]
}

// withoutNull is a schema less null, which is a matter of its own: whether a
// union takes it is no matter of any one alternative.
func withoutNull(s *contract.Schema) *contract.Schema {
	if !s.Types.Has(contract.NullType) || s.Types == contract.NullType || s.Opaque != "" {
		return s
	}
	rest := *s
	rest.Types &^= contract.NullType
	return &rest
}

// weight ranks how far an alternative is off: a wrong type is further than any
// value, and a value further than what is merely said.
func weight(ds []*Drift) int {
	n := 0
	for _, d := range ds {
		switch {
		case d.Kind == Type && (!d.Text || isStructured(d)):
			n += 1000
		case d.Kind == OpenObject, d.Kind == Omitted:
			n++
		default:
			n += 10
		}
	}
	return n
}

// isStructured reports whether one side of a Type has an object or a list that the
// other has not, so that no text is right for both.
func isStructured(d *Drift) bool {
	const types = contract.ObjectType | contract.ArrayType
	return d.ToolSchema.Types&types != d.APISchema.Types&types
}

// scalarUnion reads "one of these scalars" as one schema of all their types,
// which is what a tool without a type does not say.
func scalarUnion(a *contract.Schema) *contract.Schema {
	out := &contract.Schema{TypeAt: a.AnyOfAt, At: a.At}
	for _, alt := range a.AnyOf {
		if alt.Types&(contract.ObjectType|contract.ArrayType) != 0 || alt.Opaque != "" {
			return nil
		}
		out.Types |= alt.Types
	}
	return out
}

// try compares in a walk of its own and hands back what it found; chosen are the
// tool's alternatives that t stands for.
func (w *walk) try(t, a *contract.Schema, p place, chosen ...*contract.Schema) []*Drift {
	trial := *w
	trial.chosen = append(slices.Clip(w.chosen), chosen...)
	trial.drifts = nil
	trial.met = map[string]bool{}
	trial.seen = map[[2]*contract.Schema]bool{}
	for k := range w.seen {
		trial.seen[k] = true
	}
	trial.schema(t, a, p)
	return trial.drifts
}

// closest narrows an API union of objects to the alternative that a tool's
// object names by the one value of the field that tells the alternatives apart.
func closest(t, a *contract.Schema) *contract.Schema {
	if a.Discriminator == "" {
		return cmp.Or(tagged(t, a.AnyOf), a)
	}
	f := fieldNamed(t, a.Discriminator)
	if f == nil || len(f.Schema.Enum) != 1 {
		return a
	}
	for _, alt := range a.AnyOf {
		if g := fieldNamed(alt, a.Discriminator); g != nil && len(g.Schema.Enum) > 0 && inEnum(g.Schema.Enum, f.Schema.Enum[0].Lit, true) {
			return alt
		}
	}
	return a
}

// maxVariants is how many variants an object is held against one by one.
const maxVariants = 16

// fitting narrows an API union of objects to the variant that takes all of the
// tool's object: what the others need is no matter then.
func (w *walk) fitting(t, a *contract.Schema, p place) *contract.Schema {
	if !isObjectUnion(a) || len(t.AnyOf) > 0 || len(t.Fields) == 0 || len(a.Fields) > 0 || len(a.AnyOf) > maxVariants {
		return a
	}
	for _, alt := range a.AnyOf {
		if !slices.ContainsFunc(w.try(t, alt, p), func(d *Drift) bool { return d.Kind != OpenObject }) {
			return alt
		}
	}
	return a
}

func isObjectUnion(s *contract.Schema) bool {
	for _, alt := range s.AnyOf {
		if alt.Types&^contract.NullType != contract.ObjectType {
			return false
		}
	}
	return len(s.AnyOf) > 0
}

func (w *walk) objectView(s *contract.Schema) *contract.Schema {
	if v, ok := w.unions[s]; ok {
		return v
	}
	v := contract.ObjectView(s)
	w.unions[s] = v
	return v
}
