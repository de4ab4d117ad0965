package logs

import (
	"bytes"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// bfcl reads a line of a result file of the Berkeley leaderboard: {id, result}. A
// result is what a model said: {name: arguments}, the arguments as JSON in a
// string, or Python that calls, in lists, of which those of several turns hold one
// for each turn.
func (s *scan) bfcl(at int, c context) bool {
	id, result := s.member(at, kID), s.member(at, kResult)
	if !s.isString(id) || result == 0 || !numbered(s.raw(id)) ||
		s.tape.nodes[at].keys&setOf(kJSONRPC, kTool, kToolName, kName, kType, kRole, kMethod, kOpaque) != 0 {
		return false
	}
	n := &s.tape.nodes[result]
	pos := int(n.start)
	if n.kind == isString {
		pos--
	}
	before := s.stats.Calls
	s.said(pos, 0, s.transcript(at, c))
	return s.stats.Calls > before
}

// numbered says that an id is one of a list of tasks: simple_python_12, live_simple_0-0-0.
func numbered(id []byte) bool {
	under := bytes.IndexByte(id, '_')
	return under > 0 && '0' <= id[len(id)-1] && id[len(id)-1] <= '9'
}

// mostTurns is how deep results nest: turns, steps, calls.
const mostTurns = 4

// said reads the value at pos, which is known to be JSON, and says where it ends.
func (s *scan) said(pos, depth int, c context) int {
	switch s.data[pos] {
	case '"':
		end, _, _ := source.StringEnd(s.data, pos+1)
		s.saidText(pos, end, c)
		return end + 1
	case '[':
		i := space(s.data, pos+1)
		for s.data[i] != ']' {
			if depth == 0 && s.data[i] == '[' && !c.meta {
				s.each(s.beginAt(Turn, c, i))
			}
			if depth >= mostTurns {
				i = s.valueEnd(i)
			} else {
				i = s.said(i, depth+1, c)
			}
			if i = space(s.data, i); s.data[i] == ',' {
				i = space(s.data, i+1)
			}
		}
		return i + 1
	case '{':
		s.saidCall(pos, c)
	}
	return s.valueEnd(pos)
}

func (s *scan) valueEnd(pos int) int {
	s.inner.keys = s.tape.keys
	end, _ := s.inner.read(s.data, pos)
	return end
}

// saidCall reads {name: arguments}.
func (s *scan) saidCall(pos int, c context) {
	i := space(s.data, pos+1)
	if s.data[i] != '"' {
		return
	}
	name := i + 1
	end, escaped, _ := source.StringEnd(s.data, name)
	i = space(s.data, space(s.data, end+1)+1)
	stop := s.valueEnd(i)
	if s.data[space(s.data, stop)] != '}' {
		return
	}
	args := s.data[i:stop]
	switch s.data[i] {
	case '{':
	case '"':
		s.args = unescape(s.args[:0], s.data[i+1:stop-1])
		if args = s.args; len(args) == 0 || args[0] != '{' {
			return
		}
	default:
		return
	}
	tool := s.data[name:end]
	if escaped {
		s.name = unescape(s.name[:0], tool)
		tool = s.name
	}
	s.sayCall(pos, tool, args, c)
}

func (s *scan) sayCall(pos int, tool, args []byte, c context) {
	e := s.beginAt(Call, c, pos)
	e.Tool, e.Args = tool, args
	s.hand(e)
}

// saidText reads Python that does nothing but call: one call, or a list of calls. A
// call with an argument that has no name is left out: which field it is the log does
// not say.
func (s *scan) saidText(pos, end int, c context) {
	s.text = unescape(s.text[:0], s.data[pos+1:end])
	calls, err := PythonCalls(string(s.text), func(int, int) source.Span { return source.Span{} })
	if err != nil {
		return // most texts are words
	}
	for _, call := range calls {
		if len(call.Positional) == 0 {
			s.args = appendCompact(s.args[:0], call.Named)
			s.sayCall(pos, []byte(call.Name), s.args, c)
		}
	}
}

// appendCompact appends a value as JSON without blanks, as most logs have it.
func appendCompact(to []byte, n *source.Node) []byte {
	switch n.Kind {
	case source.Array:
		to = append(to, '[')
		for i, item := range n.Items {
			if i > 0 {
				to = append(to, ',')
			}
			to = appendCompact(to, item)
		}
		return append(to, ']')
	case source.Object:
		to = append(to, '{')
		for i, m := range n.Members {
			if i > 0 {
				to = append(to, ',')
			}
			to = appendCompact(append(source.AppendQuoted(to, m.Key), ':'), m.Value)
		}
		return append(to, '}')
	}
	return n.AppendJSON(to)
}
