package logs

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// PythonCall is a call as Python writes it: mv(source='a', destination='b').
type PythonCall struct {
	Name       string
	NameAt     source.Span
	Positional []*source.Node // arguments without a name
	Mixed      bool           // one of them stands behind a named one, which Python refuses
	Named      *source.Node   // an Object; a name that is there twice is there twice
	At         source.Span
}

// PythonCalls reads text that does nothing but call, as Python writes it: one call,
// or a list of them. Only literals are values: nothing is computed. A value holds
// what JSON has for it: 0.5 for .5, an Array for a tuple. spot gives the place of a
// part of the text.
func PythonCalls(text string, spot func(from, to int) source.Span) ([]PythonCall, error) {
	p := &python{text: text, spot: spot}
	p.skip()
	list := p.take('[')
	var all []PythonCall
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

type python struct {
	text  string
	pos   int
	depth int
	spot  func(from, to int) source.Span
}

func (p *python) fault(wanted string) error {
	rest := p.text[p.pos:]
	if rest == "" {
		return fmt.Errorf("%s is expected where the call ends", wanted)
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return fmt.Errorf("%s is expected where %q stands", wanted, r)
}

func (p *python) skip() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *python) next(c byte) bool { return p.pos < len(p.text) && p.text[p.pos] == c }

func (p *python) take(c byte) bool {
	if p.next(c) {
		p.pos++
		return true
	}
	return false
}

// word is a name. Those of tools have dots and hyphens in them, which Python's have not.
func (p *python) word() string {
	start := p.pos
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		letter := c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= utf8.RuneSelf
		if !letter && (p.pos == start || c != '.' && c != '-' && (c < '0' || c > '9')) {
			break
		}
		p.pos++
	}
	return p.text[start:p.pos]
}

func (p *python) call() (c PythonCall, err error) {
	start := p.pos
	c.Name = p.word()
	if c.Name == "" {
		return c, p.fault("the name of a tool")
	}
	c.NameAt = p.spot(start, p.pos)
	p.skip()
	open := p.pos
	if !p.take('(') {
		return c, p.fault("( behind " + c.Name)
	}
	c.Named = &source.Node{Kind: source.Object}
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
	c.Named.At, c.At = p.spot(open, p.pos), p.spot(start, p.pos)
	return c, nil
}

func (p *python) argument(c *PythonCall) error {
	start := p.pos
	name := p.word()
	end := p.pos
	p.skip()
	named := name != "" && p.take('=')
	if !named {
		p.pos = start
	}
	p.skip()
	v, err := p.value()
	switch {
	case err != nil:
		return err
	case named:
		c.Named.Members = append(c.Named.Members, source.Member{Key: name, KeyAt: p.spot(start, end), Value: v})
	default:
		c.Mixed = c.Mixed || len(c.Named.Members) > 0
		c.Positional = append(c.Positional, v)
	}
	return nil
}

func (p *python) value() (*source.Node, error) {
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
		switch p.word() {
		case "True", "true":
			n.Kind, n.Text = source.Bool, "true"
		case "False", "false":
			n.Kind, n.Text = source.Bool, "false"
		case "None", "null":
			n.Kind, n.Text = source.Null, "null"
		default:
			p.pos = start
			return nil, p.fault("a value")
		}
	}
	n.At = p.spot(start, p.pos)
	return n, err
}

func (p *python) items(end byte) ([]*source.Node, error) {
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

func (p *python) members() ([]source.Member, error) {
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

// number keeps the digits as they are: only what JSON does not have is respelled.
func (p *python) number() (string, error) {
	start := p.pos
	for p.pos < len(p.text) && strings.IndexByte("+-._0123456789eE", p.text[p.pos]) >= 0 {
		p.pos++
	}
	said := strings.ReplaceAll(p.text[start:p.pos], "_", "")
	text, sign := strings.TrimPrefix(said, "+"), ""
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		text, sign = rest, "-"
	}
	if strings.HasPrefix(text, ".") {
		text = "0" + text
	}
	if at := strings.IndexAny(text+"e", "eE"); at > 0 && text[at-1] == '.' {
		text = text[:at] + "0" + text[at:]
	}
	text = sign + text
	if end, ok := source.NumberEnd(text, 0); !ok || end != len(text) {
		return "", fmt.Errorf("%q is no number", said)
	}
	return text, nil
}

// str is a string literal with its escapes resolved.
func (p *python) str() (string, error) {
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
			p.escape(&b)
		default:
			b.WriteByte(p.text[p.pos])
			p.pos++
		}
	}
}

// escape reads an escape. What Python does not know as one keeps its backslash, as there.
func (p *python) escape(b *strings.Builder) {
	c := p.text[p.pos+1]
	if r, size := p.code(p.pos); size > 0 {
		p.pos += size
		if second, more := p.code(p.pos); more > 0 && utf16.IsSurrogate(r) { // as JSON writes what lies beyond U+FFFF
			if pair := utf16.DecodeRune(r, second); pair != utf8.RuneError {
				r, p.pos = pair, p.pos+more
			}
		}
		b.WriteRune(r)
		return
	}
	if at := strings.IndexByte("ntr\\'\"abfv0\n", c); at >= 0 {
		if c != '\n' {
			b.WriteByte("\n\t\r\\'\"\a\b\f\v\x00"[at])
		}
		p.pos += 2
		return
	}
	b.WriteByte('\\')
	p.pos++
}

// code is the character that the digits of an escape at pos name, \xe9 or \u00e9, and
// the length of it; 0 where there is none.
func (p *python) code(pos int) (r rune, size int) {
	if pos+1 >= len(p.text) || p.text[pos] != '\\' {
		return 0, 0
	}
	digits, ok := map[byte]int{'x': 2, 'u': 4, 'U': 8}[p.text[pos+1]]
	if !ok || pos+2+digits > len(p.text) {
		return 0, 0
	}
	n, err := strconv.ParseUint(p.text[pos+2:pos+2+digits], 16, 32)
	if err != nil || n > utf8.MaxRune {
		return 0, 0
	}
	return rune(n), 2 + digits
}
