// Package diff walks a tool and the operations it is bound to in lockstep and
// yields drifts: facts, without severities and without sentences. It pairs no
// field by name, but for folding what bind left over into renames.
package diff

import (
	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// Kind is what a drift is about. Each is judged by one rule.
type Kind string

// The kinds of drift.
const (
	Renamed         Kind = "renamed"            // the tool's field has another name in the API
	Unknown         Kind = "unknown"            // the API has no such field
	StaleName       Kind = "stale name"         // prose names a field that was renamed or removed
	Type            Kind = "type"               // the tool allows a JSON type that the API rejects
	Fraction        Kind = "fraction"           // the tool says number, the API integer
	Format          Kind = "format"             // what a string holds
	EnumUnknown     Kind = "enum unknown"       // a value that the API rejects
	EnumOmitted     Kind = "enum omitted"       // a value that the tool does not list
	EnumOpen        Kind = "enum open"          // the API has a closed list, the tool has none
	BoundTooWide    Kind = "bound"              // numbers, lengths or counts beyond the API's
	NullRejected    Kind = "null"               // the tool allows null, the API does not
	DefaultMismatch Kind = "default"            // the two sides state different defaults
	ProseClaim      Kind = "prose"              // a description and its own schema disagree
	Undeclared      Kind = "undeclared"         // a description offers an argument that the schema lacks
	UnknownTool     Kind = "unknown tool"       // a description sends the model to a tool that is not there
	Lenient         Kind = "lenient"            // the tool's input takes more than one spelling, or undeclared members
	Malformed       Kind = "malformed"          // a tool's schema says nothing that a validator reads
	Omitted         Kind = "omitted"            // optional API fields that the tool does not offer
	Hidden          Kind = "hidden"             // the spec keeps the field from agents
	Exclusive       Kind = "exclusive"          // the API takes one of these fields
	RequiredByTool  Kind = "required by tool"   // the tool demands what the API does not need
	OpenObject      Kind = "open object"        // the tool allows undeclared members, the API does not
	BadExample      Kind = "example"            // an example, default or enum value breaks a schema
	Required        Kind = "required"           // the API needs it, the tool does not demand or have it
	ReadOnly        Kind = "read only"          // the API only returns the field
	UnitConflict    Kind = "unit conflict"      // two units or scales stated for one number
	BareNumber      Kind = "bare number"        // a quantity whose unit nobody states
	Exponent        Kind = "currency exponent"  // cents beside a currency that may have none
	UnitOnlyInSpec  Kind = "unit only in spec"  // the API states the unit, the tool does not
	PercentRange    Kind = "percent range"      // a percentage without its range in the schema
	MoneyAsFloat    Kind = "money as float"     // money as a fractional number
	MixedUnits      Kind = "mixed units"        // another unit than another tool of the file for the same field
	UnitOnlyInProse Kind = "unit only in prose" // the unit stands in a description, not in the name
	NotComparable   Kind = "not comparable"     // one side cannot be seen through
	MixedCase       Kind = "mixed case"         // the name differs in case style, and not consistently
	Prefixed        Kind = "prefixed"           // the name differs by a location that separates no collision
	DeprecatedField Kind = "deprecated field"   // the API has deprecated the field
	DeprecatedOp    Kind = "deprecated op"      // the API has deprecated the operation
	Doubtful        Kind = "doubtful"           // a guessed binding that the fields do not bear out
	StaleMapping    Kind = "stale mapping"      // an entry of the config's bindings that matches nothing
	Unbound         Kind = "unbound"            // no operation found for the tool
	Uncalled        Kind = "uncalled"           // no tool calls the operation
	Answer          Kind = "answer"             // the tool's output schema refuses what the API answers
	MissingOp       Kind = "missing op"         // the config names an operation that the spec lacks
)

// Drift is one way in which a tool and its operations differ. Which of the
// fields are set depends on Kind.
type Drift struct {
	Kind Kind
	Tool *contract.Op
	Ops  []*contract.Op // on which it stands

	// The places: the field of each side, nil where that side has none, and the
	// schemas at the very point of difference, which may be an element's.
	ToolField, APIField   *bind.Ref
	ToolSchema, APISchema *contract.Schema
	Path, APIPath         string // of that point: "lines[].sku"
	ToolAt, SpecAt        source.Span

	Value   string       // the fact's own value: enum value, bound, name in prose, unit pair
	Literal *source.Node // the value itself, where it is one that an author wrote
	Default *source.Node // DefaultMismatch: the API's; Required: what stands in for the field
	Witness *source.Node // arguments that the tool allows and the API rejects, or an Answer that the API gives and the tool's schema refuses; nil where none is known
	Text    bool         // the value travels as text: path, query, header, form

	// What is known of some kinds only.
	Name    NameFact
	Types   TypeFact
	Formats [2]FormatFact // Format: tool's, API's
	Enum    EnumFact
	Bound   BoundFact
	Example ExampleFact
	Prose   ProseFact
	Need    NeedFact
	Demand  DemandFact
	Mapping MappingFact
	Answer  AnswerFact
	Lenient LenientFact
	Units   [2]*units.Judgement // of the tool's number and of the API's; nil where that side has none
	Factor  string              // UnitConflict between the sides: by what the tool's number must be multiplied; ""

	Fields     []string         // Omitted: those that the tool does not offer; Exclusive: those that exclude each other
	Forced     bool             // Exclusive: the tool requires two of them
	Exact      bool             // MixedCase: the config asks for exact names
	Why        string           // NotComparable, Malformed, Doubtful: why
	Beyond     *source.Limit    // NotComparable: the limit that Why speaks of; nil where it gives another reason
	WholeTool  bool             // NotComparable: nothing of the tool could be compared
	Note       string           // Hidden, DeprecatedField, DeprecatedOp: the API's reason
	Nearest    string           // MissingOp, StaleMapping, UnknownTool: the known name that comes nearest; ""
	Other      string           // Doubtful: an operation that fits better; MixedUnits: the tool with the other unit
	OtherAt    source.Span      // MixedUnits: that tool's field
	Candidates []bind.Candidate // Unbound, Doubtful
}

// NameFact is what is known of a name that the API does not have: of Renamed,
// Unknown and StaleName.
type NameFact struct {
	Evidence string         // why the successor, or the removal, is believed
	Weak     bool           // the names share too few words to be sure
	Rest     bool           // no word of the names is alike: they are all that is left over, and each side demands its own
	Moved    bool           // the API has the name, at another depth
	Reserved bool           // the API once had the name
	Closed   bool           // the API object rejects undeclared members
	Only     bool           // the only unpaired field of a tool with one surely bound operation
	Past     *contract.Past // an earlier revision of the spec has the name; nil where it has not, or none is known
	// Built, at the top of a tool, and of a MixedCase: its server is seen to build requests by hand, and
	// may well use the field in some other way. nil where nothing shows that.
	Built *bind.Translation
}

// TypeFact is what is known of a Type.
type TypeFact struct {
	Untyped bool // the tool states no type
	Encoded bool // the tool also takes the object as JSON in a string
	Several bool // one string stands where several values are meant
	// Built: the API takes an object that has a place for the tool's value, or a list
	// of what the tool's text holds, and this shows that the server builds requests by hand.
	Built *bind.Translation
	Named bool // a variable of a GraphQL document is declared with another type than the argument has
}

// EnumFact is what is known of an EnumUnknown or an EnumOpen.
type EnumFact struct {
	Twins bool // all of the tool's values are the API's in another case
	Const bool // each side has one value
	Told  bool // EnumUnknown: the API's own description names the value
	// Untold, of an EnumOpen: the API's values that the tool's description does not
	// list, although it lists some.
	Untold []contract.Value
	Copied bool // EnumOpen: the description that lists values is the API's own, word for word
}

// ExampleFact is what is known of a BadExample.
type ExampleFact struct {
	Of     string   // "example", "default", "enum value"
	Broken Broken   // whose schema it breaks
	Faults []string // what is wrong with it, as words that follow it
}

// ProseFact is a ProseClaim: what a description says, and its schema denies.
type ProseFact struct {
	Of     string // "default", "maximum", "value", "null", "type", "required", "format", ...
	Said   string
	Schema string // what the schema says
	API    bool   // it is the API's schema: the tool's own is silent
}

// NeedFact is what is known of a Required.
type NeedFact struct {
	With    string      // the API field's body counts once this other field is sent
	Absent  string      // what the tool's description says of leaving it out: "if not provided"
	Instead string      // another field of the tool's that may stand in for a path parameter
	Partial bool        // only some of the tool's operations need it, those in Ops
	When    []bind.Cond // the choice of the only operation that needs it
	OneOf   []string    // the API needs one of these fields of its own, and the tool has none; APIField is the first
	// Mapped is a field of the tool's that found no partner, or an object that is taken
	// apart, which may be what the tool server makes this one of, or why it calls
	// another operation; "" where there is none. Built shows that the server builds its
	// requests by hand. LookedUp: it may ask the API for the value first, which names
	// the state that is about to be changed.
	Mapped   string
	LookedUp bool
	Built    *bind.Translation
}

// DemandFact is what is known of a RequiredByTool.
type DemandFact struct {
	Invented bool // nobody can know the value before an earlier answer gave it
	All      bool // every optional field of the tool is demanded
}

// MappingFact is what is known of a StaleMapping.
type MappingFact struct {
	Entry   string // the list or map that the entry stands in; "argument", of MissingOp "document": a GraphQL operation says it itself
	Offered bool   // the field is not omitted, the tool offers it
}

// Broken says whose schema a value breaks.
type Broken uint8

// The sides, as bits.
const (
	BreaksTool Broken = 1 << iota
	BreaksAPI
)

// BoundFact is a limit of the API's that the tool exceeds.
type BoundFact struct {
	Word      string          // "maximum", "minimum", "maxLength", ...
	Tool, API *contract.Bound // Tool is nil where the tool states none
	Last      string          // of whole numbers the last one that the API allows; "" where fractions count
}

// Counts is what was compared.
type Counts struct {
	Fields        int // pairs of fields
	NotComparable int
}
