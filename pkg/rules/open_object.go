package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var openObject = &Rule{
	ID: "open-object", Category: "type", Severity: Note,
	Summary: "the tool allows undeclared fields and the API rejects them",
	Kinds:   []diff.Kind{diff.OpenObject},
	Judge: func(d *diff.Drift, f *Finding) {
		what := "the input"
		if d.Path != "" {
			what = d.Path
		}
		f.Message = fmt.Sprintf("%s takes undeclared fields in the tool, not in the API", what)
		f.Why = fmt.Sprintf("a model that adds a field of its own breaks no rule of the tool; %s refuses the call", operation(d))
		f.Fix = `add "additionalProperties": false`
	},
}
