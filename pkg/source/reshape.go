package source

import (
	"bytes"
	"strings"
)

// Place is a value in a tree and the way to it.
type Place struct {
	Node   *Node
	Member *Member // whose value it is; nil of an item and of the root
	Holder *Place  // of the object or array that it is in; nil of the root
}

// PlaceAt is the member whose key has the span, or the value that has it; nil
// where a tree has neither. Of several values of one span it is the outermost.
func PlaceAt(root *Node, at Span) *Place {
	var aliased map[*Node]bool // that were looked through: what an alias stands for lies elsewhere
	var find func(p *Place) *Place
	find = func(p *Place) *Place {
		if p.Node.At == at || p.Member != nil && p.Member.KeyAt == at {
			return p
		}
		within := func(n *Node) bool {
			if inside(n.At, p.Node.At) {
				return inside(at, n.At)
			}
			if aliased[n] {
				return false
			}
			if aliased == nil {
				aliased = map[*Node]bool{}
			}
			aliased[n] = true
			return true
		}
		for i := range p.Node.Members {
			if m := &p.Node.Members[i]; m.KeyAt == at || within(m.Value) {
				if found := find(&Place{m.Value, m, p}); found != nil {
					return found
				}
			}
		}
		for _, item := range p.Node.Items {
			if within(item) {
				if found := find(&Place{item, nil, p}); found != nil {
					return found
				}
			}
		}
		return nil
	}
	return find(&Place{Node: root})
}

func inside(at, of Span) bool { return at.File == of.File && at.Start >= of.Start && at.End <= of.End }

// AddMember is the edit that puts a member into an object, behind the one that is
// called after, in the layout of those that stand there. key is not quoted yet,
// value is spelled already. ok is false where there is no telling how.
func AddMember(n *Node, after, key, value string) (e Edit, ok bool) {
	data := n.At.File.Data
	m := n.Member(after)
	if m == nil || !inside(m.KeyAt, n.At) || m.Value.At.Start < m.KeyAt.End {
		return Edit{}, false
	}
	key = likeText(m.KeyAt.Text(), key)
	if !braced(n) {
		return addLine(n.At.File, m.Value.At.End, m.KeyAt.Start, key+": "+value)
	}
	colon := string(data[m.KeyAt.End:m.Value.At.Start])
	if strings.Trim(colon, ": \t") != "" {
		colon = ": "
	}
	gap := gapBefore(n, memberSpans(n), m)
	if commentBeside(data, m.Value.At.End) {
		// Behind the member its comment would speak of the new one.
		return Edit{At: Span{n.At.File, m.KeyAt.Start, m.KeyAt.Start}, New: key + colon + value + "," + gap}, true
	}
	return Edit{At: Span{n.At.File, m.Value.At.End, m.Value.At.End}, New: "," + gap + key + colon + value}, true
}

// AddItem is the edit that puts an item at the end of an array, in the layout of
// those that stand there; before the last one where a comment is beside that, which
// would speak of the new one. value is spelled already.
func AddItem(n *Node, value string) (e Edit, ok bool) {
	data := n.At.File.Data
	if len(n.Items) == 0 {
		if !braced(n) {
			return Edit{}, false
		}
		return Edit{At: Span{n.At.File, n.At.Start + 1, n.At.Start + 1}, New: value}, true
	}
	spans := itemSpans(n)
	last := spans[len(spans)-1]
	if !inside(last, n.At) {
		return Edit{}, false
	}
	if !braced(n) {
		dash := dashBefore(data, last.Start)
		if dash < 0 || last.Start == last.End {
			return Edit{}, false
		}
		return addLine(n.At.File, last.End, dash, "- "+value)
	}
	gap, ok := between(data, spans, len(spans)-1)
	if !ok {
		gap = " "
		if lead := string(data[n.At.Start+1 : spans[0].Start]); strings.Trim(lead, " \t\r\n") == "" && strings.Contains(lead, "\n") {
			gap = lead
		} else if n.At.Start > 0 && data[n.At.Start-1] == ':' {
			gap = ""
		}
	}
	if commentBeside(data, last.End) {
		return Edit{At: Span{n.At.File, last.Start, last.Start}, New: value + "," + gap}, true
	}
	return Edit{At: Span{n.At.File, last.End, last.End}, New: "," + gap + value}, true
}

// RemoveItem is the edit that takes an item out of an array, with the comma or
// the line that is its own.
func RemoveItem(n, item *Node) (e Edit, ok bool) {
	spans := itemSpans(n)
	for i, it := range n.Items {
		if it == item {
			return remove(n, spans, i)
		}
	}
	return Edit{}, false
}

// RemoveMember is the edit that takes a member out of an object.
func RemoveMember(n *Node, key string) (e Edit, ok bool) {
	for i := range n.Members {
		if n.Members[i].Key == key {
			return remove(n, memberSpans(n), i)
		}
	}
	return Edit{}, false
}

// remove takes away the entry of a collection at an index. What stands between
// it and its neighbour must be a comma alone: a comment there may be a waiver.
func remove(n *Node, spans []Span, i int) (e Edit, ok bool) {
	f := n.At.File
	if !inside(spans[i], n.At) {
		return Edit{}, false
	}
	if !braced(n) {
		if len(spans) == 1 {
			return Edit{}, false
		}
		return removeLines(f, spans[i], n.Kind == Array)
	}
	if lead := f.Data[n.At.Start+1 : max(n.At.Start+1, spans[0].Start)]; len(bytes.TrimLeft(lead, " \t\r\n")) > 0 {
		return Edit{}, false // a comment, a tag
	}
	if len(spans) == 1 {
		at := spans[i]
		if rest := bytes.TrimLeft(f.Data[at.End:n.At.End], " \t\r\n"); len(rest) > 0 && rest[0] == ',' { // a trailing one
			at.End = n.At.End - len(rest) + 1
		}
		return Edit{At: at}, !commentBeside(f.Data, spans[i].End)
	}
	from, to := spans[i].Start, spans[i].End
	if i > 0 {
		_, ok = between(f.Data, spans, i)
		from = spans[i-1].End
	} else {
		_, ok = between(f.Data, spans, 1)
		to = spans[1].Start
	}
	return Edit{At: Span{f, from, to}}, ok && !commentBeside(f.Data, spans[i].End)
}

// removeLines takes away the lines of an entry in block style.
func removeLines(f *File, at Span, item bool) (e Edit, ok bool) {
	start := at.Start
	if item {
		if start = dashBefore(f.Data, at.Start); start < 0 {
			return Edit{}, false
		}
	}
	from := lineStart(f, start)
	if bytes.Count(f.Data, []byte("\r")) != bytes.Count(f.Data, []byte("\r\n")) || !isBlank(f.Data[from:start]) || commentBeside(f.Data, at.End) {
		return Edit{}, false
	}
	to := lineEnd(f.Data, at.End)
	if at.End > at.Start && f.Data[at.End-1] == '\n' {
		to = at.End
	} else {
		for to < len(f.Data) && f.Data[to] == '\r' {
			to++
		}
		if to < len(f.Data) && f.Data[to] == '\n' {
			to++
		}
	}
	return Edit{At: Span{f, from, to}}, true
}

// braced reports whether a collection is written between brackets.
func braced(n *Node) bool {
	c := n.At.File.Data[n.At.Start]
	return c == '{' || c == '['
}

func itemSpans(n *Node) []Span {
	spans := make([]Span, len(n.Items))
	for i, item := range n.Items {
		spans[i] = item.At
	}
	return spans
}

func memberSpans(n *Node) []Span {
	spans := make([]Span, len(n.Members))
	for i, m := range n.Members {
		spans[i] = Span{m.KeyAt.File, m.KeyAt.Start, max(m.KeyAt.End, m.Value.At.End)}
	}
	return spans
}

// between is the blanks behind the comma before the entry at an index; ok is
// false where there is more than a comma and blanks.
func between(data []byte, spans []Span, i int) (gap string, ok bool) {
	if i < 1 || spans[i].Start < spans[i-1].End {
		return "", false
	}
	before, gap, ok := strings.Cut(string(data[spans[i-1].End:spans[i].Start]), ",")
	return gap, ok && strings.Trim(before+gap, " \t\r\n") == ""
}

// gapBefore is what stands between the entries of an object around a member.
func gapBefore(n *Node, spans []Span, m *Member) string {
	data := n.At.File.Data
	for i := range spans {
		if gap, ok := between(data, spans, i); ok && (spans[i].Start == m.KeyAt.Start || i > 0 && spans[i-1].Start == m.KeyAt.Start) {
			return gap
		}
	}
	lead := string(data[n.At.Start+1 : spans[0].Start])
	switch {
	case strings.Trim(lead, " \t\r\n") == "" && strings.Contains(lead, "\n"):
		return lead
	case m.Value.At.Start == m.KeyAt.End+1: // "type":"string"
		return ""
	}
	return " "
}

// commentBeside reports whether a comment follows on the line, behind a comma or not.
func commentBeside(data []byte, pos int) bool {
	rest := bytes.TrimLeft(data[pos:], " \t,") // not to the line's end first: a minified file is one line
	return bytes.HasPrefix(rest, []byte("//")) || bytes.HasPrefix(rest, []byte("/*")) || bytes.HasPrefix(rest, []byte("#"))
}

// dashBefore is the offset of the dash that an item of a block sequence stands
// behind, or -1.
func dashBefore(data []byte, pos int) int {
	for pos--; pos >= 0; pos-- {
		switch data[pos] {
		case ' ', '\t':
		case '-':
			return pos
		default:
			return -1
		}
	}
	return -1
}

// addLine puts a line below the one that end is on, as far in as the byte at like.
// Lines that a lone CR ends are not counted here.
func addLine(f *File, end, like int, text string) (e Edit, ok bool) {
	if bytes.Count(f.Data, []byte("\r")) != bytes.Count(f.Data, []byte("\r\n")) {
		return Edit{}, false
	}
	column := like - lineStart(f, like)
	newline := "\n"
	if bytes.Contains(f.Data, []byte("\r\n")) {
		newline = "\r\n"
	}
	text = strings.Repeat(" ", column) + text
	if end > 0 && f.Data[end-1] == '\n' { // a block scalar ends with its line
		return Edit{At: Span{f, end, end}, New: text + newline}, true
	}
	end = lineEnd(f.Data, end)
	return Edit{At: Span{f, end, end}, New: newline + text}, true
}

// likeText is a name with the quotes that another one has.
func likeText(like, name string) string {
	switch {
	case strings.HasPrefix(like, `"`):
		return Quote(name)
	case strings.HasPrefix(like, "'"):
		return "'" + strings.ReplaceAll(name, "'", "''") + "'"
	}
	return name
}
