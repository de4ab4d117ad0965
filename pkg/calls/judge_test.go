package calls

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// contractsOf are the contracts of the files of an archive: tools.json, api.yaml and
// a config, if there is one.
func contractsOf(t testing.TB, archive string) *Contracts {
	t.Helper()
	dir := t.TempDir()
	in := check.Inputs{Dir: dir, Root: dir}
	configured := false
	for _, f := range txtar.Parse([]byte(archive)).Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
		configured = configured || f.Name == ".tooldrift.yaml"
		in.Files = append(in.Files, f.Name)
	}
	if configured {
		in.Files = nil
	}
	run, err := check.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	run.Match()
	run.Compare()
	if source.Refused(run.Faults) {
		t.Fatal(run.Faults)
	}
	return Compile(run, run.Judge(rules.Settings{Today: "2026-12-01"}))
}

// judged are the texts of all faults of a call.
func judged(t testing.TB, c *Contracts, tool, args string) []string {
	t.Helper()
	named := c.Named([]byte(tool))
	if named == nil {
		t.Fatalf("no tool is called %s", tool)
	}
	var seen Observation
	named.Judge([]byte(args), &seen)
	var texts []string
	for _, f := range seen.Faults {
		texts = append(texts, f.Text)
	}
	if seen.Valid != (len(texts) == 0) {
		t.Errorf("%s %s: valid %v, with faults %q", tool, args, seen.Valid, texts)
	}
	return texts
}

type call struct {
	args string
	want []string
}

func judgeAll(t *testing.T, c *Contracts, tool string, calls []call) {
	t.Helper()
	for _, call := range calls {
		if diff := cmp.Diff(call.want, judged(t, c, tool, call.args)); diff != "" {
			t.Errorf("%s %s (-want +got)\n%s", tool, call.args, diff)
		}
	}
}

const ids = `
-- tools.json --
{"tools": [
 {"name": "get_change", "description": "Reads one change.", "inputSchema": {"type": "object", "required": ["repo", "changeId"],
  "properties": {"repo": {"type": "string"}, "changeId": {"type": "integer"}}}},
 {"name": "focus_tab", "description": "Focuses a tab.", "inputSchema": {"type": "object", "required": ["tabRef"],
  "properties": {"tabRef": {"type": "string", "description": "Reference of the tab"}}}}]}
-- api.yaml --
openapi: 3.0.3
info: {title: Changes and tabs, version: '1'}
paths:
  /repos/{repo}/changes/{changeId}:
    get:
      operationId: getChange
      parameters:
        - {name: repo, in: path, required: true, schema: {type: string}}
        - {name: changeId, in: path, required: true, schema: {type: integer}}
      responses: {'200': {description: ok}}
  /tabs/{tabRef}/focus:
    post:
      operationId: focusTab
      parameters:
        - {name: tabRef, in: path, required: true, schema: {type: string}}
      responses: {'204': {description: done}}
`

func TestNothingIsCoerced(t *testing.T) {
	c := contractsOf(t, ids)
	judgeAll(t, c, "get_change", []call{
		{`{"repo": "web", "changeId": 4411}`, nil},
		{`{"repo": "web", "changeId": 4411.0}`, nil},
		{`{"repo": "web", "changeId": "4411"}`, []string{`changeId is the string "4411", not an integer; send 4411`}},
		{`{"repo": "web", "changeId": 4411.5}`, []string{`changeId is the number 4411.5, not an integer`}},
		{`{"repo": 7, "change": 1}`, []string{
			`repo is the number 7, not a string; send "7"`,
			`changeId is left out, and the tool requires it: an integer`,
			`change is no field of the tool; did you mean changeId?`,
		}},
		{``, []string{`repo is left out, and the tool requires it: a string`, `changeId is left out, and the tool requires it: an integer`}},
		{`[1]`, []string{`the arguments are an array of 1 items, not a JSON object`}},
		{`{"repo": "web", "changeId": 1, "changeId": 2}`, []string{`changeId is there twice, and readers take the one or the other`}},
	})
	judgeAll(t, c, "focus_tab", []call{
		{`{"tabRef": "9007199254740993"}`, nil},
		{`{"tabRef": 9007199254740993}`, []string{`tabRef is the number 9007199254740993, not a string; send "9007199254740993"`}},
	})
}

func TestToolsAreNamedAsRuntimesNameThem(t *testing.T) {
	c := contractsOf(t, ids)
	for name, want := range map[string]string{
		"get_change": "get_change", "mcp__changes__get_change": "get_change", "changes.get_change": "get_change",
		"changes__get_change": "get_change", "functions.get_change": "get_change", "get_changes": "", "xget_change": "",
	} {
		got := ""
		if tool := c.Named([]byte(name)); tool != nil {
			got = tool.Name
		}
		if got != want {
			t.Errorf("Named(%s) is %q, want %q", name, got, want)
		}
	}
	c = contractsOf(t, `
-- tools.json --
{"tools": [{"name": "math.add", "description": "Adds.", "inputSchema": {"type": "object"}}, {"name": "a.b", "description": "B.", "inputSchema": {"type": "object"}},
 {"name": "a-b", "description": "B.", "inputSchema": {"type": "object"}}, {"name": "a/b", "description": "B.", "inputSchema": {"type": "object"}}]}
`)
	for name, want := range map[string]string{
		"math.add": "math.add", "math_add": "math.add", "mcp__calc__math_add": "math.add", "functions.math.add": "math.add", "add": "",
		"a-b": "a-b", "a_b": "", "srv.a.b": "a.b",
	} {
		got := ""
		if tool := c.Named([]byte(name)); tool != nil {
			got = tool.Name
		}
		if got != want {
			t.Errorf("Named(%s) is %q, want %q", name, got, want)
		}
	}
	c = contractsOf(t, ids)
	for _, name := range []string{"get_changes", "mcp__changes__get_chnage"} {
		if near := c.Nearest(name); near == nil || near.Name != "get_change" {
			t.Errorf("the nearest of %s is %v", name, near)
		}
	}
	if near := c.Nearest("delete_everything"); near != nil {
		t.Errorf("delete_everything is near to %s", near.Name)
	}
}

func TestWhatWasSentIsObserved(t *testing.T) {
	c := contractsOf(t, `
-- tools.json --
{"tools": [{"name": "pay", "description": "Pays.", "inputSchema": {"type": "object", "properties": {
  "amount_cents": {"type": "integer"}, "currency": {"type": "string"}, "note": {"type": "string"},
  "lines": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}, "weight_kg": {"type": "number"}}}}}}}]}
`)
	tool := c.Named([]byte("pay"))
	var seen Observation
	tool.Judge([]byte(`{"amount_cents": 4200, "currency": "EUR", "lines": [{"weight_kg": 1.50}, {"sku": "a", "weight_kg": 2e0}]}`), &seen)
	var sent []string
	for _, i := range seen.Sent {
		sent = append(sent, tool.Fields[i].Path)
	}
	slices.Sort(sent)
	if diff := cmp.Diff([]string{"amount_cents", "currency", "lines", "lines[].sku", "lines[].weight_kg"}, sent); diff != "" {
		t.Errorf("sent (-want +got)\n%s", diff)
	}
	type number struct{ path, dim, unit, text, currency string }
	var numbers []number
	for _, n := range seen.Numbers {
		f := tool.Fields[n.Field]
		numbers = append(numbers, number{f.Path, f.Dimension, f.Unit, n.Text, n.Currency})
	}
	want := []number{
		{"amount_cents", "money", "cents", "4200", "EUR"},
		{"lines[].weight_kg", "mass", "kg", "1.50", ""}, {"lines[].weight_kg", "mass", "kg", "2e0", ""},
	}
	if diff := cmp.Diff(want, numbers, cmp.AllowUnexported(number{})); diff != "" {
		t.Errorf("numbers (-want +got)\n%s", diff)
	}
}

// Of a union the alternative that was meant is told; where nothing says which, all.
func TestFaultsOfUnions(t *testing.T) {
	c := contractsOf(t, `
-- tools.json --
{"tools": [{"name": "pay", "description": "Pays.", "inputSchema": {"type": "object", "properties": {
  "source": {"oneOf": [
    {"type": "object", "required": ["kind", "number", "cvc"], "properties": {"kind": {"const": "card"}, "number": {"type": "string"}, "cvc": {"type": "string"}}},
    {"type": "object", "required": ["kind", "iban"], "properties": {"kind": {"const": "bank"}, "iban": {"type": "string"}}}]},
  "when": {"anyOf": [{"type": "integer"}, {"type": "string", "format": "date"}, {"type": "null"}]},
  "code": {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "string", "format": "uuid"}]}}}}]}
`)
	judgeAll(t, c, "pay", []call{
		{`{"source": {"kind": "bank", "iban": "x"}, "when": null, "code": "abc"}`, nil},
		{`{"source": {"kind": "card", "iban": "x"}}`, []string{"source.number is left out, and the tool requires it: a string", "source.cvc is left out, and the tool requires it: a string"}},
		{`{"source": {"kind": "bank", "iban": "x", "bic": "y"}}`, []string{"source.bic is no field of the tool"}},
		{`{"source": {"kind": "cash"}}`, []string{"source is an object, not what one of the alternatives takes: an object with kind card, number, cvc; an object with kind bank, iban"}},
		{`{"source": "card"}`, []string{`source is the string "card", not an object`}},
		{`{"when": true}`, []string{"when is the boolean true, not a string or integer"}},
		{`{"when": "soon"}`, []string{`when is the string "soon", not a date (YYYY-MM-DD)`}},
		{`{"when": 1.5}`, []string{`when is the number 1.5, not a string or integer`}},
		{`{"code": "abcd"}`, []string{`code is the string "abcd", not what one of the alternatives takes: a string of at most 3 characters; a uuid`}},
	})
}

// A value to send is told where it is certain: what both contracts take, and nothing lost.
func TestWhatToSend(t *testing.T) {
	c := contractsOf(t, `
-- tools.json --
{"tools": [{"name": "act", "description": "Acts.", "inputSchema": {"type": "object", "properties": {
  "tags": {"type": "array", "items": {"type": "string"}}, "count": {"type": "integer"}, "state": {"type": "string", "enum": ["open", "on_hold"]},
  "where": {"type": "object", "properties": {"id": {"type": "string"}}}, "on": {"type": "boolean"}, "code": {"type": "integer"}, "rate": {"type": "number"}}}}]}
-- api.yaml --
openapi: 3.0.3
info: {title: t, version: '1'}
paths:
  /act:
    post:
      operationId: act
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {
        tags: {type: array, items: {type: string}}, count: {type: integer}, state: {type: string, enum: [open, on_hold]},
        where: {type: object, properties: {id: {type: string}}}, on: {type: boolean}, code: {type: string}, rate: {type: number}}}}}}
      responses: {'200': {description: ok}}
`)
	for args, want := range map[string]string{
		`{"tags": "a"}`:                              `["a"]`,
		`{"tags": "a, b"}`:                           "",
		`{"tags": "[\"a\", \"b\"]"}`:                 `["a", "b"]`,
		`{"tags": "[1]"}`:                            "",
		`{"count": "12"}`:                            "12",
		`{"count": "12.0"}`:                          "12.0",
		`{"count": "12.5"}`:                          "",
		`{"count": 12.5}`:                            "",
		`{"count": "9007199254740993"}`:              "9007199254740993",
		`{"state": "OPEN"}`:                          `"open"`,
		`{"state": "on-hold"}`:                       `"on_hold"`,
		`{"state": "paused"}`:                        "",
		`{"where": "{\"id\": \"7\"}"}`:               `{"id": "7"}`,
		`{"where": {"id": 12345678901234567890.10}}`: `"12345678901234567890.10"`,
		`{"on": "true"}`:                             "true",
		`{"on": "yes"}`:                              "",
		`{"on": 1}`:                                  "",
		`{"code": "7"}`:                              "", // the tool's integer is no string, which the API wants
		`{"rate": "1e3"}`:                            "1e3",
	} {
		var seen Observation
		c.Named([]byte("act")).Judge([]byte(args), &seen)
		if len(seen.Faults) != 1 || seen.Faults[0].Send != want {
			t.Errorf("%s: %+v, want one with %q to send", args, seen.Faults, want)
		}
	}
}

// A number has the unit that the tool states, else the API's, else the project's.
func TestUnitsOfFields(t *testing.T) {
	c := contractsOf(t, `
-- tools.json --
{"tools": [{"name": "act", "description": "Acts.", "inputSchema": {"type": "object", "properties": {
  "amount": {"type": "integer"}, "timeout": {"type": "integer"}, "weight_kg": {"type": "number"}, "price": {"type": "integer"}, "limit": {"type": "integer"},
  "starts_at": {"type": "integer"}, "discount": {"type": "number"}, "latitude": {"type": "number"}, "heights": {"type": "array", "items": {"type": "number"}}}}}]}
-- api.yaml --
openapi: 3.0.3
info: {title: t, version: '1'}
paths:
  /act:
    post:
      operationId: act
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {
        amount: {type: integer, description: The amount in cents.}, timeout: {type: integer, description: In milliseconds.}, weight_kg: {type: number}, price: {type: integer}, limit: {type: integer},
        starts_at: {type: integer}, discount: {type: number}, latitude: {type: number}, heights: {type: array, items: {type: number}}}}}}}
      responses: {'200': {description: ok}}
-- .tooldrift.yaml --
version: 1
contracts:
  - name: act
    tools: [tools.json]
    spec: [api.yaml]
    bindings: {act: POST /act}
units: {money: minor}
`)
	var got [][3]string
	for _, f := range c.Named([]byte("act")).Fields {
		if f.Quantity {
			got = append(got, [3]string{f.Path, f.Dimension, f.Unit})
		}
	}
	want := [][3]string{{"amount", "money", "cents"}, {"timeout", "duration", "ms"}, {"weight_kg", "mass", "kg"}, {"price", "money", "minor units"}, {"starts_at", "point in time", ""},
		{"discount", "money", "minor units"}, {"heights", "length", ""}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("quantities (-want +got)\n%s", diff)
	}
}

// Where tool and API state two units, both are told, and the finding that says so; a
// waiver of that says that the tool server makes the one of the other.
func TestUnitsInConflict(t *testing.T) {
	const files = `
-- tools.json --
{"tools": [{"name": "act", "description": "Acts.", "inputSchema": {"type": "object", "properties": {
  "amount": {"type": "number", "description": "The amount in dollars."}, "cost": {"type": "integer", "description": "The cost in cents."}, "timeout": {"type": "integer"}, "fee": {"type": "integer"}}}}]}
-- api.yaml --
openapi: 3.0.3
info: {title: t, version: '1'}
paths:
  /act:
    post:
      operationId: act
      requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {
        amount: {type: number, description: The amount in cents.}, cost: {type: integer, description: The cost in cents.}, timeout: {type: integer, description: In milliseconds.}, fee: {type: integer}}}}}}
      responses: {'200': {description: ok}}
-- .tooldrift.yaml --
version: 1
contracts: [{name: act, tools: [tools.json], spec: [api.yaml], bindings: {act: POST /act}}]
`
	told := func(files string) (got [][4]string) {
		for _, f := range contractsOf(t, files).Named([]byte("act")).Fields {
			rule := ""
			if f.Drift != nil {
				rule = f.Drift.Rule
			}
			got = append(got, [4]string{f.Path, f.Unit, f.APIUnit, rule})
		}
		return got
	}
	want := [][4]string{{"amount", "USD", "cents", "unit-conflict"}, {"cost", "cents", "", ""}, {"timeout", "ms", "", "unit-only-in-spec"}, {"fee", "", "", "bare-number"}}
	if diff := cmp.Diff(want, told(files)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	want[0][2] = ""
	if diff := cmp.Diff(want, told(files+"waivers: [{rule: unit-conflict, tool: act, field: amount, reason: the server multiplies}]\n")); diff != "" {
		t.Errorf("waived (-want +got)\n%s", diff)
	}
}

// Of a tool that is defined several times the definition counts that finds least
// wrong, and the fields are those of all.
func TestToolsOfOneName(t *testing.T) {
	c := contractsOf(t, `
-- a.json --
{"tools": [{"name": "area", "description": "Computes an area.", "inputSchema": {"type": "object", "required": ["base", "height"], "properties": {"base": {"type": "integer"}, "height": {"type": "integer"}}}}]}
-- b.json --
{"tools": [{"name": "area", "description": "Computes an area.", "inputSchema": {"type": "object", "required": ["radius"], "properties": {"radius": {"type": "number"}}}}]}
-- c.json --
{"tools": [{"name": "area", "description": "Computes an area!", "inputSchema": {"type": "object", "required": ["radius"], "properties": {"radius": {"type": "number"}}}}]}
`)
	if len(c.Tools) != 1 || len(c.Tools[0].variants) != 2 || len(c.Tools[0].Fields) != 3 {
		t.Errorf("%d tools, of %d definitions with %d fields; want 1, 2 and 3", len(c.Tools), len(c.Tools[0].variants), len(c.Tools[0].Fields))
	}
	judgeAll(t, c, "area", []call{
		{`{"base": 1, "height": 2}`, nil},
		{`{"radius": 1.5}`, nil},
		{`{"radius": "1.5"}`, []string{`radius is the string "1.5", not a number; send 1.5`}},
		{`{"base": 1, "height": "2"}`, []string{`height is the string "2", not an integer; send 2`}},
	})
}

// Many goroutines may judge by one tool.
func TestJudgingAtOnce(t *testing.T) {
	c := contractsOf(t, orders)
	judged := func() (told []string) {
		var seen Observation
		for _, args := range []string{`{"page": 3}`, `{"page": 101, "since": "x"}`, `{"ids": [1, "a"]}`, `{"method": "create"}`} {
			for _, tool := range c.Tools {
				tool.Judge([]byte(args), &seen)
				told = append(told, fmt.Sprint(tool.Name, args, seen.Valid, seen.Unsure, seen.Sent, seen.Numbers, texts(seen)))
			}
		}
		return told
	}
	want := judged()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if got := judged(); !slices.Equal(got, want) {
					t.Errorf("at once %q, alone %q", got, want)
					return
				}
			}
		})
	}
	all.Wait()
}

// A tool that does not say what it takes is no ground to be sure of a call. What is
// wanted where a field is missing is what is valid there.
func TestWhatIsNotSaid(t *testing.T) {
	c := contractsOf(t, `
-- tools.json --
{"tools": [{"name": "none"}, {"name": "bare", "inputSchema": {"type": "object"}},
 {"name": "open", "inputSchema": {"type": "object", "additionalProperties": true}},
 {"name": "count", "inputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}}]}
`)
	for _, want := range []struct {
		tool, args string
		unsure     bool
	}{
		{"none", `{"a": 1}`, true}, {"bare", `{"a": 1}`, true}, {"bare", `{"a": 1e0}`, true}, {"bare", `{}`, false}, {"open", `{"a": 1}`, false}, {"count", `{"n": 1}`, false},
	} {
		var seen Observation
		c.Named([]byte(want.tool)).Judge([]byte(want.args), &seen)
		if !seen.Valid || seen.Unsure != want.unsure {
			t.Errorf("%s %s: valid %v, unsure %v", want.tool, want.args, seen.Valid, seen.Unsure)
		}
	}
	var seen Observation
	c.Named([]byte("count")).Judge([]byte(`{}`), &seen)
	if got := seen.Faults[0].Want; got != "an integer" {
		t.Errorf("what is missing is wanted to be %q", got)
	}
}
