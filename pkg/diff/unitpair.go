package diff

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// withUnits pairs what is left over and differs only by a unit that the tool's
// name states: amount_cents for the API's amount. The unit in the name is what
// this program asks for, so it must not cost the field its partner.
func (w *walk) withUnits(pairing *bind.Pairing) *bind.Pairing {
	out := *pairing
	out.ToolOnly, out.APIOnly = nil, nil
	out.Pairs = append([]*bind.Pair(nil), pairing.Pairs...)
	left := w.apiQuantities(pairing)
	for _, t := range pairing.ToolOnly {
		i := -1
		if t.Handled == "" && isNumber(t.Field.Schema) {
			tool := w.toolQuantity(t)
			i = slices.IndexFunc(left, func(a quantity) bool {
				return a.ref.Handled == "" && (tool.addsUnit(a) || tool.differsByUnit(a))
			})
		}
		if i < 0 {
			out.ToolOnly = append(out.ToolOnly, t)
			continue
		}
		out.Pairs = append(out.Pairs, &bind.Pair{Tool: t, API: left[i].ref, How: "unit"})
		left = slices.Delete(left, i, i+1)
	}
	for _, a := range left {
		out.APIOnly = append(out.APIOnly, a.ref)
	}
	return &out
}

// quantity is a field that is left over, judged once: each of one side is held
// against all of the other.
type quantity struct {
	ref   *bind.Ref
	words []string
	named bool // its name states a unit
	units.Judgement
	base string // its name without the unit
}

// apiQuantities is what is left over of the API, where the tool has a number left over.
func (w *walk) apiQuantities(pairing *bind.Pairing) []quantity {
	asked := slices.ContainsFunc(pairing.ToolOnly, func(t *bind.Ref) bool { return t.Handled == "" && isNumber(t.Field.Schema) })
	var out []quantity
	for _, a := range pairing.APIOnly {
		q := quantity{ref: a}
		if asked && a.Handled == "" {
			q.words = contract.Words(a.Field.Name)
			if isNumber(a.Field.Schema) {
				q.Judgement = units.Judge(units.Number{Name: a.Field.Name, Parents: parents(a.Path), Op: w.call.Op.Name, Field: a.Field})
				q.named, q.base = statesByName(q.Judgement), baseName(a.Field.Name, q.Judgement)
			}
		}
		out = append(out, q)
	}
	return out
}

func (w *walk) toolQuantity(t *bind.Ref) quantity {
	n := units.Number{Name: t.Field.Name, Parents: parents(t.Path), Op: titled(w.tool), OpDoc: w.tool.Doc.Text, Field: t.Field}
	q := quantity{ref: t, words: contract.Words(t.Field.Name), named: statesByName(units.Judge(n)), Judgement: w.project.Judge(n)}
	q.base = baseName(t.Field.Name, q.Judgement)
	return q
}

func statesByName(j units.Judgement) bool {
	return slices.ContainsFunc(j.Stated, func(s units.Statement) bool { return s.From == units.FromName })
}

// differsByUnit reports names that are one but for the unit that the API's states:
// amount_usd, or a bare amount, for amount_cents. What agrees in its unit and not
// in its name is left to those who know renames.
func (q quantity) differsByUnit(api quantity) bool {
	if !api.named || q.base != api.base {
		return false
	}
	_, conflict := units.Compare(q.Judgement, api.Judgement)
	return conflict || q.Verdict == units.Bare
}

func (q quantity) addsUnit(api quantity) bool {
	if !q.named || api.ref.Field.Schema.Enum != nil {
		return false // a name that is chosen is no quantity
	}
	return len(q.words) > len(api.words) && slices.Equal(q.words[:len(api.words)], api.words)
}

// PairUnits is a pairing of a call's fields, or of those of two objects in it, with
// what differs only by a unit in the tool's name.
func PairUnits(b *bind.Binding, call *bind.Call, pairing *bind.Pairing) *bind.Pairing {
	return newWalk(b, call, nil).withUnits(pairing)
}
