package loaders

import (
	"fmt"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// settle reads all that is still to be read, then does what needs everything:
// the types of unions, the spelling of literals, the words of fields.
func (r *schemaReader) settle() {
	var fresh []*entry
	for len(r.todo) > 0 {
		last := len(r.todo) - 1
		e := r.todo[last]
		r.todo = r.todo[:last]
		r.fill(e)
		fresh = append(fresh, e)
	}
	r.settleUnions(fresh)
	for _, e := range fresh {
		spell(e.schema, r.flavour == jsonSchema || r.flavour == gemini)
	}
	for _, f := range r.fields {
		w := f.entry.words
		f.field.Doc = f.entry.schema.Doc
		f.field.Deprecated, f.field.Hidden, f.field.Former = w.deprecated, w.hidden, w.former
		f.field.Waivers = append(f.own, r.bubble(f.entry)...)
	}
	r.fields = nil
}

// settleUnions gives a schema with alternatives the types that these allow. Where
// unions contain each other this is the smallest set that fits them all.
func (r *schemaReader) settleUnions(fresh []*entry) {
	var unions []*entry
	around := map[*contract.Schema][]*entry{}
	for _, e := range fresh {
		if !e.union || e.schema.Opaque != "" {
			continue
		}
		if e.product != nil {
			e.dropClashes()
		}
		unions = append(unions, e)
		e.schema.Types = 0
		for _, alt := range e.schema.AnyOf {
			around[alt] = append(around[alt], e)
		}
	}
	var grow func(e *entry, types contract.TypeSet)
	grow = func(e *entry, types contract.TypeSet) {
		if types &= e.stated; e.schema.Types.Has(types) {
			return
		}
		e.schema.Types |= types
		for _, a := range around[e.schema] {
			grow(a, types)
		}
	}
	for _, e := range unions {
		if e.null {
			grow(e, contract.NullType)
		}
		for _, alt := range e.schema.AnyOf {
			grow(e, alt.Types)
		}
	}
	for _, e := range unions {
		if e.schema.Types == 0 && e.stated != 0 {
			e.schema.Opaque = fmt.Sprintf("%s fits none of its alternatives", e.stated)
			e.schema.Types = contract.Any
		}
	}
}

// dropClashes keeps the pairs of two unions that can hold at once.
func (e *entry) dropClashes() {
	e.schema.AnyOf = nil
	for _, alt := range e.product {
		if !alt.clash {
			e.schema.AnyOf = append(e.schema.AnyOf, alt.schema)
		}
	}
}

// spell makes a string of every unquoted YAML scalar that stands where only a
// string can: the version 1.10, the country no.
//
// What a tool shows a model is sent as it stands: there it is of the type that a
// parser gives it.
func spell(s *contract.Schema, shown bool) {
	for i := range s.Enum {
		s.Enum[i].Lit = spelled(s.Enum[i].Lit, s.Types)
	}
	if shown {
		s.Default = sent(s.Default)
		for i, e := range s.Examples {
			s.Examples[i] = sent(e)
		}
		return
	}
	s.Default = spelled(s.Default, s.Types)
	for i, e := range s.Examples {
		s.Examples[i] = spelled(e, s.Types)
	}
}

// sent is a value as JSON has it once a YAML parser has read it: what has no
// quotes is of the type that it looks like.
func sent(n *source.Node) *source.Node {
	if !hasPlain(n) {
		return n
	}
	return withoutPlain(n)
}

func hasPlain(n *source.Node) bool {
	return n != nil && (n.Plain || slices.ContainsFunc(n.Items, hasPlain) || slices.ContainsFunc(n.Members, func(m source.Member) bool { return hasPlain(m.Value) }))
}

func withoutPlain(n *source.Node) *source.Node {
	out := *n
	out.Plain = false
	out.Items, out.Members = slices.Clone(n.Items), slices.Clone(n.Members)
	for i, item := range n.Items {
		out.Items[i] = withoutPlain(item)
	}
	for i, m := range n.Members {
		out.Members[i].Value = withoutPlain(m.Value)
	}
	return &out
}

func spelled(n *source.Node, types contract.TypeSet) *source.Node {
	if n == nil || !n.Plain || !types.Has(contract.StringType) {
		return n
	}
	if n.Kind != source.Bool && n.Kind != source.Number || types&typeOf(n) != 0 {
		return n
	}
	text := *n
	text.Kind = source.String
	return &text
}

// bubble is the waivers of a schema and of what lies inside it without being a field.
func (r *schemaReader) bubble(e *entry) []contract.Waiver {
	if !r.waived {
		return nil
	}
	if !e.bubbled {
		e.bubbled = true
		seen := map[*entry]bool{e: true}
		for todo := e.inner; len(todo) > 0; {
			in := todo[0]
			todo = todo[1:]
			if !seen[in] {
				seen[in] = true
				e.inWaivers = append(e.inWaivers, in.waivers...)
				todo = append(todo[:len(todo):len(todo)], in.inner...)
			}
		}
	}
	return append(e.waivers[:len(e.waivers):len(e.waivers)], e.inWaivers...)
}
