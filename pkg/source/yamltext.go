package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

const mergeTag = "!!merge"

// composeYAML is the library's tree of the one document of a text whose places
// lines knows, nil where there is none.
func composeYAML(text []byte, lines *lineTable) (doc *yaml.Node, fault *Fault) {
	f := lines.file
	defer func() {
		// Inputs are hostile and the library is large: one bad file must not end the run.
		if r := recover(); r != nil {
			doc, fault = nil, &Fault{At: Span{f, 0, 0}, Text: fmt.Sprintf("not readable as YAML: %v", r)}
		}
	}()
	limits := loaderlimits.New(loaderlimits.DepthFunc(func(depth int, _ *yaml.DepthContext) error {
		if depth > MaxDepth {
			return errors.New(tooDeep)
		}
		return nil
	}))
	loader, err := yaml.NewLoader(bytes.NewReader(text), yaml.WithPlugin(limits))
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

// withoutVersion is the file's bytes with a %YAML 1.2 directive, which the
// library refuses although it reads YAML 1.2, made a comment of the same length.
func withoutVersion(f *File) []byte {
	data := f.Data
	for pos := skipGap(data, f.bom()); pos < len(data) && data[pos] == '%'; pos = skipGap(data, lineEnd(data, pos)) {
		if bytes.HasPrefix(data[pos:], []byte("%YAML 1.2")) {
			data = bytes.Clone(data)
			data[pos] = '#'
			return data
		}
	}
	return data
}

// tooManyAt is where a file may have begun more values than it may hold, or -1.
// It is counted before the library reads any. A value stands behind one of these
// marks or at the very start; prose makes it a few times too many.
func tooManyAt(data []byte) int {
	n := 0
	for i, c := range data {
		switch c {
		case ',', ':', '-', '?', '[', '{', '\n', '\r':
			if n++; n > MaxValues {
				return i
			}
		}
	}
	return -1
}

// isEmpty reports whether n has no text at all, though it may have an anchor or a tag.
func isEmpty(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style&^yaml.TaggedStyle == 0
}

// isMissing reports whether nothing is written for n. The library puts some of
// these where the next token is.
func isMissing(n *yaml.Node) bool { return isEmpty(n) && n.Anchor == "" && n.Style == 0 }

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

// skipProperties is the end of the anchor and the tag that n has and that begin
// at pos, and the offset of the content behind them. Without either, both are pos.
func skipProperties(data []byte, n *yaml.Node, pos int) (end, content int) {
	end, content = pos, pos
	anchored := n.Anchor != ""
	tagged := n.Style&yaml.TaggedStyle != 0 || n.Tag == "!"
	for content < len(data) {
		switch {
		case anchored && data[content] == '&':
			anchored = false
			end = min(content+len("&")+len(n.Anchor), len(data))
		case tagged && data[content] == '!':
			tagged = false
			end = tagEnd(data, content)
		default:
			return end, content
		}
		content = skipGap(data, end)
	}
	return end, content
}

// tagEnd is the offset after the tag at pos. In a flow collection a comma or a
// bracket ends it, unless it is written !<...>.
func tagEnd(data []byte, pos int) int {
	verbatim := bytes.HasPrefix(data[pos:], []byte("!<"))
	for pos < len(data) && !isWhite(data[pos]) && lineBreak(data[pos:]) == 0 {
		if !verbatim && bytes.IndexByte([]byte(",[]{}"), data[pos]) >= 0 {
			break
		}
		pos++
	}
	return pos
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
	for rest := []byte(value); len(rest) > 0; {
		size, white := whiteSize(rest)
		if !white {
			left++
		}
		rest = rest[size:]
	}
	for left > 0 && pos < len(data) {
		size, white := whiteSize(data[pos:])
		if !white {
			left--
		}
		pos += size
	}
	return pos
}

// whiteSize is the length of the white space that begins b, else 1.
func whiteSize(b []byte) (size int, white bool) {
	if size := lineBreak(b); size > 0 {
		return size, true
	}
	return 1, b[0] == ' ' || b[0] == '\t'
}

func isWhite(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// blockEnd is the offset after the last line of the block scalar whose header
// is [begin, content), without that line's break. As the library does, it takes
// "---" for text where the text is not indented.
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
		if spaces < indent {
			break
		}
		end, pos = stop, stop
	}
	return end
}

// findComments lists the comments in the bytes [from, to) of a YAML file, given
// the places in which a # is text.
func findComments(f *File, from, to int, leaves []Span) (list []Comment) {
	data := f.Data
	for pos := from; pos < to; {
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
	switch n.Tag {
	case "!!null", "!!bool", "!!int", "!!float":
		return coreKind(n.Value)
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
