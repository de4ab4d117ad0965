package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// BenchmarkStart times whole processes against one of a program that does nothing
// but import the packages of others that this one imports: what these take to
// begin with is nothing that we could save.
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	build(b, ".", dir, "tooldrift")
	writeImports(b, dir)
	build(b, dir, dir, "imports")
	reference := func() { process(b, "", filepath.Join(dir, "imports")) }
	const call = `{"hook_event_name": "PreToolUse", "tool_name": "mcp__p__create_refund", "tool_input": {"payment_id": "pay_1", "amount_cents": 4200}}`
	for _, work := range []struct {
		name, stdin string
		args        []string
	}{
		{"version", "", []string{"version"}},
		{"demo", "", []string{"check", "--config", "../../testdata/demo/.tooldrift.yaml"}},
		{"hook", call, []string{"guard", "--hook", "claude-code", "--config", "../../testdata/guard/.tooldrift.yaml"}},
	} {
		b.Run(work.name, func(b *testing.B) {
			var ratios []float64
			for b.Loop() {
				start := time.Now()
				process(b, work.stdin, filepath.Join(dir, "tooldrift"), work.args...)
				took := time.Since(start)
				start = time.Now()
				reference()
				ratios = append(ratios, float64(took)/float64(time.Since(start)))
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "x-imports-only")
			b.ReportMetric(0, "ns/op") // the time of the two together says nothing
		})
	}
}

func build(b *testing.B, from, to, name string) {
	b.Helper()
	c := exec.Command("go", "build", "-o", filepath.Join(to, name), ".")
	c.Dir = from
	if out, err := c.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
}

// process runs a program to its end; findings are no failure.
func process(b *testing.B, stdin, name string, args ...string) {
	b.Helper()
	c := exec.Command(name, args...)
	c.Stdin = strings.NewReader(stdin)
	err := c.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) && ended.ExitCode() == exitFindings {
		return
	}
	if err != nil {
		b.Fatal(err)
	}
}

// writeImports writes a module whose program imports what ours imports.
func writeImports(b *testing.B, dir string) {
	b.Helper()
	const module = "github.com/tooldrift/tooldrift"
	list := exec.Command("go", "list", "-deps", "-f", "{{if .Module}}{{if eq .Module.Path \""+module+"\"}}{{range .Imports}}{{.}}\n{{end}}{{end}}{{end}}", ".")
	out, err := list.Output()
	if err != nil {
		b.Fatal(err)
	}
	imports := strings.Fields(string(out))
	slices.Sort(imports)
	var text strings.Builder
	text.WriteString("package main\n\nimport (\n")
	for _, name := range slices.Compact(imports) {
		if !strings.HasPrefix(name, module) {
			fmt.Fprintf(&text, "\t_ %q\n", name)
		}
	}
	text.WriteString(")\n\nfunc main() {}\n")
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(text.String()), 0o644); err != nil {
		b.Fatal(err)
	}
}
