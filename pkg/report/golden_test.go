package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	gold "github.com/tooldrift/tooldrift/pkg/calls/golden"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Whatever prompts, tools and values are called, no format lets a terminal, GitHub's
// runner or a page act on it.
func TestGoldenHostile(t *testing.T) {
	const evil = "\x1b[31m\n::error::x ##[error]x <b> | `x` \u202e"
	const name = "\x1b[31m\n::error::x ##[error]x `x` \u202e" // shown as code, where a tag is none
	file := &source.File{Name: name, Data: []byte(evil)}
	at := source.Span{File: file, Start: 0, End: 3}
	place := &gold.Place{File: name, Line: 1, Column: 1, EndLine: 1, EndColumn: 2}
	r := &gold.Result{
		Version:  1,
		Summary:  gold.Summary{Scored: true, Cases: 1, Runs: 1, Findings: 1},
		Findings: []gold.Finding{{Kind: "wrong-type", Case: evil, Tool: evil, Field: evil, Message: evil, Fix: evil, At: place, ToolAt: place, Span: at, ToolSpan: at, Drift: &gold.Drift{Rule: "bad-example", Message: evil}}},
		Tools:    []gold.ToolScore{{Tool: evil, Calls: 1, Fields: []gold.FieldScore{{Field: evil, Scored: 1, WrongValue: 1}}}},
		Runs: []gold.CaseRun{{Case: evil, Run: 2, Note: evil, Calls: []gold.CallRun{
			{Tool: evil, Got: evil, Verdict: gold.WrongFields, Log: name, Line: 1, Wrong: []gold.Wrong{{Spot: evil, Verdict: gold.WrongValue, Want: evil, Got: evil, Reading: evil}}},
			{Index: -1, Got: evil, Verdict: gold.ExtraCall, Log: name, Line: 2},
		}}},
		Absent: []string{evil}, Strays: []gold.Stray{{Case: evil, Calls: 1, Nearest: evil}}, Broken: []gold.Broken{{Log: evil, Line: 1, Why: evil}},
		Uncovered: []gold.Uncovered{{Tool: evil, Field: evil, Value: evil}, {Tool: evil}},
		Against:   &gold.Comparison{File: evil, Fell: []gold.Change{{Tool: evil, Field: evil, Cases: []string{evil}}}, Rose: []gold.Change{{Tool: evil, Cases: []string{evil}}}},
	}
	for _, f := range GoldenFormats {
		var out bytes.Buffer
		if err := Golden(&out, f.Name, r, View{Verbose: true}); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		for _, bad := range []string{"\x1b", "\u202e", "##["} {
			if strings.Contains(text, bad) {
				t.Errorf("%s lets %q through:\n%s", f.Name, bad, text)
			}
		}
		for line := range strings.Lines(text) {
			if strings.HasPrefix(strings.TrimSpace(line), "::") {
				t.Errorf("%s has a command for GitHub: %s", f.Name, line)
			}
		}
		if f.Name == "markdown" && strings.Contains(text, "<b>") {
			t.Errorf("markdown has tags of an input:\n%s", text)
		}
	}
}

// A comment on GitHub has an end: what does not fit is counted.
func TestGoldenMarkdownFits(t *testing.T) {
	r := &gold.Result{Version: 1, Summary: gold.Summary{Scored: true, Cases: 5000, Runs: 5000}}
	for i := range 5000 {
		r.Runs = append(r.Runs, gold.CaseRun{Case: fmt.Sprint("case-", i), Run: 1, Calls: []gold.CallRun{{Tool: "create_refund", Verdict: gold.NoCall}}})
		r.Tools = append(r.Tools, gold.ToolScore{Tool: fmt.Sprint("tool_", i), Calls: 1, Missing: 1})
	}
	few := &gold.Result{Version: 1, Summary: r.Summary, Runs: r.Runs[:50], Tools: r.Tools[:50]}
	for most := 300; most < 2000; most += 7 {
		text := goldenMarkdown(few, View{Most: most})
		opened, closed := bytes.Count(text, []byte("<details>")), bytes.Count(text, []byte("</details>"))
		rows, heads := bytes.Count(text, []byte(`| tool\_`)), bytes.Count(text, []byte("| --- |\n"))
		if len(text) > most || opened != closed || heads != min(rows, 1) {
			t.Fatalf("of %d bytes: %d details are opened and %d closed, %d rows have %d heads:\n%s", most, opened, closed, rows, heads, text)
		}
	}
	text := goldenMarkdown(r, View{})
	if len(text) > commentMost || !bytes.Contains(text, []byte("more did not fit here; `tooldrift golden --verbose` prints all.")) {
		t.Errorf("%d bytes, which end in %q", len(text), text[max(0, len(text)-200):])
	}
}

// What is not all right is never 100 %.
func TestGoldenPercent(t *testing.T) {
	r := &gold.Result{Version: 1, Summary: gold.Summary{Scored: true, Runs: 100_000, Right: 99_999, Share: 0.99999, Fields: 100_000, Exact: 99_999}}
	if text := goldenOutcome(r); !strings.HasSuffix(text, ": over 99.9 % of answers right, over 99.9 % of fields") {
		t.Error(text)
	}
}

// What a limit has left out is said, with the limit and what to do.
func TestGoldenLimits(t *testing.T) {
	r := &gold.Result{Version: 1, Summary: gold.Summary{Findings: 3, Cut: 1, Beyond: 5, Rough: 2, Untold: 7}}
	want := `3 findings not listed: of one golden call 1000 findings are
1 golden call with more ways to be right than were judged, beyond the limit of 1000 ways to be right, or in all the limit of 2000000 values; it cannot be raised, accept fewer values
5 calls not scored, beyond the limit of 1000 calls; it cannot be raised, split the log
2 answers paired by tool and order alone in part, beyond the limit of 2000000 values; it cannot be raised, split the case
7 calls of further prompts that no case has, beyond the limit of 10000 prompts; it cannot be raised, leave logs of other prompts out
`
	if got := string(goldenText(r, View{})); !strings.HasPrefix(got, want) {
		t.Errorf("%s", got)
	}
}
