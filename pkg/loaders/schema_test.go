package loaders

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// readText reads a schema, JSON or YAML, and the faults found on the way.
func readText(t *testing.T, f flavour, text string) (*contract.Schema, []source.Fault) {
	t.Helper()
	file := &source.File{Name: "s", Data: []byte(text)}
	root, faults := source.Parse(file)
	if root == nil {
		t.Fatalf("%v in %s", faults, text)
	}
	files := newSpecFiles(&source.Store{FS: fstest.MapFS{}}, file, root)
	r := &schemaReader{flavour: f, resolve: files.resolve}
	return r.read(root), append(faults, r.faults...)
}

// meaningOf writes a schema in one line: a set of values, then the words about it.
func meaningOf(s *contract.Schema) string {
	var b schemaText
	b.schema(s)
	return b.String()
}

type schemaText struct {
	strings.Builder
	open []*contract.Schema
}

func (b *schemaText) schema(s *contract.Schema) {
	for i, o := range b.open {
		if o == s {
			fmt.Fprintf(b, "^%d", len(b.open)-i)
			return
		}
	}
	b.open = append(b.open, s)
	defer func() { b.open = b.open[:len(b.open)-1] }()

	b.WriteString(s.Types.String())
	b.members(s)
	b.elements(s)
	for i, alt := range s.AnyOf {
		b.WriteString([]string{" either ", " | "}[min(i, 1)])
		b.schema(alt)
	}
	if s.Discriminator != "" {
		fmt.Fprintf(b, " by %s", s.Discriminator)
	}
	b.words(s)
}

func (b *schemaText) members(s *contract.Schema) {
	if len(s.Fields) > 0 {
		b.WriteString("{")
		for i, f := range s.Fields {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(f.Name)
			if f.Required {
				b.WriteString("!")
			}
			b.WriteString(": ")
			b.schema(f.Schema)
			for _, w := range []struct{ word, text string }{{"deprecated", f.Deprecated.Text}, {"hidden", f.Hidden.Text}} {
				if w.text != "" {
					fmt.Fprintf(b, " %s=%s", w.word, w.text)
				}
			}
			for _, name := range f.Former {
				fmt.Fprintf(b, " once=%s", name.Text)
			}
		}
		b.WriteString("}")
	}
	if s.Closed {
		b.WriteString(" closed")
	}
	if s.Extra != nil {
		b.WriteString(" others(")
		b.schema(s.Extra)
		b.WriteString(")")
	}
}

func (b *schemaText) elements(s *contract.Schema) {
	for i, item := range s.Tuple {
		fmt.Fprintf(b, "[%d: ", i)
		b.schema(item)
		b.WriteString("]")
	}
	if s.Elem != nil {
		b.WriteString("[")
		b.schema(s.Elem)
		b.WriteString("]")
	}
}

func (b *schemaText) words(s *contract.Schema) {
	if s.Enum != nil {
		b.WriteString(" of")
		for _, v := range s.Enum {
			fmt.Fprintf(b, " %s", v.Lit.JSON())
			if v.Doc != "" {
				fmt.Fprintf(b, "(%s)", v.Doc)
			}
			if v.Deprecated {
				b.WriteString("(deprecated)")
			}
		}
	}
	for _, bound := range []struct {
		name string
		*contract.Bound
	}{{"min", s.Min}, {"max", s.Max}, {"step", s.MultipleOf}, {"minLen", s.MinLen}, {"maxLen", s.MaxLen}, {"minItems", s.MinItems}, {"maxItems", s.MaxItems}} {
		if bound.Bound != nil {
			fmt.Fprintf(b, " %s=%s", bound.name, bound.Num)
			if bound.Exclusive {
				b.WriteString("(exclusive)")
			}
		}
	}
	for _, w := range []struct{ word, text string }{
		{"format", s.Format.Text}, {"pattern", s.Pattern.Text}, {"unit", s.Unit.Text}, {"title", s.Title}, {"doc", s.Doc.Text},
	} {
		if w.text != "" {
			fmt.Fprintf(b, " %s=%s", w.word, w.text)
		}
	}
	if s.Default != nil {
		fmt.Fprintf(b, " default=%s", s.Default.JSON())
	}
	for _, e := range s.Examples {
		fmt.Fprintf(b, " example=%s", e.JSON())
	}
	for _, flag := range []struct {
		word string
		on   bool
	}{{"readOnly", s.ReadOnly}, {"writeOnly", s.WriteOnly}, {"nullLeft", s.NullLeft}} {
		if flag.on {
			b.WriteString(" " + flag.word)
		}
	}
	for _, u := range s.Unread {
		fmt.Fprintf(b, " unread(%s)", u.Text)
	}
	if s.Opaque != "" {
		fmt.Fprintf(b, " opaque(%s)", s.Opaque)
	}
}

func TestReadSchema(t *testing.T) {
	tests := []struct {
		name   string
		schema string
		want   string
		faults []string
	}{
		{"nothing", `{}`, "any type", nil},
		{"true", `true`, "any type", nil},
		{"false", `false`, "nothing", nil},
		{"never, as zod writes it", `{"not": {}}`, "nothing", nil},

		{"type", `{"type": "integer"}`, "integer", nil},
		{"number is integer and fraction", `{"type": "number"}`, "number", nil},
		{"type array", `{"type": ["integer", "null"]}`, "integer or null", nil},
		{"integer beside number", `{"type": ["integer", "number"]}`, "number", nil},
		{"nullable", `{"type": "string", "nullable": true}`, "string or null", nil},
		{"unknown type", `{"type": "float", "description": "x"}`, "any type doc=x", []string{`s:1:10: "float" is no JSON Schema type and says nothing; say number`}},
		{"unknown type among known", `{"type": ["string", "Integer"]}`, "string", []string{`s:1:21: "Integer" is no JSON Schema type and says nothing; say integer`}},
		{"type of a wrong kind", `{"type": 3, "minimum": 1}`, "any type min=1", []string{`s:1:10: type must be a word, not a number`}},

		{"union with null", `{"anyOf": [{"type": "string", "maxLength": 3}, {"type": "null"}], "default": null}`, "string or null maxLen=3 default=null", nil},
		{"union of bare types", `{"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}`, "string or integer or null", nil},
		{"nested unions", `{"anyOf": [{"oneOf": [{"type": "string", "minLength": 1}, {"type": "null"}]}, {"type": "boolean", "title": "B"}]}`,
			"string or boolean or null either string minLen=1 | boolean title=B", nil},
		{"never in a union", `{"anyOf": [{"not": {}}, {"type": "string"}]}`, "string", nil},
		{"type beside a union", `{"type": "string", "anyOf": [{"type": "string", "maxLength": 5}, {"type": "null"}]}`, "string maxLen=5", nil},
		{"type that fits no alternative", `{"type": "object", "anyOf": [{"type": "string", "maxLength": 5}, {"type": "integer"}]}`,
			"any type either string maxLen=5 | integer opaque(object fits none of its alternatives)", nil},
		{"alternatives beside properties", `{"type": "object", "properties": {"a": {"type": "string"}, "b": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}`,
			"object{a: string, b: any type} either object{a!: any type} | object{b!: any type}", nil},
		{"values with words", `{"oneOf": [{"const": "a", "description": "first"}, {"const": "b", "title": "second", "deprecated": true}]}`,
			`string of "a"(first) "b"(second)(deprecated)`, nil},
		{"lists of values joined", `{"anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "string", "const": "c"}, {"type": "null"}]}`, `string or null of "a" "b" "c"`, nil},
		{"two unions", `{"anyOf": [{"minimum": 1, "type": "integer"}, {"type": "string", "minLength": 1}], "oneOf": [{"type": "integer", "maximum": 9}, {"type": "string", "maxLength": 9}]}`,
			"string or integer either integer min=1 max=9 | string minLen=1 maxLen=9", nil},
		{"an empty union", `{"anyOf": [], "type": "string"}`, "string", []string{"s:1:11: anyOf must be a list of schemas"}},

		{"enum implies types", `{"enum": ["a", 1, 1.5, null]}`, `string or number or null of "a" 1 1.5`, nil},
		{"null in an enum", `{"type": "string", "enum": ["a", null]}`, `string or null of "a"`, nil},
		{"nothing but null", `{"properties": {"a": {"const": null}, "b": {"type": "string", "enum": [null]}}}`, `object{a: null, b: null}`, nil},
		{"null only in the type", `{"type": ["string", "null"], "enum": ["a"]}`, `string or null of "a"`, nil},
		{"const", `{"const": 3}`, `integer of 3`, nil},
		{"const within enum", `{"enum": ["a", "b"], "const": "b"}`, `string of "b"`, nil},
		{"enum of a wrong kind", `{"type": "string", "enum": "a"}`, `string`, []string{`s:1:28: enum must be a list of values`}},

		{"bounds", `{"type": "integer", "minimum": 1, "maximum": 1e3, "multipleOf": 5}`, "integer min=1 max=1e3 step=5", nil},
		{"exclusive by number", `{"type": "number", "minimum": 0, "exclusiveMinimum": 0, "exclusiveMaximum": 1}`, "number min=0(exclusive) max=1(exclusive)", nil},
		{"exclusive by flag", `{"type": "number", "minimum": 0, "exclusiveMinimum": true, "maximum": 9, "exclusiveMaximum": false}`, "number min=0(exclusive) max=9", nil},
		{"the stricter of two", `{"type": "number", "minimum": 5, "exclusiveMinimum": 3}`, "number min=5", nil},
		{"lengths", `{"type": "string", "minLength": 1, "maxLength": 2.0}`, "string minLen=1 maxLen=2.0", nil},
		{"bad bounds", `{"type": "string", "minLength": -1, "maxLength": "abc", "multipleOf": 0}`, "string",
			[]string{"s:1:33: minLength must be a whole number from 0", "s:1:50: maxLength must be a number", "s:1:71: multipleOf must be above 0"}},
		{"an exponent that would fill the memory", `{"type": "number", "maximum": 1e5001, "minimum": 1e5000}`, "number min=1e5000",
			[]string{"s:1:31: maximum has an exponent beyond the limit of 5000 digits; it cannot be raised, write a smaller number"}},
		{"digits that would take minutes", `{"type": "number", "maximum": ` + strings.Repeat("9", 5001) + `, "minimum": ` + strings.Repeat("8", 5000) + `}`, "number min=" + strings.Repeat("8", 5000),
			[]string{"s:1:31: maximum has more digits than the limit of 5000 digits; it cannot be raised, write a smaller number"}},
		{"counts", `{"type": "array", "minItems": 1, "maxItems": 3}`, "array minItems=1 maxItems=3", nil},

		{"items", `{"type": "array", "items": {"type": "string"}}`, "array[string]", nil},
		{"items imply an array", `{"items": {"type": "string"}}`, "array[string]", nil},
		{"tuple, draft-07", `{"type": "array", "items": [{"type": "string"}, {"type": "integer"}], "additionalItems": false}`, "array[0: string][1: integer][nothing]", nil},
		{"tuple, 2020-12", `{"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "boolean"}}`, "array[0: string][boolean]", nil},

		{"object", `{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["b"], "additionalProperties": false}`,
			"object{a: string, b!: integer} closed", nil},
		{"properties imply an object", `{"properties": {"a": {}}}`, "object{a: any type}", nil},
		{"a required name that is not declared", `{"type": "object", "required": ["x"]}`, "object{x!: any type}", nil},
		{"required inside a property", `{"type": "object", "properties": {"a": {"type": "string", "required": true}}}`, "object{a: string}", nil},
		{"others", `{"type": "object", "additionalProperties": {"type": "integer"}}`, "object others(integer)", nil},
		{"patterns", `{"type": "object", "additionalProperties": false, "patternProperties": {"^x-": {}}}`, "object others(any type opaque(its name must match a pattern))", nil},
		{"a pattern of all names", `{"type": "object", "patternProperties": {"^.*$": {"type": "string"}}}`, "object others(string)", nil},
		{"unevaluatedProperties", `{"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": false}`, "object{a: any type} closed", nil},
		{"unevaluatedProperties beside alternatives", `{"type": "object", "anyOf": [{"properties": {"a": {"type": "string"}}}, {"properties": {"b": {"type": "string"}}}], "unevaluatedProperties": false}`,
			"object either object{a: string} | object{b: string} unread(unevaluatedProperties: false)", nil},

		{"words", `{"type": "string", "title": "T", "description": "D", "format": "date", "pattern": "^x", "default": "d", "example": 1, "examples": [2, 3], "x-unit": "ms"}`,
			`string format=date pattern=^x unit=ms title=T doc=D default="d" example=1 example=2 example=3`, nil},
		{"base64", `{"type": "string", "contentEncoding": "base64"}`, "string format=byte", nil},
		{"words of a wrong kind", `{"type": "string", "description": {"a": 1}}`, "string", []string{`s:1:35: description must be a string`}},
		{"flags", `{"type": "object", "properties": {"a": {"readOnly": true, "deprecated": true}, "b": {"writeOnly": true, "x-tooldrift-hidden": "internal", "x-renamed-from": ["c", "d"]}}}`,
			"object{a: any type readOnly deprecated=true, b: any type writeOnly hidden=internal once=c once=d}", nil},

		{"allOf", `{"allOf": [{"type": "object", "properties": {"a": {"type": "number", "minimum": 1}}, "required": ["a"], "description": "first"},
			{"properties": {"a": {"type": "integer", "maximum": 9, "minimum": 3}, "b": {"enum": [1, 2]}}, "description": "last"}]}`,
			"object{a!: integer min=3 max=9, b: integer of 1 2} doc=last", nil},
		{"own words over those of parts", `{"description": "own", "allOf": [{"type": "string", "description": "part", "default": "x"}]}`, `string doc=own default="x"`, nil},
		{"enums of two parts", `{"allOf": [{"enum": ["a", "b", "c"]}, {"enum": ["c", "b", "d"]}]}`, `string of "b" "c"`, nil},
		{"types that exclude each other", `{"allOf": [{"type": "string"}, {"type": "object"}]}`, "any type opaque(object and string exclude each other)", nil},
		{"lists that exclude each other", `{"allOf": [{"enum": ["a"]}, {"enum": ["b"]}]}`, "any type opaque(two closed lists have no value in common)", nil},
		{"nullable around allOf", `{"nullable": true, "allOf": [{"type": "string"}]}`, "string or null", nil},
		{"the same property in two parts, recursive", `{"$defs": {
				"A": {"properties": {"n": {"$ref": "#/$defs/A"}, "x": {"type": "number"}}},
				"B": {"properties": {"n": {"$ref": "#/$defs/B"}, "x": {"minimum": 1}}}},
			"allOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}`, "object{n: object{n: ^1, x: number min=1}, x: number min=1}", nil},

		{"not alone", `{"not": {"type": "string"}}`, `any type unread(not: {"type": "string"}) opaque(says only "not", which is not compared)`, nil},
		{"not beside a type", `{"type": "string", "not": {"enum": ["a"]}}`, `string unread(not: {"enum": ["a"]})`, nil},
		{"if", `{"type": "object", "properties": {"a": {}}, "if": {"required": ["a"]}, "then": {"required": ["b"]}}`,
			`object{a: any type} unread(if: {"required": ["a"]}) unread(then: {"required": ["b"]})`, nil},

		{"a string for a schema", `{"type": "object", "properties": {"a": "string"}}`, "object{a: any type opaque(malformed: a string where a schema is due)}", nil},
		{"properties forgotten", `{"type": "object", "properties": {"data": {"parent": {"type": "string"}, "id": {"type": "string"}}}}`,
			"object{data: any type opaque(malformed: no type and no properties, only parent, id)}", nil},
		{"properties that shadow keywords", `{"title": {"type": "string"}, "format": {"type": "string"}}`, "any type opaque(malformed: no type and no properties, only title, format)", nil},
		{"unknown keywords are nothing", `{"type": "string", "x-go-name": {"a": 1}, "optional": true}`, "string", nil},

		{"reference", `{"properties": {"a": {"$ref": "#/$defs/M"}}, "$defs": {"M": {"type": "string", "description": "money"}}}`, "object{a: string doc=money}", nil},
		{"siblings of a reference", `{"properties": {"a": {"$ref": "#/$defs/M", "description": "own", "maxLength": 3}}, "$defs": {"M": {"type": "string", "description": "money"}}}`,
			"object{a: string maxLen=3 doc=own}", nil},
		{"pointer with escapes", `{"properties": {"a/b~c d": {"type": "integer"}, "r": {"$ref": "#/properties/a~1b~0c%20d"}}}`, "object{a/b~c d: integer, r: integer}", nil},
		{"recursion", `{"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#"}}}}`, "object{kids: array[^2]}", nil},
		{"recursion with null", `{"$defs": {"N": {"type": "object", "properties": {"next": {"anyOf": [{"$ref": "#/$defs/N"}, {"type": "null"}]}}}}, "$ref": "#/$defs/N"}`,
			"object{next: object or null{next: ^1}}", nil},
		{"a union that contains itself", `{"$defs": {"J": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "array", "items": {"$ref": "#/$defs/J"}}]}}, "$ref": "#/$defs/J"}`,
			"string or array either string minLen=1 | array[^2]", nil},
		{"dangling", `{"properties": {"a": {"$ref": "#/$defs/Monye"}}, "$defs": {"Money": {}}}`, "object{a: any type opaque(#/$defs/Monye points at nothing; did you mean Money?)}",
			[]string{"s:1:31: #/$defs/Monye points at nothing; did you mean Money?"}},
		{"a reference that is none", `{"properties": {"a": {"$ref": 3}}}`, "object{a: any type opaque($ref must be a string)}", []string{"s:1:31: $ref must be a string"}},
		{"a base and its variants", `{"$defs": {
				"Pet": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}, "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}], "discriminator": {"propertyName": "kind"}},
				"Cat": {"allOf": [{"$ref": "#/$defs/Pet"}, {"properties": {"lives": {"type": "integer"}}}]},
				"Dog": {"allOf": [{"$ref": "#/$defs/Pet"}, {"properties": {"tricks": {"type": "string"}}}]}}, "$ref": "#/$defs/Pet"}`,
			"object{kind!: string} either object{kind!: string, lives: integer} | object{kind!: string, tricks: string} by kind", nil},
		{"the tag of variants is required", `{"oneOf": [{"type": "object", "properties": {"t": {"const": "a"}}}, {"type": "object", "properties": {"x": {}}}], "discriminator": {"propertyName": "t"}}`,
			`object either object{t!: string of "a"} | object{x: any type, t!: any type} by t`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, faults := readText(t, jsonSchema, test.schema)
			if diff := cmp.Diff(test.want, meaningOf(s)); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.schema, diff)
			}
			var texts []string
			for _, f := range faults {
				texts = append(texts, f.Error())
			}
			if diff := cmp.Diff(test.faults, texts); diff != "" {
				t.Errorf("faults of %s (-want +got)\n%s", test.schema, diff)
			}
		})
	}
}

func TestReadSchemaByFlavour(t *testing.T) {
	tests := []struct {
		name    string
		flavour flavour
		schema  string
		want    string
	}{
		{"3.0 ignores the siblings of $ref but for words", openAPI30,
			`{"properties": {"a": {"$ref": "#/d/M", "description": "own", "maxLength": 3}}, "d": {"M": {"type": "string", "description": "money"}}}`, "object{a: string doc=own}"},
		{"3.1 reads them", openAPI31,
			`{"properties": {"a": {"$ref": "#/d/M", "description": "own", "maxLength": 3}}, "d": {"M": {"type": "string"}}}`, "object{a: string maxLen=3 doc=own}"},
		{"2.0 has files", swagger20, `{"name": "f", "in": "formData", "required": true, "type": "file"}`, "string format=binary"},
		{"2.0 has parameters for schemas", swagger20, `{"name": "n", "in": "query", "type": "integer", "maximum": 5}`, "integer max=5"},
		{"gemini has its types in upper case", gemini, `{"type": "OBJECT", "properties": {"n": {"type": "INTEGER", "nullable": true}, "l": {"type": "ARRAY", "items": {"type": "STRING"}, "maxItems": "5"}}}`,
			"object{n: integer or null, l: array[string] maxItems=5}"},
		{"gemini's python writes snake case", gemini, `{"any_of": [{"type": "STRING", "max_length": 3}, {"type": "NUMBER"}]}`, "string or number either string maxLen=3 | number"},
		{"gemini says nothing", gemini, `{"type": "TYPE_UNSPECIFIED"}`, "any type"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, faults := readText(t, test.flavour, test.schema)
			if diff := cmp.Diff(test.want, meaningOf(s)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			for _, f := range faults {
				t.Errorf("fault: %v", f)
			}
		})
	}
}

// Unquoted YAML scalars are text where a string is due, and nowhere else.
func TestReadSchemaOfYAML(t *testing.T) {
	s, faults := readText(t, openAPI30, `
type: object
properties:
  country: {type: string, enum: [no, de, 1.10, 01234, 2024-01-31, true]}
  court: {type: string, nullable: true, enum: [null, A]}
  version: {type: string, default: 1.0, example: 007}
  level: {type: integer, enum: [1, 2], default: 1}
  mixed: {type: [string, integer], enum: [1, x]}
  nothing: {type: [string, null]}
`)
	want := `object{country: string of "no" "de" "1.10" "01234" "2024-01-31" "true", court: string or null of "A", ` +
		`version: string default="1.0" example="007", level: integer of 1 2 default=1, mixed: string or integer of 1 "x", nothing: string or null}`
	if diff := cmp.Diff(want, meaningOf(s)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for _, f := range faults {
		t.Errorf("fault: %v", f)
	}
}

// What two places refer to is one schema; a sibling makes another.
func TestReadSharesDefinitions(t *testing.T) {
	s, _ := readText(t, jsonSchema, `{"properties": {"a": {"$ref": "#/$defs/M"}, "b": {"$ref": "#/$defs/M"}, "c": {"$ref": "#/$defs/M", "title": "C"}}, "$defs": {"M": {"type": "object", "properties": {"x": {"type": "string"}}}}}`)
	a, b, c := s.Fields[0].Schema, s.Fields[1].Schema, s.Fields[2].Schema
	if a != b {
		t.Error("two references to one definition read as two schemas")
	}
	if a == c || a.Fields[0].Schema != c.Fields[0].Schema {
		t.Error("a reference with a sibling must be its own schema of the same members")
	}
	for _, s := range []*contract.Schema{a, c} {
		if s.Name != "M" {
			t.Errorf("definition is called %q, want M", s.Name)
		}
	}
}

// Definitions that reach each other only through references are refused, once.
func TestReadRefusesCircles(t *testing.T) {
	tests := []struct{ name, schema string }{
		{"itself", `{"properties": {"a": {"$ref": "#/$defs/A"}, "b": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"$ref": "#/$defs/A"}}}`},
		{"two", `{"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}}`},
		{"through a union", `{"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/B"}, {"type": "string"}]}, "B": {"$ref": "#/$defs/A"}}}`},
		{"through two parts", `{"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"allOf": [{"$ref": "#/$defs/A"}, {"description": "x"}]}}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, faults := readText(t, jsonSchema, test.schema)
			if len(faults) != 1 || faults[0].Dirt || !strings.Contains(faults[0].Text, "circle of references") {
				t.Errorf("faults are %v, want one that refuses a circle", faults)
			}
			if s.Fields[0].Schema.Opaque == "" {
				t.Errorf("the field reads as %s, want it opaque", meaningOf(s.Fields[0].Schema))
			}
		})
	}
}

// Every place that a message may point at is the text it is about.
func TestReadSpans(t *testing.T) {
	const text = `{"type": "object", "required": ["amount"], "additionalProperties": false, "properties": {
  "amount": {"type": "integer", "minimum": 1, "maxLength": 9, "description": "how much", "format": "int64", "enum": [1, 2], "default": 1, "example": 2, "x-unit": "cents"}}}`
	s, _ := readText(t, jsonSchema, text)
	f := s.Fields[0]
	m := f.Schema
	got := map[string]string{
		"name": f.At.Text(), "required": f.RequiredAt.Text(), "type": m.TypeAt.Text(), "minimum": m.Min.At.Text(), "maxLength": m.MaxLen.At.Text(),
		"doc": f.Doc.At.Text(), "format": m.Format.At.Text(), "enum": m.EnumAt.Text(), "value": m.Enum[1].Lit.At.Text(),
		"default": m.Default.At.Text(), "example": m.Examples[0].At.Text(), "unit": m.Unit.At.Text(), "closed": s.ClosedAt.Text(),
	}
	want := map[string]string{
		"name": `"amount"`, "required": `"amount"`, "type": `"integer"`, "minimum": "1", "maxLength": "9",
		"doc": `"how much"`, "format": `"int64"`, "enum": "[1, 2]", "value": "2",
		"default": "1", "example": "2", "unit": `"cents"`, "closed": "false",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if f.RequiredAt.Start > f.At.Start {
		t.Error("RequiredAt is the property, want the entry of required")
	}
	if decl := f.DeclAt.Text(); !strings.HasPrefix(decl, `"amount": {`) || !strings.HasSuffix(decl, `"cents"}`) {
		t.Errorf("the declaration is %s", decl)
	}
	if s.At.Text() != text || m.Source != "integer" {
		t.Errorf("schema at %s, type spelled %q", s.At.Text(), m.Source)
	}
}

// allOf and unions can combine a few definitions in more ways than fit into any
// machine. Reading ends, says so once, and keeps what it has.
func TestReadIsBounded(t *testing.T) {
	ref := func(i int) string { return fmt.Sprintf(`{"$ref": "#/$defs/D%d"}`, i%40) }
	tests := []struct {
		name string
		def  func(i int) string
	}{
		{"properties of two parts", func(i int) string {
			return fmt.Sprintf(`{"properties": {"x": {"allOf": [%s, %s]}, "y": {"allOf": [%s, %s]}}}`, ref(7*i+1), ref(3*i+2), ref(5*i+3), ref(11*i+4))
		}},
		{"unions that hold at once", func(i int) string {
			return fmt.Sprintf(`{"allOf": [{"anyOf": [%s, {"properties": {"a": %s}}]}, {"anyOf": [%s, {"properties": {"a": %s}}]}], "properties": {"x": %s}}`,
				ref(7*i+1), ref(3*i+2), ref(5*i+3), ref(11*i+4), ref(13*i+5))
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var defs []string
			for i := range 40 {
				defs = append(defs, fmt.Sprintf(`"D%d": %s`, i, test.def(i)))
			}
			s, faults := readText(t, jsonSchema, fmt.Sprintf(`{"properties": {"p": %s, "q": {"type": "string"}}, "$defs": {%s}}`, ref(0), strings.Join(defs, ", ")))
			if len(faults) != 1 || faults[0].Dirt || !strings.Contains(faults[0].Text, "the limit of ") {
				t.Errorf("faults are %v, want one that refuses", faults)
			}
			if got := meaningOf(s.Fields[1].Schema); got != "string" {
				t.Errorf("q reads as %s", got)
			}
		})
	}
}

// A place that lies beyond a limit says which, and what to do about it.
func TestReadNamesItsLimits(t *testing.T) {
	list := func(n int, item func(i int) string) string {
		items := make([]string, n)
		for i := range items {
			items[i] = item(i)
		}
		return strings.Join(items, ", ")
	}
	chain := func(i int) string {
		return fmt.Sprintf(`"D%d": {"description": "%d", "allOf": [{"$ref": "#/$defs/D%d"}]}`, i, i, i+1)
	}
	union := `{"anyOf": [` + list(9, func(i int) string {
		return fmt.Sprintf(`{"type": "object", "required": ["a%d"], "properties": {"a%d": {"type": "string"}}}`, i, i)
	}) + `]}`
	for _, test := range []struct{ name, text, want string }{
		{"references in a row", `{"$ref": "#/$defs/D0", "$defs": {` + list(130, chain) + `, "D130": {"type": "string"}}}`,
			"references in a row, beyond the limit of 100 references"},
		{"unions that hold together", `{"allOf": [` + union + `, ` + union + `]}`,
			"several unions hold at once, with more than the limit of 64 alternatives"},
		{"parts of one property", `{"allOf": [` + list(33, func(i int) string {
			return fmt.Sprintf(`{"properties": {"x": {"description": "%d"}}}`, i)
		}) + `]}`, "is made of more than the limit of 32 definitions"},
	} {
		s, _ := readText(t, jsonSchema, test.text)
		if len(s.Fields) == 1 {
			s = s.Fields[0].Schema
		}
		if s.Opaque != test.want {
			t.Errorf("%s: opaque for %q, want %q", test.name, s.Opaque, test.want)
		}
	}
}
