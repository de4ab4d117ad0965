package check_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/tooldrift/tooldrift/"

// mayImport is which packages of ours each may import. Loaders and diff never
// meet; report knows no dialect; every package of the module stands here.
var mayImport = map[string][]string{
	"pkg/source":    {},
	"pkg/contract":  {"pkg/source"},
	"pkg/config":    {"pkg/source", "pkg/contract"},
	"pkg/units":     {"pkg/source", "pkg/contract"},
	"pkg/prose":     {"pkg/source", "pkg/contract"},
	"pkg/loaders":   {"pkg/source", "pkg/contract", "pkg/config"},
	"pkg/bind":      {"pkg/source", "pkg/contract", "pkg/config"},
	"pkg/diff":      {"pkg/source", "pkg/contract", "pkg/bind", "pkg/units", "pkg/prose"},
	"pkg/rules":     {"pkg/source", "pkg/contract", "pkg/config", "pkg/bind", "pkg/diff", "pkg/units"},
	"pkg/report":    {"pkg/source", "pkg/rules", "pkg/calls/tally", "pkg/calls/golden"},
	"pkg/check":     {"pkg/source", "pkg/contract", "pkg/config", "pkg/loaders", "pkg/bind", "pkg/diff", "pkg/rules", "pkg/units"},
	"pkg/lsp":       {"pkg/source", "pkg/contract", "pkg/config", "pkg/bind", "pkg/diff", "pkg/rules", "pkg/report", "pkg/check"},
	"cmd/tooldrift": {"pkg/source", "pkg/contract", "pkg/config", "pkg/bind", "pkg/rules", "pkg/report", "pkg/check", "pkg/lsp", "pkg/units", "pkg/calls", "pkg/calls/logs", "pkg/calls/tally", "pkg/calls/golden", "pkg/calls/traps"},

	// Calls are judged by a run's contracts; nothing above knows of them but who reports and commands.
	"pkg/calls/logs":   {"pkg/source"},
	"pkg/calls":        {"pkg/source", "pkg/contract", "pkg/config", "pkg/bind", "pkg/units", "pkg/diff", "pkg/rules", "pkg/check"},
	"pkg/calls/tally":  {"pkg/source", "pkg/config", "pkg/units", "pkg/calls", "pkg/calls/logs"},
	"pkg/calls/golden": {"pkg/source", "pkg/contract", "pkg/config", "pkg/bind", "pkg/units", "pkg/check", "pkg/calls", "pkg/calls/logs"},
	"pkg/calls/traps":  {"pkg/source", "pkg/contract", "pkg/config", "pkg/bind", "pkg/units", "pkg/diff", "pkg/prose", "pkg/rules", "pkg/check", "pkg/calls", "pkg/calls/golden"},

	// What tests of two packages share.
	"pkg/source/sourcetest": {"pkg/source"},
}

func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		pkg := strings.TrimPrefix(words[0], module)
		allowed, known := mayImport[pkg]
		if !known {
			t.Errorf("%s is not in the table: say which packages it may import, and why it is one of its own", pkg)
			continue
		}
		for _, imported := range words[1:] {
			ours, ok := strings.CutPrefix(imported, module)
			if ok && !slices.Contains(allowed, ours) {
				t.Errorf("%s imports %s: arrows point one way (source, contract, config, loaders, bind, diff, rules, report, check, cmd)", pkg, ours)
			}
		}
	}
}
