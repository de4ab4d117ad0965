package golden

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// pyCall is a call as Python writes it: mv(source='a', destination='b').
type pyCall struct {
	name       string
	nameAt     source.Span
	positional []*source.Node // in front of the named ones
	named      *source.Node   // an Object
	at         source.Span
}

// pyCalls reads calls as Python writes them: one, or a list of them. spot gives the place of
// a part of the text. Only literals are values: nothing is computed.
func pyCalls(text string, spot func(from, to int) source.Span) ([]pyCall, error) {
	p := &pyReader{text: text, spot: spot}
	p.skip()
	list := p.take('[')
	var all []pyCall
	for {
		p.skip()
		if list && p.take(']') {
			break
		}
		c, err := p.call()
		if err != nil {
			return nil, err
		}
		all = append(all, c)
		p.skip()
		if !list {
			break
		}
		if !p.take(',') && !p.next(']') {
			return nil, p.fault("a comma between calls")
		}
	}
	p.skip()
	if p.pos < len(p.text) {
		return nil, p.fault("nothing more")
	}
	return all, nil
}

type pyReader struct {
	text  string
	pos   int
	depth int
	spot  func(from, to int) source.Span
}

func (p *pyReader) fault(wanted string) error {
	rest := p.text[p.pos:]
	if rest == "" {
		return fmt.Errorf("%s is expected where the call ends", wanted)
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return fmt.Errorf("%s is expected where %q stands", wanted, r)
}

func (p *pyReader) skip() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *pyReader) next(c byte) bool { return p.pos < len(p.text) && p.text[p.pos] == c }

func (p *pyReader) take(c byte) bool {
	if p.next(c) {
		p.pos++
		return true
	}
	return false
}

// word is a name, with dots where dots is set.
func (p *pyReader) word(dots bool) string {
	start := p.pos
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		letter := c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= utf8.RuneSelf
		if !letter && !(p.pos > start && ('0' <= c && c <= '9' || c == '-' && dots)) && !(dots && c == '.') {
			break
		}
		p.pos++
	}
	return p.text[start:p.pos]
}

func (p *pyReader) call() (c pyCall, err error) {
	start := p.pos
	c.name = p.word(true)
	if c.name == "" {
		return c, p.fault("the name of a tool")
	}
	c.nameAt = p.spot(start, p.pos)
	p.skip()
	open := p.pos
	if !p.take('(') {
		return c, p.fault("( behind " + c.name)
	}
	c.named = &source.Node{Kind: source.Object}
	for {
		p.skip()
		if p.take(')') {
			break
		}
		if err := p.argument(&c); err != nil {
			return c, err
		}
		p.skip()
		if !p.take(',') && !p.next(')') {
			return c, p.fault("a comma between arguments")
		}
	}
	c.named.At, c.at = p.spot(open, p.pos), p.spot(start, p.pos)
	return c, nil
}

func (p *pyReader) argument(c *pyCall) error {
	start := p.pos
	name := p.word(false)
	end := p.pos
	p.skip()
	if name == "" || !p.take('=') {
		p.pos = start
		v, err := p.value()
		switch {
		case err != nil:
			return err
		case len(c.named.Members) > 0:
			return errors.New("an argument without a name stands behind a named one")
		}
		c.positional = append(c.positional, v)
		return nil
	}
	if c.named.Member(name) != nil {
		return fmt.Errorf("the argument %s is there twice", name)
	}
	p.skip()
	v, err := p.value()
	if err != nil {
		return err
	}
	c.named.Members = append(c.named.Members, source.Member{Key: name, KeyAt: p.spot(start, end), Value: v})
	return nil
}

var pyWords = map[string]source.Node{
	"True": {Kind: source.Bool, Text: "true"}, "False": {Kind: source.Bool, Text: "false"}, "None": {Kind: source.Null, Text: "null"},
	"true": {Kind: source.Bool, Text: "true"}, "false": {Kind: source.Bool, Text: "false"}, "null": {Kind: source.Null, Text: "null"},
}

func (p *pyReader) value() (*source.Node, error) {
	if p.depth++; p.depth > source.MaxDepth {
		return nil, errors.New("the value nests deeper than " + source.DepthLimit.Words())
	}
	defer func() { p.depth-- }()
	start := p.pos
	n := &source.Node{}
	var err error
	switch {
	case p.next('\'') || p.next('"'):
		n.Kind = source.String
		n.Text, err = p.str()
	case p.take('['):
		n.Kind = source.Array
		n.Items, err = p.items(']')
	case p.take('('):
		n.Kind = source.Array
		n.Items, err = p.items(')')
	case p.take('{'):
		n.Kind = source.Object
		n.Members, err = p.members()
	case p.pos < len(p.text) && strings.IndexByte("+-.0123456789", p.text[p.pos]) >= 0:
		n.Kind = source.Number
		n.Text, err = p.number()
	default:
		word, known := pyWords[p.word(false)]
		if !known {
			p.pos = start
			return nil, p.fault("a value")
		}
		*n = word
	}
	n.At = p.spot(start, p.pos)
	return n, err
}

func (p *pyReader) items(end byte) ([]*source.Node, error) {
	var all []*source.Node
	for {
		p.skip()
		if p.take(end) {
			return all, nil
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		all = append(all, v)
		p.skip()
		if !p.take(',') && !p.next(end) {
			return nil, p.fault("a comma between values")
		}
	}
}

func (p *pyReader) members() ([]source.Member, error) {
	var all []source.Member
	for {
		p.skip()
		if p.take('}') {
			return all, nil
		}
		start := p.pos
		if !p.next('\'') && !p.next('"') {
			return nil, p.fault("a key in quotes")
		}
		name, err := p.str()
		if err != nil {
			return nil, err
		}
		m := source.Member{Key: name, KeyAt: p.spot(start, p.pos)}
		p.skip()
		if !p.take(':') {
			return nil, p.fault("a colon behind a key")
		}
		p.skip()
		if m.Value, err = p.value(); err != nil {
			return nil, err
		}
		all = append(all, m)
		p.skip()
		if !p.take(',') && !p.next('}') {
			return nil, p.fault("a comma between members")
		}
	}
}

// number is a number in a spelling that JSON has too.
func (p *pyReader) number() (string, error) {
	start := p.pos
	for p.pos < len(p.text) && strings.IndexByte("+-._0123456789eE", p.text[p.pos]) >= 0 {
		p.pos++
	}
	text := strings.ReplaceAll(p.text[start:p.pos], "_", "")
	n := source.Node{Kind: source.Number, Text: strings.TrimPrefix(text, "+")}
	if _, err := strconv.ParseFloat(text, 64); err != nil && !errors.Is(err, strconv.ErrRange) {
		return "", fmt.Errorf("%q is no number", text)
	}
	return n.JSON(), nil
}

// str is a string literal with its escapes resolved.
func (p *pyReader) str() (string, error) {
	quote := p.text[p.pos : p.pos+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(p.text[p.pos:], triple) {
		quote = triple
	}
	p.pos += len(quote)
	var b strings.Builder
	for {
		switch {
		case p.pos >= len(p.text):
			return "", errors.New("the string does not end")
		case strings.HasPrefix(p.text[p.pos:], quote):
			p.pos += len(quote)
			return b.String(), nil
		case p.text[p.pos] == '\\' && p.pos+1 < len(p.text):
			p.pos += p.escape(&b)
		default:
			b.WriteByte(p.text[p.pos])
			p.pos++
		}
	}
}

var pyEscapes = map[byte]string{'n': "\n", 't': "\t", 'r': "\r", '\\': `\`, '\'': "'", '"': `"`, '\n': "", 'a': "\a", 'b': "\b", 'f': "\f", 'v': "\v", '0': "\x00"}

// escape writes what the escape at p.pos stands for, and is its length. What
// Python does not know as one keeps its backslash, as there.
func (p *pyReader) escape(b *strings.Builder) int {
	c := p.text[p.pos+1]
	if digits, ok := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]; ok && p.pos+2+digits <= len(p.text) {
		if r, err := strconv.ParseUint(p.text[p.pos+2:p.pos+2+digits], 16, 32); err == nil && r <= utf8.MaxRune {
			b.WriteRune(rune(r))
			return 2 + digits
		}
	}
	if s, ok := pyEscapes[c]; ok {
		b.WriteString(s)
		return 2
	}
	b.WriteByte('\\')
	return 1
}
