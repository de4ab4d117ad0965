package check_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func (s *shape) is(types ...string) bool {
	return len(s.types) == 1 && slices.Contains(types, s.types[0]) && len(s.anyOf) == 0
}

// bare is a spot of one type whose schema says nothing else that a new type would contradict.
func (s *shape) retype(to string) {
	*s = shape{api: s.api, types: []string{to}, null: s.null, absent: s.absent, doc: ""}
	switch to {
	case "array":
		s.elem = &shape{types: []string{"string"}}
	case "object":
		s.args = []*arg{{name: "value", schema: &shape{types: []string{"string"}}}}
	}
}

func has(f *contract.Schema, word string) bool {
	set := map[string]contract.TypeSet{"string": contract.StringType, "integer": contract.Integer, "number": contract.Number, "boolean": contract.Boolean, "array": contract.ArrayType, "object": contract.ObjectType}[word]
	return f.Types&set != 0
}

var valueKinds = []drift{
	{"type", []string{"type-mismatch"}, rules.Warning, func(m *mutant) bool {
		for _, s := range m.spots(func(s spot) bool {
			return len(s.arg.schema.types) == 1 && len(s.api().Schema.AnyOf) == 0 && s.api().Schema.Types != contract.Any
		}) {
			api := s.api().Schema
			var to []string
			for _, word := range []string{"string", "integer", "boolean", "array", "object"} {
				scalarText := s.text && (word == "boolean" || word == "array" || word == "integer" || has(api, "array"))
				lone := api.Lone && (has(api.Elem, word) || word == "object" || word == "array")
				if !has(api, word) && !scalarText && !lone && !(s.text && word == "object") {
					to = append(to, word)
				}
			}
			if len(to) == 0 {
				continue
			}
			s.arg.schema.retype(pick(m.Rand, to))
			m.paths = []string{s.path}
			return true
		}
		return false
	}},
	{"type: of elements", []string{"type-mismatch"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.spot(func(s spot) bool {
			e := s.arg.schema.elem
			return e != nil && e.is("string", "integer") && e.api != nil && !s.text && len(e.api.AnyOf) == 0
		})
		if !ok {
			return false
		}
		s.arg.schema.elem.retype("boolean")
		s.arg.schema.examples, s.arg.schema.def = nil, ""
		m.paths = []string{s.path + "[]", s.path}
		return true
	}},
	{"enum: value gone", []string{"enum-value-unknown"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.enum(1)
		if ok {
			s.enum = append(slices.Clone(s.enum), m.newValue(s))
		}
		return ok
	}},
	{"enum: value new", []string{"enum-value-omitted"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.enum(3)
		if ok {
			i := m.IntN(len(s.enum))
			if s.def == s.enum[i] || slices.Contains(s.examples, s.enum[i]) {
				s.def, s.examples = "", nil
			}
			s.enum = slices.Delete(slices.Clone(s.enum), i, i+1)
		}
		return ok
	}},
	{"enum: list lost", []string{"enum-open"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.enum(1)
		if ok {
			s.enum, s.doc = nil, ""
		}
		return ok
	}},
	{"bound: wider", []string{"bound-too-wide"}, rules.Warning, func(m *mutant) bool {
		s, i, ok := m.bounded()
		if !ok {
			return false
		}
		s.limits = slices.Clone(s.limits)
		n, _ := strconv.ParseFloat(s.limits[i].num, 64)
		step := float64(1 + m.IntN(9))
		switch word := s.limits[i].word; {
		case word == "minLength" || word == "minItems":
			step = -1
		case isLower(word):
			step = -step
		}
		s.limits[i].num = strconv.FormatFloat(n+step, 'f', -1, 64)
		return true
	}},
	{"bound: lost", []string{"bound-too-wide"}, rules.Warning, func(m *mutant) bool {
		s, i, ok := m.bounded()
		if !ok {
			return false
		}
		s.limits, s.doc = slices.Delete(slices.Clone(s.limits), i, i+1), ""
		return true
	}},
	// A tool that demands all its fields, one of them nullable, reads as OpenAI's strict ones do.
	{"null", []string{"null-rejected", "required-by-api"}, rules.Warning, func(m *mutant) bool {
		if m.tool.style.dialect == "strict" {
			return false // there null says that a field may be left out
		}
		s, ok := m.spot(func(s spot) bool {
			api := s.api().Schema
			return len(s.arg.schema.types) > 0 && !s.arg.schema.absent && !s.arg.schema.null && !api.Types.Has(contract.NullType) && !api.NullLeft && (s.arg.required || s.arg.schema.def == "")
		})
		if ok {
			s.arg.schema.null = true
		}
		return ok
	}},
	{"format", []string{"format-mismatch"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.spot(func(s spot) bool {
			return s.arg.schema.is("string") && formats[s.arg.schema.format] != "" && s.arg.schema.enum == nil
		})
		if ok {
			s.arg.schema.format = formats[s.arg.schema.format]
			s.arg.schema.examples, s.arg.schema.def, s.arg.schema.doc = nil, "", ""
		}
		return ok
	}},
	{"required by the API", []string{"required-by-api"}, rules.Warning, func(m *mutant) bool {
		if m.tool.style.dialect == "strict" {
			return false
		}
		s, ok := m.spot(func(s spot) bool { return s.arg.required && s.api().Required && m.binds(s) })
		if ok {
			s.arg.required = false
		}
		return ok
	}},
	{"required, missing", []string{"required-by-api"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.spot(func(s spot) bool {
			return s.arg.required && s.api().Required && m.binds(s) && len(s.holder.args) > 1 && len(s.arg.schema.args) == 0 && !hasOneValue(s.api().Schema)
		})
		if !ok {
			return false
		}
		i := slices.Index(s.holder.args, s.arg)
		s.holder.args = slices.Delete(slices.Clone(s.holder.args), i, i+1)
		m.tool.doc = strings.Split(m.tool.doc, "\n\nArgs:")[0]
		m.api = s.api().Name
		return true
	}},
	{"required by the tool", []string{"required-by-tool"}, rules.Note, func(m *mutant) bool {
		if m.tool.style.dialect == "strict" {
			return false
		}
		s, ok := m.spot(func(s spot) bool {
			return !s.arg.required && !s.api().Required && !s.arg.schema.absent && s.arg.name != "body"
		})
		if ok {
			s.arg.required = true
			if strings.Contains(strings.ToLower(s.arg.schema.doc), "optional") {
				s.arg.schema.doc = ""
			}
		}
		return ok
	}},
	{"default differs", []string{"default-mismatch"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.spot(func(s spot) bool { return s.arg.schema.def != "" && otherValue(s.arg.schema, s.arg.schema.def) != "" })
		if ok {
			s.arg.schema.def = otherValue(s.arg.schema, s.arg.schema.def)
		}
		return ok
	}},
	{"example wrong", []string{"bad-example"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.spot(func(s spot) bool { return m.wrong(s) != "" })
		if ok {
			s.arg.schema.examples = []string{m.wrong(s)}
		}
		return ok
	}},
	{"default wrong", []string{"bad-example"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.spot(func(s spot) bool { return m.wrong(s) != "" && !s.arg.schema.absent && !s.arg.required })
		if ok {
			s.arg.schema.def = m.wrong(s)
		}
		return ok
	}},
}

// formats are what an author takes one format for.
var formats = map[string]string{"date": "date-time", "date-time": "date", "uuid": "email", "email": "uuid", "uri": "uuid", "ipv4": "email"}

// enum is a list of values of the tool's, at least n of them.
func (m *mutant) enum(n int) (*shape, bool) {
	for _, s := range m.spots(func(s spot) bool { return true }) {
		if e := s.arg.schema; isList(e, n) {
			m.paths = []string{s.path}
			return e, true
		}
		if e := s.arg.schema.elem; e != nil && isList(e, n) {
			m.paths = []string{s.path + "[]", s.path}
			return e, true
		}
	}
	return nil, false
}

func isList(s *shape, n int) bool {
	return len(s.enum) >= n && s.is("string") && s.api != nil && s.api.Enum != nil && !hasOneValue(s.api)
}

func hasOneValue(s *contract.Schema) bool {
	n := 0
	for _, v := range s.Enum {
		if !v.Implied {
			n++
		}
	}
	return n == 1
}

func (m *mutant) newValue(s *shape) string {
	for i := 0; ; i++ {
		v := pick(m.Rand, strings.Fields("retired paused legacy_only disputed"))
		if upper := s.enum[0]; upper == strings.ToUpper(upper) {
			v = strings.ToUpper(v)
		}
		if i > 0 {
			v += strconv.Itoa(i)
		}
		if !slices.Contains(s.enum, quote(v)) {
			return quote(v)
		}
	}
}

// bounded is a limit that both sides have.
func (m *mutant) bounded() (*shape, int, bool) {
	s, ok := m.spot(func(s spot) bool {
		return limitAt(s.arg.schema) >= 0 && s.arg.schema.enum == nil && s.api().Schema == s.arg.schema.api
	})
	if !ok {
		return nil, 0, false
	}
	s.arg.schema.examples, s.arg.schema.def = nil, ""
	return s.arg.schema, limitAt(s.arg.schema), true
}

func limitAt(s *shape) int {
	if s.pattern != "" || s.format == "uuid" || strings.HasPrefix(s.format, "date") {
		return -1
	}
	return slices.IndexFunc(s.limits, func(b bound) bool {
		return b.word != "multipleOf" && !(b.word == "minLength" || b.word == "minItems") || isLower(b.word) && b.num != "0" && b.num != "1"
	})
}

func isLower(word string) bool { return strings.HasPrefix(word, "min") || word == "exclusiveMinimum" }

// binds reports whether the API's need of a field is judged: a body that may be
// left out needs another field of it.
func (m *mutant) binds(s spot) bool {
	if !s.api().LooseBody {
		return true
	}
	return len(m.spots(func(o spot) bool { return o.arg != s.arg && o.api().LooseBody && o.holder == s.holder })) > 0
}

// otherValue is another value of the same schema; "" where none is known.
func otherValue(s *shape, value string) string {
	switch {
	case len(s.enum) > 1:
		for _, v := range s.enum {
			if v != value {
				return v
			}
		}
	case s.is("boolean"):
		return strconv.FormatBool(value != "true")
	case s.is("integer"):
		n, err := strconv.Atoi(value)
		if other := strconv.Itoa(n + 1); err == nil && valid(s.json("mcp"), other) {
			return other
		}
		if other := strconv.Itoa(n - 1); err == nil && valid(s.json("mcp"), other) {
			return other
		}
	}
	return ""
}

// wrong is a value that the field's schema rejects; "" where none is surely so.
func (m *mutant) wrong(s spot) string {
	t := s.arg.schema
	switch {
	case s.text || t.api == nil || s.api().Schema != t.api || len(t.api.AnyOf) > 0:
		return ""
	case len(t.enum) > 0 && t.is("string"):
		return quote("no-such-value")
	case t.is("integer", "number"):
		return quote("several")
	case t.is("boolean"):
		return quote("maybe")
	case t.is("string") && t.format == "date-time":
		return quote("last tuesday")
	case t.is("string") && t.format == "":
		return "[]"
	case t.is("array"):
		return `{"value": true}`
	}
	return ""
}

var proseKinds = []drift{
	{"prose: name", []string{"stale-name-in-prose"}, rules.Warning, func(m *mutant) bool {
		taken := m.taken()
		for _, s := range m.spots(isPlainName) {
			words := contract.Words(s.arg.name)
			if len(words) < 2 || s.nested {
				continue
			}
			stale := spelledLike(append(slices.Clone(words[1:]), words[0]), s.arg.name)
			if taken[contract.Letters(stale)] {
				continue
			}
			said := []string{" Always pass `%s`.", " Use the `%s` parameter to narrow it down."}
			if stale[0] >= 'a' {
				said = append(said, " Set %s when the user gives it.") // PascalCase alone is no name
			}
			m.tool.doc = firstSentence(m.tool.doc) + fmt.Sprintf(pick(m.Rand, said), stale)
			m.paths = []string{"", s.path, stale}
			return true
		}
		return false
	}},
	{"prose: default", []string{"prose-contradiction"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.spot(func(s spot) bool {
			d := s.api().Schema.Default
			return d != nil && d.Kind != source.Null && !strings.Contains(strings.ToLower(s.arg.schema.doc), "default") && otherValue(s.arg.schema, d.JSON()) != ""
		})
		if !ok {
			return false
		}
		d := s.api().Schema.Default
		other := strings.Trim(otherValue(s.arg.schema, d.JSON()), `"`)
		s.say(fmt.Sprintf(pick(m.Rand, []string{"Defaults to %s.", "Default: %s.", "Default is `%s`.", "(default: %s)"}), other))
		return true
	}},
	{"prose: bound", []string{"prose-contradiction", "bound-too-wide"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.spot(func(s spot) bool {
			return s.arg.schema.is("integer", "string") && s.api().Schema == s.arg.schema.api && upper(s.arg.schema) != "" && !strings.ContainsAny(s.arg.schema.doc, "0123456789")
		})
		if !ok {
			return false
		}
		n, err := strconv.Atoi(upper(s.arg.schema))
		if err != nil {
			return false
		}
		text := pick(m.Rand, []string{"Maximum %d.", "At most %d.", "(max %d)"})
		if s.arg.schema.is("string") {
			text = pick(m.Rand, []string{"Maximum %d characters.", "At most %d characters.", "(max %d characters)"})
		}
		s.say(fmt.Sprintf(text, n+50))
		return true
	}},
	{"prose: values", []string{"prose-contradiction"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.spot(func(s spot) bool {
			return isList(s.arg.schema, 2) && len(s.arg.schema.enum) < 6 && !strings.ContainsAny(strings.Join(s.arg.schema.enum, ""), ` ./:#*`)
		})
		if !ok {
			return false
		}
		values := append(slices.Clone(s.arg.schema.enum), m.newValue(s.arg.schema))
		s.arg.schema.doc = ""
		s.say(pick(m.Rand, []string{"One of: ", "Must be one of ", "Allowed values: "}) + strings.ReplaceAll(strings.Join(values, ", "), `"`, pick(m.Rand, []string{"`", "'", ""})) + ".")
		return true
	}},
	{"prose: required", []string{"prose-contradiction"}, rules.Warning, func(m *mutant) bool {
		if m.tool.style.dialect == "strict" {
			return false
		}
		s, ok := m.spot(func(s spot) bool {
			return s.arg.required == s.api().Required && !strings.Contains(strings.ToLower(s.arg.schema.doc), "optional") && !strings.Contains(strings.ToLower(s.arg.schema.doc), "required") &&
				!(s.arg.required && s.arg.schema.null)
		})
		if !ok {
			return false
		}
		word := "Required"
		if s.arg.required {
			word = "Optional"
		}
		if doc := s.arg.schema.doc; doc == "" || strings.HasPrefix(doc, "If ") || strings.HasPrefix(doc, "When ") || m.IntN(2) == 0 {
			s.arg.schema.doc = strings.TrimSpace(word + ". " + doc)
		} else {
			s.arg.schema.doc = strings.TrimSpace(firstSentence(doc)) + " (" + strings.ToLower(word) + ")"
		}
		return true
	}},
	{"prose: null", []string{"prose-contradiction"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.spot(func(s spot) bool {
			return len(s.arg.schema.types) > 0 && !s.arg.schema.null && !s.arg.schema.absent && !s.api().Schema.Types.Has(contract.NullType) && !s.api().Schema.NullLeft
		})
		if ok {
			s.say(pick(m.Rand, []string{"Pass null to clear it.", "May be null."}))
		}
		return ok
	}},
	{"prose: format", []string{"prose-contradiction", "format-mismatch"}, rules.Warning, func(m *mutant) bool {
		s, ok := m.spot(func(s spot) bool {
			return s.arg.schema.is("string") && (s.arg.schema.format == "date" || s.arg.schema.format == "date-time")
		})
		if !ok {
			return false
		}
		s.arg.schema.doc = pick(m.Rand, []string{"Date in YYYY-MM-DD format.", "The day (YYYY-MM-DD)."})
		if s.arg.schema.format == "date" {
			s.arg.schema.doc = pick(m.Rand, []string{"RFC 3339 timestamp.", "Timestamp in the form YYYY-MM-DDTHH:MM:SSZ."})
		}
		if m.IntN(2) == 0 {
			s.arg.schema.format = ""
		}
		return true
	}},
}

// say adds a sentence to a field's description.
func (s spot) say(text string) {
	s.arg.schema.doc = strings.TrimSpace(strings.TrimSpace(s.arg.schema.doc) + " " + text)
}

// upper is a schema's maximum, of a number or a length.
func upper(s *shape) string {
	for _, b := range s.limits {
		if b.word == "maximum" || b.word == "maxLength" {
			return b.num
		}
	}
	return ""
}

var driftKinds = slices.Concat(nameKinds, valueKinds, proseKinds)
