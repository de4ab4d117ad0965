package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// The exit codes. A run that both found something and was refused an input ends
// with exitRefused: its findings are not the whole truth.
const (
	exitClean    = 0 // nothing at or above --fail-on was found
	exitFindings = 1 // something was
	exitUsage    = 2 // the command line or the config is wrong; nothing was compared
	exitRefused  = 3 // an input could not be read, or nothing at all could be bound or compared
)

// program is the whole command as a value. Findings go to stdout, everything
// else to stderr.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

// exit is the error of a command that ends with a code and has said why.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// run is main with its world given: it returns the exit code.
func (p program) run(args []string) int {
	root := p.root()
	root.SetArgs(args)
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	err := p.execute(root, args)
	var code exit
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &code):
		return int(code)
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintln(p.stderr, report.Line("tooldrift: "+line))
	}
	return exitUsage
}

func (p program) execute(root *cobra.Command, args []string) error {
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		p.complete(root)
		return root.Execute()
	}
	if err := strangeCommand(root, args); err != nil {
		return err
	}
	return tooMany(root.Execute())
}

func (p program) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "tooldrift",
		Short:         "Find drift between an agent's tools and the API they call",
		SilenceErrors: true,
		SilenceUsage:  true,

		PersistentPreRunE: func(c *cobra.Command, _ []string) error { return emptyFlag(c.Flags()) },
	}
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(
		p.initCommand(), p.checkCommand(), p.fixCommand(), p.bindCommand(), p.unitsCommand(),
		p.explainCommand(), p.rulesCommand(),
		p.callsCommand(), p.goldenCommand(), p.guardCommand(),
		p.trapsCommand(),
		p.snapshotCommand(), p.waiveCommand(), p.waiversCommand(), p.lspCommand(), p.configCommand(), p.versionCommand(), p.manCommand(),
	)
	return root
}

// inputFlags are the flags of every command that reads tools and specs.
type inputFlags struct {
	tools, spec, importPaths []string
	color                    string
	verbose, quiet           bool
	baselineFlags
	placeFlags
}

// placeFlags are the flags of every command that reads the config.
type placeFlags struct {
	maxSize             int64 // MiB
	config, root        string
	allowExec, allowNet bool
	allowEnv            []string
}

func (f *placeFlags) register(c *cobra.Command) {
	flags := c.Flags()
	flags.Int64Var(&f.maxSize, "max-size", source.SizeLimit.Most, "how large a file, or the answer of a live source, may be, in `MIB`")
	flags.StringVar(&f.config, "config", "", "the config `FILE` (found upward from here otherwise)")
	flags.StringVar(&f.root, "root", "", "`DIR` that nothing is read outside of (the repository otherwise)")
	flags.BoolVar(&f.allowExec, "allow-exec", false, "run the commands that the config names")
	flags.BoolVar(&f.allowNet, "allow-net", false, "ask the addresses that the config names")
	flags.StringArrayVar(&f.allowEnv, "allow-env", nil, "environment variable `NAME` that headers of the config may send (repeatable)")
}

func (f *inputFlags) register(c *cobra.Command) {
	f.placeFlags.register(c)
	flags := c.Flags()
	flags.StringArrayVar(&f.tools, "tools", nil, "a tool list: `PATH`, directory or pattern (repeatable)")
	flags.StringArrayVar(&f.spec, "spec", nil, "an API contract: `PATH`, directory or pattern (repeatable)")
	flags.StringArrayVar(&f.importPaths, "import-path", nil, "`DIR` that protobuf imports start from (repeatable)")
	flags.StringVar(&f.color, "color", "auto", "`WHEN` to colour text: auto, always, never")
	flags.BoolVar(&f.verbose, "verbose", false, "print notes too")
	flags.BoolVar(&f.quiet, "quiet", false, "print one line a finding, and no warnings about inputs")
}

// open reads what the flags and the named files stand for.
func (p program) open(f *inputFlags, files []string) (*check.Run, error) {
	if f.color != "auto" && f.color != "always" && f.color != "never" {
		return nil, fmt.Errorf("--color is auto, always or never, not %q", f.color)
	}
	if f.verbose && f.quiet {
		return nil, errors.New("--verbose and --quiet exclude each other")
	}
	in, stop, err := p.inputs(&f.placeFlags)
	if err != nil {
		return nil, err
	}
	defer stop()
	in.Files, in.Tools, in.Spec, in.ImportPaths, in.Stdin = files, f.tools, f.spec, f.importPaths, p.stdin
	in.Baseline, in.NewBaseline = f.baseline, f.update
	r, err := check.Open(in)
	return r, p.usage(err)
}

// inputs are the places and the permissions of a run. Until stop is called, an
// interrupt ends what the run has started rather than the run.
func (p program) inputs(f *placeFlags) (in check.Inputs, stop func(), err error) {
	if f.maxSize < 1 || f.maxSize > 1<<20 {
		return in, nil, fmt.Errorf("--max-size is a number of MiB from 1 to %d, not %d", 1<<20, f.maxSize)
	}
	for _, name := range f.allowEnv {
		if err := variableName(name); err != nil {
			return in, nil, err
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		return in, nil, err
	}
	in = check.Inputs{Dir: dir, Root: f.root, Config: f.config, AllowExec: f.allowExec, AllowNet: f.allowNet, AllowEnv: f.allowEnv, MaxSize: f.maxSize << 20}
	in.Context, stop = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	if isTerminal(p.stderr) {
		in.Slow = func(text string) { fmt.Fprintln(p.stderr, report.Line(text)) }
	}
	return in, stop, nil
}

// usage prints the faults of a *check.Usage and returns the error that is left.
func (p program) usage(err error) error {
	var usage *check.Usage
	if !errors.As(err, &usage) || len(usage.Faults) == 0 {
		return err
	}
	p.faults(usage.Faults, usage.Root, false)
	if usage.Text != "" {
		return errors.New(usage.Text)
	}
	return exit(exitUsage)
}

// faults prints what is wrong with inputs, one line each. A fault that refuses
// nothing is a warning. Their files are named from root; "" leaves names as they are.
func (p program) faults(all []source.Fault, root string, quiet bool) {
	shown := fromHere(root)
	said := make(map[string]bool)
	for _, f := range all {
		if f.Dirt && quiet {
			continue
		}
		line := faultLine(f, shown)
		if !said[line] {
			said[line] = true
			fmt.Fprintln(p.stderr, line)
		}
	}
}

func faultLine(f source.Fault, shown func(string) string) string {
	where := "tooldrift"
	switch {
	case !f.At.IsZero():
		at := f.At.File.Position(f.At.Start)
		where = fmt.Sprintf("%s:%d:%d", shown(f.At.File.Name), at.Line, at.Column)
	case f.File != "":
		where = shown(f.File) + ":1:1"
	}
	if f.Dirt {
		where += ": warning"
	}
	text := f.Text
	if !f.Also.IsZero() {
		at := f.Also.File.Position(f.Also.Start)
		text = strings.ReplaceAll(text, f.Also.Place(), fmt.Sprintf("%s:%d:%d", shown(f.Also.File.Name), at.Line, at.Column))
	}
	return report.Line(where + ": " + text)
}

// fromHere turns names from root, an absolute path, into paths from the working
// directory. What has no such path keeps its name.
func fromHere(root string) func(name string) string {
	dir, err := os.Getwd()
	if err != nil || root == "" {
		return func(name string) string { return name }
	}
	return func(name string) string {
		if name == "" || !source.IsPath(name) {
			return name
		}
		rel, err := filepath.Rel(dir, filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return name
		}
		return filepath.ToSlash(rel)
	}
}
