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

// maxActual is how many calls of one answer are held against a case. Agents stop
// at some 30 turns; the work grows with this number times the golden calls. What
// comes behind it is an extra call.
const maxActual = 1000

// scoring is one case against the calls of one answer to its prompt.
type scoring struct {
	c     *Case
	tools Tools
	got   []Actual
	args  []*source.Node // of got
	diffs [][]*fit       // of golden call and actual call; nil where the tool is another
}

// fit is a golden call, or that one of its alternatives that comes nearest,
// against one actual call.
type fit struct {
	call *Call
	diff *diff
}

// score is how a case was answered.
func score(c *Case, got []Actual, tools Tools) CaseRun {
	s := &scoring{c: c, tools: tools, got: got}
	for _, a := range got {
		s.args = append(s.args, arguments(a.Args))
	}
	near := min(len(got), maxActual)
	for _, call := range c.Calls {
		row := make([]*fit, near)
		for j := range row {
			row[j] = s.fit(call, j)
		}
		s.diffs = append(s.diffs, row)
	}
	pairing := assign
	if c.Order == GivenOrder {
		pairing = inOrder
	}
	return s.run(pairing(len(c.Calls), near, loneCall, s.cost))
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
	f := s.diffs[i][j]
	if f == nil {
		return 3 * loneCall
	}
	return pairCost(f.diff)*maxActual*2 + min(max(i-j, j-i), maxActual)
}

func (s *scoring) fit(call *Call, j int) *fit {
	var best *fit
	for _, alt := range append([]*Call{call}, call.Alternatives...) {
		tool := s.tools(s.c.ID, alt.Tool)
		if !sameTool(alt.Tool, s.got[j].Tool, tool, s.tools(s.c.ID, s.got[j].Tool)) {
			continue
		}
		c := &comparer{match: s.c.Match, tool: tool}
		if d := c.compare(alt.wanted(), s.args[j], spot{}); best == nil || d.bad < best.diff.bad {
			best = &fit{alt, d}
		}
	}
	return best
}

// wanted is what is right, also of a call that was made and not read.
func (c *Call) wanted() *value {
	if c.want == nil {
		(&reader{}).compile(c)
	}
	return c.want
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
			s.fields(&r, s.diffs[i][j])
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
	for j, f := range s.diffs[i] {
		if left[j] && f != nil && (best < 0 || s.cost(i, j) < s.cost(i, best)) {
			best = j
		}
	}
	return best
}

func (s *scoring) fields(r *CallRun, f *fit) {
	r.Tool = f.call.Tool
	r.Verdict = RightCall
	if f.diff.bad > 0 {
		r.Verdict = WrongFields
	}
	r.Fields = append(r.Fields, f.diff.cells...)
	r.Wrong = append(r.Wrong, f.diff.wrong...)
}
