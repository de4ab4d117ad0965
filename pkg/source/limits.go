package source

import (
	"fmt"
	"time"
)

// Limit is a bound on what an input may cost, for a stranger wrote it. Each
// stands far above what real inputs have: who meets one meets an attack or a slip.
type Limit struct {
	Of    string // what is counted
	Most  int64
	Unit  string // of Most
	Why   string // what real inputs have, and what more would cost
	Then  string // what becomes of an input beyond it
	Raise string // how to have more read, or what else to do
}

// String is the end of a sentence that says what exceeds the limit: "the limit of
// 500 levels; it cannot be raised, nest less deep".
func (l Limit) String() string { return fmt.Sprintf("the limit of %d %s; %s", l.Most, l.Unit, l.Raise) }

// The limits as numbers, for the loops that count.
const (
	MaxSize     = 64 << 20
	MaxDepth    = 500
	MaxValues   = 2_000_000
	MaxExpanded = 1_000_000
	MaxFaults   = 1000
	MaxExponent = 5000

	MaxRefs      = 100
	MaxParts     = 32
	MaxCombined  = 4096
	MaxCopied    = 1 << 19
	MaxUnions    = 64
	MaxPairs     = 50_000
	MaxPairDepth = 48
	MaxFields    = 20_000

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

	MaxPages     = 10_000
	MaxRedirects = 5
	MaxTimeout   = 10 * time.Minute
	StartTimeout = 60 * time.Second
	ListTimeout  = 30 * time.Second
	RunTimeout   = 60 * time.Second
	FetchTimeout = 30 * time.Second
)

const (
	refused = "the file is refused"
	opaque  = "the schema is refused and is not compared; the rest is"
	cut     = "what comes before is read, and it is said that there is more"

	splitFile = "it cannot be raised, split the file"
	inConfig  = "timeout: in the config sets another, up to 10m"
)

// The limits, in the order in which an input meets them.
var (
	SizeLimit = Limit{"the size of a file, also once inflated, of standard input and of what a live source sends", MaxSize >> 20, "MiB",
		"the largest published description of an API has 13 MB", refused, "--max-size raises it"}
	DepthLimit = Limit{"objects and lists inside one another in JSON and YAML, brackets in protobuf and GraphQL", MaxDepth, "levels",
		"real specs have fewer than 40, protoc stops at 32; every recursion over a tree stays far from the end of the stack", refused,
		"it cannot be raised, nest less deep"}
	ValuesLimit = Limit{"the values of a file, keys among them", MaxValues, "values",
		"the largest published description has 258,000; each byte of [0,0,... costs seventy of memory as JSON and three hundred as YAML", refused, splitFile}
	ExpandedLimit = Limit{"nodes that a YAML file gains by aliases and merge keys", MaxExpanded, "nodes",
		"an alias bomb of ten lines means 10^9; a walk over a million ends within seconds", refused, "it cannot be raised, use fewer aliases"}
	FaultsLimit = Limit{"faults told of a file", MaxFaults, "faults",
		"a hostile file has one every five bytes", cut, "it cannot be raised, mend those first"}
	ExponentLimit = Limit{"the exponent of a number", MaxExponent, "digits",
		"1e308 is the largest number that most programs know; 1e1000000000 is ten bytes to write and a gigabyte to expand",
		"the keyword does not count, with a warning", "it cannot be raised, write a smaller number"}

	RefsLimit = Limit{"references in a row, of which each only leads to the next", MaxRefs, "references",
		"real specs have 3", opaque, "it cannot be raised, refer to the schema itself"}
	PartsLimit = Limit{"the definitions that allOf makes one schema of", MaxParts, "definitions",
		"the largest published specs have 3", opaque, "it cannot be raised, combine fewer"}
	CombinedLimit = Limit{"the schemas of a document that are made of several definitions", MaxCombined, "schemas",
		"the largest published specs have 250; allOf combines n definitions in 2^n ways", opaque, splitFile}
	CopiedLimit = Limit{"the keys of definitions that are a part of one schema more", MaxCopied, "keys",
		"the largest published specs have 1300; forty lines of allOf mean 10^9", opaque, splitFile}
	UnionsLimit = Limit{"the alternatives that unions which hold together multiply to", MaxUnions, "alternatives",
		"the operations of real servers have no two unions that hold together", "the place is not comparable", "it cannot be raised, write one union"}
	PairsLimit = Limit{"the schemas of a tool that are held against the API's", MaxPairs, "pairs",
		"a real tool has 204 at most; two recursive schemas meet in very many",
		"the rest is not comparable", "it cannot be raised, write smaller schemas"}
	PairDepthLimit = Limit{"the objects and lists inside one another that are compared", MaxPairDepth, "levels",
		"real tools have 12 at most", "what lies deeper is not comparable", "it cannot be raised, nest less deep"}
	FieldsLimit = Limit{"the fields of a tool that are looked at by themselves", MaxFields, "fields",
		"a real tool has 461 at most", "the rest is not comparable", "it cannot be raised, write smaller schemas"}

	ProtoSizeLimit = Limit{"the size of a .proto file", MaxProtoSize >> 20, "MiB",
		"the largest file of googleapis has 1 MB", refused, splitFile}
	ProtoWordsLimit = Limit{"words of a .proto file without a mark between them", MaxProtoWords, "words",
		"a field has four; optional repeated repeated ... nests as brackets do", refused, "it cannot be raised"}
	ProtoStrayLimit = Limit{"marks of a .proto file where no protobuf source has them", MaxProtoStray, "marks",
		"the compiler reports a fault for each, and takes minutes over a file of another kind", refused, "it cannot be raised"}
	ProtoFaultsLimit = Limit{"faults told of a .proto file", MaxProtoFaults, "faults",
		"a file of another language has one a line", cut, "it cannot be raised, mend those first"}
	ImportsLimit = Limit{"files that import one another in a row", MaxImports, "files",
		"googleapis has 12", "the import is not followed", "it cannot be raised, import the file itself"}
	SetFilesLimit = Limit{"the files of a descriptor set", MaxSetFiles, "files",
		"all of googleapis are 7,000", cut, "it cannot be raised, split the set"}
	SetDepthLimit = Limit{"messages inside one another in a descriptor set", MaxSetDepth, "levels",
		"protoc stops at 32", "that file of the set is refused", "it cannot be raised, nest less deep"}
	SetPartsLimit = Limit{"declarations, and their places, in a file of a descriptor set", MaxSetParts, "declarations",
		"a source of 2,000 lines has 5,000", "that file of the set is refused", splitFile}
	SetCommasLimit = Limit{"what stands between commas in a buf image in JSON", MaxSetCommas, "commas",
		"each is a value more, down to single numbers of places", refused, "it cannot be raised, build a binary image"}
	OptionFilesLimit = Limit{"the files of a descriptor set that are read for options that it defines itself", MaxOptionFiles, "files",
		"options of one's own are defined in a file or two, with what these import", "its own options are not read, with a warning", "it cannot be raised, define options in few files"}

	TokensLimit = Limit{"the tokens of a GraphQL file", MaxTokens, "tokens",
		"the schemas of GitHub and Linear have 60,000", refused, splitFile}
	SelectionsLimit = Limit{"the fields that a GraphQL operation unfolds to with its fragments", MaxSelections, "fields",
		"documents of people have some hundred; ten fragments unfold to 2^10", cut, "it cannot be raised, select fewer"}
	SelectDepthLimit = Limit{"the selections inside one another of a GraphQL operation", MaxSelectDepth, "levels",
		"fragments that use one another nest deep in few lines", cut, "it cannot be raised, select less deep"}
	CallsLimit = Limit{"the fields with arguments of a GraphQL operation", MaxCalls, "fields",
		"documents of people call a few", cut, "it cannot be raised, split the operation"}

	PagesLimit = Limit{"the pages of an MCP server's list", MaxPages, "pages",
		"a list whose pages are empty has no size that would end it", "the source is refused", "it cannot be raised, list more tools a page"}
	RedirectsLimit = Limit{"how often an address may send on to another", MaxRedirects, "redirects",
		"a CDN behind a login behind a shortener is three", "the source is refused", "it cannot be raised, name the last address"}
	StartLimit = Limit{"the start of an MCP server", int64(StartTimeout / time.Second), "seconds",
		"npx and uvx download a server before they start it", "the source is refused", inConfig}
	ListLimit = Limit{"all pages of an MCP server's list", int64(ListTimeout / time.Second), "seconds",
		"large servers need a second", "the source is refused", inConfig}
	RunLimit = Limit{"the run of a command", int64(RunTimeout / time.Second), "seconds",
		"one that imports an application to print its API needs some seconds", "the source is refused", inConfig}
	FetchLimit = Limit{"the answer of an address", int64(FetchTimeout / time.Second), "seconds",
		"it is megabytes at most", "the source is refused", inConfig}
	TimeoutLimit = Limit{"what timeout: may be", int64(MaxTimeout / time.Minute), "minutes",
		"a slip of a unit, 30m for 30s, would hold up a pipeline", "the config is wrong", "it cannot be raised, take a snapshot"}
)
