package golden

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/contract"
)

// slip is the right value in another unit.
type slip struct {
	factor string // by how much the number is too large or too small: "100"
	large  bool
	as     string // the unit it is in, where factor does not say enough: "lb"; ""
}

func (s slip) String() string {
	way := "small"
	if s.large {
		way = "large"
	}
	if s.as != "" {
		return "as if in " + s.as
	}
	return s.factor + " times too " + way
}

// sixties are how many of a smaller unit of time are in a larger one, beyond
// powers of ten: seconds in minutes, hours and days, and milliseconds.
var sixties = []int64{60, 3600, 86400, 60_000, 3_600_000, 86_400_000}

// maxPower is the largest power of ten between two units that people mix up:
// nanoseconds and seconds.
const maxPower = 9

// conversion is two units of one dimension that no power of ten parts; a number of
// the first times factor is the same in the second.
type conversion struct {
	dimension, from, to, factor string
}

var conversions = []conversion{
	{"mass", "lb", "kg", "0.45359237"}, {"mass", "lb", "g", "453.59237"}, {"mass", "oz", "g", "28.349523125"},
	{"mass", "oz", "kg", "0.028349523125"}, {"mass", "oz", "lb", "16"},
	{"length", "in", "cm", "2.54"}, {"length", "in", "mm", "25.4"}, {"length", "ft", "m", "0.3048"}, {"length", "in", "ft", "12"},
	{"length", "miles", "km", "1.609344"}, {"length", "miles", "m", "1609.344"}, {"length", "yards", "m", "0.9144"},
	{"speed", "mph", "km/h", "1.609344"}, {"speed", "km/h", "m/s", "3.6"}, {"speed", "mph", "m/s", "2.236936292"}, {"speed", "knots", "km/h", "1.852"},
	{"volume", "gallons", "l", "3.785411784"}, {"volume", "fl oz", "ml", "29.5735295625"},
	{"data size", "KiB", "bytes", "1024"}, {"data size", "MiB", "bytes", "1048576"}, {"data size", "GiB", "bytes", "1073741824"},
	{"data size", "bytes", "bits", "8"}, {"duration", "days", "hours", "24"}, {"duration", "weeks", "days", "7"},
	{"angle", "radians", "degrees", "57.29577951308232"},
}

// slipped is how got, which should be want, is want in another unit. Powers of ten
// and sixties tell by themselves; what else two units may be apart is believed only
// of a field whose dimension the contract tells.
func slipped(want, got string, f *calls.Field) (s slip, ok bool) {
	w, okW := contract.Rat(want)
	g, okG := contract.Rat(got)
	if !okW || !okG || w.Sign() == 0 || g.Sign() == 0 || w.Sign() != g.Sign() {
		return s, false
	}
	ratio := new(big.Rat).Quo(g, w)
	s.large = ratio.Cmp(big.NewRat(1, 1)) > 0
	if !s.large {
		ratio.Inv(ratio)
	}
	// A program that multiplies 1e-09 by 1000 sends 1.0000000000000002e-06.
	binary := strings.ContainsAny(want+got, ".eE")
	for power, n := 1, int64(10); power <= maxPower; power, n = power+1, n*10 {
		if isFactor(ratio, n, binary) {
			s.factor = fmt.Sprint(n)
			return s, true
		}
	}
	for _, n := range sixties {
		if isFactor(ratio, n, binary) || binary && n <= 3600 && near(ratio, new(big.Rat).SetInt64(n), rounding) {
			s.factor = fmt.Sprint(n)
			return s, true
		}
	}
	if f == nil {
		return s, false
	}
	s.as, ok = converted(w, g, f)
	return s, ok
}

// isFactor reports whether two numbers are n apart, but for what binary fractions
// cannot hold.
func isFactor(ratio *big.Rat, n int64, binary bool) bool {
	factor := new(big.Rat).SetInt64(n)
	return ratio.Cmp(factor) == 0 || binary && near(ratio, factor, 1e12)
}

// near reports whether two numbers differ by no more than a part of the second.
func near(a, b *big.Rat, part int64) bool {
	d := new(big.Rat).Sub(a, b)
	return d.Abs(d).Cmp(new(big.Rat).Abs(new(big.Rat).Mul(b, big.NewRat(1, part)))) <= 0
}

// rounding is how far, as a part, a converted number may be off: people round to
// half a percent.
const rounding = 200

// converted is the unit in which got is want, of the field's own dimension.
func converted(want, got *big.Rat, f *calls.Field) (unit string, ok bool) {
	for _, c := range conversions {
		if c.dimension != f.Dimension {
			continue
		}
		factor, _ := new(big.Rat).SetString(c.factor)
		if (f.Unit == "" || f.Unit == c.to) && near(new(big.Rat).Mul(got, factor), want, rounding) {
			return c.from, true
		}
		if (f.Unit == "" || f.Unit == c.from) && near(new(big.Rat).Quo(got, factor), want, rounding) {
			return c.to, true
		}
	}
	if f.Dimension == "temperature" {
		fahrenheit := func(c *big.Rat) *big.Rat {
			r := new(big.Rat).Mul(c, big.NewRat(9, 5))
			return r.Add(r, big.NewRat(32, 1))
		}
		switch {
		case got.Cmp(fahrenheit(want)) == 0:
			return "Fahrenheit", true
		case want.Cmp(fahrenheit(got)) == 0:
			return "Celsius", true
		}
	}
	return "", false
}
