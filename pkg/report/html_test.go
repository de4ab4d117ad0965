package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/rules"
)

// TestHTML pins the page without its style and its script.
func TestHTML(t *testing.T) {
	page := string(HTML(sample(t), View{Today: "2026-12-01", Incomplete: "an input was refused"}))
	page = strings.Replace(strings.Replace(page, pageStyle, "…", 1), pageScript, "…", 1)
	golden(t, "html.golden", []byte(regexp.MustCompile(`sha256-[^']*`).ReplaceAllString(page, "sha256-…")))
}

// TestHTMLPolicy holds that nothing but the page's own script and style can run or be
// fetched, and that the page asks for nothing: there is no address in it.
func TestHTMLPolicy(t *testing.T) {
	page := string(HTML(sample(t), View{}))
	want := fmt.Sprintf(`content="default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'"`, hashed(pageStyle), hashed(pageScript))
	if !strings.Contains(page, want) {
		t.Errorf("the policy is not %s", want)
	}
	if found := regexp.MustCompile(`(?i)https?:|src=|url\(|@import| on[a-z]+=| style=`).FindString(page); found != "" {
		t.Errorf("the page has %q", found)
	}
}

// TestHTMLHostile holds that no text of an input becomes an element or an attribute.
func TestHTMLHostile(t *testing.T) {
	clean, dirty := HTML(sample(t), View{}), HTML(hostile(), View{Incomplete: evil})
	names := regexp.MustCompile(`</?[a-zA-Z!][^ >]*`)
	known := map[string]bool{}
	for _, tag := range names.FindAllString(string(clean), -1) {
		known[tag] = true
	}
	for _, tag := range names.FindAllString(string(dirty), -1) {
		if !known[tag] && tag != "<h4" && tag != "</h4" && tag != "<p" {
			t.Errorf("the page has %s", tag)
		}
	}
	if n := strings.Count(string(dirty), "<script"); n != 1 {
		t.Errorf("the page has %d scripts, want its own", n)
	}
	if !strings.Contains(string(dirty), "one &lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; `a`") {
		t.Error("the text of the input is not shown")
	}
}

// TestHTMLRows holds on which row a finding stands: that of its tool's field, of its
// API's field, of the operation that it is about, or none.
func TestHTMLRows(t *testing.T) {
	pair := func(op, tool, api string) rules.FieldPair {
		return rules.FieldPair{Operation: op, Tool: rules.FieldSide{Path: tool}, API: rules.FieldSide{Path: api}}
	}
	find := func(message, op, field, api string) *rules.Finding {
		return &rules.Finding{Message: message, Tool: "t", Field: field, APIField: api, Operations: []string{op}, Severity: rules.Error}
	}
	r := &rules.Report{
		Bindings: []rules.Binding{{Tool: "t", Operations: []string{"A", "B"}, Fields: func() []rules.FieldPair {
			return []rules.FieldPair{pair("A", "x", "x"), pair("A", "old", ""), pair("A", "", "new"), pair("B", "x", "y"), pair("B", "", "need")}
		}}},
		Findings: []*rules.Finding{
			find("on x of B", "B", "x", "y"), find("on x of A", "A", "x", "x"), find("renamed", "A", "old", "new"), find("missing", "B", "need", "need"),
			find("nowhere", "B", "z", ""), find("on the tool", "A", "", ""),
		},
	}
	got := map[string][]string{}
	s := pageTools(r)[0]
	for _, f := range s.fields {
		for _, found := range f.findings {
			row := f.Operation + " " + f.Tool.Path + " " + f.API.Path
			got[row] = append(got[row], found.Message)
		}
	}
	for _, f := range s.whole {
		got["whole"] = append(got["whole"], f.Message)
	}
	want := map[string][]string{
		"A x x": {"on x of A"}, "A old new": {"renamed"}, "B x y": {"on x of B"}, "B  need": {"missing"}, "whole": {"nowhere", "on the tool"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestHTMLBase holds that a report held against a base says first what the change has
// done, and tells what was there before from what is new.
func TestHTMLBase(t *testing.T) {
	page := string(HTML(against(t), View{}))
	for _, want := range []string{
		"<h1>tooldrift: 1 error new since origin/main; 1 warning, 1 note as before; 1 waived; 1 fixed</h1>",
		"<li><code>.tooldrift.yaml:2:5</code> this change waives enum-value-unknown on create_refund reason (spite): the server maps it, until 2027-03-01, @pay</li>",
		"<li>fixed since origin/main: create_refund: amount is a bare number [bare-number]</li>",
		`<input type="checkbox" name="sort" value="before" checked> as before (2)</label>`,
		`<p class="dim">1 error, 1 waived, 2 as before</p>`,
		`<li class="finding before" data-rule="bare-number"><p><b>warning as before</b>`,
		`<li class="finding error" data-rule="renamed-field"><p><b>error</b>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(string(HTML(sample(t), View{})), `value="before"`) {
		t.Error("a report without a base offers to filter by it")
	}
}
