package calls

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/check"
)

// FuzzGuard: whatever comes in, there is one verdict a line, and what is allowed is
// JSON in which nothing is left to a reader.
func FuzzGuard(f *testing.F) {
	g, err := OpenGuard(check.Inputs{Config: "../../testdata/guard/.tooldrift.yaml"})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		`{"payment_id": "pay_1", "amount_cents": 4200}`, `{"payment_id": "pay_1", "amount_cents": 42000, "currency": "USD"}`,
		`{"payment_id": "pay_1", "amount_cents": 60, "amount_cents": 1e400}`, `{"payment_id": "\ud800", "amount_cents": "50"}`,
		`{"tool": "create_refund", "args": {"payment_id": "pay_1", "amount_cents": 4200}}`, `{"tool": "create_refund", "args": "{}", "args": {}}`,
		`{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "create_refund", "arguments": {"payment_id": "pay_1", "amount_cents": 4200}}}`,
		`{"hook_event_name": "PreToolUse", "tool_name": "mcp__payments__create_refund", "tool_input": {"payment_id": "pay_1", "amount_cents": 42}}`,
		"", "\n", "\ufeff{}", "null\nnull", "[[[[", `{"tool": "`, "\x00", "{}\r\n{}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		whole := func(v Verdict, args []byte) {
			t.Helper()
			var back Verdict
			if err := json.Unmarshal(v.JSON(), &back); err != nil || bytes.ContainsAny(v.JSON(), "\r\n") {
				t.Fatalf("%q: a verdict that is not a line of JSON: %v\n%s", data, err, v.JSON())
			}
			switch {
			case v.Decision == Refuse && len(v.Faults)+len(v.Fences) == 0, v.Decision == Allow && len(v.Faults)+len(v.Fences) > 0, v.Decision == Review && len(v.Fences) == 0:
				t.Fatalf("%q: %s", data, v.JSON())
			case len(v.Faults) > 0 && v.Faults[0].Kind == Internal:
				t.Fatalf("%q: %s", data, v.JSON())
			case v.Decision == Refuse || args == nil:
				return
			}
			if !json.Valid(args) || !unambiguous(args) {
				t.Fatalf("%q is let through", args)
			}
		}
		whole(g.Check("create_refund", data), data)
		whole(g.CheckRequest(data), nil)

		var out strings.Builder
		count, _, err := g.Lines(bytes.NewReader(data), &out)
		lines := bytes.Count(data, []byte("\n"))
		if len(data) > 0 && data[len(data)-1] != '\n' {
			lines++
		}
		if err != nil || count != lines || strings.Count(out.String(), "\n") != lines {
			t.Fatalf("%q: %d lines, %d verdicts, %v", data, lines, count, err)
		}
		call, err := ReadHook(data)
		if err != nil {
			return
		}
		answer, err := g.Hook(call)
		if err != nil || len(answer) > 0 && !json.Valid(answer) {
			t.Fatalf("%q: %s %v", data, answer, err)
		}
	})
}

// unambiguous reports whether every object of a JSON text has each key once, and every
// number is one that a double holds.
func unambiguous(data []byte) bool {
	d := json.NewDecoder(bytes.NewReader(data))
	var value func() bool
	value = func() bool {
		token, err := d.Token()
		if err != nil {
			return false
		}
		switch token {
		case json.Delim('{'):
			keys := map[string]bool{}
			for d.More() {
				key, err := d.Token()
				if name, _ := key.(string); err != nil || keys[name] || !value() {
					return false
				} else {
					keys[name] = true
				}
			}
			_, err = d.Token()
		case json.Delim('['):
			for d.More() {
				if !value() {
					return false
				}
			}
			_, err = d.Token()
		}
		return err == nil
	}
	return value()
}
