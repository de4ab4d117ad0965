package loaders

import (
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// flavour is which JSON-Schema-shaped language a node is written in.
type flavour uint8

const (
	jsonSchema flavour = iota // draft-04 to 2020-12, as tools write it
	openAPI31                 // 2020-12 and the OpenAPI keywords
	openAPI30                 // siblings of $ref do not count
	swagger20                 // and parameters are schemas, "file" is a type
	gemini                    // types in upper case
)

// schemaReader reads the JSON-Schema-shaped nodes of one document, whatever its
// dialect. One reader serves a whole document: what two places refer to is one
// *contract.Schema, and recursion is a pointer cycle.
type schemaReader struct {
	flavour flavour
	// resolve finds the node that a "$ref" names; ref is the string, whose span
	// says which file it stands in. The fault says why there is none: Dirt where
	// the target is missing, not Dirt where it may not be read (a URL, outside the root).
	resolve func(ref *source.Node) (*source.Node, *source.Fault)
	faults  []source.Fault // found so far, in the order found
}

// read reads one schema whole, and what it refers to. n may be nil: anything goes.
// The result's description is in its Doc.
func (r *schemaReader) read(n *source.Node) *contract.Schema { panic("being written") }

// readField reads one property, or one parameter that has a schema: name is its
// key, n its schema. It fills everything but In, Style, Explode, LooseBody and Credential.
func (r *schemaReader) readField(name source.Member) *contract.Field { panic("being written") }
