package source

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseByContent(t *testing.T) {
	tests := []struct{ name, file, in, want string }{
		{"JSON", "x", `{"a": 1}`, `{"a": 1}`},
		{"JSON of a list", "x", ` [1]`, `[1]`},
		{"JSON in a file of YAML", "x.yaml", `{"a": "\ud83d\ude00"}`, `{"a": "😀"}`},
		{"JSON after a byte order mark", "x", "\ufeff{\"a\": 1}", `{"a": 1}`},
		{"comments", "x", "{ // c\n \"a\": 1}", `{"a": 1}`},
		{"comment first", "x", "// c\n{\"a\": 1}", `{"a": 1}`},
		{"block comment first", "x", "/* c */{\"a\": 1}", `{"a": 1}`},
		{"trailing comma", "x.json", `{"a": 1,}`, `{"a": 1}`},
		{"flow YAML without a name", "-", `{a: 1, b: [x, y]}`, `{"a": 1, "b": ["x", "y"]}`},
		{"flow YAML by its name", "x.yml", `{"a": x}`, `{"a": "x"}`},
		{"flow YAML in single quotes", "x.yaml", `{'a': 'b'}`, `{"a": "b"}`},
		{"block YAML", "x.json", "a: 1\n", `{"a": 1}`},
		{"scalar", "x", "hello\n", `"hello"`},
		{"quoted scalar", "x", `"hello"`, `"hello"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n, faults := Parse(&File{Name: test.file, Data: []byte(test.in)})
			if n == nil || len(faults) > 0 {
				t.Fatal(messages(faults))
			}
			if got := n.JSON(); got != test.want {
				t.Errorf("read %s, want %s", got, test.want)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ name, file, in, want string }{
		{"empty", "x", "", "x:1:1: the file is empty"},
		{"blank", "x", "\ufeff \n\t\n", "x:1:1: the file is empty"},
		{"HTML", "x", "\n<!doctype html>", "x:2:1: this is HTML or XML, not JSON or YAML"},
		{"UTF-16", "x", "\xff\xfe{\x00}\x00", "x:1:1: not UTF-8 but UTF-16; save it as UTF-8"},
		{"UTF-16, big end first", "x", "\xfe\xff\x00{\x00}", "x:1:1: not UTF-8 but UTF-16; save it as UTF-8"},
		{"Latin-1", "x", "{\n\"a\": \"\xe9\"}", "x:2:7: not UTF-8: the byte 0xe9 stands here"},
		{"broken JSON that YAML would take", "x.json", `{"a": tru}`, "x.json:1:7: expected a value, found 't'"},
		{"single quotes in JSON", "x", `{'a': 1}`, `x:1:2: expected a key in double quotes or "}", found '\''`},
		{"bare key in JSON", "x.json", `{a: 1}`, `x.json:1:2: expected a key in double quotes or "}", found 'a'`},
		{"behind a comment", "x", "{ // c\n\"a\": 1\n\"b\": 2}", `x:3:1: expected "," or "}", found '"'`},
		{"neither JSON nor YAML", "x", `{a: [}`, `x:1:2: expected a key in double quotes or "}", found 'a'`},
		{"key twice in flow YAML", "x.yaml", `{a: 1, a: 2}`, `x.yaml:1:8: key "a" is there twice, first at x.yaml:1:2`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, faults := Parse(&File{Name: test.file, Data: []byte(test.in)})
			if diff := cmp.Diff([]string{test.want}, messages(faults)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLongTextIsClippedInMessages(t *testing.T) {
	key := strings.Repeat("é", 1000)
	_, faults := ParseJSON(file(`{"` + key + `": 1, "` + key + `": 2}`))
	want := []string{`t:1:1009: key "` + key[:79*len("é")] + `…" is there twice, first at t:1:2`}
	if diff := cmp.Diff(want, messages(faults)); diff != "" {
		t.Error(diff)
	}
}
