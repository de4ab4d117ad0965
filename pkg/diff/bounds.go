package diff

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// limit is one keyword that bounds values: where to find it, and which way it cuts.
type limit struct {
	word  string
	of    func(*contract.Schema) *contract.Bound
	upper bool
}

var (
	numberBounds = []limit{
		{"minimum", func(s *contract.Schema) *contract.Bound { return s.Min }, false},
		{"maximum", func(s *contract.Schema) *contract.Bound { return s.Max }, true},
	}
	lengthBounds = []limit{
		{"minLength", func(s *contract.Schema) *contract.Bound { return s.MinLen }, false},
		{"maxLength", func(s *contract.Schema) *contract.Bound { return s.MaxLen }, true},
	}
	itemBounds = []limit{
		{"minItems", func(s *contract.Schema) *contract.Bound { return s.MinItems }, false},
		{"maxItems", func(s *contract.Schema) *contract.Bound { return s.MaxItems }, true},
	}
)

func (w *walk) numbers(t, a *contract.Schema, p place) {
	w.bounds(t, a, p, numberBounds)
	if a.MultipleOf == nil || t.Enum != nil {
		return
	}
	if t.MultipleOf == nil || !isMultiple(t.MultipleOf.Num, a.MultipleOf.Num) {
		w.add(p, &Drift{
			Kind: BoundTooWide, ToolSchema: t, APISchema: a, Bound: BoundFact{Word: "multipleOf", Tool: t.MultipleOf, API: a.MultipleOf},
			Value: "multipleOf " + a.MultipleOf.Num, SpecAt: a.MultipleOf.At,
		})
	}
}

func (w *walk) lengths(t, a *contract.Schema, p place) { w.bounds(t, a, p, lengthBounds) }

// bounds reports limits of the API's beyond which the tool lets values go. A
// closed list of the tool's is judged value by value instead, and a limit that
// the tool's prose tells the model is told. That a limit follows from a type
// alone (int32) counts only against one that the tool states.
func (w *walk) bounds(t, a *contract.Schema, p place, limits []limit) {
	if t.Enum != nil || strings.HasSuffix(limits[0].word, "Length") && (t.Pattern.Text != "" || fixedLength[formatOf(t).Name]) {
		return
	}
	whole := !(t.Types & a.Types).Has(contract.Fraction)
	for _, l := range limits {
		api, tool := l.of(a), l.of(t)
		if api == nil || tool == nil && api.Implied || tool == nil && toldInProse(l, api, p.tool) {
			continue
		}
		if tool != nil && !exceeds(tool, api, l.upper, whole) {
			continue
		}
		d := w.add(p, &Drift{
			Kind: BoundTooWide, ToolSchema: t, APISchema: a, Bound: BoundFact{Word: l.word, Tool: tool, API: api},
			Value: l.word + " " + api.Num, SpecAt: api.At,
		})
		if whole {
			d.Bound.Last = spell(limitOf(api, l.upper, whole))
		}
		if tool != nil {
			d.ToolAt = tool.At
		}
		d.Witness = Arguments(w.tool, p.path, past(t, api, l))
	}
}

// fixedLength are the formats whose strings are as long as they are.
var fixedLength = map[string]bool{"date": true, "date-time": true, "time": true, "uuid": true, "ipv4": true, "ipv6": true}

// exceeds reports whether the tool's limit lets values through that the API's
// does not. Of whole numbers "below 11" and "at most 10" are one.
func exceeds(tool, api *contract.Bound, upper, whole bool) bool {
	t, a := limitOf(tool, upper, whole), limitOf(api, upper, whole)
	if t == nil || a == nil {
		return false
	}
	if order := t.Cmp(a); order != 0 {
		return order > 0 == upper
	}
	return !whole && api.Exclusive && !tool.Exclusive
}

// limitOf is a bound's number; of whole numbers the last one that it allows.
func limitOf(b *contract.Bound, upper, whole bool) *big.Rat {
	r, ok := contract.Rat(b.Num)
	if !ok || !whole {
		return r
	}
	n := new(big.Int).Div(r.Num(), r.Denom()) // towards minus infinity
	switch {
	case upper && b.Exclusive && r.IsInt():
		n.Sub(n, big.NewInt(1))
	case !upper && (!r.IsInt() || b.Exclusive):
		n.Add(n, big.NewInt(1))
	}
	return new(big.Rat).SetInt(n)
}

// toldInProse reports whether the field's description tells the model the limit, or a closer one.
func toldInProse(l limit, api *contract.Bound, tool *bind.Ref) bool {
	if tool == nil {
		return false
	}
	c := prose.Read(tool.Field.Doc)
	told := c.Min
	if l.upper {
		told = c.Max
	}
	if told == nil {
		return false
	}
	order, ok := contract.CompareNumbers(told.Text, api.Num)
	return ok && (order == 0 || order < 0 == l.upper)
}

// maxPast bounds the length of a made-up string or list that is too long.
const maxPast = 300

// past is a value of the tool's just beyond a limit of the API's; nil where it
// would be too long to show.
func past(t *contract.Schema, api *contract.Bound, l limit) *source.Node {
	switch l.word {
	case "minimum", "maximum":
		return num(beyond(api, l.upper))
	}
	n, err := strconv.Atoi(beyond(api, l.upper))
	if err != nil || n < 0 || n > maxPast {
		return nil
	}
	if strings.HasSuffix(l.word, "Length") {
		return str(strings.Repeat("x", n))
	}
	list := &source.Node{Kind: source.Array}
	for range n {
		list.Items = append(list.Items, Sample(t.Elem))
	}
	return list
}
