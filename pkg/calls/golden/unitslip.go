package golden

import (
	"fmt"
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

// scales are the units that people take for one another, as pkg/units names both:
// exact, since what is sent is.
var scales = map[units.Dimension]string{
	units.Mass:     "kg g mg t lb oz st",
	units.Length:   "m km cm mm in ft yd mi nmi",
	units.Speed:    "m/s km/h mph knots",
	units.Area:     "m2 km2 cm2 ft2 hectares acres",
	units.Volume:   "m3 l cl ml cm3 ft3 gallons fl_oz",
	units.Duration: "s ms min hours days weeks",
	units.DataSize: "bytes bits kB MB GB KiB MiB GiB",
	units.DataRate: "bit/s kbit/s Mbit/s KiB/s MiB/s",
	units.Angle:    "degrees radians arcminutes arcseconds",
	units.Energy:   "J kJ Wh kWh kcal",
	units.Power:    "W kW MW hp",
	units.Pressure: "Pa hPa kPa bar psi atm mmHg",
}

// scalesOf are the units of a dimension that people take for one another, in order.
func scalesOf(dimension string) (all []units.Unit) {
	for dim, symbols := range scales {
		if dim.String() != dimension {
			continue
		}
		for _, symbol := range slices.Sorted(strings.FieldsSeq(symbols)) {
			all = append(all, units.Of(dim, strings.ReplaceAll(symbol, "_", " ")))
		}
	}
	return all
}

// slipped is how got, which should be want, is want in another unit. Powers of ten
// and sixties tell by themselves; what else two units may be apart is believed only
// of a field whose dimension the contract tells.
func slipped(want, got string, f *calls.Field) (s slip, ok bool) {
	w, okW := contract.Rat(want)
	g, okG := contract.Rat(got)
	if okW && okG && f != nil {
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
	all := scalesOf(f.Dimension)
	i := slices.IndexFunc(all, func(u units.Unit) bool { return u.Symbol == f.Unit })
	if i < 0 {
		return "", false
	}
	own := all[i].Exact()
	right := new(big.Rat).Mul(want, own)
	for _, u := range all {
		if scale := u.Exact(); scale.Cmp(own) != 0 && near(scale.Mul(scale, got), right, rounding) {
			return u.Symbol, true
		}
	}
	return "", false
}

// otherDegrees is the unit in which got is want degrees of another. Its zero is
// another too.
func otherDegrees(want, got *big.Rat, own string) (unit string, ok bool) {
	right, ok := units.ToKelvin(want, own)
	if !ok {
		return "", false
	}
	for _, other := range units.Temperatures {
		if kelvin, _ := units.ToKelvin(got, other); other != own && kelvin.Cmp(right) == 0 {
			return other, true
		}
	}
	return "", false
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
