package diff

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
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

// maxValueDepth bounds the descent into a value; deeper ones are Unsure.
const maxValueDepth = 64

// Check judges one value against a schema. Every fault is told, as the words
// that follow the value: "is a string, not an integer". text says that the value
// travels as text, where 10 and "10" are one.
func Check(s *contract.Schema, v *source.Node, text bool) (Verdict, []string) {
	c := checker{text: text}
	c.value(s, v, "", 0)
	switch {
	case len(c.faults) > 0:
		return Rejected, c.faults
	case c.unsure:
		return Unsure, nil
	}
	return Accepted, nil
}

type checker struct {
	text   bool
	unsure bool
	blind  bool // something was opaque

	shallow bool // the declared members of an object are not looked into
	faults  []string
}

func (c *checker) fail(path, format string, args ...any) {
	where := ""
	if path != "" {
		where = path + " "
	}
	c.faults = append(c.faults, where+fmt.Sprintf(format, args...))
}

func (c *checker) value(s *contract.Schema, v *source.Node, path string, depth int) {
	if s == nil || v == nil {
		return
	}
	if depth > maxValueDepth {
		c.unsure = true
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
			c.value(s.Elem, v, path, depth+1)
			return
		}
		c.fail(path, "is %s, not %s", Article(typeWord(v)), Article((s.Types &^ contract.NullType).String()))
		return
	}
	if typ == contract.NullType {
		return
	}
	if s.Opaque != "" {
		return
	}
	c.unsure = c.unsure || s.Unread != nil
	c.enum(s, v, path)
	switch v.Kind {
	case source.String:
		if s.Digits {
			if _, ok := contract.Rat(v.Text); !ok {
				c.fail(path, "spells no number")
				return
			}
			c.number(s, v.Text, path)
			return
		}
		c.str(s, v.Text, path)
		if c.text && !s.Types.Has(contract.StringType) {
			c.number(s, v.Text, path)
		}
	case source.Number:
		c.number(s, v.Text, path)
		if c.text && !s.Types.Has(contract.Integer) {
			c.str(s, v.Text, path)
		}
	case source.Bool:
		if c.text && !s.Types.Has(contract.Boolean) && s.Types.Has(contract.StringType) {
			c.str(s, v.Text, path)
		}
	case source.Array:
		c.array(s, v, path, depth)
	case source.Object:
		c.object(s, v, path, depth)
	}
	c.union(s, v, path, depth)
}

func (c *checker) typeFits(s *contract.Schema, v *source.Node, typ contract.TypeSet) bool {
	if s.Types.Has(typ) {
		return true
	}
	if typ == contract.NullType {
		return s.NullLeft
	}
	if v.Plain && v.Kind != source.Null && s.Types.Has(contract.StringType) {
		return true // an unquoted YAML scalar is text where a string is expected
	}
	if !c.text {
		return false
	}
	switch typ {
	case contract.Integer, contract.Fraction, contract.Boolean:
		return s.Types.Has(contract.StringType) || s.Types.Has(contract.ArrayType)
	case contract.StringType:
		_, isNumber := contract.Rat(v.Text)
		return s.Types.Has(contract.ArrayType) ||
			s.Types.Has(contract.Fraction) && isNumber ||
			s.Types.Has(contract.Integer) && contract.IsWhole(v.Text) ||
			s.Types.Has(contract.Boolean) && (v.Text == "true" || v.Text == "false")
	}
	return false
}

func (c *checker) enum(s *contract.Schema, v *source.Node, path string) {
	if s.Enum == nil || inEnum(s.Enum, v, c.text) {
		return
	}
	c.fail(path, "is none of %s", EnumWords(s.Enum))
}

func (c *checker) str(s *contract.Schema, v, path string) {
	length := fmt.Sprint(utf8.RuneCountInString(v))
	if below(length, s.MinLen) {
		c.fail(path, "is shorter than %s characters", s.MinLen.Num)
	}
	if above(length, s.MaxLen) {
		c.fail(path, "is longer than %s characters", s.MaxLen.Num)
	}
	if p := s.Pattern.Text; p != "" {
		re, err := regexp.Compile(p)
		switch {
		case err != nil:
			c.unsure = true
		case !re.MatchString(v):
			c.fail(path, "does not match the pattern %s", p)
		}
	}
	if f := formatOf(s); f.Name != "" && f.From != fromProse {
		if fits := stringFormats[f.Name].fits; fits != nil && !fits(v) {
			c.fail(path, "is no %s", FormatWords(f.Name))
		}
	}
}

func (c *checker) number(s *contract.Schema, v, path string) {
	if contract.IsLong(v) && (s.Min != nil || s.Max != nil || s.MultipleOf != nil) {
		c.unsure = true
		return
	}
	if below(v, s.Min) {
		c.fail(path, "is below the minimum %s", s.Min.Num)
	}
	if above(v, s.Max) {
		c.fail(path, "is above the maximum %s", s.Max.Num)
	}
	if m := s.MultipleOf; m != nil && !isMultiple(v, m.Num) {
		c.fail(path, "is no multiple of %s", m.Num)
	}
}

func (c *checker) array(s *contract.Schema, v *source.Node, path string, depth int) {
	count := fmt.Sprint(len(v.Items))
	if below(count, s.MinItems) {
		c.fail(path, "has fewer than %s items", s.MinItems.Num)
	}
	if above(count, s.MaxItems) {
		c.fail(path, "has more than %s items", s.MaxItems.Num)
	}
	for i, item := range v.Items {
		elem := s.Elem
		if i < len(s.Tuple) {
			elem = s.Tuple[i]
		}
		c.value(elem, item, fmt.Sprintf("%s[%d]", path, i), depth+1)
	}
}

func (c *checker) object(s *contract.Schema, v *source.Node, path string, depth int) {
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
			c.value(f.Schema, m.Value, bind.Join(path, m.Key), depth+1)
		case s.Extra != nil:
			c.value(s.Extra, m.Value, bind.Join(path, m.Key), depth+1)
		case s.Closed && len(s.AnyOf) == 0:
			c.fail(path, "has a member %q that is not declared", m.Key)
		}
	}
	for _, f := range s.Fields {
		if f.Required && !sent[f] && !f.LooseBody && !f.Schema.ReadOnly && !f.Credential {
			c.fail(path, "lacks the required %q", f.Name)
		}
	}
}

// union asks for one alternative that does not reject the value. The faults told
// are those of the alternative with the fewest.
func (c *checker) union(s *contract.Schema, v *source.Node, path string, depth int) {
	if len(s.AnyOf) == 0 {
		return
	}
	var closest []string
	for i, alt := range s.AnyOf {
		try := checker{text: c.text, shallow: c.shallow}
		try.value(alt, v, path, depth+1)
		if len(try.faults) == 0 {
			c.unsure, c.blind = c.unsure || try.unsure, c.blind || try.blind
			return
		}
		if i == 0 || len(try.faults) < len(closest) {
			closest = try.faults
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

func typeWord(v *source.Node) string {
	t := typeOf(v)
	if t == contract.Fraction {
		return "fraction"
	}
	return t.String()
}

// Article puts "a" or "an" before words that take one: a uuid, an integer, any type.
func Article(words string) string {
	for _, bare := range []string{"any", "nothing", "null", "text "} {
		if strings.HasPrefix(words, bare) {
			return words
		}
	}
	for _, spoken := range []string{"uuid", "uri", "unix"} { // with the sound of "you"
		if strings.HasPrefix(words, spoken) {
			return "a " + words
		}
	}
	if words != "" && strings.ContainsRune("aeiouI", rune(words[0])) {
		return "an " + words
	}
	return "a " + words
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

func sameLiteral(a, b *source.Node, text bool) bool {
	if a.Kind == source.Number && b.Kind == source.Number {
		order, ok := contract.CompareNumbers(a.Text, b.Text)
		return ok && order == 0 || a.Text == b.Text
	}
	if a.Kind <= source.String && b.Kind <= source.String && (text || a.Plain || b.Plain || a.Kind == b.Kind) {
		return a.Text == b.Text
	}
	return a.Kind == b.Kind && a.JSON() == b.JSON()
}

// maxEnumWords keeps a message readable: a list of 300 currencies is no help.
const maxEnumWords = 8

// EnumWords lists the values of a closed list that a person would offer.
func EnumWords(list []contract.Value) string {
	var words []string
	for _, e := range list {
		if e.Implied {
			continue
		}
		if len(words) == maxEnumWords {
			words = append(words, "...")
			break
		}
		words = append(words, LiteralWords(e.Lit))
	}
	return strings.Join(words, ", ")
}

// LiteralWords is a value as a message shows it: a string bare, the rest as JSON.
func LiteralWords(v *source.Node) string {
	if v.Kind == source.String && v.Text != "" {
		return v.Text
	}
	return v.JSON()
}

func fieldNamed(s *contract.Schema, name string) *contract.Field {
	for _, f := range s.Fields {
		if f.Name == name || slices.Contains(f.AltNames, name) {
			return f
		}
	}
	return nil
}
