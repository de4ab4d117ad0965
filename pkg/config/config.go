// Package config reads .tooldrift.yaml: what to compare with what, how tools are
// bound, which rules count, what is waived. Unknown keys are errors that name
// the nearest known one; nothing is ever guessed from a config that does not parse.
package config

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Config is a .tooldrift.yaml, or what the command line stands for.
type Config struct {
	File      *source.File // nil for a config made from the command line
	Contracts []*Contract
	Profile   string  // "recommended", "strict"; "" is recommended
	AsOf      Release // whose rule set holds; zero: the program's own
	AsOfAt    source.Span
	Rules     []RuleLevel
	Overrides []Override // in order: a later one wins
	Units     Units
	FailOn    string // "error", "warning", "note", "never"; "" is error
	FailOnAt  source.Span
	Waivers   []contract.Waiver
	Fences    []Fence // for the tools of all contracts
	// InlineWaivers is false under waivers_from: [config]: those beside tools and specs are not read.
	InlineWaivers bool
	// Baseline is the file of accepted findings, from the root; "" names none.
	Baseline   string
	BaselineAt source.Span
}

// Contract pairs tool lists with the specs they are copies of.
type Contract struct {
	Name     string
	Tools    []Source
	Spec     []Source
	Bindings []Binding
	// Transcripts are files or patterns of conversations that the model is given as
	// examples (few-shot), from the root: the calls in them are held to both sides.
	Transcripts []Source
	// Golden are files, directories or patterns of golden calls of these tools, from
	// the root.
	Golden []Source
	Names  string // "exact", "folded", "auto"; "" is auto
	Rules  []RuleLevel
	// Omitted are operations that no tool is to call; a Path may hold *, which stands
	// for any run of characters.
	Omitted []Entry
	Fences  []Fence // for its own tools
	At      source.Span
}

// Source is where one side comes from: exactly one of the groups is set.
type Source struct {
	Glob string // a file, a directory or a doublestar pattern, from the root

	Proto       string   // directory or file of .proto sources, from the root
	ImportPaths []string // for Proto, and for .proto files that Glob names; from the root

	GraphQL []string // files or patterns of one schema, from the root

	// Operations are files, directories or patterns of GraphQL documents whose
	// operations are tools, and of persisted-query manifests; from the root.
	//
	//	tools: [{operations: [queries/], schema: api.graphql, descriptions: {ListOrders: "..."}}]
	Operations []string
	// Schema are files or patterns of the GraphQL schema in which the types of
	// variables are found, from the root. Empty: whoever opens the source knows.
	Schema []string
	// Descriptions stand in place of what documents say of their operations.
	// DescriptionsIn is a file that has such under overrides.descriptions, from the
	// root: the config of Apollo MCP Server.
	Descriptions   []Description
	DescriptionsIn string

	Live *Live // nil for what is in files

	At source.Span
}

// Description is what is said of a tool outside of it.
type Description struct {
	Tool   string
	ToolAt source.Span
	Text   contract.Text
}

// Binding is one entry of bindings: a tool and what it calls.
type Binding struct {
	Tool        string
	ToolAt      source.Span
	Local       string
	Unsupported string
	Calls       []Call
	At          source.Span // of the entry's value
}

// Call is one operation of a binding, with its mapping.
type Call struct {
	Operation string
	When      []Cond
	Fields    []Mapping   // tool path -> API path
	Supplied  []Entry     // API fields that the tool server fills in
	AgentOnly []Entry     // tool fields that the tool server consumes
	Omitted   []Entry     // API fields deliberately not offered
	At        source.Span // of the operation's name
}

// Cond is one pair of when: the tool's field has this value.
type Cond struct{ Field, Value string }

// Mapping declares that a tool's field is the API's field of another name or place.
type Mapping struct {
	Tool, API string
	At        source.Span
}

// Entry is a field path in a list of a binding; Reason is given for omitted fields.
type Entry struct {
	Path, Reason string
	At           source.Span
}

// Units is the project's conventions on numbers.
type Units struct {
	Money         string   // "minor", "major"; "" says nothing
	Durations     string   // a unit: "ms", "s"
	Instants      string   // "rfc3339", "s", "ms"
	Dimensionless []string // names, or paths, of fields that need no unit

	MoneyAt, DurationsAt, InstantsAt source.Span
	DimensionlessAt                  []source.Span // of each entry
}

// Parse reads a config. dir is the config's folder as a slash path from the
// root; paths in the result are from the root. Faults that are no Dirt refuse
// the config (exit 2): the result is then nil, and all of them are returned at once.
func Parse(f *source.File, dir string) (*Config, []source.Fault) {
	n, faults := source.ParseYAML(f)
	r := &reader{Reader{faults}, dir}
	c := &Config{File: f, InlineWaivers: true}
	if n != nil {
		r.config(n, c)
	}
	if n == nil || source.Refused(r.Faults) {
		return nil, r.Faults
	}
	return c, r.Faults
}

// ParseBinding reads what a bindings entry, or a binding annotation, holds: a
// string, an object or a list of them.
func ParseBinding(tool string, n *source.Node) (Binding, []source.Fault) {
	r := &reader{}
	b := r.binding(tool, n)
	return b, r.Faults
}
