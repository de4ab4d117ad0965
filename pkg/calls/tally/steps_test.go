package tally

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// drawn is a curve of so many buckets: how many calls each has, and how likely one
// of them is invalid.
func drawn(r *rand.Rand, n int, calls func(i int) float64, bad func(i int) float64) *curve {
	var c curve
	for i := range n {
		b := bucket{At: int64(i)}
		b.Calls = int64(calls(i) * (0.7 + 0.6*r.Float64()))
		for range b.Calls {
			if r.Float64() < bad(i) {
				b.Invalid++
			}
		}
		if b.Calls > 0 {
			c.buckets = append(c.buckets, b)
		}
	}
	return &c
}

func flat(x float64) func(int) float64 { return func(int) float64 { return x } }

func weekly(x, weekend float64) func(int) float64 {
	return func(i int) float64 {
		if i%7 > 4 {
			return x * weekend
		}
		return x
	}
}

func nightly(x, night float64) func(int) float64 {
	return func(i int) float64 { return x * (1 + (night-1)*(1+math.Cos(2*math.Pi*float64(i)/24))/2) }
}

// TestNoSteps holds that noise of no kind is told as a step.
func TestNoSteps(t *testing.T) {
	const draws = 60
	for _, c := range []struct {
		name  string
		daily bool
		n     int
		calls func(i int) float64
		bad   func(i int) float64
	}{
		{"few errors", true, 366, flat(50), flat(0.005)},
		{"many errors", true, 366, flat(50), flat(0.3)},
		{"few calls", true, 366, flat(2), flat(0.1)},
		{"many calls", true, 90, flat(3000), flat(0.02)},
		{"weekends", true, 366, weekly(60, 0.2), weekly(0.03, 3)},
		{"weeks that begin and end anywhere", true, 33, weekly(200, 0.3), weekly(0.05, 2.5)},
		{"growth", true, 366, func(i int) float64 { return 5 * math.Exp(float64(i)/90) }, flat(0.04)},
		{"a burst of a day", true, 120, flat(60), func(i int) float64 {
			if i == 77 {
				return 0.9
			}
			return 0.02
		}},
		{"bursts", true, 366, flat(60), func(i int) float64 {
			if i%53 == 9 || i%101 == 40 {
				return 0.5
			}
			return 0.02
		}},
		{"two bursts in a week", true, 120, flat(60), func(i int) float64 {
			if i == 77 || i == 80 {
				return 0.5
			}
			return 0.02
		}},
		{"bursts before the end", true, 60, flat(60), func(i int) float64 {
			if i == 57 || i == 59 {
				return 0.5
			}
			return 0.02
		}},
		{"much worse weekends", true, 28, flat(120), weekly(0.05, 6)},
		{"much worse weekends, for long", true, 200, weekly(120, 0.3), weekly(0.05, 6)},
		{"a worse weekday", true, 40, flat(60), func(i int) float64 {
			if i%7 == 0 {
				return 0.4
			}
			return 0.03
		}},
		{"much worse weekends and bursts", true, 120, flat(60), func(i int) float64 {
			if i%53 == 9 || i%41 == 40 {
				return 0.8
			}
			return weekly(0.05, 6)(i)
		}},
		{"nights that are much worse", false, 10 * 24, flat(20), nightly(0.05, 6)},
		{"nights", false, 14 * 24, nightly(60, 0.2), nightly(0.02, 4)},
		{"hours of half a day", false, 30, nightly(100, 0.3), nightly(0.02, 4)},
		{"weekdays that differ a little from one another", true, 200, flat(800), func(i int) float64 { return 0.03 + 0.01*math.Sin(float64(i*i)) }},
	} {
		for seed := range uint64(draws) {
			r := rand.New(rand.NewPCG(seed, 5))
			curve := drawn(r, c.n, c.calls, c.bad)
			if got := splits(curve, 40, c.daily); len(got) > 0 {
				t.Errorf("%s, draw %d: %+v", c.name, seed, got)
			}
		}
	}
}

// TestSteps holds where steps are found, within a bucket, for many draws.
func TestSteps(t *testing.T) {
	const draws = 60
	for _, c := range []struct {
		name  string
		daily bool
		n     int
		calls func(i int) float64
		bad   func(i int) float64
		want  []int
	}{
		{"up", true, 60, flat(60), between(0.01, 0.25, 20, 99), []int{20}},
		{"down", true, 60, flat(60), between(0.4, 0.05, 33, 99), []int{33}},
		{"up, and mended", true, 120, flat(60), between(0.02, 0.5, 50, 62), []int{50, 62}},
		{"soon before the end", true, 100, flat(60), between(0.02, 0.5, 96, 200), []int{96}},
		{"over weekends", true, 200, weekly(80, 0.3), func(i int) float64 { return weekly(0.02, 2)(i) + between(0, 0.2, 100, 999)(i) }, []int{100}},
		{"small, of many calls", true, 60, flat(5000), between(0.01, 0.03, 30, 99), []int{30}},
		{"on the Monday after a worse weekend", true, 56, flat(120), func(i int) float64 { return weekly(0.05, 6)(i) + between(0, 0.3, 28, 999)(i) }, []int{28}},
		{"before a worse weekend, down", true, 84, weekly(120, 0.5), func(i int) float64 { return weekly(0.05, 6)(i) + between(0.3, 0, 40, 999)(i) }, []int{40}},
		{"of four weeks with worse weekends", true, 28, flat(120), func(i int) float64 { return weekly(0.05, 6)(i) + between(0, 0.18, 17, 999)(i) }, []int{17}},
		{"in hours, before a worse night", false, 10 * 24, flat(60), func(i int) float64 { return nightly(0.05, 6)(i) + between(0, 0.2, 115, 999)(i) }, []int{115}},
		{"in hours", false, 100, nightly(80, 0.5), between(0.02, 0.3, 40, 999), []int{40}},
		{"two up", true, 150, flat(60), func(i int) float64 { return 0.02 + between(0, 0.3, 50, 999)(i) + between(0, 0.4, 100, 999)(i) }, []int{50, 100}},
	} {
		right := 0
		for seed := range uint64(draws) {
			r := rand.New(rand.NewPCG(seed, 6))
			curve := drawn(r, c.n, c.calls, c.bad)
			var got []int
			for _, s := range splits(curve, 40, c.daily) {
				got = append(got, s.at)
			}
			if near(got, c.want) {
				right++
			} else if testing.Verbose() {
				fmt.Println(c.name, seed, cmp.Diff(c.want, got))
			}
		}
		if right < draws*95/100 {
			t.Errorf("%s: found in %d of %d draws", c.name, right, draws)
		}
	}
}

func between(outside, inside float64, from, to int) func(int) float64 {
	return func(i int) float64 {
		if i >= from && i < to {
			return inside
		}
		return outside
	}
}

func near(got, want []int) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if abs(got[i]-want[i]) > 1 {
			return false
		}
	}
	return true
}
