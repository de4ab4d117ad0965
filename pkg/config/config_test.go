package config

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var withoutSpans = cmpopts.IgnoreTypes(source.Span{}, &source.File{})

func parse(text, dir string) (*Config, []string) {
	c, faults := Parse(&source.File{Name: ".tooldrift.yaml", Data: []byte(text)}, dir)
	var lines []string
	for _, f := range faults {
		lines = append(lines, f.Error())
	}
	return c, lines
}

const everything = `version: 1
contracts:
  - name: payments
    tools: [agents/*.json, ../common/tools.yaml]
    spec:
      - api/openapi.yaml
      - {proto: proto/, import_paths: [third_party, .]}
      - {graphql: [schema.graphql, "ext/*.graphql"]}
    names: folded
    rules: {mixed-case: off}
    omitted: {listRefunds: not for agents, "* /v1/admin/*": people do that}
    fences: {"get_quote.lines[].cents": {review_below: 5, not_below_field: floor}}
    bindings:
      create_refund: POST /v1/refunds
      issue_write:
        - {when: {method: create, dry: false}, operation: POST /issues}
        - pay.v1.Issues/Update
      get_quote:
        operation: GET /quotes
        fields: {perPage: per_page, "filter.since": since}
        supplied: [tenant]
        agent_only: [rationale]
        omitted: {metadata: not for agents}
      think: {local: "scratchpad, calls no API"}
      preview: {unsupported: preview endpoint}
profile: strict
as_of: 0.10
rules: {omitted-field: off, bare-number: error}
overrides:
  - {tools: "legacy/**/*.json", rules: {bare-number: note}}
  - {tools: [old, ../common/tools.yaml], rules: {type-mismatch: off, bare-number: off}}
units: {money: minor, durations: ms, instants: rfc3339, dimensionless: [score_threshold]}
fail_on: warning
waivers:
  - {rule: enum-value-unknown, tool: create_refund, field: reason, value: 404, reason: "the server maps it", until: 2027-03-01, owner: "@pay"}
  - {rule: no-such-rule, contract: payments, tool: think, field: [a, "b[].c"], reason:}
waivers_from: [config]
fences:
  create_refund.amount_cents: {review_above: 20000, refuse_above: 5e5, refuse_below: -1.5, not_above_field: charge_cents}
`

func TestParse(t *testing.T) {
	got, faults := parse(everything, "svc/payments")
	if faults != nil {
		t.Fatalf("faults: %q", faults)
	}
	want := &Config{
		Contracts: []*Contract{{
			Name:  "payments",
			Tools: []Source{{Glob: "svc/payments/agents/*.json"}, {Glob: "svc/common/tools.yaml"}},
			Spec: []Source{
				{Glob: "svc/payments/api/openapi.yaml"},
				{Proto: "svc/payments/proto", ImportPaths: []string{"svc/payments/third_party", "svc/payments"}},
				{GraphQL: []string{"svc/payments/schema.graphql", "svc/payments/ext/*.graphql"}},
			},
			Names:   "folded",
			Rules:   []RuleLevel{{Rule: "mixed-case", Level: "off"}},
			Omitted: []Entry{{Path: "listRefunds", Reason: "not for agents"}, {Path: "* /v1/admin/*", Reason: "people do that"}},
			Fences:  []Fence{{Name: "get_quote.lines[].cents", ReviewBelow: FenceBound{Num: "5"}, NotBelow: FenceField{Path: "floor"}}},
			Bindings: []Binding{
				{Tool: "create_refund", Calls: []Call{{Operation: "POST /v1/refunds"}}},
				{Tool: "issue_write", Calls: []Call{
					{Operation: "POST /issues", When: []Cond{{"method", "create"}, {"dry", "false"}}},
					{Operation: "pay.v1.Issues/Update"},
				}},
				{Tool: "get_quote", Calls: []Call{{
					Operation: "GET /quotes",
					Fields:    []Mapping{{Tool: "perPage", API: "per_page"}, {Tool: "filter.since", API: "since"}},
					Supplied:  []Entry{{Path: "tenant"}},
					AgentOnly: []Entry{{Path: "rationale"}},
					Omitted:   []Entry{{Path: "metadata", Reason: "not for agents"}},
				}}},
				{Tool: "think", Local: "scratchpad, calls no API"},
				{Tool: "preview", Unsupported: "preview endpoint"},
			},
		}},
		Profile: "strict",
		AsOf:    Release{0, 10},
		Overrides: []Override{
			{Tools: []Source{{Glob: "svc/payments/legacy/**/*.json"}}, Rules: []RuleLevel{{Rule: "bare-number", Level: "note"}}},
			{Tools: []Source{{Glob: "svc/payments/old"}, {Glob: "svc/common/tools.yaml"}}, Rules: []RuleLevel{{Rule: "type-mismatch", Level: "off"}, {Rule: "bare-number", Level: "off"}}},
		},
		Rules:  []RuleLevel{{Rule: "omitted-field", Level: "off"}, {Rule: "bare-number", Level: "error"}},
		Units:  Units{Money: "minor", Durations: "ms", Instants: "rfc3339", Dimensionless: []string{"score_threshold"}},
		FailOn: "warning",
		Waivers: []contract.Waiver{
			{Rule: "enum-value-unknown", Tool: "create_refund", Fields: []string{"reason"}, Value: "404", Reason: "the server maps it", Until: "2027-03-01", Owner: "@pay"},
			{Rule: "no-such-rule", Contract: "payments", Tool: "think", Fields: []string{"a", "b[].c"}},
		},
		Fences: []Fence{{
			Name: "create_refund.amount_cents", ReviewAbove: FenceBound{Num: "20000"}, RefuseAbove: FenceBound{Num: "5e5"},
			RefuseBelow: FenceBound{Num: "-1.5"}, NotAbove: FenceField{Path: "charge_cents"},
		}},
	}
	if diff := cmp.Diff(want, got, withoutSpans, cmpopts.IgnoreFields(Units{}, "DimensionlessAt")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestParseSpans(t *testing.T) {
	c, _ := parse(everything, "a")
	k := c.Contracts[0]
	for _, s := range []struct {
		what string
		at   source.Span
		want string
	}{
		{"operation of a string", k.Bindings[0].Calls[0].At, "POST /v1/refunds"},
		{"operation of a mapping", k.Bindings[1].Calls[0].At, "POST /issues"},
		{"tool", k.Bindings[2].ToolAt, "get_quote"},
		{"field mapping", k.Bindings[2].Calls[0].Fields[1].At, `"filter.since"`},
		{"omitted entry", k.Bindings[2].Calls[0].Omitted[0].At, "metadata"},
		{"source", k.Spec[0].At, "api/openapi.yaml"},
		{"rule", c.Rules[1].At, "bare-number"},
		{"fence", c.Fences[0].At, "create_refund.amount_cents"},
		{"bound of a fence", c.Fences[0].RefuseAbove.At, "5e5"},
		{"field of a fence", c.Fences[0].NotAbove.At, "charge_cents"},
	} {
		if got := s.at.Text(); got != s.want {
			t.Errorf("%s: span covers %q, want %q", s.what, got, s.want)
		}
	}
}

func TestParseFaults(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a slip is one fault, not also a missing key", "verson: 1\n",
			[]string{`.tooldrift.yaml:1:1: unknown key "verson" in a config; did you mean version?`}},
		{"no known key is near", "version: 1\nplugins: []\n",
			[]string{`.tooldrift.yaml:2:1: unknown key "plugins" in a config, which has version, contracts, profile, as_of, rules, overrides, units, fail_on, waivers, waivers_from, fences, baseline`}},
		{"no version", "contracts: []\n",
			[]string{".tooldrift.yaml:1:1: a config has no version; write version: 1"}},
		{"another version", "version: \"1\"\n",
			[]string{".tooldrift.yaml:1:10: version must be 1, the only one there is"}},
		{"no mapping", "- version: 1\n",
			[]string{".tooldrift.yaml:1:1: a config must be a mapping with the keys version, contracts, profile, as_of, rules, overrides, units, fail_on, waivers, waivers_from, fences, baseline, not a list"}},
		{"all faults in one go", "version: 1\ncontracts:\n  - {nmae: a, tools: x.json, spec: [3.5, {mcp: {}}]}\n  - {name: b, tools: []}\n  - {name: b, tool: [a.json]}\nfail_on: errors\n",
			[]string{
				`.tooldrift.yaml:3:6: unknown key "nmae" in a contract; did you mean name?`,
				".tooldrift.yaml:3:22: tools must be a list of files, directories or patterns, not a string",
				".tooldrift.yaml:3:43: unknown key \"mcp\" in an entry of spec, which has proto, import_paths, graphql, exec, url, headers, timeout, env, cwd",
				".tooldrift.yaml:4:22: tools is empty",
				`.tooldrift.yaml:5:15: unknown key "tool" in a contract; did you mean tools?`,
				".tooldrift.yaml:5:12: two contracts are named b",
				`.tooldrift.yaml:6:10: fail_on cannot be "errors"; did you mean error?`,
			}},
		{"paths stay inside the root", "version: 1\ncontracts:\n  - {name: a, tools: [../../x.json, /etc/passwd, 'C:\\x', \"https://x.example/t.json\"]}\n",
			[]string{
				".tooldrift.yaml:3:23: ../../x.json leaves the root; paths of a config are relative to its folder and stay inside the root",
				".tooldrift.yaml:3:37: /etc/passwd leaves the root; paths of a config are relative to its folder and stay inside the root",
				`.tooldrift.yaml:3:50: C:\x leaves the root; paths of a config are relative to its folder and stay inside the root`,
				".tooldrift.yaml:3:58: a plain entry is a path; what is fetched is written {url: https://x.example/t.json}",
			}},
		{"spec entries have one form", "version: 1\ncontracts:\n  - {name: a, tools: [t], spec: [{}, {proto: p, graphql: [g]}, {graphql: [g], import_paths: [i]}]}\n",
			[]string{
				".tooldrift.yaml:3:34: an entry of spec has one of proto, graphql, exec or url",
				".tooldrift.yaml:3:38: an entry of spec has one of proto, graphql, exec or url",
				".tooldrift.yaml:3:64: import_paths belong to proto, which this entry does not have",
			}},
		{"bindings", "version: 1\ncontracts:\n  - name: a\n    tools: [t]\n    bindings:\n      a: []\n      b:\n      c: {when: {m: x}}\n      d: {local: yes it is, operation: GET /}\n      e: {local: \" \"}\n      f: {operation: GET /, omitted: [x], when: {}, fields: {x: [y]}}\n      g: [GET /, {unsupported: no}]\n",
			[]string{
				`.tooldrift.yaml:6:10: the binding of a is an empty list; it must be an operation such as "POST /v1/refunds", a mapping with operation, local or unsupported, or a list of operations`,
				`.tooldrift.yaml:7:9: the binding of b must be an operation such as "POST /v1/refunds", a mapping with operation, local or unsupported, or a list of operations, not nothing`,
				".tooldrift.yaml:8:10: the binding of c names no operation",
				".tooldrift.yaml:9:10: the binding of d: local and unsupported stand alone",
				".tooldrift.yaml:10:18: local is blank; it must be the reason why the tool calls no operation",
				".tooldrift.yaml:11:38: omitted must be a mapping of API fields to the reason why they are not offered, not a list",
				".tooldrift.yaml:11:49: when is empty; it says which value of a tool's field chooses the operation",
				".tooldrift.yaml:11:65: fields.x must be an API field, not a list",
				".tooldrift.yaml:12:10: the binding of g: local and unsupported stand alone",
			}},
		{"waivers", "version: 1\nwaivers:\n  - {rule: x, tool: t, until: 2027-02-30}\n  - {rule: x, until: soon, tool: t, field: []}\n  - {tool: t, reson: because}\n  - just this once\n  - {rule: x, tool: t, operation: GET /}\n  - {rule: x}\n",
			[]string{
				`.tooldrift.yaml:3:31: until "2027-02-30" is no day of the calendar; write YYYY-MM-DD`,
				`.tooldrift.yaml:4:22: until "soon" is no day of the calendar; write YYYY-MM-DD`,
				".tooldrift.yaml:4:44: field is an empty list; leave it out to waive a finding that is on no field",
				`.tooldrift.yaml:5:15: unknown key "reson" in a waiver; did you mean reason?`,
				".tooldrift.yaml:5:5: a waiver names one rule and one tool; this one has no rule",
				".tooldrift.yaml:6:5: a waiver must be a mapping with the keys rule, tool, operation, field, contract, value, reason, until, owner, not a string",
				".tooldrift.yaml:7:5: a waiver has a tool, or an operation that no tool calls, not both",
				".tooldrift.yaml:8:5: a waiver names one rule and one tool, or an operation that no tool calls; this one has neither",
			}},
		{"profile, as_of, overrides", "version: 1\nprofile: stict\nas_of: latest\noverrides:\n  - {tool: a, rules: {x: of}}\n  - {tools: []}\n  - {tools: ['a[', ../../b], rules: {}}\n  - all\n",
			[]string{
				`.tooldrift.yaml:2:10: profile cannot be "stict"; did you mean strict?`,
				`.tooldrift.yaml:3:8: as_of must be a release such as 0.1, not "latest"`,
				`.tooldrift.yaml:5:6: unknown key "tool" in an override; did you mean tools?`,
				`.tooldrift.yaml:5:26: the severity of x cannot be "of"; it is one of off, note, warning, error`,
				".tooldrift.yaml:6:13: tools is empty",
				".tooldrift.yaml:6:5: an override has no rules",
				`.tooldrift.yaml:7:14: "a[" is no pattern that a file can match`,
				".tooldrift.yaml:7:20: ../../b leaves the root; paths of a config are relative to its folder and stay inside the root",
				".tooldrift.yaml:8:5: an override must be a mapping with the keys tools, rules, not a string",
			}},
		{"fences", "version: 1\nfences:\n  refund: {review_above: 1}\n  a.b: {}\n  a.c: {reveiw_above: 1}\n  a.d: {review_above: lots, refuse_above: .inf, not_above_field: []}\n" +
			"  a.e: {review_above: 5, refuse_above: 5.0}\n  a.f: {review_below: 1, refuse_below: 2}\n  a.g: {refuse_below: 2, refuse_above: 1}\n  a.h: 7\n",
			[]string{
				`.tooldrift.yaml:3:3: the fence "refund" names no field; write TOOL.FIELD, as create_refund.amount_cents`,
				".tooldrift.yaml:4:8: the fence a.b is empty: it keeps nothing out",
				`.tooldrift.yaml:5:9: unknown key "reveiw_above" in the fence a.c; did you mean review_above?`,
				".tooldrift.yaml:6:23: review_above must be a number, not a string",
				".tooldrift.yaml:6:43: refuse_above .inf is no number that can be compared",
				".tooldrift.yaml:6:66: not_above_field must be a field of the same tool, not a list",
				".tooldrift.yaml:7:23: review_above 5 is not below refuse_above 5.0: nothing would be reviewed",
				".tooldrift.yaml:8:23: review_below 1 is not above refuse_below 2: nothing would be reviewed",
				".tooldrift.yaml:9:23: refuse_below 2 is above refuse_above 1: no number would pass",
				".tooldrift.yaml:10:8: the fence a.h must be a mapping with the keys review_above, review_below, refuse_above, refuse_below, not_above_field, not_below_field, not a number",
			}},
		{"a fence beyond all numbers", "version: 1\nfences:\n  a.b: {refuse_above: 1e400, review_below: -1e5}\n",
			[]string{".tooldrift.yaml:3:23: refuse_above 1e400 is beyond every number that an API counts in: it keeps nothing out"}},
		{"no mapping of fences", "version: 1\nfences: [a.b]\n", []string{".tooldrift.yaml:2:9: fences must be a mapping of TOOL.FIELD to bounds, not a list"}},
		{"as_of is a release", "version: 1\nas_of: [0.1]\n", []string{".tooldrift.yaml:2:8: as_of must be a release such as 0.1, not a list"}},
		{"as_of is no zero", "version: 1\nas_of: 0.0\n", []string{`.tooldrift.yaml:2:8: as_of must be a release such as 0.1, not "0.0"`}},
		{"as_of is no number alone", "version: 1\nas_of: 1\n", []string{`.tooldrift.yaml:2:8: as_of must be a release such as 0.1, not "1"`}},
		{"rules, units, waivers_from", "version: 1\nrules: {bare-number: eror, x: false}\nunits: {money: cents, dimensionless: score}\nwaivers_from: []\n",
			[]string{
				`.tooldrift.yaml:2:22: the severity of bare-number cannot be "eror"; did you mean error?`,
				`.tooldrift.yaml:2:31: the severity of x cannot be "false"; it is one of off, note, warning, error`,
				`.tooldrift.yaml:3:16: money cannot be "cents"; it is one of minor, major`,
				".tooldrift.yaml:3:38: dimensionless must be a list of field names, not a string",
				".tooldrift.yaml:4:15: waivers_from must name config, or config and inline",
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, faults := parse(c.text, "a")
			if got != nil {
				t.Error("a refused config came back")
			}
			if diff := cmp.Diff(c.want, faults); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestParseBinding(t *testing.T) {
	n, faults := source.ParseJSON(&source.File{Name: "tools.json", Data: []byte(`["GET /a", {"operation": "GET /b", "when": {"all": true}}]`)})
	if faults != nil {
		t.Fatal(faults)
	}
	got, faults := ParseBinding("list", n)
	if faults != nil {
		t.Fatal(faults)
	}
	want := Binding{Tool: "list", Calls: []Call{{Operation: "GET /a"}, {Operation: "GET /b", When: []Cond{{"all", "true"}}}}}
	if diff := cmp.Diff(want, got, withoutSpans); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestFind(t *testing.T) {
	fsys := fstest.MapFS{
		"a/.tooldrift.yaml":       {},
		"a/b/c/tools.json":        {},
		"a/b/d/.tooldrift.yaml/x": {}, // a folder of that name is no config
		"e/tools.json":            {},
	}
	for dir, want := range map[string]string{"a": "a/.tooldrift.yaml", "a/b/c": "a/.tooldrift.yaml", "a/b/d": "a/.tooldrift.yaml", "e": "", ".": ""} {
		got, ok := Find(fsys, dir)
		if got != want || ok != (want != "") {
			t.Errorf("Find(%s) = %q, %t; want %q", dir, got, ok, want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"rule", "tool", "field", "contract", "value", "reason", "until", "owner"}
	for word, want := range map[string]string{
		"rules": "rule", "feild": "field", "Reason": "reason", "reson": "reason",
		"x": "", "foo": "", "severity": "", "expires": "",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("Nearest(%s) = %q, want %q", word, got, want)
		}
	}
}

func TestOverrideMatches(t *testing.T) {
	for _, c := range []struct {
		glob, file string
		want       bool
	}{
		{"agents/a.json", "agents/a.json", true},
		{"agents/*.json", "agents/a.json", true},
		{"agents/*.json", "agents/old/a.json", false},
		{"agents/**", "agents/old/a.json", true},
		{"agents", "agents/old/a.json", true},
		{"agents", "agents2/a.json", false},
		{"agents/a", "agents/a.json", false},
		{".", "agents/a.json", true},
		{"**/{a,b}.json", "x/b.json", true},
	} {
		o := Override{Tools: []Source{{Glob: c.glob}}}
		if got := o.Matches(c.file); got != c.want {
			t.Errorf("%s matches %s: %v, want %v", c.glob, c.file, got, c.want)
		}
	}
}

func TestReleases(t *testing.T) {
	for text, want := range map[string]Release{"0.1": {0, 1}, "0.10": {0, 10}, "v1.2.3": {1, 2}, "1.0.0": {1, 0}} {
		if got, ok := parseRelease(text); !ok || got != want {
			t.Errorf("%s is %v (%v), want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "1", "1.", ".1", "1.2.3.4", "1.x", "-1.2", "1.2-rc1", "1.+2", "99999999999.1"} {
		if got, ok := parseRelease(text); ok {
			t.Errorf("%q is no release, got %v", text, got)
		}
	}
	inOrder := []Release{{0, 1}, {0, 2}, {0, 10}, {1, 0}, {1, 1}}
	for i, a := range inOrder {
		for j, b := range inOrder {
			if got := a.Before(b); got != (i < j) {
				t.Errorf("%v before %v: %v", a, b, got)
			}
		}
	}
}
