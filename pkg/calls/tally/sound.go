package tally

import (
	"errors"
	"math"
	"slices"
)

// ErrUnsound says of a summary that no count of calls can have led to it.
var ErrUnsound = errors.New("does not add up: some of its counts are negative, larger than what they are a part of, or more than tooldrift keeps; write it anew with tooldrift calls --summary-out")

const (
	// mostCounted is the largest count that is believed: sums of all that is kept stay
	// far from the end of an int64.
	mostCounted = 1 << 46
	// longKept is how long a text gets by clip.
	longKept = longText + len("...")
)

// sound reports whether what a summary counts is there, adds up, and keeps within
// the bounds of what is kept.
func (t *Tally) sound() bool {
	if len(t.Tools) != len(t.Heads) || t.Bucket == "day" && !t.Daily || t.Bucket == "hour" && t.Daily {
		return false
	}
	if !slices.Contains([]string{"auto", "hour", "day"}, t.Bucket) || !t.Between.sound() || !parts(mostCounted, t.Logs, t.Records, t.Broken, t.Calls, t.Other) {
		return false
	}
	if len(t.Some) > mostBroken || !slices.IsSortedFunc(t.Some, compareBroken) || slices.ContainsFunc(t.Some, func(b Broken) bool { return b.Line < 0 || len(b.Why) > longKept }) {
		return false
	}
	told := t.Other
	unknown := t.Unknown.within(mostUnknown, longKept, func(n *named) bool {
		told += n.Calls
		return parts(t.Calls, n.Calls)
	})
	last := lastTime / hour
	if t.Daily {
		last = lastTime / day
	}
	for i, c := range t.Tools {
		if !unknown || c == nil || len(c.Fields) != len(t.Heads[i].Fields) || !parts(t.Calls, c.Calls) || !c.sound(last) {
			return false
		}
		told += c.Calls
		unknown = parts(mostCounted, told)
	}
	return unknown && told == t.Calls
}

// parts reports whether none of some counts is negative, or more than the whole.
func parts(whole int64, counts ...int64) bool {
	for _, n := range counts {
		if n < 0 || n > whole {
			return false
		}
	}
	return true
}

func (c *counts) sound(last int64) bool {
	invalid := c.Calls - c.Valid
	if !parts(c.Calls, c.Valid, c.Retries) || !parts(c.Valid, c.Unsure, c.Failed, c.Repaired) || !parts(c.Retries, c.Repaired) || !parts(invalid, c.Explained, c.Tolerated) || !parts(mostCounted, c.Other) {
		return false
	}
	if !c.Curve.sound(last, c.Calls, invalid) {
		return false
	}
	for i := range c.Fields {
		if f := &c.Fields[i]; !f.sound(last, c.Calls) {
			return false
		}
	}
	return c.Strange.within(mostStrange, longKept, func(s *strange) bool {
		return parts(mostCounted, s.Invalid) && parts(s.Invalid, s.Sent) && s.Curve.sound(last, s.Invalid, s.Invalid)
	}) && c.Shapes.within(mostShapes, math.MaxInt, func(m *mistakes) bool { return m.sound(last, invalid) })
}

func (f *fieldCounts) sound(last, calls int64) bool {
	if !parts(calls, f.Sent, f.Missing, f.Invalid) || !parts(f.Invalid, f.Missing) || !parts(calls, f.Sent+f.Missing) || !parts(f.Sent, f.Invalid-f.Missing) {
		return false
	}
	return f.Curve.sound(last, f.Sent+f.Missing, f.Invalid) && f.Other.sound() &&
		f.Currencies.within(mostCurrencies, longKept, func(h *histogram) bool { return h.sound() })
}

func (m *mistakes) sound(last, invalid int64) bool {
	if !parts(invalid, m.Calls) || !m.Between.sound() || !m.Curve.sound(last, m.Calls, m.Calls) || len(m.Examples) > mostExamples || !slices.IsSortedFunc(m.Examples, compareExamples) {
		return false
	}
	return !slices.ContainsFunc(m.Examples, func(x example) bool {
		return x.Line < 0 || max(len(x.Got), len(x.Send), len(x.Text)) > longKept
	})
}

// within reports whether no more is kept than may be, under names that are not
// longer, and each of it has a value that is sound.
func (k *kept[V]) within(most, longest int, sound func(*V) bool) bool {
	if len(k.all) > most {
		return false
	}
	for key, v := range k.all {
		if len(key) > longest || v == nil || !sound(v) {
			return false
		}
	}
	return true
}

// sound reports whether the buckets are in order, of times up to the last, and have
// no more calls together than there were.
func (c *curve) sound(last, calls, invalid int64) bool {
	if len(c.buckets) > mostBuckets {
		return false
	}
	for i, b := range c.buckets {
		if !parts(last, b.At) || i > 0 && b.At <= c.buckets[i-1].At || b.Calls == 0 || !parts(calls, b.Calls) || !parts(min(invalid, b.Calls), b.Invalid) {
			return false
		}
		calls, invalid = calls-b.Calls, invalid-b.Invalid
	}
	return true
}

// sound reports whether the bins are in order, bins that there are, and have no
// more samples than are kept.
func (h histogram) sound() bool {
	for i, b := range h {
		if b.Bin < firstDecade*binsADecade || b.Bin >= (lastDecade+1)*binsADecade || i > 0 && b.Bin <= h[i-1].Bin || b.Calls == 0 || !parts(mostCounted, b.Calls) || !b.Between.sound() {
			return false
		}
		if len(b.Samples) > samplesABin || slices.ContainsFunc(b.Samples, func(s string) bool { return len(s) > longSample }) {
			return false
		}
	}
	return true
}

// sound reports whether there is a first and a last time, in this order, or neither.
func (s span) sound() bool {
	return s == span{} || timed(s.First) && timed(s.Last) && s.First <= s.Last
}
