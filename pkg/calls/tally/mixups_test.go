package tally

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// values draws so many numbers as calls send them.
func values(seed uint64, n int, draw func(r *rand.Rand) string) histogram {
	r := rand.New(rand.NewPCG(seed, 9))
	var h histogram
	for range n {
		h.add(draw(r), 0)
	}
	return h
}

func whole(x float64) string { return fmt.Sprintf("%.0f", x) }
func cents(x float64) string { return fmt.Sprintf("%.2f", x) }

// around draws from a lognormal distribution: its median, and the deviation of its logarithm.
func around(r *rand.Rand, median, deviation float64) float64 {
	return median * math.Exp(deviation*r.NormFloat64())
}

func pick(r *rand.Rand, all ...string) string { return all[r.IntN(len(all))] }

// TestMixedUp holds which values are two units and which are not, for many draws.
func TestMixedUp(t *testing.T) {
	const draws = 60
	for _, c := range []struct {
		name      string
		dimension string
		n         int
		draw      func(r *rand.Rand) string
		want      string // factor and kind; "" where nothing is mixed
		atLeast   float64
	}{
		{"cents and a tenth dollars", "money", 3000, func(r *rand.Rand) string {
			x := around(r, 4000, 0.6)
			if r.IntN(10) == 0 {
				return cents(x / 100)
			}
			return whole(x)
		}, "100 clusters", 1},
		{"cents and half dollars, spread wide", "money", 3000, func(r *rand.Rand) string {
			x := around(r, 4000, 0.8)
			if r.IntN(2) == 0 {
				return cents(x / 100)
			}
			return whole(x)
		}, "100 clusters", 0.9},
		{"few of many in dollars", "money", 20000, func(r *rand.Rand) string {
			x := around(r, 4000, 0.5)
			if r.IntN(100) == 0 {
				return cents(x / 100)
			}
			return whole(x)
		}, "100 clusters", 1},
		{"ms and s", "duration", 500, func(r *rand.Rand) string {
			x := []float64{1, 2, 5, 10, 30, 60}[r.IntN(6)]
			if r.IntN(4) == 0 {
				return whole(x)
			}
			return whole(1000 * x)
		}, "1000 clusters", 1},
		{"s and min", "duration", 1000, func(r *rand.Rand) string {
			x := around(r, 1800, 0.4)
			if r.IntN(3) == 0 {
				return strconv.Itoa(int(math.Round(x / 60)))
			}
			return whole(x)
		}, "60 clusters", 0.9},
		{"s and hours", "duration", 1000, func(r *rand.Rand) string {
			x := around(r, 7*3600, 0.7)
			if r.IntN(3) == 0 {
				return cents(x / 3600)
			}
			return whole(x)
		}, "3600 clusters", 0.95},
		{"ratios and percent", "ratio", 800, func(r *rand.Rand) string {
			x := r.Float64()
			if r.IntN(3) == 0 {
				return cents(100 * x)
			}
			return strconv.FormatFloat(x, 'f', 3, 64)
		}, "100 ratio", 0.9},
		{"round percent and ratios", "ratio", 300, func(r *rand.Rand) string {
			if r.IntN(3) == 0 {
				return pick(r, "5", "10", "15", "20", "25", "50")
			}
			return pick(r, "0.05", "0.1", "0.15", "0.2", "0.25", "0.5")
		}, "100 ratio", 1},
		{"epoch in s and ms", "point in time", 300, func(r *rand.Rand) string {
			x := 1_700_000_000 + r.Int64N(10_000_000)
			if r.IntN(30) == 0 {
				return strconv.FormatInt(1000*x, 10)
			}
			return strconv.FormatInt(x, 10)
		}, "1000 epoch", 0.9},
		{"epoch in ms and ns", "point in time", 300, func(r *rand.Rand) string {
			x := 1_700_000_000_000 + r.Int64N(10_000_000_000)
			if r.IntN(3) == 0 {
				return strconv.FormatInt(x, 10) + "000000"
			}
			return strconv.FormatInt(x, 10)
		}, "1000000 epoch", 1},

		{"wide prices", "money", 5000, func(r *rand.Rand) string { return whole(around(r, 4000, 1.6)) }, "", 1},
		{"very wide prices", "money", 5000, func(r *rand.Rand) string { return cents(around(r, 400, 2.5)) }, "", 1},
		{"evenly over decades", "money", 5000, func(r *rand.Rand) string { return whole(math.Exp(2 + 10*r.Float64())) }, "", 1},
		{"two price levels", "money", 5000, func(r *rand.Rand) string {
			if r.IntN(3) == 0 {
				return whole(around(r, 90000, 0.3))
			}
			return whole(around(r, 1500, 0.5))
		}, "", 1},
		{"two price levels a hundred apart, of other shapes", "money", 5000, func(r *rand.Rand) string {
			if r.IntN(3) == 0 {
				return whole(around(r, 150000, 0.2))
			}
			return whole(around(r, 1500, 0.6))
		}, "", 1},
		{"two lengths of time a minute's factor apart, of other shapes", "duration", 5000, func(r *rand.Rand) string {
			if r.IntN(3) == 0 {
				return whole(around(r, 90000, 0.2))
			}
			return whole(around(r, 1500, 0.5))
		}, "", 1},
		{"two prices", "money", 3000, func(r *rand.Rand) string { return pick(r, "999", "99900") }, "", 1},
		{"three plans, by month and by year", "money", 3000, func(r *rand.Rand) string {
			return pick(r, "900", "1900", "4900", "9000", "19000", "49000")
		}, "", 1},
		{"round numbers", "money", 3000, func(r *rand.Rand) string {
			return pick(r, "1", "2", "5", "10", "20", "50", "100", "200", "500", "1000", "2000", "5000", "10000")
		}, "", 1},
		{"powers of ten", "money", 3000, func(r *rand.Rand) string { return pick(r, "10", "100", "1000", "10000", "100000", "1000000") }, "", 1},
		{"timeouts that people set", "duration", 3000, func(r *rand.Rand) string {
			return pick(r, "1", "5", "10", "30", "60", "300", "600", "3600", "86400")
		}, "", 1},
		{"rates of one percent or so", "ratio", 3000, func(r *rand.Rand) string { return cents(around(r, 1.2, 0.7)) }, "", 1},
		{"percent with small ones", "ratio", 3000, func(r *rand.Rand) string { return cents(100 * r.Float64()) }, "", 1},
		{"ratios", "ratio", 3000, func(r *rand.Rand) string { return cents(r.Float64()) }, "", 1},
		{"points in time", "point in time", 3000, func(r *rand.Rand) string { return strconv.FormatInt(1_500_000_000+r.Int64N(300_000_000), 10) }, "", 1},
		{"few calls", "money", 30, func(r *rand.Rand) string {
			if r.IntN(2) == 0 {
				return cents(around(r, 40, 0.5))
			}
			return whole(around(r, 4000, 0.5))
		}, "", 1},
		{"quantities with a tail", "mass", 5000, func(r *rand.Rand) string { return cents(math.Pow(1-r.Float64(), -1/1.1)) }, "", 1},
		{"one in many far off", "mass", 5000, func(r *rand.Rand) string {
			if r.IntN(200) == 0 {
				return whole(1000 * (1 + 9*r.Float64()))
			}
			return cents(around(r, 5, 0.3))
		}, "", 1},
		{"zeros", "money", 3000, func(*rand.Rand) string { return "0" }, "", 1},
	} {
		right := 0
		told := map[string]int{}
		for seed := range uint64(draws) {
			m, ok := mixedUp(values(seed, c.n, c.draw), c.dimension)
			got := ""
			if ok {
				got = m.factor + " " + m.kind
			}
			told[got]++
			if got == c.want {
				right++
			}
		}
		if float64(right) < c.atLeast*draws {
			t.Errorf("%s: %d of %d draws are told as %q: %v", c.name, right, draws, c.want, told)
		}
	}
}

// Where the tool says dollars and the API cents, the API's is what the values are held
// against, and the finding that says so is told beside them.
func TestMixupOfUnitsInConflict(t *testing.T) {
	h := &HeadField{Path: "amount", Quantity: true, Dimension: "money", Unit: "USD", APIUnit: "cents", Drift: Drift{Rule: "unit-conflict", Fingerprint: "ab"}}
	f := &fieldCounts{}
	f.Currencies.all = map[string]*histogram{}
	mixed := values(1, 3000, func(r *rand.Rand) string {
		if r.IntN(3) == 0 {
			return cents(around(r, 40, 0.5))
		}
		return whole(around(r, 4000, 0.5))
	})
	f.Currencies.all[""] = &mixed
	found := f.mixups(h)
	if len(found) != 1 {
		t.Fatalf("%d mix-ups", len(found))
	}
	m := found[0]
	if m.States != "USD" || m.API != "cents" || m.Drift == nil || *m.Drift != h.Drift || !strings.Contains(m.Reading, "fit cents; the lower ones are probably major units") {
		t.Errorf("%+v", m)
	}
	h.APIUnit, h.Unit, h.Drift = "", "cents", Drift{}
	if m := f.mixups(h)[0]; m.API != "" || m.Drift != nil {
		t.Errorf("%+v", m)
	}
}
