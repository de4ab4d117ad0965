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
	maxProtoStray   = 1000    // what no protobuf source holds
)

// protoHazard finds what would make the parser overflow its stack, which no
// recover can catch, or take minutes, for it reports a fault for every word
// that it does not expect.
func protoHazard(f *source.File) *source.Fault {
	if len(f.Data) > maxProtoSize {
		return &source.Fault{Text: fmt.Sprintf("larger than the limit of %d MiB for a .proto file", maxProtoSize>>20)}
	}
	s := protoScan{data: bytes.TrimPrefix(f.Data, []byte(bom))}
	for s.at < len(s.data) && s.hazard == "" {
		s.step()
	}
	if s.hazard == "" {
		return nil
	}
	end := len(f.Data) - len(s.data) + s.at
	return &source.Fault{At: source.Span{File: f, Start: end - 1, End: end}, Text: s.hazard}
}

// protoScan reads a source as brackets, words and the statements between them.
type protoScan struct {
	data   []byte
	at     int
	hazard string

	depth, words, stray int
	first               string // first word of the statement
	assigns             bool   // the statement holds = or :
}

// bareStatements need no = before their semicolon.
var bareStatements = map[string]bool{
	"": true, "package": true, "import": true, "reserved": true, "extensions": true, "rpc": true, "stream": true,
}

// topStatements are what a file may hold outside of all braces.
var topStatements = map[string]bool{
	"": true, "syntax": true, "edition": true, "package": true, "import": true, "option": true, "message": true,
	"enum": true, "service": true, "extend": true, "export": true, "local": true,
}

func (s *protoScan) step() {
	rest := s.data[s.at:]
	c := rest[0]
	s.at++
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		s.at += lineLength(rest) - 1
	case bytes.HasPrefix(rest, []byte("/*")):
		s.at += blockLength(rest) - 1
	case c == '"' || c == '\'':
		n, closed := textLength(rest)
		s.at += n - 1
		s.word(`"`)
		s.strayIf(!closed)
	case c == '{' || c == '(' || c == '[' || c == '<':
		s.depth, s.words = s.depth+1, 0
		if c == '{' {
			s.strayIf(s.depth == 1 && !s.assigns && !topStatements[s.first])
			s.next()
		}
	case c == '}' || c == ')' || c == ']' || c == '>':
		s.strayIf(s.depth == 0)
		s.depth, s.words = max(0, s.depth-1), 0
		if c == '}' {
			s.next()
		}
	case c == ';':
		s.strayIf(!s.assigns && !bareStatements[s.first] || s.depth == 0 && !topStatements[s.first])
		s.next()
	case c == '=' || c == ':':
		s.assigns, s.words = true, 0
	case isWordByte(c):
		n := 1
		for n < len(rest) && isWordByte(rest[n]) {
			n++
		}
		s.at += n - 1
		s.word(string(rest[:min(n, 16)]))
	case c > ' ':
		s.words = 0
		s.strayIf(bytes.IndexByte([]byte(",-+/"), c) < 0)
	}
	switch {
	case s.depth > maxProtoNesting:
		s.hazard = fmt.Sprintf("nested deeper than %d levels", maxProtoNesting)
	case s.words > maxProtoWords:
		s.hazard = fmt.Sprintf("more than %d words in a row", maxProtoWords)
	case s.stray > maxProtoStray:
		s.hazard = "no protobuf source"
	}
}

func (s *protoScan) word(text string) {
	s.words++
	if s.first == "" {
		s.first = text
	}
}

func (s *protoScan) next() { s.first, s.assigns, s.words = "", false, 0 }

func (s *protoScan) strayIf(stray bool) {
	if stray {
		s.stray++
	}
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
