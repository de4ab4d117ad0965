package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseJSONTree(t *testing.T) {
	f := file("\ufeff{\r\n\t\"a\" : [1.10, -2e3, 12345678901234567890],\r\n\t\"é\": {\"x\": true, \"y\": null}, \"\\u0062\": \"u\u2028v\"}\r\n")
	root, faults := ParseJSON(f)
	if root == nil {
		t.Fatal(messages(faults))
	}
	want := `object at "{\r\n\t\"a\" : [1.10, -2e3, 12345678901234567890],\r\n\t\"é\": {\"x\": true, \"y\": null}, \"\\u0062\": \"u\u2028v\"}"
  a "\"a\"": array at "[1.10, -2e3, 12345678901234567890]"
    - number "1.10" at "1.10"
    - number "-2e3" at "-2e3"
    - number "12345678901234567890" at "12345678901234567890"
  é "\"é\"": object at "{\"x\": true, \"y\": null}"
    x "\"x\"": boolean "true" at "true"
    y "\"y\"": null "null" at "null"
  b "\"\\u0062\"": string "u\u2028v" at "\"u\u2028v\""
`
	if diff := cmp.Diff(want, outline(root)); diff != "" {
		t.Error(diff)
	}
	if got, want := f.Position(root.Member("b").KeyAt.Start), (Position{3, 31}); got != want {
		t.Errorf("key b is at %v, want %v", got, want)
	}
}

func TestParseJSONStrings(t *testing.T) {
	tests := []struct{ in, want string }{
		{`"plain"`, "plain"},
		{`""`, ""},
		{`"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{`"\u00e9\u20AC"`, "é€"},
		{`"\ud83d\ude00"`, "😀"},
		{`"\ud83d"`, "\ufffd"},
		{`"\ud83dx"`, "\ufffdx"},
		{`"\ude00\ud83d"`, "\ufffd\ufffd"},
		{`"\ud83d\u0041"`, "\ufffdA"},
		{`"\ud83d\ud83d\ude00"`, "\ufffd😀"},
		{"\"a\xffb\"", "a\ufffdb"},
		{"\"\u007f\u2028\"", "\u007f\u2028"},
	}
	for _, test := range tests {
		n, faults := ParseJSON(file(test.in))
		if n == nil {
			t.Errorf("%s: %v", test.in, messages(faults))
		} else if n.Kind != String || n.Text != test.want {
			t.Errorf("%s is %s %q, want string %q", test.in, n.Kind, n.Text, test.want)
		}
	}
}

func TestParseJSONFaults(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", "t:1:1: expected a value, found the end of the file"},
		{"{", `t:1:2: expected a key in double quotes or "}", found the end of the file`},
		{`{"a" 1}`, `t:1:6: expected ":" after the key, found '1'`},
		{`{"a": }`, `t:1:7: expected a value, found '}'`},
		{`{"a": 1 "b": 2}`, `t:1:9: expected "," or "}", found '"'`},
		{`{"a": 1,}`, `t:1:9: expected a key in double quotes, found '}'`},
		{`{a: 1}`, `t:1:2: expected a key in double quotes or "}", found 'a'`},
		{`[1,]`, `t:1:4: expected a value, found ']'`},
		{`[1 2]`, `t:1:4: expected "," or "]", found '2'`},
		{"[\n  1,\n  é]", `t:3:3: expected a value, found 'é'`},
		{`[truth]`, `t:1:2: expected a value, found 't'`},
		{`01`, "t:1:1: 01 is no JSON number"},
		{`[-]`, "t:1:2: - is no JSON number"},
		{`[1.]`, "t:1:2: 1. is no JSON number"},
		{`[1e+]`, "t:1:2: 1e+ is no JSON number"},
		{`[1.2.3]`, "t:1:2: 1.2.3 is no JSON number"},
		{`"a`, "t:1:1: this string is never closed"},
		{`"a\`, `t:1:3: \ is no JSON escape`},
		{"[\"a\n\"]", "t:1:2: this string is not closed on its line"},
		{"\"\x01\"", `t:1:2: control character in a string; write it \u0001`},
		{`"\x"`, `t:1:2: \x is no JSON escape`},
		{`"\u12g4"`, `t:1:2: \u12g4 is no JSON escape`},
		{`"\u12"`, `t:1:2: \u12 is no JSON escape`},
		{"{}\n{}", "t:2:1: a second document begins here; JSON holds one"},
		{"{} x", "t:1:4: 'x' after the end of the document"},
		{"{} // x", "t:1:4: '/' after the end of the document"},
		{"[\xff]", "t:1:2: expected a value, found byte 0xff"},
		{strings.Repeat("[", 501), "t:1:501: nested deeper than the limit of 500 levels; it cannot be raised, nest less deep"},
	}
	for _, test := range tests {
		n, faults := ParseJSON(file(test.in))
		if n != nil {
			t.Errorf("%.40q was read", test.in)
		}
		if diff := cmp.Diff([]string{test.want}, messages(faults)); diff != "" {
			t.Errorf("%.40q: %s", test.in, diff)
		}
	}
}

func TestParseJSONDeepestIsRead(t *testing.T) {
	n, faults := ParseJSON(file(strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth)))
	if n == nil {
		t.Fatal(messages(faults))
	}
}

func TestParseJSONTooManyValues(t *testing.T) {
	in := "[" + strings.Repeat("0,", MaxValues) + "0]"
	_, faults := ParseJSON(file(in))
	want := []string{fmt.Sprintf("t:1:%d: holds more than the limit of 2000000 values; it cannot be raised, split the file", 2*MaxValues)}
	if diff := cmp.Diff(want, messages(faults)); diff != "" {
		t.Error(diff)
	}
	_, faults = ParseYAML(file(in))
	if len(faults) != 1 || faults[0].Text != tooMany {
		t.Errorf("as YAML: %v", messages(faults))
	}
}

func TestKeyTwice(t *testing.T) {
	wide := func(extra string) string {
		var b strings.Builder
		b.WriteString("{\n")
		for i := range 100 {
			fmt.Fprintf(&b, "\"k%d\": 0,\n", i)
		}
		return b.String() + extra + "}"
	}
	tests := []struct {
		name, in string
		want     []string
	}{
		{"in one object", `{"a": 1, "b": 2, "a": 3}`, []string{`t:1:18: key "a" is there twice, first at t:1:2`}},
		{"three times", `{"a": 1, "a": 2, "a": 3}`, []string{
			`t:1:10: key "a" is there twice, first at t:1:2`,
			`t:1:18: key "a" is there twice, first at t:1:2`,
		}},
		{"spelled otherwise", `{"a": 1, "\u0061": 2}`, []string{`t:1:10: key "a" is there twice, first at t:1:2`}},
		{"inner and outer, in source order", `{"a": {"b": 1, "b": 2}, "a": 3}`, []string{
			`t:1:16: key "b" is there twice, first at t:1:8`,
			`t:1:25: key "a" is there twice, first at t:1:2`,
		}},
		{"in a wide object", wide(`"k7": 1`), []string{`t:102:1: key "k7" is there twice, first at t:9:1`}},
		{"not in a wide object", wide(`"k100": 1`), nil},
		{"not in objects beside each other", `[{"a": 1}, {"a": 1}]`, nil},
		{"before a syntax error", `{"x": {"a": 1, "a": 2}, !}`, []string{
			`t:1:16: key "a" is there twice, first at t:1:8`,
			`t:1:25: expected a key in double quotes, found '!'`,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n, faults := ParseJSON(file(test.in))
			if diff := cmp.Diff(test.want, messages(faults)); diff != "" {
				t.Error(diff)
			}
			if n != nil {
				if _, faults := ParseYAML(file(test.in)); !cmp.Equal(test.want, messages(faults)) {
					t.Errorf("as YAML: %v", messages(faults))
				}
			}
		})
	}
}

func TestKeyTwiceKeepsTheFirst(t *testing.T) {
	n, _ := ParseJSON(file(`{"a": 1, "a": 2, "b": 3}`))
	if got, want := n.JSON(), `{"a": 1, "b": 3}`; got != want {
		t.Errorf("read %s, want %s", got, want)
	}
}

func TestFaultsAreCounted(t *testing.T) {
	_, faults := ParseJSON(file("{" + strings.Repeat(`"":0,`, 2000) + `"":0}`))
	last := faults[len(faults)-1].Error()
	if want := "t:1:10002: 1000 more faults in this file are not listed"; last != want || len(faults) != MaxFaults+1 {
		t.Errorf("%d faults, the last %q, want %d and %q", len(faults), last, MaxFaults+1, want)
	}
}

func TestParseJSONC(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"above a member", "{\n  // one\n  // two\n  \"a\": 1\n}", []string{"a: one", "a: two"}},
		{"above, with a blank line between", "{\n  // one\n\n  \"a\": 1\n}", []string{"a: one"}},
		{"beside a member", "{\n  \"a\": 1, // one\n  \"b\": 2 // two\n}", []string{"a: one", "b: two"}},
		{"beside the opening bracket", "{\n  \"a\": { // one\n    \"b\": 1\n  }\n}", []string{"a: one"}},
		{"beside the closing bracket", "{\n  \"a\": {\n    \"b\": 1\n  }, // one\n  \"c\": 2\n}", []string{"a: one"}},
		{"beside two closing brackets", "{\n  \"a\": {\"b\": {\"c\": 1}} // one\n}", []string{"a: one"}},
		{"block comment before a member of its line", `{"a": 1, /* one */ "b": 2}`, []string{"b: one"}},
		{"block comment between key and value", `{"a": /* one */ {"b": 2}}`, []string{"a: one"}},
		{"comment after a key", "{\"a\" // one\n: 1}", []string{"a: one"}},
		{"comment under a colon", "{\"a\":\n// one\n{\"b\": 1}}", []string{"a: one"}},
		{"block comment of lines", "{\n/* one\n   two */\n\"a\": 1}", []string{"a: one\n   two"}},
		{"two beside", "{\"a\": 1 /* one */ // two\n}", []string{"a: one", "a: two"}},
		{"above an item", "[\n  // one\n  1,\n  2 // two\n]", []string{"[0]: one", "[1]: two"}},
		{"above an object in a list", "[\n  // one\n  {\"a\": 1}\n]", []string{"[0]: one"}},
		{"at the end of an object", "{\"a\": {\n  \"b\": 1,\n  // one\n}, \"c\": 2}", []string{"a: one"}},
		{"in an empty object", "{\"a\": {\n// one\n}}", []string{"a: one"}},
		{"above the root", "// one\n{\"a\": 1}", []string{"a: one"}},
		{"beside the root", "{ // one\n\"a\": 1} // two", []string{": one", ": two"}},
		{"under the root", "{\"a\": 1}\n// one", []string{": one"}},
		{"no comment", `{"a": "// x", "b": "/* y */"}`, nil},
		{"after a byte order mark", "\ufeff// one\n{\"a\": 1}", []string{"a: one"}},
		{"lines end in CRLF", "{\r\n// one\r\n\"a\": 1, // two\r\n\"b\": 2\r\n}", []string{"a: one", "a: two"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n, faults := Parse(file(test.in))
			if n == nil {
				t.Fatal(messages(faults))
			}
			if diff := cmp.Diff(test.want, comments(n, "")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCommentSpans(t *testing.T) {
	in := "{\n// one\r\n\"a\": 1 /* two */\n}"
	n, _ := ParseJSONC(file(in))
	var got []string
	for _, c := range n.Value("a").Comments {
		got = append(got, c.At.Text())
	}
	if diff := cmp.Diff([]string{"// one", "/* two */"}, got); diff != "" {
		t.Error(diff)
	}
	n, _ = ParseYAML(file("# one\r\na: 1 ## two \r\n"))
	got = nil
	for _, c := range n.Value("a").Comments {
		got = append(got, c.Text+"|"+c.At.Text())
	}
	if diff := cmp.Diff([]string{"one|# one", "two|## two "}, got); diff != "" {
		t.Error(diff)
	}
}

func TestParseJSONCFaults(t *testing.T) {
	tests := []struct{ in, want string }{
		{"[1] /* x", "t:1:5: this comment is never closed"},
		{"[1 / 2]", "t:1:4: a comment begins with // or /*"},
		{"[,]", "t:1:2: expected a value, found ','"},
		{"[1,,]", "t:1:4: expected a value, found ','"},
		{"{,}", `t:1:2: expected a key in double quotes or "}", found ','`},
	}
	for _, test := range tests {
		_, faults := ParseJSONC(file(test.in))
		if diff := cmp.Diff([]string{test.want}, messages(faults)); diff != "" {
			t.Errorf("%q: %s", test.in, diff)
		}
	}
}

func TestParseJSONLines(t *testing.T) {
	list, faults := ParseJSONLines(file("\ufeff{\"a\": 1}\r\n\n  [2]\n{\"a\" 1}\n3 4\n\"x\ntrue"))
	var got []string
	for _, n := range list {
		got = append(got, n.At.Text())
	}
	if diff := cmp.Diff([]string{`{"a": 1}`, "[2]", "true"}, got); diff != "" {
		t.Error(diff)
	}
	want := []string{
		`t:4:6: expected ":" after the key, found '1'`,
		"t:5:3: a second document begins here; JSON holds one",
		"t:6:1: this string is never closed",
	}
	if diff := cmp.Diff(want, messages(faults)); diff != "" {
		t.Error(diff)
	}
}
