package calls

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// kinds are the faults of a schema as those of a call.
var kinds = map[diff.FaultKind]Kind{
	diff.WrongType: WrongType, diff.NoDigits: WrongFormat, diff.NotListed: NotListed,
	diff.BelowMinimum: OutOfBounds, diff.AboveMaximum: OutOfBounds, diff.NoMultiple: NotMultiple,
	diff.TooShort: WrongLength, diff.TooLong: WrongLength, diff.TooFewItems: WrongLength, diff.TooManyItems: WrongLength,
	diff.NoPatternMatch: WrongFormat, diff.WrongFormat: WrongFormat,
	diff.UndeclaredMember: UnknownField, diff.MissingMember: MissingField,
	diff.SeveralOf: Exclusive, diff.NoneOf: MissingField, diff.NoAlternative: NoMatch,
}

// tell is a broken schema as the fault of a call.
func tell(broken diff.Fault, side Side) told {
	f := Fault{Kind: kinds[broken.Kind], Side: side, At: broken.Path, Field: broken.Field}
	switch broken.Kind {
	case diff.MissingMember:
		f = missing(bind.Join(f.At, broken.Name), bind.Join(f.Field, broken.Name), side, typeOfField(broken.Schema, broken.Name))
	case diff.UndeclaredMember:
		f.undeclared(broken)
	case diff.SeveralOf, diff.NoneOf:
		f.Got = short(broken.Value.JSON())
		f.Want = "one of " + strings.Join(broken.Group.Fields, ", ")
		f.Text = subject(f.At) + " " + strings.TrimSpace(broken.String()[len(broken.Path):])
		f.shape("")
	default:
		f.Got = short(broken.Value.JSON())
		f.Want = want(broken)
		f.Text = fmt.Sprintf("%s is %s, not %s", subject(f.At), got(broken.Value), f.Want)
		f.shape(typeWord(broken.Value))
	}
	return told{f, broken}
}

// subject is what a fault speaks of.
func subject(at string) string { return cmp.Or(at, "the call") }

func (f *Fault) undeclared(broken diff.Fault) {
	f.At, f.Field = bind.Join(f.At, broken.Name), bind.Join(f.Field, broken.Name)
	f.Got = short(broken.Value.Value(broken.Name).JSON())
	f.Want = "a field of the " + owner(f.Side)
	f.Text = fmt.Sprintf("%s is no field of the %s", f.At, owner(f.Side))
	var names []string
	for _, field := range contract.ObjectView(broken.Schema).Fields {
		if broken.Value.Value(field.Name) == nil {
			names = append(names, field.Name)
		}
	}
	if near := nearest(broken.Name, names); near != "" {
		f.Text += "; did you mean " + near + "?"
	}
	f.shape("")
}

// nearest is the name that a word is most likely a slip of; "" where none is near.
func nearest(word string, names []string) string {
	if len(word) > maxName {
		return ""
	}
	for _, name := range names {
		if contract.Letters(name) == contract.Letters(word) {
			return name
		}
	}
	return config.Nearest(word, names)
}

// typeOfField is what a required field takes, in words; "" where anything goes.
func typeOfField(s *contract.Schema, name string) string {
	f := fieldOf(s, name)
	if f == nil || f.Schema.Opaque != "" {
		return ""
	}
	format, _ := diff.JudgedFormat(f.Schema)
	types := f.Schema.Types &^ contract.NullType
	switch {
	case f.Schema.Enum != nil:
		return "one of " + diff.EnumWords(f.Schema.Enum)
	case format != "":
		return diff.Article(diff.FormatWords(format))
	case types == 0, types == contract.Any&^contract.NullType:
		return ""
	}
	return diff.Article(types.String())
}

// shape sets what is equal for faults that are one mistake made often.
func (f *Fault) shape(got string) {
	f.Shape = strings.Join([]string{string(f.Kind), string(f.Side), f.Field, f.Want, got}, "\x00")
}

// want is what is valid, in words that follow "is not".
func want(broken diff.Fault) string {
	s := broken.Schema
	switch broken.Kind {
	case diff.WrongType:
		return diff.Article((s.Types &^ contract.NullType).String())
	case diff.NoDigits:
		return "a string that spells a number"
	case diff.NotListed:
		return "one of " + diff.EnumWords(s.Enum)
	case diff.BelowMinimum:
		return atLeast(s.Min, "")
	case diff.AboveMaximum:
		return atMost(s.Max, "")
	case diff.NoMultiple:
		return "a multiple of " + s.MultipleOf.Num
	case diff.TooShort:
		return atLeast(s.MinLen, " characters long")
	case diff.TooLong:
		return atMost(s.MaxLen, " characters long")
	case diff.TooFewItems:
		return atLeast(s.MinItems, " items long")
	case diff.TooManyItems:
		return atMost(s.MaxItems, " items long")
	case diff.NoAlternative:
		return "what one of the alternatives takes: " + alternatives(s)
	case diff.NoPatternMatch:
		return "what the pattern " + s.Pattern.Text + " takes"
	}
	return diff.Article(diff.FormatWords(broken.Format))
}

// maxAlternatives is how many a fault lists.
const maxAlternatives = 5

// alternatives says of each what it takes.
func alternatives(s *contract.Schema) string {
	var words []string
	for i, alt := range s.AnyOf {
		if i == maxAlternatives {
			words = append(words, "...")
			break
		}
		words = append(words, alternativeWords(alt))
	}
	return strings.Join(words, "; ")
}

func alternativeWords(s *contract.Schema) string {
	var with []string
	for _, f := range s.Fields {
		switch {
		case len(f.Schema.Enum) == 1:
			with = append(with, f.Name+" "+diff.EnumWords(f.Schema.Enum))
		case f.Required:
			with = append(with, f.Name)
		}
	}
	words := diff.Article((s.Types &^ contract.NullType).String())
	format, _ := diff.JudgedFormat(s)
	switch {
	case s.Enum != nil:
		return "one of " + diff.EnumWords(s.Enum)
	case format != "":
		return diff.Article(diff.FormatWords(format))
	case s.MaxLen != nil:
		return words + " of at most " + s.MaxLen.Num + " characters"
	case len(with) > 0:
		return words + " with " + strings.Join(with, ", ")
	}
	return words
}

func atLeast(b *contract.Bound, of string) string {
	if b.Exclusive {
		return "more than " + b.Num + of
	}
	return "at least " + b.Num + of
}

func atMost(b *contract.Bound, of string) string {
	if b.Exclusive {
		return "less than " + b.Num + of
	}
	return "at most " + b.Num + of
}

// got is a value with its type, as a message shows it: the string "4411".
func got(v *source.Node) string {
	switch v.Kind {
	case source.Null:
		return "null"
	case source.Array:
		return fmt.Sprintf("an array of %d items", len(v.Items))
	case source.Object:
		return "an object"
	}
	return "the " + typeWord(v) + " " + short(v.JSON())
}

func typeWord(v *source.Node) string {
	if v.Kind == source.Bool {
		return "boolean"
	}
	return v.Kind.String()
}

// mended is the value to send; nil where only the model could know it.
func mended(broken diff.Fault) *source.Node {
	s, v := broken.Schema, broken.Value
	switch broken.Kind {
	case diff.WrongType:
		if to := decoded(s, v); to != nil {
			return to
		}
		if s.Types.Has(contract.ArrayType) && strings.ContainsAny(v.Text, ",;\n") {
			return nil // it may hold several
		}
		return diff.Respell(s, v)
	case diff.NotListed:
		if to := diff.Twin(s.Enum, v.Text); v.Kind == source.String && to != "" {
			return &source.Node{Kind: source.String, Text: to}
		}
	}
	return nil
}

// decoded is the list or the object that a string holds as JSON, where that is
// what is wanted; nil where it holds none.
func decoded(s *contract.Schema, v *source.Node) *source.Node {
	if v.Kind != source.String || s.Types&(contract.ArrayType|contract.ObjectType) == 0 {
		return nil
	}
	text := strings.TrimSpace(v.Text)
	if text == "" || text[0] != '[' && text[0] != '{' {
		return nil
	}
	root, wrong := source.ParseJSON(&source.File{Name: "arguments", Data: []byte(text)})
	if len(wrong) > 0 {
		return nil
	}
	return root
}

// mend sets what to send in place of a value: what both contracts take, where there
// is such a thing that loses nothing.
func (v *variant) mend(f *told, s *served) {
	to := mended(f.broken)
	if to == nil || f.Kind == UnknownField || !accepts(f.broken.Schema, to, diff.Judging{Patterns: v.patterns}) {
		return
	}
	way := bind.Steps(f.Field)
	own, api := seeker{patterns: v.patterns}, seeker{patterns: v.patterns}
	if !own.leadsTo(v.op.Input, way, to, false, 0) || s != nil && !api.leadsTo(s.taken, way, to, false, 0) {
		return
	}
	f.Send = short(to.JSON())
	if f.Send != to.JSON() {
		f.Send = "" // what is cut short is nothing to send
		return
	}
	f.Text += "; send " + f.Send
}

// seeker asks what schemas say of the field at the end of a way. Each is asked once:
// alternatives lead to one in as many ways as they double.
type seeker struct {
	patterns *diff.Patterns
	met      map[seen]bool
}

type seen struct {
	schema *contract.Schema
	left   int // steps of the way
	text   bool
}

// again reports whether a schema has been asked, and notes that it has.
func (k *seeker) again(s *contract.Schema, left int, text bool) bool {
	if len(s.AnyOf) == 0 && k.met == nil {
		return false // there is one way to what comes before all unions
	}
	if k.met == nil {
		k.met = map[seen]bool{}
	}
	at := seen{s, left, text}
	before := k.met[at]
	k.met[at] = true
	return before
}

// leadsTo reports whether nothing that a schema says of the field at the end of a
// way refuses a value. A way that leads nowhere refuses none. The first schema that
// does not refuse it ends the search, so one that was asked before refuses it.
func (k *seeker) leadsTo(s *contract.Schema, way []bind.Step, v *source.Node, text bool, depth int) bool {
	if s == nil || s.Opaque != "" || depth > maxQuickDepth {
		return true
	}
	if k.again(s, len(way), text) {
		return false
	}
	if len(way) == 0 {
		return accepts(s, v, diff.Judging{Text: text, Patterns: k.patterns})
	}
	for _, alt := range s.AnyOf {
		if k.leadsTo(alt, way, v, text, depth+1) {
			return true
		}
	}
	switch step := way[0]; {
	case len(s.AnyOf) > 0 && len(s.Fields) == 0 && s.Elem == nil:
		return false
	case step.Elem:
		return k.leadsTo(s.Elem, way[1:], v, text, depth+1)
	case step.Name == "*":
		return k.leadsTo(s.Extra, way[1:], v, text, depth+1)
	default:
		f := fieldOf(s, step.Name)
		return f == nil || k.leadsTo(f.Schema, way[1:], v, text || f.In.IsText(), depth+1)
	}
}

func accepts(s *contract.Schema, v *source.Node, by diff.Judging) bool {
	verdict, _ := by.Faults(s, v)
	return verdict != diff.Rejected
}

// missing is the fault of a field that must be there. takes is what is valid in it, in
// words; "" where anything is.
func missing(at, field string, side Side, takes string) Fault {
	f := Fault{Kind: MissingField, Side: side, At: at, Field: field, Want: cmp.Or(takes, "a value")}
	f.Text = fmt.Sprintf("%s is left out, and the %s requires it", at, owner(side))
	if takes != "" {
		f.Text += ": " + takes
	}
	f.shape("")
	return f
}

func owner(side Side) string {
	if side == ByAPI {
		return "API"
	}
	return "tool"
}

func duplicate(at, field string) Fault {
	f := Fault{Kind: Duplicate, Side: ByTool, At: at, Field: field, Want: "there once"}
	f.Text = fmt.Sprintf("%s is there twice, and readers take the one or the other", at)
	f.shape("")
	return f
}

// refused is the fault of a field that no operation knows.
func refused(f Fault, gone *rules.Finding) Fault {
	f.Kind, f.Want, f.Send = UnknownField, "a field of the API", ""
	f.Text = fmt.Sprintf("%s is no field of the API", f.At)
	if gone.Rule == "renamed-field" {
		f.Text = fmt.Sprintf("%s is no field of the API, which calls it %s", f.At, gone.Of.APIPath)
	}
	f.shape("")
	return f
}

// notArguments is the fault of arguments that are no JSON object.
func notArguments(args []byte, root *source.Node, wrong []source.Fault) Fault {
	f := Fault{Kind: NotJSON, Side: ByTool, Got: short(string(args)), Want: "a JSON object"}
	if root != nil {
		f.Text = "the arguments are " + got(root) + ", not a JSON object"
		f.shape(typeWord(root))
		return f
	}
	f.Text = "the arguments are no JSON"
	if len(wrong) > 0 {
		f.Text += ": " + wrong[len(wrong)-1].Text
	}
	f.shape("")
	return f
}

// maxGot is how many bytes of a value a fault shows.
const maxGot = 120

func short(text string) string {
	if len(text) <= maxGot {
		return text
	}
	cut := maxGot
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

func indexed(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }
