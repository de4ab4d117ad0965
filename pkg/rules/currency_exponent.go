package rules

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/units"
)

var currencyExponent = &Rule{
	ID: "currency-exponent", Category: "number", Severity: Warning,
	Summary: "an amount in cents beside a free currency: JPY has no cents, KWD has 1000",
	Kinds:   []diff.Kind{diff.Exponent},
	Judge: func(d *diff.Drift, f *Finding) {
		beside := d.Units[0].Currency
		f.Message = fmt.Sprintf("%s is in cents beside a free %s", d.Path, beside)
		f.Why = fmt.Sprintf("asked for 5000 yen a model sends {%s: 500000}, for it was told cents; %s charges 500,000 yen", quoted(leaf(d.Path)), operation(d))
		f.Fix = followCurrency(d, beside)
	},
}

// followCurrency counts in whatever the currency's smallest unit is, where the API
// may; an API that itself says cents means currencies that have them.
func followCurrency(d *diff.Drift, beside string) string {
	whole := ""
	if isFloat(d.ToolSchema) {
		whole = fmt.Sprintf(" and give it the type integer, without the format %s", formatOrFloat(d.ToolSchema))
	}
	list := fmt.Sprintf(`list the currencies of %s that have cents ("enum": ["USD", "EUR"])`, beside)
	if fresh := units.Rename(leaf(d.Path), unit("cents", units.Money), ""); fresh != "" {
		list += fmt.Sprintf(" and rename %s to %s", leaf(d.Path), fresh)
	}
	list += whole
	if a := d.Units[1]; a != nil {
		if u, ok := a.Trusted().Unit(); ok && u.Symbol != "minor units" {
			return list + ", or count in the smallest unit of the currency, in the API first"
		}
	}
	name, minor := leaf(d.Path), units.Unit{Symbol: "minor units", Dim: units.Money}
	words := fmt.Sprintf("in the smallest unit of %s: 1000 is 10.00 USD, 1000 JPY, 1.000 KWD", beside)
	edit := fmt.Sprintf("begin its description with %q", words)
	if s, ok := statedFrom(d.Units[0], units.FromProse); ok && s.Text != "" {
		was := s.Text
		if strings.Contains(d.ToolField.Field.Doc.Text, "in "+was) {
			was = "in " + was
		}
		edit = fmt.Sprintf("write %q in place of %q in its description", words, was)
	}
	if fresh := units.Rename(name, minor, ""); fresh != "" {
		edit = fmt.Sprintf("rename %s to %s and %s", name, fresh, edit)
	}
	return edit + whole + ", or " + list
}
