package prose_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
)

// TestLenient holds what a description says of other spellings, and as many
// sentences of the same words that say nothing of them.
func TestLenient(t *testing.T) {
	for _, c := range []struct {
		text, anyCase, asText string
		values                []string
	}{
		{text: "Currency code, case-insensitive.", anyCase: "case-insensitive"},
		{text: "Matching is not case-sensitive.", anyCase: "not case-sensitive"},
		{text: "open or closed; any case is fine", anyCase: "any case"},
		{text: "The values may be in any case.", anyCase: "any case"},
		{text: "In any case, the oldest is taken."},
		{text: "Is sent. In any case nothing else is."},
		{text: "Opens a support case of any kind."},
		{text: "Upper or lower case.", anyCase: "Upper or lower case"},
		{text: "Case-sensitive."},
		{text: "How many; a number or numeric string.", asText: "number or numeric string"},
		{text: "Numeric strings are accepted.", asText: "Numeric strings are accepted"},
		{text: "The number of strings."},
		{text: "One of: open, closed", values: []string{"open", "closed"}},
		{text: "Can be `a` or `b`.", values: []string{"a", "b"}},
		{text: "The value must be `a` or `b`.", values: []string{"a", "b"}},
		{text: "Paid invoices must be `a` or `b`."},
		{text: "If it is a box, one of: on, off"},
		{text: "Possible values include `a` and `b`."},
		{text: "Other values: a, b"},
		{text: "One of: name, size. Append 'desc' to turn the order round."},
		{text: "One of 'a', 'b'. An empty value takes neither."},
		{text: "One of 'a', 'b'. The word 'c' is taken for 'a'."},
		{text: "One of 'a', 'b', unless `other_field` is set.", values: []string{"a", "b"}},
	} {
		got := prose.Lenient(contract.Text{Text: c.text})
		if text := claimed(got.AnyCase); text != c.anyCase {
			t.Errorf("%q: any case %q, want %q", c.text, text, c.anyCase)
		}
		if text := claimed(got.AsText); text != c.asText {
			t.Errorf("%q: as text %q, want %q", c.text, text, c.asText)
		}
		var values []string
		for _, v := range got.Values {
			values = append(values, v.Text)
		}
		if diff := cmp.Diff(c.values, values); diff != "" {
			t.Errorf("%q: values (-want +got):\n%s", c.text, diff)
		}
	}
}

func claimed(c *prose.Claim) string {
	if c == nil {
		return ""
	}
	return c.Text
}
