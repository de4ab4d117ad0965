package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var enumOpen = &Rule{
	ID: "enum-open", Category: "type", Severity: Warning,
	Summary: "the API has a closed list, the tool any string, and its description lists no values",
	Kinds:   []diff.Kind{diff.EnumOpen},
	Judge: func(d *diff.Drift, f *Finding) {
		list := diff.EnumWords(d.APISchema.Enum)
		f.Message = fmt.Sprintf("%s is any string in the tool; the API takes only %s", d.Path, list)
		f.Why = fmt.Sprintf("a model makes up a value of its own words; %s rejects it", operation(d))
		f.Fix = fmt.Sprintf("add the enum of the API to %s", named(d.Path))
	},
}
