package loaders

import (
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/lexer"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// sdlReader reads the tokens of one file of the schema language. gqlparser's own
// tree does not say where a type reference, a "!", a description or a default
// begins and ends, so the grammar is followed here, to the letter: gqlparser is
// asked for the words when a file breaks it.
type sdlReader struct {
	file   *source.File
	tokens []sdlToken // the last one is EOF
	next   int
	broken bool // the grammar is; next is at the end then

	gqlFile

	notes  []sdlNote
	starts map[int]*gqlField // by index of a declaration's first token, and of its name; only where there are notes
	ends   map[int]*gqlField // by index of the token behind it
}

func readSDL(f *source.File) (*gqlFile, []source.Fault) {
	tokens, notes, fault := lexSDL(f)
	if fault != nil {
		_, _, fault = readTokens(f, schemaSyntax)
		return nil, []source.Fault{*fault}
	}
	notes = slices.DeleteFunc(notes, func(n sdlNote) bool { return !n.isForUs() })
	r := &sdlReader{file: f, tokens: tokens, notes: notes}
	if len(notes) > 0 {
		r.starts, r.ends = map[int]*gqlField{}, map[int]*gqlField{}
	}
	for !r.at(lexer.EOF) {
		r.definition()
	}
	if r.broken {
		fault := syntaxFault(f, schemaSyntax)
		if fault == nil { // gqlparser takes some variables for constants
			fault = &source.Fault{At: source.Span{File: f}, Text: "no GraphQL schema"}
		}
		return nil, []source.Fault{*fault}
	}
	r.placeNotes()
	return &r.gqlFile, r.faults
}

// readTokens is the tokens and comments of a file that judge accepts.
func readTokens(f *source.File, judge func(text string) error) ([]sdlToken, []sdlNote, *source.Fault) {
	tokens, notes, fault := lexSDL(f)
	// What cannot be cut into tokens may break the grammar before that.
	if syntax := syntaxFault(f, judge); fault == nil || syntax != nil && syntax.At.Start < fault.At.Start {
		fault = syntax
	}
	return tokens, notes, fault
}

func (r *sdlReader) at(kind lexer.Type) bool { return r.tokens[r.next].kind == kind }

// take is the next token, which is consumed; EOF stays.
func (r *sdlReader) take() sdlToken {
	t := r.tokens[r.next]
	if t.kind != lexer.EOF {
		r.next++
	}
	return t
}

func (r *sdlReader) skip(kind lexer.Type) bool {
	if !r.at(kind) {
		return false
	}
	r.take()
	return true
}

// fail gives the file up.
func (r *sdlReader) fail() { r.broken, r.next = true, len(r.tokens)-1 }

// expect is the next token, which must be of a kind.
func (r *sdlReader) expect(kind lexer.Type) sdlToken {
	if !r.at(kind) {
		r.fail()
	}
	return r.take()
}

func (r *sdlReader) name() string { return r.expect(lexer.Name).text }

// list calls read for all that stands in brackets, block also holds that there
// is something; without the brackets, never.
func (r *sdlReader) list(opening, closing lexer.Type, read func()) {
	if !r.skip(opening) {
		return
	}
	for !r.at(closing) && !r.at(lexer.EOF) {
		read()
	}
	r.expect(closing)
}

func (r *sdlReader) block(opening, closing lexer.Type, read func()) {
	if r.at(opening) && r.tokens[r.next+1].kind == closing {
		r.fail()
	}
	r.list(opening, closing, read)
}

// names reads names with a separator between them, and perhaps before the first.
func (r *sdlReader) names(separator lexer.Type) []string {
	r.skip(separator)
	names := []string{r.name()}
	for r.skip(separator) {
		names = append(names, r.name())
	}
	return names
}

func (r *sdlReader) span(t sdlToken) source.Span {
	return source.Span{File: r.file, Start: t.start, End: t.end}
}

// since is the span from the token at index first to the last one taken.
func (r *sdlReader) since(first int) source.Span {
	return source.Span{File: r.file, Start: r.tokens[first].start, End: r.tokens[max(first, r.next-1)].end}
}

func (r *sdlReader) description() contract.Text {
	if !r.at(lexer.String) && !r.at(lexer.BlockString) {
		return contract.Text{}
	}
	t := r.take()
	return contract.Text{Text: t.text, At: r.span(t)}
}

var sdlKinds = map[string]ast.DefinitionKind{
	"scalar": ast.Scalar, "type": ast.Object, "interface": ast.Interface,
	"union": ast.Union, "enum": ast.Enum, "input": ast.InputObject,
}

func (r *sdlReader) definition() {
	doc := r.description()
	word := r.name()
	extension := word == "extend"
	if extension {
		if doc.Text != "" {
			r.fail()
		}
		word = r.name()
	}
	switch word {
	case "schema":
		r.schemaDefinition(extension)
	case "directive":
		r.directiveDefinition(extension)
	default:
		r.typeDefinition(sdlKinds[word], doc, extension)
	}
}

// extends fails for an extension that extends nothing: no token stands behind
// the index at which its contents begin.
func (r *sdlReader) extends(extension bool, contents int) {
	if extension && r.next == contents {
		r.fail()
	}
}

func (r *sdlReader) schemaDefinition(extension bool) {
	contents := r.next
	r.directives()
	r.block(lexer.BraceL, lexer.BraceR, func() {
		operation := r.take().text
		if operation != "query" && operation != "mutation" && operation != "subscription" {
			r.fail()
		}
		r.expect(lexer.Colon)
		typ := r.expect(lexer.Name)
		r.roots = append(r.roots, gqlRoot{operation, typ.text, r.span(typ), extension})
	})
	r.extends(extension, contents)
}

// sdlLocations are where a directive may stand.
var sdlLocations = map[string]bool{
	"QUERY": true, "MUTATION": true, "SUBSCRIPTION": true, "FIELD": true, "FRAGMENT_DEFINITION": true, "FRAGMENT_SPREAD": true,
	"INLINE_FRAGMENT": true, "VARIABLE_DEFINITION": true, "SCHEMA": true, "SCALAR": true, "OBJECT": true, "FIELD_DEFINITION": true,
	"ARGUMENT_DEFINITION": true, "INTERFACE": true, "UNION": true, "ENUM": true, "ENUM_VALUE": true, "INPUT_OBJECT": true,
	"INPUT_FIELD_DEFINITION": true, "DIRECTIVE_DEFINITION": true,
}

func (r *sdlReader) directiveDefinition(extension bool) {
	r.expect(lexer.At)
	r.name()
	if extension {
		contents := r.next
		r.directives()
		r.extends(true, contents)
		return
	}
	r.block(lexer.ParenL, lexer.ParenR, func() { r.input() })
	r.directives()
	word := r.name()
	if word == "repeatable" {
		word = r.name()
	}
	if word != "on" {
		r.fail()
	}
	for _, location := range r.names(lexer.Pipe) {
		if !sdlLocations[location] {
			r.fail()
		}
	}
}

func (r *sdlReader) typeDefinition(kind ast.DefinitionKind, doc contract.Text, extension bool) {
	name := r.expect(lexer.Name)
	t := &gqlType{kind: kind, name: name.text, at: r.span(name), doc: doc, extension: extension}
	contents := r.next
	// A string that says so would do for gqlparser.
	if (kind == ast.Object || kind == ast.Interface) && r.tokens[r.next].text == "implements" {
		r.take()
		r.names(lexer.Amp)
	}
	d := r.directives()
	t.oneOf, t.url = d.oneOf, d.url
	switch kind {
	case ast.Object, ast.Interface:
		r.block(lexer.BraceL, lexer.BraceR, func() { t.fields = append(t.fields, r.output()) })
	case ast.InputObject:
		r.block(lexer.BraceL, lexer.BraceR, func() { t.fields = append(t.fields, r.input()) })
	case ast.Enum:
		r.block(lexer.BraceL, lexer.BraceR, func() { t.values = append(t.values, r.value()) })
	case ast.Union:
		if r.skip(lexer.Equals) {
			r.names(lexer.Pipe)
		}
	case ast.Scalar:
	default:
		r.fail()
	}
	r.extends(extension, contents)
	r.types = append(r.types, t)
}

func (r *sdlReader) value() gqlValue {
	doc := r.description()
	name := r.expect(lexer.Name)
	d := r.directives()
	return gqlValue{name: name.text, at: r.span(name), doc: doc.Text, deprecated: d.deprecated.Text != ""}
}

// output reads a field of an output type, input an argument or a field of an
// input type: the first alone has arguments, the others alone a default.
func (r *sdlReader) output() *gqlField { return r.field(true) }
func (r *sdlReader) input() *gqlField  { return r.field(false) }

func (r *sdlReader) field(output bool) *gqlField {
	first := r.next
	f := &gqlField{doc: r.description()}
	name := r.next
	t := r.expect(lexer.Name)
	f.name, f.at = t.text, r.span(t)
	if output {
		r.block(lexer.ParenL, lexer.ParenR, func() { f.args = append(f.args, r.input()) })
	}
	r.expect(lexer.Colon)
	f.typ = r.ref()
	if !output && r.skip(lexer.Equals) {
		f.def = r.literal()
	}
	f.deprecated = r.directives().deprecated
	f.declAt = r.since(name)
	if len(r.notes) > 0 {
		r.starts[first], r.starts[name], r.ends[r.next] = f, f, f
	}
	return f
}

func (r *sdlReader) ref() *gqlRef {
	first := r.next
	ref := &gqlRef{}
	if r.skip(lexer.BracketL) {
		ref.elem = r.ref()
		r.expect(lexer.BracketR)
	} else {
		ref.name = r.name()
	}
	if r.at(lexer.Bang) {
		ref.nonNull, ref.bangAt = true, r.span(r.take())
	}
	ref.at = r.since(first)
	return ref
}

// literal reads a constant. An enum value is a string, as it is in JSON.
func (r *sdlReader) literal() *source.Node {
	first := r.next
	n := &source.Node{Text: r.tokens[r.next].text}
	switch r.tokens[r.next].kind {
	case lexer.BracketL:
		n.Kind, n.Text = source.Array, ""
		r.list(lexer.BracketL, lexer.BracketR, func() { n.Items = append(n.Items, r.literal()) })
	case lexer.BraceL:
		n.Kind, n.Text = source.Object, ""
		seen := map[string]bool{}
		r.list(lexer.BraceL, lexer.BraceR, func() {
			key := r.expect(lexer.Name)
			r.expect(lexer.Colon)
			m := source.Member{Key: key.text, KeyAt: r.span(key), Value: r.literal()}
			if !seen[m.Key] {
				seen[m.Key] = true
				n.Members = append(n.Members, m)
			}
		})
	default:
		r.scalar(n)
	}
	n.At = r.since(first)
	return n
}

// scalar sets the kind of a constant that holds no others.
func (r *sdlReader) scalar(n *source.Node) {
	switch t := r.take(); t.kind {
	case lexer.Int, lexer.Float:
		n.Kind = source.Number
	case lexer.String, lexer.BlockString:
		n.Kind = source.String
	case lexer.Name:
		switch t.text {
		case "true", "false":
			n.Kind = source.Bool
		case "null":
			n.Kind = source.Null
		default:
			n.Kind = source.String
		}
	default:
		r.fail()
	}
}

// sdlDirectives is what the directives that we know say of the thing they stand at.
type sdlDirectives struct {
	deprecated contract.Text
	oneOf      source.Span
	url        string
}

func (r *sdlReader) directives() sdlDirectives {
	var d sdlDirectives
	for r.at(lexer.At) {
		first := r.next
		r.take()
		name := r.name()
		var args map[string]*source.Node
		r.block(lexer.ParenL, lexer.ParenR, func() {
			if args == nil {
				args = map[string]*source.Node{}
			}
			key := r.name()
			r.expect(lexer.Colon)
			args[key] = r.literal()
		})
		switch name {
		case "deprecated":
			d.deprecated = deprecation(args["reason"], r.since(first))
		case "oneOf":
			d.oneOf = r.since(first)
		case "specifiedBy":
			d.url, _ = args["url"].Str()
		case "key", "link": // federation 1 and 2
			r.federated = true
		}
	}
	return d
}

// deprecation is a reason, or "true" where none is given: the default of the
// directive says no more, and introspection cannot tell it from none.
func deprecation(reason *source.Node, at source.Span) contract.Text {
	if text, ok := reason.Str(); ok && text != "" && text != "No longer supported" {
		return contract.Text{Text: text, At: reason.At}
	}
	return contract.Text{Text: "true", At: at}
}
