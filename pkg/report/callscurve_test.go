package report

import (
	"math/rand"
	"testing"
	"time"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

// Whatever a curve is cut into, no call is lost, the stretches are no more than asked
// for, days and weeks are whole, and each bucket lies in the stretch of its time.
func TestCallsTimeline(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for range 2000 {
		bucket := []string{"hour", "day"}[rnd.Intn(2)]
		length := lengthOf(bucket)
		var curve []tally.Point
		var calls, invalid int64
		at := newYear.Add(time.Duration(rnd.Intn(1000)) * length)
		for range 2 + rnd.Intn(300) {
			n := rnd.Int63n(40) + 1
			p := tally.Point{Start: at.Format(time.RFC3339), Calls: n, Invalid: rnd.Int63n(n + 1)}
			curve = append(curve, p)
			calls, invalid = calls+p.Calls, invalid+p.Invalid
			at = at.Add(time.Duration(1+rnd.Intn(1+rnd.Intn(50))) * length)
		}
		most := []int{sparkWidth, smallWidth, chartWidth}[rnd.Intn(3)]
		c, ok := cutUp(curve, bucket, most)
		if !ok || len(c.all) > most+1 { // the first may begin before the curve does
			t.Fatalf("%d stretches (%v), at most %d asked for", len(c.all), ok, most)
		}
		hours := int(c.each.Hours())
		if 24%hours != 0 && hours%24 != 0 {
			t.Fatalf("a stretch of %d hours", hours)
		}
		if h := c.from.Hour(); hours >= 24 && h != 0 || hours < 24 && h%hours != 0 {
			t.Fatalf("stretches of %d hours begin at %v", hours, c.from)
		}
		for _, s := range c.all {
			calls, invalid = calls-s.calls, invalid-s.invalid
		}
		if calls != 0 || invalid != 0 {
			t.Fatalf("%d calls are lost, %d of them invalid", calls, invalid)
		}
		if c.from.After(c.last) || !c.to.After(c.last) {
			t.Fatalf("from %v, last %v, to %v", c.from, c.last, c.to)
		}
		d := drawing{timeline: c, top: 1}
		p := curve[rnd.Intn(len(curve))]
		if x, ok := d.across(p.Start); !ok || x < 0 || x >= 1 || c.all[int(x*float64(len(c.all))+1e-9)].calls < p.Calls {
			t.Fatalf("%s is drawn at %v (%v)", p.Start, x, ok)
		}
	}
}

// Times that no log has make no curve, and none too long a one.
func TestCallsTimelineStrange(t *testing.T) {
	for _, starts := range [][]string{{}, {"2026-01-01T00:00:00Z"}, {"soon", "later"}, {"2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"}} {
		var curve []tally.Point
		for _, s := range starts {
			curve = append(curve, tally.Point{Start: s, Calls: 1})
		}
		if _, ok := cutUp(curve, "day", 60); ok {
			t.Errorf("%v is a curve", starts)
		}
	}
	for _, bucket := range []string{"hour", "day", "", "century"} {
		curve := []tally.Point{{Start: "1000-01-01T00:00:00Z", Calls: 1e6}, {Start: "9999-12-31T23:00:00Z", Calls: 1, Invalid: 1}}
		c, ok := cutUp(curve, bucket, 60)
		if !ok || len(c.all) > 61 || c.all[len(c.all)-1].invalid != 1 {
			t.Errorf("%q: %d stretches", bucket, len(c.all))
		}
	}
}
