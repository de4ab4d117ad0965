package contract

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// Rat is the exact value of a number as its author spelled it, JSON or YAML
// (1e3, 0x1f, 0o17, +5, .5); ok is false for what is no finite number of a sane
// size: within source.DigitsLimit and source.ExponentLimit.
func Rat(num string) (r *big.Rat, ok bool) {
	if IsLong(num) {
		return nil, false
	}
	digits := strings.TrimPrefix(num, "+")
	if strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0o") {
		i, ok := new(big.Int).SetString(digits, 0)
		if !ok {
			return nil, false
		}
		return new(big.Rat).SetInt(i), true
	}
	if digits == "" || strings.ContainsAny(digits, "/_xXpP") {
		return nil, false
	}
	if i := strings.IndexAny(digits, "eE"); i >= 0 {
		exp, err := strconv.Atoi(digits[i+1:])
		if err != nil || exp > source.MaxExponent || exp < -source.MaxExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(digits)
}

// IsLong reports a number that nothing is computed with: it has more digits than
// source.DigitsLimit.
func IsLong(num string) bool { return len(num) > source.MaxDigits }

// CompareNumbers orders two spelled numbers; ok is false where either is no number.
func CompareNumbers(a, b string) (order int, ok bool) {
	if x, errX := strconv.ParseInt(a, 10, 64); errX == nil {
		if y, errY := strconv.ParseInt(b, 10, 64); errY == nil {
			switch {
			case x < y:
				return -1, true
			case x > y:
				return 1, true
			}
			return 0, true
		}
	}
	x, okX := Rat(a)
	y, okY := Rat(b)
	if !okX || !okY {
		return 0, false
	}
	return x.Cmp(y), true
}

// IsWhole reports whether a spelled number has no fraction: 4, 4.0 and 4e2 do not.
func IsWhole(num string) bool {
	if digits := strings.TrimLeft(num, "+-"); IsLong(num) && strings.Trim(digits, "0123456789") == "" {
		return true
	}
	r, ok := Rat(num)
	return ok && r.IsInt()
}
