// Command tooldrift compares an agent's tool definitions with the API contract
// that they are hand-kept copies of, and fails where the two have drifted apart.
package main

import "os"

func main() {
	p := program{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
	os.Exit(p.run(os.Args[1:]))
}
