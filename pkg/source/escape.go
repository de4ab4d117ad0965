package source

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// hidden reports whether a terminal or a browser would act on r, or show
// nothing, where a reader must see that it is there: control characters, line
// separators, the marks that reverse the direction of text (CVE-2021-42574),
// and what has no width and so makes two names look the same. The joiners
// U+200C and U+200D are left alone: Persian and emoji are written with them.
func hidden(r rune) bool {
	switch {
	case r < 0x20 && r != '\t', 0x7f <= r && r <= 0x9f, r == 0xad:
		return true
	case r == 0x061c, r == 0x200b, 0x200e <= r && r <= 0x200f, 0x2028 <= r && r <= 0x202e, 0x2060 <= r && r <= 0x206f:
		return true
	case r == 0xfeff, 0xfff9 <= r && r <= 0xfffb, 0xe0000 <= r && r <= 0xe007f:
		return true
	}
	return false
}

// Escape makes text from an input safe to print: what would be acted on rather
// than shown is written out as \x1b or \u202e, and so is a byte that is no
// UTF-8. Tabs and backslashes stay.
func Escape(s string) string {
	if clean(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case !hidden(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += size
	}
	return b.String()
}

func clean(s string) bool {
	for _, r := range s {
		if hidden(r) {
			return false
		}
	}
	return utf8.ValidString(s)
}
