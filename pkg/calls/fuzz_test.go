package calls

import "testing"

// No arguments, however broken, stop the judge, and both of its ways see the same.
func FuzzJudge(f *testing.F) {
	for _, seed := range []string{
		`{}`, ``, `null`, `[]`, `{"a":`, `{"filter": {"field": "id", "and": [{"field": "x", "and": []}]}}`, `{"page": 1e999999, "ids": [1, "2", null]}`,
		`{"page": 3, "page": 4}`, `{"p\u0061ge": -0.0}`, "{\"since\": \"\xff\"}", `{"perPage": "12", "since": "\ud83d"}`, `{"method": "update", "id": "1", "lines": [{"skuCode": 1}]}`,
	} {
		f.Add(seed)
	}
	c := contractsOf(f, orders)
	f.Fuzz(func(t *testing.T, args string) {
		for _, tool := range c.Tools {
			var quick, long Observation
			tool.look([]byte(args), &long)
			for _, fault := range long.Faults {
				if fault.Text == "" || fault.Kind == "" || fault.Shape == "" {
					t.Errorf("%q: a fault without words: %+v", args, fault)
				}
			}
			if tool.passes([]byte(args), &quick) && (!long.Valid || long.Unsure != quick.Unsure || len(long.Sent) != len(quick.Sent)) {
				t.Errorf("%q: the quick way takes what the long way calls %q", args, texts(long))
			}
			c.Named([]byte(args))
		}
	})
}
