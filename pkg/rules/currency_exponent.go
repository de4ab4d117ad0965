package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var currencyExponent = &Rule{
	ID: "currency-exponent", Category: "number", Severity: Warning,
	Summary: "an amount in cents beside a free currency: JPY has no cents, KWD has 1000",
	Kinds:   []diff.Kind{diff.Exponent},
	Judge: func(d *diff.Drift, f *Finding) {
		beside := d.Units[0].Currency
		f.Message = fmt.Sprintf("%s is in cents beside a free %s", d.Path, beside)
		f.Why = fmt.Sprintf("asked for 5000 yen a model sends {%s: 500000}, for it was told cents; %s charges 500,000 yen", quoted(leaf(d.Path)), operation(d))
		f.Fix = fmt.Sprintf(`rename %s to %s_minor_units and write "in the smallest unit of %s: 1000 is 10.00 USD, 1000 JPY, 1.000 KWD", or list the currencies that have cents`,
			leaf(d.Path), leaf(d.Path), beside)
	},
}
