package diff_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// tool is one MCP tool, save_thing, whose input schema is given as JSON.
func tool(t *testing.T, schema string) *contract.Op {
	t.Helper()
	text := `{"tools": [{"name": "save_thing", "inputSchema": ` + schema + `}]}`
	store := &source.Store{FS: fstest.MapFS{"tools.json": {Data: []byte(text)}}}
	lists, faults := loaders.Tools(store, config.Source{Glob: "tools.json"})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return lists[0].Ops[0]
}

// api is POST /things with the given body schema.
func api(t *testing.T, schema string) *contract.Op {
	t.Helper()
	text := `{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/things": {"post": {"operationId": "saveThing",
		"requestBody": {"required": true, "content": {"application/json": {"schema": ` + schema + `}}}, "responses": {}}}}}`
	return open(t, text, "POST /things")
}

// query is GET /things with the given parameters.
func query(t *testing.T, parameters string) *contract.Op {
	t.Helper()
	text := `{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/things": {"get": {"operationId": "saveThing",
		"parameters": [` + parameters + `], "responses": {}}}}}`
	return open(t, text, "GET /things")
}

func open(t *testing.T, text, name string) *contract.Op {
	t.Helper()
	store := &source.Store{FS: fstest.MapFS{"api.json": {Data: []byte(text)}}}
	index, faults := loaders.Open(store, config.Source{Glob: "api.json"})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	ops, faults := index.Expand(name)
	if len(faults) > 0 || len(ops) != 1 {
		t.Fatal(ops, faults)
	}
	return ops[0]
}

// told is each drift as "kind path value", with the witness behind it.
func told(tool, api *contract.Op) []string {
	drifts, _ := diff.Compare(bound(tool, api), diff.Read(tool, nil), nil)
	out := []string{}
	for _, d := range drifts {
		path := d.Path
		if path == "" {
			path = "(" + d.APIPath + ")"
		}
		line := fmt.Sprintf("%s %s", d.Kind, path)
		if d.Value != "" {
			line += " " + d.Value
		}
		if d.Witness != nil {
			line += " " + d.Witness.JSON()
		}
		out = append(out, line)
	}
	return out
}

func props(s string) string { return `{"type": "object", "properties": {` + s + `}}` }

func TestFactsOfBodies(t *testing.T) {
	for _, c := range []struct {
		name, tool, api string
		want            []string
	}{
		{"equal", `"a": {"type": "string"}`, `"a": {"type": "string"}`, nil},
		{"a wrong type", `"a": {"type": "integer"}`, `"a": {"type": "string"}`, []string{`type a integer {"a": 1}`}},
		{"one type too many", `"a": {"type": ["string", "boolean"]}`, `"a": {"type": "string"}`, []string{`type a boolean {"a": true}`}},
		{"a type fewer", `"a": {"type": "string"}`, `"a": {"type": ["string", "integer"]}`, nil},
		{"number for integer", `"a": {"type": "number"}`, `"a": {"type": "integer"}`, []string{`fraction a fraction`}},
		{"integer for number", `"a": {"type": "integer"}`, `"a": {"type": "number"}`, nil},
		{"no type", `"a": {"description": "x"}`, `"a": {"type": "string"}`, []string{`type a any type`}},
		{"null", `"a": {"type": ["string", "null"]}`, `"a": {"type": "string"}`, []string{`null a null {"a": null}`}},
		{"null by default", `"a": {"type": ["string", "null"], "default": null}`, `"a": {"type": "string"}`, nil},
		{"enum", `"a": {"enum": ["x", "y"]}`, `"a": {"enum": ["x", "z"]}`,
			[]string{`enum omitted a z`, `enum unknown a y {"a": "y"}`}},
		{"enum in another case", `"a": {"enum": ["X", "Y"]}`, `"a": {"enum": ["x", "y"]}`,
			[]string{`enum unknown a X {"a": "X"}`, `enum unknown a Y {"a": "Y"}`}},
		{"numbers by value", `"a": {"type": "number", "enum": [1.0]}`, `"a": {"type": "number", "enum": [1]}`, nil},
		{"maximum", `"a": {"type": "integer", "maximum": 500}`, `"a": {"type": "integer", "maximum": 100}`, []string{`bound a maximum 100 {"a": 101}`}},
		{"maximum exclusive", `"a": {"type": "integer", "maximum": 100}`, `"a": {"type": "integer", "exclusiveMaximum": 100}`, []string{`bound a maximum 100 {"a": 100}`}},
		{"maximum tighter", `"a": {"type": "integer", "maximum": 50}`, `"a": {"type": "integer", "maximum": 100}`, nil},
		{"maximum not stated", `"a": {"type": "integer"}`, `"a": {"type": "integer", "maximum": 100}`, []string{`bound a maximum 100 {"a": 101}`}},
		{"maximum in prose", `"a": {"type": "integer", "description": "at most 100"}`, `"a": {"type": "integer", "maximum": 100}`, nil},
		{"maximum too high in prose", `"a": {"type": "integer", "description": "at most 200"}`, `"a": {"type": "integer", "maximum": 100}`, []string{`bound a maximum 100 {"a": 101}`}},
		{"length", `"a": {"type": "string", "maxLength": 9}`, `"a": {"type": "string", "maxLength": 3}`, []string{`bound a maxLength 3 {"a": "xxxx"}`}},
		{"items", `"a": {"type": "array", "items": {"type": "boolean"}}`, `"a": {"type": "array", "maxItems": 1, "items": {"type": "boolean"}}`,
			[]string{`bound a maxItems 1 {"a": [true, true]}`}},
		{"elements", `"a": {"type": "array", "items": {"type": "integer"}}`, `"a": {"type": "array", "items": {"type": "string"}}`,
			[]string{`type a[] integer {"a": [1]}`}},
		{"format", `"a": {"type": "string", "format": "date-time"}`, `"a": {"type": "string", "format": "date"}`,
			[]string{`format a date-time/date {"a": "2026-03-01T09:00:00Z"}`}},
		{"format by pattern", `"a": {"type": "string", "pattern": "^[0-9a-f]{8}$"}`, `"a": {"type": "string", "format": "byte"}`,
			[]string{`format a hex/base64 {"a": "9f86d081"}`}},
		{"format not stated", `"a": {"type": "string"}`, `"a": {"type": "string", "format": "date"}`, []string{`format a /date`}},
		{"format of the API silent", `"a": {"type": "string", "format": "date"}`, `"a": {"type": "string"}`, nil},
		{"required", `"a": {"type": "string"}`, `"a": {"type": "string"}}, "required": ["a"], "x": {`, []string{`required a {}`}},
		{"required and absent", `"b": {"type": "string"}`, `"a": {"type": "integer"}, "b": {"type": "string"}}, "required": ["a"], "x": {`, []string{`required (a) {}`}},
		{"read-only", `"a": {"type": "string"}`, `"a": {"type": "string", "readOnly": true}`, []string{`read only a`}},
		{"nested", `"o": {"type": "object", "properties": {"a": {"type": "integer"}}}`, `"o": {"type": "object", "properties": {"a": {"type": "boolean"}}}`,
			[]string{`type o.a integer {"o": {"a": 1}}`}},
		{"a mistyped object does not report its members", `"o": {"type": "string"}`, `"o": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}`,
			[]string{`type o string {"o": "text"}`}},
		{"map values", `"m": {"type": "object", "additionalProperties": {"type": "integer"}}`, `"m": {"type": "object", "additionalProperties": {"type": "boolean"}}`,
			[]string{`type m.* integer {"m": {"key": 1}}`}},
		{"one alternative fits", `"a": {"type": "string"}`, `"a": {"anyOf": [{"type": "integer"}, {"type": "string"}]}`, nil},
		{"no alternative fits", `"a": {"type": "boolean"}`, `"a": {"anyOf": [{"type": "integer"}, {"type": "string"}]}`, []string{`type a boolean {"a": true}`}},
		{"each in its own alternative", `"a": {"type": ["integer", "string"]}`, `"a": {"anyOf": [{"type": "integer"}, {"type": "string"}]}`, nil},
		{"default", `"a": {"type": "integer", "default": "x"}`, `"a": {"type": "integer"}`, []string{`example a x`}},
		{"example against the API", `"a": {"type": "integer", "maximum": 100, "examples": [70]}`, `"a": {"type": "integer", "maximum": 60}`,
			[]string{`bound a maximum 60 {"a": 61}`, `example a 70`}},
		{"renamed by order", `"user_name": {"type": "string"}`, `"name_user": {"type": "string"}`, []string{`renamed user_name name_user {"user_name": "text"}`}},
		{"renamed by a slip", `"feild3": {"type": "string"}`, `"field3": {"type": "string"}`, []string{`renamed feild3 field3 {"feild3": "text"}`}},
		{"a digit is no slip", `"field4": {"type": "string"}`, `"field3": {"type": "string"}`, []string{`omitted () field3`, `unknown field4 {"field4": "text"}`}},
		{"a rename needs a type that fits", `"user_name": {"type": "boolean"}`, `"name_user": {"type": "string"}`, []string{`omitted () name_user`, `unknown user_name {"user_name": true}`}},
		{"no words in common", `"alpha": {"type": "string"}`, `"omega": {"type": "string"}`, []string{`omitted () omega`, `unknown alpha {"alpha": "text"}`}},
		{"the unit in the name is no rename", `"amount_cents": {"type": "integer"}`, `"amount": {"type": "integer", "description": "in cents"}`, nil},
		{"units of the two sides", `"amount": {"type": "integer", "description": "in dollars"}`, `"amount": {"type": "integer", "description": "in cents"}`,
			[]string{`unit conflict amount USD/cents`}},
		{"no unit on either side", `"timeout": {"type": "integer"}`, `"timeout": {"type": "integer"}`, []string{`bare number timeout`}},
		{"default", `"a": {"type": "string", "default": "x"}`, `"a": {"type": "string", "default": "y"}`, []string{`default a x/y`}},
		{"any string for a list", `"a": {"type": "string"}`, `"a": {"type": "string", "enum": ["x"]}`, []string{`enum open a`}},
		{"a list told in prose", `"a": {"type": "string", "description": "one of: x, y"}`, `"a": {"type": "string", "enum": ["x", "y"]}`, []string{`lenient a x, y`}},
		{"each type in an alternative of its own", `"a": {"type": ["string", "number"]}`, `"a": {"oneOf": [{"type": "string"}, {"type": "number"}, {"type": "array", "items": {}}]}`, nil},
		{"one type in no alternative", `"a": {"type": ["string", "number", "null"]}`, `"a": {"oneOf": [{"type": "string"}, {"type": "number"}, {"type": "array", "items": {}}]}`,
			[]string{`null a null {"a": null}`}},
		{"a list told in part", `"a": {"type": "string", "description": "Can be: ` + "`x` or `y`" + `."}`, `"a": {"type": "string", "enum": ["x", "y", "z"]}`, []string{`enum open a`}},
		{"a list told in the API's own words", `"a": {"type": "string", "description": "Can be: x, y"}`, `"a": {"type": "string", "description": "Can be:\nx, y", "enum": ["x", "y"]}`, []string{`enum open a`}},
		{"a list told but for null and what is deprecated", `"a": {"type": "string", "description": "one of: x, y"}`, `"a": {"enum": ["x", "y", null]}`, []string{`lenient a x, y`}},
		{"undeclared members", `"a": {"type": "string"}`, `"a": {"type": "string"}}, "additionalProperties": false, "x": {`, []string{`open object () undeclared`}},
		{"stricter than the API", `"a": {"type": "string"}}, "required": ["a"], "x": {`, `"a": {"type": "string"}`, []string{`required by tool a`}},
		{"a cursor demanded", `"page_token": {"type": "string"}}, "required": ["page_token"], "x": {`, `"page_token": {"type": "string"}`, []string{`required by tool page_token`}},
		{"moved into an object", `"a": {"type": "string"}, "o": {"type": "object", "properties": {"b": {"type": "string"}}}`, `"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["b"], "x": {`,
			[]string{`renamed o.b b {"o": {"b": "text"}}`}},
		{"moved out of an object", `"o": {"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": "object", "properties": {"c": {"type": "string"}}}}}`,
			`"o": {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "string"}, "c": {"type": "string"}}, "required": ["b"]}}}`,
			[]string{`renamed o.b o.a.b {"o": {"b": "text"}}`}},
		{"a default told in prose", `"a": {"type": "string", "description": "Defaults to x."}`, `"a": {"type": "string", "default": "y"}`, []string{`prose a default x/y`}},
		{"a default told in prose, and in the API's", `"a": {"type": "string", "description": "Defaults to x."}`, `"a": {"type": "string", "default": "y", "description": "Defaults to x."}`, nil},
		{"a value told in prose", `"a": {"type": "string", "description": "One of: x, z"}`, `"a": {"type": "string", "enum": ["x", "y"]}`, []string{`enum open a`, `prose a value z/x, y`}},
		{"demanded by the API's words", `"a": {"type": "string"}}, "required": ["a"], "x": {`, `"a": {"type": "string", "description": "Required. A thing."}`, nil},
		{"null for a union that takes it", `"a": {"type": ["object", "null"], "properties": {"b": {"type": "string"}}}`,
			`"a": {"anyOf": [{"type": "object", "properties": {"b": {"type": "string"}}}, {"type": "string"}, {"type": "null"}]}`, nil},
		{"a listed value for each alternative", `"a": {"enum": ["x", "y"]}`, `"a": {"anyOf": [{"enum": ["x"]}, {"enum": ["y"]}]}`, nil},
		{"one of the variants", `"a": {"type": "object", "properties": {"k": {"const": "x"}, "b": {"type": "string"}}, "required": ["k", "b"]}`,
			`"a": {"anyOf": [{"type": "object", "properties": {"k": {"const": "x"}, "b": {"type": "string"}}, "required": ["k", "b"]}, {"type": "object", "properties": {"k": {"const": "y"}, "c": {"type": "string"}}, "required": ["k", "c"]}]}`, nil},
		{"the name that a renamed field has now, in prose", `"name_user": {"type": "string", "description": "The ` + "`user_name`" + ` to use."}`, `"user_name": {"type": "string"}`, []string{`renamed name_user user_name {"name_user": "text"}`}},
		{"prose that is right where the schema is stale", `"a": {"type": "integer", "maximum": 500, "description": "at most 100"}`, `"a": {"type": "integer", "maximum": 100}`,
			[]string{`bound a maximum 100 {"a": 101}`}},
		{"an example that is right where the schema is stale", `"a": {"type": "array", "items": {"enum": ["x"]}, "examples": [["y"]]}`, `"a": {"type": "array", "items": {"enum": ["x", "y"]}}`,
			[]string{`enum omitted a[] y`}},
		{"an example that breaks both schemas", `"a": {"type": "array", "items": {"enum": ["x"]}, "examples": [["z"]]}`, `"a": {"type": "array", "items": {"enum": ["x", "y"]}}`,
			[]string{`enum omitted a[] y`, `example a ["z"]`}},
		{"a default of a list, told in prose", `"a": {"type": "string", "description": "Defaults to 1m."}`, `"a": {"enum": ["1m", "1d"], "default": "1d"}`, []string{`enum open a`, `prose a default 1m/1d`}},
		{"a default in capitals, told in prose", `"a": {"enum": ["MODE_A", "MODE_B"], "default": "MODE_A", "description": "Defaults to MODE_B."}`, `"a": {"enum": ["MODE_A", "MODE_B"]}`, []string{`prose a default MODE_B/MODE_A`}},
		{"one of the variants, without a tag", `"a": {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "string"}}, "required": ["x", "y"]}`,
			`"a": {"anyOf": [{"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}, {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "string"}}, "required": ["x", "y"]}]}`, nil},
		{"prose that is as wrong as the schema", `"a": {"type": "integer", "maximum": 500, "description": "at most 200"}`, `"a": {"type": "integer", "maximum": 100}`,
			[]string{`bound a maximum 100 {"a": 101}`, `prose a maximum 200/500`}},
		{"a default that is no value", `"a": {"type": "string", "default": 1}`, `"a": {"type": "string", "default": "y"}`, []string{`example a 1`}},
		{"a choice is no quantity", `"duration_months": {"type": "integer"}`, `"duration": {"type": "string", "enum": ["once", "forever"]}`,
			[]string{`omitted () duration`, `unknown duration_months {"duration_months": 1}`}},
		{"a slip in the name of a constant", `"orgin": {"type": "string"}`, `"origin": {"type": "string", "enum": ["balance"]}`, []string{`renamed orgin origin {"orgin": "text"}`}},
		{"deeper in an object", `"o": {"type": "object", "properties": {"k": {"type": "string"}, "b": {"type": "string"}}}`,
			`"o": {"type": "object", "properties": {"k": {"type": "string"}, "a": {"type": "object", "properties": {"b": {"type": "string"}}}}}`, []string{`renamed o.b o.a.b {"o": {"b": "text"}}`}},
		{"hidden", `"a": {"type": "string"}`, `"a": {"type": "string", "x-tooldrift-hidden": "not for agents"}`, []string{`hidden a`}},
		{"deprecated", `"a": {"type": "string"}`, `"a": {"type": "string", "deprecated": true}`, []string{`deprecated field a`}},
		{"no schema", `"a": {"b": {"type": "string"}}`, `"a": {"type": "object", "properties": {"b": {"type": "string"}}}`, []string{`malformed a`}},
		{"whole numbers below 11 are at most 10", `"a": {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 11}`, `"a": {"type": "integer", "minimum": 1, "maximum": 10}`, nil},
		{"a listed value beyond a bound", `"a": {"type": "integer", "enum": [1, 100]}`, `"a": {"type": "integer", "maximum": 10}`, []string{`example a 100 {"a": 100}`}},
		{"a listed value that is too long", `"a": {"enum": ["abcd"]}`, `"a": {"type": "string", "maxLength": 3}`, []string{`example a abcd {"a": "abcd"}`}},
		{"a listed value that breaks the tool's own bound", `"a": {"type": "integer", "enum": [1, 100], "maximum": 10}`, `"a": {"type": "integer"}`, []string{`example a 100`}},
		{"a witness of another type where no string will do", `"a": {"type": ["boolean", "null"]}, "b": {"type": ["string", "integer"], "format": "email", "pattern": "^[0-9]+s$"}}, "required": ["a", "b"], "x": {`,
			`"a": {"type": "boolean"}, "b": {"type": ["string", "integer"], "format": "email", "pattern": "^[0-9]+s$"}}, "required": ["a", "b"], "x": {`,
			[]string{`null a null {"a": null, "b": 1}`}},
		{"a witness of no type that is stated", `"a": {"type": "integer"}, "b": {"format": "email", "pattern": "^[0-9]+s$"}}, "required": ["b"], "x": {`,
			`"a": {"type": "boolean"}, "b": {}}, "required": ["b"], "x": {`, []string{`type a integer {"b": 1, "a": 1}`}},
		{"a witness of the length that a pattern must have", `"a": {"type": "integer"}, "b": {"type": "string", "pattern": "^[0-9]+(\\.[0-9]{1,9})?s$", "minLength": 4, "maxLength": 4}}, "required": ["b"], "x": {`,
			`"a": {"type": "boolean"}, "b": {"type": "string", "pattern": "^[0-9]+(\\.[0-9]{1,9})?s$"}}, "required": ["b"], "x": {`, []string{`type a integer {"b": "000s", "a": 1}`}},
		{"a witness of a format that a pattern cuts", `"a": {"type": "integer"}, "b": {"type": "string", "format": "ipv6", "pattern": "^.{2,5}$"}}, "required": ["b"], "x": {`,
			`"a": {"type": "boolean"}, "b": {"type": "string", "pattern": "^.{2,5}$"}}, "required": ["b"], "x": {`, []string{`type a integer {"b": "::1", "a": 1}`}},
		{"a witness between two whole numbers", `"a": {"type": "integer"}, "b": {"type": "number", "exclusiveMinimum": 2, "exclusiveMaximum": 3}}, "required": ["b"], "x": {`,
			`"a": {"type": "boolean"}, "b": {"type": "number"}}, "required": ["b"], "x": {`, []string{`type a integer {"b": 2.5, "a": 1}`}},
		{"a witness is empty where nothing longer will do", `"a": {"type": "integer"}, "b": {"type": "string", "format": "byte", "maxLength": 1}}, "required": ["b"], "x": {`,
			`"a": {"type": "boolean"}, "b": {"type": "string", "format": "byte"}}, "required": ["b"], "x": {`, []string{`type a integer {"b": "", "a": 1}`}},
		{"listed values that break the tool's own pattern are of no type", `"a": {"enum": ["red", 7], "pattern": "^[0-9]+$"}`, `"a": {"type": "integer"}`, []string{`example a red`}},
		{"one constant for another", `"a": {"const": "high"}`, `"a": {"const": "low"}`, []string{`enum unknown a high {"a": "high"}`}},
		{"elements by place", `"a": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}`, `"a": {"type": "array", "items": {"type": "string"}}`,
			[]string{`type a[] integer`}},
		{"a length of what has one length", `"a": {"type": "string", "format": "uuid"}`, `"a": {"type": "string", "format": "uuid", "maxLength": 36}`, nil},
		{"a pattern not stated", `"a": {"type": "string"}`, `"a": {"type": "string", "pattern": "^[A-Z]+$"}`, []string{`format a /^[A-Z]+$`}},
		{"a limit that is not modelled", `"a": {"type": "array", "items": {"type": "string"}}`, `"a": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}`,
			[]string{`not comparable a the API also limits it by uniqueItems: true`}},
		{"the same limit on both sides", `"a": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}`, `"a": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}`, nil},
		{"two patterns", `"a": {"type": "string", "pattern": "^[A-Z-]+$"}`, `"a": {"type": "string", "pattern": "^[A-Z]+$"}`,
			[]string{`not comparable a two patterns are not compared: ^[A-Z-]+$ and ^[A-Z]+$`}},
		{"a pattern longer than the API's limit", `"a": {"type": "string", "pattern": "^[a-z]+$"}`, `"a": {"type": "string", "maxLength": 3}`,
			[]string{`bound a maxLength 3 {"a": "aaaaaa"}`}},
		{"a pattern within the API's limit", `"a": {"type": "string", "pattern": "^[a-z]{3}$"}`, `"a": {"type": "string", "maxLength": 3}`, nil},
		{"a format longer than the API's limit", `"a": {"type": "string", "format": "date"}`, `"a": {"type": "string", "maxLength": 5}`,
			[]string{`bound a maxLength 5 {"a": "2026-03-01"}`}},
		{"a pattern for a format", `"a": {"type": "string", "pattern": "^x-[a-z]*$"}`, `"a": {"type": "string", "format": "date-time"}`,
			[]string{`not comparable a a pattern is not compared with a format: ^x-[a-z]*$ and date-time`}},
		{"beyond what 32 bits hold", `"a": {"type": "integer", "maximum": 3000000000}`, `"a": {"type": "integer", "format": "int32"}`,
			[]string{`bound a maximum 2147483647 {"a": 2147483648}`}},
		{"32 bits that nobody limits", `"a": {"type": "integer"}`, `"a": {"type": "integer", "format": "int32"}`, nil},
		{"what holds beside alternatives", `"o": {"allOf": [{"anyOf": [{"type": "object", "properties": {"b": {"type": "string"}}}, {}]}, {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}]}`,
			`"o": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"]}`, nil},
		{"null in a wrapper of its own", `"a": {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "integer"}, {"allOf": [{"type": "null"}]}]}`,
			`"a": {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "integer"}, {"type": "null"}]}`, nil},
		{"a witness is null where nothing listed will do", `"a": {"type": "integer"}, "b": {"type": ["string", "null"], "enum": ["long", null], "maxLength": 2}}, "required": ["b"], "x": {`,
			`"a": {"type": "boolean"}, "b": {"type": ["string", "null"], "enum": ["long", null]}}, "required": ["b"], "x": {`,
			[]string{`type a integer {"b": null, "a": 1}`, `example b long`}},
		{"a list without items", `"a": {"type": "array"}`, `"a": {"type": "array", "items": {"type": "string"}}`, []string{`type a[] any type`}},
		{"null in a union of unions", `"a": {"anyOf": [{"type": "string", "maxLength": 3}, {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}]}`,
			`"a": {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "integer", "minimum": 1}]}`, []string{`null a null {"a": null}`}},
		{"the alternative of its type limits it", `"a": {"type": "integer"}`, `"a": {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "integer", "minimum": 1}]}`,
			[]string{`bound a minimum 1 {"a": 0}`}},
		{"any number for a list", `"a": {"type": "integer"}`, `"a": {"type": "integer", "enum": [10, 20]}`, []string{`enum open a`}},
		{"a map of anything", `"a": {"type": "object"}`, `"a": {"type": "object", "additionalProperties": {"type": "boolean"}}`,
			[]string{`not comparable a the tool does not say what the object holds`}},
		{"a listed value that is no address", `"a": {"enum": ["pink"]}`, `"a": {"type": "string", "format": "ipv4"}`, []string{`example a pink {"a": "pink"}`}},
		{"a listed value that is no uri", `"a": {"enum": ["pink"]}`, `"a": {"type": "string", "format": "uri"}`, []string{`example a pink {"a": "pink"}`}},
		{"multiples of another number", `"a": {"type": "integer", "multipleOf": 3}`, `"a": {"type": "integer", "multipleOf": 2}`, []string{`bound a multipleOf 2 {"a": 3}`}},
		{"the first multiple is within the bound", `"a": {"type": "integer", "exclusiveMinimum": 0, "multipleOf": 2}`,
			`"a": {"type": "integer", "exclusiveMinimum": 1, "multipleOf": 2}`, nil},
		{"what one variant must have", `"o": {"oneOf": [{"type": "object", "properties": {"kind": {"const": "x"}}, "required": ["kind"]},
			{"type": "object", "properties": {"kind": {"const": "y"}}, "required": ["kind"]}]}`,
			`"o": {"oneOf": [{"type": "object", "properties": {"kind": {"const": "x"}}, "required": ["kind"]},
			{"type": "object", "properties": {"kind": {"const": "y"}, "more": {"type": "string"}}, "required": ["kind", "more"]}]}`,
			[]string{`omitted () o.more`, `required (o.more) {"o": {"kind": "y"}}`}},
		{"a witness meets a pattern beside it", `"a": {"type": "integer"}, "b": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]+$"}}, "required": ["b"], "x": {`,
			`"a": {"type": "string"}, "b": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]+$"}}, "required": ["b"], "x": {`,
			[]string{`type a integer {"b": "AAA-0", "a": 1}`}},
		{"a witness fits its union", `"o": {"oneOf": [{"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]}, {"type": "object", "properties": {"a": {"type": "integer"}, "c": {"type": "boolean"}}, "required": ["c"]}]}`,
			`"o": {"oneOf": [{"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]}, {"type": "object", "properties": {"a": {"type": "string"}, "c": {"type": "boolean"}}, "required": ["c"]}]}`,
			[]string{`type o.a integer {"o": {"c": true, "a": 1}}`}},
		{"opaque", `"a": {"type": "object"}`, `"a": {"type": "object", "properties": {"b": {"type": "string"}}}`,
			[]string{`not comparable a the tool does not say what the object holds`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == nil {
				c.want = []string{}
			}
			if d := cmp.Diff(c.want, told(tool(t, props(c.tool)), api(t, props(c.api)))); d != "" {
				t.Errorf("drifts differ (-want +got):\n%s", d)
			}
		})
	}
}

func TestValuesInAQueryTravelAsText(t *testing.T) {
	for _, c := range []struct {
		name, tool, api string
		want            []string
	}{
		{"a list as one string", `"a": {"type": "string"}`, `{"name": "a", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}}`, nil},
		{"a boolean as a string", `"a": {"type": "boolean"}`, `{"name": "a", "in": "query", "schema": {"type": "string"}}`, nil},
		{"a string for an integer", `"a": {"type": "string"}`, `{"name": "a", "in": "query", "schema": {"type": "integer"}}`, []string{`type a string {"a": "text"}`}},
		{"numbers among strings", `"a": {"type": "string", "enum": ["1", "2"]}`, `{"name": "a", "in": "query", "schema": {"type": "string", "enum": ["1", "2"]}}`, nil},
		{"a boolean for a word of a list", `"a": {"type": "boolean"}`, `{"name": "a", "in": "query", "schema": {"type": "string", "enum": ["yes", "no"]}}`, []string{`type a boolean {"a": true}`}},
		{"one boolean for a list of numbers", `"a": {"type": "boolean"}`, `{"name": "a", "in": "query", "schema": {"type": "array", "items": {"type": "integer"}}}`,
			[]string{`type a boolean {"a": true}`}},
		{"a list of numbers as one string", `"a": {"type": "string"}`, `{"name": "a", "in": "query", "schema": {"type": "array", "items": {"type": "integer"}}}`,
			[]string{`not comparable a a list in one string is not compared with the elements of the list`}},
		{"readOnly says nothing of a query", `"a": {"type": "string"}`, `{"name": "a", "in": "query", "schema": {"type": "string", "readOnly": true}}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == nil {
				c.want = []string{}
			}
			if d := cmp.Diff(c.want, told(tool(t, props(c.tool)), query(t, c.api))); d != "" {
				t.Errorf("drifts differ (-want +got):\n%s", d)
			}
		})
	}
}

func TestTheOnlyFieldOfAnOptionalBodyIsNotNeeded(t *testing.T) {
	for fields, want := range map[string][]string{
		`"a": {"type": "string"}`:                           {},
		`"a": {"type": "string"}, "b": {"type": "integer"}`: {`required a {"b": 1}`},
	} {
		text := `{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/things": {"post": {"requestBody": {"content": {"application/json":
			{"schema": {"type": "object", "required": ["a"], "properties": {` + fields + `}}}}}, "responses": {}}}}}`
		if d := cmp.Diff(want, told(tool(t, props(fields)), open(t, text, "POST /things"))); d != "" {
			t.Errorf("%s: drifts differ (-want +got):\n%s", fields, d)
		}
	}
}

func TestNullForWhatProtobufRequiresIsLeftOut(t *testing.T) {
	a := func(required bool) *contract.Op {
		return &contract.Op{Name: "S/M", Input: &contract.Schema{Types: contract.ObjectType, Fields: []*contract.Field{
			{Name: "a", Required: required, Schema: &contract.Schema{Types: contract.Boolean | contract.NullType, NullLeft: true}},
		}}}
	}
	nullable := props(`"a": {"type": ["boolean", "null"]}}, "required": ["a"], "x": {`)
	if d := cmp.Diff([]string{`null a null {"a": null}`}, told(tool(t, nullable), a(true))); d != "" {
		t.Errorf("required: drifts differ (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{`required by tool a`}, told(tool(t, nullable), a(false))); d != "" {
		t.Errorf("optional: drifts differ (-want +got):\n%s", d)
	}
}

func TestAPluralInProseIsNoStaleName(t *testing.T) {
	for doc, want := range map[string][]string{
		"The `promo_codes` come from list_campaigns.": {},
		"Set `code_promo` first.":                     {`stale name (promo_code) code_promo`},
	} {
		one := tool(t, props(`"promo_code": {"type": "string"}`))
		one.Doc.Text = doc
		if d := cmp.Diff(want, told(one, api(t, props(`"promo_code": {"type": "string"}`)))); d != "" {
			t.Errorf("%s: drifts differ (-want +got):\n%s", doc, d)
		}
	}
}

// TestDigits holds ProtoJSON's numbers: a string is taken where it spells one.
func TestDigits(t *testing.T) {
	for _, c := range []struct {
		name, tool, source string
		want               []string
	}{
		{"64 bits as a string", `"a": {"type": "string"}`, "int64", []string{}},
		{"32 bits as a string", `"a": {"type": "string"}`, "int32", []string{`type a string`}},
		{"a format that no number has", `"a": {"type": "string", "format": "date-time"}`, "int64", []string{`type a string {"a": "2026-03-01T09:00:00Z"}`}},
		{"a pattern that no number has", `"a": {"type": "string", "pattern": "^[a-z]+$"}`, "int64", []string{`type a string {"a": "a"}`}},
		{"values that are no numbers", `"a": {"type": "string", "enum": ["small", "large"]}`, "uint32",
			[]string{`type a string {"a": "large"}`}},
		{"values that nobody can send", `"a": {"type": ["string", "null"], "enum": ["red", null], "pattern": "^[0-9]+$"}`, "int64", []string{`null a null {"a": null}`, `example a red`}},
		{"values that are", `"a": {"type": "string", "enum": ["1", "2"]}`, "uint32", []string{}},
		{"an example that is none", `"a": {"type": "string", "examples": ["abc"]}`, "int64", []string{`example a abc`}},
		{"values below the limit", `"a": {"type": ["string", "integer"], "enum": ["7", 9]}`, "uint32", []string{}},
		{"values beyond the limit", `"a": {"type": ["string", "integer"], "enum": ["700", 900]}`, "uint32", []string{`example a 700 {"a": "700"}`, `example a 900 {"a": 900}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			op := &contract.Op{Name: "S/M", Input: &contract.Schema{Types: contract.ObjectType, Fields: []*contract.Field{
				{Name: "a", Schema: &contract.Schema{Types: contract.Integer | contract.StringType, Digits: true, Source: c.source, Max: &contract.Bound{Num: "100", Implied: true}}},
			}}}
			if d := cmp.Diff(c.want, told(tool(t, props(c.tool)), op)); d != "" {
				t.Errorf("drifts differ (-want +got):\n%s", d)
			}
		})
	}
}

// What lies beyond a limit is not passed over: it is said, with the limit.
func TestLimitsAreTold(t *testing.T) {
	nested := strings.Repeat(`{"type": "object", "properties": {"a": `, 60) + `{"type": "string"}` + strings.Repeat("}}", 60)
	var many strings.Builder
	for i := range source.MaxFields + 1 {
		fmt.Fprintf(&many, `, "f%d": {"type": "object", "properties": {"note": {"type": "string"}}}`, i)
	}
	cut := func(schema string) []string {
		out := []string{}
		one := tool(t, schema)
		for _, d := range diff.Single(one, diff.Read(one, nil), nil) {
			if d.Kind == diff.NotComparable {
				out = append(out, d.Why)
			}
		}
		return out
	}
	whys := map[string][]string{
		"nested": cut(nested),
		"many":   cut(`{"type": "object", "properties": {` + many.String()[1:] + `}}`),
		"few":    cut(`{"type": "object", "properties": {"a": {"type": "string"}}}`),
	}
	one := tool(t, nested)
	drifts, _ := diff.Compare(bound(one, api(t, strings.Replace(nested, "string", "integer", 1))), diff.Read(one, nil), nil)
	for _, d := range drifts {
		if d.Kind == diff.NotComparable && d.Path != "" {
			whys["pair"] = append(whys["pair"], d.Why)
		}
	}
	if diff := cmp.Diff(map[string][]string{
		"nested": {"its schema nests deeper than the limit of 48 levels"},
		"many":   {"its schema holds more than the limit of 20000 fields"},
		"few":    {},
		"pair":   {"the schemas nest deeper than the limit of 48 levels"},
	}, whys); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
