package source

import (
	"fmt"
	"time"
)

// Limit is a bound on what an input may cost, for a stranger wrote it. Each
// stands far above what real inputs have: who meets one meets an attack or a slip.
type Limit struct {
	Name    string // what a fingerprint knows it by, so it stays: "pair depth"
	Most    int64
	Unit    string // of Most
	Raise   string // how to have more read; "" where nothing raises it
	Instead string // what else to do, as an order: "split the file"; may be ""
}

// Words is the end of a sentence that says what exceeds the limit: "the limit of 500 levels".
func (l Limit) Words() string { return fmt.Sprintf("the limit of %d %s", l.Most, l.Unit) }

// Advice is what to do about it: "it cannot be raised, nest less deep".
func (l Limit) Advice() string {
	switch {
	case l.Raise != "":
		return l.Raise
	case l.Instead != "":
		return "it cannot be raised, " + l.Instead
	}
	return "it cannot be raised"
}

// String is both, where a sentence is all there is: "the limit of 500 levels; it
// cannot be raised, nest less deep".
func (l Limit) String() string { return l.Words() + "; " + l.Advice() }

// The limits as numbers, for the loops that count.
const (
	MaxSize     = 64 << 20
	MaxDepth    = 500
	MaxValues   = 2_000_000
	MaxExpanded = 1_000_000
	MaxFaults   = 1000
	MaxExponent = 5000
	MaxDigits   = 5000

	MaxRefs      = 100
	MaxParts     = 32
	MaxCombined  = 4096
	MaxCopied    = 1 << 19
	MaxUnions    = 64
	MaxPairs     = 50_000
	MaxPairDepth = 48
	MaxFields    = 20_000
	MaxTries     = 200_000

	MaxProtoSize   = 8 << 20
	MaxProtoWords  = 200
	MaxProtoStray  = 1000
	MaxProtoFaults = 50
	MaxImports     = 200
	MaxSetFiles    = 50_000
	MaxSetDepth    = 100
	MaxSetParts    = 500_000
	MaxSetCommas   = 10_000_000
	MaxOptionFiles = 500

	MaxTokens      = 1_000_000
	MaxSelections  = 20_000
	MaxSelectDepth = 30
	MaxCalls       = 50

	MaxEntries = 10_000_000

	MaxRecord    = 64 << 20
	MaxLogValues = 2_000_000

	MaxGolden   = 200
	MaxVariants = 1000
	MaxFurther  = 2_000_000
	MaxActual   = 1000
	MaxAligned  = 50
	MaxCompared = 2_000_000
	MaxStrays   = 10_000

	MaxCall       = 8 << 20
	MaxCallValues = 100_000

	MaxPages     = 10_000
	MaxRedirects = 5
	MaxTimeout   = 10 * time.Minute
	StartTimeout = 60 * time.Second
	ListTimeout  = 30 * time.Second
	RunTimeout   = 60 * time.Second
	FetchTimeout = 30 * time.Second
	GuardTimeout = 30 * time.Second
)

// inConfig raises what a live source may take.
const inConfig = "timeout: in the config sets another, up to 10m"

// The limits, in the order in which an input meets them.
var (
	// SizeLimit: the size of a file, also once inflated, of standard input and of what a live source
	// sends. The largest published description of an API has 13 MB. Beyond it the file is refused.
	SizeLimit = Limit{Name: "size", Most: MaxSize >> 20, Unit: "MiB", Raise: "--max-size raises it"}
	// DepthLimit: objects and lists inside one another in JSON and YAML, brackets in protobuf and GraphQL.
	// Real specs have fewer than 40, protoc stops at 32; every recursion over a tree stays far from the
	// end of the stack. Beyond it the file is refused.
	DepthLimit = Limit{Name: "depth", Most: MaxDepth, Unit: "levels", Instead: "nest less deep"}
	// ValuesLimit: the values of a file, keys among them. The largest published description has 258,000;
	// each byte of [0,0,... costs seventy of memory as JSON and three hundred as YAML. Beyond it the file
	// is refused.
	ValuesLimit = Limit{Name: "values", Most: MaxValues, Unit: "values", Instead: "split the file"}
	// ExpandedLimit: nodes that a YAML file gains by aliases and merge keys. An alias bomb of ten lines
	// means 10^9; a walk over a million ends within seconds. Beyond it the file is refused.
	ExpandedLimit = Limit{Name: "expanded", Most: MaxExpanded, Unit: "nodes", Instead: "use fewer aliases"}
	// FaultsLimit: faults told of a file. A hostile file has one every five bytes. Beyond it what comes
	// before is read, and it is said that there is more.
	FaultsLimit = Limit{Name: "faults", Most: MaxFaults, Unit: "faults", Instead: "mend those first"}
	// ExponentLimit: the exponent of a number. 1e308 is the largest number that most programs know;
	// 1e1000000000 is ten bytes to write and a gigabyte to expand. Beyond it the keyword does not count,
	// with a warning.
	ExponentLimit = Limit{Name: "exponent", Most: MaxExponent, Unit: "digits", Instead: "write a smaller number"}
	// DigitsLimit: how long a number is, as its author spelled it. The largest number that most programs
	// know has 309 digits; a million take half a minute to compute with. Beyond it the keyword does not
	// count, with a warning; a value is not measured.
	DigitsLimit = Limit{Name: "digits", Most: MaxDigits, Unit: "digits", Instead: "write a smaller number"}

	// RefsLimit: references in a row, of which each only leads to the next. Real specs have 3. Beyond it
	// the schema is refused and is not compared; the rest is.
	RefsLimit = Limit{Name: "refs", Most: MaxRefs, Unit: "references", Instead: "refer to the schema itself"}
	// PartsLimit: the definitions that allOf makes one schema of. The largest published specs have 3.
	// Beyond it the schema is refused and is not compared; the rest is.
	PartsLimit = Limit{Name: "parts", Most: MaxParts, Unit: "definitions", Instead: "combine fewer"}
	// CombinedLimit: the schemas of a document that are made of several definitions. The largest published
	// specs have 250; allOf combines n definitions in 2^n ways. Beyond it the schema is refused and is not
	// compared; the rest is.
	CombinedLimit = Limit{Name: "combined", Most: MaxCombined, Unit: "schemas", Instead: "split the file"}
	// CopiedLimit: the keys of definitions that are a part of one schema more. The largest published specs
	// have 1300; forty lines of allOf mean 10^9. Beyond it the schema is refused and is not compared; the
	// rest is.
	CopiedLimit = Limit{Name: "copied", Most: MaxCopied, Unit: "keys", Instead: "split the file"}
	// UnionsLimit: the alternatives that unions which hold together multiply to. The operations of real
	// servers have no two unions that hold together. Beyond it the place is not comparable.
	UnionsLimit = Limit{Name: "unions", Most: MaxUnions, Unit: "alternatives", Instead: "write one union"}
	// PairsLimit: the schemas of a tool that are held against the API's. A real tool has 204 at most; two
	// recursive schemas meet in very many. Beyond it the rest is not comparable.
	PairsLimit = Limit{Name: "pairs", Most: MaxPairs, Unit: "pairs", Instead: "write smaller schemas"}
	// PairDepthLimit: the objects and lists inside one another that are compared. Real tools have 12 at
	// most. Beyond it what lies deeper is not comparable.
	PairDepthLimit = Limit{Name: "pair depth", Most: MaxPairDepth, Unit: "levels", Instead: "nest less deep"}
	// FieldsLimit: the fields of a tool that are looked at by themselves. A real tool has 461 at most.
	// Beyond it the rest is not comparable.
	FieldsLimit = Limit{Name: "fields", Most: MaxFields, Unit: "fields", Instead: "write smaller schemas"}
	// TriesLimit: the values inside one value that are held against alternatives of unions. The longest
	// calls of models have some thousand; a union of two inside a union of two doubles it with each level.
	// Beyond it what is not yet known of the value stays unknown, and the call counts as not seen through.
	TriesLimit = Limit{Name: "tries", Most: MaxTries, Unit: "tries", Instead: "write one union with a tag"}

	// ProtoSizeLimit: the size of a .proto file. The largest file of googleapis has 1 MB. Beyond it the
	// file is refused.
	ProtoSizeLimit = Limit{Name: "proto size", Most: MaxProtoSize >> 20, Unit: "MiB", Instead: "split the file"}
	// ProtoWordsLimit: words of a .proto file without a mark between them. A field has four; optional
	// repeated repeated ... nests as brackets do. Beyond it the file is refused.
	ProtoWordsLimit = Limit{Name: "proto words", Most: MaxProtoWords, Unit: "words"}
	// ProtoStrayLimit: marks of a .proto file where no protobuf source has them. The compiler reports a
	// fault for each, and takes minutes over a file of another kind. Beyond it the file is refused.
	ProtoStrayLimit = Limit{Name: "proto stray", Most: MaxProtoStray, Unit: "marks"}
	// ProtoFaultsLimit: faults told of a .proto file. A file of another language has one a line. Beyond it
	// what comes before is read, and it is said that there is more.
	ProtoFaultsLimit = Limit{Name: "proto faults", Most: MaxProtoFaults, Unit: "faults", Instead: "mend those first"}
	// ImportsLimit: files that import one another in a row. Googleapis has 12. Beyond it the import is not
	// followed.
	ImportsLimit = Limit{Name: "imports", Most: MaxImports, Unit: "files", Instead: "import the file itself"}
	// SetFilesLimit: the files of a descriptor set. All of googleapis are 7,000. Beyond it what comes
	// before is read, and it is said that there is more.
	SetFilesLimit = Limit{Name: "set files", Most: MaxSetFiles, Unit: "files", Instead: "split the set"}
	// SetDepthLimit: messages inside one another in a descriptor set. Protoc stops at 32. Beyond it that
	// file of the set is refused.
	SetDepthLimit = Limit{Name: "set depth", Most: MaxSetDepth, Unit: "levels", Instead: "nest less deep"}
	// SetPartsLimit: declarations, and their places, in a file of a descriptor set. A source of 2,000
	// lines has 5,000. Beyond it that file of the set is refused.
	SetPartsLimit = Limit{Name: "set parts", Most: MaxSetParts, Unit: "declarations", Instead: "split the file"}
	// SetCommasLimit: what stands between commas in a buf image in JSON. Each is a value more, down to
	// single numbers of places. Beyond it the file is refused.
	SetCommasLimit = Limit{Name: "set commas", Most: MaxSetCommas, Unit: "commas", Instead: "build a binary image"}
	// OptionFilesLimit: the files of a descriptor set that are read for options that it defines itself.
	// Options of one's own are defined in a file or two, with what these import. Beyond it its own options
	// are not read, with a warning.
	OptionFilesLimit = Limit{Name: "option files", Most: MaxOptionFiles, Unit: "files", Instead: "define options in few files"}

	// TokensLimit: the tokens of a GraphQL file. The schemas of GitHub and Linear have 60,000. Beyond it
	// the file is refused.
	TokensLimit = Limit{Name: "tokens", Most: MaxTokens, Unit: "tokens", Instead: "split the file"}
	// SelectionsLimit: the fields that a GraphQL operation unfolds to with its fragments. Documents of
	// people have some hundred; ten fragments unfold to 2^10. Beyond it what comes before is read, and it
	// is said that there is more.
	SelectionsLimit = Limit{Name: "selections", Most: MaxSelections, Unit: "fields", Instead: "select fewer"}
	// SelectDepthLimit: the selections inside one another of a GraphQL operation. Fragments that use one
	// another nest deep in few lines. Beyond it what comes before is read, and it is said that there is
	// more.
	SelectDepthLimit = Limit{Name: "select depth", Most: MaxSelectDepth, Unit: "levels", Instead: "select less deep"}
	// CallsLimit: the fields with arguments of a GraphQL operation. Documents of people call a few. Beyond
	// it what comes before is read, and it is said that there is more.
	CallsLimit = Limit{Name: "calls", Most: MaxCalls, Unit: "fields", Instead: "split the operation"}

	// EntriesLimit: names of files and folders that are listed of a git revision to find what patterns
	// match. The largest repositories have half a million; ten folders of ten names, each ten times in
	// the next, have 10^10. Beyond it the pattern is refused.
	EntriesLimit = Limit{Name: "entries", Most: MaxEntries, Unit: "names", Instead: "name files, or folders further down"}

	// RecordLimit: the size of one record of a log: a line, an item of its list, a document. The longest
	// transcripts of agents have some megabytes; a record is held in memory whole. Beyond it the record
	// counts as broken, and what follows it is read.
	RecordLimit = Limit{Name: "record", Most: MaxRecord >> 20, Unit: "MiB", Instead: "write one conversation a line"}
	// LogValuesLimit: the values of one record of a log that could be part of a call. A transcript of ten
	// megabytes has 100,000. Beyond it the record counts as broken, and what follows it is read.
	LogValuesLimit = Limit{Name: "log values", Most: MaxLogValues, Unit: "values", Instead: "write one conversation a line"}
	// GoldenLimit: the golden calls of one prompt. The longest tasks of tau-bench and BFCL have 20. Beyond
	// it the file is refused: the calls of an answer are paired with them in time that grows with the square.
	GoldenLimit = Limit{Name: "golden", Most: MaxGolden, Unit: "calls", Instead: "split the case"}
	// VariantsLimit: the ways to be right of one golden call that are judged. A call has as many as its
	// fields accept values; the most in BFCL is 12. Beyond it the others are not judged, and it is said.
	VariantsLimit = Limit{Name: "variants", Most: MaxVariants, Unit: "ways to be right", Instead: "accept fewer values"}
	// FurtherLimit: the values of all ways to be right but the first of each golden call, of a run. A
	// call of 40,000 fields is judged anew for each value that it accepts. Beyond it
	// only the first way is judged, and it is said.
	FurtherLimit = Limit{Name: "further", Most: MaxFurther, Unit: "values", Instead: "accept fewer values"}
	// ActualLimit: the calls of one answer that are held against a case. Agents stop at some 30 turns.
	// Beyond it calls are counted as calls that nothing asks for, and are not scored.
	ActualLimit = Limit{Name: "actual", Most: MaxActual, Unit: "calls", Instead: "split the log"}
	// AlignedLimit: how long two arrays may be to be laid beside each other as they fit best, in time that
	// grows with the square. The longest list in a golden call of tau-bench or BFCL has 24. Beyond it
	// they are compared element by element.
	AlignedLimit = Limit{Name: "aligned", Most: MaxAligned, Unit: "elements"}
	// ComparedLimit: the values that are looked at to find which of the calls of a prompt's answers is
	// which golden call, and which right value each comes nearest to. A task of tau-bench has some hundred
	// an answer. Beyond it calls pair by their tool and order, the first right value counts, and it is said.
	ComparedLimit = Limit{Name: "compared", Most: MaxCompared, Unit: "values", Instead: "split the case"}
	// StraysLimit: the prompts of logs that no case has and that are told apart. A log of production has
	// one a conversation. Beyond it their calls are counted together.
	StraysLimit = Limit{Name: "strays", Most: MaxStrays, Unit: "prompts", Instead: "leave logs of other prompts out"}

	// CallLimit: a call that is to be judged before it is made. A file that a tool writes is a megabyte at
	// most. Beyond it the call is refused.
	CallLimit = Limit{Name: "call", Most: MaxCall >> 20, Unit: "MiB", Instead: "send less in one call"}

	// CallValuesLimit: the values of such a call. A model writes 64,000 tokens at most. Beyond it the call
	// is refused.
	CallValuesLimit = Limit{Name: "call values", Most: MaxCallValues, Unit: "values", Instead: "send less in one call"}

	// PagesLimit: the pages of an MCP server's list. A list whose pages are empty has no size that would
	// end it. Beyond it the source is refused.
	PagesLimit = Limit{Name: "pages", Most: MaxPages, Unit: "pages", Instead: "list more tools a page"}
	// RedirectsLimit: how often an address may send on to another. A CDN behind a login behind a shortener
	// is three. Beyond it the source is refused.
	RedirectsLimit = Limit{Name: "redirects", Most: MaxRedirects, Unit: "redirects", Instead: "name the last address"}
	// StartLimit: the start of an MCP server. npx and uvx download a server before they start it. Beyond
	// it the source is refused.
	StartLimit = Limit{Name: "start", Most: int64(StartTimeout / time.Second), Unit: "seconds", Raise: inConfig}
	// ListLimit: all pages of an MCP server's list. Large servers need a second. Beyond it the source is
	// refused.
	ListLimit = Limit{Name: "list", Most: int64(ListTimeout / time.Second), Unit: "seconds", Raise: inConfig}
	// RunLimit: the run of a command. One that imports an application to print its API needs some seconds.
	// Beyond it the source is refused.
	RunLimit = Limit{Name: "run", Most: int64(RunTimeout / time.Second), Unit: "seconds", Raise: inConfig}
	// FetchLimit: the answer of an address. It is megabytes at most. Beyond it the source is refused.
	FetchLimit = Limit{Name: "fetch", Most: int64(FetchTimeout / time.Second), Unit: "seconds", Raise: inConfig}
	// GuardLimit: all that a guard does as a hook, from its start. It answers within a second; a runtime
	// that has waited as long as it cares to lets the call through. Beyond it the call is refused.
	GuardLimit = Limit{Name: "guard", Most: int64(GuardTimeout / time.Second), Unit: "seconds", Instead: "guard by snapshots and files"}
	// TimeoutLimit: what timeout: may be. A slip of a unit, 30m for 30s, would hold up a pipeline. Beyond
	// it the config is wrong.
	TimeoutLimit = Limit{Name: "timeout", Most: int64(MaxTimeout / time.Minute), Unit: "minutes", Instead: "take a snapshot"}
)
