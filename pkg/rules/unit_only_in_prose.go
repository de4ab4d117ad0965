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
		where := "the description"
		if s.From == units.FromExample {
			where = "an example"
		}
		f.Message = fmt.Sprintf("%s says its unit (%s) in %s only", d.Path, s.Unit.Noun(), where)
		f.Why = fmt.Sprintf("a model writes the name right before the digits, and %s is far away by then: ", where)
		if guess, ok := otherThan(s.Unit); ok {
			f.Why += "now and then, " + misread(d, guess, s.Unit, "", d.Units[0].Code)
		} else {
			f.Why += fmt.Sprintf("it sends %s in another unit now and then", leaf(d.Path))
		}
		f.Fix = nameUnit(d, s.Unit)
		f.ToolAt = firstSpan(s.At, f.ToolAt)
		if d.Units[0].Dim != units.Money {
			f.Severity = Note
		}
	},
}

// nameUnit puts a unit that only prose states where it is seen.
func nameUnit(d *diff.Drift, u units.Unit) string {
	name, fresh := leaf(d.Path), renamed(leaf(d.Path), u, d.Units[0].Code, &units.Judgement{})
	switch {
	case u.Symbol == "fraction":
		return `give it "minimum": 0, "maximum": 1`
	case fresh == "":
		return fmt.Sprintf("put the unit of %s into its name", name)
	}
	return fmt.Sprintf("rename %s to %s", name, fresh)
}
