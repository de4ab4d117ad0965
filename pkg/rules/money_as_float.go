package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var moneyAsFloat = &Rule{
	ID: "money-as-float", Category: "number", Severity: Warning,
	Summary: "money as a fractional number, where the API does not itself take one",
	Kinds:   []diff.Kind{diff.MoneyAsFloat},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s is money as a fractional number", d.Path)
		f.Why = fmt.Sprintf("a model sends {%s: 19.990000000000002} after a sum, and rounding is left to chance", quoted(leaf(d.Path)))
		f.Fix = "count in the smallest unit of the currency, as an integer, or take a decimal string"
		if d.Units[1] != nil {
			f.Fix = "give it the type integer, as the API does"
		}
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		if d.Units[1] == nil || d.ToolSchema == nil || spoils(d.ToolSchema, integral) {
			return nil
		}
		return t.retype(d.ToolSchema.TypeAt, "integer")
	},
}
