package loaders

import (
	"bytes"
	"strings"

	"github.com/vektah/gqlparser/v2/lexer"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// gqlDocument is a GraphQL document that is to be executed.
type gqlDocument struct {
	operations []*gqlExecutable
	fragments  map[string]*gqlFragment
}

// gqlExecutable is one operation of a document.
type gqlExecutable struct {
	keyword string      // "query", "mutation" or "subscription"
	name    string      // or ""
	at      source.Span // of the name, or of where the operation begins
	varsAt  source.Span // of the variables' list; zero without
	doc     contract.Text
	vars    []*gqlField
	uses    []gqlUse // of variables, in directives of the operation itself
	fields  []*gqlSelection
	waivers []contract.Waiver
}

type gqlFragment struct {
	on     string
	local  []string // variables of its own
	fields []*gqlSelection
}

// gqlSelection is a field with its arguments, or a fragment in its place.
type gqlSelection struct {
	name   string      // of the field
	spread string      // of the fragment that is named here
	at     source.Span // of either name
	on     string      // type that a fragment without a name is about
	args   []gqlArgument
	uses   []gqlUse // in directives
	fields []*gqlSelection
}

// gqlArgument is an argument that is passed, or a member of an object that is.
type gqlArgument struct {
	name  string
	at    source.Span // of the name
	value gqlPassed
}

// gqlPassed is a value: a variable, an object, a list, or else a constant.
type gqlPassed struct {
	variable string
	members  []gqlArgument
	items    []gqlPassed
	at       source.Span
}

// gqlUse is a variable at work.
type gqlUse struct {
	name string
	at   source.Span
}

// operationReader reads the tokens of a document that gqlparser has accepted
// before, as sdlReader does those of a schema.
type operationReader struct {
	sdlReader
	above  map[int][]source.Comment // by index of the token after them
	beside map[int][]source.Comment // the same, where they stand on the line of the token before
	ours   []source.Comment         // that speak to tooldrift
	placed map[int]bool             // of those, by offset, what waives something
}

// readOperations reads a document. Its text may stand inside a string of another
// file: in is then where each of its bytes does, and file is that one. The
// document is nil where it is refused.
func readOperations(text []byte, file *source.File, in []int) (*gqlDocument, []source.Fault) {
	own := file
	if in != nil {
		own = &source.File{Name: file.Name, Data: text}
	}
	tokens, notes, fault := readTokens(own, operationSyntax)
	move := func(at source.Span) source.Span {
		if in != nil {
			at = source.Span{File: file, Start: in[at.Start], End: in[at.End]}
		}
		return at
	}
	if fault != nil {
		fault.At = move(fault.At)
		return nil, []source.Fault{*fault}
	}
	r := &operationReader{
		sdlReader: sdlReader{file: file, tokens: tokens},
		above:     map[int][]source.Comment{}, beside: map[int][]source.Comment{}, placed: map[int]bool{},
	}
	for _, n := range notes {
		to := r.above
		if n.next > 0 && tokens[n.next-1].kind != lexer.ParenL && !bytes.ContainsAny(text[tokens[n.next-1].end:n.comment.At.Start], "\r\n") {
			to = r.beside
		}
		n.comment.At = move(n.comment.At)
		to[n.next] = append(to[n.next], n.comment)
		if n.isForUs() {
			r.ours = append(r.ours, n.comment)
		}
	}
	for i, t := range tokens {
		at := move(r.span(t))
		tokens[i].start, tokens[i].end = at.Start, at.End
	}
	d := r.document()
	r.displaced()
	return d, r.faults
}

func (r *operationReader) document() *gqlDocument {
	d := &gqlDocument{fragments: map[string]*gqlFragment{}}
	for !r.at(lexer.EOF) {
		doc, waivers := r.words()
		if r.at(lexer.Name) && r.tokens[r.next].text == "fragment" {
			for _, w := range waivers {
				delete(r.placed, w.At.Start)
			}
			name, f := r.fragment()
			if d.fragments[name] == nil {
				d.fragments[name] = f
			}
			continue
		}
		op := r.operation()
		op.doc, op.waivers = doc, waivers
		d.operations = append(d.operations, op)
	}
	return d
}

// words is what is said of what begins here: a description wins over the
// comments above it. Tool servers do not look at comments beside.
func (r *operationReader) words() (doc contract.Text, waivers []contract.Waiver) {
	above := r.above[r.next]
	said := r.description()
	waivers = r.waivers(above)
	if strings.TrimSpace(said.Text) != "" {
		return said, waivers
	}
	var lines []string
	for _, c := range above {
		if strings.HasPrefix(c.Text, "tooldrift:") {
			continue
		}
		if doc.At.IsZero() {
			doc.At = c.At
		}
		doc.At.End = c.At.End
		lines = append(lines, c.Text)
	}
	doc.Text = strings.TrimSpace(strings.Join(lines, "\n"))
	if doc.Text == "" {
		return contract.Text{}, waivers
	}
	return doc, waivers
}

func (r *operationReader) waivers(comments []source.Comment) []contract.Waiver {
	var all []contract.Waiver
	for _, c := range comments {
		if w, ok := contract.ParseWaiver(c); ok {
			all = append(all, w)
			r.placed[c.At.Start] = true
		}
	}
	return all
}

// displaced reports the comments that speak to tooldrift in vain.
func (r *operationReader) displaced() {
	for _, c := range r.ours {
		if _, ok := contract.ParseWaiver(c); !ok {
			r.dirt(c.At, "no waiver: one is written tooldrift:waive RULE -- reason")
		} else if !r.placed[c.At.Start] {
			r.dirt(c.At, "this waiver stands at no operation and no variable, so it waives nothing")
		}
	}
}

func (r *operationReader) operation() *gqlExecutable {
	op := &gqlExecutable{keyword: "query", at: r.span(r.tokens[r.next])}
	if r.at(lexer.Name) {
		op.keyword = r.take().text
		if r.at(lexer.Name) {
			name := r.take()
			op.name, op.at = name.text, r.span(name)
		}
	}
	first := r.next
	op.vars = r.variables()
	if op.vars != nil {
		op.varsAt = r.since(first)
	}
	op.uses = r.directives()
	op.fields = r.selections()
	return op
}

func (r *operationReader) variables() []*gqlField {
	var vars []*gqlField
	r.block(lexer.ParenL, lexer.ParenR, func() {
		doc, waivers := r.words()
		first := r.next
		r.skip(lexer.Dollar)
		name := r.take()
		v := &gqlField{doc: doc, waivers: waivers, name: name.text, at: r.span(name)}
		r.skip(lexer.Colon)
		v.typ = r.ref()
		if r.skip(lexer.Equals) {
			v.def = r.literal()
		}
		v.declAt = r.since(first)
		r.directives()
		v.waivers = append(v.waivers, r.waivers(r.beside[r.next])...)
		vars = append(vars, v)
	})
	return vars
}

func (r *operationReader) fragment() (name string, f *gqlFragment) {
	r.take()
	name, f = r.take().text, &gqlFragment{}
	for _, v := range r.variables() {
		f.local = append(f.local, v.name)
	}
	r.take() // "on"
	f.on = r.take().text
	r.directives()
	f.fields = r.selections()
	return name, f
}

func (r *operationReader) selections() []*gqlSelection {
	var all []*gqlSelection
	r.block(lexer.BraceL, lexer.BraceR, func() { all = append(all, r.selection()) })
	return all
}

func (r *operationReader) selection() *gqlSelection {
	s := &gqlSelection{}
	if r.skip(lexer.Spread) {
		if r.at(lexer.Name) {
			if word := r.take(); word.text == "on" {
				s.on = r.take().text
			} else {
				s.spread, s.at = word.text, r.span(word)
			}
		}
	} else {
		name := r.take()
		if r.skip(lexer.Colon) {
			name = r.take() // behind its alias
		}
		s.name, s.at = name.text, r.span(name)
		s.args = r.arguments()
	}
	s.uses = r.directives()
	s.fields = r.selections()
	return s
}

func (r *operationReader) arguments() []gqlArgument {
	var args []gqlArgument
	r.block(lexer.ParenL, lexer.ParenR, func() { args = append(args, r.argument()) })
	return args
}

func (r *operationReader) argument() gqlArgument {
	name := r.take()
	r.skip(lexer.Colon)
	return gqlArgument{name: name.text, at: r.span(name), value: r.value()}
}

func (r *operationReader) value() gqlPassed {
	first := r.next
	v := gqlPassed{}
	switch {
	case r.at(lexer.BraceL):
		r.list(lexer.BraceL, lexer.BraceR, func() { v.members = append(v.members, r.argument()) })
	case r.at(lexer.BracketL):
		r.list(lexer.BracketL, lexer.BracketR, func() { v.items = append(v.items, r.value()) })
	case r.skip(lexer.Dollar):
		v.variable = r.take().text
	default:
		r.take()
	}
	v.at = r.since(first)
	return v
}

// directives is the variables in directives, such as @include.
func (r *operationReader) directives() []gqlUse {
	var uses []gqlUse
	for r.skip(lexer.At) {
		r.take()
		for _, a := range r.arguments() {
			uses = append(uses, a.value.uses()...)
		}
	}
	return uses
}

// uses is the variables anywhere in a value.
func (v gqlPassed) uses() []gqlUse {
	if v.variable != "" {
		return []gqlUse{{v.variable, v.at}}
	}
	var all []gqlUse
	for _, m := range v.members {
		all = append(all, m.value.uses()...)
	}
	for _, item := range v.items {
		all = append(all, item.uses()...)
	}
	return all
}
