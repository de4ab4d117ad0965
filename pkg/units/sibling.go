package units

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// unitSibling is the name of the field beside this one that chooses its unit, or "".
func (e *evidence) unitSibling() string {
	if e.name.silent && !e.counted() {
		return ""
	}
	var buf [maxName]byte
	var toks [maxName / 2]token
	for _, f := range e.n.Siblings {
		if f == nil || f == e.n.Field || ambiguousDegree(f.Name) {
			continue
		}
		if !mayChoose(f.Name) {
			continue
		}
		ts := splitName(f.Name, buf[:0], toks[:0])
		if e.chooses(ts) {
			return f.Name
		}
	}
	return ""
}

// maxTelling bounds the fields that each number of an object is held against. A
// real tool has 461 fields in all; a number's unit is not one among 500.
const maxTelling = 500

// Telling lists the fields of an object that may say something of a number beside
// them, of its unit or its currency. It is asked once for all numbers of the
// object, which would else look at each other in vain.
func Telling(fields []*contract.Field) []*contract.Field {
	var out []*contract.Field
	for _, f := range fields {
		if f != nil && len(out) < maxTelling && (holdsWord(f.Name, "currency") || mayChoose(f.Name) && namesUnit(f.Name)) {
			out = append(out, f)
		}
	}
	return out
}

// namesUnit reports a name that chooses can say yes to.
func namesUnit(name string) bool {
	var buf [maxName]byte
	var toks [maxName / 2]token
	for i, t := range splitName(name, buf[:0], toks[:0]) {
		switch string(t.text) {
		case "unit", "units", "uom":
			return true
		case "interval", "period":
			if i == 0 {
				return true
			}
		}
	}
	return false
}

// ambiguousDegree reports "unit_of_measurement: °": of which scale?
func ambiguousDegree(name string) bool {
	_, scale, ok := strings.Cut(name, "°")
	return ok && (scale == "" || !isLetter(scale[0]))
}

// mayChoose is a cheap look at a name before it is split: objects have many fields.
func mayChoose(name string) bool {
	for i := 0; i+3 <= len(name); i++ {
		switch [3]byte{lower(name[i]), lower(name[i+1]), lower(name[i+2])} {
		case [3]byte{'u', 'n', 'i'}, [3]byte{'u', 'o', 'm'}, [3]byte{'i', 'n', 't'}, [3]byte{'p', 'e', 'r'}:
			return true
		}
	}
	return false
}

// counted reports names such as interval_count, which a sibling interval gives a unit.
func (e *evidence) counted() bool {
	for _, t := range e.name.toks {
		switch string(t.text) {
		case "interval", "period", "frequency", "duration", "cycle":
			return true
		}
	}
	return false
}

// besideUnit are words behind "unit" with which it is still a unit of measurement.
var besideUnit = map[string]bool{
	"of": true, "measurement": true, "measure": true, "in": true, "from": true, "to": true, "code": true, "type": true, "name": true, "system": true, "id": true,
}

// chooses reports whether a sibling of these words names this field's unit:
// unit, weight_unit, unit_in, interval beside interval_count. A sibling
// price_unit says nothing of a weight.
func (e *evidence) chooses(sibling []token) bool {
	said := false
	unit := false
	for i, t := range sibling {
		switch string(t.text) {
		case "unit", "units", "uom":
			// A unit_amount is an amount of one piece.
			unit = unit || i == len(sibling)-1 || besideUnit[string(sibling[i+1].text)]
		}
	}
	if !unit {
		first := len(sibling) > 0 && (string(sibling[0].text) == "interval" || string(sibling[0].text) == "period")
		kind := len(sibling) == 1 || len(sibling) == 2 && (sibling[1].is(tally) || string(sibling[1].text) == "type")
		return first && kind && e.counted() && !e.only("interval") && !(len(sibling) == 1 && e.only("period"))
	}
	for i, t := range sibling {
		if i >= 3 && string(sibling[0].text) == "unit" && len(t.word.allUnits()) > 0 { // unit_of_measurement_seconds
			return true
		}
	}
	if e.firmClaim() {
		return false
	}
	for _, t := range sibling {
		if word := string(t.text); word == "unit" || word == "units" || word == "uom" || word != "id" && besideUnit[word] {
			continue
		}
		said = true
		for _, m := range e.name.toks {
			if string(m.text) == string(t.text) || m.word != nil && t.word != nil && m.word.dim != Pure && m.word.dim == t.word.dim {
				return true
			}
		}
	}
	for _, t := range sibling {
		if string(t.text) == "id" {
			return false
		}
	}
	if e.dim == Money && !e.name.headIs("amount") && !e.name.generic { // the unit of what is priced
		return false
	}
	return !said && (e.dim != Pure || e.name.generic)
}

func (e *evidence) only(word string) bool {
	return len(e.name.toks) == 1 && string(e.name.toks[0].text) == word
}

// firmClaim reports whether the description fixes a unit, and does not speak of the field that chooses one.
func (e *evidence) firmClaim() bool {
	for i := range e.doc.toks {
		if s := string(e.doc.toks[i].text); i > 0 && (s == "unit" || s == "units") && !e.doc.toks[i-1].is(minor) && !e.claimed(i) {
			return false
		}
	}
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.strong && (e.dim == Pure || fits(c.unit.Dim, e.dim)) {
			return true
		}
	}
	return false
}

// claimed reports whether token i is part of a unit.
func (e *evidence) claimed(i int) bool {
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.from <= i && i < c.to {
			return true
		}
	}
	return false
}
