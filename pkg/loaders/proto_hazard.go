package loaders

import (
	"bytes"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// protoStatement is what stands between semicolons and braces outside of all
// braces, those of its body included.
type protoStatement struct {
	word       string // its first
	start, end int    // bytes of the file
}

// scan sets the statements and the comments of a file, without parsing it. The
// fault is what would make the parser overflow its stack, which no recover can
// catch, or take minutes, for it reports a fault for every word that it does not
// expect.
func (f *protoFile) scan() *source.Fault {
	data := f.file.Data
	if len(data) > source.MaxProtoSize {
		return &source.Fault{Text: "a .proto file larger than " + source.ProtoSizeLimit.String()}
	}
	s := protoScan{data: data, at: len(data) - len(bytes.TrimPrefix(data, []byte(bom)))}
	for s.at < len(s.data) && s.hazard == "" {
		s.step()
	}
	if s.hazard != "" {
		return &source.Fault{At: source.Span{File: f.file, Start: s.at - 1, End: s.at}, Text: s.hazard}
	}
	f.statements, f.comments = s.statements, s.comments
	f.balanced = s.depth == 0 && s.stray == 0 && s.top.word == ""
	return nil
}

// protoScan reads a source as brackets, words and the statements between them.
type protoScan struct {
	data   []byte
	at     int
	hazard string

	depth, words, stray int
	first               string // first word of the statement
	assigns             bool   // the statement holds = or :

	top        protoStatement // the one outside of all braces that is being read
	statements []protoStatement
	comments   []protoComment
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
	kind, n := protoToken(s.data[s.at:])
	token := s.data[s.at : s.at+n]
	s.at += n
	switch kind {
	case ' ':
	case '/':
		if n > 1 {
			s.comments = append(s.comments, protoComment{s.at - n, s.at - n + len(bytes.TrimRight(token, "\r"))})
		}
	case '"', 'w':
		s.word(token)
		s.strayIf(kind == '"' && !isClosed(token))
	case '{', '(', '[', '<':
		s.depth, s.words = s.depth+1, 0
		if kind == '{' {
			s.strayIf(s.depth == 1 && !s.assigns && !topStatements[s.first])
			s.next()
		}
	case '}', ')', ']', '>':
		s.strayIf(s.depth == 0)
		s.depth, s.words = max(0, s.depth-1), 0
		if kind == '}' {
			s.next()
			s.end()
		}
	case ';':
		s.strayIf(!s.assigns && !bareStatements[s.first] || s.depth == 0 && !topStatements[s.first])
		s.next()
		s.end()
	case '=', ':':
		s.assigns, s.words = true, 0
	case ',', '-', '+':
		s.words = 0
	default:
		s.words = 0
		s.stray++
	}
	switch {
	case s.depth > source.MaxDepth:
		s.hazard = "nested deeper than " + source.DepthLimit.String()
	case s.words > source.MaxProtoWords:
		s.hazard = "words in a row, beyond " + source.ProtoWordsLimit.String()
	case s.stray > source.MaxProtoStray:
		s.hazard = "no protobuf source: marks where none has them, beyond " + source.ProtoStrayLimit.String()
	}
}

// word counts a word or a text that has just been read.
func (s *protoScan) word(token []byte) {
	s.words++
	if s.first == "" {
		s.first = string(token[:min(len(token), 16)])
	}
	if s.depth == 0 && s.top.word == "" {
		s.top = protoStatement{word: s.first, start: s.at - len(token)}
	}
}

func (s *protoScan) next() { s.first, s.assigns, s.words = "", false, 0 }

// end ends the statement outside of all braces, if there is where it may.
func (s *protoScan) end() {
	if s.depth == 0 && s.top.word != "" {
		s.top.end = s.at
		s.statements = append(s.statements, s.top)
		s.top = protoStatement{}
	}
}

func (s *protoScan) strayIf(stray bool) {
	if stray {
		s.stray++
	}
}
