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

// readMoney notes the facts that the rules on money ask for.
func (e *evidence) readMoney(j *Judgement) {
	unit := e.moneyUnit()
	if e.dim != Money && unit == nil {
		return
	}
	j.Fraction = e.types.Has(contract.Fraction)
	for _, f := range e.n.Siblings {
		if f == nil || f == e.n.Field || !e.pricedBy(f.Name) {
			continue
		}
		j.Currency, j.FreeCurrency = f.Name, free(f)
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
	return &Conflict{Exponent: true, Why: "cents beside a free " + j.Currency + ": JPY has no cents, KWD has 1000"}
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
	return &Conflict{Why: "a float for " + u.Symbol + ", which have no fractions"}
}
