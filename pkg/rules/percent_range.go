package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/units"
)

var percentRange = &Rule{
	ID: "percent-range", Category: "number", Severity: Warning,
	Summary: "a percentage by its name or prose, without its range in the schema",
	Kinds:   []diff.Kind{diff.PercentRange},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s is a percentage without a range", d.Path)
		f.Why = fmt.Sprintf("asked for 15 percent some models send {%s: 0.15}, and no validator stops it", quoted(leaf(d.Path)))
		f.Fix = unitWriter{d: d, unit: units.Unit{Symbol: "percent", Dim: units.Ratio}}.ranged()
	},
}
