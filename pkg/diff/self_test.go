package diff_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// generator makes random contracts, each from its own seed.
type generator struct {
	*rand.Rand
	names int
}

func (g *generator) op() *contract.Op {
	return &contract.Op{Name: "save_thing", Input: g.object(0)}
}

func (g *generator) object(depth int) *contract.Schema {
	s := &contract.Schema{Types: contract.ObjectType, Closed: g.IntN(2) == 0}
	for range g.IntN(5) {
		g.names++
		s.Fields = append(s.Fields, &contract.Field{
			Name: fmt.Sprintf("%s_%c%d", []string{"alpha", "beta", "gamma"}[g.IntN(3)], 'a'+rune(g.IntN(26)), g.names),
			In:   contract.Location(g.IntN(6)), Required: g.IntN(2) == 0, Schema: g.schema(depth + 1),
		})
	}
	return s
}

func (g *generator) schema(depth int) *contract.Schema {
	kinds := 7
	if depth > 3 {
		kinds = 4
	}
	var s *contract.Schema
	switch g.IntN(kinds) {
	case 0:
		s = &contract.Schema{Types: contract.StringType}
		switch g.IntN(4) {
		case 0:
			s.Format.Text = []string{"date", "date-time", "uuid", "byte", "email"}[g.IntN(5)]
		case 1:
			s.MinLen, s.MaxLen = g.bound(0), g.bound(20)
		case 2:
			for i := range 1 + g.IntN(3) {
				s.Enum = append(s.Enum, contract.Value{Lit: &source.Node{Kind: source.String, Text: fmt.Sprint("v", i)}})
			}
		}
	case 1:
		s = &contract.Schema{Types: []contract.TypeSet{contract.Integer, contract.Number}[g.IntN(2)]}
		if g.IntN(2) == 0 {
			s.Min, s.Max = g.bound(0), g.bound(10)
		}
	case 2:
		s = &contract.Schema{Types: contract.Boolean}
	case 3:
		s = &contract.Schema{Types: contract.Any}
	case 4:
		s = &contract.Schema{Types: contract.ArrayType, Elem: g.schema(depth + 1), MaxItems: g.bound(3)}
	case 5:
		s = &contract.Schema{AnyOf: []*contract.Schema{g.schema(depth + 1), g.schema(depth + 1)}}
		s.Types = s.AnyOf[0].Types | s.AnyOf[1].Types
	case 6:
		s = g.object(depth)
	}
	if g.IntN(4) == 0 {
		s.Types |= contract.NullType
	}
	return s
}

func (g *generator) bound(from int) *contract.Bound {
	return &contract.Bound{Num: fmt.Sprint(from + g.IntN(9)), Exclusive: from > 0 && g.IntN(4) == 0}
}

// bound pairs two operations as bind would.
func bound(tool, api *contract.Op) *bind.Binding {
	return &bind.Binding{Tool: tool, How: "config", Calls: []*bind.Call{{Op: api, Fields: bind.Fields(tool.Input, api.Input, "", "", nil)}}}
}

func TestACompareWithItselfIsEmpty(t *testing.T) {
	for seed := range uint64(2000) {
		g := func() *contract.Op { return (&generator{Rand: rand.New(rand.NewPCG(seed, 1))}).op() }
		tool := g()
		drifts, _ := diff.Compare(bound(tool, g()), diff.Read(tool, nil), nil)
		for _, d := range drifts {
			if d.Kind == diff.NotComparable || d.Kind == diff.Lenient {
				continue // an object that names no fields: said aloud, and no drift; a type or another is none either
			}
			t.Errorf("seed %d: %s on %s (value %q)", seed, d.Kind, d.Path+d.APIPath, d.Value)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
}

func TestTheOrderOfFieldsChangesNothing(t *testing.T) {
	for seed := range uint64(500) {
		one := &generator{Rand: rand.New(rand.NewPCG(seed, 1))}
		two := &generator{Rand: rand.New(rand.NewPCG(seed, 2))}
		tool, api := one.op(), two.op()
		want := facts(tool, api)
		two.Shuffle(len(api.Input.Fields), func(i, j int) {
			f := api.Input.Fields
			f[i], f[j] = f[j], f[i]
		})
		if got := facts(tool, api); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("seed %d: drifts depend on the order of the API's fields:\n got %v\nwant %v", seed, got, want)
		}
	}
}

func facts(tool, api *contract.Op) map[string]int {
	drifts, _ := diff.Compare(bound(tool, api), diff.Read(tool, nil), nil)
	out := map[string]int{}
	for _, d := range drifts {
		out[fmt.Sprintf("%s %s %s %s", d.Kind, d.Path, d.APIPath, d.Value)]++
	}
	return out
}
