package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

const mergeTag = "!!merge"

// composeYAML is the library's tree of the one document, nil where there is none.
func composeYAML(f *File, lines *lineTable) (doc *yaml.Node, fault *Fault) {
	defer func() {
		// Inputs are hostile and the library is large: one bad file must not end the run.
		if r := recover(); r != nil {
			doc, fault = nil, &Fault{At: Span{f, 0, 0}, Text: fmt.Sprintf("not readable as YAML: %v", r)}
		}
	}()
	loader, err := yaml.NewLoader(bytes.NewReader(f.Data))
	if err != nil {
		return nil, lines.fault(err)
	}
	for {
		var next yaml.Node
		switch err := loader.Load(&next); {
		case err == io.EOF:
			return doc, nil
		case err != nil:
			return nil, lines.fault(err)
		}
		content := next.Content[0]
		switch {
		case doc == nil:
			doc = content
		case !isEmpty(content):
			at := lines.offset(content.Line, content.Column)
			return nil, &Fault{At: Span{f, at, at}, Text: "a second document begins here; a file holds one"}
		}
	}
}

// isEmpty reports whether nothing stands where n is.
func isEmpty(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style == 0 && n.Anchor == ""
}

// lineTable turns the library's lines and columns into byte offsets. Its lines
// also end at U+0085, U+2028 and U+2029, which those of a File do not.
type lineTable struct {
	file   *File
	starts []int

	line, column, at int // the offset asked for last: a minified file is one line
}

func newLineTable(f *File) *lineTable {
	l := &lineTable{file: f, starts: []int{0}}
	if bytes.HasPrefix(f.Data, []byte(bom)) {
		l.starts[0] = len(bom)
	}
	for i := 0; i < len(f.Data); {
		if n := lineBreak(f.Data[i:]); n > 0 {
			i += n
			l.starts = append(l.starts, i)
			continue
		}
		i++
	}
	return l
}

// lineBreak is the length of the YAML 1.1 line break that begins b, or 0.
func lineBreak(b []byte) int {
	switch {
	case len(b) == 0:
		return 0
	case b[0] == '\n':
		return 1
	case b[0] == '\r':
		if len(b) > 1 && b[1] == '\n' {
			return 2
		}
		return 1
	case b[0] == 0xc2 && len(b) > 1 && b[1] == 0x85:
		return 2
	case b[0] == 0xe2 && len(b) > 2 && b[1] == 0x80 && (b[2] == 0xa8 || b[2] == 0xa9):
		return 3
	}
	return 0
}

// offset is the byte offset of a line and a column, both from 1.
func (l *lineTable) offset(line, column int) int {
	if line < 1 {
		return 0
	}
	if line > len(l.starts) {
		return len(l.file.Data)
	}
	at, c := l.starts[line-1], 1
	if line == l.line && column >= l.column {
		at, c = l.at, l.column
	}
	for ; c < column && at < len(l.file.Data); c++ {
		_, size := utf8.DecodeRune(l.file.Data[at:])
		at += size
	}
	l.line, l.column, l.at = line, c, at
	return at
}

// indent is how many bytes of the library's line lie before the offset.
func (l *lineTable) indent(at int) int {
	for start := at; ; start-- {
		if start == 0 || start == l.starts[0] || lineBreak(l.file.Data[start-1:]) > 0 {
			return at - start
		}
	}
}

// fault is an error of the library as ours.
func (l *lineTable) fault(err error) *Fault {
	var e *yaml.LoadError
	var all *yaml.LoadErrors
	if errors.As(err, &all) && len(all.Errors) > 0 {
		e = all.Errors[0]
	} else if !errors.As(err, &e) {
		return &Fault{At: Span{l.file, 0, 0}, Text: strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	at := l.offset(e.Mark.Line, e.Mark.Column)
	text := strings.TrimPrefix(e.Message, "yaml: ")
	if e.ContextMsg != "" {
		text += " " + e.ContextMsg
		if e.ContextMark.Line > 0 && e.ContextMark.Line != e.Mark.Line {
			p := l.file.Position(l.offset(e.ContextMark.Line, e.ContextMark.Column))
			text += fmt.Sprintf(" that begins at %d:%d", p.Line, p.Column)
		}
	}
	return &Fault{At: Span{l.file, at, at}, Text: text}
}

// skipGap is the offset of the next token at or after pos: white space and
// comments are skipped.
func skipGap(data []byte, pos int) int {
	for pos < len(data) {
		switch n := lineBreak(data[pos:]); {
		case n > 0:
			pos += n
		case data[pos] == ' ' || data[pos] == '\t':
			pos++
		case data[pos] == '#':
			pos = lineEnd(data, pos)
		default:
			return pos
		}
	}
	return pos
}

func lineEnd(data []byte, pos int) int {
	for pos < len(data) && lineBreak(data[pos:]) == 0 {
		pos++
	}
	return pos
}

// skipProperties is the offset of a node's content after its anchor and tag,
// which is right behind them where there is none.
func skipProperties(data []byte, pos int) int {
	end := pos
	for {
		if next := skipGap(data, end); end > pos {
			pos = next
		}
		if pos >= len(data) || data[pos] != '&' && data[pos] != '!' {
			return pos
		}
		for end = pos; end < len(data) && data[end] != ' ' && data[end] != '\t' && lineBreak(data[end:]) == 0; end++ {
		}
	}
}

// scalar fills in out from n, whose text begins at begin.
func (y *yamlReader) scalar(n *yaml.Node, out *Node, begin int) {
	out.Kind, out.Text = String, n.Value
	end := begin
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		end = quotedEnd(y.data, begin, '"')
	case n.Style&yaml.SingleQuotedStyle != 0:
		end = quotedEnd(y.data, begin, '\'')
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		content := lineEnd(y.data, begin)
		end = y.blockEnd(begin, content)
		y.leaves = append(y.leaves, y.span(content, end))
		out.At = y.span(begin, end)
		return
	default:
		out.Plain = true
		out.Kind = plainKind(n)
		end = plainEnd(y.data, begin, n.Value)
	}
	out.At = y.span(begin, end)
	y.leaves = append(y.leaves, out.At)
}

// quotedEnd is the offset after the quote that closes the scalar at pos.
func quotedEnd(data []byte, pos int, quote byte) int {
	for i := pos + 1; i < len(data); i++ {
		switch {
		case data[i] == '\\' && quote == '"':
			i++
		case data[i] == quote && quote == '\'' && i+1 < len(data) && data[i+1] == quote:
			i++
		case data[i] == quote:
			return i + 1
		}
	}
	return len(data)
}

// plainEnd is the offset after the plain scalar at pos. Folding changes only
// its white space, so it ends after as many other bytes as its value has.
func plainEnd(data []byte, pos int, value string) int {
	left := 0
	for _, c := range []byte(value) {
		if !isWhite(c) {
			left++
		}
	}
	for ; left > 0 && pos < len(data); pos++ {
		if !isWhite(data[pos]) {
			left--
		}
	}
	return pos
}

func isWhite(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// blockEnd is the offset after the last line of the block scalar whose header
// is [begin, content), without that line's break.
func (y *yamlReader) blockEnd(begin, content int) int {
	header := string(y.data[begin:content])
	keep := false
	indent := 0
	for _, c := range header[1:] {
		if c == '+' {
			keep = true
		} else if '1' <= c && c <= '9' {
			indent = int(c - '0')
		} else if c != '-' {
			break
		}
	}
	parent := -1
	if len(y.indent) > 0 {
		parent = y.indent[len(y.indent)-1]
	}
	if indent > 0 {
		indent += max(parent, 0)
	} else {
		indent = -1
	}
	end := content
	pos := content
	for pos < len(y.data) {
		pos += lineBreak(y.data[pos:])
		if pos >= len(y.data) {
			break
		}
		spaces := 0
		for pos+spaces < len(y.data) && y.data[pos+spaces] == ' ' {
			spaces++
		}
		stop := lineEnd(y.data, pos)
		blank := pos+spaces == stop
		switch {
		case blank && !(indent >= 0 && spaces > indent):
			if keep {
				end = stop
			}
			pos = stop
			continue
		case indent < 0:
			indent = max(spaces, parent+1)
		}
		if spaces < indent || indent == 0 && isMarker(y.data[pos:]) {
			break
		}
		end, pos = stop, stop
	}
	return end
}

// isMarker reports whether a line is --- or ..., which end a document.
func isMarker(line []byte) bool {
	if !bytes.HasPrefix(line, []byte("---")) && !bytes.HasPrefix(line, []byte("...")) {
		return false
	}
	return len(line) == 3 || isWhite(line[3])
}

// findComments lists the comments of a YAML file, given the places in which a #
// is text.
func findComments(f *File, leaves []Span) (list []Comment) {
	data := f.Data
	for pos := 0; pos < len(data); {
		if len(leaves) > 0 && leaves[0].Start <= pos {
			pos = max(pos, leaves[0].End)
			leaves = leaves[1:]
			continue
		}
		if data[pos] != '#' || pos > 0 && !isWhite(data[pos-1]) && string(data[:pos]) != bom {
			pos++
			continue
		}
		end := lineEnd(data, pos)
		text := strings.TrimSpace(strings.TrimLeft(string(data[pos:end]), "#"))
		list = append(list, Comment{text, Span{f, pos, end}})
		pos = end
	}
	return list
}

// The core schema of YAML 1.2.2, section 10.3.2.
var (
	yamlInt   = regexp.MustCompile(`^([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$`)
	yamlFloat = regexp.MustCompile(`^([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// plainKind is what an unquoted scalar is. A tag decides where the text allows it.
func plainKind(n *yaml.Node) Kind {
	if n.Style&yaml.TaggedStyle == 0 && n.Tag != "!" {
		return coreKind(n.Value)
	}
	kind := coreKind(n.Value)
	switch n.Tag {
	case "!!null", "!!bool", "!!int", "!!float":
		return kind
	}
	return String
}

func coreKind(text string) Kind {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return Null
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return Bool
	}
	if c := text[0]; c != '-' && c != '+' && c != '.' && !isDigit(c) {
		return String
	}
	if yamlInt.MatchString(text) || yamlFloat.MatchString(text) {
		return Number
	}
	return String
}
