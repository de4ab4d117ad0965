package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var requiredByTool = &Rule{
	ID: "required-by-tool", Category: "required", Severity: Warning,
	Summary: "the tool demands what the API does not need: a note; a warning where every optional field is demanded, or where the value must be invented (a cursor)",
	Kinds:   []diff.Kind{diff.RequiredByTool},
	Judge: func(d *diff.Drift, f *Finding) {
		name := leaf(d.Path)
		f.Message = fmt.Sprintf("the tool requires %s, the API does not", d.Path)
		f.Why = fmt.Sprintf("a model must send %s, also when the user said nothing of it", sent(d, diff.Sample(d.ToolSchema)))
		f.Fix = fmt.Sprintf("take %s out of the tool's required list", name)
		switch {
		case d.Demand.Invented:
			f.Why += ": it invents a value that only an earlier answer could give"
		case d.Demand.All:
			f.Message += "; it requires every field that the API leaves optional"
			f.Why += ": every call carries guesses"
		default:
			f.Severity = Note
		}
	},
}
