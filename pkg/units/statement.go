package units

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// described is the unit that neither name nor schema carry: the description
// gives it, an example, or the tool's own description.
func (e *evidence) described() (Statement, bool) {
	if s, ok := e.prose(); ok {
		return s, true
	}
	if s, ok := e.byExample(); ok {
		return s, true
	}
	return e.inOpDoc()
}

// repeated is the description's word for a unit that the name holds.
func (e *evidence) repeated(u Unit) (Statement, bool) {
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.strong && c.spells(u) {
			return e.said(*c.unit, c.from, c.to), true
		}
	}
	return Statement{}, false
}

// byExample reads the values that the schema shows as prose's own examples are
// read: 19.99 is no number of cents, 1700000000 are seconds, 0.05 is a fraction.
func (e *evidence) byExample() (Statement, bool) {
	for _, s := range e.shownValues() {
		switch {
		case e.dim == Money && s.frac && s.of == "example":
			return Statement{majorUnits, FromExample, s.text, s.at}, true
		case e.dim == Ratio && s.frac && s.of == "example" && s.v > 0 && s.v < 1 && !e.showsOver(1):
			return Statement{wholeIsOne, FromExample, s.text, s.at}, true
		case e.dim == Instant:
			if u := instantUnit(s.v); u != nil {
				return Statement{*u, FromExample, s.text, s.at}, true
			}
		}
	}
	return Statement{}, false
}

func (e *evidence) showsOver(v float64) bool {
	for _, s := range e.shownValues() {
		if s.v > v {
			return true
		}
	}
	return false
}

// prose is the unit that the description gives.
func (e *evidence) prose() (Statement, bool) {
	d := &e.doc
	if len(d.toks) == 0 {
		return Statement{}, false
	}
	if e.dim == Ratio && e.oneIsWhole() {
		return e.said(wholeIsOne, 0, len(d.toks)), true
	}
	mixed := d.currencies() > 1
	for pass := range 3 {
		for _, c := range d.claims[:d.n] {
			if e.accepts(c, pass) && !(mixed && isCurrency(c.unit)) {
				e.firm = c.strong
				return e.said(*c.unit, c.from, c.to), true
			}
		}
	}
	if e.byName {
		return Statement{}, false
	}
	if u := foreign(d.text, e.dim); u != nil {
		return e.said(*u, 0, len(d.toks)), true
	}
	if u := e.scaleUnit(); u != nil {
		return e.said(*u, d.scale.from, d.scale.to), true
	}
	if i := d.compass(); i >= 0 && e.dim == Angle {
		return e.exemplified(degrees, i), true
	}
	switch e.dim {
	case Money:
		if u, i := e.moneyExample(); u != nil {
			return e.exemplified(*u, i), true
		}
	case Instant:
		if u, i := d.instantExample(); u != nil {
			return e.exemplified(*u, i), true
		}
	case Ratio:
		if d.says("as", "decimal") || d.says("in", "decimal") {
			return e.said(wholeIsOne, 0, len(d.toks)), true
		}
		if d.exampleOK && d.exampleFr && d.example > 0 && d.example < 1 {
			return e.exemplified(wholeIsOne, d.exampleAt), true
		}
	}
	return Statement{}, false
}

// accepts decides whether a claim is about this number. Pass 0 takes firm
// claims of its dimension, pass 1 firm ones of any, pass 2 loose ones of its dimension.
func (e *evidence) accepts(c claim, pass int) bool {
	if c.unit.Symbol == "px" {
		return false
	}
	same := e.dim != Pure && (fits(c.unit.Dim, e.dim) || e.dim == Frequency && c.unit.Dim == Other || (e.name.headIs("rate") || e.doc.leadIs("rate")) && (c.unit.Dim == Frequency || strings.Contains(c.unit.Symbol, "/")))
	switch pass {
	case 0:
		return c.strong && same
	case 1:
		if e.byName {
			return (c.in || c.counted) && c.unit.Symbol != fraction // a numerator stands in a fraction
		}
		return c.strong && (c.in || e.dim == Pure)
	}
	if e.dim == Instant && (c.unit.Scale > 1 || c.unit.Scale == 0 || c.from > 0 && e.doc.toks[c.from-1].isNum) {
		return false
	}
	if c.unit.Dim == Ratio && e.dim != Ratio {
		return false
	}
	if isCurrency(c.unit) {
		return same && e.doc.priced(c)
	}
	return same
}

// currencies counts the different currencies that the description names: two are examples, not a unit.
func (d *description) currencies() int {
	n := 0
	var first *Unit
	for _, c := range d.claims[:d.n] {
		if isCurrency(c.unit) && c.unit != first {
			first = c.unit
			n++
		}
	}
	return n
}

func isCurrency(u *Unit) bool { return u.Dim == Money && u.Scale == 1 }

// priced reports "100 USD", "dollar amount".
func (d *description) priced(c claim) bool {
	if c.from > 0 && d.toks[c.from-1].isNum {
		return true
	}
	if c.to >= len(d.toks) {
		return false
	}
	switch string(d.toks[c.to].text) {
	case "amount", "value", "price", "cost":
		return true
	}
	return false
}

// said quotes the description.
func (e *evidence) said(u Unit, from, to int) Statement {
	d := &e.doc
	start := d.toks[from].start
	end := len(d.text)
	if to < len(d.toks) {
		end = d.toks[to].start
	}
	at := e.n.Field.Doc.At
	if at.IsZero() {
		at = source.Span{}
	}
	return Statement{u, FromProse, strings.TrimSpace(d.text[start:end]), at}
}

// exemplified quotes an example of the description.
func (e *evidence) exemplified(u Unit, i int) Statement {
	s := e.said(u, i, i+1)
	s.From = FromExample
	return s
}

// scaleUnit is the unit that a stated range implies, or nil.
func (e *evidence) scaleUnit() *Unit {
	d := &e.doc
	if !d.ranged || e.scaled() {
		return nil
	}
	s := d.scale
	switch e.dim {
	case Angle:
		if s.hi == 360 || s.hi == 180 || s.hi == 90 {
			return &Unit{"degrees", Angle, 1}
		}
		return nil
	case Ratio:
	case Pure, Energy, Length:
		if e.name.silent || !e.types.Has(contract.Fraction) || s.hi > 1 {
			return nil
		}
	default:
		return nil
	}
	switch {
	case s.hi == 1:
		return &wholeIsOne
	case s.hi == 100:
		return &wholeIsHundred
	case e.dim == Ratio:
		return &Unit{someScale, Ratio, 0}
	}
	return nil
}

// compass is where a description says which number is a point of the compass: "0 is
// north, 90 is east". -1 where it does not.
func (d *description) compass() int {
	if !d.mentions("north") && !d.mentions("east") && !d.mentions("south") && !d.mentions("west") {
		return -1
	}
	for i := range d.toks {
		if n := d.toks[i].num; d.toks[i].isNum && (n == 90 || n == 180 || n == 270 || n == 360) {
			return i
		}
	}
	return -1
}

// foreign is the unit that a description in a language without spaces between words names, or nil.
func foreign(text string, dim Dimension) *Unit {
	ascii := true
	for i := range len(text) {
		if text[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return nil
	}
	for i := range foreignUnits {
		if u := foreignUnits[i].unit; strings.Contains(text, foreignUnits[i].text) && (dim == Pure || fits(u.Dim, dim)) {
			return u
		}
	}
	return nil
}

// foreignUnits are looked for in this order: 毫秒 holds 秒.
var foreignUnits = []struct {
	text string
	unit *Unit
}{
	{"毫秒", &Unit{"ms", Duration, 1e-3}}, {"ミリ秒", &Unit{"ms", Duration, 1e-3}}, {"微秒", &Unit{"us", Duration, 1e-6}},
	{"秒", &Unit{"s", Duration, 1}}, {"分钟", &Unit{"min", Duration, 60}}, {"分鐘", &Unit{"min", Duration, 60}},
	{"小时", &Unit{"hours", Duration, 3600}}, {"小時", &Unit{"hours", Duration, 3600}}, {"天数", &Unit{"days", Duration, 86400}},
	{"人民币", &Unit{"CNY", Money, 1}}, {"美元", &Unit{"USD", Money, 1}}, {"单位：元", &Unit{"CNY", Money, 1}}, {"（元）", &Unit{"CNY", Money, 1}},
	{"(元)", &Unit{"CNY", Money, 1}}, {"单位：分", &exampleCents}, {"（分）", &exampleCents}, {"(分)", &exampleCents}, {"（分）", &Unit{"min", Duration, 60}}, {"単位：円", &Unit{"JPY", Money, 1}}, {"（円）", &Unit{"JPY", Money, 1}},
	{"百分比", &Unit{"percent", Ratio, 0.01}}, {"字节", &Unit{"bytes", DataSize, 1}}, {"公里", &Unit{"km", Length, 1000}},
	{"千米", &Unit{"km", Length, 1000}}, {"厘米", &Unit{"cm", Length, 0.01}}, {"毫米", &Unit{"mm", Length, 0.001}},
	{"キロメートル", &Unit{"km", Length, 1000}}, {"センチメートル", &Unit{"cm", Length, 0.01}}, {"メートル", &Unit{"m", Length, 1}}, {"キログラム", &Unit{"kg", Mass, 1}}, {"グラム", &Unit{"g", Mass, 1e-3}},
	{"パーセント", &Unit{"percent", Ratio, 0.01}}, {"バイト", &Unit{"bytes", DataSize, 1}}, {"時間単位", &Unit{"hours", Duration, 3600}}, {"日本円", &Unit{"JPY", Money, 1}},
	{"миллисекунд", &Unit{"ms", Duration, 1e-3}}, {"часов", &Unit{"hours", Duration, 3600}}, {"рублях", &Unit{"RUB", Money, 1}}, {"килограмм", &Unit{"kg", Mass, 1}},
	{"（米）", &Unit{"m", Length, 1}}, {"单位：米", &Unit{"m", Length, 1}}, {"公斤", &Unit{"kg", Mass, 1}}, {"千克", &Unit{"kg", Mass, 1}},
	{"摄氏", &Unit{"celsius", Temperature, 0}}, {"секунд", &Unit{"s", Duration, 1}}, {"минут", &Unit{"min", Duration, 60}},
	{"밀리초", &Unit{"ms", Duration, 1e-3}}, {"초 단위", &Unit{"s", Duration, 1}},
}

// moneyExample reads what examples say of money: "$19.99", "5.50", "two decimal
// places" are major units, "1999 = $19.99" is cents.
func (e *evidence) moneyExample() (*Unit, int) {
	toks := e.doc.toks
	for i := range toks {
		switch {
		case toks[i].isNum && toks[i].frac:
			for j := max(0, i-5); j < i; j++ {
				if toks[j].isNum && !toks[j].frac && toks[i].num > 0 && near(toks[j].num, 100*toks[i].num) {
					return &exampleCents, j
				}
			}
			return &majorUnits, i
		case string(toks[i].text) == "decimal" && i+1 < len(toks) && (string(toks[i+1].text) == "places" || string(toks[i+1].text) == "digits"):
			return &majorUnits, i
		case e.doc.dollar && toks[i].isNum && i > 0 && toks[i-1].mark == '$':
			return &majorUnits, i
		}
	}
	return nil, 0
}

// instantExample reads 1546336800 as seconds, 1546336800000 as milliseconds.
func (d *description) instantExample() (*Unit, int) {
	for i := range d.toks {
		t := &d.toks[i]
		digits := i+2 < len(d.toks) && d.toks[i+1].mark == '-' && (string(d.toks[i+2].text) == "digit" || string(d.toks[i+2].text) == "digits")
		switch u := instantUnit(t.num); {
		case !t.isNum:
		case u != nil:
			return u, i
		case digits && t.num == 10:
			return &exampleSeconds, i
		case digits && t.num == 13:
			return &exampleMillis, i
		}
	}
	return nil, 0
}

var (
	wholeIsOne     = Unit{fraction, Ratio, 1}
	wholeIsHundred = Unit{percent, Ratio, 0.01}
	wholeIsByte    = Unit{"255ths", Ratio, 1.0 / 255}
	exampleCents   = Unit{"cents", Money, 0.01}
	exampleSeconds = Unit{"s", Duration, 1}
	exampleMillis  = Unit{"ms", Duration, 1e-3}
)
