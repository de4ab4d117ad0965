package golden

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// result is that of ten cases of one call t {amount: 42, note: x} each; sent are the
// arguments of each, "" for none.
func result(t *testing.T, sent [10]string) *Result {
	t.Helper()
	text := "version: 1\ncases:\n"
	for i := range sent {
		text += fmt.Sprintf("  - {id: c%d, tool: t, arguments: {amount: 42, note: x}}\n", i)
	}
	s, faults := read(text)
	if s == nil {
		t.Fatal(faults)
	}
	r := Start([]*Suite{s}, tools, nil)
	for i, args := range sent {
		if args != "" {
			r.Add(0, 0, fmt.Sprintf("c%d", i), Actual{Tool: "t", Args: []byte(args)})
		}
	}
	r.Score()
	data, err := json.Marshal(r.Result())
	if err != nil {
		t.Fatal(err)
	}
	back, err := ReadResult(data)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// A field falls where more of the same calls went wrong than came right, whatever
// the whole does; a call that is no longer made is the tool's fall, not the fields'.
func TestCompare(t *testing.T) {
	const right, cents, other, both = `{"amount": 42, "note": "x"}`, `{"amount": 4200, "note": "x"}`, `{"amount": 42, "note": "y"}`, `{"amount": 4200, "note": "y"}`
	all := func(changes map[int]string) (sent [10]string) {
		for i := range sent {
			sent[i] = right
			if s, ok := changes[i]; ok {
				sent[i] = s
			}
		}
		return sent
	}
	for _, c := range []struct {
		before, now map[int]string
		fell, rose  []string
	}{
		{nil, nil, nil, nil},
		{map[int]string{1: cents}, map[int]string{1: cents}, nil, nil},
		{nil, map[int]string{1: cents}, []string{"amount 1 0 0.5000 [c1] [wrong-unit]"}, nil},
		{map[int]string{1: cents}, nil, nil, []string{"amount 0 1 0.5000 [c1] [wrong-unit]"}},
		{map[int]string{1: cents, 2: other}, map[int]string{3: cents}, nil, []string{"note 0 1 0.5000 [c2] [wrong-value]"}},
		{map[int]string{1: cents}, map[int]string{1: other}, []string{"note 1 0 0.5000 [c1] [wrong-value]"}, []string{"amount 0 1 0.5000 [c1] [wrong-unit]"}},
		{map[int]string{9: cents}, map[int]string{0: cents, 1: cents, 2: both}, []string{"amount 3 1 0.3125 [c0 c1 c2] [wrong-unit]", "note 1 0 0.5000 [c2] [wrong-value]"}, nil},
		{nil, map[int]string{4: ""}, []string{" 1 0 0.5000 [c4] [missing-call]"}, nil},
		{nil, map[int]string{4: `{"amount": 42, "note": "x", "z": 1}`}, []string{"z 1 0 0.5000 [c4] [extra]"}, nil},
		{map[int]string{4: `{"amount": 42, "note": "x", "z": 1}`}, nil, nil, []string{"z 0 1 0.5000 [c4] [extra]"}},
	} {
		got := Compare(result(t, all(c.now)), result(t, all(c.before)), "before.json")
		words := func(list []Change) (all []string) {
			for _, x := range list {
				all = append(all, fmt.Sprintf("%s %d %d %.4f %v %v", x.Field, x.Worse, x.Better, x.P, x.Cases, x.Verdicts))
			}
			return all
		}
		if diff := cmp.Diff([][]string{c.fell, c.rose}, [][]string{words(got.Fell), words(got.Rose)}); diff != "" {
			t.Errorf("%v to %v\n%s", c.before, c.now, diff)
		}
		if got.Runs != 10 {
			t.Errorf("%d runs are compared, not 10", got.Runs)
		}
	}
}

// Ten of ten one way is rarer than one in a thousand; an even split is no news.
func TestCoins(t *testing.T) {
	for _, c := range []struct {
		n, heads int
		want     float64
	}{{0, 0, 1}, {1, 1, 0.5}, {5, 5, 1. / 32}, {10, 10, 1. / 1024}, {4, 2, 11. / 16}, {200_001, 100_001, 0.5}, {2000, 2000, 0}} {
		if got := coins(c.n, c.heads); got != c.want {
			t.Errorf("coins(%d, %d) is %g, want %g", c.n, c.heads, got, c.want)
		}
	}
}

// What is no earlier result is told, rather than compared with nothing.
func TestReadResult(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "it is no result of tooldrift golden: it is no JSON"},
		{"[]", "it is no result of tooldrift golden: the whole is a JSON array"},
		{`{"version": 1, "findings": []}`, "it is no result of tooldrift golden: --results writes one"},
		{`{"version": 1, "runs": []}`, "it holds no scores: it was written without --actual"},
	} {
		if _, err := ReadResult([]byte(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}
