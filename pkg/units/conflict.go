package units

import "strings"

// conflict looks for evidence that contradicts itself.
func (e *evidence) conflict(j *Judgement) *Conflict {
	if c := e.nameAgainstProse(j); c != nil {
		return c
	}
	if c := e.percentAgainstScale(j); c != nil {
		return c
	}
	if c := e.centsAgainstCurrency(j); c != nil {
		return c
	}
	if c := e.fractionOfMinor(); c != nil {
		return c
	}
	if c := e.absurdValue(j); c != nil {
		return c
	}
	return e.twoUnits()
}

// nameAgainstProse: the name spells one unit, the description another.
func (e *evidence) nameAgainstProse(j *Judgement) *Conflict {
	if len(j.Stated) == 0 || e.convention != "" && e.name.unit == nil {
		return nil
	}
	named := j.Stated[0]
	if e.name.toks != nil && named.From == FromName && e.name.toks[e.name.unitTok].is(partOfDay) {
		return nil
	}
	d := &e.doc
	if c := e.twoCurrencies(named); c != nil {
		return c
	}
	for _, c := range d.claims[:d.n] {
		if c.spells(named.Unit) || e.name.base != nil && named.From == FromName && c.spells(*e.name.base) {
			return nil
		}
	}
	for _, c := range d.claims[:d.n] {
		if !c.strong || !c.in && c.unit.Dim != named.Unit.Dim || e.tolerated(named, c.unit) {
			continue
		}
		factor, _ := named.Unit.Convert(*c.unit)
		b := e.said(*c.unit, c.from, c.to)
		return &Conflict{Kind: NameAgainstProse, A: named, B: b, Factor: factor, Why: "the name says " + named.Unit.Symbol + ", the description " + c.unit.Symbol}
	}
	return nil
}

// twoCurrencies: price_usd_cents "in EUR cents".
func (e *evidence) twoCurrencies(named Statement) *Conflict {
	d := &e.doc
	code := e.nameCode()
	if code == "" || d.code == "" || d.namesCurrencies() || sameCurrency(code, d.code) {
		return nil
	}
	for _, c := range d.claims[:d.n] {
		if c.unit.Dim == Money {
			return &Conflict{Kind: NameAgainstProse, A: named, B: e.said(*c.unit, c.from, c.to), Why: "the name says " + code + ", the description " + d.code}
		}
	}
	return nil
}

// tolerated reports pairs that differ in the letter only, or that other questions settle.
func (e *evidence) tolerated(named Statement, claimed *Unit) bool {
	u := named.Unit
	switch {
	case u.Dim == Money && claimed.Dim == Money: // micros of USD, but not cents and USD
		return isCurrency(&u) != isCurrency(claimed) && !isMinor(u) && !isMinor(*claimed)
	case claimed.Dim == DataRate && (named.Text == "bps" || near(claimed.Scale, 8*u.Scale) && !upper(e.n.Name)): // lower case says neither bits nor bytes
		return true
	case claimed.Symbol == "fraction", claimed.Symbol == "percent" && (u.Symbol == "fraction" || u.Dim != Ratio): // percentAgainstScale knows better
		return true
	}
	return false
}

// spells reports whether the claim may be read as u.
func (c claim) spells(u Unit) bool {
	if alike(u, *c.unit) || c.base != nil && alike(u, *c.base) {
		return true
	}
	if c.word != nil {
		for _, v := range c.word.units {
			if alike(u, *v) {
				return true
			}
		}
	}
	return false
}

func upper(name string) bool { return strings.ToLower(name) != name }

// alike reports units that a careful author uses for one another.
func alike(u, v Unit) bool {
	if u.Symbol == v.Symbol {
		return true
	}
	if u.Dim != v.Dim {
		return false
	}
	_, conflict := u.Convert(v)
	if u.Dim == Money && isCurrency(&u) && isCurrency(&v) {
		return u.Symbol == v.Symbol
	}
	return !conflict
}

// readPercent notes percentages, and whether the schema bounds them.
func (e *evidence) readPercent(j *Judgement) {
	if u := e.name.unit; u != nil && u.Symbol == "percent" {
		j.Percent = true
	}
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.unit.Symbol == "percent" && c.strong && (e.dim == Ratio || e.dim == Pure || e.dim == Money) && e.name.unit == nil && (e.convention == "" || e.convention == boundsFix) {
			j.Percent = true
		}
	}
	j.Ranged = e.min.ok && e.max.ok
}

// percentAgainstScale: a percentage between 0 and 1, a ratio up to 100.
func (e *evidence) percentAgainstScale(j *Judgement) *Conflict {
	u := e.name.unit
	switch {
	case u != nil && u.Symbol == fraction && !e.listed:
		return e.fractionBelied(j.Stated[0])
	case u != nil && u.Symbol != percent:
		return nil
	case !j.Percent:
		return nil
	case u != nil:
		return e.percentBelied(j.Stated[0])
	}
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.unit.Symbol == percent {
			return e.percentBelied(e.said(*c.unit, c.from, c.to))
		}
	}
	return nil
}

func (e *evidence) percentBelied(word Statement) *Conflict {
	d := &e.doc
	whole := func(why string, from, to int) *Conflict { return clash(why, word, e.said(wholeIsOne, from, to)) }
	switch {
	case e.max.ok && e.max.v == 1:
		return clash("a percentage with maximum 1", word, e.boundsStatement(wholeIsOne))
	case d.ranged && d.scale.hi <= 1 && d.scale.lo <= 0:
		return whole("a percentage on a scale from 0 to 1", d.scale.from, d.scale.to)
	case d.exampleOK && d.exampleFr && d.example > 0 && d.example < 1:
		return whole("a percentage whose example is a fraction", d.exampleAt, d.exampleAt+1)
	case e.oneIsWhole():
		return whole("a percentage of which 1 is the whole", 0, len(d.toks))
	case d.says("as", "decimal"):
		return whole("a percentage as a decimal", 0, len(d.toks))
	}
	return nil
}

func (e *evidence) fractionBelied(word Statement) *Conflict {
	d := &e.doc
	switch {
	case e.max.ok && e.max.v == 100:
		return clash("a fraction with maximum 100", word, e.boundsStatement(wholeIsHundred))
	case d.ranged && d.scale.hi == 100:
		return clash("a fraction on a scale to 100", word, e.said(wholeIsHundred, d.scale.from, d.scale.to))
	}
	for _, c := range d.claims[:d.n] {
		if c.unit.Symbol == percent && c.in {
			return clash("the name says fraction, the description percent", word, e.said(*c.unit, c.from, c.to))
		}
	}
	return nil
}

// boundsStatement is what the schema's bounds say of the scale.
func (e *evidence) boundsStatement(u Unit) Statement {
	text := e.schema.Max.Num
	if e.schema.Min != nil {
		text = e.schema.Min.Num + ".." + text
	}
	return Statement{u, FromBounds, text, e.schema.Max.At}
}

// oneIsWhole finds "1.0 = 100%", "0.05 for 5%".
func (e *evidence) oneIsWhole() bool {
	toks := e.doc.toks
	for i := range toks {
		if !toks[i].isNum || toks[i].num <= 0 || toks[i].num > 1 || i+1 < len(toks) && toks[i+1].mark == '%' {
			continue
		}
		for j := max(0, i-8); j < len(toks)-1 && j < i+9; j++ {
			if j != i && toks[j].isNum && toks[j+1].mark == '%' && near(toks[j].num, toks[i].num*100) {
				return true
			}
		}
	}
	return false
}

func clash(why string, word, scale Statement) *Conflict {
	return &Conflict{Kind: WordAgainstScale, A: word, B: scale, Why: why, Factor: "100"}
}

// twoUnits: the description claims two sizes for one value, and no sibling chooses.
func (e *evidence) twoUnits() *Conflict {
	d := &e.doc
	if d.n < 2 || e.convention != "" || e.unitSibling() != "" {
		return nil
	}
	platform := d.mentions("windows")
	for i := 0; i+1 < d.n; i++ {
		a, b := d.claims[i], d.claims[i+1]
		if platform && a.in && a.unit.Dim == b.unit.Dim && d.onPlatform(a.to) {
			return &Conflict{Kind: TwoUnits, A: e.said(*a.unit, a.from, a.to), B: e.said(*b.unit, b.from, b.to), Why: "the unit depends on the platform"}
		}
		if a.unit.Dim != b.unit.Dim || a.unit.Scale == b.unit.Scale || a.unit.Scale == 0 || b.unit.Scale == 0 || !a.strong || d.toks[b.from-1].isNum && !binaryPair(a.unit, b.unit) {
			continue
		}
		if e.name.unit != nil && !alike(*e.name.unit, *a.unit) {
			continue
		}
		binary := binaryPair(a.unit, b.unit)
		either := b.from-a.to == 1 && string(d.toks[a.to].text) == "or" || b.from-a.to == 2 && d.toks[a.to].mark == ',' && string(d.toks[a.to+1].text) == "or"
		if binary || either {
			factor, _ := a.unit.Convert(*b.unit)
			return &Conflict{Kind: TwoUnits, A: e.said(*a.unit, a.from, a.to), B: e.said(*b.unit, b.from, b.to), Factor: factor,
				Why: "the description claims both " + a.unit.Symbol + " and " + b.unit.Symbol}
		}
	}
	return nil
}

// onPlatform reports "on Linux" at token i.
func (d *description) onPlatform(i int) bool {
	if i+1 >= len(d.toks) || string(d.toks[i].text) != "on" {
		return false
	}
	switch string(d.toks[i+1].text) {
	case "linux", "unix", "windows", "macos", "posix":
		return true
	}
	return false
}

// binaryPair reports GB and GiB, or MB and MiB.
func binaryPair(u, v *Unit) bool {
	return u.Dim == DataSize && v.Dim == DataSize && u.Symbol[0] == v.Symbol[0] && len(u.Symbol)+len(v.Symbol) == 5
}

// says reports whether the words stand one after the other, an article between them or not.
func (d *description) says(first, second string) bool {
	for i := range d.toks {
		if string(d.toks[i].text) != first {
			continue
		}
		j := i + 1
		for j < len(d.toks) && d.article(j) {
			j++
		}
		if j < len(d.toks) && string(d.toks[j].text) == second {
			return true
		}
	}
	return false
}
