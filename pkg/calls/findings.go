package calls

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

// found is what check found on one tool.
type found struct {
	all      []*rules.Finding
	excusing []*rules.Finding // those that say that what the API refuses may be sent all the same
}

func findingsOf(r *rules.Report) map[*contract.Op]*found {
	on := map[*contract.Op]*found{}
	if r == nil {
		return on
	}
	for _, f := range r.Findings {
		if f.Of == nil || f.Of.Tool == nil {
			continue
		}
		if on[f.Of.Tool] == nil {
			on[f.Of.Tool] = &found{}
		}
		on[f.Of.Tool].add(f)
	}
	return on
}

func (o *found) add(f *rules.Finding) {
	o.all = append(o.all, f)
	if isWaived(f) || translated(f.Of) {
		o.excusing = append(o.excusing, f)
	}
}

// isWaived reports whether a waiver accepts a finding. An entry of the baseline
// accepts nothing: it lets a team start, and the drift is there all the same.
func isWaived(f *rules.Finding) bool { return f.Waived != nil && !f.Waived.Baseline }

// waives reports whether a waiver accepts what a rule found on the tool.
func (o *found) waives(rule string) bool {
	for _, f := range o.all {
		if f.Rule == rule && isWaived(f) {
			return true
		}
	}
	return false
}

// conflicts reports whether the two sides state different units for a field.
func (o *found) conflicts(ref *bind.Ref) bool {
	return slices.ContainsFunc(o.all, func(f *rules.Finding) bool { return f.Rule == "unit-conflict" && same(f.Of.ToolField, ref) })
}

// unitRules find that models cannot know the unit of a number, or are told two.
var unitRules = []string{"unit-conflict", "mixed-units", "unit-only-in-spec", "bare-number"}

// ofUnit is the finding on the unit of a number, the gravest first; nil where there is
// none.
func (o *found) ofUnit(path string) *rules.Finding {
	for _, rule := range unitRules {
		for _, f := range o.all {
			if f.Rule == rule && (f.Of.Path == path || f.Of.ToolField != nil && f.Of.ToolField.Path == path || bind.Elem(f.Of.Path) == path) {
				return f
			}
		}
	}
	return nil
}

// refusing is the finding that says for sure that the operation does not know a field
// of the tool's; nil where none does, or a waiver accepts it.
func (o *found) refusing(op *contract.Op, ref *bind.Ref) *rules.Finding {
	for _, f := range o.all {
		if !slices.Contains(f.Of.Ops, op) {
			continue
		}
		if f.Rule != "unknown-field" && f.Rule != "renamed-field" || f.Severity != rules.Error || isWaived(f) {
			continue
		}
		if same(f.Of.ToolField, ref) {
			return f
		}
	}
	return nil
}

// needed is the finding that says for sure that the operation must have a field which
// the tool has optional; nil where none does, or a waiver accepts it.
func (o *found) needed(op *contract.Op, p *bind.Pair) *rules.Finding {
	for _, f := range o.all {
		if slices.Contains(f.Of.Ops, op) && f.Rule == "required-by-api" && same(f.Of.ToolField, p.Tool) && isNeed(f) {
			return f
		}
	}
	return nil
}

// lacking is the same of a field that the tool does not have at all.
func (o *found) lacking(op *contract.Op, ref *bind.Ref) *rules.Finding {
	for _, f := range o.all {
		if slices.Contains(f.Of.Ops, op) && f.Rule == "required-by-api" && f.Of.ToolField == nil && same(f.Of.APIField, ref) && isNeed(f) {
			return f
		}
	}
	return nil
}

// isNeed reports whether nothing can stand in for what the API requires. That only
// some of the tool's operations require it is no excuse for a call of those.
func isNeed(f *rules.Finding) bool {
	n := f.Of.Need
	partial := len(n.When) > 0 || n.Partial
	excused := f.Of.Default != nil || n.Absent != "" || n.Instead != "" || n.Mapped != "" || n.LookedUp
	return !isWaived(f) && (f.Severity == rules.Error || partial && !excused)
}

// same reports whether two references are to one field. A schema that several fields
// share is compared where it is met first, and then it is the field that tells.
func same(a, b *bind.Ref) bool {
	return a != nil && b != nil && (a.Field == b.Field || a.Path == b.Path)
}
