package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

const readme = "../../README.md"

// TestReadme holds the README to the program: what it says that a command prints
// is what it prints, and its table of rules is the program's.
func TestReadme(t *testing.T) {
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	got := outputs(t, string(data))
	got = ruleTable(t, got)
	if *update {
		if err := os.WriteFile("README.md", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(data), got); diff != "" {
		t.Errorf("README.md is not what the program says (-readme +program); run go test ./cmd/tooldrift -update\n%s", diff)
	}
}

// The golden file that the README shows is the one whose score it shows.
func TestReadmeGolden(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("../../testdata/golden/refunds.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, append([]byte("```yaml\n"), golden...)) {
		t.Error("README.md does not show testdata/golden/refunds.yaml")
	}
}

// The limits that the README and the help name are those of the program.
func TestReadmeLimits(t *testing.T) {
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	words := func(l source.Limit) string { return fmt.Sprintf("%d %s", l.Most, l.Unit) }
	want := fmt.Sprintf("An input is read up to %s (`--max-size` sets another limit), %s and %s deep; a command has %s, an address %d, "+
		"an MCP server %d to start and %d to list its tools (`timeout:` sets another limit, up to %s).",
		words(source.SizeLimit), words(source.ValuesLimit), words(source.DepthLimit), words(source.RunLimit), source.FetchLimit.Most,
		source.StartLimit.Most, source.ListLimit.Most, words(source.TimeoutLimit))
	if !strings.Contains(strings.ReplaceAll(string(data), "\n", " "), want) {
		t.Errorf("the README does not say:\n%s", want)
	}
}

var block = regexp.MustCompile("(?s)(<!-- output: tooldrift ([^\n]*) -->\n```\n).*?(```\n)")

// outputs runs the commands named in comments and puts what they print into the
// code blocks below them.
func outputs(t *testing.T, text string) string {
	t.Helper()
	runs := 0
	text = block.ReplaceAllStringFunc(text, func(s string) string {
		m := block.FindStringSubmatch(s)
		runs++
		var stdout, stderr bytes.Buffer
		line, input, given := strings.Cut(m[2], " < ")
		var stdin []byte
		if given {
			var err error
			if stdin, err = os.ReadFile(input); err != nil {
				t.Fatal(err)
			}
		}
		p := program{stdin: bytes.NewReader(stdin), stdout: &stdout, stderr: &stderr}
		if code := p.run(strings.Fields(line)); code > exitFindings {
			t.Fatalf("tooldrift %s exits %d: %s", m[2], code, stderr.String())
		}
		return m[1] + stdout.String() + m[3]
	})
	if runs == 0 {
		t.Fatal("the README shows no output of the program")
	}
	return text
}

var table = regexp.MustCompile(`(?s)(\| rule \| default \| fires when \|\n\|---\|---\|---\|\n)(\|[^\n]*\n)*`)

func ruleTable(t *testing.T, text string) string {
	t.Helper()
	if !table.MatchString(text) {
		t.Fatal("the README has no table of rules")
	}
	var rows strings.Builder
	for _, r := range rules.All {
		fmt.Fprintf(&rows, "| `%s` | %s | %s |\n", r.ID, r.Severity, r.Summary)
	}
	return table.ReplaceAllString(text, "${1}"+strings.ReplaceAll(rows.String(), "$", "$$"))
}
