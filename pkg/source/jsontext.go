package source

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// number skips the number at pos.
func (s *jsonScanner) number() bool {
	start := s.pos
	end, ok := numberEnd(s.text, start)
	if !ok {
		return s.badNumber(start)
	}
	s.pos = end
	return true
}

// numberEnd is the offset after the number at pos; a digit or a point behind it makes
// it none.
func numberEnd[T string | []byte](text T, pos int) (end int, ok bool) {
	end, ok = NumberEnd(text, pos)
	return end, ok && (end == len(text) || !isDigit(text[end]) && text[end] != '.')
}

func (s *jsonScanner) badNumber(start int) bool {
	end := start
	for end < len(s.text) && (isDigit(s.text[end]) || strings.IndexByte("+-.eE", s.text[end]) >= 0) {
		end++
	}
	return s.fail(start, end, clip(s.text[start:end])+" is no JSON number")
}

// special are the bytes at which the fast loop over a string stops.
var special = func() (t [256]bool) {
	for c := range 0x20 {
		t[c] = true
	}
	t['"'], t['\\'] = true, true
	return t
}()

// str reads the string at pos, decoded as encoding/json does.
func (s *jsonScanner) str() (string, bool) {
	start := s.pos
	i := start + 1
	escaped := false
	for {
		for i < len(s.text) && !special[s.text[i]] {
			i++
		}
		switch {
		case i == len(s.text):
			return "", s.fail(start, start+1, "this string is never closed")
		case s.text[i] == '"':
			s.pos = i + 1
			if raw := s.text[start+1 : i]; escaped || !s.utf8 {
				return unescape(raw), true
			} else {
				return raw, true
			}
		case s.text[i] == '\\':
			escaped = true
			size := escape(s.text[i:])
			if size == 0 {
				return "", s.badEscape(i)
			}
			i += size
		case s.text[i] == '\n', s.text[i] == '\r':
			return "", s.fail(start, i, "this string is not closed on its line")
		default:
			return "", s.fail(i, i+1, fmt.Sprintf(`control character in a string; write it \u%04x`, s.text[i]))
		}
	}
}

// badEscape is the fault of the escape at i, shown up to where it goes wrong.
func (s *jsonScanner) badEscape(i int) bool {
	_, size := utf8.DecodeRuneInString(s.text[i+1:])
	end := i + 1 + size
	if s.text[i+1:end] == "u" {
		for end < len(s.text) && end < i+6 && !special[s.text[end]] {
			end++
		}
	}
	return s.fail(i, end, fmt.Sprintf("%s is no JSON escape", s.text[i:end]))
}

// escape is the length of the escape that begins s, 0 if it is none.
func escape(s string) int {
	if n, ok := EscapeEnd(s); ok {
		return n
	}
	return 0
}

// hex4 is the code unit of the \uXXXX that begins s, or -1.
func hex4(s string) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range []byte(s[2:6]) {
		digit := HexDigit(c)
		if digit < 0 {
			return -1
		}
		r = r<<4 | digit
	}
	return r
}

var plainEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unescape decodes a string whose escapes are known to be right. A surrogate
// without its other half, and a byte that is no UTF-8, become U+FFFD.
func unescape(raw string) string {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		switch c := raw[i]; {
		case c == '\\' && raw[i+1] == 'u':
			r := hex4(raw[i:])
			i += 6
			if utf16.IsSurrogate(r) {
				pair := utf16.DecodeRune(r, hex4(raw[i:]))
				if pair != utf8.RuneError {
					i += 6
				}
				r = pair
			}
			out = utf8.AppendRune(out, r)
		case c == '\\':
			out = append(out, plainEscapes[raw[i+1]])
			i += 2
		case c < utf8.RuneSelf:
			out = append(out, c)
			i++
		default:
			r, size := utf8.DecodeRuneInString(raw[i:])
			out = utf8.AppendRune(out, r)
			i += size
		}
	}
	return string(out)
}

// comment reads the comment at pos.
func (s *jsonScanner) comment() bool {
	start := s.pos
	rest := s.text[start:]
	switch {
	case strings.HasPrefix(rest, "//"):
		end := strings.IndexAny(rest, "\r\n")
		if end < 0 {
			end = len(rest)
		}
		s.pos += end
		s.comments = append(s.comments, Comment{strings.TrimSpace(rest[2:end]), s.span(start, s.pos)})
		return true
	case strings.HasPrefix(rest, "/*"):
		end := strings.Index(rest[2:], "*/")
		if end < 0 {
			return s.fail(start, start+2, "this comment is never closed")
		}
		s.pos += 2 + end + 2
		s.comments = append(s.comments, Comment{strings.TrimSpace(rest[2 : 2+end]), s.span(start, s.pos)})
		return true
	}
	return s.fail(start, start+1, "a comment begins with // or /*")
}

// Quote is s as a JSON string, escaped only where JSON demands it.
func Quote(s string) string { return string(AppendQuoted(nil, s)) }
