package calls

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// heardRows are asked where no finding of check explains a fault, of the names that the
// tool's descriptions mention: for these the log is the evidence that check lacks.
var heardRows = []row{
	{"undeclared-field-in-prose", clue.mentioned},
}

// mentioned reports whether the model sends a field that a description mentions: the
// tool's own one of the call, that of a field of what is inside it.
func (c clue) mentioned() bool {
	holder, _ := bind.Parent(c.Field)
	return c.Kind == UnknownField && c.called(c.drift.Value) && (holder == "" || c.drift.Path != "" && isAt(holder, c.drift.Path))
}

// hear gives the names that the descriptions of a definition mention as findings, in
// the words that check has for one that it has evidence for.
func hear(contractName string, b *bind.Binding, tools map[string]*Tool) []*rules.Finding {
	var ops []*contract.Op
	for _, call := range b.Calls {
		ops = append(ops, call.Op)
	}
	var names []string
	for name := range tools {
		names = append(names, name)
	}
	heard := rules.Compared{Contract: contractName, Drifts: diff.Mentioned(b.Tool, ops, names)}
	return rules.Judge([]rules.Compared{heard}, rules.Settings{}).Findings
}

// oneCause gives a field that is left out the drift of an unknown one that was sent in
// its place: it is one mistake, which breaks the call in two ways.
func (v *variant) oneCause(faults []Fault, root *source.Node) {
	var lacking, unknown []*Fault
	for i := range faults {
		f := &faults[i]
		switch {
		case strings.ContainsAny(f.Field, ".[*"):
		case f.Kind == MissingField:
			lacking = append(lacking, f)
		case f.Kind == UnknownField && f.Side == ByTool:
			unknown = append(unknown, f)
		}
	}
	for _, sent := range unknown {
		if sent.Drift == nil {
			continue
		}
		like := slices.DeleteFunc(slices.Clone(lacking), func(f *Fault) bool { return !sameButOne(f.Field, sent.Field) })
		if len(like) == 0 && len(unknown) == 1 {
			like = lacking
		}
		if len(like) == 1 && like[0].Drift == nil && v.fits(like[0].Field, root.Value(sent.Field)) {
			like[0].Drift = sent.Drift
		}
	}
}

// fits reports whether a field of the tool's takes a value.
func (v *variant) fits(name string, value *source.Node) bool {
	f := fieldOf(contract.ObjectView(v.op.Input), name)
	if f == nil || value == nil {
		return false
	}
	verdict, _ := diff.Judging{Call: true, Strict: true}.Faults(f.Schema, value)
	return verdict == diff.Accepted
}

// sameButOne reports whether two names share words, and each has at most one of its own.
func sameButOne(a, b string) bool {
	x, y := contract.Words(a), contract.Words(b)
	shared := 0
	for _, w := range x {
		if i := slices.Index(y, w); i >= 0 {
			y = slices.Delete(slices.Clone(y), i, i+1)
			shared++
		}
	}
	return shared > 0 && len(x)-shared <= 1 && len(y) <= 1
}
