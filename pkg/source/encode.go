package source

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// JSON is the value in compact JSON, members in source order.
func (n *Node) JSON() string { return string(n.AppendJSON(nil)) }

// AppendJSON appends the value in compact JSON. A YAML number that JSON cannot
// spell (0x1f, .5) is respelled; one that is no number at all (.inf) becomes null.
func (n *Node) AppendJSON(b []byte) []byte {
	if n == nil {
		return append(b, "null"...)
	}
	switch n.Kind {
	case Null:
		return append(b, "null"...)
	case Bool:
		return strconv.AppendBool(b, n.Text == "true" || n.Text == "True" || n.Text == "TRUE")
	case Number:
		return append(b, jsonNumber(n.Text)...)
	case String:
		return AppendQuoted(b, n.Text)
	case Array:
		b = append(b, '[')
		for i, item := range n.Items {
			if i > 0 {
				b = append(b, ',', ' ')
			}
			b = item.AppendJSON(b)
		}
		return append(b, ']')
	}
	b = append(b, '{')
	for i, m := range n.Members {
		if i > 0 {
			b = append(b, ',', ' ')
		}
		b = append(AppendQuoted(b, m.Key), ':', ' ')
		b = m.Value.AppendJSON(b)
	}
	return append(b, '}')
}

// jsonNumber keeps every spelling that JSON accepts, digit by digit.
func jsonNumber(text string) string {
	if isJSONNumber(text) {
		return text
	}
	if len(text) > MaxDigits {
		return longNumber(text)
	}
	base := 10 // YAML 1.2: a leading zero alone makes no octal
	if len(text) > 1 && (text[1] == 'x' || text[1] == 'o') {
		base = 0
	}
	if i, ok := new(big.Int).SetString(text, base); ok {
		return i.String()
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && f-f == 0 {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return "null"
}

// longNumber respells whole decimals, whose digits need no arithmetic; of what
// else is beyond DigitsLimit no program knows the value.
func longNumber(text string) string {
	sign := ""
	if text[0] == '-' {
		sign = "-"
	}
	digits := strings.TrimLeft(strings.TrimLeft(text, "+-"), "0")
	if digits == "" || !isJSONNumber(digits) {
		return "null"
	}
	return sign + digits
}

func isJSONNumber(s string) bool {
	end, ok := NumberEnd(s, 0)
	return ok && end == len(s)
}

const hex = "0123456789abcdef"

// AppendQuoted appends s as a JSON string. Only what JSON demands is escaped, so
// that people read their own words; control characters never pass.
func AppendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\t':
			b = append(b, '\\', 't')
		case c == '\r':
			b = append(b, '\\', 'r')
		case c < 0x20 || c == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c < utf8.RuneSelf:
			b = append(b, c)
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			b = utf8.AppendRune(b, r) // a broken byte becomes U+FFFD
			i += size
			continue
		}
		i++
	}
	return append(b, '"')
}
