package source

import (
	"slices"
	"strings"
)

// yamlBuilder makes nodes of what a yamlSkimmer goes over: a tenth of the work
// of a whole YAML parser, for nearly all YAML that there is.
type yamlBuilder struct {
	file     *File
	end      int // of what is read
	root     *Node
	nodes    []Node   // unused rest of the current slab
	members  []Member // of the mappings that are still open
	items    []*Node  // of the sequences that are still open
	comments []Comment
	keys     keySet
	refused  bool // there is a key twice

	scalar *Node  // a plain scalar that may go on in the next line
	text   []byte // its text, once it does
	blank  int    // blank lines since its last line
}

// buildYAML reads the bytes [start, end) of a file: the whole of it, or some
// entries of a block collection. It is nil for what it cannot vouch for.
func buildYAML(f *File, start, end int) *Node {
	if !plainText(f.Data[max(start, f.bom()):end]) {
		return nil
	}
	s := &yamlSkimmer{
		shared: &skim{file: f}, data: f.Data[:end], pos: max(start, f.bom()),
		build: &yamlBuilder{file: f, end: end},
	}
	if start > 0 {
		if !s.begin(nil, start-lineStart(f, start)) {
			return nil
		}
	} else {
		s.skipMarker()
	}
	if !s.part(nil) || s.build.refused {
		return nil
	}
	root := s.build.root
	if root != nil && len(s.build.comments) > 0 {
		attach(f, root, yamlEntries(f.Data, root, -1, nil), s.build.comments)
	}
	return root
}

// yamlEntries lists the members and items below n in source order.
func yamlEntries(data []byte, n *Node, parent int, list []entry) []entry {
	for i := range n.Members {
		m := &n.Members[i]
		list = append(list, entry{m.KeyAt.Start, m.Value.At, parent, &m.Value})
		list = yamlEntries(data, m.Value, len(list)-1, list)
	}
	block := n.Kind == Array && data[n.At.Start] == '-'
	end := n.At.Start
	for i := range n.Items {
		at := n.Items[i].At
		start := at.Start
		if block {
			start = skipGap(data, end) // the dash
			end = max(start+len("-"), at.End)
		}
		list = append(list, entry{start, at, parent, &n.Items[i]})
		list = yamlEntries(data, n.Items[i], len(list)-1, list)
	}
	return list
}

func (b *yamlBuilder) node(kind Kind, start, end int) *Node {
	if len(b.nodes) == 0 {
		b.nodes = make([]Node, slab(b.end-start, 32))
	}
	n := &b.nodes[0]
	b.nodes = b.nodes[1:]
	n.Kind, n.At = kind, Span{b.file, start, end}
	return n
}

// plain is the node of a plain scalar.
func (b *yamlBuilder) plain(text string, start, end int) *Node {
	n := b.node(coreKind(text), start, end)
	n.Text, n.Plain = text, true
	return n
}

func (b *yamlBuilder) str(text string, start, end int) *Node {
	n := b.node(String, start, end)
	n.Text = text
	return n
}

// set makes n the value of the last entry of a level.
func (b *yamlBuilder) set(level *yamlLevel, n *Node) {
	switch {
	case level.column < 0:
		b.root = n
	case level.list:
		b.items[len(b.items)-1] = n
	default:
		b.members[len(b.members)-1].Value = n
	}
}

// open begins the collection that is the value of a level's last entry.
func (b *yamlBuilder) open(parent, level *yamlLevel, start int) {
	kind := Object
	level.base = len(b.members)
	if level.list {
		kind, level.base = Array, len(b.items)
	}
	level.node = b.node(kind, start, start)
	b.set(parent, level.node)
}

// missing is the value of the last entry of a level that has none.
func (b *yamlBuilder) missing(level *yamlLevel) {
	end := level.start + len("-")
	if !level.list {
		end = b.members[len(b.members)-1].KeyAt.End + len(":")
	}
	b.set(level, b.plain("", end, end))
}

// finish completes the collection of a level; false where it has a key twice.
func (b *yamlBuilder) finish(level *yamlLevel) bool {
	n := level.node
	if level.list {
		n.Items = slices.Clone(b.items[level.base:])
		b.items = b.items[:level.base]
		n.At.End = max(level.start+len("-"), n.Items[len(n.Items)-1].At.End)
		return true
	}
	n.Members = slices.Clone(b.members[level.base:])
	b.members = b.members[:level.base]
	last := n.Members[len(n.Members)-1]
	n.At.End = max(last.KeyAt.End, last.Value.At.End)
	return !b.twice(n.Members)
}

func (b *yamlBuilder) twice(members []Member) bool {
	b.keys.reset(len(members))
	for i := range members {
		if b.keys.add(members[:i], members[i].Key) >= 0 {
			return true
		}
	}
	return false
}

// begin notes a plain scalar that may go on.
func (b *yamlBuilder) begin(n *Node) {
	b.scalar, b.text, b.blank = n, nil, 0
}

// goOn adds a line to the plain scalar.
func (b *yamlBuilder) goOn(line []byte, end int) {
	if b.text == nil {
		b.text = append(b.text, b.scalar.Text...)
	}
	b.text = appendFold(b.text, b.blank)
	b.text = append(b.text, line...)
	b.scalar.At.End = end
	b.blank = 0
}

// settle ends the plain scalar, if there is one.
func (b *yamlBuilder) settle() {
	if b.text != nil {
		b.scalar.Text = string(b.text)
		b.scalar.Kind = coreKind(b.scalar.Text)
	}
	b.scalar, b.text = nil, nil
}

// appendFold adds what a line break comes to that so many blank lines follow.
func appendFold(text []byte, blank int) []byte {
	if blank == 0 {
		return append(text, ' ')
	}
	return append(text, strings.Repeat("\n", blank)...)
}

// comment notes the comment at [start, end).
func (b *yamlBuilder) comment(start, end int) {
	text := strings.TrimSpace(strings.TrimLeft(string(b.file.Data[start:end]), "#"))
	b.comments = append(b.comments, Comment{text, Span{b.file, start, end}})
}

// value is the node of a quoted scalar or a flow collection at [pos, end).
func (b *yamlBuilder) value(data []byte, pos, end int) *Node {
	if data[pos] == '"' || data[pos] == '\'' {
		return b.str(unquoteYAML(data[pos:end]), pos, end)
	}
	n, _ := b.flow(data, pos)
	return n
}
