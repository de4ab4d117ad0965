package source

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var jsonSeeds = []string{
	`{"a": [1.10, -2e3, true, null, "\ud83d\ude00\ud83d"], "b": {}}`,
	"\ufeff [\r\n\t\"é\u2028\"]", `{"a": 1, "a": 2}`, `[[[[]]]]`, `"\u00e9\x"`, `01`, `-0.0E+1`, "\"\xff\"", "", "{} {}",
	`{"k0":0,"k1":0,"k2":0,"k3":0,"k4":0,"k5":0,"k6":0,"k7":0,"k8":0,"k9":0,"k3":1}`,
}

func FuzzParseJSON(f *testing.F) {
	for _, seed := range jsonSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := &File{Name: "t", Data: data}
		n, faults := ParseJSON(file)
		checkFaults(t, file, faults)
		valid := json.Valid(bytes.TrimPrefix(data, []byte(bom)))
		if n == nil {
			if valid && !deepOnly(faults) {
				t.Fatalf("json.Valid accepts what we refuse: %v", messages(faults))
			}
			return
		}
		if !valid {
			t.Fatal("json.Valid refuses what we accept")
		}
		checkSpans(t, file, n, true)
		checkValues(t, n)
		if len(faults) > 0 { // keys twice, of which encoding/json keeps the last
			return
		}
		var want, got any
		decode(t, bytes.TrimPrefix(data, []byte(bom)), &want)
		decode(t, []byte(n.JSON()), &got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func deepOnly(faults []Fault) bool { return last(faults).Text == tooDeep }

func decode(t *testing.T, data []byte, out *any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(out); err != nil {
		t.Fatalf("%q: %v", data, err)
	}
}

// checkValues compares each scalar and key of a JSON tree with what
// encoding/json makes of the text that its span covers.
func checkValues(t *testing.T, n *Node) {
	switch n.Kind {
	case String:
		checkString(t, n.At, n.Text)
	case Number, Bool, Null:
		if n.At.Text() != n.Text {
			t.Fatalf("%s %q has the span of %q", n.Kind, n.Text, n.At.Text())
		}
	}
	for _, m := range n.Members {
		checkString(t, m.KeyAt, m.Key)
		checkValues(t, m.Value)
	}
	for _, item := range n.Items {
		checkValues(t, item)
	}
}

func checkString(t *testing.T, at Span, text string) {
	var want string
	if err := json.Unmarshal([]byte(at.Text()), &want); err != nil || want != text {
		t.Fatalf("%s is read as %q, by encoding/json as %q (%v)", at.Text(), text, want, err)
	}
}

// checkFaults fails where a fault is outside its file or says nothing.
func checkFaults(t *testing.T, f *File, faults []Fault) {
	for _, fault := range faults {
		at := fault.At
		if at.File != f || at.Start < 0 || at.End < at.Start || at.End > len(f.Data) || fault.Text == "" {
			t.Fatalf("fault %q at [%d,%d) of %d bytes", fault.Text, at.Start, at.End, len(f.Data))
		}
		if strings.ContainsAny(fault.Text, "\n\r") {
			t.Fatalf("fault of two lines: %q", fault.Text)
		}
	}
}

func FuzzParseJSONC(f *testing.F) {
	for _, seed := range jsonSeeds {
		f.Add([]byte(seed))
	}
	for _, seed := range []string{
		"// a\n{ // b\n\"k\": /* c */ [1, // d\n 2,], /* e */ \"l\": {},\n// f\n}\n// g",
		"[/**/]", "[//\n]", "/* a", "[1,/*a*//*b*/2]//", "{\"a\":/*\n*/1}", "[,]",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := &File{Name: "t", Data: data}
		n, faults := ParseJSONC(file)
		checkFaults(t, file, faults)
		strict, _ := ParseJSON(&File{Name: "t", Data: data})
		if n == nil {
			if strict != nil {
				t.Fatalf("refuses JSON: %v", messages(faults))
			}
			return
		}
		checkSpans(t, file, n, true)
		if strict != nil {
			if len(comments(n, "")) > 0 || strict.JSON() != n.JSON() {
				t.Fatal("reads JSON otherwise than ParseJSON does")
			}
			return
		}
		// Each comment is on exactly one node, and the rest is strict JSON but for trailing commas.
		s := newJSONScanner(file, file.bom(), len(data), true)
		s.document()
		if want, got := len(s.comments), len(comments(n, "")); want != got {
			t.Fatalf("%d of %d comments are on a node", got, want)
		}
	})
}

var yamlSeeds = []string{
	"a: 1\r\nb:\r\n  - x # c\r\n  - 'y''z'\r\n", "\ufeffa: |2-\n    x\n\n  y\nb: >+\n z\n\n", "{a: [1, {b: }, c], 'd': \"\\x41\\\n  e\"}",
	"a: &x {b: 1}\nc: *x\n<<: *x\n", "a: &a [*a]\n", "a: one\n  two\n\n  three\n", "? a\n: - b\n  - - c\n", "--- !!str\nx\n...\n---\n",
	"é: ß\u2028ü\u0085\n", "a: 1\na: 2\n", "[a: 1, ? b : 2]", "- |\n x\n-\n- &a\n- !t\n", "a:\t1\n#\n", "%YAML 1.2\n---\na: .5\n", "a: |\n\t\n  \n", "[\n# c\na, # d\n]",
}

func FuzzParseYAML(f *testing.F) {
	for _, seed := range append(yamlSeeds, jsonSeeds...) {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !utf8.Valid(data) {
			return // refused before
		}
		file := &File{Name: "t", Data: data}
		n, faults := ParseYAML(file)
		checkFaults(t, file, faults)
		if n == nil {
			if len(faults) == 0 {
				t.Fatal("refused without a fault")
			}
			return
		}
		checkSpans(t, file, n, false)
		if len(faults) > 0 {
			return
		}
		for i, s := range scalars(n, map[*Node]bool{}, nil) {
			checkScalar(t, s)
			if text := s.At.Text(); text != "" && (text[0] == '|' || text[0] == '>') {
				checkEdit(t, file, n, i, true)
			}
		}
	})
}

// scalars lists the scalars below n, those that are shared once.
func scalars(n *Node, seen map[*Node]bool, list []*Node) []*Node {
	if seen[n] {
		return list
	}
	seen[n] = true
	if n.Kind != Object && n.Kind != Array {
		return append(list, n)
	}
	for _, m := range n.Members {
		list = scalars(m.Value, seen, list)
	}
	for _, item := range n.Items {
		list = scalars(item, seen, list)
	}
	return list
}

// checkScalar fails where the text that a scalar's span covers does not read as
// that scalar when it stands alone.
func checkScalar(t *testing.T, n *Node) {
	t.Helper()
	text := n.At.Text()
	if text == "" || text[0] == '|' || text[0] == '>' {
		return // a block scalar's meaning depends on what is around it: TestSpansOfFiles
	}
	if strings.HasPrefix(text, bom) {
		return // at the start of a file it is no part of the text
	}
	for _, around := range []string{"[%s\n]", "%s", "k: %s", "? %s", "{? %s}", "- %s", "{k: %s}", "%s: k", " %s"} {
		alone, _ := ParseYAML(file(strings.Replace(around, "%s", text, 1)))
		for alone != nil && (alone.Kind == Array || alone.Kind == Object) {
			if len(alone.Items) == 1 {
				alone = alone.Items[0]
			} else if len(alone.Members) == 1 && alone.Members[0].Key == "k" {
				alone = alone.Members[0].Value
			} else if len(alone.Members) == 1 {
				alone = &Node{Kind: String, Text: alone.Members[0].Key}
			} else {
				alone = nil
			}
		}
		if alone != nil && alone.Text == n.Text {
			return
		}
	}
	t.Fatalf("the scalar %q has the span of %q", n.Text, text)
}

// TestSpansOfFiles puts another word into each scalar of each file in testdata,
// one at a time, and reads the file again: only that scalar may change.
func TestSpansOfFiles(t *testing.T) {
	names, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := &File{Name: name, Data: data}
		root, faults := Parse(f)
		if root == nil || len(faults) > 0 {
			t.Fatal(messages(faults))
		}
		for i, n := range scalars(root, map[*Node]bool{}, nil) {
			if n.At.Start == n.At.End {
				continue
			}
			checkScalar(t, n)
			checkEdit(t, f, root, i, false)
		}
	}
}

// checkEdit puts another word into the i-th scalar of a file and reads it again:
// nothing else may change. The library takes a block scalar in places where a
// quoted one is a fault; mayFail lets those pass.
func checkEdit(t *testing.T, f *File, root *Node, i int, mayFail bool) {
	t.Helper()
	n := scalars(root, map[*Node]bool{}, nil)[i]
	edited, err := Apply(f, []Edit{{n.At, `"changed"`}})
	if err != nil {
		t.Fatal(err)
	}
	where := f.Position(n.At.Start)
	again, faults := ParseYAML(&File{Name: f.Name, Data: edited})
	if mayFail && len(faults) > 0 {
		return
	}
	if again == nil || len(faults) > 0 {
		t.Fatalf("%v: after the edit of %q: %v", where, n.Text, messages(faults))
	}
	changed := scalars(again, map[*Node]bool{}, nil)[i]
	if changed.Text != "changed" {
		t.Fatalf("%v: the edit of %q changed another scalar", where, n.Text)
	}
	changed.Kind, changed.Text = n.Kind, n.Text
	if diff := cmp.Diff(root.JSON(), again.JSON()); diff != "" {
		t.Fatalf("%v: the edit of %q changed more than it: %s", where, n.Text, diff)
	}
}

func BenchmarkParseJSON(b *testing.B) {
	data := benchmarkData()
	b.Run("ParseJSON", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if n, faults := ParseJSON(&File{Data: data}); n == nil {
				b.Fatal(faults)
			}
		}
	})
	b.Run("json.Unmarshal", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			var v any
			if err := json.Unmarshal(data, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// benchmarkData is an API description of 5 MB as programs write them.
func benchmarkData() []byte {
	operation := `{"operationId": "refunds/create", "summary": "Create a refund", "tags": ["refunds"],
      "description": "Refunds a charge that was \"captured\".\nSee [the guide](https://example.com).",
      "parameters": [{"name": "per_page", "in": "query", "schema": {"type": "integer", "default": 30, "maximum": 100}}],
      "responses": {"200": {"description": "Response", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/refund"}}}}}}`
	var b strings.Builder
	b.WriteString("{\n  \"paths\": [\n")
	for b.Len() < 5_000_000 {
		b.WriteString("    " + operation + ",\n")
	}
	b.WriteString("    null\n  ]\n}\n")
	return []byte(b.String())
}
