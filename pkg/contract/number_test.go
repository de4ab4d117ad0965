package contract

import (
	"strings"
	"testing"
)

func TestCompareNumbersIsExact(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		order int
		ok    bool
	}{
		{"9007199254740993", "9007199254740992", 1, true},
		{"12345678901234567890", "12345678901234567891", -1, true},
		{"1.10", "1.1", 0, true},
		{"1e3", "1000", 0, true},
		{"0x1f", "31", 0, true},
		{"0o17", "15", 0, true},
		{"+5", "5", 0, true},
		{".5", "0.5", 0, true},
		{"-1", "0", -1, true},
		{"1/3", "0", 0, false},
		{".inf", "1", 0, false},
		{"1e1000000000", "1", 0, false},
		{strings.Repeat("9", 5001), "1", 0, false},
		{"0x" + strings.Repeat("f", 5001), "1", 0, false},
		{"0." + strings.Repeat("9", 5001), "1", 0, false},
		{"", "1", 0, false},
	} {
		order, ok := CompareNumbers(c.a, c.b)
		if order != c.order || ok != c.ok {
			t.Errorf("CompareNumbers(%q, %q) = %d, %v; want %d, %v", c.a, c.b, order, ok, c.order, c.ok)
		}
	}
}

// A number too long to compute with is still seen to be whole: to say that it is
// no integer would be wrong.
func TestLongNumbersAreWhole(t *testing.T) {
	long := strings.Repeat("9", 5001)
	for num, want := range map[string]bool{long: true, "-" + long: true, "0." + long: false} {
		if got := IsWhole(num); got != want {
			t.Errorf("IsWhole(%.4s...) = %v, want %v", num, got, want)
		}
	}
}

func TestTypeSetSaysNumberOnce(t *testing.T) {
	for set, want := range map[TypeSet]string{
		Number:                "number",
		Integer:               "integer",
		StringType | NullType: "string or null",
		Any:                   "any type",
		0:                     "nothing",
	} {
		if got := set.String(); got != want {
			t.Errorf("TypeSet(%b) = %q, want %q", set, got, want)
		}
	}
}
