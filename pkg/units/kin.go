package units

// among reports a word that spells a unit and is none where it stands: min beside max is
// the least, "(l, w, h)" are three lengths, the s of "item(s)" makes a plural.
func (d *description) among(i int) bool {
	t := &d.toks[i]
	if t.word == nil || !t.word.short {
		return false
	}
	if string(t.text) == "min" && (d.extreme(i+1, 1) || d.extreme(i-1, -1) || d.bounds(i)) {
		return true
	}
	if d.listed(i) {
		return true
	}
	return string(t.text) == "s" && d.plural(i)
}

// extreme reports that the next word from i on, in steps of one token, is a statistic as
// min is one. "(min, max 60)" says the unit, and then the bound.
func (d *description) extreme(i, step int) bool {
	for marks := 0; i >= 0 && i < len(d.toks) && marks < 3; i += step {
		switch t := &d.toks[i]; string(t.text) {
		case "max", "maximum", "avg", "average", "mean", "median", "mode", "stddev", "sum", "total", "count":
			return step < 0 || i+1 == len(d.toks) || !d.toks[i+1].isNum
		case "and", "or", "to", "vs":
		default:
			switch t.mark {
			case ',', ';', '/', '|', '-', '–', '&', '\'', '+':
				marks++
			default:
				return false
			}
		}
	}
	return false
}

// bounds reports the min of "min. 5", "min: 5", "min = 5".
func (d *description) bounds(i int) bool {
	if i+2 >= len(d.toks) || !d.toks[i+2].isNum || i > 0 && (d.toks[i-1].isNum || string(d.toks[i-1].text) == "in") {
		return false
	}
	switch d.toks[i+1].mark {
	case '.', ':', '=':
		return true
	}
	return false
}

// listed reports a word of a list in brackets whose members are bare words, one as short
// as the other: a unit is not told twice, and what else is said of it takes more letters.
func (d *description) listed(i int) bool {
	from := i
	for from > 0 && d.toks[from].mark != '(' && d.toks[from].mark != '[' && i-from < 12 {
		from--
	}
	if m := d.toks[from].mark; m != '(' && m != '[' {
		return false
	}
	words, longest := 0, 0
	for j := from + 1; j < len(d.toks) && j < from+14; j += 2 {
		if len(d.toks[j].text) == 0 || j+1 == len(d.toks) {
			return false
		}
		words++
		longest = max(longest, len(d.toks[j].text))
		switch d.toks[j+1].mark {
		case ',', ';', '|':
		case ')', ']':
			return words > 1 && longest <= 3 || words > 1 && d.ordinal(from+1)
		default:
			return false
		}
	}
	return false
}

// ordinal reports a list that begins "first, second".
func (d *description) ordinal(i int) bool { return string(d.toks[i].text) == "first" }

// plural reports the s of "ID(s)", "day(s)". That of "timeout(s)" is as likely a unit.
func (d *description) plural(i int) bool {
	if i < 2 || d.toks[i-1].mark != '(' || !d.toks[i-1].glued || i+1 >= len(d.toks) || d.toks[i+1].mark != ')' {
		return false
	}
	w := &d.toks[i-2]
	return w.mark == 0 && !w.isNum && !(w.names() && len(w.word.units) == 0 && fits(Duration, w.word.dim))
}

// ofClock takes the unit from a name that its description calls a part of the clock or of
// the calendar: "minutes of the hour", "day of the month". It reports whether there is one.
func (e *evidence) ofClock() bool {
	u := e.name.unit
	d := &e.doc
	if u == nil || u.Dim != Duration || len(d.toks) < 3 || e.name.dim == Duration && !e.name.weak {
		return false
	}
	from := 0
	if string(d.toks[0].text) == "the" {
		from = 1
	}
	w := d.toks[from].word
	if w == nil || len(w.units) == 0 || w.units[0].Symbol != u.Symbol || !d.calendarPart(from) {
		return false
	}
	e.name.unit, e.name.unitTok = nil, -1
	return true
}

const clockPart = "clock or calendar part"
