package tally

import (
	"cmp"
	"math"
	"slices"
)

// Method names how steps are found, in the words of a report.
const Method = "binary segmentation by a quasi-binomial likelihood ratio, Bonferroni-corrected"

// What a step must be. The numbers were chosen on generated years of calls with and
// without steps (TestYear): base errors of 0.1 to 10 %, weekday rhythms, growth,
// bursts of a day.
const (
	mostChance  = 1e-4 // p: how likely chance makes it anywhere in the report, at most
	leastEffect = 0.01 // change of the share of invalid calls
	leastRatio  = 1.5  // of the shares, or of the odds of being valid
	leastCalls  = 30   // on either side
	leastSide   = 3    // buckets with calls on either side
	// A side shorter than a whole rhythm (a week of days, a day of hours) may be its
	// weekend or its night: there a step must be this large.
	shortEffect = 0.2
	// mostSteps of one curve are told.
	mostSteps = 20
)

// split is a place in a curve where the share of invalid calls changes for good.
type split struct {
	at            int // index of the first bucket after it
	before, after float64
	p             float64
}

// search looks for steps in one curve.
type search struct {
	buckets []bucket
	calls   []int64 // of the first i buckets
	invalid []int64
	spread  float64 // how much wider buckets scatter than coins do, at least 1
	curves  int     // that are tested in the report
	rhythm  int64   // buckets of a whole rhythm
}

// splits are the steps of a curve, in order of time.
func splits(c *curve, curves int, daily bool) []split {
	t := newSearch(c, curves, daily)
	n := len(c.buckets)
	if t.invalid[n] == 0 || t.invalid[n] == t.calls[n] {
		return nil
	}
	t.spread = t.scatter()
	leveled := t.level()
	var found []int
	t.segment(0, n, &found)
	slices.Sort(found)
	steps := t.settle(found)
	if leveled {
		newSearch(c, curves, daily).counted(steps)
	}
	return steps
}

// counted gives steps the shares of a curve as it was counted.
func (t *search) counted(steps []split) {
	from := 0
	for i := range steps {
		to := len(t.buckets)
		if i+1 < len(steps) {
			to = steps[i+1].at
		}
		steps[i].before, steps[i].after = t.share(from, steps[i].at), t.share(steps[i].at, to)
		from = steps[i].at
	}
}

func newSearch(c *curve, curves int, daily bool) *search {
	t := &search{buckets: c.buckets, curves: curves, rhythm: 24}
	if daily {
		t.rhythm = 7
	}
	n := len(c.buckets)
	t.calls, t.invalid = make([]int64, n+1), make([]int64, n+1)
	for i, b := range c.buckets {
		t.calls[i+1], t.invalid[i+1] = t.calls[i]+b.Calls, t.invalid[i]+b.Invalid
	}
	return t
}

// scatter compares each bucket with the next: of coins whose odds stay the same
// the squared difference is 1 on average, and a step spoils but one pair. The
// largest differences, 2 of 100, are left out for that.
func (t *search) scatter() float64 {
	var all []float64
	for i := 1; i < len(t.buckets); i++ {
		a, b := t.buckets[i-1], t.buckets[i]
		n, m := float64(a.Calls), float64(b.Calls)
		p := float64(a.Invalid+b.Invalid) / (n + m)
		if p == 0 || p == 1 {
			continue
		}
		d := float64(a.Invalid)/n - float64(b.Invalid)/m
		all = append(all, d*d/(p*(1-p)*(1/n+1/m)))
	}
	slices.Sort(all)
	all = all[:len(all)-(len(all)+49)/50]
	sum := 0.0
	for _, x := range all {
		sum += x
	}
	if len(all) == 0 {
		return 1
	}
	return max(1, sum/float64(len(all)))
}

// segment finds the steps of buckets from..to: the best split, or the best window
// where a rise that was mended hides behind what is alike before and after it
// (circular binary segmentation), and those between.
func (t *search) segment(from, to int, found *[]int) {
	if len(*found) >= mostSteps {
		return
	}
	if perfect := -2 * likelihood(t.invalid[to]-t.invalid[from], t.calls[to]-t.calls[from]); t.chance(perfect, 1) > mostChance {
		return // so few are invalid, or valid, that no split could tell
	}
	if s, ok := t.best(from, to); ok {
		*found = append(*found, s.at)
		t.segment(from, s.at, found)
		t.segment(s.at, to, found)
		return
	}
	i, j, ok := t.window(from, to)
	if !ok {
		return
	}
	*found = append(*found, i, j)
	t.segment(from, i, found)
	t.segment(i, j, found)
	t.segment(j, to, found)
}

// window is the part of buckets from..to that differs most from the rest, and
// begins and ends within; ok is false where it may be chance, or is too small.
func (t *search) window(from, to int) (i, j int, ok bool) {
	ratio := 0.0
	tried := 0
	all, bad := t.calls[to]-t.calls[from], t.invalid[to]-t.invalid[from]
	for a := from + leastSide; a <= to-leastSide-int(t.rhythm); a++ {
		for b := a + int(t.rhythm); b <= min(to-leastSide, a+longestWindow); b++ {
			n, k := t.calls[b]-t.calls[a], t.invalid[b]-t.invalid[a]
			if n < leastCalls || all-n < leastCalls {
				continue
			}
			tried++
			if r := 2 * (likelihood(k, n) + likelihood(bad-k, all-n) - likelihood(bad, all)); r > ratio {
				ratio, i, j = r, a, b
			}
		}
	}
	if j == 0 || t.chance(ratio, tried) > mostChance {
		return 0, 0, false
	}
	n, k := t.calls[j]-t.calls[i], t.invalid[j]-t.invalid[i]
	inside, outside := float64(k)/float64(n), float64(bad-k)/float64(all-n)
	if !differ(inside, outside) {
		return 0, 0, false
	}
	// Two bursts may come within some days, and are no window for that.
	ki, ni := trimmed(t.buckets[i:j], inside, inside < outside, 3)
	ko, no := trimmed(slices.Concat(t.buckets[from:i], t.buckets[j:to]), outside, inside > outside, 10)
	robust := 2 * (likelihood(ki, ni) + likelihood(ko, no) - likelihood(ki+ko, ni+no))
	return i, j, ki*no > ko*ni == (inside > outside) && t.chance(robust, tried) <= mostChance
}

// longestWindow is how many buckets a window may have, of a whole rhythm at least: a
// longer one is found by its splits.
const longestWindow = 60

// settle moves each step to the best place between its neighbours, now that these
// are known, and drops those that are none any more.
func (t *search) settle(found []int) []split {
	for round := 0; round < 3; round++ {
		var steps []split
		from := 0
		moved := false
		for i, at := range found {
			to := len(t.buckets)
			if i+1 < len(found) {
				to = found[i+1]
			}
			s, ok := t.best(from, to)
			moved = moved || !ok || s.at != at
			if ok {
				steps = append(steps, s)
				from = s.at
			}
		}
		if !moved || round == 2 {
			return steps
		}
		found = found[:0]
		for _, s := range steps {
			found = append(found, s.at)
		}
	}
	return nil
}

// best is the split of buckets from..to that explains most; ok is false where it
// may be chance, or is too small to be told.
func (t *search) best(from, to int) (s split, ok bool) {
	ratio := 0.0
	tried := 0
	for at := from + leastSide; at <= to-leastSide; at++ {
		if t.calls[at]-t.calls[from] < leastCalls || t.calls[to]-t.calls[at] < leastCalls {
			continue
		}
		tried++
		if r := t.ratio(from, at, to); r > ratio {
			ratio, s.at = r, at
		}
	}
	if s.at == 0 {
		return s, false
	}
	s.before, s.after = t.share(from, s.at), t.share(s.at, to)
	s.p = t.chance(ratio, tried)
	if s.p > mostChance || !t.large(from, to, s) {
		return s, false
	}
	return s, t.chance(t.robust(from, s.at, to), tried) <= mostChance
}

func (t *search) share(from, to int) float64 {
	return float64(t.invalid[to]-t.invalid[from]) / float64(t.calls[to]-t.calls[from])
}

// ratio is twice the logarithm of how much likelier the buckets are with a step
// than without one (Wilks), for calls that fail as coins fall.
func (t *search) ratio(from, at, to int) float64 {
	return 2 * (likelihood(t.invalid[at]-t.invalid[from], t.calls[at]-t.calls[from]) +
		likelihood(t.invalid[to]-t.invalid[at], t.calls[to]-t.calls[at]) -
		likelihood(t.invalid[to]-t.invalid[from], t.calls[to]-t.calls[from]))
}

// likelihood is the largest logarithm of the likelihood of k of n.
func likelihood(k, n int64) float64 {
	if k <= 0 || k >= n {
		return 0
	}
	p := float64(k) / float64(n)
	return float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p)
}

// chance bounds how likely calls without a step make a ratio as large at any of the
// places that were tried, in any of the curves: 2 exp(-ratio/2), which holds for
// few calls too (Chernoff), once for each (Bonferroni).
func (t *search) chance(ratio float64, tried int) float64 {
	return min(1, 2*math.Exp(-ratio/(2*t.spread))*float64(tried)*float64(t.curves))
}

// large reports whether a step is worth telling.
func (t *search) large(from, to int, s split) bool {
	switch {
	case !differ(s.before, s.after):
		return false
	case math.Abs(s.after-s.before) >= shortEffect:
		return true
	}
	before := t.buckets[s.at-1].At - t.buckets[from].At + 1
	after := t.buckets[to-1].At - t.buckets[s.at].At + 1
	return before >= t.rhythm && after >= t.rhythm
}

// differ reports whether two shares are so far apart that somebody would act on it.
func differ(a, b float64) bool {
	lo, hi := min(a, b), max(a, b)
	return hi-lo >= leastEffect && (hi >= leastRatio*lo || 1-lo >= leastRatio*(1-hi))
}

// robust is the ratio without the buckets that speak loudest for the step, one of
// ten on either side and two at least: bursts of a day are no step, however loud.
func (t *search) robust(from, at, to int) float64 {
	rises := t.share(at, to) > t.share(from, at)
	kb, nb := trimmed(t.buckets[from:at], t.share(from, at), !rises, 10)
	ka, na := trimmed(t.buckets[at:to], t.share(at, to), rises, 10)
	if kb*na < ka*nb != rises {
		return 0
	}
	return 2 * (likelihood(kb, nb) + likelihood(ka, na) - likelihood(kb+ka, nb+na))
}

// trimmed counts buckets without those that are furthest above the share, or below
// it: one of so many, and two at least.
func trimmed(buckets []bucket, share float64, above bool, oneOf int) (invalid, calls int64) {
	excess := func(b bucket) float64 {
		x := float64(b.Invalid) - share*float64(b.Calls)
		if above {
			return -x
		}
		return x
	}
	sorted := slices.Clone(buckets)
	slices.SortStableFunc(sorted, func(a, b bucket) int { return cmp.Compare(excess(a), excess(b)) })
	for _, b := range sorted[max((len(sorted)+oneOf-1)/oneOf, min(2, len(sorted)-1)):] {
		invalid += b.Invalid
		calls += b.Calls
	}
	return invalid, calls
}
