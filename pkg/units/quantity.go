package units

import "github.com/tooldrift/tooldrift/pkg/contract"

// findDimension decides what kind of quantity the number is, or why it is none.
func (e *evidence) findDimension() {
	r := &e.name
	if why := e.conventional(); why != "" {
		e.convention, e.listed = why, true
		return
	}
	d := &e.doc
	lead := d.lead
	if d.counts {
		e.convention = "count"
		return
	}
	if lead.is(factor) && lead.dim == Pure || d.leadMods&factor != 0 && r.dim != Pure {
		e.convention = "factor"
		return
	}
	if lead.is(identity) && !r.silent && lead.dim == Pure && !lead.is(generic) {
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
	if dim == Length && r.headIs("length") {
		near := r.roles | d.roles
		dim = e.narrowLength("length", near, near|e.around)
		if dim == Length && near&physical == 0 && e.around&physical == 0 && !e.borne(Length) {
			dim = Pure
		}
		e.dim = dim
		return
	}
	if r.generic || dim == Pure && e.outer.dim == Duration && !e.outer.weak && !e.outer.silent && r.head == nil {
		dim = e.inherited()
	} else if dim == Pure || weak && !e.borne(dim) {
		dim = Pure
		if lead != nil && lead.dim != Pure && !lead.weak && d.leadTok < 6 {
			dim = lead.dim
		}
	}
	e.dim = e.narrowed(dim)
}

// instantish reports whether Unix or epoch in the description speaks of this number.
func (e *evidence) instantish() bool {
	for i, t := range e.doc.toks {
		if !t.is(epochal) {
			continue
		}
		if string(t.text) != "epoch" {
			return true
		}
		if i+1 < len(e.doc.toks) {
			switch string(e.doc.toks[i+1].text) {
			case "time", "timestamp", "seconds", "milliseconds", "millis", "ms":
				return true
			}
		}
		if i > 0 && e.name.dim == Instant {
			return true
		}
	}
	return false
}

// inherited is the dimension of a max, value or from: its parent's, else the one the description opens with.
func (e *evidence) inherited() Dimension {
	if e.outer.dim != Pure && !e.outer.silent && !e.outer.weak {
		return e.outer.dim
	}
	if l := e.doc.lead; l != nil && l.dim != Pure && !l.weak {
		return l.dim
	}
	return Pure
}

// borne reports whether the description or the object above bears a weak dimension out.
func (e *evidence) borne(dim Dimension) bool {
	if e.outer.dim == dim && !e.outer.weak {
		return true
	}
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.strong && fits(c.unit.Dim, dim) {
			return true
		}
	}
	for i := range e.doc.toks {
		if w := e.doc.toks[i].word; w != nil && w.dim == dim && !w.weak {
			return true
		}
	}
	if dim == Ratio && e.doc.ranged {
		return true
	}
	return dim == Money && ((e.doc.roles|e.around)&moneyed != 0 || len(e.name.toks) == 1 && e.name.headIs("budget"))
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
	return ""
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
	r := &e.name
	near := r.roles | e.doc.roles
	all := near | e.around
	none := func(why string) Dimension { e.convention = why; return Pure }
	head := ""
	if r.headTok >= 0 {
		head = string(r.toks[r.headTok].text)
	}
	switch dim {
	case Length:
		return e.narrowLength(head, near, all)
	case Angle:
		if head == "heading" && near&textual|e.name.roles&generic != 0 {
			return none("level of a heading")
		}
	case Mass:
		if e.scaled() || all&relative != 0 && all&physical == 0 {
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
	case DataSize:
		if head == "size" && near&stored == 0 {
			return Pure
		}
	case Duration:
		if head == "age" && (all&(person) != 0 || len(r.toks) == 1) {
			return none("age in years")
		}
		if head == "times" {
			return none("count")
		}
	case Money:
		if e.doc.leadMods&relative != 0 || r.headTok > 0 && r.toks[r.headTok-1].is(relative|tally) && !r.toks[r.headTok-1].is(moneyed) {
			if head == "cost" || head == "budget" {
				return none("cost in points")
			}
		}
	case Ratio:
		if (head == "probability" || head == "likelihood") && e.types.Has(contract.Fraction) {
			return none("probability")
		}
		if head == "volume" && near&traded != 0 {
			return none("count")
		}
		if e.scaled() {
			return none("scale fixed by bounds")
		}
	}
	return dim
}

func (e *evidence) narrowLength(head string, near, all role) Dimension {
	if e.doc.ranged && e.doc.scale.hi == 1 && e.doc.scale.lo == 0 {
		return Ratio
	}
	if head == "height" && near&chained != 0 {
		e.convention = "block height"
		return Pure
	}
	switch head {
	case "length":
		switch {
		case near&timed != 0:
			return Duration
		case near&stored != 0 && near&textual == 0:
			return DataSize
		case near&textual != 0:
			e.convention = "length in characters"
			return Pure
		}
	}
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.unit.Symbol == "px" {
			e.convention = "pixels"
			return Pure
		}
	}
	if all&raster != 0 && near&physical == 0 {
		e.convention = "pixels"
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
	return (lo == 0 || lo == 1 || lo == -hi) && (hi == 1 || hi == 100 || hi == 255)
}
