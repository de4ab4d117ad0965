package loaders

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// A waiver belongs to the innermost tool or field that it stands beside.
func TestToolWaivers(t *testing.T) {
	tests := []struct{ name, text string }{
		{"yaml", `
tools:
  # tooldrift:waive unbound-tool -- the tool's own
  - name: a # tooldrift:waive open-object -- beside the name
    inputSchema:
      type: object
      x-tooldrift-waive: {rule: omitted-field, reason: in the schema}
      properties:
        # tooldrift:waive bare-number until=2027-01-31 owner=@pay value=cents -- above the field
        amount:
          type: integer # tooldrift:waive type-mismatch -- beside a keyword
          enum:
            - 1
            - 2 # tooldrift:waive enum-value-unknown value=2 -- beside a value
        list: # tooldrift:waive unknown-field -- beside the field
          type: array
          items:
            type: string # tooldrift:waive format-mismatch -- on the elements
        money:
          # tooldrift:waive renamed-field -- at a reference
          $ref: '#/$defs/Money'
      $defs:
        Money:
          type: string
          x-tooldrift-waive:
            - {rule: money-as-float, reason: "on the definition"}
`},
		{"jsonc", `{"tools": [
  // tooldrift:waive unbound-tool -- the tool's own
  {"name": "a", // tooldrift:waive open-object -- beside the name
   "inputSchema": {"type": "object",
    "x-tooldrift-waive": [{"rule": "omitted-field", "reason": "in the schema"}],
    "properties": {
     // tooldrift:waive bare-number until=2027-01-31 owner=@pay value=cents -- above the field
     "amount": {
      "type": "integer", // tooldrift:waive type-mismatch -- beside a keyword
      "enum": [
       1,
       2 // tooldrift:waive enum-value-unknown value=2 -- beside a value
      ]},
     "list": { // tooldrift:waive unknown-field -- beside the field
      "type": "array",
      "items": {
       "type": "string" // tooldrift:waive format-mismatch -- on the elements
      }},
     "money": {
      // tooldrift:waive renamed-field -- at a reference
      "$ref": "#/$defs/Money"}
    },
    "$defs": {"Money": {"type": "string", "x-tooldrift-waive": {"rule": "money-as-float", "reason": "on the definition"}}}
   }}
]}`},
		{"bedrock", `{"toolConfig": {"tools": [
  // tooldrift:waive unbound-tool -- the tool's own
  {"toolSpec": {"name": "a", // tooldrift:waive open-object -- beside the name
   "inputSchema": {"json": {"type": "object", // tooldrift:waive omitted-field -- in the schema
    "properties": {
     // tooldrift:waive bare-number until=2027-01-31 owner=@pay value=cents -- above the field
     "amount": {
      "type": "integer", // tooldrift:waive type-mismatch -- beside a keyword
      "enum": [
       1,
       2 // tooldrift:waive enum-value-unknown value=2 -- beside a value
      ]},
     "list": { // tooldrift:waive unknown-field -- beside the field
      "type": "array",
      "items": {
       "type": "string" // tooldrift:waive format-mismatch -- on the elements
      }},
     // tooldrift:waive renamed-field -- at a reference
     "money": {"$ref": "#/$defs/Money"}
    },
    "$defs": {"Money": {"type": "string", "x-tooldrift-waive": {"rule": "money-as-float", "reason": "on the definition"}}}
   }}}}
]}}`},
		{"mcp", `{"tools": [{"name": "a", "_meta": {"tooldrift/waive": [{"rule": "unbound-tool", "reason": "the tool's own"}, {"rule": "open-object", "reason": "beside the name"}]},
   "inputSchema": {"type": "object", "x-tooldrift-waive": {"rule": "omitted-field", "reason": "in the schema"}, "properties": {
     "amount": {"type": "integer", "x-tooldrift-waive": [{"rule": "bare-number", "until": "2027-01-31", "owner": "@pay", "value": "cents", "reason": "above the field"},
       {"rule": "type-mismatch", "reason": "beside a keyword"}, {"rule": "enum-value-unknown", "value": 2, "reason": "beside a value"}]},
     "list": {"type": "array", "x-tooldrift-waive": {"rule": "unknown-field", "reason": "beside the field"}, "items": {"type": "string", "x-tooldrift-waive": {"rule": "format-mismatch", "reason": "on the elements"}}},
     "money": {"$ref": "#/$defs/Money", "x-tooldrift-waive": {"rule": "renamed-field", "reason": "at a reference"}}},
    "$defs": {"Money": {"type": "string", "x-tooldrift-waive": {"rule": "money-as-float", "reason": "on the definition"}}}}}]}`},
	}
	want := strings.TrimSpace(`
a: unbound-tool -- the tool's own
a: open-object -- beside the name
a: omitted-field -- in the schema
amount: bare-number until=2027-01-31 owner=@pay value=cents -- above the field
amount: type-mismatch -- beside a keyword
amount: enum-value-unknown value=2 -- beside a value
list: unknown-field -- beside the field
list: format-mismatch -- on the elements
money: renamed-field -- at a reference
money: money-as-float -- on the definition`)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			contracts, faults := toolsOf(t, "t", "t", test.text)
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			op := contracts[0].Ops[0]
			var b strings.Builder
			waiverText(&b, op.Name, op.Waivers)
			for _, f := range op.Input.Fields {
				waiverText(&b, f.Name, f.Waivers)
			}
			if diff := cmp.Diff(want, strings.TrimSpace(b.String())); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func waiverText(b *strings.Builder, owner string, waivers []contract.Waiver) {
	for _, w := range waivers {
		fmt.Fprintf(b, "%s: %s", owner, w.Rule)
		for _, p := range []struct{ key, value string }{{"until", w.Until}, {"owner", w.Owner}, {"value", w.Value}} {
			if p.value != "" {
				fmt.Fprintf(b, " %s=%s", p.key, p.value)
			}
		}
		fmt.Fprintf(b, " -- %s\n", w.Reason)
	}
}
