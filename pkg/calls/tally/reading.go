package tally

import (
	"slices"
	"strings"
)

// neighbour is a unit that a stated one is taken for, a factor larger or smaller.
type neighbour struct {
	units  string // that a contract states, with spaces between
	factor string
	other  string // the unit that the cluster which does not fit is probably in
	larger bool   // other is the larger unit: its numbers are the lower ones
}

// neighbours are the units that people say and type in place of those an API
// counts in. Where both a larger and a smaller one are so many apart, as seconds
// and hours are from minutes, none stands here: the more frequent cluster fits.
var neighbours = []neighbour{
	{"cents minor", "100", "major units, as dollars", true},
	{"USD EUR GBP CNY INR CHF CAD AUD NZD BRL MXN SEK NOK DKK PLN CZK SGD HKD major", "100", "minor units, as cents", false},
	{"ms", "1000", "s", true},
	{"s", "1000", "ms", false},
	{"us", "1000", "ms", true},
	{"ns", "1000", "us", true},
	{"s", "60", "min", true},
	{"s", "3600", "hours", true},
	{"hours", "60", "min", false},
	{"hours", "3600", "s", false},
	{"kg", "1000", "g", false},
	{"g", "1000", "kg", true},
	{"t", "1000", "kg", false},
	{"km", "1000", "m", false},
	{"m", "1000", "mm", false},
	{"mm", "1000", "m", true},
	{"m", "100", "cm", false},
	{"cm", "100", "m", true},
	{"kB", "1000", "bytes", false},
	{"bytes", "1000", "kB", true},
	{"percent", "100", "ratios from 0 to 1", true},
	{"ratio fraction", "100", "percent", false},
	{"l", "1000", "ml", false},
	{"ml", "1000", "l", true},
}

// reading says which cluster fits the unit that the contract states; "" where it
// states none.
func reading(m mixup, unit string) string {
	if unit == "" {
		return ""
	}
	word, _, _ := strings.Cut(unit, " ") // "minor units"
	if m.kind == "epoch" {
		return epochReading(m, unit)
	}
	for _, n := range neighbours {
		if n.factor != m.factor || !slices.Contains(strings.Fields(n.units), word) {
			continue
		}
		fits, others := m.high, "lower"
		if !n.larger {
			fits, others = m.low, "higher"
		}
		return "those around " + fits.sample(fits.quantile(0.5)) + " fit " + unit + "; the " + others + " ones are probably " + n.other
	}
	fits := m.low
	if m.high.calls() > m.low.calls() {
		fits = m.high
	}
	return "those around " + fits.sample(fits.quantile(0.5)) + " are more, and probably fit " + unit
}

func epochReading(m mixup, unit string) string {
	for _, s := range epochScales {
		if s.unit != unit {
			continue
		}
		at, _ := binOf(s.from)
		for _, h := range []histogram{m.low, m.high} {
			if abs(h[0].Bin-at) < binsADecade {
				return "those around " + h.sample(h.quantile(0.5)) + " fit " + unit
			}
		}
		return "neither fits " + unit
	}
	return ""
}
