package loaders

import (
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/lexer"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// sdlReader reads the tokens of one file of the schema language. gqlparser has
// accepted them before: its own tree does not say where a type reference, a "!",
// a description or a default begins and ends.
type sdlReader struct {
	file   *source.File
	tokens []sdlToken // the last one is EOF
	next   int

	gqlFile

	notes  []sdlNote
	starts map[int]*gqlField // by index of a declaration's first token, and of its name; only where there are notes
	ends   map[int]*gqlField // by index of the token behind it
}

func readSDL(f *source.File) (*gqlFile, []source.Fault) {
	tokens, notes, fault := readTokens(f, schemaSyntax)
	if fault != nil {
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

// block calls read until the closing token; without the opening one, never.
func (r *sdlReader) block(opening, closing lexer.Type, read func()) {
	if !r.skip(opening) {
		return
	}
	for !r.skip(closing) && !r.at(lexer.EOF) {
		read()
	}
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
	word := r.take().text
	extension := word == "extend"
	if extension {
		word = r.take().text
	}
	switch word {
	case "schema":
		r.directives()
		r.block(lexer.BraceL, lexer.BraceR, func() {
			operation := r.take().text
			r.skip(lexer.Colon)
			typ := r.take()
			r.roots = append(r.roots, gqlRoot{operation, typ.text, r.span(typ), extension})
		})
	case "directive":
		r.directiveDefinition(extension)
	default:
		r.typeDefinition(sdlKinds[word], doc, extension)
	}
}

func (r *sdlReader) directiveDefinition(extension bool) {
	r.skip(lexer.At)
	r.take()
	r.block(lexer.ParenL, lexer.ParenR, func() { r.field() })
	r.directives()
	if extension {
		return
	}
	for !r.at(lexer.EOF) && r.take().text != "on" { // "repeatable"
	}
	r.skip(lexer.Pipe)
	for r.take(); r.skip(lexer.Pipe); {
		r.take()
	}
}

func (r *sdlReader) typeDefinition(kind ast.DefinitionKind, doc contract.Text, extension bool) {
	name := r.take()
	t := &gqlType{kind: kind, name: name.text, at: r.span(name), doc: doc, extension: extension}
	if r.at(lexer.Name) && r.tokens[r.next].text == "implements" {
		r.take()
		r.skip(lexer.Amp)
		for r.take(); r.skip(lexer.Amp); {
			r.take()
		}
	}
	d := r.directives()
	t.oneOf, t.url = d.oneOf, d.url
	if r.skip(lexer.Equals) {
		r.skip(lexer.Pipe)
		for r.take(); r.skip(lexer.Pipe); {
			r.take()
		}
	}
	r.block(lexer.BraceL, lexer.BraceR, func() {
		if kind == ast.Enum {
			t.values = append(t.values, r.value())
		} else {
			t.fields = append(t.fields, r.field())
		}
	})
	r.types = append(r.types, t)
}

func (r *sdlReader) value() gqlValue {
	doc := r.description()
	name := r.take()
	d := r.directives()
	return gqlValue{name: name.text, at: r.span(name), doc: doc.Text, deprecated: d.deprecated.Text != ""}
}

// field reads a field of an output type, an argument or an input field: the
// first alone has arguments, the others alone a default.
func (r *sdlReader) field() *gqlField {
	first := r.next
	f := &gqlField{doc: r.description()}
	name := r.next
	t := r.take()
	f.name, f.at = t.text, r.span(t)
	r.block(lexer.ParenL, lexer.ParenR, func() { f.args = append(f.args, r.field()) })
	r.skip(lexer.Colon)
	f.typ = r.ref()
	if r.skip(lexer.Equals) {
		f.def, _ = r.literal()
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
		r.skip(lexer.BracketR)
	} else {
		ref.name = r.take().text
	}
	if r.at(lexer.Bang) {
		ref.nonNull, ref.bangAt = true, r.span(r.take())
	}
	ref.at = r.since(first)
	return ref
}

// literal reads a constant; ok is false where there is none. An enum value is
// a string, as it is in JSON.
func (r *sdlReader) literal() (n *source.Node, ok bool) {
	first := r.next
	t := r.take()
	n, ok = &source.Node{Text: t.text}, true
	switch t.kind {
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
	case lexer.BracketL:
		n.Kind, n.Text = source.Array, ""
		for ok && !r.skip(lexer.BracketR) {
			var item *source.Node
			item, ok = r.literal()
			n.Items = append(n.Items, item)
		}
	case lexer.BraceL:
		n.Kind, n.Text = source.Object, ""
		seen := map[string]bool{}
		for ok && !r.skip(lexer.BraceR) {
			key := r.take()
			if key.kind != lexer.Name || !r.skip(lexer.Colon) {
				return n, false
			}
			m := source.Member{Key: key.text, KeyAt: r.span(key)}
			m.Value, ok = r.literal()
			if !seen[m.Key] {
				seen[m.Key] = true
				n.Members = append(n.Members, m)
			}
		}
	default:
		ok = false
	}
	n.At = r.since(first)
	return n, ok
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
		name := r.take().text
		args := map[string]*source.Node{}
		r.block(lexer.ParenL, lexer.ParenR, func() {
			key := r.take().text
			r.skip(lexer.Colon)
			args[key], _ = r.literal()
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
