package diff

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// value is one value that a tool's author wrote down for a model to copy.
type value struct {
	lit *source.Node
	of  string
}

// values are the default and the examples of one schema.
func values(s *contract.Schema) []value {
	var out []value
	if s.Default != nil && s.Default.Kind != source.Null {
		out = append(out, value{s.Default, "default"})
	}
	for _, e := range s.Examples {
		out = append(out, value{e, "example"})
	}
	return out
}

// defaults reports two defaults that differ: what the model is told happens, and what does.
func (w *walk) defaults(p place, t, a *contract.Schema) {
	if t.Default == nil || a.Default == nil || t.Default.Kind == source.Null || a.Default.Kind == source.Null || sameLiteral(t.Default, a.Default, p.text) {
		return
	}
	if isRejected(t, t.Default, false) || isRejected(a, t.Default, p.text) {
		return // a bad example, which says more
	}
	w.add(p, &Drift{
		Kind: DefaultMismatch, ToolSchema: t, APISchema: a, Literal: t.Default, Default: a.Default,
		Value: LiteralWords(t.Default) + "/" + LiteralWords(a.Default), ToolAt: t.Default.At, SpecAt: a.Default.At,
	})
}

func isRejected(s *contract.Schema, v *source.Node, text bool) bool {
	verdict, _ := Check(s, v, text)
	return verdict == Rejected
}

// examples holds a tool's values against both schemas, all faults of each.
func (w *walk) examples(p place, t, a *contract.Schema) {
	for _, v := range append(values(t), shownAt(w.shown, p.path, t)...) {
		own, ownFaults := Check(t, v.lit, false)
		api, apiFaults := Check(a, v.lit, p.text)
		if own != Rejected && api != Rejected {
			continue
		}
		d := example(v, own, ownFaults, api, apiFaults)
		d.ToolSchema, d.APISchema, d.SpecAt = t, a, p.api.Field.At
		w.add(p, d)
	}
}

func example(v value, own Verdict, ownFaults []string, api Verdict, apiFaults []string) *Drift {
	d := &Drift{Kind: BadExample, Literal: v.lit, Example: ExampleFact{Of: v.of}, Value: LiteralWords(v.lit), ToolAt: v.lit.At}
	if own == Rejected {
		d.Example.Broken |= BreaksTool
		d.Example.Faults = ownFaults
	}
	if api == Rejected {
		d.Example.Broken |= BreaksAPI
		if own != Rejected {
			d.Example.Faults = apiFaults
		}
	}
	return d
}

// Schemas are the schemas at a drift's point, the API's first.
func Schemas(d *Drift) []*contract.Schema {
	var out []*contract.Schema
	for _, s := range []*contract.Schema{d.APISchema, d.ToolSchema} {
		if s != nil {
			out = append(out, s)
		}
	}
	return out
}

// Respell is a value in the type that a schema asks for, where that loses
// nothing: 4 as "4", "4" as 4, one value as a list of it. nil where it cannot be.
func Respell(s *contract.Schema, v *source.Node) *source.Node {
	types := s.Types &^ contract.NullType
	switch {
	case v.Kind == source.Number && types == contract.StringType:
		return str(v.Text)
	case v.Kind == source.Bool && types == contract.StringType:
		return str(v.Text)
	case v.Kind == source.String && types&contract.Number != 0 && !types.Has(contract.StringType):
		if _, ok := contract.Rat(v.Text); ok {
			return num(v.Text)
		}
	case v.Kind == source.String && types == contract.Boolean && (v.Text == "true" || v.Text == "false"):
		return &source.Node{Kind: source.Bool, Text: v.Text}
	case v.Kind == source.String && formatOf(s).Name == "date" && len(v.Text) > 10 && v.Text[10] == 'T':
		return str(v.Text[:10])
	case v.Kind <= source.String && types == contract.ArrayType:
		return &source.Node{Kind: source.Array, Items: []*source.Node{v}}
	}
	return nil
}
