package loaders

import (
	"fmt"
	"strconv"
	"strings"

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
//
// Everything is read as a conjunction of nodes: a $ref with siblings, allOf, a
// union of one, and a property that two parts of an allOf declare are the same
// thing, several nodes that must all hold. The same nodes give the same schema.
type schemaReader struct {
	flavour flavour
	// resolve finds the node that a "$ref" names; ref is the string, whose span
	// says which file it stands in. The fault says why there is none: Dirt where
	// the target is missing, not Dirt where it may not be read (a URL, outside the root).
	resolve func(ref *source.Node) (*source.Node, *source.Fault)
	faults  []source.Fault // found so far, in the order found

	ids     map[*source.Node]int
	single  map[*source.Node]*entry // by the one node that it was read from
	several map[string]*entry       // by the ids of the nodes
	names   map[*source.Node]string // of definitions, from the references to them
	found   map[*source.Node]target // of references
	tags    map[*source.Node]*source.Node
	said    map[string]bool       // faults that were reported
	waived  bool                  // some waiver stands beside a schema
	met     map[*source.Node]bool // nodes that are a part of some schema
	again   int                   // members of those that were met again
	large   bool                  // a bound was met

	todo   []*entry     // allocated, not yet read
	fields []freshField // whose words are not known yet
}

// entry is one schema, the nodes it is read from, and what they say of the
// field that has it.
type entry struct {
	schema *contract.Schema
	nodes  []*source.Node
	words  fieldWords
	inner  []*entry // elements, alternatives, undeclared members: no fields of their own

	union   bool             // its types wait for those of its alternatives
	null    bool             // beside which null is allowed
	stated  contract.TypeSet // and which they are limited to
	product []*entry         // alternatives that are pairs: not all of them can hold
	clash   bool             // its parts cannot hold at once

	waivers   []contract.Waiver
	inWaivers []contract.Waiver // of inner, once asked for
	bubbled   bool
}

type target struct {
	node  *source.Node
	fault *source.Fault
}

type freshField struct {
	field *contract.Field
	entry *entry
	own   []contract.Waiver // beside a reference that is nothing else
}

// read reads one schema whole, and what it refers to. n may be nil: anything goes.
// The result's description is in its Doc.
func (r *schemaReader) read(n *source.Node) *contract.Schema {
	if n == nil {
		return &contract.Schema{Types: contract.Any}
	}
	e := r.all(n)
	r.settle()
	return e.schema
}

// readField reads one property, or one parameter that has a schema: name is its
// key, with its schema as the value. It fills everything but Required, In,
// Style, Explode, LooseBody and Credential.
func (r *schemaReader) readField(name source.Member) *contract.Field {
	f := r.field(name.Key, name.KeyAt, name.Value)
	r.settle()
	return f
}

func (r *schemaReader) field(name string, at source.Span, nodes ...*source.Node) *contract.Field {
	f := &contract.Field{Name: name, At: at, DeclAt: at}
	if len(nodes) == 0 {
		f.Schema = &contract.Schema{Types: contract.Any, At: at}
		return f
	}
	if v := nodes[0].At; v.File == at.File && v.End > at.End {
		f.DeclAt.End = v.End
	}
	e := r.all(nodes...)
	f.Schema = e.schema
	r.fields = append(r.fields, freshField{f, e, r.besideRefs(nodes)})
	return f
}

// all is the schema of values that fit every node.
func (r *schemaReader) all(nodes ...*source.Node) *entry {
	if r.ids == nil {
		r.ids = map[*source.Node]int{}
		r.single = map[*source.Node]*entry{}
		r.several = map[string]*entry{}
		r.names = map[*source.Node]string{}
		r.found = map[*source.Node]target{}
		r.tags = map[*source.Node]*source.Node{}
		r.met = map[*source.Node]bool{}
	}
	nodes = r.targets(nodes)
	if len(nodes) == 1 {
		e := r.single[nodes[0]]
		if e == nil {
			e = r.allocate(nodes)
			r.single[nodes[0]] = e
		}
		return e
	}
	key := r.key(nodes)
	e := r.several[key]
	if e == nil {
		e = r.allocate(nodes)
		r.several[key] = e
	}
	return e
}

func (r *schemaReader) allocate(nodes []*source.Node) *entry {
	e := &entry{schema: &contract.Schema{Types: contract.Any, At: nodes[0].At}, nodes: nodes}
	switch {
	case len(nodes) > source.MaxParts:
		r.refuseLarge(e.schema, nodes[0], "is made of more than ", &source.PartsLimit)
	case len(nodes) > 1 && len(r.several) >= source.MaxCombined:
		r.refuseLarge(e.schema, nodes[0], "combines definitions to more than ", &source.CombinedLimit)
	}
	if e.schema.Opaque != "" {
		return e
	}
	r.todo = append(r.todo, e)
	return e
}

// refuseLarge makes s opaque, and says once where a document unfolds beyond a limit first.
func (r *schemaReader) refuseLarge(s *contract.Schema, n *source.Node, what string, l *source.Limit) {
	if !r.large {
		r.large = true
		r.refuse(n, what+l.String())
	}
	beyond(s, what, l)
}

// beyond makes s opaque on account of a limit, unless it is already.
func beyond(s *contract.Schema, what string, l *source.Limit) {
	if s.Opaque == "" {
		s.Opaque, s.Beyond = what+l.Words(), l
	}
}

// affordable reports whether a node may be made a part of one schema more.
func (r *schemaReader) affordable(n *source.Node) bool {
	if !r.met[n] {
		r.met[n] = true
		return true
	}
	r.again += 1 + len(n.Members)
	for _, m := range n.Members {
		r.again += len(m.Value.Members) + len(m.Value.Items)
	}
	return r.again <= source.MaxCopied
}

// targets follows nodes that are nothing but references, and drops a node that
// is there twice.
func (r *schemaReader) targets(nodes []*source.Node) []*source.Node {
	var out []*source.Node
	for _, n := range nodes {
		n = r.target(n)
		twice := false
		for _, o := range out {
			twice = twice || o == n
		}
		if !twice {
			out = append(out, n)
		}
	}
	return out
}

// target follows n as long as it says nothing but "$ref". A reference that
// leads nowhere or back to itself stays what it is.
func (r *schemaReader) target(n *source.Node) *source.Node {
	at := n
	for range source.MaxRefs {
		ref := onlyRef(at)
		if ref == nil {
			return at
		}
		next := r.lookUp(ref)
		if next.node == nil || next.node == n {
			return at
		}
		at = next.node
	}
	return n
}

// besideRef are the keys that say nothing of the values of a reference.
var besideRef = set("$ref $schema $id $comment $defs definitions")

// onlyRef is the reference that n is, or nil for what says something itself.
func onlyRef(n *source.Node) *source.Node {
	ref := n.Value("$ref")
	for _, m := range n.Members {
		if !besideRef[m.Key] {
			return nil
		}
	}
	return ref
}

// besideRefs are the waivers on nodes that are nothing but references, which
// belong to the one place and not to the definition.
func (r *schemaReader) besideRefs(nodes []*source.Node) []contract.Waiver {
	var all []contract.Waiver
	for _, n := range nodes {
		if onlyRef(n) != nil {
			all = append(all, r.ownWaivers(n)...)
		}
	}
	return all
}

// lookUp resolves a reference once, and gives what it names its name.
func (r *schemaReader) lookUp(ref *source.Node) target {
	if t, ok := r.found[ref]; ok {
		return t
	}
	var t target
	if _, ok := ref.Str(); !ok {
		t.fault = &source.Fault{At: ref.At, Text: "$ref must be a string", Dirt: true}
	} else {
		t.node, t.fault = r.resolve(ref)
	}
	if t.node == nil && t.fault == nil {
		t.fault = &source.Fault{At: ref.At, Text: ref.Text + ": no such definition", Dirt: true}
	}
	if t.node != nil && r.names[t.node] == "" {
		r.names[t.node] = definitionName(ref.Text)
	}
	r.found[ref] = t
	return t
}

// definitionName is the name that a reference gives its target: the last word of
// a pointer into a list of definitions, the name of a file. A pointer into the
// middle of a schema names nothing.
func definitionName(ref string) string {
	file, fragment, _ := strings.Cut(ref, "#")
	if fragment == "" {
		file = file[strings.LastIndexByte(file, '/')+1:]
		name, _, _ := strings.Cut(file, ".")
		return name
	}
	words := strings.Split(fragment, "/")
	if len(words) == 1 {
		return unescapePointer.Replace(words[0]) // an $anchor
	}
	if len(words) == 2 {
		return unescapePointer.Replace(words[1]) // a file of definitions
	}
	switch words[len(words)-2] {
	case "$defs", "definitions", "schemas":
		return unescapePointer.Replace(words[len(words)-1])
	}
	return ""
}

func (r *schemaReader) key(nodes []*source.Node) string {
	var b strings.Builder
	for _, n := range nodes {
		id, ok := r.ids[n]
		if !ok {
			id = len(r.ids)
			r.ids[n] = id
		}
		b.WriteString(strconv.Itoa(id))
		b.WriteByte(' ')
	}
	return b.String()
}

// dirt reports what costs one node only.
func (r *schemaReader) dirt(n *source.Node, text string) {
	r.report(source.Fault{At: n.At, Text: text, Dirt: true})
}

// refuse reports what must not pass in silence.
func (r *schemaReader) refuse(n *source.Node, text string) {
	r.report(source.Fault{At: n.At, Text: text})
}

func (r *schemaReader) report(f source.Fault) {
	key := fmt.Sprintf("%p %d %s", f.At.File, f.At.Start, f.Text)
	if r.said[key] {
		return
	}
	if r.said == nil {
		r.said = map[string]bool{}
	}
	r.said[key] = true
	r.faults = append(r.faults, f)
}

// waivers are those that stand in n or below it, outside its fields. n must have been read.
func (r *schemaReader) waivers(n *source.Node) []contract.Waiver {
	if n == nil {
		return nil
	}
	return append(r.besideRefs([]*source.Node{n}), r.bubble(r.all(n))...)
}
