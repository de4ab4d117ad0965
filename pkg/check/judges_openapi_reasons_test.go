package check_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

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
