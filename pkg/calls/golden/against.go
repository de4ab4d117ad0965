package golden

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// Comparison is a result beside an earlier one, over the calls that both scored.
type Comparison struct {
	File string `json:"file"`
	// Runs are those that both results have, by case and number.
	Runs int `json:"runs"`
	// Fell are the scores that fell, Rose those that rose, in the order of tools and
	// fields.
	Fell []Change `json:"fell"`
	Rose []Change `json:"rose"`
}

// Change is a score that changed: of a field, or of a tool as a whole, which counts
// whether it was called where it is right, and nowhere else.
type Change struct {
	Tool   string  `json:"tool"`
	Field  string  `json:"field"` // "" for the tool
	Paired int     `json:"paired"`
	Before float64 `json:"before"` // share that was right, of Paired
	After  float64 `json:"after"`
	Worse  int     `json:"worse"` // that were right and are not
	Better int     `json:"better"`
	// P is how likely at least as many of the changes go the way most do, where each
	// goes either way as a coin falls: McNemar's exact test, one-sided.
	P float64 `json:"p"`
	// Cases are those that went that way, in the order of the golden files.
	Cases []string `json:"cases"`
	// Verdicts are what they have become, or were, most frequent first.
	Verdicts []Verdict `json:"verdicts"`
}

// ReadResult reads an earlier result, as the JSON format writes it.
func ReadResult(data []byte) (*Result, error) {
	r := &Result{}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, errors.New("it is no result of tooldrift golden: " + plainJSONError(err))
	}
	switch {
	case r.Version != 1 || r.Runs == nil:
		return nil, errors.New("it is no result of tooldrift golden: --results writes one")
	case !r.Summary.Scored:
		return nil, errors.New("it holds no scores: it was written without --actual")
	}
	return r, nil
}

func plainJSONError(err error) string {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Sprintf("%s is a JSON %s", cmp.Or(wrong.Field, "the whole"), wrong.Value)
	}
	return "it is no JSON"
}

// runKey is one answer to the prompt of a case, callKey one golden call in it.
type runKey struct {
	caseID string
	run    int
}
type callKey struct {
	run   runKey
	index int
}

// pairing is what both results say of one tool, or one field of it.
type pairing struct {
	paired, before, after int
	worse, better         []string // cases
	became, was           map[Verdict]int
}

// Compare holds a result against an earlier one. A field that only one of two calls
// has was extra there, and right in the other, which rightly left it out.
func Compare(now, before *Result, file string) *Comparison {
	out := &Comparison{File: file, Fell: []Change{}, Rose: []Change{}}
	old := map[callKey]CallRun{}
	extra := map[runKey]map[string]bool{}
	for _, r := range before.Runs {
		key := runKey{r.Case, r.Run}
		extra[key] = extras(r)
		for _, c := range r.Calls {
			if c.Index >= 0 {
				old[callKey{key, c.Index}] = c
			}
		}
	}
	type name struct{ tool, field string }
	all := map[name]*pairing{}
	note := func(tool, field, id string, was, is Verdict) {
		p := all[name{tool, field}]
		if p == nil {
			p = &pairing{became: map[Verdict]int{}, was: map[Verdict]int{}}
			all[name{tool, field}] = p
		}
		p.note(id, was, is)
	}
	for _, r := range now.Runs {
		key := runKey{r.Case, r.Run}
		if was, both := extra[key]; both {
			out.Runs++
			is := extras(r)
			for tool := range is {
				if !was[tool] {
					note(tool, "", r.Case, Right, ExtraCall)
				}
			}
			for tool := range was {
				if !is[tool] {
					note(tool, "", r.Case, ExtraCall, Right)
				}
			}
		}
		for _, c := range r.Calls {
			o, ok := old[callKey{key, c.Index}]
			if !ok {
				continue
			}
			note(c.Tool, "", r.Case, called(o), called(c))
			if called(o) != Right || called(c) != Right || o.Tool != c.Tool {
				continue
			}
			had, has := verdicts(o.Fields), verdicts(c.Fields)
			for _, f := range c.Fields {
				was, ok := had[f.Field]
				if !ok {
					was = Right
				}
				if ok || f.Verdict == Unasked {
					note(c.Tool, f.Field, r.Case, was, f.Verdict)
				}
			}
			for _, f := range o.Fields {
				if _, ok := has[f.Field]; !ok && f.Verdict == Unasked {
					note(c.Tool, f.Field, r.Case, f.Verdict, Right)
				}
			}
		}
	}
	for n, p := range all {
		switch worse, better := len(p.worse), len(p.better); {
		case worse > better:
			out.Fell = append(out.Fell, p.change(n.tool, n.field, p.worse, p.became))
		case better > worse:
			out.Rose = append(out.Rose, p.change(n.tool, n.field, p.better, p.was))
		}
	}
	for _, list := range [][]Change{out.Fell, out.Rose} {
		slices.SortFunc(list, func(a, b Change) int { return cmp.Or(cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Field, b.Field)) })
	}
	return out
}

// extras are the tools that an answer calls beyond what is right.
func extras(r CaseRun) map[string]bool {
	tools := map[string]bool{}
	for _, c := range r.Calls {
		if c.Verdict == ExtraCall {
			tools[c.Got] = true
		}
	}
	return tools
}

// called is Right for a golden call of which the right tool was called.
func called(c CallRun) Verdict {
	if c.Verdict == RightCall || c.Verdict == WrongFields {
		return Right
	}
	return c.Verdict
}

func verdicts(cells []Cell) map[string]Verdict {
	by := make(map[string]Verdict, len(cells))
	for _, c := range cells {
		by[c.Field] = c.Verdict
	}
	return by
}

func (p *pairing) note(id string, was, is Verdict) {
	p.paired++
	if was == Right {
		p.before++
	}
	if is == Right {
		p.after++
	}
	switch {
	case was == Right && is != Right:
		p.worse = append(p.worse, id)
		p.became[is]++
	case was != Right && is == Right:
		p.better = append(p.better, id)
		p.was[was]++
	}
}

func (p *pairing) change(tool, field string, cases []string, verdicts map[Verdict]int) Change {
	c := Change{
		Tool: tool, Field: field, Paired: p.paired, Before: share(p.before, p.paired), After: share(p.after, p.paired),
		Worse: len(p.worse), Better: len(p.better), Cases: slices.Compact(slices.Clone(cases)), P: coins(len(p.worse)+len(p.better), len(cases)),
	}
	for v := range verdicts {
		c.Verdicts = append(c.Verdicts, v)
	}
	slices.SortFunc(c.Verdicts, func(a, b Verdict) int { return cmp.Or(verdicts[b]-verdicts[a], cmp.Compare(a, b)) })
	return c
}

// coins is how likely at least so many of n coins show heads. Terms of 128 bits are
// far more exact than what is made of them, and grow no longer with n.
func coins(n, heads int) float64 {
	number := func(i int) *big.Float { return new(big.Float).SetPrec(128).SetInt64(int64(i)) }
	sum, ways := number(0), number(1)
	for k := 0; k <= n; k++ {
		if k >= heads {
			sum.Add(sum, ways)
		}
		ways.Mul(ways, number(n-k))
		ways.Quo(ways, number(k+1))
	}
	p, _ := sum.SetMantExp(sum, -n).Float64()
	return p
}

// share is part of whole, 1 where there is nothing.
func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}
