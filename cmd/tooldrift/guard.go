package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// exitReview is how guard ends where a person is to look at the call.
const exitReview = 4

type guardFlags struct {
	placeFlags
	tools, spec, importPaths []string
	tool, hook               string
	lines                    bool
}

func (p program) guardCommand() *cobra.Command {
	var f guardFlags
	c := &cobra.Command{
		Use:   "guard",
		Short: "Judge a call before it is made: one call in, one verdict out",
		Long: `Judge a call before it is made, strictly, by the tool's schema, by the operation
that the tool is bound to, and by the fences of the config. Standard input is the
arguments of --tool as JSON, or a JSON-RPC request of the method tools/call, or
{"tool": NAME, "args": {...}}. Standard output is one verdict as JSON: allow, review
or refuse, and what is wrong. No value is ever changed.

With --lines each line of standard input is a request and is answered by a line at
once, in order; a line that is none is refused. With --hook claude-code it is a
PreToolUse hook: it denies or asks, has no say in what it would allow or does not
know, and blocks the call (exit 2) where anything is wrong with itself.

Exit codes: 0 allow, 1 refuse, 2 wrong usage or config, a fence that keeps nothing
out included, 3 an input was refused or there is nothing to judge by, 4 review; with
--lines the sternest of all. As a hook: 0, or 2 where it failed.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return p.guard(&f, c.Flags().Changed("hook")) },
	}
	f.register(c)
	flags := c.Flags()
	flags.StringArrayVar(&f.tools, "tools", nil, "a tool list: `PATH`, directory or pattern (repeatable)")
	flags.StringArrayVar(&f.spec, "spec", nil, "an API contract: `PATH`, directory or pattern (repeatable)")
	flags.StringArrayVar(&f.importPaths, "import-path", nil, "`DIR` that protobuf imports start from (repeatable)")
	flags.StringVar(&f.tool, "tool", "", "the `TOOL` whose arguments standard input holds")
	flags.BoolVar(&f.lines, "lines", false, "answer each line of standard input by a line")
	flags.StringVar(&f.hook, "hook", "", "speak the protocol of a `RUNTIME`: claude-code")
	return c
}

func (p program) guard(f *guardFlags, hook bool) error {
	signal.Ignore(syscall.SIGPIPE) // who reads no answer must not be killed by it, but told of it
	defer signal.Reset(syscall.SIGPIPE)
	switch {
	case hook && f.hook != "claude-code":
		return unknown("the runtime", f.hook, []string{"claude-code"})
	case hook && (f.lines || f.tool != ""), f.lines && f.tool != "":
		return errors.New("--hook, --lines and --tool exclude each other")
	case hook:
		return p.guardHook(f)
	}
	g, err := p.openGuard(f)
	if err != nil {
		return p.unguarded(err)
	}
	if f.lines {
		return p.guardLines(g)
	}
	data, err := callIn(p.stdin)
	if err != nil {
		return err
	}
	v := verdictOn(g, f.tool, data)
	if _, err := p.stdout.Write(append(v.JSON(), '\n')); err != nil {
		return err
	}
	if code := guardExit(v, len(bytes.TrimSpace(data)) == 0); code != exitClean {
		return exit(code)
	}
	return nil
}

func verdictOn(g *calls.Guard, tool string, data []byte) calls.Verdict {
	if tool == "" {
		return g.CheckRequest(data)
	}
	return g.Check(tool, data)
}

// guardExit is the code that tells a verdict.
func guardExit(v calls.Verdict, nothing bool) int {
	switch {
	case len(v.Faults) > 0 && v.Faults[0].Kind == calls.Internal:
		return exitUsage
	case nothing, v.Tool == "":
		return exitRefused
	}
	return map[calls.Decision]int{calls.Allow: exitClean, calls.Review: exitReview, calls.Refuse: exitFindings}[v.Decision]
}

// callIn is all of a call, or more than one may have.
func callIn(in io.Reader) ([]byte, error) {
	return io.ReadAll(io.LimitReader(in, source.MaxCall+1))
}

func (p program) openGuard(f *guardFlags) (*calls.Guard, error) {
	in, stop, err := p.inputs(&f.placeFlags)
	if err != nil {
		return nil, err
	}
	defer stop()
	in.Tools, in.Spec, in.ImportPaths = f.tools, f.spec, f.importPaths
	return calls.OpenGuard(in)
}

// unguarded says why there is no guard, and with which code that ends.
func (p program) unguarded(err error) error {
	var none *calls.Unguarded
	if !errors.As(err, &none) {
		return p.usage(err)
	}
	p.faults(none.Faults, none.Root, false)
	fmt.Fprintln(p.stderr, report.Line("tooldrift: "+none.Text))
	return exit(exitRefused)
}

func (p program) guardLines(g *calls.Guard) error {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(100) // unlike a run that ends, it stands all day
	}
	count, worst, err := g.Lines(p.stdin, p.stdout)
	switch {
	case err != nil:
		return err
	case count == 0:
		fmt.Fprintln(p.stderr, "tooldrift: standard input holds no call")
		return exit(exitRefused)
	case worst == calls.Refuse:
		return exit(exitFindings)
	case worst == calls.Review:
		return exit(exitReview)
	}
	return nil
}

// guardHook answers Claude Code. There, 2 is the one code that blocks the call: any
// other says that the hook failed, and the call is made. It blocks whatever goes wrong,
// a wait that has no end included.
func (p program) guardHook(f *guardFlags) (err error) {
	late := time.AfterFunc(source.GuardTimeout, func() {
		fmt.Fprintln(p.stderr, "tooldrift: the call is blocked: no verdict within "+source.GuardLimit.String())
		os.Exit(exitUsage)
	})
	defer late.Stop()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the guard failed: %v", r)
		}
		if err != nil {
			fmt.Fprintln(p.stderr, report.Line(fmt.Sprintf("tooldrift: the call is blocked: %s", err)))
			err = exit(exitUsage)
		}
	}()
	data, err := callIn(p.stdin)
	if err != nil {
		return err
	}
	call, err := calls.ReadHook(data)
	if err != nil {
		return err
	}
	g, err := p.openGuard(f)
	if err != nil {
		if err := p.unguarded(err); !errors.As(err, new(exit)) {
			return err
		}
		return errors.New("nothing can be judged")
	}
	answer, err := g.Hook(call)
	switch {
	case err != nil, len(answer) == 0:
		return err
	case leadsNowhere(p.stdout):
		return errors.New("standard output leads nowhere, and the guard has something to say")
	}
	_, err = p.stdout.Write(append(answer, '\n'))
	return err
}

// leadsNowhere reports that nobody will read what is written: a standard output that
// is closed is opened anew, to nowhere, before a program begins.
func leadsNowhere(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	here, err := f.Stat()
	nowhere, also := os.Stat(os.DevNull)
	return err != nil || also == nil && os.SameFile(here, nowhere)
}
