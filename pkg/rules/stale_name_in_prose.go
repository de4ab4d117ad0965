package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var staleNameInProse = &Rule{
	ID: "stale-name-in-prose", Category: "field-name", Severity: Error,
	Summary: "a description names a field that was renamed or removed",
	Kinds:   []diff.Kind{diff.StaleName},
	Judge: func(d *diff.Drift, f *Finding) {
		if d.APIField == nil {
			f.Message = fmt.Sprintf("%s names %s, which the API no longer has", whose(d), d.Value)
			f.Why = fmt.Sprintf("a model that obeys the text sends %s; %s refuses that name (%s)", d.Value, operation(d), d.Name.Evidence)
			if d.Name.Past != nil {
				f.Why = fmt.Sprintf("a model that obeys the text sends %s; %s had that field at %s and has it no more", d.Value, operation(d), d.Name.Past.Revision)
			}
			f.Fix = fmt.Sprintf("take %s out of the description", d.Value)
			return
		}
		f.Message = fmt.Sprintf("%s names %s; the field is called %s", whose(d), d.Value, d.APIPath)
		f.Why = fmt.Sprintf("a model that obeys the text sends %s or reports it missing; %s knows only %s (%s)", d.Value, operation(d), d.APIPath, d.Name.Evidence)
		f.Fix = fmt.Sprintf("write %s in place of %s in the description", d.APIField.Field.Name, d.Value)
		f.Suggestion = d.APIField.Field.Name
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		if d.APIField == nil || d.ToolAt.Text() != d.Value {
			return nil
		}
		return []Edit{{At: d.ToolAt, New: f.Suggestion, Unsafe: true}}
	},
}
