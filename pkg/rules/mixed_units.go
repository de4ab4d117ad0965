package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var mixedUnits = &Rule{
	ID: "mixed-units", Category: "number", Severity: Warning,
	Summary: "tools of one file use different units for the same field",
	Kinds:   []diff.Kind{diff.MixedUnits},
	Judge: func(d *diff.Drift, f *Finding) {
		here, there := strongest(d.Units[0]), strongest(d.Units[1])
		f.Message = fmt.Sprintf("%s is in %s here, in %s in %s", d.Path, here.Unit.Noun(), there.Unit.Noun(), d.Other)
		f.Why = fmt.Sprintf("a model carries the unit over from %s: %s", d.Other, misread(d, there.Unit, here.Unit, d.Units[1].Code, d.Units[0].Code))
		f.Also = append(f.Also, Place{"tool", d.OtherAt})
		f.Fix = "use one unit in all tools, or put the unit into every name"
	},
}
