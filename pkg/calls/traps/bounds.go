package traps

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// beyondProse says that a description, of either side, sets a bound that a value
// exceeds; "" where none does. No validator knows such a bound, but the server may.
func (t *target) beyondProse(v *source.Node) string {
	if v.Kind == source.Array {
		for _, item := range v.Items {
			if why := t.beyondProse(item); why != "" {
				return why
			}
		}
		return ""
	}
	got, ok := contract.Rat(v.Text)
	if v.Kind != source.Number || !ok {
		return ""
	}
	for _, doc := range t.docs() {
		if why := t.outOfStep(doc.Text, v, got); why != "" {
			return "no amount is known that the description allows: " + why
		}
		if why := outsideList(doc.Text, got); why != "" {
			return "no amount is known that the description allows: " + v.Text + " is " + why
		}
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

var (
	ranges = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(\d[\d,]*(?:\.\d+)?)\s*(?:-|–|to|and)\s*(\d[\d,]*(?:\.\d+)?)`)
	})
	aside  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\([^()]*\)`) })
	choice = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\d+(?:\.\d+)?(?:\s*,\s*(?:or\s+|and\s+)?\d+(?:\.\d+)?|\s+or\s+\d+(?:\.\d+)?){2,}`)
	})
	thousands = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(\d),(?:000,)*000\b`) }) // how they are told from a list
	digits    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d+(?:\.\d+)?`) })
)

// outsideList says that a text speaks of a range, "1000-6000", or of a list, "60,
// 1440 or 4320", that a number is not in. It may be about something else: then a
// case is lost, and none is wrong.
func outsideList(doc string, got *big.Rat) string {
	for _, m := range ranges().FindAllStringSubmatch(doc, -1) {
		lo, okLo := contract.Rat(strings.ReplaceAll(m[1], ",", ""))
		hi, okHi := contract.Rat(strings.ReplaceAll(m[2], ",", ""))
		if okLo && okHi && lo.Cmp(hi) < 0 && (got.Cmp(lo) < 0 || got.Cmp(hi) > 0) {
			return "not between " + m[1] + " and " + m[2]
		}
	}
	for _, list := range choice().FindAllString(thousands().ReplaceAllString(aside().ReplaceAllString(doc, ""), "$1"), -1) {
		listed := slices.ContainsFunc(digits().FindAllString(list, -1), func(n string) bool {
			r, ok := contract.Rat(n)
			return ok && r.Cmp(got) == 0
		})
		if !listed {
			return "none of " + list
		}
	}
	return ""
}
