// Package golden holds calls against what they should have been: golden calls,
// which people write beside the tools or a benchmark brings along. It scores what
// a model sent field by field, and refuses golden calls that their own contract
// refuses. It never calls a model, and never guesses what was meant.
package golden

import (
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Match is how strings are compared.
type Match string

// The ways to compare strings.
const (
	Exact Match = "exact" // letter by letter; what "" is too
	// Loose is the rule of the Berkeley Function Calling Leaderboard: case, blanks and
	// ,./-_*^ make no difference, and ' is ". (ast_checker.py, standardize_string)
	Loose Match = "loose"
)

// Order is whether calls of a case must come in the order of the case.
type Order string

// The orders.
const (
	AnyOrder   Order = "any" // what "" is too
	GivenOrder Order = "given"
)

// Extra is what calls that a case does not ask for are.
type Extra string

// What calls beyond those of a case are.
const (
	ExtraWrong   Extra = "wrong"   // the case is then wrong; what "" is too
	ExtraAllowed Extra = "allowed" // counted, and no fault: an agent looks things up
)

// Suite is the golden calls of one file.
type Suite struct {
	File  *source.File // nil for one that was made, not read
	About string       // what the cases are, for people
	Cases []*Case      // in the order of the file
	// Told is what is wrong with golden calls and refuses nothing.
	Told []Finding
}

// Case is one prompt and the calls that answer it.
type Case struct {
	ID     string // what a log names the prompt by; no two cases of a run share one
	Prompt string // what the model is asked; may be ""
	Note   string // why just this is right, told beside what is wrong; may be ""
	Match  Match
	Order  Order
	Extra  Extra
	Calls  []*Call // none: the prompt is to be answered without a call
	At     source.Span
	IDAt   source.Span
}

// Call is one golden call.
type Call struct {
	Tool string
	// Args is an object: what is sent. Numbers keep the spelling of the file.
	Args *source.Node
	// Accept are further right values, by field.
	Accept []Accept
	// Optional are paths of fields in Args that may as well be left out.
	Optional []string
	// Unscored are paths of fields that may be there or not, with whatever value.
	Unscored []string
	// Alternatives are whole calls that are as right. They have none of their own.
	Alternatives []*Call
	At           source.Span
	ToolAt       source.Span

	want                   *value
	positional             []*source.Node // arguments without a name, in front of the others
	optionalAt, unscoredAt []source.Span  // of each entry
}

// Accept is values that are as right as the one in Args.
type Accept struct {
	Field  string // "lines[].sku" is that of every line, "lines[0].sku" of one
	Values []*source.Node
	At     source.Span // of Field
}

// value is what is right in one place of the arguments.
type value struct {
	node     *source.Node // as it is written; nil for one that is only Unscored
	fields   []field      // of an object
	items    []*value     // of an array
	or       []*value     // as right
	optional bool         // may be left out
	unscored bool         // may be anything
	unjudged bool         // right as an answer, but not held against the contract
	hopeless bool         // nothing is right
}

type field struct {
	name  string
	keyAt source.Span
	value *value
}

// valueOf is a value that is right in one way.
func valueOf(n *source.Node) *value {
	v := &value{node: n}
	for _, m := range n.Members {
		v.fields = append(v.fields, field{m.Key, m.KeyAt, valueOf(m.Value)})
	}
	for _, item := range n.Items {
		v.items = append(v.items, valueOf(item))
	}
	return v
}
