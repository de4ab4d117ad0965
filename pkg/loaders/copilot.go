package loaders

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// copilotDialect is a plugin manifest of Microsoft 365 Copilot (schema 2.0 to
// 2.4). It is recognised as a whole: a function that a runtime of type OpenApi
// runs has an operationId for its name, and the runtime is its binding.
const copilotDialect = "copilot-plugin"

func isPlugin(n *source.Node) bool {
	functions, runtimes := n.Value("functions"), n.Value("runtimes")
	return functions != nil && functions.Kind == source.Array && runtimes != nil && runtimes.Kind == source.Array
}

// pluginTools are the functions of a manifest. A runtime that is an MCP server
// may describe its tools in full; then the function is only their name.
func pluginTools(n *source.Node) *toolList {
	full := map[string]*source.Node{}
	for _, runtime := range n.Value("runtimes").Items {
		if tools := runtime.Value("spec").Value("mcp_tool_description").Value("tools"); tools != nil {
			for _, item := range tools.Items {
				name, _ := item.Value("name").Str()
				full[name] = item
			}
		}
	}
	list := &toolList{dialect: copilotDialect}
	for _, f := range n.Value("functions").Items {
		name, _ := f.Value("name").Str()
		if item := full[name]; item != nil {
			f = item
		}
		list.entries = append(list.entries, f)
	}
	return list
}

// pluginFunction reads a function of a manifest that has no schema elsewhere.
func (t *toolReader) pluginFunction(n *source.Node) {
	if dialectOf(n) != nil && n.Value("parameters") == nil || n.Kind != source.Object {
		t.entry(n)
		return
	}
	before := len(t.Ops)
	t.add(tool{entry: n, self: n, input: n.Value("parameters")})
	if len(t.Ops) == before {
		return
	}
	op := t.Ops[before]
	if !t.runByAPI(op.Name) {
		return
	}
	op.Hints = append(op.Hints, contract.Hint{Key: "run_for_functions", Value: n.Value("name")})
	if n.Value("parameters") == nil {
		op.Input.Opaque = "the manifest leaves the parameters to the API's own description"
	}
}

// runByAPI reports whether a runtime calls an API for the function.
func (t *toolReader) runByAPI(function string) bool {
	for _, runtime := range t.root.Value("runtimes").Items {
		if kind, _ := runtime.Value("type").Str(); kind != "OpenApi" {
			continue
		}
		names := runtime.Value("run_for_functions")
		if names == nil {
			continue
		}
		for _, item := range names.Items {
			if name, _ := item.Str(); name == function || name == "*" {
				return true
			}
		}
	}
	return false
}
