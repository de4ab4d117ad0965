// Package units says what unit a number's name, description, format, key,
// siblings and bounds state, and whether the number needs one. It reads one
// field of one side at a time, knows no dialect and passes no sentence: what a
// bare or contradictory number is worth is for pkg/rules to say.
package units

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Number is one numeric field as a reader sees it, of a tool or an API. An
// array of numbers is the field itself: Judge looks through to the element.
type Number struct {
	Name     string            // leaf name
	Parents  []string          // names of the objects around it, outermost first; empty at the top
	Op       string            // name, or title, of the tool or operation
	OpDoc    string            // its description: counts only where it names this field
	Field    *contract.Field   // types, format, bounds, default, examples, enum, doc, unit
	Siblings []*contract.Field // the other fields of the same object, or the Telling ones of them
}

// Unit is a unit of measure. Two units of one dimension convert by the quotient
// of their scales; a scale of 0 is a unit that no fixed factor leads to or from
// (Celsius, a currency, "minor units").
type Unit struct {
	Symbol string // "ms", "cents", "USD", "percent", "bytes"
	Dim    Dimension
	Scale  float64 // in the dimension's base unit: s, bytes, bit/s, m, kg, fraction of 1, major unit of money
}

// Source says which part of a field states a unit.
type Source string

// The sources, strongest first.
const (
	FromName    Source = "name"
	FromParent  Source = "parent"
	FromType    Source = "type"
	FromFormat  Source = "format"
	FromKey     Source = "key"
	FromSibling Source = "sibling"
	FromBounds  Source = "bounds"
	FromExample Source = "example"
	FromProse   Source = "prose"
	FromConfig  Source = "config" // the project's convention
)

// Statement is one place where an author says a unit.
type Statement struct {
	Unit Unit
	From Source
	Text string // the author's words: "ms", "in cents", "0..1"; of a sibling its name
	At   source.Span
}

// Verdict is what a number is, as far as units go.
type Verdict string

// The verdicts.
const (
	None           Verdict = "none"            // no quantity, or its unit is a convention: nothing to guess
	SelfDescribing Verdict = "self-describing" // type, format, key, bounds or a sibling carry the unit
	Named          Verdict = "name"            // the name, or the object's just above, holds it
	Prose          Verdict = "prose"           // only a description gives it
	Settled        Verdict = "config"          // only the project's convention, and perhaps a description, gives it
	Bare           Verdict = "bare"            // a quantity whose unit is stated nowhere
	Conflicting    Verdict = "conflict"        // the evidence contradicts itself
)

// Clash is the kind of a contradiction.
type Clash string

// The kinds of contradiction.
const (
	NameAgainstProse Clash = "name against prose" // A is the name's unit, B the description's
	WordAgainstScale Clash = "word against scale" // A is what the word says, percent or fraction, B the scale
	FixedCents       Clash = "fixed cents"        // beside a currency that may have none, or a thousand
	FloatMinor       Clash = "float minor"        // a float for what cannot be divided
	AbsurdValue      Clash = "absurd value"       // a default, example or bound that A makes absurd
	TwoUnits         Clash = "two units"          // the description claims A and B for one value

	AgainstConvention Clash = "against convention" // A is the project's unit, B the field's own; zero where it states none
)

// Conflict is two statements that cannot both hold, or one that a value belies.
type Conflict struct {
	Kind   Clash
	A, B   Statement // B is zero where A is contradicted by Why alone
	Why    string    // lower case, no final stop: "timeout_s is in seconds, its default 30000 looks like milliseconds"
	Factor string    // "1000" where the two convert, else empty
}

// Judgement is what Judge finds.
type Judgement struct {
	Verdict    Verdict
	Dim        Dimension
	Stated     []Statement // strongest first
	Convention string      // why there is nothing to guess, where a closed list says so: "latitude", "pixels", "count", ...
	Conflict   *Conflict
	Firm       bool // prose states the unit in so many words: "in seconds", not "up to 3600 seconds"

	Code         string // the one currency that name, prose or a closed list fix: "USD"; "$" for dollars of any country; or ""
	Currency     string // the sibling that names the currency, or ""
	FreeCurrency bool   // it may hold more than one value
	Cents        bool   // money in a fixed hundredth: wrong for JPY and KWD
	Fraction     bool   // its type lets a fraction through
	Percent      bool   // a percentage by name or prose
	Ranged       bool   // its range stands in the schema
}

// Trusted is the judgement with its prose, or its scale, first where the number
// contradicts itself: a name is older than the sentence that somebody wrote about it.
func (j Judgement) Trusted() Judgement {
	if c := j.Conflict; c != nil && (c.Kind == NameAgainstProse || c.Kind == WordAgainstScale) {
		j.Stated = []Statement{j.Conflict.B}
	}
	return j
}

// Contradictory reports a number whose words say two things of its unit. Cents
// beside a free currency promise too much, and a float for cents is of a wrong
// type; both say one unit all the same, and so does what contradicts the config.
func (j Judgement) Contradictory() bool {
	if j.Conflict == nil {
		return false
	}
	switch j.Conflict.Kind {
	case FixedCents, FloatMinor, AgainstConvention:
		return false
	}
	return true
}

// Unit is the unit that the number has by its strongest statement; ok is false where nothing states one.
func (j Judgement) Unit() (u Unit, ok bool) {
	for _, s := range j.Stated {
		if s.Unit.Symbol != "" {
			return s.Unit, true
		}
	}
	return Unit{}, false
}
