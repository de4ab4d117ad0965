package diff_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

// TestLenient holds which inputs of a tool take more than one spelling, or more than
// they declare, and which mean what they say.
func TestLenient(t *testing.T) {
	for _, c := range []struct {
		name, tool string
		want       []string
	}{
		{"a number or a string", `"limit": {"type": ["integer", "string"]}`, []string{"either type limit"}},
		{"in alternatives", `"limit": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string"}]}`, []string{"either type limit"}},
		{"an alternative of digits", `"rank": {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^[0-9]+$"}]}`, []string{"either type rank"}},
		{"a quantity", `"timeout_ms": {"type": ["number", "string", "null"]}`, []string{"either type timeout_ms"}},
		{"said aloud", `"rank": {"type": ["integer", "string"], "description": "A number or numeric string."}`, []string{"either type rank"}},
		{"a flag", `"dry_run": {"type": ["boolean", "string"], "description": "Whether to send nothing."}`, []string{"either type dry_run"}},
		{"an id", `"task_id": {"type": ["integer", "string"]}`, nil},
		{"an order number", `"order_number": {"type": ["integer", "string"], "minimum": 1}`, nil},
		{"a number or a word of its own", `"limit": {"anyOf": [{"type": "integer"}, {"const": "all"}]}`, nil},
		{"a word in prose", `"limit": {"type": ["integer", "string"], "description": "How many, or 'all'."}`, nil},
		{"a number or a duration", `"timeout": {"type": ["integer", "string"], "description": "In ms, or with a unit: 30s."}`, nil},
		{"a default in words", `"limit": {"type": ["integer", "string"], "default": "all"}`, nil},
		{"each has its description", `"size": {"anyOf": [{"type": "integer", "description": "in bytes"}, {"type": "string", "description": "a name of a size"}]}`, nil},
		{"the value of any field", `"value": {"type": ["number", "string", "boolean"]}`, nil},
		{"a string alone", `"price": {"type": "string", "description": "numeric string"}`, nil},
		{"a list or one string", `"fields": {"oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string", "description": "comma-separated"}]}`, []string{"either list fields"}},
		{"a list or its only member", `"to": {"oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]}`, nil},
		{"undeclared members", `"o": {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": true}`, []string{"any member o"}},
		{"in a list", `"rows": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {}}}`, []string{"any member rows[]"}},
		{"not forbidden", `"o": {"type": "object", "properties": {"a": {"type": "string"}}}`, nil},
		{"a map", `"o": {"type": "object", "additionalProperties": true}`, nil},
		{"of its user's", `"metadata": {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": true}`, nil},
		{"as it says", `"o": {"type": "object", "description": "Filters, and any other field of the record.", "properties": {"a": {"type": "string"}}, "additionalProperties": true}`, nil},
		{"a list in prose", `"status": {"type": "string", "description": "One of: open, closed"}`, []string{"free list status"}},
		{"of what an array holds", `"kinds": {"type": "array", "items": {"type": "string"}, "description": "One of: open, closed"}`, []string{"free list kinds[]"}},
		{"some values", `"status": {"type": "string", "description": "Such as open, closed"}`, nil},
		{"a default beside the list", `"status": {"type": "string", "default": "all", "description": "One of: open, closed"}`, nil},
		{"several in one string", `"kinds": {"type": "string", "description": "One of: open, closed"}`, nil},
		{"of other fields", `"status": {"type": "string", "description": "Must be one of: status, note"}, "note": {"type": "string"}`, nil},
		{"any case of a list", `"order": {"enum": ["asc", "desc"], "description": "Case-insensitive."}`, []string{"any case order"}},
		{"any case of a code", `"currency": {"type": "string", "description": "Currency, case-insensitive"}`, []string{"any case currency"}},
		{"a search", `"status": {"type": "string", "description": "A case-insensitive substring of the status"}`, nil},
		{"a text", `"title": {"type": "string", "description": "Case-insensitive."}`, nil},
		{"strings for numbers, by prose alone", `"rank": {"type": "integer", "description": "An integer or string."}`, []string{"number text rank"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			op := tool(t, props(c.tool))
			var got []string
			for _, d := range diff.Single(op, diff.Read(op, nil), nil) {
				if d.Kind == diff.Lenient {
					got = append(got, string(d.Lenient.Of)+" "+d.Path)
				}
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("laxities differ (-want +got):\n%s", d)
			}
		})
	}
}

// TestLenientIsToldOnce holds that what another drift tells of a place, or what the
// API takes by its own contract, is no laxity of the tool's besides.
func TestLenientIsToldOnce(t *testing.T) {
	for _, c := range []struct {
		name, tool, api string
		want            string
	}{
		{"the API refuses the string", `"limit": {"type": ["integer", "string"]}`, `"limit": {"type": "integer"}`, "type limit"},
		{"the API takes both", `"limit": {"type": ["integer", "string"]}`, `"limit": {"type": ["integer", "string"]}`, ""},
		{"the API has a closed list", `"a": {"type": "string", "description": "One of: x, y"}`, `"a": {"type": "string", "enum": ["x", "y", "z"]}`, "enum open a"},
		{"the API has no list", `"a": {"type": "string", "description": "One of: x, y"}`, `"a": {"type": "string"}`, "lenient a"},
		{"the API's object is closed", `"o": {"type": "object", "additionalProperties": true, "properties": {"a": {"type": "string"}}}`,
			`"o": {"type": "object", "additionalProperties": false, "properties": {"a": {"type": "string"}}}`, "open object o"},
		{"the API's object is open by its word", `"o": {"type": "object", "additionalProperties": true, "properties": {"a": {"type": "string"}}}`,
			`"o": {"type": "object", "additionalProperties": true, "properties": {"a": {"type": "string"}}}`, ""},
		{"the API's object is silent", `"o": {"type": "object", "additionalProperties": true, "properties": {"a": {"type": "string"}}}`,
			`"o": {"type": "object", "properties": {"a": {"type": "string"}}}`, "lenient o"},
		{"the API knows no field so", `"o": {"type": "string"}, "status": {"type": "string", "description": "One of: x, y"}`, `"o": {"type": "string"}`, "unknown status"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tool, api := tool(t, props(c.tool)), api(t, props(c.api))
			drifts, _ := diff.Compare(bound(tool, api), diff.Read(tool, nil), nil)
			var got []string
			for _, d := range drifts {
				got = append(got, string(d.Kind)+" "+d.Path)
			}
			if all := strings.Join(got, ", "); all != c.want {
				t.Errorf("drifts %q, want %q", all, c.want)
			}
		})
	}
}
