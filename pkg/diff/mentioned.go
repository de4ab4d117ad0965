package diff

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
)

// Mentioned are the names that a tool's descriptions mention, each where it stands
// first, and that are no field of its arguments or its answer, no value of them or of
// ops, which it is bound to, and none of tools, which are names. They are drifts of kind
// Undeclared with less evidence than a finding has: that a name stands in a text says
// little, until a log shows that models send it.
func Mentioned(tool *contract.Op, ops []*contract.Op, tools []string) []*Drift {
	known := knownNames(tool)
	for _, op := range ops {
		eachField(op.Input, func(ref *bind.Ref, _ []string, _ []*contract.Field) {
			for _, e := range ref.Field.Schema.Enum {
				known[contract.Letters(e.Lit.Text)] = true
			}
		})
	}
	for _, name := range tools {
		known[contract.Letters(name)] = true
	}
	var out []*Drift
	for _, text := range readDocs(tool) {
		for _, m := range text.names {
			name := contract.Letters(m.Name)
			if known[name] || !mayBeSent(m) || text.field != nil && mayBeItsValue(m) {
				continue
			}
			known[name] = true
			d := &Drift{Kind: Undeclared, Tool: tool, Ops: ops, ToolField: text.field, ToolAt: m.At, Value: m.Name}
			if text.field != nil {
				d.Path = text.field.Path
			}
			out = append(out, d)
		}
	}
	return out
}

// mayBeSent reports whether a model may take a mention for an argument: its spelling
// shows that it is a name, and the words around it do not make it another thing's.
func mayBeSent(m prose.Mention) bool {
	switch {
	case m.Role == prose.Tool, m.Role == prose.Called, m.Under != "", strings.ContainsAny(m.Name, ".["):
		return false
	case isDocumented(m), m.Kind == prose.Backtick:
		return true
	}
	return len(contract.Words(m.Name)) > 1 && strings.ToUpper(m.Name) != m.Name
}

// mayBeItsValue reports whether a mention in a field's description may be of what the
// field holds: one word in backticks mostly is a value, an example shows one.
func mayBeItsValue(m prose.Mention) bool {
	return m.Kind == prose.InExample || m.Role == prose.Argument && m.Kind != prose.Parameter && len(contract.Words(m.Name)) == 1
}
