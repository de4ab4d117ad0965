// Package calls judges calls that models make by the contracts of the tools that
// they call: strictly, as neither a lenient server nor a model would. "10" is not
// 10, and what is not declared is not known.
package calls

import "github.com/tooldrift/tooldrift/pkg/source"

// Side is the contract that a fault breaks.
type Side string

// The sides.
const (
	ByTool Side = "tool" // the tool's own schema
	ByAPI  Side = "api"  // the contract of the operation that the tool is bound to
)

// Kind is what is wrong with a call.
type Kind string

// The kinds of fault.
const (
	UnknownTool  Kind = "unknown-tool"  // no tool is called so
	NotJSON      Kind = "not-json"      // the arguments are no JSON object
	UnknownField Kind = "unknown-field" // a field that the schema does not declare
	MissingField Kind = "missing-field" // a required field is left out
	WrongType    Kind = "wrong-type"
	NotListed    Kind = "not-listed" // no member of a closed list
	OutOfBounds  Kind = "out-of-bounds"
	WrongLength  Kind = "wrong-length" // of a string or an array
	WrongFormat  Kind = "wrong-format" // a format or a pattern
	NotMultiple  Kind = "not-multiple"
	NoMatch      Kind = "no-alternative"   // it fits none of the alternatives, and no single fault says why
	Duplicate    Kind = "duplicate-field"  // it is there twice: readers take the one or the other
	Exclusive    Kind = "exclusive-fields" // several fields of which one may be there
)

// Fault is one thing that is wrong with one call.
type Fault struct {
	Kind  Kind
	Side  Side
	Field string // as findings spell it: "lines[].sku"; "" for the arguments as a whole
	At    string // the very place: "lines[2].sku"
	Got   string // the value as JSON, cut short where it is long; "" where there is none
	Want  string // what is valid, in words that follow "is not": "an integer", "one of open, closed"
	// Text is all of it in one line: `changeId is the string "4411", not an integer`.
	Text string
	// Send is the value to send in place of Got, as JSON; "" where only the model
	// could know it: nothing is rounded, cut or guessed.
	Send string
	// Shape groups faults that are one mistake made often: it is equal where Kind,
	// Side, Field and Want are, and the kind of value that was sent.
	Shape string
	// Drift is the finding that explains the fault; nil where none does, and the
	// mistake is the model's own.
	Drift *Drift
}

// Drift is a finding of check that explains why models make a mistake; or what would be
// one had check the evidence, where a description mentions the very name that was sent.
type Drift struct {
	Rule        string
	Fingerprint string
	Message     string
	Fix         string
	At          source.Span
}

// Number is a number that a call sent in a field that may hold a quantity.
type Number struct {
	Field    int    // index into Tool.Fields
	Text     string // as sent: never through a float
	Currency string // the value of the field beside it that names the currency; ""
}

// Observation is what judging one call shows. It is reused from call to call.
type Observation struct {
	Valid   bool // no fault
	Unsure  bool // valid as far as can be seen: something of the schema is opaque
	Sent    []int
	Numbers []Number
	Faults  []Fault

	scratch scratch
}

// Contracts are the tools of a run, ready to judge calls. They do not change, and
// may be used by several goroutines at once.
type Contracts struct {
	Tools []*Tool // in the order of contracts and lists
	// Sources are the files that the tools, their operations and what is said of
	// them were read from: contracts of the same sources judge alike.
	Sources []*source.File

	named     map[string]*Tool
	nicknames map[string]*Tool // nil for a name of several
}

// Tool is one tool and the operations that it is bound to.
type Tool struct {
	Index      int // into Contracts.Tools
	Contract   string
	Name       string
	Operations []string
	// Fields are the tool's own at any depth, in the order of its schema, each path
	// once; a recursive schema is unrolled no further than a finding's path goes.
	Fields []Field
	ToolAt source.Span   // of the tool's name
	SpecAt []source.Span // of each operation's name

	spots    *spot
	currency []string // by field: the one beside it that names its currency; ""
	variants []*variant
}

// Field is one field of a tool.
type Field struct {
	Path string // "lines[].sku"
	// Quantity: it is a number with a dimension, whose values may mix two units.
	Quantity bool
	// Dimension is what it measures, in the words of units.Dimension: "money",
	// "duration", "point in time", "ratio", ...; "".
	Dimension string
	// Unit is the unit that the contract states, the API's where the tool states
	// none: "cents", "ms"; "".
	Unit string
	// APIUnit is the API's, where the tool states another; "" where they agree, and
	// where a waiver says that the tool server makes the one of the other.
	APIUnit string
	// Drift is the finding that the unit is in doubt, of which models that mix units
	// up know no better; nil where there is none.
	Drift *Drift
	At    source.Span // of the name, in the tool
}
