package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func TestGitHub(t *testing.T) {
	golden(t, "github.golden", GitHub(sample(t), View{Least: rules.Warning}))
}

// TestGitHubLeftOut holds that no more is annotated than GitHub keeps, that the
// worst are, and that the rest is said to be there.
func TestGitHubLeftOut(t *testing.T) {
	r := &rules.Report{}
	f := &source.File{Name: "t.json", Data: []byte("x")}
	for i := range 30 {
		severity := rules.Warning
		if i >= 15 {
			severity = rules.Error
		}
		r.Findings = append(r.Findings, &rules.Finding{Rule: "r", Severity: severity, At: source.Span{File: f, End: 1}})
	}
	got := string(GitHub(r, View{}))
	for what, want := range map[string]int{"::error ": 10, "::warning ": 10, "5 errors and 5 warnings more than GitHub annotates": 1, "t.json:1:1: error": 15} {
		if n := strings.Count(got, what); n != want {
			t.Errorf("%q stands %d times in it, want %d", what, n, want)
		}
	}
	if !strings.HasPrefix(got, "::error ") {
		t.Errorf("begins with %.20q, want an error", got)
	}
}

// commands are the workflow commands in a log, as GitHub's runner reads it
// (actions/runner, ActionCommand.cs): a line that begins with "::" once the spaces of
// Unicode are taken off it, and "##[" anywhere.
func commands(log string) []string {
	var out []string
	for line := range strings.SplitSeq(log, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") {
			out = append(out, line)
		}
	}
	return out
}

// TestGitHubCommands holds that only what annotates is a command, wherever a
// stranger's text begins a line: a file's name begins the line of each finding.
func TestGitHubCommands(t *testing.T) {
	for _, evil := range []string{"::stop-commands::x", " ::error::x", "\t::error::x", "\u00a0::error::x", "\u3000\u2003::warning::x", "\u0085::add-mask::x", "x\n::set-env name=a::b", "x\r::error::y", "##[error]x", "a##[b", "%0A::error::x", "a,title=b:c"} {
		f := &source.File{Name: evil, Data: []byte(evil)}
		at := source.Span{File: f, End: len(f.Data)}
		r := &rules.Report{
			Findings: []*rules.Finding{{Rule: "r", Severity: rules.Error, Tool: evil, Message: evil, Why: evil, Fix: evil, At: at, ToolAt: at, SpecSays: evil}},
			Base:     &rules.Base{Revision: evil, Fixed: []*rules.Finding{{Rule: evil, Tool: evil, Message: evil}}, Baselined: []rules.BaselineEntry{{Rule: evil, At: at}}},
		}
		for _, v := range []View{{}, {Brief: true}, {Repo: evil}} {
			got := commands(string(GitHub(r, v)))
			if len(got) != 1 || !strings.HasPrefix(got[0], "::error file=") || strings.Contains(got[0], "##[") {
				t.Errorf("%q: commands %q, want the annotation alone", evil, got)
				continue
			}
			head, _, _ := strings.Cut(got[0][len("::error "):], "::")
			var keys []string
			for property := range strings.SplitSeq(head, ",") {
				key, _, _ := strings.Cut(property, "=")
				keys = append(keys, key)
			}
			if diff := cmp.Diff("file line col endLine title", strings.Replace(strings.Join(keys, " "), "endLine endColumn", "endLine", 1)); diff != "" {
				t.Errorf("%q: the properties of %q\n%s", evil, got[0], diff)
			}
		}
	}
}

// TestGitHubIncomplete holds that a run that is not the whole truth is annotated
// before all else, and takes the place of one finding.
func TestGitHubIncomplete(t *testing.T) {
	r := &rules.Report{}
	for range 12 {
		r.Findings = append(r.Findings, &rules.Finding{Rule: "r", Severity: rules.Error, At: source.Span{File: &source.File{Name: "t.json"}}})
	}
	got := commands(string(GitHub(r, View{Incomplete: "an input was refused: 100%"})))
	if len(got) != mostAnnotations || got[0] != "::error title=tooldrift::an input was refused: 100%25" {
		t.Errorf("%d commands, first %q", len(got), got[0])
	}
}

// TestGitHubNotes holds that notes are annotated where they are asked for.
func TestGitHubNotes(t *testing.T) {
	r := &rules.Report{Findings: []*rules.Finding{{Rule: "r", Severity: rules.Note, At: source.Span{File: &source.File{Name: "t.json"}}}}}
	if got := commands(string(GitHub(r, View{Least: rules.Warning}))); got != nil {
		t.Errorf("a note that is not printed: %q", got)
	}
	want := []string{"::notice file=t.json,line=1,col=1,endLine=1,endColumn=1,title=r::"}
	if diff := cmp.Diff(want, commands(string(GitHub(r, View{})))); diff != "" {
		t.Error(diff)
	}
}

// TestGitHubBase holds that what the base has too is neither annotated nor listed, that
// an annotation stands on the line of the spec that broke the tool, and that places
// are those of the repository.
func TestGitHubBase(t *testing.T) {
	r := against(t)
	got := commands(string(GitHub(r, View{Repo: "svc/pay"})))
	if len(got) != 1 || !strings.HasPrefix(got[0], "::error file=svc/pay/api/openapi.yaml,line=5,col=9,endLine=5,endColumn=19,title=renamed-field::") ||
		!strings.Contains(got[0], "%0Atool: svc/pay/agents/refunds.json:4:2%0Aspec: svc/pay/api/openapi.yaml:5:9%0A") {
		t.Errorf("annotations %q", got)
	}
	if got := commands(string(GitHub(r, View{Repo: "."}))); len(got) != 1 || !strings.HasPrefix(got[0], "::error file=api/openapi.yaml,") {
		t.Errorf("at the top of the repository: %q", got)
	}
}

// TestStepSummary holds that the summary of a step never grows beyond what GitHub
// takes, whatever stands in it already, and that no finding is cut in two.
func TestStepSummary(t *testing.T) {
	r := &rules.Report{Summary: rules.Summary{Errors: 5000}}
	f := &source.File{Name: "t.json", Data: []byte("x")}
	for i := range 5000 {
		r.Findings = append(r.Findings, &rules.Finding{
			Rule: "r", Severity: rules.Error, Tool: fmt.Sprintf("tool_%d", i%50), Message: strings.Repeat("ü", 200), Why: "the end of " + fmt.Sprint(i), At: source.Span{File: f, End: 1},
		})
	}
	for _, holds := range []int64{0, 500_000, summaryMost - summaryLeast - 1} {
		got := StepSummary(r, View{}, holds)
		if got == nil || int64(len(got))+holds > summaryMost {
			t.Errorf("%d bytes behind %d, want at most %d", len(got), holds, summaryMost)
		}
		whole := bytes.Count(got, []byte("the end of "))
		if begun := bytes.Count(got, []byte("- **error** ")); begun != whole {
			t.Errorf("behind %d bytes %d findings begin and %d end", holds, begun, whole)
		}
		if want := fmt.Sprintf("%d errors more did not fit here", 5000-whole); !bytes.Contains(got, []byte(want)) {
			t.Errorf("behind %d bytes it is not said that %s", holds, want)
		}
	}
	if got := StepSummary(r, View{}, summaryMost-summaryLeast+1); got != nil {
		t.Errorf("no room is left, and %d bytes are written", len(got))
	}
}
