package traps

import (
	"math/big"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// beyondProse says that a description, of either side, sets a bound that a value
// exceeds; "" where none does. No validator knows such a bound, but the server may.
func (t *target) beyondProse(v *source.Node) string {
	for v.Kind == source.Array && len(v.Items) > 0 {
		v = v.Items[0]
	}
	got, ok := contract.Rat(v.Text)
	if v.Kind != source.Number || !ok {
		return ""
	}
	docs := []contract.Text{t.field.Doc, t.field.Schema.Doc}
	for _, p := range t.partners {
		docs = append(docs, p.ref.Field.Doc, p.ref.Field.Schema.Doc)
	}
	for _, doc := range docs {
		said := prose.Read(doc)
		if b := t.bound(said.Max); b != nil && got.Cmp(b) > 0 {
			return "no amount is known that the description allows: " + v.Text + " is above " + said.Max.Text
		}
		if b := t.bound(said.Min); b != nil && got.Cmp(b) < 0 {
			return "no amount is known that the description allows: " + v.Text + " is below " + said.Min.Text
		}
	}
	return ""
}

// bound is a bound of a description in the field's own unit: "up to 5 minutes" is
// 300 where it counts seconds; nil where it is none, or of something else.
func (t *target) bound(c *prose.Claim) *big.Rat {
	if c == nil {
		return nil
	}
	b, ok := contract.Rat(strings.ReplaceAll(c.Text, ",", ""))
	if !ok {
		return nil
	}
	own := measureOf(t.unit.Symbol, t.unit.Dim)
	if own == nil || c.Of == "" {
		return b
	}
	for i := range measures {
		m := &measures[i]
		if m.dim == own.dim && (c.Of == m.one || c.Of == m.all || c.Of == m.symbol) {
			return convert(b, m, own)
		}
	}
	return b
}
