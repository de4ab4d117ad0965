package source

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// plainText reports whether a text holds only characters that are what they
// seem: no control characters, no line breaks that only YAML knows, no byte
// order mark. It looks at eight bytes at a time.
func plainText(data []byte) bool {
	i := 0
	for ; len(data)-i >= 8; i += 8 {
		x := binary.LittleEndian.Uint64(data[i:])
		low := x &^ highBits
		control := ^(low + (0x80-' ')*lowBits) & highBits // bytes below a space
		newline := ^((low ^ '\n'*lowBits) + 0x7f*lowBits) & highBits
		del := ^((low ^ 0x7f*lowBits) + 0x7f*lowBits) & highBits
		if (x|control&^newline|del)&highBits != 0 && !plainBytes(data, i, i+8) {
			return false
		}
	}
	return plainBytes(data, i, len(data))
}

func plainBytes(data []byte, start, end int) bool {
	for i := start; i < end; i++ {
		switch c := data[i]; {
		case c >= 0x7f || c == '\r':
			if isOddRune(data[i:]) {
				return false
			}
		case c < ' ' && c != '\n' && c != '\t':
			return false
		}
	}
	return true
}

// isOddRune reports whether b begins with a character that YAML refuses or takes
// for a line break: DEL and the C1 controls, U+2028, U+2029, U+FEFF, U+FFFE,
// U+FFFF, or a CR without its LF.
func isOddRune(b []byte) bool {
	switch b[0] {
	case '\r':
		return len(b) < 2 || b[1] != '\n'
	case 0x7f:
		return true
	case 0xc2:
		return b[1] < 0xa0
	case 0xe2:
		return b[1] == 0x80 && (b[2] == 0xa8 || b[2] == 0xa9)
	case 0xef:
		return b[1] == 0xbb && b[2] == 0xbf || b[1] == 0xbf && b[2] >= 0xbe
	}
	return false
}

// keyEnd is the offset of the colon behind the key that begins at pos; pos itself
// where something else begins there, and -1 where it cannot be told.
func (s *yamlSkimmer) keyEnd(pos int) int {
	end := pos
	switch c := s.data[pos]; c {
	case '[', '{', '|', '>':
		return pos
	case '"', '\'':
		if end = s.quotedKey(pos, c); end < 0 || end == pos {
			return end
		}
		if !s.isBlank(end + 1) {
			return -1
		}
		return end
	}
	if !s.beginsPlain(pos) {
		return -1
	}
	end, colon := s.plainEnd(pos)
	switch {
	case end < 0 || !colon:
		return min(end, pos)
	case s.data[end-1] == ' ':
		return -1
	}
	return end
}

// quotedKey is the offset behind the quote that closes the key at pos; pos
// itself where it is no key, and -1 where it cannot be told.
func (s *yamlSkimmer) quotedKey(pos int, quote byte) int {
	end := quotedEnd(s.data, pos, quote)
	switch {
	case end == len(s.data) || s.data[end] != ':':
		return pos
	case bytes.IndexByte(s.data[pos:end], '\n') >= 0, quote == '"' && s.double(pos) != end:
		return -1
	}
	return end
}

// beginsPlain reports whether a plain scalar may begin with the byte at pos.
func (s *yamlSkimmer) beginsPlain(pos int) bool {
	switch s.data[pos] {
	case ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`', '\t':
		return false
	case '-', '?', ':':
		return !s.isBlank(pos+1) && s.data[pos+1] != '\t'
	}
	return true
}

// plainEnd is where the plain scalar at pos ends on its line: at the colon of a
// key, before a comment or at the end of the line. It is -1 where a tab stands in it.
func (s *yamlSkimmer) plainEnd(pos int) (end int, colon bool) {
	data := s.data
	for i := pos; ; i++ {
		for i < len(data) && !plainStops[data[i]] {
			i++
		}
		if i == len(data) {
			return i, false
		}
		switch data[i] {
		case ':':
			if s.isBlank(i + 1) {
				return i, true
			}
		case '#':
			if data[i-1] == ' ' {
				return i, false
			}
		case '\t':
			return -1, false
		default:
			return i, false
		}
	}
}

// plainStops are the bytes at which the fast loop over a plain scalar stops.
var plainStops = [256]bool{':': true, '#': true, '\n': true, '\r': true, '\t': true}

// value reads the value at pos of the last entry.
func (s *yamlSkimmer) value(pos int) bool {
	top := s.top()
	top.pending = false
	end, form, kind := -1, yamlOther, String
	switch s.data[pos] {
	case '|', '>':
		s.form(yamlOther, String)
		return s.blockScalar(pos) && (s.build == nil || s.buildBlock(pos))
	case '"':
		end = s.double(pos)
	case '\'':
		end = s.single(pos)
	case '[':
		end, form, kind = s.flow(pos, 0), yamlFlow, Array
	case '{':
		end, form, kind = s.flow(pos, 0), yamlFlow, Object
	default:
		return s.beginsPlain(pos) && s.plainValue(pos)
	}
	if end < 0 {
		return false
	}
	if s.build != nil {
		s.build.set(top, s.build.value(s.data, pos, end))
	}
	if o := top.last; o != nil && form == yamlOther && isPlainQuoted(s.data[pos:end]) {
		form, o.text = yamlQuoted, span{pos + 1, end - 1}
	}
	s.form(form, kind)
	return s.rest(end)
}

// form notes how the value of the last entry is written.
func (s *yamlSkimmer) form(form yamlForm, kind Kind) {
	if o := s.top().last; o != nil {
		o.form, o.kind = form, kind
	}
}

// isPlainQuoted reports whether what is between two quotes is what they mean.
func isPlainQuoted(quoted []byte) bool {
	escape := quoted[0]
	if escape == '"' {
		escape = '\\'
	}
	inside := quoted[1 : len(quoted)-1]
	return bytes.IndexByte(inside, '\n') < 0 && bytes.IndexByte(inside, escape) < 0
}

func (s *yamlSkimmer) plainValue(pos int) bool {
	end, colon := s.plainEnd(pos)
	if end < 0 || colon {
		return false
	}
	s.plain = end == len(s.data) || s.data[end] != '#'
	text := bytes.TrimRight(s.data[pos:end], " ")
	if s.build != nil {
		n := s.build.plain(string(text), pos, pos+len(text))
		s.build.set(s.top(), n)
		s.build.begin(n)
	}
	if o := s.top().last; o != nil {
		o.form, o.text = yamlPlain, span{pos, pos + len(text)}
	}
	return s.rest(end)
}

// goOn reads a further line of a plain scalar.
func (s *yamlSkimmer) goOn(pos int) bool {
	if s.data[pos] == '\t' {
		return false
	}
	end, colon := s.plainEnd(pos)
	if end < 0 || colon {
		return false
	}
	s.plain = end == len(s.data) || s.data[end] != '#'
	s.form(yamlOther, String)
	if s.build != nil {
		text := bytes.TrimRight(s.data[pos:end], " ")
		s.build.goOn(text, pos+len(text))
	}
	return s.rest(end)
}

// nextLine is the offset of the first byte that is no space behind the line
// break at pos and behind blank lines; -1 where that stands too far left.
func (s *yamlSkimmer) nextLine(pos int) int {
	for {
		if pos = s.eol(pos); pos < 0 || pos == len(s.data) {
			return -1
		}
		start := pos
		for pos < len(s.data) && s.data[pos] == ' ' {
			pos++
		}
		switch {
		case pos == len(s.data) || s.data[pos] == '\t':
			return -1
		case s.data[pos] == '\n' || s.data[pos] == '\r':
		case pos-start <= s.top().column:
			return -1
		default:
			return pos
		}
	}
}

// double is the offset behind the double-quoted scalar at pos, or -1.
func (s *yamlSkimmer) double(pos int) int {
	for i := pos + 1; i < len(s.data); {
		switch s.data[i] {
		case '"':
			return i + 1
		case '\\':
			size := yamlEscape(s.data[i:])
			if size == 0 {
				return -1
			}
			i += size
		case '\n', '\r':
			if i = s.nextLine(i); i < 0 {
				return -1
			}
		default:
			i++
		}
	}
	return -1
}

// yamlEscape is the length of the escape that begins b, 0 if it is none. One
// that escapes the end of the line is one byte.
func yamlEscape(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	digits := 0
	switch b[1] {
	case '\n', '\r':
		return 1
	case '0', 'a', 'b', 't', 'n', 'v', 'f', 'r', 'e', ' ', '"', '/', '\\', 'N', '_', 'L', 'P':
		return 2
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		return 0
	}
	if len(b) < 2+digits {
		return 0
	}
	r, err := strconv.ParseUint(string(b[2:2+digits]), 16, 32)
	if err != nil || r > utf8.MaxRune || utf16.IsSurrogate(rune(r)) {
		return 0
	}
	return 2 + digits
}

// single is the offset behind the single-quoted scalar at pos, or -1.
func (s *yamlSkimmer) single(pos int) int {
	for i := pos + 1; i < len(s.data); {
		switch s.data[i] {
		case '\'':
			if i++; i == len(s.data) || s.data[i] != '\'' {
				return i
			}
			i++
		case '\n', '\r':
			if i = s.nextLine(i); i < 0 {
				return -1
			}
		default:
			i++
		}
	}
	return -1
}

// blockScalar skips the literal or folded scalar whose header is at pos.
func (s *yamlSkimmer) blockScalar(pos int) bool {
	parent := s.top().column
	given, chomped := 0, false
	for pos++; pos < len(s.data) && !s.isBlank(pos); pos++ {
		switch c := s.data[pos]; {
		case '1' <= c && c <= '9' && given == 0:
			given = int(c - '0')
		case (c == '+' || c == '-') && !chomped:
			chomped = true
		default:
			return false
		}
	}
	if !s.rest(pos) {
		return false
	}
	indent, blank := 0, 0
	if given > 0 {
		indent = parent + given
	}
	s.indent = indent
	for s.pos < len(s.data) {
		at := skipSpaces(s.data, s.pos)
		column := at - s.pos
		if at == len(s.data) || s.data[at] == '\n' || s.data[at] == '\r' {
			if indent == 0 {
				blank = max(blank, column)
			}
			if s.pos = s.eol(at); s.pos < 0 {
				return false
			}
			s.content = s.pos
			continue
		}
		if indent == 0 {
			if column <= parent { // all its lines are blank
				return s.data[at] != '\t'
			}
			if indent = column; blank > indent {
				return false
			}
		}
		s.indent = indent
		if column < indent {
			return s.data[at] != '\t'
		}
		end := bytes.IndexByte(s.data[at:], '\n')
		if end < 0 {
			end = len(s.data) - at
		}
		s.pos = min(at+end+1, len(s.data))
		s.content = s.pos
	}
	return true
}
