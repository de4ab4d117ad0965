package main

import (
	"os"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// repeat writes each line that holds $N so often, counting: repeat TIMES FILE...
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: repeat TIMES FILE...")
	}
	times, err := strconv.Atoi(args[0])
	ts.Check(err)
	for _, name := range args[1:] {
		var text strings.Builder
		for line := range strings.Lines(ts.ReadFile(name)) {
			if !strings.Contains(line, "$N") {
				text.WriteString(line)
				continue
			}
			for n := range times {
				text.WriteString(strings.ReplaceAll(line, "$N", strconv.Itoa(n+1)))
			}
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text.String()), 0o644))
	}
}
