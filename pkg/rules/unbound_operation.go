package rules

import (
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

var unboundOperation = &Rule{
	ID: "unbound-operation", Category: "binding", Severity: Off,
	Summary: "an operation of the API is called by no tool; on under the strict profile, or where the config asks for it",
	Kinds:   []diff.Kind{diff.Uncalled},
	Judge: func(d *diff.Drift, f *Finding) {
		f.ToolSays = "(no tool is bound to it)"
		f.Message = d.Value + " is called by no tool"
		f.Why = "a model cannot do what it does, and says that it is impossible"
		f.Fix = "bind a tool to it, or add to omitted: of the contract  " + config.Scalar(d.Value) + `: "why no tool calls it"`
	},
}
