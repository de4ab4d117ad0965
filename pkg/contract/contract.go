// Package contract is the one model that both sides, a tool list and an API
// spec, are read into. It holds no opinions: plain structs, slices in source
// order, and a span on everything that a message may point at.
package contract

import "github.com/tooldrift/tooldrift/pkg/source"

// Contract is what one side says: the tools of a tool list, or operations of an API.
type Contract struct {
	Dialect string // "mcp", "openai-chat", "openapi-3.0", "protobuf", "graphql-sdl", ...
	Ops     []*Op
	Skipped []Skipped
}

// Skipped is an entry that is no function tool, or an operation that we do not read, and why.
type Skipped struct {
	Name, Why string
	At        source.Span
}

// Op is a tool, or an operation of an API.
type Op struct {
	Name       string   // the tool's name; "POST /v1/refunds", "pkg.Service/Method", "Query.field"
	Aliases    []string // operationId, "pkg.Service.Method", ...
	Title, Doc Text
	Input      *Schema     // an object; never nil, without fields where there are none
	Output     *Schema     // nil where the side says nothing of its results
	Deprecated Text        // why, or "true" where no reason is given; empty text: it is not
	At         source.Span // of the name
	Waivers    []Waiver
	Hints      []Hint
	File       string // name of the file it was read from: tools of one file are judged together
	Past       []Past // of an operation whose spec is compared with an earlier revision of it
}

// Text is words of the author's and where they stand.
type Text struct {
	Text string
	At   source.Span
}

// Call is a call of a tool in a transcript. Arguments that are written as JSON in a
// string, as OpenAI has them, are left as the text that they are.
type Call struct {
	Tool string
	At   source.Span  // of the tool's name
	Args *source.Node // nil where Text has them
	Text Text
}

// Hint is a binding annotation: beside a tool it holds what a bindings entry of
// the config holds (a string, an object, a list); on the spec side the names of tools.
type Hint struct {
	Key   string // "tooldrift/operation", "x-tooldrift-tool", DocumentHint, ...
	Value *source.Node
}

// DocumentHint is the Key of what a GraphQL operation document itself says: the
// fields and supplied of its Value are all that it passes, each under the
// argument's exact name, so that nothing beside them is paired.
const DocumentHint = "graphql operation"

// Waiver accepts one finding: exact rule, tool and field. One that stands
// beside the thing it waives leaves Tool or Field empty: its place says them.
type Waiver struct {
	Rule     string
	Contract string
	Tool     string
	// Operation is set in place of Tool for what is found on an operation that no tool calls.
	Operation string
	Fields    []string
	Value     string // the enum value, bound, unit pair ... that is accepted; empty: all values
	Reason    string
	Until     string // YYYY-MM-DD, or empty
	Owner     string
	At        source.Span
}

// Location says where an API expects a field.
type Location uint8

// The locations. Tools, RPCs and GraphQL have only Body.
const (
	Body Location = iota
	Path
	Query
	Header
	Cookie
	Form // urlencoded or multipart body: values travel as text
)

var locationNames = [...]string{"body", "path", "query", "header", "cookie", "form"}

// String is the location's OpenAPI word.
func (l Location) String() string { return locationNames[l] }

// IsText reports whether values at l travel as text, so that 10 and "10" are one.
func (l Location) IsText() bool { return l != Body }

// Field is one named argument, or a named member of an object.
type Field struct {
	Name       string
	AltNames   []string // other names that the API accepts: proto JSON name
	Former     []Text   // names it once had: x-renamed-from
	In         Location
	Required   bool
	RequiredAt source.Span // of the entry in "required", of "!" or of the option; zero where none
	// LooseBody: the request body that the field belongs to may be left out; its
	// required members bind only once another field of the body is sent.
	LooseBody  bool
	Schema     *Schema // never nil
	Doc        Text    // what the model or the API's reader sees: its own words, else its schema's
	Deprecated Text    // as in Op
	Hidden     Text    // x-tooldrift-hidden: why agents must not see it
	Style      string  // OpenAPI parameter style: "form", "simple", "deepObject", ...; collectionFormat translated
	Explode    bool
	Credential bool        // an API key or token that the caller of the API holds, not the model
	At         source.Span // of the name
	DeclAt     source.Span // of the whole declaration, for the source line of a message
	Waivers    []Waiver
}

// Group is a set of fields of which at most one may be set: protobuf oneof, GraphQL @oneOf.
type Group struct {
	Name     string
	Fields   []string
	Required bool // exactly one
	At       source.Span
}

// Schema is a set of JSON values, and words about it. The zero value with Types
// Any allows everything. Recursion is a pointer cycle: walkers remember pairs.
type Schema struct {
	Name   string      // of the named type it was read from: "Money", "pay.v1.Refund"; or empty
	Types  TypeSet     // the JSON types allowed; Any where none is stated
	TypeAt source.Span // of the type's value; zero where no type is stated
	Source string      // the type as the author's dialect spells it: "integer", "int64", "ID!", "google.protobuf.Duration"

	Enum            []Value // nil: no closed list. Entries of kinds outside Types do not count
	EnumAt          source.Span
	Format, Pattern Text
	Min, Max        *Bound
	MultipleOf      *Bound
	MinLen, MaxLen  *Bound // in code points
	MinItems        *Bound
	MaxItems        *Bound

	Fields   []*Field
	Groups   []Group
	Reserved []Text // former names of fields: protobuf "reserved"
	Closed   bool   // undeclared members are rejected
	ClosedAt source.Span
	OpenAt   source.Span // of words that allow undeclared members of any kind (additionalProperties: true); zero where there are none
	Extra    *Schema     // what undeclared members must be; nil: anything, unless Closed
	// Promoted is the lone GraphQL argument whose members are the Fields of an
	// operation's Input; nil where they are arguments themselves.
	Promoted *Field
	Elem     *Schema   // of an array; nil: anything
	Tuple    []*Schema // leading elements of their own
	Lone     bool      // GraphQL: one value stands for a list of one

	AnyOf         []*Schema // a value must fit one; the rest of the schema holds besides
	AnyOfAt       source.Span
	Discriminator string // property that chooses among AnyOf; or empty
	OneOf         bool   // of AnyOf, a value may fit no more than one

	Default   *source.Node
	Examples  []*source.Node
	Title     string
	Doc       Text
	Unit      Text // of an explicit key: x-unit, unit, ucumUnit, x-uom, unit_of_measurement
	ReadOnly  bool // only ever returned: no input
	WriteOnly bool
	Digits    bool // a string is taken where it spells a number (ProtoJSON)
	NullLeft  bool // null is read as "left out" (protobuf): no value that the API acts on

	// Unread are the keywords that limit the values further and have no place above,
	// each spelled with its value in JSON: "uniqueItems: true", "not: {...}". A
	// schema of the other side allows no more than this one only where it says the same.
	Unread []Text

	// Opaque says why we cannot see through the schema; then only Types, where stated, can be relied on.
	Opaque string
	// Beyond is the limit that Opaque speaks of; nil where it gives another reason.
	Beyond *source.Limit
	At     source.Span // of the whole schema
}

// Value is one member of a closed list.
type Value struct {
	Lit        *source.Node
	Doc        string
	Deprecated bool
	Implied    bool // nobody need offer it: null, a protobuf *_UNSPECIFIED zero, an alias, an enum number
}

// Bound is a limit on a number, a length or a count, spelled as its author spelled it.
type Bound struct {
	Num       string
	Exclusive bool
	Implied   bool // follows from the type (int32) alone: nobody need repeat it
	At        source.Span
}

// Index is a spec opened but not loaded: the heads of its operations, which is
// all that binding by words needs, and Expand, which loads the chosen ones.
type Index struct {
	Dialect string
	Heads   []Head
	// Complete fills in Heads, of which only Name and At may be known before: the
	// rest can stand in thousands of files. It is nil where they are complete.
	Complete func()
	// Expand loads operations by Head.Name, in the order asked for. A fault in
	// one costs that one: it comes back opaque, with a fault. Names that the
	// index lacks are left out. Calling it again for the same name returns the same *Op.
	Expand func(names ...string) ([]*Op, []source.Fault)
	// Strays are waivers that stand at no operation and no field, as far as the
	// dialect's loader tells.
	Strays []Waiver
	// Output reads what one operation answers when all goes well, which can cost more
	// than all else of it: it is asked only where a tool says what it returns. The
	// schema is nil where the spec does not say, and Output where the dialect is not
	// read that far.
	Output func(name string) (*Schema, []source.Fault)
}

// Head is what an operation is called, before anything of it is loaded.
type Head struct {
	Name       string // as Op.Name
	Aliases    []string
	Params     []string // names of path, query ... parameters, arguments, top body fields, as far as cheap
	Doc        string   // summary or first line
	Deprecated bool
	Hints      []Hint
	At         source.Span
}
