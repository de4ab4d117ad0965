package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/units"
)

var unitOnlyInProse = &Rule{
	ID: "unit-only-in-prose", Category: "number", Severity: Warning,
	Summary: "the unit stands only in a description, not in the name that the model types: a warning for money, else a note",
	Kinds:   []diff.Kind{diff.UnitOnlyInProse},
	Judge: func(d *diff.Drift, f *Finding) {
		s := strongest(d.Units[0])
		f.Message = fmt.Sprintf("%s says its unit (%s) in the description only", d.Path, unitWords(s))
		f.Why = fmt.Sprintf("a model writes the name right before the digits, and the description is far away by then: it sends %s in another unit now and then", leaf(d.Path))
		f.Fix = fmt.Sprintf("rename %s to %s", leaf(d.Path), suffixed(d, s))
		f.ToolAt = firstSpan(s.At, f.ToolAt)
		if d.Units[0].Dim != units.Money {
			f.Severity = Note
		}
	},
}
