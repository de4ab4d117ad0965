package source

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzSkimJSON: what Skim accepts Parse reads too, and both say the same.
func FuzzSkimJSON(f *testing.F) {
	for _, seed := range jsonSeeds {
		f.Add(seed, 1)
	}
	for _, seed := range []string{
		`{"a":{"b":{"c":[1,{"d":"e"}],"f":null}},"g":[]}`, "{\r\n        \"a\" :\t{ \"\\u0061\\\"\" : -1.5e+3 }\n}\n",
		`{"a":"\ud83d\ude00 \ud83d","long key of more than eight bytes":"12345678\n"}`, "\ufeff{\"\u2028\":\"\u0085\"}",
		`{"a":{"$ref":"#/b"},"b":[{ "$ref" : "c\u0041" , "d":1},{"$ref":7},{"e":1,"$ref":"f"},{}]}`,
	} {
		f.Add(seed, 2)
	}
	f.Fuzz(func(t *testing.T, text string, levels int) { checkSkim(t, text, levels&7) })
}

// checkBuilt holds a tree that was built without the library against the library's.
func checkBuilt(t *testing.T, text string) {
	f := &File{Name: "t", Data: []byte(text)}
	if notUTF8(f) != nil {
		return
	}
	got := buildYAML(f, 0, len(f.Data))
	if got == nil {
		return
	}
	want, faults := readYAML(f, withoutVersion(f), 0, len(f.Data))
	if want == nil || len(faults) > 0 {
		t.Fatalf("%q: built what the library refuses: %v", text, messages(faults))
	}
	if diff := cmp.Diff(dumpNode(want, true), dumpNode(got, true)); diff != "" {
		t.Fatalf("%q (-library +built)\n%s", text, diff)
	}
}

// FuzzSkimYAML is FuzzSkimJSON for YAML.
func FuzzSkimYAML(f *testing.F) {
	for _, seed := range yamlSkimSeeds {
		f.Add(seed, 2)
	}
	f.Fuzz(func(t *testing.T, text string, levels int) {
		checkSkim(t, text, levels&7)
		checkBuilt(t, text)
		checkHalves(t, text, levels&7)
	})
}

// checkHalves holds the outline that is made in halves, wherever the middle is
// taken to be, against the one that is made in one go.
func checkHalves(t *testing.T, text string, levels int) (halved int) {
	f := &File{Name: "t", Data: []byte(text)}
	if notUTF8(f) != nil || levels == 0 {
		return 0
	}
	whole := skimWhole(f, levels)
	for middle := f.bom(); middle < min(len(text), 200); middle++ {
		cut, ok := cutYAML(f.Data, f.bom(), middle, levels)
		if !ok {
			continue
		}
		halves := skimHalves(f, levels, cut)
		if halves == nil {
			continue
		}
		halved++
		if whole == nil {
			t.Fatalf("%q, cut at %d behind %v: the halves are vouched for, the whole is not", text, cut.at, cut.keys)
		}
		if diff := cmp.Diff(dumpOutline(whole), dumpOutline(halves)); diff != "" {
			t.Fatalf("%q, cut at %d behind %v (-whole +halves)\n%s", text, cut.at, cut.keys, diff)
		}
	}
	return halved
}

// dumpOutline is all that an outline knows without looking further.
func dumpOutline(o *Outline) string {
	var out strings.Builder
	var dump func(o *Outline, key string)
	dump = func(o *Outline, key string) {
		fmt.Fprintf(&out, "%s: [%d,%d) %v %d %v %v\n", key, o.start, o.end, o.kind, o.form, o.text, o.open)
		for _, m := range o.members {
			dump(m.Value, fmt.Sprintf("%s.%s@%d-%d", key, m.Key, m.KeyAt.Start, m.KeyAt.End))
		}
		for i, item := range o.items {
			dump(item, fmt.Sprintf("%s[%d]", key, i))
		}
	}
	dump(o, "")
	return out.String()
}

// TestSkimHalves: a file that is cut at any of its keys has the outline of the whole.
func TestSkimHalves(t *testing.T) {
	for _, c := range []struct {
		text   string
		levels int
		cuts   int // of all offsets, those that are taken for the middle of two halves
	}{
		{"a: 1\nb: 2\nc: 3\n", 3, 10},
		{"a:\n  b:\n    c: 1\n    d: 'x'\n  e: 5\nf: 6\n", 3, 37},
		{"a:\r\n  b:\r\n    c: |\r\n      text:\r\n\r\n    d: 'x'\r\n  e:\r\n    - 5\r\n    - 6\r\nf: 6\r\n", 3, 73},
		{"a:\n  b: 1\n# c\n  d: 2\n\n  e: 3\n  d: 4\n", 2, 0}, // a key twice, in either half
		{"a:\n- b: 1\n  c: 2\n- b: 3\nd: 4\n", 3, 5},          // nowhere in the list,
		{"a: >\n  b:\n    c: d\n  e: f\ng: h\n", 3, 10},       // nowhere in the text,
	} {
		if got := checkHalves(t, c.text, c.levels); got != c.cuts {
			t.Errorf("%q was halved at %d offsets, not at %d", c.text, got, c.cuts)
		}
	}
	for _, seed := range yamlSkimSeeds {
		for levels := 1; levels < 5; levels++ {
			checkHalves(t, seed, levels)
		}
	}
}

var yamlSkimSeeds = []string{
	"a:\n  b:\n    c: 1\n    d: 'x'\n  e:\n- f\n- g: h\n  i: \"j\"\n",
	"---\na: one\n  two\n\n  three # c\nb: \"one\n  two\"\nc: 'x\n\n  y'\n",
	"a: |\n  x\n\n   y\n\nb: >-\n  x\n  y\n# c\nc: |+\n  x\n\nd: |2-\n    x\ne: |\nf: 1\n",
	"\ufeffa: x\r\nb:\r\n  - y\r\n  - 'z'\r\n", "a:\n- - 1\n  - 2\n-\n  - 3\n- \nb:\n",
	"a: [1, {b: c, \"d\": [e]}, 'f', ]\nb: {}\nc: [\n    x,\n    y\n  ]\n", "a: b: c\n", "a:\n    b: 1\n  c: 2\n", "a: \"x\n", "a: 'b''c'\n'd': e\n",
	"a: &x 1\nb: *x\n", "a: !!str 1\n", "? a\n: b\n", "a: 1\n---\nb: 2\n", "a:\tb\n", "a: \"\\U0001F36B \\x41\\\n  b\"\n", "a: 1\na: 2\n",
	"a:\n  # tooldrift:waive x -- y\n  b: 1 # tooldrift:waive z -- y\n  c:\n    d: 1\n    # tooldrift:waive v -- w\n    e: 2\n  # tooldrift:waive q -- r\nf: 3\n",
	"200: ok\n'404': \"no\"\nnull: ~\n/a/{b}: .5\n$ref: '#/a'\nk:\n  plain text\n  of two lines\nm:\n  \"quoted\"\n", "a:\n\n  b: 1\n\n\nc: -\n", "a: -1\nb: :x\nc: ?y\n",
	"a: |\n    x\n  y\n", "a: >1\n x\n", "a: |\n\n  \nbc:", "a:\n  - b:\n    - c\n    d: e\n  - f\n", "a: x #c\n  y\n", "a: x\n  # c\n  y\n", "- a\n- b: c\n", "a: \u2028b\n",
	"a:\n  $ref: '#/b'\nb:\n- $ref: c.yaml#/d # e\n- $ref: \"x\\ty\"\n-   $ref: f\n    g: h\n- $ref: i\n   j\n-\n  $ref: k\nl: # m\n  $ref: 7\n",
}

// checkSkim holds an outline, and what is parsed of its parts, against the tree
// of the whole file.
func checkSkim(t *testing.T, text string, levels int) {
	file := &File{Name: "t", Data: []byte(text)}
	if notUTF8(file) != nil {
		return
	}
	o := Skim(file, levels)
	if o == nil {
		return
	}
	whole, faults := Parse(&File{Name: "t", Data: []byte(text)})
	for _, fault := range faults {
		if !strings.Contains(fault.Text, "is there twice") {
			t.Fatalf("Skim accepts what Parse refuses: %s in %q", fault.Error(), text)
		}
	}
	if len(faults) > 0 && levels > 5 {
		return // what is compared would be a key twice, which only a part tells
	}
	sameOutline(t, o, whole, "")
	if len(faults) > 0 {
		return
	}
	// The parts, parsed one by one, the deepest first; then all around them.
	o = Skim(file, levels)
	eachLeaf(o, levels, func(leaf *Outline, path []string) {
		want := whole
		for _, step := range path {
			want = stepInto(want, step)
		}
		if diff := cmp.Diff(dumpNode(want, false), dumpNode(leaf.Node(), false)); diff != "" {
			t.Fatalf("part %q (-whole +part)\n%s", path, diff)
		}
		if faults := leaf.Faults(); len(faults) > 0 {
			t.Fatalf("part %q: %v", path, messages(faults))
		}
	})
	root := o.Node()
	if diff := cmp.Diff(dumpNode(whole, false), dumpNode(root, false)); diff != "" {
		t.Fatalf("(-whole +outlined)\n%s", diff)
	}
	eachLeaf(o, levels, func(leaf *Outline, path []string) {
		n := root
		for _, step := range path {
			n = stepInto(n, step)
		}
		if n != leaf.Node() {
			t.Fatalf("%q is two nodes", path)
		}
	})
}

func sameOutline(t *testing.T, o *Outline, n *Node, path string) {
	if o.Kind() != n.Kind {
		t.Fatalf("%s: outline of %s, node of %s", path, o.Kind(), n.Kind)
	}
	gotText, gotOK := o.Str()
	if text, ok := n.Str(); text != gotText || ok != gotOK {
		t.Fatalf("%s: outline says %q, %v, node says %q, %v", path, gotText, gotOK, text, ok)
	}
	if len(path)%3 == 1 {
		o.Look(2)
	}
	text, at, ok := o.Ref() // before anybody has looked into it
	if want, has := n.Value("$ref").Str(); ok != has || ok && (text != want || at.Start != n.Value("$ref").At.Start || at.End != n.Value("$ref").At.End) {
		t.Fatalf("%s: outline refers to %q, %v, node to %q, %v", path, text, ok, want, has)
	}
	if len(o.Members()) != len(n.Members) || len(o.Items()) != len(n.Items) {
		if twice(o.Members()) {
			return
		}
		t.Fatalf("%s: outline has %d members and %d items, node has %d and %d", path, len(o.Members()), len(o.Items()), len(n.Members), len(n.Items))
	}
	if at := o.At(); at.Start != n.At.Start || at.End != n.At.End {
		t.Fatalf("%s: outline at [%d,%d), node at [%d,%d) %q", path, at.Start, at.End, n.At.Start, n.At.End, n.At.Text())
	}
	for i, m := range o.Members() {
		want := n.Members[i]
		if m.Key != want.Key || m.KeyAt.Start != want.KeyAt.Start || m.KeyAt.End != want.KeyAt.End {
			t.Fatalf("%s: outline has the member %q at %d, node has %q at %d", path, m.Key, m.KeyAt.Start, want.Key, want.KeyAt.Start)
		}
		if o.Member(m.Key).Value != m.Value {
			t.Fatalf("%s: %q is found elsewhere", path, m.Key)
		}
		sameOutline(t, m.Value, want.Value, path+"/"+m.Key)
	}
	for i, item := range o.Items() {
		sameOutline(t, item, n.Items[i], fmt.Sprintf("%s/%d", path, i))
	}
}

// eachLeaf calls f with what lies so many levels below o.
func eachLeaf(o *Outline, levels int, f func(leaf *Outline, path []string)) {
	var walk func(o *Outline, level int, path []string)
	walk = func(o *Outline, level int, path []string) {
		if level == 0 || len(o.Members())+len(o.Items()) == 0 {
			f(o, slices.Clone(path))
			return
		}
		for i, m := range o.Members() {
			walk(m.Value, level-1, append(path, fmt.Sprint(i)))
		}
		for i, item := range o.Items() {
			walk(item, level-1, append(path, fmt.Sprint(i)))
		}
	}
	walk(o, levels, nil)
}

func stepInto(n *Node, step string) *Node {
	var i int
	fmt.Sscan(step, &i)
	if n.Kind == Object {
		return n.Members[i].Value
	}
	return n.Items[i]
}

// dumpNode is a tree as text, with its spans and its comments: all, or those that
// may be waivers.
func dumpNode(n *Node, all bool) string {
	var b strings.Builder
	var write func(n *Node, label string, depth int)
	write = func(n *Node, label string, depth int) {
		fmt.Fprintf(&b, "%*s%s%s %v [%d,%d)", 2*depth, "", label, n.Kind, n.Plain, n.At.Start, n.At.End)
		if n.Kind != Object && n.Kind != Array {
			fmt.Fprintf(&b, " %q", n.Text)
		}
		for _, c := range n.Comments {
			if all || strings.Contains(c.Text, "tooldrift") {
				fmt.Fprintf(&b, " #%s [%d,%d)", c.Text, c.At.Start, c.At.End)
			}
		}
		b.WriteByte('\n')
		for _, m := range n.Members {
			write(m.Value, fmt.Sprintf("%q [%d,%d): ", m.Key, m.KeyAt.Start, m.KeyAt.End), depth+1)
		}
		for _, item := range n.Items {
			write(item, "- ", depth+1)
		}
	}
	write(n, "", 0)
	return b.String()
}

// TestSkimLines holds outlines against trees for documents that are put together
// of lines, which come to something far more often than what a fuzzer makes.
func TestSkimLines(t *testing.T) {
	heads := []string{"a:", "b:", "$ref:", "- $ref:", "'c':", "\"d\":", "- ", "-", "- - ", "- e:", "$f:", "- 'g':", "  \"h\\ti\": j\n  'k''l':"}
	values := []string{
		"", "", "", " 1", " x y", " 'q'", " \"q\"", " |", " >-", " |+", " |2", " [1, x]", " {k: v}", " ~", " null", " 'it''s'", " \"a\\tb\"", " x # c", " # c",
		" -1", " 'open", " \"open", " [a,", " {k: v,", " \"esc\\", " true", " # tooldrift:waive r -- s", " x # tooldrift:waive r -- s", " {}", " []", " a:b", " :", " é",
	}
	loose := []string{"", "", "   ", "# c", "# tooldrift:waive r -- s", "more text", "close'", "close\"", "b]", "]", "k: v}", "}", "'x'", "\"y\"", "x: y", "&a", "*a", "!t x", "\tx", "---", "..."}
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(of []string) string { return of[random.IntN(len(of))] }
	skimmed := 0
	for range 30000 {
		var b strings.Builder
		for range 2 + random.IntN(7) {
			b.WriteString(strings.Repeat(" ", []int{0, 0, 0, 2, 2, 2, 4, 4, 6, 1}[random.IntN(10)]))
			if random.IntN(4) == 0 {
				b.WriteString(pick(loose))
			} else {
				b.WriteString(pick(heads) + pick(values))
			}
			if random.IntN(60) > 0 {
				b.WriteString([]string{"\n", "\n", "\n", "\r\n"}[random.IntN(4)])
			}
		}
		if Skim(file(b.String()), 3) != nil {
			skimmed++
		}
		checkSkim(t, b.String(), 1+random.IntN(4))
		checkBuilt(t, b.String())
		if t.Failed() {
			t.Fatalf("%q", b.String())
		}
	}
	t.Logf("%d documents were skimmed", skimmed)
}
