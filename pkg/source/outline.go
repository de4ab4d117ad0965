package source

import (
	"bytes"
	"slices"
)

// Outline is a value of a large file that is read as far as it is asked for: a
// spec of 13 MB, of which a run needs fifty operations, is skimmed in a tenth of
// the time that its tree takes. Node is the same node at every call, and the
// one that is found below the Node of any value around it.
type Outline struct {
	shared  *skim // nil where the node was there first
	node    *Node // nil until it was parsed
	open    bool  // members and items are known
	members []OutlineMember
	items   []*Outline
	keys    map[string]int // of members, where they are many

	kind Kind // see form for YAML
	form yamlForm
	// In JSON start and end are those of the value. In YAML they are from its
	// key or dash (-1 is the whole file) to the end of its last line, and text is
	// that of a scalar that is decoded as it stands.
	start, end int
	text       span
}

// span is the bytes [start, end) of the file at hand.
type span struct{ start, end int }

// OutlineMember is one key of an object.
type OutlineMember struct {
	Key   string
	KeyAt Span // of the key, quotes included
	Value *Outline
}

// skim is what the outlines of one file share.
type skim struct {
	file   *File
	yaml   bool
	faults []Fault // of the parts that were parsed
}

// Skim finds the members of the outermost objects of a file, down to so many levels (one at least)
// of collections, without building a tree. It is nil for what it cannot vouch
// for: a file that Parse would refuse for its syntax, or that says things in a
// way which only a whole parser understands (comments in JSON; anchors, aliases,
// tags, complex keys, flow style over several lines in YAML). Parse then reads
// it, and says what is wrong. A key that is there twice is seen in the levels
// that were skimmed, and in what Node parses. f must be UTF-8, as a Store sees to.
func Skim(f *File, levels int) *Outline {
	levels = max(levels, 1)
	start := f.bom()
	for start < len(f.Data) && isWhite(f.Data[start]) {
		start++
	}
	rest := f.Data[start:]
	switch {
	case len(rest) == 0, rest[0] == '<', bytes.HasPrefix(rest, []byte("//")), bytes.HasPrefix(rest, []byte("/*")):
		return nil
	case rest[0] == '{', rest[0] == '[':
		return skimJSON(f, start, levels)
	}
	return skimYAML(f, levels)
}

// OutlineOf is the outline of a node that is parsed already.
func OutlineOf(n *Node) *Outline { return &Outline{node: n} }

// Faults are those of the parts that were parsed since it was last asked, of
// the whole file that o is a part of.
func (o *Outline) Faults() []Fault {
	if o.shared == nil {
		return nil
	}
	faults := o.shared.faults
	o.shared.faults = nil
	return faults
}

// Node is the value, parsed.
func (o *Outline) Node() *Node {
	if o.node == nil {
		n, faults := o.parse()
		o.shared.faults = append(o.shared.faults, faults...)
		o.adopt(n)
	}
	return o.node
}

// Raw is the text of a part that is not parsed, its key included in YAML, and the
// file that it stands in; both are nil for what is parsed.
func (o *Outline) Raw() (text []byte, in *File) {
	if o.node != nil || o.start < 0 {
		return nil, nil
	}
	return o.shared.file.Data[o.start:o.end], o.shared.file
}

// NodeWithout is the node of an object without its members of some keys, which
// are not parsed for it. It is a node of its own; its members are not.
func (o *Outline) NodeWithout(keys ...string) *Node {
	left := slices.ContainsFunc(o.Members(), func(m OutlineMember) bool { return slices.Contains(keys, m.Key) })
	if o.node != nil || !left || o.shared.yaml && bytes.IndexByte(o.shared.file.Data[o.start:o.members[0].KeyAt.Start], '#') >= 0 {
		return o.Node() // a comment beside its key is on the whole node
	}
	n := &Node{Kind: Object, At: o.At()}
	for i := 0; i < len(o.members); {
		end := i
		for end < len(o.members) && !slices.Contains(keys, o.members[end].Key) {
			end++
		}
		n.Members = append(n.Members, o.parseMembers(o.members[i:end])...)
		i = end + 1
	}
	return n
}

// parseMembers is some of the members of o, which follow each other.
func (o *Outline) parseMembers(members []OutlineMember) []Member {
	if len(members) == 0 {
		return nil
	}
	var parsed []Member
	if o.shared.yaml {
		// Each text that is parsed by itself costs something.
		root, faults := parseYAMLText(o.shared.file, members[0].KeyAt.Start, members[len(members)-1].Value.end)
		o.shared.faults = append(o.shared.faults, faults...)
		if root != nil && len(root.Members) == len(members) {
			parsed = root.Members
		}
	}
	if parsed == nil {
		parsed = make([]Member, len(members))
	}
	for i, m := range members {
		n := m.Value.node
		switch {
		case n == nil && parsed[i].Value != nil:
			n = m.Value.adopt(parsed[i].Value)
		case n == nil:
			n = m.Value.Node()
		}
		parsed[i] = Member{m.Key, m.KeyAt, n}
	}
	return parsed
}

func (o *Outline) parse() (*Node, []Fault) {
	if o.shared.yaml {
		return parseYAMLPart(o)
	}
	return parseJSONPart(o.shared.file, o.start, o.end)
}

// adopt makes n the node of o, unless o was parsed before: then n is dropped,
// and what is returned takes its place.
func (o *Outline) adopt(n *Node) *Node {
	if o.node != nil {
		return o.node
	}
	o.node = n
	for i := range min(len(o.members), len(n.Members)) {
		n.Members[i].Value = o.members[i].Value.adopt(n.Members[i].Value)
	}
	for i := range min(len(o.items), len(n.Items)) {
		n.Items[i] = o.items[i].adopt(n.Items[i])
	}
	return n
}

// Members are those of an object, in source order.
func (o *Outline) Members() []OutlineMember {
	if o == nil {
		return nil
	}
	o.look()
	return o.members
}

// Items are those of an array.
func (o *Outline) Items() []*Outline {
	if o == nil {
		return nil
	}
	o.look()
	return o.items
}

// look finds out what o is made of, one level deep.
func (o *Outline) look() { o.Look(1) }

// Look finds out what o is made of, so many levels deep. Members and Items do as
// much for one level; who is going to ask for several saves time by saying so.
func (o *Outline) Look(levels int) {
	if o.open {
		return
	}
	o.open = true
	if o.node == nil && o.lookInside(levels) {
		return
	}
	n := o.Node()
	for i := range n.Members {
		m := &n.Members[i]
		o.members = append(o.members, OutlineMember{m.Key, m.KeyAt, OutlineOf(m.Value)})
	}
	for _, item := range n.Items {
		o.items = append(o.items, OutlineOf(item))
	}
}

// lookInside is look without building nodes; false where it cannot be done.
func (o *Outline) lookInside(levels int) bool {
	var inside *Outline
	if o.shared.yaml {
		if o.form == yamlFlow {
			return false
		}
		if o.form != yamlBlock {
			return true
		}
		inside = lookYAML(o, levels)
	} else {
		if o.kind != Object && o.kind != Array {
			return true
		}
		inside = lookJSON(o, levels)
	}
	if inside == nil {
		return false
	}
	o.members, o.items = inside.members, inside.items
	return true
}

// manyKeys is where a search through an object begins to be felt: GitHub's 969
// schemas are asked for by name twenty thousand times.
const manyKeys = 16

// Member is the member of a key, or nil: also for nil or what is no object.
func (o *Outline) Member(key string) *OutlineMember {
	if o == nil {
		return nil
	}
	if o.look(); len(o.members) < manyKeys {
		for i := range o.members {
			if o.members[i].Key == key {
				return &o.members[i]
			}
		}
		return nil
	}
	if o.keys == nil {
		o.keys = make(map[string]int, len(o.members))
		for i := range o.members {
			if _, twice := o.keys[o.members[i].Key]; !twice {
				o.keys[o.members[i].Key] = i
			}
		}
	}
	if i, ok := o.keys[key]; ok {
		return &o.members[i]
	}
	return nil
}

// Value is the value of a key, or nil.
func (o *Outline) Value(key string) *Outline {
	if m := o.Member(key); m != nil {
		return m.Value
	}
	return nil
}

// Ref is the text of the member "$ref" and where it stands; ok is false where o
// has none, or one that is no string. Of a large document it is asked of more
// parts than are ever looked into.
func (o *Outline) Ref() (text string, at Span, ok bool) {
	if o == nil {
		return "", Span{}, false
	}
	if o.node == nil && !o.open {
		switch {
		case !o.shared.yaml:
			text, at, ok = loneRefJSON(o)
		case o.form == yamlBlock && o.kind == Object:
			text, at, ok = loneRefYAML(o)
		}
		if ok {
			return text, at, true
		}
	}
	ref := o.Value("$ref")
	if text, ok = ref.Str(); !ok {
		return "", Span{}, false
	}
	return text, ref.At(), true
}

// At is where the value stands, as its node says it.
func (o *Outline) At() Span {
	switch {
	case o.node != nil:
		return o.node.At
	case !o.shared.yaml:
		return Span{o.shared.file, o.start, o.end}
	case o.form == yamlPlain:
		return Span{o.shared.file, o.text.start, o.text.end}
	case o.form == yamlQuoted:
		return Span{o.shared.file, o.text.start - 1, o.text.end + 1}
	case o.form != yamlBlock:
		return o.Node().At
	}
	if o.look(); o.node != nil {
		return o.node.At
	}
	var at Span
	var last *Outline
	if n := len(o.members); n > 0 {
		at = Span{o.shared.file, o.members[0].KeyAt.Start, o.members[n-1].KeyAt.End}
		last = o.members[n-1].Value
	} else if n := len(o.items); n > 0 {
		at = Span{o.shared.file, o.items[0].start, o.items[n-1].start + len("-")}
		last = o.items[n-1]
	}
	at.End = max(at.End, last.At().End)
	return at
}

// Kind is the kind of the node; an absent one is Null.
func (o *Outline) Kind() Kind {
	switch {
	case o == nil:
		return Null
	case o.node != nil:
		return o.node.Kind
	case !o.shared.yaml, o.form == yamlBlock, o.form == yamlFlow, o.form == yamlQuoted, o.form == yamlNothing:
		return o.kind
	case o.form == yamlPlain:
		return coreKind(o.plainText())
	}
	return o.Node().Kind
}

// Str is what Node.Str says.
func (o *Outline) Str() (text string, ok bool) {
	switch {
	case o == nil:
		return "", false
	case o.node != nil:
	case !o.shared.yaml:
		if o.kind != String {
			return "", false
		}
		return unquote(o.shared.file.Data[o.start:o.end]), true
	case o.form == yamlQuoted:
		return o.plainText(), true
	case o.form == yamlPlain:
		if text = o.plainText(); coreKind(text) == Null {
			return "", false
		}
		return text, true
	case o.form == yamlBlock, o.form == yamlFlow, o.form == yamlNothing:
		return "", false
	}
	return o.Node().Str()
}

func (o *Outline) plainText() string {
	return string(o.shared.file.Data[o.text.start:o.text.end])
}

// True reports whether the value is the boolean true.
func (o *Outline) True() bool { return o.Kind() == Bool && o.Node().True() }

// lineStart is where the line begins that holds pos, behind a byte order mark.
func lineStart(f *File, pos int) int {
	start := bytes.LastIndexByte(f.Data[:pos], '\n') + 1
	if start == 0 {
		start = min(f.bom(), pos)
	}
	return start
}
