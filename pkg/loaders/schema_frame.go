package loaders

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// frame is one schema while the nodes that it is read from are added up. Nodes
// below it (properties, items, alternatives) are only collected: they are read
// after it, so that no depth of nesting is a depth of recursion.
type frame struct {
	r *schemaReader
	e *entry
	s *contract.Schema

	open  []*source.Node // being added: each was reached from the one before
	added map[*source.Node]meaning
	loops bool // a node leads back to itself by nothing but references

	said   bool   // some node says something that validators use
	typed  bool   // some node states a type, or a list of values that implies it
	never  bool   // some node allows nothing
	clash  string // what cannot hold at once
	unseen string // a keyword that the model has no place for

	words    words
	isObject bool // some keyword is one of objects
	isArray  bool
	fields   []property
	index    map[string]int // of fields, by name
	extra    []*source.Node
	pattern  *source.Node // patternProperties
	elem     []*source.Node
	tuple    [][]*source.Node
	enum     []contract.Value
	hasEnum  bool
	unions   []union
}

// property is a member that the object declares, or only requires.
type property struct {
	name       string
	at         source.Span
	nodes      []*source.Node
	required   bool
	requiredAt source.Span
}

// meaning is what a node says: the types it allows, but for those of its unions,
// and its words. Everything else is added to the frame at once.
type meaning struct {
	types contract.TypeSet
	words words
}

// words are what a node says of itself rather than of values. A node's own win
// over those of the parts it is made of.
type words struct {
	doc, format, pattern, unit contract.Text
	title                      string
	def                        *source.Node
	examples                   []*source.Node
}

func (w words) over(parts words) words {
	text := func(own, part contract.Text) contract.Text {
		if own.Text != "" {
			return own
		}
		return part
	}
	w.doc, w.format = text(w.doc, parts.doc), text(w.format, parts.format)
	w.pattern, w.unit = text(w.pattern, parts.pattern), text(w.unit, parts.unit)
	if w.title == "" {
		w.title = parts.title
	}
	if w.def == nil {
		w.def = parts.def
	}
	if w.examples == nil {
		w.examples = parts.examples
	}
	return w
}

// fill reads an entry whose nodes are known.
func (r *schemaReader) fill(e *entry) {
	b := &frame{r: r, e: e, s: e.schema, added: map[*source.Node]meaning{}, index: map[string]int{}}
	all := meaning{types: contract.Any}
	for _, n := range e.nodes {
		all = b.both(all, b.add(n))
	}
	b.words = all.words
	b.finish(all.types)
}

// add adds one node, and is what it says.
func (b *frame) add(n *source.Node) meaning {
	for _, o := range b.open {
		if o == n {
			b.loops = true
			return meaning{types: contract.Any}
		}
	}
	if m, ok := b.added[n]; ok {
		return m
	}
	if len(b.open) == source.MaxRefs {
		beyond(b.s, "references in a row, beyond ", &source.RefsLimit)
		return meaning{types: contract.Any}
	}
	if !b.r.affordable(n) {
		b.r.refuseLarge(b.s, b.e.nodes[0], "repeats definitions to more than ", &source.CopiedLimit)
		return meaning{types: contract.Any}
	}
	b.open = append(b.open, n)
	m := b.node(n)
	b.open = b.open[:len(b.open)-1]
	b.added[n] = m
	return m
}

func (b *frame) node(n *source.Node) meaning {
	switch {
	case n.Kind == source.Bool && n.True():
		return meaning{types: contract.Any}
	case isNever(n):
		b.never, b.said = true, true
		return meaning{words: b.r.ownWords(n)}
	case n.Kind != source.Object:
		return b.malformed(n, noSchema(n))
	}
	b.r.heed(b.e, n)
	ref := n.Value("$ref")
	if ref == nil {
		return b.keywords(n)
	}
	return b.reference(n, ref)
}

func noSchema(n *source.Node) string {
	switch n.Kind {
	case source.Null:
		return "nothing where a schema is due"
	case source.Array:
		return "an array where a schema is due"
	}
	return fmt.Sprintf("a %s where a schema is due", n.Kind)
}

// reference adds what a $ref names and, in dialects where they count, the
// keywords beside it. A description beside it is the author's word in all.
func (b *frame) reference(n, ref *source.Node) meaning {
	m := meaning{types: contract.Any}
	if t := b.r.lookUp(ref); t.fault != nil {
		b.r.report(*t.fault)
		b.opaque(t.fault.Text)
	} else {
		m = b.add(t.node)
	}
	switch {
	case len(n.Members) == 1:
		return m
	case b.r.flavour == openAPI30 || b.r.flavour == swagger20:
		own := b.r.ownWords(n)
		m.words = words{doc: own.doc, title: own.title, examples: own.examples}.over(m.words)
		return m
	}
	return b.both(b.keywords(n), m)
}

// both is what two parts say at once, where x is the nearer to the author's hand.
func (b *frame) both(x, y meaning) meaning {
	if x.types&y.types == 0 && x.types != 0 && y.types != 0 {
		b.contradiction(fmt.Sprintf("%s and %s exclude each other", x.types, y.types))
	}
	b.unreadWords(x.words, y.words)
	return meaning{x.types & y.types, x.words.over(y.words)}
}

func (b *frame) contradiction(what string) {
	if b.clash == "" {
		b.clash = what
	}
}

// opaque says why the schema cannot be seen through; the first reason stands.
func (b *frame) opaque(why string) {
	if b.s.Opaque == "" {
		b.s.Opaque = why
	}
}

// malformed is a node that is no schema at all, so that validators ignore it. In
// a tool list a rule says so; in a spec it is dirt.
func (b *frame) malformed(n *source.Node, what string) meaning {
	if b.r.flavour != jsonSchema && b.r.flavour != gemini {
		b.r.dirt(n, what)
	}
	b.opaque("malformed: " + what)
	return meaning{types: contract.Any}
}

// finish turns what was added up into the schema.
func (b *frame) finish(types contract.TypeSet) {
	s := b.s
	if !b.typed && types == contract.Any && len(b.unions) == 0 {
		types = b.implied()
	}
	b.name()
	b.finishWords()
	b.finishFields()
	b.finishArray()
	if b.hasEnum {
		s.Enum = b.enum
		if len(b.enum) == 0 {
			b.contradiction("two closed lists have no value in common")
		}
	}
	b.finishUnions(types)
	switch {
	case b.never:
		s.Types = 0
	case b.clash != "":
		b.e.clash = true
		b.opaque(b.clash)
		s.Types = contract.Any
	case b.loops && !b.said:
		b.r.refuse(b.e.nodes[0], "a circle of references that never reaches a definition")
		b.opaque("refers only to itself")
	case !b.said && b.unseen != "":
		b.opaque(fmt.Sprintf("says only %q, which is not compared", b.unseen))
	}
}

// implied is the types meant where none is stated: a schema that lists members
// is one of an object. Strictly it is one of anything else too, which no author means.
func (b *frame) implied() contract.TypeSet {
	switch {
	case b.isObject && b.isArray:
		return contract.ObjectType | contract.ArrayType
	case b.isObject:
		return contract.ObjectType
	case b.isArray:
		return contract.ArrayType
	}
	return contract.Any
}

// name takes the name of the definition that the schema is, or of the only one
// that it is made of.
func (b *frame) name() {
	if b.s.Name = b.r.names[b.e.nodes[0]]; b.s.Name != "" {
		return
	}
	var names []string
	for n := range b.added {
		if name := b.r.names[n]; name != "" {
			names = append(names, name)
		}
	}
	if len(names) == 1 {
		b.s.Name = names[0]
	}
}

func (b *frame) finishWords() {
	s, w := b.s, b.words
	s.Doc, s.Title, s.Format, s.Pattern, s.Unit = w.doc, w.title, w.format, w.pattern, w.unit
	s.Default, s.Examples = w.def, w.examples
}

func (b *frame) finishFields() {
	for _, p := range b.fields {
		nodes := p.nodes
		if len(nodes) == 0 {
			nodes = b.extra // only required: it is what undeclared members must be
		}
		f := b.r.field(p.name, p.at, nodes...)
		f.Required, f.RequiredAt = p.required, p.requiredAt
		if len(p.nodes) == 0 {
			f.DeclAt = p.at
		}
		b.s.Fields = append(b.s.Fields, f)
	}
	switch {
	case b.pattern != nil:
		b.finishPattern()
	case len(b.extra) > 0 && !b.s.Closed:
		b.s.Extra = b.inner(b.extra...)
	}
}

// finishPattern: members of names that match a pattern are allowed, so the
// object is open, but not to any name.
func (b *frame) finishPattern() {
	b.s.Closed, b.s.ClosedAt = false, source.Span{}
	if m := b.pattern.Members; len(m) == 1 && matchesAll[strings.Trim(m[0].Key, "^$")] {
		b.s.Extra = b.inner(m[0].Value)
		return
	}
	b.s.Extra = &contract.Schema{Types: contract.Any, At: b.pattern.At, Opaque: "its name must match a pattern"}
}

var matchesAll = map[string]bool{"": true, ".*": true, ".+": true}

func (b *frame) finishArray() {
	for _, nodes := range b.tuple {
		b.s.Tuple = append(b.s.Tuple, b.inner(nodes...))
	}
	if len(b.elem) > 0 {
		b.s.Elem = b.inner(b.elem...)
	}
}

// inner is the schema of something that is no field: what stands beside it, a
// waiver for one, belongs to the field around it.
func (b *frame) inner(nodes ...*source.Node) *contract.Schema {
	e := b.r.all(nodes...)
	b.e.inner = append(b.e.inner, e)
	b.e.waivers = append(b.e.waivers, b.r.besideRefs(nodes)...)
	return e.schema
}
