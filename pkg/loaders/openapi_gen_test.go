package loaders

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// pairs is an object whose keys have an order.
type pairs []pair

type pair struct {
	key   string
	value any // pairs, []any, string, int, float64 or bool
}

// specMaker makes OpenAPI documents up, of all that a spec may hold.
type specMaker struct {
	*rand.Rand
	ops     int
	schemas int
	// elsewhere is put before references to components: the name of another file.
	elsewhere string
}

func (m *specMaker) chance(percent int) bool { return m.IntN(100) < percent }

func (m *specMaker) pick(of ...string) string { return of[m.IntN(len(of))] }

func (m *specMaker) spec() pairs {
	paths := pairs{}
	for i := range m.ops {
		item := pairs{}
		if m.chance(20) {
			item = append(item, pair{"parameters", []any{m.ref("parameters", "Id")}})
		}
		for _, method := range []string{"get", "post", "put"}[:1+m.IntN(3)] {
			item = append(item, pair{method, m.op(i, method)})
		}
		paths = append(paths, pair{fmt.Sprintf("/things%d/{id}", i), item})
	}
	spec := pairs{{"openapi", m.pick("3.0.3", "3.1.0")}, {"info", pairs{{"title", m.words()}, {"version", "1.10"}}}}
	if m.chance(50) {
		spec = append(spec, pair{"security", []any{pairs{{"key", []any{}}}}})
	}
	spec = append(spec, pair{"paths", paths}, pair{"components", m.components()})
	return append(spec, pair{"x-end", m.words()})
}

func (m *specMaker) components() pairs {
	schemas := pairs{}
	for i := range m.schemas {
		schemas = append(schemas, pair{fmt.Sprintf("S%d", i), m.schema(3)})
	}
	return pairs{
		{"securitySchemes", pairs{{"key", pairs{{"type", "apiKey"}, {"in", "query"}, {"name", "api_key"}}}}},
		{"parameters", pairs{
			{"Id", pairs{{"name", "id"}, {"in", "path"}, {"required", true}, {"schema", pairs{{"type", "integer"}}}}},
			{"Page", pairs{{"name", "page"}, {"in", "query"}, {"description", m.words()}, {"schema", m.schema(1)}}},
		}},
		{"requestBodies", pairs{{"Body", m.body()}}},
		{"schemas", schemas},
	}
}

func (m *specMaker) ref(kind, name string) pairs {
	ref := pairs{{"$ref", m.elsewhere + "#/components/" + kind + "/" + name}}
	if m.chance(10) {
		ref = append(ref, pair{"description", m.words()})
	}
	return ref
}

func (m *specMaker) op(i int, method string) pairs {
	op := pairs{{"operationId", fmt.Sprintf("%s-thing%d", method, i)}, {"summary", m.words()}}
	if m.chance(60) {
		op = append(op, pair{"description", m.words()})
	}
	if m.chance(70) {
		list := []any{m.ref("parameters", "Page")}
		for range m.IntN(3) {
			list = append(list, pairs{
				{"name", m.pick("filter", "sort", "limit", "api_key")}, {"in", m.pick("query", "header")},
				{"description", m.words()}, {"schema", m.schema(1)},
			})
		}
		op = append(op, pair{"parameters", list})
	}
	if method != "get" {
		op = append(op, pair{"requestBody", m.body()})
	}
	op = append(op, pair{"responses", pairs{{"200", pairs{
		{"description", m.words()},
		{"content", pairs{{"application/json", pairs{{"schema", m.schema(3)}, {"example", pairs{{m.words(), m.words()}}}}}}},
	}}}})
	if m.chance(20) {
		op = append(op, pair{"deprecated", true})
	}
	if m.chance(20) {
		op = append(op, pair{"x-tooldrift-tool", []any{m.words()}})
	}
	return op
}

func (m *specMaker) body() pairs {
	return pairs{{"required", m.chance(50)}, {"content", pairs{{
		m.pick("application/json", "application/x-www-form-urlencoded"), pairs{{"schema", m.schema(3)}},
	}}}}
}

func (m *specMaker) schema(depth int) pairs {
	if m.schemas > 0 && m.chance(30) {
		return m.ref("schemas", fmt.Sprintf("S%d", m.IntN(m.schemas)))
	}
	words := pairs{}
	if m.chance(40) {
		words = append(words, pair{"description", m.words()})
	}
	kind := m.IntN(7)
	switch {
	case depth == 0 || kind < 3:
		s := append(pairs{{"type", m.pick("string", "integer", "number", "boolean")}}, words...)
		switch m.IntN(4) {
		case 0:
			s = append(s, pair{"enum", []any{m.words(), m.words() + "2", 7}})
		case 1:
			s = append(s, pair{"default", m.words()}, pair{"minimum", 1}, pair{"maximum", 1e3})
		}
		return s
	case kind == 3:
		return append(pairs{{"type", "array"}, {"items", m.schema(depth - 1)}}, words...)
	case kind == 4:
		return append(pairs{{m.pick("allOf", "oneOf", "anyOf"), []any{m.schema(depth - 1), m.object(depth - 1)}}}, words...)
	}
	return append(m.object(depth-1), words...)
}

func (m *specMaker) object(depth int) pairs {
	properties := pairs{}
	for _, name := range []string{"name", "amount", "no", "1", "nested.name", "é"}[:1+m.IntN(6)] {
		properties = append(properties, pair{name, m.schema(depth)})
	}
	return pairs{{"type", "object"}, {"required", []any{properties[0].key}}, {"properties", properties}}
}

func (m *specMaker) words() string {
	return m.pick("a", "plain words", "# no comment", "it's \"quoted\"", "é 😀", "a: b", "two\nlines", "1.10", "yes", "", " x ", "- a", "tab\there", "\\u0041", "{a}", strings.Repeat("long ", 30))
}

// asJSON writes a value, with an escape here and there, and in one line where
// indent is negative.
func (m *specMaker) asJSON(b *strings.Builder, v any, indent int) {
	space := func(n int) {
		if indent >= 0 {
			fmt.Fprintf(b, "\n%*s", 2*n, "")
		}
	}
	inner := indent
	if indent >= 0 {
		inner++
	}
	list := func(open, closing string, n int, entry func(i int)) {
		b.WriteString(open)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			space(inner)
			entry(i)
		}
		if n > 0 {
			space(indent)
		}
		b.WriteString(closing)
	}
	switch v := v.(type) {
	case pairs:
		list("{", "}", len(v), func(i int) {
			m.asJSON(b, v[i].key, inner)
			b.WriteString(": ")
			m.asJSON(b, v[i].value, inner)
		})
	case []any:
		list("[", "]", len(v), func(i int) { m.asJSON(b, v[i], inner) })
	default:
		text, _ := json.Marshal(v)
		if text[0] == '"' && m.chance(5) {
			text = []byte(strings.Replace(string(text), "a", `\u0061`, 1))
		}
		b.Write(text)
	}
}

// asYAML writes a value in block style, with what people put between the lines.
func (m *specMaker) asYAML(b *strings.Builder, v any, indent int) {
	pad := strings.Repeat(" ", indent)
	switch v := v.(type) {
	case pairs:
		for _, p := range v {
			if m.chance(3) {
				fmt.Fprintf(b, "%s# %s\n", pad, "a comment: it's one")
			}
			b.WriteString(pad + m.scalar(p.key) + ":")
			m.yamlValue(b, p.value, indent)
		}
	case []any:
		for _, item := range v {
			b.WriteString(pad + "-")
			m.yamlValue(b, item, indent)
		}
	}
}

func (m *specMaker) yamlValue(b *strings.Builder, v any, indent int) {
	switch v := v.(type) {
	case pairs:
		if len(v) == 0 {
			b.WriteString(" {}\n")
			return
		}
		b.WriteString(m.pick("\n", "\n", "\n\n", " # beside\n"))
		m.asYAML(b, v, indent+2)
	case []any:
		if flow := m.flow(v); flow != "" && m.chance(60) {
			b.WriteString(" " + flow + "\n")
			return
		}
		if len(v) == 0 {
			b.WriteString(" []\n")
			return
		}
		b.WriteString("\n")
		m.asYAML(b, v, indent+2*m.IntN(2))
	case string:
		if strings.Contains(v, "\n") {
			fmt.Fprintf(b, " |-\n%*s%s\n", indent+2, "", strings.ReplaceAll(v, "\n", fmt.Sprintf("\n%*s", indent+2, "")))
			return
		}
		text := m.scalar(v)
		if len(text) > 60 && text[0] != '"' {
			text = strings.Replace(text, " long long", fmt.Sprintf("\n%*slong long", indent+4, ""), 1)
		}
		b.WriteString(" " + text + "\n")
	default:
		fmt.Fprintf(b, " %v\n", v)
	}
}

// flow is a list of scalars in brackets, or "".
func (m *specMaker) flow(list []any) string {
	var texts []string
	for _, v := range list {
		switch v := v.(type) {
		case string:
			texts = append(texts, m.quoted(v))
		case int:
			texts = append(texts, fmt.Sprint(v))
		default:
			return ""
		}
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

func (m *specMaker) scalar(s string) string {
	plain := strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _/.$") == "" && strings.TrimSpace(s) == s && s != ""
	if plain && m.chance(70) {
		return s
	}
	return m.quoted(s)
}

func (m *specMaker) quoted(s string) string {
	if m.chance(50) && !strings.ContainsAny(s, "\n\t") {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	text, _ := json.Marshal(s)
	return string(text)
}
