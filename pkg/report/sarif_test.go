package report

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// sarifSchema is the official schema, which also holds formats such as "uri".
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := os.Open("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	doc, err := jsonschema.UnmarshalJSON(data)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("mem:sarif", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("mem:sarif")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(t *testing.T, schema *jsonschema.Schema, data []byte) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(doc)
}

// uncalled is a report of a rule that is off unless it is asked for, on no tool.
func uncalled(t *testing.T) *rules.Report {
	t.Helper()
	rule := rules.Find("unbound-operation")
	if rule == nil || rule.Severity != rules.Off {
		t.Fatal("unbound-operation is no rule that is off by itself")
	}
	f := &source.File{Name: "api/pay.yaml", Data: []byte("paths:\n  /v1/refunds:\n    get: {}\n")}
	at := source.Span{File: f, Start: 26, End: 29}
	return &rules.Report{
		Bindings: []rules.Binding{{Contract: "pay", Tool: "create_refund", Operations: []string{"POST /v1/refunds"}}},
		Findings: []*rules.Finding{{Rule: rule.ID, Category: rule.Category, Severity: rules.Error, Contract: "pay", Message: "GET /v1/refunds is called by no tool",
			Operations: []string{"GET /v1/refunds"}, At: at, SpecAt: at, Fingerprint: "0"}},
	}
}

// TestOnNoTool holds that nothing calls an operation that no tool calls.
func TestOnNoTool(t *testing.T) {
	for name, text := range map[string][]byte{"markdown": Markdown(uncalled(t), View{}), "html": HTML(uncalled(t), View{})} {
		got := string(text)
		if !strings.Contains(got, "GET /v1/refunds is called by no tool") || strings.Contains(got, "calls <code>GET") || strings.Contains(got, "calls no operation") {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

func TestSARIF(t *testing.T) {
	golden(t, "sarif.golden", SARIF(sample(t), View{Least: rules.Note, ShowWaived: true}))
}

// TestSARIFSchema holds that every report fits the official schema, and that the
// schema is one that finds fault.
func TestSARIFSchema(t *testing.T) {
	schema := sarifSchema(t)
	for name, r := range map[string]*rules.Report{"sample": sample(t), "hostile": hostile(), "empty": {}, "a rule that is off by itself": uncalled(t)} {
		for _, v := range []View{{ShowWaived: true}, {Least: rules.Error}} {
			if err := validate(t, schema, SARIF(r, v)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	good := string(SARIF(sample(t), View{}))
	for _, c := range []struct{ was, is string }{
		{`"level": "error"`, `"level": "fatal"`}, {`"startLine": 4`, `"startLine": 0`}, {`"uri": "agents/refunds.json"`, `"uri": "a b:\\c"`}, {`"results"`, `"findings"`},
	} {
		bad := strings.Replace(good, c.was, c.is, 1)
		if bad == good || validate(t, schema, []byte(bad)) == nil {
			t.Errorf("%s in place of %s fits the schema", c.is, c.was)
		}
	}
}

// TestSARIFWaivers holds that a waived finding is left out unless it is asked for,
// and then is a suppressed result whose kind says where the waiver stands.
func TestSARIFWaivers(t *testing.T) {
	type result struct {
		RuleID       string
		Suppressions []struct{ Kind, Justification string }
	}
	read := func(v View, inline bool) (out []result) {
		r := sample(t)
		for _, f := range r.Findings {
			if f.Waived != nil {
				f.Waived.Inline = inline
			}
		}
		var log struct{ Runs []struct{ Results []result } }
		if err := json.Unmarshal(SARIF(r, v), &log); err != nil {
			t.Fatal(err)
		}
		return log.Runs[0].Results
	}
	if diff := cmp.Diff([]result{{RuleID: "renamed-field", Suppressions: []struct{ Kind, Justification string }{}}}, read(View{Least: rules.Error}, false)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for kind, inline := range map[string]bool{"external": false, "inSource": true} {
		got := read(View{Least: rules.Error, ShowWaived: true}, inline)[1]
		want := result{"enum-value-unknown", []struct{ Kind, Justification string }{{kind, "the server maps it, until 2027-03-01, @pay"}}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", kind, diff)
		}
	}
}

// TestMostSevere holds that what must be left out is the mildest and the last, and
// that the rest keeps its order.
func TestMostSevere(t *testing.T) {
	var all []*rules.Finding
	for i, s := range []rules.Severity{rules.Note, rules.Error, rules.Warning, rules.Error, rules.Note} {
		all = append(all, &rules.Finding{Severity: s, Message: string(rune('a' + i))})
	}
	words := func(list []*rules.Finding) (out string) {
		for _, f := range list {
			out += f.Message
		}
		return out
	}
	for most, want := range map[int][2]string{5: {"abcde", ""}, 4: {"abcd", "e"}, 3: {"bcd", "ae"}, 2: {"bd", "cae"}, 1: {"b", "dcae"}} {
		kept, left := mostSevere(all, most)
		if got := [2]string{words(kept), words(left)}; got != want {
			t.Errorf("%d of %s: %v, want %v", most, words(all), got, want)
		}
	}
}

func TestSARIFURI(t *testing.T) {
	for name, want := range map[string]sarifArtifactLocation{
		"api/open api.yaml":     {URI: "api/open%20api.yaml", BaseID: sourceRoot},
		"::error::x/größe#":     {URI: "%3A%3Aerror%3A%3Ax/gr%C3%B6%C3%9Fe%23", BaseID: sourceRoot},
		`win\dir/%41.json`:      {URI: "win/dir/%2541.json", BaseID: sourceRoot},
		"../out.yaml":           {URI: "../out.yaml", BaseID: sourceRoot},
		"-":                     {URI: "stdin:-"},
		"mcp:node a b.js":       {URI: "mcp:node%20a%20b.js"},
		"https://a.example/x?y": {URI: "https://a.example/x%3Fy"},
	} {
		if got := newSARIFArtifact(&source.File{Name: name}); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

func TestSARIFText(t *testing.T) {
	for in, want := range map[string]string{
		"lines[].sku of /repos/{owner}": "lines[].sku of /repos/{owner}",
		"[click](https://e.example)":    `\[click\](https://e.example)`,
		"{0} {12} {1x} {":               "{{0}} {{12}} {1x} {",
	} {
		if got := sarifText(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}
