package diff

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Verdict is what is known of a value and a schema.
type Verdict uint8

// The verdicts. Unsure is the honest third state: an opaque schema, a pattern
// that Go's regexp cannot read.
const (
	Accepted Verdict = iota
	Unsure
	Rejected
)

// MaxValueDepth bounds the descent into a value; deeper ones are Unsure.
const MaxValueDepth = 64

// Check judges one value against a schema. Every fault is told, as the words
// that follow the value: "is a string, not an integer". text says that the value
// travels as text, where 10 and "10" are one.
func Check(s *contract.Schema, v *source.Node, text bool) (Verdict, []string) {
	verdict, faults := Judging{Text: text}.Faults(s, v)
	return verdict, inWords(faults)
}

func inWords(faults []Fault) []string {
	var words []string
	for _, f := range faults {
		words = append(words, f.String())
	}
	return words
}

// Judging is how values are judged by schemas.
type Judging struct {
	Text bool // the value travels as text, where 10 and "10" are one
	// Call: the value is the arguments of a call. Its members travel as the locations
	// of their fields say, the fields of groups are counted, and where no alternative
	// takes a value, the one that was meant is told.
	Call bool
	// Strict: a member that an object does not declare, although it declares others,
	// is a fault unless its author allows such in so many words.
	Strict bool
	// Patterns are kept from one value to the next; nil: for the one value alone.
	Patterns *Patterns
}

// Patterns are regular expressions of schemas, each read once. It may be used by
// several goroutines.
type Patterns struct{ read sync.Map }

// of is a pattern; nil where Go's regexp cannot read it.
func (p *Patterns) of(text string) *regexp.Regexp {
	if known, ok := p.read.Load(text); ok {
		return known.(*regexp.Regexp)
	}
	re, err := regexp.Compile(text)
	if err != nil {
		re = nil
	}
	p.read.Store(text, re)
	return re
}

// Faults judges one value against a schema, and tells every fault.
func (j Judging) Faults(s *contract.Schema, v *source.Node) (Verdict, []Fault) {
	c := newChecker(j)
	c.value(s, v, nil, 0)
	switch {
	case len(c.faults) > 0:
		return Rejected, c.faults
	case c.unsure:
		return Unsure, nil
	}
	return Accepted, nil
}

type checker struct {
	Judging
	left   *int // of source.MaxTries, shared with the checkers of alternatives
	tried  bool // by an alternative of a union
	unsure bool
	blind  bool // something was opaque, or was not looked at any more

	shallow bool // the declared members of an object are not looked into
	around  bool // undeclared members of the value itself have been judged by the schema around
	faults  []Fault
}

func newChecker(j Judging) checker {
	if j.Patterns == nil {
		j.Patterns = &Patterns{}
	}
	left := source.MaxTries
	return checker{Judging: j, left: &left}
}

// spent counts a value that is held against an alternative. Unions inside one another
// try each alternative of the inner one for each of the outer: past source.TriesLimit
// the rest is Unsure.
func (c *checker) spent() bool {
	if !c.tried {
		return false
	}
	*c.left--
	return *c.left < 0
}

// way is the path of a value, from its end; nil for the value that is judged.
type way struct {
	up    *way
	name  string // of a member
	other bool   // of a member that is not declared
	index int    // of an item; -1 for a member
}

// paths is the way to a value, and to its field.
func (w *way) paths() (value, field string) {
	if w == nil {
		return "", ""
	}
	value, field = w.up.paths()
	switch {
	case w.index >= 0:
		return fmt.Sprintf("%s[%d]", value, w.index), bind.Elem(field)
	case w.other:
		return bind.Join(value, w.name), keys(field)
	}
	return bind.Join(value, w.name), bind.Join(field, w.name)
}

func (c *checker) fail(s *contract.Schema, v *source.Node, at *way, f Fault) {
	f.Schema, f.Value = s, v
	f.Path, f.Field = at.paths()
	c.faults = append(c.faults, f)
}

func (c *checker) value(s *contract.Schema, v *source.Node, at *way, depth int) {
	if s == nil || v == nil {
		return
	}
	if depth > MaxValueDepth {
		c.unsure = true
		return
	}
	if c.spent() {
		c.unsure, c.blind = true, true
		return
	}
	typ := typeOf(v)
	if s.Opaque != "" {
		c.unsure, c.blind = true, true
		if s.TypeAt.IsZero() {
			return
		}
	}
	if !c.typeFits(s, v, typ) {
		if s.Lone && s.Elem != nil && typ != contract.ArrayType {
			c.value(s.Elem, v, at, depth+1)
			return
		}
		c.fail(s, v, at, Fault{Kind: WrongType})
		return
	}
	if typ == contract.NullType {
		return
	}
	if s.Opaque != "" {
		return
	}
	c.unsure = c.unsure || s.Unread != nil
	if s.Enum != nil && !inEnum(s.Enum, v, c.Text) {
		c.fail(s, v, at, Fault{Kind: NotListed})
	}
	around := c.around
	c.around = false
	switch v.Kind {
	case source.String:
		if s.Digits {
			if _, ok := contract.Rat(v.Text); !ok {
				c.fail(s, v, at, Fault{Kind: NoDigits})
				return
			}
			c.number(s, v, at)
			return
		}
		c.str(s, v, at)
		if c.Text && !s.Types.Has(contract.StringType) {
			c.number(s, v, at)
		}
	case source.Number:
		c.number(s, v, at)
		if c.Text && !s.Types.Has(contract.Integer) {
			c.str(s, v, at)
		}
	case source.Bool:
		if c.Text && !s.Types.Has(contract.Boolean) && s.Types.Has(contract.StringType) {
			c.str(s, v, at)
		}
	case source.Array:
		c.array(s, v, at, depth)
	case source.Object:
		c.object(s, v, at, depth)
		if c.Strict && !around {
			c.undeclared(s, v, at)
		}
	}
	c.union(s, v, at, depth)
}

func (c *checker) str(s *contract.Schema, v *source.Node, at *way) {
	if s.MinLen != nil || s.MaxLen != nil {
		length := strconv.Itoa(utf8.RuneCountInString(v.Text))
		if below(length, s.MinLen) {
			c.fail(s, v, at, Fault{Kind: TooShort})
		}
		if above(length, s.MaxLen) {
			c.fail(s, v, at, Fault{Kind: TooLong})
		}
	}
	if p := s.Pattern.Text; p != "" {
		switch re := c.Patterns.of(p); {
		case re == nil:
			c.unsure = true
		case !re.MatchString(v.Text):
			c.fail(s, v, at, Fault{Kind: NoPatternMatch})
		}
	}
	if format, fits := JudgedFormat(s); fits != nil && !fits(v.Text) {
		c.fail(s, v, at, Fault{Kind: WrongFormat, Format: format})
	}
}

// JudgedFormat is the format that a schema's strings are held to, and what holds
// them to it; fits is nil where the schema states none that is judged.
func JudgedFormat(s *contract.Schema) (name string, fits func(text string) bool) {
	f := formatOf(s)
	if f.Name == "" || f.From == fromProse {
		return "", nil
	}
	return f.Name, stringFormats[f.Name].fits
}

func (c *checker) number(s *contract.Schema, v *source.Node, at *way) {
	if contract.IsLong(v.Text) && (s.Min != nil || s.Max != nil || s.MultipleOf != nil) {
		c.unsure = true
		return
	}
	if below(v.Text, s.Min) {
		c.fail(s, v, at, Fault{Kind: BelowMinimum})
	}
	if above(v.Text, s.Max) {
		c.fail(s, v, at, Fault{Kind: AboveMaximum})
	}
	if m := s.MultipleOf; m != nil && !isMultiple(v.Text, m.Num) {
		c.fail(s, v, at, Fault{Kind: NoMultiple})
	}
}

func (c *checker) array(s *contract.Schema, v *source.Node, at *way, depth int) {
	count := strconv.Itoa(len(v.Items))
	if below(count, s.MinItems) {
		c.fail(s, v, at, Fault{Kind: TooFewItems})
	}
	if above(count, s.MaxItems) {
		c.fail(s, v, at, Fault{Kind: TooManyItems})
	}
	for i, item := range v.Items {
		elem := s.Elem
		if i < len(s.Tuple) {
			elem = s.Tuple[i]
		}
		c.value(elem, item, &way{up: at, index: i}, depth+1)
	}
}

func (c *checker) object(s *contract.Schema, v *source.Node, at *way, depth int) {
	sent := map[*contract.Field]bool{}
	for i := range v.Members {
		m := &v.Members[i]
		f := fieldNamed(s, m.Key)
		switch {
		case f != nil:
			sent[f] = true
			if c.shallow {
				continue
			}
			text := c.Text
			c.Text = text || c.Call && f.In.IsText()
			c.value(f.Schema, m.Value, &way{up: at, name: m.Key, index: -1}, depth+1)
			c.Text = text
		case s.Extra != nil:
			c.value(s.Extra, m.Value, &way{up: at, name: m.Key, other: true, index: -1}, depth+1)
		case s.Closed && len(s.AnyOf) == 0:
			c.fail(s, v, at, Fault{Kind: UndeclaredMember, Name: m.Key})
		}
	}
	for _, f := range s.Fields {
		if f.Required && !sent[f] && !f.LooseBody && !f.Schema.ReadOnly && !f.Credential {
			c.fail(s, v, at, Fault{Kind: MissingMember, Name: f.Name})
		}
	}
	if c.Call {
		c.groups(s, v, at)
	}
}

// groups counts the fields of each group: null says that one is not there.
func (c *checker) groups(s *contract.Schema, v *source.Node, at *way) {
	for i := range s.Groups {
		g := &s.Groups[i]
		var there []string
		for _, m := range v.Members {
			if f := fieldNamed(s, m.Key); f != nil && m.Value.Kind != source.Null && slices.Contains(g.Fields, f.Name) {
				there = append(there, m.Key)
			}
		}
		switch {
		case len(there) > 1:
			c.fail(s, v, at, Fault{Kind: SeveralOf, Group: g, Member: there})
		case len(there) == 0 && g.Required:
			c.fail(s, v, at, Fault{Kind: NoneOf, Group: g})
		}
	}
}

// undeclared tells the members of an object that neither it nor any alternative of
// it declares. One that declares none says nothing of its members.
func (c *checker) undeclared(s *contract.Schema, v *source.Node, at *way) {
	if !Declares(s) || s.Closed && len(s.AnyOf) == 0 {
		return // the latter has been told
	}
	view := contract.ObjectView(s)
	for i := range v.Members {
		if key := v.Members[i].Key; fieldNamed(view, key) == nil {
			c.fail(s, v, at, Fault{Kind: UndeclaredMember, Name: key})
		}
	}
}

// Declares reports whether an object says which members it has, and does not say in
// so many words that there may be others.
func Declares(s *contract.Schema) bool {
	budget := source.MaxUnions
	return declares(s, &budget) && len(contract.ObjectView(s).Fields) > 0
}

func declares(s *contract.Schema, budget *int) bool {
	if *budget--; *budget < 0 || s.Extra != nil || !s.OpenAt.IsZero() || s.Opaque != "" {
		return false
	}
	if slices.ContainsFunc(s.Unread, func(t contract.Text) bool { return strings.HasPrefix(t.Text, "unevaluatedProperties") }) {
		return false
	}
	for _, alt := range s.AnyOf {
		silent := len(alt.Fields)+len(alt.AnyOf) == 0 // of its members
		switch {
		case !alt.Types.Has(contract.ObjectType), silent && alt.TypeAt.IsZero() && alt.Opaque == "":
		case silent, !declares(alt, budget):
			return false
		}
	}
	return true
}

// union asks for one alternative that does not reject the value. The faults told
// are those of the alternative with the fewest.
func (c *checker) union(s *contract.Schema, v *source.Node, at *way, depth int) {
	if len(s.AnyOf) == 0 {
		return
	}
	var tries [][]Fault
	for i, alt := range s.AnyOf {
		try := checker{Judging: c.Judging, left: c.left, tried: true, shallow: c.shallow, around: true}
		try.value(alt, v, at, depth+1)
		if len(try.faults) == 0 {
			c.unsure, c.blind = c.unsure || try.unsure, c.blind || try.blind
			c.unsure = c.unsure || c.Call && Excludes(s) && c.another(s.AnyOf[i+1:], v, at, depth)
			return
		}
		tries = append(tries, try.faults)
	}
	if c.Call {
		c.meant(s, v, at, tries)
		return
	}
	closest := tries[0]
	for _, faults := range tries {
		if len(faults) < len(closest) {
			closest = faults
		}
	}
	c.faults = append(c.faults, closest...)
}

func typeOf(v *source.Node) contract.TypeSet {
	switch v.Kind {
	case source.Null:
		return contract.NullType
	case source.Bool:
		return contract.Boolean
	case source.Number:
		if contract.IsWhole(v.Text) {
			return contract.Integer
		}
		return contract.Fraction
	case source.String:
		return contract.StringType
	case source.Array:
		return contract.ArrayType
	}
	return contract.ObjectType
}

func below(num string, b *contract.Bound) bool {
	if b == nil {
		return false
	}
	order, ok := contract.CompareNumbers(num, b.Num)
	return ok && (order < 0 || order == 0 && b.Exclusive)
}

func above(num string, b *contract.Bound) bool {
	if b == nil {
		return false
	}
	order, ok := contract.CompareNumbers(num, b.Num)
	return ok && (order > 0 || order == 0 && b.Exclusive)
}

func isMultiple(num, of string) bool {
	x, okX := contract.Rat(num)
	y, okY := contract.Rat(of)
	if !okX || !okY || y.Sign() == 0 {
		return true
	}
	return x.Quo(x, y).IsInt()
}

// inEnum reports whether a value is in a closed list: numbers by value, the rest by spelling.
func inEnum(list []contract.Value, v *source.Node, text bool) bool {
	return slices.ContainsFunc(list, func(e contract.Value) bool { return sameLiteral(e.Lit, v, text) })
}

// SameValue reports whether two values are one: numbers by value, the rest by spelling.
func SameValue(a, b *source.Node) bool { return sameLiteral(a, b, false) }

func sameLiteral(a, b *source.Node, text bool) bool {
	if a.Kind == source.Number && b.Kind == source.Number {
		order, ok := contract.CompareNumbers(a.Text, b.Text)
		return ok && order == 0 || a.Text == b.Text
	}
	if a.Kind <= source.String && b.Kind <= source.String && (text || a.Plain || b.Plain || a.Kind == b.Kind) {
		return a.Text == b.Text
	}
	if a.Kind != b.Kind {
		return false
	}
	same := func(a, b *source.Node) bool { return sameLiteral(a, b, text) }
	if a.Kind == source.Array {
		return slices.EqualFunc(a.Items, b.Items, same)
	}
	if len(a.Members) != len(b.Members) {
		return false
	}
	others := make(map[string]*source.Node, len(b.Members))
	for _, m := range b.Members {
		others[m.Key] = m.Value
	}
	return !slices.ContainsFunc(a.Members, func(m source.Member) bool {
		other := others[m.Key]
		return other == nil || !same(m.Value, other)
	})
}

func fieldNamed(s *contract.Schema, name string) *contract.Field {
	for _, f := range s.Fields {
		if f.Name == name || slices.Contains(f.AltNames, name) {
			return f
		}
	}
	return nil
}
