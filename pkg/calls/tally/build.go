package tally

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/tooldrift/tooldrift/pkg/config"
)

// Report is what has been counted, as a report shows it.
func (t *Tally) Report() *Report {
	r := &Report{Version: 1, Tools: []Tool{}, Unknown: []Named{}, Broken: slices.Concat([]Broken{}, t.Some)}
	s := &r.Summary
	curves := t.curves()
	s.Logs, s.Records, s.Broken, s.Calls = t.Logs, t.Records, t.Broken, t.Calls
	s.From, s.To = stamp(t.Between.First), stamp(t.Between.Last)
	for i, c := range t.Tools {
		if c.Calls == 0 {
			continue
		}
		r.Tools = append(r.Tools, t.tool(&t.Heads[i], c, curves))
		s.Judged += c.Calls
		s.Valid += c.Valid
		s.Unsure += c.Unsure
		s.Explained += c.Explained
		s.Retries += c.Retries
		s.Repaired += c.Repaired
		s.Failed += c.Failed
		s.Tolerated += c.Tolerated
		if len(c.Curve.buckets) > 0 {
			s.Bucket = t.bucketWord()
		}
	}
	s.Invalid = s.Judged - s.Valid
	s.Unexplained = s.Invalid - s.Explained
	s.Share = share(s.Valid, s.Judged)
	s.Intents = s.Judged - s.Retries
	s.IntentShare = share(s.Valid, s.Intents)
	slices.SortStableFunc(r.Tools, func(a, b Tool) int {
		return cmp.Or(cmp.Compare(a.Contract, b.Contract), cmp.Compare(a.Tool, b.Tool))
	})
	t.unknown(r)
	return r
}

// curves counts the curves that are searched for steps.
func (t *Tally) curves() (n int) {
	for _, c := range t.Tools {
		if len(c.Curve.buckets) > 0 {
			n++
		}
		for i := range c.Fields {
			if len(c.Fields[i].Curve.buckets) > 0 {
				n++
			}
		}
	}
	return n
}

func (t *Tally) bucketWord() string {
	if t.Daily {
		return "day"
	}
	return "hour"
}

func (t *Tally) unknown(r *Report) {
	var names []string
	for _, h := range t.Heads {
		names = append(names, h.Tool)
	}
	for _, name := range t.Unknown.keys() {
		r.Unknown = append(r.Unknown, Named{Name: name, Calls: t.Unknown.all[name].Calls})
	}
	slices.SortStableFunc(r.Unknown, func(a, b Named) int { return -compareInts(a.Calls, b.Calls) })
	r.Unknown = r.Unknown[:min(len(r.Unknown), mostNamed)]
	for i := range r.Unknown {
		if name := r.Unknown[i].Name; len(name) <= longName {
			r.Unknown[i].Nearest = config.Nearest(name, names)
		}
	}
	r.Summary.Unknown = t.Calls - r.Summary.Judged
}

const (
	// mostNamed unknown tools are shown: what is called more seldom is a slip.
	mostNamed = 50
	// longName is how long a name may be of which a near one is looked for: the time
	// that takes grows with its length, and no runtime takes a longer one.
	longName = 128
)

func (t *Tally) tool(h *Head, c *counts, curves int) Tool {
	return Tool{
		Contract: h.Contract, Tool: h.Tool, Operations: slices.Concat([]string{}, h.Operations),
		Calls: c.Calls, Valid: c.Valid, Share: share(c.Valid, c.Calls), Unsure: c.Unsure, Explained: c.Explained,
		Retries: c.Retries, Repaired: c.Repaired, Failed: c.Failed, Tolerated: c.Tolerated,
		Intents: c.Calls - c.Retries, IntentShare: share(c.Valid, c.Calls-c.Retries),
		Curve: t.points(&c.Curve), Steps: t.steps(c, &c.Curve, "", curves), Faults: t.faults(c), Fields: t.fields(h, c, curves),
	}
}

// start is when a bucket begins.
func (t *Tally) start(at int64) string {
	length := hour
	if t.Daily {
		length = day
	}
	return time.UnixMilli(at * length).UTC().Format(time.RFC3339)
}

func (t *Tally) points(c *curve) []Point {
	points := make([]Point, 0, len(c.buckets))
	for _, b := range c.buckets {
		points = append(points, Point{t.start(b.At), b.Calls, b.Invalid})
	}
	return points
}

func (t *Tally) faults(c *counts) []Fault {
	faults := []Fault{}
	for _, key := range c.Shapes.keys() {
		m := c.Shapes.all[key]
		f := Fault{
			Kind: m.Kind, Side: m.Side, Field: m.Field, Want: m.Want, Shape: shapeName(key), Calls: m.Calls, Share: share(m.Calls, c.Calls-c.Valid),
			First: stamp(m.Between.First), Last: stamp(m.Between.Last), Examples: []Example{}, Drift: m.Drift,
		}
		for _, x := range m.Examples {
			f.Examples = append(f.Examples, x.Example)
		}
		if len(f.Examples) > 0 {
			f.Text = f.Examples[0].Text
		}
		faults = append(faults, f)
	}
	slices.SortStableFunc(faults, func(a, b Fault) int {
		return cmp.Or(-compareInts(a.Calls, b.Calls), cmp.Compare(a.Text, b.Text))
	})
	return faults
}

// shapeName is the key of a mistake as a report may write it.
func shapeName(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:6])
}

// fields are those that were sent or broken: the tool's in its order, then the others.
func (t *Tally) fields(h *Head, c *counts, curves int) []Field {
	fields := []Field{}
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Sent+f.Invalid == 0 {
			continue
		}
		of := f.Sent + f.Missing
		field := Field{
			Field: h.Fields[i].Path, Known: true, Sent: f.Sent, Invalid: f.Invalid, Share: share(of-f.Invalid, of), Unit: h.Fields[i].Unit,
			Curve: t.points(&f.Curve), Steps: t.steps(c, &f.Curve, h.Fields[i].Path, curves), Mixups: []Mixup{}, Histogram: []Bin{},
		}
		if found := f.mixups(&h.Fields[i]); len(found) > 0 {
			field.Mixups, field.Histogram = found, f.bins()
		}
		fields = append(fields, field)
	}
	known := len(fields)
	for _, name := range c.Strange.keys() {
		s := c.Strange.all[name]
		fields = append(fields, Field{
			Field: name, Sent: s.Sent, Invalid: s.Invalid, Curve: t.points(&s.Curve), Steps: []Step{}, Mixups: []Mixup{}, Histogram: []Bin{},
		})
	}
	slices.SortStableFunc(fields[known:], func(a, b Field) int { return -compareInts(a.Invalid, b.Invalid) })
	return fields
}
