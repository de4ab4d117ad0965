package golden

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Actual is one call of a log.
type Actual struct {
	Tool string
	Args []byte // JSON text, as sent; empty: none
	ID   uint64 // by which its answer names it, hashed; 0: none
	Log  string
	Line int64
}

// Tools finds the tool that a call of a case names; nil where nothing is known of it.
type Tools func(caseID, name string) *calls.Tool

// scoring is one case against the calls of one answer to its prompt.
type scoring struct {
	c      *Case
	tools  Tools
	budget *budget
	got    []Actual
	args   []*source.Node // of got
	pairs  [][]*fit       // of golden call and actual call; nil where the tool is another
	named  map[string]*calls.Tool
	fields map[*calls.Tool]map[string]*calls.Field
}

// budget is how many values all answers to one prompt may still cost, to find which
// call is which and then what to say of them.
type budget struct{ pairing, telling int }

func newBudget() *budget { return &budget{source.MaxCompared, source.MaxCompared} }

// fit is a golden call, or that one of its alternatives that comes nearest,
// against one actual call.
type fit struct {
	right
	nearest
}

// right is a golden call or an alternative of one.
type right struct {
	call *Call
	tool *calls.Tool
	want *value
}

// score is how a case was answered: by source.MaxActual calls at most.
func score(c *Case, got []Actual, tools Tools, b *budget) CaseRun {
	s := &scoring{c: c, tools: tools, budget: b, got: got, named: map[string]*calls.Tool{}, fields: map[*calls.Tool]map[string]*calls.Field{}}
	for _, a := range got {
		s.args = append(s.args, arguments(a.Args))
	}
	for _, call := range c.Calls {
		s.pairs = append(s.pairs, s.fits(call))
	}
	pairing := assign
	if c.Order == GivenOrder {
		pairing = inOrder
	}
	out := s.run(pairing(len(c.Calls), len(got), loneCall, s.cost))
	out.Rough = b.pairing < 0 || b.telling < 0
	return out
}

// tool is one by its name, nil where nothing is known of it.
func (s *scoring) tool(name string) *calls.Tool {
	t, known := s.named[name]
	if !known {
		t = s.tools(s.c.ID, name)
		s.named[name] = t
	}
	return t
}

// arguments are the arguments of a call as a value. Those that are no JSON are a
// string, which no golden call has in their place.
func arguments(text []byte) *source.Node {
	if len(text) == 0 {
		return &source.Node{Kind: source.Object}
	}
	if n, _ := source.ParseJSON(&source.File{Data: text}); n != nil {
		return n
	}
	return &source.Node{Kind: source.String, Text: string(text)}
}

// loneCall is what a golden call costs that is paired with nothing: more than any
// that has the right tool.
const loneCall = 4_000_000

// cost prefers the call that has most fields right, and of such the one that
// stands where the golden call does.
func (s *scoring) cost(i, j int) int {
	f := s.pairs[i][j]
	if f == nil {
		return 3 * loneCall
	}
	return pairCost(f.nearest)*source.MaxActual*2 + min(max(i-j, j-i), source.MaxActual)
}

// fits are a golden call against each actual call.
func (s *scoring) fits(call *Call) []*fit {
	byName := map[string][]right{}
	row := make([]*fit, len(s.got))
	for j, a := range s.got {
		ways, known := byName[a.Tool]
		if !known {
			ways = s.ways(call, a.Tool)
			byName[a.Tool] = ways
		}
		row[j] = s.fit(ways, j)
	}
	return row
}

// ways are those of a golden call and its alternatives that have a tool.
func (s *scoring) ways(call *Call, got string) (ways []right) {
	for _, one := range append([]*Call{call}, call.Alternatives...) {
		if tool := s.tool(one.Tool); sameTool(one.Tool, got, tool, s.tool(got)) {
			ways = append(ways, right{one, tool, one.wanted(tool)})
		}
	}
	return ways
}

func (s *scoring) fit(ways []right, j int) *fit {
	var best *fit
	for _, way := range ways {
		c := &comparer{match: s.c.Match, left: &s.budget.pairing}
		if n := c.nearest(way.want, s.args[j], spot{}); best == nil || n.bad < best.bad {
			best = &fit{way, n}
		}
	}
	return best
}

// sameTool reports whether two names are of one tool: a contract knows both as
// one, or they are equal but for the dots that some APIs do not allow in names.
func sameTool(want, got string, wanted, called *calls.Tool) bool {
	if wanted != nil && called != nil {
		return wanted == called
	}
	return want == got || strings.ReplaceAll(want, ".", "_") == got
}

// run is the outcome of a pairing of golden calls with actual ones.
func (s *scoring) run(pairs []int) CaseRun {
	out := CaseRun{Case: s.c.ID, Note: s.c.Note, Right: true, Calls: []CallRun{}}
	left := make([]bool, len(s.got))
	for j := range left {
		left[j] = true
	}
	for _, j := range pairs {
		if j >= 0 {
			left[j] = false
		}
	}
	for i, call := range s.c.Calls {
		r := CallRun{Index: i, Tool: call.Tool, Verdict: NoCall, Fields: []Cell{}, Wrong: []Wrong{}}
		j := pairs[i]
		late := j < 0 && s.c.Order == GivenOrder
		if late {
			j = s.late(i, left)
		}
		switch {
		case j >= 0:
			left[j] = false
			s.told(&r, s.pairs[i][j], s.args[j])
			if late {
				r.Verdict = WrongOrder
			}
		case s.c.Extra != ExtraAllowed:
			if j = slices.Index(left, true); j >= 0 {
				left[j] = false
				r.Verdict = WrongTool
			}
		}
		if j >= 0 {
			r.Got, r.Log, r.Line = s.got[j].Tool, s.got[j].Log, s.got[j].Line
		}
		out.Right = out.Right && r.Verdict == RightCall
		out.Calls = append(out.Calls, r)
	}
	for j, a := range s.got {
		if !left[j] {
			continue
		}
		verdict := AllowedCall
		if s.c.Extra != ExtraAllowed {
			verdict, out.Right = ExtraCall, false
		}
		out.Calls = append(out.Calls, CallRun{Index: -1, Got: a.Tool, Verdict: verdict, Log: a.Log, Line: a.Line, Fields: []Cell{}, Wrong: []Wrong{}})
	}
	return out
}

// late is the best of the calls that are left and have the right tool; -1: none.
func (s *scoring) late(i int, left []bool) int {
	best := -1
	for j, f := range s.pairs[i] {
		if left[j] && f != nil && (best < 0 || s.cost(i, j) < s.cost(i, best)) {
			best = j
		}
	}
	return best
}

// told says of a golden call what became of it.
func (s *scoring) told(r *CallRun, f *fit, got *source.Node) {
	known, ok := s.fields[f.tool]
	if !ok {
		known = fieldsOf(f.tool)
		s.fields[f.tool] = known
	}
	c := &comparer{match: s.c.Match, fields: known, left: &s.budget.telling}
	d := &diff{}
	c.compare(d, f.right.want, got, spot{})
	r.Tool, r.Verdict = f.call.Tool, RightCall
	if d.bad > 0 {
		r.Verdict = WrongFields
	}
	r.Fields = append(r.Fields, d.cells...)
	r.Wrong = append(r.Wrong, d.wrong...)
}
