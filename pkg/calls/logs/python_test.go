package logs

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// TestPython holds what of a model's text counts as calls, digit by digit.
func TestPython(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`f(a=1, b='x')`, `f {"a":1,"b":"x"}`},
		{`[f(a=1),g.h()]`, `f {"a":1}; g.h {}`},
		{`[f(a=1),]`, `f {"a":1}`},
		{`[f(a=[1, -2.50, .5, 5., 1_000, 9007199254740993], b=(True, None, False), c={'k': "it's", "l": []})]`, `f {"a":[1,-2.50,0.5,5.0,1000,9007199254740993],"b":[true,null,false],"c":{"k":"it's","l":[]}}`},
		{`f(a=-.5, b=+7, c=1.e3, d=-0)`, `f {"a":-0.5,"b":7,"c":1.0e3,"d":-0}`},
		{`f(a='q"\'\n\t\\ \x41\u00e9 é', b="",)`, `f {"a":"q\"'\n\t\\ Aé é","b":""}`},
		{`f(a='\ud83d\ude00\U0001f600', b="""it "is\"""", c='\d\u12')`, `f {"a":"😀😀","b":"it \"is\"","c":"\\d\\u12"}`},
		{`f('x')`, ``},
		{`[f(a=1, 'x'), g(a=1)]`, `g {"a":1}`},
		{`I will call f(a=1)`, ``},
		{`f(a=g(1))`, ``},
		{`f(a=1`, ``},
		{`f(a=1))`, ``},
		{`f(a=1) and then`, ``},
		{`f(a=01)`, ``},
		{`f(a=--5)`, ``},
		{`f(a=+)`, ``},
		{`f(a=` + strings.Repeat("[", source.MaxDepth) + `)`, ``},
		{``, ``},
		{`[]`, ``},
	} {
		record, err := json.Marshal(map[string]string{"id": "simple_0", "result": c.text})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if err := Read(strings.NewReader(string(record)), "log", func(k *Chunk) error {
			k.Scan(func(e *Event) {
				if e.Kind == Call {
					got = append(got, string(e.Tool)+" "+string(e.Args))
				}
			})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, not %q", c.text, got, c.want)
		}
	}
}

// FuzzPython holds that whatever is read as calls is JSON, and stands within the text.
func FuzzPython(f *testing.F) {
	for _, text := range []string{`[f(a=1), g.h('x', b={'k': (True, None, -.5)})]`, `f(a='\ud83d\ude00\x4')`, `f(a="""x""", b=1_0.e+5,)`, `f(a=--1)`, `f(a=+)`, `[`, `f(a=[[`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spot := func(from, to int) source.Span {
			if from < 0 || from > to || to > len(text) {
				t.Fatalf("%q: %d to %d is outside", text, from, to)
			}
			return source.Span{}
		}
		all, err := PythonCalls(text, spot)
		if err != nil && all != nil {
			t.Errorf("%q: calls and %v", text, err)
		}
		for _, c := range all {
			for _, n := range append(c.Positional, c.Named) {
				if args := appendCompact(nil, n); c.Name == "" || !json.Valid(args) {
					t.Errorf("%q: %q %s", text, c.Name, args)
				}
			}
		}
	})
}
