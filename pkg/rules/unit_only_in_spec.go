package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var unitOnlyInSpec = &Rule{
	ID: "unit-only-in-spec", Category: "number", Severity: Error,
	Summary: "the API states the unit of a quantity, the tool does not",
	Kinds:   []diff.Kind{diff.UnitOnlyInSpec},
	Judge: func(d *diff.Drift, f *Finding) {
		api := d.Units[1].Trusted()
		s := strongest(&api)
		u, code := wanted(d)
		f.Message = fmt.Sprintf("%s is a bare number in the tool; the API counts it %s", d.Path, counted(s, api.Code))
		if guess, ok := otherThan(s.Unit); ok {
			f.Why = "a model has to guess the unit: " + misread(d, guess, s.Unit, "", api.Code)
		} else {
			f.Why = fmt.Sprintf("a model has to guess the unit of %s; %s counts what it sends %s", leaf(d.Path), operation(d), counted(s, api.Code))
		}
		f.Fix = sayUnit(d, u, code)
		f.Suggestion = u.Symbol
		f.SpecAt = firstSpan(s.At, f.SpecAt)
	},
}
