package units

import (
	"math"
	"strconv"
	"strings"
)

// Compare is what two sides state about one quantity. Factor is by how much a
// number of a must be multiplied to mean the same in b: "1" where they agree,
// "1000", "1/60"; empty where nothing is known, or where they do not convert.
// Conflict reports that both state a unit, or a currency, and the two differ.
// A side that contradicts itself is trusted as Trusted says; one that claims two
// units for one value agrees with either.
func Compare(a, b Judgement) (factor string, conflict bool) {
	if c := b.Conflict; c != nil && c.Kind == TwoUnits {
		other := b
		other.Conflict, other.Stated = nil, []Statement{c.B}
		if factor, conflict = Compare(a, other); !conflict {
			return factor, false
		}
	}
	b = b.Trusted()
	u, ok := a.Unit()
	v, also := b.Unit()
	if !ok || !also || a.guessesFraction() || b.guessesFraction() {
		return "", false
	}
	if u.Dim != Money || v.Dim != Money || strings.HasPrefix(u.Symbol, chosenBy) || strings.HasPrefix(v.Symbol, chosenBy) {
		return u.Convert(v)
	}
	if !sameCurrency(a.Code, b.Code) {
		return "", true
	}
	return convertMoney(u, v, firstOf(a.Code, b.Code))
}

// guessesFraction reports a fraction that only an example shows: 0.75 is as well
// a percentage below one.
func (j Judgement) guessesFraction() bool {
	return len(j.Stated) > 0 && j.Stated[0].From == FromExample && j.Stated[0].Unit.Symbol == fraction
}

// Convert compares two units, as Compare does.
func (u Unit) Convert(v Unit) (factor string, conflict bool) {
	switch {
	case u.Symbol == v.Symbol:
		return "1", false
	case strings.HasPrefix(u.Symbol, chosenBy), strings.HasPrefix(v.Symbol, chosenBy): // may be the same
		return "", false
	case u.Symbol == someScale, v.Symbol == someScale: // 0 to 50 may be the half of 0 to 100, not of 0 to 1
		return "", u.Symbol == fraction || v.Symbol == fraction
	case u.Dim != v.Dim:
		return "", true
	case u.Dim == Money:
		return convertMoney(u, v, "")
	case u.Scale == 0 || v.Scale == 0:
		return "", true
	}
	return factorText(u.Scale / v.Scale), !near(u.Scale/v.Scale, 1)
}

// Symbols that are no unit's own.
const (
	chosenBy  = "by:"   // and the sibling that chooses the unit
	someScale = "scale" // a range that is neither a fraction nor percent
	fraction  = "fraction"
	percent   = "percent"
)

// convertMoney compares two units of money of one currency, "" where it is not
// known. Cents and minor units are one wherever the currency has cents.
func convertMoney(u, v Unit, code string) (factor string, conflict bool) {
	if u.Symbol == v.Symbol {
		return "1", false
	}
	a, b := moneyScale(u, code), moneyScale(v, code)
	switch {
	case isMinor(u) && isMinor(v) && (a == 0 || b == 0):
		return "1", false
	case a == 0 || b == 0:
		return "", true
	}
	return factorText(a / b), !near(a/b, 1)
}

func isMinor(u Unit) bool { return u.Symbol == minorUnits.Symbol || u.Symbol == exampleCents.Symbol }

// moneyScale is a unit of money in major units, 0 where that is not known.
func moneyScale(u Unit, code string) float64 {
	switch u.Symbol {
	case majorUnits.Symbol:
		return 1
	case minorUnits.Symbol:
		if code == anyDollar {
			code = "USD"
		}
		if n, ok := Exponent(code); ok {
			return math.Pow10(-n)
		}
	}
	return u.Scale
}

// anyDollar is the code of "dollars": of the United States, Canada, Australia ...
const anyDollar = "$"

var dollars = map[string]bool{"USD": true, "CAD": true, "AUD": true, "NZD": true, "SGD": true, "HKD": true, "TWD": true}

// sameCurrency reports whether two codes may be one; "" may be any.
func sameCurrency(a, b string) bool {
	return a == b || a == "" || b == "" || a == anyDollar && dollars[b] || b == anyDollar && dollars[a]
}

func firstOf(codes ...string) string {
	for _, c := range codes {
		if c != "" && c != anyDollar {
			return c
		}
	}
	for _, c := range codes {
		if c != "" {
			return c
		}
	}
	return ""
}

func near(a, b float64) bool { return a-b < 1e-6 && b-a < 1e-6 }

func factorText(f float64) string {
	if f < 1 {
		return "1/" + digits(1/f)
	}
	return digits(f)
}

// digits is f to six significant digits, without an exponent.
func digits(f float64) string {
	f, _ = strconv.ParseFloat(strconv.FormatFloat(f, 'g', 6, 64), 64)
	return strconv.FormatFloat(f, 'f', -1, 64)
}
