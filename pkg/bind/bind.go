// Package bind decides which tool calls which operation, and which field of the
// one is which field of the other. It judges nothing: what it cannot pair it
// leaves over, and says so.
package bind

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Binding is what became of one tool.
type Binding struct {
	Tool        *contract.Op
	How         string // ByConfig, ..., also of Local and Unsupported; "" where unbound
	Calls       []*Call
	All         bool        // every use of the tool makes all Calls: a GraphQL document with several root fields; else one of them
	Local       string      // reason: the tool calls no operation
	Unsupported string      // reason: the tool calls what the spec does not describe
	Candidates  []Candidate // best first, for a tool that is not bound, or by a guess in doubt
	Choices     []Choice    // of an unbound tool that does several things, one a value; after Result.Propose
	Missing     []Missing
	Stale       []Stale
	Doubt       *Doubt
	// Translates is a field that the tool, or one beside it in its file, has under
	// another name or in another place than the API, where no convention explains
	// it: their server builds its requests by hand, and hands no arguments on as
	// they come. nil where nothing shows that.
	Translates *Translation
	At         source.Span // of the config entry or the annotation; zero for a guess
}

// Translation is a field that a tool server must have translated.
type Translation struct {
	Tool string
	Pair *Pair
}

// Result is what Match found.
type Result struct {
	Bindings []*Binding // one a tool, in order
	// Stale are the entries of bindings for tools that do not exist: Key is
	// "bindings", Entry the tool that the config names.
	Stale []Stale

	matcher *matcher // for what is only asked at times: Propose, Explain
}

// Call is one operation that the tool calls, whole or for one value of a selector field.
type Call struct {
	Op     *contract.Op
	When   []Cond
	Fields *Pairing
}

// Cond is one condition of "when": the tool's field has this value.
type Cond struct{ Field, Value string }

// Candidate is an operation that a tool may well call.
type Candidate struct {
	Operation string
	Score     float64 // 0 to 1
}

// Missing is an operation that the config or an annotation names and the spec lacks.
type Missing struct {
	Operation, Nearest string
	Document           bool // it is a field that a GraphQL operation document selects
	At                 source.Span
}

// Stale is an entry of a binding's mapping (fields, supplied, agent_only, omitted)
// that matches nothing, or an "argument" that a GraphQL operation document passes
// and the API does not know.
type Stale struct {
	Key, Entry, Nearest string
	// Offered, of an omitted entry: the tool offers the field, so the entry excuses nothing.
	Offered bool
	At      source.Span
}

// Doubt says why a guessed binding is not to be trusted, and what else fits.
type Doubt struct {
	Why   string
	Other string // operation that pairs more fields; ""
}

// Ref is a field and the way to it.
type Ref struct {
	Path  string // "lines[].sku"
	Field *contract.Field
	// Handled says why a field that has no partner is not the other side's
	// business: HandledSupplied, ...; "" where nothing excuses it.
	Handled string
	// Within, of an API field: the optional object around it that was looked through,
	// by its path; "" where all on the way to the field is required.
	Within string
	Reason string // the author's reason, where the config gives one
}

// Pair is a tool's field and the API's field that it feeds.
type Pair struct {
	Tool, API *Ref
	How       string // PairedByName, ...
	// Variable: the tool's field is a variable of a GraphQL document, which must be
	// declared with the very type that the argument has.
	Variable bool
	// Separates, of a "prefix" or "suffix": two fields of the API share the name, so that the tool needs it.
	Separates bool
}

// Pairing is the fields of two objects, paired as far as a careful engineer
// would: each field of either object stands in it once, in the order of its
// side. Of an object that is looked through (a wrapper, the way to a nested
// field) the members stand here in its place; an object that has a partner is
// left whole, and Fields pairs what is in it.
type Pairing struct {
	Pairs    []*Pair // in the tool's order
	ToolOnly []*Ref
	APIOnly  []*Ref

	mapping *mapping // of the config, for what lies below; nil where there is none
	exact   bool     // a document says all of it, and nothing is left to find
}
