package rules

import (
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// call is the argument that a model sends: the witness's own where it is known.
func call(d *diff.Drift, v *source.Node) string {
	if v == nil {
		v = diff.Sample(d.ToolSchema)
	}
	return sent(d, v)
}

// fits reports whether a value fits both sides of a drift.
func fits(d *diff.Drift, v *source.Node) bool {
	for _, s := range diff.Schemas(d) {
		if verdict, _ := diff.Check(s, v, d.Text); verdict == diff.Rejected {
			return false
		}
	}
	return true
}
