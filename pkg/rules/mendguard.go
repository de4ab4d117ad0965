package rules

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// spoils reports whether a change would leave a schema that nothing fits, or that
// the schema's own default or a value of its closed list does not fit any more.
func spoils(s *contract.Schema, change func(s *contract.Schema)) bool {
	after := *s
	change(&after)
	if diff.Contradicts(&after) {
		return true
	}
	shown := []*source.Node{s.Default}
	for _, v := range s.Enum {
		shown = append(shown, v.Lit)
	}
	return slices.ContainsFunc(shown, func(v *source.Node) bool {
		return v != nil && fitsSchema(s, v) && !fitsSchema(&after, v)
	})
}

// leavesNothing reports whether a change leaves nothing of a schema that had something.
func leavesNothing(s *contract.Schema, change func(s *contract.Schema)) bool {
	after := *s
	change(&after)
	return diff.Contradicts(&after) && !diff.Contradicts(s)
}

func fitsSchema(s *contract.Schema, v *source.Node) bool {
	verdict, _ := diff.Check(s, v, false)
	return verdict != diff.Rejected
}

// bounded is the change that states a bound.
func bounded(word, num string) func(*contract.Schema) {
	b := &contract.Bound{Num: num}
	return func(s *contract.Schema) {
		switch word {
		case "minimum":
			s.Min = b
		case "maximum":
			s.Max = b
		case "multipleOf":
			s.MultipleOf = b
		case "minLength":
			s.MinLen = b
		case "maxLength":
			s.MaxLen = b
		case "minItems":
			s.MinItems = b
		case "maxItems":
			s.MaxItems = b
		}
	}
}

// integral is the change that makes a number an integer.
func integral(s *contract.Schema) { s.Types &^= contract.Fraction }

// takesNull reports whether the text of a schema allows null, whatever null means
// to its reader. sure is false where another schema has a say in it.
func takesNull(schema *source.Node) (null, sure bool) {
	for _, key := range []string{"anyOf", "oneOf", "allOf", "const"} {
		if schema.Value(key) != nil {
			return false, false
		}
	}
	isNull := func(n *source.Node) bool {
		word, _ := n.Str()
		return n.Kind == source.Null || strings.EqualFold(word, "null")
	}
	list := schema.Value("type")
	return schema.Value("nullable").True() || list != nil && slices.ContainsFunc(list.Items, isNull), true
}

// closable reports whether an object's own schema alone says which fields it has:
// "additionalProperties" knows nothing of those that another schema declares
// (JSON Schema 2020-12 core, 10.3.2.3).
func (t trees) closable(schema *source.Node) bool {
	p, props := t.at(schema.At), schema.Value("properties")
	if p == nil || props == nil || isPart(p) {
		return false
	}
	for _, key := range []string{"$ref", "$dynamicRef", "patternProperties", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies"} {
		if declares(schema.Value(key), 0) {
			return false
		}
	}
	if list := schema.Value("required"); list != nil {
		for _, item := range list.Items {
			if name, ok := item.Str(); ok && props.Value(name) == nil {
				return false
			}
		}
	}
	return true
}

// isPart reports whether a schema may be one of several that judge one value: as
// an alternative, a condition, or a definition that others may be made of.
func isPart(p *source.Place) bool {
	if p.Member == nil {
		return p.Holder != nil
	}
	if p.Holder.Member != nil && slices.Contains([]string{"$defs", "definitions", "dependentSchemas", "dependencies"}, p.Holder.Member.Key) {
		return true
	}
	named := p.Holder.Member != nil && p.Holder.Member.Key == "properties"
	return !named && slices.Contains([]string{"if", "then", "else", "not"}, p.Member.Key)
}

// declares reports whether the value of a keyword speaks of fields, or of a schema
// elsewhere that may. A list of required names alone does not.
func declares(n *source.Node, depth int) bool {
	switch {
	case n == nil:
		return false
	case depth > maxParts || n.Kind == source.String:
		return true
	case n.Kind == source.Array:
		return slices.ContainsFunc(n.Items, func(item *source.Node) bool { return item.Kind != source.String && declares(item, depth+1) })
	}
	for _, m := range n.Members {
		switch m.Key {
		case "required", "title", "description", "type", "$comment":
		default:
			return true
		}
	}
	return false
}

// maxParts bounds how deep schemas within schemas are looked into.
const maxParts = 32

// refused reports whether the server that a tool is sent to refuses a keyword in
// the tool's schema: OpenAI and Anthropic where the tool is strict, Gemini in the
// schemas of its own that are no JSON Schema.
func (t trees) refused(schema *source.Node, key string, v *source.Node) bool {
	for p := t.at(schema.At); p != nil; p = p.Holder {
		switch {
		case p.Node.Value("strict").True():
			return key != "enum" && key != "additionalProperties"
		case p.Member != nil && slices.Contains([]string{"parametersJsonSchema", "parameters_json_schema"}, p.Member.Key):
			return false
		case p.Member != nil && slices.Contains([]string{"functionDeclarations", "function_declarations"}, p.Member.Key), shouts(p.Node):
			return !geminiKnows(key, v)
		}
	}
	return false
}

// shouts reports whether a schema has its type in upper case, as Gemini's do.
func shouts(schema *source.Node) bool {
	word, _ := schema.Value("type").Str()
	return slices.Contains([]string{"OBJECT", "ARRAY", "STRING", "NUMBER", "INTEGER", "BOOLEAN"}, word)
}

// geminiKnows reports whether a keyword is one of Gemini's Schema, which lists
// strings alone and knows few formats.
func geminiKnows(key string, v *source.Node) bool {
	switch key {
	case "enum":
		return !slices.ContainsFunc(v.Items, func(item *source.Node) bool { return item.Kind != source.String })
	case "format":
		return slices.Contains([]string{"date-time", "float", "double", "int32", "int64"}, v.Text)
	}
	return slices.Contains([]string{"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"}, key)
}
