package units

import "math"

// numerals are the numbers that prose spells.
var numerals = map[string]float64{"half": 0.5, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "twelve": 12,
	"fifteen": 15, "twenty": 20, "thirty": 30, "sixty": 60, "ninety": 90, "hundred": 100, "thousand": 1000}

// equate reads "60 is one minute", "3 minutes (180000)": the number counts
// something else than minutes, which the two numbers tell. What they tell may be
// no unit at all; then the claim is worth nothing.
func (d *description) equate() {
	for i := 0; i < d.n; i++ {
		c := &d.claims[i]
		switch c.unit.Dim {
		case Duration, DataSize, Length, Mass, Money, Ratio:
		default:
			continue
		}
		if c.unit.Scale == 0 || c.in || c.counted {
			continue
		}
		m, at := d.quantityBefore(c.from)
		if m == 0 {
			continue
		}
		n, from, to := d.equalTo(at, c.to, at == c.from-1 && d.toks[at].isNum)
		if n == 0 || near(m, n) {
			continue
		}
		u := unitOf(c.unit.Dim, m*c.unit.Scale/n)
		if u == nil {
			d.drop(i)
			i--
			continue
		}
		if isCurrency(c.unit) && d.n == 1 { // else an example of what another claim says
			d.code = codeOf(c.unit, d.toks[c.from].text)
		}
		*c = claim{unit: u, from: min(from, c.from), to: max(to, c.to), strong: true}
	}
}

// fitSchema reads "72 hours by default" beside a default, or a maximum, of 259200:
// the number counts seconds.
func (e *evidence) fitSchema() {
	d := &e.doc
	for i := range d.claims[:d.n] {
		c := &d.claims[i]
		m, at := d.quantityBefore(c.from)
		if c.strong || m == 0 || at != c.from-1 || !d.toks[at].isNum || c.unit.Scale == 0 || c.unit.Dim != Duration && c.unit.Dim != DataSize {
			continue
		}
		var told *Unit
		for _, b := range []bound{e.dflt, e.max} {
			if !b.ok || b.v <= 0 {
				continue
			}
			if near(b.v, m) {
				told = nil
				break
			}
			if u := unitOf(c.unit.Dim, m*c.unit.Scale/b.v); told == nil && u != nil && u.Scale < c.unit.Scale {
				told = u
			}
		}
		if told != nil {
			*c = claim{unit: told, from: at, to: c.to, strong: true}
		}
	}
}

// quantityBefore is the number in front of the unit at token i, and where it
// begins: "3", "one", "half an", "one and a half". 0 where there is none.
func (d *description) quantityBefore(i int) (m float64, at int) {
	if i == 0 {
		return 0, 0
	}
	t := &d.toks[i-1]
	if t.isNum {
		return t.num, i - 1
	}
	m = numerals[string(t.text)]
	switch {
	case m == 0.5 && i >= 4 && string(d.toks[i-2].text) == "a" && string(d.toks[i-3].text) == "and":
		if whole := numerals[string(d.toks[i-4].text)]; whole > 0 {
			return whole + 0.5, i - 4
		}
		return 0, 0
	case m == 1 && i >= 2 && string(d.toks[i-2].text) == "half":
		return 0.5, i - 2
	}
	return m, i - 1
}

// equalTo is the bare number that prose sets equal to the quantity of tokens
// [at, to), and the tokens of all that: "60 is one minute", "one minute (60)". 0
// where there is none. A comma equates only what is spelled: "1800, half an hour".
func (d *description) equalTo(at, to int, digits bool) (n float64, from, end int) {
	p := at - 1
	link := p >= 0 && (d.equals(p) || d.toks[p].mark == '(' || d.toks[p].mark == ',' && !digits)
	if p >= 1 && string(d.toks[p].text) == "to" {
		switch string(d.toks[p-1].text) {
		case "equal", "equals", "equivalent", "corresponds":
			p, link = p-1, true
		}
	}
	if link && p >= 1 && d.toks[p-1].isNum {
		return d.toks[p-1].num, p - 1, to
	}
	if to+1 >= len(d.toks) || !d.toks[to+1].isNum {
		return 0, 0, 0
	}
	next := rune('.')
	if to+2 < len(d.toks) {
		next = d.toks[to+2].mark
	}
	if d.toks[to].mark == '(' && next == ')' || d.equals(to) && next != 0 && next != '%' {
		return d.toks[to+1].num, at, to + 2
	}
	return 0, 0, 0
}

func (d *description) equals(i int) bool {
	switch string(d.toks[i].text) {
	case "is", "equals", "means", "equal", "represents", "for":
		return true
	}
	return d.toks[i].mark == '='
}

// unitOf is the unit of a dimension that has a scale, or nil.
func unitOf(dim Dimension, scale float64) *Unit {
	if dim == Money && near(scale, 1) {
		return &majorUnits
	}
	for i := range vocabulary {
		if u := &vocabulary[i].Unit; u.Dim == dim && u.Scale > 0 && math.Abs(u.Scale/scale-1) < 1e-6 {
			return u
		}
	}
	return nil
}

// parts are the words for a part of a unit.
var parts = map[string]float64{"tenths": 0.1, "tenth": 0.1, "hundredths": 0.01, "hundredth": 0.01, "thousandths": 1e-3, "thousandth": 1e-3,
	"millionths": 1e-6, "millionth": 1e-6, "billionths": 1e-9, "billionth": 1e-9}

// partAt reads a part of a unit: "hundredths of a dollar", "1/100 euro",
// "millionths of one unit of the account's currency".
func (d *description) partAt(i int) (u *Unit, to int) {
	part, j := 0.0, i+1
	if n := len(d.toks[i].text); n > 4 && d.toks[i].text[0] != 's' { // tenth is the shortest
		part = parts[string(d.toks[i].text)]
	}
	of := j < len(d.toks) && string(d.toks[j].text) == "of"
	if i+3 < len(d.toks) && d.toks[i].isNum && d.toks[i].num == 1 && d.toks[i+1].mark == '/' && d.toks[i+2].num > 1 {
		part, j, of = 1/d.toks[i+2].num, i+3, true
	}
	if part == 0 || !of {
		return nil, 0
	}
	for ; j < len(d.toks); j++ {
		switch string(d.toks[j].text) {
		case "of", "a", "an", "one", "the", "each":
			continue
		}
		break
	}
	if j >= len(d.toks) {
		return nil, 0
	}
	whole, to := d.currencyUnitAt(j)
	if w := d.toks[j].word; whole == nil && len(w.allUnits()) > 0 {
		whole, to = w.units[0], j+1
	}
	if whole == nil {
		return nil, 0
	}
	scale := whole.Scale
	if whole == &majorUnits {
		scale = 1
	}
	if scale > 0 {
		if u := unitOf(whole.Dim, scale*part); u != nil {
			return u, to
		}
	}
	return &Unit{partWord(part) + " of a " + singular(whole.Symbol), whole.Dim, scale * part}, to
}

func partWord(part float64) string {
	for _, word := range []string{"tenths", "hundredths", "thousandths", "millionths", "billionths"} {
		if near(parts[word]/part, 1) {
			return word
		}
	}
	return "one " + digits(1/part) + "th"
}

// currencyUnitAt reads the words for one of whatever the currency is: "currency
// unit", "unit of the account's currency", "currency".
func (d *description) currencyUnitAt(i int) (u *Unit, to int) {
	if string(d.toks[i].text) == "currency" {
		to = i + 1
		if to < len(d.toks) && (string(d.toks[to].text) == "unit" || string(d.toks[to].text) == "units") {
			to++
		}
		return &majorUnits, to
	}
	if string(d.toks[i].text) != "unit" {
		return nil, 0
	}
	for j := i + 1; j < len(d.toks) && j < i+6 && d.toks[j].mark == 0; j++ {
		if string(d.toks[j].text) == "currency" {
			return &majorUnits, j + 1
		}
	}
	return nil, 0
}
