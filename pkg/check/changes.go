package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Change is one thing that a server now says otherwise than a file that was kept
// of it.
type Change struct {
	At   source.Span // in the file: of what is otherwise, or of what holds it
	Tool string
	Text string // lower case, no final stop: `inputSchema.type is "string" now, not "integer"`
}

// Changes are what differs between the tools that a file holds and those of a
// list, in the order of the file, new tools last. The order of tools and of keys
// is no difference, and neither is white space. ok is false, with faults, where
// the file is no answer to tools/list.
func Changes(file, list *source.File) (changes []Change, faults []source.Fault, ok bool) {
	was, faults, ok := toolsOf(file)
	if !ok {
		return nil, faults, false
	}
	is, more, ok := toolsOf(list)
	if !ok {
		return nil, more, false
	}
	for _, m := range was {
		now := member(is, m.Key)
		if now == nil {
			changes = append(changes, Change{m.Value.At, m.Key, "the tool is gone"})
			continue
		}
		d := changed{tool: m.Key}
		d.walk("", m.Value, now)
		changes = append(changes, d.all...)
	}
	for _, m := range is {
		if member(was, m.Key) == nil {
			changes = append(changes, Change{source.Span{File: file}, m.Key, "the tool is new"})
		}
	}
	return changes, nil, true
}

// toolsOf are the tools of an answer to tools/list, with or without its envelope,
// under their names.
func toolsOf(f *source.File) (tools []source.Member, faults []source.Fault, ok bool) {
	root, faults := source.Parse(f)
	if root == nil {
		return nil, faults, false
	}
	list := root
	if result := root.Value("result"); result != nil {
		list = result
	}
	if inner := list.Value("tools"); inner != nil {
		list = inner
	}
	if list.Kind != source.Array {
		return nil, []source.Fault{{At: root.At, Text: "this is no list of MCP tools"}}, false
	}
	for _, n := range list.Items {
		name, _ := n.Value("name").Str()
		tools = append(tools, source.Member{Key: name, Value: n})
	}
	return tools, nil, true
}

func member(all []source.Member, key string) *source.Node {
	for _, m := range all {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// changed gathers what has changed of one tool.
type changed struct {
	tool string
	all  []Change
}

func (d *changed) add(at source.Span, format string, args ...any) {
	d.all = append(d.all, Change{at, d.tool, fmt.Sprintf(format, args...)})
}

func (d *changed) walk(path string, was, is *source.Node) {
	switch {
	case was.Kind == source.Object && is.Kind == source.Object:
		d.object(path, was, is)
	case was.Kind == source.Array && is.Kind == source.Array && !flat(was) && !flat(is):
		d.array(path, was, is)
	case was.Kind != is.Kind || was.JSON() != is.JSON():
		before, now := apart(was.JSON(), is.JSON())
		d.add(was.At, "%s is %s now, not %s", path, now, before)
	}
}

func (d *changed) object(path string, was, is *source.Node) {
	for _, m := range was.Members {
		at := bind.Join(path, m.Key)
		if now := is.Value(m.Key); now != nil {
			d.walk(at, m.Value, now)
		} else {
			d.add(m.KeyAt, "%s is gone", at)
		}
	}
	for _, m := range is.Members {
		if was.Value(m.Key) == nil {
			d.add(was.At, "%s is new: %s", bind.Join(path, m.Key), clip(m.Value.JSON()))
		}
	}
}

func (d *changed) array(path string, was, is *source.Node) {
	for i := range max(len(was.Items), len(is.Items)) {
		at := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case i >= len(is.Items):
			d.add(was.Items[i].At, "%s is gone", at)
		case i >= len(was.Items):
			d.add(was.At, "%s is new: %s", at, clip(is.Items[i].JSON()))
		default:
			d.walk(at, was.Items[i], is.Items[i])
		}
	}
}

// flat reports whether a list is one of plain values, to be read as a whole.
func flat(n *source.Node) bool {
	return !slices.ContainsFunc(n.Items, func(item *source.Node) bool {
		return item.Kind == source.Object || item.Kind == source.Array
	})
}

const (
	mostShown = 80 // code points of a value that are shown
	leadShown = 20 // of what goes before the first difference
)

func clip(s string) string {
	if utf8.RuneCountInString(s) <= mostShown {
		return s
	}
	return string([]rune(s)[:mostShown-1]) + "…"
}

// apart shortens two values to where they differ.
func apart(a, b string) (string, string) {
	ra, rb := []rune(a), []rune(b)
	same := 0
	for same < len(ra) && same < len(rb) && ra[same] == rb[same] {
		same++
	}
	cut := func(r []rune) string {
		if len(r) <= mostShown || same <= leadShown {
			return clip(string(r))
		}
		return "…" + clip(strings.TrimSpace(string(r[same-leadShown:])))
	}
	return cut(ra), cut(rb)
}
