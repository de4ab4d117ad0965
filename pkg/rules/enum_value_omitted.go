package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var enumValueOmitted = &Rule{
	ID: "enum-value-omitted", Category: "type", Severity: Warning,
	Summary: "the API accepts a value that the tool does not list",
	Kinds:   []diff.Kind{diff.EnumOmitted},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s lacks %s, which the API takes", d.Path, d.Value)
		f.Why = fmt.Sprintf("a model can never ask for %s, although %s takes it", sent(d, d.Literal), operation(d))
		f.Fix = fmt.Sprintf("add %s to the enum", d.Literal.JSON())
		f.Suggestion = d.Value
	},
}
