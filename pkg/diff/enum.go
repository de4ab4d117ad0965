package diff

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// enums compares two closed lists, value by value.
func (w *walk) enums(t, a *contract.Schema, p place) {
	w.members(t, a, p)
	if a.Enum == nil {
		return
	}
	if t.Enum == nil {
		open := t.Types & a.Types & enumTypes(a.Enum)
		if open&(contract.StringType|contract.Number) != 0 && !isUntyped(t) && p.tool != nil {
			w.open(t, a, p)
		}
		return
	}
	twins := areTwins(t.Enum, a.Enum)
	one := len(t.Enum) == 1 && len(a.Enum) == 1 // const on both sides
	for _, v := range t.Enum {
		if _, isNumber := contract.Rat(v.Lit.Text); a.Digits && v.Lit.Kind == source.String && !isNumber { // digits has said it
			continue
		}
		if v.Lit.Kind == source.Null || !p.text && !a.Types.Has(typeOf(v.Lit)) && !v.Lit.Plain || inEnum(a.Enum, v.Lit, p.text) || breaksOwn(t, v) {
			continue
		}
		told := p.api != nil && saysWord(p.api.Field.Doc.Text, v.Lit.Text)
		w.add(p, &Drift{
			Kind: EnumUnknown, ToolSchema: t, APISchema: a, Literal: v.Lit, Value: LiteralWords(v.Lit), Enum: EnumFact{Twins: twins, Const: one, Told: told},
			ToolAt: v.Lit.At, SpecAt: a.EnumAt, Witness: w.arguments(p.path, v.Lit),
		})
	}
	for _, v := range a.Enum {
		if one || v.Implied || v.Deprecated || v.Lit.Kind == source.Null || inEnum(t.Enum, v.Lit, p.text) || twins && Twin(t.Enum, v.Lit.Text) != "" {
			continue
		}
		w.add(p, &Drift{
			Kind: EnumOmitted, ToolSchema: t, APISchema: a, Literal: v.Lit, Value: LiteralWords(v.Lit),
			ToolAt: t.EnumAt, SpecAt: v.Lit.At,
		})
	}
}

// open reports a closed list for which the tool takes any string. A description
// that lists all of its values is an answer, but for one that is the API's own:
// then a generator copied the words and lost the list.
func (w *walk) open(t, a *contract.Schema, p place) {
	told := prose.Read(p.tool.Field.Doc).Values
	d := &Drift{Kind: EnumOpen, ToolSchema: t, APISchema: a, SpecAt: a.EnumAt}
	if len(told) > 0 {
		for _, v := range a.Enum {
			known := slices.ContainsFunc(told, func(c prose.Claim) bool { return contract.Letters(c.Text) == contract.Letters(v.Lit.Text) })
			if !known && !v.Implied && !v.Deprecated && v.Lit.Kind != source.Null {
				d.Enum.Untold = append(d.Enum.Untold, v)
			}
		}
		d.Enum.Copied = p.api != nil && slices.Equal(strings.Fields(p.tool.Field.Doc.Text), strings.Fields(p.api.Field.Doc.Text))
		if len(d.Enum.Untold) == 0 && !d.Enum.Copied {
			return
		}
	}
	w.add(p, d)
}

// members holds the values of the tool's list against all that the API says of
// them but its own list: bounds, lengths, patterns, formats.
func (w *walk) members(t, a *contract.Schema, p place) {
	if t.Enum == nil {
		return
	}
	open := *a
	open.Enum, open.AnyOf = nil, nil
	for _, v := range t.Enum {
		if _, isNumber := contract.Rat(v.Lit.Text); a.Digits && v.Lit.Kind == source.String && !isNumber { // digits has said it
			continue
		}
		if v.Lit.Kind == source.Null || !p.text && !a.Types.Has(typeOf(v.Lit)) || breaksOwn(t, v) {
			continue
		}
		verdict, faults := Check(&open, v.Lit, p.text)
		if verdict != Rejected {
			continue
		}
		d := example(value{v.Lit, "enum value"}, Accepted, nil, Rejected, faults)
		d.ToolSchema, d.APISchema = t, a
		d.Witness = w.arguments(p.path, v.Lit)
		w.add(p, d)
	}
}

// breaksOwn reports whether a listed value breaks its own schema, which is a
// finding of its own: nobody can send it.
func breaksOwn(s *contract.Schema, v contract.Value) bool {
	verdict, _ := Check(s, v.Lit, false)
	return verdict == Rejected
}

// saysWord reports whether a text holds a value as a word of its own.
func saysWord(text, value string) bool {
	letter := func(r rune) bool { return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	return slices.Contains(strings.FieldsFunc(text, func(r rune) bool { return !letter(r) }), value)
}

// areTwins reports whether no value of the tool's stands in the API's list, and
// each does in another case: then the tool server surely converts them all.
func areTwins(tool, api []contract.Value) bool {
	for _, v := range tool {
		if v.Lit.Kind != source.Null && (inEnum(api, v.Lit, true) || Twin(api, v.Lit.Text) == "") {
			return false
		}
	}
	return true
}

// Twin is the value of a list that differs from the given one only in case and
// separators; "" where there is none.
func Twin(list []contract.Value, value string) string {
	for _, v := range list {
		if v.Lit.Text != "" && contract.Letters(v.Lit.Text) == contract.Letters(value) {
			return v.Lit.Text
		}
	}
	return ""
}
