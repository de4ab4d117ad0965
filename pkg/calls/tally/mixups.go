package tally

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/tooldrift/tooldrift/pkg/units"
)

// Two clusters of a field's values are two units, and not two kinds of thing that
// are counted in one, where they are the same values twice: the lower cluster,
// shifted by exactly the factor between the units, is the higher one. All of it is
// asked for: a gap between the two that is wider than any inside them, means a
// factor apart, the same width and shape, and more values in each than a price list's one or
// two. A wide distribution has no gap; two price levels are no factor apart, or
// differ in shape; what a handful of round numbers are nobody knows.
const (
	leastCluster  = 20    // calls in the smaller cluster
	leastPart     = 0.005 // of all calls
	fewPart       = 0.02  // of all calls: a smaller part is at least leastFew calls, for values far off are not units
	leastFew      = 50
	leastRatios   = 0.03 // of all calls, where one ends at 1 and the other begins there
	leastDistinct = 4    // bins with calls in either cluster, and no bin with more than mostOfOne of it
	mostOfOne     = 0.75
	gapWidth      = binsADecade / 2 // bins
	gapShare      = 0.1             // of the smaller cluster: calls within the gap
	gapOfInner    = 1.3             // the gap is so much wider than the widest inside a cluster
	mostOff       = 3               // bins that the mean logarithms are off the factor, beside what chance makes
	mostWider     = 1.5             // deviation of the one's logarithms over the other's
	mostUnlike    = 0.1             // Kolmogorov-Smirnov distance of the shapes, beside what chance makes

	// Chance parts two samples of one shape by up to 1.1 deviations of the distance in
	// four of five cases (Smirnov's table), and their means by up to 1.5 in seven of eight.
	chanceUnlike = 1.1
	chanceOff    = 1.5
	binRounding  = 0.5 // bins that a deviation is off, as values are rounded to bins
)

// factors are what units in use differ by, in the order they are tried.
var factors = []struct {
	name  string
	value float64
	// of are the dimensions with units that far apart that people confuse; a dimension
	// that is in none of these is tried with them all.
	of []units.Dimension
}{
	{"100", 100, []units.Dimension{units.Money, units.Ratio, units.Length}},
	{"1000", 1000, []units.Dimension{
		units.Money, units.Duration, units.Length, units.Mass, units.Volume, units.DataSize, units.DataRate, units.Energy, units.Power, units.Pressure, units.Frequency,
	}},
	{"60", 60, []units.Dimension{units.Duration, units.Frequency}},
	{"3600", 3600, []units.Dimension{units.Duration}},
}

func is(dimension string, one units.Dimension) bool { return dimension == one.String() }

func confused(dimension string, of []units.Dimension) bool {
	return slices.ContainsFunc(of, func(one units.Dimension) bool { return is(dimension, one) })
}

// mixup is two clusters of a histogram: the bins below at, and the others.
type mixup struct {
	factor string
	kind   string
	low    histogram
	high   histogram
	unlike float64
}

// mixups are the mix-ups in one field: of each currency where calls name several.
func (f *fieldCounts) mixups(h *HeadField) (found []Mixup) {
	for _, currency := range f.Currencies.keys() {
		values := *f.Currencies.all[currency]
		m, ok := mixedUp(values, h.Dimension)
		if !ok {
			continue
		}
		found = append(found, Mixup{
			Factor: m.factor, Kind: m.kind, Currency: currency, States: h.Unit, API: h.APIUnit, Reading: reading(m, cmp.Or(h.APIUnit, h.Unit)),
			Low: m.low.cluster(), High: m.high.cluster(), Drift: h.drift(),
		})
	}
	return found
}

func (h *HeadField) drift() *Drift {
	if h.Drift == (Drift{}) {
		return nil
	}
	d := h.Drift
	return &d
}

// bins are the values of all currencies as a report shows them.
func (f *fieldCounts) bins() []Bin {
	var all histogram
	all.merge(f.Other)
	for _, currency := range f.Currencies.keys() {
		all.merge(*f.Currencies.all[currency])
	}
	bins := make([]Bin, 0, len(all))
	for _, b := range all {
		bins = append(bins, Bin{Low: edge(b.Bin), High: edge(b.Bin + 1), Calls: b.Calls})
	}
	return bins
}

func mixedUp(h histogram, dimension string) (m mixup, ok bool) {
	if is(dimension, units.Instant) {
		return epochs(h)
	}
	ratio, known := is(dimension, units.Ratio), false
	for _, f := range factors {
		known = known || confused(dimension, f.of)
	}
	for _, f := range factors {
		if known && !confused(dimension, f.of) {
			continue
		}
		x, two := clusters(h, f.value, ratio)
		if two && (!ok || x.unlike < m.unlike) {
			m, ok = x, true
			m.factor, m.kind = f.name, "clusters"
			if ratio {
				m.kind = "ratio"
			}
		}
	}
	return m, ok
}

// clusters cuts a histogram into two that are a factor apart, if it can be.
func clusters(h histogram, factor float64, ratio bool) (m mixup, ok bool) {
	total := h.calls()
	width, share, part := gapWidth, gapShare, leastPart
	if ratio { // shares are spread evenly up to 1, and so as percent up to 100
		width, share, part = gapWidth/2, 0.25, leastRatios
	}
	least := max(leastCluster, int64(math.Ceil(part*float64(total))), min(leastFew, int64(math.Ceil(fewPart*float64(total)))))
	if total < 2*least {
		return m, false
	}
	shift := int(math.Round(binsADecade * math.Log10(factor)))
	m.unlike = 2
	for i := 1; i < len(h); i++ {
		low, high := h[:i], h[i:]
		n, k := low.calls(), high.calls()
		if n < least || k < least || !low.matches(high, shift) {
			continue
		}
		if ratio && (low[len(low)-1].Bin >= 1 || high[0].Bin < 0) {
			continue // 1 ends the one, and begins the other
		}
		if !apart(h, i, width, share) || !low.various() || !high.various() {
			continue
		}
		d := unlike(low, high, shift)
		if d <= mostUnlike+chanceUnlike*math.Sqrt(1/float64(n)+1/float64(k)) && d < m.unlike {
			m = mixup{low: low, high: high, unlike: d}
			ok = true
		}
	}
	return m, ok
}

// apart reports whether there is a gap where bin i begins the higher cluster: so
// many bins wide, nearly empty, and wider than those inside the clusters.
func apart(h histogram, i, width int, share float64) bool {
	smaller := min(h[:i].calls(), h[i:].calls())
	allowed := int64(share * float64(smaller))
	low, high := h[:i], h[i:]
	from, to := low[len(low)-1].Bin, high[0].Bin
	// The gap grows over the bins that hold the fewest calls.
	var within int64
	for a, b := len(low)-1, 0; ; {
		left, right := int64(math.MaxInt64), int64(math.MaxInt64)
		if a > 0 {
			left = low[a].Calls
		}
		if b < len(high)-1 {
			right = high[b].Calls
		}
		if min(left, right) == math.MaxInt64 || within+min(left, right) > allowed {
			break
		}
		if left <= right {
			within += left
			a--
			from = low[a].Bin
			continue
		}
		within += right
		b++
		to = high[b].Bin
	}
	gap := to - from - 1
	inner := max(low.widest(), high.widest())
	return gap >= width && float64(gap) >= gapOfInner*float64(inner)
}

// widest is the widest gap among the values of a cluster without the outermost
// twentieths.
func (h histogram) widest() (widest int) {
	total, seen := h.calls(), int64(0)
	last := -1
	for i, b := range h {
		if last >= 0 && 20*seen >= total && 20*seen <= 19*total {
			widest = max(widest, b.Bin-h[last].Bin-1)
		}
		seen += b.Calls
		last = i
	}
	return widest
}

// various reports whether a cluster has a shape at all.
func (h histogram) various() bool {
	total, distinct := h.calls(), 0
	for _, b := range h {
		if float64(b.Calls) > mostOfOne*float64(total) {
			return false
		}
		if 100*b.Calls >= total {
			distinct++
		}
	}
	return distinct >= leastDistinct
}

// unlike is the Kolmogorov-Smirnov distance of a cluster, shifted by so many bins,
// from another. Bins are coarse: the better of the two that meet counts.
func unlike(low, high histogram, shift int) float64 {
	best := 1.0
	for _, by := range []int{shift - 1, shift, shift + 1} {
		n, k := float64(low.calls()), float64(high.calls())
		far, a, b := 0.0, int64(0), int64(0)
		for i, j := 0, 0; i < len(low) || j < len(high); {
			at := math.MaxInt
			if i < len(low) {
				at = low[i].Bin + by
			}
			if j < len(high) {
				at = min(at, high[j].Bin)
			}
			if i < len(low) && low[i].Bin+by == at {
				a += low[i].Calls
				i++
			}
			if j < len(high) && high[j].Bin == at {
				b += high[j].Calls
				j++
			}
			far = max(far, math.Abs(float64(a)/n-float64(b)/k))
		}
		best = min(best, far)
	}
	return best
}

// epochScales are the units that points in time are counted in.
var epochScales = []struct {
	unit     string
	from, to string // of the years 2000 to 2100
}{
	{"s", "946684800", "4102444800"},
	{"ms", "946684800000", "4102444800000"},
	{"us", "946684800000000", "4102444800000000"},
	{"ns", "946684800000000000", "4102444800000000000"},
}

const (
	leastEpochs     = 5    // calls of the seldomer unit
	mostOtherEpochs = 0.05 // of the calls that are neither
)

// epochs finds points in time that are counted in two units. Where these are on the
// scale of numbers is known: no shape is needed.
func epochs(h histogram) (m mixup, ok bool) {
	var parts []histogram
	var most []int64
	for _, s := range epochScales {
		from, _ := binOf(s.from)
		to, _ := binOf(s.to)
		var part histogram
		for _, b := range h {
			if b.Bin >= from && b.Bin <= to {
				part = append(part, b)
			}
		}
		parts, most = append(parts, part), append(most, part.calls())
	}
	order := []int{0, 1, 2, 3}
	slices.SortStableFunc(order, func(a, b int) int { return -cmp.Compare(most[a], most[b]) })
	first, second := order[0], order[1]
	if most[second] < leastEpochs || float64(h.calls()-most[first]-most[second]) > mostOtherEpochs*float64(h.calls()) {
		return m, false
	}
	lo, hi := min(first, second), max(first, second)
	factor := strconv.FormatFloat(math.Pow(1000, float64(hi-lo)), 'f', 0, 64)
	return mixup{factor: factor, kind: "epoch", low: parts[lo], high: parts[hi]}, true
}

// matches reports whether a higher cluster lies, on average, so many bins above, and
// spreads as wide.
func (h histogram) matches(high histogram, shift int) bool {
	m, d := h.moments()
	n, e := high.moments()
	chance := math.Hypot(d, e) * math.Sqrt(1/float64(h.calls())+1/float64(high.calls()))
	return math.Abs(n-m-float64(shift)) <= mostOff+chanceOff*chance && max(d, e) <= mostWider*min(d, e)+binRounding
}

// moments are the mean and the deviation of the bins: of the logarithms, that is. A
// median would jump from one round number to the next.
func (h histogram) moments() (mean, deviation float64) {
	n := float64(h.calls())
	for _, b := range h {
		mean += float64(b.Bin) * float64(b.Calls) / n
	}
	for _, b := range h {
		off := float64(b.Bin) - mean
		deviation += off * off * float64(b.Calls) / n
	}
	return mean, math.Sqrt(deviation)
}

// quantile is the index of the bin below which a share of the calls lies.
func (h histogram) quantile(q float64) int {
	want := int64(q * float64(h.calls()))
	for i, b := range h {
		if want < b.Calls {
			return i
		}
		want -= b.Calls
	}
	return len(h) - 1
}

// cluster is a part of a histogram as a report tells it. When it begins and ends is
// told by its inner bins: a stray of the other cluster is no beginning.
func (h histogram) cluster() Cluster {
	c := Cluster{Calls: h.calls(), Median: h.sample(h.quantile(0.5)), Examples: []string{}}
	var between span
	for _, b := range h[h.quantile(0.1) : h.quantile(0.9)+1] {
		between.merge(b.Between)
	}
	c.From, c.To = stamp(between.First), stamp(between.Last)
	for _, q := range []float64{0.1, 0.5, 0.9} {
		if x := h.sample(h.quantile(q)); !slices.Contains(c.Examples, x) {
			c.Examples = append(c.Examples, x)
		}
	}
	return c
}

// sample is a value of a bin, as sent where one is kept.
func (h histogram) sample(i int) string {
	if len(h[i].Samples) > 0 {
		return h[i].Samples[0]
	}
	return strconv.FormatFloat(edge(h[i].Bin), 'g', 3, 64)
}

func abs(x int) int { return max(x, -x) }
