package source

import (
	"bytes"
	"encoding/binary"
)

// jsonSkimmer goes over JSON at the speed of its bytes: it accepts what a
// jsonScanner accepts, and keeps only where the upper values begin and end. Its
// methods take an offset and return the one behind what they read, or bad.
type jsonSkimmer struct {
	shared *skim
	data   []byte
	depth  int
	count  int // of values

	outlines []Outline       // unused rest of the current slab
	open     []OutlineMember // of the objects that are still open
	items    []*Outline      // of the arrays that are still open
}

const bad = -1

func skimJSON(f *File, start, levels int) *Outline {
	s := &jsonSkimmer{shared: &skim{file: f}, data: f.Data}
	root, end := s.value(start, levels)
	if end == bad || s.space(end) < len(s.data) {
		return nil
	}
	return root
}

// lookJSON is o with its members or items, so many levels deep.
func lookJSON(o *Outline, levels int) *Outline {
	s := &jsonSkimmer{shared: o.shared, data: o.shared.file.Data[:o.end]}
	inside, end := s.value(o.start, levels)
	if end == bad {
		return nil
	}
	return inside
}

// loneRefJSON is the string of the "$ref" that is the first member of o, and where
// it stands.
func loneRefJSON(o *Outline) (ref string, at Span, ok bool) {
	s := &jsonSkimmer{data: o.shared.file.Data[:o.end]}
	if o.kind != Object {
		return "", Span{}, false
	}
	pos := s.space(o.start + 1)
	if !bytes.HasPrefix(s.data[pos:], []byte(`"$ref"`)) {
		return "", Span{}, false
	}
	pos = s.colon(pos + len(`"$ref"`))
	if s.data[pos] != '"' {
		return "", Span{}, false
	}
	end := s.str(pos)
	return unquote(s.data[pos:end]), Span{o.shared.file, pos, end}, true
}

func parseJSONPart(f *File, start, end int) (*Node, []Fault) {
	s := newJSONScanner(f, start, end, false)
	return s.document(), s.faults.sorted()
}

var jsonKinds = [256]Kind{'{': Object, '[': Array, '"': String, 't': Bool, 'f': Bool, 'n': Null,
	'-': Number, '0': Number, '1': Number, '2': Number, '3': Number, '4': Number, '5': Number, '6': Number, '7': Number, '8': Number, '9': Number}

// value is the value at pos with so many levels below it.
func (s *jsonSkimmer) value(pos, levels int) (*Outline, int) {
	if pos == len(s.data) {
		return nil, bad
	}
	if len(s.outlines) == 0 {
		s.outlines = make([]Outline, slab(len(s.data)-pos, 64))
	}
	o := &s.outlines[0]
	s.outlines = s.outlines[1:]
	o.shared, o.start, o.kind = s.shared, pos, jsonKinds[s.data[pos]]
	switch {
	case levels > 0 && o.kind == Object:
		o.end = s.object(o, levels)
	case levels > 0 && o.kind == Array:
		o.end = s.array(o, levels)
	default:
		o.end = s.skip(pos)
	}
	return o, o.end
}

// enter is the first token inside the collection that begins at pos.
func (s *jsonSkimmer) enter(pos int) int {
	s.depth++
	s.count++
	if s.depth > MaxDepth || s.count > MaxValues {
		return bad
	}
	if pos = s.space(pos + 1); pos == len(s.data) {
		return bad
	}
	return pos
}

// more goes on behind the entry that ends at pos: to the next one, or behind the
// end of the collection, which last says.
func (s *jsonSkimmer) more(pos int, closing byte) (next int, last bool) {
	if pos = s.space(pos); pos == len(s.data) {
		return bad, true
	}
	switch s.data[pos] {
	case ',':
		if pos = s.space(pos + 1); pos == len(s.data) {
			return bad, true
		}
		return pos, false
	case closing:
		s.depth--
		return pos + 1, true
	}
	return bad, true
}

func (s *jsonSkimmer) object(o *Outline, levels int) int {
	o.open = true
	pos := s.enter(o.start)
	if pos == bad {
		return bad
	}
	if s.data[pos] == '}' {
		s.depth--
		return pos + 1
	}
	base := len(s.open)
	for last := false; !last; {
		end := s.str(pos)
		if end == bad {
			return bad
		}
		m := OutlineMember{KeyAt: Span{s.shared.file, pos, end}, Key: unquote(s.data[pos:end])}
		if pos = s.colon(end); pos == bad {
			return bad
		}
		if m.Value, pos = s.value(pos, levels-1); pos == bad {
			return bad
		}
		s.open = append(s.open, m)
		if pos, last = s.more(pos, '}'); pos == bad {
			return bad
		}
	}
	o.members = append([]OutlineMember(nil), s.open[base:]...)
	s.open = s.open[:base]
	if twice(o.members) {
		return bad
	}
	return pos
}

func (s *jsonSkimmer) array(o *Outline, levels int) int {
	o.open = true
	pos := s.enter(o.start)
	if pos == bad {
		return bad
	}
	if s.data[pos] == ']' {
		s.depth--
		return pos + 1
	}
	base := len(s.items)
	for last := false; !last; {
		var item *Outline
		if item, pos = s.value(pos, levels-1); pos == bad {
			return bad
		}
		s.items = append(s.items, item)
		if pos, last = s.more(pos, ']'); pos == bad {
			return bad
		}
	}
	o.items = append([]*Outline(nil), s.items[base:]...)
	s.items = s.items[:base]
	return pos
}

// unquote is the text of a string that was skimmed.
func unquote(quoted []byte) string {
	text := string(quoted[1 : len(quoted)-1])
	if bytes.IndexByte(quoted, '\\') >= 0 {
		return unescape(text)
	}
	return text
}

// twice reports whether a key is there twice.
func twice(members []OutlineMember) bool {
	if len(members) < manyKeys {
		for i := range members {
			for j := range i {
				if members[i].Key == members[j].Key {
					return true
				}
			}
		}
		return false
	}
	seen := make(map[string]bool, len(members))
	for i := range members {
		if seen[members[i].Key] {
			return true
		}
		seen[members[i].Key] = true
	}
	return false
}

// colon is the value whose key ends at pos.
func (s *jsonSkimmer) colon(pos int) int {
	if pos = s.space(pos); pos == len(s.data) || s.data[pos] != ':' {
		return bad
	}
	if pos = s.space(pos + 1); pos == len(s.data) {
		return bad
	}
	return pos
}

// skip goes over the value at pos.
func (s *jsonSkimmer) skip(pos int) int {
	switch s.data[pos] {
	case '{':
		return s.skipObject(pos)
	case '[':
		return s.skipArray(pos)
	}
	if s.count++; s.count > MaxValues {
		return bad
	}
	switch s.data[pos] {
	case '"':
		return s.str(pos)
	case 't':
		return s.word(pos, "true")
	case 'f':
		return s.word(pos, "false")
	case 'n':
		return s.word(pos, "null")
	}
	if end, ok := numberEnd(s.data, pos); ok {
		return end
	}
	return bad
}

func (s *jsonSkimmer) word(pos int, word string) int {
	if len(s.data)-pos < len(word) || string(s.data[pos:pos+len(word)]) != word {
		return bad
	}
	return pos + len(word)
}

func (s *jsonSkimmer) skipObject(pos int) int {
	if pos = s.enter(pos); pos == bad {
		return bad
	}
	if s.data[pos] == '}' {
		s.depth--
		return pos + 1
	}
	for last := false; !last; {
		if pos = s.str(pos); pos == bad {
			return bad
		}
		if pos = s.colon(pos); pos == bad {
			return bad
		}
		if pos = s.skip(pos); pos == bad {
			return bad
		}
		if pos, last = s.more(pos, '}'); pos == bad {
			return bad
		}
	}
	return pos
}

func (s *jsonSkimmer) skipArray(pos int) int {
	if pos = s.enter(pos); pos == bad {
		return bad
	}
	if s.data[pos] == ']' {
		s.depth--
		return pos + 1
	}
	for last := false; !last; {
		if pos = s.skip(pos); pos == bad {
			return bad
		}
		if pos, last = s.more(pos, ']'); pos == bad {
			return bad
		}
	}
	return pos
}

// eightSpaces are eight spaces as one number.
const eightSpaces = ' ' * lowBits

// space skips white space. Most of it is indentation.
func (s *jsonSkimmer) space(pos int) int {
	data := s.data
	for pos < len(data) {
		switch data[pos] {
		case ' ', '\t', '\r':
			pos++
		case '\n':
			pos++
			for len(data)-pos >= 8 && binary.LittleEndian.Uint64(data[pos:]) == eightSpaces {
				pos += 8
			}
		default:
			return pos
		}
	}
	return pos
}

const (
	lowBits  = 0x0101010101010101 // the lowest bit of each byte
	highBits = 0x8080808080808080
)

// str skips the string at pos.
func (s *jsonSkimmer) str(pos int) int {
	if s.data[pos] != '"' {
		return bad
	}
	end, _, why := StringEnd(s.data, pos+1)
	if why != WholeString {
		return bad
	}
	return end + 1
}
