package units

import (
	"math"
	"math/big"
	"testing"
)

// What a unit is defined as is what its scale is, but for rounding.
func TestExactIsScale(t *testing.T) {
	for _, row := range vocabulary {
		exact, _ := row.Exact().Float64()
		if row.Scale != 0 && math.Abs(exact/row.Scale-1) > 1e-5 {
			t.Errorf("%s: %g, and its scale is %g", row.Symbol, exact, row.Scale)
		}
	}
	for _, c := range []struct {
		dim          Dimension
		symbol, want string
	}{
		{Duration, "ms", "1/1000"}, {Mass, "lb", "45359237/100000000"}, {Speed, "km/h", "5/18"}, {Volume, "gallons", "473176473/125000000000"},
		{DataSize, "TiB", "1099511627776"}, {Temperature, "celsius", "0"}, {Length, "furlongs", "0"}, {Ratio, "micros", "1/1000000"},
	} {
		want, _ := new(big.Rat).SetString(c.want)
		if got := Of(c.dim, c.symbol).Exact(); got.Cmp(want) != 0 {
			t.Errorf("%s is %s, want %s", c.symbol, got.RatString(), c.want)
		}
	}
}

func TestTemperatures(t *testing.T) {
	for _, c := range []struct{ v, unit, to, want string }{
		{"68", "fahrenheit", "celsius", "20"}, {"-40", "celsius", "fahrenheit", "-40"}, {"0", "kelvin", "fahrenheit", "-459.67"}, {"37", "celsius", "kelvin", "310.15"},
	} {
		v, _ := new(big.Rat).SetString(c.v)
		want, _ := new(big.Rat).SetString(c.want)
		kelvin, _ := ToKelvin(v, c.unit)
		if got, ok := FromKelvin(kelvin, c.to); !ok || got.Cmp(want) != 0 {
			t.Errorf("%s %s are %s %s, want %s", c.v, c.unit, got.RatString(), c.to, c.want)
		}
	}
	for _, symbol := range Temperatures {
		if _, ok := ToKelvin(new(big.Rat), symbol); !ok {
			t.Errorf("%s is unknown", symbol)
		}
	}
	if _, ok := ToKelvin(new(big.Rat), "m"); ok {
		t.Error("metres are a temperature")
	}
}
