package golden

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// A mistake that is planted in a right call is told as what it is, where it is, and
// nothing else is; a call without one is right.
func TestPlantedMistakes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	planted := map[Verdict]int{}
	for range 5000 {
		args := object(rng, 0)
		want := &Call{Tool: "u", Args: args, want: valueOf(args)}
		c := &Case{ID: "c", Calls: []*Call{want}}
		if r := score(c, []Actual{{Tool: "u", Args: []byte(args.JSON())}}, tools, newBudget()); !r.Right {
			t.Fatalf("%s is not itself: %+v", args.JSON(), r.Calls)
		}
		sent, field, verdict := plant(rng, args)
		if sent == nil {
			continue
		}
		planted[verdict]++
		r := score(c, []Actual{{Tool: "u", Args: []byte(sent.JSON())}}, tools, newBudget())
		if wrong := r.Calls[0].Wrong; r.Right || len(wrong) != 1 || wrong[0].Verdict != verdict || wrong[0].Spot != field {
			t.Fatalf("%s for %s should be %s in %s: %+v", sent.JSON(), args.JSON(), verdict, field, wrong)
		}
	}
	for _, v := range []Verdict{Missing, Unasked, WrongUnit, WrongValue, WrongType} {
		if planted[v] < 200 {
			t.Errorf("%s was planted only %d times", v, planted[v])
		}
	}
}

func object(rng *rand.Rand, depth int) *source.Node {
	n := &source.Node{Kind: source.Object}
	for i := range 1 + rng.IntN(4) {
		n.Members = append(n.Members, source.Member{Key: fmt.Sprint("f", i), Value: anyValue(rng, depth)})
	}
	return n
}

func anyValue(rng *rand.Rand, depth int) *source.Node {
	switch k := rng.IntN(6); {
	case k == 0 && depth < 3:
		return object(rng, depth+1)
	case k == 1 && depth < 3:
		n := &source.Node{Kind: source.Array}
		for range rng.IntN(4) {
			n.Items = append(n.Items, anyValue(rng, depth+1))
		}
		return n
	case k == 2:
		return &source.Node{Kind: source.Bool, Text: strconv.FormatBool(rng.IntN(2) == 0)}
	case k == 3:
		return &source.Node{Kind: source.String, Text: fmt.Sprint("text ", rng.IntN(5))}
	}
	return &source.Node{Kind: source.Number, Text: strconv.Itoa(1 + rng.IntN(9))}
}

// plant is a copy of an object with one mistake in it, at the top or in an object
// inside, and where; nil where its field allows none of the kind.
func plant(rng *rand.Rand, n *source.Node) (sent *source.Node, field string, v Verdict) {
	out := *n
	out.Members = append([]source.Member{}, n.Members...)
	i := rng.IntN(len(out.Members))
	m := &out.Members[i]
	if m.Value.Kind == source.Object && rng.IntN(2) == 0 {
		inner, at, v := plant(rng, m.Value)
		if inner == nil {
			return nil, "", ""
		}
		m.Value = inner
		return &out, m.Key + "." + at, v
	}
	changed := *m.Value
	switch rng.IntN(5) {
	case 0:
		out.Members = append(out.Members[:i:i], out.Members[i+1:]...)
		return &out, n.Members[i].Key, Missing
	case 1:
		out.Members = append(out.Members, source.Member{Key: "zz", Value: anyValue(rng, 3)})
		return &out, "zz", Unasked
	case 2:
		if changed.Kind != source.Number {
			return nil, "", ""
		}
		factors := []int{10, 100, 1000, 60, 3600, 86400}
		number, _ := strconv.Atoi(changed.Text)
		changed.Text = strconv.Itoa(number * factors[rng.IntN(len(factors))])
		v = WrongUnit
	case 3:
		switch changed.Kind {
		case source.Number:
			changed.Text += "7" // 10 n + 7: no power of ten of it, and no sixty
		case source.String:
			changed.Text += "!"
		case source.Bool:
			changed.Text = strconv.FormatBool(!changed.True())
		default:
			return nil, "", ""
		}
		v = WrongValue
	default:
		if changed.Kind == source.String {
			changed = source.Node{Kind: source.Number, Text: "1"}
		} else {
			changed = source.Node{Kind: source.String, Text: changed.JSON()}
		}
		v = WrongType
	}
	m.Value = &changed
	return &out, m.Key, v
}
