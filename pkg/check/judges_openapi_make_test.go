package check_test

import (
	"fmt"
	"strings"
)

func (g *maker) parameter() parameter {
	p := parameter{name: g.name(), in: g.pick("query", "query", "query", "path", "header"), style: "form", explode: true, required: g.chance(50)}
	p.schema = g.scalar()
	switch {
	case p.in == "path":
		p.required, p.style, p.explode = true, "simple", false
	case p.in == "header":
		p.style, p.explode = "simple", false
	case g.chance(40):
		p.schema = object{"type": "array", "items": g.scalar()}
		if g.chance(30) {
			p.schema["maxItems"] = 1 + g.IntN(4)
		}
		p.style = g.pick("form", "form", "form", "spaceDelimited", "pipeDelimited")
		p.explode = p.style == "form" && g.chance(60)
	}
	return p
}

// scalar is a string, number or boolean with what can be said of it.
func (g *maker) scalar() object {
	switch g.IntN(12) {
	case 0:
		return object{"type": "string"}
	case 1:
		s := object{"type": "string", "maxLength": 2 + g.IntN(8)}
		if g.chance(50) {
			s["minLength"] = 1 + g.IntN(2)
		}
		return s
	case 2, 3:
		return object{"type": "string", "format": g.pick("uuid", "email", "date", "date-time", "byte", "uri", "time", "duration", "ipv4", "ipv6")}
	case 4:
		return object{"type": "string", "pattern": g.pick(names2(patternSamples)...)}
	case 5, 6:
		return object{"type": "string", "enum": g.someOf(colours, 1)}
	case 7:
		return object{"type": "integer", "enum": g.someOf([]any{1, 2, 3, 10, 20}, 1)}
	case 8, 9:
		s := object{"type": g.pick("integer", "number")}
		if s["type"] == "integer" && g.chance(40) {
			s["format"] = g.pick("int32", "int64")
		}
		if g.chance(60) {
			s[g.pick("minimum", "exclusiveMinimum")] = g.IntN(4)
		}
		if g.chance(60) {
			s[g.pick("maximum", "exclusiveMaximum")] = 6 + g.IntN(20)
		}
		if g.chance(20) {
			s["multipleOf"] = 2 + g.IntN(3)
		}
		return s
	case 10:
		return object{"const": g.pick("red", "green")}
	}
	return object{"type": "boolean"}
}

// schema is any schema of a body.
func (g *maker) schema() object {
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 3 {
		return g.scalar()
	}
	switch g.IntN(14) {
	case 0:
		s := object{"type": "array", "items": g.schema()}
		if g.chance(30) {
			s["minItems"] = 1 + g.IntN(2)
		}
		if g.chance(40) {
			s["maxItems"] = 2 + g.IntN(4)
		}
		return s
	case 1, 2:
		return g.object(1 + g.IntN(3))
	case 3:
		return object{"type": "object", "additionalProperties": g.schema()}
	case 4:
		inner := g.schema()
		if word, ok := inner["type"].(string); ok && g.chance(60) && inner["enum"] == nil {
			inner["type"] = []any{word, "null"}
			return inner
		}
		key := "anyOf"
		if _, plain := inner["type"].(string); plain && g.chance(50) {
			key = "oneOf" // null would fit both alternatives of others
		}
		return object{key: []any{inner, object{"type": "null"}}}
	case 5:
		a, b := g.object(1+g.IntN(2)), g.object(1+g.IntN(2))
		delete(a, "additionalProperties")
		delete(b, "additionalProperties")
		return object{"allOf": []any{a, b}}
	case 6:
		return object{g.pick("anyOf", "oneOf"): []any{object{"type": "string", "maxLength": 3 + g.IntN(5)}, object{"type": "integer", "minimum": 1}}}
	case 7:
		return g.variants()
	case 8:
		return g.recursive()
	case 9:
		s := g.scalar()
		s["not"] = object{"enum": []any{"mauve", 5}}
		return s
	case 10:
		return object{"type": []any{"string", "integer"}}
	}
	return g.scalar()
}

func (g *maker) object(fields int) object {
	s := object{"type": "object"}
	props := object{}
	var required []any
	for range fields {
		name := g.name()
		props[name] = g.schema()
		if g.chance(45) {
			required = append(required, name)
		}
	}
	s["properties"] = props
	if required != nil {
		s["required"] = required
	}
	if g.chance(30) {
		s["additionalProperties"] = false
	}
	return s
}

func (g *maker) flatObject(fields int) object {
	s := object{"type": "object"}
	props := object{}
	var required []any
	for range fields {
		name := g.name()
		props[name] = g.scalar()
		if g.chance(45) {
			required = append(required, name)
		}
	}
	s["properties"] = props
	if required != nil {
		s["required"] = required
	}
	return s
}

// define puts a schema among the shared ones.
func (g *maker) define(s object) (ref string) {
	name := fmt.Sprintf("Shared%d", len(g.defs))
	g.defs[name] = s
	return "#/$defs/" + name
}

// variants are objects that a tag tells apart.
func (g *maker) variants() object {
	tag := g.name()
	var alts []any
	mapping := object{}
	for _, value := range g.someOf(colours[:4], 2) {
		s := g.object(1 + g.IntN(2))
		members(s["properties"])[tag] = object{"type": "string", "enum": []any{value}}
		s["required"] = append(items(s["required"]), tag)
		ref := g.define(s)
		alts = append(alts, object{"$ref": ref})
		mapping[value.(string)] = strings.Replace(ref, "#/$defs/", "#/components/schemas/", 1)
	}
	s := object{"oneOf": alts}
	if g.chance(70) {
		s["x-discriminator"] = object{"propertyName": tag, "mapping": mapping}
	}
	return s
}

// recursive is an object that holds others of its kind.
func (g *maker) recursive() object {
	s := g.object(1 + g.IntN(2))
	ref := g.define(s)
	props := members(s["properties"])
	if g.chance(50) {
		props[g.name()] = object{"type": "array", "items": object{"$ref": ref}}
	} else {
		props[g.name()] = object{"$ref": ref}
	}
	return object{"$ref": ref}
}

func (g *maker) operation(op endpoint, old bool) object {
	var params []any
	for _, p := range op.params {
		one := object{"name": p.name, "in": p.in, "required": p.required, "schema": g.render(p.schema, old)}
		if p.in == "query" && (p.style != "form" || !p.explode) {
			one["style"], one["explode"] = p.style, p.explode
		}
		params = append(params, one)
	}
	out := object{"responses": object{"200": object{"description": "ok"}}}
	if params != nil {
		out["parameters"] = params
	}
	if op.media != "" {
		out["requestBody"] = object{"required": op.bodyRequired, "content": object{op.media: object{"schema": g.render(op.body, old)}}}
	}
	return out
}

// render spells a JSON Schema in the words of OpenAPI 3.1, or of 3.0 where old.
func (g *maker) render(v any, old bool) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = g.render(item, old)
		}
		return out
	case object:
		out := object{}
		for _, k := range names(v) {
			switch {
			case k == "$ref":
				out[k] = strings.Replace(v[k].(string), "#/$defs/", "#/components/schemas/", 1)
			case k == "x-discriminator":
				out["discriminator"] = clone(v[k])
			default:
				out[k] = g.render(v[k], old)
			}
		}
		if old {
			return in30(out)
		}
		return out
	}
	return v
}

func in30(s object) object {
	if c, ok := s["const"]; ok {
		delete(s, "const")
		s["enum"] = []any{c}
		if _, text := c.(string); text {
			s["type"] = "string"
		}
	}
	for _, way := range []string{"Minimum", "Maximum"} {
		if n, ok := s["exclusive"+way].(int); ok {
			s["exclusive"+way] = true
			s[strings.ToLower(way[:1])+way[1:]] = n
		}
	}
	if list := items(s["type"]); list != nil {
		delete(s, "type")
		if list[1] == "null" {
			s["type"], s["nullable"] = list[0], true
		} else {
			s["anyOf"] = []any{object{"type": list[0]}, object{"type": list[1]}}
		}
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		alts := items(s[key])
		if len(alts) == 2 && members(alts[1])["type"] == "null" {
			delete(s, key)
			inner := members(alts[0])
			if inner["$ref"] != nil || inner["anyOf"] != nil || inner["oneOf"] != nil || inner["allOf"] != nil {
				s["allOf"], s["nullable"] = []any{alts[0]}, true
				continue
			}
			for k, v := range inner {
				s[k] = v
			}
			s["nullable"] = true
		}
	}
	return s
}
