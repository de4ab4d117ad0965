package golden

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/calls/logs"
)

// answersIn are the answers that a log gives to the case c, {tool: t, arguments: {amount: 42}},
// and what is said of the others.
func answersIn(t *testing.T, partial bool, texts ...string) string {
	t.Helper()
	s, faults := read("version: 1\ncases: [{id: c, tool: t, arguments: {amount: 42}}, {id: other, calls: []}]")
	if s == nil {
		t.Fatal(faults)
	}
	r := Start([]*Suite{s}, tools, nil)
	r.Partial = partial
	for i, text := range texts {
		log := logs.Log{Name: fmt.Sprintf("%d.jsonl", i), Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
		if err := r.Actual(i, log); err != nil {
			t.Fatal(err)
		}
	}
	r.Score()
	var lines []string
	for _, run := range r.Result().Runs {
		if run.Case != "c" {
			continue
		}
		line := fmt.Sprintf("%d:", run.Run)
		for _, c := range run.Calls {
			line += fmt.Sprintf(" %s@%s:%d", c.Verdict, c.Log, c.Line)
		}
		lines = append(lines, line)
	}
	for _, stray := range r.Result().Strays {
		lines = append(lines, fmt.Sprintf("%d of %q, near %q", stray.Calls, stray.Case, stray.Nearest))
	}
	return strings.Join(lines, "\n")
}

// A prompt that is answered in several logs, sessions or records is answered several
// times; a log that tells a conversation again with each request answers it once.
func TestAnswers(t *testing.T) {
	call := func(id, amount string) string {
		return fmt.Sprintf(`{"role": "assistant", "tool_calls": [{"id": %q, "function": {"name": "t", "arguments": "{\"amount\": %s}"}}]}`, id, amount)
	}
	record := func(messages ...string) string {
		return `{"prompt_id": "c", "messages": [{"role": "user", "content": "Go."}, ` + strings.Join(messages, ", ") + "]}\n"
	}
	plain := func(extra, amount string) string {
		return fmt.Sprintf(`{%s, "tool": "t", "args": {"amount": %s}}`+"\n", extra, amount)
	}
	for _, c := range []struct {
		name    string
		partial bool
		logs    []string
		want    string
	}{
		{"one", false, []string{plain(`"case": "c"`, "42")}, "1: right@0.jsonl:1"},
		{"two calls", false, []string{plain(`"case": "c"`, "1") + plain(`"case": "c"`, "42")}, "1: right@0.jsonl:2 extra-call@0.jsonl:1"},
		{"two logs", false, []string{plain(`"case": "c"`, "1"), plain(`"case": "c"`, "42")}, "1: wrong-fields@0.jsonl:1\n2: right@1.jsonl:1"},
		{"two sessions", false, []string{plain(`"case": "c", "session": "a"`, "1") + plain(`"case": "c", "session": "b"`, "42")}, "1: wrong-fields@0.jsonl:1\n2: right@0.jsonl:2"},
		{"two records", false, []string{record(call("call_aaaaaaaaaaaa", "42")) + record(call("call_bbbbbbbbbbbb", "43"))}, "1: right@0.jsonl:1\n2: wrong-fields@0.jsonl:2"},
		{"two requests", false, []string{record(call("call_aaaaaaaaaaaa", "42")) + record(call("call_aaaaaaaaaaaa", "42"), call("call_bbbbbbbbbbbb", "43"))}, "1: right@0.jsonl:2 extra-call@0.jsonl:2"},
		{"no call", false, []string{`{"prompt_id": "c", "messages": [{"role": "user", "content": "Go."}, {"role": "assistant", "content": "No."}]}` + "\n"}, "1: missing-call@:0"},
		{"no mention", false, []string{plain(`"case": "other"`, "1")}, "1: missing-call@:0"},
		{"no mention", true, []string{plain(`"case": "other"`, "1")}, ""},
		{"strange", true, []string{plain(`"case": "othre"`, "1") + plain(`"x": 1`, "1")}, "1 of \"\", near \"\"\n1 of \"othre\", near \"other\""},
	} {
		if diff := cmp.Diff(c.want, answersIn(t, c.partial, c.logs...)); diff != "" {
			t.Errorf("%s\n%s", c.name, diff)
		}
	}
}
