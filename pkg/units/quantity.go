package units

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// boundsFix is the convention of a ratio whose schema says from where to where it runs.
const boundsFix = "scale fixed by bounds"

// pixelsFix is the convention of what is drawn.
const pixelsFix = "pixels"

var pixels = Unit{"px", Length, 0}

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
	if r.headIs("balance") && d.mentions("left") && d.mentions("right") {
		e.convention = "balance of two sides"
		return
	}
	if lead.is(factor) && lead.dim == Pure || d.leadMods&factor != 0 && r.dim != Pure {
		e.convention = "factor"
		return
	}
	if lead.is(partOfDay) && e.calendarPart() {
		e.convention = "clock or calendar part"
		return
	}
	if lead.is(identity) && !d.leadOf && !r.silent && lead.dim == Pure && !lead.is(generic) {
		e.convention, e.byName = string(d.toks[d.leadTok].text), true
		return
	}
	if dim := r.dim; dim == Duration && e.n.Field.Schema != e.schema && (r.headIs("interval") || r.headIs("range")) {
		e.convention = "pair of ends" // an array of two
		return
	}
	if d.epoch && !(r.silent && r.head.is(identity)) && e.instantish() {
		e.dim = Instant
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
		if dim == Length && near&physical == 0 && e.around&physical == 0 && !e.borne(Length) {
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
	if w := r.before; dim == Pure && w != nil && e.doc.opens(w.dim) {
		dim = w.dim
	}
	if dim == Pure && e.fuzzyThreshold() || dim == Money && e.part() {
		dim = Ratio
	}
	if e.dim = e.narrowed(dim); (e.dim == DataSize || e.dim == Length || e.dim == Duration) && d.inCharacters() && r.unit == nil {
		e.dim, e.convention = Pure, "count of characters"
	}
}

// part reports an amount whose word and bounds, or example, say that it is a part
// of a price: a discount of 15 %, not of 15 dollars.
func (e *evidence) part() bool {
	u := e.boundsUnit()
	if u == nil && e.oneIsWhole() {
		u = &wholeIsOne
	}
	if e.name.headTok < 0 || u == nil {
		return false
	}
	switch string(e.name.toks[e.name.headTok].text) {
	case "discount", "tax", "tip", "commission", "gratuity", "surcharge", "markup", "royalty":
		return true
	case "fee", "deposit", "profit", "premium":
		return u == &wholeIsOne
	}
	return false
}

// boundsUnit is the unit of a ratio whose bounds are those of a fraction or a percentage, or nil.
func (e *evidence) boundsUnit() *Unit {
	switch {
	case e.dim == Angle || e.name.dim == Angle:
		return e.turns()
	case !e.min.ok || !e.max.ok || e.min.v < 0:
		return nil
	case e.max.v == 1 && e.min.v < 1 && e.types.Has(contract.Fraction):
		return &wholeIsOne
	case e.max.v == 100:
		return &wholeIsHundred
	}
	return nil
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
	for i := range toks {
		if !toks[i].is(epochal) {
			continue
		}
		if len(toks[i].text) > len("epoch") || e.name.dim == Instant && !e.name.weak {
			return true
		}
		for j := i + 1; j < len(toks) && j <= i+2; j++ {
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
	if dim == Ratio && e.doc.ranged {
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

// narrowed takes a dimension back where the context says that the word means
// something without a unit: an edge's weight, a viewport's width, a sampler's temperature.
func (e *evidence) narrowed(dim Dimension) Dimension {
	r, d := &e.name, &e.doc
	near := r.roles | d.roles
	all := near | e.around
	none := func(why string) Dimension { e.convention = why; return Pure }
	head := ""
	if r.headTok >= 0 {
		head = string(r.toks[r.headTok].text)
	}
	if r.generic && e.outer.headTok >= 0 && e.outer.dim == dim {
		head = string(e.outer.toks[e.outer.headTok].text)
	}
	switch dim {
	case Area:
		if near&factor != 0 || e.doc.mentions("curve") {
			return none("area under a curve")
		}
	case Length:
		return e.narrowLength(head, near, all)
	case Angle:
		if head == "heading" && r.says("level") {
			return none("level of a heading")
		}
		if e.turns() != nil && !e.firmly(Angle) {
			return none(boundsFix)
		}
	case Frequency:
		if head == "frequency" && (r.roles|e.outer.roles)&statistic != 0 {
			return none("count")
		}
	case Mass:
		if e.scaled() || all&relative != 0 && near&physical == 0 {
			return none("relative weight")
		}
	case Temperature:
		if all&sampler != 0 || e.max.ok && e.max.v <= 2 {
			return none("sampler setting")
		}
	case Speed:
		if all&playback != 0 {
			return none("multiplier")
		}
		if e.min.ok && e.max.ok && e.max.v <= 10 {
			return none("level")
		}
	case DataSize:
		if strings.HasSuffix(head, "s") && r.dim == DataSize { // disks, buffers
			return none("count")
		}
		if head == "size" && (near|e.outer.roles)&stored == 0 {
			return Pure
		}
	case Duration:
		if head == "age" && !e.otherThanYears() && (all&person != 0 || len(r.toks) == 1) {
			return none("age in years")
		}
		if head == "interval" && (r.roles|e.outer.roles)&statistic != 0 {
			return none("statistic")
		}
		if head == "times" {
			return none("count")
		}
	case Money:
		if e.doc.leadMods&relative != 0 || r.headTok > 0 && r.toks[r.headTok-1].is(relative|tally) && !r.toks[r.headTok-1].is(moneyed) && string(r.toks[r.headTok-1].text) != "unit" {
			if head == "cost" || head == "budget" || head == "amount" && r.says("boost") {
				return none("cost in points")
			}
		}
		if head == "cost" && len(r.toks) == 1 && e.doc.ofThe(relative) {
			return none("cost in points")
		}
	case Ratio:
		if (head == "probability" || head == "likelihood" || r.dim == Pure && d.leadIs("probability")) && e.types.Has(contract.Fraction) {
			return none("probability")
		}
		if head == "volume" && near&traded != 0 {
			return none("count")
		}
		if head == "volume" && near&(vessel|physical) != 0 && near&playback == 0 {
			return Volume
		}
		if head == "samplerate" || head == "rate" && r.says("sample") && all&playback != 0 {
			return Frequency
		}
		if e.scaled() || e.boundsUnit() != nil {
			return none(boundsFix)
		}
	}
	return dim
}

// firmly reports a description that states a unit of dim in so many words.
func (e *evidence) firmly(dim Dimension) bool {
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.strong && c.unit.Dim == dim {
			return true
		}
	}
	return false
}

// turns is degrees where the schema's bounds are those of a full or a half turn, or nil.
func (e *evidence) turns() *Unit {
	if !e.min.ok || !e.max.ok {
		return nil
	}
	switch lo, hi := e.min.v, e.max.v; {
	case lo == 0 && (hi == 360 || hi == 359 || hi == 180), lo == -hi && (hi == 360 || hi == 180 || hi == 90):
		return &degrees
	}
	return nil
}

var degrees = Unit{"degrees", Angle, 1}

func (e *evidence) narrowLength(head string, near, all role) Dimension {
	if e.doc.ranged && e.doc.scale.hi == 1 && e.doc.scale.lo == 0 {
		return Ratio
	}
	if e.scaled() && e.max.v == 1 {
		e.convention = boundsFix
		return Pure
	}
	if head == "height" && near&chained != 0 {
		e.convention = "block height"
		return Pure
	}
	switch head {
	case "distance", "radius":
		if near&spatial != 0 {
			e.convention = "distance without a unit"
			return Pure
		}
	case "length":
		switch {
		case near&timed != 0:
			return Duration
		case near&stored != 0 && (e.name.roles|e.doc.openingRoles())&textual == 0:
			return DataSize
		case (e.name.roles|e.doc.openingRoles())&textual != 0:
			e.convention = "length in characters"
			return Pure
		}
	}
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.unit.Symbol == "px" {
			e.convention = pixelsFix
			return Pure
		}
		if c.in && c.unit.Dim == Length { // metres are no pixels, whatever is drawn
			return Length
		}
	}
	if all&raster != 0 && near&physical == 0 {
		e.convention = pixelsFix
		return Pure
	}
	return Length
}

// scaled reports whether the schema's bounds fix a ratio's scale.
func (e *evidence) scaled() bool {
	if !e.min.ok || !e.max.ok {
		return false
	}
	lo, hi := e.min.v, e.max.v
	return lo >= -hi && lo <= 1 && hi >= 1
}

// calendarPart reports a description such as "hour of the day", "day of month".
func (e *evidence) calendarPart() bool {
	toks := e.doc.toks
	for i := e.doc.leadTok + 1; i < len(toks) && i < e.doc.leadTok+4; i++ {
		switch string(toks[i].text) {
		case "of", "the", "a", "each":
		default:
			return i > e.doc.leadTok+1 && toks[i].is(partOfDay)
		}
	}
	return false
}

func (d *description) mentions(word string) bool {
	for i := range d.toks {
		if string(d.toks[i].text) == word {
			return true
		}
	}
	return false
}

// otherThanYears reports a description that counts an age in milliseconds or days: no person's.
func (e *evidence) otherThanYears() bool {
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.strong && c.unit.Dim == Duration && c.unit.Symbol != "years" {
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

// ofThe reports a lead that belongs to something of a role: "cost of the edge".
func (d *description) ofThe(r role) bool {
	for i := d.leadTok + 1; d.leadTok >= 0 && i < len(d.toks) && i < d.leadTok+4; i++ {
		switch string(d.toks[i].text) {
		case "of", "the", "an", "a", "each", "this":
		default:
			return i > d.leadTok+1 && d.toks[i].is(r)
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
