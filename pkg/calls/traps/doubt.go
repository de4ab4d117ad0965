package traps

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// words that make of a quantity something else than its unit says.
var (
	differences = []string{"delta", "difference", "differential", "change", "offset", "tolerance", "deadband", "hysteresis", "drop", "rise", "increase", "decrease", "increment", "step", "swing", "variation", "correction", "color", "colour", "light", "white"}
	multiples   = []string{"hundreds", "thousands", "thousand", "millions", "million", "billions", "billion", "tenths", "tenth", "multiples", "multiple", "increments", "log", "logarithm", "logarithmic", "log10", "squared", "inverse", "reciprocal",
		"multiplied", "multiply", "times", "scaled", "scale", "factor", "implied", "divided", "divide", "negative", "x100", "100x", "x1000", "1000x"}
	qualifiers = []string{"troy", "nautical", "survey", "fluid", "short", "long"}
)

// misleading says why the unit, though stated, is not all there is to know: a
// number in thousands of dollars, a difference of two temperatures, a speed that
// is spelled as degrees per second.
func (t *target) misleading() string {
	name, doc := contract.Words(t.field.Name), proseWords(t.withoutSteps(t.doc()))
	words := slices.Concat(name, doc)
	has := func(list []string, in []string) bool {
		return slices.ContainsFunc(in, func(w string) bool { return slices.Contains(list, w) })
	}
	money := t.unit.Dim == units.Money
	switch {
	case has(multiples, words), strings.Contains(t.doc(), "×"), money && strings.Contains(strings.ToLower(t.doc()), "decimal point"):
		return "it may count in more than one " + t.unit.Symbol
	case t.unit.Dim == units.Temperature && has(differences, words):
		return "it may be a difference of temperatures"
	case !money && slices.Contains(name, "per"), !money && perBehind(t.doc(), t.unit):
		return "it is a rate"
	case money && has([]string{"percent", "percentage", "fraction", "ratio"}, words):
		return "it may be a share of an amount"
	case slices.Equal(name, []string{"nanos"}), slices.Equal(name, []string{"units"}):
		return "it is a part of an amount"
	case t.unit.Symbol == "fraction" && t.Stated[0].From == units.FromName && !t.withinOne() && !t.upToOne(doc):
		return "a ratio need not be a share of a whole"
	case t.unit.Symbol == "t" && !has([]string{"tonne", "tonnes"}, words),
		t.unit.Symbol == "g" && has([]string{"gr"}, words),
		(t.unit.Symbol == "oz" || t.unit.Symbol == "lb" || t.unit.Symbol == "mi" || t.unit.Symbol == "ft") && has(qualifiers, doc):
		return "more than one unit is called so"
	case t.Dim == units.Instant && !t.sinceEpoch(), t.unit.Dim == units.Duration && t.Dim != units.Instant && t.isPoint(name):
		return "it is not said since when it counts"
	case (t.unit.Symbol == "days" || t.unit.Symbol == "weeks") && t.isWork():
		return "a day of work has not 24 hours"
	case t.misread(name):
		return "its unit may be read from part of a word"
	case t.clockPart(name):
		return "it may be a part of the clock or of the calendar"
	case t.unit.Dim == units.DataRate && slices.ContainsFunc([]string{"KBps", "MBps", "GBps", "KBPS", "MBPS", "GBPS", "KB/s", "MB/s", "GB/s"}, func(s string) bool {
		return strings.Contains(t.field.Name, s) || strings.Contains(t.doc(), s)
	}):
		return "it may count bytes"
	case t.unit.Dim == units.DataSize && has([]string{"megabit", "megabits", "gigabit", "gigabits", "kilobit", "kilobits"}, words) && !strings.HasSuffix(t.unit.Symbol, "bit"):
		return "it may count bits"
	}
	return ""
}

// isWork reports hours that people work, whose day has eight, or none on Sundays.
func (t *target) isWork() bool {
	return slices.ContainsFunc(append(contract.Words(t.field.Name), proseWords(t.doc())...), func(w string) bool {
		return slices.Contains([]string{"work", "worked", "working", "business", "estimate", "estimated", "actual", "logged", "spent", "effort", "billable", "person", "man", "labor", "labour", "staff", "shift", "overtime", "employee"}, w)
	})
}

// misread reports a unit that stands in the name only as part of a word, s in s3, or in
// the description only as one letter, "ID(s)".
func (t *target) misread(name []string) bool {
	first := t.Stated[0]
	letters := strings.Join(proseWords(first.Text), " ")
	switch first.From {
	case units.FromName:
		said := contract.Words(first.Text)
		for i := range name {
			if i+len(said) <= len(name) && slices.Equal(name[i:i+len(said)], said) {
				return false
			}
		}
		return len(letters) < 3
	case units.FromProse:
		return len(letters) == 1
	}
	return false
}

// upToOne reports that a ratio is a share: at most 1 by its bounds, or by its words.
func (t *target) upToOne(doc []string) bool {
	if b := element(t.field.Schema).Max; b != nil {
		return isOne(b)
	}
	return slices.ContainsFunc(doc, func(w string) bool {
		return slices.Contains([]string{"fraction", "share", "proportion", "percent", "percentage"}, w)
	})
}

// isPoint reports a number of seconds that may be a point in time, or a place in a
// recording, rather than a length.
func (t *target) isPoint(name []string) bool {
	for _, w := range []string{"since", "timestamp", "epoch"} {
		if slices.Contains(proseWords(t.doc()), w) {
			return true
		}
	}
	return slices.ContainsFunc(name, func(w string) bool {
		return slices.Contains([]string{"from", "to", "until", "since", "before", "after", "at", "start", "end", "begin", "timestamp", "date", "time", "position", "seek", "when", "now"}, w)
	}) && !slices.ContainsFunc(name, func(w string) bool {
		return slices.Contains([]string{"timeout", "duration", "delay", "ttl", "interval", "wait", "lead", "run", "processing", "response"}, w)
	})
}

// clockPart reports the hour at which something happens rather than how many hours:
// a name that ends with one hour, one day, or a description that says of what the
// minutes are.
func (t *target) clockPart(name []string) bool {
	if t.unit.Dim != units.Duration || len(name) == 0 {
		return false
	}
	doc := proseWords(t.doc())
	for i, w := range doc {
		if i+1 < len(doc) && slices.Contains([]string{"of", "after", "past", "into"}, w) {
			next := doc[i+1]
			if next == "the" && i+2 < len(doc) {
				next = doc[i+2]
			}
			if slices.Contains([]string{"hour", "day", "week", "month", "year", "minute", "interval", "midnight", "noon"}, next) {
				return true
			}
		}
	}
	return t.Stated[0].From == units.FromName && slices.Contains([]string{"hour", "minute", "second", "day", "week", "month", "quarter", "year"}, name[len(name)-1])
}

// perBehind reports "degrees per second", "kg/m2" in a description.
func perBehind(doc string, u units.Unit) bool {
	if strings.Contains(u.Symbol, "/") {
		return false
	}
	words := proseWords(doc)
	for i, w := range words {
		if w == "per" && i > 0 && (units.IsUnit(words[i-1]) || words[i-1] == strings.ToLower(u.Symbol)) {
			return true
		}
	}
	return strings.Contains(strings.ToLower(doc), strings.ToLower(u.Symbol)+"/")
}
