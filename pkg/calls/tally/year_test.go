package tally

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/calls/logs"
)

var years = flag.Int("years", 20, "how many generated years TestYear judges")

// year is a generated year of calls of ten tools, of which three drift and two are
// sent two units. What is not planted is noise: base errors, weekends that are
// quieter and worse, traffic that grows, bursts of a day, prices that spread wide,
// two price levels, currencies, round numbers.
type year struct {
	r         *rand.Rand
	contracts *calls.Contracts
	drifts    [3]planted
	mixed     [2]planted
	base      [10]float64 // share of invalid calls
	volume    [10]float64 // calls a day in the first week
	spread    [10]float64 // of prices, as the deviation of their logarithm
	burst     [10][3]int  // days
	tally     *Tally
}

// planted is a drift or a mix-up: from a day on, a share of a tool's calls.
type planted struct {
	tool, day int
	share     float64
	seen      int // the first day that has such a call
}

func (p *planted) hits(r *rand.Rand, tool, d int) bool {
	if p.tool != tool || d < p.day || r.Float64() >= p.share {
		return false
	}
	if p.seen == 0 {
		p.seen = d
	}
	return true
}

const firstDay = 19723 // 2024-01-01

func newYear(seed uint64) *year {
	r := rand.New(rand.NewPCG(seed, 2024))
	y := &year{r: r, contracts: &calls.Contracts{}}
	for i := range 10 {
		y.contracts.Tools = append(y.contracts.Tools, &calls.Tool{Index: i, Name: fmt.Sprintf("tool_%d", i), Fields: []calls.Field{
			{Path: "id"}, {Path: "amount", Quantity: true, Dimension: "money", Unit: "cents"}, {Path: "timeout", Quantity: true, Dimension: "duration", Unit: "ms"}, {Path: "note"},
		}})
		y.base[i] = math.Exp(-7 + 4*r.Float64()) // 0.1 % to 5 %
		y.volume[i] = math.Exp(2.7 + 2*r.Float64())
		y.spread[i] = 0.4 + 0.9*r.Float64()
		for b := range y.burst[i] {
			y.burst[i][b] = r.IntN(366)
		}
	}
	tools := r.Perm(10)
	for i := range y.drifts {
		y.drifts[i] = planted{tool: tools[i], day: 20 + r.IntN(320), share: 0.15 + 0.5*r.Float64()}
	}
	for i := range y.mixed {
		y.mixed[i] = planted{tool: tools[3+i], day: 1 + r.IntN(250), share: 0.06 + 0.4*r.Float64()}
		y.spread[tools[3+i]] = 0.4 + 0.2*r.Float64()
	}
	y.tally = New(y.contracts, "auto")
	return y
}

func (y *year) run() *Report {
	for d := range 366 {
		for tool := range 10 {
			n := y.volume[tool] * (1 + 2*float64(d)/365) * (0.8 + 0.4*y.r.Float64())
			if d%7 > 4 {
				n *= 0.3
			}
			for range int(n) {
				y.call(d, tool)
			}
		}
	}
	y.tally.AddLog(1, 0)
	return y.tally.Report()
}

func (y *year) call(d, tool int) {
	e := logs.Event{Line: 1, Time: (firstDay+int64(d))*day + y.r.Int64N(day)}
	o := calls.Observation{Valid: true, Sent: []int{0, 1, 2}}
	bad := y.base[tool]
	if d%7 > 4 {
		bad *= 1.7
	}
	if slices.Contains(y.burst[tool][:], d) {
		bad = 0.4
	}
	if y.r.Float64() < bad {
		y.fail(&o, []string{"id", "note", "timeout"}[y.r.IntN(3)], "an integer")
	}
	for i := range y.drifts {
		if y.drifts[i].hits(y.r, tool, d) {
			y.fail(&o, "id", "one of open, closed")
		}
	}
	y.numbers(&o, d, tool)
	y.tally.Add("calls.jsonl", y.contracts.Tools[tool], &e, &o)
}

func (y *year) fail(o *calls.Observation, field, want string) {
	o.Valid = false
	o.Faults = append(o.Faults, calls.Fault{Kind: calls.WrongType, Side: calls.ByTool, Field: field, Want: want, Text: field + " is not " + want, Shape: "wrong-type " + want})
}

func (y *year) numbers(o *calls.Observation, d, tool int) {
	cents := 3000 * math.Exp(y.spread[tool]*y.r.NormFloat64())
	seconds := []float64{5, 10, 15, 20, 30, 45, 60, 90}[y.r.IntN(8)]
	amount, timeout := fmt.Sprintf("%.0f", cents), fmt.Sprintf("%.0f", 1000*seconds)
	mixed := func(i int) bool { return y.mixed[i].hits(y.r, tool, d) }
	currency := ""
	switch {
	case mixed(0):
		amount = fmt.Sprintf("%.2f", cents/100)
	case mixed(1):
		timeout = fmt.Sprintf("%.0f", seconds)
	case tool == y.drifts[0].tool && y.r.IntN(4) == 0: // two price levels
		amount = fmt.Sprintf("%.0f", cents*25)
	case tool == y.drifts[1].tool: // yen have no cents
		currency = []string{"USD", "JPY"}[y.r.IntN(2)]
		if currency == "JPY" {
			amount = fmt.Sprintf("%.0f", cents*1.5)
		}
	case tool == y.drifts[2].tool: // round numbers
		amount = []string{"100", "200", "500", "1000", "2000", "5000", "10000", "20000", "50000", "100000"}[y.r.IntN(10)]
	}
	o.Numbers = append(o.Numbers, calls.Number{Field: 1, Text: amount, Currency: currency}, calls.Number{Field: 2, Text: timeout})
}

// TestYear holds that in a year of calls each planted drift and mix-up is found,
// on its day, and nothing else is.
func TestYear(t *testing.T) {
	for seed := range *years {
		y := newYear(uint64(seed))
		var got, want []string
		for _, tool := range y.run().Tools {
			for _, s := range tool.Steps {
				got = append(got, fmt.Sprintf("%s steps up at %s: %s", tool.Tool, s.At[:10], textOf(tool, s.Fault)))
			}
			for _, f := range tool.Fields {
				for _, s := range f.Steps {
					got = append(got, fmt.Sprintf("%s %s steps up at %s: %s", tool.Tool, f.Field, s.At[:10], textOf(tool, s.Fault)))
				}
				for _, m := range f.Mixups {
					got = append(got, fmt.Sprintf("%s %s mixes units %s apart %s, since %s: %s", tool.Tool, f.Field, m.Factor, m.Currency, m.Low.From[:10], strings.Split(m.Reading, "; ")[1]))
				}
			}
		}
		for _, p := range y.drifts {
			at := stamp((firstDay + int64(p.seen)) * day)[:10]
			for _, what := range []string{"", " id"} {
				want = append(want, fmt.Sprintf("tool_%d%s steps up at %s: id is not one of open, closed", p.tool, what, at))
			}
		}
		for i, p := range y.mixed {
			what, other := "amount mixes units 100", "major units, as dollars"
			if i == 1 {
				what, other = "timeout mixes units 1000", "s"
			}
			since := stamp((firstDay + int64(p.seen)) * day)[:10]
			want = append(want, fmt.Sprintf("tool_%d %s apart , since %s: the lower ones are probably %s", p.tool, what, since, other))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: got\n\t%s\nwant\n\t%s\n%+v %+v", seed, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"), y.drifts, y.mixed)
		}
	}
}

// textOf is the text of a mistake of a tool.
func textOf(tool Tool, shape string) string {
	for _, f := range tool.Faults {
		if f.Shape == shape {
			return f.Text
		}
	}
	return "no mistake"
}
