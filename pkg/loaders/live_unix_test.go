//go:build unix

package loaders

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// A server that heeds neither the end of its input nor SIGTERM has ended all the
// same, and so has what it started.
func TestFetchEndsTheChild(t *testing.T) {
	t.Parallel()
	got, err := fetchLive(t, child("mcp", "unending"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`"(\d+) (\d+)"`).FindStringSubmatch(got)
	if m == nil {
		t.Fatalf("no process ids in %s", got)
	}
	for i, who := range []string{"the server", "its child"} {
		pid, _ := strconv.Atoi(m[i+1])
		if !gone(pid) {
			t.Errorf("%s, process %d, still runs", who, pid)
		}
	}
}

// gone waits a moment for a process that was killed to be no more than a zombie
// that waits for its parent.
func gone(pid int) bool {
	for range 50 {
		if err := syscall.Kill(pid, 0); err == syscall.ESRCH || zombie(pid) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

func zombie(pid int) bool {
	var state string
	_, err := fmt.Sscanf(readProc(pid), "%d %s %s", new(int), new(string), &state)
	return err == nil && state == "Z"
}

func readProc(pid int) string {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return string(data)
}
