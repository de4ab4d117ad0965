package loaders

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// geminiDialect is a list of function declarations of Google's Gemini and Vertex
// APIs, or one declaration alone. Types are in upper case, or the schema is plain
// JSON Schema under parametersJsonSchema.
var geminiDialect = toolDialect{
	name: "gemini",
	match: func(n *source.Node) bool {
		if declarations(n) != nil {
			return true
		}
		if n.Value("name") == nil {
			return false
		}
		kind, _ := n.Value("parameters").Value("type").Str()
		return kind != "" && kind == strings.ToUpper(kind) ||
			first(n, "parametersJsonSchema", "parameters_json_schema", "responseJsonSchema", "response_json_schema") != nil
	},
	read: func(t *toolReader, n *source.Node) {
		list := declarations(n)
		if list == nil {
			t.add(geminiFunction(n, n))
			return
		}
		for _, d := range list.Items {
			if d.Kind != source.Object {
				t.refuse(d.At, article(d.Kind)+" where a function declaration is due")
				continue
			}
			t.add(geminiFunction(d, d))
		}
	},
}

func declarations(n *source.Node) *source.Node {
	list := first(n, "functionDeclarations", "function_declarations")
	if list == nil || list.Kind != source.Array {
		return nil
	}
	return list
}

func geminiFunction(entry, d *source.Node) tool {
	def := tool{entry: entry, self: d, flavour: gemini, input: d.Value("parameters"), output: d.Value("response")}
	if v := first(d, "parametersJsonSchema", "parameters_json_schema"); v != nil {
		def.input = v
	}
	if v := first(d, "responseJsonSchema", "response_json_schema"); v != nil {
		def.output = v
	}
	return def
}
