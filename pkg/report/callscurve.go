package report

import (
	"time"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

// sparkWidth is how many characters a curve may have in text.
const sparkWidth = 48

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
	leastStretches = 10
)

// stretches are a curve in at most so many pieces of the same number of buckets, those
// without calls included. nil where there is no curve: one bucket is none.
func stretches(curve []tally.Point, bucket string, most int) (all []stretch, each int) {
	length := lengthOf(bucket)
	first, last := rangeOf(curve)
	buckets := int(last.Sub(first)/length) + 1
	if buckets < 2 {
		return nil, 0
	}
	var calls int64
	for _, p := range curve {
		calls += p.Calls
	}
	most = min(most, max(leastStretches, int(calls/callsAStretch)))
	each = (buckets + most - 1) / most
	all = make([]stretch, (buckets+each-1)/each)
	for _, p := range curve {
		if at, err := time.Parse(time.RFC3339, p.Start); err == nil {
			s := &all[min(len(all)-1, int(at.Sub(first)/length)/each)]
			s.calls += p.Calls
			s.invalid += p.Invalid
		}
	}
	return all, each
}

// spark draws the share of invalid calls over time in characters: the lowest where
// there are none, the highest where it is most, a space where nothing was called.
// It says what the least and the most are; "" where there is no curve.
func spark(curve []tally.Point, bucket string, ascii bool) (drawn string, least, most float64) {
	levels := []rune("▁▂▃▄▅▆▇█")
	if ascii {
		levels = []rune("_.:-=+*#")
	}
	all, _ := stretches(curve, bucket, sparkWidth)
	least = 1
	for _, s := range all {
		if s.calls > 0 {
			least, most = min(least, s.share()), max(most, s.share())
		}
	}
	out := make([]rune, 0, len(all))
	for _, s := range all {
		switch {
		case s.calls == 0:
			out = append(out, ' ')
		case s.invalid == 0:
			out = append(out, levels[0])
		default:
			out = append(out, levels[1+int(s.share()/most*float64(len(levels)-2)+0.5)])
		}
	}
	return string(out), least, most
}
