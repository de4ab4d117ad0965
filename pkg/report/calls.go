package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

// CallsFormat is a format of the report on logged calls.
type CallsFormat struct {
	Name  string
	write func(r *tally.Report, v View) []byte
}

// CallsFormats are all of them, the one for people first.
var CallsFormats = []CallsFormat{
	{"text", callsText},
	{"json", callsJSON},
	{"markdown", callsMarkdown},
	{"html", callsHTML},
	{"openmetrics", callsMetrics},
}

// Calls writes a report on logged calls in one of the formats. Its errors are those
// of w, and a format that there is not.
func Calls(w io.Writer, format string, r *tally.Report, v View) error {
	at := slices.IndexFunc(CallsFormats, func(f CallsFormat) bool { return f.Name == format })
	if at < 0 {
		return fmt.Errorf("there is no format %q; there are %s", format, strings.Join(callsFormatNames(), ", "))
	}
	_, err := w.Write(CallsFormats[at].write(r, v))
	return err
}

func callsFormatNames() (names []string) {
	for _, f := range CallsFormats {
		names = append(names, f.Name)
	}
	return names
}

// calledTool is a tool of a report and what its formats say of it beside the counts.
type calledTool struct {
	*tally.Tool
	name   string // with its contract where there are several
	causes []cause
}

// cause is why calls fail: a finding and all the faults that it explains, or one
// fault that nothing explains.
type cause struct {
	drift  *tally.Drift
	faults []*tally.Fault
}

// calledTools are the tools of a report, those with most invalid calls first, then
// those that are suspicious otherwise, then the others as they stand.
func calledTools(r *tally.Report) []calledTool {
	several := slices.ContainsFunc(r.Tools, func(t tally.Tool) bool { return t.Contract != r.Tools[0].Contract })
	all := make([]calledTool, len(r.Tools))
	for i := range r.Tools {
		t := &r.Tools[i]
		all[i] = calledTool{Tool: t, name: t.Tool, causes: causesOf(t.Faults)}
		if several && t.Contract != "" {
			all[i].name = t.Contract + ": " + t.Tool
		}
	}
	slices.SortStableFunc(all, func(a, b calledTool) int {
		if more := (b.Calls - b.Valid) - (a.Calls - a.Valid); more != 0 {
			return sign(more)
		}
		return boolRank(a.plain()) - boolRank(b.plain())
	})
	return all
}

// plain reports whether there is nothing to tell of a tool but its counts.
func (t calledTool) plain() bool {
	return len(t.Faults) == 0 && len(t.Steps) == 0 && len(t.mixed()) == 0
}

// mixed are the fields in which units seem to be confused.
func (t calledTool) mixed() (all []*tally.Field) {
	for i := range t.Fields {
		if len(t.Fields[i].Mixups) > 0 {
			all = append(all, &t.Fields[i])
		}
	}
	return all
}

// weak are the fields that have faults, those with most of them first.
func (t calledTool) weak() (all []*tally.Field) {
	for i := range t.Fields {
		if t.Fields[i].Invalid > 0 {
			all = append(all, &t.Fields[i])
		}
	}
	slices.SortStableFunc(all, func(a, b *tally.Field) int { return sign(b.Invalid - a.Invalid) })
	return all
}

// fieldStep is a step and the field that takes it; "" for the tool as a whole.
type fieldStep struct {
	field string
	*tally.Step
}

// steps are those of the tool, and those of its fields that are not the same step
// seen again.
func (t calledTool) steps() (all []fieldStep) {
	for i := range t.Steps {
		all = append(all, fieldStep{"", &t.Steps[i]})
	}
	for i := range t.Fields {
		for j := range t.Fields[i].Steps {
			s := &t.Fields[i].Steps[j]
			if !slices.ContainsFunc(t.Steps, func(of tally.Step) bool { return of.At == s.At }) {
				all = append(all, fieldStep{t.Fields[i].Field, s})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b fieldStep) int { return strings.Compare(a.At, b.At) })
	return all
}

// accounts is the fault that accounts for most of a step; nil where none does.
func (t calledTool) accounts(s *tally.Step) *tally.Fault {
	i := slices.IndexFunc(t.Faults, func(f tally.Fault) bool { return f.Shape == s.Fault })
	if i < 0 || s.Fault == "" {
		return nil
	}
	return &t.Faults[i]
}

// causesOf folds faults, which come with the most frequent first, by what explains them.
func causesOf(faults []tally.Fault) (all []cause) {
	for i := range faults {
		f := &faults[i]
		at := -1
		if f.Drift != nil {
			at = slices.IndexFunc(all, func(c cause) bool { return c.drift != nil && *c.drift == *f.Drift })
		}
		if at < 0 {
			at = len(all)
			all = append(all, cause{drift: f.Drift})
		}
		all[at].faults = append(all[at].faults, f)
	}
	return all
}

func sign(n int64) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

func boolRank(b bool) int {
	if b {
		return 1
	}
	return 0
}
