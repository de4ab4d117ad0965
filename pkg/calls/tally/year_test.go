package tally_test

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/calls/tally"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

var (
	years = flag.Int("years", 20, "how many generated years TestYear judges")
	from  = flag.Int("from", 0, "the seed of the first of them")
)

// contractsOf are those of a tool list and a spec in a folder of testdata.
func contractsOf(t testing.TB, dir string) *calls.Contracts {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("testdata", dir))
	if err != nil {
		t.Fatal(err)
	}
	r, err := check.Open(check.Inputs{Dir: dir, Root: dir, Tools: []string{"tools.json"}, Spec: []string{"api.yaml"}})
	if err != nil {
		t.Fatal(err)
	}
	r.Match()
	r.Compare()
	return calls.Compile(r, r.Judge(rules.Settings{Today: "2026-01-01"}))
}

// year is a generated year of calls of ten tools, of which three drift and two are
// sent two units. What is not planted is noise: base errors, weekends that are
// quieter and worse, traffic that grows, bursts of a day, prices that spread wide,
// two price levels, currencies, round numbers.
type year struct {
	r      *rand.Rand
	tools  []*calls.Tool
	drifts [3]planted
	mixed  [2]planted
	base   [10]float64 // share of invalid calls
	volume [10]float64 // calls a day in the first week
	spread [10]float64 // of prices, as the deviation of their logarithm
	burst  [10][3]int  // days
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

func (p *planted) date() string {
	return firstDay.AddDate(0, 0, p.seen).Format(time.DateOnly)
}

var firstDay = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

func newYear(seed uint64, tools []*calls.Tool) *year {
	r := rand.New(rand.NewPCG(seed, 2024))
	y := &year{r: r, tools: tools}
	for i := range 10 {
		y.base[i] = math.Exp(-7 + 4*r.Float64()) // 0.1 % to 5 %
		y.volume[i] = math.Exp(2.3 + 1.5*r.Float64())
		y.spread[i] = 0.4 + 0.9*r.Float64()
		for b := range y.burst[i] {
			y.burst[i][b] = r.IntN(366)
		}
	}
	of := r.Perm(10)
	for i := range y.drifts {
		y.drifts[i] = planted{tool: of[i], day: 20 + r.IntN(320), share: 0.15 + 0.5*r.Float64()}
	}
	for i := range y.mixed {
		y.mixed[i] = planted{tool: of[3+i], day: 1 + r.IntN(250), share: 0.08 + 0.4*r.Float64()}
		y.spread[of[3+i]] = 0.4 + 0.2*r.Float64()
	}
	return y
}

// write writes the calls as lines, in order of time.
func (y *year) write(out io.Writer) error {
	w := bufio.NewWriter(out)
	for d := range 366 {
		var lines []string
		for tool := range 10 {
			n := y.volume[tool] * (1 + 2*float64(d)/365) * (0.8 + 0.4*y.r.Float64())
			if d%7 > 4 {
				n *= 0.3
			}
			head := `", "tool": "` + y.tools[tool].Name + `", "args": {`
			for range int(n) {
				at := firstDay.AddDate(0, 0, d).Add(time.Duration(y.r.Int64N(int64(24 * time.Hour))))
				line := at.AppendFormat(append(make([]byte, 0, 200), `{"time": "`...), time.RFC3339)
				line = append(y.args(append(line, head...), d, tool), "}}\n"...)
				lines = append(lines, string(line))
			}
		}
		slices.Sort(lines)
		for _, l := range lines {
			w.WriteString(l)
		}
	}
	return w.Flush()
}

// args are what one call sends, as JSON text; "": not sent.
type args struct{ amount, currency, id, memo, note, reason, status, timeout string }

func (y *year) args(to []byte, d, tool int) []byte {
	args := args{id: `"ch_` + strconv.Itoa(y.r.IntN(1e6)) + `"`, status: `"open"`, note: `"as asked"`}
	y.numbers(&args, d, tool)
	bad := y.base[tool]
	if d%7 > 4 {
		bad *= 1.7
	}
	if slices.Contains(y.burst[tool][:], d) {
		bad = 0.4
	}
	if y.r.Float64() < bad {
		switch y.r.IntN(4) {
		case 0:
			args.note = "17"
		case 1:
			args.timeout = `"soon"`
		case 2:
			args.reason = `"asked"`
		case 3:
			args.amount = ""
		}
	}
	if y.drifts[0].hits(y.r, tool, d) {
		args.id = "4411"
	}
	if y.drifts[1].hits(y.r, tool, d) {
		args.memo, args.note = args.note, ""
	}
	if y.drifts[2].hits(y.r, tool, d) {
		args.status = `"pending"`
	}
	between := ""
	for _, m := range [...]struct{ key, value string }{
		{`"amount": `, args.amount}, {`"currency": `, args.currency}, {`"id": `, args.id}, {`"memo": `, args.memo},
		{`"note": `, args.note}, {`"reason": `, args.reason}, {`"status": `, args.status}, {`"timeout": `, args.timeout},
	} {
		if m.value != "" {
			to = append(append(append(to, between...), m.key...), m.value...)
			between = ", "
		}
	}
	return to
}

func (y *year) numbers(args *args, d, tool int) {
	cents := 3000 * math.Exp(y.spread[tool]*y.r.NormFloat64())
	seconds := []int{5, 10, 15, 20, 30, 45, 60, 90}[y.r.IntN(8)]
	args.amount, args.timeout = decimal(cents, 0), strconv.Itoa(1000*seconds)
	args.currency = []string{`"USD"`, `"EUR"`}[y.r.IntN(2)]
	switch {
	case y.mixed[0].hits(y.r, tool, d):
		args.amount = decimal(cents/100, 2)
	case y.mixed[1].hits(y.r, tool, d):
		args.timeout = strconv.Itoa(seconds)
	case tool == y.drifts[0].tool && y.r.IntN(4) == 0: // two price levels
		args.amount = decimal(cents*25, 0)
	case tool == y.drifts[1].tool && y.r.IntN(2) == 0: // yen have no cents
		args.currency, args.amount = `"JPY"`, decimal(cents*1.5, 0)
	case tool == y.drifts[2].tool: // round numbers
		args.amount = []string{"100", "200", "500", "1000", "2000", "5000", "10000", "20000", "50000", "100000"}[y.r.IntN(10)]
	}
}

func decimal(v float64, decimals int) string { return strconv.FormatFloat(v, 'f', decimals, 64) }

// wanted are the lines that a report must have, and no others.
func (y *year) wanted() []string {
	name := func(p planted) string { return y.tools[p.tool].Name }
	var want []string
	for i, fault := range []string{"wrong-type of id", "unknown-field of memo", "not-listed of status"} {
		p := y.drifts[i]
		want = append(want, fmt.Sprintf("%s steps up at %s: %s", name(p), p.date(), fault))
		if field := []string{"id", "", "status"}[i]; field != "" {
			want = append(want, fmt.Sprintf("%s %s steps up at %s: %s", name(p), field, p.date(), fault))
		}
	}
	for _, currency := range []string{"EUR", "USD"} {
		want = append(want, fmt.Sprintf("%s amount mixes units 100 apart in %s: the lower ones are probably major units, as dollars", name(y.mixed[0]), currency))
	}
	want = append(want, fmt.Sprintf("%s timeout mixes units 1000 apart in : the lower ones are probably s", name(y.mixed[1])))
	slices.Sort(want)
	return want
}

// told are the steps and mix-ups of a report, a line each.
func told(r *tally.Report) []string {
	var got []string
	for _, tool := range r.Tools {
		for _, s := range tool.Steps {
			got = append(got, tool.Tool+step(&tool, s))
		}
		for _, f := range tool.Fields {
			for _, s := range f.Steps {
				got = append(got, tool.Tool+" "+f.Field+step(&tool, s))
			}
			for _, m := range f.Mixups {
				_, other, _ := strings.Cut(m.Reading, "; ")
				got = append(got, fmt.Sprintf("%s %s mixes units %s apart in %s: %s", tool.Tool, f.Field, m.Factor, m.Currency, other))
			}
		}
	}
	slices.Sort(got)
	return got
}

func step(tool *tally.Tool, s tally.Step) string {
	way := "up"
	if s.After < s.Before {
		way = "down"
	}
	fault := "no mistake"
	for _, f := range tool.Faults {
		if f.Shape == s.Fault {
			fault = f.Kind + " of " + f.Field
		}
	}
	return fmt.Sprintf(" steps %s at %s: %s", way, s.At[:10], fault)
}

// dated holds that the smaller cluster of a mix-up begins about when it was planted.
func (y *year) dated(t *testing.T, r *tally.Report) {
	t.Helper()
	for i, p := range y.mixed {
		for _, tool := range r.Tools {
			for _, f := range tool.Fields {
				for _, m := range f.Mixups {
					if tool.Tool != y.tools[p.tool].Name || f.Field != []string{"amount", "timeout"}[i] {
						continue
					}
					from, err := time.Parse(time.RFC3339, m.Low.From)
					if off := from.Sub(firstDay.AddDate(0, 0, p.seen)).Abs(); err != nil || off > 21*24*time.Hour {
						t.Errorf("%s %s is mixed since %s (%v), not %s", tool.Tool, f.Field, m.Low.From, err, p.date())
					}
				}
			}
		}
	}
}

// streamed is a log that is written while it is read.
func streamed(name string, write func(io.Writer) error) tally.Log {
	return tally.Log{Name: name, Open: func() (io.ReadCloser, error) {
		r, w := io.Pipe()
		go func() { w.CloseWithError(write(w)) }()
		return r, nil
	}}
}

func flagged(name string) (is bool) {
	flag.Visit(func(f *flag.Flag) { is = is || f.Name == name })
	return is
}

// TestYear holds that in a year of calls each planted drift and mix-up is found,
// on its day, and nothing else is.
func TestYear(t *testing.T) {
	c := contractsOf(t, "year")
	missed := 0
	switch {
	case race && !flagged("years"):
		*years = 1 // Drive is what runs at once, and a year is many chunks; a detector takes 20 times as long
	case testing.Short():
		*years = min(*years, 3)
	}
	for seed := *from; seed < *from+*years; seed++ {
		y := newYear(uint64(seed), c.Tools)
		counts := tally.New(c, "auto")
		if refused := counts.Drive(c, []tally.Log{streamed("year.jsonl", y.write)}, &tally.Progress{}); refused != nil {
			t.Fatal(refused)
		}
		r := counts.Report()
		if r.Summary.Broken > 0 || r.Summary.Unknown > 0 || r.Summary.Judged < 50_000 {
			t.Fatalf("%+v", r.Summary)
		}
		got, want := told(r), y.wanted()
		if !slices.Equal(got, want) {
			missed++
			t.Errorf("seed %d: got\n\t%s\nwant\n\t%s\n%+v %+v", seed, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"), y.drifts, y.mixed)
		}
		y.dated(t, r)
	}
	t.Logf("%d of %d years are told as they were planted", *years-missed, *years)
}
