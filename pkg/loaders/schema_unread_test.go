package loaders

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// What limits values and has no place in the model is noted with its value; what
// only seems to limit them is not.
func TestReadNotesWhatItCannotHold(t *testing.T) {
	tests := []struct {
		flavour flavour
		schema  string
		want    string
	}{
		{jsonSchema, `{"type": "array", "uniqueItems": true}`, "array unread(uniqueItems: true)"},
		{jsonSchema, `{"type": "array", "uniqueItems": false}`, "array"},
		{jsonSchema, `{"type": "object", "minProperties": 1, "maxProperties": 3}`, "object unread(minProperties: 1) unread(maxProperties: 3)"},
		{jsonSchema, `{"type": "object", "minProperties": 0, "maxProperties": 0}`, "object unread(maxProperties: 0)"},
		{gemini, `{"type": "OBJECT", "min_properties": "2"}`, "object unread(minProperties: \"2\")"},
		{jsonSchema, `{"type": "object", "propertyNames": {"pattern": "^x-"}}`, `object unread(propertyNames: {"pattern": "^x-"})`},
		{jsonSchema, `{"type": "object", "propertyNames": {"type": "string"}, "additionalProperties": {"type": "integer"}}`, "object others(integer)"},
		{jsonSchema, `{"type": "object", "propertyNames": true}`, "object"},
		{jsonSchema, `{"type": "array", "contains": {"const": 1}, "minContains": 2}`, `array unread(contains: {"const": 1}) unread(minContains: 2)`},
		{jsonSchema, `{"type": "array", "minContains": 2}`, "array"},
		{jsonSchema, `{"type": "object", "dependentRequired": {"a": ["b"]}, "dependencies": {}}`, `object unread(dependentRequired: {"a": ["b"]})`},
		{jsonSchema, `{"type": "string", "if": {"const": "a"}}`, "string"},
		{jsonSchema, `{"type": "string", "else": {"const": "a"}}`, "string"},
		{jsonSchema, `{"type": "array", "unevaluatedItems": false}`, "array unread(unevaluatedItems: false)"},
		{jsonSchema, `{"type": "object", "unevaluatedProperties": false}`, "object closed"},
		{jsonSchema, `{"type": "object", "unevaluatedProperties": false, "additionalProperties": {"type": "string"}}`, "object others(string)"},
		{jsonSchema, `{"type": "object", "unevaluatedProperties": {"type": "string"}}`, `object unread(unevaluatedProperties: {"type": "string"})`},

		{jsonSchema, `{"pattern": "a", "allOf": [{"pattern": "b"}, {"pattern": "a"}]}`, `any type pattern=a unread(pattern: "b")`},
		{jsonSchema, `{"$ref": "#/d/P", "pattern": "a", "d": {"P": {"type": "string", "pattern": "b", "format": "uri"}}}`, `string format=uri pattern=a unread(pattern: "b")`},
		{openAPI30, `{"$ref": "#/d/P", "pattern": "a", "d": {"P": {"type": "string", "pattern": "b"}}}`, `string pattern=b`},
		{jsonSchema, `{"allOf": [{"format": "date"}, {"format": "date-time"}]}`, `any type format=date-time unread(format: "date")`},
		{jsonSchema, `{"multipleOf": 2, "allOf": [{"multipleOf": 3}, {"multipleOf": 2.0}]}`, "any type step=2 unread(multipleOf: 3)"},
		{jsonSchema, `{"type": "object", "patternProperties": {".*": {"type": "string"}}, "allOf": [{"patternProperties": {"^x": {}}}]}`,
			`object others(string) unread(patternProperties: {"^x": {}})`},
		{jsonSchema, `{"anyOf": [{"type": "string", "not": {"const": ""}}, {"type": "null"}]}`, `string or null unread(not: {"const": ""})`},
		{jsonSchema, `{"allOf": [{"uniqueItems": true}, {"uniqueItems": true}]}`, "array unread(uniqueItems: true)"},
	}
	for _, test := range tests {
		s, faults := readText(t, test.flavour, test.schema)
		if got := meaningOf(s); got != test.want || faults != nil {
			t.Errorf("%s\nreads as %s\nwant     %s, faults %v", test.schema, got, test.want, faults)
		}
		for _, u := range s.Unread {
			if key, value := u.At.Text(), u.Text; len(key) == 0 || value[len(value)-len(key):] != key {
				t.Errorf("%s stands at %s", u.Text, u.At.Text())
			}
		}
	}
}

// Swagger has no keyword for null, so all write this one. A tool's validator does not know it.
func TestReadNullableExtension(t *testing.T) {
	const text = `{"type": "string", "x-nullable": true}`
	got := map[flavour]string{}
	for _, f := range []flavour{swagger20, openAPI30, openAPI31, jsonSchema} {
		s, _ := readText(t, f, text)
		got[f] = meaningOf(s)
	}
	want := map[flavour]string{swagger20: "string or null", openAPI30: "string or null", openAPI31: "string or null", jsonSchema: "string"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestReadWordsThatAreTrueOrSayWhy(t *testing.T) {
	for value, want := range map[string]contract.Text{
		`true`: {Text: "true"}, `"use b"`: {Text: "use b"}, `"True"`: {Text: "true"}, `false`: {}, `"false"`: {}, `"False "`: {}, `"no"`: {}, `""`: {}, `null`: {}, `1`: {},
	} {
		s, _ := readText(t, jsonSchema, `{"properties": {"a": {"deprecated": `+value+`, "x-tooldrift-hidden": `+value+`}}}`)
		f := s.Fields[0]
		if f.Deprecated.Text != want.Text || f.Hidden.Text != want.Text {
			t.Errorf("%s reads as deprecated %q, hidden %q, want %q", value, f.Deprecated.Text, f.Hidden.Text, want.Text)
		}
	}
}
