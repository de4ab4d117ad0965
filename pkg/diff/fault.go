package diff

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// FaultKind is in what a value breaks a schema.
type FaultKind uint8

// The kinds of fault.
const (
	WrongType FaultKind = iota
	NoDigits            // a string that should spell a number, and does not
	NotListed
	BelowMinimum
	AboveMaximum
	NoMultiple
	TooShort
	TooLong
	NoPatternMatch
	WrongFormat
	TooFewItems
	TooManyItems
	UndeclaredMember // Name is there, and not declared
	MissingMember    // Name is not there, and required
	SeveralOf        // more than one member of Group is there
	NoneOf           // no member of Group is there, and one must be
	NoAlternative    // it fits none of several, and nothing tells which was meant
)

// Fault is one way in which a value breaks a schema.
type Fault struct {
	Kind   FaultKind
	Path   string           // of what is at fault, in the value: "lines[2].sku"; "" for the value itself
	Field  string           // of the same, as findings spell it: "lines[].sku", "labels.*"
	Name   string           // of the member that is undeclared or missing; its object is at Path
	Schema *contract.Schema // that is broken
	Value  *source.Node     // at Path
	Format string           // of WrongFormat: "date-time"
	Group  *contract.Group  // of SeveralOf and NoneOf
	Member []string         // of Group, those that are there
}

// String is the fault as words that follow the value: "is a string, not an
// integer", "lines[2].sku is longer than 3 characters".
func (f Fault) String() string {
	if f.Path == "" {
		return f.words()
	}
	return f.Path + " " + f.words()
}

func (f Fault) words() string {
	s := f.Schema
	switch f.Kind {
	case WrongType:
		return fmt.Sprintf("is %s, not %s", Article(typeWord(f.Value)), Article((s.Types &^ contract.NullType).String()))
	case NoDigits:
		return "spells no number"
	case NotListed:
		return "is none of " + EnumWords(s.Enum)
	case BelowMinimum:
		return "is below the minimum " + s.Min.Num
	case AboveMaximum:
		return "is above the maximum " + s.Max.Num
	case NoMultiple:
		return "is no multiple of " + s.MultipleOf.Num
	case TooShort:
		return fmt.Sprintf("is shorter than %s characters", s.MinLen.Num)
	case TooLong:
		return fmt.Sprintf("is longer than %s characters", s.MaxLen.Num)
	case NoPatternMatch:
		return "does not match the pattern " + s.Pattern.Text
	case WrongFormat:
		return "is no " + FormatWords(f.Format)
	case TooFewItems:
		return fmt.Sprintf("has fewer than %s items", s.MinItems.Num)
	case TooManyItems:
		return fmt.Sprintf("has more than %s items", s.MaxItems.Num)
	case UndeclaredMember:
		return fmt.Sprintf("has a member %q that is not declared", f.Name)
	case MissingMember:
		return fmt.Sprintf("lacks the required %q", f.Name)
	case SeveralOf:
		return fmt.Sprintf("has %s, of which one may be there", strings.Join(f.Member, " and "))
	}
	if f.Kind == NoneOf {
		return "has none of " + strings.Join(f.Group.Fields, ", ")
	}
	return "fits none of the alternatives"
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
