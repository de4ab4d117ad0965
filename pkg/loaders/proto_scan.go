package loaders

import "bytes"

// protoToken is the length of the token that text begins with, and its kind: a
// comment is a slash, a text a quote, a word, name or number a w, white space a
// space, and all else is one byte and that byte.
func protoToken(text []byte) (kind byte, n int) {
	c := text[0]
	switch {
	case isWordByte(c):
		for n < len(text) && isWordByte(text[n]) {
			n++
		}
		return 'w', n
	case c == '"' || c == '\'':
		return '"', textLength(text)
	case bytes.HasPrefix(text, []byte("//")):
		return '/', lineLength(text)
	case bytes.HasPrefix(text, []byte("/*")):
		return '/', blockLength(text)
	case c <= ' ':
		for n < len(text) && text[n] <= ' ' {
			n++
		}
		return ' ', n
	}
	return c, 1
}

func isWordByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '.' || c >= 0x80
}

func lineLength(text []byte) int {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return i
	}
	return len(text)
}

// blockLength is the length of a block comment; one without an end takes the rest.
func blockLength(text []byte) int {
	if i := bytes.Index(text[2:], []byte("*/")); i >= 0 {
		return 2 + i + 2
	}
	return len(text)
}

// textLength is the length of a quoted text with its quotes; it ends with the line at the latest.
func textLength(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n':
			return i
		case text[0]:
			return i + 1
		}
	}
	return len(text)
}

// isClosed reports whether a quoted text ends with a quote.
func isClosed(token []byte) bool { return len(token) > 1 && token[len(token)-1] == token[0] }
