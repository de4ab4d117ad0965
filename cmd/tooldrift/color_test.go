package main

import (
	"bytes"
	"os"
	"testing"
)

// Curves are drawn in ASCII on a terminal that takes no UTF-8, and nowhere else: what
// is written to a file or a pipe is UTF-8 whatever the locale.
func TestDrawsBlocks(t *testing.T) {
	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	if !isTerminal(device) {
		t.Skip("the null device is no character device here")
	}
	for _, c := range []struct {
		term, all, ctype, lang string
		want                   bool
	}{
		{"xterm", "", "", "", true},
		{"xterm", "", "", "en_GB.UTF-8", true},
		{"xterm", "C", "", "en_GB.UTF-8", false},
		{"xterm", "", "de_DE.utf8", "C", true},
		{"xterm", "", "", "de_DE.ISO-8859-1", false},
		{"dumb", "C.UTF-8", "", "", false},
	} {
		for name, value := range map[string]string{"TERM": c.term, "LC_ALL": c.all, "LC_CTYPE": c.ctype, "LANG": c.lang} {
			t.Setenv(name, value)
		}
		if got := drawsBlocks(device); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
		if !drawsBlocks(&bytes.Buffer{}) {
			t.Errorf("%+v: no blocks in a buffer", c)
		}
	}
}
