package source

import (
	"encoding/binary"
	"math/bits"
)

// StringFlaw is why a text is no JSON string.
type StringFlaw uint8

// The flaws.
const (
	WholeString StringFlaw = iota // it is one
	CutString                     // the text ends within it
	ControlInString
	BadEscape
)

// StringEnd is where the quote stands that ends the JSON string whose text begins at
// pos, and whether a backslash comes before it; of a text that is none, where the byte
// stands that makes it none. Eight bytes are looked at at once for quote, backslash and
// control character. Whether it is UTF-8 is not asked.
func StringEnd(data []byte, pos int) (end int, escaped bool, why StringFlaw) {
	for {
		for pos+8 <= len(data) {
			x := binary.LittleEndian.Uint64(data[pos:])
			quote := x ^ ('"' * lowBits)
			slash := x ^ ('\\' * lowBits)
			stop := ((quote-lowBits)&^quote | (slash-lowBits)&^slash | (x-' '*lowBits)&^x) & highBits
			if stop != 0 { // above the first of its bits it may mark bytes that are none
				pos += bits.TrailingZeros64(stop) / 8
				break
			}
			pos += 8
		}
		if pos >= len(data) {
			return pos, escaped, CutString
		}
		switch c := data[pos]; {
		case c == '"':
			return pos, escaped, WholeString
		case c == '\\':
			escaped = true
			n, ok := EscapeEnd(data[pos:])
			if pos += n; pos >= len(data) {
				return pos, escaped, CutString
			} else if !ok {
				return pos, escaped, BadEscape
			}
		case c < ' ':
			return pos, escaped, ControlInString
		default:
			pos++
		}
	}
}

// EscapeEnd is the length of the escape that begins s, or where the byte stands that
// makes it none.
func EscapeEnd[T string | []byte](s T) (n int, ok bool) {
	if len(s) < 2 {
		return len(s), false
	}
	switch s[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2, true
	case 'u':
		for i := 2; i < 6; i++ {
			if i >= len(s) || HexDigit(s[i]) < 0 {
				return i, false
			}
		}
		return 6, true
	}
	return 1, false
}

// HexDigit is what a hexadecimal digit counts, -1 where it is none.
func HexDigit(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return -1
}

// NumberEnd is where the number ends that begins at pos (RFC 8259, section 6); where it
// is none, the byte at which that shows. What stands behind it is not asked: of 01 the
// 0 is a number.
func NumberEnd[T string | []byte](text T, pos int) (end int, ok bool) {
	if pos < len(text) && text[pos] == '-' {
		pos++
	}
	from := pos
	if pos < len(text) && text[pos] == '0' {
		pos++
	} else if pos = digitsEnd(text, pos); pos == from {
		return pos, false
	}
	if pos < len(text) && text[pos] == '.' {
		from = pos + 1
		if pos = digitsEnd(text, from); pos == from {
			return pos, false
		}
	}
	if pos < len(text) && (text[pos] == 'e' || text[pos] == 'E') {
		pos++
		if pos < len(text) && (text[pos] == '+' || text[pos] == '-') {
			pos++
		}
		from = pos
		if pos = digitsEnd(text, from); pos == from {
			return pos, false
		}
	}
	return pos, true
}

func digitsEnd[T string | []byte](text T, pos int) int {
	for pos < len(text) && isDigit(text[pos]) {
		pos++
	}
	return pos
}
