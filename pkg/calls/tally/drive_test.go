package tally_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/calls/tally"
	"github.com/tooldrift/tooldrift/pkg/report"
)

// text is a log that is held in memory.
func text(name, content string) tally.Log {
	return tally.Log{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }}
}

func driven(t *testing.T, c *calls.Contracts, all []tally.Log) *tally.Tally {
	t.Helper()
	counts := tally.New(c, "auto")
	if refused := counts.Drive(c, all, &tally.Progress{}); refused != nil {
		t.Fatal(refused)
	}
	return counts
}

// randomLine is a record as logs have them: a call, a transcript with a retry in it,
// a line that is none.
func randomLine(r *rand.Rand, c *calls.Contracts, at time.Time) string {
	tool := c.Tools[r.IntN(3)].Name
	args := []string{
		`{"id": "a", "amount": 100}`, `{"id": 7, "amount": 100}`, `{"id": "a", "amount": "100"}`, `{"id": "b", "amount": 12.34, "currency": "EUR", "timeout": 30}`,
		`{"amount": 5}`, `{"id": "a", "amount": 1, "memo": "x"}`, fmt.Sprintf(`{"id": "a", "amount": %d, "extra_%d": 1}`, r.IntN(1e6), r.IntN(50)), `[1]`,
	}[r.IntN(8)]
	when := at.Add(time.Duration(r.Int64N(int64(60 * 24 * time.Hour)))).Format(time.RFC3339)
	switch r.IntN(12) {
	case 0:
		return "cut off {"
	case 1:
		return fmt.Sprintf(`{"time": %q, "tool": "create_refnd_%d", "args": {}}`, when, r.IntN(40))
	case 2:
		return fmt.Sprintf(`{"tool": %q, "args": %s}`, tool, args)
	case 3, 4:
		call := func(id int, args string) string {
			return fmt.Sprintf(`{"role": "assistant", "tool_calls": [{"id": "c%d", "type": "function", "function": {"name": %q, "arguments": %q}}]}, {"role": "tool", "tool_call_id": "c%d", "content": "done"}`, id, tool, args, id)
		}
		return fmt.Sprintf(`{"created_at": %q, "messages": [{"role": "user", "content": "please"}, %s, %s]}`, when, call(1, args), call(2, `{"id": "a", "amount": 100}`))
	}
	return fmt.Sprintf(`{"time": %q, "tool": %q, "args": %s, "status": %q}`, when, tool, args, []string{"ok", "error"}[r.IntN(2)])
}

// TestShardsEqualWhole holds that logs that are counted apart, and merged in any order
// and grouping, give the report of one run over all of them: byte for byte, in each
// format. The logs of a run may themselves be pieces of one that was cut by lines.
func TestShardsEqualWhole(t *testing.T) {
	c := contractsOf(t, "year")
	for seed, shards := range []int{2, 7, 100, 2, 7} {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		var lines []string
		for range 1500 {
			lines = append(lines, randomLine(r, c, time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)))
		}
		var pieces []tally.Log
		var parts []*tally.Tally
		for i := range shards {
			cut := lines[i*len(lines)/shards : (i+1)*len(lines)/shards]
			log := text(fmt.Sprintf("shard-%03d.jsonl", i), strings.Join(cut, "\n"))
			pieces = append(pieces, log)
			part, err := tally.Read(driven(t, c, []tally.Log{log}).Encode())
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, part)
		}
		whole := driven(t, c, pieces)
		for len(parts) > 1 {
			i, j := r.IntN(len(parts)), r.IntN(len(parts))
			if i == j {
				continue
			}
			if err := parts[i].Merge(parts[j]); err != nil {
				t.Fatal(err)
			}
			parts = append(parts[:j], parts[j+1:]...)
		}
		if diff := cmp.Diff(string(whole.Encode()), string(parts[0].Encode())); diff != "" {
			t.Fatalf("%d shards: the summary: %s", shards, diff)
		}
		sameReports(t, whole.Report(), parts[0].Report())

		s := whole.Report().Summary
		if s.Broken == 0 || s.Unknown == 0 || s.Repaired == 0 || s.Failed == 0 || s.Tolerated == 0 || s.Bucket != "day" {
			t.Errorf("the logs do not hold all that is counted: %+v", s)
		}
		oneLog(t, whole.Report(), driven(t, c, []tally.Log{text("all.jsonl", strings.Join(lines, "\n"))}).Report())
	}
}

func sameReports(t *testing.T, whole, merged *tally.Report) {
	t.Helper()
	for _, f := range report.CallsFormats {
		var want, got bytes.Buffer
		if err := report.Calls(&want, f.Name, whole, report.View{}); err != nil {
			t.Fatal(err)
		}
		if err := report.Calls(&got, f.Name, merged, report.View{}); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(want.Bytes(), got.Bytes()) {
			t.Errorf("%s: the report of the shards is not that of the whole", f.Name)
		}
	}
}

// oneLog holds that a log that was cut by lines counts as it did in one piece; which
// log and line an example stands in is all that differs, and how many logs there are.
func oneLog(t *testing.T, pieces, whole *tally.Report) {
	t.Helper()
	for _, r := range []*tally.Report{pieces, whole} {
		r.Summary.Logs, r.Broken = 0, nil
		for i := range r.Tools {
			for j := range r.Tools[i].Faults {
				f := &r.Tools[i].Faults[j]
				f.Text, f.Examples = "", nil
			}
		}
	}
	byShape := cmp.Transformer("faults", func(all []tally.Fault) map[string]tally.Fault {
		out := map[string]tally.Fault{}
		for _, f := range all {
			out[f.Shape] = f
		}
		return out
	})
	if diff := cmp.Diff(whole, pieces, byShape); diff != "" {
		t.Errorf("one log counts otherwise than its pieces: %s", diff)
	}
}

// TestSpansTellOnce holds that a call which the span of a model and the span of its
// execution tell, in records of their own, is counted once, with what became of it.
func TestSpansTellOnce(t *testing.T) {
	c := contractsOf(t, "year")
	tool := c.Tools[0].Name
	asks := fmt.Sprintf(`{"traceId":"t","spanId":"1","attributes":{"gen_ai.output.messages":[{"role":"assistant","parts":[{"type":"tool_call","id":"call_1","name":%q,"arguments":{"id":"a","amount":100}}]}]}}`, tool)
	runs := fmt.Sprintf(`{"traceId":"t","spanId":"2","attributes":{"gen_ai.operation.name":"execute_tool","gen_ai.tool.name":%q,"gen_ai.tool.call.id":"call_1","gen_ai.tool.call.arguments":"{\"id\":\"a\",\"amount\":100}"},"status":{"code":2,"message":"no"}}`, tool)
	for _, log := range []string{asks + "\n" + runs, runs + "\n" + asks, asks + "\n" + runs + "\n" + runs} {
		s := driven(t, c, []tally.Log{text("spans.jsonl", log)}).Report().Summary
		if s.Calls != 1 || s.Judged != 1 || s.Valid != 1 || s.Failed != 1 {
			t.Errorf("%d calls, %d judged, %d valid, %d failed\n%s", s.Calls, s.Judged, s.Valid, s.Failed, log)
		}
	}
	two := driven(t, c, []tally.Log{text("a", asks), text("b", runs)}).Report().Summary
	if two.Calls != 2 {
		t.Errorf("two logs: %d calls", two.Calls)
	}
}

// TestLogThatEndsEarly holds that a log which cannot be read to its end is refused, and
// that what came before counts.
func TestLogThatEndsEarly(t *testing.T) {
	c := contractsOf(t, "year")
	record := fmt.Sprintf(`{"tool": %q, "args": {"id": "a", "amount": 100}}`+"\n", c.Tools[0].Name)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	fmt.Fprint(w, record, record[:20])
	w.Flush()
	counts := tally.New(c, "auto")
	refused := counts.Drive(c, []tally.Log{text("short.gz", packed.String()), text("whole", record)}, &tally.Progress{})
	if len(refused) != 1 || refused[0].Log != "short.gz" || refused[0].Err.Error() != "gzip data that is cut short" {
		t.Errorf("refused: %v", refused)
	}
	if s := counts.Report().Summary; s.Valid != 2 || s.Broken != 1 || s.Logs != 2 {
		t.Errorf("%d valid, %d broken, %d logs", s.Valid, s.Broken, s.Logs)
	}
}
