package calls

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// quantity is a number of a tool whose unit the contracts state. The API's word comes
// before the tool's: it is the API that reads the value.
type quantity struct {
	dim      units.Dimension
	unit     units.Unit
	code     string // the one currency of it: "USD"; "$" for dollars of any country; ""
	currency string // the field beside it that names the currency; ""
	coin     *coin  // what the author calls its smallest unit, where that is no cent; nil
	chooser  string // the field beside it whose value is the unit; ""
	against  string // another unit that the tool states, as a noun; ""
	schemas  []*contract.Schema
}

// measures finds the quantities of tools.
type measures struct {
	run   *check.Run
	found *rules.Report
	said  map[*contract.Op]map[*contract.Field]units.Judgement // of operations
}

func newMeasures(run *check.Run, found *rules.Report) *measures {
	return &measures{run, found, map[*contract.Op]map[*contract.Field]units.Judgement{}}
}

// add notes the quantities of a tool.
func (m *measures) add(t *guarded, b *bind.Binding) {
	m.run.EachNumber(b.Tool, func(n units.Number, path string, j units.Judgement) {
		q := &quantity{schemas: []*contract.Schema{n.Field.Schema}}
		said := []units.Judgement{j}
		for _, p := range m.partners(b, path) {
			q.schemas = append(q.schemas, p.field.Schema)
			switch _, conflict := units.Compare(j, p.judgement); {
			case !conflict, q.against != "":
				said = append(said, p.judgement)
			case m.converts(b.Tool, path):
			default:
				q.against = noun(j)
				said = append([]units.Judgement{p.judgement}, said...)
			}
		}
		for _, j := range said {
			q.take(j)
		}
		if q.unit.Symbol == "" {
			q.knownAs(t.field(path))
		}
		if q.code == "" {
			q.code = onlyCurrency(n.Siblings, q.currency)
		}
		if q.unit.Symbol != "" && q.dim != units.Instant {
			q.dim = q.unit.Dim
		}
		t.numbers[path], t.numbers[bind.Elem(path)] = q, q
	})
}

// converts reports whether a waiver says that the tool server turns a number's unit
// into the API's: then the tool's own word counts.
func (m *measures) converts(tool *contract.Op, path string) bool {
	return slices.ContainsFunc(m.found.Findings, func(f *rules.Finding) bool {
		return f.Rule == "unit-conflict" && isWaived(f) && f.Of != nil && f.Of.Tool == tool && f.Of.ToolField != nil && f.Of.ToolField.Path == path
	})
}

// noun is the unit of a number as a person says it; "" without one.
func noun(j units.Judgement) string {
	j = j.Trusted()
	u, _ := j.Unit()
	if u.Symbol == "" || j.Stated[0].From == units.FromSibling {
		return ""
	}
	return u.Noun()
}

func (q *quantity) take(j units.Judgement) {
	for _, s := range j.Stated {
		if q.coin == nil && s.Unit.Symbol == "cents" {
			q.coin = coinOf(s.Text)
		}
	}
	if q.dim == units.Pure {
		q.dim = j.Dim
	}
	if q.currency == "" {
		q.currency = j.Currency
	}
	if q.code == "" {
		q.code = j.Code
	}
	trusted := j.Trusted()
	u, ok := trusted.Unit()
	switch {
	case !ok, j.Contradictory(), q.unit.Symbol != "", q.chooser != "":
	case trusted.Stated[0].From == units.FromSibling:
		q.chooser, q.dim = trusted.Stated[0].Text, j.Dim
	default:
		q.unit, q.dim = u, j.Dim
	}
}

// knownAs takes the unit that calls are judged by.
func (q *quantity) knownAs(f *Field) {
	if f == nil || f.Unit == "" || q.chooser != "" {
		return
	}
	word := f.Unit
	if word == "minor units" || word == "major units" {
		word, _, _ = strings.Cut(word, " ")
	}
	if u := units.Conventional(word); u.Symbol != "" {
		q.unit, q.dim = u, u.Dim
	}
}

func (t *Tool) field(path string) *Field {
	i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Path == path })
	if i < 0 {
		return nil
	}
	return &t.Fields[i]
}

// partner is a field of an operation and what its author says of its unit.
type partner struct {
	field     *contract.Field
	judgement units.Judgement
}

// partners are the fields of operations that a tool's field feeds.
func (m *measures) partners(b *bind.Binding, path string) []partner {
	var all []partner
	for _, call := range b.Calls {
		if call.Fields == nil {
			continue
		}
		for _, p := range call.Fields.Pairs {
			if p.Tool.Path == path {
				all = append(all, partner{p.API.Field, m.of(call.Op)[p.API.Field]})
			}
		}
	}
	return all
}

func (m *measures) of(op *contract.Op) map[*contract.Field]units.Judgement {
	if m.said[op] == nil {
		all := map[*contract.Field]units.Judgement{}
		m.run.EachNumber(op, func(n units.Number, _ string, j units.Judgement) { all[n.Field] = j })
		m.said[op] = all
	}
	return m.said[op]
}

// chosen is the quantity in the unit that the call names beside it; false where it
// names none.
func (q *quantity) chosen(beside *source.Node) (*quantity, bool) {
	word, ok := beside.Value(q.chooser).Str()
	if !ok {
		return nil, false
	}
	u := units.Conventional(strings.ToLower(word))
	if u.Symbol == "" || q.dim != units.Pure && u.Dim != q.dim {
		return nil, false
	}
	one := *q
	one.unit, one.dim, one.chooser = u, u.Dim, ""
	return &one, true
}

// onlyCurrency is the currency that a call has which does not name one.
func onlyCurrency(beside []*contract.Field, name string) string {
	for _, f := range beside {
		if name == "" || f.Name != name || f.Schema.Default == nil {
			continue
		}
		code := strings.ToUpper(f.Schema.Default.Text)
		if _, ok := units.Exponent(code); ok {
			return code
		}
	}
	return ""
}

// limits are the bounds of a number on both sides, and of its fences.
type limits struct {
	low, high []bound
	whole     bool
}

type bound struct {
	num       *big.Rat
	exclusive bool
}

// limits gathers what a field's value must satisfy. It is for values that break it.
func (t *guarded) limits(field string) limits {
	var l limits
	add := func(into *[]bound, num string, exclusive bool) {
		if r, ok := contract.Rat(num); ok {
			*into = append(*into, bound{r, exclusive})
		}
	}
	if q := t.numbers[field]; q != nil {
		for _, s := range q.schemas {
			for s.Elem != nil && s.Types&contract.Number == 0 {
				s = s.Elem
			}
			l.whole = l.whole || s.Types&contract.Fraction == 0 && s.Types&contract.Integer != 0
			if s.Min != nil {
				add(&l.low, s.Min.Num, s.Min.Exclusive)
			}
			if s.Max != nil {
				add(&l.high, s.Max.Num, s.Max.Exclusive)
			}
		}
	}
	for _, f := range t.fences {
		if f.Field == field {
			add(&l.high, f.ReviewAbove.Num, false)
			add(&l.high, f.RefuseAbove.Num, false)
			add(&l.low, f.ReviewBelow.Num, false)
			add(&l.low, f.RefuseBelow.Num, false)
		}
	}
	return l
}

// hold reports whether a value satisfies all of them.
func (l limits) hold(v *big.Rat) bool {
	for _, b := range l.low {
		if o := v.Cmp(b.num); o < 0 || o == 0 && b.exclusive {
			return false
		}
	}
	for _, b := range l.high {
		if o := v.Cmp(b.num); o > 0 || o == 0 && b.exclusive {
			return false
		}
	}
	return !l.whole || v.IsInt()
}

// far reports whether a value is beyond the bounds on the side that a factor would
// mend: above 1 it is too small, below 1 too large. One that is too large must be so
// far out that divided it is no nearer to the bound: 301 of at most 300 seconds is no
// mix-up of units.
func (l limits) far(v, factor *big.Rat) bool {
	square := func(r *big.Rat) *big.Rat { return new(big.Rat).Mul(r, r) }
	if factor.Cmp(big.NewRat(1, 1)) > 0 {
		return v.Sign() > 0 && slices.ContainsFunc(l.low, func(b bound) bool { return v.Cmp(b.num) < 0 })
	}
	return slices.ContainsFunc(l.high, func(b bound) bool {
		return b.num.Sign() > 0 && v.Cmp(b.num) > 0 && new(big.Rat).Mul(square(v), factor).Cmp(square(b.num)) >= 0
	})
}

// placed is the number at a place of a call, the object that holds it, and those
// around it, outermost first; nil where there is none.
func placed(root *source.Node, at string) (n *source.Node, around []*source.Node) {
	n = root
	for rest := at; rest != "" && n != nil; {
		rest = strings.TrimPrefix(rest, ".")
		switch {
		case strings.HasPrefix(rest, `["`):
			quoted, err := strconv.QuotedPrefix(rest[1:])
			if err != nil || !strings.HasPrefix(rest[1+len(quoted):], "]") {
				return nil, nil
			}
			name, _ := strconv.Unquote(quoted)
			around, n, rest = append(around, n), n.Value(name), rest[len(quoted)+2:]
		case strings.HasPrefix(rest, "["):
			digits, after, _ := strings.Cut(rest[1:], "]")
			i, err := strconv.Atoi(digits)
			if err != nil || i < 0 || i >= len(n.Items) {
				return nil, nil
			}
			n, rest = n.Items[i], after
		default:
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			if end == 0 {
				return nil, nil
			}
			around, n, rest = append(around, n), n.Value(rest[:end]), rest[end:]
		}
	}
	return n, around
}
