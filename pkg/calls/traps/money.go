package traps

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// tender is a currency as people speak of it.
type tender struct {
	code     string
	one, all string   // "euro", "euros"; whole units
	sign     string   // "€"; "" where it is another currency's too
	minor    string   // "cents"; "" where people do not speak of them
	amounts  []string // that people say, in whole units, the likeliest first
}

var usual = []string{"42", "19.99", "7.50", "250", "129", "1250", "0.99", "12.5", "85", "3", "1200", "1499.90"}

// tenders are the currencies that cases speak of: with two decimals, none and
// three (ISO 4217, which pkg/units knows), one of each first.
var tenders = []tender{
	{"USD", "dollar", "dollars", "$", "cents", usual},
	{"JPY", "yen", "yen", "", "", []string{"4200", "1500", "12000", "980"}},
	{"KWD", "Kuwaiti dinar", "Kuwaiti dinars", "", "", []string{"12", "4.5", "7.25"}},
	{"EUR", "euro", "euros", "€", "cents", []string{"42.50", "19.99", "85", "1234.50", "7.90", "12", "250", "0.95"}},
	{"GBP", "pound", "pounds sterling", "£", "pence", []string{"42", "19.99", "7.50", "120", "1250"}},
	{"KRW", "Korean won", "Korean won", "", "", []string{"50000", "12000"}},
	{"BHD", "Bahraini dinar", "Bahraini dinars", "", "", []string{"15", "2.5"}},
	{"CAD", "Canadian dollar", "Canadian dollars", "", "", []string{"42", "19.99"}},
	{"AUD", "Australian dollar", "Australian dollars", "", "", []string{"42", "19.99"}},
	{"CHF", "Swiss franc", "Swiss francs", "", "", []string{"42", "19.90"}},
	{"INR", "Indian rupee", "Indian rupees", "", "", []string{"420", "1250"}},
	{"BRL", "Brazilian real", "Brazilian reais", "", "", []string{"42", "19.90"}},
	{"MXN", "Mexican peso", "Mexican pesos", "", "", []string{"420", "1250"}},
	{"SEK", "Swedish krona", "Swedish kronor", "", "", []string{"420", "129"}},
	{"PLN", "Polish zloty", "Polish zlotys", "", "", []string{"42", "19.99"}},
}

// amounts are sums of money as people say them.
func (t *target) amounts() []reading {
	var all []reading
	for _, c := range t.currencies() {
		scale, ok := t.scaleIn(c.code)
		if !ok {
			continue
		}
		for i, amount := range c.amounts {
			all = append(all, t.sums(c, amount, scale, i)...)
		}
		if c.minor != "" {
			all = append(all, t.coins(c, scale)...)
		}
	}
	return all
}

// scaleIn is how much of a whole unit of a currency 1 is in the field.
func (t *target) scaleIn(code string) (string, bool) {
	digits, ok := units.Exponent(code)
	if !ok || t.hundredth && digits != 2 {
		return "", false
	}
	switch {
	case t.unit.Symbol == "minor units":
		return "1/1" + strings.Repeat("0", digits), true
	case t.unit.Symbol == code, t.unit.Symbol == "major units":
		return "1", true
	case 0 < t.unit.Scale && t.unit.Scale < 1: // a fixed part of one, whichever the currency
		return t.unit.Exact().RatString(), true
	}
	return "", false
}

// currencies are those that a sum in the field may be of.
func (t *target) currencies() []tender {
	list, closed := t.codes()
	return slices.DeleteFunc(slices.Clone(tenders), func(c tender) bool {
		switch {
		case t.code == "$":
			return c.code != "USD"
		case t.code != "":
			return c.code != t.code
		case t.Currency != "":
			return closed && !slices.Contains(list, c.code)
		case t.word() == "pence":
			return c.code != "GBP"
		case t.hundredth && t.word() != "cent" && t.word() != "cents" && t.unit.Symbol == "cents":
			return true // paise, öre, pennies: of which currency?
		case t.hundredth:
			return c.code != "USD" && c.code != "EUR"
		}
		return c.code != "USD" && c.code != "EUR" && c.code != "JPY"
	})
}

// word is the author's word for the unit.
func (t *target) word() string {
	for _, w := range contract.Words(t.Stated[0].Text) {
		if strings.HasPrefix(w, "cent") || strings.HasPrefix(w, "pen") {
			return w
		}
	}
	return t.Stated[0].Text
}

// codes are the codes that the field for the currency lists.
func (t *target) codes() (list []string, closed bool) {
	f := t.currencyField()
	if f == nil {
		return nil, false
	}
	for _, v := range f.Schema.Enum {
		if v.Lit != nil {
			list = append(list, strings.ToUpper(v.Lit.Text))
		}
	}
	if len(f.Schema.Enum) > 0 {
		return list, true
	}
	way, _ := bind.Parent(t.path)
	docs := []string{f.Doc.Text + " " + f.Schema.Doc.Text}
	for _, p := range t.feeds[bind.Join(way, t.Currency)] {
		docs = append(docs, p.ref.Field.Doc.Text+" "+p.ref.Field.Schema.Doc.Text)
	}
	for _, doc := range docs {
		if some, only := codesOf(doc); only {
			return some, true
		}
	}
	return nil, false
}

// currencyField is the field beside the target that names the currency; nil.
func (t *target) currencyField() *contract.Field {
	for _, f := range t.number.Siblings {
		if f != nil && f.Name == t.Currency && t.Currency != "" {
			return f
		}
	}
	return nil
}

// sums says one amount of whole units in a way of people, each time another.
func (t *target) sums(c tender, amount, scale string, turn int) []reading {
	v, ok := decimal(new(big.Rat).Quo(rat(amount), rat(scale)))
	if !ok {
		return nil
	}
	digits, _ := units.Exponent(c.code)
	shown := amount
	if strings.Contains(amount, ".") && digits == 2 {
		shown = fixed(amount, 2)
	}
	// A sign may be that of several currencies, where the field beside asks which.
	sign, all := c.sign, c.all
	if t.Currency != "" || t.code != "" && t.code != "$" {
		if c.code == "USD" {
			sign, all = "US$", "US dollars"
		}
	}
	plain := shown + " " + all
	ways := []string{plain}
	if sign != "" {
		ways = append(ways, sign+grouped(shown, ","))
	} else {
		ways = append(ways, grouped(shown, ",")+" "+all)
	}
	crossing := all + " at " + t.counter()
	if whole := rat(amount); whole.IsInt() {
		n := int(whole.Num().Int64())
		if n < 1000 {
			ways = append(ways, inWords(n)+" "+all)
		}
		if sign != "" && n >= 1000 && n%100 == 0 {
			ways = append(ways, sign+strings.TrimSuffix(fixed(trimmed(big.NewRat(int64(n), 1000)), 1), ".0")+"k")
		}
	}
	if c.code == "EUR" && strings.Contains(shown, ".") {
		whole, frac, _ := strings.Cut(shown, ".")
		ways = append(ways, grouped(whole, ".")+","+frac+" EUR")
	}
	if c.code != "USD" || t.Currency != "" {
		ways = append(ways, grouped(shown, ",")+" "+c.code)
	}
	r := reading{crossing: crossing, value: number(v), currency: c.code}
	r.note = fmt.Sprintf("%s are %s", plain, t.counted(v))
	if t.unit.Symbol == "cents" && c.minor != "" {
		r.note = fmt.Sprintf("%s are %s %s", plain, v, c.minor)
	}
	r.wrong = t.fallsFor(c, amount, v, scale, digits)
	if r.wrong == nil && !strings.Contains(plain, ".") && len(amount) < 4 {
		return nil // nothing crosses
	}
	var out []reading
	for i := range 2 {
		r.said = ways[(turn+i*2)%len(ways)]
		if v == trimmed(rat(amount)) && !strings.ContainsAny(r.said, ",k") && plainDigits(r.said) {
			continue // the number is sent as it is said
		}
		out = append(out, r)
		if len(ways) < 3 {
			break
		}
	}
	return out
}

// plainDigits reports words in which a number stands in digits.
func plainDigits(said string) bool { return strings.ContainsAny(said, "0123456789") }

func trimmed(r *big.Rat) string {
	text, _ := decimal(r)
	return text
}

// counter is what the field counts: "cents", "pence", "minor units", "USD".
func (t *target) counter() string {
	if t.unit.Symbol == "cents" && t.word() == "pence" {
		return "pence"
	}
	return t.unit.Symbol
}

// counted is a number of what the field counts.
func (t *target) counted(v string) string { return v + " " + t.counter() }

// fallsFor is what a model sends that copies a number, or takes every currency for
// one with cents.
func (t *target) fallsFor(c tender, amount, right, scale string, digits int) *Wrong {
	means := func(v string) string {
		worth := new(big.Rat).Mul(rat(v), rat(scale))
		text, ok := decimal(worth)
		if !ok {
			return v + " " + t.unit.Symbol
		}
		if c.sign != "" {
			if worth.Cmp(big.NewRat(1, 100)) < 0 {
				return c.sign + text
			}
			return c.sign + grouped(fixed(text, 2), ",")
		}
		return grouped(text, ",") + " " + c.all
	}
	if heard := trimmed(rat(amount)); heard != right {
		if digits == 3 && t.unit.Symbol == "minor units" {
			v, ok := decimal(new(big.Rat).Mul(rat(amount), big.NewRat(100, 1)))
			if ok {
				return &Wrong{number(v), "a model that counts in hundredths sends " + v + ", which are " + means(v)}
			}
		}
		return &Wrong{number(heard), "a model that copies " + heard + " sends " + means(heard)}
	}
	if digits != 2 && (t.unit.Symbol == "minor units" || t.unit.Symbol == c.code) {
		v, ok := decimal(new(big.Rat).Mul(rat(amount), big.NewRat(100, 1)))
		if ok {
			return &Wrong{number(v), "a model that counts in hundredths sends " + v + ", which are " + means(v)}
		}
	}
	return nil
}

// coins are sums that people say in the small unit, where the field counts whole ones.
func (t *target) coins(c tender, scale string) []reading {
	if rat(scale).Cmp(big.NewRat(1, 1)) != 0 {
		return nil
	}
	var all []reading
	for i, amount := range []string{"4200", "50", "1999", "250", "75", "100000"} {
		v, ok := decimal(new(big.Rat).Mul(rat(amount), big.NewRat(1, 100)))
		if !ok {
			continue
		}
		minor := c.minor
		if t.Currency != "" || t.code != "" && t.code != "$" {
			minor = map[string]string{"USD": "US cents", "EUR": "euro cents", "GBP": "pence"}[c.code]
		}
		said := grouped(amount, ",") + " " + minor
		if i%3 == 1 && len(amount) < 3 {
			n := int(rat(amount).Num().Int64())
			said = inWords(n) + " " + minor
		}
		all = append(all, reading{
			crossing: minor + " at " + t.counter(), said: said, value: number(v), currency: c.code,
			note: fmt.Sprintf("%s %s are %s", amount, minor, t.counted(v)), wrong: copied(amount, v, t.counted(amount)),
		})
	}
	return all
}
