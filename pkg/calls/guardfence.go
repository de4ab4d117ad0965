package calls

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// fence is a fence of the config at a field of a tool, its paths read.
type fence struct {
	check.Fence
	way, above, below []bind.Step
}

func newFence(f check.Fence) fence {
	return fence{Fence: f, way: bind.Steps(f.Field), above: bind.Steps(f.AboveField), below: bind.Steps(f.BelowField)}
}

// beyond adds to out where a call is beyond a fence; valid says that its contracts
// allow the call.
func (t *guarded) beyond(f *fence, root *source.Node, valid bool, out []Beyond) []Beyond {
	h := holder{tool: t, fence: f, root: root, valid: valid, out: out}
	h.walk(root, f.way)
	return h.out
}

// holder holds the values of one call against one fence.
type holder struct {
	tool  *guarded
	fence *fence
	root  *source.Node
	valid bool
	took  []taken // the way so far
	out   []Beyond
}

// taken is a step of the way: into a member, or into an item of a list.
type taken struct {
	name string
	item int // of a list; -1 for a member
	many bool
}

// place is the way so far as faults write places: "lines[2].cents".
func (h *holder) place() string {
	at := ""
	for _, p := range h.took {
		if p.item >= 0 {
			at = fmt.Sprintf("%s[%d]", at, p.item)
			continue
		}
		at = bind.Join(at, p.name)
	}
	return at
}

func (h *holder) into(p taken, n *source.Node, rest []bind.Step) {
	h.took = append(h.took, p)
	h.walk(n, rest)
	h.took = h.took[:len(h.took)-1]
}

// walk goes to every value of the fence's field. One value in place of a list, and a
// list in place of one value, are held all the same, and so is a member whose name
// differs in case alone, which some readers take for the field (Go's encoding/json):
// whether they may stand there is for the contracts to say.
func (h *holder) walk(n *source.Node, way []bind.Step) {
	switch {
	case n.Kind == source.Array:
		if len(way) > 0 && way[0].Elem {
			way = way[1:]
		}
		for i, item := range n.Items {
			h.into(taken{item: i, many: true}, item, way)
		}
	case len(way) == 0:
		h.hold(n)
	case way[0].Elem:
		h.walk(n, way[1:])
	case n.Kind == source.Object:
		for i := range n.Members {
			m := &n.Members[i]
			if every := way[0].Name == "*"; every || strings.EqualFold(m.Key, way[0].Name) {
				h.into(taken{name: m.Key, item: -1, many: every}, m.Value, way[1:])
			}
		}
	}
}

// hold holds one value against the bounds. Where enough is told, one that is refused
// still counts.
func (h *holder) hold(n *source.Node) {
	full := len(h.out) >= maxTold
	if n.Kind == source.Null || full && slices.ContainsFunc(h.out, func(b Beyond) bool { return b.Decision == Refuse }) {
		return
	}
	if full && !above(n, h.fence.RefuseAbove) && !below(n, h.fence.RefuseBelow) {
		return
	}
	if _, ok := measured(n); !ok {
		if h.valid { // else the contracts have said that it is no number
			h.add(n, "", "", Review, "which no fence can hold")
		}
		return
	}
	f := h.fence
	switch {
	case above(n, f.RefuseAbove):
		h.bound(n, "refuse_above", f.RefuseAbove, Refuse, "above")
	case above(n, f.ReviewAbove):
		h.bound(n, "review_above", f.ReviewAbove, Review, "above")
	}
	switch {
	case below(n, f.RefuseBelow):
		h.bound(n, "refuse_below", f.RefuseBelow, Refuse, "below")
	case below(n, f.ReviewBelow):
		h.bound(n, "review_below", f.ReviewBelow, Review, "below")
	}
	if other := h.other(f.above); other != nil && order(n, other) > 0 {
		h.add(n, "not_above_field", f.AboveField, Review, fmt.Sprintf("above %s, which is %s", f.AboveField, short(other.Text)))
	}
	if other := h.other(f.below); other != nil && order(n, other) < 0 {
		h.add(n, "not_below_field", f.BelowField, Review, fmt.Sprintf("below %s, which is %s", f.BelowField, short(other.Text)))
	}
}

func (h *holder) bound(n *source.Node, key string, b config.FenceBound, d Decision, side string) {
	h.add(n, key, b.Num, d, side+" "+b.Num)
}

func (h *holder) add(n *source.Node, bound, limit string, d Decision, why string) {
	b := Beyond{Fence: h.fence.Name, Bound: bound, Limit: limit, Field: h.fence.Field, At: h.place(), Got: short(text(n)), Decision: d}
	answer := map[Decision]string{Review: "asks for a review", Refuse: "refuses it"}[d]
	b.Text = fmt.Sprintf("%s is %s, %s: the fence %s %s", b.At, b.Got, why, b.Fence, answer)
	if q := h.tool.numbers[h.fence.Field]; q != nil {
		b.Reading, b.Suspicion = q.explain(b.At, h.root, h.tool.limits(h.fence.Field), true)
	}
	h.out = append(h.out, b)
}

// other is the value of another field of the same call: in lists, of the same item.
// It is nil where it is not sent, or no number: that it must be there is for the
// contracts to say.
func (h *holder) other(way []bind.Step) *source.Node {
	if len(way) == 0 {
		return nil
	}
	var many []taken
	for _, p := range h.took {
		if p.many {
			many = append(many, p)
		}
	}
	n := h.root
	for _, step := range way {
		switch {
		case step.Elem && n != nil && n.Kind != source.Array:
		case step.Elem && len(many) > 0 && n != nil && many[0].item < len(n.Items):
			n, many = n.Items[max(many[0].item, 0)], many[1:]
		case step.Elem:
			return nil
		case step.Name == "*" && len(many) > 0:
			n, many = n.Value(many[0].name), many[1:]
		default:
			n = n.Value(step.Name)
		}
	}
	if n == nil {
		return nil
	}
	if _, ok := measured(n); !ok {
		return nil
	}
	return n
}

// measured is the number that a value is, or spells: a string of digits is one too
// (protobuf's int64, decimal money). Nothing is changed by reading it so.
func measured(n *source.Node) (num string, ok bool) {
	if n.Kind != source.Number && n.Kind != source.String {
		return "", false
	}
	if n.Kind == source.String && (n.Text == "" || strings.Trim(n.Text, "+-.0123456789eE") != "") {
		return "", false
	}
	_, ok = contract.CompareNumbers(n.Text, "0")
	return n.Text, ok
}

func order(a, b *source.Node) int {
	o, _ := contract.CompareNumbers(a.Text, b.Text)
	return o
}

func above(n *source.Node, b config.FenceBound) bool {
	o, ok := contract.CompareNumbers(n.Text, b.Num)
	return ok && o > 0
}

func below(n *source.Node, b config.FenceBound) bool {
	o, ok := contract.CompareNumbers(n.Text, b.Num)
	return ok && o < 0
}

// text is a value as it was sent.
func text(n *source.Node) string { return string(n.At.File.Data[n.At.Start:n.At.End]) }
