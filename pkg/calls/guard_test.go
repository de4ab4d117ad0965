package calls

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tooldrift/tooldrift/pkg/check"
)

// guardOf is a guard of the files of a project, or why there is none.
func guardOf(t testing.TB, files map[string]string) (*Guard, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return OpenGuard(check.Inputs{Dir: dir, Root: dir})
}

// properties is a project of one tool, send, with these properties, and of fences.
func properties(t testing.TB, properties string, fences ...string) *Guard {
	t.Helper()
	g, err := guardOf(t, map[string]string{
		"tools.json":      `{"tools": [{"name": "send", "description": "Sends.", "inputSchema": {"type": "object", "properties": {` + properties + `}}}]}`,
		".tooldrift.yaml": "version: 1\ncontracts: [{name: pay, tools: [tools.json]}]\nfences:\n  " + strings.Join(fences, "\n  ") + "\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// What a fault teaches, byte for byte: how the value would be read, and the unit that
// it was probably meant in.
func TestGuardReadings(t *testing.T) {
	const cents = `"amount_cents": {"type": "integer", "minimum": 50, "maximum": 500000}`
	for _, c := range []struct {
		properties, args   string
		text               string
		reading, suspicion string
	}{
		{cents, `{"amount_cents": "4200"}`, `amount_cents is the string "4200", not an integer; send 4200`,
			"amount_cents=4200 means $42.00; a customer's $42 is 4200 here, and $4200 is 420000", ""},
		{cents, `{"amount_cents": "42.00"}`, `amount_cents is the string "42.00", not an integer`,
			"amount_cents=42.00 means $0.42; a customer's $42 is 4200 here", "perhaps $42 was meant, which is 4200 here"},
		{cents, `{"amount_cents": 42}`, "amount_cents is the number 42, not at least 50",
			"amount_cents=42 means $0.42; a customer's $42 is 4200 here", "perhaps $42 was meant, which is 4200 here"},
		{cents, `{"amount_cents": 42.5}`, "amount_cents is the number 42.5, not an integer",
			"amount_cents=42.5 means $0.425; a customer's $42.50 is 4250 here", "perhaps $42.50 was meant, which is 4250 here"},
		{cents, `{"amount_cents": 5000000}`, "amount_cents is the number 5000000, not at most 500000",
			"amount_cents=5000000 means $50000.00; a customer's $50000 is 5000000 here", "perhaps it was multiplied by 100 once too often: 50000 would mean $500.00"},
		{cents, `{"amount_cents": 500001}`, "amount_cents is the number 500001, not at most 500000",
			"amount_cents=500001 means $5000.01; a customer's $500001 is 50000100 here", ""},
		{cents, `{"amount_cents": -5}`, "amount_cents is the number -5, not at least 50", "amount_cents=-5 means -$0.05", ""},
		{cents + `, "currency": {"type": "string"}`, `{"amount_cents": 42, "currency": "EUR"}`, "amount_cents is the number 42, not at least 50",
			"amount_cents=42 means €0.42; a customer's €42 is 4200 here", "perhaps €42 was meant, which is 4200 here"},
		{cents + `, "currency": {"type": "string"}`, `{"amount_cents": 42}`, "amount_cents is the number 42, not at least 50",
			"amount_cents=42 means $0.42 (in dollars: currency is not sent); a customer's $42 is 4200 here", "perhaps $42 was meant, which is 4200 here"},
		{cents + `, "currency": {"type": "string", "default": "chf"}`, `{"amount_cents": 42}`, "amount_cents is the number 42, not at least 50",
			"amount_cents=42 means 0.42 CHF; a customer's 42 CHF is 4200 here", "perhaps 42 CHF was meant, which is 4200 here"},
		{cents + `, "currency": {"type": "string"}`, `{"amount_cents": 600000, "currency": "jpy"}`, "amount_cents is the number 600000, not at most 500000",
			"amount_cents=600000 means ¥600000 (JPY has no decimals)", ""},
		{`"amount": {"type": "integer", "description": "in the currency's minor unit", "maximum": 9999}, "currency": {"type": "string"}`, `{"amount": 42000, "currency": "KWD"}`,
			"amount is the number 42000, not at most 9999", "amount=42000 means 42.000 KWD (KWD has 3 decimals); a customer's 42 KWD is 42000 here", ""},
		{`"amount": {"type": "integer", "description": "in the currency's minor unit", "maximum": 9999}`, `{"amount": 42000}`,
			"amount is the number 42000, not at most 9999", "amount=42000 means 420.00 if the currency has two decimals", ""},
		{`"amount": {"type": "integer", "description": "in the currency's minor unit", "minimum": 50}`, `{"amount": 42}`,
			"amount is the number 42, not at least 50", "amount=42 means 0.42 if the currency has two decimals", ""},
		{`"amount": {"type": "integer", "description": "in the currency's minor unit", "maximum": 9999}, "currency": {"type": "string"}`, `{"amount": 42000, "currency": "XXX"}`,
			"amount is the number 42000, not at most 9999", "", ""},
		{cents + `, "currency": {"type": "string"}`, `{"amount_cents": 42, "currency": "XXX"}`, "amount_cents is the number 42, not at least 50", "", ""},
		{`"fee_pence": {"type": "integer", "maximum": 400}`, `{"fee_pence": 420}`, "fee_pence is the number 420, not at most 400",
			"fee_pence=420 means £4.20; a customer's £420 is 42000 here", ""},
		{`"fee_pence": {"type": "integer", "maximum": 400}, "currency": {"type": "string"}`, `{"fee_pence": 420}`, "fee_pence is the number 420, not at most 400",
			"fee_pence=420 means £4.20; a customer's £420 is 42000 here", ""},
		{`"fee_pence": {"type": "integer", "maximum": 400}, "currency": {"type": "string"}`, `{"fee_pence": 420, "currency": "EUR"}`, "fee_pence is the number 420, not at most 400", "", ""},
		{`"fee": {"type": "integer", "maximum": 400, "description": "Fee in paise"}`, `{"fee": 420}`, "fee is the number 420, not at most 400",
			"fee=420 means 4.20 INR; a customer's 420 INR is 42000 here", ""},
		{`"fee": {"type": "integer", "maximum": 400, "description": "Fee in centavos"}`, `{"fee": 420}`, "fee is the number 420, not at most 400",
			"fee=420 means 4.20 if the currency has two decimals", ""},
		{`"fee": {"type": "integer", "maximum": 400, "description": "Fee in øre"}, "currency": {"type": "string"}`, `{"fee": 420, "currency": "NOK"}`, "fee is the number 420, not at most 400",
			"fee=420 means 4.20 NOK; a customer's 420 NOK is 42000 here", ""},
		{`"price_usd": {"type": "number", "maximum": 100}`, `{"price_usd": 4200}`, "price_usd is the number 4200, not at most 100",
			"price_usd=4200 means $4200.00; a customer's $4200 is 4200 here, not 420000", "perhaps $42.00 was sent in the currency's smallest unit: it is 42 here"},
		{`"timeout_ms": {"type": "integer", "minimum": 1000}`, `{"timeout_ms": 30}`, "timeout_ms is the number 30, not at least 1000",
			"timeout_ms=30 means 0.03 s; 30 s is 30000 here", "perhaps 30 was meant in seconds, which is 30000 here"},
		{`"timeout_s": {"type": "integer", "maximum": 300}`, `{"timeout_s": 30000}`, "timeout_s is the number 30000, not at most 300",
			"timeout_s=30000 means 30000 s (8.33 h); 30000 ms is 30 here", "perhaps 30000 was meant in milliseconds, which is 30 here"},
		{`"timeout_s": {"type": "integer", "maximum": 300}`, `{"timeout_s": 301}`, "timeout_s is the number 301, not at most 300",
			"timeout_s=301 means 301 s (5.02 min)", ""},
		{`"delay_minutes": {"type": "integer", "maximum": 60}`, `{"delay_minutes": 1800}`, "delay_minutes is the number 1800, not at most 60",
			"delay_minutes=1800 means 108000 s (30 h); 1800 s is 30 here", "perhaps 1800 was meant in seconds, which is 30 here"},
		{`"created_after": {"type": "integer", "description": "Unix time in seconds", "maximum": 4000000000}`, `{"created_after": 1764547200000}`,
			"created_after is the number 1764547200000, not at most 4000000000",
			"created_after=1764547200000 means no year between 1 and 9999; 2025-12-01T00:00:00Z is 1764547200 here",
			"perhaps 2025-12-01T00:00:00Z was sent in milliseconds since 1970: it is 1764547200 here"},
		{`"created_after": {"type": "integer", "description": "Unix time in seconds", "maximum": 1700000000}`, `{"created_after": 1764547200}`,
			"created_after is the number 1764547200, not at most 1700000000", "created_after=1764547200 means 2025-12-01T00:00:00Z", ""},
		{`"discount_percent": {"type": "number", "minimum": 1, "maximum": 100}`, `{"discount_percent": 0.2}`, "discount_percent is the number 0.2, not at least 1",
			"discount_percent=0.2 means 0.2 %; 20 % is 20 here", "perhaps 0.2 was meant as a part of one, which is 20 here"},
		{`"discount": {"type": "number", "minimum": 0, "maximum": 1, "description": "as a fraction of 1"}`, `{"discount": 20}`, "discount is the number 20, not at most 1",
			"discount=20 means 2000 %; 20 % is 0.2 here", "perhaps 20 percent was meant, which is 0.2 here"},
		{`"weight_kg": {"type": "number", "maximum": 30}`, `{"weight_kg": 5000}`, "weight_kg is the number 5000, not at most 30",
			"weight_kg=5000 means 5000 kg", "perhaps 5000 was meant in grams, which is 5 here"},
		{`"distance": {"type": "number", "description": "in miles", "maximum": 50}`, `{"distance": 51}`, "distance is the number 51, not at most 50",
			"distance=51 means 51 mi (82076.544 m)", ""},
		{`"discount": {"type": "number", "minimum": 0, "maximum": 1, "description": "as a fraction of 1"}`, `{"discount": 4200}`, "discount is the number 4200, not at most 1",
			"discount=4200 means 420000 %", ""},
		{`"wait": {"type": "number", "maximum": 5}, "wait_unit": {"type": "string", "enum": ["seconds", "minutes"]}`, `{"wait": 90, "wait_unit": "minutes"}`,
			"wait is the number 90, not at most 5", "wait=90 means 5400 s (1.5 h); 90 s is 1.5 here", "perhaps 90 was meant in seconds, which is 1.5 here"},
		{`"wait": {"type": "number", "maximum": 5}, "wait_unit": {"type": "string", "enum": ["seconds", "minutes"]}`, `{"wait": 90}`,
			"wait is the number 90, not at most 5", "", ""},
		{`"memory_mib": {"type": "integer", "maximum": 1024}`, `{"memory_mib": 268435456}`, "memory_mib is the number 268435456, not at most 1024",
			"memory_mib=268435456 means 268435456 MiB (281474.98 GB)", "perhaps 268435456 was meant in bytes, which is 256 here"},
		{`"size_bytes": {"type": "integer", "minimum": 1000000}`, `{"size_bytes": 5}`, "size_bytes is the number 5, not at least 1000000",
			"size_bytes=5 means 5 bytes; 5 MB is 5000000 here", "perhaps 5 was meant in MB, which is 5000000 here"},
		{`"count": {"type": "integer", "maximum": 10}`, `{"count": 1000}`, "count is the number 1000, not at most 10", "", ""},
		{`"lines": {"type": "array", "items": {"type": "object", "properties": {"amount_cents": {"type": "integer", "minimum": 50}}}}`,
			`{"lines": [{"amount_cents": 50}, {"amount_cents": 9}]}`, "lines[1].amount_cents is the number 9, not at least 50",
			"lines[1].amount_cents=9 means $0.09; a customer's $9 is 900 here", "perhaps $9 was meant, which is 900 here"},
	} {
		v := properties(t, c.properties, "send."+firstName(c.properties)+": {review_above: 9e15}").Check("send", []byte(c.args))
		if v.Decision != Refuse || len(v.Faults) != 1 {
			t.Errorf("%s: %s", c.args, v.JSON())
			continue
		}
		got := [3]string{v.Faults[0].Text, v.Faults[0].Reading, v.Faults[0].Suspicion}
		if diff := cmp.Diff([3]string{c.text, c.reading, c.suspicion}, got); diff != "" {
			t.Errorf("%s with %s (-want +got)\n%s", c.args, c.properties, diff)
		}
	}
}

// firstName is the first property, or the first below it, so that a fence stands on it.
func firstName(properties string) string {
	name := strings.Split(properties, `"`)[1]
	if name == "lines" {
		return "lines.amount_cents"
	}
	return name
}

// What one reader of JSON reads so and another otherwise is refused, and quickly.
func TestGuardHostileArguments(t *testing.T) {
	g := properties(t, `"a": {"type": "number"}, "s": {"type": "string"}, "o": {"type": "object"}`, "send.a: {refuse_above: 5}")
	deep := strings.Repeat(`{"o":`, 100_000)
	for args, want := range map[string]string{
		``:                                 "not-json the arguments are empty",
		` `:                                "not-json the arguments are empty",
		`null`:                             "not-json the arguments are null, not an object",
		`[{"a": 1}]`:                       "not-json the arguments are a list, not an object",
		`{"a": 1`:                          `not-json the arguments are no JSON: expected "," or "}", found the end of the file (at byte 7)`,
		`{"a": 1} {"a": 2}`:                "not-json the arguments are no JSON: a second document begins here; JSON holds one (at byte 9)",
		`{"a": 1}x`:                        "not-json the arguments are no JSON: 'x' after the end of the document (at byte 8)",
		`{"a": NaN}`:                       "not-json the arguments are no JSON: expected a value, found 'N' (at byte 6)",
		`{"a": -Infinity}`:                 "not-json the arguments are no JSON: - is no JSON number (at byte 6)",
		`{"a": 0x10}`:                      `not-json the arguments are no JSON: expected "," or "}", found 'x' (at byte 7)`,
		`{"a": 1,}`:                        `not-json the arguments are no JSON: expected a key in double quotes, found '}' (at byte 8)`,
		`{"a": 1, "a": 2}`:                 "duplicate-field a is there twice, and readers take the one or the other",
		`{"a": 1, "\u0061": 2}`:            "duplicate-field a is there twice, and readers take the one or the other",
		`{"o": {"x": 1, "x": 2}}`:          "duplicate-field o.x is there twice, and readers take the one or the other",
		"\ufeff{\"a\": 1}":                 "not-json the arguments are no JSON: a byte order mark comes first",
		"{\"s\": \"\xff\"}":                "not-json the arguments are not UTF-8: byte 7 is none of it",
		"{\"s\": \"\x00\"}":                `not-json the arguments are no JSON: control character in a string; write it \u0000 (at byte 7)`,
		"{\"a\": 1}\x00":                   `not-json the arguments are no JSON: '\x00' after the end of the document (at byte 8)`,
		`{"s": "\ud83d"}`:                  `ambiguous the arguments are ambiguous: \ud83d is half a character (at byte 7)`,
		`{"s": "\ude00\ud83d"}`:            `ambiguous the arguments are ambiguous: \ude00 is half a character (at byte 7)`,
		`{"a": 1e400}`:                     "ambiguous a is the number 1e400, which most readers take for infinity",
		`{"a": 1e-400}`:                    "ambiguous a is the number 1e-400, which most readers take for 0",
		`{"a": 10e1000000000000000000000}`: "ambiguous a is the number 10e1000000000000000000000, which most readers take for infinity",
		`{"o": {"x": [0, 1, [-1e999]]}}`:   "ambiguous o.x[2][0] is the number -1e999, which most readers take for infinity",
		`{"a": 1` + strings.Repeat("0", 6000) + `}`: "ambiguous a is the number 1" + strings.Repeat("0", 119) + "…, which is longer than the limit of 5000 digits",
		deep: "not-json the arguments are no JSON: nested deeper than the limit of 500 levels; it cannot be raised, nest less deep (at byte 2500)",
		`{"s": "` + strings.Repeat("x", 9<<20) + `"}`: "too-large the arguments are beyond the limit of 8 MiB; it cannot be raised, send less in one call",
		`{"a": 6}`:                             "",
		`{"s": "\ud83d\ude00 \\ud83d \u0000"}`: "",
		`{"a": 0e-999}`:                        "",
		`{"a": 0.1e-300}`:                      "",
	} {
		v := g.Check("send", []byte(args))
		got := ""
		if len(v.Faults) > 0 {
			got = string(v.Faults[0].Kind) + " " + v.Faults[0].Text
		}
		if got != want || want != "" && v.Decision != Refuse {
			t.Errorf("%.60q: %q, want %q", args, got, want)
		}
	}
}

// What is wrong a hundred thousand times costs no more than a moment, and hides
// nothing that is worse.
func TestGuardManyFaults(t *testing.T) {
	if race {
		t.Skip("a moment is 20 of them, in one goroutine")
	}
	g := properties(t, `"a": {"type": "array", "items": {"type": "number"}}`, "send.a: {review_above: 5, refuse_above: 7}")
	many := func(n int, one string) string { return strings.TrimSuffix(strings.Repeat(one+", ", n), ", ") }
	var keys strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&keys, `"k%d": 0, `, i)
	}
	for args, want := range map[string][3]any{
		`{"a": [` + many(90_000, "6") + `]}`:          {Review, 0, 100},
		`{"a": [` + many(90_000, "6") + `, 8, 8]}`:    {Refuse, 0, 101},
		`{"a": [` + many(90_000, `"x"`) + `]}`:        {Refuse, 100, 0},
		`{` + keys.String() + `"a": []}`:              {Refuse, 100, 0},
		`{"a": [` + many(100_000, "6") + `]}`:         {Refuse, 1, 0},
		`{"a": [` + many(60_000, "6e0, 1e300") + `]}`: {Refuse, 1, 0},
	} {
		start := time.Now()
		v := g.Check("send", []byte(args))
		if got := [3]any{v.Decision, len(v.Faults), len(v.Fences)}; got != want {
			t.Errorf("%.20s: %v, want %v", args, got, want)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%.20s: %s", args, took)
		}
	}
}

// A verdict, and the reason for a model, stay short whatever was sent.
func TestGuardStaysShort(t *testing.T) {
	g := properties(t, `"a": {"type": "integer"}`, "send.a: {review_above: 5}")
	key := strings.Repeat("é", 1<<20)
	v := g.Check("send", []byte(`{"`+key+`": 1, "`+key+`2": {"a": 1}}`))
	if len(v.Faults) != 2 || len(v.JSON()) > 20_000 {
		t.Errorf("%d faults in %d bytes", len(v.Faults), len(v.JSON()))
	}
	var keys strings.Builder
	for i := range 30 {
		fmt.Fprintf(&keys, `"k%d": 0, `, i)
	}
	got := strings.Split(g.Check("send", []byte(`{`+keys.String()+`"a": 6}`)).Reason(), "\n")
	if len(got) != 11 || got[0] != "send: k0 is no field of the tool" || got[10] != "and 21 more" {
		t.Errorf("%q", got)
	}
}

func TestGuardRequests(t *testing.T) {
	g := properties(t, `"a": {"type": "integer"}`, "send.a: {refuse_above: 5}")
	const form = `a tools/call request, or {"tool": NAME, "args": {...}}`
	no := func(tool, text string) Verdict { return refusal(tool, Lesson{Kind: NoCall, Want: form, Text: text}) }
	yes := func(tool string) Verdict {
		return Verdict{Version: 1, Tool: tool, Decision: Allow, Faults: []Lesson{}, Fences: []Beyond{}}
	}
	twice := func(text string) Verdict {
		return refusal("send", Lesson{Kind: Duplicate, Want: "there once", Text: "in the request the " + text + ", and readers take the one or the other"})
	}
	for request, want := range map[string]Verdict{
		`{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "send", "arguments": {"a": 1}, "_meta": {}}}`: yes("send"),
		`{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "send"}}`:                                     yes("send"),
		`{"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "mcp__pay__send", "arguments": {}}}`:                   yes("mcp__pay__send"),
		`{"tool": "send", "args": {"a": 1}}`:     yes("send"),
		`{"tool": "send", "args": "{\"a\": 1}"}`: yes("send"),
		`[]`:                                     no("", "the request is a list, not one call"),
		`{}`:                                     no("", "the request has neither a method (JSON-RPC) nor a tool"),
		`{"tool": "send", "method": "tools/call"}`:                                                                   no("", "the request has both a method and a tool"),
		`{"tool": "send"}`:                                                                                           no("send", "the request has no args; no arguments are written {}"),
		`{"tool": "", "args": {}}`:                                                                                   no("", "the request has no tool"),
		`{"tool": ["send"], "args": {}}`:                                                                             no("", "the request has no tool"),
		`{"method": "tools/call", "params": {"name": "send"}}`:                                                       no("", `the request does not say "jsonrpc": "2.0"`),
		`{"jsonrpc": "2.0", "method": "tools/list"}`:                                                                 no("", `the request's method is "tools/list", not tools/call`),
		`{"jsonrpc": "2.0", "method": "tools/call", "params": 1}`:                                                    no("", "the request has no params"),
		`{"jsonrpc": "2.0", "method": "tools/call", "params": {}}`:                                                   no("", "the request has no params.name"),
		`{"tool": "send", "args": {"a": 1}, "arguments": {"a": "x"}}`:                                                no("", "the request has arguments beside args, and readers take the one or the other"),
		`{"tool": "send", "args": {"a": 1}, "tool_input": {}}`:                                                       no("", "the request has tool_input beside args, and readers take the one or the other"),
		`{"name": "other", "tool": "send", "args": {"a": 1}}`:                                                        no("", "the request has name beside tool, and readers take the one or the other"),
		`{"tool": "send", "args": {"a": 1}, "Args": {"a": 2}}`:                                                       no("", "the request has Args beside args, and readers take the one or the other"),
		`{"tool": "send", "args": {"a": 1}, "jsonrpc": "2.0"}`:                                                       no("", "the request has jsonrpc beside tool, and readers take the one or the other"),
		`{"tool": "send", "args": {"a": 1}, "id": 1, "session": "s", "time": 5, "note": "args"}`:                     yes("send"),
		`{"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "send"}, "args": {"a": "x"}}`:                 no("", "the request has args beside params, and readers take the one or the other"),
		`{"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "send", "arguments": {}, "input": {"a": 1}}}`: no("", "the request has params.input beside params.arguments, and readers take the one or the other"),
		`{"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "send", "toolName": "other"}}`:                no("", "the request has params.toolName beside params.name, and readers take the one or the other"),
		`{"jsonrpc": "2.0", "method": "tools/call", "Params": {"name": "x"}, "params": {"name": "send"}}`:            no("", "the request has Params beside params, and readers take the one or the other"),
		`{"tool": "send", "args": {"a": 1}, "args": {"a": 2}}`:                                                       twice(`key "args" is there twice`),
		`{"tool": "send", "args": {}, "tool": "other"}`:                                                              twice(`key "tool" is there twice`),
		`{"tool": "send", "args": {"a": 1, "a": 2}}`: refusal("send",
			Lesson{Kind: Duplicate, Side: ByTool, Field: "a", At: "a", Want: "there once", Text: "a is there twice, and readers take the one or the other"}),
		`{"tool": "send", "args": null}`:  refusal("send", Lesson{Kind: NotJSON, Got: "null", Want: "an object", Text: "the arguments are null, not an object"}),
		`{"tool": "send", "args": "a=1"}`: refusal("send", Lesson{Kind: NotJSON, Want: "JSON", Text: "the arguments are no JSON: expected a value, found 'a' (at byte 0)"}),
		`{"tool": "sned", "args": {}}`: refusal("sned", Lesson{Kind: UnknownTool, Got: `"sned"`, Want: "a tool of the contracts",
			Text: `no tool is called "sned"; did you mean send?`, Send: `"send"`}),
	} {
		if diff := cmp.Diff(want, g.CheckRequest([]byte(request))); diff != "" {
			t.Errorf("%s (-want +got)\n%s", request, diff)
		}
	}
}

// For every line in there is one out, in order, whatever the line is.
func TestGuardLines(t *testing.T) {
	g := properties(t, `"a": {"type": "integer"}`, "send.a: {review_above: 5}")
	lines := []string{`{"tool": "send", "args": {"a": 1}}`, "", `{"tool": "send", `, "\x00\xff", strings.Repeat("[", 9<<20), `{"tool": "send", "args": {"a": 6}}` + "\r", `{"tool": "send", "args": {"a": "x"}}`}
	var out strings.Builder
	count, worst, err := g.Lines(strings.NewReader(strings.Join(lines, "\n")), &out)
	if count != len(lines) || worst != Refuse || err != nil {
		t.Errorf("%d lines, %s, %v", count, worst, err)
	}
	var got []string
	for line := range strings.Lines(out.String()) {
		var v Verdict
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		words := string(v.Decision)
		if len(v.Faults) > 0 {
			words += " " + string(v.Faults[0].Kind)
		}
		got = append(got, words)
	}
	want := []string{"allow", "refuse no-call", "refuse not-json", "refuse not-json", "refuse too-large", "review", "refuse wrong-type"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for in, want := range map[string]Decision{"": Allow, lines[0] + "\n": Allow, lines[0] + "\n" + lines[5] + "\n" + lines[0]: Review} {
		if n, worst, err := g.Lines(strings.NewReader(in), &out); worst != want || n != strings.Count(in, "tool") || err != nil {
			t.Errorf("%q: %d %s %v", in, n, worst, err)
		}
	}
	if _, _, err := g.Lines(strings.NewReader(lines[0]), brokenPipe{}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a verdict that nobody gets: %v", err)
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, os.ErrClosed }

// Without contracts there is no guard, and it says why.
func TestGuardRefusesToStand(t *testing.T) {
	const tools = `{"tools": [{"name": "send", "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}}}}]}`
	for name, c := range map[string]struct {
		config, tools, want string
		usage               bool
	}{
		"no config":                {"", tools, "nothing to compare: name a tool list and a spec, or write a .tooldrift.yaml", true},
		"broken config":            {"version: 2", tools, ".tooldrift.yaml:1:10: version must be 1, the only one there is", true},
		"dead fence":               {"version: 1\ncontracts: [{name: a, tools: [tools.json]}]\nfences: {send.b: {review_above: 1}}", tools, ".tooldrift.yaml:3:10: the fence send.b: send has no field b", true},
		"broken tools":             {"version: 1\ncontracts: [{name: a, tools: [tools.json]}]", tools[:20], "tools.json:1:21: expected a value, found the end of the file", false},
		"no tools":                 {"version: 1\ncontracts: [{name: a, tools: [tools.json]}]", `{"tools": []}`, "no tool was read: no call can be judged", false},
		"a spec that is not there": {"version: 1\ncontracts: [{name: a, tools: [tools.json], spec: [api.yaml]}]", tools, "api.yaml", false},
	} {
		files := map[string]string{"tools.json": c.tools}
		if c.config != "" {
			files[".tooldrift.yaml"] = c.config
		}
		g, err := guardOf(t, files)
		if g != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
			continue
		}
		if errors.As(err, new(*check.Usage)) != c.usage || errors.As(err, new(*Unguarded)) == c.usage {
			t.Errorf("%s: a %T", name, err)
		}
	}
}

// A failure of the guard is no leave to call.
func TestGuardFailsClosed(t *testing.T) {
	g := properties(t, `"a": {"type": "integer"}`, "send.a: {review_above: 5}")
	g.contracts[0].guarded = nil // as a fault of ours would have it
	v := g.Check("send", []byte(`{"a": 1}`))
	if v.Decision != Refuse || len(v.Faults) != 1 || v.Faults[0].Kind != Internal {
		t.Errorf("%s", v.JSON())
	}
}

func TestGuardConcurrently(t *testing.T) {
	g := properties(t, `"a": {"type": "integer"}, "b": {"type": "string"}`, "send.a: {review_above: 500}")
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := range 1000 {
				want := Allow
				if i > 500 {
					want = Review
				}
				if v := g.Check("send", fmt.Appendf(nil, `{"a": %d, "b": "%d"}`, i, n)); v.Decision != want {
					t.Errorf("%d: %s", i, v.JSON())
					return
				}
			}
		})
	}
	all.Wait()
}

// A verdict means the same once it has been sent.
func TestVerdictJSON(t *testing.T) {
	g := properties(t, `"amount_cents": {"type": "integer", "minimum": 50}`, "send.amount_cents: {refuse_below: 40}")
	want := g.Check("send", []byte(`{"amount_cents": 4, "x<y": "\u202e"}`))
	var got Verdict
	if err := json.Unmarshal(want.JSON(), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
