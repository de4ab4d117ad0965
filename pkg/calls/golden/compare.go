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

	counting bool           // bad and all are asked for, and nothing else
	index    map[string]int // of cells, by field, where they are many
}

// few is up to where looking at each is faster than a map.
const few = 16

func (d *diff) cell(at spot, v Verdict) {
	d.all++
	if v != Right {
		d.bad++
	}
	if d.counting {
		return
	}
	c := Cell{at.name(), v}
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

// tell notes what is wrong where words are asked for. They cost more than to see
// that something is.
func (d *diff) tell(wrong func() Wrong) {
	if !d.counting {
		d.wrong = append(d.wrong, wrong())
	}
}

// spot is a place in a value: the path of its field, and its own.
type spot struct {
	field, place string
	inner        bool // it is not the whole
	unnamed      bool // nobody asks for field and place
}

func (s spot) member(name string) spot {
	if s.unnamed {
		return inside
	}
	return spot{field: bind.Join(s.field, name), place: bind.Join(s.place, name), inner: true}
}
func (s spot) item(i int) spot {
	if s.unnamed {
		return inside
	}
	return spot{field: bind.Elem(s.field), place: s.place + "[" + strconv.Itoa(i) + "]", inner: true}
}

// inside is any place where nobody asks which.
var inside = spot{inner: true, unnamed: true}

// name is the field that a value counts for: the elements of a list of plain
// values are the list's.
func (s spot) name() string { return strings.TrimSuffix(s.field, "[]") }

// comparer holds the values of one call against the golden ones.
type comparer struct {
	match  Match
	fields map[string]*calls.Field // what the contract knows of them, by path
	left   *int                    // values that may still be looked at to find what fits best
	known  map[pair]nearest
}

type pair struct {
	want *value
	got  *source.Node
}

// nearest is that of several right values which comes nearest to one that was sent,
// and in how many places it is another.
type nearest struct {
	want     *value
	bad, all int
}

// over reports whether the limit source.MaxCompared is met. What fits best is then
// no longer looked for: the first right value counts, and arrays go by their indices.
func (c *comparer) over() bool { return *c.left < 0 }

// nearest counts, and remembers it: a value that stands in an array in an array is
// asked for at each of them.
func (c *comparer) nearest(want *value, got *source.Node, at spot) nearest {
	plain := got.Kind != source.Object && got.Kind != source.Array
	if n, ok := c.known[pair{want, got}]; ok {
		return n
	}
	if c.over() && !plain {
		return nearest{want, 1, 1}
	}
	at = spot{inner: at.inner, unnamed: true}
	best := c.count(want, got, at)
	for _, alt := range want.or {
		if best.bad == 0 || c.over() && !plain {
			break
		}
		if n := c.count(alt, got, at); n.bad < best.bad {
			best = n
		}
	}
	if !plain && !c.over() {
		if c.known == nil {
			c.known = map[pair]nearest{}
		}
		c.known[pair{want, got}] = best
	}
	return best
}

func (c *comparer) count(want *value, got *source.Node, at spot) nearest {
	d := diff{counting: true}
	c.one(&d, want, got, at)
	return nearest{want, d.bad, d.all}
}

// compare adds the difference from the nearest of the right values.
func (c *comparer) compare(d *diff, want *value, got *source.Node, at spot) {
	if d.counting {
		n := c.nearest(want, got, at)
		d.bad += n.bad
		d.all += n.all
		return
	}
	if len(want.or) > 0 {
		want = c.nearest(want, got, at).want
	}
	c.one(d, want, got, at)
}

func (c *comparer) one(d *diff, want *value, got *source.Node, at spot) {
	if want.unscored {
		return
	}
	*c.left -= 1 + len(want.fields) + len(want.items) + len(got.Members) + len(got.Items) + weight(want.node) + weight(got)
	switch {
	case want.node.Kind != got.Kind:
		d.tell(func() Wrong {
			return Wrong{at.name(), at.place, WrongType, short(want.node), short(got), typeReading(want.node, got)}
		})
		c.lose(d, want, at, WrongType)
	case got.Kind == source.Object:
		c.object(d, want, got, at)
	case got.Kind == source.Array:
		c.array(d, want, got, at)
	default:
		c.scalar(d, want.node, got, at)
	}
}

// weight is how many values more a text is to be counted for: it is long, or a
// number that is when it is written out.
func weight(n *source.Node) int {
	if n.Kind == source.Number && strings.ContainsAny(n.Text, "eE") {
		return 50
	}
	return len(n.Text) / 64
}

// lose gives all fields of a value a verdict that is not theirs alone: the whole
// is missing, or something else.
func (c *comparer) lose(d *diff, want *value, at spot, v Verdict) {
	*c.left--
	if d.counting && c.over() {
		d.cell(at, v)
		return
	}
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
		d.cell(at, v)
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
	asked := func(key string) bool {
		return slices.ContainsFunc(want.fields, func(f field) bool { return f.name == key })
	}
	if len(want.fields) > few {
		names := make(map[string]bool, len(want.fields))
		for _, f := range want.fields {
			names[f.name] = true
		}
		asked = func(key string) bool { return names[key] }
	}
	for _, f := range want.fields {
		inner := at.member(f.name)
		m := member(f.name)
		switch {
		case m != nil:
			c.compare(d, f.value, m.Value, inner)
		case f.value.unscored, f.value.optional:
		default:
			d.tell(func() Wrong {
				return Wrong{inner.name(), inner.place, Missing, short(f.value.node), "", c.note(inner.field)}
			})
			c.lose(d, f.value, inner, Missing)
		}
	}
	for i := range got.Members {
		m := &got.Members[i]
		if !asked(m.Key) && member(m.Key) == m { // a key twice is one field
			c.extra(d, m.Value, at.member(m.Key))
		}
	}
	if len(want.fields) == 0 && len(got.Members) == 0 && at.inner {
		d.cell(at, Right)
	}
}

func (c *comparer) extra(d *diff, got *source.Node, at spot) {
	d.tell(func() Wrong { return Wrong{at.name(), at.place, Unasked, "", short(got), ""} })
	d.cell(at, Unasked)
}

func (c *comparer) scalar(d *diff, want, got *source.Node, at spot) {
	switch {
	case c.equal(want, got):
		d.cell(at, Right)
	case d.counting:
		d.cell(at, WrongValue)
	default:
		v, reading := c.verdict(want, got, at)
		d.wrong = append(d.wrong, Wrong{at.name(), at.place, v, short(want), short(got), reading})
		d.cell(at, v)
	}
}

// equal reports whether two plain values of one kind are one.
func (c *comparer) equal(want, got *source.Node) bool {
	switch want.Kind {
	case source.Number:
		if want.Text == got.Text {
			return true
		}
		order, ok := contract.CompareNumbers(want.Text, got.Text)
		return ok && order == 0
	case source.String:
		return want.Text == got.Text || c.match == Loose && loosely(want.Text) == loosely(got.Text)
	case source.Bool:
		return want.True() == got.True()
	}
	return true // null is null
}

// verdict is that on two plain values of one kind that are not equal.
func (c *comparer) verdict(want, got *source.Node, at spot) (v Verdict, reading string) {
	f := c.field(at.field)
	switch want.Kind {
	case source.Number:
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
		if f != nil && f.Quantity {
			if s, ok := slipped(want.Text, got.Text, f); ok {
				return WrongUnit, s.String() + c.unitWords(at.field)
			}
		}
		return WrongValue, letters(want.Text, got.Text)
	}
	return WrongValue, ""
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

func typeReading(want, got *source.Node) string {
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
func (c *comparer) field(path string) *calls.Field { return c.fields[path] }

// fieldsOf are the fields of a tool by path, those of a list by the path of its
// elements too; none where nothing is known of the tool.
func fieldsOf(tool *calls.Tool) map[string]*calls.Field {
	if tool == nil {
		return nil
	}
	by := make(map[string]*calls.Field, 2*len(tool.Fields))
	for i := range tool.Fields {
		f := &tool.Fields[i]
		for _, path := range []string{f.Path, f.Path + "[]"} {
			if by[path] == nil {
				by[path] = f
			}
		}
	}
	return by
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
