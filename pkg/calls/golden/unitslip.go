package golden

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/units"
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
		return "as if in " + units.Unit{Symbol: s.as}.Noun()
	}
	return s.factor + " times too " + way
}

// sixties are how many of a smaller unit of time are in a larger one, beyond
// powers of ten: seconds in minutes, hours and days, and milliseconds.
var sixties = []int64{60, 3600, 86400, 60_000, 3_600_000, 86_400_000}

// maxPower is the largest power of ten between two units that people mix up:
// nanoseconds and seconds.
const maxPower = 9

// scales are the units that people take for one another, by dimension, as pkg/units
// names both, in one of them. Exact, since what is sent is: an inch is 0.0254 m by
// law, a pound 0.45359237 kg.
var scales = map[string]map[string]string{
	"mass":      {"kg": "1", "g": "0.001", "mg": "0.000001", "t": "1000", "lb": "0.45359237", "oz": "0.028349523125", "st": "6.35029318"},
	"length":    {"m": "1", "km": "1000", "cm": "0.01", "mm": "0.001", "in": "0.0254", "ft": "0.3048", "yd": "0.9144", "mi": "1609.344", "nmi": "1852"},
	"speed":     {"m/s": "1", "km/h": "5/18", "mph": "0.44704", "knots": "463/900"},
	"area":      {"m2": "1", "km2": "1000000", "cm2": "0.0001", "ft2": "0.09290304", "hectares": "10000", "acres": "4046.8564224"},
	"volume":    {"m3": "1", "l": "0.001", "cl": "0.00001", "ml": "0.000001", "cm3": "0.000001", "ft3": "0.028316846592", "gallons": "0.003785411784", "fl oz": "0.0000295735295625"},
	"duration":  {"s": "1", "ms": "0.001", "min": "60", "hours": "3600", "days": "86400", "weeks": "604800"},
	"data size": {"bytes": "1", "bits": "0.125", "kB": "1000", "MB": "1000000", "GB": "1000000000", "KiB": "1024", "MiB": "1048576", "GiB": "1073741824"},
	"data rate": {"bit/s": "1", "kbit/s": "1000", "Mbit/s": "1000000", "KiB/s": "8192", "MiB/s": "8388608"},
	"angle":     {"degrees": "1", "radians": "57.29577951308232", "arcminutes": "1/60", "arcseconds": "1/3600"},
	"energy":    {"J": "1", "kJ": "1000", "Wh": "3600", "kWh": "3600000", "kcal": "4184"},
	"power":     {"W": "1", "kW": "1000", "MW": "1000000", "hp": "745.699872"},
	"pressure":  {"Pa": "1", "hPa": "100", "kPa": "1000", "bar": "100000", "psi": "6894.757293168", "atm": "101325", "mmHg": "133.322387415"},
}

// degrees are temperatures in kelvin: times the first, plus the second.
var degrees = map[string][2]string{"kelvin": {"1", "0"}, "celsius": {"1", "273.15"}, "fahrenheit": {"5/9", "229835/900"}}

// slipped is how got, which should be want, is want in another unit. Powers of ten
// and sixties tell by themselves; what else two units may be apart is believed only
// of a field whose dimension the contract tells.
func slipped(want, got string, f *calls.Field) (s slip, ok bool) {
	w, okW := contract.Rat(want)
	g, okG := contract.Rat(got)
	if okW && okG && f != nil && degrees[f.Unit] != [2]string{} {
		if s.as, ok = otherDegrees(w, g, f.Unit); ok {
			return s, true
		}
	}
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

// converted is the unit in which got is want, where the contract states the unit of
// want. Of several the first by name counts.
func converted(want, got *big.Rat, f *calls.Field) (unit string, ok bool) {
	own, known := scales[f.Dimension][f.Unit]
	if !known {
		return "", false
	}
	for _, other := range slices.Sorted(maps.Keys(scales[f.Dimension])) {
		if scale := scales[f.Dimension][other]; scale != own && near(scaled(got, scale), scaled(want, own), rounding) {
			return other, true
		}
	}
	return "", false
}

// otherDegrees is the unit in which got is want degrees of another. Its zero is
// another too.
func otherDegrees(want, got *big.Rat, own string) (unit string, ok bool) {
	for _, other := range slices.Sorted(maps.Keys(degrees)) {
		if other != own && kelvin(got, degrees[other]).Cmp(kelvin(want, degrees[own])) == 0 {
			return other, true
		}
	}
	return "", false
}

func scaled(n *big.Rat, scale string) *big.Rat {
	r, _ := new(big.Rat).SetString(scale)
	return r.Mul(r, n)
}

func kelvin(n *big.Rat, of [2]string) *big.Rat {
	zero, _ := new(big.Rat).SetString(of[1])
	return zero.Add(zero, scaled(n, of[0]))
}

// zone is by how much two points in time, in seconds, differ where a time zone would
// explain it: a quarter of an hour times some number, 14 hours at most; "".
func zone(want, got string, f *calls.Field) string {
	second, ok := map[string]int64{"s": 1, "ms": 1000}[f.Unit]
	w, okW := contract.Rat(want)
	g, okG := contract.Rat(got)
	if f.Dimension != "point in time" || !ok || !okW || !okG {
		return ""
	}
	quarters := new(big.Rat).Sub(g, w)
	quarters.Quo(quarters, big.NewRat(900*second, 1))
	if !quarters.IsInt() || !quarters.Num().IsInt64() || quarters.Sign() == 0 || max(quarters.Num().Int64(), -quarters.Num().Int64()) > 14*4 {
		return ""
	}
	way := "late"
	if quarters.Sign() < 0 {
		way = "early"
		quarters.Neg(quarters)
	}
	return fmt.Sprintf("%d minutes too %s, as a time zone would make it", quarters.Num().Int64()*15, way)
}
