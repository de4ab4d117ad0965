package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The manual page tells every command and every option, and groff has nothing to
// say against it.
func TestManual(t *testing.T) {
	var stdout, stderr bytes.Buffer
	p := program{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr}
	if code := p.run([]string{"man"}); code != exitClean {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	page := stdout.String()
	told := 0
	commands(p.root(), func(c *cobra.Command) {
		_, section, found := strings.Cut(page, "\n.SS "+roff(strings.TrimPrefix(c.CommandPath(), "tooldrift ")))
		if !found {
			t.Errorf("the page has no section on %s", c.CommandPath())
		}
		section, _, _ = strings.Cut(section, "\n.SS ")
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			told++
			if f.Name != "help" && !strings.Contains(section, roff("--"+f.Name)) {
				t.Errorf("the section on %s does not tell --%s", c.CommandPath(), f.Name)
			}
		})
	})
	if told < 20 {
		t.Errorf("%d options were looked for", told)
	}
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("no groff here to read the page")
	}
	groff := exec.Command("groff", "-man", "-ww", "-z", "-Tutf8")
	groff.Stdin = strings.NewReader(page)
	if out, err := groff.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("groff warns: %v\n%s", err, out)
	}
}
