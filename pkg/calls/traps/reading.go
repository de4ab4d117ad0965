package traps

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// reading is something that a person says, and what it is in the field's own unit.
type reading struct {
	crossing string // "dollars at cents"
	said     string // "$42"
	value    *source.Node
	accept   []*source.Node // as right, spelled another way
	currency string         // code that the field beside it must hold; ""
	note     string         // "90 minutes are 5400 seconds"
	wrong    *Wrong
	care     string // what else the prompt must say for one answer to be right
}

// readings are all that a person may say for a target, the likeliest first.
func (t *target) readings() []reading {
	switch {
	case t.number.Field == nil:
		return t.times()
	case t.Dim == units.Instant:
		return t.instants()
	}
	switch t.unit.Dim {
	case units.Money:
		return t.amounts()
	case units.Temperature:
		return t.temperatures()
	case units.Ratio:
		return t.shares()
	}
	return t.measured()
}

// kind is what --only calls a target.
func (t *target) kind() string {
	dim := t.unit.Dim
	if t.number.Field == nil || t.Dim == units.Instant {
		dim = t.Dim
	}
	switch dim {
	case units.Instant:
		return "instant"
	case units.DataSize, units.DataRate:
		return strings.ReplaceAll(dim.String(), " ", "-")
	}
	return dim.String()
}

func number(text string) *source.Node { return &source.Node{Kind: source.Number, Text: text} }

func text(text string) *source.Node { return &source.Node{Kind: source.String, Text: text} }

// measured is what people say in the neighbours of a unit with an exact definition.
func (t *target) measured() []reading {
	own := measureOf(t.unit.Symbol, t.unit.Dim)
	if own == nil {
		return nil
	}
	var all []reading
	shown := t.shown()
	for _, s := range neighboursOf(own.symbol) {
		if s.unit == "turns" && !t.isRotation() || (s.unit == "days" || s.unit == "weeks") && t.isWork() {
			continue
		}
		m := measureOf(s.unit, own.dim)
		said := strings.Fields(s.amounts)
		for _, v := range shown { // what the contract itself shows, said another way
			if amount, ok := decimal(convert(v, own, m)); ok && len(amount) <= 5 && !slices.Contains(said, amount) && !strings.HasPrefix(amount, "0.0") {
				said = append(said, amount)
			}
		}
		for i, amount := range said {
			all = append(all, spell(m, own, amount, i)...)
		}
	}
	if own.dim == units.Duration {
		all = append(all, slices.DeleteFunc(spans(own), func(r reading) bool { return strings.Contains(r.said, "day") && t.isWork() })...)
	}
	if own.dim == units.Length {
		all = append(all, heights(own)...)
	}
	return all
}

// isRotation reports an angle that something is turned by: nobody speaks of a heading
// as half a turn.
func (t *target) isRotation() bool {
	return slices.ContainsFunc(append(contract.Words(t.field.Name), proseWords(t.doc())...), func(w string) bool { return strings.HasPrefix(w, "rotat") })
}

// shown are the numbers above zero that the tool's schema shows: a closed list, a
// default, examples, bounds.
func (t *target) shown() []*big.Rat {
	s := element(t.field.Schema)
	nodes := append([]*source.Node{s.Default}, s.Examples...)
	for _, v := range s.Enum {
		nodes = append(nodes, v.Lit)
	}
	for _, b := range []*contract.Bound{s.Min, s.Max} {
		if b != nil && !b.Implied {
			nodes = append(nodes, number(b.Num))
		}
	}
	var all []*big.Rat
	for _, n := range nodes {
		if n == nil || n.Kind != source.Number {
			continue
		}
		if r, ok := contract.Rat(n.Text); ok && r.Sign() > 0 {
			all = append(all, r)
		}
	}
	return all
}

// usual is about how large the field's values are: its default, or an example; nil
// where it shows neither.
func (t *target) usual() *big.Rat {
	s := element(t.field.Schema)
	for _, n := range append([]*source.Node{s.Default}, s.Examples...) {
		if n == nil || n.Kind != source.Number {
			continue
		}
		if r, ok := contract.Rat(n.Text); ok && r.Sign() > 0 {
			return r
		}
	}
	if c := prose.Read(contract.Text{Text: t.doc()}).Default; c != nil && c.Of == "" {
		if r, ok := contract.Rat(c.Text); ok && r.Sign() > 0 {
			return r
		}
	}
	return nil
}

// likely are the readings that are not a hundred times more, or less, than what the
// field usually holds; all of them where none is.
func (t *target) likely(all []reading) []reading {
	usual := t.usual()
	if usual == nil {
		return all
	}
	var near []reading
	for _, r := range all {
		v, ok := contract.Rat(r.value.Text)
		if !ok {
			return all
		}
		if q := v.Quo(v, usual); q.Cmp(big.NewRat(100, 1)) <= 0 && q.Cmp(big.NewRat(1, 100)) >= 0 {
			near = append(near, r)
		}
	}
	if len(near) == 0 {
		return all
	}
	return near
}

// spell is one amount of a measure, said in one way or, by turns, another.
func spell(m, own *measure, amount string, turn int) []reading {
	v, ok := decimal(convert(rat(amount), m, own))
	if !ok {
		return nil
	}
	r := reading{
		crossing: m.all + " at " + own.all, said: amounts(m, amount, turn), value: number(v),
		note: fmt.Sprintf("%s %s %s %s", amount, m.noun(amount), are(amount), of(own, v)), care: care(m, own, v),
		wrong: copied(amount, v, of(own, amount)),
	}
	if m.dim == units.Angle && m.symbol == "turns" {
		r.said, r.wrong = turns(amount), nil
		if amount == "0.5" || amount == "0.25" {
			r.note = r.said + " is " + of(own, v)
		}
	}
	return []reading{r}
}

func turns(amount string) string {
	switch amount {
	case "0.5":
		return "half a turn"
	case "0.25":
		return "a quarter turn"
	}
	return "three quarters of a turn"
}

// amounts is an amount as people say it: "90 minutes", "ninety minutes".
func amounts(m *measure, amount string, turn int) string {
	n, ok := new(big.Int).SetString(amount, 10)
	switch {
	case ok && turn%3 == 1 && n.IsInt64() && n.Int64() <= 20:
		return inWords(int(n.Int64())) + " " + m.noun(amount)
	case m.short != "" && turn%3 == 2:
		return plainOrGrouped(amount) + " " + m.short
	}
	return plainOrGrouped(amount) + " " + m.noun(amount)
}

// plainOrGrouped writes thousands with commas from 10,000 on, as most people do.
func plainOrGrouped(amount string) string {
	if whole, _, _ := strings.Cut(amount, "."); len(whole) > 4 {
		return grouped(amount, ",")
	}
	return amount
}

func (m *measure) noun(amount string) string {
	if amount == "1" {
		return m.one
	}
	return m.all
}

func of(m *measure, amount string) string { return amount + " " + m.noun(amount) }

func are(amount string) string {
	if amount == "1" {
		return "is"
	}
	return "are"
}

// care is what a prompt says where people round, or mean one of two units.
func care(m, own *measure, v string) string {
	if isDecimalSize(m) || isDecimalSize(own) { // kilobytes that are 1024 bytes are still about
		large, little := m, own
		if large.size().Cmp(little.size()) < 0 {
			large, little = own, m
		}
		if per := convert(big.NewRat(1, 1), large, little); per.IsInt() {
			return "Here 1 " + large.one + " is " + grouped(per.Num().String(), ",") + " " + little.all + "."
		}
	}
	if _, frac, _ := strings.Cut(v, "."); len(frac) > 2 {
		return "Convert it exactly, without rounding."
	}
	return ""
}

func isDecimalSize(m *measure) bool {
	return slices.Contains([]string{"kB", "MB", "GB", "TB"}, m.symbol)
}

// copied is the call of a model that copies the number that it hears.
func copied(heard, right, means string) *Wrong {
	if heard == right {
		return nil
	}
	return &Wrong{number(heard), "a model that copies " + heard + " sends " + means}
}

// spans are durations in two parts, and in words.
func spans(own *measure) []reading {
	var all []reading
	for _, s := range []struct {
		said    string
		seconds string
		heard   string
	}{
		{"an hour and a half", "5400", "1.5"},
		{"half an hour", "1800", "0.5"},
		{"2 hours and 30 minutes", "9000", "2.5"},
		{"a quarter of an hour", "900", "0.25"},
		{"a minute and a half", "90", "1.5"},
		{"half a minute", "30", "0.5"},
		{"1 minute and 15 seconds", "75", "1.15"},
		{"a day and a half", "129600", "1.5"},
		{"half a second", "1/2", "0.5"},
	} {
		length := rat(s.seconds)
		v, ok := decimal(new(big.Rat).Quo(length, own.size()))
		size := new(big.Rat).Quo(length, own.size())
		if !ok || s.heard == v || size.Cmp(big.NewRat(1, 2)) < 0 || size.Cmp(big.NewRat(20_000_000, 1)) > 0 {
			continue
		}
		all = append(all, reading{
			crossing: "words at " + own.all, said: s.said, value: number(v),
			note: s.said + " is " + of(own, v), wrong: copied(s.heard, v, of(own, s.heard)), care: care(own, own, v),
		})
	}
	return all
}

// heights are lengths in feet and inches.
func heights(own *measure) []reading {
	if own.symbol != "cm" && own.symbol != "m" && own.symbol != "in" && own.symbol != "mm" {
		return nil
	}
	var all []reading
	for _, h := range []struct{ feet, inches string }{{"6", "2"}, {"5", "10"}, {"5", "5"}} {
		in := measureOf("in", units.Length)
		total := new(big.Rat).Add(new(big.Rat).Mul(rat(h.feet), big.NewRat(12, 1)), rat(h.inches))
		v, ok := decimal(convert(total, in, own))
		if !ok {
			continue
		}
		said := h.feet + " feet " + h.inches + " inches"
		all = append(all, reading{
			crossing: "feet and inches at " + own.all, said: said, value: number(v), note: said + " are " + of(own, v),
			wrong: copied(h.feet+"."+h.inches, v, of(own, h.feet+"."+h.inches)), care: care(in, own, v),
		})
	}
	return all
}

// temperatures are affine: what is said is converted by way of kelvin.
func (t *target) temperatures() []reading {
	if _, ok := units.ToKelvin(new(big.Rat), t.unit.Symbol); !ok {
		return nil
	}
	var all []reading
	for _, s := range []struct{ scale, noun, amounts string }{
		{"fahrenheit", "degrees Fahrenheit", "68 50 77 95 41 14 212 350 392"},
		{"celsius", "degrees Celsius", "20 25 5 37 -10 100 180"},
		{"kelvin", "kelvins", "300 293.15 273.15 350"},
	} {
		if s.scale == t.unit.Symbol {
			continue
		}
		for i, amount := range strings.Fields(s.amounts) {
			kelvin, _ := units.ToKelvin(rat(amount), s.scale)
			there, _ := units.FromKelvin(kelvin, t.unit.Symbol)
			v, ok := decimal(there)
			if !ok || v == amount {
				continue
			}
			said := amount + " " + s.noun
			if i%2 == 1 && s.scale != "kelvin" {
				said = amount + "°" + strings.ToUpper(s.scale[:1])
			}
			own := map[string]string{"celsius": "degrees Celsius", "fahrenheit": "degrees Fahrenheit", "kelvin": "kelvins"}[t.unit.Symbol]
			all = append(all, reading{
				crossing: s.scale + " at " + t.unit.Symbol, said: said, value: number(v),
				note: fmt.Sprintf("%s %s are %s %s", amount, s.noun, v, own), wrong: copied(amount, v, amount+" "+own),
			})
		}
	}
	return all
}

// listed is several readings as one list, in their order. What a model that falls
// for it sends is a list too.
func listed(all []reading) reading {
	r := all[0]
	r.value = &source.Node{Kind: source.Array}
	wrong := &source.Node{Kind: source.Array}
	var said, notes []string
	for _, one := range all {
		r.value.Items = append(r.value.Items, one.value)
		said, notes = append(said, one.said), append(notes, one.note)
		if one.wrong != nil {
			wrong.Items = append(wrong.Items, one.wrong.Value)
		}
		if one.care != "" {
			r.care = one.care
		}
	}
	r.note = strings.Join(notes, "; ")
	r.wrong = nil
	if len(wrong.Items) == len(all) {
		text := all[0].wrong.Text
		if len(all) > 1 {
			text = "a model that falls for it sends " + wrong.JSON()
		}
		r.wrong = &Wrong{wrong, text}
	}
	last := len(said) - 1
	r.said = said[last]
	if last > 0 {
		r.said = strings.Join(said[:last], ", then ") + ", then " + said[last]
	}
	return r
}
