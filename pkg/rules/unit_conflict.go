package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var unitConflict = &Rule{
	ID: "unit-conflict", Category: "number", Severity: Error,
	Summary: "name, prose, format, default or bounds, of one side or of the two, state different units or scales",
	Kinds:   []diff.Kind{diff.UnitConflict},
	Judge: func(d *diff.Drift, f *Finding) {
		if c := d.Units[0].Conflict; c != nil {
			f.Message = fmt.Sprintf("%s contradicts itself: %s", d.Path, c.Why)
			f.Why = fmt.Sprintf("a model believes one of the two; %s gets a number that is off%s", operation(d), byFactor(c.Factor))
			f.Fix = fmt.Sprintf("state one unit for %s, in its name: say which of the two it is", leaf(d.Path))
			f.ToolAt = firstSpan(c.B.At, c.A.At, f.ToolAt)
			return
		}
		tool, api := strongest(d.Units[0]), strongest(d.Units[1])
		f.Message = fmt.Sprintf("%s is in %s in the tool, in %s in the API", d.Path, unitWords(tool), unitWords(api))
		f.Why = fmt.Sprintf("%s; %s reads the same number as %s%s", intent(d, tool), operation(d), unitWords(api), byFactor(d.Factor))
		f.Suggestion = api.Unit.Symbol
		f.Fix = fmt.Sprintf("say %s in the tool: rename %s to %s, or begin its description with \"in %s\"",
			unitWords(api), leaf(d.Path), suffixed(d, api), unitWords(api))
		f.ToolAt = firstSpan(tool.At, f.ToolAt)
		f.SpecAt = firstSpan(api.At, f.SpecAt)
	},
}
