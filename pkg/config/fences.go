package config

import (
	"errors"
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Fence is what a call may plausibly send in one field, within what its contracts
// allow: a refund of a million is a number all the same.
//
//	fences: {create_refund.amount_cents: {review_above: 20000, refuse_above: 500000, not_above_field: charge_cents}}
type Fence struct {
	Name string      // tool and field: "create_refund.amount_cents", "pay.lines[].cents"
	At   source.Span // of the name

	// A call whose number lies beyond one of these is for a person to look at, or is
	// refused. A number that is equal lies within.
	ReviewAbove, ReviewBelow, RefuseAbove, RefuseBelow FenceBound
	// NotAbove and NotBelow are fields of the same call; a number beyond theirs is for
	// a person to look at.
	NotAbove, NotBelow FenceField
}

// FenceBound is a number of a fence, as it is spelled; "" where there is none.
type FenceBound struct {
	Num string
	At  source.Span
}

// FenceField is a field that a fence names: "charge_cents"; "" where it names none.
type FenceField struct {
	Path string
	At   source.Span
}

func (r *reader) fences(n *source.Node) []Fence {
	if n.Kind == source.Null {
		return nil // all that stands there are comments to choose from
	}
	if n.Kind != source.Object {
		r.Expect(n, "fences", "a mapping of TOOL.FIELD to bounds")
		return nil
	}
	var all []Fence
	for _, m := range n.Members {
		all = append(all, r.fence(m))
	}
	return all
}

func (r *reader) fence(m source.Member) Fence {
	f := Fence{Name: m.Key, At: m.KeyAt}
	if !strings.ContainsAny(strings.Trim(m.Key, ".["), ".[") {
		r.Fault(m.KeyAt, "the fence %q names no field; write TOOL.FIELD, as create_refund.amount_cents", m.Key)
	}
	what := "the fence " + m.Key
	bound := func(name string, into *FenceBound) Key {
		return Key{name, func(v *source.Node) { *into = r.fenceBound(v, name) }}
	}
	field := func(name string, into *FenceField) Key {
		return Key{name, func(v *source.Node) {
			if path, ok := r.Text(v, name, "a field of the same tool"); ok {
				*into = FenceField{path, v.At}
			}
		}}
	}
	given := r.Mapping(m.Value, what,
		bound("review_above", &f.ReviewAbove), bound("review_below", &f.ReviewBelow),
		bound("refuse_above", &f.RefuseAbove), bound("refuse_below", &f.RefuseBelow),
		field("not_above_field", &f.NotAbove), field("not_below_field", &f.NotBelow),
	)
	if given != nil && len(given) == 0 {
		r.Fault(m.Value.At, "%s is empty: it keeps nothing out", what)
	}
	r.fenceOrder(&f)
	return f
}

func (r *reader) fenceBound(n *source.Node, what string) FenceBound {
	if n.Kind != source.Number {
		r.Expect(n, what, "a number")
		return FenceBound{}
	}
	if _, ok := contract.Rat(n.Text); !ok {
		r.Fault(n.At, "%s %s is no number that can be compared", what, n.Text)
		return FenceBound{}
	}
	if _, err := strconv.ParseFloat(n.Text, 64); errors.Is(err, strconv.ErrRange) {
		r.Fault(n.At, "%s %s is beyond every number that an API counts in: it keeps nothing out", what, n.Text)
		return FenceBound{}
	}
	return FenceBound{n.Text, n.At}
}

// fenceOrder faults bounds of which one leaves nothing for the other to do.
func (r *reader) fenceOrder(f *Fence) {
	less := func(a, b FenceBound) bool {
		order, ok := contract.CompareNumbers(a.Num, b.Num)
		return !ok || order < 0 // one that is left out has no place in the order
	}
	if !less(f.ReviewAbove, f.RefuseAbove) {
		r.Fault(f.ReviewAbove.At, "review_above %s is not below refuse_above %s: nothing would be reviewed", f.ReviewAbove.Num, f.RefuseAbove.Num)
	}
	if !less(f.RefuseBelow, f.ReviewBelow) {
		r.Fault(f.ReviewBelow.At, "review_below %s is not above refuse_below %s: nothing would be reviewed", f.ReviewBelow.Num, f.RefuseBelow.Num)
	}
	if order, ok := contract.CompareNumbers(f.RefuseBelow.Num, f.RefuseAbove.Num); ok && order > 0 {
		r.Fault(f.RefuseBelow.At, "refuse_below %s is above refuse_above %s: no number would pass", f.RefuseBelow.Num, f.RefuseAbove.Num)
	}
}
