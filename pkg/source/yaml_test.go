package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parseYAML reads content that is meant to be right.
func parseYAML(t *testing.T, content string) *Node {
	t.Helper()
	n, faults := ParseYAML(file(content))
	if n == nil || len(faults) > 0 {
		t.Fatalf("%q: %v", content, messages(faults))
	}
	return n
}

func TestParseYAMLSpans(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"block mapping", "a: 1\nbc:  two words \n", `object at "a: 1\nbc:  two words"
  a "a": number plain "1" at "1"
  bc "bc": string plain "two words" at "two words"
`},
		{"CRLF and byte order mark", "\ufeffa: x\r\nb:\r\n  - y\r\n  - 'z'\r\n", `object at "a: x\r\nb:\r\n  - y\r\n  - 'z'"
  a "a": string plain "x" at "x"
  b "b": array at "- y\r\n  - 'z'"
    - string plain "y" at "y"
    - string "z" at "'z'"
`},
		{"non-ASCII", "\"é😀\": ß\nü: \"\\u00e9 ö\" # é\n", `object at "\"é😀\": ß\nü: \"\\u00e9 ö\""
  é😀 "\"é😀\"": string plain "ß" at "ß"
  ü "ü": string "é ö" at "\"\\u00e9 ö\"" #é
`},
		{"tabs after the indentation", "a:\t1\t# c\nb: \t'x'\t\n", `object at "a:\t1\t# c\nb: \t'x'"
  a "a": number plain "1" at "1" #c
  b "b": string "x" at "'x'"
`},
		{"quotes within quotes", `{a: 'it''s', b: "\"\\", c: "}"}`, `object at "{a: 'it''s', b: \"\\\"\\\\\", c: \"}\"}"
  a "a": string "it's" at "'it''s'"
  b "b": string "\"\\" at "\"\\\"\\\\\""
  c "c": string "}" at "\"}\""
`},
		{"scalars of several lines", "a: one\n  two\n\n  three\nb: \"one\n  two\"\nc: 'x\n\n  y'\n", `object at "a: one\n  two\n\n  three\nb: \"one\n  two\"\nc: 'x\n\n  y'"
  a "a": string plain "one two\nthree" at "one\n  two\n\n  three"
  b "b": string "one two" at "\"one\n  two\""
  c "c": string "x\ny" at "'x\n\n  y'"
`},
		{"block scalars", "a: |\n  x\n\n   y\n\nb: >-\n  x\n  y\n# c\nc: |+\n  x\n\nd: |2-\n    x\ne: |\nf: 1\n", `object at "a: |\n  x\n\n   y\n\nb: >-\n  x\n  y\n# c\nc: |+\n  x\n\nd: |2-\n    x\ne: |\nf: 1"
  a "a": string "x\n\n y\n" at "|\n  x\n\n   y"
  b "b": string "x y" at ">-\n  x\n  y"
  c "c": string "x\n\n" at "|+\n  x\n" #c
  d "d": string "  x" at "|2-\n    x"
  e "e": string "" at "|"
  f "f": number plain "1" at "1"
`},
		{"lists in lists", "- - 1\n  - 2\n-\n  - 3\n- \n", `array at "- - 1\n  - 2\n-\n  - 3\n-"
  - array at "- 1\n  - 2"
    - number plain "1" at "1"
    - number plain "2" at "2"
  - array at "- 3"
    - number plain "3" at "3"
  - null plain "" at ""
`},
		{"list as deep as its key", "a:\n- b: 1\n  c: 2\n- d\ne: 3\n", `object at "a:\n- b: 1\n  c: 2\n- d\ne: 3"
  a "a": array at "- b: 1\n  c: 2\n- d"
    - object at "b: 1\n  c: 2"
      b "b": number plain "1" at "1"
      c "c": number plain "2" at "2"
    - string plain "d" at "d"
  e "e": number plain "3" at "3"
`},
		{"flow", "a: [ 1, {b: 2, c}, [], {} , ] # x\nd: {\n  e: 1, # ] }\n  f:\n}\n", `object at "a: [ 1, {b: 2, c}, [], {} , ] # x\nd: {\n  e: 1, # ] }\n  f:\n}"
  a "a": array at "[ 1, {b: 2, c}, [], {} , ]" #x
    - number plain "1" at "1"
    - object at "{b: 2, c}"
      b "b": number plain "2" at "2"
      c "c": null plain "" at ""
    - array at "[]"
    - object at "{}"
  d "d": object at "{\n  e: 1, # ] }\n  f:\n}"
    e "e": number plain "1" at "1" #] }
    f "f": null plain "" at ""
`},
		{"pair in a flow list", "[a: 1, {b: 2, c: 3}]", `array at "[a: 1, {b: 2, c: 3}]"
  - object at "a: 1"
    a "a": number plain "1" at "1"
  - object at "{b: 2, c: 3}"
    b "b": number plain "2" at "2"
    c "c": number plain "3" at "3"
`},
		{"anchors and tags", "a: &x !!str 1\nb: !t\n  c: 1\nd: &y # c\n  - 2\ne: *x\nf: &z\n", `object at "a: &x !!str 1\nb: !t\n  c: 1\nd: &y # c\n  - 2\ne: *x\nf: &z"
  a "a": string plain "1" at "1"
  b "b": object at "c: 1"
    c "c": number plain "1" at "1"
  d "d": array at "- 2" #c
    - number plain "2" at "2"
  e "e": string plain "1" at "1"
  f "f": null plain "" at ""
`},
		{"anchors and tags in flow", "[!t, &a, &b !<tag:x,y> z, ! {&k k: v}]", `array at "[!t, &a, &b !<tag:x,y> z, ! {&k k: v}]"
  - string plain "" at ""
  - null plain "" at ""
  - string plain "z" at "z"
  - object at "{&k k: v}"
    k "k": string plain "v" at "v"
`},
		{"explicit keys", "? a\n: 1\n? b\n", `object at "? a\n: 1\n? b"
  a "a": number plain "1" at "1"
  b "b": null plain "" at ""
`},
		{"document marks", "%YAML 1.2\n--- # c\na: |\n  x\n...\n", `object at "a: |\n  x"
  a "a": string "x\n" at "|\n  x" #c
`},
		{"root scalar", "--- >\nx\ny\n", `string "x y\n" at ">\nx\ny"
`},
		{"line separators of YAML 1.1", "a: \"x\u2028y\"\nb: z\n", `object at "a: \"x\u2028y\"\nb: z"
  a "a": string "x\u2028y" at "\"x\u2028y\""
  b "b": string plain "z" at "z"
`},
		{"minified", `{"a":{"b":[1,"é",{"c":null}]},"d":true}`, `object at "{\"a\":{\"b\":[1,\"é\",{\"c\":null}]},\"d\":true}"
  a "\"a\"": object at "{\"b\":[1,\"é\",{\"c\":null}]}"
    b "\"b\"": array at "[1,\"é\",{\"c\":null}]"
      - number plain "1" at "1"
      - string "é" at "\"é\""
      - object at "{\"c\":null}"
        c "\"c\"": null plain "null" at "null"
  d "\"d\"": boolean plain "true" at "true"
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n, faults := ParseYAML(file(test.in))
			got := ""
			if n != nil {
				got = outline(n)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s%v", diff, messages(faults))
			}
		})
	}
}

func TestYAMLKinds(t *testing.T) {
	tests := []struct {
		kind  Kind
		texts string // separated by spaces
	}{
		{Null, "null Null NULL ~"},
		{Bool, "true True TRUE false False FALSE"},
		{Number, "0 -1 +5 0777 0o17 0x1f 0x1F 12345678901234567890123 .5 -.5 1. 1.10 1e3 -1E-3 +1.5e+3 .inf -.Inf .NAN"},
		{String, "nULL tRUE yes no on off y n 1_000 0b1 0o8 0xg 12:30 2020-01-01 1.2.3 . -x +.x e3 <<x"},
	}
	for _, test := range tests {
		for _, text := range strings.Fields(test.texts) {
			n := parseYAML(t, "k: "+text).Value("k")
			if n.Kind != test.kind || n.Text != text || !n.Plain {
				t.Errorf("%s is %s %q, want %s, as spelled", text, n.Kind, n.Text, test.kind)
			}
			if n := parseYAML(t, "k: '"+text+"'").Value("k"); n.Kind != String || n.Plain || n.Text != text {
				t.Errorf("quoted %s is %s %q", text, n.Kind, n.Text)
			}
		}
	}
}

// What is too long to compute with is respelled digit by digit, or not at all.
func TestYAMLLongNumbersAsJSON(t *testing.T) {
	nines := strings.Repeat("9", MaxDigits)
	for text, want := range map[string]string{
		"+9" + nines: "9" + nines, "-009" + nines: "-9" + nines, "0x9" + nines: "null", ".9" + nines: "null",
	} {
		if got := parseYAML(t, "k: "+text).Value("k").JSON(); got != want {
			t.Errorf("%.6s... is %.6s... of %d bytes as JSON, want %.6s... of %d", text, got, len(got), want, len(want))
		}
	}
}

func TestYAMLTags(t *testing.T) {
	n := parseYAML(t, "a: !!str 1\nb: !!int 1\nc: ! 1\nd: !x 1\ne: !!float 1\nf: !!null ''\n")
	var got []string
	for _, m := range n.Members {
		got = append(got, m.Key+" "+m.Value.Kind.String())
	}
	want := []string{"a string", "b number", "c string", "d string", "e number", "f string"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestYAMLTrue(t *testing.T) {
	n := parseYAML(t, "a: true\nb: True\nc: TRUE\nd: 'true'\ne: false\nf: yes\n")
	var got []string
	for _, m := range n.Members {
		got = append(got, fmt.Sprint(m.Key, m.Value.True()))
	}
	if diff := cmp.Diff([]string{"atrue", "btrue", "ctrue", "dfalse", "efalse", "ffalse"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestYAMLKeysAreText(t *testing.T) {
	n := parseYAML(t, "200: a\nyes: b\nnull: c\n1.0: d\n'q': e\n&k k: f\n? l\n: g\n")
	var got []string
	for _, m := range n.Members {
		got = append(got, m.Key+"="+m.KeyAt.Text())
	}
	if diff := cmp.Diff([]string{"200=200", "yes=yes", "null=null", "1.0=1.0", "q='q'", "k=k", "l=l"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestAliasesShareNodes(t *testing.T) {
	n := parseYAML(t, "a: &x {b: 1}\nc: *x\nd: [*x]\n")
	if n.Value("a") != n.Value("c") || n.Value("a") != n.Value("d").Items[0] {
		t.Error("aliases of one anchor are different nodes")
	}
}

func TestCommentBesideAliasIsNotOfTheAnchor(t *testing.T) {
	n := parseYAML(t, "a: &x {b: 1} # one\nc: *x # two\nd: *x\n")
	want := []string{"a: one", "c: one", "c: two", "d: one"}
	if diff := cmp.Diff(want, comments(n, "")); diff != "" {
		t.Error(diff)
	}
	if got := n.Value("c").JSON(); got != `{"b": 1}` {
		t.Errorf("c is %s", got)
	}
	if n.Value("a") != n.Value("d") {
		t.Error("d no longer shares the node of a")
	}
}

func TestMergeKeys(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"own keys win", "a: &a {x: 1, y: 2}\nb: {x: 3, <<: *a}", `{"x": 3, "y": 2}`},
		{"earlier sources win", "a: &a {x: 1}\nc: &c {x: 2, y: 2}\nb:\n  <<: [*a, *c]\n  z: 3", `{"z": 3, "x": 1, "y": 2}`},
		{"inline mapping", "b: {<<: {x: 1}, y: 2}", `{"y": 2, "x": 1}`},
		{"merged into what is merged", "a: &a {x: 1}\nc: &c {<<: *a, y: 2}\nb: {<<: *c, z: 3}", `{"z": 3, "y": 2, "x": 1}`},
		{"beside a comment", "a: &a {x: 1}\nb:\n  <<: *a # c\n  y: 2", `{"y": 2, "x": 1}`},
		{"quoted, it is a key", "b: {'<<': {x: 1}}", `{"<<": {"x": 1}}`},
	}
	for _, test := range tests {
		if got := parseYAML(t, test.in).Value("b").JSON(); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// bomb is ten lines that stand for 10^levels nodes.
func bomb(levels int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 x\n")
	for i := 1; i <= levels; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
	}
	return b.String()
}

func TestYAMLFaults(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"unclosed list", "a: [\n", []string{"t:2:1: did not find expected node content while parsing a flow node"}},
		{"tab as indentation", "a:\n\tb: 1\n", []string{"t:2:1: YAML is indented with spaces, and here is a tab"}},
		{"unknown anchor", "é: 1\na: *x\n", []string{"t:2:4: unknown anchor 'x' referenced"}},
		{"second document", "a: 1\n---\nb: 2\n", []string{"t:3:1: a second document begins here; a file holds one"}},
		{"anchor in itself", "a: &a\n  b: [*a]\n  c: *a\n", []string{"t:2:7: the anchor a contains itself", "t:3:6: the anchor a contains itself"}},
		{"keys twice", "a: 1\nb:\n  c: 1\n  c: 2\na: 2\n", []string{
			`t:4:3: key "c" is there twice, first at t:3:3`,
			`t:5:1: key "a" is there twice, first at t:1:1`,
		}},
		{"number and text as one key", "1: a\n'1': b\n", []string{`t:2:1: key "1" is there twice, first at t:1:1`}},
		{"merge key twice", "a: &a {}\n<<: *a\n<<: *a\n", []string{`t:3:1: key "<<" is there twice, first at t:2:1`}},
		{"merge of a text", "<<: x\n", []string{"t:1:1: << takes a mapping or a list of mappings"}},
		{"list as key", "[a]: 1\n", []string{"t:1:1: a key must be text, not an array"}},
		{"alias bomb", bomb(9), []string{"t:6:5: aliases of the anchor a5 expand, at t:7:45, to more than the limit of 1000000 nodes; it cannot be raised, use fewer aliases"}},
		{"control character", "a: \x01\n", []string{"t:1:4: control characters are not allowed (value: 1)"}},
		{"nested too deep", strings.Repeat("- ", 501) + "a", []string{"t:1:1001: nested deeper than the limit of 500 levels; it cannot be raised, nest less deep"}},
		{"flow nested too deep", strings.Repeat("[", 501), []string{"t:1:501: nested deeper than the limit of 500 levels; it cannot be raised, nest less deep"}},
		{"block and flow nested too deep", strings.Repeat("- ", 400) + strings.Repeat("[", 400) + strings.Repeat("]", 400), []string{"t:1:901: nested deeper than the limit of 500 levels; it cannot be raised, nest less deep"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, faults := ParseYAML(file(test.in))
			if diff := cmp.Diff(test.want, messages(faults)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestManyAliasesAreFine(t *testing.T) {
	in := "a: &a {x: 1}\nb:\n" + strings.Repeat("- *a\n", 1200)
	if got := len(parseYAML(t, in).Value("b").Items); got != 1200 {
		t.Errorf("read %d items", got)
	}
}

func TestMergeBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("a: &a\n")
	for i := range 2000 {
		fmt.Fprintf(&b, "  k%d: 1\n", i)
	}
	b.WriteString("b:\n" + strings.Repeat("- <<: *a\n", 1000))
	_, faults := ParseYAML(file(b.String()))
	want := []string{"t:1:4: aliases of the anchor a expand, at t:2252:7, to more than the limit of 1000000 nodes; it cannot be raised, use fewer aliases"}
	if diff := cmp.Diff(want, messages(faults)); diff != "" {
		t.Error(diff)
	}
}

func TestEmptyDocumentsAfterTheFirst(t *testing.T) {
	for _, in := range []string{"a: 1\n---\n", "a: 1\n...\n---\n# c\n", "a: 1\n...\n"} {
		if got := parseYAML(t, in).JSON(); got != `{"a": 1}` {
			t.Errorf("%q is %s", in, got)
		}
	}
}

func TestYAMLComments(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"above a key", "# one\n# two\na: 1\n", []string{"a: one", "a: two"}},
		{"above, with a blank line between", "# one\n\na: 1\n", []string{"a: one"}},
		{"beside a value", "a: 1 # one\nb: 2\n", []string{"a: one"}},
		{"beside a key", "a: # one\n  b: 1\n", []string{"a: one"}},
		{"above the first key below", "a:\n  # one\n  b: 1\n", []string{"a.b: one"}},
		{"above an item", "a:\n  # one\n  - 1\n  - 2 # two\n", []string{"a[0]: one", "a[1]: two"}},
		{"above an item that is a mapping", "- x: 1\n# one\n- y: 2\n", []string{"[1]: one"}},
		{"beside the dash", "- # one\n  x: 1\n", []string{"[0]: one"}},
		{"beside the first key of an item", "- x: 1 # one\n  y: 2\n", []string{"[0].x: one"}},
		{"above the second key of an item", "- x: 1\n  # one\n  y: 2\n", []string{"[0].y: one"}},
		{"between deep and shallow, for the shallow", "a:\n  b: 1\n# one\nc: 2\n", []string{"c: one"}},
		{"between deep and shallow, for the deep", "a:\n  b: 1\n  # one\nc: 2\n", []string{"a: one"}},
		{"at the end", "a:\n  b: 1\n# one\n", []string{": one"}},
		{"beside a block scalar's mark", "a: | # one\n  # text\nb: 1\n", []string{"a: one"}},
		{"beside a flow value", "a: {b: [1]} # one\nc: 2\n", []string{"a: one"}},
		{"inside a flow value", "a: {\n  b: 1, # one\n  # two\n  c: 2\n  # three\n}\n", []string{"a: three", "a.b: one", "a.c: two"}},
		{"no comment", "a: x#y\nb: 'x # y'\nc: \"x # y\"\nd: |\n  # x\ne: http://x/#y\n", nil},
		{"lines end in CRLF", "# one\r\na: 1 # two\r\nb: 2\r\n", []string{"a: one", "a: two"}},
		{"after a byte order mark", "\ufeff# one\na: 1\n", []string{"a: one"}},
		{"only a comment", "# one\n", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, comments(parseYAML(t, test.in), "")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
