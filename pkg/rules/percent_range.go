package rules

import (
	"fmt"
	"strings"

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
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		if d.ToolSchema == nil || d.ToolSchema.Elem != nil || d.ToolSchema.Min != nil || d.ToolSchema.Max != nil {
			return nil
		}
		if spoils(d.ToolSchema, bounded("minimum", "0")) || spoils(d.ToolSchema, bounded("maximum", "100")) {
			return nil
		}
		schema := t.schemaOf(d.ToolSchema)
		edits := joined(all(t.keyword(schema, "minimum", digits("0")), t.keyword(schema, "maximum", digits("100"))))
		if d.APISchema == nil || d.APISchema.Min == nil && d.APISchema.Max == nil {
			return unsafely(edits) // a growth may well be beyond 100 percent
		}
		if !strings.Contains(f.Fix, `"minimum": 0, "maximum": 100`) {
			return nil
		}
		return edits
	},
}
