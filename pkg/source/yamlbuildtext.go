package source

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// unquoteYAML is the text of a quoted scalar that was skimmed.
func unquoteYAML(quoted []byte) string {
	raw := quoted[1 : len(quoted)-1]
	if isPlainQuoted(quoted) {
		return string(raw)
	}
	text := make([]byte, 0, len(raw))
	keep := 0 // blanks behind are dropped where the line ends
	for i := 0; i < len(raw); {
		switch c := raw[i]; {
		case c == ' ' || c == '\t':
			text = append(text, c)
			i++
			continue
		case c == '\'' && quoted[0] == '\'':
			text = append(text, c)
			i += 2
		case c == '\\' && quoted[0] == '"':
			text, i = appendYAMLEscape(text, raw, i)
		case c == '\n' || c == '\r':
			var blank int
			i, blank = nextQuotedLine(raw, i)
			text = appendFold(text[:keep], blank)
		default:
			text = append(text, c)
			i++
		}
		keep = len(text)
	}
	return string(text)
}

// nextQuotedLine is the offset of the next text behind the line break at i, and
// how many blank lines come before it.
func nextQuotedLine(raw []byte, i int) (next, blank int) {
	i += lineBreak(raw[i:])
	for i < len(raw) {
		switch n := lineBreak(raw[i:]); {
		case n > 0:
			blank++
			i += n
		case raw[i] == ' ' || raw[i] == '\t':
			i++
		default:
			return i, blank
		}
	}
	return i, blank
}

var yamlEscapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b", ' ': " ", '"': "\"", '/': "/", '\\': "\\",
	'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// appendYAMLEscape adds what the escape at raw[i] stands for. An escaped end of
// line is none, and joins the lines.
func appendYAMLEscape(text, raw []byte, i int) ([]byte, int) {
	size := yamlEscape(raw[i:])
	switch {
	case size == 1:
		next, blank := nextQuotedLine(raw, i+1)
		return append(text, strings.Repeat("\n", blank)...), next
	case size > 2:
		r, _ := strconv.ParseUint(string(raw[i+2:i+size]), 16, 32)
		return utf8.AppendRune(text, rune(r)), i + size
	}
	return append(text, yamlEscapes[raw[i+1]]...), i + size
}

// literal is the text of the literal block scalar whose lines are [pos, end) of
// data and indented by so much, and where it ends: behind its last line that is
// not blank, or behind all of them where keep is said. Of the line breaks at the
// end, strip drops all and keep none.
func literal(data []byte, pos, end, indent int, strip, keep bool) (text []byte, last int) {
	text = make([]byte, 0, end-pos)
	blank := 0      // line breaks that count only where text follows
	broken := false // there is text, and a line break behind it
	for pos < end {
		stop := end
		if i := bytes.IndexByte(data[pos:end], '\n'); i >= 0 {
			stop = pos + i
		}
		next := min(stop+1, end)
		if stop > pos && data[stop-1] == '\r' {
			stop--
		}
		if len(bytes.TrimLeft(data[pos:stop], " ")) == 0 && stop-pos <= indent {
			blank++
			if keep {
				last = stop
			}
		} else {
			if broken {
				blank++
			}
			text = append(text, bytes.Repeat([]byte{'\n'}, blank)...)
			text = append(text, data[pos+indent:stop]...)
			blank, broken, last = 0, stop < next, stop
		}
		pos = next
	}
	if broken && !strip {
		text = append(text, '\n')
	}
	if keep {
		text = append(text, bytes.Repeat([]byte{'\n'}, blank)...)
	}
	return text, last
}

// flow builds the flow collection at pos, which was skimmed, and is the offset
// behind it.
func (b *yamlBuilder) flow(data []byte, pos int) (*Node, int) {
	start := pos
	pos = skipGap(data, pos+1)
	if data[start] == '[' {
		n := b.node(Array, start, start)
		for data[pos] != ']' {
			var item *Node
			item, pos = b.flowValue(data, pos)
			n.Items = append(n.Items, item)
			pos = skipComma(data, pos)
		}
		n.At.End = pos + 1
		return n, pos + 1
	}
	n := b.node(Object, start, start)
	for data[pos] != '}' {
		key, end := b.flowScalar(data, pos)
		m := Member{Key: key.Text, KeyAt: key.At}
		m.Value, end = b.flowValue(data, skipGap(data, end+len(":")))
		n.Members = append(n.Members, m)
		pos = skipComma(data, end)
	}
	n.At.End = pos + 1
	b.refused = b.refused || b.twice(n.Members)
	return n, pos + 1
}

// skipComma is the offset of the next token behind the value that ends at pos.
func skipComma(data []byte, pos int) int {
	if pos = skipGap(data, pos); data[pos] == ',' {
		pos = skipGap(data, pos+1)
	}
	return pos
}

func (b *yamlBuilder) flowValue(data []byte, pos int) (*Node, int) {
	if data[pos] == '[' || data[pos] == '{' {
		return b.flow(data, pos)
	}
	return b.flowScalar(data, pos)
}

func (b *yamlBuilder) flowScalar(data []byte, pos int) (*Node, int) {
	if data[pos] == '"' || data[pos] == '\'' {
		end := quotedEnd(data, pos, data[pos])
		return b.str(unquoteYAML(data[pos:end]), pos, end), end
	}
	end := pos
	for !isFlowMark(data[end]) && data[end] != '\n' && data[end] != '\r' && !(data[end] == ':' && isWhite(data[end+1])) {
		end++
	}
	text := bytes.TrimRight(data[pos:end], " ")
	return b.plain(string(text), pos, pos+len(text)), end
}

// buildBlock makes the node of the block scalar whose header is at pos, once it
// was skimmed. Folding by ">" is left to the library.
func (s *yamlSkimmer) buildBlock(pos int) bool {
	top := s.top()
	eol := lineEnd(s.data, pos)
	lines := min(eol+lineBreak(s.data[eol:]), s.content)
	if line := s.data[lineStart(s.build.file, s.content):s.content]; len(line) > 0 && len(bytes.TrimLeft(line, " \t")) == 0 {
		return false // blanks at the very end are a line or none
	}
	if s.data[pos] == '>' {
		return s.buildByLibrary(top)
	}
	indent := s.indent
	if indent == 0 {
		indent = len(s.data) // all lines are blank
	}
	header := s.data[pos : pos+min(len("|+9"), eol-pos)]
	text, end := literal(s.data, lines, s.content, indent, bytes.IndexByte(header, '-') >= 0, bytes.IndexByte(header, '+') >= 0)
	s.build.set(top, s.build.str(string(text), pos, max(end, eol)))
	return true
}

// buildByLibrary makes the node of the last entry of a level.
func (s *yamlSkimmer) buildByLibrary(level *yamlLevel) bool {
	root, faults := libraryYAML(s.build.file, level.start, s.content)
	n := first(root)
	if n == nil || len(faults) > 0 {
		return false
	}
	n.Comments = nil // they are noted already
	s.build.set(level, n)
	return true
}
