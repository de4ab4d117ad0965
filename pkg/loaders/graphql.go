package loaders

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/lexer"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// graphQLDialect is the schema language and the answer to the introspection query: two
// spellings of one thing, which may stand side by side in one schema.
var graphQLDialect = specDialect{
	name:     "graphql",
	what:     "a GraphQL schema",
	match:    matchGraphQL,
	together: true,
	open: func(_ *source.Store, files []*source.File, _ config.Source) (*contract.Index, []source.Fault) {
		return openGraphQL(files)
	},
}

func matchGraphQL(f *source.File, top []string) bool {
	if slices.Contains(top, "__schema") || slices.Contains(top, "data") && bytes.Contains(f.Data, []byte(`"__schema"`)) {
		return true
	}
	words := gqlFirstWords(string(f.Data))
	if startsSDL(words) {
		return true
	}
	// Under a name that says GraphQL, what is neither a schema nor a query is a schema with a slip in it.
	return IsGraphQLName(f.Name) && !startsQuery(words)
}

// gqlFirstWords are up to five tokens of text without comments, and without the
// description of what it begins with.
func gqlFirstWords(text string) []lexer.Token {
	l := lexer.New(&ast.Source{Input: text})
	var words []lexer.Token
	for len(words) < 5 {
		tok, err := l.ReadToken()
		if err != nil || tok.Kind == lexer.EOF {
			break
		}
		isDescription := len(words) == 0 && (tok.Kind == lexer.String || tok.Kind == lexer.BlockString)
		if tok.Kind != lexer.Comment && !isDescription {
			words = append(words, tok)
		}
	}
	return words
}

// startsSDL reports whether words begin a definition of the schema language.
// "type: object" is YAML, "extend pkg.Message" and an enum whose values have
// numbers are protobuf.
func startsSDL(words []lexer.Token) bool {
	if len(words) > 0 && words[0].Kind == lexer.Name && words[0].Value == "extend" {
		words = words[1:]
	}
	if len(words) < 2 || words[0].Kind != lexer.Name {
		return false
	}
	switch words[0].Value {
	case "schema":
		return words[1].Kind == lexer.BraceL || words[1].Kind == lexer.At
	case "directive":
		return words[1].Kind == lexer.At
	case "enum":
		return words[1].Kind == lexer.Name && (len(words) < 5 || words[4].Kind != lexer.Equals)
	case "type", "input", "interface", "union", "scalar":
		return words[1].Kind == lexer.Name
	}
	return false
}

// startsQuery reports whether words begin a document to be executed.
func startsQuery(words []lexer.Token) bool {
	if len(words) == 0 || words[0].Kind == lexer.BraceL {
		return len(words) > 0
	}
	switch words[0].Value {
	case "query", "mutation", "subscription", "fragment":
		return true
	}
	return false
}

// gqlFile is what one file adds to a schema, in source order.
type gqlFile struct {
	types      []*gqlType
	roots      []gqlRoot
	namesRoots bool // a root that it does not name does not exist
	federated  bool
	faults     []source.Fault
	strays     []contract.Waiver // that stand at no field and no argument
}

// gqlSchema is a schema merged from all its files, as its author wrote it.
type gqlSchema struct {
	types      map[string]*gqlType
	roots      map[string]string // "query" -> name of the type
	namesRoots bool              // else they are called Query and Mutation
	federated  bool              // subgraphs: one type in several files is how it is meant
	faults     []source.Fault
	strays     []contract.Waiver
}

// gqlType is a type definition and all its extensions.
type gqlType struct {
	kind   ast.DefinitionKind
	name   string
	at     source.Span // of the name
	doc    contract.Text
	fields []*gqlField // of an object, an interface or an input object
	values []gqlValue  // of an enum
	oneOf  source.Span // of @oneOf; zero where it is none
	url    string      // of @specifiedBy

	extension bool // an extension; of a merged type, only extended: its definition may lie in another subgraph

	byName map[string]*gqlField // of a merged type
	known  map[string]bool      // of a merged enum, the names of its values
}

// gqlField is a field of an output type, an argument, or a field of an input object.
type gqlField struct {
	name       string
	at, declAt source.Span
	doc        contract.Text
	args       []*gqlField
	typ        *gqlRef
	def        *source.Node // the default; nil where there is none
	deprecated contract.Text
	waivers    []contract.Waiver
}

// gqlRef is a use of a type: a named one, or a list where elem is set.
type gqlRef struct {
	name    string
	elem    *gqlRef
	nonNull bool
	at      source.Span // of the whole reference
	bangAt  source.Span
	cut     bool // introspection was asked to fewer levels than the type has
}

// named is the name of the type, or of the elements' type.
func (r *gqlRef) named() string {
	for r.elem != nil {
		r = r.elem
	}
	return r.name
}

// String is the reference as SDL spells it: "[ID!]!".
func (r *gqlRef) String() string {
	s := r.name
	if r.elem != nil {
		s = "[" + r.elem.String() + "]"
	}
	if r.nonNull {
		s += "!"
	}
	return s
}

type gqlValue struct {
	name       string
	at         source.Span
	doc        string
	deprecated bool
}

// gqlRoot is one line of a schema definition: "query: Query".
type gqlRoot struct {
	operation, typ string
	at             source.Span // of the type's name
	extension      bool
}

// gqlBuiltIn are the scalars that every schema has. Several published schemas
// declare them all the same, which validators refuse.
var gqlBuiltIn = map[string]bool{"Int": true, "Float": true, "String": true, "Boolean": true, "ID": true}

func gqlDirt(at source.Span, format string, args ...any) source.Fault {
	return source.Fault{At: at, Text: fmt.Sprintf(format, args...), Dirt: true}
}

func (f *gqlFile) dirt(at source.Span, format string, args ...any) {
	f.faults = append(f.faults, gqlDirt(at, format, args...))
}

func (s *gqlSchema) dirt(at source.Span, format string, args ...any) {
	s.faults = append(s.faults, gqlDirt(at, format, args...))
}

// dirtBeside is dirt of what its text also names another place for.
func (s *gqlSchema) dirtBeside(at, also source.Span, format string, args ...any) {
	f := gqlDirt(at, format, args...)
	f.Also = also
	s.faults = append(s.faults, f)
}

// add merges a definition, or an extension, into the schema. What is there first holds.
func (s *gqlSchema) add(t *gqlType) {
	if gqlBuiltIn[t.name] {
		if !t.extension {
			s.dirt(t.at, "%s is a built-in scalar; this definition of it does not count", t.name)
		}
		return
	}
	old := s.types[t.name]
	switch {
	case old == nil:
		old = &gqlType{kind: t.kind, name: t.name, at: t.at, doc: t.doc, extension: t.extension,
			byName: map[string]*gqlField{}, known: map[string]bool{}}
		s.types[t.name] = old
	case old.kind != t.kind:
		s.dirtBeside(t.at, old.at, "%s is defined as %s at %s; this other definition of it does not count", t.name, gqlKindWords[old.kind], old.at.Place())
		return
	case !t.extension && old.extension:
		old.at, old.doc, old.extension = t.at, t.doc, false
	case !t.extension && !s.federated:
		s.dirtBeside(t.at, old.at, "%s is defined a second time, first at %s; only what is new here counts", t.name, old.at.Place())
		s.merge(old, t, false)
		return
	}
	s.merge(old, t, !s.federated)
}

// merge adds to old what t has and old lacks; loud: a name that both have is dirt.
func (s *gqlSchema) merge(old, t *gqlType, loud bool) {
	for _, f := range t.fields {
		if first := old.byName[f.name]; first != nil {
			if loud {
				s.dirtBeside(f.at, first.at, "%s.%s is defined a second time, first at %s; the first counts", t.name, f.name, first.at.Place())
			}
			continue
		}
		f.args = s.unique(t.name+"."+f.name, f.args)
		old.byName[f.name] = f
		old.fields = append(old.fields, f)
	}
	for _, v := range t.values {
		if old.known[v.name] {
			if loud {
				s.dirt(v.at, "%s has the value %s a second time", t.name, v.name)
			}
			continue
		}
		old.known[v.name] = true
		old.values = append(old.values, v)
	}
	if old.oneOf.IsZero() {
		old.oneOf = t.oneOf
	}
	if old.url == "" {
		old.url = t.url
	}
}

// unique is args without those whose name an earlier one has.
func (s *gqlSchema) unique(owner string, args []*gqlField) []*gqlField {
	var kept []*gqlField
	seen := map[string]bool{}
	for _, a := range args {
		if seen[a.name] {
			s.dirt(a.at, "%s has the argument %s a second time; the first counts", owner, a.name)
			continue
		}
		seen[a.name] = true
		kept = append(kept, a)
	}
	return kept
}

var gqlKindWords = map[ast.DefinitionKind]string{
	ast.Scalar: "a scalar", ast.Object: "an object type", ast.Interface: "an interface",
	ast.Union: "a union", ast.Enum: "an enum", ast.InputObject: "an input type",
}

// root adds a line of a schema definition.
func (s *gqlSchema) root(r gqlRoot) {
	s.namesRoots = s.namesRoots || !r.extension
	if first, taken := s.roots[r.operation]; taken {
		if first != r.typ {
			s.dirt(r.at, "%s is already %s; the first counts", r.operation, first)
		}
		return
	}
	if t := s.types[r.typ]; t == nil || t.kind != ast.Object {
		s.dirt(r.at, "%s names the type %s, which is not defined", r.operation, r.typ)
	}
	s.roots[r.operation] = r.typ
}

// rootType is the type of "query" or "mutation", or nil.
func (s *gqlSchema) rootType(operation string) *gqlType {
	name, ok := s.roots[operation]
	if !ok {
		if s.namesRoots {
			return nil
		}
		name = strings.ToUpper(operation[:1]) + operation[1:]
	}
	if t := s.types[name]; t != nil && t.kind == ast.Object {
		return t
	}
	return nil
}
