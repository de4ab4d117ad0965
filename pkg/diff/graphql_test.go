package diff_test

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// mutation is Mutation.act with the given arguments, of the given types.
func mutation(t *testing.T, arguments, types string) *contract.Op {
	t.Helper()
	text := "type Query { ok: Boolean }\ntype Mutation { act(" + arguments + "): Boolean }\n" + types
	store := &source.Store{FS: fstest.MapFS{"api.graphql": {Data: []byte(text)}}}
	index, faults := loaders.Open(store, config.Source{Glob: "api.graphql"})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	ops, faults := index.Expand("Mutation.act")
	if len(faults) > 0 || len(ops) != 1 {
		t.Fatal(ops, faults)
	}
	return ops[0]
}

func TestFactsOfGraphQL(t *testing.T) {
	for _, c := range []struct {
		name, tool, arguments, types string
		want                         []string
	}{
		{"one value beside a list of them", `"a": {"type": ["array", "integer"], "items": {"type": "string"}}`, "a: [ID!]", "", nil},
		{"a lone value of another type", `"a": {"type": ["array", "boolean"], "items": {"type": "string"}}`, "a: [ID!]", "", []string{`type a boolean {"a": true}`}},
		{"null for a list that is needed", `"l": {"type": "array", "items": {"type": ["boolean", "null"]}}`, "l: [[Boolean]!]", "", []string{`null l[] null {"l": [null]}`}},
		{"the only one offered of which one is needed", `"a": {"type": "object", "additionalProperties": false, "properties": {"b": {"type": "string"}}}`,
			"a: One", "input One @oneOf { b: String c: Int }", []string{`omitted () a.c`, `required a.b {"a": {}}`}},
		{"the input itself is needed", `"input": {"type": "object", "additionalProperties": false, "properties": {"b": {"type": "string"}}}`,
			"input: In!", "input In { b: String }", []string{`required input {}`}},
		{"the input itself is never null", `"input": {"type": ["object", "null"], "additionalProperties": false, "properties": {"b": {"type": "string"}}}}, "required": ["input"], "x": {`,
			"input: In!", "input In { b: String }", []string{`null input null {"input": null}`}},
		{"what the object must hold where it is one", `"input": {"anyOf": [{"type": "object", "additionalProperties": false, "properties": {"b": {"type": "string"}}, "required": ["b"]}, {"type": "string"}]}}, "required": ["input"], "x": {`,
			"input: In!", "input In { b: String! }", []string{`type input string {"input": "text"}`}},
		{"an alternative that says nothing", `"a": {"oneOf": [{"type": "object"}, {"type": "object", "additionalProperties": false, "properties": {"b": {"type": "string"}}, "required": ["b"]}]}`,
			"a: In", "input In { b: String! }", []string{`not comparable a one alternative of the tool does not say what the object holds`, `required a.b {"a": {}}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == nil {
				c.want = []string{}
			}
			var got []string
			for _, line := range told(tool(t, `{"type": "object", "additionalProperties": false, "properties": {`+c.tool+`}}`), mutation(t, c.arguments, c.types)) {
				if line != "open object a undeclared" {
					got = append(got, line)
				}
			}
			if d := cmp.Diff(c.want, append([]string{}, got...)); d != "" {
				t.Errorf("drifts differ (-want +got):\n%s", d)
			}
		})
	}
}
