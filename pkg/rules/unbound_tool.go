package rules

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

// maxCandidates is how many operations a message offers for a tool.
const maxCandidates = 3

var unboundTool = &Rule{
	ID: "unbound-tool", Category: "binding", Severity: Error,
	Summary: "no operation was found for the tool; a warning where there is no config",
	Kinds:   []diff.Kind{diff.Unbound},
	Judge: func(d *diff.Drift, f *Finding) {
		name := config.Scalar(d.Tool.Name)
		f.Message = "no operation was found that it calls"
		f.Why = "nothing of the tool was compared: its drift reaches the model unseen"
		f.SpecSays = "(no operation fits by name and parameters)"
		if len(d.Candidates) == 0 {
			f.Fix = fmt.Sprintf("add to bindings: in .tooldrift.yaml the operation it calls, or %s: {local: \"why it calls none\"}", name)
			return
		}
		var lines []string
		for _, c := range d.Candidates[:min(maxCandidates, len(d.Candidates))] {
			lines = append(lines, name+": "+config.Scalar(c.Operation))
		}
		f.Suggestion = d.Candidates[0].Operation
		f.Fix = "run tooldrift bind --write, or add to bindings: in .tooldrift.yaml  " + strings.Join(lines, "  |  ")
		if len(lines) > 1 {
			f.Fix = "run tooldrift bind --write, or add to bindings: in .tooldrift.yaml one of  " + strings.Join(lines, "  |  ")
		}
	},
}
