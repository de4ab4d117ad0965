package diff

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// OfFile is what the tools of one file say against one another: a description
// that sends the model to a tool that is not there, one field in two units.
func OfFile(tools []*contract.Op, bindings []*bind.Binding, project *units.Conventions) []*Drift {
	if len(tools) < 2 {
		return nil
	}
	return append(mixed(tools, project), unknownTools(tools, bindings)...)
}

// unknownTools reports names that descriptions call tools and that no tool has.
// A name that the API's own text has is the API's: "enables the web_search tool".
func unknownTools(tools []*contract.Op, bindings []*bind.Binding) []*Drift {
	calls := map[*contract.Op][]*bind.Call{}
	for _, b := range bindings {
		calls[b.Tool] = b.Calls
	}
	var out []*Drift
	for _, t := range tools {
		said := map[string]bool{}
		for _, text := range docs(t) {
			if !strings.Contains(strings.ToLower(text.text.Text), "tool") {
				continue // nothing in it is called a tool
			}
			for _, m := range prose.Names(text.text) {
				if m.Role != prose.Tool || said[m.Name] || len(contract.Words(m.Name)) < 2 || isTool(m.Name, tools) || saySo(calls[t], m.Name) {
					continue
				}
				said[m.Name] = true
				d := &Drift{Kind: UnknownTool, Tool: t, ToolField: text.field, ToolAt: m.At, Value: m.Name, Nearest: nearestTool(m.Name, tools)}
				if text.field != nil {
					d.Path = text.field.Path
				}
				out = append(out, d)
			}
		}
	}
	return out
}

// isTool reports whether a tool has the name, with or without the file's prefix.
func isTool(name string, tools []*contract.Op) bool {
	name = contract.Letters(name)
	return slices.ContainsFunc(tools, func(t *contract.Op) bool { return strings.HasSuffix(contract.Letters(t.Name), name) })
}

// nearestTool is the tool that shares most words with a name; "" where none shares half.
func nearestTool(name string, tools []*contract.Op) string {
	want := stems(contract.Words(name))
	best, most := "", 0
	for _, t := range tools {
		shared := 0
		for _, w := range stems(contract.Words(t.Name)) {
			if slices.Contains(want, w) {
				shared++
			}
		}
		if shared > most {
			best, most = t.Name, shared
		}
	}
	if 2*most < len(want) {
		return ""
	}
	return best
}
