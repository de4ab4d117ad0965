package loaders

import (
	"bytes"
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/source"
)

const (
	maxProtoSize    = 8 << 20 // bytes; the largest file of googleapis has 1 MB
	maxProtoNesting = 500     // brackets inside one another; protoc stops at 32 messages
	maxProtoWords   = 200     // in a row; "optional repeated repeated ..." nests as brackets do
	maxProtoStray   = 100     // brackets that close nothing and texts that do not end
)

// protoHazard finds what would make the parser overflow its stack, which no
// recover can catch, or report a fault for every byte.
func protoHazard(f *source.File) *source.Fault {
	if len(f.Data) > maxProtoSize {
		return &source.Fault{Text: fmt.Sprintf("larger than the limit of %d MiB for a .proto file", maxProtoSize>>20)}
	}
	depth, words, stray := 0, 0, 0
	for i := 0; i < len(f.Data); i++ {
		switch c := f.Data[i]; {
		case c == '/' && bytes.HasPrefix(f.Data[i:], []byte("//")):
			i += lineLength(f.Data[i:]) - 1
		case c == '/' && bytes.HasPrefix(f.Data[i:], []byte("/*")):
			i += blockLength(f.Data[i:]) - 1
		case c == '"' || c == '\'':
			n, closed := textLength(f.Data[i:])
			i += n - 1
			if words++; !closed {
				stray++
			}
		case c == '{' || c == '(' || c == '[' || c == '<':
			depth, words = depth+1, 0
		case c == '}' || c == ')' || c == ']' || c == '>':
			words = 0
			if depth--; depth < 0 {
				depth = 0
				stray++
			}
		case isWordByte(c):
			words++
			for i+1 < len(f.Data) && isWordByte(f.Data[i+1]) {
				i++
			}
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			words = 0
		}
		fault := func(text string) *source.Fault {
			return &source.Fault{At: source.Span{File: f, Start: min(i, len(f.Data)), End: min(i+1, len(f.Data))}, Text: text}
		}
		switch {
		case depth > maxProtoNesting:
			return fault(fmt.Sprintf("nested deeper than %d levels", maxProtoNesting))
		case words > maxProtoWords:
			return fault(fmt.Sprintf("more than %d words in a row", maxProtoWords))
		case stray > maxProtoStray:
			return fault(fmt.Sprintf("no protobuf source: more than %d brackets or quotes without a partner", maxProtoStray))
		}
	}
	return nil
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
func textLength(text []byte) (n int, closed bool) {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n':
			return i, false
		case text[0]:
			return i + 1, true
		}
	}
	return len(text), false
}
