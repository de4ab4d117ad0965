package diff_test

import (
	"testing"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// JSON Schema compares by value (draft 2020-12, core 4.2.2): 1 is 1.0 at any depth, and
// the members of an object have no order.
func TestValuesAreComparedByValue(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`1`, `1.0`, true},
		{`{"x": 1}`, `{"x": 1.0}`, true},
		{`{"x": 1, "y": [2]}`, `{"y": [2.0], "x": 1}`, true},
		{`[1, 2]`, `[1.0, 2e0]`, true},
		{`[1, 2]`, `[2, 1]`, false},
		{`[1]`, `[1, 1]`, false},
		{`{"x": 1}`, `{"x": 2}`, false},
		{`{"x": 1}`, `{"y": 1}`, false},
		{`{"x": 1}`, `{"x": 1, "y": 2}`, false},
		{`{"x": 1}`, `{"x": "1"}`, false},
		{`{}`, `[]`, false},
	} {
		if got := diff.SameValue(parsed(t, c.a), parsed(t, c.b)); got != c.same {
			t.Errorf("%s and %s: same %v, want %v", c.a, c.b, got, c.same)
		}
	}
}

func parsed(t *testing.T, text string) *source.Node {
	t.Helper()
	n, faults := source.ParseJSON(&source.File{Name: "value", Data: []byte(text)})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return n
}

// A leap second is a second (RFC 3339, 5.6 and 5.7), and only where one can be.
func TestLeapSeconds(t *testing.T) {
	s := &contract.Schema{Types: contract.StringType, Format: contract.Text{Text: "date-time"}}
	for text, want := range map[string]diff.Verdict{
		"2016-12-31T23:59:60Z":      diff.Accepted,
		"1990-12-31T15:59:60-08:00": diff.Accepted,
		"2016-12-31T23:59:59Z":      diff.Accepted,
		"2016-12-31T23:58:60Z":      diff.Rejected,
		"2016-12-31T23:59:61Z":      diff.Rejected,
		"2016-12-31T15:59:60Z":      diff.Rejected,
	} {
		if got, _ := diff.Check(s, &source.Node{Kind: source.String, Text: text}, false); got != want {
			t.Errorf("%s: verdict %d, want %d", text, got, want)
		}
	}
}
