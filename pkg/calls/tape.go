package calls

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// token is one value of a JSON text. The values of an array or an object follow it,
// up to next.
type token struct {
	kind     source.Kind
	escaped  bool  // of a String: an escape stands in it
	fraction bool  // of a Number: it has a point or an exponent
	start    int32 // of the text: of a String without its quotes
	end      int32
	keyStart int32 // of the key, without its quotes, of a member
	keyEnd   int32
	next     int32 // index of the token behind this value
	count    int32 // of items or members
}

// tape is a JSON text cut into tokens. It reads what an ordinary call is made of and
// gives up on the rest: an escape in a key, a key twice, objects of very many
// members, deep nesting. A tape is reused from call to call.
type tape struct {
	text   []byte
	tokens []token
	pos    int

	tries int  // of the text so far: values held against alternatives
	tried bool // a value is
}

const (
	maxTapeDepth   = 32
	maxTapeMembers = 48 // of one object: each key is compared with those before it
)

// read cuts a text into tokens; false where it gives up.
func (t *tape) read(text []byte) bool {
	if len(text) > 1<<30 {
		return false
	}
	t.text, t.tokens, t.pos, t.tries, t.tried = text, t.tokens[:0], 0, 0, false
	if !t.value(0, 0, 0) {
		return false
	}
	t.space()
	return t.pos == len(text)
}

// spent counts a value that is held against an alternative, and says that there were
// too many: diff, which is asked then, has as many for itself.
func (t *tape) spent() bool {
	if !t.tried {
		return false
	}
	t.tries++
	return t.tries > source.MaxTries
}

// trying says whether alternatives are tried from here on, until it is called with
// what it returns.
func (t *tape) trying(now bool) (before bool) {
	before, t.tried = t.tried, now
	return before
}

func (t *tape) space() {
	for t.pos < len(t.text) {
		switch t.text[t.pos] {
		case ' ', '\t', '\n', '\r':
			t.pos++
		default:
			return
		}
	}
}

func (t *tape) value(depth int, keyStart, keyEnd int32) bool {
	t.space()
	if t.pos >= len(t.text) {
		return false
	}
	at := len(t.tokens)
	t.tokens = append(t.tokens, token{start: int32(t.pos), keyStart: keyStart, keyEnd: keyEnd})
	var kind source.Kind
	switch c := t.text[t.pos]; {
	case c == '"':
		start, end, escaped, ok := t.str()
		if !ok {
			return false
		}
		tok := &t.tokens[at]
		tok.kind, tok.escaped, tok.start, tok.end, tok.next = source.String, escaped, start, end, int32(at)+1
		return true
	case c == '{':
		if depth >= maxTapeDepth || !t.object(at, depth) {
			return false
		}
		kind = source.Object
	case c == '[':
		if depth >= maxTapeDepth || !t.array(at, depth) {
			return false
		}
		kind = source.Array
	case c == 't':
		if !t.word("true") {
			return false
		}
		kind = source.Bool
	case c == 'f':
		if !t.word("false") {
			return false
		}
		kind = source.Bool
	case c == 'n':
		if !t.word("null") {
			return false
		}
		kind = source.Null
	default:
		fraction, ok := t.number()
		if !ok {
			return false
		}
		t.tokens[at].fraction = fraction
		kind = source.Number
	}
	tok := &t.tokens[at]
	tok.kind, tok.end, tok.next = kind, int32(t.pos), int32(len(t.tokens))
	return true
}

func (t *tape) word(word string) bool {
	if len(t.text)-t.pos < len(word) || string(t.text[t.pos:t.pos+len(word)]) != word {
		return false
	}
	t.pos += len(word)
	return true
}

// str reads the string at pos, byte by byte: those of a call are short, and for them
// source.StringEnd is a tenth slower. What is no UTF-8 is left to the reader that decodes it.
func (t *tape) str() (start, end int32, escaped, ok bool) {
	t.pos++
	begin := t.pos
	high := false
	for t.pos < len(t.text) {
		for t.pos < len(t.text) && plainByte[t.text[t.pos]] {
			t.pos++
		}
		if t.pos == len(t.text) {
			break
		}
		switch c := t.text[t.pos]; {
		case c == '"':
			if high && !utf8.Valid(t.text[begin:t.pos]) {
				return 0, 0, false, false
			}
			end := t.pos
			t.pos++
			return int32(begin), int32(end), escaped, true
		case c == '\\':
			size, ok := source.EscapeEnd(t.text[t.pos:])
			if !ok {
				return 0, 0, false, false
			}
			escaped = true
			t.pos += size
		case c < 0x20:
			return 0, 0, false, false
		default:
			high = high || c >= utf8.RuneSelf
			t.pos++
		}
	}
	return 0, 0, false, false
}

// plainByte are the bytes of a string that stand for themselves and are ASCII.
var plainByte = func() (t [256]bool) {
	for c := 0x20; c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

func (t *tape) digits() bool {
	start := t.pos
	for t.pos < len(t.text) && '0' <= t.text[t.pos] && t.text[t.pos] <= '9' {
		t.pos++
	}
	return t.pos > start
}

func (t *tape) at(c byte) bool { return t.pos < len(t.text) && t.text[t.pos] == c }

// number reads the number at pos (RFC 8259 section 6).
func (t *tape) number() (fraction, ok bool) {
	if t.at('-') {
		t.pos++
	}
	if t.at('0') {
		t.pos++
	} else if !t.digits() {
		return false, false
	}
	if t.at('.') {
		fraction = true
		t.pos++
		if !t.digits() {
			return false, false
		}
	}
	if t.at('e') || t.at('E') {
		fraction = true
		t.pos++
		if t.at('+') || t.at('-') {
			t.pos++
		}
		if !t.digits() {
			return false, false
		}
	}
	return fraction, true
}

func (t *tape) array(at, depth int) bool {
	t.pos++
	t.space()
	if t.at(']') {
		t.pos++
		return true
	}
	for {
		if !t.value(depth+1, 0, 0) {
			return false
		}
		t.tokens[at].count++
		t.space()
		switch {
		case t.at(','):
			t.pos++
		case t.at(']'):
			t.pos++
			return true
		default:
			return false
		}
	}
}

func (t *tape) object(at, depth int) bool {
	t.pos++
	t.space()
	if t.at('}') {
		t.pos++
		return true
	}
	for {
		t.space()
		if !t.at('"') {
			return false
		}
		start, end, escaped, ok := t.str()
		if !ok || escaped || t.tokens[at].count >= maxTapeMembers || t.has(at, t.text[start:end]) {
			return false
		}
		t.space()
		if !t.at(':') {
			return false
		}
		t.pos++
		if !t.value(depth+1, start, end) {
			return false
		}
		t.tokens[at].count++
		t.space()
		switch {
		case t.at(','):
			t.pos++
		case t.at('}'):
			t.pos++
			return true
		default:
			return false
		}
	}
}

// has reports whether the object at has a key already.
func (t *tape) has(at int, key []byte) bool {
	for i := at + 1; i < len(t.tokens); i = int(t.tokens[i].next) {
		tok := &t.tokens[i]
		if int(tok.keyEnd-tok.keyStart) == len(key) && bytes.Equal(t.text[tok.keyStart:tok.keyEnd], key) {
			return true
		}
	}
	return false
}

func (t *tape) key(tok *token) []byte { return t.text[tok.keyStart:tok.keyEnd] }

func (t *tape) of(tok *token) []byte { return t.text[tok.start:tok.end] }

// decoded is the text of a string.
func (t *tape) decoded(tok *token) []byte {
	if !tok.escaped {
		return t.of(tok)
	}
	var text string
	if json.Unmarshal(t.text[tok.start-1:tok.end+1], &text) != nil {
		return t.of(tok)
	}
	return []byte(text)
}

// member is the index of a member of the object at, or -1.
func (t *tape) member(at int, name string) int {
	end := int(t.tokens[at].next)
	for i := at + 1; i < end; i = int(t.tokens[i].next) {
		if string(t.key(&t.tokens[i])) == name {
			return i
		}
	}
	return -1
}
