package loaders

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/source"
)

const introspected = `{"data": {"__schema": {
  "queryType": {"name": "Root"}, "mutationType": null,
  "types": [
    {"kind": "OBJECT", "name": "Root", "fields": [
      {"name": "a", "description": "One “a”.", "args": [
        {"name": "x", "type": {"kind": "NON_NULL", "name": null, "ofType": {"kind": "SCALAR", "name": "Int"}}, "defaultValue": null},
        {"name": "l", "type": {"kind": "LIST", "ofType": {"kind": "NON_NULL", "ofType": {"kind": "ENUM", "name": "E"}}}, "defaultValue": "[ONE]"}
      ], "type": {"kind": "SCALAR", "name": "Int"}, "isDeprecated": true, "deprecationReason": "No longer supported"}
    ]},
    {"kind": "ENUM", "name": "E", "enumValues": [{"name": "ONE", "isDeprecated": true}]},
    {"kind": "OBJECT", "name": "Mutation", "fields": [{"name": "b", "type": {"kind": "SCALAR", "name": "Int"}}]},
    {"kind": "SCALAR", "name": "Int"}, {"kind": "OBJECT", "name": "__Schema", "fields": []}
  ]
}}}
`

const introspectedWant = `Query.a ["a" "Root.a"] @5:16-19 "One “a”." @5:36-46 deprecated "true" @8:53-67
  object, closed
    .x @6:18-21 required @6:40-50 decl 6:9-133
      integer, Int! @6:103-108, 32 bits
    .l @7:18-21 decl 7:9-146
      array or null, [E!] @7:40-46, lone, default ["ONE"] @7:138-145
        [] string, E! @7:114-117
          = "ONE" @10:59-64 deprecated
`

func TestIntrospectionMeansTheSameInEveryEncoding(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"LF", introspected},
		{"CRLF", strings.ReplaceAll(introspected, "\n", "\r\n")},
		{"byte order mark", "\ufeff" + introspected},
		{"without data", strings.TrimSuffix(strings.Replace(introspected, `{"data": {`, `{         `, 1), "}\n")},
	} {
		t.Run(c.name, func(t *testing.T) {
			index, faults := gqlOpen(c.text)
			if faults != nil {
				t.Fatal(faults)
			}
			if diff := cmp.Diff(introspectedWant, gqlExpand(t, index, "Query.a", "Root.a.b", "Mutation.b")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestIntrospectionDirt(t *testing.T) {
	for _, c := range []struct {
		name, text string
		ops        []string
		faults     []string
	}{
		{
			name: "a type reference that the query cut off",
			text: `{"__schema": {"queryType": {"name": "Q"}, "types": [{"kind": "OBJECT", "name": "Q", "fields": [{"name": "a", "args": [{"name": "x", "type": {"kind": "LIST", "ofType": null}}, {"name": "y"}], "type": {}}]}]}}`,
			ops:  []string{"Query.a(x: [], y:  (the introspection stops above the type's name))"},
		},
		{
			name: "nameless things",
			text: `{"__schema": {"queryType": {"name": "Q"}, "types": [null, {"kind": "OBJECT", "name": "Q", "fields": [{"name": "a"}, {}]}, {"kind": "NEW", "name": "N"}]}}`,
			ops:  []string{"Query.a"},
			faults: []string{
				"dirt a:1:53: a type without a name or a kind; it does not count",
				"dirt a:1:117: a field without a name; it does not count",
				"dirt a:1:123: a type without a name or a kind; it does not count",
			},
		},
		{
			name:   "a default that is none",
			text:   `{"__schema": {"queryType": {"name": "Q"}, "types": [{"kind": "OBJECT", "name": "Q", "fields": [{"name": "a", "args": [{"name": "x", "type": {"kind": "SCALAR", "name": "Int"}, "defaultValue": "1) { b"}]}]}]}}`,
			ops:    []string{"Query.a(x: Int)"},
			faults: []string{"dirt a:1:192: the default 1) { b is no value of GraphQL; it does not count"},
		},
		{
			name:   "an answer that is none",
			text:   `{"data": null, "errors": [{"message": "GraphQL introspection is not allowed"}]}`,
			faults: []string{"refused a:1:1: neither a GraphQL schema nor an answer to the introspection query"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			index, faults := gqlOpen(c.text)
			ops, more := gqlSummary(t, index)
			if diff := cmp.Diff(c.ops, ops); diff != "" {
				t.Errorf("operations -want +got:\n%s", diff)
			}
			if diff := cmp.Diff(c.faults, append(faults, more...)); diff != "" {
				t.Errorf("faults -want +got:\n%s", diff)
			}
		})
	}
}

func TestMatchGraphQL(t *testing.T) {
	for _, c := range []struct {
		text string
		top  []string
		want bool
	}{
		{"\"\"\"\nNote: this looks like YAML\n\"\"\"\ntype Query { a: Int }", []string{"Note"}, true},
		{"# a comment\n\"\"\"doc\"\"\"\ntype Query { a: Int }", nil, true},
		{"\ufeffextend schema @link(url: \"x\")", nil, true},
		{"directive @key on OBJECT", nil, true},
		{"enum E { ONE TWO }", nil, true},
		{"query Q($x: Int) { a(x: $x) }", nil, false},
		{"{ a }", nil, false},
		{"type: object", nil, false},
		{"schema: x", nil, false},
		{"enum E { ONE = 0; }", nil, false},
		{"extend google.protobuf.FieldOptions { }", nil, false},
		{"", nil, false},
		{`{"__schema": {}}`, []string{"__schema"}, true},
		{`{"data": {"__schema": {}}}`, []string{"data"}, true},
		{`{"data": []}`, []string{"data"}, false},
		{`{"tools": [{"name": "__schema"}]}`, []string{"tools"}, false},
	} {
		if got := graphQLDialect.match(&source.File{Data: []byte(c.text)}, c.top); got != c.want {
			t.Errorf("%q: %v", c.text, got)
		}
	}
	for text, want := range map[string]bool{"typ Query { a: Int }": true, "# nothing yet": true, "query Q { a }": false, "{ a }": false} {
		if got := graphQLDialect.match(&source.File{Name: "api/schema.graphqls", Data: []byte(text)}, nil); got != want {
			t.Errorf("a file with GraphQL's extension, %q: %v", text, got)
		}
	}
}
