package check_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// maker makes contracts and changes copies of them.
type maker struct {
	*rand.Rand
	used  int
	defs  object
	depth int
}

func (g *maker) pick(words ...string) string { return words[g.IntN(len(words))] }

func (g *maker) chance(percent int) bool { return g.IntN(100) < percent }

// fieldNames have no word in common and none that means a quantity, an identifier
// or a wrapper: which field is which is another test's matter.
var fieldNames = []string{
	"walnut", "badger", "cobalt", "dahlia", "ermine", "falcon", "garnet", "heron", "indigo", "jasper", "kestrel", "lilac",
	"maple", "nettle", "ocelot", "pewter", "quartz", "raven", "saffron", "thistle", "umber", "violet", "willow", "yarrow",
	"zircon", "almond", "bison", "cedar", "dingo", "ebony", "fennel", "gopher", "hazel", "iris", "jackal", "krill",
	"lemur", "mango", "newt", "onyx", "panda", "quail", "rowan", "sorrel", "toucan", "urchin", "vulture", "wombat",
	"acacia", "beetle", "cactus", "donkey", "emerald", "ferret", "ginger", "hornet", "ivory", "juniper", "koala", "lobster",
}

// name is a field name that the contract has not used yet.
func (g *maker) name() string {
	g.used++
	n := len(fieldNames)
	if g.used <= n {
		return fieldNames[g.used-1]
	}
	i := g.used - 1 - n
	return fieldNames[i%n] + "_" + fieldNames[(i+7*(i/n)+1)%n]
}

// colours are the values of closed lists.
var colours = []any{"red", "green", "blue", "black", "white", "pink", "grey"}

func (g *maker) someOf(list []any, atLeast int) []any {
	out := slices.Clone(list)
	g.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:atLeast+g.IntN(min(3, len(out)-atLeast)+1)]
}

// mutate changes a tool's schema in some places, most often one.
func (g *maker) mutate(tool object) {
	for range []int{0, 1, 1, 1, 1, 2, 2, 3}[g.IntN(8)] {
		for range 50 {
			all := schemasIn(tool, nil)
			if g.change(all[g.IntN(len(all))], tool) {
				break
			}
		}
	}
	for _, s := range schemasIn(tool, nil) {
		for _, part := range items(s["allOf"]) {
			// That a part is closed is read of the whole: what it says is that nothing fits.
			if p := members(part); p["additionalProperties"] == false {
				delete(p, "additionalProperties")
			}
		}
	}
}

// schemasIn lists a schema and all below it, in a fixed order.
func schemasIn(v any, all []object) []object {
	s, ok := v.(object)
	if !ok {
		return all
	}
	all = append(all, s)
	for _, key := range []string{"properties", "$defs"} {
		m := members(s[key])
		for _, name := range names(m) {
			all = schemasIn(m[name], all)
		}
	}
	for _, key := range []string{"items", "additionalProperties"} {
		all = schemasIn(s[key], all)
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		for _, alt := range items(s[key]) {
			all = schemasIn(alt, all)
		}
	}
	return all
}

var typeWords = []string{"string", "integer", "number", "boolean"}

// change makes one change to a schema; false where the one chosen does not apply.
func (g *maker) change(s object, root object) bool {
	props := members(s["properties"])
	if g.chance(35) || s["$defs"] != nil || len(props) > 0 && members(root["properties"]) != nil && sameObject(props, members(root["properties"])) {
		return g.changeObject(s, props)
	}
	word, _ := s["type"].(string)
	switch g.IntN(16) {
	case 0: // another type
		if word == "" {
			return false
		}
		clear(s)
		s["type"] = g.pick(typeWords...)
	case 1: // a type more
		if word == "" || s["enum"] != nil || s["const"] != nil {
			return false
		}
		other := g.pick(typeWords...)
		if other == word || word == "number" && other == "integer" || word == "integer" && other == "number" {
			return false
		}
		s["type"] = []any{word, other}
	case 2: // null, in one of its spellings
		return g.allowNull(s, word)
	case 3:
		if s["type"] == nil || s["properties"] != nil || s["additionalProperties"] != nil || s["items"] != nil || s["minItems"] != nil || s["maxItems"] != nil {
			// What has properties or items is read as an object or a list: that is what its author means.
			return false
		}
		delete(s, "type")
	case 4:
		return g.changeEnum(s, word)
	case 5, 6, 7:
		return g.changeBound(s, word)
	case 8:
		return g.changeText(s, word)
	case 9:
		if word != "integer" && word != "number" {
			return false
		}
		s["type"] = map[string]string{"integer": "number", "number": "integer"}[word]
	case 10: // one for a list, a list for one
		if word == "array" {
			inner, ok := s["items"].(object)
			if !ok {
				return false
			}
			clear(s)
			for k, v := range inner {
				s[k] = v
			}
			return true
		}
		inner := clone(s)
		clear(s)
		s["type"], s["items"] = "array", inner
	case 11:
		if s["items"] == nil {
			return false
		}
		delete(s, "items")
	case 12:
		return g.changeUnion(s)
	case 13: // a wrapper without a meaning
		inner := clone(s)
		clear(s)
		s[g.pick("anyOf", "allOf", "oneOf")] = []any{inner}
	case 14: // any object in place of this one
		if word != "object" {
			return false
		}
		clear(s)
		s["type"] = "object"
	case 15:
		if word == "" {
			return false
		}
		s["default"] = nil
		return g.allowNull(s, word)
	}
	return true
}

func sameObject(a, b map[string]any) bool { return fmt.Sprintf("%p", a) == fmt.Sprintf("%p", b) }

func (g *maker) changeObject(s object, props map[string]any) bool {
	if len(props) == 0 {
		return false
	}
	all := names(props)
	name := all[g.IntN(len(all))]
	required := items(s["required"])
	switch g.IntN(6) {
	case 0:
		if len(required) == 0 {
			return false
		}
		i := g.IntN(len(required))
		s["required"] = slices.Delete(slices.Clone(required), i, i+1)
	case 1:
		if slices.Contains(required, any(name)) {
			return false
		}
		s["required"] = append(slices.Clone(required), name)
	case 2: // another name
		fresh := g.name()
		props[fresh] = props[name]
		delete(props, name)
		for i, r := range required {
			if r == name {
				required[i] = fresh
			}
		}
	case 3: // gone
		if len(props) == 1 {
			return false
		}
		delete(props, name)
		if required != nil {
			s["required"] = slices.DeleteFunc(slices.Clone(required), func(r any) bool { return r == name })
		}
	case 4: // one more
		props[g.name()] = object{"type": g.pick(typeWords...)}
	case 5:
		if s["additionalProperties"] == nil {
			s["additionalProperties"] = false
		} else {
			delete(s, "additionalProperties")
		}
	}
	return true
}

func (g *maker) allowNull(s object, word string) bool {
	if word == "" || word == "null" {
		return false
	}
	if s["const"] != nil || g.chance(40) {
		def, has := s["default"]
		inner := clone(s).(object)
		delete(inner, "default")
		clear(s)
		s["anyOf"] = []any{inner, object{"type": "null"}}
		if has {
			s["default"] = def
		}
		return true
	}
	s["type"] = []any{word, "null"}
	if list := items(s["enum"]); list != nil {
		s["enum"] = append(slices.Clone(list), nil)
	}
	return true
}

func (g *maker) changeEnum(s object, word string) bool {
	list := items(s["enum"])
	switch {
	case s["const"] != nil:
		if _, ok := s["const"].(string); !ok {
			return false
		}
		s["const"] = colours[g.IntN(len(colours))]
	case list == nil:
		switch word {
		case "string":
			s["enum"] = g.someOf(colours, 1)
		case "integer":
			s["enum"] = g.someOf([]any{1, 2, 3, 10, 20}, 1)
		default:
			return false
		}
	case g.chance(30):
		delete(s, "enum")
	case g.chance(40) && len(list) > 1:
		i := g.IntN(len(list))
		s["enum"] = slices.Delete(slices.Clone(list), i, i+1)
	case g.chance(30):
		s["enum"] = append(slices.Clone(list), 77)
	default:
		s["enum"] = append(slices.Clone(list), g.pick("amber", "RED", "Green"))
	}
	return true
}

// wide is a number that 32 bits do not hold.
const wide = 3_000_000_000

// boundsOf are the keywords that limit a type.
var boundsOf = map[string][]string{
	"string":  {"minLength", "maxLength"},
	"integer": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"},
	"number":  {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"},
	"array":   {"minItems", "maxItems"},
}

func (g *maker) changeBound(s object, word string) bool {
	keys := boundsOf[word]
	if keys == nil {
		return false
	}
	key := keys[g.IntN(len(keys))]
	n, has := s[key].(int)
	switch {
	case word == "integer" && g.chance(8):
		s["maximum"] = wide
	case !has:
		s[key] = 1 + g.IntN(6)
	case g.chance(30):
		delete(s, key)
	case key == "multipleOf":
		s[key] = []int{1, n + 1, 2 * n}[g.IntN(3)]
	default:
		s[key] = max(n+g.IntN(7)-3, map[bool]int{true: 1}[key == "maxItems"])
	}
	return true
}

func (g *maker) changeText(s object, word string) bool {
	if word != "string" {
		return false
	}
	key := g.pick("format", "pattern")
	switch {
	case s[key] != nil && g.chance(50):
		delete(s, key)
	case key == "format":
		s[key] = g.pick(names2(formatSamples)...)
	default:
		s[key] = g.pick(names2(patternSamples)...)
	}
	return true
}

func (g *maker) changeUnion(s object) bool {
	for _, key := range []string{"oneOf", "anyOf"} {
		alts := items(s[key])
		switch {
		case len(alts) < 2:
			continue
		case g.chance(30):
			i := g.IntN(len(alts))
			s[key] = slices.Delete(slices.Clone(alts), i, i+1)
		case key == "oneOf" && g.chance(30):
			s["anyOf"] = alts
			delete(s, "oneOf")
		default:
			s[key] = append(slices.Clone(alts), object{"type": g.pick("boolean", "integer", "string", "null")})
		}
		return true
	}
	return false
}
