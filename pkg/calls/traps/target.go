package traps

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// target is a field of a tool that a case may be about, and what is known of it.
type target struct {
	contract *check.Contract
	binding  *bind.Binding
	call     *bind.Call // nil: of a tool that is looked at alone
	tool     *contract.Op
	field    *contract.Field
	path     string
	number   units.Number // of a number
	format   string       // else how it spells a time
	partners []partner
	feeds    map[string][]partner // of all fields of the tool, by path

	units.Judgement
	unit units.Unit
	code string // the only currency; "$" for dollars of any country; ""
	// hundredth: one side counts in hundredths of whatever the currency, which only
	// holds for currencies that have them.
	hundredth bool

	spoken string // the currency of the case that is being made; ""
}

// partner is a field of an operation that the target feeds.
type partner struct {
	call *bind.Call
	ref  *bind.Ref
}

// tool writes the cases of one tool.
func (w *writer) tool(c *check.Contract, b *bind.Binding) {
	if b.Unsupported != "" || b.Local == "" && len(b.Calls) == 0 && !c.Alone() {
		return
	}
	partners, nested := pairs(b)
	drifts := driftsOf(c, b.Tool)
	all := quantities(b.Tool, nested, partners)
	names := phrases(b.Tool, all)
	for _, t := range all {
		t.contract, t.binding, t.tool, t.partners = c, b, b.Tool, partners[t.path]
		t.feeds = partners
		if len(b.Calls) > 0 {
			t.call = b.Calls[0]
			if len(t.partners) > 0 {
				t.call = t.partners[0].call
			}
		}
		if t.call != nil && len(t.call.When) > 0 && len(t.partners) == 0 {
			continue // which of its operations it goes with, nobody says
		}
		if why, told := w.settle(t, drifts[t.path]); why != "" {
			if told {
				w.untold(t, why, w.fix(t))
			}
			continue
		}
		w.field(t, names)
	}
}

// pairs are the API's fields that each field of a tool feeds, by the tool's path,
// and the tool's fields that have any.
func pairs(b *bind.Binding) (all map[string][]partner, refs []*bind.Ref) {
	all = map[string][]partner{}
	for _, call := range b.Calls {
		if call.Fields == nil {
			continue
		}
		call.Fields.Each(func(tool, api *bind.Ref, _ bind.Row) {
			if tool != nil && api != nil {
				all[tool.Path] = append(all[tool.Path], partner{call, api})
				refs = append(refs, tool)
			}
		})
	}
	return all, refs
}

func driftsOf(c *check.Contract, tool *contract.Op) map[string][]*diff.Drift {
	all := map[string][]*diff.Drift{}
	for _, d := range c.Drifts {
		if d.Tool == tool {
			all[d.Path] = append(all[d.Path], d)
		}
	}
	return all
}

// quantities are the fields of a tool that may hold a quantity: numbers, and
// strings of a format that spells a time, at the top or among nested fields.
func quantities(tool *contract.Op, nested []*bind.Ref, feeds map[string][]partner) []*target {
	var all []*target
	seen := map[string]bool{}
	diff.EachNumber(tool, func(n units.Number, path string) {
		if !seen[path] {
			seen[path] = true
			all = append(all, &target{field: n.Field, path: path, number: n})
		}
	})
	time := func(f *contract.Field, path string) {
		if format := formatOf(f, feeds[path]); !seen[path] && format != "" {
			seen[path] = true
			all = append(all, &target{field: f, path: path, format: format})
		}
	}
	for _, f := range contract.ObjectView(tool.Input).Fields {
		time(f, bind.Join("", f.Name))
	}
	for _, ref := range nested {
		time(ref.Field, ref.Path)
	}
	return all
}

// settle finds out the unit of a target. Why says why it has none that a case may
// rest on; told, that its owner should know.
func (w *writer) settle(t *target, drifts []*diff.Drift) (why string, told bool) {
	for _, d := range drifts {
		switch d.Kind {
		case diff.UnitConflict:
			return "two units are stated for " + t.path, true
		case diff.UnitOnlyInSpec:
			return "the API states the unit of " + t.path + ", the tool does not", true
		case diff.BareNumber:
			return "nobody states the unit of " + t.path, true
		case diff.Renamed, diff.Unknown, diff.Type, diff.Format, diff.Malformed, diff.Hidden, diff.ReadOnly, diff.NotComparable:
			return "the API does not take " + t.path + " as the tool has it", t.format == "" && w.isQuantity(t)
		}
	}
	if t.number.Field == nil {
		return t.settleTime()
	}
	j, _ := w.numberOf(t.tool, t.field)
	t.Judgement = j
	u, ok := j.Unit()
	switch {
	case j.Verdict == units.Bare:
		return "nobody states the unit of " + t.path, true
	case j.Contradictory(), j.Conflict != nil && j.Conflict.Kind != units.FixedCents:
		return "two units are stated for " + t.path, true
	case ok && strings.HasPrefix(u.Symbol, "by:"):
		return j.Stated[0].Text + " may choose the unit of " + t.path, true
	case !ok && j.Verdict == units.None && j.Convention == "factor" && isOne(element(t.field.Schema).Max):
		return "what 1 of " + t.path + " is follows from a convention only, nobody states it", true
	case !ok:
		return "no quantity", false
	}
	t.unit, t.code = u, j.Code
	if u.Dim == units.Duration && t.sinceEpoch() {
		t.Dim = units.Instant
	}
	t.hundredth = u.Symbol == "cents"
	if why := t.loose(); why != "" && !t.withinOne() {
		return why, t.Verdict != units.None
	}
	for _, p := range t.partners {
		if why := w.agree(t, p); why != "" {
			return why, true
		}
	}
	if why := t.misleading(); why != "" {
		return why, t.unit.Dim != units.Other
	}
	if why := t.obscure(); why != "" {
		return why, t.unit.Dim != units.Other
	}
	return "", false
}

func isOne(b *contract.Bound) bool {
	if b == nil {
		return false
	}
	order, ok := contract.CompareNumbers(b.Num, "1")
	return ok && order == 0
}

// numberOf is what the author of a tool, or of an operation, says of one of its
// numbers; ok is false where the field is none.
func (w *writer) numberOf(op *contract.Op, field *contract.Field) (j units.Judgement, ok bool) {
	all := w.numbers[op]
	if all == nil {
		all = map[*contract.Field]units.Judgement{}
		w.run.EachNumber(op, func(n units.Number, _ string, j units.Judgement) {
			if _, had := all[n.Field]; !had {
				all[n.Field] = j
			}
		})
		w.numbers[op] = all
	}
	j, ok = all[field]
	return j, ok
}

// isQuantity reports whether a number is one whose unit matters.
func (w *writer) isQuantity(t *target) bool {
	j, ok := w.numberOf(t.tool, t.field)
	return ok && j.Verdict != units.None
}

// loose says that the strongest statement of a unit is none that a case may rest
// on: an example shows what one value looks like, "up to 3600 seconds" may be an
// aside.
func (t *target) loose() string {
	first := t.Stated[0]
	if t.Verdict == units.None && !(t.Convention == "closed list" && first.From == units.FromName) {
		return "the unit of " + t.path + " follows from a convention only"
	}
	switch first.From {
	case units.FromName, units.FromParent, units.FromType, units.FromFormat, units.FromKey, units.FromConfig:
		return ""
	case units.FromProse:
		if t.Firm || t.Verdict == units.Settled || t.Verdict == units.Conflicting {
			return ""
		}
	}
	return "only " + hint(first.From) + " hints at the unit of " + t.path + ", nobody states it"
}

// withinOne reports a share that a schema, of either side, keeps between 0 and 1: no
// percentage fits there, whoever states no unit.
func (t *target) withinOne() bool {
	if t.unit.Symbol != "fraction" {
		return false
	}
	schemas := []*contract.Schema{element(t.field.Schema)}
	for _, p := range t.partners {
		schemas = append(schemas, element(p.ref.Field.Schema))
	}
	return slices.ContainsFunc(schemas, func(s *contract.Schema) bool {
		if s.Min == nil || s.Max == nil {
			return false
		}
		lo, okLo := contract.CompareNumbers(s.Min.Num, "0")
		hi, okHi := contract.CompareNumbers(s.Max.Num, "1")
		return okLo && okHi && lo >= 0 && hi <= 0
	})
}

func hint(from units.Source) string {
	switch from {
	case units.FromExample:
		return "an example"
	case units.FromBounds:
		return "the range"
	}
	return "an aside of the description"
}

// agree holds the API's word against the tool's; what it says more precisely counts.
func (w *writer) agree(t *target, p partner) string {
	a, ok := w.numberOf(p.call.Op, p.ref.Field)
	if !ok {
		if types := p.ref.Field.Schema.Types &^ contract.NullType; types&contract.Number == 0 {
			return "the API takes " + p.ref.Path + " as " + diff.Article(types.String())
		}
		return ""
	}
	if a.Contradictory() {
		return "the API states two units for " + p.ref.Path
	}
	if _, conflict := units.Compare(t.Judgement, a); conflict {
		return "tool and API state different units for " + t.path
	}
	if u, ok := a.Unit(); ok && u.Symbol == "cents" {
		t.hundredth = true
	}
	if t.code == "" || t.code == "$" && a.Code != "" {
		t.code = a.Code
	}
	return ""
}

func (t *target) doc() string {
	if t.field.Doc.Text != "" {
		return t.field.Doc.Text
	}
	return t.field.Schema.Doc.Text
}

// proseWords are the words of a text, lower case.
func proseWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 0x7f)
	})
}

// element is the schema of a number, of an array that of its elements.
func element(s *contract.Schema) *contract.Schema {
	for depth := 0; s.Elem != nil && s.Types.Has(contract.ArrayType) && depth < 4; depth++ {
		s = s.Elem
	}
	return s
}

// isList reports a field that holds numbers, not one.
func isList(s *contract.Schema) bool {
	return s.Types&^contract.NullType == contract.ArrayType && s.Elem != nil && !s.Elem.Types.Has(contract.ArrayType)
}
