// Package tally counts what judging the calls of a log shows, so that the counts of
// shards add up to exactly those of the whole, and makes a report of them. It
// neither reads logs nor judges calls.
package tally

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/calls/logs"
)

// What is kept of what has no end: names that models make up, and mistakes.
const (
	mostUnknown    = 1000 // names of tools that are none
	mostShapes     = 500  // mistakes of a tool; those in fields that it declares come first
	mostStrange    = 200  // fields that a tool does not declare
	mostCurrencies = 64   // of a field; those spelled as ISO 4217 does come first
	mostExamples   = 3    // of a mistake
	mostBroken     = 10   // records
	longText       = 300  // bytes of a value or a sentence that is kept
)

// Tally counts the calls of logs by the contracts they are judged by. It is for one
// goroutine; several count each for itself, and are merged.
type Tally struct {
	Version   int    `json:"version"`
	Contracts string `json:"contracts"` // which contracts they are
	Bucket    string `json:"bucket"`    // as asked for: "hour", "day", "auto"
	Daily     bool   `json:"daily"`     // curves count by days
	Heads     []Head `json:"heads"`

	Logs    int64       `json:"logs"`
	Seen    []seen      `json:"seen"` // logs, in order
	Records int64       `json:"records"`
	Broken  int64       `json:"broken"`
	Calls   int64       `json:"calls"` // those of unknown tools too
	Between span        `json:"between"`
	Some    []Broken    `json:"some_broken"`
	Tools   []*counts   `json:"tools"` // one a head
	Unknown kept[named] `json:"unknown"`
	Other   int64       `json:"other_unknown"` // calls of unknown tools that are not kept

	hours    map[int64]struct{} // that curves have, until there are too many
	lastHour int64              // that was put into hours
}

// version is raised when summaries of old can no longer be merged with new ones: when
// they hold something else, and when calls are judged, or counted, in another way.
const version = 1

// named counts one name.
type named struct {
	Calls int64 `json:"calls"`
}

// counts are what became of one tool's calls.
type counts struct {
	Calls     int64          `json:"calls"`
	Valid     int64          `json:"valid"`
	Unsure    int64          `json:"unsure"`
	Explained int64          `json:"explained"`
	Retries   int64          `json:"retries"`
	Repaired  int64          `json:"repaired"`
	Failed    int64          `json:"failed"`
	Tolerated int64          `json:"tolerated"`
	Curve     curve          `json:"curve"`
	Fields    []fieldCounts  `json:"fields"` // one a field of the head
	Strange   kept[strange]  `json:"strange"`
	Shapes    kept[mistakes] `json:"shapes"`
	Other     int64          `json:"other_shapes"` // calls that make a mistake that is not kept
}

// fieldCounts are what became of one field.
type fieldCounts struct {
	Sent       int64           `json:"sent"`
	Missing    int64           `json:"missing"` // calls that lack it, and must not
	Invalid    int64           `json:"invalid"` // missing ones too
	Curve      curve           `json:"curve"`
	Currencies kept[histogram] `json:"currencies"`
	Other      histogram       `json:"other"` // values in currencies that are not kept
}

// strange are the calls that break a field that the tool does not declare.
type strange struct {
	Sent    int64 `json:"sent"`
	Invalid int64 `json:"invalid"`
	Curve   curve `json:"curve"`
}

// mistakes are the calls that make one mistake.
type mistakes struct {
	Kind     string    `json:"kind"`
	Side     string    `json:"side"`
	Field    string    `json:"field"`
	Want     string    `json:"want"`
	Drift    *Drift    `json:"drift"`
	Calls    int64     `json:"calls"`
	Between  span      `json:"between"`
	Curve    curve     `json:"curve"`
	Examples []example `json:"examples"`
}

// example is an Example and when it was. Of all, those that stand first in the
// order of time, log and line are kept.
type example struct {
	Time int64 `json:"time"`
	Example
}

func compareExamples(a, b example) int {
	return cmp.Or(compareInts(a.Time, b.Time), cmp.Compare(a.Log, b.Log), compareInts(a.Line, b.Line), cmp.Compare(a.Got, b.Got), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Send, b.Send))
}

func compareBroken(a, b Broken) int {
	return cmp.Or(cmp.Compare(a.Log, b.Log), compareInts(a.Line, b.Line), cmp.Compare(a.Why, b.Why))
}

// New is an empty tally. Buckets are "hour", "day" or "auto", which is hours until
// there are too many.
func New(c *calls.Contracts, buckets string) *Tally {
	heads := headsOf(c)
	return fresh(heads, hashOf(c, heads), buckets)
}

func fresh(heads []Head, contracts, buckets string) *Tally {
	t := &Tally{Version: version, Contracts: contracts, Bucket: buckets, Daily: buckets == "day", Heads: heads}
	for range heads {
		t.Tools = append(t.Tools, &counts{})
	}
	t.bound()
	return t
}

// Fresh is an empty tally of the same contracts, for another goroutine.
func (t *Tally) Fresh() *Tally { return fresh(t.Heads, t.Contracts, t.Bucket) }

// bound says how much may be kept of what; a tally that was read does not say it.
func (t *Tally) bound() {
	t.Unknown.bound(mostUnknown, nil)
	t.hours = map[int64]struct{}{}
	for i, c := range t.Tools {
		declared := map[string]bool{"": true}
		for _, f := range t.Heads[i].Fields {
			declared[f.Path] = true
		}
		c.Strange.bound(mostStrange, nil)
		c.Shapes.bound(mostShapes, func(key string) uint8 {
			field, _, _ := strings.Cut(key, "\x00")
			if declared[field] {
				return 0
			}
			return 1
		})
		if c.Fields == nil {
			c.Fields = make([]fieldCounts, len(t.Heads[i].Fields))
		}
		for j := range c.Fields {
			c.Fields[j].Currencies.bound(mostCurrencies, currencyClass)
		}
	}
}

// currencyClass puts "" and words of three capital letters first.
func currencyClass(word string) uint8 {
	if word == "" || len(word) == 3 && strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return 0
	}
	return 1
}

// bucketOf is the bucket of a time; ok is false where there is none.
func (t *Tally) bucketOf(ms int64) (at int64, ok bool) {
	switch {
	case !timed(ms):
		return 0, false
	case t.Daily:
		return ms / day, true
	}
	at = ms / hour
	if at != t.lastHour && t.Bucket == "auto" {
		t.hours[at] = struct{}{}
		t.lastHour = at
		if len(t.hours) > mostHours {
			t.fold()
			return ms / day, true
		}
	}
	return at, true
}

// fold makes all curves count by days.
func (t *Tally) fold() {
	if t.Daily {
		return
	}
	t.Daily, t.hours = true, nil
	for _, c := range t.Tools {
		c.Curve.fold()
		for i := range c.Fields {
			c.Fields[i].Curve.fold()
		}
		for _, s := range c.Strange.all {
			s.Curve.fold()
		}
		for _, m := range c.Shapes.all {
			m.Curve.fold()
		}
	}
}

// AddUnknown counts a call of a tool that none of the contracts has.
func (t *Tally) AddUnknown(e *logs.Event) {
	t.Calls++
	t.Between.add(e.Time)
	name := clip(string(e.Tool))
	n, dropped := t.Unknown.at(name)
	if dropped != nil {
		t.Other += dropped.Calls
	}
	if n == nil {
		t.Other++
		return
	}
	n.Calls++
}

// Add counts a call of a tool, which stands in a log.
func (t *Tally) Add(log string, tool *calls.Tool, e *logs.Event, o *calls.Observation) {
	c := t.Tools[tool.Index]
	at, timed := t.bucketOf(e.Time)
	invalid := int64(1)
	if o.Valid {
		invalid = 0
	}
	t.Calls++
	t.Between.add(e.Time)
	c.Calls++
	c.Valid += 1 - invalid
	if o.Valid && o.Unsure {
		c.Unsure++
	}
	if timed {
		c.Curve.add(at, 1, invalid)
	}
	for _, field := range o.Sent {
		f := &c.Fields[field]
		f.Sent++
		if timed {
			f.Curve.add(at, 1, 0)
		}
	}
	for _, n := range o.Numbers {
		c.Fields[n.Field].number(n, e.Time)
	}
	if !o.Valid {
		c.addFaults(t.Heads[tool.Index].index, log, e, o, at, timed)
	}
}

func (f *fieldCounts) number(n calls.Number, at int64) {
	h, dropped := f.Currencies.at(clip(n.Currency))
	if dropped != nil {
		f.Other.merge(*dropped)
	}
	if h == nil {
		h = &f.Other
	}
	h.add(n.Text, at)
}

// addFaults counts the mistakes of an invalid call: each shape and each field once,
// however many elements of a list have it.
func (c *counts) addFaults(index map[string]int, log string, e *logs.Event, o *calls.Observation, at int64, timed bool) {
	explained := len(o.Faults) > 0
	for i := range o.Faults {
		f := &o.Faults[i]
		explained = explained && f.Drift != nil
		field, known := fieldOf(index, f.Field)
		same := func(g calls.Fault) bool {
			other, ok := fieldOf(index, g.Field)
			return g.Field == f.Field || known && ok && other == field
		}
		if f.Field != "" && !slices.ContainsFunc(o.Faults[:i], same) {
			if known {
				c.Fields[field].fault(f, slices.Contains(o.Sent, field), at, timed)
			} else {
				c.strange(f, at, timed)
			}
		}
		key := shapeKey(f)
		if !slices.ContainsFunc(o.Faults[:i], func(g calls.Fault) bool { return shapeKey(&g) == key }) {
			c.mistake(key, f, log, e, at, timed)
		}
	}
	if explained {
		c.Explained++
	}
}

// fieldOf is the field that a fault is in: tags for an element of it, tags[], labels
// for a value of a map, labels.*.
func fieldOf(index map[string]int, path string) (field int, known bool) {
	for {
		if field, known = index[path]; known {
			return field, true
		}
		up, ok := strings.CutSuffix(path, "[]")
		if !ok {
			up, ok = strings.CutSuffix(path, ".*")
		}
		if !ok {
			return 0, false
		}
		path = up
	}
}

func (f *fieldCounts) fault(fault *calls.Fault, sent bool, at int64, timed bool) {
	f.Invalid++
	calls := int64(0)
	if !sent {
		f.Missing++
		calls = 1
	}
	if timed {
		f.Curve.add(at, calls, 1)
	}
}

func (c *counts) strange(f *calls.Fault, at int64, timed bool) {
	s, _ := c.Strange.at(clip(f.Field))
	if s == nil {
		return
	}
	s.Invalid++
	if f.Kind != calls.MissingField {
		s.Sent++
	}
	if timed {
		s.Curve.add(at, 1, 1)
	}
}

// shapeKey is equal for mistakes that are one: of one shape and explained by one finding.
func shapeKey(f *calls.Fault) string {
	key := clip(f.Field) + "\x00" + f.Shape
	if f.Drift != nil {
		key += "\x00" + f.Drift.Fingerprint
	}
	return key
}

func (c *counts) mistake(key string, f *calls.Fault, log string, e *logs.Event, at int64, timed bool) {
	m, dropped := c.Shapes.at(key)
	if dropped != nil {
		c.Other += dropped.Calls
	}
	if m == nil {
		c.Other++
		return
	}
	if m.Calls == 0 {
		m.Kind, m.Side, m.Field, m.Want, m.Drift = string(f.Kind), string(f.Side), clip(f.Field), clip(f.Want), driftOf(f.Drift)
	}
	m.Calls++
	m.Between.add(e.Time)
	if timed {
		m.Curve.add(at, 1, 1)
	}
	m.example(example{e.Time, Example{Log: log, Line: e.Line, Got: clip(f.Got), Send: clip(f.Send), Text: clip(f.Text)}})
}

func (m *mistakes) example(x example) {
	if last := len(m.Examples) - 1; last+1 == mostExamples && compareExamples(m.Examples[last], x) < 0 {
		return
	}
	m.Examples = smallest(m.Examples, x, mostExamples, compareExamples)
}

func driftOf(d *calls.Drift) *Drift {
	if d == nil {
		return nil
	}
	place := placeOf(d.At)
	return &Drift{Rule: d.Rule, Fingerprint: d.Fingerprint, Message: d.Message, Fix: d.Fix, File: place.File, Line: place.Line}
}

// AddBroken counts a record that could not be read.
func (t *Tally) AddBroken(log string, line int64, why string) {
	t.Some = smallest(t.Some, Broken{log, line, clip(why)}, mostBroken, compareBroken)
}

// AddLog counts a log that was read, its records, and those besides that are broken.
func (t *Tally) AddLog(records, broken int64) {
	t.Logs++
	t.Records += records
	t.Broken += broken
}

// clip is a text as it is kept: cut between two characters where it is too long.
func clip(s string) string {
	s = strings.ToValidUTF8(s, "\ufffd") // as a summary could not keep it otherwise
	if len(s) <= longText {
		return s
	}
	cut := longText
	for cut > longText-4 && s[cut]&0xc0 == 0x80 {
		cut--
	}
	return s[:cut] + "..."
}
