package diff

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

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
	w.bounds(t, inRange(a), p, numberBounds)
	if a.MultipleOf == nil || t.Enum != nil {
		return
	}
	if t.MultipleOf == nil || !isMultiple(t.MultipleOf.Num, a.MultipleOf.Num) {
		d := w.add(p, &Drift{
			Kind: BoundTooWide, ToolSchema: t, APISchema: a, Bound: BoundFact{Word: "multipleOf", Tool: t.MultipleOf, API: a.MultipleOf},
			Value: "multipleOf " + a.MultipleOf.Num, SpecAt: a.MultipleOf.At,
		})
		d.Witness = w.proven(w.arguments(p.path, between(t, a)))
	}
}

// inRange is a schema with the bounds that its format implies (OpenAPI 3.1, 4.4).
func inRange(s *contract.Schema) *contract.Schema {
	var low, high string
	switch s.Format.Text {
	case "int32":
		low, high = "-2147483648", "2147483647"
	case "int64":
		low, high = "-9223372036854775808", "9223372036854775807"
	default:
		return s
	}
	out := *s
	if s.Min == nil {
		out.Min = &contract.Bound{Num: low, Implied: true, At: s.Format.At}
	}
	if s.Max == nil {
		out.Max = &contract.Bound{Num: high, Implied: true, At: s.Format.At}
	}
	return &out
}

func (w *walk) lengths(t, a *contract.Schema, p place) { w.bounds(t, a, p, lengthBounds) }

// bounds reports limits of the API's beyond which the tool lets values go. A
// closed list of the tool's is judged value by value instead, and a limit that
// the tool's prose tells the model is told. That a limit follows from a type
// alone (int32) counts only against one that the tool states.
func (w *walk) bounds(t, a *contract.Schema, p place, limits []limit) {
	if t.Enum != nil {
		return
	}
	if strings.HasSuffix(limits[0].word, "Length") && (t.Pattern.Text != "" || fixedLength[formatOf(t).Name]) {
		w.shaped(t, a, p, limits)
		return
	}
	whole := !(t.Types & a.Types).Has(contract.Fraction)
	for _, l := range limits {
		api, tool := l.of(a), l.of(t)
		if l.word == "minLength" && isNeverEmpty(formatOf(t)) {
			w.shaped(t, a, p, []limit{l})
			continue
		}
		if api == nil || tool == nil && api.Implied || tool == nil && toldInProse(l, api, p.tool) {
			continue
		}
		if tool != nil && !exceeds(stepped(tool, t, l), api, l.upper, whole) {
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
		d.Witness = w.proven(w.arguments(p.path, past(t, api, l)))
	}
}

// shaped reports limits of the API's on the length of a string that a pattern or
// a format of the tool's gives its shape, as far as strings of that shape show it.
func (w *walk) shaped(t, a *contract.Schema, p place, limits []limit) {
	texts := append([]string{sampleString(t)}, samplesOf(formatOf(t).Name)...)
	repeats := []int{0, 1, 5, 25, 100}
	for _, l := range limits {
		repeats = append(repeats, repeatsPast(t.Pattern.Text, l.of(a), l.upper))
	}
	for _, repeat := range repeats {
		if text, ok := matching(t.Pattern.Text, repeat); ok && t.Pattern.Text != "" {
			texts = append(texts, text)
		}
	}
	for _, l := range limits {
		api := l.of(a)
		for _, text := range texts {
			length := strconv.Itoa(utf8.RuneCountInString(text))
			if !(l.upper && above(length, api) || !l.upper && below(length, api)) || !isString(t, text) {
				continue
			}
			d := w.add(p, &Drift{
				Kind: BoundTooWide, ToolSchema: t, APISchema: a, Bound: BoundFact{Word: l.word, Tool: l.of(t), API: api},
				Value: l.word + " " + api.Num, SpecAt: api.At, Witness: w.arguments(p.path, str(text)),
			})
			d.Bound.Last = api.Num
			break
		}
	}
}

// repeatsPast is how often a pattern repeats what it may so that a string is just
// beyond a limit on its length; 0 where there is no telling.
func repeatsPast(pattern string, limit *contract.Bound, upper bool) int {
	if limit == nil {
		return 0
	}
	none, ok := matching(pattern, 0)
	once, _ := matching(pattern, 1)
	least, step := utf8.RuneCountInString(none), utf8.RuneCountInString(once)-utf8.RuneCountInString(none)
	length, err := strconv.Atoi(beyond(limit, upper))
	if !ok || err != nil || step <= 0 || length < least || length > maxPast {
		return 0
	}
	if upper {
		length += step - 1 // no shorter than that
	}
	return (length - least) / step
}

// fixedLength are the formats whose strings are as long as they are.
var fixedLength = map[string]bool{"date": true, "date-time": true, "time": true, "uuid": true, "ipv4": true, "ipv6": true}

// isNeverEmpty reports whether a format by itself has a least length.
func isNeverEmpty(format FormatFact) bool {
	fits := stringFormats[format.Name].fits
	return fits != nil && !fits("")
}

// stepped is a limit of the tool's on numbers as the last multiple within it,
// where its schema asks for multiples.
func stepped(tool *contract.Bound, t *contract.Schema, l limit) *contract.Bound {
	limit, step := bound(tool), bound(t.MultipleOf)
	if limit == nil || step == nil || step.Sign() <= 0 || !strings.HasSuffix(l.word, "imum") {
		return tool
	}
	n := lastWhole(new(big.Rat).Quo(limit, step), tool.Exclusive, l.upper)
	return &contract.Bound{Num: spell(n.Mul(n, step))}
}

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
	return lastWhole(r, b.Exclusive, upper)
}

// lastWhole is the last whole number within a limit.
func lastWhole(r *big.Rat, exclusive, upper bool) *big.Rat {
	n := new(big.Int).Div(r.Num(), r.Denom()) // towards minus infinity
	switch {
	case upper && exclusive && r.IsInt():
		n.Sub(n, big.NewInt(1))
	case !upper && (!r.IsInt() || exclusive):
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

// between is a number of the tool's that is no multiple of the API's; nil where
// none of the next few is.
func between(t, a *contract.Schema) *source.Node {
	v, step := bound(&contract.Bound{Num: sampleNumber(t)}), big.NewRat(1, 1)
	if s := bound(t.MultipleOf); s != nil && s.Sign() > 0 {
		step = s
	}
	for range 20 {
		n := num(spell(v))
		if verdict, _ := Check(t, n, false); verdict != Rejected && !isMultiple(n.Text, a.MultipleOf.Num) {
			return n
		}
		v.Add(v, step)
	}
	return nil
}

// past is a value of the tool's just beyond a limit of the API's; nil where it
// would be too long to show.
func past(t *contract.Schema, api *contract.Bound, l limit) *source.Node {
	switch l.word {
	case "minimum", "maximum":
		return pastNumber(t, api, l.upper)
	}
	n, err := strconv.Atoi(beyond(api, l.upper))
	n = within(n, t, l)
	if l.word == "minLength" && api.Num == "1" && err == nil && t.Pattern.Text == "" && formatOf(t).Name == "" {
		return str("")
	}
	if err != nil || n < 0 || n > maxPast {
		return nil
	}
	if strings.HasSuffix(l.word, "Length") {
		return str(textOfLength(t, n))
	}
	list := &source.Node{Kind: source.Array}
	for range n {
		list.Items = append(list.Items, Sample(t.Elem))
	}
	return list
}

// within is a length just beyond a limit of the API's, or as much further on as the
// tool asks for.
func within(n int, t *contract.Schema, l limit) int {
	least, most := t.MinLen, t.MaxLen
	if strings.HasSuffix(l.word, "Items") {
		least, most = t.MinItems, t.MaxItems
	}
	own := least
	if !l.upper {
		own = most
	}
	if own == nil {
		return n
	}
	asked, err := strconv.Atoi(own.Num)
	switch {
	case err != nil:
		return n
	case l.upper:
		return max(n, asked)
	}
	return min(n, asked)
}

// textOfLength is a string of so many characters, or more, where the tool takes one of
// its format.
func textOfLength(t *contract.Schema, n int) string {
	plain := strings.Repeat("x", n)
	if isString(t, plain) || formatOf(t).Name == "" {
		return plain
	}
	for _, text := range samplesOf(formatOf(t).Name) {
		short := max(n-utf8.RuneCountInString(text), 0)
		if longer := text + strings.Repeat("x", short); isString(t, longer) {
			return longer
		}
		if i := strings.IndexAny(text, "0123456789"); i >= 0 {
			if longer := text[:i] + strings.Repeat("0", short) + text[i:]; isString(t, longer) {
				return longer
			}
		}
	}
	return plain
}

// pastNumber is a number of the tool's beyond a limit of the API's, the nearest
// of those that come to mind; nil where the tool takes none of them.
func pastNumber(t *contract.Schema, api *contract.Bound, upward bool) *source.Node {
	limit, step := bound(api), big.NewRat(1, 1)
	if limit == nil {
		return nil
	}
	own := t.Min
	if upward {
		own = t.Max
	}
	tries := []*big.Rat{bound(&contract.Bound{Num: beyond(api, upward)})}
	if s := bound(t.MultipleOf); s != nil && s.Sign() > 0 {
		step = s
		n := new(big.Int).Div(new(big.Rat).Quo(limit, s).Num(), new(big.Rat).Quo(limit, s).Denom())
		for i := int64(-1); i < 3; i++ {
			tries = append(tries, new(big.Rat).Mul(s, new(big.Rat).SetInt(new(big.Int).Add(n, big.NewInt(i)))))
		}
	}
	if last := bound(own); last != nil {
		middle := new(big.Rat).Add(last, limit)
		tries = append(tries, last, middle.Quo(middle, big.NewRat(2, 1)))
		if upward {
			tries = append(tries, new(big.Rat).Sub(last, step))
		} else {
			tries = append(tries, new(big.Rat).Add(last, step))
		}
	}
	for _, v := range tries {
		n := num(spell(v))
		past := above(n.Text, api)
		if !upward {
			past = below(n.Text, api)
		}
		if verdict, _ := Check(t, n, false); verdict != Rejected && past {
			return n
		}
	}
	return nil
}
