package golden

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/calls"
)

// money is a contract that counts cents, kilograms and degrees.
var money = &calls.Tool{Name: "t", Fields: []calls.Field{
	{Path: "amount", Quantity: true, Dimension: "money", Unit: "cents"},
	{Path: "weight", Quantity: true, Dimension: "mass", Unit: "kg"},
	{Path: "temperature", Quantity: true, Dimension: "temperature", Unit: "celsius"},
	{Path: "at", Quantity: true, Dimension: "point in time", Unit: "s"},
	{Path: "length", Quantity: true, Dimension: "length", Unit: "cm"},
	{Path: "price", Quantity: true, Dimension: "money"},
	{Path: "lines[].grams", Quantity: true, Dimension: "mass", Unit: "g"},
}}

func tools(_, name string) *calls.Tool {
	if name == "t" {
		return money
	}
	return nil
}

// scored is what is wrong with calls of a case, a line each: "call tool verdict" and
// "spot verdict got want (reading)".
func scored(t *testing.T, golden string, actual ...string) string {
	t.Helper()
	s, faults := read("version: 1\ncases: [" + golden + "]")
	if s == nil {
		t.Fatal(faults)
	}
	var got []Actual
	for _, a := range actual {
		tool, args, _ := strings.Cut(a, " ")
		got = append(got, Actual{Tool: tool, Args: []byte(args)})
	}
	r := score(s.Cases[0], got, tools, newBudget())
	var lines []string
	for _, c := range r.Calls {
		if c.Verdict != RightCall {
			lines = append(lines, strings.Join(strings.Fields(fmt.Sprintf("%s %s %s", c.Verdict, c.Tool, c.Got)), " "))
		}
		for _, w := range c.Wrong {
			line := fmt.Sprintf("%s %s %s|%s", w.Spot, w.Verdict, w.Got, w.Want)
			if w.Reading != "" {
				line += " (" + w.Reading + ")"
			}
			lines = append(lines, line)
		}
	}
	if r.Right != (len(lines) == 0) && !strings.Contains(golden, "allowed") {
		t.Errorf("%s: right is %v beside %q", golden, r.Right, lines)
	}
	return strings.Join(lines, "\n")
}

func TestScoreFields(t *testing.T) {
	const wrong = "wrong-fields t t\n"
	for _, c := range []struct{ golden, actual, want string }{
		{`{amount: 4200}`, `{"amount": 4200}`, ""},
		{`{amount: 4200}`, `{"amount": 4200.0}`, ""},
		{`{amount: 4.2e3}`, `{"amount": 4200}`, ""},
		{`{id: 9007199254740993}`, `{"id": 9007199254740992}`, wrong + `id wrong-value 9007199254740992|9007199254740993`},
		{`{amount: 4200}`, `{"amount": 42}`, wrong + `amount wrong-unit 42|4200 (100 times too small; the contract says cents)`},
		{`{amount: 42}`, `{"amount": 4200}`, wrong + `amount wrong-unit 4200|42 (100 times too large; the contract says cents)`},
		{`{amount: 42}`, `{"amount": 43}`, wrong + `amount wrong-value 43|42 (the contract says cents)`},
		{`{amount: 42}`, `{"amount": -4200}`, wrong + `amount wrong-value -4200|42 (the contract says cents)`},
		{`{amount: 0}`, `{"amount": 100}`, wrong + `amount wrong-value 100|0 (the contract says cents)`},
		{`{price: 0.3}`, `{"price": 0.03}`, wrong + `price wrong-unit 0.03|0.3 (10 times too small)`},
		{`{price: 1e-09}`, `{"price": 1.0000000000000002e-06}`, wrong + `price wrong-unit 1.0000000000000002e-06|1e-09 (1000 times too large)`},
		{`{timeout: 1800}`, `{"timeout": 30}`, wrong + `timeout wrong-unit 30|1800 (60 times too small)`},
		{`{timeout: 2}`, `{"timeout": 7200000}`, wrong + `timeout wrong-unit 7200000|2 (3600000 times too large)`},
		{`{at: 1767225600}`, `{"at": 1767225600000}`, wrong + `at wrong-unit 1767225600000|1767225600 (1000 times too large; the contract says s)`},
		{`{weight: 4.54}`, `{"weight": 10}`, wrong + `weight wrong-unit 10|4.54 (as if in pounds (lb); the contract says kg)`},
		{`{temperature: 20}`, `{"temperature": 68}`, wrong + `temperature wrong-unit 68|20 (as if in degrees Fahrenheit; the contract says celsius)`},
		{`{temperature: 0}`, `{"temperature": 273.15}`, wrong + `temperature wrong-unit 273.15|0 (as if in kelvin; the contract says celsius)`},
		{`{temperature: -40}`, `{"temperature": 40}`, wrong + `temperature wrong-value 40|-40 (the contract says celsius)`},
		{`{length: 91.44}`, `{"length": 3}`, wrong + `length wrong-unit 3|91.44 (as if in feet; the contract says cm)`},
		{`{at: 1835455500}`, `{"at": 1835462700}`, wrong + `at wrong-value 1835462700|1835455500 (120 minutes too late, as a time zone would make it)`},
		{`{at: 1835455500}`, `{"at": 1835455501}`, wrong + `at wrong-value 1835455501|1835455500 (the contract says s)`},
		{`{other: 4.54}`, `{"other": 10}`, wrong + `other wrong-value 10|4.54`},
		{`{price: "42.00"}`, `{"price": "4200"}`, wrong + `price wrong-unit "4200"|"42.00" (100 times too large)`},
		{`{id: "10"}`, `{"id": "1000"}`, wrong + `id wrong-value "1000"|"10"`},
		{`{amount: 42}`, `{"amount": "42"}`, wrong + `amount wrong-type "42"|42 (a string, not a number; the value is right)`},
		{`{amount: 42}`, `{"amount": null}`, wrong + `amount wrong-type null|42 (null, not a number)`},
		{`{on: true}`, `{"on": "true"}`, wrong + `on wrong-type "true"|true (a string, not a boolean; the value is right)`},
		{`{on: true}`, `{"on": false}`, wrong + `on wrong-value false|true`},
		{`{n: null}`, `{"n": null}`, ""},
		{`{n: null}`, `{}`, wrong + `n missing |null`},
		{`{name: Ann}`, `{"name": "ann"}`, wrong + `name wrong-value "ann"|"Ann" (only the case differs)`},
		{`{name: New York}`, `{"name": "New-York"}`, wrong + `name wrong-value "New-York"|"New York" (only case, blanks and marks differ)`},
		{`{a: 1}`, `{"a": 1, "b": 2, "b": 3}`, wrong + `b extra 2|`},
		{`{a: 1}`, `not json`, wrong + ` wrong-type "not json"|{"a": 1} (a string, not an object)`},
		{`{}`, ``, ""},
		{`{a: {b: 1, c: {d: 2}}}`, `{"a": {"b": 1}}`, wrong + `a.c missing |{"d": 2}`},
		{`{ids: [a, b, c]}`, `{"ids": ["a", "c"]}`, wrong + `ids[1] missing |"b"`},
		{`{ids: [a, c]}`, `{"ids": ["a", "b", "c"]}`, wrong + `ids[1] extra "b"|`},
		{`{ids: [a]}`, `{"ids": []}`, wrong + `ids[0] missing |"a"`},
		{`{ids: []}`, `{"ids": []}`, ""},
		{`{lines: [{sku: a, grams: 5}, {sku: b, grams: 1}]}`, `{"lines": [{"sku": "a", "grams": 5000}, {"sku": "b", "grams": 1}]}`, wrong + `lines[0].grams wrong-unit 5000|5 (1000 times too large; the contract says g)`},
		{`{lines: [{sku: a}, {sku: b}]}`, `{"lines": [{"sku": "b"}]}`, wrong + `lines[0] missing |{"sku": "a"}`},
	} {
		if diff := cmp.Diff(c.want, scored(t, "{id: c, tool: t, arguments: "+c.golden+"}", strings.TrimSpace("t "+c.actual))); diff != "" {
			t.Errorf("%s for %s\n%s", c.actual, c.golden, diff)
		}
	}
}

// What a case allows beside its arguments is right, and nothing else is.
func TestScoreAllowed(t *testing.T) {
	for _, c := range []struct{ golden, actual, want string }{
		{`arguments: {a: 1}, accept: {a: [2, three]}`, `{"a": 2}`, ""},
		{`arguments: {a: 1}, accept: {a: [2, three]}`, `{"a": "three"}`, ""},
		{`arguments: {a: 1}, accept: {a: [2, three]}`, `{"a": 4}`, "a wrong-value 4|1"},
		{`arguments: {a: 1, b: 2}, optional: [b]`, `{"a": 1}`, ""},
		{`arguments: {a: 1, b: 2}, optional: [b]`, `{"a": 1, "b": 3}`, "b wrong-value 3|2"},
		{`arguments: {a: 1}, unscored: [why]`, `{"a": 1, "why": "x"}`, ""},
		{`arguments: {a: 1}, unscored: [why]`, `{"a": 1}`, ""},
		{`arguments: {a: 1}, unscored: [a]`, `{"a": "any"}`, ""},
		{`arguments: {l: [{a: 1}, {a: 2}]}, unscored: ["l[].b"]`, `{"l": [{"a": 1, "b": 1}, {"a": 2}]}`, ""},
		{`arguments: {l: [{a: 1}, {a: 2}]}, accept: {"l[1].a": [3]}`, `{"l": [{"a": 1}, {"a": 3}]}`, ""},
		{`arguments: {l: [{a: 1}, {a: 2}]}, accept: {"l[1].a": [3]}`, `{"l": [{"a": 3}, {"a": 2}]}`, "l[0].a wrong-value 3|1"},
		{`match: loose, arguments: {a: "New York, N.Y."}`, `{"a": "new york ny"}`, ""},
	} {
		want := c.want
		if want != "" {
			want = "wrong-fields t t\n" + want
		}
		if diff := cmp.Diff(want, scored(t, "{id: c, tool: t, "+c.golden+"}", "t "+c.actual)); diff != "" {
			t.Errorf("%s for %s\n%s", c.actual, c.golden, diff)
		}
	}
}

func TestScoreCalls(t *testing.T) {
	const two = `calls: [{tool: t, arguments: {id: 1}}, {tool: t, arguments: {id: 2}}]`
	for _, c := range []struct {
		golden string
		actual []string
		want   string
	}{
		{`tool: t`, nil, "missing-call t"},
		{`tool: t`, []string{"u"}, "wrong-tool t u"},
		{`tool: t, extra: allowed`, []string{"u"}, "missing-call t\nallowed-call u"},
		{`tool: t`, []string{"u", "t"}, "extra-call u"},
		{`calls: []`, nil, ""},
		{`calls: []`, []string{"t"}, "extra-call t"},
		{two, []string{`t {"id": 2}`, `t {"id": 1}`}, ""},
		{two + ", order: given", []string{`t {"id": 1}`, `t {"id": 2}`}, ""},
		{two + ", order: given", []string{`t {"id": 2}`, `t {"id": 1}`}, "wrong-fields t t\nid wrong-value 2|1\nwrong-fields t t\nid wrong-value 1|2"},
		{two, []string{`t {"id": 2}`, `t {"id": 3}`}, "wrong-fields t t\nid wrong-value 3|1"},
		{two, []string{`t {"id": 2}`}, "missing-call t"},
		{two, []string{`t {"id": 1}`, `t {"id": 1}`, `t {"id": 2}`}, "extra-call t"},
		{`calls: [{tool: a}, {tool: b}], order: given`, []string{"b", "a"}, "wrong-order b b"},
		{`tool: t, arguments: {id: 1}, alternatives: [{tool: u, arguments: {name: x}}]`, []string{`u {"name": "x"}`}, ""},
		{`tool: t, arguments: {id: 1}, alternatives: [{tool: t, arguments: {name: x}}]`, []string{`t {"name": "y"}`}, "wrong-fields t t\nname wrong-value \"y\"|\"x\""},
		{`tool: a.b`, []string{"a_b"}, ""},
	} {
		if diff := cmp.Diff(c.want, scored(t, "{id: c, "+c.golden+"}", c.actual...)); diff != "" {
			t.Errorf("%q for %s\n%s", c.actual, c.golden, diff)
		}
	}
}

// No pairing of golden calls with actual ones costs less than the one that is chosen.
func TestAssign(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		rows, columns, lone := rng.IntN(5), rng.IntN(5), 50
		table := make([][]int, rows)
		for i := range table {
			table[i] = make([]int, columns)
			for j := range table[i] {
				table[i][j] = rng.IntN(100)
			}
		}
		cost := func(i, j int) int { return table[i][j] }
		for _, c := range []struct {
			name    string
			ordered bool
			pairs   []int
		}{{"assign", false, assign(rows, columns, lone, cost)}, {"inOrder", true, inOrder(rows, columns, lone, cost)}} {
			got, used, last := 0, map[int]bool{}, -1
			for i, j := range c.pairs {
				if j < 0 {
					got += lone
					continue
				}
				if used[j] || c.ordered && j <= last {
					t.Fatalf("%s pairs %v", c.name, c.pairs)
				}
				used[j], last = true, j
				got += table[i][j]
			}
			if want := cheapest(table, columns, lone, 0, map[int]bool{}, -1, c.ordered); got != want || len(c.pairs) != rows {
				t.Fatalf("%s of %v pairs %v for %d, and %d is possible", c.name, table, c.pairs, got, want)
			}
		}
	}
}

// cheapest tries every pairing.
func cheapest(table [][]int, columns, lone, row int, used map[int]bool, last int, ordered bool) int {
	if row == len(table) {
		return 0
	}
	best := lone + cheapest(table, columns, lone, row+1, used, last, ordered)
	for j := range columns {
		if used[j] || ordered && j <= last {
			continue
		}
		used[j] = true
		best = min(best, table[row][j]+cheapest(table, columns, lone, row+1, used, j, ordered))
		delete(used, j)
	}
	return best
}
