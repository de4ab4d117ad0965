package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var readOnlyField = &Rule{
	ID: "read-only-field", Category: "required", Severity: Error,
	Summary: "the tool offers a field that the API only returns; a warning where the tool does not require it",
	Kinds:   []diff.Kind{diff.ReadOnly},
	Judge: func(d *diff.Drift, f *Finding) {
		ref := d.ToolField.Field
		f.Message = fmt.Sprintf("%s is read-only in the API", d.Path)
		f.Why = fmt.Sprintf("a model sends %s; %s drops it, or refuses the call", sent(d, diff.Sample(ref.Schema)), operation(d))
		f.Fix = fmt.Sprintf("remove %s from the tool's input", leaf(d.Path))
		if !ref.Required {
			f.Severity = Warning
		}
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		return t.drop(d.ToolField.Field)
	},
}
