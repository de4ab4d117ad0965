package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var hiddenField = &Rule{
	ID: "hidden-field", Category: "field-name", Severity: Error,
	Summary: "the spec marks the field as not for agents (x-tooldrift-hidden) and the tool offers it",
	Kinds:   []diff.Kind{diff.Hidden},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s is not for agents", d.Path) + because(d.Note)
		f.Why = fmt.Sprintf("a model sends %s, and the owners of %s have said that it must not", sent(d, diff.Sample(d.ToolField.Field.Schema)), operation(d))
		f.Fix = fmt.Sprintf("remove %s from the tool", leaf(d.Path))
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		return t.drop(d.ToolField.Field)
	},
}
