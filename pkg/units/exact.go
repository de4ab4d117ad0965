package units

import (
	"math/big"
	"strconv"
)

// definitions are the scales that are no short decimals, that Scale rounds, or that it
// leaves open: a gallon is here that of the United States.
var definitions = map[string]string{
	"km/h": "5/18", "knots": "463/900", "arcminutes": "1/60", "arcseconds": "1/3600", "rpm": "1/60", "bpm": "1/60", "per minute": "1/60",
	"hp": "745.699872", "psi": "6894.757293168", "mmHg": "133.322387415", "gallons": "0.003785411784", "fl oz": "0.0000295735295625",
}

// Exact is Scale as the unit is defined: 0.001, not the nearest double; 0 where no
// fixed factor leads to the unit. Minutes, hours, days: SI brochure, table 8. Pound,
// ounce, stone, inch, foot, yard, mile: international yard and pound agreement of 1959
// (1 lb = 0.45359237 kg, 1 yd = 0.9144 m; NIST SP 811, appendix B). Knot: SI brochure,
// 1852 m an hour. kB and KiB: IEC 80000-13. Acre: international, 43560 square feet.
func (u Unit) Exact() *big.Rat {
	text, ok := definitions[u.Symbol]
	if !ok {
		text = strconv.FormatFloat(u.Scale, 'g', -1, 64)
	}
	r, _ := new(big.Rat).SetString(text)
	return r
}

// Of is the unit of a dimension with a symbol; zero where there is none.
func Of(dim Dimension, symbol string) Unit {
	for i := range vocabulary {
		if u := vocabulary[i].Unit; u.Dim == dim && u.Symbol == symbol {
			return u
		}
	}
	return Unit{}
}

// temperatures are in kelvin: times the first, plus the second (SI brochure, 2.3.1;
// NIST SP 811, B.8).
var temperatures = map[string][2]string{"kelvin": {"1", "0"}, "celsius": {"1", "273.15"}, "fahrenheit": {"5/9", "229835/900"}}

// Temperatures are the symbols that ToKelvin knows, in order.
var Temperatures = []string{"celsius", "fahrenheit", "kelvin"}

// ToKelvin is a temperature in kelvin, exactly; ok is false where its unit is none of
// the Temperatures.
func ToKelvin(v *big.Rat, symbol string) (kelvin *big.Rat, ok bool) {
	scale, zero, ok := degree(symbol)
	if !ok {
		return nil, false
	}
	kelvin = new(big.Rat).Mul(v, scale)
	return kelvin.Add(kelvin, zero), true
}

// FromKelvin is the way back.
func FromKelvin(kelvin *big.Rat, symbol string) (v *big.Rat, ok bool) {
	scale, zero, ok := degree(symbol)
	if !ok {
		return nil, false
	}
	v = new(big.Rat).Sub(kelvin, zero)
	return v.Quo(v, scale), true
}

func degree(symbol string) (scale, zero *big.Rat, ok bool) {
	d, ok := temperatures[symbol]
	if !ok {
		return nil, nil, false
	}
	scale, _ = new(big.Rat).SetString(d[0])
	zero, _ = new(big.Rat).SetString(d[1])
	return scale, zero, true
}
