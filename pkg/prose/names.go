package prose

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Kind is how a name stands in a text.
type Kind string

// The kinds of mention.
const (
	Backtick   Kind = "backtick"
	Quote      Kind = "quote"
	Identifier Kind = "identifier" // bare, snake_case or camelCase
	Parameter  Kind = "param"      // an entry of ":param x:" or "Args:"
	InExample  Kind = "example"    // a key of the arguments that a JSON example shows
)

// Role is what the words around a name say that it names.
type Role string

// The roles of a name. Values, fields of answers and placeholders are no mentions at all.
const (
	Argument  Role = ""          // as far as the text tells, an argument
	Tool      Role = "tool"      // "the x tool"
	Called    Role = "called"    // "call x first": a tool, or an API's operation
	Former    Role = "former"    // "formerly x", "x is deprecated"
	Successor Role = "successor" // "renamed to x", "deprecated, use x"
)

// Mention is a name in a text.
type Mention struct {
	Name  string // as spelled: "per_page", "filter.since", "lines[]"
	Kind  Kind
	Role  Role
	Under string // of a Parameter that is listed below another: that one's name; else ""
	At    source.Span
}

// Names lists the names that a text mentions, in the order of the text. An
// ordinary word is no name unless it stands in backticks or quotes.
func Names(t contract.Text) []Mention {
	r := read(t)
	s := &scan{reading: r, masked: []byte(t.Text), deprecates: r.has("deprecated")}
	for _, f := range r.fences() {
		s.mask(f.start, f.end)
	}
	for _, p := range r.params() {
		s.found = append(s.found, found{p.start, p.end, Mention{Name: p.name, Kind: Parameter, Under: p.under}})
		s.mask(p.start, p.end)
	}
	s.prose = string(s.masked)
	s.walk()
	for _, e := range r.examples() {
		for i := range e.args.Members {
			m := &e.args.Members[i]
			s.found = append(s.found, found{e.fence.body + m.KeyAt.Start, e.fence.body + m.KeyAt.End, Mention{Name: m.Key, Kind: InExample}})
		}
	}
	slices.SortStableFunc(s.found, func(a, b found) int { return a.start - b.start })
	var all []Mention
	for _, f := range s.found {
		f.Mention.At = r.span(f.start, f.end)
		all = append(all, f.Mention)
	}
	return all
}

type found struct {
	start, end int
	Mention
}

// scan walks a text once and gathers names.
type scan struct {
	*reading
	masked     []byte // text with what is no prose blanked out
	prose      string // masked, once that is done
	deprecates bool   // the text calls something deprecated
	found      []found
	last       candidate
}

// candidate is a word that looks like a name, whatever the words around it make of it.
type candidate struct {
	start, end int // with its quotes
	role       Role
	dropped    bool
	index      int // in found; -1 where dropped
}

func (s *scan) mask(start, end int) {
	for i := start; i < end; i++ {
		if s.masked[i] != '\n' {
			s.masked[i] = ' '
		}
	}
}

func (s *scan) walk() {
	s.last.end = -1
	for i := 0; i < len(s.prose); {
		rest := s.prose[i:]
		switch c := rest[0]; {
		case c == '`':
			i = s.backtick(i)
		case c == '"' || c == '\'':
			i = s.quoted(i, i+1, rest[:1])
		case strings.HasPrefix(rest, "“"):
			i = s.quoted(i, i+len("“"), "”")
		case strings.HasPrefix(rest, "‘"):
			i = s.quoted(i, i+len("‘"), "’")
		case c == '{' || c == '<':
			i = s.placeholder(i)
		case isWord(c) || c == '$':
			i = s.word(i)
		default:
			i++
		}
	}
}

const (
	// longestCode and longestQuote are in bytes: beyond them, two marks have
	// nothing to do with each other.
	longestCode  = 400
	longestQuote = 80
)

// backtick reads a code span; what it holds is code, so nothing inside is looked at again.
func (s *scan) backtick(i int) int {
	ticks := i
	for ticks < len(s.prose) && s.prose[ticks] == '`' {
		ticks++
	}
	rest := s.prose[ticks:min(len(s.prose), ticks+longestCode)]
	n := strings.Index(rest, s.prose[i:ticks])
	if n < 0 || strings.Contains(rest[:n], "\n\n") {
		return ticks
	}
	end := ticks + n + ticks - i
	s.consider(ticks, ticks+n, i, end, Backtick)
	return end
}

func (s *scan) quoted(i, start int, closing string) int {
	if i > 0 && isWord(s.prose[i-1]) {
		return start // an apostrophe
	}
	rest := s.prose[start:min(start+longestQuote, len(s.prose))]
	n := strings.Index(rest, closing)
	if n <= 0 || strings.Contains(rest[:n], "\n") {
		return start
	}
	end := start + n + len(closing)
	if end < len(s.prose) && isAlnum(s.prose[end]) {
		return start
	}
	s.consider(start, start+n, i, end, Quote)
	return end
}

// placeholder skips {owner} and <name>.
func (s *scan) placeholder(i int) int {
	closing := byte('}')
	if s.prose[i] == '<' {
		closing = '>'
	}
	for j := i + 1; j < len(s.prose) && j < i+longestQuote; j++ {
		switch c := s.prose[j]; {
		case c == closing:
			return j + 1
		case !isWord(c) && strings.IndexByte("-.|/ ", c) < 0:
			return i + 1
		}
	}
	return i + 1
}

// word reads a bare word with all that clings to it: a path, an address or a
// qualifier holds no names.
func (s *scan) word(i int) int {
	end := i
	for end < len(s.prose) && (isWord(s.prose[end]) || strings.IndexByte("$.-/:@=[]%&?#+\\", s.prose[end]) >= 0) {
		end++
	}
	stop := end
	for stop > i && strings.IndexByte(".-:/=?", s.prose[stop-1]) >= 0 {
		stop--
	}
	name := s.prose[i:stop]
	clings := i > 0 && strings.IndexByte("#@$%-/\\.&=:+~", s.prose[i-1]) >= 0
	if !clings && marked(name) && !strings.ContainsAny(name, "-$") {
		s.consider(i, stop, i, stop, Identifier)
	}
	return max(end, i+1)
}

// consider decides by shape and by the words around whether text[start:end] is
// a mention; from and to take in its quotes.
func (s *scan) consider(start, end, from, to int, kind Kind) {
	name := s.reading.text[start:end]
	role, names := s.roleOf(from, to)
	c := candidate{start: from, end: to, role: role, dropped: !names, index: -1}
	ok := named(name) && (kind != Quote || !strings.Contains(name, "-"))
	if names && ok {
		c.index = len(s.found)
		s.found = append(s.found, found{start, end, Mention{Name: name, Kind: kind, Role: role}})
	}
	s.last = c
}
