package main

import (
	"flag"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the expected files of the scripts anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tooldrift": main, "mcp-server": mcpServer, "print-file": printFile, "lsp-client": lspClient})
}

// TestScripts runs sessions of the command: exit code, standard output, standard error.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			// Not every machine that builds this is free of a colour setting.
			env.Setenv("NO_COLOR", "1")
			return os.Mkdir(env.Cd+"/.git", 0o755) // the root of every session
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits, "raw": raw, "repeat": repeat},
	})
}

// exits runs tooldrift and holds that it ends with a code: exits CODE ARG...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: exits CODE ARG...")
	}
	err := ts.Exec("tooldrift", args[1:]...)
	got := "0"
	if err != nil {
		got = err.Error()
	}
	if want := args[0]; got != want && got != "exit status "+want {
		ts.Fatalf("tooldrift ended with %s, want %s\nstdout:\n%s\nstderr:\n%s", got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

var character = regexp.MustCompile(`<U\+([0-9A-F]+)>`)

// raw makes of a file what an archive cannot hold: a byte order mark goes before
// it, its lines end with CRLF, and <U+2028> becomes that character: raw FILE...
func raw(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		text := character.ReplaceAllStringFunc(ts.ReadFile(name), func(m string) string {
			r, err := strconv.ParseInt(character.FindStringSubmatch(m)[1], 16, 32)
			ts.Check(err)
			return string(rune(r))
		})
		text = "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n")
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}
