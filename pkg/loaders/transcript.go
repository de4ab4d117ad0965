package loaders

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Transcripts are the calls of tools in conversations that a model is given as
// examples: files of messages as OpenAI (Chat and Responses), Anthropic, Bedrock
// and Gemini have them, in JSON, YAML or a message a line. A file without any call
// is refused: to check nothing in it would look like a success.
func Transcripts(store *source.Store, src config.Source) ([]contract.Call, []source.Fault) {
	files, fault := find(store, src.Glob, src.At)
	if fault != nil {
		return nil, []source.Fault{*fault}
	}
	var all []contract.Call
	var faults []source.Fault
	for _, name := range files.names {
		f, fault := Read(store, name)
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		root, more := parseTools(f)
		faults = append(faults, more...)
		if root == nil {
			continue
		}
		calls, silent := callsIn(root, nil), silentCalls(root, nil)
		if len(calls)+len(silent) == 0 {
			faults = append(faults, source.Fault{File: f.Name, Text: "a transcript without any call of a tool"})
		}
		for _, fault := range silent {
			fault.Dirt = len(calls) > 0
			faults = append(faults, fault)
		}
		all = append(all, calls...)
	}
	return all, faults
}

// callsIn finds the calls below a node, wherever a provider or a file of our users
// has its messages.
func callsIn(n *source.Node, all []contract.Call) []contract.Call {
	if call, ok := callOf(n); ok {
		return append(all, call)
	}
	for _, m := range n.Members {
		all = callsIn(m.Value, all)
	}
	for _, item := range n.Items {
		all = callsIn(item, all)
	}
	return all
}

// silentCalls tells of the calls below a node that say nothing of arguments, which
// their providers demand even where there are none.
func silentCalls(n *source.Node, all []source.Fault) []source.Fault {
	if _, ok := callOf(n); ok {
		return all
	}
	kind, _ := n.Value("type").Str()
	use := n.Value("toolUse")
	switch {
	case kind == "function_call":
		all = append(all, silent(n, "arguments", `"{}"`)...)
	case kind == "tool_use":
		all = append(all, silent(n, "input", "{}")...)
	case use != nil:
		all = append(all, silent(use, "input", "{}")...)
	}
	for _, m := range n.Members {
		all = silentCalls(m.Value, all)
	}
	for _, item := range n.Items {
		all = silentCalls(item, all)
	}
	return all
}

func silent(call *source.Node, key, none string) []source.Fault {
	name := call.Value("name")
	text, named := name.Str()
	if !named {
		return nil
	}
	return []source.Fault{{At: name.At, Text: fmt.Sprintf("the transcript calls %s without %s; a call without arguments has %q: %s", text, key, key, none)}}
}

// callOf reads a node that is a call:
//
//	{"type": "function", "function": {"name": ..., "arguments": "{...}"}}   OpenAI Chat
//	{"type": "function_call", "name": ..., "arguments": "{...}"}            OpenAI Responses
//	{"type": "tool_use", "name": ..., "input": {...}}                       Anthropic
//	{"toolUse": {"name": ..., "input": {...}}}                              Bedrock
//	{"functionCall": {"name": ..., "args": {...}}}                          Gemini
func callOf(n *source.Node) (contract.Call, bool) {
	if n.Kind != source.Object {
		return contract.Call{}, false
	}
	kind, _ := n.Value("type").Str()
	switch {
	case kind == "function_call":
		return callWith(n, "arguments")
	case kind == "tool_use":
		return callWith(n, "input")
	}
	if call, ok := callWith(n.Value("function"), "arguments"); ok {
		return call, true
	}
	if call, ok := callWith(n.Value("toolUse"), "input"); ok {
		return call, true
	}
	if call, ok := callWith(first(n, "functionCall", "function_call"), "args", "arguments"); ok {
		return call, true
	}
	return callOfNothing(n.Value("functionCall"))
}

// callOfNothing reads a call of Gemini's without arguments, whose args may be left
// out (FunctionCall in the reference of its API). OpenAI's function_call with a name
// alone is no call: it demands one.
func callOfNothing(n *source.Node) (contract.Call, bool) {
	if n == nil || n.Kind != source.Object {
		return contract.Call{}, false
	}
	name := n.Value("name")
	text, named := name.Str()
	if !named {
		return contract.Call{}, false
	}
	return contract.Call{Tool: text, At: name.At, Args: &source.Node{Kind: source.Object, At: n.At}}, true
}

func callWith(n *source.Node, keys ...string) (contract.Call, bool) {
	if n == nil || n.Kind != source.Object {
		return contract.Call{}, false
	}
	name, named := n.Value("name").Str()
	args := first(n, keys...)
	if !named || args == nil {
		return contract.Call{}, false
	}
	call := contract.Call{Tool: name, At: n.Value("name").At, Args: sent(args)}
	if text, ok := args.Str(); ok {
		call.Args, call.Text = nil, contract.Text{Text: text, At: args.At}
	}
	return call, true
}
