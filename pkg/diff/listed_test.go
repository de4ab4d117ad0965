package diff_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

// TestMembersThatATextLists: an object's members, listed below it in a docstring,
// are arguments that the text offers.
func TestMembersThatATextLists(t *testing.T) {
	schema := props(`"amount": {"type": "integer", "maximum": 10}, "evidence": {"type": "object", "properties": {"text": {"type": "string"}}}}, "required": ["amount"], "x": {`)
	spec := props(`"amount": {"type": "integer", "maximum": 10}, "evidence": {"type": "object", "properties": {"text": {"type": "string"}, "rebuttal": {"type": "string"}}}}, "required": ["amount"], "x": {`)
	for _, c := range []struct {
		name, doc string
		want      []string
	}{
		{"a member that the API has and the schema lacks", "Args:\n  evidence (object): all of it\n    - text (string)\n    - rebuttal (string)\n", []string{"undeclared evidence rebuttal"}},
		{"a member that nobody has", "Args:\n  evidence (object): all of it\n    - text (string)\n    - weather (string)\n", []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			one := tool(t, schema)
			one.Doc.Text = c.doc
			drifts, _ := diff.Compare(bound(one, api(t, spec)), diff.Read(one, nil), nil)
			got := []string{}
			for _, d := range drifts {
				if d.Kind == diff.ProseClaim || d.Kind == diff.Undeclared {
					got = append(got, string(d.Kind)+" "+d.Path+" "+d.Value)
				}
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("drifts differ (-want +got):\n%s", d)
			}
		})
	}
}
