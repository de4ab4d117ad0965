package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

// BenchmarkCalls times whole processes of calls on logs against reading each line of
// the same log with json.Valid, which decodes nothing, in this process and one after
// the other. The logs have the length of a day's: some thousand conversations, or
// some hundred thousand calls.
func BenchmarkCalls(b *testing.B) {
	dir := b.TempDir()
	build(b, ".", dir, "tooldrift")
	for _, work := range []struct {
		name  string
		lines func(r *rand.Rand, out *bytes.Buffer) (calls int)
		size  int
	}{
		{"transcripts", transcript, 64 << 20},
		{"lines", callLine, 32 << 20},
	} {
		b.Run(work.name, func(b *testing.B) {
			log := filepath.Join(dir, work.name+".jsonl")
			calls := writeLog(b, log, work.size, work.lines)
			var ratios, seconds []float64
			for b.Loop() {
				start := time.Now()
				out, err := exec.Command(filepath.Join(dir, "tooldrift"), append(callsOf, log)...).Output()
				took := time.Since(start)
				if n := judgedCalls(out); err != nil || n != calls {
					b.Fatalf("%v: %d of %d calls are judged:\n%s", err, n, calls, out)
				}
				start = time.Now()
				validLines(b, log)
				ratios = append(ratios, float64(took)/float64(time.Since(start)))
				seconds = append(seconds, took.Seconds())
			}
			slices.Sort(ratios)
			slices.Sort(seconds)
			median := seconds[len(seconds)/2]
			b.ReportMetric(ratios[len(ratios)/2], "x-valid")
			b.ReportMetric(float64(work.size)/1e6/median, "MB/s")
			b.ReportMetric(float64(calls)/median, "calls/s")
			b.ReportMetric(0, "ns/op") // the time of the two together says nothing
		})
	}
}

// callsOf judges by the contracts of the demo.
var callsOf = []string{"calls", "--config", "../../testdata/demo/.tooldrift.yaml", "--format", "json"}

func judgedCalls(report []byte) int {
	var r tally.Report
	if json.Unmarshal(report, &r) != nil {
		return -1
	}
	return int(r.Summary.Judged)
}

// writeLog writes about so many bytes of a log, and counts its calls.
func writeLog(tb testing.TB, name string, size int, line func(*rand.Rand, *bytes.Buffer) int) (calls int) {
	tb.Helper()
	f, err := os.Create(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	calls, err = generate(w, int64(size), line)
	if err != nil || w.Flush() != nil {
		tb.Fatal(err)
	}
	return calls
}

func generate(w io.Writer, size int64, line func(*rand.Rand, *bytes.Buffer) int) (calls int, err error) {
	r := rand.New(rand.NewPCG(7, 7))
	var buf bytes.Buffer
	for written := int64(0); written < size && err == nil; written += int64(buf.Len()) {
		buf.Reset()
		calls += line(r, &buf)
		_, err = w.Write(buf.Bytes())
	}
	return calls, err
}

// validLines reads a log line by line with json.Valid.
func validLines(tb testing.TB, name string) {
	tb.Helper()
	f, err := os.Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if !json.Valid(lines.Bytes()) {
			tb.Fatalf("no JSON: %s", lines.Bytes())
		}
	}
	if lines.Err() != nil {
		tb.Fatal(lines.Err())
	}
}

// callLine is a call as plain lines have it.
func callLine(r *rand.Rand, out *bytes.Buffer) int {
	tool, args := someCall(r)
	fmt.Fprintf(out, `{"time": %q, "tool": %q, "args": %s, "status": "ok"}`+"\n", someTime(r), tool, args)
	return 1
}

// transcript is a conversation in OpenAI's form: mostly text, as transcripts are.
func transcript(r *rand.Rand, out *bytes.Buffer) (calls int) {
	fmt.Fprintf(out, `{"id": "conv-%016d", "created_at": %q, "messages": [{"role": "system", "content": %q}`, r.Int64N(1e16), someTime(r), prose(r, 300))
	for turn := range 2 + r.IntN(3) {
		fmt.Fprintf(out, `, {"role": "user", "content": %q}`, prose(r, 20+r.IntN(40)))
		tool, args := someCall(r)
		fmt.Fprintf(out, `, {"role": "assistant", "content": null, "tool_calls": [{"id": "call_%d", "type": "function", "function": {"name": %q, "arguments": %q}}]}`, turn, tool, args)
		fmt.Fprintf(out, `, {"role": "tool", "tool_call_id": "call_%d", "content": %q}`, turn, `{"data": [{"note": "`+prose(r, 60+r.IntN(80))+`"}]}`)
		fmt.Fprintf(out, `, {"role": "assistant", "content": %q}`, prose(r, 30+r.IntN(60)))
		calls++
	}
	out.WriteString("]}\n")
	return calls
}

func someTime(r *rand.Rand) string {
	return time.Unix(1_700_000_000+r.Int64N(90*24*3600), 0).UTC().Format(time.RFC3339)
}

// someCall is a call of the demo's tools, one in ten of them wrong.
func someCall(r *rand.Rand) (tool, args string) {
	switch r.IntN(10) {
	case 0:
		return "list_refunds", fmt.Sprintf(`{"payment_id": "pay_%d", "limit": "%d"}`, r.IntN(1e6), 1+r.IntN(100))
	case 1, 2, 3:
		return "wait_for_settlement", fmt.Sprintf(`{"settlement_id": "st_%d", "timeout": %d}`, r.IntN(1e6), 30+r.IntN(300))
	case 4, 5, 6:
		return "explain_policy", fmt.Sprintf(`{"topic": %q}`, prose(r, 4))
	}
	return "list_refunds", fmt.Sprintf(`{"payment_id": "pay_%d", "status": "pending", "limit": %d}`, r.IntN(1e6), 1+r.IntN(100))
}

var words = strings.Fields(`the a refund payment order customer asked whether money would be back before weekend and agent looked at account found two charges of same day
	please wait while i check "pending" status café naïve 退款 then it was settled no longer open thanks for your help with invoice number amount cents`)

func prose(r *rand.Rand, n int) string {
	var out strings.Builder
	for i := range n {
		if i > 0 {
			out.WriteByte(" \n"[min(1, r.IntN(12)/11)])
		}
		out.WriteString(words[r.IntN(len(words))])
	}
	return out.String()
}
