package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var malformedSchema = &Rule{
	ID: "malformed-schema", Category: "type", Severity: Error,
	Summary: "a tool's input schema says nothing, or a property is no schema, so that every validator ignores it",
	Kinds:   []diff.Kind{diff.Malformed},
	Judge: func(d *diff.Drift, f *Finding) {
		what := "the input schema"
		if d.Path != "" {
			what = d.Path
		}
		f.Message = fmt.Sprintf("%s is no schema: %s", what, d.Why)
		f.Why = "validators ignore what they do not know: a model may send anything here, and is told nothing"
		f.Fix = `put the members under "properties", beside "type": "object"`
	},
}
