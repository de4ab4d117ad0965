package loaders

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/lexer"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// sdlToken is a token and its bytes in the file.
type sdlToken struct {
	kind       lexer.Type
	start, end int
	text       string // of a string its value, else its spelling
}

// sdlNote is a comment, and the index of the token after it.
type sdlNote struct {
	comment source.Comment
	next    int
}

// lexSDL reads the tokens of a file, the last one is EOF, and its comments.
func lexSDL(f *source.File) (tokens []sdlToken, notes []sdlNote, fault *source.Fault) {
	text := string(f.Data)
	span := func(start, end int) source.Span { return source.Span{File: f, Start: start, End: end} }
	l := lexer.New(&ast.Source{Input: text})
	offset := runeOffset{text: text}
	tokens = make([]sdlToken, 0, min(len(text)/8, source.MaxTokens/8)) // a schema with descriptions has fewer
	depth := 0
	for count := 0; ; count++ {
		tok, err := l.ReadToken()
		t := sdlToken{kind: tok.Kind, start: offset.bytes(tok.Pos.Start), end: offset.bytes(tok.Pos.End)}
		switch {
		case err != nil:
			return nil, nil, lexFault(f, t.start, t.end, gqlMessage(err))
		case count == source.MaxTokens:
			return nil, nil, &source.Fault{At: span(t.start, t.end), Text: "holds more than " + source.TokensLimit.String()}
		}
		switch t.text = text[t.start:t.end]; tok.Kind {
		case lexer.Comment:
			words := strings.TrimSpace(strings.TrimLeft(t.text, "#"))
			notes = append(notes, sdlNote{source.Comment{Text: words, At: span(t.start, t.end)}, len(tokens)})
			continue
		case lexer.BraceL, lexer.BracketL, lexer.ParenL:
			if depth++; depth > source.MaxDepth {
				return nil, nil, &source.Fault{At: span(t.start, t.end), Text: "nested deeper than " + source.DepthLimit.String()}
			}
		case lexer.BraceR, lexer.BracketR, lexer.ParenR:
			depth--
		case lexer.String:
			t.text = tok.Value
		case lexer.BlockString:
			t.text = tok.Value
			// The lexer takes a run of quotes for the end of the string, but counts three.
			for t.end < len(text) && text[t.end] == '"' {
				t.end++
			}
		}
		if tokens = append(tokens, t); tok.Kind == lexer.EOF {
			return tokens, notes, nil
		}
	}
}

// isForUs reports whether a comment speaks to tooldrift.
func (n sdlNote) isForUs() bool { return strings.HasPrefix(n.comment.Text, "tooldrift:") }

// runeOffset turns offsets in code points, which gqlparser counts in, into bytes.
// They rise, but for a step back to the start of a string.
type runeOffset struct {
	text       string
	runes, pos int
}

func (o *runeOffset) bytes(runes int) int {
	for ; o.runes > runes; o.runes-- {
		_, size := utf8.DecodeLastRuneInString(o.text[:o.pos])
		o.pos -= size
	}
	for ; o.runes < runes && o.pos < len(o.text); o.runes++ {
		_, size := utf8.DecodeRuneInString(o.text[o.pos:])
		o.pos += size
	}
	return o.pos
}

// lexFault says why the bytes from start on are no token; end is the byte at fault.
func lexFault(f *source.File, start, end int, message string) *source.Fault {
	switch {
	case strings.HasPrefix(message, "unterminated"):
		// That it ends nowhere is known: where it begins helps. The lexer has moved start behind the quotes.
		for start > 0 && f.Data[start-1] == '"' {
			start--
		}
		return &source.Fault{At: source.Span{File: f, Start: start, End: end}, Text: message}
	case strings.HasPrefix(message, "invalid character escape"):
		end-- // onto the backslash
	case strings.HasPrefix(message, "cannot parse"):
		r, _ := utf8.DecodeRune(f.Data[end:])
		message = fmt.Sprintf("unexpected character %q", r) // the lexer shows its first byte only
	}
	return &source.Fault{At: source.Span{File: f, Start: end, End: end}, Text: message}
}

// gqlMessage is an error of gqlparser's without the place, in our spelling.
func gqlMessage(err error) string {
	message := err.Error()
	if e := (*gqlerror.Error)(nil); errors.As(err, &e) {
		message = e.Message
	}
	r, size := utf8.DecodeRuneInString(message)
	return strings.TrimSuffix(string(unicode.ToLower(r))+message[size:], ".")
}

// schemaSyntax and operationSyntax have gqlparser judge a file.
func schemaSyntax(text string) error {
	_, err := parser.ParseSchemaWithLimit(&ast.Source{Input: text}, source.MaxTokens)
	return err
}

func operationSyntax(text string) error {
	_, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: text}, source.MaxTokens)
	return err
}

// syntaxFault is what judge, which is gqlparser, finds in a file, or nil. gqlparser's
// columns are off by one behind CRLF and a byte order mark, so the token that it
// means is sought by having its lexer count once more.
func syntaxFault(f *source.File, judge func(text string) error) *source.Fault {
	text := string(f.Data)
	err := judge(text)
	if err == nil {
		return nil
	}
	var where gqlerror.Location // zero for the token limit
	if e := (*gqlerror.Error)(nil); errors.As(err, &e) && len(e.Locations) > 0 {
		where = e.Locations[0]
	}
	l := lexer.New(&ast.Source{Input: text})
	offset := runeOffset{text: text}
	for {
		tok, lexErr := l.ReadToken()
		at := source.Span{File: f, Start: offset.bytes(tok.Pos.Start), End: offset.bytes(tok.Pos.End)}
		switch {
		case lexErr != nil:
			return lexFault(f, at.Start, at.End, gqlMessage(lexErr))
		case tok.Kind == lexer.EOF, tok.Pos.Line == where.Line && tok.Pos.Column == where.Column:
			return &source.Fault{At: at, Text: syntaxText(gqlMessage(err), tok.Kind, at)}
		}
	}
}

// syntaxText is gqlparser's message in the author's words: "expected :, found Name" names no word of the file's.
func syntaxText(message string, kind lexer.Type, at source.Span) string {
	found := fmt.Sprintf("%q", at.Text())
	switch kind {
	case lexer.EOF:
		found = "the end of the file"
	case lexer.String, lexer.BlockString:
		found = "a string"
	}
	if strings.HasPrefix(message, "unexpected ") {
		return "unexpected " + found
	}
	want, _, ok := strings.Cut(message, ", found ")
	switch want = strings.TrimPrefix(want, "expected "); {
	case !ok:
		return message
	case want == "Name":
		want = "a name"
	case len(want) == 1:
		want = `"` + want + `"`
	}
	return "expected " + want + ", found " + found
}
