package calls

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

var (
	seed  = flag.Uint64("calls-seed", 1, "seed of the generated tools and calls")
	tools = flag.Int("calls-tools", map[bool]int{false: 150, true: 30}[race], "how many tools are generated")
)

// maker makes schemas as JSON text, and values that fit them now and then.
type maker struct {
	*rand.Rand
	formats bool
	depth   int
}

func (m *maker) chance(of int) bool { return m.IntN(of) == 0 }

func pick[T any](m *maker, all ...T) T { return all[m.IntN(len(all))] }

func (m *maker) members(parts []string) string { return "{" + strings.Join(parts, ", ") + "}" }

func (m *maker) schema() string {
	m.depth++
	defer func() { m.depth-- }()
	kinds := []func() string{m.text, m.text, m.number, m.number, m.integer, m.integer, m.boolean, m.list}
	if m.depth < 4 {
		kinds = append(kinds, m.array, m.object, m.object, m.union, m.dict, m.nullable, m.tuple)
	}
	if m.chance(60) {
		return pick(m, `{}`, `{"type": "object"}`, `{"type": ["string", "integer"]}`, `{"type": "array", "items": {"type": "string"}, "uniqueItems": true}`)
	}
	return pick(m, kinds...)()
}

func (m *maker) text() string {
	parts := []string{`"type": "string"`}
	if m.chance(3) {
		parts = append(parts, fmt.Sprintf(`"maxLength": %d`, m.IntN(6)))
	}
	if m.chance(4) {
		parts = append(parts, fmt.Sprintf(`"minLength": %d`, m.IntN(3)))
	}
	if m.chance(6) {
		parts = append(parts, `"pattern": "`+pick(m, "^[a-z]+$", "b", "^.{1,3}$", `^\\d+$`)+`"`)
	}
	if m.formats && m.chance(5) {
		parts = append(parts, `"format": "`+pick(m, "date", "date-time", "uuid", "email", "uri")+`"`)
	}
	return m.members(parts)
}

func (m *maker) limits(parts []string) string {
	if m.chance(3) {
		parts = append(parts, `"minimum": `+pick(m, "0", "1", "-5", "0.5", "10", "1e1"))
	}
	if m.chance(3) {
		parts = append(parts, `"maximum": `+pick(m, "100", "5", "99.5", "10", "9007199254740992"))
	}
	if m.chance(5) {
		parts = append(parts, `"exclusiveMinimum": `+pick(m, "0", "1.5"))
	}
	if m.chance(5) {
		parts = append(parts, `"multipleOf": `+pick(m, "2", "0.5", "5", "0.01"))
	}
	return m.members(parts)
}

func (m *maker) number() string  { return m.limits([]string{`"type": "number"`}) }
func (m *maker) integer() string { return m.limits([]string{`"type": "integer"`}) }
func (m *maker) boolean() string { return `{"type": "boolean"}` }
func (m *maker) list() string {
	return pick(m, `{"type": "string", "enum": ["open", "closed", "é"]}`, `{"type": "integer", "enum": [1, 2.0, 50]}`, `{"enum": ["a", 1, true, null]}`, `{"const": "x"}`,
		`{"type": "string", "enum": ["a\nb", "a"]}`)
}

func (m *maker) array() string {
	parts := []string{`"type": "array"`, `"items": ` + m.schema()}
	if m.chance(3) {
		parts = append(parts, fmt.Sprintf(`"minItems": %d`, m.IntN(3)))
	}
	if m.chance(3) {
		parts = append(parts, fmt.Sprintf(`"maxItems": %d`, m.IntN(3)))
	}
	return m.members(parts)
}

func (m *maker) tuple() string {
	return `{"type": "array", "prefixItems": [` + m.schema() + ", " + m.schema() + `]}`
}

var names = []string{"a", "b", "c", "amount", "unit", "état", "x_y"}

func (m *maker) object() string {
	var fields, required []string
	for _, name := range names[:2+m.IntN(len(names)-2)] {
		fields = append(fields, fmt.Sprintf("%q: %s", name, m.schema()))
		if m.chance(3) {
			required = append(required, fmt.Sprintf("%q", name))
		}
	}
	parts := []string{`"type": "object"`, `"properties": ` + m.members(fields), `"required": [` + strings.Join(required, ", ") + `]`}
	switch m.IntN(5) {
	case 0:
		parts = append(parts, `"additionalProperties": false`)
	case 1:
		parts = append(parts, `"additionalProperties": true`)
	case 2:
		parts = append(parts, `"additionalProperties": `+m.schema())
	}
	return m.members(parts)
}

func (m *maker) dict() string {
	return `{"type": "object", "additionalProperties": ` + m.schema() + `}`
}

func (m *maker) union() string {
	return `{"anyOf": [` + m.schema() + ", " + m.schema() + ", " + m.schema() + `]}`
}

func (m *maker) nullable() string { return `{"anyOf": [` + m.schema() + `, {"type": "null"}]}` }

// value is a value that a schema may take, as JSON text; of many spellings.
func (m *maker) value(schema any) string {
	s, _ := schema.(map[string]any)
	if m.chance(25) || s == nil {
		return m.anything()
	}
	if list, ok := s["enum"].([]any); ok && !m.chance(6) {
		return spell(pick(m, list...))
	}
	if c, ok := s["const"]; ok && !m.chance(6) {
		return spell(c)
	}
	if all, ok := s["anyOf"].([]any); ok {
		return m.value(pick(m, all...))
	}
	switch s["type"] {
	case "string":
		return pick(m, `"ab"`, `"abc"`, `"b"`, `""`, `"é"`, `"12"`, `"a\"b"`, `"x\u00e9"`, `"\ud83d\ude00"`, `"2026-03-01"`, `"2026-03-01T09:00:00Z"`, `"open"`, `"a\nb"`, `"ada@example.com"`)
	case "integer":
		return pick(m, "1", "2", "5", "10", "100", "-3", "4.0", "4.5", "9007199254740993", "1e1", "0", "-0", "123456789012345678901")
	case "number":
		return pick(m, "1", "2.5", "0.25", "99.50", "-1", "1e2", "1.50", "10", "100.01", "0.1234567890123456789")
	case "boolean":
		return pick(m, "true", "false")
	case "array":
		var items []string
		for range m.IntN(3) {
			items = append(items, m.value(s["items"]))
		}
		return "[" + strings.Join(items, pick(m, ",", " , ")) + "]"
	case "object":
		return m.arguments(s)
	}
	return m.anything()
}

func (m *maker) arguments(s map[string]any) string {
	var parts []string
	fields, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	for _, name := range names {
		f, declared := fields[name]
		switch {
		case !declared && !m.chance(20), declared && m.chance(3) && !(slices.Contains(required, any(name)) && !m.chance(10)):
			continue
		case !declared:
			f = s["additionalProperties"]
		}
		key := fmt.Sprintf("%q", name)
		if m.chance(40) {
			key = `"\u` + fmt.Sprintf("%04x", []rune(name)[0]) + string([]rune(name)[1:]) + `"`
		}
		parts = append(parts, key+pick(m, ":", ": ")+m.value(f))
	}
	if m.chance(50) && len(parts) > 0 {
		parts = append(parts, parts[0])
	}
	m.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return "{" + strings.Join(parts, pick(m, ",", ",\n ")) + "}"
}

func (m *maker) anything() string {
	return pick(m, "1", `"a"`, "null", "true", "[]", "{}", "1.5", `[1, "a"]`, `{"a": 1}`, `"12"`, `{"a": {"b": [null]}}`)
}

func spell(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// toolsOf makes an archive of generated tools, each with an operation of its own that
// takes something like it.
func toolsOf(m *maker, count int, bound bool) (archive string, schemas []string) {
	var list, bindings, paths []string
	for i := range count {
		schema := m.object()
		schemas = append(schemas, schema)
		list = append(list, fmt.Sprintf(`{"name": "act%d", "description": "Acts.", "inputSchema": %s}`, i, schema))
		body := m.object()
		if !m.chance(4) {
			body = schema
		}
		body = strings.NewReplacer(`"prefixItems"`, `"x-prefix"`).Replace(body)
		paths = append(paths, fmt.Sprintf(`"/act%d": {"post": {"operationId": "act%d", "parameters": [{"name": "unit", "in": "query", "schema": %s}],
 "requestBody": {"required": true, "content": {"application/json": {"schema": %s}}}, "responses": {"200": {"description": "ok"}}}}`, i, i, m.text(), body))
		bindings = append(bindings, fmt.Sprintf("      act%d: POST /act%d\n", i, i))
	}
	archive = "-- tools.json --\n{\"tools\": [" + strings.Join(list, ",\n") + "]}\n"
	if bound {
		archive += "-- api.json --\n" + `{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {` + strings.Join(paths, ",\n") + "}}\n" +
			"-- .tooldrift.yaml --\nversion: 1\ncontracts:\n  - name: c\n    tools: [tools.json]\n    spec: [api.json]\n    bindings:\n" + strings.Join(bindings, "")
	}
	return archive, schemas
}

// The quick way takes nothing that the long way refuses, sees what the long way
// sees, and takes nearly all that is valid.
func TestTheQuickWayAgrees(t *testing.T) {
	m := &maker{Rand: rand.New(rand.NewPCG(*seed, 1)), formats: true}
	archive, schemas := toolsOf(m, *tools, true)
	c := contractsOf(t, archive)
	valid, quick, unsureCalls, refused := 0, 0, 0, 0
	for i, schema := range schemas {
		var parsed map[string]any
		if err := json.Unmarshal([]byte(schema), &parsed); err != nil {
			t.Fatal(err)
		}
		tool := c.Named(fmt.Appendf(nil, "act%d", i))
		for range 60 {
			args := m.arguments(parsed)
			var fast, slow Observation
			passed := tool.passes([]byte(args), &fast)
			tool.look([]byte(args), &slow)
			if slow.Valid {
				valid++
			}
			if slow.Unsure {
				unsureCalls++
			}
			said := no
			if tape := (&tape{}); tape.read([]byte(args)) {
				said = tool.variants[0].quick.value(tape, 0, 0)
				byTool := slices.ContainsFunc(slow.Faults, func(f Fault) bool { return f.Side == ByTool })
				if said == no && !byTool {
					t.Fatalf("seed %d: the quick way refuses %s, which the tool takes\ntool %s", *seed, args, schema)
				}
				if said == no {
					refused++
				}
			}
			if !passed {
				continue
			}
			quick++
			if !slow.Valid || slow.Unsure != fast.Unsure {
				t.Fatalf("seed %d: the quick way takes %s (unsure %v), the long way says %v (unsure %v)\ntool %s", *seed, args, fast.Unsure, texts(slow), slow.Unsure, schema)
			}
			if d := cmp.Diff([]any{slow.Sent, slow.Numbers}, []any{fast.Sent, fast.Numbers}); d != "" {
				t.Fatalf("seed %d: what was sent in %s (-long +quick)\n%s", *seed, args, d)
			}
		}
	}
	t.Logf("of %d calls %d are valid, %d of these unsure; %d are taken quickly, %d refused quickly", 60**tools, valid, unsureCalls, quick, refused)
	if valid < 60**tools/20 || quick < valid*2/3 || refused < 60**tools/10 {
		t.Error("too few of them count: the test is blunt")
	}
}

func texts(o Observation) []string {
	var out []string
	for _, f := range o.Faults {
		out = append(out, f.Text)
	}
	return out
}

// A validator that knows nothing of this program agrees on what a tool's schema
// takes, but for undeclared members and for keys that are there twice.
func TestAnIndependentValidatorAgrees(t *testing.T) {
	m := &maker{Rand: rand.New(rand.NewPCG(*seed, 2))}
	archive, schemas := toolsOf(m, *tools, false)
	c := contractsOf(t, archive)
	accepted, rejected := 0, 0
	for i, schema := range schemas {
		parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
		if err != nil {
			t.Fatal(err)
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("tool.json", parsed); err != nil {
			t.Fatal(err)
		}
		judge, err := compiler.Compile("tool.json")
		if err != nil {
			t.Fatal(err)
		}
		tool := c.Named(fmt.Appendf(nil, "act%d", i))
		for range 60 {
			args := m.arguments(parsed.(map[string]any))
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(args))
			if err != nil {
				t.Fatalf("%s: %v", args, err)
			}
			var seen Observation
			tool.Judge([]byte(args), &seen)
			ours := seen.Valid
			if slices.ContainsFunc(seen.Faults, func(f Fault) bool { return f.Kind == Duplicate }) {
				continue
			}
			theirs := judge.Validate(value)
			strict := slices.ContainsFunc(seen.Faults, func(f Fault) bool { return f.Kind == UnknownField })
			switch {
			case ours == (theirs == nil):
			case seen.Unsure, strict && !ours:
				continue
			default:
				t.Fatalf("seed %d: %s: ours %q, theirs %v\ntool %s", *seed, args, texts(seen), theirs, schema)
			}
			if ours {
				accepted++
			} else {
				rejected++
			}
		}
	}
	t.Logf("both accept %d and reject %d", accepted, rejected)
	if accepted < 20**tools/20 || rejected < 20**tools/20 {
		t.Error("too few of them count: the test is blunt")
	}
}

func BenchmarkJudge(b *testing.B) {
	c := contractsOf(b, ids+`-- pay.json --
{"tools": [{"name": "create_payment", "description": "Pays.", "inputSchema": {"type": "object", "required": ["amount_cents", "currency", "customer_id"], "additionalProperties": false,
 "properties": {"amount_cents": {"type": "integer", "minimum": 1}, "currency": {"type": "string", "enum": ["EUR", "USD", "GBP"]}, "customer_id": {"type": "string", "maxLength": 64},
 "description": {"type": "string"}, "capture": {"type": "boolean"}, "metadata": {"type": "object", "additionalProperties": {"type": "string"}}}}}]}
-- pay.yaml --
openapi: 3.0.3
info: {title: Pay, version: '1'}
paths:
  /payments:
    post:
      operationId: createPayment
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [amount_cents, currency, customer_id]
              properties:
                amount_cents: {type: integer, minimum: 1}
                currency: {type: string, enum: [EUR, USD, GBP]}
                customer_id: {type: string, maxLength: 64}
                description: {type: string}
                capture: {type: boolean}
                metadata: {type: object, additionalProperties: {type: string}}
      responses: {'201': {description: ok}}
`)
	tool := c.Named([]byte("create_payment"))
	if len(tool.Operations) != 1 {
		b.Fatal("it is not bound")
	}
	args := []byte(`{"amount_cents": 4200, "currency": "EUR", "customer_id": "cus_9f3kd02", "description": "Order 12, two lamps and a shade", "capture": true, "metadata": {"order": "12"}}`)
	b.Run("json.Valid", func(b *testing.B) {
		for b.Loop() {
			json.Valid(args)
		}
	})
	for _, one := range []struct {
		name  string
		args  []byte
		valid bool
	}{{"valid", args, true}, {"invalid", []byte(strings.Replace(string(args), "4200", `"4200"`, 1)), false}} {
		b.Run(one.name, func(b *testing.B) {
			var seen Observation
			b.ReportAllocs()
			for b.Loop() {
				tool.Judge(one.args, &seen)
				if seen.Valid != one.valid {
					b.Fatal(texts(seen))
				}
			}
		})
	}
}
