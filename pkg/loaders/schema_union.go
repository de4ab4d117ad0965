package loaders

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// union is an anyOf or oneOf that is more than null beside one alternative.
type union struct {
	alts [][]*source.Node // each: nodes that must all hold
	null bool             // null is allowed besides
	at   source.Span
	tag  string // the discriminator's property
	one  bool   // oneOf: no more than one alternative may hold
}

// union adds alternatives. Null among them only adds the type, one that allows
// nothing is none; one that is left is no alternative but a part; bare types and
// lists of values are joined.
func (b *frame) union(n *source.Node, key string, items []*source.Node) meaning {
	given := len(items)
	items = b.r.flatten(items, nil)
	one := key == "oneOf" && len(items) == given
	var alts []*source.Node
	null := false
	for _, item := range items {
		switch {
		case isNever(b.r.target(item)):
		case b.r.isNull(item):
			null = true
		default:
			alts = append(alts, item)
		}
	}
	unions := len(b.unions)
	m := meaning{types: contract.Any}
	switch tag := b.r.tag(n); {
	case len(alts) == 0 && null:
		b.said, b.typed = true, true
		return meaning{types: contract.NullType}
	case len(alts) == 0:
		b.said, b.never = true, true
		return meaning{}
	case len(alts) == 1:
		m = b.add(alts[0])
		if tag != nil {
			b.add(tag)
		}
	case b.bareTypes(alts):
		m.types = b.joinTypes(alts)
	case b.r.areValues(alts):
		m.types = b.joinValues(alts, n.Value(key).At)
	default:
		u := b.newUnion(n, key, alts, tag)
		u.one = one
		b.unions = append(b.unions, u)
	}
	if null {
		m.types |= contract.NullType
		for i := range b.unions[unions:] {
			b.unions[unions+i].null = true
		}
	}
	return m
}

func (b *frame) newUnion(n *source.Node, key string, alts []*source.Node, tag *source.Node) union {
	u := union{at: b.r.value(n, key).At}
	if d := n.Value("discriminator"); d != nil {
		name := d
		if d.Kind == source.Object {
			name = d.Value("propertyName")
		}
		u.tag, _ = name.Str()
	}
	for _, alt := range alts {
		nodes := []*source.Node{alt}
		if tag != nil {
			nodes = append(nodes, tag)
		}
		u.alts = append(u.alts, nodes)
	}
	return u
}

// flatten replaces alternatives that are nothing but unions by theirs.
func (r *schemaReader) flatten(items, within []*source.Node) []*source.Node {
	var out []*source.Node
	for _, item := range items {
		t := r.target(item)
		nested := t.Kind == source.Object && len(t.Members) == 1 && (t.Members[0].Key == "anyOf" || t.Members[0].Key == "oneOf") &&
			len(t.Members[0].Value.Items) > 0
		for _, w := range within {
			nested = nested && w != t
		}
		if nested && len(within) < source.MaxRefs && len(out) < source.MaxUnions {
			out = append(out, r.flatten(t.Members[0].Value.Items, append(within, t))...)
		} else {
			out = append(out, item)
		}
	}
	return out
}

// tag is a node that requires the property by which variants are told apart:
// OpenAPI says that it must be sent, whether or not a variant lists it.
func (r *schemaReader) tag(n *source.Node) *source.Node {
	name := n.Value("discriminator").Value("propertyName")
	if _, ok := name.Str(); !ok {
		return nil
	}
	t := r.tags[name]
	if t == nil {
		list := &source.Node{Kind: source.Array, Items: []*source.Node{name}, At: name.At}
		t = &source.Node{Kind: source.Object, At: name.At, Members: []source.Member{{Key: "required", KeyAt: name.At, Value: list}}}
		r.tags[name] = t
	}
	return t
}

// isNever reports whether n allows nothing: false, or the {"not": {}} of
// zod-to-json-schema, which writes one for undefined.
func isNever(n *source.Node) bool {
	if not := n.Value("not"); not != nil {
		return not.True() || not.Kind == source.Object && len(not.Members) == 0
	}
	return n.Kind == source.Bool && !n.True()
}

// isNull reports whether n allows nothing but null.
func (r *schemaReader) isNull(n *source.Node) bool {
	n = r.target(n)
	if c := n.Value("const"); c != nil {
		return c.Kind == source.Null
	}
	if e := n.Value("enum"); e != nil && len(e.Items) > 0 {
		for _, item := range e.Items {
			if item.Kind != source.Null {
				return false
			}
		}
		return true
	}
	t := n.Value("type")
	if t != nil && t.Kind == source.Array && len(t.Items) == 1 {
		t = t.Items[0]
	}
	return t != nil && (t.Kind == source.String || t.Plain) && strings.EqualFold(t.Text, "null")
}

func (b *frame) bareTypes(alts []*source.Node) bool {
	for _, alt := range alts {
		if t := b.r.target(alt); len(t.Members) != 1 || t.Members[0].Key != "type" {
			return false
		}
	}
	return true
}

func (b *frame) joinTypes(alts []*source.Node) contract.TypeSet {
	var types contract.TypeSet
	var spelled []string
	first := b.s.TypeAt.IsZero()
	for _, alt := range alts {
		t := b.r.target(alt)
		types |= b.typeKeyword(t)
		if text, ok := t.Value("type").Str(); ok {
			spelled = append(spelled, text)
		}
	}
	if first && !b.s.TypeAt.IsZero() {
		b.s.Source = strings.Join(spelled, " or ")
	}
	return types
}

// valueKeys are what an alternative may say and still be only a value with words about it.
var valueKeys = set("type const enum title description deprecated")

// areValues reports whether every alternative is a closed list of scalars: the
// way to give each value of an enum a description.
func (r *schemaReader) areValues(alts []*source.Node) bool {
	for _, alt := range alts {
		t := r.target(alt)
		if t.Kind != source.Object || t.Value("const") == nil && t.Value("enum") == nil {
			return false
		}
		for _, m := range t.Members {
			if !valueKeys[m.Key] && !strings.HasPrefix(m.Key, "x-") {
				return false
			}
		}
		for _, lit := range literals(t) {
			if lit.Kind == source.Array || lit.Kind == source.Object {
				return false
			}
		}
	}
	return true
}

func literals(n *source.Node) []*source.Node {
	if c := n.Value("const"); c != nil {
		return []*source.Node{c}
	}
	return n.Value("enum").Items
}

func (b *frame) joinValues(alts []*source.Node, at source.Span) contract.TypeSet {
	var all []contract.Value
	var types contract.TypeSet
	for _, alt := range alts {
		t := b.r.target(alt)
		values, implied := listed(literals(t))
		doc, ok := t.Value("description").Str()
		if !ok {
			doc, _ = t.Value("title").Str()
		}
		for i := range values {
			values[i].Doc = doc
			values[i].Deprecated = t.Value("deprecated").True()
		}
		all = append(all, values...)
		if stated := b.typeKeyword(t); stated != contract.Any {
			implied = stated
		}
		types |= implied
	}
	b.closed(all, at)
	return types
}

// finishUnions makes one union of those that were found, and leaves the types
// for later: alternatives are not read yet.
func (b *frame) finishUnions(types contract.TypeSet) {
	b.s.Types, b.e.stated = types, types
	var unions []union
	for _, u := range b.unions {
		if b.isOwnAlternative(u) {
			b.loops = true
		} else {
			unions = append(unions, u)
		}
	}
	if len(unions) == 0 {
		return
	}
	b.said = true
	u := unions[0]
	for _, v := range unions[1:] {
		if len(u.alts)*len(v.alts) > source.MaxUnions {
			beyond(b.s, "several unions hold at once, with more than ", &source.UnionsLimit)
			return
		}
		u = product(u, v)
	}
	b.s.AnyOfAt, b.s.Discriminator, b.s.OneOf = u.at, u.tag, u.one
	for _, nodes := range u.alts {
		b.s.AnyOf = append(b.s.AnyOf, b.inner(nodes...))
	}
	b.e.union, b.e.null = true, u.null
	if len(unions) > 1 {
		b.e.product = b.e.inner[len(b.e.inner)-len(u.alts):]
	}
}

// isOwnAlternative reports whether the schema is an alternative of its own
// union, as a variant is that names its base in allOf where the base lists its
// variants: a union with the schema itself says nothing.
func (b *frame) isOwnAlternative(u union) bool {
	for _, alt := range u.alts {
		if _, ok := b.added[b.r.target(alt[0])]; ok {
			return true
		}
	}
	return false
}

// product is the union of all pairs: both unions hold at once.
func product(u, v union) union {
	p := union{null: u.null && v.null, at: u.at, tag: u.tag, one: u.one && v.one}
	for _, x := range u.alts {
		for _, y := range v.alts {
			p.alts = append(p.alts, append(append([]*source.Node(nil), x...), y...))
		}
	}
	return p
}
