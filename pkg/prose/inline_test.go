package prose

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// TestWhatIsShownInRunningText holds what is read of a call that stands in no fence,
// and where.
func TestWhatIsShownInRunningText(t *testing.T) {
	for text, want := range map[string][]string{
		`Example: {"a": 1, "b": {"c": [2]}}`:                {`a="a" 1, b="b" {"c": [2]}`},
		`Example: {'a': 'x, y', 'b': True, 'c': None}`:      {`a='a' 'x, y', b='b' True, c='c' None`},
		`Usage: do_it(a="x", b = [1, 2], c=f(d=1))`:         {`do_it: a=a "x", b=b [1, 2], c=c f(d=1)`},
		`Usage: do_it({a: 1, "b": 2,})`:                     {`do_it: a=a 1, b="b" 2`},
		"Usage:\n```py\nx = do_it(a=1)\n```":                {`do_it: a=a 1`},
		`Examples: {"a": 1}, {"a": 2} or {"a": 3}`:          {`a="a" 1`, `a="a" 2`, `a="a" 3`},
		`Example: {"name": "do_it", "arguments": {"a": 1}}`: {`do_it: a="a" 1`},
		`Example: {"a": 1} and then Output: {"a": 2}`:       {`a="a" 1`},
		`do_it(a, b=1)`:    nil,
		`do_it(a: string)`: nil,
		`do_it(a==1)`:      nil,
		`do_it()`:          nil,
		`do_it(a=1`:        nil,
		`x.do_it(a=1)`:     nil,
		`Example: {a, b}`:  nil,
		`Example: {}`:      nil,
		`Example: {"a": 1`: nil,
		`Example: {"type": "object", "properties": {}}`: nil,
		`{"a": 1}`: nil,
	} {
		f := &source.File{Name: "x", Data: []byte(text)}
		var got []string
		for _, e := range Examples(contract.Text{Text: text, At: source.Span{File: f, End: len(text)}}) {
			s := ""
			if e.Tool != "" {
				s = e.Tool + ": "
			}
			for i, m := range e.Args.Members {
				if i > 0 {
					s += ", "
				}
				s += fmt.Sprintf("%s=%s %s", m.Key, m.KeyAt.Text(), m.Value.At.Text())
			}
			if !e.Inline || !e.Introduced {
				t.Errorf("%s: %+v is not told to be in running text", text, e)
			}
			got = append(got, s)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", text, diff)
		}
	}
}
