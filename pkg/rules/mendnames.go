package rules

import (
	"regexp"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// mentions gathers where the schemas that judge one object have a field's name as
// a name, besides its declaration: those around the one that declares it, and
// those within.
type mentions struct {
	name, now string       // now: what it is to be called
	declarer  *source.Node // the schema that declares it
	at        []source.Span
	unsure    bool // a schema may mean the name in a way that an edit cannot follow
}

// mentionsOf are those of the field that is declared at a place in "properties".
func mentionsOf(property *source.Place, now string) *mentions {
	m := &mentions{name: property.Member.Key, now: now}
	if property.Holder.Member == nil || property.Holder.Member.Key != "properties" || property.Holder.Holder == nil {
		return m
	}
	top := property.Holder.Holder
	m.declarer = top.Node
	for whole := wholeOf(top); whole != nil; whole = wholeOf(top) {
		top = whole
	}
	m.schema(top.Node, false, 0)
	m.shown(property.Holder.Holder)
	return m
}

// wholeOf is the schema that a schema is a part of, judging the same value; nil
// where it is a whole.
func wholeOf(p *source.Place) *source.Place {
	holder := p.Holder
	switch {
	case holder == nil:
		return nil
	case p.Member == nil:
		if holder.Member != nil && slices.Contains(alternatives, holder.Member.Key) {
			return holder.Holder
		}
		return nil
	case holder.Member != nil && slices.Contains([]string{"dependentSchemas", "dependencies"}, holder.Member.Key):
		return holder.Holder
	case holder.Member != nil && holder.Member.Key == "properties":
		return nil
	case slices.Contains(conditions, p.Member.Key):
		return holder
	}
	return nil
}

var (
	alternatives = []string{"allOf", "anyOf", "oneOf"}
	conditions   = []string{"if", "then", "else", "not"}
)

// schema gathers the mentions in a schema. conditional says that it declares
// nothing: what it says of a field it says of the one that is declared.
func (m *mentions) schema(s *source.Node, conditional bool, depth int) {
	if s == nil || s.Kind != source.Object {
		return
	}
	if depth > maxParts || s.Value("$ref") != nil || s.Value("$dynamicRef") != nil {
		m.unsure = true
		return
	}
	for _, member := range s.Members {
		key, v := member.Key, member.Value
		switch {
		case key == "required", key == "propertyOrdering", key == "property_ordering":
			m.list(v)
		case key == "dependentRequired", key == "dependentSchemas", key == "dependencies":
			m.key(v)
			for _, dependent := range v.Members {
				m.list(dependent.Value)
				m.schema(dependent.Value, true, depth+1)
			}
		case key == "discriminator":
			if by := v.Value("propertyName"); by != nil && by.Text == m.name {
				m.at = append(m.at, by.At)
			}
		case key == "properties" && s != m.declarer:
			m.unsure = m.unsure || !conditional && v.Value(m.name) != nil
			m.key(v)
		case key == "patternProperties":
			for _, pattern := range v.Members {
				re, err := regexp.Compile(pattern.Key)
				m.unsure = m.unsure || err != nil || re.MatchString(m.name) || re.MatchString(m.now)
			}
		case key == "propertyNames":
			m.names(v)
		case slices.Contains(alternatives, key):
			for _, part := range v.Items {
				m.schema(part, conditional, depth+1)
			}
		case slices.Contains(conditions, key):
			m.schema(v, true, depth+1)
		}
	}
}

// list gathers the items of a list of names.
func (m *mentions) list(v *source.Node) {
	for _, item := range v.Items {
		if got, ok := item.Str(); ok && got == m.name {
			m.at = append(m.at, item.At)
		}
	}
}

// key gathers the key of an object that has names as keys.
func (m *mentions) key(v *source.Node) {
	if member := v.Member(m.name); member != nil {
		m.at = append(m.at, member.KeyAt)
		m.unsure = m.unsure || v.Value(m.now) != nil
	}
}

// names gathers the mention in a "propertyNames", whose closed list can be followed.
func (m *mentions) names(v *source.Node) {
	had := len(m.at)
	if list := v.Value("enum"); list != nil {
		m.list(list)
	}
	for _, member := range v.Members {
		if !slices.Contains(append(ofAnyType, "enum"), member.Key) {
			m.unsure = true
		}
	}
	m.unsure = m.unsure || v.Value("enum") != nil && len(m.at) == had
}

// shown gathers the keys in the examples that stand beside a tool's input schema.
func (m *mentions) shown(p *source.Place) {
	var way []string // from the tool's arguments to the object; "" is an item
	known := true
	for p.Holder != nil {
		holder := p.Holder
		if whole := wholeOf(p); whole != nil {
			p = whole
			continue
		}
		if p.Member != nil && p.Member.Key == "items" {
			way, p = append(way, ""), holder
			continue
		}
		if p.Member != nil && holder.Member != nil && holder.Member.Key == "properties" && holder.Holder != nil {
			way, p = append(way, p.Member.Key), holder.Holder
			continue
		}
		if p.Member != nil && holder.Member != nil && slices.Contains([]string{"$defs", "definitions"}, holder.Member.Key) {
			known = false
		}
		break
	}
	slices.Reverse(way)
	for ; p != nil; p = p.Holder {
		if _, named := p.Node.Value("name").Str(); named && p.Node.Value("properties") == nil {
			break
		}
	}
	if p == nil {
		return
	}
	for _, key := range []string{"examples", "input_examples", "inputExamples"} {
		if list := p.Node.Value(key); list != nil {
			for _, example := range list.Items {
				m.example(example, way, known)
			}
		}
	}
}

// example gathers the key in one example, whose arguments may stand in it under a
// name of their own.
func (m *mentions) example(example *source.Node, way []string, known bool) {
	if !known {
		m.unsure = m.unsure || hasKey(example, m.name, 0)
		return
	}
	shown := []*source.Node{example}
	for _, key := range []string{"input", "arguments", "args"} {
		if v := example.Value(key); v != nil && (len(way) == 0 && m.declarer.Value("properties").Value(key) == nil || len(way) > 0 && way[0] != key) {
			shown = append(shown, v)
		}
	}
	for _, step := range way {
		var inner []*source.Node
		for _, v := range shown {
			if step == "" {
				inner = append(inner, v.Items...)
			} else if v := v.Value(step); v != nil {
				inner = append(inner, v)
			}
		}
		shown = inner
	}
	for _, v := range shown {
		m.key(v)
	}
}

// hasKey reports whether a value has a key at any depth.
func hasKey(v *source.Node, key string, depth int) bool {
	if depth > maxParts || v.Value(key) != nil {
		return true
	}
	for _, member := range v.Members {
		if hasKey(member.Value, key, depth+1) {
			return true
		}
	}
	return slices.ContainsFunc(v.Items, func(item *source.Node) bool { return hasKey(item, key, depth+1) })
}
