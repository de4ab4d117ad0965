package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"testing"
	"testing/quick"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

func written(t *testing.T, format string, r *tally.Report, v View) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Calls(&out, format, r, v); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestCallsText(t *testing.T) {
	golden(t, "calls.golden", written(t, "text", calledYear(), View{}))
	golden(t, "calls_verbose.golden", written(t, "text", calledYear(), View{Verbose: true, ASCII: true, FailUnder: 0.95, Path: func(name string) string { return "../" + name }}))
	golden(t, "calls_color.golden", written(t, "text", calledYear(), View{Color: true, Brief: true}))
}

// A comment is bounded, whatever the log: it says what it leaves out, and what it
// folds it closes.
func TestCallsMarkdown(t *testing.T) {
	golden(t, "calls_markdown.golden", written(t, "markdown", calledYear(), View{FailUnder: 0.97}))
	large := calledYear()
	for i := range 400 {
		tool := large.Tools[3]
		tool.Tool = fmt.Sprintf("create_refund_%d", i)
		large.Tools = append(large.Tools, tool)
	}
	for _, r := range []*tally.Report{large, hostileCalls()} {
		for _, most := range []int{0, 3000, 1500} {
			text := string(written(t, "markdown", r, View{Most: most}))
			limit := most
			if most == 0 {
				limit = commentMost
			}
			if len(text) > limit {
				t.Errorf("%d bytes, more than %d", len(text), limit)
			}
			if open, closed := strings.Count(text, "<details"), strings.Count(text, "</details>"); open != closed {
				t.Errorf("%d are folded, %d closed:\n%s", open, closed, text)
			}
			if r == large && !strings.Contains(text, "did not fit here") {
				t.Errorf("in %d bytes nothing is left out:\n%s", most, text)
			}
		}
	}
}

// A report without anything in it says so, in each format, and has [] for a list.
func TestCallsNothing(t *testing.T) {
	want := "no call of any tool was found\nnothing judged\njudged 0 of 0 calls in 0 logs (0 records)\n"
	if diff := cmp.Diff(want, string(written(t, "text", &tally.Report{}, View{Incomplete: "nothing judged"}))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	r := &tally.Report{Tools: []tally.Tool{{Faults: make([]tally.Fault, 1), Steps: make([]tally.Step, 1), Fields: []tally.Field{{Mixups: make([]tally.Mixup, 1), Steps: make([]tally.Step, 1)}}}}}
	if text := string(written(t, "json", r, View{})); strings.Count(text, "null") != 2 { // the findings on the fault and on the mix-up
		t.Errorf("a list is null:\n%s", text)
	}
	if r.Tools[0].Operations != nil || r.Tools[0].Fields[0].Mixups[0].Low.Examples != nil {
		t.Error("writing a report has changed it")
	}
	if err := Calls(&bytes.Buffer{}, "yaml", r, View{}); err == nil || err.Error() != `there is no format "yaml"; there are `+strings.Join(callsFormatNames(), ", ") {
		t.Errorf("an unknown format: %v", err)
	}
}

// What JSON says is what the report holds.
func TestCallsJSON(t *testing.T) {
	var back struct {
		tally.Report
		Complete   bool
		Incomplete string
	}
	if err := json.Unmarshal(written(t, "json", calledYear(), View{}), &back); err != nil {
		t.Fatal(err)
	}
	if !back.Complete || back.Incomplete != "" {
		t.Errorf("complete %v, %q", back.Complete, back.Incomplete)
	}
	if diff := cmp.Diff(calledYear(), &back.Report, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if err := json.Unmarshal(written(t, "json", calledYear(), View{Incomplete: "no call was judged"}), &back); err != nil {
		t.Fatal(err)
	}
	if back.Complete || back.Incomplete != "no call was judged" {
		t.Errorf("complete %v, %q", back.Complete, back.Incomplete)
	}
}

// A share that is not all is never shown as 100 %, and the gate's words show which
// side is less.
func TestCallsShares(t *testing.T) {
	for _, c := range []struct {
		part, whole int64
		want        string
	}{{0, 9, "0 %"}, {9, 9, "100 %"}, {1, 3, "33.3 %"}, {99999, 100000, "over 99.9 %"}, {1, 100000, "under 0.1 %"}, {1, 2, "50.0 %"}} {
		if got := portion(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d is %q, want %q", c.part, c.whole, got, c.want)
		}
	}
	for _, c := range []struct {
		share, least float64
		want         string
	}{
		{0.94996, 0.95, "94.996 % valid is under the 95.000 % asked for"},
		{0.95, 0.95, "95.0 % valid is not under the 95.0 % asked for"},
		{0.5, 0.95, "50.0 % valid is under the 95.0 % asked for"},
	} {
		if got := gateWords(c.share, c.least); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 12345678: "12,345,678"} {
		if got := group(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

// hostileCalls is a report whose every text is evil.
func hostileCalls() *tally.Report {
	step := tally.Step{At: evil, After: 0.5, Method: evil, Fault: evil, Commits: []tally.Commit{{Hash: evil, Time: evil, Subject: evil, File: evil, Side: evil}}}
	curve := []tally.Point{{Start: evil, Calls: 1}, {Start: "2026-01-01T00:00:00Z", Calls: 2, Invalid: 1}, {Start: "9999-12-31T00:00:00Z", Calls: 2, Invalid: 2}}
	cluster := tally.Cluster{Calls: 2, Median: evil, Examples: []string{evil, evil}}
	tool := tally.Tool{
		Contract: evil, Tool: evil, Operations: []string{evil}, Calls: 3, Valid: 1, Share: 1.0 / 3, Explained: 1, Curve: curve, Steps: []tally.Step{step},
		Faults: []tally.Fault{{
			Kind: evil, Side: evil, Field: evil, Want: evil, Text: evil, Calls: 2, Share: 1, First: evil, Last: evil,
			Examples: []tally.Example{{Log: evil, Line: 1, Got: evil, Send: evil, Text: evil}}, Drift: &tally.Drift{Rule: evil, Fingerprint: evil, Message: evil, Fix: evil, File: evil, Line: 1},
		}},
		Fields: []tally.Field{{
			Field: evil, Sent: 3, Invalid: 2, Share: 0.3, Unit: evil, Curve: curve, Steps: []tally.Step{step},
			Mixups:    []tally.Mixup{{Factor: evil, Kind: evil, Currency: evil, States: evil, API: evil, Reading: evil, Low: cluster, High: cluster, Drift: &tally.Drift{Rule: evil, Fingerprint: evil, Message: evil, Fix: evil, File: evil, Line: 1}}},
			Histogram: []tally.Bin{{Low: 1, High: 10, Calls: 2}, {Low: 10, High: 100, Calls: 3}},
		}},
	}
	other := tool
	other.Contract = "b"
	return &tally.Report{
		Summary: tally.Summary{Logs: 1, Records: 9, Broken: 1, Calls: 8, Judged: 6, Valid: 2, Invalid: 4, Explained: 1, Unexplained: 3, Share: 1.0 / 3, From: evil, To: evil, Bucket: "day"},
		Tools:   []tally.Tool{tool, other}, Unknown: []tally.Named{{Name: evil, Calls: 2, Nearest: evil}}, Broken: []tally.Broken{{Log: evil, Line: 2, Why: evil}},
	}
}

// Text of a log is data in each format, whatever it is written to do.
func TestCallsHostile(t *testing.T) {
	for _, format := range callsFormatNames() {
		for _, v := range []View{{Incomplete: evil}, {Incomplete: evil, Verbose: true}} {
			out := string(written(t, format, hostileCalls(), v))
			if i := strings.IndexAny(out, "\x00\x1b\x07\r\u202e\u2066"); i >= 0 || !utf8.ValidString(out) {
				t.Errorf("%s holds a character that a terminal acts on: %q", format, out[max(0, i-40):min(len(out), i+40)])
			}
			if i := strings.Index(out, "##["); i >= 0 {
				t.Errorf("%s holds ##[: %q", format, out[max(0, i-40):min(len(out), i+40)])
			}
			for i, line := range strings.Split(out, "\n") {
				if strings.HasPrefix(strings.TrimSpace(line), "::") {
					t.Errorf("%s: line %d is a command: %s", format, i+1, line)
				}
			}
		}
	}
}

// What the words of a mistake have said is not said again, and what they have not is.
func TestCallsSent(t *testing.T) {
	for _, c := range []struct{ text, got, send, wantGot, wantSend string }{
		{`limit is the string "100", not an integer; send 100`, `"100"`, "100", "", ""},
		{`limit is the string "100", not an integer; send 100`, `"20"`, "20", `"20"`, "20"},
		{"limit is 500, above 100", "50", "", "50", ""},
		{"limit is 500, above 100", "500", "", "", ""},
		{"line_1 is no field of the tool", "1", "", "1", ""},
		{"it is 1", "1", "", "", ""},
	} {
		got, send := sentWords(&tally.Fault{Text: c.text}, &tally.Example{Got: c.got, Send: c.send})
		if got != c.wantGot || send != c.wantSend {
			t.Errorf("%q after %s: got %q and %q, want %q and %q", c.text, c.got, got, send, c.wantGot, c.wantSend)
		}
	}
}

// Whatever a summary from elsewhere says, no format fails on it, and each stays what it
// has to be: readable by its kind of reader, and bounded.
func TestCallsWhatever(t *testing.T) {
	rnd := rand.New(rand.NewSource(11))
	times := []string{"", "2026-01-01T00:00:00Z", "2026-01-02T05:00:00Z", "2025-12-31T23:00:00Z", "9999-12-31T00:00:00Z", "soon"}
	for range 150 {
		v, ok := quick.Value(reflect.TypeFor[tally.Report](), rnd)
		if !ok {
			t.Fatal("no report is made")
		}
		r := v.Interface().(tally.Report)
		r.Summary.Bucket = []string{"hour", "day", "", "week"}[rnd.Intn(4)]
		r.Summary.To = times[rnd.Intn(len(times))]
		for i := range r.Tools {
			tool := &r.Tools[i]
			timed := func(curve []tally.Point, steps []tally.Step) {
				for i := range curve {
					curve[i].Start = times[rnd.Intn(len(times))]
				}
				for i := range steps {
					steps[i].At = times[rnd.Intn(len(times))]
				}
			}
			timed(tool.Curve, tool.Steps)
			for j := range tool.Fields {
				f := &tool.Fields[j]
				timed(f.Curve, f.Steps)
				for k := range f.Mixups {
					f.Mixups[k].Low.Median, f.Mixups[k].High.Median = fmt.Sprint(rnd.NormFloat64()), []string{"Inf", "0", "-7", "x"}[rnd.Intn(4)]
				}
			}
		}
		for _, v := range []View{{Most: 3000}, {Verbose: true, ASCII: true, FailUnder: 0.5}} {
			for _, format := range callsFormatNames() {
				out := string(written(t, format, &r, v))
				switch format {
				case "json":
					if !json.Valid([]byte(out)) {
						t.Fatal("no JSON")
					}
				case "openmetrics":
					if _, err := openMetrics(out); err != nil {
						t.Fatal(err)
					}
				case "markdown":
					if v.Most > 0 && len(out) > v.Most {
						t.Fatalf("%d bytes, more than %d", len(out), v.Most)
					}
				case "html":
					if i := strings.Index(out, "NaN"); i >= 0 && strings.Contains(out, `="NaN`) {
						t.Fatalf("a drawing has no place: %s", out[max(0, i-80):i+80])
					}
				}
			}
		}
	}
}
