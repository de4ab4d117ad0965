package calls

import (
	"fmt"
	"strings"
	"testing"
)

// doubling is a tool whose argument is so many unions of two inside one another, each
// alternative of which leads to the next.
func doubling(levels int) string {
	var defs []string
	for i := range levels {
		next := fmt.Sprintf(`{"$ref": "#/$defs/u%d"}`, i+1)
		defs = append(defs, fmt.Sprintf(`"u%d": {"anyOf": [
  {"type": "object", "properties": {"x": %s, "a": {"type": "string"}}, "required": ["a"]},
  {"type": "object", "properties": {"x": %s, "b": {"type": "string"}}, "required": ["b"]}]}`, i, next, next))
	}
	return fmt.Sprintf(`-- tools.json --
[{"name": "nest", "description": "d", "inputSchema": {"type": "object", "required": ["u"], "properties": {"u": {"$ref": "#/$defs/u0"}, "n": {"type": "integer"}},
 "$defs": {%s, "u%d": {"type": "object", "properties": {"mode": {"type": "string", "enum": ["On", "Off"]}}}}}}]
`, strings.Join(defs, ",\n"), levels)
}

// nested is a call of it, with a value at the innermost place that what is around it
// names or does not.
func nested(levels int, own, inner string) string {
	return fmt.Sprintf(`{"u": %s%s%s}`, strings.Repeat(`{`+own+`"x": `, levels), inner, strings.Repeat("}", levels))
}

// TestUnionsInsideUnions holds that a call costs what its length suggests, however many
// ways lead through the unions of its tool: beyond the limit it counts as not seen
// through, and is judged by the rest.
func TestUnionsInsideUnions(t *testing.T) {
	const levels = 24
	tool := contractsOf(t, doubling(levels)).Named([]byte("nest"))
	for _, c := range []struct {
		args   string
		unsure bool
		faults []Kind
	}{
		{nested(levels, `"a": "", `, `{"mode": "On"}`), false, nil},
		{nested(levels, ``, `{"mode": "On"}`), true, nil},
		{strings.Replace(nested(levels, ``, `{"mode": "On"}`), `{`, `{"n": "4", `, 1), false, []Kind{WrongType}},
		{nested(levels, `"b": "", `, `{"mode": "on"}`), true, nil},
	} {
		var seen Observation
		tool.Judge([]byte(c.args), &seen)
		var kinds []Kind
		for _, f := range seen.Faults {
			kinds = append(kinds, f.Kind)
		}
		if fmt.Sprint(kinds) != fmt.Sprint(c.faults) || seen.Unsure != c.unsure || seen.Valid != (c.faults == nil) {
			t.Errorf("%s\nvalid %v, unsure %v, faults %v; want %v, %v", c.args, seen.Valid, seen.Unsure, kinds, c.unsure, c.faults)
		}
	}
}
