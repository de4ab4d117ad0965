package tally

import "slices"

// What a rhythm must be before it is taken out of a curve.
const (
	leastRhythms = 4 // weeks of days, or days of hours
	leastPhase   = 3 // weeks, or days, that tell what one weekday, or hour, usually has
	// leastGain is how many times wider buckets scatter with the rhythm than without.
	leastGain = 1.5
)

// level takes the rhythm out of a curve: where each weekend is worse than the days
// before it, a step on a Thursday would be told of the weekend, or be lost in what
// weekdays differ by. A curve without a rhythm stays as it is. It says whether it took
// one out.
func (t *search) level() bool {
	usual := t.usual()
	if usual == nil {
		return false
	}
	flat := slices.Clone(t.buckets)
	for i, b := range flat {
		shift := usual[b.At%t.rhythm] * float64(b.Calls)
		flat[i].Invalid = min(b.Calls, max(0, int64(float64(b.Invalid)-shift+0.5)))
	}
	// What is fitted to so many buckets leaves them less to scatter by.
	n := float64(len(flat))
	other := newSearch(&curve{buckets: flat}, t.curves, t.rhythm == 7)
	other.spread = max(1, other.scatter()*n/(n-float64(t.rhythm)))
	if other.spread*leastGain > t.spread {
		return false
	}
	*t = *other
	return true
}

// usual is by how much the share of each phase, a weekday or an hour of the day, is
// usually above that of the whole rhythm around it: the median, which neither a step
// nor a burst moves. It is nil where too little is there to tell.
func (t *search) usual() []float64 {
	b := t.buckets
	if n := len(b); n == 0 || b[n-1].At-b[0].At+1 < leastRhythms*t.rhythm {
		return nil
	}
	above := make([][]float64, t.rhythm)
	calls := make([]float64, t.rhythm)
	from, to := 0, 0
	first, last := b[0].At, b[len(b)-1].At
	for _, x := range b {
		begin, end := x.At-t.rhythm/2, x.At-t.rhythm/2+t.rhythm
		for b[from].At < begin {
			from++
		}
		for to < len(b) && b[to].At < end {
			to++
		}
		phase := x.At % t.rhythm
		calls[phase] += float64(x.Calls)
		if begin >= first && end <= last+1 {
			above[phase] = append(above[phase], float64(x.Invalid)/float64(x.Calls)-t.share(from, to))
		}
	}
	usual := make([]float64, t.rhythm)
	mean, all := 0.0, 0.0
	for i, x := range above {
		switch {
		case calls[i] == 0: // as the weekends of who does not work then
			continue
		case len(x) < leastPhase:
			return nil
		}
		slices.Sort(x)
		usual[i] = (x[(len(x)-1)/2] + x[len(x)/2]) / 2
		mean += usual[i] * calls[i]
		all += calls[i]
	}
	for i := range usual {
		usual[i] -= mean / all
	}
	return usual
}
