package calls

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// clue is a fault beside a finding that may explain it.
type clue struct {
	told
	drift *diff.Drift
	root  *source.Node
	of    *variant
}

// row says which faults what one rule finds explains.
type row struct {
	rule     string
	explains func(c clue) bool
}

// rows is the triage: the first that fits explains a fault. Each asks for the very
// field and, where the drift has a value, for that value: a mistake that the drift
// does not suggest is the model's own. Of a fault by the tool's schema it is asked
// besides that the API takes what was sent, where the drift is that the two differ:
// then the tool is wrong, not the model.
var rows = []row{
	{"malformed-schema", func(c clue) bool { return c.Side == ByAPI && c.drift.Path != "" && isAt(c.Field, c.drift.Path) }},
	{"renamed-field", func(c clue) bool { return c.is(ByAPI, UnknownField) && c.here() || c.newName() }},
	{"unknown-field", func(c clue) bool { return c.is(ByAPI, UnknownField) && c.here() }},
	{"stale-name-in-prose", clue.oldName},
	{"undeclared-field-in-prose", func(c clue) bool { return c.is(ByTool, UnknownField) && c.called(c.drift.Value) }},
	{"mixed-case", clue.newName},
	{"location-prefix", clue.newName},
	{"type-mismatch", func(c clue) bool {
		return c.here() && (c.Kind == WrongType && c.byAPIOrRightThere() || c.inOtherType())
	}},
	{"malformed-schema", func(c clue) bool { return c.is(ByAPI, WrongType) && c.here() }},
	{"fraction-allowed", func(c clue) bool { return c.is(ByAPI, WrongType) && c.here() && c.broken.Value.Kind == source.Number }},
	{"null-rejected", func(c clue) bool { return c.is(ByAPI, WrongType) && c.here() && c.broken.Value.Kind == source.Null }},
	{"enum-value-unknown", func(c clue) bool { return c.is(ByAPI, NotListed) && c.here() && c.sentThe(c.drift.Literal) }},
	{"enum-value-omitted", func(c clue) bool { return c.is(ByTool, NotListed) && c.here() && c.sentThe(c.drift.Literal) }},
	{"enum-open", func(c clue) bool { return c.is(ByAPI, NotListed) && c.here() }},
	{"format-mismatch", func(c clue) bool { return c.Kind == WrongFormat && c.here() && c.byAPIOrRightThere() }},
	{"bound-too-wide", func(c clue) bool {
		return c.Side == ByAPI && c.here() && boundWords[c.broken.Kind] == c.drift.Bound.Word
	}},
	{"default-mismatch", func(c clue) bool { return c.here() && c.broken.Value != nil && c.sentThe(c.drift.Literal) }},
	{"bad-example", clue.imitates},
	{"prose-contradiction", clue.obeys},
	{"required-by-api", func(c clue) bool { return c.is(ByAPI, MissingField) && (c.here() || c.lacksIt()) }},
	{"required-by-tool", func(c clue) bool {
		return c.is(ByTool, MissingField) && c.here() && (c.drift.Demand.All || c.drift.Demand.Invented)
	}},
	{"lenient-input", clue.invited},
	{"exclusive-fields", func(c clue) bool { return c.is(ByAPI, Exclusive) && c.anyOf(c.drift.Fields) }},
	{"open-object", func(c clue) bool {
		return c.is(ByAPI, UnknownField) && c.broken.Kind == diff.UndeclaredMember && c.inside()
	}},
	{"not-comparable", func(c clue) bool { return c.Side == ByAPI && c.unsaid() }},
	{"unit-conflict", clue.otherUnit},
	{"bare-number", clue.otherUnit},
	{"unit-only-in-spec", clue.otherUnit},
	{"mixed-units", clue.otherUnit},
	{"percent-range", clue.otherUnit},
}

// boundWords are the limits that faults break, as findings call them.
var boundWords = map[diff.FaultKind]string{
	diff.BelowMinimum: "minimum", diff.AboveMaximum: "maximum", diff.NoMultiple: "multipleOf",
	diff.TooShort: "minLength", diff.TooLong: "maxLength", diff.TooFewItems: "minItems", diff.TooManyItems: "maxItems",
}

func (c clue) is(side Side, kind Kind) bool { return c.Side == side && c.Kind == kind }

// here reports whether the drift is on the very field, or on the same one of a schema
// that several places share, which is compared where it is met first.
func (c clue) here() bool { return c.Field != "" && (c.Field == c.drift.Path || c.again()) }

func (c clue) again() bool {
	if c.drift.ToolField == nil || c.drift.ToolField.Path != c.drift.Path {
		return false
	}
	f := new(seeker).declaredAt(c.of.op.Input, bind.Steps(c.Field), 0)
	return f != nil && f == c.drift.ToolField.Field && !slices.ContainsFunc(c.of.findings.all, func(own *rules.Finding) bool {
		return own.Of.Kind == c.drift.Kind && own.Of.Path == c.Field
	})
}

// declaredAt is the field at the end of a way, nil where the way ends elsewhere.
func (k *seeker) declaredAt(s *contract.Schema, way []bind.Step, depth int) *contract.Field {
	if s == nil || depth > maxQuickDepth || k.again(s, len(way), false) {
		return nil
	}
	for _, alt := range s.AnyOf {
		if f := k.declaredAt(alt, way, depth+1); f != nil {
			return f
		}
	}
	switch step := way[0]; {
	case len(way) == 1 && !step.Elem:
		return fieldOf(s, step.Name)
	case len(way) == 1:
		return nil
	case step.Elem:
		return k.declaredAt(s.Elem, way[1:], depth+1)
	case step.Name == "*":
		return k.declaredAt(s.Extra, way[1:], depth+1)
	default:
		if f := fieldOf(s, step.Name); f != nil {
			return k.declaredAt(f.Schema, way[1:], depth+1)
		}
	}
	return nil
}

// lacksIt reports whether the field is one that the tool does not have at all.
func (c clue) lacksIt() bool {
	return c.drift.ToolField == nil && c.drift.APIField != nil && (c.Field == c.drift.APIPath || c.Field == bind.Join("", c.drift.APIField.Field.Name))
}

// unsaid reports whether the tool does not say what the object holds in which the
// fault is.
func (c clue) unsaid() bool {
	s := c.drift.ToolSchema
	return c.drift.Path != "" && c.Field != c.drift.Path && isAt(c.Field, c.drift.Path) && s != nil && len(contract.ObjectView(s).Fields) == 0
}

// inside reports whether the drift is on the object that holds the field.
func (c clue) inside() bool {
	holder, _ := bind.Parent(c.Field)
	return holder == c.drift.Path
}

// called reports whether the field has the name that a description says.
func (c clue) called(name string) bool {
	return name != "" && contract.Letters(diff.Leaf(c.Field)) == contract.Letters(diff.Leaf(name))
}

// newName reports whether the model calls a field what the API calls it now, or
// leaves out the tool's name for it, having sent that.
func (c clue) newName() bool {
	if c.drift.APIField == nil || c.Side != ByTool {
		return false
	}
	holder, _ := bind.Parent(c.drift.Path)
	now := bind.Join(holder, c.drift.APIField.Field.Name)
	switch c.Kind {
	case UnknownField:
		return c.Field == now
	case MissingField:
		return c.here() && now != c.Field && diff.At(c.root, now) != nil
	}
	return false
}

// oldName reports whether the model calls a field what a description still calls
// it, or leaves out the new name, having sent the old one.
func (c clue) oldName() bool {
	switch {
	case c.is(ByTool, UnknownField):
		return c.called(c.drift.Value)
	case c.is(ByTool, MissingField) && c.drift.APIField != nil:
		holder, _ := bind.Parent(c.Field)
		return c.called(c.drift.APIField.Field.Name) && diff.At(c.root, bind.Join(holder, c.drift.Value)) != nil
	}
	return false
}

// byAPIOrRightThere reports whether the API refuses the value, or takes what the
// tool's own schema refuses.
func (c clue) byAPIOrRightThere() bool {
	if c.Side == ByAPI || c.drift.APISchema == nil || c.broken.Value == nil {
		return c.Side == ByAPI
	}
	verdict, _ := diff.Judging{Patterns: c.of.patterns}.Faults(c.drift.APISchema, c.broken.Value)
	return verdict == diff.Accepted
}

// inOtherType reports whether the API refuses the text of a value of another type
// than its own, which is what the tool asks for.
func (c clue) inOtherType() bool {
	v, s := c.broken.Value, c.drift.APISchema
	return c.Side == ByAPI && c.drift.Text && s != nil && v != nil && v.Kind != source.String && s.Types&^contract.NullType == contract.StringType
}

// invited reports whether a description takes what was sent, and the schema does
// not: a number in a string, a listed value in another case.
func (c clue) invited() bool {
	if !c.here() || c.broken.Value == nil || c.broken.Value.Kind != source.String {
		return false
	}
	text := c.broken.Value.Text
	switch c.drift.Lenient.Of {
	case diff.NumberText:
		_, number := contract.Rat(text)
		return c.is(ByTool, WrongType) && number
	case diff.AnyCase:
		return c.Kind == NotListed && diff.Twin(c.drift.ToolSchema.Enum, text) != ""
	}
	return false
}

// sentThe reports whether the value that was sent is the one that an author wrote.
func (c clue) sentThe(lit *source.Node) bool {
	return lit != nil && diff.SameValue(lit, c.broken.Value)
}

func (c clue) anyOf(fields []string) bool {
	for _, name := range c.broken.Member {
		if !slices.Contains(fields, name) {
			return false
		}
	}
	return true
}

// explain is the finding that explains a fault; nil where none does. One that a
// waiver accepts still explains what models make of it, but after the others.
func (v *variant) explain(f told, root *source.Node) *Drift {
	best := v.find(rows, v.findings.all, f, root)
	if best == nil && f.Kind == UnknownField {
		best = v.find(heardRows, v.heard(), f, root)
	}
	if best == nil {
		return nil
	}
	return driftOf(best)
}

func driftOf(f *rules.Finding) *Drift {
	return &Drift{Rule: f.Rule, Fingerprint: f.Fingerprint, Message: f.Message, Fix: f.Fix, At: f.At}
}

// find is the finding that explains a fault by the first row that fits.
func (v *variant) find(rows []row, all []*rules.Finding, f told, root *source.Node) *rules.Finding {
	var best *rules.Finding
	for _, r := range rows {
		for _, found := range all {
			if found.Rule == r.rule && r.explains(clue{f, found.Of, root, v}) && (best == nil || rank(found) < rank(best)) {
				best = found
			}
		}
	}
	return best
}

// rank puts what no waiver accepts before what one does, and what fails a run first.
func rank(f *rules.Finding) int {
	if f.Waived != nil {
		return 10 - int(f.Severity)
	}
	return -int(f.Severity)
}

// excused reports whether a waiver accepts the drift that makes the API refuse what
// was sent, or check has seen that the tool server makes something else of it.
func (v *variant) excused(f told, root *source.Node) bool {
	for _, found := range v.findings.excusing {
		for _, r := range rows {
			if found.Rule == r.rule && r.explains(clue{f, found.Of, root, v}) {
				return true
			}
		}
	}
	return false
}

// translated reports a value in whose place the tool server puts another one.
func translated(d *diff.Drift) bool {
	return d.Kind == diff.Type && (d.Types.Built != nil || d.Types.Encoded || d.Types.Several)
}

// told is the fault of a call, and what it was told from.
type told struct {
	Fault
	broken diff.Fault
}
