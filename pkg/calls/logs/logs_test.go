package logs

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// line is an event as a test states it: "call refund {"a":1} line=3".
func line(e *Event) string {
	var b strings.Builder
	switch e.Kind {
	case Call:
		fmt.Fprintf(&b, "call %s %s", e.Tool, e.Args)
	case Outcome:
		b.WriteString("outcome")
	case Turn:
		b.WriteString("turn")
	}
	if e.Status != Unknown {
		fmt.Fprintf(&b, " %s", []string{"", "succeeded", "failed"}[e.Status])
	}
	if len(e.Error) > 0 {
		fmt.Fprintf(&b, " %q", e.Error)
	}
	return b.String()
}

// told is all that a log tells, and what it holds.
func told(t *testing.T, log string) ([]string, Stats) {
	t.Helper()
	var events []string
	var stats Stats
	err := Read(strings.NewReader(log), "log", func(c *Chunk) error {
		stats.Add(c.Scan(func(e *Event) { events = append(events, fmt.Sprintf("%d %s", e.Line, line(e))) }))
		c.Free()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return events, stats
}

func TestPlain(t *testing.T) {
	events, stats := told(t, `{"time":"2026-01-02T03:04:05Z","tool":"refund","args":{"a":1},"result":{"ok":true}}
{"ts":1767323045,"tool_name":"refund","arguments":"{\"a\": \"\u00e9\"}","error":"no such order"}
{"name":"refund","input":{"a":9007199254740993},"status":"failed"}
{"name":"refund","description":"refunds","input":{"type":"object"}}
{"tool":"refund"}
nonsense
{"tool":"refund","args":{}
{"tool":"refund","args":{"a":4411.0}}
`)
	want := []string{
		`1 call refund {"a":1} succeeded`,
		`2 call refund {"a": "é"} failed "no such order"`,
		`3 call refund {"a":9007199254740993} failed`,
		`8 call refund {"a":4411.0}`,
	}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(Stats{Records: 6, Broken: 2, Calls: 4, Examples: []Broken{
		{6, "no JSON value where one is due"}, {7, "cut off"}}}, stats); diff != "" {
		t.Error(diff)
	}
}

func TestOpenAI(t *testing.T) {
	events, _ := told(t, `[{"messages":[{"role":"user","content":"hi"},
{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]},
{"role":"tool","tool_call_id":"call_1","content":"Error: no"},
{"role":"assistant","function_call":{"name":"g","arguments":"{}"}}],"tools":[{"type":"function","function":{"name":"f","parameters":{}}}]},
{"output":[{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"fine"}]}]`)
	want := []string{"1 turn", `2 call f {"a":1}`, `3 outcome failed "Error: no"`, `4 call g {}`, `5 call f {}`, `5 outcome`}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Error(diff)
	}
}
