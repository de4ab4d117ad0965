package report

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got); if got is right, run go test ./pkg/report -update\n%s", file, diff)
	}
}

func at(f *source.File, text string) source.Span {
	i := strings.Index(string(f.Data), text)
	if i < 0 {
		panic(text + " is not in " + f.Name)
	}
	return source.Span{File: f, Start: i, End: i + len(text)}
}

// sample is a report with one finding of each sort.
func sample(t *testing.T) *rules.Report {
	t.Helper()
	tools := &source.File{Name: "agents/refunds.json", Data: []byte(`{"tools": [{
  "name": "create_refund",
  "inputSchema": {"type": "object", "properties": {
	"payment_ref": {"type": "string"},
	"größe": {"type": "number"},
	"reason": {"enum": ["spite"]}
  }}
}]}
`)}
	spec := &source.File{Name: "api/openapi.yaml", Data: []byte("paths:\n  /v1/refunds:\n    post:\n      properties:\n        payment_id:\n          type: string\n        size: {type: number}\n")}
	config := &source.File{Name: ".tooldrift.yaml", Data: []byte("waivers:\n  - {rule: enum-value-unknown}\n")}
	witness, faults := source.ParseJSON(&source.File{Data: []byte(`{"payment_ref": "pay_1"}`)})
	if faults != nil {
		t.Fatal(faults)
	}
	refunds := []string{"POST /v1/refunds"}
	return &rules.Report{
		Summary: rules.Summary{
			Tools: 6, Bound: 3, Local: 1, Unsupported: 1, Unbound: 1, Fields: 12, NotComparable: 2,
			Errors: 1, Warnings: 1, Notes: 1, Waived: 1, ByHow: map[string]int{"config": 1, "same-name": 2},
		},
		Bindings: []rules.Binding{
			{Contract: "payments", Tool: "create_refund", How: "config", Operations: refunds, At: at(tools, `"create_refund"`), Fields: func() []rules.FieldPair {
				side := func(f *source.File, text, path, says string, required bool) rules.FieldSide {
					return rules.FieldSide{Path: path, Says: says, Required: required, At: at(f, text)}
				}
				return []rules.FieldPair{
					{Operation: "POST /v1/refunds", Tool: side(tools, `"payment_ref"`, "payment_ref", "string", true), Why: "the API has nothing of that name or meaning"},
					{Operation: "POST /v1/refunds", Tool: side(tools, `"größe"`, "größe", "number", false), API: side(spec, "size", "size", "number", false), Why: "equal names"},
					{Operation: "POST /v1/refunds", Tool: side(tools, `"reason"`, "reason", `string ("spite")`, false), API: side(spec, "type: string", "reason", "string", false), Why: "equal names"},
					{Operation: "POST /v1/refunds", API: side(spec, "payment_id", "payment_id", "string", true), Why: "the API needs it"},
					{Operation: "POST /v1/refunds", API: side(spec, "type: string", "metadata", "object", false), Why: "the tool does not offer it"},
				}
			}},
			{Contract: "payments", Tool: "think"},
		},
		Waivers: []*rules.WaiverUse{{
			Waiver: contract.Waiver{Rule: "enum-value-unknown", Tool: "create_refund", Fields: []string{"reason"}, Reason: "the server maps it", Until: "2027-03-01", Owner: "@pay", At: at(config, "{rule: enum-value-unknown}")},
			From:   "config", State: rules.WaiverUsed, Since: "2026-11-01", Covers: []*rules.Finding{{}},
		}},
		Findings: []*rules.Finding{
			{
				Rule: "renamed-field", Category: "field-name", Severity: rules.Error, Contract: "payments", Tool: "create_refund", Field: "payment_ref",
				APIField: "payment_id", Operations: refunds, Message: "payment_ref was renamed; the API calls it payment_id",
				Why: `a model sends {"payment_ref": "pay_1"}; POST /v1/refunds does not know that field and misses the required payment_id`,
				Fix: "rename payment_ref to payment_id", Suggestion: "payment_id", Witness: witness,
				At: at(tools, `"payment_ref"`), ToolAt: at(tools, `"payment_ref"`), SpecAt: at(spec, "payment_id"),
				Edits: []rules.Edit{{At: at(tools, `"payment_ref"`), New: `"payment_id"`}}, Fingerprint: "0011223344556677",
			},
			{
				Rule: "bare-number", Category: "number", Severity: rules.Warning, Contract: "payments", Tool: "create_refund", Field: "größe", Operations: refunds,
				Message: "größe states no unit", At: at(tools, `"größe"`), ToolAt: at(tools, `"größe"`), SpecAt: at(spec, "size"), SpecSays: "(no unit stated)",
			},
			{
				Rule: "open-object", Category: "type", Severity: rules.Note, Contract: "payments", Tool: "create_refund", Operations: refunds,
				Message: "undeclared fields are allowed", At: at(tools, "create_refund"), ToolAt: at(tools, "create_refund"), SpecSays: "(rejects undeclared fields)",
			},
			{
				Rule: "enum-value-unknown", Category: "type", Severity: rules.Error, Contract: "payments", Tool: "create_refund", Field: "reason", Operations: refunds,
				Message: "reason offers spite, which the API rejects", At: at(tools, `"spite"`), ToolAt: at(tools, `"spite"`), Value: "spite",
				Waived: &rules.Waived{Reason: "the server maps it", Until: "2027-03-01", Owner: "@pay", At: at(config, "{rule: enum-value-unknown}")},
			},
		},
	}
}

func TestText(t *testing.T) {
	golden(t, "text.golden", Text(sample(t), View{Least: rules.Warning}))
	golden(t, "brief.golden", Text(sample(t), View{Least: rules.Warning, Brief: true, Path: func(name string) string { return "../" + name }}))
	golden(t, "verbose.golden", Text(sample(t), View{ShowWaived: true, Color: true}))
}

func TestJSON(t *testing.T) {
	got := JSON(sample(t), View{})
	golden(t, "json.golden", got)
	if got := JSON(&rules.Report{}, View{}); !strings.Contains(string(got), `"bindings": [],`) || !strings.Contains(string(got), `"findings": []`) {
		t.Errorf("an empty report has null for a list:\n%s", got)
	}
}

// TestHostile holds that text of an input is data, whatever it is written to do.
func TestHostile(t *testing.T) {
	r := hostile()
	v := View{ShowWaived: true, Fail: rules.Error, Incomplete: evil}
	for name, data := range map[string][]byte{
		"text": Text(r, v), "json": JSON(r, v), "github": GitHub(r, v), "markdown": Markdown(r, v), "sarif": SARIF(r, v), "junit": JUnit(r, v),
		"checkstyle": Checkstyle(r, v), "gitlab": GitLab(r, v), "rdjson": RDJSON(r, v), "jsonl": JSONL(r, v), "html": HTML(r, v),
	} {
		out := string(data)
		if strings.ContainsAny(out, "\x00\x1b\x07\r\u202e\u2066") || !utf8.ValidString(out) {
			t.Errorf("%s holds a character that a terminal acts on:\n%q", name, out)
		}
		if strings.Contains(out, "##[") {
			i := strings.Index(out, "##[")
			t.Errorf("%s holds ##[: %q", name, out[max(0, i-40):min(len(out), i+40)])
		}
		for i, line := range strings.Split(out, "\n") {
			// The incomplete run, and the one finding.
			if command := strings.HasPrefix(strings.TrimSpace(line), "::"); command && !(name == "github" && i < 2) {
				t.Errorf("%s: line %d is a command: %s", name, i+1, line)
			}
		}
	}
	var back struct{ Findings []struct{ Message string } }
	if err := json.Unmarshal(JSON(r, View{}), &back); err != nil {
		t.Fatal(err)
	}
	if want := strings.ToValidUTF8(evil, "\ufffd"); back.Findings[0].Message != want {
		t.Errorf("JSON gives back %q, want %q", back.Findings[0].Message, want)
	}
	line, _, _ := strings.Cut(string(GitHub(r, View{})), "\n")
	if !strings.HasPrefix(line, `::error file=%3A%3Aerror file=x%3A%3A\x1b[31m%2Ca%3Ab<&",line=1,`) || !strings.Contains(line, "100%25") {
		t.Errorf("annotation %s", line)
	}
}

// TestExcerpt holds that a line of megabytes is cut around what it is shown for.
func TestExcerpt(t *testing.T) {
	long := strings.Repeat("ü", 5000)
	for _, c := range []struct{ data, text, want string }{
		{"a\n\t  \"key\": 1  \r\nb", "key", `"key": 1`},
		{"a\r  b: 1\rc", "b", "b: 1"},
		{"\ufeffa: 1", "a", "a: 1"},
		{long + "KEY" + long, "KEY", "…" + strings.Repeat("ü", 30) + "KEY" + strings.Repeat("ü", 87) + "…"},
		{"KEY" + long, "KEY", "KEY" + strings.Repeat("ü", 117) + "…"},
		{strings.Repeat("x", 200) + "KEY\n", "KEY", "…" + strings.Repeat("x", 30) + "KEY"},
	} {
		if diff := cmp.Diff(c.want, Excerpt(at(&source.File{Data: []byte(c.data)}, c.text))); diff != "" {
			t.Errorf("%.20q (-want +got)\n%s", c.data, diff)
		}
	}
}

// A report that is read elsewhere than in the root names the line of the config as
// it names files; what an author wrote stays, even where it looks like a place.
func TestPlaceInMessage(t *testing.T) {
	conf := &source.File{Name: "c.yaml", Data: []byte("a\nb\n")}
	f := &rules.Finding{
		Rule: "unit-conflict", Severity: rules.Error, At: source.Span{File: conf},
		Message: `a is "c.yaml:2"; the project counts in cents (c.yaml:2)`, Why: "w (c.yaml:2)", Fix: "add c.yaml:2",
		Also: []rules.Place{{Label: "config", At: source.Span{File: conf, Start: 2, End: 3}}},
	}
	up := func(name string) string { return "../" + name }
	lines := strings.Split(string(Text(&rules.Report{Findings: []*rules.Finding{f}}, View{Path: up})), "\n")
	var got []string
	for _, line := range lines {
		if strings.Contains(line, "c.yaml:2") && !strings.HasPrefix(line, "  config") {
			got = append(got, line)
		}
	}
	want := []string{
		`../c.yaml:1:1: error: a is "c.yaml:2"; the project counts in cents (../c.yaml:2) [unit-conflict]`,
		"  why     w (c.yaml:2)", "  fix     add c.yaml:2",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
