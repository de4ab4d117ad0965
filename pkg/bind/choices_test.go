package bind

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// chooses makes a field of the first tool a closed list of values.
func chooses(tools []*contract.Contract, field string, values ...string) []*contract.Contract {
	for _, f := range tools[0].Ops[0].Input.Fields {
		if f.Name == field {
			for _, v := range values {
				f.Schema.Enum = append(f.Schema.Enum, contract.Value{Lit: &source.Node{Kind: source.String, Text: v}})
			}
		}
	}
	return tools
}

// proposed is the choices of the first tool as lines: "method=get GET /kites/{id}",
// "method=get: best candidate" where none is sure.
func proposed(tools []*contract.Contract, spec *contract.Index) []string {
	r, _ := Match(tools, []*contract.Index{spec}, nil)
	r.Propose()
	var all []string
	for _, c := range r.Bindings[0].Choices {
		line := c.When.Field + "=" + c.When.Value
		switch {
		case c.Operation != "":
			line += " " + c.Operation
		case len(c.Candidates) > 0:
			line += ": " + c.Candidates[0].Operation
		}
		all = append(all, line)
	}
	return all
}

func TestPropose(t *testing.T) {
	kites := func(t *testing.T) *contract.Index {
		return spec(t,
			"GET /kites as listKites: query:colour", "POST /kites as createKite: colour", "GET /kites/{kite_id} as getKite: path:kite_id!",
			"DELETE /kites/{kite_id} as deleteKite: path:kite_id!", "GET /kites/{kite_id}/flights as listFlights: path:kite_id!",
			"POST /kites/{kite_id}/land as landKite: path:kite_id!", "GET /search/kites as searchKites: query:q", "GET /search/flights as searchFlights: query:q")
	}
	for _, c := range []struct {
		name, tool, field string
		values            []string
		want              []string
	}{
		{"verbs", "kite_write: method! kite_id colour", "method", []string{"create", "delete", "land"},
			[]string{"method=create POST /kites", "method=delete DELETE /kites/{kite_id}", "method=land POST /kites/{kite_id}/land"}},
		{"verbs and what they are about", "kite_read: action! kite_id", "action", []string{"get", "list", "get_flights"},
			[]string{"action=get GET /kites/{kite_id}", "action=list GET /kites", "action=get_flights GET /kites/{kite_id}/flights"}},
		{"one value that is not sure", "kite_write: method! kite_id colour", "method", []string{"create", "paint"},
			[]string{"method=create POST /kites", "method=paint: GET /kites"}},
		{"two values that lead to one operation are no choice", "kite_write: method! kite_id", "method", []string{"delete", "remove", "land"},
			[]string{"method=delete: DELETE /kites/{kite_id}", "method=remove: DELETE /kites/{kite_id}", "method=land POST /kites/{kite_id}/land"}},
		{"the tool has no key", "kite_write: method! colour", "method", []string{"create", "land"},
			[]string{"method=create POST /kites", "method=land: POST /kites/{kite_id}/land"}},
		{"things", "search: type! q", "type", []string{"kites", "flights"},
			[]string{"type=kites GET /search/kites", "type=flights GET /search/flights"}},
		{"a field of things that is a filter", "search: type! q", "type", []string{"kites", "large"}, nil},
		{"a field of another name", "kite_write: colour! kite_id", "colour", []string{"create", "delete"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := proposed(chooses(toolList(t, c.tool), c.field, c.values...), kites(t))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// The name of an operation means that of the spec that is named first.
func TestID(t *testing.T) {
	first, second := spec(t, "GET /kites as allKites:"), spec(t, "GET /kites as listKites: colour", "GET /hats:")
	r, _ := Match(toolList(t, "list_kites: colour"), []*contract.Index{first, second}, nil)
	op := r.Bindings[0].Calls[0].Op
	if got := r.ID(op); got != "listKites" || !strings.HasPrefix(op.Name, "GET") {
		t.Errorf("the operation %s of the second spec is called %q", op.Name, got)
	}
}
