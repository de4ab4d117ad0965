package loaders

import "github.com/tooldrift/tooldrift/pkg/source"

// openAIChatDialect is {"type": "function", "function": {...}} of OpenAI's Chat
// Completions API, which LangChain, LiteLLM and most other providers took over.
var openAIChatDialect = toolDialect{
	name: "openai-chat",
	match: func(n *source.Node) bool {
		f := n.Value("function")
		return f != nil && (f.Kind == source.Object || isFunction(n))
	},
	read: func(t *toolReader, n *source.Node) {
		f := n.Value("function")
		if f.Kind != source.Object {
			t.refuse(f.At, article(f.Kind)+" where a function is due")
			return
		}
		t.add(openAIFunction(n, f, ""))
	},
}

// openAIResponsesDialect is the flat form of OpenAI's Responses and Realtime APIs,
// and of gen_ai.tool.definitions in OpenTelemetry: alone or in a namespace.
var openAIResponsesDialect = toolDialect{
	name: "openai-responses",
	match: func(n *source.Node) bool {
		return isFunction(n) && n.Value("name") != nil || isNamespace(n)
	},
	read: func(t *toolReader, n *source.Node) {
		if !isNamespace(n) {
			t.add(openAIFunction(n, n, ""))
			return
		}
		space, _ := n.Value("name").Str()
		for _, item := range n.Value("tools").Items {
			if isFunction(item) {
				t.add(openAIFunction(item, item, space+"."))
			} else {
				t.other(item)
			}
		}
	},
}

// openAIFunctionsDialect is an entry of the older "functions" list. Data sets of
// calls add a "response".
var openAIFunctionsDialect = toolDialect{
	name: "openai-functions",
	match: func(n *source.Node) bool {
		return n.Value("name") != nil && n.Value("parameters") != nil && n.Value("type") == nil
	},
	read: func(t *toolReader, n *source.Node) { t.add(openAIFunction(n, n, "")) },
}

func isFunction(n *source.Node) bool {
	kind, _ := n.Value("type").Str()
	return kind == "function"
}

func isNamespace(n *source.Node) bool {
	kind, _ := n.Value("type").Str()
	tools := n.Value("tools")
	return kind == "namespace" && tools != nil && tools.Kind == source.Array
}

func openAIFunction(entry, f *source.Node, space string) tool {
	return tool{
		entry: entry, self: f, space: space, input: f.Value("parameters"),
		output: first(f, "output_schema", "response"),
		strict: f.Value("strict") == nil || f.Value("strict").True(),
	}
}
