package report

import (
	"math"
	"time"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

// sparkWidth is how many characters a curve may have in text: the weeks of a year.
const sparkWidth = 53

// stretch is a piece of a curve.
type stretch struct {
	calls, invalid int64
}

func (s stretch) share() float64 {
	if s.calls == 0 {
		return 0
	}
	return float64(s.invalid) / float64(s.calls)
}

// lengthOf is how long a bucket is.
func lengthOf(bucket string) time.Duration {
	if bucket == "hour" {
		return time.Hour
	}
	return 24 * time.Hour
}

// rangeOf are the first and the last bucket of a curve; zero where none has a time.
func rangeOf(curve []tally.Point) (first, last time.Time) {
	for _, p := range curve {
		at, err := time.Parse(time.RFC3339, p.Start)
		if err != nil {
			continue
		}
		if first.IsZero() || at.Before(first) {
			first = at
		}
		if at.After(last) {
			last = at
		}
	}
	return first, last
}

const (
	// callsAStretch is how many calls a stretch has on average at least: the share of a
	// few calls is no share.
	callsAStretch = 6
	// leastStretches are there all the same.
	leastStretches = 6
)

// timeline is a curve in stretches of the same length, those without calls included.
type timeline struct {
	all      []stretch
	each     time.Duration
	from     time.Time // where the first stretch begins
	last, to time.Time // the last bucket, and where the last stretch ends
}

// cutUp cuts a curve into at most so many stretches; ok is false where there is
// too little of it.
func cutUp(curve []tally.Point, bucket string, most int) (c timeline, ok bool) {
	length := lengthOf(bucket)
	first, last := rangeOf(curve)
	if !last.After(first) {
		return timeline{}, false
	}
	var calls int64
	for _, p := range curve {
		calls += p.Calls
	}
	most = min(most, max(leastStretches, int(calls/callsAStretch)))
	buckets := int(last.Sub(first)/length) + 1
	c.each = time.Duration(even((buckets+most-1)/most, bucket)) * length
	// Hours are cut where days are.
	c.from, c.last, c.to = first.Truncate(c.each), last, last
	if bucket != "hour" || c.each > 24*time.Hour {
		c.from = first.Truncate(24 * time.Hour)
	}
	c.all = make([]stretch, int(last.Sub(c.from)/c.each)+1)
	if whole := time.Duration(len(c.all)); whole < math.MaxInt64/c.each {
		c.to = c.from.Add(whole * c.each)
	}
	for _, p := range curve {
		if at, err := time.Parse(time.RFC3339, p.Start); err == nil {
			s := &c.all[min(len(c.all)-1, int(at.Sub(c.from)/c.each))]
			s.calls += p.Calls
			s.invalid += p.Invalid
		}
	}
	return c, true
}

// even is the next number of buckets that a day or a week has whole, so that nights
// and weekends do not make a pattern of their own.
func even(buckets int, bucket string) int {
	whole := []int{1, 2, 3, 7}
	if bucket == "hour" {
		whole = []int{1, 2, 3, 4, 6, 8, 12, 24, 48, 72, 168}
	}
	for _, n := range whole {
		if buckets <= n {
			return n
		}
	}
	week := whole[len(whole)-1]
	return (buckets + week - 1) / week * week
}

// moment is a time of the curve as exactly as its length asks for.
func (c timeline) moment(at time.Time, bucket string) string {
	if c.to.Sub(c.from) > 4*24*time.Hour {
		bucket = "day"
	}
	return moment(at.UTC().Format(time.RFC3339), bucket)
}

// spark draws the share of invalid calls over time in characters: the lowest where
// there are none, the highest where it is most, a space where nothing was called.
// It says what the least and the most are; "" where there is no curve.
func spark(curve []tally.Point, bucket string, ascii bool) (drawn string, c timeline, least, most float64) {
	levels := []rune("▁▂▃▄▅▆▇█")
	if ascii {
		levels = []rune("_.:-=+*#")
	}
	c, ok := cutUp(curve, bucket, sparkWidth)
	if !ok {
		return "", c, 0, 0
	}
	least = 1
	for _, s := range c.all {
		if s.calls > 0 {
			least, most = min(least, s.share()), max(most, s.share())
		}
	}
	out := make([]rune, 0, len(c.all))
	for _, s := range c.all {
		switch {
		case s.calls == 0:
			out = append(out, ' ')
		case s.invalid == 0:
			out = append(out, levels[0])
		default:
			out = append(out, levels[1+int(s.share()/most*float64(len(levels)-2)+0.5)])
		}
	}
	return string(out), c, least, most
}
