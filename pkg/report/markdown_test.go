package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func TestMarkdown(t *testing.T) {
	golden(t, "markdown.golden", Markdown(sample(t), View{Least: rules.Note, ShowWaived: true}))
}

// TestMarkdownOfNothing holds that a run without findings says so, and what was compared.
func TestMarkdownOfNothing(t *testing.T) {
	r := &rules.Report{Summary: rules.Summary{Tools: 1, Bound: 1, Fields: 3, ByHow: map[string]int{"config": 1}}}
	if got, want := string(Markdown(r, View{})), "### tooldrift: no findings\n\ncompared 3 fields of 1 tool (1 by config)\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestMarkdownFits holds that a report is never longer than it may be, that what
// it leaves out is counted, and that the worst is what it keeps.
func TestMarkdownFits(t *testing.T) {
	f := &source.File{Name: "t.json", Data: []byte(`{"x": 1}`)}
	r := &rules.Report{}
	for i := range 2000 {
		severity := rules.Warning
		if i%2 == 1 {
			severity = rules.Error
		}
		tool := fmt.Sprintf("tool_%d", i%50)
		r.Findings = append(r.Findings, &rules.Finding{
			Rule: "r", Severity: severity, Tool: tool, Message: strings.Repeat("ü", 20), Why: strings.Repeat("w", 3000),
			At: source.Span{File: f, End: 1}, ToolAt: source.Span{File: f, End: 1},
		})
	}
	for _, most := range []int{0, 1000, 5000, 1 << 20} {
		got := string(Markdown(r, View{Most: most}))
		limit := most
		if most == 0 {
			limit = 65536
		}
		if len(got) > limit {
			t.Errorf("%d bytes, of which %d may be", len(got), limit)
		}
		errors, warnings := strings.Count(got, "**error**"), strings.Count(got, "**warning**")
		if warnings > 0 && errors < 1000 {
			t.Errorf("of %d bytes, %d warnings are shown and only %d errors", most, warnings, errors)
		}
		left := fmt.Sprintf("%s, %s more did not fit here", counted(1000-errors, "error"), counted(1000-warnings, "warning"))
		if errors == 1000 {
			left = fmt.Sprintf("%s more did not fit here", counted(1000-warnings, "warning"))
		}
		if !strings.Contains(got, left) {
			t.Errorf("of %d bytes, the end is %q, want %q", most, got[len(got)-100:], left)
		}
		if a, b := strings.Count(got, "<details"), strings.Count(got, "</details>"); a != b || strings.Contains(got, " open>") {
			t.Errorf("of %d bytes, %d folds are opened and %d closed", most, a, b)
		}
	}
}

// TestMarkdownEscapes holds what each character that Markdown, GitHub or a browser
// acts on becomes.
func TestMarkdownEscapes(t *testing.T) {
	for in, want := range map[string]string{
		"plain words, 1.5 (of 2): yes":           "plain words, 1.5 (of 2): yes",
		"<script>alert(1)</script> &":            "&lt;script&gt;alert(1)&lt;/script&gt; &amp;",
		"*a* _b_ `c` ~d~ [e](f) g|h \\":          "\\*a\\* \\_b\\_ \\`c\\` \\~d\\~ \\[e\\](f) g\\|h \\\\",
		"@octo/team #12 GH-3 $x$":                "@<!-- -->octo/team #<!-- -->12 GH<!-- -->-3 <span>$</span>x<span>$</span>",
		"https://e.example :tada: www.e.example": "https:<!-- -->//e.example :<!-- -->tada: www<!-- -->.e.example",
		"a\n::error::\x1b[31m\u202e":             `a\\n:<!-- -->:<!-- -->error:<!-- -->:<!-- -->\\x1b\[31m\\u202e`,
	} {
		if got := markdownWords(in); got != want {
			t.Errorf("words %q become %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"a":             "`a`",
		"a`b``c":        "```a`b``c```",
		"`a":            "`` `a ``",
		" a ":           "`  a  `",
		"<b>|*_\t&":     "`<b>|*_ &`",
		"x\n\u2066\x07": "`x\\n\\u2066\\x07`",
	} {
		if got := markdownCode(in); got != want {
			t.Errorf("code %q becomes %q, want %q", in, got, want)
		}
	}
}
