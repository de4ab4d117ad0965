package diff

import (
	"testing"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func selector(name string, values ...string) *contract.Field {
	s := &contract.Schema{Types: contract.StringType}
	for _, v := range values {
		s.Enum = append(s.Enum, contract.Value{Lit: &source.Node{Kind: source.String, Text: v}})
	}
	return &contract.Field{Name: name, Schema: s}
}

func TestCovers(t *testing.T) {
	tool := &contract.Op{Input: &contract.Schema{Types: contract.ObjectType, Fields: []*contract.Field{
		selector("method", "create", "update"), selector("kind", "issue", "pull"), selector("note"),
	}}}
	create, update := bind.Cond{Field: "method", Value: "create"}, bind.Cond{Field: "method", Value: "update"}
	issue, pull := bind.Cond{Field: "kind", Value: "issue"}, bind.Cond{Field: "kind", Value: "pull"}
	for _, c := range []struct {
		name  string
		whens [][]bind.Cond
		want  bool
	}{
		{"one field, all values", [][]bind.Cond{{create}, {update}}, true},
		{"one field, a value left out", [][]bind.Cond{{create}}, false},
		{"no condition", [][]bind.Cond{{create}, nil}, true},
		{"every value stands somewhere, but update of a pull leads nowhere", [][]bind.Cond{{create, issue}, {create, pull}, {update, issue}}, false},
		{"all pairs of values", [][]bind.Cond{{create, issue}, {create, pull}, {update, issue}, {update, pull}}, true},
		{"the kind matters to one method only", [][]bind.Cond{{create}, {update, issue}, {update, pull}}, true},
		{"a field each, which overlap", [][]bind.Cond{{create}, {issue}}, false},
		{"a field without a closed list", [][]bind.Cond{{{Field: "note", Value: "x"}}}, true},
	} {
		b := &bind.Binding{Tool: tool}
		for _, w := range c.whens {
			b.Calls = append(b.Calls, &bind.Call{When: w})
		}
		if got := covers(b); got != c.want {
			t.Errorf("%s: covers is %t, want %t", c.name, got, c.want)
		}
	}
}
