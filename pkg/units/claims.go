package units

// readClaims collects the units that the description states, in its order.
func (d *description) readClaims() {
	for i := 0; i < len(d.toks) && d.n < len(d.claims); {
		u, to := d.unitAt(i)
		if u == nil {
			u, to = d.rateAt(i)
		}
		switch {
		case u == nil:
			i++
			continue
		case d.negated(i):
			i = to
			continue
		}
		d.claims[d.n] = d.claimOf(u, i, to)
		if to == i+1 {
			d.claims[d.n].word = d.toks[i].word
		} else if w := d.toks[i].word; w != nil && len(w.units) > 0 {
			d.claims[d.n].base = w.units[0]
		}
		d.n++
		i = to
	}
}

// negated reports "not cents", "rather than in cents", "instead of cents".
func (d *description) negated(i int) bool {
	for i--; i >= 0; i-- {
		switch text := string(d.toks[i].text); text {
		case "not", "never":
			return true
		case "than", "of":
			return i > 0 && (string(d.toks[i-1].text) == "rather" || string(d.toks[i-1].text) == "instead")
		case "in", "as", "the", "a", "an", "us", "be", "given", "use":
		default:
			return false
		}
	}
	return false
}

// drop takes a claim out.
func (d *description) drop(i int) {
	copy(d.claims[i:], d.claims[i+1:d.n])
	d.n--
}

// settle reads a word of several dimensions as the one that the field has:
// "pounds" of a weight are no money. Degrees of a temperature are of a scale that
// they do not name.
func (d *description) settle(dim Dimension) {
	for i := 0; i < d.n; i++ {
		c := &d.claims[i]
		letter := c.to == c.from+1 && len(d.toks[c.from].text) == 1 && c.from > 0 && d.toks[c.from-1].mark == ',' // the h of "l, w, h."
		if dim == Temperature && c.unit.Symbol == "degrees" || letter && !anyFits(c.word.allUnits(), dim) || d.least(c, dim) {
			d.drop(i)
			i--
			continue
		}
		if dim == Pure {
			continue
		}
		if c.word == nil || len(c.word.units) < 2 || c.unit != c.word.units[0] || fits(c.unit.Dim, dim) {
			continue
		}
		for _, u := range c.word.units[1:] {
			if fits(u.Dim, dim) {
				c.unit = u
				break
			}
		}
	}
}

// least reports the min of "Price (min)": minutes of a price are none.
func (d *description) least(c *claim, dim Dimension) bool {
	return dim != Pure && c.to == c.from+1 && string(d.toks[c.from].text) == "min" && !anyFits(c.word.allUnits(), dim)
}

// claimOf weighs how a unit stands in its sentence.
func (d *description) claimOf(u *Unit, i, to int) claim {
	c := claim{unit: u, from: i, to: to}
	p := d.prefixed(i - 1)
	for p >= 0 && i-p <= 4 && d.toks[p].is(filler) && string(d.toks[p].text) != "in" && (u == &minorUnits || !d.article(p) || p > 0 && string(d.toks[p-1].text) == "as") {
		p--
	}
	prev := ""
	if p >= 0 {
		prev = string(d.toks[p].text)
	}
	next := rune(0)
	if to < len(d.toks) {
		next = d.toks[to].mark
	}
	switch {
	case u.Dim == Frequency && string(d.toks[i].text) == "per":
		c.strong, c.in = true, i >= 2 && string(d.toks[i-2].text) == "in" // requests per minute
	case prev == "in" || prev == "as" || prev == "en" || prev == "em" || p >= 0 && d.toks[p].is(measured):
		c.strong, c.in = true, true
	case p >= 0 && d.toks[p].mark == ':' && (p == 0 || d.toks[p-1].is(measured)):
		c.strong, c.in = true, true
	case i > 0 && (d.toks[i-1].mark == '(' || d.toks[i-1].mark == '['):
		c.strong, c.in = true, next == ')' || next == ']' || next == ',' || next == ';'
	case i >= 2 && string(d.toks[i-1].text) == "of" && d.toks[i-2].is(number):
		c.strong, c.counted = true, true
	case i >= 3 && string(d.toks[i-1].text) == "of" && d.toks[i-2].mark == '.' && d.toks[i-3].is(number): // "no. of"
		c.strong, c.counted = true, true
	case i > 0 && (string(d.toks[i-1].text) == "many"):
		c.strong = true
	case i == d.leadTok && u.Symbol == "percent":
		c.strong = true
	case i == 0 && to == len(d.toks) && to > 1: // "miles per gallon"
		c.strong, c.in = true, true
	case i == 0 && !d.toks[0].is(partOfDay|qualifier):
		c.strong, c.counted = true, true
	case i > 0 && d.toks[i-1].is(epochal):
		c.strong = true
	case to < len(d.toks) && string(d.toks[to].text) == "since" && u.Dim == Duration:
		c.strong = true
	case u.Symbol == "percent" && to < len(d.toks) && string(d.toks[to].text) == "of":
		c.strong = true
	case i > 0 && (d.toks[i-1].mark == ',' || (d.toks[i-1].mark == '-' || d.toks[i-1].mark == '–') && !d.toks[i-1].glued) && (to == len(d.toks) || next == '.' || next == ';' || next == ','):
		c.strong, c.in = true, true
	}
	if i > 0 && d.toks[i-1].isNum {
		c.strong, c.in = false, false
	}
	return c
}

// article reports "a" or "an": "in an hour" states no unit, "as a percentage" does.
func (d *description) article(i int) bool {
	return string(d.toks[i].text) == "a" || string(d.toks[i].text) == "an"
}

// prefixed steps over the metric prefix of "micro-satoshis".
func (d *description) prefixed(p int) int {
	if p >= 1 && d.toks[p].mark == '-' && d.toks[p].glued {
		switch string(d.toks[p-1].text) {
		case "nano", "micro", "milli", "kilo", "mega", "giga":
			return p - 2
		}
	}
	return p
}
