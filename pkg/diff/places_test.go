package diff_test

import (
	"fmt"
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

// TestJustBeyondALength: a string that is longer than the API takes is found among
// those of a shape, also where there are few.
func TestJustBeyondALength(t *testing.T) {
	for _, c := range []struct {
		name, tool string
		want       []string
	}{
		{"a pattern that ends soon", `"pattern": "^x-[a-z0-9]*$", "maxLength": 5`, []string{`bound a maxLength 3 {"a": "x-aa"}`}},
		{"a format of digits", `"format": "duration", "maxLength": 4`, []string{`bound a maxLength 3 {"a": "P01D"}`}},
		{"none is as long", `"pattern": "^x-[a-z0-9]*$", "maxLength": 3`, []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := told(tool(t, props(`"a": {"type": "string", `+c.tool+`}`)), api(t, props(`"a": {"type": "string", "maxLength": 3}`)))
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("drifts differ (-want +got):\n%s", d)
			}
		})
	}
}

// TestNullBesideAlternatives: a tool that sends null alone sends none of the alternatives.
func TestNullBesideAlternatives(t *testing.T) {
	got := told(tool(t, props(`"a": {"type": "null"}`)), api(t, props(`"a": {"anyOf": [{"type": "string", "maxLength": 4}, {"type": "integer", "minimum": 1}, {"type": "null"}]}`)))
	if d := cmp.Diff([]string{}, got); d != "" {
		t.Errorf("drifts differ (-want +got):\n%s", d)
	}
}

// TestDriftIsToldWhereItIsMetFirst: two schemas that hold themselves differ at the
// outermost place, not inside of what they hold.
func TestDriftIsToldWhereItIsMetFirst(t *testing.T) {
	const tree = `{"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "%s"}}, "n": {"type": "%s"}}}`
	got := told(tool(t, fmt.Sprintf(tree, "#", "boolean")), api(t, fmt.Sprintf(tree, "#/paths/~1things/post/requestBody/content/application~1json/schema", "integer")))
	if d := cmp.Diff([]string{`type n boolean {"n": true}`}, got); d != "" {
		t.Errorf("drifts differ (-want +got):\n%s", d)
	}
}
