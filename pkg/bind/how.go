package bind

// How a tool was bound, which Binding.How says.
const (
	ByConfig     = "config"
	ByAnnotation = "annotation"
	BySameName   = "same-name"
	BySameWords  = "same-words"
)

// How two fields were paired, which Pair.How says.
const (
	PairedByName     = "name"
	PairedByCase     = "case"      // the same words in another case style, or with other separators
	PairedByWrapper  = "wrapper"   // below an object that only carries others
	PairedByNesting  = "nested"    // the tool's flat field is one deep in the API's objects
	PairedByMapping  = "mapping"   // the config says so, or a GraphQL document
	PairedByLonePath = "lone path" // of all that is left, only these two can say which thing is meant
	PairedByPrefix   = "prefix"    // the tool's name begins with the API's location: query_zone
	PairedBySuffix   = "suffix"    // it ends with it: ref__path
	PairedByShort    = "short"     // query and q
)

// Why a field without a partner is not the other side's business, which
// Ref.Handled says.
const (
	HandledSupplied   = "supplied"         // the config: the tool server fills it in
	HandledAgentOnly  = "agent-only"       // the config: the tool server consumes it
	HandledOmitted    = "omitted"          // the config: deliberately not offered
	HandledSelector   = "selector"         // it chooses the operation
	HandledCredential = "credential"       // the caller of the API holds it, not the model
	HandledHeader     = "header"           // it travels beside the arguments
	HandledConstant   = "constant"         // it can have one value only
	HandledReadOnly   = "read-only"        // the API only returns it
	HandledOnAllTools = "on all tools"     // it recurs on the tools of the file, and on no operation
	HandledSaidLocal  = "said to be local" // its description says that the tool server handles it
	HandledOtherKey   = "other key"        // one more way to name what a paired path parameter names
	HandledBuilt      = "built"            // beside a nested partner, in an object that the tool server builds
	HandledRenamed    = "renamed"          // a document passes an argument that is most likely a slip of it
	HandledUnknown    = "unknown argument" // a document passes it as an argument that the API does not know
)
