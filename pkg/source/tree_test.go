package source

import (
	"fmt"
	"strings"
	"testing"
)

// file is a file of the test's own with that content.
func file(content string) *File { return &File{Name: "t", Data: []byte(content)} }

// messages are faults as they are printed.
func messages(faults []Fault) []string {
	var list []string
	for _, f := range faults {
		list = append(list, f.Error())
	}
	return list
}

// outline writes a tree with the text that each span covers, one node a line.
func outline(n *Node) string {
	var b strings.Builder
	writeOutline(&b, n, "", "")
	return b.String()
}

func writeOutline(b *strings.Builder, n *Node, indent, label string) {
	fmt.Fprintf(b, "%s%s%s", indent, label, n.Kind)
	if n.Plain {
		b.WriteString(" plain")
	}
	if n.Kind != Object && n.Kind != Array {
		fmt.Fprintf(b, " %q", n.Text)
	}
	fmt.Fprintf(b, " at %q", n.At.Text())
	for _, c := range n.Comments {
		fmt.Fprintf(b, " #%s", c.Text)
	}
	b.WriteByte('\n')
	for _, m := range n.Members {
		writeOutline(b, m.Value, indent+"  ", fmt.Sprintf("%s %q: ", m.Key, m.KeyAt.Text()))
	}
	for _, item := range n.Items {
		writeOutline(b, item, indent+"  ", "- ")
	}
}

// comments lists "path: comment" for every comment of a tree, in source order.
func comments(n *Node, path string) (list []string) {
	for _, c := range n.Comments {
		list = append(list, strings.TrimPrefix(path, ".")+": "+c.Text)
	}
	for _, m := range n.Members {
		list = append(list, comments(m.Value, path+"."+m.Key)...)
	}
	for i, item := range n.Items {
		list = append(list, comments(item, fmt.Sprintf("%s[%d]", path, i))...)
	}
	return list
}

// checkSpans fails where a span of the tree is outside the file or outside the
// span around it. Shared nodes lie elsewhere.
func checkSpans(t *testing.T, f *File, root *Node, nested bool) {
	t.Helper()
	seen := map[*Node]bool{}
	inside := func(what string, s, around Span) {
		if s.File != f || s.Start < 0 || s.End < s.Start || s.End > len(f.Data) {
			t.Fatalf("%s has the span [%d,%d) of a file of %d bytes", what, s.Start, s.End, len(f.Data))
		}
		if nested && (s.Start < around.Start || s.End > around.End) {
			t.Fatalf("%s has the span [%d,%d), which is not inside [%d,%d)", what, s.Start, s.End, around.Start, around.End)
		}
	}
	var walk func(n *Node, around Span)
	walk = func(n *Node, around Span) {
		if seen[n] {
			return
		}
		seen[n] = true
		inside(n.Kind.String()+" "+n.Text, n.At, around)
		for _, m := range n.Members {
			inside("key "+m.Key, m.KeyAt, n.At)
			walk(m.Value, n.At)
		}
		for _, item := range n.Items {
			walk(item, n.At)
		}
	}
	walk(root, Span{f, 0, len(f.Data)})
}
