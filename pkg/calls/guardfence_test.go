package calls

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGuardFences(t *testing.T) {
	const tool = `"amount": {"type": ["number", "null"]}, "charge": {"type": "number"}, "id64": {"type": "string"}, "sizes": {"type": "array", "items": {"type": "number"}},
		"lines": {"type": "array", "items": {"type": "object", "properties": {"cents": {"type": "number"}, "floor": {"type": "number"}}}},
		"by": {"type": "object", "additionalProperties": {"type": "number"}}`
	g := properties(t, tool, "send.amount: {review_above: 100, refuse_above: 9007199254740992, review_below: 0, refuse_below: -10.5, not_above_field: charge}",
		"send.id64: {refuse_above: 9007199254740992}", "send.sizes: {refuse_above: 5}", `"send.lines[].cents": {not_below_field: floor, not_above_field: charge}`, `"send.by.*": {review_above: 3}`)
	for args, want := range map[string]string{
		`{}`:                                                   "allow",
		`{"amount": null}`:                                     "allow",
		`{"amount": 100}`:                                      "allow",
		`{"amount": 1e2}`:                                      "allow",
		`{"amount": 100.0000000000000000000001}`:               "review amount review_above",
		`{"amount": 9007199254740992}`:                         "review amount review_above",
		`{"amount": 9007199254740993}`:                         "refuse amount refuse_above",
		`{"amount": -0.1}`:                                     "review amount review_below",
		`{"amount": -10.5}`:                                    "review amount review_below",
		`{"amount": -10.6}`:                                    "refuse amount refuse_below",
		`{"amount": 5, "charge": 5.0}`:                         "allow",
		`{"amount": 5.1, "charge": 5.0}`:                       "review amount not_above_field",
		`{"amount": 500, "charge": 5}`:                         "review amount review_above; review amount not_above_field",
		`{"id64": "9007199254740992"}`:                         "allow",
		`{"id64": "9007199254740993"}`:                         "refuse id64 refuse_above",
		`{"id64": "a lot"}`:                                    "review id64 ",
		`{"id64": "9e99999"}`:                                  "review id64 ",
		`{"sizes": [5, 6, 5, 7]}`:                              "refuse sizes[1] refuse_above; refuse sizes[3] refuse_above",
		`{"lines": [{"cents": 1, "floor": 1}, {}]}`:            "allow",
		`{"lines": [{"cents": 9}, {"floor": 9}]}`:              "allow",
		`{"lines": [{"cents": 1}, {"cents": 1, "floor": 2}]}`:  "review lines[1].cents not_below_field",
		`{"lines": [{"cents": 1}, {"cents": 3}], "charge": 2}`: "review lines[1].cents not_above_field",
		`{"by": {"a": 3, "b.c": 4}}`:                           `review by["b.c"] review_above`,
	} {
		v := g.Check("send", []byte(args))
		var parts []string
		for _, b := range v.Fences {
			parts = append(parts, fmt.Sprintf("%s %s %s", b.Decision, b.At, b.Bound))
		}
		got := strings.Join(parts, "; ")
		if len(parts) == 0 {
			got = string(v.Decision)
		}
		if got != want || len(v.Faults) > 0 || !strings.Contains(want, string(v.Decision)) {
			t.Errorf("%s: %s, want %s\n%s", args, got, want, v.JSON())
		}
	}
	// What the contracts refuse as no number is not for the fence to tell again, and it
	// is held where the schema does not say so.
	for args, want := range map[string]int{`{"amount": "much"}`: 0, `{"amount": "101"}`: 1, `{"sizes": 6}`: 1, `{"amount": [101]}`: 1} {
		if v := g.Check("send", []byte(args)); v.Decision != Refuse || len(v.Fences) != want || len(v.Faults) == 0 {
			t.Errorf("%s: %s, want %d fences", args, v.JSON(), want)
		}
	}
	open, err := guardOf(t, map[string]string{
		"tools.json":      `{"tools": [{"name": "send", "inputSchema": {"type": "object", "properties": {"amount": {"type": "integer"}}, "additionalProperties": true}}]}`,
		".tooldrift.yaml": "version: 1\ncontracts: [{name: pay, tools: [tools.json]}]\nfences: {send.amount: {refuse_above: 5}}",
	})
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]Decision{`{"amount": 5, "AMOUNT": 6}`: Refuse, `{"amount": 5, "amount_2": 6}`: Allow} {
		if v := open.Check("send", []byte(args)); v.Decision != want {
			t.Errorf("%s: %s, want %s", args, v.JSON(), want)
		}
	}
	v := g.Check("send", []byte(`{"amount": 500, "charge": 5}`))
	want := []Beyond{
		{Fence: "send.amount", Bound: "review_above", Limit: "100", Field: "amount", At: "amount", Got: "500", Decision: Review,
			Text: "amount is 500, above 100: the fence send.amount asks for a review"},
		{Fence: "send.amount", Bound: "not_above_field", Limit: "charge", Field: "amount", At: "amount", Got: "500", Decision: Review,
			Text: "amount is 500, above charge, which is 5: the fence send.amount asks for a review"},
	}
	if diff := cmp.Diff(want, v.Fences); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A tool that several contracts have is one of theirs, by the name of the MCP server
// where it says which.
func TestGuardSameNames(t *testing.T) {
	tool := func(kind string) string {
		return `{"tools": [{"name": "find.it", "inputSchema": {"type": "object", "properties": {"q": {"type": "` + kind + `"}}}}]}`
	}
	g, err := guardOf(t, map[string]string{
		"a.json": tool("string"), "b.json": tool("integer"),
		".tooldrift.yaml": "version: 1\ncontracts: [{name: shop, tools: [a.json]}, {name: my wiki, tools: [b.json]}]\nfences: {find.it.q: {refuse_above: 5}}",
	})
	if err != nil {
		t.Fatal(err)
	}
	for call, want := range map[string]Decision{
		`find.it {"q": "x"}`: Review, `find.it {"q": 1}`: Allow, `find.it {"q": 6}`: Refuse, `find.it {"q": true}`: Refuse,
		`mcp__shop__find_it {"q": 1}`: Refuse, `mcp__shop__find_it {"q": "4"}`: Allow,
		`mcp__my_wiki__find_it {"q": 1}`: Allow, `mcp__my_wiki__find_it {"q": "4"}`: Refuse,
		`mcp__other__find_it {"q": 1}`: Allow, `mcp__other__find_that {"q": 1}`: Refuse,
	} {
		name, args, _ := strings.Cut(call, " ")
		if v := g.Check(name, []byte(args)); v.Decision != want {
			t.Errorf("%s: %s, want %s", call, v.JSON(), want)
		}
	}
}

// Whichever contract a call is meant for, the fences of all that have the tool hold it,
// in whatever order the contracts stand; a name that says which is held by that one's.
func TestGuardSameNamesFences(t *testing.T) {
	const tools = `{"tools": [{"name": "pay", "inputSchema": {"type": "object", "properties": {"cents": {"type": "integer", "maximum": 200000}}}}]}`
	const loose = `{"tools": [{"name": "pay", "inputSchema": {"type": "object", "properties": {"cents": {"type": ["integer", "string"]}}}}]}`
	for _, contracts := range []string{
		"{name: a, tools: [a.json]}, {name: b, tools: [b.json], fences: {pay.cents: {refuse_above: 100, review_above: 10}}}",
		"{name: b, tools: [b.json], fences: {pay.cents: {refuse_above: 100, review_above: 10}}}, {name: a, tools: [a.json]}",
	} {
		g, err := guardOf(t, map[string]string{"a.json": loose, "b.json": tools, ".tooldrift.yaml": "version: 1\ncontracts: [" + contracts + "]\nfences: {pay.cents: {review_below: 1}}"})
		if err != nil {
			t.Fatal(err)
		}
		for call, want := range map[string]string{
			`pay {"cents": 5}`:               "allow",
			`pay {"cents": 50}`:              "review review_above",
			`pay {"cents": 99999}`:           "refuse refuse_above",
			`pay {"cents": "99999"}`:         "refuse refuse_above", // a fault by b, none by a
			`pay {"cents": 999999}`:          "refuse refuse_above",
			`pay {"cents": 0}`:               "review review_below", // one fence of two contracts, told once
			`mcp__other__pay {"cents": 500}`: "refuse refuse_above",
			`mcp__a__pay {"cents": 500}`:     "allow",
			`mcp__a__pay {"cents": 0}`:       "review review_below",
			`mcp__b__pay {"cents": 500}`:     "refuse refuse_above",
		} {
			name, args, _ := strings.Cut(call, " ")
			v := g.Check(name, []byte(args))
			got := string(v.Decision)
			for _, f := range v.Fences {
				got += " " + f.Bound
			}
			if got != want || len(v.Faults) > 0 {
				t.Errorf("%s: %s, want %s without faults: %s", call, got, want, v.JSON())
			}
		}
	}
}

// A contract may have a tool in two lists: its fence is told once.
func TestGuardTwiceInOneContract(t *testing.T) {
	tool := func(kind string) string {
		return `{"name": "pay", "inputSchema": {"type": "object", "properties": {"cents": {"type": "` + kind + `"}}}}`
	}
	g, err := guardOf(t, map[string]string{
		"a.json": `{"tools": [` + tool("integer") + `]}`, "b.json": `{"tools": [` + tool("number") + `]}`,
		".tooldrift.yaml": "version: 1\ncontracts: [{name: a, tools: [a.json, b.json]}]\nfences: {pay.cents: {refuse_above: 100}}",
	})
	if err != nil {
		t.Fatal(err)
	}
	if v := g.Check("pay", []byte(`{"cents": 500}`)); v.Decision != Refuse || len(v.Fences) != 1 {
		t.Errorf("%s", v.JSON())
	}
}

// A fence at every member of the arguments holds those that are declared too.
func TestGuardFenceOfEveryMember(t *testing.T) {
	g := properties(t, `"a": {"type": "integer"}`, "send.*: {refuse_above: 5}")
	for args, want := range map[string]Decision{`{"a": 5}`: Allow, `{"a": 6}`: Refuse} {
		if v := g.Check("send", []byte(args)); v.Decision != want {
			t.Errorf("%s: %+v", args, v)
		}
	}
}
