package calls

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// explain is how the number at a place would be read, and, where it is beyond its
// limits, the mix-up of units that would account for it. Both are "" where nothing is
// known: nothing here is guessed but what is called a suspicion.
func (q *quantity) explain(at string, root *source.Node, l limits, beyond bool) (reading, suspicion string) {
	n, around := placed(root, at)
	if n == nil || len(around) == 0 {
		return "", ""
	}
	if q.chooser != "" {
		one, ok := q.chosen(around[len(around)-1])
		if !ok {
			return "", ""
		}
		q = one
	}
	num, ok := measured(n)
	if !ok {
		return "", ""
	}
	v, ok := contract.Rat(num)
	if !ok || len(num) > 40 {
		return "", "" // nobody reads it
	}
	code, known := q.sent(around)
	if q.dim == units.Money && !known {
		return "", ""
	}
	r := reader{quantity: q, num: num, v: v, code: code, decimals: l.whole && strings.Contains(num, ".")}
	var means string
	var clauses []string
	var other *alternative
	beyond = beyond || r.decimals
	switch q.dim {
	case units.Money:
		means, clauses, other = r.money(l)
	case units.Instant:
		means, clauses, other = r.instant(l)
	case units.Ratio:
		means, clauses, other = r.ratio(l)
	default:
		means, clauses, other = r.measure(l)
	}
	if means == "" {
		return "", ""
	}
	reading = at + "=" + num + " means " + means
	if q.against != "" {
		reading += " to the API, though the tool speaks of " + q.against
	}
	if len(clauses) > 0 {
		reading += "; " + strings.Join(clauses, ", ")
	}
	if beyond && other != nil {
		suspicion = other.text
	}
	return reading, suspicion
}

// reader reads one number.
type reader struct {
	*quantity
	num  string
	v    *big.Rat
	code string // of the call's currency
	// decimals: it has a decimal point where whole numbers are counted. 42.00 is whole,
	// and nobody writes cents so.
	decimals bool
}

// alternative is the same number in another unit, within all limits.
type alternative struct{ text string }

// sent is the currency that a call names for a number: beside it, or in an object
// around it; false for a code that nobody knows.
func (q *quantity) sent(around []*source.Node) (code string, known bool) {
	for i := len(around) - 1; i >= 0; i-- {
		for _, m := range around[i].Members {
			name := contract.Letters(m.Key)
			if m.Key != q.currency && name != "currency" && name != "currencycode" {
				continue
			}
			code := strings.ToUpper(m.Value.Text)
			if m.Value.Kind != source.String || code == "" {
				continue
			}
			_, ok := units.Exponent(code)
			return code, ok
		}
	}
	return q.code, true
}

// signs are the currencies that people write with a sign.
var signs = map[string]string{"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "$": "$"}

// amount is money as people write it: "$42.00", "42.00 CHF", "¥4200".
func amount(v *big.Rat, code string, decimals int) string {
	text := digits(new(big.Rat).Abs(v), decimals, max(decimals, 6))
	minus := ""
	if v.Sign() < 0 {
		minus = "-"
	}
	switch sign := signs[code]; {
	case sign != "":
		return minus + sign + text
	case code == "":
		return minus + text
	}
	return minus + text + " " + code
}

// digits is a number with so many decimals at least, and at most so many.
func digits(v *big.Rat, least, most int) string {
	n, exact := v.FloatPrec()
	if !exact || n > most {
		text := strings.TrimRight(v.FloatString(most), "0")
		if _, frac, _ := strings.Cut(text, "."); len(frac) < least {
			text = v.FloatString(least)
		}
		return strings.TrimSuffix(text, ".")
	}
	return v.FloatString(max(n, least))
}

// money reads an amount.
func (r *reader) money(l limits) (means string, clauses []string, other *alternative) {
	code, scale, decimals := r.code, r.unit.Exact(), 2
	if e, ok := units.Exponent(code); ok {
		decimals = e
	}
	minor := r.unit.Symbol == "minor units" || r.unit.Symbol == "cents"
	said := code != ""
	if c := r.coin; minor && c != nil {
		if said && code != "$" && !slices.Contains(c.of, code) {
			return "", nil, nil // pence of euros are none
		}
		if len(c.of) == 1 {
			code, said = c.of[0], true
		}
	}
	if minor && !said && (r.unit.Symbol == "minor units" || r.coin != nil) {
		return amount(new(big.Rat).Mul(r.v, big.NewRat(1, 100)), "", 2) + " if the currency has two decimals", nil, nil
	}
	switch {
	case minor:
		scale = new(big.Rat).SetFrac64(1, pow10(decimals))
		if !said {
			code = "$" // the word alone says no more, and means dollars most often
		}
	case r.unit.Symbol == "major units":
		scale = big.NewRat(1, 1)
	case r.unit.Scale == 1:
		if code == "" {
			code = r.unit.Symbol
		}
	}
	if scale.Sign() == 0 || r.unit.Symbol == "" {
		return "", nil, nil
	}
	worth := new(big.Rat).Mul(r.v, scale)
	means = amount(worth, code, decimals)
	switch {
	case code == "":
		means += " in the currency's own unit"
	case !said && r.currency != "":
		means += fmt.Sprintf(" (in dollars: %s is not sent)", r.currency)
	case minor && decimals != 2:
		means += fmt.Sprintf(" (%s has %s)", code, decimalsOf(decimals))
	}
	if r.v.Sign() <= 0 {
		return means, nil, nil
	}
	here := func(worth *big.Rat) string { return digits(new(big.Rat).Quo(worth, scale), 0, 6) }
	whole := func(worth *big.Rat) string { return amount(worth, code, wholeOr(worth, decimals)) }
	if scale.Cmp(big.NewRat(1, 1)) < 0 {
		up, down := new(big.Rat).Quo(r.v, scale), new(big.Rat).Mul(r.v, scale)
		switch {
		case !worth.IsInt():
			clauses = append(clauses, fmt.Sprintf("a customer's %s is %s here", whole(r.v), here(r.v)))
		case l.hold(up):
			clauses = append(clauses, fmt.Sprintf("a customer's %s is %s here, and %s is %s", whole(worth), here(worth), whole(r.v), here(r.v)))
		default:
			clauses = append(clauses, fmt.Sprintf("a customer's %s is %s here", whole(worth), here(worth)))
		}
		switch {
		case l.hold(up) && (l.far(r.v, new(big.Rat).Inv(scale)) || r.decimals):
			other = &alternative{fmt.Sprintf("perhaps %s was meant, which is %s here", whole(r.v), here(r.v))}
		case l.hold(down) && down.IsInt() && l.far(r.v, scale):
			other = &alternative{fmt.Sprintf("perhaps it was multiplied by %s once too often: %s would mean %s",
				digits(new(big.Rat).Inv(scale), 0, 0), digits(down, 0, 0), amount(new(big.Rat).Mul(down, scale), code, decimals))}
		}
		return means, clauses, other
	}
	if minorUnit := big.NewRat(1, pow10(decimals)); decimals > 0 {
		down := new(big.Rat).Mul(r.v, minorUnit)
		if r.v.IsInt() {
			clauses = append(clauses, fmt.Sprintf("a customer's %s is %s here, not %s", whole(r.v), r.num, digits(new(big.Rat).Quo(r.v, minorUnit), 0, 0)))
		}
		if l.hold(down) && l.far(r.v, minorUnit) {
			other = &alternative{fmt.Sprintf("perhaps %s was sent in the currency's smallest unit: it is %s here", amount(down, code, decimals), digits(down, 0, 6))}
		}
	}
	return means, clauses, other
}

func wholeOr(v *big.Rat, decimals int) int {
	if v.IsInt() {
		return 0
	}
	return decimals
}

func decimalsOf(n int) string {
	if n == 0 {
		return "no decimals"
	}
	return fmt.Sprintf("%d decimals", n)
}

func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// years are those that a point in time is believed to lie in.
var years = [2]int64{time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC).Unix(), time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC).Unix()}

// instant reads a point in time, counted since 1970.
func (r *reader) instant(limits) (means string, clauses []string, other *alternative) {
	if r.unit.Scale == 0 || r.unit.Scale > 1 {
		return "", nil, nil
	}
	means = moment(new(big.Rat).Mul(r.v, r.unit.Exact()))
	if means == "" {
		means = "no year between 1 and 9999"
	}
	if likely(new(big.Rat).Mul(r.v, r.unit.Exact())) {
		return means, nil, nil
	}
	for _, u := range scalesOf(units.Instant) {
		seconds := new(big.Rat).Mul(r.v, u.Exact())
		if u.Symbol == r.unit.Symbol || !likely(seconds) {
			continue
		}
		here := digits(new(big.Rat).Quo(seconds, r.unit.Exact()), 0, 3)
		clauses = append(clauses, fmt.Sprintf("%s is %s here", moment(seconds), here))
		other = &alternative{fmt.Sprintf("perhaps %s was sent in %s since 1970: it is %s here", moment(seconds), u.Noun(), here)}
	}
	return means, clauses, other
}

func likely(seconds *big.Rat) bool {
	return seconds.Cmp(new(big.Rat).SetInt64(years[0])) >= 0 && seconds.Cmp(new(big.Rat).SetInt64(years[1])) < 0
}

// moment is a point in time as RFC 3339 in UTC; "" where that has no year for it.
func moment(seconds *big.Rat) string {
	milli := new(big.Rat).Mul(seconds, big.NewRat(1000, 1))
	whole := new(big.Int).Quo(milli.Num(), milli.Denom())
	if !whole.IsInt64() {
		return ""
	}
	t := time.UnixMilli(whole.Int64()).UTC()
	if t.Year() < 1 || t.Year() > 9999 {
		return ""
	}
	return t.Format("2006-01-02T15:04:05.999Z07:00")
}

// ratio reads a part of a whole.
func (r *reader) ratio(l limits) (means string, clauses []string, other *alternative) {
	if r.unit.Scale == 0 {
		return "", nil, nil
	}
	scale, hundred := r.unit.Exact(), big.NewRat(100, 1)
	means = digits(new(big.Rat).Mul(new(big.Rat).Mul(r.v, scale), hundred), 0, 6) + " %"
	one := big.NewRat(1, 1)
	switch {
	case r.v.Sign() <= 0:
	case r.unit.Symbol == "percent" && r.v.Cmp(one) <= 0:
		here := digits(new(big.Rat).Mul(r.v, hundred), 0, 6)
		clauses = append(clauses, fmt.Sprintf("%s %% is %s here", here, here))
		if up := new(big.Rat).Mul(r.v, hundred); l.hold(up) {
			other = &alternative{fmt.Sprintf("perhaps %s was meant as a part of one, which is %s here", r.num, here)}
		}
	case r.unit.Symbol == "fraction" && r.v.Cmp(one) > 0 && r.v.Cmp(hundred) <= 0:
		down := new(big.Rat).Quo(r.v, hundred)
		clauses = append(clauses, fmt.Sprintf("%s %% is %s here", r.num, digits(down, 0, 8)))
		if l.hold(down) {
			other = &alternative{fmt.Sprintf("perhaps %s percent was meant, which is %s here", r.num, digits(down, 0, 8))}
		}
	}
	return means, clauses, other
}

// scales are the units that people and programs count a dimension in, and mix up,
// smallest first. Points in time are counted as durations are.
var scales = map[units.Dimension]string{
	units.Instant: "ns us ms s", units.Duration: "us ms s min hours days", units.Mass: "mg g lb kg t",
	units.Length: "mm cm in m km mi", units.DataSize: "bytes kB MB GB",
}

func scalesOf(dim units.Dimension) (all []units.Unit) {
	counted := dim
	if dim == units.Instant {
		counted = units.Duration
	}
	for symbol := range strings.FieldsSeq(scales[dim]) {
		all = append(all, units.Of(counted, symbol))
	}
	return all
}

// counterparts are the units that a number is shown in besides its own: the usual
// one, and for that one the unit it is mixed up with.
var counterparts = map[units.Dimension][2]string{
	units.Duration: {"s", "ms"}, units.Mass: {"kg", "lb"}, units.Length: {"m", "cm"}, units.DataSize: {"MB", "bytes"},
}

// measure reads a quantity of any other dimension.
func (r *reader) measure(l limits) (means string, clauses []string, other *alternative) {
	if r.unit.Symbol == "" || r.dim == units.Other {
		return "", nil, nil
	}
	known := scalesOf(r.dim)
	usual := named(known, counterparts[r.dim][0])
	if usual.Scale == 0 || r.unit.Scale == 0 {
		return r.num + " " + r.unit.Noun(), nil, nil
	}
	worth := func(u units.Unit) *big.Rat {
		return new(big.Rat).Quo(new(big.Rat).Mul(r.v, r.unit.Exact()), u.Exact())
	}
	means = r.num + " " + r.unit.Symbol
	switch {
	case r.dim == units.Duration:
		means = digits(worth(usual), 0, 6) + " s" + longer(worth(usual))
	case r.unit.Symbol == "bytes":
		means = inLargest(known, worth)
	case r.dim == units.DataSize && named(known, r.unit.Symbol).Scale == 0: // of 1024
		means += " (" + inLargest(known, worth) + ")"
	case r.dim == units.DataSize:
	case r.unit.Symbol != usual.Symbol:
		means += " (" + digits(worth(usual), 0, 4) + " " + usual.Symbol + ")"
	}
	if r.v.Sign() <= 0 {
		return means, nil, nil
	}
	here := func(u units.Unit) *big.Rat {
		return new(big.Rat).Quo(new(big.Rat).Mul(r.v, u.Exact()), r.unit.Exact())
	}
	beside := usual
	if usual.Symbol == r.unit.Symbol {
		beside = named(known, counterparts[r.dim][1])
	}
	if v := here(beside); l.hold(v) && v.Cmp(big.NewRat(1, 1)) >= 0 {
		clauses = append(clauses, fmt.Sprintf("%s %s is %s here", r.num, beside.Symbol, digits(v, 0, 4)))
	}
	return means, clauses, r.mixup(l, here)
}

// inLargest is a value in the largest unit of which it is at least one.
func inLargest(known []units.Unit, worth func(units.Unit) *big.Rat) string {
	u := known[0]
	for _, larger := range known {
		if worth(larger).Cmp(big.NewRat(1, 1)) >= 0 {
			u = larger
		}
	}
	return digits(worth(u), 0, 2) + " " + u.Symbol
}

// mixup is the unit nearest to the number's own in which it would be within its limits.
func (r *reader) mixup(l limits, here func(units.Unit) *big.Rat) *alternative {
	var best *alternative
	var nearest *big.Rat
	for _, u := range scalesOf(r.dim) {
		factor := new(big.Rat).Quo(u.Exact(), r.unit.Exact())
		away := factor
		if away.Cmp(big.NewRat(1, 1)) < 0 {
			away = new(big.Rat).Inv(factor)
		}
		v := here(u)
		if away.Cmp(big.NewRat(2, 1)) < 0 || !l.hold(v) || !l.far(r.v, factor) || nearest != nil && nearest.Cmp(away) <= 0 {
			continue
		}
		nearest = away
		best = &alternative{fmt.Sprintf("perhaps %s was meant in %s, which is %s here", r.num, u.Noun(), digits(v, 0, 4))}
	}
	return best
}

func named(all []units.Unit, symbol string) units.Unit {
	for _, u := range all {
		if u.Symbol == symbol {
			return u
		}
	}
	return units.Unit{}
}

// longer is a duration of minutes and more in the unit that people count it in.
func longer(seconds *big.Rat) string {
	for _, u := range []struct {
		name  string
		scale int64
	}{{"days", 86400}, {"h", 3600}, {"min", 60}} {
		if v := new(big.Rat).Quo(seconds, big.NewRat(u.scale, 1)); v.Cmp(big.NewRat(3, 2)) >= 0 {
			return " (" + digits(v, 0, 2) + " " + u.name + ")"
		}
	}
	return ""
}
