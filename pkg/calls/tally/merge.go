package tally

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// What Merge and Read can fail with.
var (
	ErrNoSummary      = errors.New("is no summary that tooldrift calls --summary-out has written")
	ErrOtherContracts = errors.New("counts calls by other contracts; summaries are merged that were made with the same tools, specs and config")
	ErrOtherBuckets   = errors.New("counts by other buckets; summaries are merged that were made with the same --bucket")
)

// Merge adds the counts of o, which is not used any more. Whatever the order and
// the grouping that tallies are merged in, the result is that of counting all of
// it at once. The error is ErrOtherContracts, ErrOtherBuckets or ErrSameLog.
func (t *Tally) Merge(o *Tally) error {
	switch {
	case t.Contracts != o.Contracts, !sameHeads(t.Heads, o.Heads): // the hash of a summary is what it says itself
		return ErrOtherContracts
	case t.Bucket != o.Bucket:
		return ErrOtherBuckets
	}
	if err := t.apart(o); err != nil {
		return err
	}
	t.addSeen(o.Seen)
	t.mergeHours(o)
	t.Logs += o.Logs
	t.Records += o.Records
	t.Broken += o.Broken
	t.Calls += o.Calls
	t.Between.merge(o.Between)
	for _, b := range o.Some {
		t.Some = smallest(t.Some, b, mostBroken, compareBroken)
	}
	t.Other += o.Other
	for _, name := range o.Unknown.keys() {
		n, dropped := t.Unknown.at(name)
		if dropped != nil {
			t.Other += dropped.Calls
		}
		if n == nil {
			t.Other += o.Unknown.all[name].Calls
			continue
		}
		n.Calls += o.Unknown.all[name].Calls
	}
	for i, c := range t.Tools {
		c.merge(o.Tools[i])
	}
	return nil
}

// mergeHours has both count by hours or both by days, as one that had counted all would.
func (t *Tally) mergeHours(o *Tally) {
	if !t.Daily && !o.Daily && t.Bucket == "auto" {
		for h := range o.hours {
			t.hours[h] = struct{}{}
		}
		if len(t.hours) > mostHours {
			t.fold()
		}
	}
	if t.Daily {
		o.fold()
	}
	if o.Daily {
		t.fold()
	}
}

func (c *counts) merge(o *counts) {
	c.Calls += o.Calls
	c.Valid += o.Valid
	c.Unsure += o.Unsure
	c.Explained += o.Explained
	c.Retries += o.Retries
	c.Repaired += o.Repaired
	c.Failed += o.Failed
	c.Tolerated += o.Tolerated
	c.Other += o.Other
	c.Curve.merge(&o.Curve)
	for i := range c.Fields {
		c.Fields[i].merge(&o.Fields[i])
	}
	for _, field := range o.Strange.keys() {
		s, _ := c.Strange.at(field)
		if s == nil {
			continue
		}
		from := o.Strange.all[field]
		s.Sent += from.Sent
		s.Invalid += from.Invalid
		s.Curve.merge(&from.Curve)
	}
	for _, shape := range o.Shapes.keys() {
		from := o.Shapes.all[shape]
		m, dropped := c.Shapes.at(shape)
		if dropped != nil {
			c.Other += dropped.Calls
		}
		if m == nil {
			c.Other += from.Calls
			continue
		}
		m.merge(from)
	}
}

func (f *fieldCounts) merge(o *fieldCounts) {
	f.Sent += o.Sent
	f.Missing += o.Missing
	f.Invalid += o.Invalid
	f.Curve.merge(&o.Curve)
	f.Other.merge(o.Other)
	for _, currency := range o.Currencies.keys() {
		h, dropped := f.Currencies.at(currency)
		if dropped != nil {
			f.Other.merge(*dropped)
		}
		if h == nil {
			h = &f.Other
		}
		h.merge(*o.Currencies.all[currency])
	}
}

func (m *mistakes) merge(o *mistakes) {
	if m.Calls == 0 {
		m.Kind, m.Side, m.Field, m.Want, m.Drift = o.Kind, o.Side, o.Field, o.Want, o.Drift
	}
	m.Calls += o.Calls
	m.Between.merge(o.Between)
	m.Curve.merge(&o.Curve)
	for _, x := range o.Examples {
		m.example(x)
	}
}

// Encode is the tally as a summary: JSON on one line, the same for the same counts.
func (t *Tally) Encode() []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(t); err != nil {
		panic("a summary that is no JSON: " + err.Error()) // only our own types come here
	}
	return out.Bytes()
}

// Read reads what Encode has written. A summary comes from another machine: what
// does not add up is refused.
func Read(data []byte) (*Tally, error) {
	t := &Tally{}
	if err := json.Unmarshal(data, t); err != nil {
		return nil, ErrNoSummary
	}
	switch {
	case t.Version == 0:
		return nil, ErrNoSummary
	case t.Version != version:
		return nil, fmt.Errorf("counts calls as another tooldrift judges them (version %d of summaries, and this one makes version %d); make it again from its logs", t.Version, version)
	case !t.sound():
		return nil, ErrUnsound
	}
	for i := range t.Heads {
		t.Heads[i].find()
	}
	t.bound()
	if t.Bucket == "auto" && !t.Daily {
		for _, c := range t.Tools {
			for _, b := range c.Curve.buckets {
				t.hours[b.At] = struct{}{}
			}
		}
	}
	return t, nil
}
