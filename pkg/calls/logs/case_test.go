package logs

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A call is of the prompt that its record names: by a word that is meant for it,
// else by the id of a conversation, else by the session, else by the record's own id.
func TestCase(t *testing.T) {
	if lastShape > 64 {
		t.Fatalf("a set has 64 bits and there are %d keys", lastShape)
	}
	for _, c := range []struct{ record, want string }{
		{`{"tool": "f", "args": {}}`, ""},
		{`{"tool": "f", "args": {}, "id": "refund-42"}`, "refund-42"},
		{`{"tool": "f", "args": {}, "id": "1", "prompt_id": "refund-42"}`, "refund-42"},
		{`{"tool": "f", "args": {}, "case": "a\u00e9", "session": "s"}`, "aé"},
		{`{"tool": "f", "args": {}, "id": "1", "session": "s"}`, "s"},
		{`{"tool": "f", "args": {}, "task_id": 7}`, "7"},
		{`{"tool": "f", "args": {}, "metadata": {"case_id": "m"}}`, "m"},
		{`{"tool": "f", "args": {"case": "inner", "id": "x"}}`, ""},
		{`{"task_id": 3, "traj": [{"role": "assistant", "tool_calls": [{"id": "call_1", "function": {"name": "f", "arguments": "{}"}}]}]}`, "3"},
		{`{"id": "p", "messages": [{"role": "assistant", "tool_calls": [{"id": "call_1", "function": {"name": "f", "arguments": "{}"}}]}]}`, "p"},
		{`{"custom_id": "request-1", "id": "batch_1", "response": {"body": {"id": "chatcmpl-1", "choices": [{"message": {"role": "assistant", "tool_calls": [{"id": "call_1", "function": {"name": "f", "arguments": "{}"}}]}}]}}}`, "request-1"},
	} {
		var got []string
		err := Read(strings.NewReader(c.record+"\n"), "a.jsonl", func(k *Chunk) error {
			k.Scan(func(e *Event) {
				if e.Kind == Call {
					got = append(got, string(e.Case))
				}
			})
			return nil
		})
		if diff := cmp.Diff([]string{c.want}, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", c.record, err, diff)
		}
	}
}
