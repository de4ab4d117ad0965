package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

// Drawings are SVG that the browser stretches to the room it has: what is stretched
// stands in an inner drawing, and what must not be, such as digits, beside it at
// places in percent. A policy forbids style attributes, and none is needed.

const (
	chartWidth = 122 // stretches of a tool's curve
	chartTall  = 100 // how finely its heights are told apart
	smallWidth = 61  // the same of a field's
	smallTall  = 20
)

// drawing is a curve that is to be drawn.
type drawing struct {
	timeline
	top float64 // the share of invalid calls at the upper edge
}

// draw cuts a curve for a width; ok is false where there is too little to draw.
func draw(curve []tally.Point, bucket string, width int) (d drawing, ok bool) {
	if d.timeline, ok = cutUp(curve, bucket, width); ok {
		d.top = roundUp(d.peak())
	}
	return d, ok
}

// roundUp is the next share that is easy to read on an axis.
func roundUp(share float64) float64 {
	for unit := 0.001; unit < 1; unit *= 10 {
		for _, v := range []float64{1, 1.5, 2, 3, 4, 5, 6, 8} {
			if share <= v*unit {
				return v * unit
			}
		}
	}
	return 1
}

// ticks are times at even distances, the first and the last included.
func (d drawing) ticks() (all []time.Time) {
	const n = 4
	for i := range n {
		all = append(all, d.from.Add(d.to.Sub(d.from)/n*time.Duration(i)))
	}
	return append(all, d.last)
}

// across is how far from the left a time stands, from 0 to 1; ok is false outside.
func (d drawing) across(at string) (x float64, ok bool) {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil || t.Before(d.from) || t.After(d.to) {
		return 0, false
	}
	return float64(t.Sub(d.from)) / float64(d.to.Sub(d.from)), true
}

// area is the path of the share of invalid calls in a box of len(all) by tall.
func (d drawing) area(tall int) string {
	return outline(len(d.all), tall, func(i int) float64 { return d.all[i].share() / d.top })
}

// volume is the path of how many calls there are.
func (d drawing) volume() (path string, most int64) {
	for _, s := range d.all {
		most = max(most, s.calls)
	}
	return outline(len(d.all), chartTall, func(i int) float64 { return float64(d.all[i].calls) / float64(max(1, most)) }), most
}

// outline is a path that closes around bars next to each other, in a box of n by tall.
func outline(n, tall int, height func(i int) float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "M0 %d", tall)
	last, run := 0, 0
	flush := func() {
		if run > 0 {
			fmt.Fprintf(&b, "h%d", run)
		}
		run = 0
	}
	for i := range n {
		if h := int(math.Round(height(i) * float64(tall))); h != last {
			flush()
			fmt.Fprintf(&b, "V%d", tall-h)
			last = h
		}
		run++
	}
	flush()
	if last != 0 {
		fmt.Fprintf(&b, "V%d", tall)
	}
	b.WriteString("z")
	return b.String()
}

// inner is the part of a drawing that is stretched.
func inner(n int, y, height int, parts ...string) string {
	return fmt.Sprintf(`<svg x="0" y="%d" width="100%%" height="%d" viewBox="0 0 %d %d" preserveAspectRatio="none">`, y, height, n, chartTall) + strings.Join(parts, "") + "</svg>"
}

// chart is the curve of a tool with its steps numbered, the shares before and after
// them, the commits near them, and below how many calls there are.
func (d drawing) chart(label string, steps []fieldStep) string {
	const top, height, gap, low = 18, 96, 6, 22
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="chart" role="img" aria-label="%s" width="100%%" height="%d">`, shown(label), top+height+gap+low)
	volume, most := d.volume()
	fmt.Fprintf(&b, `<line class="grid" x1="0" x2="100%%" y1="%d" y2="%d"/><line class="grid" x1="0" x2="100%%" y1="%d" y2="%d"/>`, top, top, top+height/2, top+height/2)
	for _, x := range []string{"25%", "50%", "75%"} {
		fmt.Fprintf(&b, `<line class="grid" x1="%s" x2="%s" y1="%d" y2="%d"/>`, x, x, top, top+height)
	}
	b.WriteString(inner(len(d.all), top, height, `<path class="bad" d="`, d.area(chartTall), `"/>`, d.levels(steps)))
	fmt.Fprintf(&b, `<line class="base" x1="0" x2="100%%" y1="%d" y2="%d"/>`, top+height, top+height)
	b.WriteString(inner(len(d.all), top+height+gap, low, `<path class="volume" d="`, volume, `"><title>`, "at most "+grouped(most, "call")+" in a stretch", `</title></path>`))
	for i, s := range steps {
		x, ok := d.across(s.At)
		if !ok {
			continue
		}
		for _, c := range s.Commits {
			if at, ok := d.across(c.Time); ok {
				fmt.Fprintf(&b, `<circle class="commit" cx="%s" cy="%d" r="4"><title>%s</title></circle>`, places(at), top+height, shown(commitWords(&c, c.File)))
			}
		}
		fmt.Fprintf(&b, `<line class="step" x1="%s" x2="%s" y1="%d" y2="%d"/><text class="step" x="%s" y="13" text-anchor="middle">%d</text>`, places(x), places(x), top, top+height, places(x), i+1)
	}
	b.WriteString("</svg>")
	return b.String()
}

// levels are the shares before and after the steps of the whole, as lines.
func (d drawing) levels(steps []fieldStep) string {
	n := float64(len(d.all))
	var b strings.Builder
	from, share := 0.0, 0.0
	line := func(to float64) {
		y := strconv.FormatFloat(chartTall-chartTall*min(1, share/d.top), 'f', 1, 64)
		fmt.Fprintf(&b, `<path class="level" d="M%s %sH%s"/>`, tenths(from*n), y, tenths(to*n))
	}
	drawn := false
	for _, s := range steps {
		x, ok := d.across(s.At)
		if s.field != "" || !ok {
			continue
		}
		if !drawn {
			share = s.Before
		}
		line(x)
		from, share, drawn = x, s.After, true
	}
	if drawn {
		line(1)
	}
	return b.String()
}

func tenths(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

// places is a place from the left in percent.
func places(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + "%" }

// small is the curve of a field in a row.
func (d drawing) small(label string, steps []tally.Step) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="small" role="img" aria-label="%s"><svg width="100%%" height="100%%" viewBox="0 0 %d %d" preserveAspectRatio="none"><path class="bad" d="%s"/></svg>`, shown(label), len(d.all), smallTall, d.area(smallTall))
	for i := range steps {
		if x, ok := d.across(steps[i].At); ok {
			fmt.Fprintf(&b, `<line class="step" x1="%s" x2="%s" y1="0" y2="100%%"/>`, places(x), places(x))
		}
	}
	b.WriteString("</svg>")
	return b.String()
}

// histogram draws bins on a log scale, the two clusters of a mix-up marked. Heights
// are square roots, so that a few values that are wrong are seen beside many.
func histogram(bins []tally.Bin, m *tally.Mixup, label string) string {
	const top, height = 22, 90
	low, high, most := math.Inf(1), 0.0, int64(0)
	for _, bin := range bins {
		if bin.Calls > 0 && bin.Low > 0 && bin.High > bin.Low {
			low, high, most = min(low, bin.Low), max(high, bin.High), max(most, bin.Calls)
		}
	}
	if most == 0 {
		return ""
	}
	// Some room at both sides.
	begin, end := math.Log10(low)-0.15, math.Log10(high)+0.15
	across := func(v float64) float64 { return (math.Log10(v) - begin) / (end - begin) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="histogram" role="img" aria-label="%s" width="100%%" height="%d">`, shown(label), top+height+20)
	left, right := medianOf(&m.Low), medianOf(&m.High)
	for _, bin := range bins {
		if bin.Calls <= 0 || bin.Low <= 0 || bin.High <= bin.Low {
			continue
		}
		tall := max(2, int(math.Round(height*math.Sqrt(float64(bin.Calls)/float64(most)))))
		x, width := across(bin.Low), across(bin.High)-across(bin.Low)
		class := "low"
		if bin.Low*bin.High > left*right { // beyond the middle of the two, on a log scale
			class = "high"
		}
		fmt.Fprintf(&b, `<rect class="%s" x="%s" width="%s" y="%d" height="%d"><title>%s</title></rect>`, class, places(x), places(width), top+height-tall, tall,
			shown(fmt.Sprintf("%s from %s to %s", grouped(bin.Calls, "value"), number(bin.Low), number(bin.High))))
	}
	for _, c := range []struct {
		class string
		of    *tally.Cluster
	}{{"low", &m.Low}, {"high", &m.High}} {
		x := across(medianOf(c.of))
		if !(x >= 0 && x <= 1) {
			continue
		}
		anchor := "middle"
		switch {
		case x < 0.15:
			anchor = "start"
		case x > 0.85:
			anchor = "end"
		}
		fmt.Fprintf(&b, `<line class="%s" x1="%s" x2="%s" y1="%d" y2="%d"/><text class="%s" x="%s" y="13" text-anchor="%s">%s</text>`,
			c.class, places(x), places(x), top-5, top+height, c.class, places(x), anchor, shown(group(c.of.Calls)+" near "+short(c.of.Median)))
	}
	fmt.Fprintf(&b, `<line class="base" x1="0" x2="100%%" y1="%d" y2="%d"/>`, top+height, top+height)
	decades := 1 + int(end-begin)/6 // no more ticks than there is room for
	for d := int(math.Ceil(begin)); float64(d) <= end; d += decades {
		x := places(across(math.Pow10(d)))
		fmt.Fprintf(&b, `<line class="base" x1="%s" x2="%s" y1="%d" y2="%d"/><text x="%s" y="%d" text-anchor="middle">%s</text>`, x, x, top+height, top+height+4, x, top+height+17, number(math.Pow10(d)))
	}
	b.WriteString("</svg>")
	return b.String()
}

// medianOf is the size of what stands in the middle of a cluster, 0 where it is no number.
func medianOf(c *tally.Cluster) float64 {
	v, err := strconv.ParseFloat(c.Median, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0
	}
	return math.Abs(v)
}

// number is an edge of a bin: 0.01, 10,000, 1e9.
func number(v float64) string {
	if v >= 1000 && v < 1e7 {
		return group(int64(math.Round(v)))
	}
	return strings.Replace(strconv.FormatFloat(v, 'g', 3, 64), "e+0", "e", 1)
}

// peak is the largest share of invalid calls of a stretch.
func (d drawing) peak() (most float64) {
	for _, s := range d.all {
		most = max(most, s.share())
	}
	return most
}
