package calls

import (
	"slices"
	"sync"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// variant is one definition of a tool. A list may have several of one name, as where
// it gathers what many programs offer.
type variant struct {
	op       *contract.Op
	served   []served
	all      bool                    // every call makes all of served; else one of them
	blind    bool                    // what the operations take is not known
	silent   bool                    // the tool does not say what it takes
	findings *found                  // on this tool
	heard    func() []*rules.Finding // names that its descriptions mention, and nothing has
	text     source.Span             // of the whole schema
	places   []source.Span           // of the tool's name, in each list that defines it so
	quick    *quick
	patterns *diff.Patterns // of all tools
}

// served is one operation as a call of the tool is judged by it.
type served struct {
	op   *contract.Op
	when []bind.Cond
	// taken is what the operation takes, in the tool's words.
	taken *contract.Schema
	needs []need
	gone  map[*contract.Schema]*rules.Finding // of taken: fields that the operation does not know
	quick *quick
}

// spot is a place in the arguments of a tool.
type spot struct {
	field   int // index into Tool.Fields; -1: none of its own
	names   []string
	members []*spot // by names
	elem    *spot
	other   *spot // of the members that are not declared
}

func newSpot() *spot { return &spot{field: -1} }

func (s *spot) member(name string) *spot {
	if s == nil {
		return nil
	}
	if i := slices.Index(s.names, name); i >= 0 {
		return s.members[i]
	}
	return s.other
}

// Compile makes the contracts of a run ready to judge calls. The run must have been
// matched and compared; found is what its Judge has found.
func Compile(run *check.Run, found *rules.Report) *Contracts {
	c := &Contracts{Sources: run.Sources(), named: map[string]*Tool{}}
	patterns := &diff.Patterns{}
	on := findingsOf(found)
	numbers := numbersOf(run)
	for _, k := range run.Contracts {
		doubted := map[*contract.Op]bool{}
		for _, d := range k.Drifts {
			doubted[d.Tool] = doubted[d.Tool] || d.Kind == diff.Doubtful
		}
		for _, b := range k.Bindings {
			t := c.named[b.Tool.Name]
			if t == nil {
				t = &Tool{Index: len(c.Tools), Contract: k.Name, Name: b.Tool.Name, ToolAt: b.Tool.At, spots: newSpot()}
				c.named[t.Name] = t
				c.Tools = append(c.Tools, t)
			}
			t.add(b, on[b.Tool], doubted[b.Tool], numbers, patterns)
			if last := t.variants[len(t.variants)-1]; last.heard == nil {
				last.heard = sync.OnceValue(func() []*rules.Finding { return hear(k.Name, b, c.named) })
			}
		}
	}
	c.nickname()
	return c
}

// add makes one definition of the tool ready. That its binding is doubted is what check
// says, whether a rule tells of it or not; who waives that stands by the binding.
func (t *Tool) add(b *bind.Binding, on *found, doubted bool, numbers map[source.Span]units.Judgement, patterns *diff.Patterns) {
	if on == nil {
		on = &found{}
	}
	v := &variant{op: b.Tool, all: b.All, findings: on, text: b.Tool.Input.At, places: []source.Span{b.Tool.At}, patterns: patterns}
	if i := slices.IndexFunc(t.variants, v.repeats); i >= 0 && len(b.Calls) == 0 {
		t.variants[i].places = append(t.variants[i].places, b.Tool.At)
		return
	}
	v.quick = quicken(b.Tool.Input, false, true)
	v.silent = isSilent(b.Tool.Input)
	v.blind = doubted && !on.waives("doubtful-binding")
	for _, call := range b.Calls {
		if !slices.Contains(t.Operations, call.Op.Name) {
			t.Operations = append(t.Operations, call.Op.Name)
			t.SpecAt = append(t.SpecAt, call.Op.At)
		}
		if call.Fields != nil && !v.blind {
			v.served = append(v.served, serve(b, call, on))
		}
	}
	t.fields(b, on, numbers)
	t.variants = append(t.variants, v)
}

// isSilent reports whether a schema says no more than that it is an object.
func isSilent(s *contract.Schema) bool {
	return len(s.Fields) == 0 && len(s.AnyOf) == 0 && s.Extra == nil && !s.Closed && s.Enum == nil && s.OpenAt.IsZero()
}

// Within is the tool as it is defined within a part of a file: a data set may have
// another tool of the name in each record. nil where it is not defined there.
func (t *Tool) Within(part source.Span) *Tool {
	var there []*variant
	for _, v := range t.variants {
		if slices.ContainsFunc(v.places, func(at source.Span) bool {
			return at.File == part.File && part.Start <= at.Start && at.End <= part.End
		}) {
			there = append(there, v)
		}
	}
	switch len(there) {
	case 0:
		return nil
	case len(t.variants):
		return t
	}
	own := *t
	own.variants = there
	return &own
}

// repeats reports whether other says the same of its arguments, word for word.
func (v *variant) repeats(other *variant) bool {
	if len(other.served) > 0 || v.text.IsZero() || other.text.IsZero() {
		return false
	}
	return v.text.Text() == other.text.Text()
}

// fields lists what a definition of the tool declares, at any depth. A schema that
// holds itself is gone into once.
func (t *Tool) fields(b *bind.Binding, on *found, numbers map[source.Span]units.Judgement) {
	left := source.MaxFields
	within := map[*contract.Schema]bool{}
	var walk func(s *contract.Schema, at *spot, path string)
	walk = func(s *contract.Schema, at *spot, path string) {
		if s == nil || within[s] || left <= 0 {
			return
		}
		within[s] = true
		defer delete(within, s)
		for _, f := range s.Fields {
			left--
			inner := at.declare(f.Name)
			way := bind.Join(path, f.Name)
			if inner.field < 0 {
				inner.field = len(t.Fields)
				t.Fields = append(t.Fields, describe(b, on, f, way, numbers))
				t.currency = append(t.currency, numbers[f.At].Currency)
			}
			walk(f.Schema, inner, way)
		}
		for _, elem := range append(slices.Clip(s.Tuple), s.Elem) {
			if elem == nil {
				continue
			}
			if at.elem == nil {
				at.elem = newSpot()
			}
			walk(elem, at.elem, bind.Elem(path))
		}
		if s.Extra != nil {
			if at.other == nil {
				at.other = newSpot()
			}
			walk(s.Extra, at.other, others(path))
		}
		for _, alt := range s.AnyOf {
			left-- // unions inside one another lead to one place in very many ways
			walk(alt, at, path)
		}
	}
	walk(b.Tool.Input, t.spots, "")
}

// others is the path of the members that an object does not declare.
func others(path string) string {
	if path == "" {
		return "*"
	}
	return path + ".*"
}

func (s *spot) declare(name string) *spot {
	if i := slices.Index(s.names, name); i >= 0 {
		return s.members[i]
	}
	inner := newSpot()
	s.names, s.members = append(s.names, name), append(s.members, inner)
	return inner
}

func numbersOf(run *check.Run) map[source.Span]units.Judgement {
	by := map[source.Span]units.Judgement{}
	for _, n := range run.BoundNumbers() {
		if _, ok := by[n.At]; !ok {
			by[n.At] = n.Judgement
		}
	}
	return by
}

// describe is a field of the tool, with the units that its contracts state.
func describe(b *bind.Binding, on *found, f *contract.Field, path string, numbers map[source.Span]units.Judgement) Field {
	field := Field{Path: path, At: f.At}
	own, ok := numbers[f.At]
	if !ok {
		return field
	}
	spec := partnerNumber(b, path, numbers)
	dim := own.Dim
	if dim == units.Pure {
		dim = spec.Dim
	}
	if dim != units.Pure {
		field.Dimension = dim.String()
		field.Quantity = len(f.Schema.Enum) == 0 && own.Convention == ""
	}
	field.Unit = statedUnit(own, spec)
	finding := on.ofUnit(path)
	if finding != nil {
		field.Drift = driftOf(finding)
	}
	other := statedUnit(spec)
	if _, conflict := units.Compare(own, spec); conflict && other != field.Unit && (finding == nil || !isWaived(finding)) {
		field.APIUnit = other
	}
	return field
}

// statedUnit is the unit that the first of several judgements states. The project's
// convention, which speaks of no field, comes after what any of them says itself.
func statedUnit(all ...units.Judgement) string {
	general := ""
	for _, j := range all {
		stated := j.Trusted().Stated
		if len(stated) > 0 && stated[0].From == units.FromSibling {
			continue // its value chooses the unit, call by call
		}
		for _, s := range stated {
			switch {
			case s.Unit.Symbol == "":
			case s.From != units.FromConfig:
				return s.Unit.Symbol
			case general == "":
				general = s.Unit.Symbol
			}
		}
	}
	return general
}

// partnerNumber is what the API says of the number that a field of the tool feeds.
func partnerNumber(b *bind.Binding, path string, numbers map[source.Span]units.Judgement) units.Judgement {
	for _, call := range b.Calls {
		if call.Fields == nil {
			continue
		}
		for _, p := range call.Fields.Pairs {
			if p.Tool.Path == path {
				return numbers[p.API.Field.At]
			}
		}
	}
	return units.Judgement{}
}
