package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Members and items are added and taken away in the layout of those beside them.
func TestReshape(t *testing.T) {
	add := func(after, key, value string) func(*Node) (Edit, bool) {
		return func(n *Node) (Edit, bool) { return AddMember(n, after, key, value) }
	}
	item := func(value string) func(*Node) (Edit, bool) {
		return func(n *Node) (Edit, bool) { return AddItem(n.Value("a"), value) }
	}
	drop := func(i int) func(*Node) (Edit, bool) {
		return func(n *Node) (Edit, bool) { return RemoveItem(n.Value("a"), n.Value("a").Items[i]) }
	}
	without := func(key string) func(*Node) (Edit, bool) {
		return func(n *Node) (Edit, bool) { return RemoveMember(n, key) }
	}
	for _, c := range []struct {
		name, text string
		edit       func(*Node) (Edit, bool)
		want       string // "": it is not done
	}{
		{"one line", `{"a": 1, "b": 2}`, add("a", "n", "0"), `{"a": 1, "n": 0, "b": 2}`},
		{"the last", `{"a": 1, "b": 2}`, add("b", "n", "0"), `{"a": 1, "b": 2, "n": 0}`},
		{"minified", `{"a":1}`, add("a", "n", "0"), `{"a":1,"n":0}`},
		{"lines", "{\n\t\"a\" : 1\n}", add("a", "n", "0"), "{\n\t\"a\" : 1,\n\t\"n\" : 0\n}"},
		{"CRLF", "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}", add("a", "n", "0"), "{\r\n  \"a\": 1,\r\n  \"n\": 0,\r\n  \"b\": 2\r\n}"},
		{"a comment beside", "{\n  \"a\": 1, // of a\n}", add("a", "n", "0"), "{\n  \"n\": 0,\n  \"a\": 1, // of a\n}"},
		{"a trailing comma", "{\"a\": 1,}", add("a", "n", "0"), "{\"a\": 1, \"n\": 0,}"},
		{"YAML", "a: 1\nb: 2\n", add("a", "n", "0"), "a: 1\nn: 0\nb: 2\n"},
		{"YAML, the last, without a line end", "a: 1 # of a", add("a", "n", "0"), "a: 1 # of a\nn: 0"},
		{"YAML in CRLF", "a: 1\r\nb: 2\r\n", add("a", "n", "0"), "a: 1\r\nn: 0\r\nb: 2\r\n"},
		{"YAML, quoted", "'a': 1\n", add("a", "n", "0"), "'a': 1\n'n': 0\n"},
		{"YAML, a block scalar", "a: |\n  text\nb: 2\n", add("a", "n", "0"), "a: |\n  text\nn: 0\nb: 2\n"},
		{"YAML, a nested block", "a:\n  x: 1\nb: 2\n", add("a", "n", "0"), "a:\n  x: 1\nn: 0\nb: 2\n"},
		{"YAML between braces", "{a: 1}\n", add("a", "n", "0"), "{a: 1, n: 0}\n"},
		{"no such member", `{"a": 1}`, add("b", "n", "0"), ""},
		{"a merged member", "x: &x {a: 1}\ny: {<<: *x}\n", func(n *Node) (Edit, bool) { return AddMember(n.Value("y"), "a", "n", "0") }, ""},

		{"an item", `{"a": [1, 2]}`, item("3"), `{"a": [1, 2, 3]}`},
		{"of none", `{"a": []}`, item("3"), `{"a": [3]}`},
		{"of one", `{"a": [1]}`, item("3"), `{"a": [1, 3]}`},
		{"of one, minified", `{"a":[1]}`, item("3"), `{"a":[1,3]}`},
		{"of lines", "{\"a\": [\n    1,\n    2\n  ]}", item("3"), "{\"a\": [\n    1,\n    2,\n    3\n  ]}"},
		{"of one line", "{\"a\": [\n    1\n  ]}", item("3"), "{\"a\": [\n    1,\n    3\n  ]}"},
		{"beside a comment", "{\"a\": [\n  1, // one\n]}", item("3"), "{\"a\": [\n  3,\n  1, // one\n]}"},
		{"YAML list", "a:\n  - 1\n  - 2 # two\nb: 2\n", item("3"), "a:\n  - 1\n  - 2 # two\n  - 3\nb: 2\n"},
		{"YAML list, wide dash", "a:\n-   1\n", item("3"), "a:\n-   1\n- 3\n"},

		{"without the first", `{"a": [1, 2, 3]}`, drop(0), `{"a": [2, 3]}`},
		{"without one between", `{"a": [1, 2, 3]}`, drop(1), `{"a": [1, 3]}`},
		{"without the last", `{"a": [1, 2, 3]}`, drop(2), `{"a": [1, 2]}`},
		{"without the only one", `{"a": [1]}`, drop(0), `{"a": []}`},
		{"without the last, a trailing comma", "{\"a\": [\n  1,\n  2,\n]}", drop(1), "{\"a\": [\n  1,\n]}"},
		{"without the only one, a trailing comma", "{\"a\": [\n  1,\n]}", drop(0), "{\"a\": [\n  \n]}"},
		{"a comment between", "{\"a\": [1, /* waive */ 2]}", drop(1), ""},
		{"a comment of its own", "{\"a\": [\n  1,\n  2 // two\n]}", drop(1), ""},
		{"YAML line", "a:\n  - 1\n  - 2\nb: 2\n", drop(0), "a:\n  - 2\nb: 2\n"},
		{"YAML line, the last", "a:\n  - 1\n  - 2\nb: 2\n", drop(1), "a:\n  - 1\nb: 2\n"},
		{"YAML line, CRLF", "a:\r\n  - 1\r\n  - 2\r\n", drop(1), "a:\r\n  - 1\r\n"},
		{"YAML line with a comment", "a:\n  - 1\n  - 2 # two\n", drop(1), ""},
		{"YAML, the only one", "a:\n  - 1\n", drop(0), ""},
		{"YAML, on one line with another", "a:\n  - - 1\n    - 2\n", func(n *Node) (Edit, bool) {
			inner := n.Value("a").Items[0]
			return RemoveItem(inner, inner.Items[0])
		}, ""},

		{"without a member", "{\n  \"a\": 1,\n  \"b\": {\"x\": 1}\n}", without("b"), "{\n  \"a\": 1\n}"},
		{"without the first member", "{\"a\": 1, \"b\": 2}", without("a"), "{\"b\": 2}"},
		{"without a YAML member", "a: 1\nb:\n  x: 1\nc: 3\n", without("b"), "a: 1\nc: 3\n"},
	} {
		f := &File{Name: "f", Data: []byte(c.text)}
		root, faults := Parse(f)
		if root == nil {
			t.Fatalf("%s: %v", c.name, faults)
		}
		e, ok := c.edit(root)
		got := ""
		if ok {
			data, err := Apply(f, []Edit{e})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			got = string(data)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", c.name, diff)
		}
	}
}

// FuzzReshape holds that an edit changes what it is to change, and that what is
// read again differs in nothing else.
func FuzzReshape(f *testing.F) {
	for _, seed := range []string{
		`{"a": [1, {"b": null}], "c": "d"}`, "a:\n  - 1\n  - b: 2\n    c: [x, y]\n", "{\n\t// x\n\t\"a\": [\n\t\t1,\n\t],\n}", "x: {a: 1}\ny: [{b: 'c', \"d\": e}]\n", "- - 1\n  - 2\n- a: |\n    b\n",
	} {
		f.Add(seed, 1)
	}
	f.Fuzz(func(t *testing.T, text string, at int) {
		file := &File{Name: "f.yaml", Data: []byte(text)}
		if notUTF8(file) != nil {
			return
		}
		var root *Node
		var faults []Fault
		var read func(*File) (*Node, []Fault)
		for _, read = range []func(*File) (*Node, []Fault){ParseJSON, ParseJSONC, ParseYAML} {
			if root, faults = read(file); root != nil {
				break
			}
		}
		if root == nil || len(faults) > 0 || strings.ContainsAny(text, "&!|>?") {
			// What aliases share changes in many places; tags, block scalars and explicit keys hang together with their neighbours.
			return
		}
		nodes := collections(root, nil)
		if len(nodes) == 0 {
			return
		}
		n := nodes[(at%len(nodes)+len(nodes))%len(nodes)]
		for what, c := range changes(n) {
			if !c.ok {
				continue
			}
			data, err := Apply(file, []Edit{c.edit})
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			again, faults := read(&File{Name: "f.yaml", Data: data})
			if again == nil {
				t.Fatalf("%s of %q makes %q: %v", what, text, data, faults)
			}
			was := *n
			*n = c.want
			want := root.JSON()
			*n = was
			if got := again.JSON(); got != want {
				t.Fatalf("%s of %q makes %q, which reads as\n%s\nwant\n%s", what, text, data, got, want)
			}
		}
	})
}

type change struct {
	edit Edit
	ok   bool
	want Node
}

func changes(n *Node) map[string]change {
	all := map[string]change{}
	zero := &Node{Kind: Number, Text: "0"}
	if n.Kind == Array {
		e, ok := AddItem(n, "0")
		want := *n
		want.Items = append(append([]*Node(nil), n.Items...), zero)
		if ok && len(n.Items) > 0 && !strings.HasPrefix(e.New, ",") && braced(n) { // before the last one
			last := len(n.Items) - 1
			want.Items = append(append(append([]*Node(nil), n.Items[:last]...), zero), n.Items[last])
		}
		all["adding"] = change{e, ok, want}
	}
	for i := range n.Items {
		e, ok := RemoveItem(n, n.Items[i])
		want := *n
		want.Items = append(append([]*Node(nil), n.Items[:i]...), n.Items[i+1:]...)
		all[fmt.Sprint("removing item ", i)] = change{e, ok, want}
	}
	for i := range n.Members {
		e, ok := RemoveMember(n, n.Members[i].Key)
		want := *n
		want.Members = append(append([]Member(nil), n.Members[:i]...), n.Members[i+1:]...)
		all[fmt.Sprint("removing member ", i)] = change{e, ok, want}
	}
	return all
}

func collections(n *Node, all []*Node) []*Node {
	if n.Kind != Array && n.Kind != Object || len(all) > 50 {
		return all
	}
	all = append(all, n)
	for _, m := range n.Members {
		all = collections(m.Value, all)
	}
	for _, item := range n.Items {
		all = collections(item, all)
	}
	return all
}
