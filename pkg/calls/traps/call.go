package traps

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// maxOthers is how many arguments besides its own a case may need: nobody asks for
// more in one breath.
const maxOthers = 12

// field writes the cases of one field: of each crossing in turn, until there are
// enough.
func (w *writer) field(t *target, names map[string]int) {
	if len(w.options.Only) > 0 && !slices.Contains(w.options.Only, t.kind()) {
		return
	}
	dice := newDice(w.options.Seed, t.contract.Name+"\x00"+t.tool.Name+"\x00"+t.path)
	groups := grouping(t.silent(t.likely(t.readings())))
	if t.unit.Dim != units.Money { // whose currencies stand in their order
		shuffle(groups, dice)
	}
	refused, written := "", 0
	for len(groups) > 0 && written < w.options.PerField {
		var left [][]reading
		for _, g := range groups {
			if written == w.options.PerField {
				break
			}
			r, rest := t.draw(g, dice)
			turn := dice.below(4)
			if isList(t.field.Schema) && t.number.Field != nil && len(r.value.Items) < t.items() && t.ascends() {
				refused = "too few amounts are known for both ends of " + t.path
				continue
			}
			c, why := w.finish(t, r, names, turn)
			if c != nil { // the same amount said another way is hardly another case
				rest = slices.DeleteFunc(rest, func(next reading) bool { return next.value.JSON() == r.value.JSON() && next.currency == r.currency })
			}
			if len(rest) > 0 {
				left = append(left, rest)
			}
			if c == nil {
				refused = why
				continue
			}
			c.ID = w.id(t, r.crossing)
			w.set.Cases = append(w.set.Cases, c)
			written++
		}
		groups = left
	}
	switch {
	case written > 0:
		w.set.Fields++
	case refused != "":
		w.untold(t, refused, "")
	case t.unit.Dim != units.Other:
		w.untold(t, "nobody says "+t.path+" in another unit than its own", "")
	}
}

// shuffle mixes all groups but the likeliest.
func shuffle(groups [][]reading, dice *dice) {
	for i := len(groups) - 1; i > 1; i-- {
		j := 1 + dice.below(i)
		groups[i], groups[j] = groups[j], groups[i]
	}
}

// silent puts first what goes wrong without a word: both contracts take the wrong
// call too.
func (t *target) silent(all []reading) []reading {
	var loud []reading
	quiet := make([]reading, 0, len(all))
	for _, r := range all {
		if r.wrong != nil && t.takes(r.wrong.Value) == "" {
			quiet = append(quiet, r)
		} else {
			loud = append(loud, r)
		}
	}
	return append(quiet, loud...)
}

// draw takes a reading out of a group, one of the likelier ones, which stand first; for
// a list as many as it must have, and two where it may.
func (t *target) draw(g []reading, dice *dice) (r reading, rest []reading) {
	take := func() reading {
		n := dice.below(min(len(g), 4))
		r := g[n]
		g = slices.Delete(slices.Clone(g), n, n+1)
		return r
	}
	r = take()
	if !isList(t.field.Schema) || t.number.Field == nil {
		return r, g
	}
	all := []reading{r}
	for len(all) < t.items() && len(g) > 0 {
		next := take()
		if !slices.ContainsFunc(all, func(had reading) bool { return had.value.Text == next.value.Text }) {
			all = append(all, next)
		}
	}
	if t.ascends() {
		slices.SortStableFunc(all, func(a, b reading) int {
			v, okV := contract.Rat(a.value.Text)
			w, okW := contract.Rat(b.value.Text)
			if !okV || !okW {
				return 0
			}
			return v.Cmp(w)
		})
	}
	return listed(all), g
}

// items is how many numbers a list is given: two, or what its bounds ask for.
func (t *target) items() int {
	n := 2
	if b := t.field.Schema.MaxItems; b != nil {
		if most, err := strconv.Atoi(b.Num); err == nil {
			n = min(n, most)
		}
	}
	if b := t.field.Schema.MinItems; b != nil {
		if least, err := strconv.Atoi(b.Num); err == nil {
			n = max(n, min(least, 5))
		}
	}
	return max(n, 1)
}

// grouping is readings by crossing, each in their order, the first seen first.
func grouping(all []reading) [][]reading {
	var groups [][]reading
	at := map[string]int{}
	for _, r := range all {
		i, ok := at[r.crossing]
		if !ok {
			i = len(groups)
			at[r.crossing] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], r)
	}
	return groups
}

// finish makes a whole call of a reading, and the prompt for it; nil where either
// contract does not take it, and why.
func (w *writer) finish(t *target, r reading, names map[string]int, turn int) (*Case, string) {
	value := r.value
	if why := t.takes(value); why != "" {
		return nil, why
	}
	t.spoken = r.currency
	args := diff.SampleAt(t.tool.Input, t.path, value)
	if args == nil {
		return nil, "no call is known that holds " + t.path
	}
	args = own(args, value)
	w.voice(t, t.tool.Input, args, "")
	at := spotOf(args, t.path, value)
	c := &Case{
		Contract: t.contract.Name, Tool: t.tool.Name, Field: t.path, Kind: t.kind(), Crossing: r.crossing, Unit: t.unitWord(), Said: r.said,
		Args: args, Note: r.note, Wrong: r.wrong,
	}
	if t.call != nil {
		c.Operation = t.call.Op.Name
		for _, cond := range t.call.When {
			set(args, cond.Field, selector(t.tool, cond))
		}
	}
	if also := slices.DeleteFunc(slices.Clone(r.accept), func(v *source.Node) bool { return t.takes(v) != "" }); len(also) > 0 {
		c.Accept = append(c.Accept, Accept{at.path, also})
	}
	told := map[string]bool{at.path: true}
	if t.Currency != "" && r.currency != "" {
		code, more, said := t.currencyCode(r.currency)
		if code == nil {
			return nil, "no spelling of " + r.currency + " is known that " + t.Currency + " takes"
		}
		set(at.holder, t.Currency, code)
		place := bind.Join(at.within, t.Currency)
		if len(more) > 0 {
			c.Accept = append(c.Accept, Accept{place, more})
		}
		if f := t.currencyField(); !f.Required && (len(f.Schema.Enum) == 1 || f.Schema.Default != nil && f.Schema.Default.JSON() == code.JSON()) {
			c.Optional = append(c.Optional, place)
		}
		told[place] = said
	}
	if why := w.complete(t, args); why != "" {
		return nil, why
	}
	if t.clashes(args) {
		return nil, "a call must name another currency than " + r.currency
	}
	others, n := rest(args, told)
	if n > maxOthers {
		return nil, "a call needs " + strconv.Itoa(n) + " arguments besides " + t.path
	}
	c.Prompt = t.prompt(names, r, others, turn)
	return c, ""
}

func (t *target) unitWord() string {
	if t.number.Field == nil {
		return t.format
	}
	if t.Dim == units.Instant {
		return "epoch " + t.unit.Noun()
	}
	return t.unit.Symbol
}

// takes says why the tool, or the API, does not take a value; "" where both do.
func (t *target) takes(v *source.Node) string {
	if why := t.beyondProse(v); why != "" {
		return why
	}
	if verdict, faults := diff.Check(t.field.Schema, v, false); verdict != diff.Accepted {
		return refusal(t.path, v, faults, "the tool")
	}
	for _, p := range t.partners {
		api := v
		if isList(t.field.Schema) && !isList(p.ref.Field.Schema) && v.Kind == source.Array && !p.ref.Field.Schema.Types.Has(contract.ArrayType) {
			api = v.Items[0]
		}
		if verdict, faults := diff.Check(p.ref.Field.Schema, api, p.ref.Field.In.IsText()); verdict != diff.Accepted {
			return refusal(p.ref.Path, api, faults, "the API")
		}
	}
	return ""
}

func refusal(path string, v *source.Node, faults []string, who string) string {
	if len(faults) == 0 {
		return who + "'s schema of " + path + " cannot be seen through"
	}
	return "no amount is known that " + who + " takes: " + v.JSON() + " " + faults[0]
}

// selector is the value by which a tool chooses an operation, of the kind that the
// tool's own list has.
func selector(tool *contract.Op, cond bind.Cond) *source.Node {
	for _, f := range tool.Input.Fields {
		if f.Name != cond.Field {
			continue
		}
		for _, v := range f.Schema.Enum {
			if v.Lit != nil && v.Lit.Text == cond.Value {
				return v.Lit
			}
		}
		if f.Schema.Types&^contract.NullType == contract.Boolean {
			return &source.Node{Kind: source.Bool, Text: cond.Value}
		}
	}
	return text(cond.Value)
}

// currencyCode is how the tool spells a currency, what else it and the API take, and whether
// the prompt tells it by the amount alone.
func (t *target) currencyCode(code string) (n *source.Node, more []*source.Node, told bool) {
	f := t.currencyField()
	if f == nil || slices.ContainsFunc(contract.Words(f.Name), func(w string) bool { return slices.Contains([]string{"id", "symbol", "name", "type"}, w) }) {
		return nil, nil, false // it may hold "$", or 840
	}
	for _, v := range f.Schema.Enum {
		if v.Lit != nil && strings.EqualFold(v.Lit.Text, code) {
			return v.Lit, nil, true
		}
	}
	upper, lower := text(code), text(strings.ToLower(code))
	takes := func(n *source.Node) bool {
		verdict, _ := diff.Check(f.Schema, n, false)
		return verdict == diff.Accepted
	}
	words := proseWords(f.Doc.Text + " " + f.Schema.Doc.Text)
	way, _ := bind.Parent(t.path)
	for _, p := range t.feeds[bind.Join(way, t.Currency)] {
		words = append(words, proseWords(p.ref.Field.Doc.Text)...)
	}
	style := exampleStyle(f.Schema)
	switch {
	case !takes(upper) && !takes(lower):
		return nil, nil, false
	case !takes(upper):
		return lower, nil, true
	case !takes(lower):
		return upper, nil, true
	case slices.Contains(words, "lowercase") || slices.Contains(words, "lower"):
		return lower, nil, true
	case slices.Contains(words, "uppercase") || slices.Contains(words, "upper"):
		return upper, nil, true
	case style == "lower":
		return lower, []*source.Node{upper}, true
	}
	return upper, []*source.Node{lower}, true
}

// exampleStyle is the case of the codes that a field shows: "lower"; "".
func exampleStyle(s *contract.Schema) string {
	for _, v := range append(s.Examples[:len(s.Examples):len(s.Examples)], s.Default) {
		if v != nil && v.Kind == source.String && len(v.Text) == 3 && v.Text == strings.ToLower(v.Text) {
			return "lower"
		}
	}
	return ""
}

// rest tells all values of a call that nothing has told yet, each by its place.
func rest(args *source.Node, told map[string]bool) (sentence string, n int) {
	var parts []string
	var walk func(v *source.Node, path string)
	walk = func(v *source.Node, path string) {
		switch {
		case told[path]:
		case v.Kind == source.Object && len(v.Members) > 0:
			for _, m := range v.Members {
				walk(m.Value, bind.Join(path, m.Key))
			}
		case v.Kind == source.Array && len(v.Items) > 0 && v.Items[0].Kind >= source.Array:
			for i, item := range v.Items {
				walk(item, fmt.Sprintf("%s[%d]", path, i))
			}
		default:
			parts = append(parts, path+" "+v.JSON())
		}
	}
	walk(args, "")
	switch len(parts) {
	case 0:
		return "", 0
	case 1:
		return "Use " + parts[0] + ".", 1
	}
	last := len(parts) - 1
	return "Use " + strings.Join(parts[:last], ", ") + " and " + parts[last] + ".", len(parts)
}
