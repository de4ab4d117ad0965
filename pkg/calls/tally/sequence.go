package tally

import (
	"github.com/tooldrift/tooldrift/pkg/calls/logs"
)

// Moment is what the order of a log is looked at for: an event without its
// arguments, and whether the call is valid.
type Moment struct {
	Session uint64
	ID      uint64
	Again   uint64 // of a Call that the log may tell again, what its tellings have in common; 0
	Tool    int32  // index of the tool, of a Call; -1 of a tool that none is
	Kind    logs.Kind
	Status  logs.Status
	Valid   bool
}

// MomentOf is the moment of an event that is no call of a known tool.
func MomentOf(e *logs.Event) Moment {
	return Moment{Session: e.Session, ID: e.ID, Tool: -1, Kind: e.Kind, Status: e.Status}
}

// How much of the past of a log is remembered: of conversations that are open, and
// of calls that are not answered yet, twice so many. Older ones are forgotten.
const mostRemembered = 1 << 16

// Sequence looks at one log from its beginning to its end, for what no single call
// tells: that a call repeats one that failed, and what became of it.
type Sequence struct {
	tally    *Tally
	now      int64                 // events so far
	began    memory[uint64, int64] // the turn of a session
	failed   memory[turn, failure]
	awaiting memory[asked, answered]
}

// failure is the last invalid call of a tool in a session.
type failure struct {
	at int64
	id uint64 // of a call that the log has not answered yet; 0 otherwise
}

// turn is the calls of one tool in a session.
type turn struct {
	session uint64
	tool    int32
}

type asked struct{ session, id uint64 }

type answered struct {
	tool  int32
	valid bool
}

// NewSequence is for one log; what it finds is counted in t.
func NewSequence(t *Tally) *Sequence { return &Sequence{tally: t} }

// Next looks at what comes next in the log.
func (s *Sequence) Next(m Moment) {
	s.now++
	switch m.Kind {
	case logs.Turn:
		s.began.put(m.Session, s.now)
	case logs.Outcome:
		s.answer(m)
	case logs.Call:
		if m.Tool >= 0 {
			s.call(m)
		}
	}
}

func (s *Sequence) answer(m Moment) {
	key := asked{m.Session, m.ID}
	call, ok := s.awaiting.find(key)
	if !ok {
		return
	}
	s.awaiting.drop(key)
	s.outcome(call, m.Status)
	of := turn{m.Session, call.tool}
	if f, ok := s.failed.find(of); ok && f.id == m.ID {
		s.failed.put(of, failure{at: f.at})
	}
}

func (s *Sequence) call(m Moment) {
	id := m.ID
	switch {
	case m.Status != logs.Unknown:
		s.outcome(answered{m.Tool, m.Valid}, m.Status)
		id = 0
	case id != 0:
		s.awaiting.put(asked{m.Session, id}, answered{m.Tool, m.Valid})
	}
	// Lines that name no session are of anybody, unless turns begin among them: an
	// invalid call and the next of that tool need not be one's own.
	if _, turns := s.began.find(m.Session); m.Session == 0 && !turns {
		return
	}
	key := turn{m.Session, m.Tool}
	if s.again(key) {
		c := s.tally.Tools[m.Tool]
		c.Retries++
		if m.Valid {
			c.Repaired++
			s.failed.drop(key)
		}
	}
	if !m.Valid {
		s.failed.put(key, failure{s.now, id})
	}
}

// again reports whether a call of a tool follows one that failed, in the same turn.
// Calls that are made at once, before the first of them is answered, repeat nothing.
func (s *Sequence) again(key turn) bool {
	began, _ := s.began.find(key.session)
	f, ok := s.failed.find(key)
	return ok && f.id == 0 && f.at > began
}

func (s *Sequence) outcome(call answered, status logs.Status) {
	c := s.tally.Tools[call.tool]
	switch {
	case call.valid && status == logs.Failed:
		c.Failed++
	case !call.valid && status == logs.Succeeded:
		c.Tolerated++
	}
}

// memory remembers what was put last, at least mostRemembered entries and at most
// twice as many: when the younger half is full, the older is forgotten.
type memory[K comparable, V any] struct{ young, old map[K]V }

func (m *memory[K, V]) put(key K, value V) {
	if m.young == nil {
		m.young = map[K]V{}
	}
	if _, known := m.young[key]; !known && len(m.young) >= mostRemembered {
		m.old, m.young = m.young, map[K]V{}
	}
	m.young[key] = value
}

func (m *memory[K, V]) find(key K) (V, bool) {
	v, ok := m.young[key]
	if !ok {
		v, ok = m.old[key]
	}
	return v, ok
}

func (m *memory[K, V]) drop(key K) {
	delete(m.young, key)
	delete(m.old, key)
}
