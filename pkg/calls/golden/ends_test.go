package golden

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// wide is an object of n numbers, the first of which is first.
func wide(first string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"f0": %s`, first)
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, ",\n  \"f%d\": %d", i, i+1000)
	}
	return b.String() + "}"
}

// nested is text in depth arrays.
func nested(text string, depth int) string {
	return strings.Repeat("[", depth) + text + strings.Repeat("]", depth)
}

// Small files that mean much work end, and say that they were not compared as well as
// could be. Without a bound each of these takes minutes, or for ever.
func TestScoreEnds(t *testing.T) {
	var golden, actual []string
	for i := range 50 {
		golden = append(golden, fmt.Sprintf("\n {tool: t, arguments: %s}", wide(fmt.Sprint(i), 500)))
	}
	for i := range 200 {
		actual = append(actual, "t "+wide(fmt.Sprint(200-i), 500))
	}
	for _, c := range []struct {
		name   string
		golden string
		actual []string
		rough  bool
	}{
		{"many fields", "{id: c, calls: [" + strings.Join(golden, ", ") + "]}", actual, true},
		{"arrays in arrays", "{id: c, tool: t, arguments: {a: " + nested("1", 200) + "}}", []string{`t {"a": ` + nested("2", 200) + "}"}, false},
		{"arrays beside arrays", "{id: c, tool: t, arguments: {a: " + wideArrays("1", 3) + "}}", []string{`t {"a": ` + wideArrays("2", 3) + "}"}, true},
	} {
		s, faults := read("version: 1\ncases: [" + c.golden + "]")
		if s == nil {
			t.Fatal(faults)
		}
		var got []Actual
		for _, a := range c.actual {
			tool, args, _ := strings.Cut(a, " ")
			got = append(got, Actual{Tool: tool, Args: []byte(args)})
		}
		r := score(s.Cases[0], got, tools, newBudget())
		if r.Rough != c.rough || r.Right || len(r.Calls) < len(s.Cases[0].Calls) || r.Calls[0].Got != "t" {
			t.Errorf("%s: rough is %v, right %v, of %d calls", c.name, r.Rough, r.Right, len(r.Calls))
		}
	}
}

// wideArrays is text in arrays of 20 in arrays of 20.
func wideArrays(text string, depth int) string {
	for range depth {
		text = "[" + strings.TrimSuffix(strings.Repeat(text+", ", 20), ", ") + "]"
	}
	return text
}

// What pairs two calls, and what is told of them, are one.
func TestCountIsTold(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for range 5000 {
		want, got := object(rng, 0), object(rng, 0)
		v := valueOf(want)
		for i := range v.fields {
			if rng.IntN(3) == 0 {
				v.fields[i].value.or = []*value{valueOf(anyValue(rng, 1)), valueOf(anyValue(rng, 1))}
			}
		}
		left := source.MaxCompared
		c := &comparer{left: &left}
		n := c.nearest(v, got, spot{})
		d := &diff{}
		(&comparer{left: &left}).compare(d, v, got, spot{})
		if n.bad != d.bad || n.all != d.all || (d.bad == 0) != (len(d.wrong) == 0) {
			t.Fatalf("%s for %s: %d of %d are wrong to count, %d of %d to tell: %+v", got.JSON(), want.JSON(), n.bad, n.all, d.bad, d.all, d.wrong)
		}
	}
}

// Calls behind the limit of an answer are counted, and are calls that nothing asks
// for; prompts behind that of prompts are counted too.
func TestDroppedIsCounted(t *testing.T) {
	for _, c := range []struct {
		extra string
		right bool
	}{{"wrong", false}, {"allowed", true}} {
		s, faults := read("version: 1\ncases: [{id: c, tool: t, arguments: {amount: 42}, extra: " + c.extra + "}]")
		if s == nil {
			t.Fatal(faults)
		}
		r := Start([]*Suite{s}, tools, nil)
		r.Add(0, 0, "c", Actual{Tool: "t", Args: []byte(`{"amount": 42}`)})
		for range source.MaxActual + 4 {
			r.Add(0, 0, "c", Actual{Tool: "u"})
		}
		for i := range source.MaxStrays + 3 {
			r.Add(0, 0, fmt.Sprint("stray-", i), Actual{Tool: "u"})
		}
		r.Score()
		one, sum := r.Result().Runs[0], r.Result().Summary
		if one.Right != c.right || one.Beyond != 5 || len(one.Calls) != source.MaxActual || sum.Beyond != 5 || sum.Strays != source.MaxStrays || sum.Untold != 3 {
			t.Errorf("%s: right is %v, %d beyond %d calls, of the run %d; %d prompts and %d calls beyond", c.extra, one.Right, one.Beyond, len(one.Calls), sum.Beyond, sum.Strays, sum.Untold)
		}
	}
}

// A call of many fields that accepts many values is judged as often as the limit
// allows, and it is said that it was not more often.
func TestJudgeEnds(t *testing.T) {
	values := strings.TrimSuffix(strings.Repeat("7, ", 900), ", ")
	for _, c := range []struct {
		fields int
		judged int
		cut    int
	}{{10, 901, 0}, {40_000, 1 + source.MaxFurther/40_001, 1}} {
		s, faults := read("version: 1\ncases: [{id: c, tool: t, accept: {f0: [" + values + "]}, arguments: " + wide("1", c.fields) + "}]")
		if s == nil {
			t.Fatal(faults)
		}
		sum := Start([]*Suite{s}, tools, nil).Result().Summary
		if sum.Judged != c.judged || sum.Cut != c.cut {
			t.Errorf("%d fields: %d ways were judged, want %d; %d calls cut", c.fields, sum.Judged, c.judged, sum.Cut)
		}
	}
}

// To judge golden calls does not change them: judged again they are the same.
func TestStartTwice(t *testing.T) {
	text := `{"id": "c", "ground_truth": ["t(5, 7)"]}` + "\n" + `{"id": "d", "ground_truth": ["t(1, 2, 3, 4, 5, 6, 7, 8)"]}`
	s, faults := Read(&source.File{Name: "a.jsonl", Data: []byte(text)})
	if s == nil {
		t.Fatal(faults)
	}
	first, want := Start([]*Suite{s}, tools, nil), string(Encode(s))
	second := Start([]*Suite{s}, tools, nil)
	if diff := cmp.Diff(first.Result(), second.Result(), cmp.AllowUnexported(source.Span{}), cmp.Comparer(func(a, b *source.File) bool { return a == b })); diff != "" || string(Encode(s)) != want {
		t.Error(diff)
	}
	if n := len(first.Result().Findings); n == 0 {
		t.Error("eight arguments fit seven fields")
	}
	second.Add(0, 0, "c", Actual{Tool: "t", Args: []byte(`{"amount": 5, "weight": 7}`)})
	second.Score()
	if !second.Result().Runs[0].Right {
		t.Errorf("%+v", second.Result().Runs[0])
	}
}
