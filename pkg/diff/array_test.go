package diff_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestElementsThatCannotBe: what a tool says of elements is no drift where it allows
// no array that has any.
func TestElementsThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		name, bounds string
		want         []string
	}{
		{"one is enough", `"maxItems": 1`, []string{`type a[] integer {"a": [1]}`}},
		{"none is allowed", `"maxItems": 0`, []string{}},
		{"more are asked for than allowed", `"minItems": 2, "maxItems": 1`, []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := told(tool(t, props(`"a": {"type": "array", "items": {"type": "integer"}, `+c.bounds+`}`)), api(t, props(`"a": {"type": "array", "items": {"type": "string"}}`)))
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("drifts differ (-want +got):\n%s", d)
			}
		})
	}
}
