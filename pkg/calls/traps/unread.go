package traps

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// docs are the descriptions of the target, the tool's first.
func (t *target) docs() []contract.Text {
	all := []contract.Text{t.field.Doc, t.field.Schema.Doc}
	if e := element(t.field.Schema); e != t.field.Schema {
		all = append(all, e.Doc)
	}
	for _, p := range t.partners {
		all = append(all, p.ref.Field.Doc, p.ref.Field.Schema.Doc)
	}
	return slices.DeleteFunc(all, func(d contract.Text) bool { return d.Text == "" })
}

// obscure says which words of the contracts, or which field beside, may change what a
// right call is in a way that nothing here understands: then there is no case.
func (t *target) obscure() string {
	if t.number.Field != nil {
		if name := t.chooser(); name != "" {
			return name + " may choose the unit of " + t.path
		}
		if all := t.severalCurrencies(); all != nil {
			return "of which currency " + t.path + " is, " + strings.Join(all, " or ") + ", nobody says"
		}
		if why := t.twice(); why != "" {
			return why
		}
	}
	for _, doc := range t.docs() {
		if t.number.Field != nil {
			if why := t.defined(doc.Text); why != "" {
				return why
			}
		}
		for _, sentence := range sentences(doc.Text) {
			if !t.understood(sentence) {
				return "what its description asks for is not understood: \"" + sentence + "\""
			}
		}
	}
	words := append(contract.Words(t.field.Name), proseWords(t.doc())...)
	if slices.Contains(words, "offset") && slices.ContainsFunc(words, func(w string) bool { return slices.Contains([]string{"utc", "gmt", "tz", "timezone", "zone"}, w) }) {
		return "an offset of a time zone has bounds of its own"
	}
	return ""
}

// ascends reports a list that holds the two ends of a range, or says its order.
func (t *target) ascends() bool {
	words := contract.Words(t.field.Name)
	for _, doc := range t.docs() {
		words = append(words, proseWords(doc.Text)...)
	}
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"min", "minimum", "max", "maximum", "start", "end", "lower", "upper", "from", "to", "low", "high", "shortest", "longest", "smallest", "largest", "lowest", "highest", "earliest", "latest", "ascending", "sorted", "range", "window", "interval", "between"}, w)
	})
}

// twice says that words claim two units for the target: "in dollars, or in cents when
// integer", or a tool's description that speaks of it in another than its own.
func (t *target) twice() string {
	for _, doc := range t.docs() {
		said := t.claimed(doc.Text)
		for _, u := range said[min(1, len(said)):] {
			if u != said[0] {
				return "two units are claimed for " + t.path + ": " + said[0] + " and " + u
			}
		}
	}
	own := contract.Words(t.field.Name)
	for _, sentence := range sentences(t.tool.Doc.Text) {
		words := proseWords(sentence)
		if !slices.ContainsFunc(words, func(w string) bool {
			return slices.Contains(own, w) || slices.Contains(own, strings.TrimSuffix(w, "s")) || w == "all" || w == "every"
		}) || slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "return") }) {
			continue
		}
		for _, u := range t.claimed(sentence) {
			if u != t.unit.Symbol && !(t.unit.Dim == units.Money && (u == t.code || t.code == "")) {
				return "the tool's description says " + u + " of " + t.path
			}
		}
	}
	return ""
}

// claimed are the units of the target's dimension that a text says a number is in: "in
// seconds", "as US cents". What it is not in counts too.
func (t *target) claimed(text string) []string {
	var all []string
	words := proseWords(text)
	for i, w := range words {
		if w != "in" && w != "as" {
			continue
		}
		last := ""
		for j := i + 1; j < len(words) && j < i+4; j++ {
			u := units.Conventional(words[j])
			if u.Symbol == "" || u.Dim != t.unit.Dim || len(words[j]) < 2 {
				if last != "" {
					break
				}
				continue
			}
			last = u.Symbol
		}
		if last != "" {
			all = append(all, last)
		}
	}
	return all
}

var (
	equation = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(\d[\d,]*)\s*(\pL+)\s*(?:=|==|is|are|equals?|means|makes)\s*(?:exactly\s+)?(\d[\d,]*)\s*(\pL+)`)
	})
	quotes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\"[^\"]*\"|`[^`]*`") })
)

// defined says that a description defines the target's unit in a way of its own.
func (t *target) defined(doc string) string {
	for _, m := range equation().FindAllStringSubmatch(doc, -1) {
		if m[1] != "1" && m[3] != "1" {
			continue
		}
		if t.unit.Dim == units.Money {
			continue // which the unit's word has settled: 1,000,000 micros are 1
		}
		a, b := t.spelled(m[2]), t.spelled(m[4])
		left, okLeft := contract.Rat(strings.ReplaceAll(m[1], ",", ""))
		right, okRight := contract.Rat(strings.ReplaceAll(m[3], ",", ""))
		if a == nil || b == nil || !okLeft || !okRight || convert(left, a, b).Cmp(right) != 0 {
			return "it defines its unit in its own way: " + m[0]
		}
	}
	if own := measureOf(t.unit.Symbol, t.unit.Dim); own != nil && isDecimalSize(own) && (strings.Contains(doc, "1024") || strings.Contains(doc, "1,024") || strings.Contains(doc, "1048576")) {
		return "it counts in powers of 1024"
	}
	return ""
}

// spelled is the measure of a word, of the target's dimension.
func (t *target) spelled(word string) *measure {
	low := strings.ToLower(word)
	for i := range measures {
		if m := &measures[i]; m.dim == t.unit.Dim && (low == m.one || low == m.all || word == m.symbol || word == m.short || low == strings.ToLower(m.symbol)) {
			return m
		}
	}
	return nil
}

// sentences are the parts of a text that a mark ends, in their own words.
func sentences(text string) []string {
	var all []string
	from := 0
	cut := func(to int) {
		if s := strings.Trim(text[from:to], " \t\r\n.;,:()-*"); s != "" {
			all = append(all, s)
		}
		from = to
	}
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\n', c == ';', c == '(', c == ')', c == '.' && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n') && !(i > 1 && text[i-2] == '.'):
			cut(i)
		}
	}
	cut(len(text))
	return all
}

var (
	demands = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:must|only|except|excluding|unless|at least|at most|no (?:more|less|fewer) than|multiples? of|(?:in |by )(?:steps|increments) of|divisible|odd|even numbers?|descending|restricted|other than|cannot|can't|(?:not|never) (?:be|exceed))\b`)
	})
	orders = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:before|after|past|future|earlier|later|ago|ascending|descending|precedes?|follows?)\b`)
	})
	// plain are demands that any number here fulfils, or that the schema knows.
	plain = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:must|should|can) be (?:(?:given|specified|expressed|passed|sent|provided|supplied|set|included|present)\b(?: (?:in|as) [\w ./-]+)?|(?:in|as) (?:utc|[\w ]*(?:cents|seconds|milliseconds|minutes|hours|days|units|format|dollars))|an? (?:positive |valid |whole |non-negative )*(?:integer|number|amount|value|rfc ?3339[\w -]*|iso[ -]?8601[\w -]*)|positive|non-negative|greater than (?:0|zero)|an? (?:positive|whole) [\w]+)\b` +
			`|\b(?:must|can) ?not be negative\b|\bnever negative\b|\bcannot be negative\b|\bwhole (?:numbers?|units?) only\b|\bintegers? only\b|\bonly (?:integers?|whole numbers?|positive (?:integers?|numbers?))\b`)
	})
	filters = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:only )?(?:returns?|includes?|shows?|lists?|fetch(?:es)?|gets?|finds?|filters?|matches|match|items?|results?|records?|events?)\b.*\b(?:this|the given|this given|the specified|that) (?:time|date|timestamp|instant|moment|point|amount|price|value|age|duration|size|weight|length|distance)\b`)
	})
	conditions = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:only|except|excluding|unless|when|if|odd|even)\b`)
	})
	stepped = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:(?:must|should) be )?(?:an? )?(?:in |by )?(?:multiples? of|(?:steps|increments) of|divisible by)\s+(\d[\d,]*(?:\.\d+)?)\s*(%|\pL*)`)
	})
)

// understood reports a sentence that asks nothing of the value but what is kept: bounds in
// figures, steps, or what any number here fulfils.
func (t *target) understood(sentence string) bool {
	rest := plain().ReplaceAllString(quotes().ReplaceAllString(sentence, ""), "")
	asks := demands().MatchString(rest)
	if t.Dim == units.Instant || t.number.Field == nil {
		asks = asks || orders().MatchString(rest)
	}
	if low := strings.ToLower(rest); strings.HasPrefix(low, "default") || strings.HasPrefix(low, "by default") { // what is sent by nobody
		return true
	}
	if !asks || filters().MatchString(rest) {
		return true
	}
	rest = t.withoutSteps(rest)
	if said := prose.Read(contract.Text{Text: rest}); t.number.Field != nil && t.Dim != units.Instant && (t.bound(said.Max) != nil || t.bound(said.Min) != nil || ranges().MatchString(rest)) {
		return !conditions().MatchString(rest)
	}
	return !demands().MatchString(rest) && !(t.Dim == units.Instant && orders().MatchString(rest))
}

// withoutSteps takes out of a sentence the steps that outOfStep knows.
func (t *target) withoutSteps(sentence string) string {
	return stepped().ReplaceAllStringFunc(sentence, func(found string) string {
		m := stepped().FindStringSubmatch(found)
		if m[2] != "" && !slices.Contains([]string{"and", "or", "from", "starting"}, strings.ToLower(m[2])) && t.step(m) == nil {
			return found
		}
		return ""
	})
}

// step is how far the values are apart by a match of stepped, in the target's unit; nil
// where it counts something else.
func (t *target) step(m []string) *big.Rat {
	n, ok := contract.Rat(strings.ReplaceAll(m[1], ",", ""))
	switch own := measureOf(t.unit.Symbol, t.unit.Dim); {
	case !ok || n.Sign() <= 0:
		return nil
	case m[2] == "", slices.Contains([]string{"and", "or", "from", "starting"}, strings.ToLower(m[2])), m[2] == "%" && t.unit.Symbol == "percent", strings.EqualFold(m[2], t.unit.Symbol), units.Conventional(strings.ToLower(m[2])).Symbol == t.unit.Symbol:
		return n
	case own != nil && t.spelled(m[2]) != nil:
		return convert(n, t.spelled(m[2]), own)
	}
	return nil
}

// outOfStep says that a number is none of the steps that a description allows; "".
func (t *target) outOfStep(doc string, v *source.Node, got *big.Rat) string {
	for _, m := range stepped().FindAllStringSubmatch(doc, -1) {
		if s := t.step(m); s != nil && !new(big.Rat).Quo(got, s).IsInt() {
			return v.Text + " is no multiple of " + strings.TrimSpace(m[1]+" "+m[2])
		}
	}
	return ""
}
