package loaders

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func TestGraphQLAnswers(t *testing.T) {
	const text = `
type Query { order(id: ID!): Order  orders(first: Int): OrderConnection!  anything: Any  count: Int! }
type OrderConnection { nodes: [Order!]!  total: Int! }
type Order implements Node { id: ID!  state: State  parent: Order  price: Money  placed: DateTime!  tags: [String!] }
interface Node { id: ID! }
union Any = Order | OrderConnection
enum State { OPEN CLOSED }
scalar Money
scalar DateTime
`
	store := &source.Store{FS: fstest.MapFS{"a.graphql": {Data: []byte(text)}}}
	index, faults := Open(store, config.Source{Glob: "a.graphql"})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	const order = "id string, state string or null [OPEN CLOSED], parent object or null, price opaque, placed string, tags array or null"
	for _, c := range []struct{ operation, want string }{
		{"Query.order", order},
		{"Query.orders", "nodes array, total integer"},
		{"Query.orders.nodes", "[] " + order},
		{"Query.order.parent", order},
		{"Query.anything", "opaque"},
		{"Query.count", ""},
		{"Query.gone", "nothing"},
	} {
		answer, faults := index.Output(c.operation)
		if len(faults) > 0 {
			t.Errorf("%s: %v", c.operation, faults)
		}
		if got := answerWords(answer); got != c.want {
			t.Errorf("%s answers\n%s, want\n%s", c.operation, got, c.want)
		}
	}
	a, _ := index.Output("Query.order")
	if parent := a.Fields[2].Schema; parent.Fields[0] != a.Fields[0] {
		t.Error("the parent of an order is no order")
	}
	ops, _ := index.Expand("Query.order")
	if len(ops[0].Input.Fields) != 1 || ops[0].Output != nil {
		t.Error("an answer is read with the arguments")
	}
}

func answerWords(s *contract.Schema) string {
	switch {
	case s == nil:
		return "nothing"
	case s.Opaque != "":
		return "opaque"
	case s.Elem != nil:
		return "[] " + answerWords(s.Elem)
	}
	var fields []string
	for _, f := range s.Fields {
		word := f.Name + " " + f.Schema.Types.String()
		if f.Schema.Opaque != "" {
			word = f.Name + " opaque"
		}
		if f.Schema.Enum != nil {
			var values []string
			for _, v := range f.Schema.Enum {
				values = append(values, v.Lit.Text)
			}
			word += fmt.Sprint(" ", values)
		}
		fields = append(fields, word)
	}
	return strings.Join(fields, ", ")
}
