package diff

import (
	"slices"
	"sort"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// Compare holds one tool against all operations that it is bound to. A tool of
// several operations is judged leniently: a fact counts where it stands on every
// operation that the field could go to; only a field that some of them need, and
// a value that some of them take, are told all the same. Project, which may be nil,
// is what the config says of all numbers.
func Compare(b *bind.Binding, said *Said, project *units.Conventions) ([]*Drift, Counts) {
	var counts Counts
	var walks []*walk
	for _, call := range b.Calls {
		w := newWalk(b, call, said.shown)
		w.project = project
		w.run()
		walks = append(walks, w)
		counts.Fields = max(counts.Fields, w.counts.Fields)
		counts.NotComparable = max(counts.NotComparable, w.counts.NotComparable)
	}
	if b.Doubt != nil && (b.Doubt.Other != "" || !explained(walks)) {
		// One finding in place of many: what does not belong together differs everywhere.
		return append(Single(b.Tool, said, project), doubtful(b)), Counts{}
	}
	drifts := merge(walks, b.All)
	if !covers(b) {
		for _, d := range drifts {
			d.Need.Partial = d.Need.Partial || d.Kind == Required && len(d.Need.When) == 0
		}
	}
	drifts = append(drifts, said.drifts...)
	answered, more := compareAnswers(b)
	drifts = append(drifts, answered...)
	counts.Fields += more.Fields
	counts.NotComparable += more.NotComparable
	drifts = append(drifts, missingOps(b)...)
	drifts = append(drifts, deprecatedOps(b)...)
	drifts = append(drifts, StaleEntries(b.Tool, b.Stale)...)
	for _, call := range b.Calls {
		drifts = append(drifts, stale(b.Tool, said.texts, call, drifts)...)
	}
	drifts = append(drifts, undeclared(b.Tool, said.texts, b.Calls, settledNames(drifts))...)
	drifts = settled(withoutEchoes(distinct(drifts)), walks)
	order(drifts)
	return drifts, counts
}

// Single is what a tool that is compared with nothing says against itself.
func Single(tool *contract.Op, said *Said, project *units.Conventions) []*Drift {
	drifts := append(slices.Clone(said.drifts), numbersAlone(tool, project)...)
	drifts = settled(append(drifts, undeclared(tool, said.texts, nil, nil)...), nil)
	order(drifts)
	return drifts
}

// UnboundTool is the drift of a tool for which no operation was found. It is
// still judged by what it says alone.
func UnboundTool(b *bind.Binding, said *Said, project *units.Conventions) []*Drift {
	drifts := append(Single(b.Tool, said, project), missingOps(b)...)
	if len(b.Missing) == 0 {
		drifts = append(drifts, &Drift{Kind: Unbound, Tool: b.Tool, ToolAt: b.Tool.At, Candidates: b.Candidates})
	}
	order(drifts)
	return drifts
}

// explained reports whether a name that changed explains what a guessed binding
// seems to lack.
func explained(walks []*walk) bool {
	return slices.ContainsFunc(walks, func(w *walk) bool { return w.folded })
}

func doubtful(b *bind.Binding) *Drift {
	d := &Drift{Kind: Doubtful, Tool: b.Tool, ToolAt: b.Tool.At, Why: b.Doubt.Why, Other: b.Doubt.Other, Candidates: b.Candidates}
	for _, call := range b.Calls {
		d.Ops = append(d.Ops, call.Op)
		d.SpecAt = call.Op.At
	}
	return d
}

// deprecatedOps are the operations that the API asks not to call any more.
func deprecatedOps(b *bind.Binding) []*Drift {
	var out []*Drift
	for _, call := range b.Calls {
		if note := call.Op.Deprecated; note.Text != "" {
			out = append(out, &Drift{
				Kind: DeprecatedOp, Tool: b.Tool, Ops: []*contract.Op{call.Op}, ToolAt: b.Tool.At, SpecAt: call.Op.At,
				Value: call.Op.Name, Note: reason(note),
			})
		}
	}
	return out
}

// reason is why something is deprecated; a bare mark gives none.
func reason(t contract.Text) string {
	if t.Text == "true" {
		return ""
	}
	return t.Text
}

// StaleEntries are the entries of the config's bindings that match nothing.
func StaleEntries(tool *contract.Op, stale []bind.Stale) []*Drift {
	var out []*Drift
	for _, s := range stale {
		out = append(out, &Drift{
			Kind: StaleMapping, Tool: tool, ToolAt: s.At, Value: s.Entry, Nearest: s.Nearest, Mapping: MappingFact{s.Key, s.Offered},
		})
	}
	return out
}

// UncalledOperation is what there is to say of an operation that no tool calls.
func UncalledOperation(op *contract.Op) *Drift {
	return &Drift{Kind: Uncalled, Tool: &contract.Op{}, Ops: []*contract.Op{op}, SpecAt: op.At, Value: op.Name}
}

// missingOps are the operations that a config or an annotation names in vain.
func missingOps(b *bind.Binding) []*Drift {
	var out []*Drift
	for _, m := range b.Missing {
		at := m.At
		if at.IsZero() {
			at = b.Tool.At
		}
		d := &Drift{Kind: MissingOp, Tool: b.Tool, ToolAt: b.Tool.At, SpecAt: at, Value: m.Operation, Nearest: m.Nearest}
		if m.Document {
			d.Mapping.Entry = "document"
		}
		out = append(out, d)
	}
	return out
}

// covers reports whether every value of the fields that choose the operation leads
// to one that the binding names. What the other values need is not known.
func covers(b *bind.Binding) bool {
	var fields []*contract.Field
	for _, call := range b.Calls {
		for _, c := range call.When {
			f := fieldNamed(b.Tool.Input, c.Field)
			if f != nil && len(f.Schema.Enum) > 0 && !slices.Contains(fields, f) {
				fields = append(fields, f)
			}
		}
	}
	budget := maxChoices
	return len(fields) == 0 || covered(b.Calls, fields, &budget)
}

// maxChoices is how many combinations of values are looked at; what has more
// counts as not covered.
const maxChoices = 10_000

// covered reports whether some call is left for every combination of values.
func covered(calls []*bind.Call, fields []*contract.Field, budget *int) bool {
	if *budget--; *budget < 0 || len(calls) == 0 {
		return false
	}
	if len(fields) == 0 || slices.ContainsFunc(calls, func(c *bind.Call) bool { return len(c.When) == 0 }) {
		return true
	}
	f := fields[0]
	return !slices.ContainsFunc(f.Schema.Enum, func(v contract.Value) bool {
		left := slices.DeleteFunc(slices.Clone(calls), func(call *bind.Call) bool {
			return slices.ContainsFunc(call.When, func(c bind.Cond) bool { return c.Field == f.Name && c.Value != v.Lit.Text })
		})
		return !covered(left, fields[1:], budget)
	})
}

// settledNames are names in prose of which a finding speaks already: stale ones,
// and those that a renamed field has now.
func settledNames(drifts []*Drift) map[string]bool {
	names := map[string]bool{}
	for _, d := range drifts {
		switch d.Kind {
		case StaleName:
			names[contract.Letters(d.Value)] = true
		case Renamed:
			names[contract.Letters(d.APIField.Field.Name)] = true
		}
	}
	return names
}

type fact struct {
	kind        Kind
	path, value string
}

func (d *Drift) fact() fact {
	path := d.Path
	if path == "" && d.ToolField == nil {
		path = "api:" + d.APIPath
	}
	value := d.Value
	if d.Kind == Required {
		value = "" // one need, whatever each operation calls the field
	}
	return fact{d.Kind, path, value}
}

// merge folds the drifts of a tool's operations into one list; all: every call
// makes all of them, so that what one rejects is rejected.
func merge(walks []*walk, all bool) []*Drift {
	if len(walks) == 1 {
		return walks[0].drifts
	}
	first := map[fact]*Drift{}
	on := map[fact][]*walk{}
	var facts []fact
	for _, w := range walks {
		for _, d := range w.drifts {
			f := d.fact()
			if first[f] == nil {
				first[f] = d
				facts = append(facts, f)
			} else if !slices.Contains(first[f].Ops, w.call.Op) {
				first[f].Ops = append(first[f].Ops, w.call.Op)
			}
			if len(on[f]) == 0 || on[f][len(on[f])-1] != w {
				on[f] = append(on[f], w)
			}
		}
	}
	var out []*Drift
	for _, f := range facts {
		d := first[f]
		could := 0 // operations on which the fact could have stood
		for _, w := range walks {
			if w.concerns(d) {
				could++
			}
		}
		switch {
		case len(on[f]) >= could, all && rejecting[d.Kind]:
			out = append(out, d)
		case d.Kind == Required:
			d.Need.When, d.Need.Partial = on[f][0].call.When, true
			out = append(out, d)
		case d.Kind == NotComparable, d.Kind == EnumOmitted: // what one operation takes, the model cannot ask for
			out = append(out, d)
		}
	}
	return out
}

// rejecting are the kinds that say that an operation may refuse what the tool sends.
var rejecting = map[Kind]bool{
	Type: true, Fraction: true, Format: true, EnumUnknown: true, EnumOpen: true, BoundTooWide: true, NullRejected: true, BadExample: true,
	Required: true, ReadOnly: true, Hidden: true, DeprecatedField: true, UnitConflict: true,
}

// concerns reports whether the walk could have met the drift: it stands on a
// field that the tool has and that this operation has too, or on any operation.
func (w *walk) concerns(d *Drift) bool {
	switch d.Kind {
	case Unknown, Renamed, Required, StaleName:
		return !w.opaque
	}
	return w.met[d.Path]
}

// distinct drops a drift that says again, from another operation's point of
// view, what an earlier one says.
func distinct(drifts []*Drift) []*Drift {
	type key struct {
		fact
		at source.Span
	}
	seen := map[key]bool{}
	var out []*Drift
	for _, d := range drifts {
		k := key{d.fact(), d.ToolAt}
		if !seen[k] {
			seen[k] = true
			out = append(out, d)
		}
	}
	return out
}

func order(drifts []*Drift) {
	sort.SliceStable(drifts, func(i, j int) bool {
		a, b := drifts[i], drifts[j]
		if a.ToolAt.Start != b.ToolAt.Start {
			return a.ToolAt.Start < b.ToolAt.Start
		}
		if a.Kind != b.Kind {
			return a.Kind < b.Kind
		}
		if a.Path != b.Path {
			return a.Path < b.Path
		}
		return a.Value < b.Value
	})
}
