package calls

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// scratch is what judging a call needs and the next one may have again.
type scratch struct {
	tape  tape
	texts map[string]string
}

// maxTexts is how many numbers are kept to be shared by the calls that send them.
const maxTexts = 4096

// keep is a text as a string, which calls that send the same share.
func (s *scratch) keep(text []byte) string {
	if kept, ok := s.texts[string(text)]; ok {
		return kept
	}
	if s.texts == nil || len(s.texts) >= maxTexts {
		s.texts = map[string]string{}
	}
	kept := string(text)
	s.texts[kept] = kept
	return kept
}

// passes takes a call that is certainly valid, and observes it; false where that is
// not certain.
func (t *Tool) passes(args []byte, into *Observation) bool {
	tape := &into.scratch.tape
	if !tape.read(args) || tape.tokens[0].kind != source.Object {
		return false
	}
	said := no
	for _, v := range t.variants {
		if said = v.takes(tape); said != no {
			break
		}
	}
	if said >= no {
		return false
	}
	into.Valid, into.Unsure = true, said == unsure
	t.note(tape, 0, t.spots, into)
	return true
}

// takes says of one definition of the tool, and of its operations, whether they
// take the arguments.
func (v *variant) takes(t *tape) answer {
	said := v.quick.value(t, 0, 0)
	if v.silent && t.tokens[0].next > 1 {
		said = said.and(unsure)
	}
	if said >= no || len(v.served) == 0 {
		return said
	}
	served := no
	chosen := false
	for i := range v.served {
		s := &v.served[i]
		if !v.all {
			switch s.choice(t) {
			case no:
				continue
			case unknown:
				return unknown
			}
		}
		one := s.takes(t)
		if one >= no {
			return unknown // it is for diff to say what a waiver accepts
		}
		if !v.all {
			return said.and(one)
		}
		if !chosen {
			served = yes
		}
		chosen = true
		served = served.and(one)
	}
	if !chosen {
		return said
	}
	return said.and(served)
}

// choice says whether the arguments select the operation.
func (s *served) choice(t *tape) answer {
	for _, c := range s.when {
		if len(bind.Steps(c.Field)) != 1 {
			return unknown
		}
		i := t.member(0, c.Field)
		if i < 0 {
			return no
		}
		switch tok := &t.tokens[i]; {
		case tok.kind == source.Array || tok.kind == source.Object:
			return no
		case tok.escaped:
			return unknown
		case string(t.of(tok)) != c.Value:
			return no
		}
	}
	return yes
}

// takes says whether the operation takes the arguments.
func (s *served) takes(t *tape) answer {
	said := s.quick.value(t, 0, 0)
	for _, n := range s.needs {
		if n.deep || t.member(0, n.with) >= 0 && t.member(0, n.path) < 0 {
			return unknown
		}
	}
	return said
}

// note is observe, of a tape.
func (t *Tool) note(tape *tape, at int, spot *spot, into *Observation) {
	if spot == nil {
		return
	}
	tok := &tape.tokens[at]
	if tok.kind != source.Object && tok.kind != source.Array {
		return
	}
	for i := at + 1; i < int(tok.next); i = int(tape.tokens[i].next) {
		item := &tape.tokens[i]
		if tok.kind == source.Array {
			if item.kind >= source.Array {
				t.note(tape, i, spot.elem, into)
			}
			continue
		}
		inner := spot.named(tape.key(item))
		if inner == nil {
			continue
		}
		if f := inner.field; f >= 0 {
			if !slices.Contains(into.Sent, f) {
				into.Sent = append(into.Sent, f)
			}
			if t.Fields[f].Quantity {
				t.amount(tape, f, i, at, into)
			}
		}
		if item.kind >= source.Array {
			t.note(tape, i, inner, into)
		}
	}
}

// amount is quantity, of a tape.
func (t *Tool) amount(tape *tape, field, at, beside int, into *Observation) {
	tok := &tape.tokens[at]
	switch tok.kind {
	case source.Number:
		n := Number{Field: field, Text: into.scratch.keep(tape.of(tok))}
		if name := t.currency[field]; name != "" {
			if c := tape.member(beside, name); c >= 0 && tape.tokens[c].kind == source.String {
				n.Currency = into.scratch.keep(tape.decoded(&tape.tokens[c]))
			}
		}
		into.Numbers = append(into.Numbers, n)
	case source.Array:
		for i := at + 1; i < int(tok.next); i = int(tape.tokens[i].next) {
			if tape.tokens[i].kind == source.Number {
				t.amount(tape, field, i, beside, into)
			}
		}
	}
}

func (s *spot) named(name []byte) *spot {
	for i, known := range s.names {
		if string(name) == known {
			return s.members[i]
		}
	}
	return s.other
}
