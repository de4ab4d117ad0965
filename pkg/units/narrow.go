package units

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// boundsFix is the convention of a ratio whose schema says from where to where it runs.
const boundsFix = "scale fixed by bounds"

// pixelsFix is the convention of what is drawn.
const pixelsFix = "pixels"

var (
	pixels  = Unit{"px", Length, 0}
	degrees = Unit{"degrees", Angle, 1}
)

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
		if r.says("relative") {
			return none("relative to another length")
		}
		return e.narrowLength(head, near, all)
	case Angle:
		if head == "heading" && r.says("level") {
			return none("level of a heading")
		}
		if e.turns() != nil && !e.firmly(Angle) {
			return none(boundsFix)
		}
	case Energy:
		if e.scaled() && e.max.v == 1 { // of a song
			return none(boundsFix)
		}
	case Frequency:
		if head == "frequency" && (r.roles|e.outer.roles)&statistic != 0 {
			return none("count")
		}
	case Mass:
		if head != "emissions" && (d.mentions("traffic") || e.scaled() || all&relative != 0 && near&physical == 0) {
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
		if e.min.ok && e.max.ok && (e.max.v <= 10 || e.min.v == 0 && (e.max.v == 100 || e.max.v == 255)) {
			return none("level")
		}
	case DataRate:
		if e.boundsUnit() == &wholeIsOne {
			return none(boundsFix)
		}
	case DataSize:
		if e.boundsUnit() == &wholeIsOne {
			return none(boundsFix)
		}
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

func (e *evidence) narrowLength(head string, near, all role) Dimension {
	if e.scaled() && e.max.v == 1 {
		e.convention = boundsFix
		return Pure
	}
	if e.doc.ranged && e.doc.scale.hi == 1 && e.doc.scale.lo == 0 {
		return Ratio
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
		case near&timed != 0, e.doc.lead != nil && e.doc.lead.dim == Duration:
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
	if all&raster != 0 && near&physical == 0 && !(head == "" && e.doc.leadIs("distance")) {
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

// firmly reports a description that states a unit of dim in so many words.
func (e *evidence) firmly(dim Dimension) bool {
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.strong && c.unit.Dim == dim {
			return true
		}
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
	case e.min.v != 0 || e.types.Has(contract.Fraction):
		return nil
	case e.max.v == 255:
		return &wholeIsByte
	case e.max.v == 10_000:
		return &basisPoints
	}
	return nil
}

// part reports an amount whose word and bounds, or example, say that it is a part
// of a price: a discount of 15 %, not of 15 dollars.
func (e *evidence) part() bool {
	u := e.boundsUnit()
	if d := &e.doc; u == nil && (e.oneIsWhole() || d.ranged && d.scale.lo == 0 && d.scale.hi == 1) {
		u = &wholeIsOne
	}
	for _, c := range e.doc.claims[:e.doc.n] {
		if u == nil && c.unit.Symbol == fraction && c.from == e.doc.leadTok { // "tip fraction"
			u = &wholeIsOne
		}
	}
	if e.name.headTok < 0 || u == nil || u == &basisPoints || u == &wholeIsByte { // up to 10,000 may be cents
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

// calendarPart reports that the word at token from is of a description such as "hour of
// the day", "day of month".
func (d *description) calendarPart(from int) bool {
	toks := d.toks
	for i := from + 1; i < len(toks) && i < from+4; i++ {
		switch string(toks[i].text) {
		case "of", "the", "a", "each", "past", "into":
		default:
			return i > from+1 && toks[i].is(partOfDay)
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
