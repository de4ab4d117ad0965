package loaders

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// An independent validator must find that a schema, and what it was read into,
// accept the same values, unless the reader says that it could not read all of it.
func TestReadKeepsMeaning(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	judged, accepted := 0, 0
	for range 1500 {
		g := &schemaMaker{random, 0}
		text := g.document()
		s, faults := readText(t, jsonSchema, text)
		if len(faults) > 0 {
			t.Fatalf("%v in %s", faults, text)
		}
		if saysNotAll(s, map[*contract.Schema]bool{}) {
			continue
		}
		var w schemaWriter
		w.schema(s)
		again := w.document()
		before, after := compile(t, text), compile(t, again)
		for range 40 {
			value := g.value(3)
			want, got := before.Validate(value) == nil, after.Validate(value) == nil
			judged++
			if want {
				accepted++
			}
			if want != got {
				b, _ := json.Marshal(value)
				t.Fatalf("%s: accepted %v, after reading %v\n%s\nread as %s\nwritten as %s", b, want, got, text, meaningOf(s), again)
			}
		}
	}
	if accepted < judged/20 {
		t.Errorf("only %d of %d values fit: the test is blunt", accepted, judged)
	}
}

func compile(t *testing.T, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:s", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:s")
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return s
}

func saysNotAll(s *contract.Schema, seen map[*contract.Schema]bool) bool {
	if s == nil || seen[s] {
		return false
	}
	seen[s] = true
	if s.Opaque != "" || s.Unread != nil {
		return true
	}
	for _, f := range s.Fields {
		if saysNotAll(f.Schema, seen) {
			return true
		}
	}
	for _, in := range append(append([]*contract.Schema{s.Elem, s.Extra}, s.Tuple...), s.AnyOf...) {
		if saysNotAll(in, seen) {
			return true
		}
	}
	return false
}

// schemaMaker makes schemas of all that the model holds exactly. Undeclared
// members are limited only where no other part adds members: there the reader
// takes the union of all, which is what authors mean and not what they say.
type schemaMaker struct {
	*rand.Rand
	depth int
}

func (g *schemaMaker) pick(words ...string) string { return words[g.Intn(len(words))] }

func (g *schemaMaker) document() string {
	var defs []string
	for _, name := range []string{"A", "B", "C"} {
		defs = append(defs, fmt.Sprintf("%q: %s", name, g.plain(false)))
	}
	return fmt.Sprintf(`{"$defs": {%s}, "type": "object", "properties": {"a": %s, "b": %s}}`, strings.Join(defs, ", "), g.schema(), g.schema())
}

func (g *schemaMaker) schema() string {
	if g.depth > 3 {
		return `{"type": "integer"}`
	}
	g.depth++
	defer func() { g.depth-- }()
	switch g.Intn(9) {
	case 0:
		return fmt.Sprintf(`{"$ref": "#/$defs/%s"}`, g.pick("A", "B", "C"))
	case 1:
		return fmt.Sprintf(`{"$ref": "#/$defs/%s", %s`, g.pick("A", "B", "C"), strings.TrimPrefix(g.plain(false), "{"))
	case 2:
		return fmt.Sprintf(`{"allOf": [%s, {"$ref": "#/$defs/%s"}], %s`, g.plain(false), g.pick("A", "B", "C"), strings.TrimPrefix(g.plain(false), "{"))
	case 3:
		return fmt.Sprintf(`{"anyOf": [%s, %s, %s]}`, g.plain(true), g.schema(), g.pick(`{"type": "null"}`, `{"type": "boolean"}`, `{"not": {}}`, `{"const": 1}`))
	case 4:
		return fmt.Sprintf(`{"anyOf": [%s, {"type": "null"}]}`, g.schema())
	case 5:
		return fmt.Sprintf(`{"type": ["object", "integer", "string"], "properties": {"a": %s}, "anyOf": [{"required": ["a"], "type": "object"}, {"type": "object", "required": ["b"]}, {"type": "integer"}]}`, g.schema())
	case 6:
		return fmt.Sprintf(`{"allOf": [{"anyOf": [%s, %s]}, {"anyOf": [%s, {"type": "string"}]}]}`, g.plain(false), g.plain(false), g.plain(false))
	}
	return g.plain(true)
}

func (g *schemaMaker) plain(limited bool) string {
	g.depth++
	defer func() { g.depth-- }()
	switch g.Intn(9) {
	case 0:
		return fmt.Sprintf(`{"type": %s, "minimum": %d, "exclusiveMaximum": %d}`, g.pick(`"integer"`, `"number"`, `["integer", "null"]`), g.Intn(3), 2+g.Intn(4))
	case 1:
		return fmt.Sprintf(`{"type": %s, "minLength": %d, "maxLength": %d}`, g.pick(`"string"`, `["string", "integer"]`), g.Intn(2), 1+g.Intn(2))
	case 2:
		return g.pick(`{"enum": ["a", "b", 1]}`, `{"enum": ["b", 1, 2]}`, `{"const": "b"}`, `{"type": "boolean"}`, `{"enum": [null, 1, "a"]}`)
	case 3:
		if g.depth > 3 {
			return `{"type": "array", "minItems": 1}`
		}
		return fmt.Sprintf(`{"type": "array", "items": %s, "maxItems": %d}`, g.schema(), 1+g.Intn(2))
	case 4:
		if g.depth > 3 {
			return `{"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}}`
		}
		return fmt.Sprintf(`{"type": "array", "prefixItems": [%s], "items": %s}`, g.schema(), g.pick("true", "false", `{"type": "string"}`))
	}
	if g.Intn(4) == 0 {
		// Of two patterns, or two steps, only one has a place in the model.
		return g.pick(`{"type": "string", "pattern": "a"}`, `{"type": "string", "pattern": "^b?$"}`, `{"multipleOf": 2}`, `{"multipleOf": 3}`,
			`{"type": "array", "uniqueItems": true}`, `{"type": "object", "minProperties": 2}`, `{"type": "object", "maxProperties": 1}`,
			`{"type": "object", "propertyNames": {"enum": ["a"]}}`, `{"type": "object", "unevaluatedProperties": {"type": "integer"}}`,
			`{"type": "object", "dependentRequired": {"a": ["b"]}}`, `{"not": {"type": "string"}}`, `{"type": "array", "contains": {"type": "integer"}}`,
			`{"if": {"type": "string"}, "then": {"minLength": 2}}`)
	}
	if g.depth > 3 {
		return `{"type": "object", "required": ["a"]}`
	}
	extra := ""
	if limited {
		extra = g.pick("", `, "additionalProperties": false`, `, "additionalProperties": {"type": "integer"}`)
	}
	required := g.pick("", `"a"`, `"b"`, `"a", "c"`)
	if strings.Contains(extra, "false") {
		required = g.pick("", `"a"`) // a closed object that requires more is one that nobody means
	}
	return fmt.Sprintf(`{"type": "object", "properties": {"a": %s, "b": %s}, "required": [%s]%s}`, g.schema(), g.schema(), required, extra)
}

func (g *schemaMaker) value(depth int) any {
	if depth == 3 {
		return g.object(depth)
	}
	n := 9
	if depth == 0 {
		n = 7
	}
	switch g.Intn(n) {
	case 0:
		return nil
	case 1, 2:
		return json.Number(fmt.Sprint(g.Intn(6)))
	case 3:
		return json.Number("1.5")
	case 4, 5:
		return g.pick("", "a", "b", "ab")
	case 6:
		return g.Intn(2) == 0
	case 7:
		list := []any{}
		for range g.Intn(3) {
			list = append(list, g.value(depth-1))
		}
		return list
	}
	return g.object(depth)
}

func (g *schemaMaker) object(depth int) map[string]any {
	o := map[string]any{}
	for _, name := range []string{"a", "b", "c"} {
		if g.Intn(3) > 0 {
			o[name] = g.value(depth - 1)
		}
	}
	return o
}

// schemaWriter writes a schema of the model as JSON Schema, one definition a schema.
type schemaWriter struct {
	index map[*contract.Schema]int
	defs  []string
}

func (w *schemaWriter) document() string {
	return fmt.Sprintf(`{"$ref": "#/$defs/0", "$defs": {%s}}`, strings.Join(w.defs, ", "))
}

func (w *schemaWriter) schema(s *contract.Schema) string {
	if w.index == nil {
		w.index = map[*contract.Schema]int{}
	}
	if i, ok := w.index[s]; ok {
		return fmt.Sprintf(`{"$ref": "#/$defs/%d"}`, i)
	}
	i := len(w.defs)
	w.index[s] = i
	w.defs = append(w.defs, "")
	w.defs[i] = fmt.Sprintf(`"%d": {"allOf": [%s]}`, i, strings.Join(w.parts(s), ", "))
	return fmt.Sprintf(`{"$ref": "#/$defs/%d"}`, i)
}

func (w *schemaWriter) parts(s *contract.Schema) []string {
	parts := []string{w.types(s.Types)}
	add := func(format string, args ...any) { parts = append(parts, "{"+fmt.Sprintf(format, args...)+"}") }
	if s.Enum != nil {
		// Null is a matter of the types alone.
		values := []string{"null"}
		for _, v := range s.Enum {
			values = append(values, v.Lit.JSON())
		}
		add(`"enum": [%s]`, strings.Join(values, ", "))
	}
	for _, b := range []struct {
		key string
		*contract.Bound
	}{{"inimum", s.Min}, {"aximum", s.Max}, {"minLength", s.MinLen}, {"maxLength", s.MaxLen}, {"minItems", s.MinItems}, {"maxItems", s.MaxItems}} {
		switch {
		case b.Bound == nil:
		case b.key == "inimum" || b.key == "aximum":
			letter := map[string]string{"inimum": "m", "aximum": "m"}[b.key]
			key := letter + b.key
			if b.Exclusive {
				key = "exclusive" + strings.ToUpper(letter) + b.key
			}
			add(`%q: %s`, key, b.Num)
		default:
			add(`%q: %s`, b.key, b.Num)
		}
	}
	if s.Pattern.Text != "" {
		add(`"pattern": %q`, s.Pattern.Text)
	}
	if s.MultipleOf != nil {
		add(`"multipleOf": %s`, s.MultipleOf.Num)
	}
	if obj := w.object(s); obj != "" {
		add("%s", obj)
	}
	if s.Elem != nil || s.Tuple != nil {
		var leading []string
		for _, item := range s.Tuple {
			leading = append(leading, w.schema(item))
		}
		rest := "true"
		if s.Elem != nil {
			rest = w.schema(s.Elem)
		}
		if leading == nil {
			add(`"items": %s`, rest)
		} else {
			add(`"prefixItems": [%s], "items": %s`, strings.Join(leading, ", "), rest)
		}
	}
	if s.AnyOf != nil {
		alts := []string{`{"type": "null"}`} // as in an enum
		for _, a := range s.AnyOf {
			alts = append(alts, w.schema(a))
		}
		add(`"anyOf": [%s]`, strings.Join(alts, ", "))
	}
	return parts
}

func (w *schemaWriter) object(s *contract.Schema) string {
	var fields, required []string
	for _, f := range s.Fields {
		fields = append(fields, fmt.Sprintf("%q: %s", f.Name, w.schema(f.Schema)))
		if f.Required {
			required = append(required, fmt.Sprintf("%q", f.Name))
		}
	}
	extra := "true"
	if s.Closed {
		extra = "false"
	} else if s.Extra != nil {
		extra = w.schema(s.Extra)
	}
	return fmt.Sprintf(`"properties": {%s}, "required": [%s], "additionalProperties": %s`, strings.Join(fields, ", "), strings.Join(required, ", "), extra)
}

func (w *schemaWriter) types(t contract.TypeSet) string {
	if t == 0 {
		return "false"
	}
	var words []string
	for _, x := range []struct {
		set  contract.TypeSet
		word string
	}{
		{contract.StringType, "string"}, {contract.Number, "number"}, {contract.Integer, "integer"}, {contract.Boolean, "boolean"},
		{contract.ArrayType, "array"}, {contract.ObjectType, "object"}, {contract.NullType, "null"},
	} {
		if t.Has(x.set) {
			words = append(words, fmt.Sprintf("%q", x.word))
		}
	}
	return fmt.Sprintf(`{"type": [%s]}`, strings.Join(words, ", "))
}
