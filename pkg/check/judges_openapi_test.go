package check_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/tooldrift/tooldrift/pkg/config"
)

func TestJudgesOpenAPI(t *testing.T) {
	defineFormats(t)
	runJudges(t, func(g *maker) judged { return g.openAPI(t) })
}

// defineFormats switches on what kin-openapi leaves off, for all documents.
func defineFormats(t *testing.T) {
	t.Helper()
	openapi3.DefineStringFormatValidator("uuid", openapi3.NewRegexpFormatValidator(openapi3.FormatOfStringForUUIDOfRFC4122))
	openapi3.DefineStringFormatValidator("email", openapi3.NewRegexpFormatValidator(openapi3.FormatOfStringForEmail))
	openapi3.DefineIPv4Format()
	openapi3.DefineIPv6Format()
	for _, name := range []string{"uri", "time", "duration"} {
		s := compilePlain(t, object{"format": name})
		openapi3.DefineStringFormatValidator(name, openapi3.NewCallbackValidator(func(v string) error {
			if err := s.Validate(v); err != nil {
				return errors.New("is no " + name)
			}
			return nil
		}))
	}
}

// parameter is a field of an operation that travels outside of a JSON body.
type parameter struct {
	name, in, style string
	explode         bool
	required        bool
	schema          object
}

// openAPI makes an operation, and the tool that was copied from it.
func (g *maker) openAPI(t *testing.T) judged {
	old := g.chance(50)
	g.defs = object{}
	op := endpoint{body: object{"type": "object", "properties": object{}}}
	method := "post"
	if g.chance(25) {
		method = "get"
	}
	for range g.IntN(4) {
		op.params = append(op.params, g.parameter())
	}
	if method == "post" {
		op.media = "application/json"
		op.body = g.object(1 + g.IntN(4))
		op.bodyRequired = g.chance(60)
		if g.chance(15) {
			op.media = "application/x-www-form-urlencoded"
			op.body = g.flatObject(1 + g.IntN(4))
		}
	}
	tool := op.asTool(g.defs)
	route := "/things"
	for _, p := range op.params {
		if p.in == "path" {
			route += "/{" + p.name + "}"
		}
	}
	doc := object{
		"openapi": "3.1.0", "info": object{"title": "t", "version": "1"},
		"paths":      object{route: object{method: g.operation(op, old)}},
		"components": object{"schemas": g.render(g.defs, old)},
	}
	if old {
		doc["openapi"] = "3.0.3"
	}
	text := doc.String()
	g.mutate(tool)
	return judged{
		tool: tool, files: map[string]string{"api.json": text}, spec: config.Source{Glob: "api.json"},
		operation: strings.ToUpper(method) + " " + route, judge: op.judge(t, text, route, method, tool, g.defs),
		cannot: op.cannot,
	}
}

// cannot reports whether a parameter has a value that text in its place cannot
// spell: an empty list in a query is no parameter at all, and an empty path
// segment another path.
func (op endpoint) cannot(args map[string]any) bool {
	inBody := false
	for name := range args {
		inBody = inBody || members(op.body["properties"])[name] != nil
	}
	if op.media == "application/x-www-form-urlencoded" && !inBody && op.bodyRequired {
		return true // a form without fields is no body
	}
	for _, p := range op.params {
		list, ok := args[p.name].([]any)
		if ok && slices.ContainsFunc(list, isStructured) || ok && (len(list) == 0 || slices.Contains(list, any(""))) || args[p.name] == "" {
			return true
		}
	}
	return false
}

func isStructured(v any) bool {
	switch v.(type) {
	case []any, map[string]any:
		return true
	}
	return false
}

// endpoint is an operation before it is written down.
type endpoint struct {
	params       []parameter
	body         object // an object schema
	media        string // "" for no body
	bodyRequired bool
}

func (op endpoint) asTool(defs object) object {
	tool := clone(op.body).(object)
	props := members(tool["properties"])
	required := items(tool["required"])
	if !op.bodyRequired {
		required = nil
	}
	for _, p := range op.params {
		props[p.name] = clone(p.schema)
		if p.required {
			required = append(required, p.name)
		}
	}
	delete(tool, "required")
	if len(required) > 0 {
		tool["required"] = required
	}
	if len(defs) > 0 {
		tool["$defs"] = clone(defs)
	}
	return strip(tool).(object)
}

// strip drops what only a spec says.
func strip(v any) any {
	switch v := v.(type) {
	case object:
		for _, k := range names(v) {
			if strings.HasPrefix(k, "x-") {
				delete(v, k)
				continue
			}
			strip(v[k])
		}
	case []any:
		for _, item := range v {
			strip(item)
		}
	}
	return v
}

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

// judge is kin-openapi on the request that a tool server would make, and a check
// of names, since kin-openapi accepts what an open object does not declare.
func (op endpoint) judge(t *testing.T, text, route, method string, tool, defs object) func(map[string]any) []rejection {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData([]byte(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	item := doc.Paths.Find(route)
	target := &routers.Route{Spec: doc, Path: route, PathItem: item, Method: strings.ToUpper(method), Operation: item.GetOperation(strings.ToUpper(method))}
	toolDefs := defsOf(tool)
	headers := map[string]bool{} // a header that the tool does not offer is the tool server's business
	for _, p := range op.params {
		headers[p.name] = p.in == "header"
	}
	return func(args map[string]any) []rejection {
		args = op.filledIn(args, tool, defs)
		in := op.request(t, args)
		in.Route = target
		err := openapi3filter.ValidateRequest(context.Background(), in)
		out := slices.DeleteFunc(rejectionsOf(err, nil), func(r rejection) bool {
			return len(r.path) == 1 && headers[r.path[0]] && at(tool, "properties", r.path[0]) == nil
		})
		api := clone(op.body).(object)
		for _, p := range op.params {
			members(api["properties"])[p.name] = p.schema
		}
		return append(out, undeclared(args, tool, toolDefs, api, defs, nil)...)
	}
}

// filledIn are the arguments with what a tool server sends by itself where the
// tool does not offer it: what can have one value only.
func (op endpoint) filledIn(args map[string]any, tool, defs object) map[string]any {
	out := map[string]any{}
	for k, v := range args {
		out[k] = v
	}
	for _, p := range op.params {
		if p.required && at(tool, "properties", p.name) == nil && isConstant(p.schema) {
			out[p.name] = only(p.schema)
		}
	}
	sent := op.bodyRequired
	for name := range args {
		sent = sent || members(op.body["properties"])[name] != nil
	}
	if sent {
		fillConstants(out, tool, defsOf(tool), op.body, defs, 0)
	}
	return out
}

// fillConstants fills in the required members of an object that have one value
// only, where the tool does not offer them.
func fillConstants(v map[string]any, tool any, toolDefs map[string]any, api any, apiDefs map[string]any, depth int) {
	m := members(api)
	if ref, ok := m["$ref"].(string); ok {
		fillConstants(v, tool, toolDefs, apiDefs[strings.TrimPrefix(ref, "#/$defs/")], apiDefs, depth)
		return
	}
	for _, part := range items(m["allOf"]) {
		fillConstants(v, tool, toolDefs, part, apiDefs, depth)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		var meant []any
		for _, alt := range items(m[key]) {
			if isMeant(v, alt, apiDefs) {
				meant = append(meant, alt)
			}
		}
		if len(meant) == 1 { // of several tags none is the only one
			fillConstants(v, tool, toolDefs, meant[0], apiDefs, depth)
		}
	}
	offered := declaredIn(tool, toolDefs, 0)
	for name, s := range members(m["properties"]) {
		if isConstant(members(s)) && offered[name] == nil && slices.Contains(items(m["required"]), any(name)) {
			v[name] = only(members(s))
		}
		if own, sent := v[name]; sent {
			v[name] = filled(own, offered[name], toolDefs, s, apiDefs, depth+1)
		}
	}
	for name := range v {
		if members(m["properties"])[name] == nil && members(m["additionalProperties"]) != nil {
			v[name] = filled(v[name], inside(tool, toolDefs, "additionalProperties"), toolDefs, m["additionalProperties"], apiDefs, depth+1)
		}
	}
}

// filled is a value in which fillConstants has been everywhere; it changes nothing
// that others see.
func filled(v any, tool any, toolDefs map[string]any, api any, apiDefs map[string]any, depth int) any {
	switch v := v.(type) {
	case map[string]any:
		if depth > 20 {
			return v
		}
		out := maps.Clone(v)
		fillConstants(out, tool, toolDefs, api, apiDefs, depth)
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = filled(item, inside(tool, toolDefs, "items"), toolDefs, inside(api, apiDefs, "items"), apiDefs, depth+1)
		}
		return out
	}
	return v
}

// isMeant reports whether an object has the tags of a variant.
func isMeant(v map[string]any, alt any, defs map[string]any) bool {
	for name, s := range declaredIn(alt, defs, 0) {
		if own, sent := v[name]; sent && isConstant(members(s)) && spelled(own) != spelled(only(members(s))) {
			return false
		}
	}
	return true
}

// isConstant reports whether a schema has one value, or that one and null.
func isConstant(s map[string]any) bool {
	s = orNull(s)
	return s["const"] != nil || len(items(s["enum"])) == 1
}

// orNull is the one alternative beside null.
func orNull(s map[string]any) map[string]any {
	for _, key := range []string{"anyOf", "oneOf"} {
		if alts := items(s[key]); len(alts) == 2 && members(alts[1])["type"] == "null" {
			return orNull(members(alts[0]))
		}
	}
	return s
}

func only(s map[string]any) any {
	s = orNull(s)
	if c := s["const"]; c != nil {
		return c
	}
	return items(s["enum"])[0]
}

// request is the call that a tool server makes of a tool's arguments.
func (op endpoint) request(t *testing.T, args map[string]any) *openapi3filter.RequestValidationInput {
	t.Helper()
	left := map[string]any{}
	for k, v := range args {
		left[k] = v
	}
	query, route := url.Values{}, map[string]string{}
	header := http.Header{}
	for _, p := range op.params {
		v, ok := left[p.name]
		if !ok {
			continue
		}
		delete(left, p.name)
		texts := []string{textOf(v)}
		if list, ok := v.([]any); ok {
			texts = nil
			for _, item := range list {
				texts = append(texts, textOf(item))
			}
			if !p.explode {
				texts = []string{strings.Join(texts, map[string]string{"spaceDelimited": " ", "pipeDelimited": "|"}[p.style]+map[bool]string{true: ","}[p.style == "form" || p.style == "simple"])}
			}
		}
		switch p.in {
		case "query":
			query[p.name] = texts
		case "path":
			route[p.name] = strings.Join(texts, ",")
		case "header":
			header.Set(p.name, strings.Join(texts, ","))
		}
	}
	declared := false
	for name := range left {
		declared = declared || members(op.body["properties"])[name] != nil
	}
	if !declared && !op.bodyRequired {
		clear(left) // what no body declares brings none about
	}
	var body []byte
	switch {
	case op.media == "application/json" && (op.bodyRequired || len(left) > 0):
		var err error
		if body, err = json.Marshal(left); err != nil {
			t.Fatal(err)
		}
	case op.media != "" && len(left) > 0:
		form := url.Values{}
		for k, v := range left {
			if list, ok := v.([]any); ok {
				for _, item := range list {
					form.Add(k, textOf(item))
				}
				continue
			}
			form.Set(k, textOf(v))
		}
		body = []byte(form.Encode())
	}
	req, err := http.NewRequest("POST", "/things", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.URL.RawQuery = query.Encode()
	req.Header = header
	if body != nil {
		req.Header.Set("Content-Type", op.media)
	}
	return &openapi3filter.RequestValidationInput{
		Request: req, PathParams: route, QueryParams: query,
		Options: &openapi3filter.Options{MultiError: true, SkipSettingDefaults: true},
	}
}

func textOf(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return spelled(v)
}

var unsupported = regexp.MustCompile(`^property "([^"]*)" is unsupported$`)

// unionWords are the keywords of several schemas: which of them the value was meant
// for, and so the place in it that is wrong, is not known.
var unionWords = map[string]bool{"oneOf": true, "anyOf": true, "not": true, "allOf": true, "discriminator": true}

func rejectionsOf(err error, base []string) []rejection {
	var out []rejection
	var schemaErr *openapi3.SchemaError
	var requestErr *openapi3filter.RequestError
	switch e := err.(type) {
	case nil:
	case openapi3.MultiError:
		for _, one := range e {
			out = append(out, rejectionsOf(one, base)...)
		}
	case *openapi3filter.RequestError:
		if e.Parameter != nil {
			base = []string{e.Parameter.Name}
		}
		if e.Err == nil {
			return []rejection{{path: base, text: e.Error(), union: true}}
		}
		return rejectionsOf(e.Err, base)
	case *openapi3.SchemaError:
		path := append(slices.Clone(base), e.JSONPointer()...)
		var several openapi3.MultiError
		var plain *jsonschema.ValidationError
		switch union := unionWords[e.SchemaField]; {
		case union:
			return []rejection{{path: path, union: true, text: e.Error()}}
		case errors.As(e.Origin, &several):
			return rejectionsOf(several, base)
		case errors.As(e, &plain):
			return plainRejections(plain, base)
		}
		if m := unsupported.FindStringSubmatch(e.Reason); m != nil {
			return []rejection{{path: append(path, m[1]), undeclared: true, text: e.Reason}}
		}
		return []rejection{{path: path, text: e.Error()}}
	default:
		switch {
		case errors.As(err, &requestErr):
			return rejectionsOf(requestErr, base)
		case errors.As(err, &schemaErr):
			return rejectionsOf(schemaErr, base)
		}
		out = []rejection{{path: base, union: true, text: err.Error()}}
	}
	return out
}

// plainRejections are those of one keyword of JSON Schema.
func plainRejections(e *jsonschema.ValidationError, base []string) []rejection {
	path := append(slices.Clone(base), e.InstanceLocation...)
	var out []rejection
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			out = append(out, rejection{path: append(slices.Clone(path), name), text: e.Error()})
		}
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			out = append(out, rejection{path: append(slices.Clone(path), name), undeclared: true, text: e.Error()})
		}
	default:
		out = []rejection{{path: path, text: e.Error()}}
	}
	return out
}

// undeclared are the names that the tool declares at a place and the API does not.
func undeclared(v any, tool any, toolDefs map[string]any, api any, apiDefs map[string]any, path []string) []rejection {
	var out []rejection
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			out = append(out, undeclared(item, inside(tool, toolDefs, "items"), toolDefs, inside(api, apiDefs, "items"), apiDefs, append(slices.Clone(path), fmt.Sprint(i)))...)
		}
	case map[string]any:
		offered, taken := declaredIn(tool, toolDefs, 0), declaredIn(api, apiDefs, 0)
		open := inside(api, apiDefs, "additionalProperties") != nil
		for _, name := range names(v) {
			at := append(slices.Clone(path), name)
			switch {
			case taken[name] != nil:
				out = append(out, undeclared(v[name], offered[name], toolDefs, taken[name], apiDefs, at)...)
			case offered[name] != nil && len(taken) > 0 && !open:
				out = append(out, rejection{path: at, undeclared: true, text: "is not declared"})
			}
		}
	}
	return out
}

// declaredIn are the members that a schema or any part of it declares.
func declaredIn(s any, defs map[string]any, depth int) map[string]any {
	out := map[string]any{}
	m := members(s)
	if m == nil || depth > 10 {
		return out
	}
	if ref, ok := m["$ref"].(string); ok {
		return declaredIn(defs[strings.TrimPrefix(ref, "#/$defs/")], defs, depth+1)
	}
	add := func(more map[string]any) {
		for k, v := range more {
			if out[k] != nil {
				v = object{"anyOf": []any{out[k], v}}
			}
			out[k] = v
		}
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range items(m[key]) {
			add(declaredIn(part, defs, depth+1))
		}
	}
	add(members(m["properties"]))
	return out
}

// inside is the schema of elements or of undeclared members, wherever it is said.
func inside(s any, defs map[string]any, key string) any {
	m := members(s)
	if ref, ok := m["$ref"].(string); ok {
		return inside(defs[strings.TrimPrefix(ref, "#/$defs/")], defs, key)
	}
	if members(m[key]) != nil {
		return m[key]
	}
	for _, union := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range items(m[union]) {
			if found := inside(part, defs, key); found != nil {
				return found
			}
		}
	}
	return nil
}
