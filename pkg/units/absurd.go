package units

import "github.com/tooldrift/tooldrift/pkg/source"

// shown is a value that the schema shows: its default or an example.
type shown struct {
	v    float64
	text string
	of   string // "default", "example"
	at   source.Span
	frac bool // spelled with a fraction that means something: 19.99, not 20.0
}

// shownValues are the default and the examples of the field, numbers only.
func (e *evidence) shownValues() []shown {
	var out []shown
	add := func(n *source.Node, of string) {
		if n == nil || n.Kind != source.Number && n.Kind != source.String {
			return
		}
		if b := parseBound(n.Text); b.ok {
			out = append(out, shown{b.v, n.Text, of, n.At, isFractional(n.Text)})
		}
	}
	add(e.schema.Default, "default")
	for _, n := range e.schema.Examples {
		add(n, "example")
	}
	if field := e.n.Field.Schema; field != e.schema {
		add(field.Default, "default")
		for _, n := range field.Examples {
			add(n, "example")
			for _, item := range n.Items {
				add(item, "example")
			}
		}
	}
	return out
}

// isFractional reports digits behind the point that are no trailing zero of a float: 19.99, 12.00.
func isFractional(text string) bool {
	for i := range len(text) {
		if text[i] == '.' {
			rest := text[i+1:]
			return len(rest) >= 2 || len(rest) == 1 && rest[0] != '0'
		}
	}
	return false
}

// absurdValue: a default, an example or a bound that the stated unit makes absurd.
func (e *evidence) absurdValue(j *Judgement) *Conflict {
	u, ok := e.stated(j)
	if !ok {
		return nil
	}
	switch u.Dim {
	case Angle:
		return e.absurdAngle(u)
	case Money:
		return e.absurdMicros(u)
	case Duration:
		if c := e.absurdInstant(u); c != nil {
			return c
		}
		return e.absurdWait(u)
	}
	return nil
}

func (e *evidence) absurdAngle(u Unit) *Conflict {
	if !e.max.ok {
		return nil
	}
	switch m := e.max.v; {
	case u.Symbol == "degrees" && (m > 6.28 && m < 6.29 || m > 3.14 && m < 3.15):
		return belied("degrees up to " + e.schema.Max.Num + " look like radians")
	case u.Symbol == "radians" && (m == 360 || m == 180):
		return belied("radians up to " + e.schema.Max.Num + " look like degrees")
	}
	return nil
}

// absurdMicros: 25 micros of a currency buy nothing; 25 of the currency are meant.
func (e *evidence) absurdMicros(u Unit) *Conflict {
	if u.Symbol != "micros" {
		return nil
	}
	tiny := func(v float64) bool { return v > 0 && v < 10_000 }
	for _, v := range e.shownValues() {
		if tiny(v.v) {
			return belied("an amount of " + v.text + " micros is less than a hundredth of any currency")
		}
	}
	if e.doc.exampleOK && tiny(e.doc.example) {
		return belied("an amount of " + digits(e.doc.example) + " micros is less than a hundredth of any currency")
	}
	return nil
}

// absurdInstant: seconds since 1970 with 13 digits, milliseconds with 10.
func (e *evidence) absurdInstant(u Unit) *Conflict {
	if u.Scale != 1 && u.Scale != 1e-3 {
		return nil
	}
	instant := e.name.dim == Instant || e.dim == Instant || e.doc.epoch || e.doc.mentions("since")
	if v, i := e.doc.instantExample(); v != nil && v.Scale != u.Scale && (e.doc.toks[i].num > 1e12 || instant) {
		return belied("a point in time in " + u.Symbol + " whose example looks like " + v.Symbol)
	}
	if !instant {
		return nil
	}
	for _, s := range e.shownValues() {
		if v := instantUnit(s.v); v != nil && v.Scale != u.Scale {
			return belied("a point in time in " + u.Symbol + " whose " + s.of + " " + s.text + " looks like " + v.Symbol)
		}
	}
	return nil
}

// instantUnit is the unit that a point in time of today's has so many digits in, or nil.
func instantUnit(v float64) *Unit {
	switch {
	case v >= 1e9 && v < 1e10:
		return &exampleSeconds
	case v >= 1e12 && v < 1e13:
		return &exampleMillis
	}
	return nil
}

// absurdWait: one call waits neither for hours nor for a blink.
func (e *evidence) absurdWait(u Unit) *Conflict {
	if e.dim == Instant || e.name.dim == Instant || e.name.roles&called == 0 || u.Scale == 0 {
		return nil
	}
	for _, s := range e.shownValues() {
		switch {
		case s.v <= 0 || s.of != "default": // an idle connection's example may well be eight hours
		case u.Scale <= 1 && u.Scale*s.v > 7200:
			return belied("a default of " + s.text + " " + u.Symbol + " is over two hours for one call")
		case u.Symbol == "ms" && s.v < 100 && e.name.headIs("timeout"):
			return belied("a default of " + s.text + " ms is too short for a request")
		}
	}
	return nil
}

func (r *reading) headIs(word string) bool {
	return r.headTok >= 0 && string(r.toks[r.headTok].text) == word
}

// stated is the unit by name, parent or firm prose.
func (e *evidence) stated(j *Judgement) (Unit, bool) {
	if len(j.Stated) > 0 {
		return j.Stated[0].Unit, true
	}
	for _, c := range e.doc.claims[:e.doc.n] {
		if c.strong {
			return *c.unit, true
		}
	}
	return Unit{}, false
}

func belied(why string) *Conflict {
	return &Conflict{Kind: AbsurdValue, Why: why}
}

// showsInstant reports an example that can only be a point in time.
func (e *evidence) showsInstant() bool {
	if u, _ := e.doc.instantExample(); u != nil {
		return true
	}
	for _, s := range e.shownValues() {
		if s.of == "example" && instantUnit(s.v) != nil {
			return true
		}
	}
	return false
}
