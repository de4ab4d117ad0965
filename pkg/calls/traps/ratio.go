package traps

import (
	"math/big"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// shareUnits are the units of ratio that people say shares in place of.
var shareUnits = []string{"fraction", "percent", "basis points", "permille", "ppm", "micros"}

// shares are parts of a whole, as people say them.
func (t *target) shares() []reading {
	if !slices.Contains(shareUnits, t.unit.Symbol) {
		return nil
	}
	scale := units.Of(units.Ratio, t.unit.Symbol).Exact()
	own := map[string]string{"fraction": "as a fraction of 1", "micros": "millionths"}[t.unit.Symbol]
	if own == "" {
		own = t.unit.Symbol
	}
	var all []reading
	add := func(crossing, said, heard, share string) {
		v, ok := decimal(new(big.Rat).Quo(rat(share), scale))
		if !ok || v == heard {
			return
		}
		r := reading{crossing: crossing + " at " + t.unit.Symbol, said: said, value: number(v), note: said + " is " + v + " " + own}
		if heard != "" {
			r.wrong = copied(heard, v, heard+" "+own)
		}
		all = append(all, r)
	}
	isRate := t.isRate()
	if t.unit.Symbol != "percent" {
		for i, p := range strings.Fields("15 20 7.5 35 60 2.5 12 5 1.5 80 0.5 0.25") {
			said := p + " percent"
			if i%2 == 1 {
				said = p + "%"
			}
			add("percent", said, p, new(big.Rat).Mul(rat(p), big.NewRat(1, 100)).RatString())
		}
	}
	if !isRate {
		for _, part := range []struct{ said, share, heard string }{
			{"one half", "1/2", "0.5"}, {"three quarters", "3/4", "0.75"}, {"one quarter", "1/4", "0.25"}, {"a fifth", "1/5", "0.2"}, {"one tenth", "1/10", "0.1"},
			{"two fifths", "2/5", "0.4"}, {"one in twenty", "1/20", "0.05"},
		} {
			add("words", part.said, part.heard, part.share)
		}
	}
	if t.unit.Symbol == "percent" || t.unit.Symbol == "fraction" {
		for _, bp := range strings.Fields("250 75 25 400 1250") {
			if isRate {
				add("basis points", bp+" basis points", bp, bp+"/10000")
			}
		}
	}
	return all
}

// isRate reports a share of which "a quarter" may be a quarter of a percent.
func (t *target) isRate() bool {
	words := contract.Words(t.field.Name)
	if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(shareRates, w) }) {
		return false
	}
	return slices.ContainsFunc([]string{"rate", "interest", "apr", "apy", "fee", "tax", "vat", "yield", "commission", "slippage", "margin", "growth", "inflation", "return", "spread", "coupon", "points"}, func(w string) bool { return slices.Contains(words, w) })
}

// shareRates are rates that tell how many of all, not how much of a sum.
var shareRates = strings.Fields("sample sampling bypass error failure success click bounce conversion hit drop loss fill response open traffic trace rejection approval completion occupancy attendance")
