package source

// entry is a member or an item, as far as comments care.
type entry struct {
	start  int  // of the key, the dash or the item
	value  Span // as it is written: an alias, not what it stands for
	parent int  // index of the entry whose value holds this one, -1 for the root
	slot   **Node
}

// aliasCopy is the copy of a node that one alias gets because a comment stands
// beside it: the comment does not speak of the other places that share the node.
type aliasCopy struct{ copy, of *Node }

// attach puts each comment onto the node it speaks of: the value that it stands
// beside, else the entry that follows, else, at the end of a collection, the
// collection. None is dropped, for it may be a waiver. Entries and comments are
// in source order. The copies that it makes are still empty.
func attach(f *File, root *Node, entries []entry, comments []Comment) (copies []aliasCopy) {
	a := attacher{f.Data, f.bom(), root, entries}
	owner, next := -1, 0
	for i, c := range comments {
		for next < len(entries) && entries[next].start < c.At.Start {
			next++
		}
		if i == 0 || !isBlank(f.Data[comments[i-1].At.End:c.At.Start]) {
			owner = a.owner(c, next)
		}
		n := root
		if owner >= 0 {
			e := entries[owner]
			n = *e.slot
			if n.At != e.value {
				n = &Node{At: e.value}
				copies = append(copies, aliasCopy{n, *e.slot})
				*e.slot = n
			}
		}
		n.Comments = append(n.Comments, c)
	}
	return copies
}

type attacher struct {
	data    []byte
	bom     int // length of the byte order mark
	root    *Node
	entries []entry
}

func isBlank(between []byte) bool {
	for _, c := range between {
		if c != ' ' && c != '\t' {
			return false
		}
	}
	return true
}

// owner is the index of the entry that c speaks of, -1 for the root. next is
// the first entry that begins after c.
func (a attacher) owner(c Comment, next int) int {
	last := next - 1
	before := a.before(c.At.Start)
	if last >= 0 && a.entries[last].value.Start >= c.At.End {
		// Between a key and its value, unless the value is a block whose first
		// entry the comment stands above.
		block := next < len(a.entries) && a.entries[next].start == a.entries[last].value.Start
		if before >= 0 || !block {
			return last
		}
		return next
	}
	if before >= 0 && a.endsLine(c) {
		if last >= 0 {
			return a.beside(last, before)
		}
		if a.root.At.Start <= before {
			return -1
		}
	}
	holder := a.holder(c, last)
	switch {
	case next == len(a.entries) || a.entries[next].start >= a.end(holder):
		return holder
	case before < 0 && a.entries[next].parent != last && a.isBlock(holder):
		return a.byIndent(c, last, next)
	}
	return next
}

// before is the offset of the last byte before pos on its line that is neither
// blank nor a comma, or -1.
func (a attacher) before(pos int) int {
	for pos--; pos >= a.bom; pos-- {
		switch a.data[pos] {
		case ' ', '\t', ',':
		case '\n', '\r':
			return -1
		default:
			return pos
		}
	}
	return -1
}

// endsLine reports whether nothing but closing brackets follows c on its line.
func (a attacher) endsLine(c Comment) bool {
	for _, b := range a.data[c.At.End:] {
		switch b {
		case ' ', '\t', ',', ']', '}':
		case '\n', '\r', '/':
			return true
		default:
			return false
		}
	}
	return true
}

// beside is the entry whose text holds the byte at before: the last one that
// began, or the collection that its closing bracket closes.
func (a attacher) beside(last, before int) int {
	if c := a.data[before]; c != ']' && c != '}' {
		return last
	}
	for i := last; i >= 0; i = a.entries[i].parent {
		if a.entries[i].value.End == before+1 {
			return i
		}
	}
	if a.root.At.End == before+1 {
		return -1
	}
	return last
}

// holder is the innermost entry around last whose value holds c, -1 for the root.
func (a attacher) holder(c Comment, last int) int {
	for i := last; i >= 0; i = a.entries[i].parent {
		if v := a.entries[i].value; v.Start < c.At.Start && c.At.End <= v.End {
			return i
		}
	}
	return -1
}

func (a attacher) end(holder int) int {
	if holder < 0 {
		return len(a.data)
	}
	return a.entries[holder].value.End
}

func (a attacher) isBlock(holder int) bool {
	start := a.root.At.Start
	if holder >= 0 {
		start = a.entries[holder].value.Start
	}
	return start < len(a.data) && a.data[start] != '{' && a.data[start] != '['
}

// byIndent is next, or where c is indented deeper, as the end of a block is,
// the collection that ends there.
func (a attacher) byIndent(c Comment, last, next int) int {
	column := a.indent(c.At.Start)
	if last < 0 || column <= a.indent(a.entries[next].start) {
		return next
	}
	for i := last; i >= 0; i = a.entries[i].parent {
		if a.indent(a.entries[i].start) <= column {
			return a.entries[i].parent
		}
	}
	return next
}

// indent is how many bytes of its line lie before pos. It counts up to 1000, two
// for each level, so that a line of megabytes is not counted for each comment.
func (a attacher) indent(pos int) int {
	start := pos
	for start > a.bom && pos-start < 2*MaxDepth && a.data[start-1] != '\n' && a.data[start-1] != '\r' {
		start--
	}
	return pos - start
}

// jsonEntries lists the members and items below n in source order.
func jsonEntries(n *Node, parent int, list []entry) []entry {
	for i := range n.Members {
		m := &n.Members[i]
		list = append(list, entry{m.KeyAt.Start, m.Value.At, parent, &m.Value})
		list = jsonEntries(m.Value, len(list)-1, list)
	}
	for i := range n.Items {
		at := n.Items[i].At
		list = append(list, entry{at.Start, at, parent, &n.Items[i]})
		list = jsonEntries(n.Items[i], len(list)-1, list)
	}
	return list
}
