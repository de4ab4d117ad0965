package logs

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
	if c.echo {
		return
	}
	e := s.begin(Call, c, from.tool)
	e.Tool = s.decode(from.tool, &s.name)
	e.ID = s.idOf(from.id)
	e.Args = s.argsOf(from.args)
	e.Status, e.Error = from.status, from.why
	if from.alone {
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
			scoped := hashNumber(key, s.scope)
			if again = s.tells(scoped); s.traced {
				e.Again = scoped
			}
		}
		whole := hashJSON(key, e.Args)
		again = s.tells(hashNumber(whole, e.Session)) || again
		if s.once != 0 {
			e.Again = hashNumber(whole, s.once)
		}
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
type pairing struct{ calls, answers uint64 }

// pair is an id for a call without one, or for the answer to it.
func (s *scan) pair(tool []byte, answer bool) uint64 {
	name := hash(hashNumber(0, uint64(s.base)+uint64(s.start)), tool)
	p, known := s.named[name]
	switch {
	case answer && !known:
		return 0
	case answer:
		p.answers++
		s.named[name] = p
		return hashNumber(name, p.answers)
	}
	p.calls++
	s.named[name] = p
	return hashNumber(name, p.calls)
}

// outcome hands over what became of an earlier call, which id names, or else tool.
func (s *scan) outcome(c context, at, id, tool int, status Status, why []byte) {
	e := s.begin(Outcome, c, at)
	if e.ID = s.idOf(id); e.ID == 0 && s.isString(tool) {
		e.ID = s.pair(s.decode(tool, &s.name), true)
	}
	if e.ID == 0 {
		return
	}
	e.Status, e.Error = status, why
	s.each(e)
}

func (s *scan) turn(c context, at int) {
	if !c.meta && !c.echo {
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

// idOf is the hash of an id; 0 where there is none.
func (s *scan) idOf(at int) uint64 {
	if at == 0 {
		return 0
	}
	n := &s.tape.nodes[at]
	if n.kind != isString && n.kind != isNumber || n.start == n.end {
		return 0
	}
	return hash(0, s.decode(at, &s.id))
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
