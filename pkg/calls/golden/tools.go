package golden

import (
	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/check"
)

// ToolsOf finds the tools of golden calls in contracts.
func ToolsOf(c *calls.Contracts, _ *check.Run) Tools {
	return func(_, name string) *calls.Tool { return c.Named([]byte(name)) }
}
