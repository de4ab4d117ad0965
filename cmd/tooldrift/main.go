// Command tooldrift compares an agent's tool definitions with the API contract
// that they are hand-kept copies of, and fails where the two have drifted apart.
package main

import (
	"os"
	"runtime/debug"
)

func main() {
	// Most runs end before garbage is worth collecting; those of huge inputs collect
	// it from a gigabyte on. The environment has the last word.
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(800)
		debug.SetMemoryLimit(1 << 30)
	}
	p := program{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
	os.Exit(p.run(os.Args[1:]))
}
