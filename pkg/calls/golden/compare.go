package golden

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// diff is what became of a value: the cells of its fields, each once, and what is
// wrong with them.
type diff struct {
	cells []Cell
	wrong []Wrong
	bad   int // places that are not right, those inside of one that is missing too
	all   int // places

	index map[string]int // of cells, by field, where they are many
}

// few is up to where looking at each is faster than a map.
const few = 16

func (d *diff) cell(field string, v Verdict) {
	d.all++
	if v != Right {
		d.bad++
	}
	d.merge(Cell{field, v})
}

func (d *diff) merge(c Cell) {
	if i := d.find(c.Field); i >= 0 {
		if d.cells[i].Verdict == Right {
			d.cells[i].Verdict = c.Verdict
		}
		return
	}
	if d.index != nil {
		d.index[c.Field] = len(d.cells)
	}
	d.cells = append(d.cells, c)
}

// find is the index of a field's cell; -1 where it has none.
func (d *diff) find(field string) int {
	if len(d.cells) <= few {
		return slices.IndexFunc(d.cells, func(c Cell) bool { return c.Field == field })
	}
	if d.index == nil {
		d.index = map[string]int{}
		for i, c := range d.cells {
			d.index[c.Field] = i
		}
	}
	if i, ok := d.index[field]; ok {
		return i
	}
	return -1
}

func (d *diff) add(o *diff) {
	for _, c := range o.cells {
		d.merge(c)
	}
	d.wrong = append(d.wrong, o.wrong...)
	d.bad += o.bad
	d.all += o.all
}

// spot is a place in a value: the path of its field, and its own.
type spot struct{ field, place string }

func (s spot) member(name string) spot {
	return spot{bind.Join(s.field, name), bind.Join(s.place, name)}
}
func (s spot) item(i int) spot {
	return spot{bind.Elem(s.field), s.place + "[" + strconv.Itoa(i) + "]"}
}

// name is the field that a value counts for: the elements of a list of plain
// values are the list's.
func (s spot) name() string { return strings.TrimSuffix(s.field, "[]") }

// comparer holds the values of one call against the golden ones.
type comparer struct {
	match Match
	tool  *calls.Tool // nil: nothing is known of its fields
	spent int         // values that were looked at
}

// mostCompared is how many values are looked at to find the nearest of several
// right ones, or how two arrays fit best. A call of BFCL with its alternatives has a
// few dozen. Beyond it the first right value counts, and arrays go by their indices.
const mostCompared = 200_000

// compare is the difference from the nearest of the right values.
func (c *comparer) compare(want *value, got *source.Node, at spot) *diff {
	best := c.one(want, got, at)
	for _, alt := range want.or {
		if best.bad == 0 || c.spent > mostCompared {
			break
		}
		if d := c.one(alt, got, at); d.bad < best.bad {
			best = d
		}
	}
	return best
}

func (c *comparer) one(want *value, got *source.Node, at spot) *diff {
	d := &diff{}
	if want.unscored {
		return d
	}
	c.spent += 1 + len(got.Members) + len(got.Items)
	switch {
	case want.node.Kind != got.Kind:
		d.wrong = append(d.wrong, Wrong{at.name(), at.place, WrongType, short(want.node), short(got), c.typeReading(want.node, got, at)})
		c.lose(d, want, at, WrongType)
	case got.Kind == source.Object:
		c.object(d, want, got, at)
	case got.Kind == source.Array:
		c.array(d, want, got, at)
	default:
		c.scalar(d, want.node, got, at)
	}
	return d
}

// lose gives all fields of a value a verdict that is not theirs alone: the whole
// is missing, or something else.
func (c *comparer) lose(d *diff, want *value, at spot, v Verdict) {
	inner := false
	for _, f := range want.fields {
		if !f.value.unscored && !f.value.optional {
			inner = true
			c.lose(d, f.value, at.member(f.name), v)
		}
	}
	for i, item := range want.items {
		inner = true
		c.lose(d, item, at.item(i), v)
	}
	if !inner {
		d.cell(at.name(), v)
	}
}

func (c *comparer) object(d *diff, want *value, got *source.Node, at spot) {
	member := got.Member
	if len(got.Members) > few {
		by := make(map[string]*source.Member, len(got.Members))
		for i := range slices.Backward(got.Members) {
			by[got.Members[i].Key] = &got.Members[i]
		}
		member = func(key string) *source.Member { return by[key] }
	}
	asked := map[string]bool{}
	for _, f := range want.fields {
		asked[f.name] = true
		inner := at.member(f.name)
		m := member(f.name)
		switch {
		case m != nil:
			d.add(c.compare(f.value, m.Value, inner))
		case f.value.unscored, f.value.optional:
		default:
			d.wrong = append(d.wrong, Wrong{inner.name(), inner.place, Missing, short(f.value.node), "", c.note(inner.field)})
			c.lose(d, f.value, inner, Missing)
		}
	}
	for _, m := range got.Members {
		if !asked[m.Key] {
			asked[m.Key] = true // a key twice is one field
			c.extra(d, m.Value, at.member(m.Key))
		}
	}
	if len(want.fields) == 0 && len(got.Members) == 0 && at.field != "" {
		d.cell(at.name(), Right)
	}
}

func (c *comparer) extra(d *diff, got *source.Node, at spot) {
	d.wrong = append(d.wrong, Wrong{at.name(), at.place, Unasked, "", short(got), ""})
	d.cell(at.name(), Unasked)
}

func (c *comparer) scalar(d *diff, want, got *source.Node, at spot) {
	v, reading := c.verdict(want, got, at)
	if v != Right {
		d.wrong = append(d.wrong, Wrong{at.name(), at.place, v, short(want), short(got), reading})
	}
	d.cell(at.name(), v)
}

// verdict is that on two plain values of one kind.
func (c *comparer) verdict(want, got *source.Node, at spot) (v Verdict, reading string) {
	switch want.Kind {
	case source.Number:
		order, ok := contract.CompareNumbers(want.Text, got.Text)
		if ok && order == 0 || !ok && want.Text == got.Text {
			return Right, ""
		}
		f := c.field(at.field)
		if s, ok := slipped(want.Text, got.Text, f); ok {
			return WrongUnit, s.String() + c.unitWords(at.field)
		}
		if f != nil {
			if words := zone(want.Text, got.Text, f); words != "" {
				return WrongValue, words
			}
		}
		return WrongValue, c.note(at.field)
	case source.String:
		if want.Text == got.Text || c.match == Loose && loosely(want.Text) == loosely(got.Text) {
			return Right, ""
		}
		f := c.field(at.field)
		if f != nil && f.Quantity {
			if s, ok := slipped(want.Text, got.Text, f); ok {
				return WrongUnit, s.String() + c.unitWords(at.field)
			}
		}
		return WrongValue, letters(want.Text, got.Text)
	case source.Bool:
		if want.True() == got.True() {
			return Right, ""
		}
		return WrongValue, ""
	}
	return Right, "" // null is null
}

// letters is what two texts differ in, where it is little.
func letters(want, got string) string {
	switch {
	case strings.TrimSpace(want) == strings.TrimSpace(got):
		return "only blanks around it differ"
	case strings.EqualFold(want, got):
		return "only the case differs"
	case loosely(want) == loosely(got):
		return "only case, blanks and marks differ"
	}
	return ""
}

// loosely is a text without what Loose does not look at.
func loosely(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(" ,./-_*^", r):
			return -1
		case r == '\'':
			return '"'
		}
		return r
	}, s))
}

var kindNouns = map[source.Kind]string{
	source.Null: "null", source.Bool: "a boolean", source.Number: "a number", source.String: "a string", source.Array: "an array", source.Object: "an object",
}

func (c *comparer) typeReading(want, got *source.Node, at spot) string {
	text := fmt.Sprintf("%s, not %s", kindNouns[got.Kind], kindNouns[want.Kind])
	if got.Kind == source.String && (want.Kind == source.Number || want.Kind == source.Bool || want.Kind == source.Null) {
		if order, ok := contract.CompareNumbers(want.Text, got.Text); got.Text == want.Text || ok && order == 0 {
			return text + "; the value is right"
		}
	}
	if want.Kind == source.String && (got.Kind == source.Number || got.Kind == source.Bool) && got.Text == want.Text {
		return text + "; the value is right"
	}
	return text
}

// field is what the contract knows of a field; nil where it does not.
func (c *comparer) field(path string) *calls.Field {
	if c.tool == nil {
		return nil
	}
	for i := range c.tool.Fields {
		if p := c.tool.Fields[i].Path; p == path || p+"[]" == path {
			return &c.tool.Fields[i]
		}
	}
	return nil
}

func (c *comparer) unitWords(path string) string {
	if note := c.note(path); note != "" {
		return "; " + note
	}
	return ""
}

// note is the unit that the contract states; "".
func (c *comparer) note(path string) string {
	if f := c.field(path); f != nil && f.Unit != "" {
		return "the contract says " + f.Unit
	}
	return ""
}

// shortest is how many code points of a value are shown.
const shortest = 120

func short(n *source.Node) string {
	if n == nil {
		return ""
	}
	text := n.JSON()
	if utf8.RuneCountInString(text) > shortest {
		text = string([]rune(text)[:shortest-1]) + "…"
	}
	return text
}
