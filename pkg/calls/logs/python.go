package logs

import (
	"bytes"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// python reads calls as Python spells them, with arguments that are literals:
// [f(a=1, b='x'), g.h(c=[True, None])].
type python struct {
	text  []byte
	pos   int
	depth int
	wrong bool // it is something else
}

// calls hands over each call; args is overwritten by the next. A call with an
// argument that has no name is left out: which field it is the log does not say.
func (p *python) calls(args *[]byte, each func(tool, args []byte)) {
	list := p.take('[')
	for {
		p.space()
		tool := p.name()
		if len(tool) == 0 || !p.take('(') {
			p.wrong = true
			return
		}
		*args = p.arguments((*args)[:0])
		if p.wrong {
			return
		}
		if len(*args) > 0 {
			each(tool, *args)
		}
		if !list || !p.take(',') {
			break
		}
	}
	if list && !p.take(']') {
		p.wrong = true
	}
	p.space()
	p.wrong = p.wrong || p.pos < len(p.text)
}

func (p *python) arguments(to []byte) []byte {
	to = append(to, '{')
	positional := false
	for !p.take(')') {
		if to[len(to)-1] != '{' || positional {
			if !p.take(',') {
				p.wrong = true
				return to
			}
			if p.take(')') {
				break
			}
		}
		mark, at := len(to), p.pos
		name := p.name()
		if len(name) > 0 && p.take('=') {
			if mark > 1 {
				to = append(to, ',')
			}
			to = append(append(append(to, '"'), name...), '"', ':')
		} else {
			p.pos, positional = at, true
		}
		to = p.value(to)
		if p.wrong {
			return to
		}
		if positional {
			to = to[:mark]
		}
	}
	if positional {
		return to[:0]
	}
	return append(to, '}')
}

// name reads a name with dots in it.
func (p *python) name() []byte {
	p.space()
	from := p.pos
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= utf8.RuneSelf
		if !letter && (p.pos == from || c != '.' && c != '-' && (c < '0' || c > '9')) {
			break
		}
		p.pos++
	}
	return p.text[from:p.pos]
}

func (p *python) space() {
	for p.pos < len(p.text) && bytes.IndexByte([]byte(" \t\r\n"), p.text[p.pos]) >= 0 {
		p.pos++
	}
}

// take passes over c, behind white space, if it is next.
func (p *python) take(c byte) bool {
	p.space()
	if p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

// value appends a literal as JSON.
func (p *python) value(to []byte) []byte {
	p.space()
	if p.pos >= len(p.text) || p.depth > source.MaxDepth/2 {
		p.wrong = true
		return to
	}
	p.depth++
	defer func() { p.depth-- }()
	switch c := p.text[p.pos]; {
	case c == '[':
		return p.list(to, ']')
	case c == '(':
		return p.list(to, ')')
	case c == '{':
		return p.dict(to)
	case c == '\'' || c == '"':
		return p.str(to)
	case c == '-' || c == '.' || '0' <= c && c <= '9':
		return p.num(to)
	}
	switch word := string(p.name()); word {
	case "True", "true":
		return append(to, "true"...)
	case "False", "false":
		return append(to, "false"...)
	case "None", "null":
		return append(to, "null"...)
	}
	p.wrong = true
	return to
}

func (p *python) list(to []byte, end byte) []byte {
	p.pos++
	to = append(to, '[')
	for first := true; !p.take(end); first = false {
		if !first {
			if !p.take(',') {
				p.wrong = true
				return to
			}
			if p.take(end) {
				break
			}
			to = append(to, ',')
		}
		if to = p.value(to); p.wrong {
			return to
		}
	}
	return append(to, ']')
}

func (p *python) dict(to []byte) []byte {
	p.pos++
	to = append(to, '{')
	for first := true; !p.take('}'); first = false {
		if !first {
			if !p.take(',') {
				p.wrong = true
				return to
			}
			if p.take('}') {
				break
			}
			to = append(to, ',')
		}
		if p.space(); p.pos >= len(p.text) || p.text[p.pos] != '\'' && p.text[p.pos] != '"' {
			p.wrong = true
			return to
		}
		to = p.str(to)
		if p.wrong || !p.take(':') {
			p.wrong = true
			return to
		}
		if to = p.value(append(to, ':')); p.wrong {
			return to
		}
	}
	return append(to, '}')
}

// num keeps the digits as they are: only what JSON does not have is respelled.
func (p *python) num(to []byte) []byte {
	from := p.pos
	for p.pos < len(p.text) && bytes.IndexByte([]byte("+-.0123456789eE_"), p.text[p.pos]) >= 0 {
		p.pos++
	}
	text := bytes.ReplaceAll(p.text[from:p.pos], []byte("_"), nil)
	sign := bytes.HasPrefix(text, []byte("-"))
	text = bytes.TrimPrefix(text, []byte("-"))
	if bytes.HasPrefix(text, []byte(".")) {
		text = append([]byte("0"), text...)
	}
	if bytes.HasSuffix(text, []byte(".")) {
		text = append(bytes.Clone(text), '0')
	}
	if sign {
		to = append(to, '-')
	}
	if len(text) == 0 {
		p.wrong = true
		return to
	}
	end, why := numberEnd(text, 0)
	p.wrong = p.wrong || why != "" || end != len(text)
	return append(to, text...)
}

// str appends a string in quotes of either kind.
func (p *python) str(to []byte) []byte {
	quote := p.text[p.pos]
	p.pos++
	to = append(to, '"')
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		p.pos++
		switch {
		case c == quote:
			return append(to, '"')
		case c == '\\' && p.pos < len(p.text):
			to = p.escape(to)
		default:
			to = appendQuoted(to, c)
		}
	}
	p.wrong = true
	return to
}

func (p *python) escape(to []byte) []byte {
	c := p.text[p.pos]
	p.pos++
	switch c {
	case '\n':
		return to
	case 'n', 't', 'r', 'b', 'f':
		return append(to, '\\', c)
	case '\\', '\'', '"':
		return appendQuoted(to, c)
	case 'u', 'x':
		size := map[byte]int{'u': 4, 'x': 2}[c]
		if p.pos+size > len(p.text) {
			break
		}
		hex := p.text[p.pos : p.pos+size]
		for _, d := range hex {
			if hexDigit(d) < 0 {
				p.wrong = true
				return to
			}
		}
		p.pos += size
		return append(append(to, "\\u00"[:6-size]...), hex...)
	}
	return appendQuoted(append(to, `\\`...), c)
}

// appendQuoted appends a byte of a text as a JSON string has it.
func appendQuoted(to []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch {
	case c == '"' || c == '\\':
		return append(to, '\\', c)
	case c == '\n':
		return append(to, '\\', 'n')
	case c < ' ':
		return append(to, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	}
	return append(to, c)
}
