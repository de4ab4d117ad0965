package check_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// jsonObject writes a JSON object, member by member, in the order added.
type jsonObject struct{ all []string }

func (m *jsonObject) add(key, value string) { m.all = append(m.all, quote(key)+": "+value) }

func (m *jsonObject) json() string { return "{" + strings.Join(m.all, ", ") + "}" }

func quote(s string) string { return string(source.AppendQuoted(nil, s)) }

func quotes(all []string) string {
	var out []string
	for _, s := range all {
		out = append(out, quote(s))
	}
	return list(out)
}

func list(all []string) string { return "[" + strings.Join(all, ", ") + "]" }

// settle drops the examples and the default that a spec's own schema rejects: an
// honest copy has none that are wrong.
func (s *shape) settle() {
	bare := *s
	bare.def, bare.examples, bare.absent = "", nil, false
	var kept []string
	for _, e := range s.examples {
		if valid(bare.json("mcp"), e) {
			kept = append(kept, e)
		}
	}
	s.examples = kept
	if s.def != "" && !valid(bare.json("mcp"), s.def) {
		s.def = ""
	}
}

// valid reports whether another validator than ours accepts a value, formats
// included. A schema that it cannot compile is none that it vouches for.
func valid(schema, value string) bool {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		return false
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if c.AddResource("tool.json", doc) != nil {
		return false
	}
	compiled, err := c.Compile("tool.json")
	if err != nil {
		return false
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(value))
	return err == nil && compiled.Validate(v) == nil
}

// json is the schema in the words of a dialect.
func (s *shape) json(dialect string) string {
	var m jsonObject
	types := slices.Clone(s.types)
	enum := slices.Clone(s.enum)
	gemini := dialect == "gemini"
	null := s.null && !gemini
	if null && len(types) > 0 && !s.absent {
		types = append(types, "null")
		if enum != nil {
			enum = append(enum, "null")
		}
	}
	if gemini {
		for i := range types {
			types[i] = strings.ToUpper(types[i])
		}
		if s.null {
			m.add("nullable", "true")
		}
	}
	switch {
	case len(types) == 1:
		m.add("type", quote(types[0]))
	case len(types) > 1:
		m.add("type", quotes(types))
	}
	if len(s.anyOf) > 0 {
		var alts []string
		for _, alt := range s.anyOf {
			alts = append(alts, alt.json(dialect))
		}
		if null {
			alts = append(alts, `{"type": "null"}`)
		}
		m.add("anyOf", list(alts))
	}
	if enum != nil {
		m.add("enum", list(enum))
	}
	if s.format != "" {
		m.add("format", quote(s.format))
	}
	if s.pattern != "" {
		m.add("pattern", quote(s.pattern))
	}
	for _, l := range s.limits {
		m.add(l.word, l.num)
	}
	s.content(&m, dialect)
	if s.absent && !gemini {
		inner := m
		m = jsonObject{}
		m.add("anyOf", list([]string{inner.json(), `{"type": "null"}`}))
		m.add("default", "null")
	} else if s.def != "" {
		m.add("default", s.def)
	}
	if s.doc != "" {
		m.add("description", quote(s.doc))
	}
	if len(s.examples) > 0 {
		m.add("examples", list(s.examples))
	}
	return m.json()
}

// content is what an object or a list holds.
func (s *shape) content(m *jsonObject, dialect string) {
	if s.elem != nil {
		m.add("items", s.elem.json(dialect))
	}
	if s.args != nil {
		var properties jsonObject
		var required []string
		for _, a := range s.args {
			properties.add(a.name, a.schema.json(dialect))
			if a.required {
				required = append(required, a.name)
			}
		}
		m.add("properties", properties.json())
		if len(required) > 0 {
			m.add("required", quotes(required))
		}
		if s.closed {
			m.add("additionalProperties", "false")
		}
	}
	if s.extra != nil && dialect != "gemini" {
		m.add("additionalProperties", s.extra.json(dialect))
	}
}

// file is a tool list in the dialect of its tools' style.
func file(tools []*tool) string {
	dialect := tools[0].style.dialect
	var all []string
	for _, t := range tools {
		var m jsonObject
		m.add("name", quote(t.name))
		m.add("description", quote(t.doc))
		input := t.input.json(dialect)
		switch dialect {
		case "mcp":
			m.add("inputSchema", input)
		case "anthropic":
			m.add("input_schema", input)
		case "strict":
			m.add("strict", "true")
			m.add("parameters", input)
		default:
			m.add("parameters", input)
		}
		one := m.json()
		if dialect == "openai" || dialect == "strict" {
			one = `{"type": "function", "function": ` + one + "}"
		}
		all = append(all, one)
	}
	text := "[\n" + strings.Join(all, ",\n") + "\n]"
	switch dialect {
	case "mcp", "anthropic":
		return `{"tools": ` + text + "}\n"
	case "gemini":
		return `{"functionDeclarations": ` + text + "}\n"
	}
	return text + "\n"
}

// bindingsOf is a config that says which operation each tool calls.
func bindingsOf(tools []*tool) string {
	var b strings.Builder
	b.WriteString("version: 1\ncontracts:\n  - name: mutants\n    tools: [tools.json]\n    spec: [spec]\n")
	if tools[0].style.folded {
		b.WriteString("    names: folded\n")
	}
	b.WriteString("    bindings:\n")
	for _, t := range tools {
		fmt.Fprintf(&b, "      %s: %s\n", quote(t.name), quote(t.op.Name))
	}
	return b.String()
}
