package source

import (
	"strings"
	"testing"
)

func TestApply(t *testing.T) {
	f := file("{\"amount\": 1}\r\n")
	key := Span{f, 1, 9}
	value := Span{f, 11, 12}
	tests := []struct {
		name  string
		edits []Edit
		want  string
	}{
		{"nothing", nil, "{\"amount\": 1}\r\n"},
		{"replace", []Edit{{key, `"amount_cents"`}}, "{\"amount_cents\": 1}\r\n"},
		{"in any order", []Edit{{value, "100"}, {key, `"x"`}}, "{\"x\": 100}\r\n"},
		{"insert", []Edit{{Span{f, 12, 12}, `, "b": 2`}}, "{\"amount\": 1, \"b\": 2}\r\n"},
		{"insert beside what is replaced", []Edit{{value, "2"}, {Span{f, 11, 11}, "-"}, {Span{f, 12, 12}, "0"}}, "{\"amount\": -20}\r\n"},
		{"delete", []Edit{{Span{f, 0, len(f.Data)}, ""}}, ""},
	}
	for _, test := range tests {
		got, err := Apply(f, test.edits)
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %q, %v, want %q", test.name, got, err, test.want)
		}
	}
	if got := string(f.Data); got != "{\"amount\": 1}\r\n" {
		t.Errorf("the file itself became %q", got)
	}
}

func TestApplyRefuses(t *testing.T) {
	f := file("abc\ndef")
	tests := []struct {
		name  string
		edits []Edit
		want  string
	}{
		{"overlap", []Edit{{Span{f, 4, 6}, ""}, {Span{f, 5, 7}, ""}}, "t:2:2: two edits overlap"},
		{"one within the other", []Edit{{Span{f, 0, 7}, ""}, {Span{f, 1, 2}, ""}}, "t:1:2: two edits overlap"},
		{"two inserts at one place", []Edit{{Span{f, 1, 1}, "x"}, {Span{f, 1, 1}, "y"}}, "t:1:2: two edits overlap"},
		{"another file", []Edit{{Span{file("abc"), 0, 1}, ""}}, "t: an edit belongs to another file"},
		{"outside", []Edit{{Span{f, 0, 8}, ""}}, "t: an edit lies outside the file"},
		{"ends before it begins", []Edit{{Span{f, 3, 2}, ""}}, "t: an edit lies outside the file"},
	}
	for _, test := range tests {
		got, err := Apply(f, test.edits)
		if err == nil || err.Error() != test.want || got != nil {
			t.Errorf("%s: %q, %v, want %s", test.name, got, err, test.want)
		}
	}
}

func TestEscape(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "Grüße, 世界 👨\u200d👩 \\x1b", "Grüße, 世界 👨\u200d👩 \\x1b"},
		{"tab", "a\tb", "a\tb"},
		{"ANSI", "\x1b[31mred\x1b[0m", `\x1b[31mred\x1b[0m`},
		{"C1 control", "\u009b31m", `\u009b31m`},
		{"lines", "a\nb\rc\u2028d\u2029e\u0085f", `a\nb\rc\u2028d\u2029e\u0085f`},
		{"bidi", "\u202aa\u202eb\u2066c\u2069d\u200ee\u200ff\u061c", `\u202aa\u202eb\u2066c\u2069d\u200ee\u200ff\u061c`},
		{"without width", "amo\u200bunt\ufeff\u00ad\u2060", `amo\u200bunt\ufeff\u00ad\u2060`},
		{"tags", "a\U000e0041", `a\U000e0041`},
		{"NUL and DEL", "\x00\x7f", `\x00\x7f`},
		{"broken UTF-8", "a\xff\xc3é\xe2\x82", `a\xff\xc3é\xe2\x82`},
		{"a real U+FFFD", "\ufffd", "\ufffd"},
	}
	for _, test := range tests {
		if got := Escape(test.in); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestQuote(t *testing.T) {
	for _, s := range []string{"", "a b", "\"\\/", "\x00\x1f\x7f\n\t", "é😀\u2028"} {
		n, faults := ParseJSON(file(Quote(s)))
		if n == nil || n.Text != s {
			t.Errorf("%q is quoted as %s: %v", s, Quote(s), messages(faults))
		}
	}
	if got := Quote("a\x1b"); strings.Contains(got, "\x1b") {
		t.Errorf("a control character passed: %q", got)
	}
}
