package diff

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// number compares the units of a pair. Only a field that the tool types as a
// number is asked, or one that the API does; an unknown or mistyped one has
// other troubles first.
func (w *walk) number(p place, mistyped bool) {
	tool, api := p.tool.Field, p.api.Field
	if mistyped || isClosedList(api.Schema) || !isNumber(tool.Schema) && !isNumber(api.Schema) {
		return
	}
	t := w.project.Judge(units.Number{
		Name: tool.Name, Parents: parents(p.path), Op: titled(w.tool), OpDoc: w.tool.Doc.Text,
		Field: tool, Siblings: w.telling(w.tool.Input, p.path),
	})
	a := w.project.Judge(units.Number{
		Name: api.Name, Parents: parents(p.apiPath), Op: w.call.Op.Name, OpDoc: w.call.Op.Doc.Text,
		Field: api, Siblings: w.telling(w.call.Op.Input, p.apiPath),
	})
	if a.Contradictory() && t.Verdict != units.Conflicting {
		if _, conflict := units.Compare(t, a); !conflict { // the sides agree, or the tool is silent
			w.addNumber(p, UnitConflict, t, a, "")
		}
	}
	kinds, factor := classify(t, &a)
	for _, k := range kinds {
		if k == UnitConflict || k == UnitOnlyInSpec && a.Stated[0].From == units.FromBounds {
			w.dropBounds(p) // of numbers in two units no bound can be compared; a scale is one fact
		}
		w.addNumber(p, k, t, a, factor)
	}
}

func (w *walk) addNumber(p place, k Kind, t, a units.Judgement, factor string) {
	tool, api := p.tool.Field, p.api.Field
	w.add(p, &Drift{
		Kind: k, ToolSchema: tool.Schema, APISchema: api.Schema, ToolAt: tool.At, SpecAt: api.At,
		Units: [2]*units.Judgement{&t, &a}, Factor: factor, Value: unitPair(k, &t, &a),
	})
}

// dropBounds takes back what was said of the range of the field at p.
func (w *walk) dropBounds(p place) {
	w.drifts = slices.DeleteFunc(w.drifts, func(d *Drift) bool {
		return d.Kind == BoundTooWide && d.Path == p.path && (d.Bound.Word == "maximum" || d.Bound.Word == "minimum")
	})
}

// classify says what the judgements of one number amount to: of the tool's, and
// of the API's where there is one.
func classify(t units.Judgement, a *units.Judgement) (kinds []Kind, factor string) {
	if t.Verdict == units.Conflicting && t.Conflict.Kind != units.FixedCents {
		kinds = []Kind{UnitConflict}
		if t.Contradictory() && isFractionalMoney(t, a) { // of whichever unit it turns out to be
			kinds = append(kinds, MoneyAsFloat)
		}
		return kinds, ""
	}
	stated := false
	if a != nil {
		if factor, conflict := units.Compare(t, *a); conflict {
			return []Kind{UnitConflict}, factor
		}
		_, stated = a.Trusted().Unit()
	}
	switch {
	case t.Verdict == units.Conflicting:
		return []Kind{Exponent}, ""
	case t.Verdict == units.Bare && stated, stated && isHidden(t, *a):
		kinds = append(kinds, UnitOnlyInSpec)
	case t.Verdict == units.Bare:
		kinds = append(kinds, BareNumber)
	case t.Verdict == units.Prose:
		kinds = append(kinds, UnitOnlyInProse)
	}
	if t.Percent && !t.Ranged && (t.Verdict == units.Named || t.Verdict == units.Prose) {
		kinds = append(kinds, PercentRange)
	}
	if t.Verdict != units.None && isFractionalMoney(t, a) {
		kinds = append(kinds, MoneyAsFloat)
	}
	return kinds, ""
}

// isFractionalMoney reports an amount that may have any number of decimals; a fee
// in percent is none. An API that itself takes decimals leaves the tool no better type.
func isFractionalMoney(t units.Judgement, a *units.Judgement) bool {
	u, ok := t.Unit()
	return t.Dim == units.Money && t.Fraction && !(ok && u.Dim == units.Ratio) && (a == nil || !a.Fraction)
}

// isHidden reports a number that nothing in the tool marks as a quantity, but
// that the API's prose counts in a unit: window, "in minutes".
func isHidden(t, a units.Judgement) bool {
	return t.Verdict == units.None && t.Dim == units.Pure && t.Convention == "" && a.Verdict == units.Prose && a.Firm
}

// unitPair names the units of the two sides for fingerprints and waivers: "USD/cents".
func unitPair(k Kind, t, a *units.Judgement) string {
	word := func(j *units.Judgement) string {
		if j == nil {
			return ""
		}
		u, ok := j.Unit()
		if !ok {
			return ""
		}
		return u.Symbol
	}
	for _, j := range []*units.Judgement{t, a} {
		if k == UnitConflict && j != nil && j.Conflict != nil && j.Conflict.B.Unit.Symbol != "" {
			return j.Conflict.A.Unit.Symbol + "/" + j.Conflict.B.Unit.Symbol
		}
	}
	here, there := word(t), word(a)
	if k == UnitConflict && a != nil && here == there && t.Code != "" && a.Code != "" && t.Code != a.Code { // it is the currency that differs
		here, there = t.Code+" "+here, a.Code+" "+there
	}
	if there != "" {
		here += "/" + there
	}
	return here
}

// numbersAlone judges every number of a tool that is compared with nothing.
func numbersAlone(tool *contract.Op, project *units.Conventions) []*Drift {
	var out []*Drift
	eachNumber(tool, func(n units.Number, ref *bind.Ref) {
		t := project.Judge(n)
		kinds, _ := classify(t, nil)
		for _, k := range kinds {
			out = append(out, &Drift{
				Kind: k, Tool: tool, ToolField: ref, Path: ref.Path, ToolSchema: ref.Field.Schema, ToolAt: ref.Field.At,
				Units: [2]*units.Judgement{&t, nil}, Value: unitPair(k, &t, nil),
			})
		}
	})
	return out
}

// EachNumber visits the numbers that a tool, or an operation, takes, of every
// depth and in its order, each with its path.
func EachNumber(op *contract.Op, visit func(n units.Number, path string)) {
	eachNumber(op, func(n units.Number, ref *bind.Ref) { visit(n, ref.Path) })
}

func eachNumber(op *contract.Op, visit func(n units.Number, ref *bind.Ref)) {
	told := map[*contract.Field][]*contract.Field{} // by the first field of the object
	eachField(op.Input, func(ref *bind.Ref, above []string, beside []*contract.Field) {
		if !isNumber(ref.Field.Schema) {
			return
		}
		telling, ok := told[beside[0]]
		if !ok {
			telling = units.Telling(beside)
			told[beside[0]] = telling
		}
		visit(units.Number{Name: ref.Field.Name, Parents: above, Op: titled(op), OpDoc: op.Doc.Text, Field: ref.Field, Siblings: telling}, ref)
	})
}

// titled is all that an operation is called: a title often says what the name
// abbreviates.
func titled(op *contract.Op) string {
	if op.Title.Text == "" {
		return op.Name
	}
	return op.Name + " " + op.Title.Text
}

// isNumber reports a number, or a list of numbers.
func isNumber(s *contract.Schema) bool {
	if s.Types&^contract.NullType == contract.ArrayType && s.Elem != nil {
		s = s.Elem
	}
	types := s.Types &^ contract.NullType
	return types&contract.Number != 0 && types != contract.Any&^contract.NullType
}

// parents are the names of the objects around a field, outermost first.
func parents(path string) []string {
	var out []string
	for _, s := range bind.Steps(path) {
		if !s.Elem && s.Name != "*" {
			out = append(out, s.Name)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out[:len(out)-1]
}

// objectIn is an object of an input, by its path.
type objectIn struct {
	input *contract.Schema
	path  string
}

// telling are the fields of the object that holds the field at path that may tell
// its unit.
func (w *walk) telling(input *contract.Schema, path string) []*contract.Field {
	way, _ := bind.Parent(path)
	told, ok := w.tells[objectIn{input, way}]
	if ok {
		return told
	}
	holder := input
	if way != "" {
		holder = fieldAt(input, bind.Steps(way))
	}
	if holder != nil {
		told = units.Telling(contract.ObjectView(holder).Fields)
	}
	w.tells[objectIn{input, way}] = told
	return told
}

// mixed reports fields of one name that tools of one file count in different
// units: timeout in seconds here, in milliseconds there. A unit at the end of a
// name is no part of it.
func mixed(tools []*contract.Op, project *units.Conventions) []*Drift {
	type use struct {
		tool *contract.Op
		ref  *bind.Ref
		j    units.Judgement
		unit units.Unit
	}
	first := map[string]use{}
	var out []*Drift
	for _, t := range tools {
		eachNumber(t, func(n units.Number, ref *bind.Ref) {
			j := project.Judge(n)
			unit, ok := j.Unit()
			if !ok || j.Verdict == units.Conflicting || j.Verdict == units.None {
				return
			}
			key := baseName(ref.Field.Name, j)
			was, seen := first[key]
			if !seen {
				first[key] = use{t, ref, j, unit}
				return
			}
			if was.tool == t || was.unit.Dim != unit.Dim {
				return
			}
			if factor, conflict := was.unit.Convert(unit); conflict {
				out = append(out, &Drift{
					Kind: MixedUnits, Tool: t, ToolField: ref, Path: ref.Path, ToolSchema: ref.Field.Schema, ToolAt: ref.Field.At, OtherAt: was.ref.Field.At,
					Units: [2]*units.Judgement{&j, &was.j}, Factor: factor, Value: was.unit.Symbol + "/" + unit.Symbol, Other: was.tool.Name,
				})
			}
		})
	}
	return out
}

// baseName is a field's name without the unit at its end.
func baseName(name string, j units.Judgement) string {
	words := contract.Words(name)
	for _, s := range j.Stated {
		if s.From == units.FromName {
			suffix := contract.Words(s.Text)
			if n := len(words) - len(suffix); n > 0 && slices.Equal(words[n:], suffix) && !clockParts[suffix[len(suffix)-1]] {
				return strings.Join(words[:n], "_")
			}
		}
	}
	return strings.Join(words, "_")
}

// clockParts end names that are no quantity of a unit but a hand of a clock or a
// leaf of a calendar: backup_hour and backup_minute are two fields.
var clockParts = map[string]bool{"hour": true, "minute": true, "second": true, "day": true, "month": true, "year": true}

// isClosedList reports whether a schema, or that of its elements, lists names: a
// protobuf enum takes numbers too, and they are no quantities.
func isClosedList(s *contract.Schema) bool {
	if s.Elem != nil {
		s = s.Elem
	}
	return slices.ContainsFunc(s.Enum, func(v contract.Value) bool { return v.Lit.Kind == source.String })
}
