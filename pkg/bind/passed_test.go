package bind

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// passedText is what became of a document's calls, a line each field: "tool = api"
// for a pair, "api-" and "tool-" for what is left, "stale" for what the API does not know.
func passedText(t *testing.T, tool, api *contract.Schema, hint string) string {
	t.Helper()
	n, faults := source.ParseJSON(&source.File{Name: "q.graphql", Data: []byte(hint)})
	if n == nil {
		t.Fatal(faults)
	}
	op := &contract.Op{Name: "Query.kites", Input: api}
	index := &contract.Index{Heads: []contract.Head{{Name: op.Name}}, Expand: func(names ...string) ([]*contract.Op, []source.Fault) {
		if len(names) == 1 && names[0] == op.Name {
			return []*contract.Op{op}, nil
		}
		return nil, nil
	}}
	list := &contract.Contract{Ops: []*contract.Op{{
		Name: "Kites", Input: tool, File: "q.graphql", Hints: []contract.Hint{{Key: contract.DocumentHint, Value: n}},
	}}}
	r, faults := Match([]*contract.Contract{list}, []*contract.Index{index}, nil)
	if faults != nil {
		t.Fatal(faults)
	}
	b := r.Bindings[0]
	var lines []string
	for _, c := range b.Calls {
		for _, p := range c.Fields.Pairs {
			line := p.Tool.Path + " = " + p.API.Path
			if p.API.Field.Required {
				line += "!"
			}
			if doc := p.Tool.Field.Doc.Text; doc != "" {
				line += " " + fmt.Sprintf("%q", doc)
			}
			lines = append(lines, line)
		}
		for _, ref := range c.Fields.APIOnly {
			lines = append(lines, "api- "+strings.TrimSpace(ref.Path+" "+ref.Handled))
		}
		for _, ref := range c.Fields.ToolOnly {
			lines = append(lines, "tool- "+ref.Path+" "+ref.Handled)
		}
	}
	for _, s := range b.Stale {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("stale %s %s at %s %s", s.Key, s.Entry, s.At.Text(), s.Nearest)))
	}
	for _, m := range b.Missing {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("missing %s %t %s", m.Operation, m.Document, m.Nearest)))
	}
	return strings.Join(lines, "\n")
}

// What a document passes is paired by the arguments' exact names, and nothing else is.
func TestPassed(t *testing.T) {
	for _, c := range []struct{ name, tool, api, hint, want string }{
		{"the variable's own name says nothing", "size! colour", "size colour! tail",
			`{"operation": "Query.kites", "fields": {"size": "colour"}, "agent_only": ["colour"]}`,
			"size = colour!\napi- size\napi- tail\ntool- colour agent-only"},
		{"into an object, a list of them, beside constants", "a b c", "filter{size! tails[]{length! knot} colour} sort",
			`{"operation": "Query.kites", "fields": {"a": "filter.size", "b": "filter.tails[].length"}, "supplied": ["sort"]}`,
			"a = filter.size!\nb = filter.tails[].length!\napi- filter.tails[].knot\napi- filter.colour\napi- sort supplied\ntool- c agent-only"},
		{"an argument that the API does not know", "n team all", "limit filter{teamId! state}",
			`{"operation": "Query.kites", "fields": {"n": "first", "team": "filter.team"}, "supplied": ["filter.none"], "agent_only": ["all"]}`,
			"api- limit\napi- filter.teamId renamed\napi- filter.state\ntool- n unknown argument\ntool- team unknown argument\ntool- all agent-only\n" +
				"stale argument filter.team at \"team\" filter.teamId\nstale argument filter.none at \"filter.none\"\nstale argument first at \"n\""},
		{"no spelling but the API's", "n", "perPage",
			`{"operation": "Query.kites", "fields": {"n": "per_page"}}`,
			"api- perPage renamed\ntool- n unknown argument\nstale argument per_page at \"n\" perPage"},
		{"names that steps tell apart", "n m", "first posts.first",
			`{"operation": "Query.kites", "fields": {"n": "first", "m": "[\"posts.first\"]"}}`,
			"n = first\nm = [\"posts.first\"]"},
		{"an object for what cannot be seen through", "a b", "meta sort",
			`{"operation": "Query.kites", "fields": {"a": "meta.x.y", "b": "meta.z"}, "supplied": ["meta.one"]}`,
			"a = meta\napi- sort\ntool- b agent-only"},
		{"constants for what cannot be seen through", "", "meta", `{"operation": "Query.kites", "supplied": ["meta.one"]}`, "api- meta supplied"},
		{"two variables for one list", "a b", "ids[]", `{"operation": "Query.kites", "fields": {"a": "ids[]", "b": "ids[]"}}`, "a = ids\nb = ids"},
		{"fields that no API has", "a", "size",
			`[{"operation": "Query.kites", "fields": {"a": "size"}}, {"operation": "Query.kites.tial"}, {"operation": "Query.kite"}]`,
			"a = size\nmissing Query.kites.tial true\nmissing Query.kite true Query.kites"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, passedText(t, object(t, c.tool), object(t, c.api), c.hint)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// A lone input is an argument like any other to a document, although its members
// stand in its place.
func TestPassedToALoneInput(t *testing.T) {
	api := object(t, "size! tail")
	api.Promoted = &contract.Field{Name: "kiteInput", Required: true, Schema: object(t, "size! tail")}
	for hint, want := range map[string]string{
		`{"operation": "Query.kites", "fields": {"a": "kiteInput.size"}}`:                            "a = kiteInput.size!\napi- kiteInput.tail",
		`{"operation": "Query.kites", "fields": {"a": "kiteInput"}}`:                                 "a = kiteInput!",
		`{"operation": "Query.kites", "fields": {"a": "input"}}`:                                     "api- kiteInput\ntool- a unknown argument\nstale argument input at \"a\"",
		`{"operation": "Query.kites", "fields": {"a": "size"}}`:                                      "api- kiteInput\ntool- a unknown argument\nstale argument size at \"a\"",
		`{"operation": "Query.kites", "supplied": ["kiteInput.size"], "agent_only": ["a"]}`:          "api- kiteInput.size supplied\napi- kiteInput.tail\ntool- a agent-only",
		`{"operation": "Query.kites", "supplied": ["kiteInput.siz"], "agent_only": ["a"]}`:           "api- kiteInput.size renamed\napi- kiteInput.tail\ntool- a agent-only\nstale argument kiteInput.siz at \"kiteInput.siz\" kiteInput.size",
		`{"operation": "Query.kites", "fields": {"a": "kiteInput.tail"}, "supplied": ["kiteInput"]}`: "a = kiteInput.tail\napi- kiteInput.size",
	} {
		if got := passedText(t, object(t, "a"), api, hint); got != want {
			t.Errorf("%s\ngot  %q\nwant %q", hint, got, want)
		}
	}
}

// A default of the document's is what the API gets, whatever its own is; and what
// the schema says of an argument is shown where the document says nothing.
func TestPassedDefaultsAndWords(t *testing.T) {
	tool, api := object(t, "a b c"), object(t, "x! y! z!")
	ten := &source.Node{Kind: source.Number, Text: "10"}
	null := &source.Node{Kind: source.Null, Text: "null"}
	for i, def := range []*source.Node{ten, null, nil} {
		tool.Fields[i].Schema.Default = def
		api.Fields[i].Schema.Default = ten
		api.Fields[i].Doc.Text = "the API's words"
	}
	tool.Fields[1].Doc.Text = "own words"
	tool.Fields[2].Schema.Doc.Text, tool.Fields[2].Doc.Text = "of the type", "of the type"
	got := passedText(t, tool, api, `{"operation": "Query.kites", "fields": {"a": "x", "b": "y", "c": "z"}}`)
	want := `a = x "the API's words"
b = y! "own words"
c = z! "the API's words"`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if !api.Fields[0].Required || api.Fields[0].Schema.Default != ten || tool.Fields[0].Doc.Text != "" {
		t.Error("the contracts themselves were changed")
	}
}

// An operation that cannot be seen through knows no argument, and lacks none.
func TestPassedToAnOpaqueOperation(t *testing.T) {
	api := &contract.Schema{Types: contract.ObjectType, Opaque: "it could not be read"}
	if got := passedText(t, object(t, "a"), api, `{"operation": "Query.kites", "fields": {"a": "x"}}`); got != "" {
		t.Errorf("got %s", got)
	}
}
