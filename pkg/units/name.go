package units

import "strings"

// reading is what a name says by itself.
type reading struct {
	toks    []token
	roles   role      // of all words
	dim     Dimension // of the word that heads the name
	weak    bool      // dim needs the description's help
	head    *word
	headTok int   // index of the head, -1 where there is none
	before  *word // where a measure is the head: the quantity before it, memory of memoryReservation
	unit    *Unit // that the name spells
	unitTok int
	// the unit's words, unitTok among them, are the tokens [unitFrom, unitTo)
	unitFrom, unitTo int

	base    *Unit // what stands before "per" in the unit, else nil
	generic bool  // nothing but max, value, from ...: parent and description decide
	silent  bool  // heads a count, an identifier, a code: needs no unit
}

// readName reads the words of a name. Outer is the dimension of the object
// around it, which supports short unit words as the name's own words do.
func readName(toks []token, outer Dimension) reading {
	r := reading{toks: toks, headTok: -1, unitTok: -1}
	for i := range toks {
		if w := toks[i].word; w != nil {
			r.roles |= w.role
		}
	}
	r.readHead()
	r.readUnit(outer)
	return r
}

// readHead finds the word that a compound name is about: the last before a
// preposition, once max, total, due and numbers are taken away.
func (r *reading) readHead() {
	lo, hi := 0, len(r.toks)
	if hi > 2 && r.toks[hi-1].spellsOnly() && string(r.toks[hi-2].text) == "at" { // created_at_ms
		hi--
	}
	if hi > 1 && string(r.toks[hi-1].text) == "at" && (r.toks[hi-2].is(dated) || isParticiple(&r.toks[hi-2])) { // released_at
		r.dim, r.headTok = Instant, hi-2
		r.head = &instantWord
		return
	}
	if hi > 1 && (string(r.toks[0].text) == "last" || string(r.toks[0].text) == "first") && r.toks[hi-1].is(dated) && !r.toks[hi-1].is(tally|linking) && r.toks[hi-1].word.dim == Pure { // last_seen
		r.dim, r.headTok, r.head = Instant, hi-1, &instantWord
		return
	}
	if hi > 1 && (r.toks[hi-2].is(dated) && !r.toks[hi-2].is(linking) || isParticiple(&r.toks[hi-2])) {
		switch string(r.toks[hi-1].text) {
		case "after", "before", "since", "until": // created_after
			r.dim, r.headTok, r.head = Instant, hi-2, &instantWord
			return
		case "in": // expires_in
			if r.toks[hi-2].is(dated) {
				r.dim, r.headTok, r.head = Duration, hi-2, lexicon()["duration"]
				return
			}
		}
	}
	for i := 1; i < hi; i++ {
		if r.toks[i].is(linking) && (!r.toks[i].is(generic) || string(r.toks[i].text) == "to" && r.toks[i-1].names()) && !r.headsBehind(i) {
			hi = i
			break
		}
	}
	for lo < hi-1 && r.toks[lo].is(linking) {
		lo++
	}
	for hi-1 > lo {
		t := &r.toks[hi-1]
		coded := len(t.text) == 1 && hi < len(r.toks) && r.toks[hi].isNum && r.toks[hi].glued // s3
		if joined := join(&r.toks[hi-2], t); !coded && joined != nil && joined.dim != Pure {
			break
		}
		if hi-2 > lo && string(t.text) == "p" && hi < len(r.toks) && r.toks[hi].isNum { // p90
			hi--
			continue
		}
		if t.word == nil && len(t.text) > 4 && (string(t.text[len(t.text)-2:]) == "ed" || string(t.text[len(t.text)-2:]) == "ly") || t.is(dated) && string(t.text[len(t.text)-2:]) == "ed" {
			hi--
			continue
		}
		if string(t.text) == "total" && r.toks[hi-2].is(qualifier|moneyed) { // min_total, order_total
			break
		}
		if !t.isNum && !t.is(qualifier|generic|participle) && !t.spellsOnly() || t.word != nil && t.word.dim != Pure && !t.word.weak {
			break
		}
		hi--
	}
	if hi <= lo {
		return
	}
	t := &r.toks[hi-1]
	w := t.word
	if hi-1 > lo {
		if joined := join(&r.toks[hi-2], t); joined != nil && joined.dim != Pure {
			w = joined
		}
	}
	if w == nil {
		w = stripped(t.text)
	}
	r.generic = t.isNum || w.is(generic|qualifier) && (w.dim == Pure || w.weak && len(r.toks) == 1)
	if w == nil {
		if hi-1 > lo && r.toks[hi-2].names() && measures[string(t.text)] {
			r.before = r.toks[hi-2].word
		}
		return
	}
	if hi-1 > lo && r.toks[hi-2].names() && w.dim == Pure && w.is(tally) && measures[string(t.text)] { // memory_request
		r.before = r.toks[hi-2].word
		return
	}
	if first := r.toks[lo]; hi-1 > lo && string(first.text) == "amount" && w.dim == Pure && !w.is(tally) { // amount_shipping
		w, hi, t = first.word, lo+1, &r.toks[lo]
	}
	r.head, r.headTok = w, hi-1
	r.dim, r.weak = w.dim, w.weak
	r.silent = w.is(tally|factor) && w.dim == Pure
	if hi-1 > lo && string(t.text) == "amount" && r.toks[hi-2].names() && r.toks[hi-2].word.dim == Duration { // retention_amount: of backups
		r.silent, r.dim = true, Pure
	}
	if hi-1 > lo && string(t.text) == "size" && r.toks[hi-2].is(stored) && !r.toks[hi-2].is(grouped) {
		r.dim, r.weak = DataSize, false
	}
	if hi-1 > lo && r.toks[hi-2].is(grouped) && !r.toks[hi-2].is(stored) && string(t.text) == "size" {
		r.silent, r.dim = true, Pure
	}
	if hi-2 > lo && string(t.text) == "size" && r.toks[hi-3].is(stored) {
		switch string(r.toks[hi-2].text) {
		case "chunk", "block", "part", "segment": // of an upload
			r.silent, r.dim, r.weak = false, DataSize, false
		}
	}
	if hi-1 > lo && string(t.text) == "ts" { // eta_ts
		r.weak, r.generic = false, false
	}
	r.readDated(lo, hi)
}

// measures are words that may follow a quantity, and count in its unit.
var measures = map[string]bool{"reservation": true, "reserve": true, "allocation": true, "throttling": true, "capacity": true, "usage": true,
	"requirement": true, "requirements": true, "goal": true, "target": true, "request": true, "allowance": true, "overhead": true, "setting": true}

// names reports a word that clearly names a quantity: time_to_live, amount_to_capture.
func (t *token) names() bool { return t.word != nil && t.word.dim != Pure && !t.word.weak }

var instantWord = word{dim: Instant}

// isParticiple reports words such as released, archived.
func isParticiple(t *token) bool {
	n := len(t.text)
	return n > 4 && string(t.text[n-2:]) == "ed"
}

// headsBehind reports a name whose quantity stands behind the linking word at i,
// for what stands before it says nothing: idle_in_transaction_session_timeout.
func (r *reading) headsBehind(i int) bool {
	last := len(r.toks) - 1
	if i == last || r.toks[i-1].word != nil {
		return false
	}
	w := r.toks[last].word
	return w != nil && w.dim != Pure && !w.weak
}

// readDated turns created_at, start_time, last_seen into instants.
func (r *reading) readDated(lo, hi int) {
	if n := len(r.toks); n > 1 && string(r.toks[n-1].text) == "at" {
		r.dim, r.weak, r.silent, r.generic = Instant, false, false, false
		return
	}
	if last := string(r.toks[hi-1].text); last == "period" && r.toks[len(r.toks)-1].is(dated) && len(r.toks) > hi { // current_period_end
		r.dim, r.weak = Instant, false
		return
	}
	if r.head == nil || string(r.toks[hi-1].text) != "time" {
		return
	}
	for i := lo; i < hi-1; i++ {
		if r.toks[i].is(dated) {
			r.dim = Instant
		}
	}
}

// readUnit looks for the unit that the name spells, from its end.
func (r *reading) readUnit(outer Dimension) {
	per := -1
	for i := range r.toks {
		if i > 0 && string(r.toks[i].text) == "per" {
			per = i
			break
		}
	}
	for i := len(r.toks) - 1; i >= 0; i-- {
		w := r.toks[i].word
		if per > 0 && i == per+1 {
			continue
		}
		if i > 0 {
			if joined := join(&r.toks[i-1], &r.toks[i]); joined != nil && len(joined.units) > 0 && !joined.short { // giga bytes, basis points
				r.unit, r.unitTok, r.unitFrom, r.unitTo = joined.units[0], i, i-1, i+1
				return
			}
		}
		if w == nil || len(w.units) == 0 || i > 0 && r.toks[i-1].isNum {
			continue
		}
		if u := r.spells(i, outer); u != nil {
			r.unit, r.unitTok, r.unitFrom, r.unitTo = u, i, i, i+1
			if i+1 < len(r.toks) && r.toks[i+1].isNum && r.toks[i+1].glued { // area_meters2
				if power := powerOf(map[float64]string{2: "square", 3: "cubic"}[r.toks[i+1].num], u); power != nil {
					r.unit, r.unitTo = power, i+2
				}
			}
			if i > 0 && u.Dim == Length {
				if area := powerOf(string(r.toks[i-1].text), u); area != nil {
					r.unit, r.unitFrom = area, i-1
				}
			}
			if i+1 == per && per+1 < len(r.toks) && r.toks[per+1].word != nil && len(r.toks[per+1].word.units) > 0 {
				r.base = u
				r.unit, r.unitTo = compound(u, r.toks[per+1].word.units[0]), per+2
			}
			return
		}
	}
	if per > 0 && per+1 < len(r.toks) && r.dim != Money && r.dim != Mass && r.dim != Length {
		if w := r.toks[per+1].word; w != nil && len(w.units) > 0 && w.units[0].Dim == Duration {
			r.unit, r.unitTok, r.unitFrom, r.unitTo = perUnit(w.units[0]), per, per, per+2
		}
	}
}

// spells is the unit that word i of the name stands for, or nil where it is
// no unit there: in price_per_kg, hour_price, wind_speed_40m, min_size, s3_timeout.
func (r *reading) spells(i int, outer Dimension) *Unit {
	w := r.toks[i].word
	if w.short && len(r.toks[i].text) == 1 && i+1 < len(r.toks) && r.toks[i+1].isNum && r.toks[i+1].glued && w.units[0].Dim != Length { // s3, h264
		return nil
	}
	for j := i + 1; j < len(r.toks); j++ {
		v := r.toks[j].word
		if j > i+1 && v != nil && v.dim == Duration && string(r.toks[j].text) == "time" && r.toks[j-1].is(dated) { // peak_hours_end_time is an instant
			return nil
		}
		if v == nil || v.dim == Pure || v.weak || v.is(qualifier) && v.dim != Money {
			continue
		}
		if !anyFits(w.units, v.dim) && w.units[0].Dim != Ratio {
			return nil
		}
	}
	for _, u := range w.units {
		if r.supports(u.Dim, i, outer) {
			if u.Symbol == "min" && string(r.toks[i].text) == "min" {
				return nil
			}
			if !w.short || r.last(i) {
				return u
			}
		}
	}
	if w.short && i > 1 && i == len(r.toks)-1 && len(r.toks[i].text) > 1 && string(r.toks[i-1].text) == "in" && string(r.toks[i].text) != "min" {
		return w.units[0] // expires_in_sec
	}
	if w.short {
		return nil
	}
	if w.units[0].Dim == Angle && r.dim == Temperature {
		return nil
	}
	return w.units[0]
}

// spellsOnly reports whether t is a unit and nothing else.
func (t *token) spellsOnly() bool {
	return t.word != nil && len(t.word.units) > 0 && t.word.dim == Pure && t.word.role&^(qualifier|generic|partOfDay|filler) == 0
}

// last reports whether only max, total and numbers follow word i.
func (r *reading) last(i int) bool {
	for _, t := range r.toks[i+1:] {
		if !t.isNum && !t.is(qualifier|participle) {
			return false
		}
	}
	return true
}

// supports reports whether another word of the name, or the object around it, speaks of d.
func (r *reading) supports(d Dimension, i int, outer Dimension) bool {
	for j, t := range r.toks {
		if j != i && t.word != nil && fits(d, t.word.dim) {
			return true
		}
	}
	return fits(d, r.dim) || fits(d, outer)
}

// fits reports whether a quantity of dimension e may be counted in units of d.
func fits(d, e Dimension) bool {
	switch {
	case e == Pure:
		return false
	case d == e:
		return true
	case d == Duration:
		return e == Instant
	case d == DataSize:
		return e == DataRate
	case d == CurrencyRate:
		return e == Ratio
	case d == Ratio:
		return e == Money || e == Angle
	}
	return false
}

func anyFits(units []*Unit, e Dimension) bool {
	for _, u := range units {
		if fits(u.Dim, e) {
			return true
		}
	}
	return false
}

// join is the word that two adjacent words make: bit rate, time out, sub total.
func join(a, b *token) *word {
	var buf [24]byte
	if len(a.text)+len(b.text) > len(buf) || len(a.text) == 0 {
		return nil
	}
	n := copy(buf[:], a.text)
	n += copy(buf[n:], b.text)
	return find(buf[:n])
}

// stripped is the word behind max and min written without a break: maxheight.
func stripped(text []byte) *word {
	if len(text) > 6 && (string(text[:3]) == "max" || string(text[:3]) == "min") {
		if w := find(text[3:]); w != nil && w.dim != Pure {
			return w
		}
	}
	return nil
}

func perUnit(u *Unit) *Unit {
	switch u.Symbol {
	case "s":
		return &perSecond
	case "min":
		return &perMinute
	case "hours":
		return &perHour
	case "days":
		return &perDay
	}
	return &Unit{"per " + strings.TrimSuffix(u.Symbol, "s"), Frequency, 0}
}

var (
	perSecond = Unit{"per second", Frequency, 1}
	perMinute = Unit{"per minute", Frequency, 1.0 / 60}
	perHour   = Unit{"per hour", Frequency, 1.0 / 3600}
	perDay    = Unit{"per day", Frequency, 0}
)
