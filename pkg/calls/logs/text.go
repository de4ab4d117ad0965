package logs

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// unescape appends the text of a JSON string whose escapes are known to be right.
// A half of a surrogate pair is what encoding/json makes of it, U+FFFD.
func unescape(to, s []byte) []byte {
	for {
		at := bytes.IndexByte(s, '\\')
		if at < 0 {
			return append(to, s...)
		}
		to = append(to, s[:at]...)
		s = s[at:]
		switch c := s[1]; c {
		case 'b':
			to = append(to, '\b')
		case 'f':
			to = append(to, '\f')
		case 'n':
			to = append(to, '\n')
		case 'r':
			to = append(to, '\r')
		case 't':
			to = append(to, '\t')
		case 'u':
			r := codeUnit(s)
			s = s[6:]
			if utf16.IsSurrogate(r) {
				pair := utf8.RuneError
				if len(s) >= 6 && s[0] == '\\' && s[1] == 'u' {
					pair = utf16.DecodeRune(r, codeUnit(s))
				}
				if pair != utf8.RuneError {
					s = s[6:]
				}
				r = pair
			}
			to = utf8.AppendRune(to, r)
			continue
		default:
			to = append(to, c)
		}
		s = s[2:]
	}
}

// codeUnit is the one that \uXXXX, which s begins with, means.
func codeUnit(s []byte) rune {
	return source.HexDigit(s[2])<<12 | source.HexDigit(s[3])<<8 | source.HexDigit(s[4])<<4 | source.HexDigit(s[5])
}

// hash is FNV-1a of text, never 0; from continues an earlier one.
func hash(from uint64, text []byte) uint64 {
	h := from
	if h == 0 {
		h = 14695981039346656037
	}
	for _, c := range text {
		h = (h ^ uint64(c)) * 1099511628211
	}
	if h == 0 {
		return 1
	}
	return h
}

// hashNumber is hash of the eight bytes of n.
func hashNumber(from, n uint64) uint64 {
	var b [8]byte
	for i := range b {
		b[i] = byte(n >> (8 * i))
	}
	return hash(from, b[:])
}

// hashJSON continues a hash by JSON, as a value and not as a spelling: white space
// between tokens, and the escapes that writers choose, change nothing.
func hashJSON(from uint64, text []byte) uint64 {
	h, quoted := from, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case !quoted && c <= ' ':
			continue
		case c == '"':
			quoted = !quoted
		case c == '\\' && i+1 < len(text):
			i++
			if c = text[i]; c == 'u' && i+4 < len(text) {
				r := rune(0)
				for _, d := range text[i+1 : i+5] {
					r = r<<4 | source.HexDigit(d)&15
				}
				var b [4]byte
				for _, c := range b[:utf8.EncodeRune(b[:], r)] {
					h = (h ^ uint64(c)) * 1099511628211
				}
				i += 4
				continue
			}
		}
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}
