package units

import "github.com/tooldrift/tooldrift/pkg/contract"

// likelyDimension is the dimension that name, object or description speak of,
// before the description's units are weighed.
func (e *evidence) likelyDimension() Dimension {
	if e.name.unit != nil {
		return e.name.unit.Dim
	}
	switch {
	case e.name.dim != Pure:
		return e.name.dim
	case e.outer.dim != Pure:
		return e.outer.dim
	case e.doc.lead != nil:
		return e.doc.lead.dim
	}
	return Pure
}

// findDimension decides what kind of quantity the number is, or why it is none.
func (e *evidence) findDimension() {
	r := &e.name
	if why := e.conventional(); why != "" {
		e.convention, e.listed = why, true
		return
	}
	d := &e.doc
	lead := d.lead
	if d.counts || d.inThings() || !d.epoch && e.countsThings() {
		e.convention = "count"
		return
	}
	if d.says("block", "height") || d.says("hop", "limit") {
		e.convention = "count"
		return
	}
	if r.headIs("balance") && d.mentions("left") && d.mentions("right") {
		e.convention = "balance of two sides"
		return
	}
	if lead.is(factor) && lead.dim == Pure || d.leadMods&factor != 0 && r.dim != Pure {
		e.convention = "factor"
		return
	}
	if e.ofClock() || lead.is(partOfDay) && d.calendarPart(d.leadTok) {
		e.convention = clockPart
		return
	}
	if lead.is(identity) && !d.leadOf && !r.silent && lead.dim == Pure && !lead.is(generic) && !(d.leadTok > 0 && r.dim != Pure && d.toks[d.leadTok-1].word != nil && d.toks[d.leadTok-1].word.dim == r.dim) { // but a credit line is money
		e.convention, e.byName = string(d.toks[d.leadTok].text), true
		return
	}
	if dim := r.dim; dim == Duration && e.n.Field.Schema != e.schema && (r.headIs("interval") || r.headIs("range")) {
		e.convention = "pair of ends" // an array of two
		return
	}
	if r.unit == nil && r.head.is(partOfDay) && e.showsInstant() {
		e.dim = Instant
		return
	}
	if d.epoch && !(r.silent && r.head.is(identity)) && e.instantish() {
		e.dim = Instant
		return
	}
	if lead != nil && lead.dim == Ratio && !lead.weak && r.says("threshold") { // cpu_threshold "CPU utilization that triggers scaling"
		e.dim = e.narrowed(Ratio)
		return
	}
	if r.silent && !r.generic {
		e.convention, e.byName = "count", true
		return
	}
	dim, weak := r.dim, r.weak
	if dim == DataSize && r.headIs("size") && (r.roles|e.outer.roles|d.openingRoles())&stored != 0 {
		weak = false
	}
	if dim == Length && r.headIs("length") {
		near := r.roles | d.roles
		dim = e.narrowLength("length", near, near|e.around)
		if dim == Length && near&physical == 0 && d.roles&vessel == 0 && e.around&physical == 0 && !e.borne(Length) {
			dim = Pure
		}
		e.dim = dim
		return
	}
	if dim == Ratio && r.headIs("rate") && lead != nil && lead.dim == CurrencyRate {
		dim = CurrencyRate
	}
	if r.generic || dim == Pure && e.outer.dim == Duration && e.outer.head.is(called) && !e.outer.silent {
		dim = e.inherited()
	} else if dim == Pure || weak && !e.borne(dim) {
		dim = e.led()
	}
	if r.generic && dim == Pure && r.dim == Instant && d.speaksOf(Instant) { // start "a timestamp in the clip"
		dim = Instant
	}
	if w := r.before; dim == Pure && w != nil && (e.doc.opens(w.dim) || len(d.toks) == 0) {
		dim = w.dim
	}
	if dim == Money && r.headIs("amount") && d.leadIs("quantity") && !e.currencySibling() {
		e.convention = "count"
		return
	}
	if dim == Pure && e.fuzzyThreshold() || dim == Money && e.part() {
		dim = Ratio
	}
	if e.dim = e.narrowed(dim); (e.dim == DataSize || e.dim == Length || e.dim == Duration) && d.inCharacters() && r.unit == nil {
		e.dim, e.convention = Pure, "count of characters"
	}
}

// fuzzyThreshold reports a threshold of similarity, detection, retrieval: 0.8 or 80?
func (e *evidence) fuzzyThreshold() bool {
	r := &e.name
	n := len(r.toks)
	return n > 0 && e.types.Has(contract.Fraction) && (string(r.toks[n-1].text) == "threshold" || string(r.toks[n-1].text) == "cutoff") && (r.roles|e.doc.roles)&fuzzy != 0
}

// instantish reports whether Unix or epoch in the description speaks of time: POSIX has user IDs too.
func (e *evidence) instantish() bool {
	toks := e.doc.toks
	if u, _ := e.doc.instantExample(); u != nil {
		return true
	}
	for i := range toks {
		if !toks[i].is(epochal) {
			continue
		}
		if len(toks[i].text) > len("epoch") || e.name.dim == Instant && !e.name.weak {
			return true
		}
		for j := max(0, i-2); j < len(toks) && j <= i+2; j++ {
			switch string(toks[j].text) {
			case "time", "timestamp", "timestamps", "seconds", "milliseconds", "millis", "ms", "date", "datetime":
				return true
			}
		}
	}
	return false
}

// inherited is the dimension of a max, value or from: its parent's, else the one the description opens with.
func (e *evidence) inherited() Dimension {
	if h := e.name.head; h != nil && h.dim == Money && (e.currencySibling() || e.doc.speaksOf(Money)) {
		return Money
	}
	if e.outer.dim != Pure && !e.outer.silent && !e.outer.weak {
		return e.outer.dim
	}
	return e.led()
}

// led is the dimension of the noun that the description opens with: "amount"
// alone is money only near other words of money.
func (e *evidence) led() Dimension {
	l := e.doc.lead
	if e.doc.leadOf && (l == nil || l.dim == Pure) && e.currencySibling() {
		return Money
	}
	if l == nil || e.doc.leadTok > 5 {
		return Pure
	}
	if l.weak {
		return e.sized()
	}
	if string(e.doc.toks[e.doc.leadTok].text) == "amount" && ((e.name.roles|e.around)&moneyed == 0 && !e.currencySibling() || e.doc.leadMods&tally != 0) {
		return Pure
	}
	return l.dim
}

// sized is the dimension of a description that opens with a size or a length,
// where it goes on to say of what: of a file, of a triangle.
func (e *evidence) sized() Dimension {
	opening := e.doc.openingRoles()
	switch {
	case e.doc.leadIs("size") && opening&stored != 0 && opening&grouped == 0:
		return DataSize
	case e.doc.leadIs("length") && e.doc.ofThe(timed) && opening&(textual|stored) == 0 && !e.doc.inPlurals():
		return Duration
	case e.doc.leadIs("length") && e.doc.roles&physical != 0 && opening&(textual|timed|stored) == 0 && !e.doc.says("in", "units"):
		return Length
	}
	return Pure
}

func (e *evidence) currencySibling() bool {
	for _, f := range e.n.Siblings {
		if f != nil && e.pricedBy(f.Name) {
			return true
		}
	}
	return false
}

// borne reports whether the description or the object above bears a weak dimension out.
func (e *evidence) borne(dim Dimension) bool {
	if e.outer.dim == dim && !e.outer.weak {
		return true
	}
	for i := range e.name.toks {
		if w := e.name.toks[i].word; i != e.name.headTok && w != nil && w.dim == dim && !w.weak {
			return true
		}
	}
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.strong && fits(c.unit.Dim, dim) {
			return true
		}
	}
	if e.doc.speaksOf(dim) {
		return true
	}
	if dim == Duration && e.doc.leadIs("length") && !e.doc.inPlurals() || dim == Ratio && e.name.headIs("gain") && (e.doc.roles|e.around)&playback != 0 {
		return true
	}
	if dim == Instant && e.doc.leadTok >= 0 && (e.doc.mentions("time") || e.doc.mentions("date") || e.doc.mentions("moment")) { // results newer than this time
		return true
	}
	if dim == Ratio && e.doc.ranged || dim == Duration && (e.name.headIs("term") || e.doc.leadIs("term")) && ((e.name.roles|e.around)&timed != 0 || e.doc.ofThe(timed)) {
		return true
	}
	return dim == Money && (e.currencySibling() || (e.doc.roles|e.around)&moneyed != 0 || len(e.name.toks) == 1 && e.name.headIs("budget"))
}

// conventional names the entry of the closed list that the name is, or "".
func (e *evidence) conventional() string {
	for i := range e.name.toks {
		t := &e.name.toks[i]
		if why := conventionOf[string(t.text)]; why != "" {
			return why
		}
		if i > 0 {
			var buf [48]byte
			n := copy(buf[:], e.name.toks[i-1].text)
			if n+1+len(t.text) <= len(buf) {
				buf[n] = ' '
				n += 1 + copy(buf[n+1:], t.text)
				if why := conventionOf[string(buf[:n])]; why != "" {
					return why
				}
			}
		}
	}
	return e.conventionalLead()
}

// conventionalLead is the entry of the closed list that a name of one word is by
// the words that its description opens with: rate "frame rate".
func (e *evidence) conventionalLead() string {
	d := &e.doc
	if len(e.name.toks) != 1 || d.leadTok < 1 || string(d.toks[d.leadTok].text) != string(e.name.toks[0].text) {
		return ""
	}
	return conventionOf[string(d.toks[d.leadTok-1].text)+" "+string(d.toks[d.leadTok].text)]
}

var conventionOf = func() map[string]string {
	m := map[string]string{}
	for _, c := range conventions {
		m[c.words] = c.why
	}
	return m
}()

func (d *description) mentions(word string) bool {
	for i := range d.toks {
		if string(d.toks[i].text) == word {
			return true
		}
	}
	return false
}

func (r *reading) says(word string) bool {
	for i := range r.toks {
		if string(r.toks[i].text) == word {
			return true
		}
	}
	return false
}

func (d *description) leadIs(word string) bool {
	return d.leadTok >= 0 && string(d.toks[d.leadTok].text) == word
}

// speaksOf reports a word that clearly names a quantity of dimension dim.
func (d *description) speaksOf(dim Dimension) bool {
	for i := range d.toks {
		if w := d.toks[i].word; w != nil && w.dim == dim && !w.weak {
			return true
		}
	}
	return false
}

// opens reports that the first words speak of a quantity of dimension dim.
func (d *description) opens(dim Dimension) bool {
	first := *d
	first.toks = d.toks[:min(6, len(d.toks))]
	return first.speaksOf(dim)
}

// openingRoles are the roles of the first words: "Size of the uploaded file".
func (d *description) openingRoles() role {
	return rolesOf(d.toks[:min(6, len(d.toks))])
}
