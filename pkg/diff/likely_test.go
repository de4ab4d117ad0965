package diff_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

func TestLikelyPartners(t *testing.T) {
	for _, c := range []struct {
		name, tool, api string
		want            []string
	}{
		{"one for a list", `"line": {"type": "string"}`, `"lines": {"type": "array", "items": {"type": "string"}}`, []string{`renamed line lines {"line": "text"}`}},
		{"keys for a list of objects", `"line_ids": {"type": "array", "items": {"type": "string"}}`,
			`"lines": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}}}}`, []string{`renamed line_ids lines {"line_ids": ["text"]}`}},
		{"one for a list of another type", `"line": {"type": "boolean"}`, `"lines": {"type": "array", "items": {"type": "string"}}`,
			[]string{`omitted () lines`, `unknown line {"line": true}`}},
		{"what the tool is about, for its name", `"thing": {"type": "string"}}, "required": ["thing"], "x": {`, `"name": {"type": "string"}}, "required": ["name"], "x": {`,
			[]string{`renamed thing name {"thing": "text"}`}},
		{"something else", `"colour": {"type": "string"}}, "required": ["colour"], "x": {`, `"name": {"type": "string"}}, "required": ["name"], "x": {`,
			[]string{`renamed colour name {"colour": "text"}`}},
		{"something else, one of two", `"colour": {"type": "string"}, "shade": {"type": "string"}}, "required": ["colour", "shade"], "x": {`, `"name": {"type": "string"}}, "required": ["name"], "x": {`,
			[]string{`required (name) {"colour": "text", "shade": "text"}`, `unknown colour {"colour": "text", "shade": "text"}`, `unknown shade {"colour": "text", "shade": "text"}`}},
		{"something else that may be left out", `"colour": {"type": "string"}`, `"name": {"type": "string"}}, "required": ["name"], "x": {`,
			[]string{`required (name) {}`, `unknown colour {"colour": "text"}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, told(tool(t, props(c.tool)), api(t, props(c.api)))); d != "" {
				t.Errorf("drifts differ (-want +got):\n%s", d)
			}
		})
	}
}

// TestTheOnlyUnknownField: one that the tool server may make something of is no
// proof of a loss.
func TestTheOnlyUnknownField(t *testing.T) {
	for field, want := range map[string]bool{"colour": true, "actions": false, "thread_ts": false} {
		one := tool(t, props(`"note": {"type": "string"}, "`+field+`": {"type": "boolean"}`))
		other := api(t, props(`"note": {"type": "string"}, "ts": {"type": "string"}, "areas": {"type": "array", "items": {"type": "object", "properties": {"action": {"type": "string"}}}}`))
		b := bound(one, other)
		b.How = bind.ByConfig
		drifts, _ := diff.Compare(b, diff.Read(one, nil), nil)
		i := slices.IndexFunc(drifts, func(d *diff.Drift) bool { return d.Kind == diff.Unknown })
		if i < 0 || drifts[i].Name.Only != want {
			t.Errorf("%s: want an unknown field, the only one without a partner %t; got %v", field, want, drifts)
		}
	}
}

func TestAnotherKeyStandsInForAPath(t *testing.T) {
	for _, c := range []struct{ tool, want string }{
		{`"id": {"type": "string"}, "email": {"type": "string"}`, "email"},
		{`"id": {"type": "string"}, "colour": {"type": "string"}`, ""},
		{`"id": {"type": "string"}, "email": {"type": "string"}}, "required": ["email"], "x": {`, ""},
	} {
		one := tool(t, props(c.tool))
		other := open(t, `{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/things/{id}": {"patch": {"operationId": "saveThing",
			"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
			"requestBody": {"content": {"application/json": {"schema": `+props(`"email": {"type": "string"}, "colour": {"type": "string"}`)+`}}}, "responses": {}}}}}`, "PATCH /things/{id}")
		drifts, _ := diff.Compare(bound(one, other), diff.Read(one, nil), nil)
		var got []string
		for _, d := range drifts {
			if d.Kind == diff.Required {
				got = append(got, d.Path+" "+d.Need.Instead)
			}
		}
		if d := cmp.Diff([]string{"id " + c.want}, got); d != "" {
			t.Errorf("%s: needs differ (-want +got):\n%s", c.tool, d)
		}
	}
}

// TestAListOfItself: a schema may contain itself without a field between.
func TestAListOfItself(t *testing.T) {
	one := tool(t, props(`"list": {"type": "array"}, "colour": {"type": "string"}`))
	list := &contract.Schema{Types: contract.ArrayType}
	list.Elem = list
	one.Input.Fields[0].Schema = list
	other := api(t, props(`"list": {"type": "array"}, "shade": {"type": "boolean"}`))
	other.Input.Fields[0].Schema = list
	if d := cmp.Diff([]string{`omitted () shade`, `unknown colour {"colour": "text"}`}, told(one, other)); d != "" {
		t.Errorf("drifts differ (-want +got):\n%s", d)
	}
}
