package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var nullRejected = &Rule{
	ID: "null-rejected", Category: "type", Severity: Error,
	Summary: "the tool allows null, the API does not",
	Kinds:   []diff.Kind{diff.NullRejected},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s may be null in the tool, not in the API", d.Path)
		f.Why = fmt.Sprintf("a model sends {%s: null} for what it does not know; %s rejects null", quoted(leaf(d.Path)), operation(d))
		f.Fix = fmt.Sprintf("drop null from the types of %s, and leave the field out instead", leaf(d.Path))
		if d.Text {
			f.Severity = Warning
			f.Why = fmt.Sprintf("a model sends {%s: null}; as text it becomes the word null, or nothing, for %s", quoted(leaf(d.Path)), operation(d))
		}
	},
}
