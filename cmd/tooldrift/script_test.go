package main

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the expected files of the scripts anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tooldrift": main, "mcp-server": mcpServer, "print-file": printFile})
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
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
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
