package golden

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// asYAML is what a file holds in our own format; its spans may not be seen, so places
// are held to the text that they cover.
func asYAML(t *testing.T, text string) string {
	t.Helper()
	s, faults := read(text)
	if s == nil {
		t.Fatal(faults)
	}
	for _, c := range s.Cases {
		for _, call := range c.Calls {
			if got := strings.Trim(call.ToolAt.Text(), `"`); got != call.Tool {
				t.Errorf("the tool %s is said to stand at %q", call.Tool, got)
			}
		}
	}
	return string(Encode(s))
}

func TestTauTasks(t *testing.T) {
	const want = `version: 1
cases:
  - id: "0"
    prompt: Book it.
    extra: allowed
    tool: book
    arguments:
      seats: 2
  - id: "1"
    prompt: Nothing.
    extra: allowed
    calls: []
`
	got := asYAML(t, `[
 {"annotator": "0", "user_id": "u", "instruction": "Book it.", "actions": [{"name": "book", "kwargs": {"seats": 2}}], "outputs": []},
 {"annotator": "0", "user_id": "u", "instruction": "Nothing.", "actions": [], "outputs": []}
]`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// Trajectories have their tasks in them; several trials of one are one case.
	got = asYAML(t, `[
 {"task_id": 0, "reward": 1, "trial": 0, "info": {"task": {"instruction": "Book it.", "actions": [{"name": "book", "kwargs": {"seats": 2}}]}}, "traj": []},
 {"task_id": 0, "reward": 0, "trial": 1, "info": {"task": {"instruction": "Book it.", "actions": [{"name": "book", "kwargs": {"seats": 2}}]}}, "traj": []},
 {"task_id": 1, "reward": 1, "trial": 0, "info": {"task": {"instruction": "Nothing.", "actions": []}}, "traj": []}
]`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestBFCL(t *testing.T) {
	const lines = `{"id": "a_0", "ground_truth": [{"area": {"base": [10], "unit": ["", "cm", "m"], "z": [""]}}]}
{"id": "a_1", "ground_truth": [{"f": {"at": [{"city": ["Oslo", "Bergen"], "zip": ["", 1]}]}}, {"f": {"at": [[{"n": [1]}, {"n": [2, 3]}]]}}]}
`
	const want = `version: 1
cases:
  - id: a_0
    match: loose
    tool: area
    arguments:
      base: 10
      unit: cm
      z: ""
  - id: a_1
    match: loose
    calls:
      - tool: f
        arguments:
          at: {"city": "Oslo", "zip": 1}
      - tool: f
        arguments:
          at: [{"n": 1}, {"n": 2}]
`
	if diff := cmp.Diff(want, asYAML(t, lines)); diff != "" {
		t.Error(diff)
	}
	s, _ := read(lines)
	for _, c := range []struct {
		index int
		args  []string
		want  bool
	}{
		{0, []string{`{"base": 10}`}, true},
		{0, []string{`{"base": 10, "unit": "M"}`}, true},
		{0, []string{`{"base": 10, "unit": "", "z": ""}`}, true},
		{0, []string{`{"base": 10, "unit": "km"}`}, false},
		{0, []string{`{"base": 10, "z": 1}`}, false},
		{0, []string{`{}`}, false},
		{1, []string{`{"at": {"city": "bergen"}}`, `{"at": [{"n": 1}, {"n": 3}]}`}, true},
		{1, []string{`{"at": [{"n": 1}, {"n": 3}]}`, `{"at": {"city": "bergen", "zip": 1}}`}, true},
		{1, []string{`{"at": {"city": "bergen", "zip": 2}}`, `{"at": [{"n": 1}, {"n": 3}]}`}, false},
		{1, []string{`{"at": {"city": "bergen"}}`, `{"at": [{"n": 1}]}`}, false},
	} {
		one := s.Cases[c.index]
		var got []Actual
		for _, a := range c.args {
			got = append(got, Actual{Tool: one.Calls[0].Tool, Args: []byte(a)})
		}
		if r := score(one, got, tools, newBudget()); r.Right != c.want {
			t.Errorf("%s is right: %v", c.args, r.Right)
		}
	}
}

// Python's calls are read with every digit, at their very places; what has no name
// keeps its order.
func TestPythonCalls(t *testing.T) {
	const text = `{"id": "m_0", "ground_truth": [["cd(folder='a b')", "x.sort('f', 9007199254740993, deep={'k': [True, None, -1.5, (1, 2)]}, s=\"it\\'s\")"], []]}`
	s, faults := read(text)
	if s == nil {
		t.Fatal(faults)
	}
	c := s.Cases[0]
	if c.Order != GivenOrder || c.Extra != ExtraAllowed || len(c.Calls) != 2 {
		t.Fatalf("%+v", c)
	}
	var got []string
	for _, call := range c.Calls {
		for _, p := range call.positional {
			got = append(got, p.JSON())
		}
		got = append(got, call.Tool, call.Args.JSON())
	}
	want := []string{"cd", `{"folder": "a b"}`, `"f"`, "9007199254740993", "x.sort", `{"deep": {"k": [true, null, -1.5, [1, 2]]}, "s": "it's"}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if at := c.Calls[0].Args.Members[0].Value.At.Text(); at != "'a b'" {
		t.Errorf("the value stands at %q", at)
	}
	for _, c := range []struct{ call, want string }{
		{"f(", "a value is expected where the call ends"},
		{"f(a=)", "a value is expected where ')' stands"},
		{"f(a=b)", "a value is expected where 'b' stands"},
		{"f(a=1, 2)", "an argument without a name stands behind a named one"},
		{"f(a=1, a=2)", "the argument a is there twice"},
		{"f(a=1) + 1", "nothing more is expected where '+' stands"},
		{"f(a='x)", "the string does not end"},
		{"f(a=1.2.3)", `"1.2.3" is no number`},
	} {
		_, faults := read(`{"id": "m_0", "ground_truth": [["` + c.call + `"]]}`)
		if want := `golden/a.yaml:1:33: the call cannot be read: ` + c.want; len(faults) != 1 || faults[0] != want {
			t.Errorf("%s: %q, want %s", c.call, faults, want)
		}
	}
}

// A field of which no value is right is told once, and no fault is made of it.
func TestNoAnswer(t *testing.T) {
	s, _ := read(`{"id": "a_0", "ground_truth": [{"t": {"amount": []}}]}`)
	r := Start([]*Suite{s}, tools, nil)
	if got := r.Result().Findings; len(got) != 1 || got[0].Message != "no value of amount is right: its list is empty" || got[0].Case != "a_0" || got[0].Tool != "t" {
		t.Errorf("%+v", got)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		whole, `[{"instruction": "i", "actions": [{"name": "n", "kwargs": {"a": [1, {}]}}]}]`,
		`{"id": "a", "ground_truth": [{"f": {"a": [1, "", [{"b": [2]}]]}}]}` + "\n" + `{"id": "b", "ground_truth": [["f('x', a={'k': [1.5e3]})"]]}`,
		`{"id": "x", "tool": "t", "arguments": {"a": 1}}` + "\n" + `{"id": "y", "calls": []}`, "version: 1\ncases: [&a {id: x, tool: t, arguments: {l: [{a: 1}, {a: 2}]}, accept: {'l[].a': [3]}, unscored: ['l[1].b']}]",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := &source.File{Name: "a", Data: data}
		s, faults := Read(file)
		if s == nil {
			if !source.Refused(faults) {
				t.Fatal("nothing was read, and nothing is said of it")
			}
			return
		}
		for _, c := range s.Cases {
			for _, call := range c.Calls {
				for _, at := range []source.Span{call.At, call.ToolAt, c.IDAt} {
					if at.File != file || at.Start < 0 || at.Start > at.End || at.End > len(data) {
						t.Fatalf("%v is outside of the file", at)
					}
				}
				for v := range call.want.ways() {
					v.plain().JSON()
				}
			}
			score(c, []Actual{{Tool: "t", Args: data}}, tools, newBudget())
		}
		if again, faults := Read(&source.File{Name: "b", Data: Encode(s)}); again == nil && len(s.Cases) > 0 {
			t.Fatalf("what was read does not come back: %v\n%s", faults, Encode(s))
		}
	})
}
