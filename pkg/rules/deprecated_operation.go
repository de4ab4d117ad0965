package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var deprecatedOperation = &Rule{
	ID: "deprecated-operation", Category: "binding", Severity: Warning,
	Summary: "the bound operation is deprecated",
	Kinds:   []diff.Kind{diff.DeprecatedOp},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("it calls %s, which is deprecated", d.Value) + because(d.Note)
		f.Why = "the tool works until the API drops the operation; then every call of the model fails"
		f.Fix = "bind the tool to the operation that took its place"
	},
}
