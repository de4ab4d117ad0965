package tally

import (
	"encoding/json"
	"math"
	"slices"
	"time"
)

// The lengths of a bucket in milliseconds.
const (
	hour = int64(time.Hour / time.Millisecond)
	day  = 24 * hour
)

const (
	// mostHours is how many distinct hours a log may have before its curves count
	// by days: two weeks of hours still show on a page.
	mostHours = 14 * 24
	// mostBuckets of one curve are kept, the latest: eleven years of days, and with
	// --bucket hour half a year of hours. A log whose clock is broken has no end of them.
	mostBuckets = 4096
)

// lastTime is the end of the year 9999, the last that RFC 3339 can write.
const lastTime = 253402300799999

// timed reports whether a time of an event can be told from none.
func timed(ms int64) bool { return ms > 0 && ms <= lastTime }

// bucket counts the calls of one hour or day.
type bucket struct {
	At             int64 // hours or days since 1970
	Calls, Invalid int64
}

func (b bucket) MarshalJSON() ([]byte, error) {
	return json.Marshal([3]int64{b.At, b.Calls, b.Invalid})
}

func (b *bucket) UnmarshalJSON(data []byte) error {
	var v [3]int64
	err := json.Unmarshal(data, &v)
	b.At, b.Calls, b.Invalid = v[0], v[1], v[2]
	return err
}

// curve is the buckets that have calls, in the order of time. Of more than
// mostBuckets the latest are kept, so that the order calls come in has no say.
type curve struct {
	buckets []bucket
	recent  int // the bucket that was counted last: a log is mostly in order
}

func (c curve) MarshalJSON() ([]byte, error) {
	if c.buckets == nil {
		return []byte("[]"), nil
	}
	return json.Marshal(c.buckets)
}

func (c *curve) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &c.buckets) }

// add counts calls in a bucket.
func (c *curve) add(at, calls, invalid int64) {
	if c.recent < len(c.buckets) && c.buckets[c.recent].At == at {
		c.buckets[c.recent].Calls += calls
		c.buckets[c.recent].Invalid += invalid
		return
	}
	i, found := slices.BinarySearchFunc(c.buckets, at, func(b bucket, at int64) int { return compareInts(b.At, at) })
	switch {
	case found:
		c.buckets[i].Calls += calls
		c.buckets[i].Invalid += invalid
	case len(c.buckets) < mostBuckets:
		c.buckets = slices.Insert(c.buckets, i, bucket{at, calls, invalid})
	case i == 0:
		return // older than all that are kept
	default:
		i--
		copy(c.buckets[:i], c.buckets[1:i+1])
		c.buckets[i] = bucket{at, calls, invalid}
	}
	c.recent = i
}

func (c *curve) merge(o *curve) {
	for _, b := range o.buckets {
		c.add(b.At, b.Calls, b.Invalid)
	}
}

// fold makes days of hours.
func (c *curve) fold() {
	old := c.buckets
	c.buckets, c.recent = nil, 0
	for _, b := range old {
		c.add(b.At/24, b.Calls, b.Invalid)
	}
}

// span is the first and the last of some times; both are 0 where there are none.
type span struct {
	First int64 `json:"first"`
	Last  int64 `json:"last"`
}

func (s *span) add(ms int64) {
	if !timed(ms) {
		return
	}
	if s.First == 0 || ms < s.First {
		s.First = ms
	}
	s.Last = max(s.Last, ms)
}

func (s *span) merge(o span) {
	s.add(o.First)
	s.add(o.Last)
}

// stamp is a time as RFC 3339 in UTC; "" for none.
func stamp(ms int64) string {
	if !timed(ms) {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format(time.RFC3339)
}

func compareInts(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// share is a part of a whole; of nothing it is all.
func share(part, whole int64) float64 {
	if whole == 0 {
		return 1
	}
	return round(float64(part) / float64(whole))
}

// round keeps six digits after the point: what a share is read with, and less
// than what processors differ in.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }
