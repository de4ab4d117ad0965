package diff

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// enums compares two closed lists, value by value.
func (w *walk) enums(t, a *contract.Schema, p place) {
	if a.Enum == nil {
		return
	}
	if t.Enum == nil {
		if t.Types.Has(contract.StringType) && a.Types.Has(contract.StringType) {
			w.add(p, &Drift{Kind: EnumOpen, ToolSchema: t, APISchema: a, SpecAt: a.EnumAt})
		}
		return
	}
	for _, v := range t.Enum {
		if v.Lit.Kind == source.Null || !p.text && !a.Types.Has(typeOf(v.Lit)) && !v.Lit.Plain || inEnum(a.Enum, v.Lit, p.text) {
			continue
		}
		w.add(p, &Drift{
			Kind: EnumUnknown, ToolSchema: t, APISchema: a, Literal: v.Lit, Value: LiteralWords(v.Lit),
			ToolAt: v.Lit.At, SpecAt: a.EnumAt, Witness: Arguments(w.tool, p.path, v.Lit),
		})
	}
	for _, v := range a.Enum {
		if v.Implied || v.Deprecated || v.Lit.Kind == source.Null || inEnum(t.Enum, v.Lit, p.text) {
			continue
		}
		w.add(p, &Drift{
			Kind: EnumOmitted, ToolSchema: t, APISchema: a, Literal: v.Lit, Value: LiteralWords(v.Lit),
			ToolAt: t.EnumAt, SpecAt: v.Lit.At,
		})
	}
}
