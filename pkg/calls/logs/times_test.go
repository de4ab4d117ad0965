package logs

import (
	"strings"
	"testing"
	"time"
)

func TestInstant(t *testing.T) {
	day := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).UnixMilli()
	for _, c := range []struct {
		text string
		want int64
	}{
		{"2026-01-02T03:04:05Z", day},
		{"2026-01-02t03:04:05.678901234Z", day + 678},
		{"2026-01-02T03:04:05,6+01:30", day + 600 - 90*60_000},
		{"2026-01-02 03:04:05 -0200", day + 2*3_600_000},
		{"2026-01-02 03:04:05 UTC", day},
		{"2026-01-02T03:04:05", day},
		{"2026/01/02 03:04", day - 5000},
		{"2026-01-02", day - 11045_000},
		{"1767323045", day},
		{"1767323045.5", day + 500},
		{"1767323045000", day},
		{"1767323045000.25", day},
		{"1767323045000000", day},
		{"1767323045000000000", day},
		{"1.767323045E9", day},
		{"1.767323045E12", day},
		{"1.7673230455e+09", day + 500},
		{"12345678", 0}, // a duration, a counter
		{"0.52345678", 0},
		{"-1767323045", 0},
		{"99999999999999999999", 0},
		{"2026-13-02T03:04:05Z", 0},
		{"2026-01-02T03:04:05+9", 0},
		{"2026-01-02X03:04:05", 0},
		{"20260102-030405", 0},
		{"yesterday", 0},
		{"", 0},
		{strings.Repeat("1", 60), 0},
	} {
		if got := instant([]byte(c.text)); got != c.want {
			t.Errorf("%q is %d, not %d", c.text, got, c.want)
		}
	}
}

// A time and a session are those of the record, of the object nearest to the call,
// or of one around it.
func TestContext(t *testing.T) {
	for _, c := range []struct {
		name, log string
		want      []string // of each call: its second of the minute, and which of the sessions it is in
	}{
		{"of the record", `{"ts":1767323045,"session":"a","tool":"f","args":{}}
{"ts":"1767323046000","session":"b","tool":"f","args":{}}
{"ts":1767323047,"session_id":"a","tool":"f","args":{}}`, []string{"5 first", "6 second", "7 first"}},
		{"of what is around", `{"created_at":"2026-01-02T03:04:05Z","conversation_id":"a","messages":[{"role":"assistant","tool_calls":[{"name":"f","args":{}}]},{"role":"assistant","timestamp":"2026-01-02T03:04:09Z","thread_id":"b","tool_calls":[{"name":"f","args":{}}]}]}`, []string{"5 first", "9 second"}},
		{"a transcript", `{"ts":1767323045,"messages":[{"role":"assistant","tool_calls":[{"name":"f","args":{}},{"name":"f","args":{}}]}]}
{"ts":1767323045,"messages":[{"role":"assistant","tool_calls":[{"name":"f","args":{}}]}]}`, []string{"5 first", "5 first", "5 second"}},
		{"transcripts in strings", `{"ts":1767323045,"log":"{\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[{\"name\":\"f\",\"args\":{}}]}]}"}
{"ts":1767323045,"log":"{\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[{\"name\":\"f\",\"args\":{}}]}]}"}`, []string{"5 first", "5 second"}},
		{"lists", `[{"tool":"f","args":{}},{"tool":"f","args":{}}]
[{"tool":"f","args":{}}]`, []string{"0 first", "0 first", "0 second"}},
		{"messages, one a line", `{"role":"assistant","tool_calls":[{"name":"f","args":{}}]}
{"role":"assistant","tool_calls":[{"name":"f","args":{}}]}`, []string{"0 first", "0 first"}},
		{"a span is of its trace", `{"traceId":"t","spanId":"1","attributes":{"session.id":"s","gen_ai.tool.name":"f","gen_ai.tool.call.arguments":"{}"}}
{"traceId":"u","spanId":"2","attributes":{"session.id":"s","gen_ai.tool.name":"f","gen_ai.tool.call.arguments":"{}"}}`, []string{"0 first", "0 second"}},
		{"a span without a trace is of its session", `{"spanId":"1","attributes":{"session.id":"s","gen_ai.tool.name":"f","gen_ai.tool.call.arguments":"{}"}}
{"spanId":"2","attributes":{"session.id":"s","gen_ai.tool.name":"f","gen_ai.tool.call.arguments":"{}"}}`, []string{"0 first", "0 first"}},
	} {
		var got []string
		names := map[uint64]string{}
		if err := Read(strings.NewReader(c.log), "log", func(k *Chunk) error {
			k.Scan(func(e *Event) {
				if names[e.Session] == "" {
					names[e.Session] = [...]string{"first", "second", "third"}[len(names)]
				}
				second := 0
				if e.Time != 0 {
					second = time.UnixMilli(e.Time).Second()
				}
				got = append(got, string(rune('0'+second))+" "+names[e.Session])
			})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if strings.Join(got, ", ") != strings.Join(c.want, ", ") {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}
