package check

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// Number is one numeric field of one side, and what its author says of its unit.
type Number struct {
	Contract string
	Side     string // "tool", "spec"
	Of       string // the tool, or the operation
	Field    string // path
	At       source.Span
	units.Judgement
}

// Numbers lists the numeric fields of all tools, each tool's followed by those of
// the operations that it is bound to; of a contract without tools, those of every
// operation, which are loaded for it: the faults are what is wrong with those. It
// is for after Match.
func (r *Run) Numbers() (all []Number, faults []source.Fault) {
	project := r.conventions()
	for _, c := range r.Contracts {
		if len(c.Bindings) > 0 {
			all = append(all, c.boundNumbers(project)...)
			continue
		}
		ops, more := c.operations()
		faults = append(faults, more...)
		for _, op := range ops {
			all = append(all, c.numbersOf("spec", op, project)...)
		}
	}
	return all, faults
}

// BoundNumbers is Numbers without the contracts that have no tools, for which
// nothing is loaded.
func (r *Run) BoundNumbers() (all []Number) {
	project := r.conventions()
	for _, c := range r.Contracts {
		all = append(all, c.boundNumbers(project)...)
	}
	return all
}

func (c *Contract) boundNumbers(project *units.Conventions) (all []Number) {
	listed := map[*contract.Op]bool{}
	for _, b := range c.Bindings {
		all = append(all, c.numbersOf("tool", b.Tool, project)...)
		for _, call := range b.Calls {
			if !listed[call.Op] {
				listed[call.Op] = true
				all = append(all, c.numbersOf("spec", call.Op, project)...)
			}
		}
	}
	return all
}

func (c *Contract) numbersOf(side string, op *contract.Op, project *units.Conventions) (all []Number) {
	diff.EachNumber(op, func(n units.Number, path string) {
		all = append(all, Number{c.Name, side, op.Name, path, n.Field.At, project.Judge(n)})
	})
	return all
}

// EachNumber visits the numbers that a tool, or an operation, takes, each with its
// path and what its author and the config say of its unit.
func (r *Run) EachNumber(op *contract.Op, visit func(n units.Number, path string, j units.Judgement)) {
	project := r.conventions()
	diff.EachNumber(op, func(n units.Number, path string) { visit(n, path, project.Judge(n)) })
}

// NumberOf is what the author of a tool, or of an operation, says of the unit of
// one of its fields; ok is false where that is no number.
func (r *Run) NumberOf(op *contract.Op, field *contract.Field) (j units.Judgement, ok bool) {
	project := r.conventions()
	diff.EachNumber(op, func(n units.Number, _ string) {
		if n.Field == field && !ok {
			j, ok = project.Judge(n), true
		}
	})
	return j, ok
}

// operations are all that the specs of a contract serve.
func (c *Contract) operations() (ops []*contract.Op, faults []source.Fault) {
	for _, index := range c.Specs {
		var names []string
		for _, h := range index.Heads {
			if !slices.Contains(names, h.Name) {
				names = append(names, h.Name)
			}
		}
		more, wrong := index.Expand(names...)
		ops, faults = append(ops, more...), append(faults, wrong...)
	}
	return ops, faults
}

// HasOperations reports whether any spec serves anything.
func (r *Run) HasOperations() bool {
	return slices.ContainsFunc(r.Contracts, func(c *Contract) bool {
		return slices.ContainsFunc(c.Specs, func(i *contract.Index) bool { return len(i.Heads) > 0 })
	})
}
