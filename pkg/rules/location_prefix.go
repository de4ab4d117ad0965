package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var locationPrefix = &Rule{
	ID: "location-prefix", Category: "field-name", Severity: Warning,
	Summary: "the name differs from the API's only by a location (query_zone) that separates no collision",
	Kinds:   []diff.Kind{diff.Prefixed},
	Judge: func(d *diff.Drift, f *Finding) {
		old, now := d.ToolField.Field, d.APIField.Field
		f.Message = fmt.Sprintf("%s is the API's %s with its location in the name", d.Path, d.APIPath)
		f.Why = fmt.Sprintf("a model sends %s; unless the tool server strips the location, %s knows only %s", sent(d, diff.Sample(old.Schema)), operation(d), now.Name)
		f.Fix = fmt.Sprintf("rename %s to %s", old.Name, now.Name)
		f.Suggestion = now.Name
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		// A name with its location in it is what generators write whose servers take it off again.
		return unsafely(t.rename(d, d.ToolField.Field, d.APIField.Field.Name))
	},
}
