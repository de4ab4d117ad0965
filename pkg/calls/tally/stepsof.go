package tally

import (
	"fmt"
	"math"
	"strconv"
)

// steps are the steps of a curve as a report tells them. Field is the one that the
// curve is of; "" for the tool's.
func (t *Tally) steps(c *counts, of *curve, field string, curves int) []Step {
	steps := []Step{}
	found := splits(of, curves, t.Daily)
	for i, s := range found {
		from, to := 0, len(of.buckets)
		if i > 0 {
			from = found[i-1].at
		}
		if i+1 < len(found) {
			to = found[i+1].at
		}
		step := Step{At: t.start(of.buckets[s.at].At), Before: round(s.before), After: round(s.after), P: twoDigits(s.p), Method: Method, Commits: []Commit{}}
		if key, f := c.dominant(field, of.buckets[from:s.at], of.buckets[s.at:to]); f != nil {
			step.Fault = shapeName(key)
			step.At = t.start(of.buckets[f.Curve.pin(of.buckets, from, s.at, to, t.Daily)].At)
		}
		steps = append(steps, step)
	}
	return steps
}

// pin is the bucket at which one mistake steps, near a step of all of them: where
// little is called a day, the other mistakes blur it.
func (c *curve) pin(buckets []bucket, from, at, to int, daily bool) int {
	own := curve{buckets: make([]bucket, len(buckets))}
	i := 0
	for j, b := range buckets {
		for i < len(c.buckets) && c.buckets[i].At < b.At {
			i++
		}
		own.buckets[j] = bucket{At: b.At, Calls: b.Calls}
		if i < len(c.buckets) && c.buckets[i].At == b.At {
			own.buckets[j].Invalid = min(c.buckets[i].Calls, b.Calls)
		}
	}
	t := newSearch(&own, 1, daily)
	t.spread = t.scatter()
	t.level()
	best, ratio := at, 0.0
	for i := max(from+1, at-pinned); i <= min(to-1, at+pinned); i++ {
		if r := t.ratio(from, i, to); r > ratio {
			best, ratio = i, r
		}
	}
	return best
}

// pinned is how many buckets away a step is pinned at most.
const pinned = 30

// dominant is the mistake that accounts for most of a step between buckets, at
// least for half of it; nil where none does.
func (c *counts) dominant(field string, before, after []bucket) (shape string, most *mistakes) {
	n, m := callsOf(before), callsOf(after)
	best := 0.0
	whole := math.Abs(float64(invalidOf(after))/float64(m) - float64(invalidOf(before))/float64(n))
	rises := float64(invalidOf(after))*float64(n) > float64(invalidOf(before))*float64(m)
	for _, key := range c.Shapes.keys() {
		f := c.Shapes.all[key]
		if field != "" && f.Field != field || len(f.Examples) == 0 {
			continue
		}
		change := float64(f.Curve.between(after))/float64(m) - float64(f.Curve.between(before))/float64(n)
		if !rises {
			change = -change
		}
		if change > best && change >= whole/2 {
			best, shape, most = change, key, f
		}
	}
	return shape, most
}

func callsOf(buckets []bucket) (n int64) {
	for _, b := range buckets {
		n += b.Calls
	}
	return n
}

func invalidOf(buckets []bucket) (n int64) {
	for _, b := range buckets {
		n += b.Invalid
	}
	return n
}

// between counts the calls of a curve in the time that buckets of another cover.
func (c *curve) between(of []bucket) (n int64) {
	for _, b := range c.buckets {
		if b.At >= of[0].At && b.At <= of[len(of)-1].At {
			n += b.Calls
		}
	}
	return n
}

// twoDigits rounds a chance to what is read of it.
func twoDigits(p float64) float64 {
	x, _ := strconv.ParseFloat(fmt.Sprintf("%.1e", p), 64)
	return x
}
