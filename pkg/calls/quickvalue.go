package calls

import (
	"unicode/utf8"
	"unsafe"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// member is the index of a name, or -1.
func (r *quick) member(key []byte) int {
	if r.index != nil {
		if i, ok := r.index[string(key)]; ok {
			return i
		}
		return -1
	}
	for i, name := range r.names {
		if string(key) == name {
			return i
		}
	}
	return -1
}

// maxQuickDepth bounds the descent of what is quick, and of walks through a schema. It
// stands below the depth at which diff gives up, so that quick is never sure where diff
// is not.
const maxQuickDepth = 48

const _ = uint(diff.MaxValueDepth - maxQuickDepth - 1) // does not compile where it does not

// value says what is to be said of the value at an index.
func (r *quick) value(t *tape, at, depth int) answer {
	switch {
	case r == nil:
		return yes
	case depth > maxQuickDepth, t.spent():
		return unknown
	case r.open:
		return unsure
	}
	tok := &t.tokens[at]
	typ, d, sure := typeOf(t, tok)
	if typ == contract.Number && !r.types.Has(typ) {
		return unknown
	}
	if r.types&typ == 0 {
		switch {
		case r.text && typ != contract.NullType:
			return r.asText(tok, d)
		case r.lone != nil && typ != contract.ArrayType:
			return r.lone.value(t, at, depth+1)
		}
		return no
	}
	if r.blind {
		return unsure
	}
	if typ == contract.NullType {
		return yes
	}
	said := yes
	if r.unread || r.broken && tok.kind == source.String {
		said = unsure
	}
	if r.enum != nil {
		said = said.and(r.enum.has(t, tok, d, sure))
	}
	switch tok.kind {
	case source.String:
		said = said.and(r.str(t, tok))
	case source.Number:
		said = said.and(r.num(d, sure))
		if r.text && !r.types.Has(contract.Integer) && !r.plain {
			return unknown
		}
	case source.Array:
		said = said.and(r.array(t, at, depth))
	case source.Object:
		said = said.and(r.object(t, at, depth))
	}
	if len(r.anyOf) > 0 && said < no {
		said = said.and(r.union(t, at, depth))
	}
	return said
}

// typeOf is the type of a value, and the decimal that a number is; sure is false
// for one that is too long or has an exponent. Whether such a fraction is whole is
// not known: its type is contract.Number.
func typeOf(t *tape, tok *token) (typ contract.TypeSet, d decimal, sure bool) {
	switch tok.kind {
	case source.Null:
		return contract.NullType, d, true
	case source.Bool:
		return contract.Boolean, d, true
	case source.String:
		return contract.StringType, d, true
	case source.Array:
		return contract.ArrayType, d, true
	case source.Object:
		return contract.ObjectType, d, true
	}
	d, sure = decimalOf(t.of(tok))
	switch {
	case !tok.fraction, sure && d.isWhole():
		return contract.Integer, d, sure
	case !sure:
		return contract.Number, d, false
	}
	return contract.Fraction, d, true
}

// asText takes a number or a boolean where any text is taken.
func (r *quick) asText(tok *token, d decimal) answer {
	if tok.kind != source.Number && tok.kind != source.Bool || !r.plain || !r.types.Has(contract.StringType) || len(r.anyOf) > 0 || r.blind || r.number {
		return unknown
	}
	if r.unread || r.broken {
		return unknown
	}
	return yes
}

func (e *quickEnum) has(t *tape, tok *token, d decimal, sure bool) answer {
	switch tok.kind {
	case source.String:
		if tok.escaped {
			return unknown
		}
		if e.texts[string(t.of(tok))] {
			return yes
		}
		return no
	case source.Number:
		if e.spelled[string(t.of(tok))] {
			return yes
		}
		for _, n := range e.numbers {
			if x, y, ok := n.with(d); sure && ok && x == y {
				return yes
			}
		}
		return unknown
	case source.Bool:
		if t.text[tok.start] == 't' && e.true || t.text[tok.start] == 'f' && e.false || e.spelled[string(t.of(tok))] {
			return yes
		}
	}
	return unknown
}

func (r *quick) str(t *tape, tok *token) answer {
	if r.digits {
		d, ok := decimalOf(t.of(tok))
		if !ok {
			return unknown
		}
		return r.num(d, true)
	}
	said := yes
	if r.length {
		n, ok := lengthOf(t.of(tok), tok.escaped)
		if !ok {
			return unknown
		}
		count := decimal{digits: int64(n)}
		said = r.minLen.order(count, 1).and(r.maxLen.order(count, -1))
	}
	if r.pattern == nil && r.fits == nil {
		return said
	}
	if tok.escaped {
		return unknown
	}
	text := t.of(tok)
	if r.pattern != nil && !r.pattern.Match(text) {
		return no
	}
	if r.fits != nil && !r.fits(unsafe.String(unsafe.SliceData(text), len(text))) {
		return no
	}
	return said
}

// lengthOf is how many code points a string has; ok is false where that takes
// decoding it.
func lengthOf(text []byte, escaped bool) (n int, ok bool) {
	n = utf8.RuneCount(text)
	if !escaped {
		return n, true
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		if text[i+1] != 'u' {
			n--
			i++
			continue
		}
		if c := text[i+2]; c == 'd' || c == 'D' {
			return 0, false // it may be half of a code point
		}
		n -= 5
		i += 5
	}
	return n, true
}

func (r *quick) num(d decimal, sure bool) answer {
	if !r.number {
		return yes
	}
	if !sure {
		return unknown
	}
	said := r.min.order(d, 1).and(r.max.order(d, -1))
	if r.step.is {
		said = said.and(r.step.divides(d))
	}
	return said
}

// divides reports whether a number is a multiple of the limit.
func (l *limit) divides(d decimal) answer {
	if l.hard || l.digits == 0 {
		return unknown
	}
	x, y, ok := d.with(l.decimal)
	switch {
	case !ok:
		return unknown
	case x%y == 0:
		return yes
	}
	return no
}

func (r *quick) array(t *tape, at, depth int) answer {
	tok := &t.tokens[at]
	count := decimal{digits: int64(tok.count)}
	said := r.minItems.order(count, 1).and(r.maxItems.order(count, -1))
	if r.elem == nil && r.tuple == nil {
		return said
	}
	n := 0
	for i := at + 1; i < int(tok.next) && said < no; i = int(t.tokens[i].next) {
		elem := r.elem
		if n < len(r.tuple) {
			elem = r.tuple[n]
		}
		n++
		said = said.and(elem.value(t, i, depth+1))
	}
	return said
}

func (r *quick) object(t *tape, at, depth int) answer {
	if r.many {
		return unknown
	}
	var sent, set fieldSet
	said := yes
	end := int(t.tokens[at].next)
	for i := at + 1; i < end; i = int(t.tokens[i].next) {
		tok := &t.tokens[i]
		key := t.key(tok)
		m := r.member(key)
		switch {
		case m >= 0:
			sent.add(m)
			if tok.kind != source.Null {
				set.add(m)
			}
			said = said.and(r.members[m].value(t, i, depth+1))
		case r.extra != nil:
			said = said.and(r.extra.value(t, i, depth+1))
		case r.closed, r.strict != nil && !r.strict[string(key)]:
			return no
		}
		if said >= no {
			return said
		}
	}
	for i, need := range r.required {
		if sent[i]&need != need {
			return no
		}
	}
	for i := range r.groups {
		if n := r.groups[i].fields.common(&set); n > 1 || n == 0 && r.groups[i].required {
			return no
		}
	}
	return said
}

// common is how many members two sets share.
func (s *fieldSet) common(other *fieldSet) int {
	n := 0
	for i, word := range s {
		for both := word & other[i]; both != 0; both &= both - 1 {
			n++
		}
	}
	return n
}

// union takes the first alternative that takes the value, as diff does.
func (r *quick) union(t *tape, at, depth int) answer {
	defer t.trying(t.trying(true))
	for i, alt := range r.anyOf {
		said := alt.value(t, at, depth+1)
		if said == yes && r.one {
			return another(r.anyOf[i+1:], t, at, depth)
		}
		if said != no {
			return said
		}
	}
	return no
}

// another is unsure where one of several alternatives surely takes a value too.
func another(alts []*quick, t *tape, at, depth int) answer {
	for _, alt := range alts {
		switch alt.value(t, at, depth+1) {
		case yes:
			return unsure
		case unknown:
			return unknown
		}
	}
	return yes
}
