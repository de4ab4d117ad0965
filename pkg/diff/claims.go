package diff

import (
	"regexp"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// claims reports what a field's description says and its own schema denies.
func claims(tool *contract.Op, ref *bind.Ref) []*Drift {
	f, s := ref.Field, ref.Field.Schema
	if f.Doc.Text == "" || s.Opaque != "" {
		return nil
	}
	c := prose.Read(f.Doc)
	var out []*Drift
	add := func(of string, said *prose.Claim, text, schema string, at source.Span) {
		out = append(out, &Drift{
			Kind: ProseClaim, Tool: tool, ToolField: ref, Path: ref.Path, ToolSchema: s, ToolAt: firstPlace(said.At, f.Doc.At, f.At),
			Of: of, Said: text, Schema: schema, Value: of + " " + text + "/" + schema, SpecAt: at,
		})
	}
	if c.Default != nil && s.Default != nil && s.Default.Kind != source.Null && c.Default.Of == "" && isValueOf(s, c.Default.Text) && !sameText(c.Default.Text, LiteralWords(s.Default)) {
		add("default", c.Default, c.Default.Text, LiteralWords(s.Default), s.Default.At)
	}
	for _, b := range []struct {
		word  string
		said  *prose.Claim
		bound *contract.Bound
		of    []string
	}{
		{"minimum", c.Min, s.Min, nil}, {"maximum", c.Max, s.Max, nil},
		{"minLength", c.Min, s.MinLen, characters}, {"maxLength", c.Max, s.MaxLen, characters},
		{"minItems", c.Min, s.MinItems, items}, {"maxItems", c.Max, s.MaxItems, items},
	} {
		if b.said == nil || b.bound == nil || b.bound.Implied || !speaksOf(b.said.Of, b.of) || b.said.Exclusive != b.bound.Exclusive {
			continue
		}
		if order, ok := contract.CompareNumbers(b.said.Text, b.bound.Num); ok && order != 0 {
			add(b.word, b.said, b.said.Text, b.bound.Num, b.bound.At)
		}
	}
	if s.Enum != nil {
		for i := range c.Values {
			if v := &c.Values[i]; !inEnum(s.Enum, str(v.Text), true) && Twin(s.Enum, v.Text) == "" {
				add("value", v, v.Text, EnumWords(s.Enum), s.EnumAt)
			}
		}
	}
	stated := !s.TypeAt.IsZero()
	switch {
	case c.Null != nil && stated && !s.Types.Has(contract.NullType) && !s.NullLeft:
		add("null", c.Null, "null", s.Types.String(), s.TypeAt)
	case c.NotNull != nil && stated && s.Types.Has(contract.NullType) && s.Types != contract.Any:
		add("null", c.NotNull, "not null", s.Types.String(), s.TypeAt)
	}
	if c.Types != 0 && stated && c.Types&s.Types == 0 {
		add("type", &prose.Claim{At: c.TypesAt}, c.Types.String(), s.Types.String(), s.TypeAt)
	}
	switch {
	case c.Required != nil && !f.Required:
		add("required", c.Required, "required", "optional", f.At)
	case c.Optional != nil && f.Required && !s.Types.Has(contract.NullType):
		add("required", c.Optional, "optional", "required", f.RequiredAt)
	}
	if own := formatOf(s); own.Name != "" && len(c.Formats) == 1 {
		if said := canonical[c.Formats[0].Text]; said != "" && disjoint(said, own.Name) {
			add("format", &c.Formats[0], said, own.Name, own.At)
		}
	}
	return out
}

// isValueOf reports whether words can be a value of the schema. "Defaults to the
// slim form" of a boolean, and the name of an environment variable, are none.
func isValueOf(s *contract.Schema, text string) bool {
	if verdict, _ := Check(s, str(text), true); verdict == Rejected {
		return false
	}
	return !environment.MatchString(text)
}

var environment = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$`)

var (
	characters = []string{"character", "char", "letter"}
	items      = []string{"item", "entry", "element", "value", "entries"}
)

// speaksOf reports whether the word behind a number says that it bounds what a
// keyword bounds. A number of something else is no statement on the value.
func speaksOf(word string, of []string) bool {
	if of == nil {
		return word == ""
	}
	for _, w := range of {
		if strings.TrimSuffix(strings.ToLower(word), "s") == strings.TrimSuffix(w, "s") {
			return true
		}
	}
	return false
}

func sameText(a, b string) bool {
	if order, ok := contract.CompareNumbers(a, b); ok {
		return order == 0
	}
	return contract.Letters(a) == contract.Letters(b)
}

// undeclared reports arguments that a description offers and the schema lacks.
// That a name is unknown is no evidence: it must be documented as an argument,
// shown in an example, or be a field of the API's.
func undeclared(tool *contract.Op, texts []doc, calls []*bind.Call, stale map[string]bool) []*Drift {
	known := knownNames(tool)
	var out []*Drift
	said := map[string]bool{}
	for _, text := range texts {
		for _, m := range text.names {
			name := m.Name
			if m.Role != prose.Argument || m.Under != "" || said[name] || stale[name] || known[contract.Letters(name)] || strings.ContainsAny(name, ".[") {
				continue
			}
			api := offered(calls, name)
			if !isDocumented(m) && (api == nil || !isSurelyName(m)) || text.field != nil && api == nil {
				continue
			}
			said[name] = true
			d := &Drift{Kind: Undeclared, Tool: tool, ToolField: text.field, ToolAt: m.At, Value: name, Evidence: string(m.Kind)}
			if text.field != nil {
				d.Path = text.field.Path
			}
			for _, call := range calls {
				d.Ops = append(d.Ops, call.Op)
			}
			if api != nil {
				d.APIField, d.APIPath, d.SpecAt = api, api.Path, api.Field.At
			}
			out = append(out, d)
		}
	}
	return out
}

func isDocumented(m prose.Mention) bool {
	return m.Kind == prose.Parameter || m.Kind == prose.InExample
}

// isSurelyName keeps ordinary words out: "state" in quotes may be a value.
func isSurelyName(m prose.Mention) bool {
	return m.Kind != prose.Quote && len(contract.Words(m.Name)) > 1
}

// offered is the top field of an operation that has the given name.
func offered(calls []*bind.Call, name string) *bind.Ref {
	for _, call := range calls {
		for _, f := range call.Op.Input.Fields {
			if contract.Letters(f.Name) == contract.Letters(name) && !isReadOnly(f) {
				return &bind.Ref{Path: bind.Join("", f.Name), Field: f}
			}
		}
	}
	return nil
}

// OfFile is what the tools of one file say against one another: a description
// that sends the model to a tool that is not there, one field in two units.
func OfFile(tools []*contract.Op) []*Drift {
	known := map[string]bool{}
	for _, t := range tools {
		known[contract.Letters(t.Name)] = true
	}
	isKnown := func(name string) bool {
		name = contract.Letters(name)
		if known[name] {
			return true
		}
		for k := range known { // a name without the file's prefix
			if strings.HasSuffix(k, name) {
				return true
			}
		}
		return false
	}
	if len(tools) < 2 {
		return nil
	}
	out := mixed(tools)
	for _, t := range tools {
		said := map[string]bool{}
		for _, text := range docs(t) {
			if !strings.Contains(strings.ToLower(text.text.Text), "tool") {
				continue // nothing in it is called a tool
			}
			for _, m := range prose.Names(text.text) {
				if m.Role != prose.Tool || said[m.Name] || len(contract.Words(m.Name)) < 2 || isKnown(m.Name) {
					continue
				}
				said[m.Name] = true
				d := &Drift{Kind: UnknownTool, Tool: t, ToolField: text.field, ToolAt: m.At, Value: m.Name, Nearest: nearestTool(m.Name, tools)}
				if text.field != nil {
					d.Path = text.field.Path
				}
				out = append(out, d)
			}
		}
	}
	return out
}

// nearestTool is the tool that shares most words with a name; "" where none shares half.
func nearestTool(name string, tools []*contract.Op) string {
	want := stems(contract.Words(name))
	best, most := "", 0
	for _, t := range tools {
		shared := 0
		for _, w := range stems(contract.Words(t.Name)) {
			for _, x := range want {
				if w == x {
					shared++
					break
				}
			}
		}
		if shared > most {
			best, most = t.Name, shared
		}
	}
	if 2*most < len(want) {
		return ""
	}
	return best
}
