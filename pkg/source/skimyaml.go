package source

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// yamlForm is how a YAML value is written.
type yamlForm uint8

const (
	yamlNothing yamlForm = iota // no value at all
	yamlBlock                   // a block mapping or sequence
	yamlFlow                    // in brackets
	yamlPlain                   // a plain scalar of one line
	yamlQuoted                  // in quotes, on one line, without escapes
	yamlOther                   // any other scalar
)

// yamlSkimmer goes over block YAML line by line. It knows the part of the
// language that programs write, and people most of the time, and stops at
// anything else: what it accepts is right, and means what it takes it for.
type yamlSkimmer struct {
	shared *skim
	data   []byte // up to the end of the part that is skimmed
	pos    int
	depth  int // levels of collections whose entries are kept
	levels []yamlLevel

	outlines []Outline       // unused rest of the current slab
	members  []OutlineMember // of the collections that are open, the innermost last
	room     []OutlineMember // unused rest of the slab of those that are closed
	build    *yamlBuilder    // nil where no nodes are made

	count   int  // of keys, items and values
	plain   bool // the last line may go on: it ends in a plain scalar
	spoken  bool // a comment for tooldrift stands before the next line of content
	content int  // end of the last line of content, blank lines behind it included
	comment bool // a comment has come since
	indent  int  // of the last block scalar that had any lines
}

// yamlLevel is a block collection that is still open.
type yamlLevel struct {
	column  int
	list    bool
	pending bool     // its last entry has no value yet
	outline *Outline // of the collection, nil where it is not kept
	last    *Outline // of its last entry
	members int      // those of the collections around it

	// While nodes are made:
	node  *Node
	base  int // of its entries, among those of the builder
	start int // of the last entry's key or dash
}

// maxYAMLLevels is far above any real description of an API, and below the
// depth that a file may have.
const maxYAMLLevels = 100

func skimYAML(f *File, depth int) *Outline {
	if len(f.Data) >= leastHalved {
		if cut, ok := cutYAML(f.Data, f.bom(), len(f.Data)/2, depth); ok {
			if root := skimHalves(f, depth, cut); root != nil {
				return root
			}
		}
	}
	return skimWhole(f, depth)
}

func skimWhole(f *File, depth int) *Outline {
	root := &Outline{shared: &skim{file: f, yaml: true}, start: -1, end: len(f.Data)}
	s := &yamlSkimmer{shared: root.shared, data: f.Data, pos: f.bom(), depth: depth}
	if !plainText(f.Data[s.pos:]) || !s.whole(root) {
		return nil
	}
	return root
}

// whole reads a file up to its end into the outline of the mapping or list that it is.
func (s *yamlSkimmer) whole(root *Outline) bool {
	s.skipMarker()
	return s.part(root) && root.form == yamlBlock
}

// skipMarker skips a line that says that the one document begins.
func (s *yamlSkimmer) skipMarker() {
	if rest := s.data[s.pos:]; bytes.HasPrefix(rest, []byte("---\n")) || bytes.HasPrefix(rest, []byte("---\r\n")) {
		s.pos = s.eol(s.pos + len("---"))
	}
}

// lookYAML is o with its members or items, so many levels deep.
func lookYAML(o *Outline, levels int) *Outline {
	f := o.shared.file
	column := o.start - lineStart(f, o.start)
	holder := &Outline{shared: o.shared}
	s := &yamlSkimmer{shared: o.shared, data: f.Data[:o.end], pos: o.start, depth: 1 + levels}
	if !s.begin(holder, column) || !s.part(holder) {
		return nil
	}
	switch {
	case len(holder.members) == 1:
		return holder.members[0].Value
	case len(holder.items) == 1:
		return holder.items[0]
	}
	return nil
}

// loneRefYAML is the value of a $ref that is all that o is, on a line of its own
// or behind a dash, and where it stands.
func loneRefYAML(o *Outline) (ref string, at Span, ok bool) {
	f := o.shared.file
	text := bytes.TrimRight(f.Data[:o.end], " \r\n")
	pos := o.start + 1
	if f.Data[o.start] != '-' {
		pos = o.start + bytes.IndexByte(text[o.start:], '\n') + 1
	}
	for pos < len(text) && text[pos] == ' ' {
		pos++
	}
	const key = "$ref: "
	if !bytes.HasPrefix(text[pos:], []byte(key)) {
		return "", Span{}, false
	}
	pos += len(key)
	value := text[pos:]
	if len(value) < 2 || bytes.IndexByte(value, '\n') >= 0 || bytes.IndexByte(value, ' ') >= 0 {
		return "", Span{}, false
	}
	switch value[0] {
	case '\'', '"':
		if !isPlainQuoted(value) {
			return "", Span{}, false
		}
		value = value[1 : len(value)-1]
	case '|', '>', '[', '{', '#':
		return "", Span{}, false
	default:
		if coreKind(string(value)) == Null {
			return "", Span{}, false
		}
	}
	return string(value), Span{f, pos, len(text)}, true
}

// begin reads the first line of a part, which may begin in the middle of a line.
func (s *yamlSkimmer) begin(holder *Outline, column int) bool {
	s.levels = append(s.levels, yamlLevel{column: -1, pending: true, last: holder})
	return s.line(s.pos, column)
}

// part reads all lines into the outline of the collection that they are.
func (s *yamlSkimmer) part(o *Outline) bool {
	if len(s.levels) == 0 {
		s.levels = append(s.levels, yamlLevel{column: -1, pending: true, last: o})
	}
	for s.pos < len(s.data) {
		start := s.pos
		at := skipSpaces(s.data, start)
		if at == len(s.data) {
			s.pos = at
			break
		}
		switch s.data[at] {
		case '\n', '\r':
			if s.pos = s.eol(at); s.pos < 0 {
				return false
			}
			if !s.comment {
				s.content = s.pos
			}
			if s.build != nil {
				s.build.blank++
			}
		case '#':
			s.remark(at)
		default:
			if at == start && s.isMarker(at) || !s.line(at, at-start) {
				return false
			}
		}
	}
	if s.build != nil {
		s.build.settle()
	} else if s.spoken {
		return false
	}
	for len(s.levels) > 1 {
		if !s.pop() {
			return false
		}
	}
	return true
}

// skipSpaces is the offset of the first byte from pos on that is no space.
func skipSpaces(data []byte, pos int) int {
	for ; len(data)-pos >= 8; pos += 8 {
		if x := binary.LittleEndian.Uint64(data[pos:]) ^ eightSpaces; x != 0 {
			return pos + bits.TrailingZeros64(x)/8
		}
	}
	for pos < len(data) && data[pos] == ' ' {
		pos++
	}
	return pos
}

// isMarker reports whether a document or a directive begins or ends at the
// beginning of a line.
func (s *yamlSkimmer) isMarker(at int) bool {
	rest := s.data[at:]
	return rest[0] == '%' || bytes.HasPrefix(rest, []byte("---")) || bytes.HasPrefix(rest, []byte("..."))
}

// remark is a line that is a comment. One that waives something may be of the
// entry above or the one below, which a tree tells.
func (s *yamlSkimmer) remark(at int) {
	end := bytes.IndexByte(s.data[at:], '\n')
	if end < 0 {
		end = len(s.data) - at - 1
	}
	s.plain, s.comment = false, true
	if s.build != nil {
		s.build.comment(at, lineEnd(s.data, at))
	}
	s.spoken = s.spoken || bytes.Contains(s.data[at:at+end+1], []byte("tooldrift"))
	s.pos = at + end + 1
}

// line reads a line of content that begins at a column.
func (s *yamlSkimmer) line(at, column int) bool {
	if s.plain {
		if column > s.top().column {
			return s.goOn(at)
		}
		s.plain = false
	}
	if s.build != nil {
		s.build.settle()
	}
	first := true
	for s.data[at] == '-' && s.isBlank(at+1) {
		if !s.item(at, column, first) {
			return false
		}
		next := at + 1
		for next < len(s.data) && s.data[next] == ' ' {
			next++
		}
		if s.isEnd(next) {
			return s.rest(next)
		}
		column += next - at
		at, first = next, false
	}
	end := s.keyEnd(at)
	switch {
	case end < 0:
		return false
	case end == at:
		top := s.top()
		return top.pending && 0 <= top.column && top.column < column && s.value(at)
	}
	if !s.key(at, end, column, first) {
		return false
	}
	next := end + 1
	for next < len(s.data) && s.data[next] == ' ' {
		next++
	}
	if s.isEnd(next) {
		return s.rest(next)
	}
	return s.value(next)
}

func (s *yamlSkimmer) top() *yamlLevel { return &s.levels[len(s.levels)-1] }

// isBlank reports whether a token ends before pos.
func (s *yamlSkimmer) isBlank(pos int) bool {
	return pos >= len(s.data) || s.data[pos] == ' ' || s.data[pos] == '\n' || s.data[pos] == '\r'
}

// isEnd reports whether no token stands at pos, which has a space before it.
func (s *yamlSkimmer) isEnd(pos int) bool {
	return pos >= len(s.data) || s.data[pos] == '\n' || s.data[pos] == '\r' || s.data[pos] == '#'
}

// rest reads what may be behind the last token of a line: nothing, or a comment.
func (s *yamlSkimmer) rest(pos int) bool {
	start := pos
	for pos < len(s.data) && s.data[pos] == ' ' {
		pos++
	}
	if pos < len(s.data) && s.data[pos] == '#' && (pos > start || s.data[pos-1] == ' ') {
		start, pos = pos, lineEnd(s.data, pos)
		if s.build != nil {
			s.build.comment(start, pos)
		}
	}
	if pos = s.eol(pos); pos < 0 {
		return false
	}
	s.pos, s.content = pos, pos
	return true
}

// eol is the offset behind the line break at pos, or -1 where there is none.
func (s *yamlSkimmer) eol(pos int) int {
	switch {
	case pos == len(s.data):
		return pos
	case s.data[pos] == '\n':
		return pos + 1
	case s.data[pos] == '\r':
		return pos + 2
	}
	return -1
}

// entry begins an entry of the block collection at a column: a dash at pos, or a key.
func (s *yamlSkimmer) entry(pos, column int, dash, first bool) bool {
	kept := false
	for s.top().column > column {
		kept = kept || s.top().outline != nil
		if !s.pop() {
			return false
		}
	}
	if top := s.top(); top.column == column && top.list && !dash {
		kept = kept || top.outline != nil
		if !s.pop() { // a sequence may stand as far left as the mapping that it is a value of
			return false
		}
	}
	switch top := s.top(); {
	case top.column == column && top.list == dash:
		s.close(top)
	case top.pending && (top.column < column || top.column == column && dash && first):
		if !s.push(pos, column, dash) {
			return false
		}
	default:
		return false
	}
	if s.count += 2; s.count > MaxValues {
		return false
	}
	top := s.top()
	top.pending, top.start = true, pos
	kept = kept || top.outline != nil
	if s.spoken && kept {
		return false
	}
	s.spoken, s.comment = false, false
	if top.outline != nil {
		top.last = s.outline()
		top.last.start = pos
	}
	return true
}

func (s *yamlSkimmer) outline() *Outline {
	if len(s.outlines) == 0 {
		s.outlines = make([]Outline, slab(len(s.data)-s.pos, 64))
	}
	o := &s.outlines[0]
	s.outlines = s.outlines[1:]
	o.shared = s.shared
	return o
}

// push opens the block collection that is the value of the last entry; its first
// one is at pos.
func (s *yamlSkimmer) push(pos, column int, dash bool) bool {
	if len(s.levels) == maxYAMLLevels {
		return false
	}
	top := s.top()
	top.pending = false
	level := yamlLevel{column: column, list: dash, members: len(s.members)}
	if o := top.last; o != nil {
		o.kind, o.form = Object, yamlBlock
		if dash {
			o.kind = Array
		}
		if len(s.levels) <= s.depth {
			o.open = true
			level.outline = o
		}
	}
	if s.build != nil {
		s.build.open(top, &level, pos)
	}
	s.levels = append(s.levels, level)
	return true
}

// pop closes the innermost collection; false where it has a key twice.
func (s *yamlSkimmer) pop() bool {
	top := s.top()
	s.close(top)
	ok := true
	if o := top.outline; o != nil && !top.list {
		o.members = s.settle(s.members[top.members:])
		s.members = s.members[:top.members]
		ok = !twice(o.members)
	}
	if s.build != nil {
		ok = s.build.finish(top)
	}
	s.levels = s.levels[:len(s.levels)-1]
	return ok
}

// close ends the last entry of a level.
func (s *yamlSkimmer) close(level *yamlLevel) {
	if s.build != nil && level.pending {
		s.build.missing(level)
	}
	if level.last != nil {
		level.last.end = s.content
		level.last = nil
	}
}

// item begins the item whose dash is at pos.
func (s *yamlSkimmer) item(pos, column int, first bool) bool {
	if !s.entry(pos, column, true, first) {
		return false
	}
	top := s.top()
	if top.outline != nil {
		top.outline.items = append(top.outline.items, top.last)
	}
	if s.build != nil {
		s.build.items = append(s.build.items, nil)
	}
	return true
}

// key begins the member whose key is [at, end), quotes included.
func (s *yamlSkimmer) key(at, end, column int, first bool) bool {
	if end-at > maxKey || string(s.data[at:end]) == "<<" || !s.entry(at, column, false, first) {
		return false
	}
	top := s.top()
	text := s.data[at:end]
	if s.build != nil {
		name := string(text)
		if text[0] == '"' || text[0] == '\'' {
			name = unquoteYAML(text)
		}
		s.build.members = append(s.build.members, Member{name, Span{s.shared.file, at, end}, nil})
	}
	if top.outline == nil {
		return true
	}
	if text[0] == '"' || text[0] == '\'' {
		if !isPlainQuoted(text) {
			return false
		}
		text = text[1 : len(text)-1]
	}
	s.members = append(s.members, OutlineMember{string(text), Span{s.shared.file, at, end}, top.last})
	return true
}

// settle is a copy of members that are all there is of a collection.
func (s *yamlSkimmer) settle(members []OutlineMember) []OutlineMember {
	n := len(members)
	if n > len(s.room) {
		s.room = make([]OutlineMember, max(n, slab(len(s.data)-s.pos, 64)))
	}
	kept := s.room[:n:n]
	s.room = s.room[n:]
	copy(kept, members)
	return kept
}

// maxKey is below the 1024 bytes after which a parser looks for no colon.
const maxKey = 1000
