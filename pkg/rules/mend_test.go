package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

const (
	mcpTool    = `{"name": "create_refund", "description": "Refund a payment.", "inputSchema": %s}`
	openAITool = `{"type": "function", "function": {"name": "create_refund", "description": "Refund a payment.", "strict": true, "parameters": %s}}`
	claudeTool = `{"name": "create_refund", "description": "Refund a payment.", "strict": true, "input_schema": %s}`
	geminiTool = `{"functionDeclarations": [{"name": "create_refund", "description": "Refund a payment.", "parameters": %s}]}`
	geminiJSON = `{"functionDeclarations": [{"name": "create_refund", "description": "Refund a payment.", "parametersJsonSchema": %s}]}`
)

// offered is the input schema of a tool with the edits made that a rule offers; ""
// where it offers none. body is the schema of the API's body.
func offered(t *testing.T, rule, tool, input, body string) string {
	t.Helper()
	return offeredIn(t, rule, "tools.json", `{"tools": [`+fmt.Sprintf(tool, input)+`]}`, body)
}

// offeredIn is the same for a whole file of tools.
func offeredIn(t *testing.T, rule, name, tools, body string) string {
	t.Helper()
	archive := archiveOf(name, tools, body)
	var edits []source.Edit
	var file *source.File
	found := false
	for _, f := range run(t, archive, "").Findings {
		if f.Rule != rule {
			continue
		}
		found = true
		for _, e := range f.Edits {
			if !e.Unsafe {
				edits, file = append(edits, source.Edit{At: e.At, New: e.New}), e.At.File
			}
		}
	}
	if !found {
		t.Fatalf("%s does not fire", rule)
	}
	if len(edits) == 0 {
		return ""
	}
	after, err := source.Apply(file, edits)
	if err != nil {
		t.Fatal(err)
	}
	return string(after)
}

// archiveOf is a file of tools and an API of one operation.
func archiveOf(name, tools, body string) *txtar.Archive {
	return &txtar.Archive{Files: []txtar.File{
		{Name: ".tooldrift.yaml", Data: []byte("version: 1\ncontracts:\n  - {name: payments, tools: [" + name + "], spec: [openapi.yaml]}\n")},
		{Name: name, Data: []byte(tools)},
		{Name: "openapi.yaml", Data: []byte(`openapi: 3.1.0
info: {title: Payments, version: "1"}
paths:
  /v1/refunds:
    post:
      operationId: createRefund
      requestBody: {required: true, content: {application/json: {schema: ` + body + `}}}
      responses: {"200": {description: ok}}
`)},
	}}
}

// TestEditsLeaveAUsableSchema holds that an edit is offered only where the schema
// that it makes can still be fitted, and its server takes it.
func TestEditsLeaveAUsableSchema(t *testing.T) {
	object := func(field string) string { return `{"type": "object", "properties": {"n": ` + field + `}}` }
	const refund = `{type: object, additionalProperties: false, properties: {a: {type: string}, b: {type: string}}}`
	for _, c := range []struct {
		name, rule, tool, input, body string
		want                          string // the input schema; "" where no edit is offered
	}{
		{"a list for a string", "enum-open", mcpTool, object(`{"type": "string"}`), object(`{"type": "string", "enum": ["x", "y"]}`),
			object(`{"type": "string", "enum": ["x", "y"]}`)},
		{"a list beside null", "enum-open", mcpTool, object(`{"type": ["string", "null"], "default": null}`), object(`{"type": "string", "enum": ["x", "y"]}`),
			object(`{"type": ["string", "null"], "enum": ["x", "y", null], "default": null}`)},
		{"a list beside nullable", "enum-open", mcpTool, object(`{"type": "string", "nullable": true, "default": null}`), object(`{"type": "string", "enum": ["x", "y"]}`),
			object(`{"type": "string", "enum": ["x", "y", null], "nullable": true, "default": null}`)},
		{"a list that lacks the default", "enum-open", mcpTool, object(`{"type": "string", "default": "z"}`), object(`{"type": "string", "enum": ["x", "y"]}`), ""},
		{"a list whose values are too long", "enum-open", mcpTool, object(`{"type": "string", "maxLength": 2}`), object(`{"type": "string", "enum": ["xxx", "yyy"]}`), ""},

		{"a maximum", "bound-too-wide", mcpTool, object(`{"type": "integer", "minimum": 1, "maximum": 500}`), object(`{"type": "integer", "minimum": 1, "maximum": 100}`),
			object(`{"type": "integer", "minimum": 1, "maximum": 100}`)},
		{"a maximum below the minimum", "bound-too-wide", mcpTool, object(`{"type": "integer", "minimum": 200, "maximum": 500}`), object(`{"type": "integer", "minimum": 1, "maximum": 100}`), ""},
		{"a maximum at the open minimum", "bound-too-wide", mcpTool, object(`{"type": "number", "exclusiveMinimum": 100, "maximum": 500}`), object(`{"type": "number", "minimum": 1, "maximum": 100}`), ""},
		{"a new maximum below the minimum", "bound-too-wide", mcpTool, object(`{"type": "integer", "minimum": 200}`), object(`{"type": "integer", "maximum": 100}`), ""},
		{"a new minimum above the open maximum", "bound-too-wide", mcpTool, object(`{"type": "integer", "exclusiveMaximum": 10}`), object(`{"type": "integer", "minimum": 10}`), ""},
		{"a maximum below the first multiple", "bound-too-wide", mcpTool, object(`{"type": "integer", "minimum": 1, "maximum": 900, "multipleOf": 300}`), object(`{"type": "integer", "maximum": 100}`), ""},
		{"a maximum below the default", "bound-too-wide", mcpTool, object(`{"type": "integer", "maximum": 500, "default": 200}`), object(`{"type": "integer", "maximum": 100}`), ""},
		{"a length below the least", "bound-too-wide", mcpTool, object(`{"type": "string", "minLength": 20}`), object(`{"type": "string", "maxLength": 10}`), ""},
		{"a length below the default's", "bound-too-wide", mcpTool, object(`{"type": "string", "default": "abcdefghijkl"}`), object(`{"type": "string", "maxLength": 10}`), ""},
		{"a count below the least", "bound-too-wide", mcpTool, object(`{"type": "array", "items": {"type": "string"}, "minItems": 5}`), object(`{"type": "array", "items": {"type": "string"}, "maxItems": 3}`), ""},
		{"a range that the API contradicts", "bound-too-wide", mcpTool, object(`{"type": "integer"}`), object(`{"type": "integer", "minimum": 9, "maximum": 3}`), ""},
		{"an integer between two fractions", "fraction-allowed", mcpTool, object(`{"type": "number", "minimum": 0.1, "maximum": 0.9}`), object(`{"type": "integer"}`), ""},
		{"an integer of a fractional default", "fraction-allowed", mcpTool, object(`{"type": "number", "default": 0.5}`), object(`{"type": "integer"}`), ""},

		{"an object alone", "open-object", mcpTool, `{"type": "object", "properties": {"a": {"type": "string"}}}`, refund,
			`{"type": "object", "additionalProperties": false, "properties": {"a": {"type": "string"}}}`},
		{"an object with choices of names", "open-object", mcpTool, `{"type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"required": ["a"]}]}`, refund,
			`{"type": "object", "additionalProperties": false, "properties": {"a": {"type": "string"}}, "anyOf": [{"required": ["a"]}]}`},
		{"an object of parts", "open-object", mcpTool, `{"type": "object", "properties": {"a": {"type": "string"}}, "allOf": [{"properties": {"b": {"type": "string"}}}]}`, refund, ""},
		{"an object of parts elsewhere", "open-object", mcpTool, `{"type": "object", "properties": {"a": {"type": "string"}}, "allOf": [{"$ref": "#/$defs/B"}], "$defs": {"B": {"properties": {"b": {"type": "string"}}}}}`, refund, ""},
		{"an open object of parts", "open-object", mcpTool, `{"type": "object", "additionalProperties": true, "properties": {"a": {"type": "string"}}, "allOf": [{"properties": {"b": {"type": "string"}}}]}`, refund, ""},
		{"an object with conditions", "open-object", mcpTool, `{"type": "object", "properties": {"a": {"type": "string"}}, "if": {"required": ["a"]}, "then": {"properties": {"b": {"type": "string"}}}}`, refund, ""},
		{"an object with a field that it requires only", "open-object", mcpTool, `{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]}`, refund, ""},

		{"Gemini takes no additionalProperties", "open-object", geminiTool, `{"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}`, refund, ""},
		{"in JSON Schema it does", "open-object", geminiJSON, `{"type": "object", "properties": {"a": {"type": "string"}}}`, refund,
			`{"type": "object", "additionalProperties": false, "properties": {"a": {"type": "string"}}}`},
		{"Gemini takes bounds", "bound-too-wide", geminiTool, object(`{"type": "INTEGER"}`), object(`{"type": "integer", "maximum": 100}`), object(`{"type": "INTEGER", "maximum": 100}`)},
		{"and no multipleOf", "bound-too-wide", geminiTool, object(`{"type": "INTEGER"}`), object(`{"type": "integer", "multipleOf": 5}`), ""},
		{"Gemini lists strings alone", "enum-open", geminiTool, object(`{"type": "INTEGER"}`), object(`{"type": "integer", "enum": [1, 2]}`), ""},
		{"Gemini knows few formats", "format-mismatch", geminiTool, object(`{"type": "STRING"}`), object(`{"type": "string", "format": "date"}`), ""},
		{"OpenAI's strict mode takes no lengths", "bound-too-wide", openAITool, object(`{"type": "string"}`), object(`{"type": "string", "maxLength": 10}`), ""},
		{"Claude's takes no bounds", "bound-too-wide", claudeTool, object(`{"type": "integer"}`), object(`{"type": "integer", "maximum": 10}`), ""},
		{"nor formats, which not all of its versions know", "format-mismatch", claudeTool, object(`{"type": "string"}`), object(`{"type": "string", "format": "date"}`), ""},
		{"but lists", "enum-open", openAITool, object(`{"type": "string"}`), object(`{"type": "string", "enum": ["x", "y"]}`), object(`{"type": "string", "enum": ["x", "y"]}`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := c.want
			if want != "" {
				want = `{"tools": [` + fmt.Sprintf(c.tool, want) + `]}`
			}
			if got := offered(t, c.rule, c.tool, c.input, c.body); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// TestRenamesAreWhole holds that a name is changed wherever the tool has it, or
// nowhere.
func TestRenamesAreWhole(t *testing.T) {
	const payment = `{type: object, additionalProperties: false, properties: {payment_id: {type: string, x-renamed-from: paymentref}, note: {type: string}}}`
	fields := func(name, rest string) string {
		return `{"type": "object", "properties": {"` + name + `": {"type": "string"}, "note": {"type": "string"}}` + rest + `}`
	}
	tool := func(name, rest, beside string) string {
		return fmt.Sprintf(mcpTool[:len(mcpTool)-1], fields(name, rest)) + beside + `}`
	}
	for _, c := range []struct {
		name         string
		rest, beside string // what follows in the schema, and in the tool; %s is the field's name
		kept         bool   // no edit is offered
	}{
		{name: "required", rest: `, "required": ["%s"]`},
		{name: "dependentRequired", rest: `, "dependentRequired": {"%s": ["note"], "note": ["%s"]}`},
		{name: "dependentSchemas", rest: `, "dependentSchemas": {"%s": {"required": ["note"]}, "note": {"required": ["%s"]}}`},
		{name: "dependencies", rest: `, "dependencies": {"%s": ["note"], "note": {"required": ["%s"]}}`},
		{name: "conditions", rest: `, "if": {"properties": {"%s": {"const": "a"}}, "required": ["%s"]}, "then": {"required": ["note"]}, "else": {"not": {"required": ["%s"]}}`},
		{name: "alternatives", rest: `, "anyOf": [{"required": ["%s"]}, {"properties": {"note": {"minLength": 1}}, "required": ["note", "%s"]}]`},
		{name: "propertyNames", rest: `, "propertyNames": {"enum": ["%s", "note"]}`},
		{name: "examples beside the schema", beside: `, "examples": [{"%s": "a"}]`},
		{name: "examples of calls", beside: `, "input_examples": [{"input": {"%s": "a"}}]`},
		{name: "another declaration", rest: `, "oneOf": [{"properties": {"%s": {"minLength": 1}}}]`, kept: true},
		{name: "names by pattern", rest: `, "patternProperties": {"^payment": {"type": "string"}}`, kept: true},
		{name: "names of a shape", rest: `, "propertyNames": {"pattern": "^[a-z]+$"}`, kept: true},
		{name: "a schema elsewhere", rest: `, "anyOf": [{"$ref": "#/$defs/A"}], "$defs": {"A": {"required": ["%s"]}}`, kept: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			written := func(name string) string {
				return tool(name, strings.ReplaceAll(c.rest, "%s", name), strings.ReplaceAll(c.beside, "%s", name))
			}
			want := `{"tools": [` + written("payment_id") + `]}`
			if c.kept {
				want = ""
			}
			if got := offered(t, "renamed-field", written("paymentref")+"%s", "", payment); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// TestEditsAreInTheLanguageOfTheFile holds that what a spec says is written so that
// every reader of the file takes it for the same, and sees all of it.
func TestEditsAreInTheLanguageOfTheFile(t *testing.T) {
	const yamlTool = "tools:\n  - name: create_refund\n    inputSchema:\n      type: object\n      properties:\n        n:\n          type: "
	const jsonTool = `{"tools": [{"name": "create_refund", "inputSchema": {"type": "object", "properties": {"n": {"type": `
	for _, c := range []struct{ name, rule, file, before, field, want string }{
		{"a large number in YAML", "bound-too-wide", "tools.yaml", yamlTool + "number\n", `{type: number, maximum: 1.0e+30}`,
			yamlTool + "number\n          maximum: 1.0e+30\n"},
		{"one without a point in YAML", "bound-too-wide", "tools.yaml", yamlTool + "number\n", `{"type": "number", "maximum": 1e30}`,
			yamlTool + "number\n          maximum: 1.0e+30\n"},
		{"one without a point in JSON", "bound-too-wide", "tools.json", jsonTool + `"number"}}}}]}`, `{"type": "number", "maximum": 1e30}`,
			jsonTool + `"number", "maximum": 1e30}}}}]}`},
		{"hidden text in YAML", "enum-open", "tools.yaml", yamlTool + "string\n", `{"type": "string", "enum": ["a\u202eb", "\U000e0041", "\u0085"]}`,
			yamlTool + "string\n          enum: [\"a\\u202eb\", \"\\U000e0041\", \"\\u0085\"]\n"},
		{"hidden text in JSON", "enum-open", "tools.json", jsonTool + `"string"}}}}]}`, `{"type": "string", "enum": ["a\u202eb", "\U000e0041", "\u0085"]}`,
			jsonTool + `"string", "enum": ["a\u202eb", "\udb40\udc41", "\u0085"]}}}}]}`},
		{"hidden text in single quotes", "enum-value-unknown", "tools.yaml", yamlTool + "string\n          enum: ['AB', 'c']\n", `{"type": "string", "enum": ["a\u200bb", "c"]}`,
			yamlTool + "string\n          enum: [\"a\\u200bb\", 'c']\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := offeredIn(t, c.rule, c.file, c.before, `{type: object, properties: {n: `+c.field+`}}`); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestRangesApart holds that a range that the API takes no value of is an error,
// whichever of its ends is stated.
func TestRangesApart(t *testing.T) {
	body := `{type: object, properties: {n: {type: integer, minimum: 1, maximum: 100}}}`
	for input, want := range map[string]rules.Severity{
		`{"type": "integer", "minimum": 200, "maximum": 300}`: rules.Error,
		`{"type": "integer", "minimum": 200}`:                 rules.Error,
		`{"type": "integer", "maximum": 0}`:                   rules.Error,
		`{"type": "integer", "minimum": 50}`:                  rules.Warning,
	} {
		report := run(t, archiveOf("tools.json", fmt.Sprintf(`{"tools": [`+mcpTool+`]}`, `{"type": "object", "properties": {"n": `+input+`}}`), body), "")
		var got []rules.Severity
		for _, f := range report.Findings {
			if f.Rule == "bound-too-wide" {
				got = append(got, f.Severity)
			}
		}
		if !slices.Equal(got, []rules.Severity{want}) {
			t.Errorf("%s: %v, want %v", input, got, want)
		}
	}
}
