package diff

import "github.com/tooldrift/tooldrift/pkg/contract"

// Contradicts reports whether a schema's own bounds cross, or its closed list
// holds nothing that the rest of it allows: a value of that kind has no way to fit.
func Contradicts(s *contract.Schema) bool {
	for _, limits := range [][]limit{numberBounds, lengthBounds, itemBounds} {
		if crossed(s, limits[0], limits[1]) {
			return true
		}
	}
	for _, v := range s.Enum {
		if verdict, _ := Check(s, v.Lit, false); verdict != Rejected {
			return false
		}
	}
	return len(s.Enum) > 0
}

// crossed reports whether nothing lies between two limits.
func crossed(s *contract.Schema, lower, upper limit) bool {
	low, high := lower.of(s), upper.of(s)
	if low == nil || high == nil {
		return false
	}
	whole := lower.word != "minimum" || !s.Types.Has(contract.Fraction)
	low = stepped(low, s, lower)
	least, most := limitOf(low, false, whole), limitOf(high, true, whole)
	if least == nil || most == nil {
		return false
	}
	order := least.Cmp(most)
	return order > 0 || order == 0 && !whole && (low.Exclusive || high.Exclusive)
}
