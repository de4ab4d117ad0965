package diff_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// answered is what is told of a tool with an output schema and an operation with
// an answer, and how many fields of the two were compared.
func answered(t *testing.T, output, answer string) (told []string, fields int) {
	t.Helper()
	return answeredBy(t, output, "api.json", `{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/thing": {"get": {"operationId": "getThing",
			"responses": {"200": {"description": "ok", "content": {"application/json": {"schema": `+answer+`}}}}}}},
			"components": {"schemas": {"Node": {"type": "object", "properties": {"id": {"type": "string"}, "next": {"$ref": "#/components/schemas/Node"}}}}}}`)
}

// answeredBy is answered by the operation getThing of a spec.
func answeredBy(t *testing.T, output, file, spec string) (told []string, fields int) {
	t.Helper()
	store := &source.Store{FS: fstest.MapFS{
		"tools.json": {Data: []byte(`{"tools": [{"name": "get_thing", "inputSchema": {"type": "object"}, "outputSchema": ` + output + `}]}`)},
		file:         {Data: []byte(spec)},
	}}
	lists, faults := loaders.Tools(store, config.Source{Glob: "tools.json"})
	index, more := loaders.Open(store, config.Source{Glob: file})
	r, bound := bind.Match(lists, []*contract.Index{index}, nil)
	if all := append(append(faults, more...), bound...); len(all) > 0 {
		t.Fatal(all)
	}
	b := r.Bindings[0]
	drifts, counts := diff.Compare(b, diff.Read(b.Tool, nil), nil)
	for _, d := range drifts {
		if d.Witness != nil && accepts(t, output, d.Witness.JSON()) {
			t.Errorf("the output schema takes the witness %s", d.Witness.JSON())
		}
		line := fmt.Sprintf("%s %s %s", d.Kind, d.Path, d.Value)
		if d.Answer.Some {
			line += " (some)"
		}
		if d.Answer.Encoded {
			line += " (encoded)"
		}
		if d.Answer.Loose {
			line += " (loose)"
		}
		if d.Answer.Folded {
			line += " (folded)"
		}
		told = append(told, line)
	}
	return told, counts.Fields
}

// accepts asks an independent judge whether a schema takes a value.
func accepts(t *testing.T, schema, value string) bool {
	t.Helper()
	decoded, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", decoded); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(value))
	if err != nil {
		t.Fatal(err)
	}
	return compiled.Validate(v) == nil
}

func TestAnswers(t *testing.T) {
	object := func(fields string) string { return `{"type": "object", "properties": {` + fields + `}}` }
	require := func(names, fields string) string {
		return `{"type": "object", "required": [` + names + `], "properties": {` + fields + `}}`
	}
	closed := func(fields string) string {
		return `{"type": "object", "additionalProperties": false, "properties": {` + fields + `}}`
	}
	const str, num, integer = `{"type": "string"}`, `{"type": "number"}`, `{"type": "integer"}`
	for _, c := range []struct {
		name, output, answer string
		want                 []string
		fields               int
	}{
		{"the same", object(`"id": ` + str + `, "n": ` + integer), object(`"id": ` + str + `, "n": ` + integer + `, "more": ` + str), nil, 2},
		{"another type", object(`"id": ` + integer + `, "n": ` + num), object(`"id": ` + str + `, "n": ` + integer), []string{"answer outputSchema.id type string"}, 2},
		{"a wider type", object(`"id": ` + str + `, "n": ` + integer), object(`"id": {"type": ["string", "integer"]}, "n": ` + num),
			[]string{"answer outputSchema.id type string or integer (some)", "answer outputSchema.n type number (some)"}, 2},
		{"null, of what may be left out too", object(`"id": ` + str + `, "n": ` + str), object(`"id": {"type": ["string", "null"]}, "n": ` + str), []string{"answer outputSchema.id null (some)"}, 2},
		{"a value that the tool does not list", object(`"id": ` + str + `, "s": {"type": "string", "enum": ["a", "b"]}`), object(`"id": ` + str + `, "s": {"type": "string", "enum": ["a", "c"]}`),
			[]string{"answer outputSchema.s c (some)"}, 2},
		{"values in another case", object(`"id": ` + str + `, "s": {"type": "string", "enum": ["a", "b"]}`), object(`"id": ` + str + `, "s": {"type": "string", "enum": ["A", "B"]}`),
			[]string{"answer outputSchema.s A (some)"}, 2},
		{"what may be left out", `{"type": "object", "required": ["id", "n"], "properties": {"id": ` + str + `, "n": ` + str + `}}`,
			`{"type": "object", "required": ["id"], "properties": {"id": ` + str + `, "n": ` + str + `}}`, []string{"answer outputSchema.n missing"}, 2},
		{"a spec that requires nothing says nothing", `{"type": "object", "required": ["id", "n"], "properties": {"id": ` + str + `, "n": ` + str + `}}`, object(`"id": ` + str + `, "n": ` + str), nil, 2},
		{"a list in an envelope", object(`"result": {"type": "array", "items": ` + object(`"id": `+integer+`, "n": `+str) + `}`), `{"type": "array", "items": ` + object(`"id": `+str+`, "n": `+str) + `}`,
			[]string{"answer outputSchema.result[].id type string"}, 2},
		{"an envelope of the API's", object(`"id": ` + integer + `, "n": ` + str), object(`"data": ` + object(`"id": `+str+`, "n": `+str)), []string{"answer outputSchema.id type string"}, 2},
		{"one of a list is not the list", object(`"id": ` + integer + `, "n": ` + str), `{"type": "array", "items": ` + object(`"id": `+str+`, "n": `+str) + `}`,
			[]string{"not comparable outputSchema answer"}, 0},
		{"an answer of the tool server's own", object(`"id": ` + integer + `, "summary": ` + str + `, "advice": ` + str), object(`"id": ` + str + `, "n": ` + str),
			[]string{"not comparable outputSchema answer"}, 0},
		{"the whole before a part that is more alike", object(`"id": ` + integer + `, "n": ` + str + `, "by": ` + object(`"x": `+str+`, "y": `+str+`, "z": `+str+`, "w": `+str)),
			object(`"id": ` + str + `, "n": ` + str + `, "by": ` + object(`"x": `+str+`, "y": `+str+`, "z": `+str+`, "w": `+str)), []string{"answer outputSchema.id type string"}, 7},
		{"another case style", object(`"id": ` + str + `, "n": ` + str + `, "atMost": ` + str), object(`"id": ` + str + `, "n": ` + str + `, "at_most": ` + integer),
			[]string{"answer outputSchema.atMost type integer (folded)"}, 3},
		{"renamed", object(`"id": ` + str + `, "n": ` + str + `, "income_verified": ` + str), object(`"id": ` + str + `, "n": ` + str + `, "verified_income": ` + str),
			[]string{"answer outputSchema.income_verified renamed verified_income"}, 2},
		{"what the API never returns", object(`"id": ` + str + `, "n": ` + str + `, "secret": ` + integer), object(`"id": ` + str + `, "n": ` + str + `, "secret": {"type": "string", "writeOnly": true}`), nil, 2},
		{"JSON in a string", object(`"id": ` + str + `, "n": ` + str + `, "o": {"type": "string", "description": "A node, JSON-encoded."}`),
			object(`"id": ` + str + `, "n": ` + object(`"x": `+str) + `, "o": ` + object(`"x": `+str)), []string{"answer outputSchema.n type object (encoded)"}, 3},
		{"a page of the API's, unwrapped", object(`"id": ` + str + `, "n": ` + str + `, "teams": {"type": "array", "items": ` + object(`"id": `+integer) + `}`),
			object(`"id": ` + str + `, "n": ` + str + `, "teams": ` + object(`"total": `+integer+`, "nodes": {"type": "array", "items": `+object(`"id": `+str)+`}`)),
			[]string{"answer outputSchema.teams[].id type string"}, 4},
		{"a list made of a page", object(`"id": ` + str + `, "n": ` + str + `, "teams": {"type": "array", "items": ` + str + `}`),
			object(`"id": ` + str + `, "n": ` + str + `, "teams": ` + object(`"nodes": {"type": "array", "items": `+object(`"id": `+str)+`}`)), nil, 3},
		{"an object that carries no list", object(`"id": ` + str + `, "n": ` + str + `, "teams": {"type": "array", "items": ` + str + `}`),
			object(`"id": ` + str + `, "n": ` + str + `, "teams": ` + object(`"name": `+str)), []string{"answer outputSchema.teams type object"}, 3},
		{"recursion", `{"type": "object", "properties": {"id": ` + str + `, "next": {"$ref": "#"}}}`, `{"$ref": "#/components/schemas/Node"}`, nil, 4},
		{"neither states types", object(`"id": {}, "n": {}`), object(`"id": ` + str + `, "n": {}`), nil, 2},
		{"alternatives", object(`"id": ` + str + `, "n": ` + integer), object(`"id": ` + str + `, "n": {"anyOf": [` + str + `, {"type": "array", "items": ` + str + `}]}`),
			[]string{"not comparable outputSchema.n alternatives"}, 2},
		{"alternatives, where the tool takes any value", object(`"id": ` + str + `, "n": {}`), object(`"id": ` + str + `, "n": {"anyOf": [` + str + `, {"type": "array", "items": ` + str + `}]}`), nil, 2},
		{"what cannot be seen", object(`"id": ` + str + `, "n": ` + integer), object(`"id": ` + str + `, "n": {"type": "integer", "anyOf": [` + str + `, {"type": "array"}]}`),
			[]string{"not comparable outputSchema.n integer and string or array exclude each other"}, 2},
		{"the API says nothing", object(`"id": ` + str), `{}`, []string{"not comparable outputSchema answer"}, 0},
		{"required, and never answered", require(`"id", "n", "etag"`, `"id": `+str+`, "n": `+str+`, "etag": `+str), require(`"id"`, `"id": `+str+`, "n": `+str),
			[]string{"answer outputSchema.n missing", "answer outputSchema.etag absent"}, 2},
		{"several of the server's own", require(`"ok", "advice"`, `"id": `+str+`, "n": `+str+`, "m": `+str+`, "ok": `+str+`, "advice": `+str), object(`"id": ` + str + `, "n": ` + str + `, "m": ` + str), nil, 3},
		{"one of the server's own, in its envelope", object(`"data": ` + require(`"ok"`, `"id": `+str+`, "n": `+str+`, "ok": `+str)), object(`"id": ` + str + `, "n": ` + str), nil, 2},
		{"picked from what the API always answers", require(`"ok"`, `"id": `+str+`, "n": `+str+`, "ok": `+str), require(`"id", "kind"`, `"id": `+str+`, "n": `+str+`, "kind": `+integer), nil, 2},
		{"an answer of any fields", require(`"ok"`, `"id": `+str+`, "n": `+str+`, "ok": `+str), `{"type": "object", "additionalProperties": ` + str + `, "properties": {"id": ` + str + `, "n": ` + str + `}}`, nil, 2},
		{"required, and only taken in", require(`"id", "secret"`, `"id": `+str+`, "n": `+str+`, "secret": `+str), require(`"id", "secret"`, `"id": `+str+`, "n": `+str+`, "secret": {"type": "string", "writeOnly": true}`),
			[]string{"answer outputSchema.secret absent"}, 2},
		{"closed, and more is promised", closed(`"id": ` + str + `, "n": ` + str), require(`"id", "kind"`, `"id": `+str+`, "n": `+str+`, "kind": `+str), []string{"answer outputSchema extra kind"}, 2},
		{"closed, and more may come", closed(`"id": ` + str + `, "n": ` + str), require(`"id"`, `"id": `+str+`, "n": `+str+`, "kind": `+str), []string{"answer outputSchema extra kind (some)"}, 2},
		{"closed, and the spec promises nothing", closed(`"id": ` + str + `, "n": ` + str), object(`"id": ` + str + `, "n": ` + str + `, "kind": ` + str), nil, 2},
		{"closed, and few of many are picked", closed(`"id": ` + str + `, "n": ` + str), require(`"id", "kind"`, `"id": `+str+`, "n": `+str+`, "kind": `+str+`, "more": `+str), nil, 2},
		{"closed, in an envelope", object(`"data": ` + closed(`"id": `+str+`, "n": `+str)), require(`"id", "kind"`, `"id": `+str+`, "n": `+str+`, "kind": `+str), nil, 2},
		{"one value of many", object(`"id": ` + integer), object(`"id": ` + str + `, "n": ` + str), []string{"answer outputSchema.id type string"}, 1},
		{"one object of many", object(`"id": ` + object(`"x": `+integer)), object(`"id": ` + str + `, "n": ` + str), []string{"not comparable outputSchema answer"}, 0},
		{"one value of many, in an envelope", object(`"id": ` + integer), object(`"data": ` + object(`"id": `+str+`, "n": `+str)), []string{"not comparable outputSchema answer"}, 0},
		{"a constant without a type", object(`"id": ` + str + `, "s": {"const": "a"}`), object(`"id": ` + str + `, "s": {"type": "string", "enum": ["b"]}`), []string{"answer outputSchema.s b (some)"}, 2},
		{"a day for a time", object(`"id": ` + str + `, "d": {"type": "string", "format": "date"}`), object(`"id": ` + str + `, "d": {"type": "string", "format": "date-time"}`), []string{"answer outputSchema.d format date-time"}, 2},
		{"a form that the API does not state", object(`"id": ` + str + `, "d": {"type": "string", "format": "date"}`), object(`"id": ` + str + `, "d": ` + str), nil, 2},
		{"the tool takes nothing", `false`, object(`"id": ` + str), []string{"answer outputSchema type object"}, 0},
		{"a word in place of a schema", `"x"`, object(`"id": ` + str), []string{"not comparable outputSchema opaque"}, 0},
		{"a list in place of a schema", `[]`, object(`"id": ` + str), []string{"not comparable outputSchema opaque"}, 0},
		{"a list for an object", `{"type": "array", "items": ` + object(`"id": `+str) + `}`, object(`"id": ` + str), []string{"not comparable outputSchema answer"}, 0},
		{"the tool says nothing", `{"type": "object"}`, object(`"id": ` + str), nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, fields := answered(t, c.output, c.answer)
			if diff := cmp.Diff(c.want, got); diff != "" || fields != c.fields {
				t.Errorf("compared %d fields, want %d (-want +got)\n%s", fields, c.fields, diff)
			}
		})
	}
}

// Members are looked into to a depth, however many dots their names hold.
func TestAnswersNestedDeep(t *testing.T) {
	nested := func(levels int, name, leaf string) string {
		return strings.Repeat(`{"type": "object", "properties": {"`+name+`": `, levels) + leaf + strings.Repeat("}}", levels)
	}
	deep, leaf := "not comparable outputSchema"+strings.Repeat(".a", 49)+" pair depth", `["a.b.c"]`
	for _, c := range []struct {
		name   string
		levels int
		want   []string
	}{
		{"a", 60, []string{deep}},
		{"a.b.c", 30, []string{"answer outputSchema" + strings.Repeat(leaf, 30) + " type string"}},
	} {
		got, _ := answered(t, nested(c.levels, c.name, `{"type": "integer"}`), nested(c.levels, c.name, `{"type": "string"}`))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%d levels of %s (-want +got)\n%s", c.levels, c.name, diff)
		}
	}
}

// ProtoJSON takes in more than it prints.
func TestAnswersOfProtobuf(t *testing.T) {
	const spec = `syntax = "proto3";
package a.v1;
import "google/protobuf/wrappers.proto";
service Things { rpc GetThing(GetThingRequest) returns (Thing); }
message GetThingRequest {}
enum State { STATE_UNSPECIFIED = 0; STATE_OPEN = 1; }
message Thing {
  string id = 1; string name = 2; int32 small = 3; uint64 big = 4; double real = 5; State state = 6;
  repeated sfixed64 bigs = 7; google.protobuf.Int64Value boxed = 8; google.protobuf.Int32Value pocket = 9;
}
`
	for _, c := range []struct {
		name, fields string
		want         []string
	}{
		{"as it is printed", `"small": {"type": "integer"}, "big": {"type": "string"}, "real": {"type": "number"}, "state": {"type": "string"},
			"bigs": {"type": "array", "items": {"type": "string"}}, "boxed": {"type": ["string", "null"]}, "pocket": {"type": ["integer", "null"]}`, nil},
		{"strings where numbers are printed", `"small": {"type": "string"}, "real": {"type": "string"}, "pocket": {"type": ["string", "null"]}`,
			[]string{"answer outputSchema.small type integer", "answer outputSchema.real type number", "answer outputSchema.pocket type integer"}},
		{"numbers where strings are printed", `"big": {"type": "integer"}, "state": {"type": "integer"}, "bigs": {"type": "array", "items": {"type": "number"}}, "boxed": {"type": ["integer", "null"]}`,
			[]string{"answer outputSchema.big type string (loose)", "answer outputSchema.state type string (loose)", "answer outputSchema.bigs[] type string (loose)", "answer outputSchema.boxed type string (loose)"}},
		{"either", `"small": {"type": ["string", "integer"]}, "big": {"type": ["string", "integer"]}, "state": {"type": ["string", "integer"]}`, nil},
		{"names of an enum", `"state": {"type": "string", "enum": ["STATE_UNSPECIFIED", "STATE_OPEN"]}`, nil},
		{"one name of an enum", `"state": {"type": "string", "enum": ["STATE_CLOSED"]}`, []string{"answer outputSchema.state STATE_OPEN (some)"}},
	} {
		output := `{"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}, ` + c.fields + `}}`
		got, _ := answeredBy(t, output, "api.proto", spec)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
}
