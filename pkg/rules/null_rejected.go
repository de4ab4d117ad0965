package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var nullRejected = &Rule{
	ID: "null-rejected", Category: "type", Severity: Error,
	Summary: "the tool allows null, the API does not",
	Kinds:   []diff.Kind{diff.NullRejected},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s may be null in the tool, not in the API", d.Path)
		call := sent(d, &source.Node{Kind: source.Null, Text: "null"})
		f.Why = fmt.Sprintf("a model sends %s for what it does not know; %s rejects null", call, operation(d))
		f.Fix = fmt.Sprintf("drop null from the types of %s", named(d.Path))
		if named(d.Path) == leaf(d.Path) {
			f.Fix += ", and leave the field out instead"
		}
		if d.APISchema.NullLeft {
			f.Message = fmt.Sprintf("%s may be null in the tool; the API requires it, and reads null as left out", d.Path)
			f.Why = fmt.Sprintf("a model sends %s for what it does not know; %s rejects the call, since the field is missing", call, operation(d))
			f.Fix = fmt.Sprintf("drop null from the types of %s", named(d.Path))
		}
		if d.Text {
			f.Severity = Warning
			f.Why = fmt.Sprintf("a model sends %s; as text it becomes the word null, or nothing, for %s", call, operation(d))
		}
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		return t.withoutNull(t.schemaOf(d.ToolSchema))
	},
}
