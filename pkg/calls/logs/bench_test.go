package logs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// transcripts are about n bytes of conversations, one a line: a system prompt,
// questions, answers, calls and what tools answered, JSON in strings as much of it is.
func transcripts(n int) []byte {
	r := rand.New(rand.NewPCG(3, 3))
	words := strings.Fields("the order was refunded because a customer asked for it and “delivery” took longer than promised please check whether\nanother shipment is on its way")
	prose := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(words[r.IntN(len(words))])
			b.WriteByte(' ')
		}
		return b.String()
	}
	type message map[string]any
	var log bytes.Buffer
	for id := 0; log.Len() < n; id++ {
		messages := []message{{"role": "system", "content": prose(400)}, {"role": "user", "content": prose(30)}}
		for i := range 4 + r.IntN(8) {
			call := fmt.Sprintf("call_%08d%04d", id, i)
			args, _ := json.Marshal(map[string]any{"order_id": fmt.Sprintf("ord_%d", r.IntN(1e9)), "amount_cents": r.IntN(100000), "reason": prose(5)})
			answer, _ := json.Marshal(map[string]any{"status": "ok", "orders": []any{map[string]any{"id": r.IntN(1e9), "note": prose(40), "total": 12.5}, map[string]any{"id": r.IntN(1e9), "note": prose(40)}}})
			messages = append(messages,
				message{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{"id": call, "type": "function", "function": map[string]any{"name": "create_refund", "arguments": string(args)}}}},
				message{"role": "tool", "tool_call_id": call, "content": string(answer)},
				message{"role": "assistant", "content": prose(40)}, message{"role": "user", "content": prose(20)})
		}
		line, _ := json.Marshal(map[string]any{"session_id": fmt.Sprintf("s%d", id), "time": "2026-01-02T03:04:05Z", "messages": messages})
		log.Write(append(line, '\n'))
	}
	return log.Bytes()
}

// plainCalls are n calls, one a line.
func plainCalls(n int) []byte {
	r := rand.New(rand.NewPCG(4, 4))
	var log bytes.Buffer
	for range n {
		fmt.Fprintf(&log, `{"time":"2026-01-%02dT03:04:05Z","session_id":"s%d","tool":"create_refund","args":{"order_id":"ord_%d","amount_cents":%d,"currency":"EUR","reason":"requested_by_customer"},"status":"ok"}`+"\n", 1+r.IntN(28), r.IntN(1e6), r.IntN(1e9), r.IntN(100000))
	}
	return log.Bytes()
}

// scanAll scans a log with as many goroutines as a driver would.
func scanAll(b *testing.B, log []byte, workers int) (calls int64) {
	b.Helper()
	chunks := make(chan *Chunk, workers)
	var group sync.WaitGroup
	var lock sync.Mutex
	for range workers {
		group.Go(func() {
			var stats Stats
			for c := range chunks {
				stats.Add(c.Scan(func(*Event) {}))
				c.Free()
			}
			lock.Lock()
			calls += stats.Calls
			lock.Unlock()
		})
	}
	if err := Read(bytes.NewReader(log), "log", func(c *Chunk) error { chunks <- c; return nil }); err != nil {
		b.Fatal(err)
	}
	close(chunks)
	group.Wait()
	return calls
}

// validSpeed is how many bytes a second encoding/json.Valid alone reads, line by line.
func validSpeed(log []byte) float64 {
	start, lines := time.Now(), bytes.SplitAfter(log, []byte("\n"))
	rounds := 0
	for time.Since(start) < 500*time.Millisecond {
		for _, l := range lines {
			if len(l) > 0 && !json.Valid(l) {
				panic("no JSON")
			}
		}
		rounds++
	}
	return float64(len(log)) * float64(rounds) / time.Since(start).Seconds()
}

// The ratio to encoding/json.Valid, in the same run on the same bytes, is what a
// slow machine does not change: 0.4 with all that follows is the aim.
func BenchmarkScan(b *testing.B) {
	for _, log := range []struct {
		name string
		text []byte
	}{{"transcripts", transcripts(16 << 20)}, {"calls", plainCalls(60_000)}} {
		for _, workers := range []int{1, runtime.GOMAXPROCS(0)} {
			b.Run(fmt.Sprintf("%s/%d", log.name, workers), func(b *testing.B) {
				valid := validSpeed(log.text)
				b.SetBytes(int64(len(log.text)))
				b.ResetTimer()
				calls := int64(0)
				for b.Loop() {
					calls += scanAll(b, log.text, workers)
				}
				seconds := b.Elapsed().Seconds()
				b.ReportMetric(float64(calls)/seconds, "calls/s")
				b.ReportMetric(float64(len(log.text))*float64(b.N)/seconds/valid, "of-json.Valid")
			})
		}
	}
}

// Reading a call allocates nothing.
func TestScanAllocates(t *testing.T) {
	log := plainCalls(1000)
	c := Chunk{data: log, last: true, Line: 1}
	c.Scan(func(*Event) {})
	if n := testing.AllocsPerRun(10, func() { c.Scan(func(*Event) {}) }); n > 2 {
		t.Errorf("%v allocations for 1000 calls", n)
	}
}
