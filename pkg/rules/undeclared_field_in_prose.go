package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var undeclaredFieldInProse = &Rule{
	ID: "undeclared-field-in-prose", Category: "field-name", Severity: Warning,
	Summary: "a description offers an argument that the tool's schema lacks: documents it, shows it in an example, or names a field of the API",
	Kinds:   []diff.Kind{diff.Undeclared},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s offers %s, which the schema does not have", whose(d), d.Value)
		f.Why = fmt.Sprintf("a model that obeys the text sends %s; it is dropped or refused", d.Value)
		f.Fix = fmt.Sprintf("add %s to the schema, or take it out of the description", d.Value)
		f.Field, f.Suggestion = d.Value, d.Value
		if d.APIField == nil {
			f.SpecSays = fmt.Sprintf("(no field called %s)", d.Value)
			f.SpecAt = source.Span{}
		}
	},
}
