// Package traps writes evaluation cases where a person's convention crosses the
// API's: dollars said to a tool that counts cents, pounds to one that weighs in
// kilograms. Each case holds the one right call, worked out in exact arithmetic
// from the units that the contracts state. Where nobody states a unit, or two
// statements differ, there is no case but the reason why.
package traps

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// Case is one prompt and the one call that answers it.
type Case struct {
	ID        string // equal for equal contracts and seed: "create_refund.amount.dollars-at-cents.1"
	Contract  string
	Tool      string
	Operation string // that the arguments are good for; "" of a tool that is looked at alone
	Field     string // "lines[].amount_cents"
	Kind      string // what --only asks for: "money", "duration", ...
	Crossing  string // "dollars at cents"
	Unit      string // that the contracts state: "cents"
	Said      string // "$42"
	Prompt    string
	Args      *source.Node // the whole call
	// Accept are further right values of some fields, as "USD" and "usd" are where
	// neither contract says which.
	Accept []Accept
	// Optional are places of Args that may as well be left out: a currency of which there
	// is only one, or that is the default.
	Optional []string
	Note     string // why just this is right, and what the wrong call does
	Wrong    *Wrong // the call of a model that falls for it; nil where there is no single one
}

// Accept is values of a field that are as right as the one in Args.
type Accept struct {
	Field  string // the very place: "lines[0].currency"
	Values []*source.Node
}

// Wrong is the value that a model sends that falls for the trap.
type Wrong struct {
	Value *source.Node
	Text  string // what it means: "a model that copies 42 sends $0.42"
}

// Untold is a number for which no case can be written.
type Untold struct {
	Contract, Tool, Field string
	At                    source.Span
	Why                   string // lower case, no final stop
	Fix                   string // what to do about it; ""
}

// Options say which cases are written.
type Options struct {
	Seed     uint64
	PerField int      // at most so many a field
	Tools    []string // none: all
	Only     []string // kinds; none: all
}

// Set is what came of it.
type Set struct {
	Cases  []*Case
	Untold []Untold
	Fields int // that cases were written for
}

// Kinds are what --only may ask for, in the order of this list.
func Kinds() []string {
	return []string{"money", "duration", "instant", "mass", "length", "temperature", "ratio", "data-size", "data-rate", "speed", "angle", "area", "volume", "energy", "power", "pressure", "frequency"}
}

// Write writes the cases of a run that has been compared and judged. The same
// contracts give the same cases.
func Write(r *check.Run, found *rules.Report, o Options) *Set {
	w := &writer{run: r, options: o, judges: calls.Compile(r, found), numbers: map[*contract.Op]map[*contract.Field]units.Judgement{}, ids: map[string]int{}, set: &Set{}}
	w.note(found)
	for _, c := range r.Contracts {
		for _, b := range c.Bindings {
			if len(o.Tools) == 0 || slices.Contains(o.Tools, b.Tool.Name) {
				w.tool(c, b)
			}
		}
	}
	return w.set
}

// writer writes the cases of a run.
type writer struct {
	run      *check.Run
	options  Options
	judges   *calls.Contracts
	numbers  map[*contract.Op]map[*contract.Field]units.Judgement
	findings map[place]*rules.Finding
	ids      map[string]int
	set      *Set
}

// place names a field of a tool.
type place struct{ contract, tool, field string }

// note keeps the finding that says most about each field: what is wrong with its
// number, else the gravest.
func (w *writer) note(found *rules.Report) {
	w.findings = map[place]*rules.Finding{}
	if found == nil {
		return
	}
	weight := func(f *rules.Finding) int {
		n := int(f.Severity)
		if f.Category == "number" {
			n += 10
		}
		return n
	}
	for _, f := range found.Findings {
		at := place{f.Contract, f.Tool, f.Field}
		if old := w.findings[at]; old == nil || weight(f) > weight(old) {
			w.findings[at] = f
		}
	}
}

// fix is what check says to do about the number of a field; "".
func (w *writer) fix(t *target) string {
	f := w.findings[place{t.contract.Name, t.tool.Name, t.path}]
	if f == nil || f.Category != "number" {
		return ""
	}
	return f.Fix
}

func (w *writer) untold(t *target, why, fix string) {
	if !slices.Contains(strings.FieldsFunc(why, func(r rune) bool { return r == ' ' || r == ',' || r == ':' }), t.path) {
		why = t.path + ": " + why
	}
	w.set.Untold = append(w.set.Untold, Untold{t.contract.Name, t.tool.Name, t.path, t.field.At, why, fix})
}

// id is a name for the next case of a field that no other case has.
func (w *writer) id(t *target, crossing string) string {
	parts := []string{t.tool.Name, t.path, strings.ReplaceAll(crossing, " ", "-")}
	if len(w.run.Contracts) > 1 {
		parts = append([]string{cmp.Or(t.contract.Name, "contract")}, parts...)
	}
	return w.number(strings.Join(parts, "."))
}

// number puts behind a name how often it was given.
func (w *writer) number(name string) string {
	w.ids[name]++
	return name + "." + strconv.Itoa(w.ids[name])
}
