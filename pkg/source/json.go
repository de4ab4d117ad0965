package source

import (
	"fmt"
	"unicode/utf8"
)

// jsonScanner reads one JSON text in a single pass, without tokens: a tree of
// 13 MB is built at the speed of its bytes. Nodes, members and items are cut
// from slabs, and a string without an escape is a slice of text.
type jsonScanner struct {
	file  *File
	text  string // the file's bytes from base on
	base  int
	pos   int  // in text, as all offsets are
	lax   bool // comments and trailing commas are accepted
	utf8  bool // the whole text is known to be UTF-8
	depth int

	count int // of nodes

	faults   faultList
	comments []Comment

	nodes       []Node   // unused rest of the current slab
	members     []Member // likewise
	items       []*Node  // likewise
	openMembers []Member // of the objects that are still open
	openItems   []*Node  // of the arrays that are still open
	keys        keySet
}

// newJSONScanner reads the bytes [start, end) of a file.
func newJSONScanner(f *File, start, end int, lax bool) *jsonScanner {
	text := f.Data[start:end]
	return &jsonScanner{file: f, text: string(text), base: start, lax: lax, utf8: utf8.Valid(text)}
}

func parseJSON(f *File, lax bool) (*Node, []Fault) {
	s := newJSONScanner(f, f.bom(), len(f.Data), lax)
	root := s.document()
	if root != nil && len(s.comments) > 0 {
		attach(f, root, jsonEntries(root, -1, nil), s.comments)
	}
	return root, s.faults.sorted()
}

// parseLines reads one JSON value from each line that is not blank. A line with
// a fault does not spoil the others.
func parseLines(f *File) (list []*Node, _ []Fault) {
	s := newJSONScanner(f, f.bom(), len(f.Data), false)
	whole := s.text
	for s.pos < len(whole) {
		end := s.pos
		for end < len(whole) && whole[end] != '\n' {
			end++
		}
		s.text = whole[:end]
		s.space()
		if s.pos < end {
			s.depth, s.openMembers, s.openItems = 0, s.openMembers[:0], s.openItems[:0]
			if n := s.document(); n != nil {
				list = append(list, n)
			}
		}
		s.pos = end + 1
	}
	return list, s.faults.sorted()
}

// document reads the one value of the text, nil if that is not what it is.
func (s *jsonScanner) document() *Node {
	if root, ok := s.value(); ok && s.end() {
		return root
	}
	return nil
}

func (s *jsonScanner) end() bool {
	if !s.space() {
		return false
	}
	if s.pos == len(s.text) {
		return true
	}
	switch c := s.text[s.pos]; {
	case c == '{', c == '[', c == '"', c == '-', isDigit(c):
		return s.fail(s.pos, s.pos+1, "a second document begins here; JSON holds one")
	}
	return s.fail(s.pos, s.pos+1, s.found()+" after the end of the document")
}

// fail notes a fault over [start, end) and is always false.
func (s *jsonScanner) fail(start, end int, text string) bool {
	end = min(end, len(s.text))
	s.faults.add(Fault{At: s.span(min(start, end), end), Text: text})
	return false
}

func (s *jsonScanner) span(start, end int) Span { return Span{s.file, s.base + start, s.base + end} }

// expected is the fault of a byte that cannot stand here.
func (s *jsonScanner) expected(what string) bool {
	return s.fail(s.pos, s.pos+1, "expected "+what+", found "+s.found())
}

const wantKey = "a key in double quotes"

// found names what stands at pos.
func (s *jsonScanner) found() string {
	switch {
	case s.base+s.pos >= len(s.file.Data):
		return "the end of the file"
	case s.pos >= len(s.text):
		return "the end of the line"
	}
	r, size := utf8.DecodeRuneInString(s.text[s.pos:])
	if r == utf8.RuneError && size == 1 {
		return fmt.Sprintf("byte %#02x", s.text[s.pos])
	}
	return fmt.Sprintf("%q", r)
}

// space skips white space, and comments where they are accepted.
func (s *jsonScanner) space() bool {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		case '/':
			if !s.lax {
				return true
			}
			if !s.comment() {
				return false
			}
		default:
			return true
		}
	}
	return true
}

func (s *jsonScanner) node(kind Kind, start int) *Node {
	if len(s.nodes) == 0 {
		s.nodes = make([]Node, slab(len(s.text)-start, 32))
	}
	n := &s.nodes[0]
	s.nodes = s.nodes[1:]
	n.Kind = kind
	n.At = s.span(start, s.pos)
	return n
}

// slab is how many elements to allocate at once where the rest of the text may
// need one about every so many bytes.
func slab(rest, every int) int { return max(4, min(rest/every, 1024)) }

// value reads the value at the next byte that is no space.
func (s *jsonScanner) value() (*Node, bool) {
	if !s.space() {
		return nil, false
	}
	if s.pos == len(s.text) {
		return nil, s.expected("a value")
	}
	if s.count++; s.count > MaxValues {
		return nil, s.fail(s.pos, s.pos+1, tooMany)
	}
	start := s.pos
	switch c := s.text[start]; {
	case c == '"':
		text, ok := s.str()
		if !ok {
			return nil, false
		}
		n := s.node(String, start)
		n.Text = text
		return n, true
	case c == '{', c == '[':
		return s.collection(c)
	case c == '-', isDigit(c):
		if !s.number() {
			return nil, false
		}
		n := s.node(Number, start)
		n.Text = s.text[start:s.pos]
		return n, true
	case c == 't':
		return s.word("true", Bool)
	case c == 'f':
		return s.word("false", Bool)
	case c == 'n':
		return s.word("null", Null)
	}
	return nil, s.expected("a value")
}

func (s *jsonScanner) word(word string, kind Kind) (*Node, bool) {
	start := s.pos
	if len(s.text)-start < len(word) || s.text[start:start+len(word)] != word {
		return nil, s.expected("a value")
	}
	s.pos += len(word)
	n := s.node(kind, start)
	n.Text = word
	return n, true
}

func (s *jsonScanner) collection(open byte) (*Node, bool) {
	if s.depth++; s.depth > MaxDepth {
		return nil, s.fail(s.pos, s.pos+1, tooDeep)
	}
	defer func() { s.depth-- }()
	if open == '{' {
		return s.object()
	}
	return s.array()
}

var (
	tooDeep = "nested deeper than " + DepthLimit.String()
	tooMany = "holds more than " + ValuesLimit.String()
)

func (s *jsonScanner) object() (*Node, bool) {
	n := s.node(Object, s.pos)
	base := len(s.openMembers)
	s.pos++
	for first := true; ; first = false {
		if !s.space() {
			return nil, false
		}
		if s.at('}') && (first || s.lax) {
			break
		}
		if !s.at('"') {
			if first {
				return nil, s.expected(wantKey + ` or "}"`)
			}
			return nil, s.expected(wantKey)
		}
		m, ok := s.member()
		if !ok {
			return nil, false
		}
		s.openMembers = append(s.openMembers, m)
		if more, ok := s.more('}'); !ok {
			return nil, false
		} else if !more {
			break
		}
	}
	s.pos++
	n.At.End = s.base + s.pos
	n.Members = s.cutMembers(base)
	return n, true
}

func (s *jsonScanner) member() (m Member, ok bool) {
	start := s.pos
	if m.Key, ok = s.str(); !ok {
		return m, false
	}
	m.KeyAt = s.span(start, s.pos)
	if !s.space() {
		return m, false
	}
	if !s.at(':') {
		return m, s.expected(`":" after the key`)
	}
	s.pos++
	m.Value, ok = s.value()
	return m, ok
}

func (s *jsonScanner) array() (*Node, bool) {
	n := s.node(Array, s.pos)
	base := len(s.openItems)
	s.pos++
	for first := true; ; first = false {
		if !s.space() {
			return nil, false
		}
		if s.at(']') && (first || s.lax) {
			break
		}
		item, ok := s.value()
		if !ok {
			return nil, false
		}
		s.openItems = append(s.openItems, item)
		if more, ok := s.more(']'); !ok {
			return nil, false
		} else if !more {
			break
		}
	}
	s.pos++
	n.At.End = s.base + s.pos
	n.Items = s.cutItems(base)
	return n, true
}

// more reads what follows an entry: a comma, or the closing bracket, at which it stops.
func (s *jsonScanner) more(closing byte) (more, ok bool) {
	switch {
	case !s.space():
		return false, false
	case s.at(','):
		s.pos++
		return true, true
	case s.at(closing):
		return false, true
	}
	return false, s.expected(fmt.Sprintf(`"," or "%c"`, closing))
}

func (s *jsonScanner) at(c byte) bool { return s.pos < len(s.text) && s.text[s.pos] == c }

// cutMembers moves the members from base on, those of the object that closes,
// into a slice of their own; a key that is there already is a fault.
func (s *jsonScanner) cutMembers(base int) []Member {
	open := s.openMembers[base:]
	if len(open) == 0 {
		return nil
	}
	if len(s.members) < len(open) {
		s.members = make([]Member, max(len(open), slab(len(s.text)-s.pos, 48)))
	}
	own := s.members[:0:len(open)]
	s.keys.reset(len(open))
	for i := range open {
		if at := s.keys.add(own, open[i].Key); at >= 0 {
			s.faults.twice(open[i].Key, own[at].KeyAt, open[i].KeyAt)
			continue
		}
		own = append(own, open[i])
	}
	s.members = s.members[len(open):]
	clear(open)
	s.openMembers = s.openMembers[:base]
	return own
}

func (s *jsonScanner) cutItems(base int) []*Node {
	open := s.openItems[base:]
	if len(open) == 0 {
		return nil
	}
	if len(s.items) < len(open) {
		s.items = make([]*Node, max(len(open), slab(len(s.text)-s.pos, 64)))
	}
	own := s.items[:len(open):len(open)]
	s.items = s.items[len(open):]
	copy(own, open)
	s.openItems = s.openItems[:base]
	return own
}
