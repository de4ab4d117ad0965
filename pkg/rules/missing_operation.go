package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var missingOperation = &Rule{
	ID: "missing-operation", Category: "binding", Severity: Error,
	Summary: "the config, an annotation or a GraphQL operation names an operation or a field that is not in the spec",
	Kinds:   []diff.Kind{diff.MissingOp},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("it is bound to %s, which is not in the spec", d.Value)
		f.Why = "the API has dropped or renamed the operation: every call of the model fails"
		f.Fix = "bind the tool to an operation of the spec"
		f.SpecSays = fmt.Sprintf("(no operation %s)", d.Value)
		f.At = d.SpecAt
		f.SpecAt = source.Span{}
		if d.Mapping.Entry == "document" {
			f.Message = fmt.Sprintf("the operation selects %s, which is not in the spec", d.Value)
			f.Why = "the API refuses the whole operation, whatever the model sends"
			f.Fix = "select what the API has"
		}
		if d.Nearest != "" {
			f.Suggestion = d.Nearest
			f.Fix = "write " + d.Nearest
		}
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		if d.Nearest == "" || d.Mapping.Entry == "document" {
			return nil
		}
		return unsafely(t.replace(d.SpecAt, text(d.Nearest)))
	},
}
