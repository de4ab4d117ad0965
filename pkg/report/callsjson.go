package report

import (
	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

// jsonCalls is a report and whether it is the whole truth.
type jsonCalls struct {
	tally.Report
	Complete   bool   `json:"complete"`   // false: an input was refused, or nothing was judged
	Incomplete string `json:"incomplete"` // why it is not; ""
}

// jsonCallsDepth is how deep the points of a field's curve lie, of which there may be
// a million: each has a line.
const jsonCallsDepth = 6

// callsJSON is the report as it stands. A list without items is [], never null.
func callsJSON(r *tally.Report, v View) []byte {
	out := *r
	out.Tools, out.Unknown, out.Broken = listed(r.Tools), listed(r.Unknown), listed(r.Broken)
	for i := range out.Tools {
		t := &out.Tools[i]
		t.Operations, t.Curve, t.Steps = listed(t.Operations), listed(t.Curve), listedSteps(t.Steps)
		t.Faults, t.Fields = listed(t.Faults), listed(t.Fields)
		for j := range t.Faults {
			t.Faults[j].Examples = listed(t.Faults[j].Examples)
		}
		for j := range t.Fields {
			f := &t.Fields[j]
			f.Curve, f.Steps, f.Mixups, f.Histogram = listed(f.Curve), listedSteps(f.Steps), listed(f.Mixups), listed(f.Histogram)
			for k := range f.Mixups {
				m := &f.Mixups[k]
				m.Low.Examples, m.High.Examples = listed(m.Low.Examples), listed(m.High.Examples)
			}
		}
	}
	compact := encodeCompact(jsonCalls{out, v.Incomplete == "", v.Incomplete})
	return append(indentTo(compact, jsonCallsDepth), '\n')
}

func listedSteps(steps []tally.Step) []tally.Step {
	steps = listed(steps)
	for i := range steps {
		steps[i].Commits = listed(steps[i].Commits)
	}
	return steps
}

// listed is a copy of a list, so that the report stays what it is, and never nil.
func listed[T any](list []T) []T {
	return append([]T{}, list...)
}
