package units

// claim is a unit that a description states.
type claim struct {
	word    *word // that spells it: "pounds" may be money or mass
	base    *Unit // of a compound what stands before "per", else nil
	unit    *Unit
	from    int // tokens [from, to) of the description
	to      int
	strong  bool // "in seconds", "(ms)", "number of days": not merely "up to 3600 seconds"
	counted bool // "number of days"
	in      bool // right after "in", "as", "measured in" or in brackets
}

// scale is the range that a description gives: "0 to 1", "0-100".
type scale struct {
	lo, hi float64
	from   int
	to     int
}

// description is what prose says of a number.
type description struct {
	text   string
	toks   []token
	roles  role
	claims [8]claim
	n      int
	scale  scale
	ranged bool

	lead      *word // the noun that the description opens with
	leadTok   int
	leadOf    bool // it follows "amount of"
	leadMods  role // of the words before it
	counts    bool // "number of items"
	epoch     bool // Unix, POSIX, epoch
	example   float64
	exampleOK bool
	exampleFr bool // spelled with a decimal point
	exampleAt int
	dollar    bool   // a "$" before a number
	local     bool   // a currency-relative word stands near
	code      string // of the currency whose cents are meant: "USD cents"
}

func (d *description) read(text string, buf []byte, toks []token) {
	d.text = text
	d.toks = lexDoc(text, buf, toks)
	for i := range d.toks {
		t := &d.toks[i]
		if t.word != nil {
			d.roles |= t.word.role
			d.epoch = d.epoch || t.is(epochal)
			d.local = d.local || t.is(local)
		}
		d.dollar = d.dollar || (t.mark == '$' || t.mark == '€' || t.mark == '£' || t.mark == '¥') && i+1 < len(d.toks) && d.toks[i+1].isNum
	}
	d.readLead()
	d.readExample()
	d.readScale()
	d.readCounts()
	d.readClaims()
	d.equate()
	d.denominate()
}

// unitAt reads the unit that stands at token i: "ms", "degrees Celsius",
// "basis points", "smallest currency unit", "bits per second", "MB/s".
func (d *description) unitAt(i int) (u *Unit, to int) {
	t := &d.toks[i]
	if t.is(minor) {
		for j := i + 1; j < len(d.toks) && j <= i+3; j++ {
			switch string(d.toks[j].text) {
			case "unit", "units", "denomination", "subunit":
				return &minorUnits, j + 1
			}
		}
	}
	if two := d.pairAt(i); two != nil {
		return two, i + 2
	}
	if u, to := d.partAt(i); u != nil {
		return u, to
	}
	w := t.word
	if w == nil || len(w.units) == 0 || t.isNum || d.among(i) {
		return nil, 0
	}
	if i+1 < len(d.toks) && !d.toks[i+1].isNum && d.toks[i+1].mark == 0 { // the bit of a bit rate
		if joined := join(t, &d.toks[i+1]); joined != nil && joined.dim != Pure {
			return nil, 0
		}
	}
	u, to = w.units[0], i+1
	switch string(t.text) {
	case "micro", "milli", "nano", "kilo", "minor", "second", "pound", "foot": // the micro of a micro batch, a second note
		if !d.lone(i) {
			return nil, 0
		}
	}
	if len(t.text) == 1 && !d.lone(i) {
		return nil, 0
	}
	if w.short && len(t.text) > 1 && len(t.text) < 4 && !d.lone(i) {
		return nil, 0
	}
	if to < len(d.toks) && (u.Dim == Angle) { // degrees Celsius
		if v := d.toks[to].word; v != nil && len(v.units) > 0 && v.units[0].Dim == Temperature {
			return v.units[0], to + 1
		}
	}
	if per := d.perAt(to); per > 0 {
		if v, ok := squared(d.toks[per].text); ok { // mm/s²
			return &Unit{u.Symbol + "/" + v.Symbol + "2", Other, 0}, per + 1
		}
		if v := d.toks[per].word; v != nil && len(v.units) > 0 {
			c := compound(u, v.units[0])
			if end := d.raised(per+1, 2); end > 0 { // m/s^2
				return &Unit{c.Symbol + "2", Other, 0}, end
			}
			return c, per + 1
		}
	}
	if end := d.raised(to, 2); end > 0 && powerOf("square", u) != nil {
		return powerOf("square", u), end
	}
	if end := d.raised(to, 3); end > 0 && powerOf("cubic", u) != nil {
		return powerOf("cubic", u), end
	}
	return u, to
}

// raised is the end of "^2" or "squared" at token i, 0 where there is none.
func (d *description) raised(i int, n float64) int {
	if i+1 < len(d.toks) && d.toks[i].mark == '^' && d.toks[i].glued && d.toks[i+1].num == n {
		return i + 2
	}
	if i < len(d.toks) && (n == 2 && string(d.toks[i].text) == "squared" || n == 3 && string(d.toks[i].text) == "cubed") {
		return i + 1
	}
	return 0
}

// rateAt reads "per second" behind the word for what is counted: "requests per second".
func (d *description) rateAt(i int) (*Unit, int) {
	if i+1 >= len(d.toks) || string(d.toks[i].text) != "per" || i > 0 && (d.toks[i-1].mark != 0 || d.toks[i-1].names()) { // a price per hour is no count
		return nil, 0
	}
	if w := d.toks[i+1].word; w != nil && len(w.units) > 0 && w.units[0].Dim == Duration {
		return perUnit(w.units[0]), i + 2
	}
	return nil, 0
}

// lone reports whether a short spelling stands where only a unit can: after a
// number, after "in", or in brackets.
func (d *description) lone(i int) bool {
	if i == 0 {
		return len(d.toks) == 1 || len(d.toks) == 3 && d.toks[1].mark == '/' // "L/h"
	}
	p := &d.toks[i-1]
	next := rune('.')
	if i+1 < len(d.toks) {
		next = d.toks[i+1].mark
	}
	closed := next == ')' || next == ']' || next == '.' || next == ',' || next == ';' || next == '/' || next == '^'
	switch {
	case p.isNum:
		return true
	case p.mark == ',': // "the distance, m."
		return next == '.' || next == '/' || next == '^'
	case p.mark == '(' || p.mark == '[':
		return closed
	case string(p.text) == "in":
		return closed || len(d.toks[i].text) > 1 && !d.toks[i].is(linking|filler|minor) && string(d.toks[i].text) != "bar"
	case p.mark == '/':
		return true
	}
	return false
}

// perAt is the token after "per" or "/" at i, or 0.
func (d *description) perAt(i int) int {
	if i+1 >= len(d.toks) {
		return 0
	}
	if d.toks[i].mark == '/' && d.toks[i].glued || string(d.toks[i].text) == "per" {
		return i + 1
	}
	return 0
}

// pairAt reads units of two words.
func (d *description) pairAt(i int) *Unit {
	if i+1 >= len(d.toks) {
		return nil
	}
	first, second := string(d.toks[i].text), string(d.toks[i+1].text)
	switch second {
	case "point", "points":
		if first == "basis" {
			return &basisPoints
		}
		if first == "percentage" {
			return &percentPoints
		}
	case "units", "unit":
		switch first {
		case "cpu":
			return &cpuUnits
		case "astronomical":
			return lexicon()["astronomicalunits"].units[0]
		}
		if first == "major" {
			return &majorUnits
		}
	case "ounce", "ounces", "oz":
		if first == "fluid" || first == "fl" {
			return &fluidOunces
		}
	case "dollars", "dollar", "pounds", "sterling":
		return national[first+" "+second]
	case "seconds", "minutes", "hours", "days":
		if first == "business" || first == "working" {
			return &businessDays
		}
	}
	if w := d.toks[i+1].word; w != nil && len(w.units) > 0 {
		return powerOf(first, w.units[0])
	}
	return nil
}

// powerOf is the unit of "square metres", "cubic feet", or nil.
func powerOf(word string, u *Unit) *Unit {
	if u.Dim != Length || u.Scale == 0 {
		return nil
	}
	switch word {
	case "square", "sq":
		return &Unit{u.Symbol + "2", Area, u.Scale * u.Scale}
	case "cubic", "cu":
		return &Unit{u.Symbol + "3", Volume, u.Scale * u.Scale * u.Scale}
	}
	return nil
}

var (
	minorUnits    = Unit{"minor units", Money, 0}
	majorUnits    = Unit{"major units", Money, 0}
	basisPoints   = Unit{"basis points", Ratio, 1e-4}
	percentPoints = Unit{"percent", Ratio, 0.01}
	cpuUnits      = Unit{"CPU units", Other, 0}
	fluidOunces   = Unit{"fl oz", Volume, 0}
	businessDays  = Unit{"business days", Duration, 0}
	beats         = Unit{"bpm", Frequency, 1.0 / 60}
)

// compound is the unit u per v. A price per hour is counted in its currency.
func compound(u, v *Unit) *Unit {
	if u.Dim == Money && v.Dim != Money {
		return u
	}
	c := &Unit{Symbol: u.Symbol + "/" + v.Symbol, Dim: Other}
	if isCurrency(u) && isCurrency(v) {
		c.Dim = CurrencyRate
	}
	if v.Dim != Duration || v.Scale == 0 {
		return c
	}
	switch u.Dim {
	case Length:
		c.Dim, c.Scale = Speed, u.Scale/v.Scale
	case DataSize:
		c.Dim, c.Scale = DataRate, 8*u.Scale/v.Scale
	case Other:
		if u.Symbol == "beats" && v.Symbol == "min" {
			return &beats
		}
	}
	if known := unitOf(c.Dim, c.Scale); c.Scale > 0 && known != nil { // km/h, bit/s
		return known
	}
	return c
}

// readLead finds the noun that the description opens with: the last word
// before a preposition or a mark, "of" after value, number and the like skipped.
func (d *description) readLead() {
	d.leadTok = -1
	if w := d.howMuch(); w != nil {
		d.leadTok, d.lead = 1, w
		return
	}
	last := -1
	for i := 0; i < len(d.toks); i++ {
		t := &d.toks[i]
		text := string(t.text)
		if text == "of" && last >= 0 && d.toks[last].is(number) && !d.toks[last].is(qualifier) {
			d.counts = text == "of" && string(d.toks[last].text) != "quantity"
			if u, _ := d.unitNear(i + 1); u != nil {
				d.counts = false
			}
			for j := i + 1; j < len(d.toks) && j < i+6 && d.toks[j].mark == 0; j++ {
				if u, _ := d.rateAt(j); u != nil {
					d.counts = false
				}
			}
			if string(d.toks[last].text) != "amount" {
				break
			}
			if d.counts = d.counts && d.counted(i+1); d.counts {
				break
			}
		}
		if text == "of" && last >= 0 && (d.toks[last].is(generic|qualifier) || string(d.toks[last].text) == "amount") {
			d.leadOf = string(d.toks[last].text) == "amount"
			last = -1
			continue
		}
		if t.mark == '.' && last >= 0 && string(d.toks[last].text) == "no" { // "no. of"
			continue
		}
		if t.mark == '-' && t.glued {
			continue
		}
		if text == "the" || text == "a" || text == "an" {
			if last >= 0 && d.toks[last].names() && !d.toks[last].is(generic|qualifier) { // the time the light takes
				break
			}
			continue
		}
		if t.isNum || t.mark != 0 || t.is(linking) && last < 0 || t.is(linking) && last >= 0 {
			if last >= 0 || t.is(linking) {
				break
			}
			continue
		}
		if last >= 0 && d.toks[last].word != nil {
			d.leadMods |= d.toks[last].word.role
		}
		last = i
	}
	for last > 0 && d.toks[last].is(participle|generic|qualifier) && d.toks[last-1].mark == 0 && !d.toks[last-1].isNum && !d.toks[last-1].is(linking) {
		last--
	}
	if last < 0 {
		return
	}
	d.leadTok, d.lead = last, d.toks[last].word
	if last > 0 {
		if w := join(&d.toks[last-1], &d.toks[last]); w != nil && w.dim != Pure {
			d.lead = w
		}
	}
}

// howMuch is the quantity that a description asks for: "how long the override
// lasts". How long a text should be is a count.
func (d *description) howMuch() *word {
	if len(d.toks) < 3 || string(d.toks[0].text) != "how" {
		return nil
	}
	asked := measuresOf[string(d.toks[1].text)]
	if asked == "duration" && d.roles&textual != 0 && string(d.toks[len(d.toks)-1].text) == "be" || asked == "" {
		return nil
	}
	return lexicon()[asked]
}

// measuresOf are the quantities that "how" and an adverb ask for.
var measuresOf = map[string]string{"long": "duration", "far": "distance", "fast": "speed", "heavy": "weight", "tall": "height", "wide": "width", "bright": "brightness", "loud": "loudness"}

// counted reports whether the phrase at token i names things: "steps", "browser test steps".
func (d *description) counted(i int) bool {
	things := false
	for ; i < len(d.toks) && d.toks[i].mark == 0 && !d.toks[i].is(linking); i++ {
		t := &d.toks[i]
		if t.word != nil && t.word.dim != Pure {
			return false
		}
		things = t.is(tally) && t.text[len(t.text)-1] == 's'
	}
	return things
}

// unitNear is a unit among the next words from i.
func (d *description) unitNear(i int) (*Unit, int) {
	for j := i; j < len(d.toks) && j < i+4; j++ {
		if d.toks[j].mark != 0 {
			break
		}
		if u, to := d.unitAt(j); u != nil {
			return u, to
		}
	}
	return nil, 0
}

// squared is the unit of time in "s²".
func squared(text []byte) (*Unit, bool) {
	const mark = "²"
	if len(text) <= len(mark) || string(text[len(text)-len(mark):]) != mark {
		return nil, false
	}
	w := lexicon()[string(text[:len(text)-len(mark)])]
	if w == nil || len(w.units) == 0 || w.units[0].Dim != Duration {
		return nil, false
	}
	return w.units[0], true
}
