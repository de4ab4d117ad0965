package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var unknownToolInProse = &Rule{
	ID: "unknown-tool-in-prose", Category: "binding", Severity: Warning,
	Summary: "a description sends the model to a tool that is not there",
	Kinds:   []diff.Kind{diff.UnknownTool},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s sends the model to the tool %s, which is not in the list", whose(d), d.Value)
		f.Why = fmt.Sprintf("a model calls %s and gets an error, or gives up", d.Value)
		f.Fix = fmt.Sprintf("name a tool of the list in place of %s", d.Value)
		if d.Nearest != "" {
			f.Suggestion = d.Nearest
			f.Fix = fmt.Sprintf("write %s in place of %s, if that is what it is called now", d.Nearest, d.Value)
		}
	},
}
