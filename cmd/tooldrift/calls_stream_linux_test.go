package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

var (
	streamed      = flag.Int64("stream", 64, "how many MB of transcripts TestCallsStream pipes through calls, not stored anywhere")
	mostResident  = int64(200 << 20)
	inOneWriteOf  = 1 << 20
	conversations = 512 // generated once, so that making them is quicker than reading them; each has a name of its own every time
)

// TestCallsStream holds the memory of calls to the same bound however long a log is:
//
//	go test ./cmd/tooldrift -run TestCallsStream -v -stream 5000
func TestCallsStream(t *testing.T) {
	if testing.Short() {
		t.Skip("pipes a long log through the program")
	}
	dir := t.TempDir()
	c := exec.Command("go", "build", "-o", filepath.Join(dir, "tooldrift"), ".")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c = exec.Command(filepath.Join(dir, "tooldrift"), append(callsOf, "-")...)
	var out bytes.Buffer
	c.Stdout = &out
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	calls, written, err := pipe(in, *streamed*1e6)
	if err == nil {
		err = in.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	err = c.Wait()
	if n := judgedCalls(out.Bytes()); err != nil || n != calls {
		t.Fatalf("%v: %d of %d calls are judged:\n%s", err, n, calls, out.String())
	}
	took := time.Since(start)
	most := c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10 // KiB on Linux, getrusage(2)
	busy := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	t.Logf("%d MB and %d calls in %.1f s, %.1f s of processors: %.0f MB/s, %d MiB at most", written/1e6, calls, took.Seconds(), busy.Seconds(), float64(written)/1e6/took.Seconds(), most>>20)
	if most > mostResident {
		t.Errorf("%d MiB were resident, want %d at most", most>>20, mostResident>>20)
	}
}

func pipe(w io.Writer, size int64) (calls int, written int64, err error) {
	r := rand.New(rand.NewPCG(7, 7))
	var block bytes.Buffer
	inBlock := 0
	for range conversations {
		inBlock += transcript(r, &block)
	}
	var names []int
	for i := 0; ; {
		next := bytes.Index(block.Bytes()[i:], []byte(`"conv-`))
		if next < 0 {
			break
		}
		i += next + len(`"conv-`)
		names = append(names, i)
	}
	for n := 0; written < size && err == nil; {
		for _, at := range names {
			copy(block.Bytes()[at:], fmt.Sprintf("%016d", n))
			n++
		}
		for part := block.Bytes(); len(part) > 0 && err == nil; part = part[min(inOneWriteOf, len(part)):] {
			_, err = w.Write(part[:min(inOneWriteOf, len(part))])
		}
		calls, written = calls+inBlock, written+int64(block.Len())
	}
	return calls, written, err
}
