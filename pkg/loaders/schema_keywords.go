package loaders

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// keywords adds all that a node says itself, and the parts it is made of.
func (b *frame) keywords(n *source.Node) meaning {
	if what := strangeKeys(n); what != "" {
		return b.malformed(n, what)
	}
	unions := len(b.unions)
	own := meaning{b.valueKeywords(n, b.typeKeyword(n)), b.r.ownWords(n)}
	b.numberKeywords(n)
	b.objectKeywords(n)
	b.arrayKeywords(n)
	b.unreadKeywords(n)
	b.s.ReadOnly = b.s.ReadOnly || n.Value("readOnly").True()
	b.s.WriteOnly = b.s.WriteOnly || n.Value("writeOnly").True()

	all := b.both(own, b.parts(n))
	if n.Value("nullable").True() || b.r.flavour != jsonSchema && n.Value("x-nullable").True() {
		all.types |= contract.NullType
		for i := range b.unions[unions:] {
			b.unions[unions+i].null = true
		}
	}
	return all
}

// parts adds allOf, anyOf and oneOf. Of two parts the later one's words count.
func (b *frame) parts(n *source.Node) meaning {
	all := meaning{types: contract.Any}
	for _, part := range b.list(n, "allOf") {
		all = b.both(b.add(part), all)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if alts := b.list(n, key); alts != nil {
			all = b.both(b.union(n, key, alts), all)
		}
	}
	return all
}

// list is the members of allOf, anyOf or oneOf.
func (b *frame) list(n *source.Node, key string) []*source.Node {
	v := b.r.value(n, key)
	if v == nil {
		return nil
	}
	if v.Kind != source.Array || len(v.Items) == 0 {
		b.r.dirt(v, key+" must be a list of schemas")
		return nil
	}
	return v.Items
}

// value is the value of a keyword. Gemini's Python SDK writes them in snake case.
func (r *schemaReader) value(n *source.Node, key string) *source.Node {
	v := n.Value(key)
	if v == nil && r.flavour == gemini {
		v = n.Value(snakeCase(key))
	}
	return v
}

func snakeCase(key string) string {
	var b strings.Builder
	for _, c := range key {
		if 'A' <= c && c <= 'Z' {
			b.WriteByte('_')
			c += 'a' - 'A'
		}
		b.WriteRune(c)
	}
	return b.String()
}

// strangeKeys says what is wrong with an object that holds no keyword at all but
// schemas under other names: somebody forgot "properties".
func strangeKeys(n *source.Node) string {
	var strange []string
	for _, m := range n.Members {
		switch {
		case m.Value.Kind == source.Object && !objectKeywords[m.Key] && !strings.HasPrefix(m.Key, "x-"):
			strange = append(strange, m.Key)
		case assertions[m.Key] || unseenKeywords[m.Key]:
			return ""
		}
	}
	if len(strange) == 0 {
		return ""
	}
	if len(strange) > 3 {
		strange = append(strange[:3], "...")
	}
	return "no type and no properties, only " + strings.Join(strange, ", ")
}

func set(words string) map[string]bool {
	s := map[string]bool{}
	for _, w := range strings.Fields(words) {
		s[w] = true
	}
	return s
}

var (
	// assertions are the keywords that validators use and the model holds.
	assertions = set(`$ref type enum const format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
		minLength maxLength minItems maxItems uniqueItems items prefixItems additionalItems properties required
		additionalProperties patternProperties minProperties maxProperties allOf anyOf oneOf contentEncoding
		min_length max_length min_items max_items any_of additional_properties`)

	// unseenKeywords are assertions that the model cannot hold. What stands beside
	// them is compared all the same; alone they make a schema opaque, and those that
	// limit anything are noted (schema_unread.go).
	unseenKeywords = set(`not if then else contains minContains maxContains dependencies dependentRequired
		dependentSchemas propertyNames unevaluatedItems unevaluatedProperties $dynamicRef $recursiveRef`)

	// objectKeywords are those whose value may be an object. Under any other name
	// an object is a schema that somebody put one level too high.
	objectKeywords = set(`$ref const items additionalItems properties additionalProperties additional_properties
		patternProperties allOf anyOf oneOf not if then else contains dependencies dependentRequired dependentSchemas
		propertyNames unevaluatedItems unevaluatedProperties $defs definitions $vocabulary default example examples
		discriminator xml externalDocs contentSchema annotations _meta`)
)

var typeWords = map[string]contract.TypeSet{
	"string": contract.StringType, "number": contract.Number, "integer": contract.Integer, "boolean": contract.Boolean,
	"object": contract.ObjectType, "array": contract.ArrayType, "null": contract.NullType,
}

// typeKeyword reads "type": a word or a list of words.
func (b *frame) typeKeyword(n *source.Node) contract.TypeSet {
	t := n.Value("type")
	if t == nil {
		return contract.Any
	}
	words := []*source.Node{t}
	if t.Kind == source.Array {
		words = t.Items
	}
	var types contract.TypeSet
	var spelled []string
	for _, w := range words {
		set, ok := b.typeWord(w)
		if !ok {
			continue
		}
		types |= set
		spelled = append(spelled, w.Text)
	}
	if spelled == nil {
		return contract.Any
	}
	b.said, b.typed = true, true
	if b.s.TypeAt.IsZero() {
		b.s.TypeAt, b.s.Source = t.At, strings.Join(spelled, " or ")
	}
	return types
}

func (b *frame) typeWord(w *source.Node) (contract.TypeSet, bool) {
	if w.Kind == source.Null && w.Plain && w.Text == "null" {
		return contract.NullType, true // YAML: type: [string, null]
	}
	word, ok := w.Str()
	if !ok {
		b.r.dirt(w, fmt.Sprintf("type must be a word, not %s", article(w.Kind)))
		return 0, false
	}
	if b.r.flavour == gemini {
		if word == "TYPE_UNSPECIFIED" {
			return 0, false
		}
		word = strings.ToLower(word)
	}
	if word == "file" && b.r.flavour == swagger20 {
		return contract.StringType, true
	}
	set, ok := typeWords[word]
	if !ok {
		b.r.dirt(w, fmt.Sprintf("%s is no JSON Schema type and says nothing%s", source.Quote(word), meantType(word)))
	}
	return set, ok
}

// meantType is what the author of an unknown type word should have written.
func meantType(word string) string {
	switch strings.ToLower(word) {
	case "dict", "map", "struct", "json":
		return "; say object"
	case "float", "double", "decimal", "real":
		return "; say number"
	case "int", "int32", "int64", "long":
		return "; say integer"
	case "str", "text", "uuid", "date", "datetime", "date-time":
		return "; say string"
	case "bool":
		return "; say boolean"
	case "list", "tuple", "set":
		return "; say array"
	case "none", "nil":
		return "; say null"
	}
	if _, ok := typeWords[strings.ToLower(word)]; ok {
		return "; say " + strings.ToLower(word)
	}
	return ""
}

func article(k source.Kind) string {
	switch k {
	case source.Array, source.Object:
		return "an " + k.String()
	case source.Null:
		return "null"
	}
	return "a " + k.String()
}
