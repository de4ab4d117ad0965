package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEncodeIndents: the indentation is that of the standard library.
func TestEncodeIndents(t *testing.T) {
	deep := any("x")
	for range 200 {
		deep = []any{deep, map[string]any{}}
	}
	for _, v := range []any{
		nil, 1.5, "a", []int{}, []int{1}, map[string]any{}, map[string]any{"a": []any{}, "b": map[string]any{"c,{}[]:": `"\`, "d": nil}},
		[]any{[]any{}, []any{[]any{true}}, "\\", `\"`, "\\\\\"", strings.Repeat(`{"`, 9)}, deep,
	} {
		compact, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := json.Indent(&want, compact, "", "  "); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.String()+"\n", string(Encode(v))); diff != "" {
			t.Errorf("-library +ours\n%s", diff)
		}
	}
}

// What lies deep stays on one line, and nothing else changes.
func TestIndentTo(t *testing.T) {
	const compact = `{"a":[{"b":[1,{"c":[],"d":"x,y]"}],"e":{}},2],"f":{"g":{"h":null}}}`
	want := `{
  "a": [
    {"b": [1, {"c": [], "d": "x,y]"}], "e": {}},
    2
  ],
  "f": {
    "g": {"h": null}
  }
}`
	if diff := cmp.Diff(want, string(indentTo([]byte(compact), 2))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for depth := range 6 {
		var back bytes.Buffer
		if err := json.Compact(&back, indentTo([]byte(compact), depth)); err != nil || back.String() != compact {
			t.Errorf("depth %d: %v, %s", depth, err, back.String())
		}
	}
}
