package loaders

import (
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// specDialect is one language in which APIs are described.
type specDialect struct {
	name string // as Contract.Dialect: "openapi-3.0"
	what string // in a sentence: "an OpenAPI 3.0 document"

	// match recognises a file by its bytes and by the names of its outermost
	// members, which are found without parsing it: specs may be large.
	match func(f *source.File, top []string) bool

	// together: all files named by one source are one schema (protobuf, GraphQL),
	// rather than each a spec of its own (OpenAPI).
	together bool

	// open indexes files, of this dialect all, at least one. src is where they
	// come from: src.Proto and src.ImportPaths are import paths, from the root.
	// The index is nil where nothing could be opened.
	open func(store *source.Store, files []*source.File, src config.Source) (*contract.Index, []source.Fault)
}

// specDialects are tried in order; the first that matches reads the file.
var specDialects = []specDialect{protoSetDialect, openAPIDialect, swaggerDialect, protoDialect, graphQLDialect}

// toolDialects are tried in order on each entry of a list; the first that
// matches reads it. Wrappings come before the flat forms they may contain.
var toolDialects = []toolDialect{
	bedrockDialect, openAIChatDialect, geminiDialect, mcpDialect,
	anthropicDialect, openAIResponsesDialect, openAIFunctionsDialect,
}
