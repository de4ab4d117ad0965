package golden

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Run is golden calls on their way to a result: they are judged, then calls of logs
// are added in order, then scored.
type Run struct {
	Suites []*Suite
	// Partial: a case that no log mentions was not asked, and is not scored. Else the
	// model called nothing for it.
	Partial bool

	result  *Result
	tools   Tools
	named   map[string]*calls.Tool
	cases   map[string]*Case
	answers map[string][]*answer // by case
	open    map[answerKey]*answer
	strays  map[string]int
}

type answerKey struct {
	log     int
	session uint64
	caseID  string
}

// answer is the calls of one answer to the prompt of a case.
type answer struct {
	log    int
	calls  []Actual
	beyond int // calls behind source.MaxActual
}

// Start judges the golden calls of suites by contracts. tools finds those of a case.
func Start(suites []*Suite, tools Tools, nearest func(name string) *calls.Tool) *Run {
	r := &Run{
		Suites: suites, tools: tools, named: map[string]*calls.Tool{}, cases: map[string]*Case{}, answers: map[string][]*answer{}, open: map[answerKey]*answer{}, strays: map[string]int{},
		result: &Result{Version: 1, Findings: []Finding{}, Tools: []ToolScore{}, Runs: []CaseRun{}, Absent: []string{}, Strays: []Stray{}, Broken: []Broken{}, Uncovered: []Uncovered{}},
	}
	j := &judging{tools: tools, nearest: nearest}
	sum := &r.result.Summary
	sum.Files, sum.Share = len(suites), 1
	for _, s := range suites {
		j.suite(s)
		for _, c := range s.Cases {
			sum.Cases++
			sum.Calls += len(c.Calls)
			r.cases[c.ID] = c
		}
	}
	sum.Judged, sum.Unsure, sum.Findings = j.judged, j.unsure, len(j.findings)+j.untold
	sum.Cut = j.cut
	r.result.Findings = append(r.result.Findings, j.findings...)
	slices.SortStableFunc(r.result.Findings, func(a, b Finding) int {
		if a.Span.File != b.Span.File {
			return 0 // files are in order already
		}
		return cmp.Compare(a.Span.Start, b.Span.Start)
	})
	return r
}

// Mention notes that a log has a prompt, whatever was called for it.
func (r *Run) Mention(log int, session uint64, caseID string) {
	if r.cases[caseID] != nil {
		r.answer(log, session, caseID)
	}
}

// Add adds a call of a log. The session tells answers to one prompt apart.
func (r *Run) Add(log int, session uint64, caseID string, a Actual) {
	sum := &r.result.Summary
	sum.Actual++
	if r.cases[caseID] == nil {
		sum.Unmatched++
		if _, known := r.strays[caseID]; known || len(r.strays) < source.MaxStrays {
			r.strays[caseID]++
		} else {
			sum.Untold++
		}
		return
	}
	one := r.answer(log, session, caseID)
	if len(one.calls) == source.MaxActual {
		one.beyond++
		return
	}
	one.calls = append(one.calls, a)
}

func (r *Run) answer(log int, session uint64, caseID string) *answer {
	key := answerKey{log, session, caseID}
	a := r.open[key]
	if a == nil {
		a = &answer{log: log}
		r.open[key] = a
		r.answers[caseID] = append(r.answers[caseID], a)
	}
	return a
}

// Score scores what was added.
func (r *Run) Score() {
	sum := &r.result.Summary
	sum.Scored = true
	all := scores{known: r.named}
	for _, s := range r.Suites {
		for _, c := range s.Cases {
			answers := distinct(r.answers[c.ID])
			if len(answers) == 0 {
				r.result.Absent = append(r.result.Absent, c.ID)
				sum.Absent++
				if r.Partial {
					continue
				}
				answers = []*answer{{}}
			}
			left := newBudget()
			for i, a := range answers {
				one := score(c, a.calls, r.tools, left)
				one.Run, one.Beyond = i+1, a.beyond
				one.Right = one.Right && (a.beyond == 0 || c.Extra == ExtraAllowed)
				r.note(c, one)
				all.add(one)
				r.result.Runs = append(r.result.Runs, one)
			}
		}
	}
	r.result.Tools = all.sorted()
	sum.Share = share(sum.Right, sum.Runs)
	r.lost()
}

// nextRequests is how far behind an answer the next telling of it is looked for.
const nextRequests = 16

// distinct are the answers but for those that another tells again from its beginning:
// a log of requests repeats the conversation with each of them, calls and ids.
func distinct(answers []*answer) []*answer {
	var out []*answer
	for i, a := range answers {
		next := answers[i+1 : min(len(answers), i+1+nextRequests)]
		again := slices.ContainsFunc(next, func(b *answer) bool { return a.begins(b) })
		if !again {
			out = append(out, a)
		}
	}
	return out
}

func (a *answer) begins(b *answer) bool {
	if a.log != b.log || len(a.calls) == 0 || len(a.calls) > len(b.calls) {
		return false
	}
	for i, c := range a.calls {
		if d := b.calls[i]; c.ID == 0 || c.ID != d.ID || c.Tool != d.Tool || !bytes.Equal(c.Args, d.Args) {
			return false
		}
	}
	return true
}

// note counts one answer.
func (r *Run) note(c *Case, one CaseRun) {
	sum := &r.result.Summary
	sum.Runs++
	sum.Beyond += one.Beyond
	if one.Rough {
		sum.Rough++
	}
	if one.Right {
		sum.Right++
	}
	for _, call := range one.Calls {
		if _, known := r.named[call.Tool]; !known && call.Tool != "" {
			r.named[call.Tool] = r.tools(c.ID, call.Tool)
		}
		for _, f := range call.Fields {
			sum.Fields++
			if f.Verdict == Right {
				sum.Exact++
			}
		}
	}
}

// toldStrays is how many prompts are told that no case has, and maxNear how long an
// id may be of which a near one is looked for.
const (
	toldStrays = 50
	maxNear    = 64
)

// lost lists the prompts of logs that no case has, most calls first.
func (r *Run) lost() {
	var ids []string
	for id := range r.cases {
		if len(id) <= maxNear {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for id, n := range r.strays {
		r.result.Strays = append(r.result.Strays, Stray{Case: id, Calls: n})
	}
	slices.SortFunc(r.result.Strays, func(a, b Stray) int { return cmp.Or(b.Calls-a.Calls, cmp.Compare(a.Case, b.Case)) })
	r.result.Summary.Strays = len(r.result.Strays)
	r.result.Strays = r.result.Strays[:min(len(r.result.Strays), toldStrays)]
	for i := range r.result.Strays {
		if s := &r.result.Strays[i]; s.Case != "" && len(s.Case) <= maxNear {
			s.Nearest = config.Nearest(s.Case, ids)
		}
	}
}

// Result is what the run has shown.
func (r *Run) Result() *Result { return r.result }
