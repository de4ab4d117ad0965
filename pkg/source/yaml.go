package source

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v4"
)

// ParseYAML reads one YAML 1.2 document. Aliases share nodes, merge keys are merged in.
func ParseYAML(f *File) (*Node, []Fault) {
	if root := buildYAML(f, 0, len(f.Data)); root != nil {
		return root, nil
	}
	if at := tooManyAt(f.Data); at >= 0 {
		return nil, []Fault{{At: Span{f, at, at}, Text: tooMany}}
	}
	root, faults := readYAML(f, withoutVersion(f), 0, len(f.Data))
	if root == nil && len(faults) == 0 {
		end := Span{f, len(f.Data), len(f.Data)}
		return &Node{Kind: Null, Plain: true, At: end}, nil
	}
	return root, faults
}

// parseYAMLPart reads the value of a member or an item of a block collection.
func parseYAMLPart(o *Outline) (*Node, []Fault) {
	f := o.shared.file
	if o.start < 0 {
		return ParseYAML(f)
	}
	root, faults := parseYAMLText(f, o.start, o.end)
	if n := first(root); n != nil {
		return n, faults
	}
	return &Node{Kind: Null, At: Span{f, o.start, o.start}}, faults
}

// first is the value of the first entry of a block collection, or nil.
func first(n *Node) *Node {
	switch {
	case n == nil:
		return nil
	case len(n.Members) > 0:
		return n.Members[0].Value
	case len(n.Items) > 0:
		return n.Items[0]
	}
	return nil
}

// parseYAMLText reads some entries of a block collection, from the first one's
// key or dash.
func parseYAMLText(f *File, start, end int) (*Node, []Fault) {
	if root := buildYAML(f, start, end); root != nil {
		return root, nil
	}
	return libraryYAML(f, start, end)
}

// libraryYAML is parseYAMLText by the library. The entries are a document of
// their own, in which they are indented as they are in the file, so that all of
// its lines and columns are right.
func libraryYAML(f *File, start, end int) (*Node, []Fault) {
	from := lineStart(f, start)
	text := make([]byte, 0, end-from)
	for range start - from {
		text = append(text, ' ')
	}
	return readYAML(f, append(text, f.Data[start:end]...), from, end)
}

// readYAML reads the bytes [from, to) of a file, which text repeats; the root is
// nil where they hold no document.
func readYAML(f *File, text []byte, from, to int) (*Node, []Fault) {
	lines := newLineTable(f, from, to)
	doc, fault := composeYAML(text, lines)
	if fault != nil {
		return nil, []Fault{*fault}
	}
	if doc == nil {
		return nil, nil
	}
	y := &yamlReader{
		file: f, data: f.Data, from: from, to: to, lines: lines,
		nodes: map[*yaml.Node]*Node{}, sizes: map[*yaml.Node]int{},
	}
	var root *Node
	y.read(doc, &root, -1)
	y.finish(root)
	if y.bombed {
		root = nil
	}
	return root, y.faults.sorted()
}

// yamlReader turns the library's tree, which knows where things begin in lines
// and columns, into ours, which knows where they begin and end in bytes. It
// never walks into an alias.
type yamlReader struct {
	file     *File
	data     []byte
	from, to int // what is read of data
	lines    *lineTable

	nodes  map[*yaml.Node]*Node // of each anchor, nil while it is being read
	sizes  map[*yaml.Node]int   // of each anchor: nodes, aliases expanded
	gained int                  // nodes that aliases have added
	bombed bool
	depth  int
	indent []int // columns from 0 of the block collections around

	entries  []entry
	leaves   []Span // scalars and aliases: a # in them begins no comment
	mappings []mapping
	keys     keySet
	faults   faultList
}

// mapping is an object that is still to be rid of merge keys and of keys given twice.
type mapping struct {
	node *Node
	yaml *yaml.Node
}

func (y *yamlReader) span(start, end int) Span { return Span{y.file, start, end} }

func (y *yamlReader) fail(at Span, format string, args ...any) {
	y.faults.add(Fault{At: at, Text: fmt.Sprintf(format, args...)})
}

func (y *yamlReader) has(pos int, c byte) bool { return pos < len(y.data) && y.data[pos] == c }

// start is where the library says that n begins, its anchor and tag included.
func (y *yamlReader) start(n *yaml.Node) int { return y.lines.offset(n.Line, n.Column) }

// read reads n into slot. owner is the index of the entry whose value it is, -1
// for the root and for keys. It returns the span as written, and how many nodes
// n is with all aliases expanded.
func (y *yamlReader) read(n *yaml.Node, slot **Node, owner int) (at Span, size int) {
	start := y.start(n)
	if n.Kind == yaml.AliasNode {
		at, size = y.alias(n, slot, start)
	} else {
		at, size = y.value(n, slot, start, owner)
	}
	if owner >= 0 {
		y.entries[owner].value = at
	}
	return at, min(size, MaxExpanded+1)
}

func (y *yamlReader) value(n *yaml.Node, slot **Node, start, owner int) (Span, int) {
	out := &Node{}
	*slot = out
	if n.Anchor != "" {
		y.nodes[n] = nil
	}
	end, begin := skipProperties(y.data, n, start)
	size := 1
	switch {
	case n.Kind == yaml.MappingNode, n.Kind == yaml.SequenceNode:
		size += y.collection(n, out, begin, owner)
	case isEmpty(n):
		y.scalar(n, out, end)
	default:
		y.scalar(n, out, begin)
	}
	if n.Anchor != "" {
		y.nodes[n], y.sizes[n] = out, size
	}
	return out.At, size
}

func (y *yamlReader) collection(n *yaml.Node, out *Node, begin, owner int) (size int) {
	out.Kind = Array
	if n.Kind == yaml.MappingNode {
		out.Kind = Object
	}
	out.At = y.span(begin, begin)
	if y.depth++; y.depth > MaxDepth {
		if y.depth == MaxDepth+1 {
			y.fail(out.At, "%s", tooDeep)
		}
		return 0 // depth stays, so that this is said once
	}
	if n.Style&yaml.FlowStyle == 0 {
		y.indent = append(y.indent, y.lines.indent(begin))
		defer func() { y.indent = y.indent[:len(y.indent)-1] }()
	}
	if out.Kind == Object {
		size = y.mapping(n, out, owner)
	} else {
		size = y.sequence(n, out, owner)
	}
	y.depth--
	return size
}

// alias gives the slot the anchor's node. Anchors come before their aliases, so
// it is read already, or the alias lies inside of it.
func (y *yamlReader) alias(n *yaml.Node, slot **Node, start int) (Span, int) {
	at := y.span(start, min(len(y.data), start+len("*")+len(n.Value)))
	y.leaves = append(y.leaves, at)
	target := y.nodes[n.Alias]
	if target == nil {
		y.fail(at, "the anchor %s contains itself", clip(n.Value))
		*slot = &Node{Kind: Null, At: at}
		return at, 1
	}
	*slot = target
	y.gain(y.sizes[n.Alias], n)
	return at, y.sizes[n.Alias]
}

// gain counts nodes that the alias n adds.
func (y *yamlReader) gain(nodes int, n *yaml.Node) {
	y.gained = min(y.gained+nodes, MaxExpanded+1)
	if y.gained <= MaxExpanded || y.bombed {
		return
	}
	y.bombed = true
	start := y.start(n.Alias)
	end := min(len(y.data), start+len("&")+len(n.Alias.Anchor))
	alias := y.span(y.start(n), y.start(n))
	y.faults.add(Fault{At: y.span(start, end), Also: alias,
		Text: fmt.Sprintf("aliases of the anchor %s expand, at %s, to more than %s", clip(n.Value), alias.Place(), ExpandedLimit)})
}

func (y *yamlReader) mapping(n *yaml.Node, out *Node, owner int) (size int) {
	start := out.At.Start
	// A pair in a list, [key: value], is a flow mapping without braces.
	braces := n.Style&yaml.FlowStyle != 0 && y.has(start, '{') &&
		(len(n.Content) == 0 || y.start(n.Content[0]) > start)
	end := start
	if braces {
		end++
	}
	out.Members = make([]Member, len(n.Content)/2)
	for i := range out.Members {
		m := &out.Members[i]
		var key *Node
		keyAt, keySize := y.read(n.Content[2*i], &key, -1)
		if key.Kind == Object || key.Kind == Array {
			y.fail(keyAt, "a key must be text, not an %s", key.Kind)
		}
		m.Key, m.KeyAt = key.Text, keyAt
		value := n.Content[2*i+1]
		self := len(y.entries)
		y.entries = append(y.entries, entry{start: keyAt.Start, parent: owner, slot: &m.Value})
		at, valueSize := y.read(value, &m.Value, self)
		if isMissing(value) {
			at = y.afterKey(keyAt.End)
			m.Value.At, y.entries[self].value = at, at
		}
		end = max(end, keyAt.End, at.End)
		size += keySize + valueSize
	}
	if braces {
		end = y.closing(end, '}')
	}
	out.At.End = end
	y.mappings = append(y.mappings, mapping{out, n})
	return size
}

// afterKey is where the value is missing of a key that ends at pos.
func (y *yamlReader) afterKey(pos int) Span {
	if colon := skipGap(y.data, pos); y.has(colon, ':') {
		pos = colon + 1
	}
	return y.span(pos, pos)
}

func (y *yamlReader) sequence(n *yaml.Node, out *Node, owner int) (size int) {
	flow := n.Style&yaml.FlowStyle != 0
	end := out.At.Start
	if flow {
		end++
	}
	out.Items = make([]*Node, len(n.Content))
	for i, item := range n.Content {
		begin := y.start(item)
		if !flow {
			begin = skipGap(y.data, end) // the dash
			end = min(begin+1, len(y.data))
		}
		self := len(y.entries)
		y.entries = append(y.entries, entry{start: begin, parent: owner, slot: &out.Items[i]})
		at, itemSize := y.read(item, &out.Items[i], self)
		if !flow && isMissing(item) {
			at = y.span(end, end)
			out.Items[i].At, y.entries[self].value = at, at
		}
		end = max(end, at.End)
		size += itemSize
	}
	if flow {
		end = y.closing(end, ']')
	}
	out.At.End = end
	return size
}

// closing is the offset after the bracket that closes a flow collection whose
// last entry ends at pos.
func (y *yamlReader) closing(pos int, bracket byte) int {
	for {
		pos = skipGap(y.data, pos)
		switch {
		case y.has(pos, bracket):
			return pos + 1
		case y.has(pos, ','), y.has(pos, ':'), y.has(pos, '?'):
			pos++
		default:
			return pos
		}
	}
}

// finish does what needs the whole tree: comments, merge keys, keys given twice.
func (y *yamlReader) finish(root *Node) {
	if y.bombed {
		return
	}
	copies := attach(y.file, root, y.entries, findComments(y.file, y.from, y.to, y.leaves))
	for _, m := range y.mappings {
		y.settle(m)
	}
	for _, c := range copies {
		comments := slices.Concat(c.of.Comments, c.copy.Comments)
		*c.copy = *c.of
		c.copy.Comments = comments
	}
}

// settle refuses keys that are there twice and merges in what << names.
// Mappings come innermost first and anchors before their aliases, so what is
// merged in is settled already.
func (y *yamlReader) settle(m mapping) {
	members := m.node.Members
	own := members[:0]
	from, mergeAt := -1, -1
	y.keys.reset(len(members))
	for i, member := range members {
		if at := y.keys.add(own, member.Key); at >= 0 {
			y.faults.twice(member.Key, own[at].KeyAt, member.KeyAt)
			continue
		}
		if m.yaml.Content[2*i].Tag == mergeTag {
			from, mergeAt = i, len(own)
		}
		own = append(own, member)
	}
	if mergeAt < 0 {
		m.node.Members = own
		return
	}
	merged := own[mergeAt]
	own = slices.Delete(own, mergeAt, mergeAt+1)
	m.node.Members = y.merge(own, y.sources(merged, m.yaml.Content[2*from+1]))
}

// merge adds the members of the sources whose keys are not there yet. They are
// no more than the nodes that gain has counted.
func (y *yamlReader) merge(own []Member, sources []*Node) []Member {
	total := len(own)
	for _, source := range sources {
		total += len(source.Members)
	}
	y.keys.reset(total)
	for i := range own {
		y.keys.add(own[:i], own[i].Key)
	}
	for _, source := range sources {
		for _, member := range source.Members {
			if y.keys.add(own, member.Key) < 0 {
				own = append(own, member)
			}
		}
	}
	return own
}

// sources are the mappings that the value of a << stands for.
func (y *yamlReader) sources(m Member, n *yaml.Node) (list []*Node) {
	add := func(node *Node, n *yaml.Node) {
		if n.Kind == yaml.AliasNode {
			node = y.nodes[n.Alias]
		}
		if node.Kind != Object {
			y.fail(m.KeyAt, "<< takes a mapping or a list of mappings")
			return
		}
		list = append(list, node)
	}
	if n.Kind != yaml.SequenceNode {
		add(m.Value, n)
		return list
	}
	for i, item := range n.Content {
		add(m.Value.Items[i], item)
	}
	return list
}
