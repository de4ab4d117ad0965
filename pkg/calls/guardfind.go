package calls

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/check"
)

// find is the tools that a call may mean, one a contract. A name that says by its MCP
// server (mcp__server__tool) which contract is meant, means that one alone.
func (g *Guard) find(name string) []*guarded {
	var all, own []*guarded
	for i := range g.contracts {
		c := &g.contracts[i]
		t := c.Named([]byte(name))
		if t == nil {
			continue
		}
		one := c.guarded[t.Index]
		all = append(all, one)
		if t.Name != name && serverIs(name, c.name) {
			own = append(own, one)
		}
	}
	if len(own) > 0 {
		return own
	}
	return all
}

// serverIs reports whether a name has a contract's before the tool's, as runtimes
// write it.
func serverIs(name, contract string) bool {
	rest, ok := strings.CutPrefix(name, "mcp__")
	return ok && strings.HasPrefix(rest, plainName(contract)+"__")
}

// binding is what became of a tool when the run was matched; nil where it has none.
func binding(c *check.Contract, t *Tool) *bind.Binding {
	for _, b := range c.Bindings {
		if b.Tool.At == t.ToolAt {
			return b
		}
	}
	return nil
}
