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
		s := strongest(d.Units[1])
		f.Message = fmt.Sprintf("%s is a bare number in the tool; the API counts it in %s", d.Path, unitWords(s))
		f.Why = fmt.Sprintf("a model has to guess the unit of %s; %s takes what it sends for %s", leaf(d.Path), operation(d), unitWords(s))
		f.Fix = fmt.Sprintf("rename %s to %s, or begin its description with \"in %s\"", leaf(d.Path), suffixed(d, s), unitWords(s))
		f.Suggestion = s.Unit.Symbol
		f.SpecAt = firstSpan(s.At, f.SpecAt)
	},
}
