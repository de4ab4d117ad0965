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
