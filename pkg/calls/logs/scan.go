package logs

import (
	"bytes"
	"strings"
	"sync"
)

// scan walks the records of one chunk and hands over their events.
type scan struct {
	cursor
	shapes []shape
	each   func(*Event)
	event  Event
	stats  Stats

	told   map[uint64]bool    // the record's calls
	scope  uint64             // what ids are unique in: a message, the traces of a record; 0: nothing
	scopes uint64             // of the record, so far
	once   uint64             // not 0: other records tell the same calls again, by id, tool, arguments and this
	traced bool               // the scope is a trace, which other records may go on with
	named  map[uint64]pairing // by tool: calls and answers of the record that have no id
	parts  map[string]int     // of a span: the index of a call that its attributes tell in parts
	action int                // of ToolBench: the node that names the tool of the next arguments
	lineAt int                // of data, whose line is known
	line   int64
	origin int64  // of data in the log
	fixed  bool   // data is text that a string of the record holds, all of it of one line
	inner  tape   // of such a text
	embed  []byte // such a text
	args   []byte // decoded text
	text   []byte
	name   []byte
	id     []byte
}

// context is what the objects around a value say of all that they hold.
type context struct {
	session uint64
	named   bool // the log names the session
	own     bool // the session is the transcript that holds the value
	meta    bool // what a person seems to say is the program's
	echo    bool // what is told was told before
	time    int64

	caseID   []byte // the prompt, and where its name is from
	caseFrom uint8
}

var scans = sync.Pool{New: func() any {
	return &scan{cursor: cursor{tape: tape{keys: keys()}}, shapes: shapes(), told: map[uint64]bool{}, named: map[uint64]pairing{}, parts: map[string]int{}}
}}

// Scan hands over the events of a chunk in the order of the log, and says what the
// chunk holds. An event and its bytes are good until each returns.
func (c *Chunk) Scan(each func(*Event)) Stats {
	s := scans.Get().(*scan)
	defer scans.Put(s)
	s.place, s.data, s.base, s.last, s.more = c.place, c.data, c.base, c.last, c.more
	s.pos, s.lineAt, s.line, s.origin = 0, 0, c.Line, c.base
	s.each, s.stats = each, Stats{}
	var torn *Broken // which only the end of the log may have torn
	for {
		what, why := s.next()
		if torn != nil && what != ended {
			s.tell(*torn)
			torn = nil
		}
		switch what {
		case found:
			s.stats.Records++
			s.root()
		case broken:
			b := Broken{Line: s.lineOf(s.start), Why: string(why)}
			if c.fault != nil && strings.HasPrefix(b.Why, string(cutOff)) {
				torn = &b
				continue
			}
			s.tell(b)
		default:
			if c.fault != nil {
				s.tell(Broken{Line: s.lineOf(len(s.data)), Why: c.why()})
			}
			stats := s.stats
			s.data, s.each, s.stats = nil, nil, Stats{}
			return stats
		}
	}
}

// why says why the log could not be read on. What a reader says of itself may hold
// paths of this machine, which are nothing for a report.
func (c *Chunk) why() string {
	switch c.fault {
	case errShort, errDamaged, errWide:
		return c.fault.Error()
	}
	return "the log could not be read on"
}

func (s *scan) tell(b Broken) {
	s.stats.Broken++
	if len(s.stats.Examples) < ExamplesKept {
		s.stats.Examples = append(s.stats.Examples, b)
	}
}

// lineOf is the line of a place in data. Places mostly come in order, so that
// each newline is counted once.
func (s *scan) lineOf(at int) int64 {
	if s.fixed {
		return s.line
	}
	if at >= s.lineAt {
		s.line += int64(bytes.Count(s.data[s.lineAt:at], []byte{'\n'}))
	} else {
		s.line -= int64(bytes.Count(s.data[at:s.lineAt], []byte{'\n'}))
	}
	s.lineAt = at
	return s.line
}

// root walks a record. Items of a list at the top that name no session are of the
// list's.
func (s *scan) root() {
	clear(s.told)
	clear(s.named)
	s.action, s.scope, s.scopes, s.traced, s.once = 0, 0, 0, false, 0
	var c context
	if s.inList {
		c.session = hashNumber(0, uint64(s.list))
	}
	if s.tape.nodes[0].kind != isObject {
		s.walk(0, c)
		return
	}
	if c := s.around(0, c); s.plain(0, c) || s.bfcl(0, c) {
		return
	}
	s.walk(0, c)
}

// walk looks for calls in a value and in what it holds.
func (s *scan) walk(at int, c context) {
	n := &s.tape.nodes[at]
	switch n.kind {
	case isArray:
		for i := at + 1; i < int(n.next); i = int(s.tape.nodes[i].next) {
			s.walk(i, c)
		}
	case isObject:
		c = s.around(at, c)
		for i := range s.shapes {
			if sh := &s.shapes[i]; n.keys&sh.all == sh.all && (sh.any == 0 || n.keys&sh.any != 0) && sh.read(s, at, c) {
				return
			}
		}
		s.descend(at, c, other)
	}
}

// descend walks the members of an object, but done, and those below which nothing
// is a call.
func (s *scan) descend(at int, c context, done key) {
	for i := at + 1; i < int(s.tape.nodes[at].next); i = int(s.tape.nodes[i].next) {
		c := c
		switch n := &s.tape.nodes[i]; {
		case n.kind == isString && n.escaped && (n.key == kEmbedded || n.key == kBody || n.key == kMessage || n.key == kEcho) && s.opens(i):
			s.embedded(i, c)
			continue
		case n.key == kEcho:
			c.echo = true
		}
		switch n := &s.tape.nodes[i]; {
		case n.kind < isArray, done != other && n.key == done, n.key == kOpaque, n.key == kArguments, n.key == kArgs, n.key == kToolInput, n.key == kSchema:
		default:
			s.walk(i, c)
		}
	}
}

// embedded walks a record within a record.
func (s *scan) embedded(at int, c context) {
	c.echo = c.echo || s.tape.nodes[at].key == kEcho
	s.nested(s.decode(at, &s.embed), at, func(root int) {
		if !s.plain(root, s.around(root, c)) {
			s.walk(root, c)
		}
	})
}

// member is the node of an object's member; 0 where it has none. Of two of one
// name the last counts, as for most readers.
func (s *scan) member(at int, k key) int {
	found := 0
	if k < lastShape && !s.tape.nodes[at].keys.has(k) {
		return 0
	}
	for i := at + 1; i < int(s.tape.nodes[at].next); i = int(s.tape.nodes[i].next) {
		if s.tape.nodes[i].key == k {
			found = i
		}
	}
	return found
}

// first is the first of several members that an object has.
func (s *scan) first(at int, ks ...key) int {
	for _, k := range ks {
		if i := s.member(at, k); i > 0 {
			return i
		}
	}
	return 0
}

// raw is a value as it stands, of a string what is between its quotes.
func (s *scan) raw(at int) []byte {
	n := &s.tape.nodes[at]
	return s.data[n.start:n.end]
}

func (s *scan) isString(at int) bool { return at > 0 && s.tape.nodes[at].kind == isString }
func (s *scan) isArray(at int) bool  { return at > 0 && s.tape.nodes[at].kind == isArray }
func (s *scan) isObject(at int) bool { return at > 0 && s.tape.nodes[at].kind == isObject }

// is says that a value is the string, as nobody escapes it.
func (s *scan) is(at int, text string) bool {
	return s.isString(at) && string(s.raw(at)) == text
}

// decode is the text of a string, in buf where it has escapes.
func (s *scan) decode(at int, buf *[]byte) []byte {
	n := &s.tape.nodes[at]
	raw := s.data[n.start:n.end]
	if !n.escaped {
		return raw
	}
	*buf = unescape((*buf)[:0], raw)
	return *buf
}

// around is the context within an object.
func (s *scan) around(at int, c context) context {
	keys := s.tape.nodes[at].keys
	if i := s.member(at, kMeta); i > 0 && s.truthy(i) {
		c.meta = true
	}
	if keys.has(kTime) {
		for i := at + 1; i < int(s.tape.nodes[at].next); i = int(s.tape.nodes[i].next) {
			if n := &s.tape.nodes[i]; n.key == kTime && (n.kind == isNumber || n.kind == isString) {
				if t := instant(s.raw(i)); t != 0 {
					c.time = t
					break
				}
			}
		}
	}
	if keys&setOf(kSession, kConversation, kThread, kTrace) != 0 {
		order := [...]key{kSession, kConversation, kThread, kTrace}
		if keys.has(kSpanID) {
			order = [...]key{kTrace, kSession, kConversation, kThread}
		}
		for _, k := range order {
			if i := s.member(at, k); i > 0 {
				if n := &s.tape.nodes[i]; n.kind == isString && n.end > n.start || n.kind == isNumber {
					c.session, c.named = hash(0, s.decode(i, &s.text)), true
					if c.caseFrom == noCase {
						c.caseID, c.caseFrom = s.kept(i), fromSession
					}
					break
				}
			}
		}
	}
	if keys&setOf(kCase, kMetadata, kID) != 0 {
		c = s.caseOf(at, c)
	}
	if !c.named && !c.own && keys.has(kMessages) && s.holdsMessages(at) {
		c.session, c.own = s.ownSession(at), true
	}
	return c
}

// ownSession is that of a conversation which the log does not name.
func (s *scan) ownSession(at int) uint64 {
	return hashNumber(0, uint64(s.origin)+uint64(s.tape.nodes[at].start))
}

// holdsMessages says that an object is a transcript: a member is a list of objects.
func (s *scan) holdsMessages(at int) bool {
	for i := at + 1; i < int(s.tape.nodes[at].next); i = int(s.tape.nodes[i].next) {
		if s.tape.nodes[i].key == kMessages && s.isArray(i) && i+1 < int(s.tape.nodes[i].next) && s.isObject(i+1) {
			return true
		}
	}
	return false
}

// nested walks JSON that a string of the record holds, or that was made of its
// parts, as if it stood at a line of the record.
func (s *scan) nested(text []byte, at int, visit func(root int)) {
	if s.fixed {
		return
	}
	line := s.lineOf(int(s.tape.nodes[at].start))
	s.inner.keys = s.tape.keys
	end, why := s.inner.read(text, 0)
	if why != "" || space(text, end) < len(text) {
		return
	}
	data, lineAt, origin := s.data, s.lineAt, s.origin
	s.origin += int64(s.tape.nodes[at].start)
	s.data, s.fixed, s.line = text, true, line
	s.tape, s.inner = s.inner, s.tape
	visit(0)
	s.tape, s.inner = s.inner, s.tape
	s.data, s.fixed, s.lineAt, s.line, s.origin = data, false, lineAt, line, origin
}
