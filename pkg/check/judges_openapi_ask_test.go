package check_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

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

// isMeant reports whether an object has the tags of a variant that takes objects.
func isMeant(v map[string]any, alt any, defs map[string]any) bool {
	if word, ok := members(alt)["type"].(string); ok && word != "object" {
		return false
	}
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
