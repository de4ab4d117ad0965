package loaders

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/lexer"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Operations of GraphQL documents as tools, as Apollo MCP Server serves them: the
// tool is called like the operation, its arguments are the variables, its words
// are the comments above. The document says itself what it calls.
const (
	operationsDialect = "graphql-operations" // a document
	manifestDialect   = "persisted-queries"  // many of them as strings: apollo-persisted-query-manifest, version 1
)

// isOperations recognises a document that is to be executed. Prose may begin with
// the word query too; and only a name that says GraphQL tells an operation
// without a name from JSON.
func isOperations(f *source.File) bool {
	words := gqlFirstWords(string(f.Data))
	if len(words) < 2 || words[0].Kind != lexer.Name {
		return IsGraphQLName(f.Name) && startsQuery(words)
	}
	switch words[0].Value {
	case "query", "mutation", "subscription":
		next := words[1]
		if next.Kind == lexer.Name && len(words) > 2 {
			next = words[2]
		}
		return next.Kind == lexer.BraceL || next.Kind == lexer.ParenL || next.Kind == lexer.At
	case "fragment":
		return words[1].Kind == lexer.Name && len(words) > 2 && (words[2].Value == "on" || words[2].Kind == lexer.ParenL)
	}
	return false
}

// IsGraphQLName reports whether a file is named as one in GraphQL.
func IsGraphQLName(name string) bool {
	switch source.Ext(name) {
	case ".graphql", ".graphqls", ".gql":
		return true
	}
	return false
}

func isManifest(n *source.Node) bool {
	format, _ := n.Value("format").Str()
	list := n.Value("operations")
	return format == "apollo-persisted-query-manifest" && list != nil && list.Kind == source.Array
}

// operations reads the documents of one source of tools.
type operations struct {
	store  *source.Store
	src    config.Source
	types  *gqlIndex // of the API's schema; nil until it is asked for
	words  map[string]contract.Text
	met    map[string]bool // operations
	faults []source.Fault  // of the schema and of the descriptions
	broken []source.Fault  // of files of a directory that could not be parsed, the first of each
}

// document is the tools of a document.
func (o *operations) document(f *source.File) (*contract.Contract, []source.Fault) {
	c := &contract.Contract{Dialect: operationsDialect}
	d, faults := readOperations(f.Data, f, nil)
	if d == nil {
		return nil, faults
	}
	names := map[string]source.Span{}
	for _, op := range d.operations {
		if at, twice := names[op.name]; twice && op.name != "" {
			faults = append(faults, source.Fault{At: op.at, Also: at, Text: fmt.Sprintf("a second operation is called %s; the first is at %s", op.name, at.Place())})
			continue
		}
		names[op.name] = op.at
		faults = append(faults, o.add(c, d, op, f)...)
	}
	if len(d.operations) == 0 {
		c.Skipped = append(c.Skipped, contract.Skipped{Name: f.Name, Why: "it holds fragments and no operation", At: source.Span{File: f}})
	}
	return c, faults
}

// manifest is the tools of a manifest. The same operation may be in it once for
// each client that sends it.
func (o *operations) manifest(f *source.File, entries []*source.Node) (*contract.Contract, []source.Fault) {
	c := &contract.Contract{Dialect: manifestDialect}
	var faults []source.Fault
	bodies := map[string]*source.Node{}
	for _, n := range entries {
		body := n.Value("body")
		text, ok := body.Str()
		if !ok {
			faults = append(faults, source.Fault{At: n.At, Text: "an entry of operations without a body"})
			continue
		}
		d, more := readOperations([]byte(text), f, placesIn(body))
		faults = append(faults, more...)
		if d == nil {
			continue
		}
		for _, op := range d.operations {
			first := bodies[op.name]
			switch {
			case first == nil || op.name == "":
				bodies[op.name] = body
				faults = append(faults, o.add(c, d, op, f)...)
			case first.Text != text:
				faults = append(faults, source.Fault{At: op.at, Also: first.At, Text: fmt.Sprintf("another operation is called %s; the first is at %s", op.name, first.At.Place())})
			}
		}
	}
	return c, foldDirt(faults)
}

// add makes a tool of an operation, where it is one.
func (o *operations) add(c *contract.Contract, d *gqlDocument, op *gqlExecutable, f *source.File) []source.Fault {
	switch {
	case op.keyword == "subscription":
		c.Skipped = append(c.Skipped, contract.Skipped{Name: op.name, Why: "a subscription: an agent calls, it does not listen", At: op.at})
		return nil
	case op.name == "":
		c.Skipped = append(c.Skipped, contract.Skipped{Why: "an operation without a name, so no tool", At: op.at})
		return nil
	}
	o.met[op.name] = true
	x := o.schema()
	calls := &callFinder{document: d, op: op, schema: x.schema, used: map[string]bool{}, open: map[string]bool{}, left: source.MaxSelections}
	tool := &contract.Op{
		Name: op.name, At: op.at, Doc: op.doc, File: f.Name, Waivers: op.waivers,
		Input: &contract.Schema{Types: contract.ObjectType, Closed: true, At: op.at},
	}
	if hint := calls.hint(); hint != nil {
		tool.Hints = []contract.Hint{{Key: contract.DocumentHint, Value: hint}}
	}
	if said, ok := o.words[op.name]; ok {
		tool.Doc = said
	}
	if op.vars != nil {
		tool.Input.At = op.varsAt
	}
	tool.Input.Fields = x.variables(op.vars)
	c.Ops = append(c.Ops, tool)
	faults := append(calls.faults, x.faults...)
	x.faults = nil
	return faults
}

// variables are a tool's fields.
func (x *gqlIndex) variables(vars []*gqlField) []*contract.Field {
	var from []*gqlField
	for _, v := range vars {
		if argumentOf(from, v.name) == nil { // else reported beside the calls
			from = append(from, v)
		}
	}
	fields := x.fields(from, false)
	x.finish()
	for i, f := range fields {
		def := from[i].def
		if !from[i].typ.nonNull && (def == nil || def.Kind == source.Null) {
			f.Schema = leftOut(f.Schema) // to leave a variable out and to send null are one
		}
		f.Schema.Default = coerced(f.Schema.Default, f.Schema)
	}
	return fields
}

// coerced is a literal as it is in JSON: GraphQL takes one value for a list of
// one, and a number for an ID.
func coerced(n *source.Node, s *contract.Schema) *source.Node {
	switch {
	case n == nil || n.Kind == source.Null:
		return n
	case s.Elem != nil && n.Kind != source.Array:
		return &source.Node{Kind: source.Array, Items: []*source.Node{coerced(n, s.Elem)}, At: n.At}
	case n.Kind == source.Number && strings.TrimSuffix(s.Source, "!") == "ID":
		return &source.Node{Kind: source.String, Text: n.Text, At: n.At}
	case n.Kind == source.Array && s.Elem != nil:
		list := *n
		list.Items = nil
		for _, item := range n.Items {
			list.Items = append(list.Items, coerced(item, s.Elem))
		}
		return &list
	case n.Kind == source.Object:
		object := *n
		object.Members = slices.Clone(n.Members)
		for i, m := range object.Members {
			for _, f := range s.Fields {
				if f.Name == m.Key {
					object.Members[i].Value = coerced(m.Value, f.Schema)
				}
			}
		}
		return &object
	}
	return n
}
