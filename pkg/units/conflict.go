package units

import (
	"strings"

	"github.com/bojanz/currency"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// conflict looks for evidence that contradicts itself.
func (e *evidence) conflict(j *Judgement) *Conflict {
	for _, f := range []func(*Judgement) *Conflict{e.nameAgainstProse, e.percentAgainstScale, e.centsAgainstCurrency, e.fractionOfMinor, e.absurdValue, e.twoUnits} {
		if c := f(j); c != nil {
			return c
		}
	}
	return nil
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
	for _, c := range d.claims[:d.n] {
		if alike(named.Unit, *c.unit) || c.base != nil && alike(named.Unit, *c.base) {
			return nil
		}
	}
	for _, c := range d.claims[:d.n] {
		if !c.strong || !c.in && c.unit.Dim != named.Unit.Dim {
			continue
		}
		if c.unit.Dim == Money && named.Unit.Dim == Money && (c.unit.Scale == 1 || named.Unit.Scale == 1) && c.unit.Scale != 0.01 && named.Unit.Scale != 0.01 {
			continue
		}
		if c.unit.Symbol == "fraction" || c.unit.Symbol == "compound" || c.unit.Symbol == "percent" && named.Unit.Dim != Ratio {
			continue
		}
		factor, _ := named.Unit.Convert(*c.unit)
		b := e.said(*c.unit, c.from, c.to)
		return &Conflict{A: named, B: b, Factor: factor, Why: "the name says " + named.Unit.Symbol + ", the description " + c.unit.Symbol}
	}
	return nil
}

// alike reports units that a careful author uses for one another.
func alike(u, v Unit) bool {
	return u.Symbol == v.Symbol || u.Dim == v.Dim && u.Scale != 0 && u.Scale == v.Scale
}

// readPercent notes percentages, and whether the schema bounds them.
func (e *evidence) readPercent(j *Judgement) {
	if u := e.name.unit; u != nil && u.Symbol == "percent" {
		j.Percent = true
	}
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.unit.Symbol == "percent" && c.strong && (e.dim == Ratio || e.dim == Pure) && e.name.unit == nil && e.convention == "" {
			j.Percent = true
		}
	}
	j.Ranged = e.min.ok && e.max.ok
}

// percentAgainstScale: a percentage between 0 and 1, a ratio up to 100.
func (e *evidence) percentAgainstScale(j *Judgement) *Conflict {
	d := &e.doc
	percent, fraction := j.Percent, e.name.unit != nil && e.name.unit.Symbol == "fraction" && !e.listed
	if u := e.name.unit; u != nil && u.Symbol != "percent" && u.Symbol != "fraction" {
		return nil
	}
	switch {
	case percent && e.max.ok && e.max.v == 1:
		return e.clash(j, "a percentage with maximum 1")
	case percent && d.ranged && d.scale.hi == 1 && d.scale.lo <= 0:
		return e.clash(j, "a percentage on a scale from 0 to 1")
	case percent && d.exampleOK && d.exampleFr && d.example > 0 && d.example < 1:
		return e.clash(j, "a percentage whose example is a fraction")
	case percent && e.oneIsWhole():
		return e.clash(j, "a percentage of which 1 is the whole")
	case fraction && e.max.ok && e.max.v == 100:
		return e.clash(j, "a fraction with maximum 100")
	case fraction && e.claimsPercent():
		return e.clash(j, "the name says fraction, the description percent")
	}
	return nil
}

func (e *evidence) claimsPercent() bool {
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.unit.Symbol == "percent" && c.in {
			return true
		}
	}
	return false
}

// oneIsWhole finds "1.0 = 100%", "0.05 for 5%".
func (e *evidence) oneIsWhole() bool {
	toks := e.doc.toks
	for i := range toks {
		if !toks[i].isNum || toks[i].num <= 0 || toks[i].num > 1 || i+1 < len(toks) && toks[i+1].mark == '%' {
			continue
		}
		for j := max(0, i-5); j < len(toks)-1 && j < i+6; j++ {
			if j != i && toks[j].isNum && toks[j+1].mark == '%' && near(toks[j].num, toks[i].num*100) {
				return true
			}
		}
	}
	return false
}

func near(a, b float64) bool { return a-b < 1e-6 && b-a < 1e-6 }

func (e *evidence) clash(j *Judgement, why string) *Conflict {
	c := &Conflict{Why: why, Factor: "100"}
	if len(j.Stated) > 0 {
		c.A = j.Stated[0]
	}
	return c
}

// readMoney notes the facts that the rules on money ask for.
func (e *evidence) readMoney(j *Judgement) {
	unit := e.moneyUnit()
	if e.dim != Money && unit == nil {
		return
	}
	j.Fraction = e.types.Has(contract.Fraction)
	for _, f := range e.n.Siblings {
		if f == nil || f == e.n.Field || !holdsWord(f.Name, "currency") {
			continue
		}
		j.Currency, j.FreeCurrency = f.Name, free(f)
		break
	}
	j.Cents = unit != nil && unit.Symbol == "cents" && !e.doc.local
}

// moneyUnit is the unit of money that name or description state, or nil.
func (e *evidence) moneyUnit() *Unit {
	if u := e.name.unit; u != nil {
		if u.Dim == Money {
			return u
		}
		return nil
	}
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.unit.Dim == Money && c.strong {
			return c.unit
		}
	}
	return nil
}

func holdsWord(name, word string) bool {
	return strings.Contains(strings.ToLower(name), word)
}

// free reports whether a currency field may hold a currency without cents: no
// closed list, or a list that holds one.
func free(f *contract.Field) bool {
	codes, other := 0, false
	look := func(text string) {
		code := strings.ToUpper(text)
		if digits, ok := currency.GetDigits(code); ok && len(code) == 3 {
			codes++
			other = other || digits != 2
		}
	}
	if f.Schema != nil {
		for _, v := range f.Schema.Enum {
			if v.Lit != nil {
				look(v.Lit.Text)
			}
		}
	}
	if codes == 0 { // the name may pin it: currency_usd
		for _, w := range Words(f.Name) {
			look(w)
		}
	}
	return codes == 0 || other
}

// centsAgainstCurrency: fixed cents beside a currency that may have none.
func (e *evidence) centsAgainstCurrency(j *Judgement) *Conflict {
	if !j.Cents || !j.FreeCurrency {
		return nil
	}
	c := &Conflict{Why: "cents beside a free " + j.Currency + ": JPY has no cents, KWD has 1000"}
	if len(j.Stated) > 0 {
		c.A = j.Stated[0]
	}
	return c
}

// fractionOfMinor: a float for what cannot be divided.
func (e *evidence) fractionOfMinor(j *Judgement) *Conflict {
	u := e.moneyUnit()
	if u == nil || u.Symbol != "cents" && u.Symbol != "micros" && u.Symbol != "minor units" && u.Symbol != "sat" && u.Symbol != "wei" {
		return nil
	}
	if (e.name.roles|e.doc.roles)&averaged != 0 {
		return nil
	}
	explicit := func(s string) bool { return s == "float" || s == "double" || s == "Float" }
	if !explicit(e.schema.Format.Text) && !explicit(e.schema.Source) {
		return nil
	}
	c := &Conflict{Why: "a float for " + u.Symbol + ", which have no fractions"}
	if len(j.Stated) > 0 {
		c.A = j.Stated[0]
	}
	return c
}

// absurdValue: a default or an example that the stated unit makes absurd.
func (e *evidence) absurdValue(j *Judgement) *Conflict {
	u, ok := e.stated(j)
	if !ok || u.Dim != Duration {
		return nil
	}
	values := [2]bound{e.dflt, {e.doc.example, e.doc.exampleOK}}
	for i, v := range values {
		if !v.ok {
			continue
		}
		instant := e.dim == Instant || e.name.dim == Instant
		switch {
		case u.Symbol == "ms" && v.v >= 1e9 && v.v < 1e10 && instant:
			return e.belied(j, "a point in time in ms with ten digits looks like seconds")
		case u.Symbol == "s" && v.v >= 1e12 && v.v < 1e13:
			return e.belied(j, "a point in time in s with thirteen digits looks like milliseconds")
		}
		if i > 0 || instant {
			continue
		}
		if e.name.roles&called != 0 && u.Scale*v.v > 7200 && u.Scale <= 1 {
			return e.belied(j, "over two hours for one call")
		}
		if e.name.roles&called != 0 && e.name.headIs("timeout") && u.Scale*v.v < 0.1 && v.v > 0 && u.Symbol == "ms" {
			return e.belied(j, "under 100 ms for a call")
		}
	}
	return nil
}

func (r *reading) headIs(word string) bool {
	return r.headTok >= 0 && string(r.toks[r.headTok].text) == word
}

// stated is the unit by name, parent or firm prose.
func (e *evidence) stated(j *Judgement) (Unit, bool) {
	if len(j.Stated) > 0 {
		return j.Stated[0].Unit, true
	}
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.strong {
			return *c.unit, true
		}
	}
	return Unit{}, false
}

func (e *evidence) belied(j *Judgement, why string) *Conflict {
	c := &Conflict{Why: why, Factor: "1000"}
	if len(j.Stated) > 0 {
		c.A = j.Stated[0]
	}
	return c
}

// twoUnits: the description claims two sizes for one value, or one a platform.
func (e *evidence) twoUnits(j *Judgement) *Conflict {
	return nil
}
