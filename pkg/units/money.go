package units

import (
	"strings"

	"github.com/bojanz/currency"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Exponent is how many decimals a currency has by ISO 4217: JPY 0, USD 2, KWD 3.
func Exponent(code string) (digits int, ok bool) {
	d, ok := currency.GetDigits(code)
	return int(d), ok
}

// national are the currencies that share their name with others.
var national = map[string]*Unit{
	"us dollars": usd, "us dollar": usd, "american dollars": usd, "canadian dollars": {"CAD", Money, 1}, "canadian dollar": {"CAD", Money, 1},
	"australian dollars": {"AUD", Money, 1}, "australian dollar": {"AUD", Money, 1}, "zealand dollars": {"NZD", Money, 1}, "zealand dollar": {"NZD", Money, 1},
	"singapore dollars": {"SGD", Money, 1}, "singapore dollar": {"SGD", Money, 1}, "kong dollars": {"HKD", Money, 1}, "kong dollar": {"HKD", Money, 1},
	"taiwan dollars": {"TWD", Money, 1}, "taiwan dollar": {"TWD", Money, 1}, "british pounds": gbp, "pounds sterling": gbp, "pound sterling": gbp,
}

var usd, gbp = &Unit{"USD", Money, 1}, &Unit{"GBP", Money, 1}

// codeOf is the code of a currency that is spelled so.
func codeOf(u *Unit, spelled []byte) string {
	if s := string(spelled); s == "dollars" || s == "dollar" {
		return anyDollar
	}
	return u.Symbol
}

// isDivision reports units that a currency is divided into.
func isDivision(u *Unit) bool {
	return u.Dim == Money && !isCurrency(u) && (u.Scale > 0 || isMinor(*u))
}

// denominate takes out the claim of a currency that only says whose cents are
// meant: "USD cents", "dollar amount, in cents", "hundredths of a dollar".
func (d *description) denominate() {
	for i := 0; i < d.n; i++ {
		c := d.claims[i]
		if isDivision(c.unit) {
			if t := d.toks[c.from]; t.isNum && d.toks[c.from+1].mark != '/' { // "1099 for 10.99 USD"
				continue
			}
			for j := c.from + 1; j < c.to; j++ {
				if w := d.toks[j].word; w != nil && len(w.units) > 0 && isCurrency(w.units[0]) && d.code == "" {
					d.code = codeOf(w.units[0], d.toks[j].text)
				}
			}
			continue
		}
		if !isCurrency(c.unit) {
			continue
		}
		for j := range d.claims[:d.n] {
			s := &d.claims[j]
			if !isDivision(s.unit) || !d.oneSentence(min(c.from, s.from), max(c.from, s.from)) {
				continue
			}
			if c.to == s.from || c.to+1 == s.from && d.toks[c.to].mark == '-' {
				strong := d.claimOf(s.unit, c.from, s.to)
				s.from, s.strong, s.in, s.counted = c.from, strong.strong, strong.in, strong.counted
			} else if !s.strong {
				continue
			}
			if c.strong || c.to == s.to || s.from == c.from || d.priced(c) && !d.toks[max(0, c.from-1)].isNum { // else an example: "e.g. cents for USD"
				d.code = codeOf(c.unit, d.toks[c.to-1].text)
				if c.to-c.from > 1 {
					d.code = c.unit.Symbol
				}
			}
			d.drop(i)
			i--
			break
		}
	}
}

// oneSentence reports that neither a stop nor an "or" stands between two tokens.
func (d *description) oneSentence(from, to int) bool {
	for _, t := range d.toks[from:to] {
		if t.mark == '.' || t.mark == ';' || string(t.text) == "or" || string(t.text) == "and" {
			return false
		}
	}
	return true
}

// currencyCode is the one currency that name, prose or a closed list of the
// sibling fix, or "".
func (e *evidence) currencyCode(j *Judgement) string {
	if code := e.nameCode(); code != "" {
		return code
	}
	d := &e.doc
	if d.namesCurrencies() {
		return ""
	}
	if d.code != "" {
		return d.code
	}
	if u, ok := j.Unit(); ok && isCurrency(&u) {
		for _, c := range d.claims[:d.n] {
			if c.unit.Symbol == u.Symbol && c.to-c.from == 1 {
				return codeOf(c.unit, d.toks[c.from].text)
			}
		}
		return u.Symbol
	}
	if e.currency != nil {
		return onlyCode(e.currency)
	}
	if u, ok := j.Unit(); ok && u.Symbol == majorUnits.Symbol && d.dollar {
		return d.signed()
	}
	return ""
}

// nameCode is the currency that the name holds: price_usd, usd_cents.
func (e *evidence) nameCode() string {
	for i := range e.name.toks {
		if w := e.name.toks[i].word; w != nil && len(w.units) > 0 && isCurrency(w.units[0]) && !w.short {
			return codeOf(w.units[0], e.name.toks[i].text)
		}
	}
	return ""
}

// namesCurrencies reports a description that names several: they are examples.
func (d *description) namesCurrencies() bool {
	var first *Unit
	for i := range d.toks {
		w := d.toks[i].word
		if w == nil || len(w.units) == 0 || w.short || !isCurrency(w.units[0]) {
			continue
		}
		if first != nil && !sameCurrency(first.Symbol, w.units[0].Symbol) {
			return true
		}
		first = w.units[0]
	}
	return false
}

// signed is the code of the sign before a number: "$19.90".
func (d *description) signed() (code string) {
	for i := range d.toks {
		switch d.toks[i].mark {
		case '$':
			code = firstOf(code, anyDollar)
		case '€':
			code = firstOf(code, "EUR")
		case '£':
			code = firstOf(code, "GBP")
		}
	}
	return code
}

// onlyCode is the code that a closed list of one leaves, or "".
func onlyCode(f *contract.Field) string {
	if f.Schema == nil || len(f.Schema.Enum) != 1 || f.Schema.Enum[0].Lit == nil {
		return ""
	}
	code := strings.ToUpper(f.Schema.Enum[0].Lit.Text)
	if _, ok := Exponent(code); !ok {
		return ""
	}
	return code
}

// readMoney notes the facts that the rules on money ask for.
func (e *evidence) readMoney(j *Judgement) {
	unit := e.moneyUnit()
	if e.dim != Money && unit == nil {
		return
	}
	for _, f := range e.n.Siblings {
		if f == nil || f == e.n.Field || !e.pricedBy(f.Name) {
			continue
		}
		j.Currency, j.FreeCurrency = f.Name, free(f)
		e.currency = f
		break
	}
	j.Cents = unit != nil && unit.Symbol == "cents" && !e.doc.local && !e.doc.followsCurrency()
}

// pricedBy reports whether a sibling names the currency of this amount: currency,
// amount_currency, CurrencyCode; merchant_currency belongs to another amount.
func (e *evidence) pricedBy(sibling string) bool {
	if !holdsWord(sibling, "currency") {
		return false
	}
	var buf [maxName]byte
	var toks [maxName / 2]token
	for _, t := range splitName(sibling, buf[:0], toks[:0]) {
		switch string(t.text) {
		case "currency", "code", "iso", "id", "symbol", "type", "name", "enum", "default", "unit", "the", "of", "in":
			continue
		}
		if t.isNum || len(t.text) == 3 || e.name.says(string(t.text)) || t.word != nil && t.word.dim == Money {
			continue
		}
		return false
	}
	return true
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

// followsCurrency reports "cents of the account's currency".
func (d *description) followsCurrency() bool {
	for _, c := range d.claims[:d.n] {
		if c.unit.Symbol != "cents" || c.to >= len(d.toks) || string(d.toks[c.to].text) != "of" {
			continue
		}
		for i := c.to; i < len(d.toks) && i < c.to+6 && d.toks[i].mark == 0; i++ {
			if string(d.toks[i].text) == "currency" {
				return true
			}
		}
	}
	return false
}

func holdsWord(name, word string) bool {
	for i := 0; i+len(word) <= len(name); i++ {
		if strings.EqualFold(name[i:i+len(word)], word) {
			return true
		}
	}
	return false
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
	return &Conflict{Kind: FixedCents, Why: "cents beside a free " + j.Currency + ": JPY has no cents, KWD has 1000"}
}

// fractionOfMinor: a float for what cannot be divided.
func (e *evidence) fractionOfMinor() *Conflict {
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
	return &Conflict{Kind: FloatMinor, Why: "a float for " + u.Symbol + ", which have no fractions"}
}
