package loaders

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// valueKeywords adds enum and const, and is the types that are left of stated.
func (b *frame) valueKeywords(n *source.Node, stated contract.TypeSet) contract.TypeSet {
	untyped := stated == contract.Any && n.Value("type") == nil
	for _, key := range []string{"enum", "const"} {
		v := n.Value(key)
		if v == nil {
			continue
		}
		lits := []*source.Node{v}
		if key == "enum" {
			if v.Kind != source.Array || len(v.Items) == 0 {
				b.r.dirt(v, "enum must be a list of values")
				continue
			}
			lits = v.Items
		}
		values, types := listed(lits)
		switch {
		case values == nil:
			b.said, b.typed = true, true
			stated = contract.NullType
			continue
		case untyped:
			stated &= types
		default:
			stated |= types & contract.NullType
		}
		b.closed(values, v.At)
	}
	return stated
}

// listed is a list of values with the types they have. Null is only a type: some
// authors list it, some do not, and mean the same.
func listed(lits []*source.Node) (values []contract.Value, types contract.TypeSet) {
	for _, lit := range lits {
		types |= typeOf(lit)
		if lit.Kind != source.Null {
			values = append(values, contract.Value{Lit: lit})
		}
	}
	return values, types
}

// closed adds a closed list of values; of two lists the values of both count.
func (b *frame) closed(values []contract.Value, at source.Span) {
	b.said, b.typed = true, true
	if !b.hasEnum {
		b.hasEnum, b.enum, b.s.EnumAt = true, values, at
		return
	}
	var both []contract.Value
	for _, v := range b.enum {
		for _, w := range values {
			if sameValue(v.Lit, w.Lit) {
				both = append(both, v)
				break
			}
		}
	}
	b.enum = both
}

// typeOf is the type of a value.
func typeOf(n *source.Node) contract.TypeSet {
	switch n.Kind {
	case source.Null:
		return contract.NullType
	case source.Bool:
		return contract.Boolean
	case source.Number:
		if contract.IsWhole(n.Text) {
			return contract.Integer
		}
		return contract.Fraction
	case source.String:
		return contract.StringType
	case source.Array:
		return contract.ArrayType
	}
	return contract.ObjectType
}

// sameValue compares as JSON Schema does: 1 and 1.0 are one, the order of
// members is none.
func sameValue(a, b *source.Node) bool {
	if a.Kind != b.Kind || len(a.Items) != len(b.Items) || len(a.Members) != len(b.Members) {
		return false
	}
	switch a.Kind {
	case source.Number:
		order, ok := contract.CompareNumbers(a.Text, b.Text)
		return a.Text == b.Text || ok && order == 0
	case source.Array:
		for i := range a.Items {
			if !sameValue(a.Items[i], b.Items[i]) {
				return false
			}
		}
		return true
	case source.Object:
		for _, m := range a.Members {
			if v := b.Value(m.Key); v == nil || !sameValue(m.Value, v) {
				return false
			}
		}
		return true
	}
	return a.Text == b.Text || a.Kind == source.Null
}

// numberKeywords adds what limits numbers, lengths and counts.
func (b *frame) numberKeywords(n *source.Node) {
	s := b.s
	b.limit(n, "minimum", "exclusiveMinimum", &s.Min, false)
	b.limit(n, "maximum", "exclusiveMaximum", &s.Max, true)
	b.count(n, "minLength", &s.MinLen, false)
	b.count(n, "maxLength", &s.MaxLen, true)
	b.count(n, "minItems", &s.MinItems, false)
	b.count(n, "maxItems", &s.MaxItems, true)
	if v := b.number(n, "multipleOf"); v != nil {
		if order, _ := contract.CompareNumbers(v.Text, "0"); order <= 0 {
			b.r.dirt(v, "multipleOf must be above 0")
		} else if s.MultipleOf == nil {
			s.MultipleOf = &contract.Bound{Num: v.Text, At: v.At}
		} else if order, _ := contract.CompareNumbers(v.Text, s.MultipleOf.Num); order != 0 {
			b.unread("multipleOf", v)
		}
	}
}

// limit adds a bound of a number: exclusive by a boolean beside it (draft-04,
// OpenAPI 3.0) or by a keyword with a number of its own (draft-06, OpenAPI 3.1).
func (b *frame) limit(n *source.Node, key, exclusiveKey string, to **contract.Bound, upper bool) {
	exclusive := n.Value(exclusiveKey)
	if v := b.number(n, key); v != nil {
		tighten(to, &contract.Bound{Num: v.Text, Exclusive: exclusive.True(), At: v.At}, upper)
	}
	if exclusive != nil && exclusive.Kind != source.Bool {
		if v := b.number(n, exclusiveKey); v != nil {
			tighten(to, &contract.Bound{Num: v.Text, Exclusive: true, At: v.At}, upper)
		}
	}
}

// count adds a length or a number of items.
func (b *frame) count(n *source.Node, key string, to **contract.Bound, upper bool) {
	v := b.number(n, key)
	if v == nil {
		return
	}
	if order, _ := contract.CompareNumbers(v.Text, "0"); order < 0 || !contract.IsWhole(v.Text) {
		b.r.dirt(v, key+" must be a whole number from 0")
		return
	}
	tighten(to, &contract.Bound{Num: v.Text, At: v.At}, upper)
}

// number is the value of a keyword that must be a number; where it is none the
// keyword does not count. Gemini writes 64-bit numbers as strings.
func (b *frame) number(n *source.Node, key string) *source.Node {
	v := b.r.value(n, key)
	if v == nil {
		return nil
	}
	if _, ok := contract.Rat(v.Text); !ok || v.Kind != source.Number && !(b.r.flavour == gemini && v.Kind == source.String) {
		what := " must be a number"
		switch {
		case contract.IsLong(v.Text) && v.Kind == source.Number:
			what = " has more digits than " + source.DigitsLimit.String()
		case !ok && v.Kind == source.Number && strings.ContainsAny(v.Text, "eE"):
			what = " has an exponent beyond " + source.ExponentLimit.String()
		}
		b.r.dirt(v, key+what)
		return nil
	}
	b.said = true
	return v
}

// tighten keeps the stricter of two bounds, the first where they are equal.
func tighten(to **contract.Bound, bound *contract.Bound, upper bool) {
	if *to == nil {
		*to = bound
		return
	}
	order, ok := contract.CompareNumbers(bound.Num, (*to).Num)
	if !ok {
		return
	}
	if upper {
		order = -order
	}
	if order > 0 || order == 0 && bound.Exclusive && !(*to).Exclusive {
		*to = bound
	}
}

// objectKeywords adds members: those that are declared, those that must be there
// and those that may be.
func (b *frame) objectKeywords(n *source.Node) {
	b.properties(n)
	b.required(n)
	b.additional(n)
	if v := n.Value("patternProperties"); v != nil && v.Kind == source.Object && len(v.Members) > 0 {
		b.said, b.isObject = true, true
		if b.pattern == nil {
			b.pattern = v
		} else if !sameValue(b.pattern, v) {
			b.unread("patternProperties", v)
		}
	}
	for _, key := range []string{"minProperties", "maxProperties"} {
		if b.r.value(n, key) != nil {
			b.said, b.isObject = true, true
		}
	}
}

func (b *frame) properties(n *source.Node) {
	v := n.Value("properties")
	if v == nil {
		return
	}
	b.said, b.isObject = true, true
	// A reference in place of the whole list is in no standard, but in large
	// specs of several files, and bundlers follow it.
	for range source.MaxRefs {
		ref := v.Value("$ref")
		if ref == nil || ref.Kind != source.String || len(v.Members) != 1 {
			break
		}
		t := b.r.lookUp(ref)
		if t.fault != nil {
			b.r.report(*t.fault)
			b.opaque(t.fault.Text)
			return
		}
		v = t.node
	}
	if v.Kind != source.Object {
		if v.Kind != source.Null {
			b.malformed(v, fmt.Sprintf("properties is %s, not an object", article(v.Kind)))
		}
		return
	}
	for _, m := range v.Members {
		i, ok := b.index[m.Key]
		if !ok {
			i = b.property(m.Key, m.KeyAt)
		}
		p := &b.fields[i]
		if len(p.nodes) == 0 {
			p.at = m.KeyAt
		}
		p.nodes = append(p.nodes, m.Value)
	}
}

func (b *frame) property(name string, at source.Span) int {
	b.index[name] = len(b.fields)
	b.fields = append(b.fields, property{name: name, at: at})
	return len(b.fields) - 1
}

// required adds a list of names. The "required: true" of draft-03, inside a
// property, means nothing to any validator of today.
func (b *frame) required(n *source.Node) {
	v := n.Value("required")
	if v == nil || v.Kind != source.Array {
		return
	}
	b.said, b.isObject = true, true
	for _, item := range v.Items {
		name, ok := item.Str()
		if !ok {
			b.r.dirt(item, "an entry of required must be the name of a property")
			continue
		}
		i, ok := b.index[name]
		if !ok {
			i = b.property(name, item.At)
		}
		b.fields[i].required = true
		if b.fields[i].requiredAt.IsZero() {
			b.fields[i].requiredAt = item.At
		}
	}
}

func (b *frame) additional(n *source.Node) {
	v := b.r.value(n, "additionalProperties")
	closing := v
	if closing == nil {
		closing = b.r.closing(n)
	}
	switch {
	case closing == nil:
	case closing.Kind == source.Bool && !closing.True():
		b.said, b.isObject = true, true
		b.s.Closed = true
		if b.s.ClosedAt.IsZero() {
			b.s.ClosedAt = closing.At
		}
	case closing != v:
	case v.True():
		b.s.OpenAt = v.At
	case v.Kind == source.Object:
		b.said, b.isObject = true, true
		b.extra = append(b.extra, v)
		if len(v.Members) == 0 {
			b.s.OpenAt = v.At
		}
	case v.Kind != source.Bool:
		b.r.dirt(v, "additionalProperties must be a boolean or a schema")
	}
}

// closing is an unevaluatedProperties that closes its object as
// additionalProperties does, for want of alternatives; or nil.
func (r *schemaReader) closing(n *source.Node) *source.Node {
	if r.value(n, "additionalProperties") != nil || n.Value("anyOf") != nil || n.Value("oneOf") != nil || n.Value("if") != nil {
		return nil
	}
	if v := n.Value("unevaluatedProperties"); v != nil && v.Kind == source.Bool {
		return v
	}
	return nil
}

// arrayKeywords adds what elements must be: all of them, or the leading ones
// each by itself (an array of "items" to draft-07, "prefixItems" since 2020-12).
func (b *frame) arrayKeywords(n *source.Node) {
	items, prefix := n.Value("items"), n.Value("prefixItems")
	rest := items
	if items != nil && items.Kind == source.Array {
		prefix, rest = items, n.Value("additionalItems")
	}
	for _, key := range []string{"minItems", "maxItems", "uniqueItems"} {
		b.isArray = b.isArray || n.Value(key) != nil
	}
	if prefix != nil {
		b.said, b.isArray = true, true
		for i, item := range prefix.Items {
			if i == len(b.tuple) {
				b.tuple = append(b.tuple, nil)
			}
			b.tuple[i] = append(b.tuple[i], item)
		}
	}
	if rest != nil {
		b.said, b.isArray = true, true
		b.elem = append(b.elem, rest)
	}
}
