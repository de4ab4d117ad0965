package rules

import (
	"fmt"
	"strings"

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
		if d.Units[0].Dim != units.Money || s.Unit.Dim == units.Ratio {
			f.Severity = Note
		}
	},
}

// nameUnit puts a unit that only prose states where it is seen.
func nameUnit(d *diff.Drift, u units.Unit) string {
	name, fresh := leaf(d.Path), renamed(leaf(d.Path), u, d.Units[0].Code, &units.Judgement{})
	w := unitWriter{d: d, unit: u}
	switch {
	case u.Symbol == "fraction":
		return fmt.Sprintf(`give it "minimum": %s, "maximum": 1`, lowest(strongest(d.Units[0])))
	case fresh == "" || !w.reads(fresh, w.field().Doc.Text):
		return fmt.Sprintf("put the unit of %s into its name", name)
	}
	edits := []string{fmt.Sprintf("rename %s to %s", name, fresh)}
	if u.Symbol == "percent" {
		edits = append(edits, w.besides()...)
	}
	return listed(edits)
}

// lowest is where a scale begins that a description tells: 0.1 of "0.1 to 1".
func lowest(s units.Statement) string {
	var lo float64
	if n, err := fmt.Sscanf(s.Text, "%g", &lo); n == 1 && err == nil && lo > 0 && lo < 1 && strings.ContainsAny(s.Text, "-–t") {
		return number(lo).Text
	}
	return "0"
}
