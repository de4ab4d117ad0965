package diff_test

import (
	"testing"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// In a query 10 and "10" are one; what another language's literals spell is no number.
func TestNumbersThatTravelAsText(t *testing.T) {
	whole, any := &contract.Schema{Types: contract.Integer}, &contract.Schema{Types: contract.Integer | contract.Fraction}
	for _, c := range []struct {
		text           string
		integer, other diff.Verdict
	}{
		{"5", diff.Accepted, diff.Accepted},
		{"-5", diff.Accepted, diff.Accepted},
		{"5.0", diff.Accepted, diff.Accepted},
		{"5.5", diff.Rejected, diff.Accepted},
		{"1e3", diff.Accepted, diff.Accepted},
		{"0x5", diff.Rejected, diff.Rejected},
		{"0b1", diff.Rejected, diff.Rejected},
		{"0o7", diff.Rejected, diff.Rejected},
		{"1_000", diff.Rejected, diff.Rejected},
		{"+5", diff.Rejected, diff.Rejected},
		{"05", diff.Rejected, diff.Rejected},
		{"5.", diff.Rejected, diff.Rejected},
		{"1/2", diff.Rejected, diff.Rejected},
		{"", diff.Rejected, diff.Rejected},
	} {
		v := &source.Node{Kind: source.String, Text: c.text}
		if got, _ := diff.Check(whole, v, true); got != c.integer {
			t.Errorf("%q for an integer in a query: verdict %d, want %d", c.text, got, c.integer)
		}
		if got, _ := diff.Check(any, v, true); got != c.other {
			t.Errorf("%q for a number in a query: verdict %d, want %d", c.text, got, c.other)
		}
	}
}
