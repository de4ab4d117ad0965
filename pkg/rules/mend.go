package rules

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// trees are the files that edits are made in, each parsed once. A span that is
// no key and no value of its tree, as one in a GraphQL document is none, has no place.
type trees map[*source.File][]*source.Node

func (t trees) at(span source.Span) *source.Place {
	f := span.File
	if f == nil || f.Packed {
		return nil
	}
	roots, parsed := t[f]
	if !parsed {
		if root, _ := source.Parse(f); root != nil {
			roots = []*source.Node{root}
		} else {
			roots, _ = source.ParseJSONLines(f)
		}
		t[f] = roots
	}
	for _, root := range roots {
		if p := source.PlaceAt(root, span); p != nil {
			return p
		}
	}
	return nil
}

// schema is the object of a schema that a span is the whole of, or a keyword's value.
func (t trees) schema(span source.Span) *source.Node {
	for p := t.at(span); p != nil; p = p.Holder {
		if p.Node.Kind == source.Object {
			return p.Node
		}
	}
	return nil
}

// schemaOf is the object that a schema was read from, or nil.
func (t trees) schemaOf(s *contract.Schema) *source.Node {
	if s == nil {
		return nil
	}
	return t.schema(s.At)
}

// one is an edit as a fix; nil where it could not be made.
func one(e source.Edit, ok bool) []Edit {
	if !ok {
		return nil
	}
	return []Edit{{At: e.At, New: e.New}}
}

// all is the edits of several steps, each of which is needed; nil where one could
// not be made.
func all(steps ...[]Edit) []Edit {
	if slices.ContainsFunc(steps, func(s []Edit) bool { return s == nil }) {
		return nil
	}
	return slices.Concat(steps...)
}

// unsafely marks a fix that may be wrong: it is made only for those who ask for it.
func unsafely(edits []Edit) []Edit {
	for i := range edits {
		edits[i].Unsafe = true
	}
	return edits
}

// replace writes another scalar in place of the one that has the span.
func (t trees) replace(at source.Span, v *source.Node) []Edit {
	p := t.at(at)
	if p == nil || p.Node.At != at || p.Node.Kind == source.Object || p.Node.Kind == source.Array {
		return nil
	}
	return []Edit{{At: at, New: spelledValue(p.Node, v)}}
}

func text(s string) *source.Node   { return &source.Node{Kind: source.String, Text: s} }
func digits(s string) *source.Node { return &source.Node{Kind: source.Number, Text: s} }

// rename replaces a field's name wherever the tool has it as a name: where it is
// declared, in the lists of names and the conditions beside that, and in the
// examples and defaults of the objects around it; nil where some other schema may
// mean it.
func (t trees) rename(d *diff.Drift, f *contract.Field, name string) []Edit {
	p := t.at(f.At)
	if p == nil || p.Member == nil || p.Member.KeyAt != f.At || p.Holder.Node.Value(name) != nil {
		return nil
	}
	edits := []Edit{{At: f.At, New: spelledLike(f.At, name)}}
	add := func(at source.Span) {
		if !slices.ContainsFunc(edits, func(e Edit) bool { return e.At == at }) {
			edits = append(edits, Edit{At: at, New: spelledLike(at, name)})
		}
	}
	named := mentionsOf(p, name)
	if named.unsure {
		return nil
	}
	for _, at := range named.at {
		add(at)
	}
	if at := f.RequiredAt; !at.IsZero() && t.at(at) != nil {
		add(at)
	}
	for _, at := range shownKeys(d.Tool.Input, f) {
		if p := t.at(at); p != nil && p.Member != nil {
			add(at)
		}
	}
	return edits
}

// schemaAround is the schema whose "properties" a place is in, or nil.
func schemaAround(property *source.Place) *source.Node {
	props := property.Holder
	if props == nil || props.Member == nil || props.Member.Key != "properties" || props.Holder == nil {
		return nil
	}
	return props.Holder.Node
}

// listedIn are the entries of a schema's lists of names that hold a name:
// "required", also of its alternatives, and Gemini's "propertyOrdering".
func listedIn(schema *source.Node, name string) (items []*source.Node) {
	for _, key := range []string{"required", "propertyOrdering", "property_ordering"} {
		if v := schema.Value(key); v != nil {
			for _, item := range v.Items {
				if got, ok := item.Str(); ok && got == name {
					items = append(items, item)
				}
			}
		}
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		if v := schema.Value(key); v != nil {
			for _, item := range v.Items {
				if item.Kind == source.Object && item.Value("properties") == nil {
					items = append(items, listedIn(item, name)...)
				}
			}
		}
	}
	return items
}

// shownKeys are the keys of a field in the examples and defaults of the objects
// that it is in.
func shownKeys(s *contract.Schema, f *contract.Field) []source.Span {
	k := &keys{field: f, seen: map[*contract.Schema]bool{}}
	k.walk(s, nil)
	return k.at
}

type keys struct {
	field *contract.Field
	seen  map[*contract.Schema]bool
	at    []source.Span
}

// walk finds the field below a schema, where shown are the values that the objects
// around the schema show in its place.
func (k *keys) walk(s *contract.Schema, shown []*source.Node) {
	if s == nil || k.seen[s] {
		return
	}
	k.seen[s] = true
	shown = append(slices.Clone(shown), s.Examples...)
	if s.Default != nil {
		shown = append(shown, s.Default)
	}
	for _, f := range s.Fields {
		var inner []*source.Node
		for _, v := range shown {
			if m := v.Member(f.Name); m != nil {
				if f == k.field {
					k.at = append(k.at, m.KeyAt)
				}
				inner = append(inner, m.Value)
			}
		}
		k.walk(f.Schema, inner)
	}
	if s.Elem != nil {
		var inner []*source.Node
		for _, v := range shown {
			inner = append(inner, v.Items...)
		}
		k.walk(s.Elem, inner)
	}
	for _, alternative := range s.AnyOf {
		k.walk(alternative, shown)
	}
}

// require puts a field into the required list beside it, under a name that it has
// or is given.
func (t trees) require(f *contract.Field, name string) []Edit {
	p := t.at(f.At)
	if p == nil || p.Member == nil || p.Member.KeyAt != f.At {
		return nil
	}
	schema := schemaAround(p)
	list := schema.Member("required")
	switch {
	case schema == nil:
		return nil
	case list == nil:
		return one(source.AddMember(schema, "properties", "required", "["+spelledLike(p.Member.KeyAt, name)+"]"))
	case list.Value.Kind != source.Array:
		return nil
	}
	like := p.Member.KeyAt
	if n := len(list.Value.Items); n > 0 {
		like = list.Value.Items[n-1].At
	}
	return one(source.AddItem(list.Value, spelledLike(like, name)))
}

// drop takes a field out of the tool, and out of the lists that name it. It is
// never safe: a server may live on the field.
func (t trees) drop(f *contract.Field) []Edit {
	p := t.at(f.At)
	if p == nil || p.Member == nil || p.Member.KeyAt != f.At {
		return nil
	}
	steps := [][]Edit{one(source.RemoveMember(p.Holder.Node, f.Name))}
	listed := listedIn(schemaAround(p), f.Name)
	for _, at := range mentionsOf(p, f.Name).at {
		if !slices.ContainsFunc(listed, func(item *source.Node) bool { return item.At == at }) {
			return nil // a condition would speak of a field that is gone, or an example show it
		}
	}
	for _, item := range listed {
		if list := t.at(item.At); list != nil && list.Holder != nil {
			steps = append(steps, one(source.RemoveItem(list.Holder.Node, item)))
		}
	}
	return unsafely(all(steps...))
}

// unlist takes an entry out of a list or a map, and that too where it was the last.
func unlist(p *source.Place) []Edit {
	for p != nil && p.Holder != nil {
		holder := p.Holder
		switch {
		case len(holder.Node.Items)+len(holder.Node.Members) == 1 && holder.Holder != nil:
			p = holder
		case p.Member != nil:
			return one(source.RemoveMember(holder.Node, p.Member.Key))
		default:
			return one(source.RemoveItem(holder.Node, p.Node))
		}
	}
	return nil
}

// keyword puts a keyword into a schema that lacks it, behind the type or behind
// the keyword named first.
func (t trees) keyword(schema *source.Node, key string, v *source.Node, behind ...string) []Edit {
	if schema == nil || schema.Value(key) != nil || schema.Value("$ref") != nil || t.refused(schema, key, v) {
		return nil
	}
	for _, after := range append(behind, "type") {
		if schema.Value(after) != nil {
			return one(source.AddMember(schema, after, key, spelledIn(schema.At.File, v)))
		}
	}
	return nil
}

// joined is several insertions at one place as one.
func joined(edits []Edit) []Edit {
	for _, e := range edits[min(1, len(edits)):] {
		if e.At != edits[0].At {
			return edits
		}
	}
	if len(edits) < 2 {
		return edits
	}
	whole := edits[0]
	for _, e := range edits[1:] {
		whole.New += e.New
	}
	return []Edit{whole}
}

// retype writes another type in place of the one that a schema states, in the case
// that its dialect writes types in.
func (t trees) retype(at source.Span, name string) []Edit {
	p := t.at(at)
	if p == nil {
		return nil
	}
	n := p.Node
	if n.Kind == source.Array { // ["integer", "null"]
		var stated []*source.Node
		for _, item := range n.Items {
			if got, _ := item.Str(); !strings.EqualFold(got, "null") {
				stated = append(stated, item)
			}
		}
		if len(stated) != 1 {
			return nil
		}
		n = stated[0]
	}
	got, ok := n.Str()
	if !ok {
		return nil
	}
	if got != "" && got == strings.ToUpper(got) {
		name = strings.ToUpper(name)
	}
	return t.replace(n.At, text(name))
}

// withoutNull takes null out of what a schema allows: out of its types, its
// alternatives and its closed list.
func (t trees) withoutNull(schema *source.Node) []Edit {
	var steps [][]Edit
	if list := schema.Value("type"); list != nil && list.Kind == source.Array {
		isNull := func(item *source.Node) bool { return item.Text == "null" }
		switch i := slices.IndexFunc(list.Items, isNull); {
		case i >= 0 && len(list.Items) == 2:
			steps = append(steps, []Edit{{At: list.At, New: list.Items[1-i].At.Text()}})
		case i >= 0:
			steps = append(steps, one(source.RemoveItem(list, list.Items[i])))
		}
	}
	if flag := schema.Value("nullable"); flag.True() {
		steps = append(steps, t.replace(flag.At, &source.Node{Kind: source.Bool, Text: "false"}))
	}
	for _, key := range []string{"anyOf", "oneOf", "enum"} {
		if list := schema.Value(key); list != nil {
			if item := nullIn(list); item != nil && len(list.Items) > 1 {
				steps = append(steps, one(source.RemoveItem(list, item)))
			}
		}
	}
	if len(steps) == 0 || schema.Value("default") != nil && schema.Value("default").Kind == source.Null {
		return nil
	}
	return all(steps...)
}

// nullIn is the item of a list that is null, or that allows nothing but null.
func nullIn(list *source.Node) *source.Node {
	for _, item := range list.Items {
		if item.Kind == source.Null {
			return item
		}
		if got, _ := item.Value("type").Str(); got == "null" && len(item.Members) == 1 {
			return item
		}
	}
	return nil
}

// withoutString takes strings out of what a schema allows beside another type.
func (t trees) withoutString(schema *source.Node) []Edit {
	isString := func(n *source.Node) bool { return strings.EqualFold(n.Text, "string") }
	if list := schema.Value("type"); list != nil && list.Kind == source.Array {
		switch i := slices.IndexFunc(list.Items, isString); {
		case i >= 0 && len(list.Items) == 2:
			return []Edit{{At: list.At, New: list.Items[1-i].At.Text()}}
		case i >= 0:
			return one(source.RemoveItem(list, list.Items[i]))
		}
		return nil
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		list := schema.Value(key)
		if list == nil || list.Kind != source.Array {
			continue
		}
		for _, item := range list.Items {
			if got, _ := item.Value("type").Str(); strings.EqualFold(got, "string") && len(list.Items) > 1 {
				return one(source.RemoveItem(list, item))
			}
		}
	}
	return nil
}

// closed writes false in place of what allows an object undeclared fields.
func (t trees) closed(schema *source.Node, at source.Span) []Edit {
	v := schema.Value("additionalProperties")
	if v == nil || v.At != at || t.refused(schema, "additionalProperties", v) {
		return nil
	}
	return []Edit{{At: at, New: "false"}}
}
