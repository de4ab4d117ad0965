package check_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/tooldrift/tooldrift/pkg/config"
)

func TestJudgesOpenAPI(t *testing.T) {
	defineFormats(t)
	runJudges(t, func(pair int) judged { return makerOf(pair).openAPI(t) })
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
		cannot: op.cannot, rand: g.Rand,
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
