package units

import (
	"strconv"
	"strings"
	"sync"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// evidence is everything that is read of one number before it is judged.
type evidence struct {
	n      Number
	schema *contract.Schema // of the element, for an array
	types  contract.TypeSet
	name   reading
	outer  reading // of the object just above
	doc    description
	around role // of the names of the operation and of all objects above
	min    bound
	max    bound
	dflt   bound

	currency *contract.Field // the sibling that names the currency
	firm     bool            // as in Judgement

	dim        Dimension
	convention string
	byName     bool // the convention follows from a word of the name, which a description may overrule
	listed     bool // it is on the closed list, which no description overrules
}

// bound is a number of the schema, where it states one.
type bound struct {
	v  float64
	ok bool
}

// room is where the tokens of one number stand while it is judged. Specs hold
// tens of thousands of numbers: it is used again and again.
type room struct {
	letters, nameLetters, outerLetters [maxName]byte
	name, outer, around                [maxName]token
	docLetters                         [usualDoc]byte
	doc                                [usualTokens]token
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// Judge says what unit a number states, where, and whether it needs one. The
// questions are asked in this order, the first yes decides: does the evidence
// contradict itself; do type, format, key or a sibling carry the unit; does the
// name; is there nothing to guess; does the description; else it is bare.
func Judge(n Number) Judgement {
	if n.Field == nil || n.Field.Schema == nil {
		return Judgement{Verdict: None}
	}
	room := rooms.Get().(*room)
	defer rooms.Put(room)
	e := evidence{n: n}
	e.outer = reading{headTok: -1, unitTok: -1}
	e.schema = element(n.Field.Schema)
	e.types = e.schema.Types
	e.readBounds()
	for _, p := range n.Parents {
		e.around |= rolesOf(splitName(p, room.letters[:0], room.around[:0]))
	}
	e.around |= rolesOf(splitName(n.Op, room.letters[:0], room.around[:0]))
	if len(n.Parents) > 0 {
		e.outer = readName(splitName(n.Parents[len(n.Parents)-1], room.outerLetters[:0], room.outer[:0]), Pure)
	}
	e.name = readName(splitName(n.Name, room.nameLetters[:0], room.name[:0]), e.outer.dim)
	e.doc.read(docOf(n.Field, e.schema), room.docLetters[:0], room.doc[:0])
	return e.judge()
}

func element(s *contract.Schema) *contract.Schema {
	for depth := 0; s.Elem != nil && s.Types.Has(contract.ArrayType) && depth < 4; depth++ {
		s = s.Elem
	}
	return s
}

func docOf(f *contract.Field, s *contract.Schema) string {
	if f.Doc.Text != "" {
		return f.Doc.Text
	}
	return s.Doc.Text
}

func rolesOf(toks []token) role {
	var r role
	for i := range toks {
		if toks[i].word != nil {
			r |= toks[i].word.role
		}
	}
	return r
}

func (e *evidence) readBounds() {
	if b := e.schema.Min; b != nil && !b.Implied {
		e.min = parseBound(b.Num)
	}
	if b := e.schema.Max; b != nil && !b.Implied {
		e.max = parseBound(b.Num)
	}
	d := e.schema.Default
	if d == nil {
		d = e.n.Field.Schema.Default
	}
	if d != nil {
		e.dflt = parseBound(d.Text)
	}
}

func parseBound(s string) bound {
	v, err := strconv.ParseFloat(s, 64)
	return bound{v, err == nil && s != ""}
}

func (e *evidence) judge() Judgement {
	j := e.verdict()
	if u, ok := j.Unit(); j.Dim == Money || ok && u.Dim == Money {
		j.Code = e.currencyCode(&j)
	}
	return j
}

func (e *evidence) verdict() Judgement {
	e.doc.settle(e.likelyDimension())
	e.fitSchema()
	e.confirmName()
	if u := e.name.unit; u != nil && u.Dim == Duration && u.Scale >= 86400 && e.name.toks[e.name.unitTok].is(partOfDay) && e.showsInstant() {
		e.name.unit = nil // a week "e.g. 1336280400" is when it begins
	}
	e.findDimension()
	j := Judgement{Verdict: None, Dim: e.dim, Fraction: e.types.Has(contract.Fraction)}
	e.state(&j)
	e.readMoney(&j)
	e.readPercent(&j)
	if c := e.conflict(&j); c != nil {
		if s, ok := e.described(); ok && len(j.Stated) == 0 {
			j.Stated = append(j.Stated, s)
		}
		if c.A.From == "" && len(j.Stated) > 0 {
			c.A = j.Stated[0]
		}
		j.Verdict, j.Conflict = Conflicting, c
		return j
	}
	if len(e.schema.Enum) > 0 {
		j.Convention = "closed list"
		return j
	}
	if e.carried(&j) {
		j.Verdict = SelfDescribing
		return j
	}
	if e.name.unit != nil || e.parentUnit() != nil {
		if s, ok := e.repeated(j.Stated[0].Unit); ok {
			j.Stated = append(j.Stated, s)
		}
		j.Verdict = Named
		return j
	}
	if e.convention != "" && !e.byName {
		j.Convention = e.convention
		if u := e.boundsUnit(); u != nil && e.convention == boundsFix {
			j.Stated = append(j.Stated, e.boundsStatement(*u))
			if s, ok := e.repeated(*u); ok {
				j.Stated = append(j.Stated, s)
			}
		}
		if s, ok := e.repeated(pixels); ok && e.convention == pixelsFix {
			j.Stated = append(j.Stated, s)
		}
		return j
	}
	if s, ok := e.described(); ok {
		if u := e.boundsUnit(); u != nil && s.Unit.Dim == Ratio && s.Unit.Symbol == u.Symbol { // "as a ratio of the height", from 0 to 1
			j.Stated, j.Convention = append(j.Stated, e.boundsStatement(*u), s), boundsFix
			return j
		}
		j.Stated = append(j.Stated, s)
		j.Verdict, j.Firm = Prose, e.firm
		j.Dim = dimensionOf(&s.Unit, e.dim)
		return j
	}
	j.Convention = e.convention
	if e.dim != Pure {
		j.Verdict = Bare
	}
	return j
}

// confirmName takes a short spelling at the end of the name for a unit where
// the description says the same: degrees, duration_min "in minutes".
func (e *evidence) confirmName() {
	last := len(e.name.toks) - 1
	if e.name.unit != nil || last < 0 || e.name.toks[last].word == nil || last > 0 && string(e.name.toks[last-1].text) == "per" {
		return
	}
	for _, u := range e.name.toks[last].word.units {
		for _, c := range e.doc.claims[:e.doc.n] {
			if c.unit.Symbol == u.Symbol {
				e.name.unit, e.name.unitTok, e.name.unitFrom, e.name.unitTo = u, last, last, last+1
				return
			}
		}
	}
}

// state lists what name and parent say.
func (e *evidence) state(j *Judgement) {
	if u := e.name.unit; u != nil {
		j.Stated = append(j.Stated, Statement{*u, FromName, string(e.name.toks[e.name.unitTok].text), e.n.Field.At})
		j.Dim = dimensionOf(u, e.dim)
	} else if u := e.parentUnit(); u != nil {
		j.Stated = append(j.Stated, Statement{*u, FromParent, string(e.outer.toks[e.outer.unitTok].text), e.n.Field.At})
		j.Dim = dimensionOf(u, e.dim)
	}
}

// dimensionOf is the quantity's own dimension where u can count it (an instant in s), else the unit's.
func dimensionOf(u *Unit, d Dimension) Dimension {
	if fits(u.Dim, d) {
		return d
	}
	return u.Dim
}

// parentUnit is the unit that the object above states for its min, max and value.
func (e *evidence) parentUnit() *Unit {
	if e.name.generic && e.outer.unit != nil {
		return e.outer.unit
	}
	return nil
}

// carried reports whether type, format, key or a sibling name the unit.
func (e *evidence) carried(j *Judgement) bool {
	s := e.schema
	switch s.Format.Text {
	case "date", "date-time", "datetime", "time", "duration", "rfc3339", "iso8601":
		return true
	case "unix-time", "unixtime", "unix_time":
		j.Stated = append(j.Stated, Statement{Unit{"s", Duration, 1}, FromFormat, s.Format.Text, s.Format.At})
		return true
	}
	if (e.dim == Instant || e.dim == Duration) && !e.doc.epoch && e.doc.isISO() {
		return true
	}
	if u := unitNamed(s.Format.Text); u != nil {
		j.Stated = append(j.Stated, Statement{*u, FromFormat, s.Format.Text, s.Format.At})
		return true
	}
	switch s.Source {
	case "google.protobuf.Duration", "google.protobuf.Timestamp", "google.type.Money":
		return true
	}
	if u := unitNamed(s.Source); u != nil {
		j.Stated = append(j.Stated, Statement{*u, FromType, s.Source, s.TypeAt})
		return true
	}
	if text := s.Unit.Text; text != "" && text != "°" && !strings.Contains(text, ",") {
		var u Unit // of a word that we do not know nothing follows
		if v := unitNamed(text); v != nil {
			u = *v
		}
		j.Stated = append(j.Stated, Statement{u, FromKey, text, s.Unit.At})
		return true
	}
	if e.types&contract.Number == 0 && e.types.Has(contract.StringType) && e.dim == Money && (e.doc.exampleFr || s.Format.Text == "decimal") {
		return true
	}
	if name := e.unitSibling(); name != "" {
		j.Stated = append(j.Stated, Statement{Unit{Symbol: chosenBy + name, Dim: e.dim}, FromSibling, name, e.n.Field.At})
		return true
	}
	return false
}

// isISO reports "ISO 8601", "RFC 3339": a spelling that needs no unit.
func (d *description) isISO() bool {
	for i := 0; i+1 < len(d.toks); i++ {
		j := i + 1
		if d.toks[j].mark == '-' && j+1 < len(d.toks) {
			j++
		}
		n := d.toks[j].num
		if s := string(d.toks[i].text); s == "iso" && (n == 8601 || n == -8601) || s == "rfc" && (n == 3339 || n == -3339) {
			return true
		}
	}
	return false
}

// IsUnit reports a type that is named for a unit: the scalar Cents, Minute.
func IsUnit(text string) bool { return unitNamed(text) != nil }

// unitNamed is the unit that a format, a scalar or a key names, or nil.
func unitNamed(text string) *Unit {
	if text == "" || len(text) > 40 {
		return nil
	}
	if w := lexicon()[strings.ToLower(text)]; w != nil && len(w.units) > 0 {
		return w.units[0]
	}
	var buf [maxName]byte
	var toks [maxName / 2]token
	words := splitName(text, buf[:0], toks[:0])
	for i := 1; i < len(words); i++ {
		if w := join(&words[i-1], &words[i]); w != nil && len(w.units) > 0 { // "minor units", "basis points"
			return w.units[0]
		}
	}
	for _, t := range words {
		if t.word != nil && len(t.word.units) > 0 && !t.word.short {
			return t.word.units[0]
		}
	}
	return nil
}
