package logs

import (
	"bytes"
	"sync"
)

// scan walks the records of one chunk and hands over their events.
type scan struct {
	cursor
	shapes []shape
	each   func(*Event)
	event  Event
	stats  Stats

	told   map[uint64]bool // the record's calls
	scope  uint64          // what ids are unique in: a message, the traces of a record; 0: nothing
	scopes uint64          // of the record, so far
	named  []pairing       // calls and answers of the record that have no id
	action int             // of ToolBench: the node that names the tool of the next arguments
	lineAt int             // of data, whose line is known
	line   int64
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
	time    int64

	caseID   []byte // the prompt, and where its name is from
	caseFrom uint8
}

var scans = sync.Pool{New: func() any {
	return &scan{cursor: cursor{tape: tape{keys: keys()}}, shapes: shapes(), told: map[uint64]bool{}}
}}

// Scan hands over the events of a chunk in the order of the log, and says what the
// chunk holds. An event and its bytes are good until each returns.
func (c *Chunk) Scan(each func(*Event)) Stats {
	s := scans.Get().(*scan)
	defer scans.Put(s)
	s.place, s.data, s.base, s.last, s.more = c.place, c.data, c.base, c.last, c.more
	s.pos, s.lineAt, s.line = 0, 0, c.Line
	s.each, s.stats = each, Stats{}
	for {
		what, why := s.next()
		switch what {
		case found:
			s.stats.Records++
			s.root()
		case broken:
			s.tell(Broken{Line: s.lineOf(s.start), Why: string(why)})
		default:
			if c.fault != "" {
				s.tell(Broken{Line: s.lineOf(len(s.data)), Why: c.fault})
			}
			stats := s.stats
			s.data, s.each, s.stats = nil, nil, Stats{}
			return stats
		}
	}
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
	s.named, s.action, s.scope, s.scopes = s.named[:0], 0, 0, 0
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
		switch n := &s.tape.nodes[i]; {
		case n.kind < isArray, done != other && n.key == done, n.key == kOpaque, n.key == kArguments, n.key == kArgs, n.key == kToolInput, n.key == kSchema:
		default:
			s.walk(i, c)
		}
	}
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
		c.session, c.own = hashNumber(0, uint64(s.base)+uint64(s.tape.nodes[at].start)), true
	}
	return c
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

// call is one as a format tells it: nodes, 0 where there is none.
type call struct {
	tool, args, id int
	nameless       bool   // an answer names it by its tool alone
	alone          bool   // the record is the call: nothing in it tells of it again, and its id is its own
	status         Status // where the record says what became of it
	why            []byte
}

// call hands over a call.
func (s *scan) call(c context, from call) {
	e := s.begin(Call, c, from.tool)
	e.Tool = s.decode(from.tool, &s.name)
	e.ID, e.Again = s.idOf(from.id)
	e.Args = s.argsOf(from.args)
	e.Status, e.Error = from.status, from.why
	if from.alone {
		e.Again = 0
		s.stats.Calls++
		s.each(e)
		return
	}
	if e.ID == 0 && from.nameless {
		e.ID = s.pair(e.Tool, false)
	}
	s.hand(e)
}

// hand hands over a call, unless the record told it before: then what became of
// it, where that is what the second telling adds. Two tellings have id, tool and
// arguments in common, for ids come twice in real logs; within a message, whose
// calls a library keeps beside what it made of them, the id is enough.
func (s *scan) hand(e *Event) {
	again := false
	if e.ID != 0 {
		key := hashNumber(hash(0, e.Tool), e.ID)
		if s.scope != 0 {
			again = s.tells(hashNumber(key, s.scope))
		}
		key = hashJSON(key, e.Args)
		if e.Again != 0 {
			e.Again = key
		}
		again = s.tells(hashNumber(key, e.Session)) || again
	}
	if !again {
		s.stats.Calls++
	} else if e.Kind, e.Tool, e.Args = Outcome, nil, nil; e.Status == Unknown {
		return
	}
	s.each(e)
}

// tells notes that the record tells a call, and says whether it did before.
func (s *scan) tells(key uint64) bool {
	before := s.told[key]
	s.told[key] = true
	return before
}

// within sets what ids are unique in, until it is called with what it returns.
func (s *scan) within(scope uint64) (outer uint64) {
	outer, s.scope = s.scope, scope
	return outer
}

// pairing counts calls and answers of one tool that have no ids: the first answer
// is that to the first call.
type pairing struct {
	tool           uint64
	calls, answers uint64
}

// pair is an id for a call without one, or for the answer to it.
func (s *scan) pair(tool []byte, answer bool) uint64 {
	name := hash(hashNumber(0, uint64(s.base)+uint64(s.start)), tool)
	for i := range s.named {
		if p := &s.named[i]; p.tool == name {
			if answer {
				p.answers++
				return hashNumber(name, p.answers)
			}
			p.calls++
			return hashNumber(name, p.calls)
		}
	}
	if answer {
		return 0
	}
	s.named = append(s.named, pairing{tool: name, calls: 1})
	return hashNumber(name, 1)
}

// outcome hands over what became of an earlier call, which id names, or else tool.
func (s *scan) outcome(c context, at, id, tool int, status Status, why []byte) {
	e := s.begin(Outcome, c, at)
	if e.ID, e.Again = s.idOf(id); e.ID == 0 && s.isString(tool) {
		e.ID = s.pair(s.decode(tool, &s.name), true)
	}
	if e.ID == 0 {
		return
	}
	e.Status, e.Error = status, why
	s.each(e)
}

func (s *scan) turn(c context, at int) {
	if !c.meta {
		s.each(s.begin(Turn, c, at))
	}
}

func (s *scan) begin(k Kind, c context, at int) *Event {
	return s.beginAt(k, c, int(s.tape.nodes[at].start))
}

func (s *scan) beginAt(k Kind, c context, pos int) *Event {
	s.event = Event{Kind: k, Time: c.time, Session: c.session, Case: c.caseID, Line: s.lineOf(pos)}
	return &s.event
}

// shortestUnique is how long an id is that its maker means to be unique in the
// world: call_ and eight letters. Counters and ids of one conversation are shorter.
const shortestUnique = 12

func (s *scan) idOf(at int) (id, again uint64) {
	if at == 0 {
		return 0, 0
	}
	n := &s.tape.nodes[at]
	if n.kind != isString && n.kind != isNumber || n.start == n.end {
		return 0, 0
	}
	text := s.decode(at, &s.id)
	id = hash(0, text)
	if n.kind == isString && len(text) >= shortestUnique {
		again = id
	}
	return id, again
}

// argsOf is the arguments as JSON text: of a string its text, of anything else
// what stands there, of null and of nothing none.
func (s *scan) argsOf(at int) []byte {
	switch {
	case at == 0 || s.tape.nodes[at].kind == isNull:
		return nil
	case s.isString(at):
		return s.decode(at, &s.args)
	}
	return s.raw(at)
}

// mostError is how much of an answer is told.
const mostError = 400

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
	data, lineAt := s.data, s.lineAt
	s.data, s.fixed, s.line = text, true, line
	s.tape, s.inner = s.inner, s.tape
	visit(0)
	s.tape, s.inner = s.inner, s.tape
	s.data, s.fixed, s.lineAt, s.line = data, false, lineAt, line
}

// errorText is what an answer says: its text, that of the first text in it, else
// what stands there.
func (s *scan) errorText(at int) []byte {
	if at == 0 {
		return nil
	}
	switch n := &s.tape.nodes[at]; n.kind {
	case isNull:
		return nil
	case isString:
	case isArray:
		for i := at + 1; i < int(n.next); i = int(s.tape.nodes[i].next) {
			if s.isString(i) {
				return s.errorText(i)
			}
			if text := s.member(i, kText); s.isObject(i) && text > 0 {
				return s.errorText(text)
			}
		}
	case isObject:
		if text := s.first(at, kMessage, kError, kText); text > 0 && s.isString(text) {
			return s.errorText(text)
		}
	}
	text := s.decode(at, &s.text)
	return text[:min(len(text), mostError)]
}
