package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/calls/golden"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

type goldenFlags struct {
	inputFlags
	formats          []string
	actual           []string
	results, against string
	failUnder        string
	alpha            string
	partial          bool
	schema           bool
}

func (p program) goldenCommand() *cobra.Command {
	var f goldenFlags
	c := &cobra.Command{
		Use:   "golden [FILE...]",
		Short: "Judge golden calls by the contracts, and score logs by them",
		Long: `Judge golden calls, what a model should call for which prompt, by the contracts of
their tools: one that breaks its tool or the API is a finding. With --actual, score
what a model did call for the same prompts, field by field.

Files are golden calls of tooldrift (YAML, JSON, or a case a line; --schema prints
their JSON Schema), tasks and trajectories of tau-bench, or possible answers of
BFCL; a directory or a pattern stands for all of its files, "-" for standard
input. Without files, the golden of the config's contracts is read. Tools and
specs are those of the config, or --tools and --spec.

A call of a log belongs to the case that its record names: by case, case_id,
prompt_id, task_id, test_id or custom_id, of the record or its metadata, else by
the id of a conversation, else by the session. Another log, or another session,
with the same prompt is another answer to it. A case that no log mentions counts
as one for which nothing was called; with --partial it is left out.

A score falls against an earlier result where, of the calls that both results
have, more went from right to wrong than from wrong to right. --alpha demands
that chance explains so many as rarely (McNemar's exact test).

Exit codes: 0 all is well, 1 a golden call breaks a contract, a score fell, or
fewer answers are right than --fail-under, 2 wrong usage or config, 3 an input was
refused, or nothing was judged or scored.`,
		RunE: func(_ *cobra.Command, args []string) error { return p.golden(&f, args) },
	}
	f.register(c)
	flags := c.Flags()
	flags.StringArrayVar(&f.formats, "format", []string{"text"}, "`NAME[=FILE]` of a report, - for standard output: text, json, markdown (repeatable)")
	flags.StringArrayVar(&f.actual, "actual", nil, "`LOG` of what a model called, - for standard input (repeatable)")
	flags.StringVar(&f.results, "results", "", "`FILE` to write the result to, for --against")
	flags.StringVar(&f.against, "against", "", "an earlier result, `FILE`: a score that fell fails the run")
	flags.StringVar(&f.failUnder, "fail-under", "", "`SHARE` of answers, from 0 to 1, that must be right")
	flags.StringVar(&f.alpha, "alpha", "1", "`P` above which a fall may be chance, and fails nothing")
	flags.BoolVar(&f.partial, "partial", false, "leave out cases that no log mentions")
	flags.BoolVar(&f.schema, "schema", false, "print the JSON Schema of golden files")
	return c
}

// settle checks the flags that need no input to be checked.
func (f *goldenFlags) settle() (outputs []output, least, alpha float64, err error) {
	if len(f.actual) == 0 {
		for _, flag := range []struct{ name, value string }{{"results", f.results}, {"against", f.against}, {"fail-under", f.failUnder}} {
			if flag.value != "" {
				return nil, 0, 0, fmt.Errorf("--%s is about scores, and there are none without --actual", flag.name)
			}
		}
	}
	if least, err = shareOf("--fail-under", f.failUnder); err != nil {
		return nil, 0, 0, err
	}
	if alpha, err = shareOf("--alpha", f.alpha); err != nil {
		return nil, 0, 0, err
	}
	var names []string
	for _, known := range report.GoldenFormats {
		names = append(names, known.Name)
	}
	if outputs, err = askedFor(f.formats, names); err != nil {
		return nil, 0, 0, err
	}
	return outputs, least, alpha, nil
}

// shareOf is a number from 0 to 1 that a flag was given; 0 for none.
func shareOf(flag, text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= 1) {
		return 0, fmt.Errorf("%s is a number from 0 to 1, not %q", flag, text)
	}
	return x, nil
}

func (p program) golden(f *goldenFlags, files []string) error {
	if f.schema {
		_, err := io.WriteString(p.stdout, golden.Schema)
		return err
	}
	outputs, least, alpha, err := f.settle()
	if err != nil {
		return err
	}
	r, err := p.open(&f.inputFlags, nil)
	if err != nil {
		return err
	}
	logs, read, err := p.logs(f.actual)
	if err != nil {
		return err
	}
	before, err := f.earlier()
	if err != nil {
		return err
	}
	suites, faults := p.goldenSuites(f, r, files)
	if err := f.overwrites(r, suites, read, outputs); err != nil {
		return err
	}
	r.Match()
	r.Compare()
	contracts := calls.Compile(r, r.Judge(rules.Settings{Today: time.Now().UTC().Format(time.DateOnly)}))

	if len(f.actual) > 0 {
		faults = append(faults, golden.Twice(suites)...)
	}
	run := golden.Start(suites, golden.ToolsOf(contracts, r), contracts.Nearest)
	run.Partial = f.partial
	run.Cover(r)
	for i, log := range logs {
		if err := run.Actual(i, log); err != nil {
			faults = append(faults, source.Fault{File: log.Name, Text: logFault(err)})
		}
	}
	result := run.Result()
	if len(f.actual) > 0 && !source.Refused(faults) {
		run.Score()
		if before != nil {
			result.Against = golden.Compare(result, before, filepath.ToSlash(f.against))
		}
	}
	p.faults(append(r.Faults, faults...), r.Root, f.quiet)
	refused := source.Refused(r.Faults) || source.Refused(faults)
	if why := nothingGolden(result, contracts, refused); why != "" {
		fmt.Fprintln(p.stderr, report.Line("tooldrift: "+why))
		refused = true
	}
	if result.Summary.Cases > 0 {
		if err := p.writeGolden(f, r, result, outputs); err != nil {
			return err
		}
	}
	switch {
	case refused:
		return exit(exitRefused)
	case len(result.Findings) > 0, result.Summary.Share < least, fell(result, alpha):
		return exit(exitFindings)
	}
	return nil
}

// fell reports whether a score fell so that chance is an explanation at most as
// likely as alpha.
func fell(r *golden.Result, alpha float64) bool {
	return r.Against != nil && slices.ContainsFunc(r.Against.Fell, func(c golden.Change) bool { return c.P <= alpha })
}

// nothingGolden says why nothing was judged, or nothing scored; "" where something was.
func nothingGolden(r *golden.Result, c *calls.Contracts, refused bool) string {
	s := r.Summary
	switch {
	case refused:
		return "" // which has been told
	case len(c.Tools) == 0:
		return "no tool was read, so that no golden call could be judged"
	case s.Cases == 0:
		return "no golden call was read; name golden files, or write golden: [golden/*.yaml] into a contract of the config"
	case s.Scored && s.Runs == s.Absent && (s.Actual == 0 || s.Unmatched == s.Actual):
		return "nothing was scored: no log mentions a prompt of a case"
	case r.Against != nil && r.Against.Runs == 0:
		return "nothing was compared: the earlier result has none of these cases"
	}
	return ""
}

func (p program) goldenSuites(f *goldenFlags, r *check.Run, files []string) ([]*golden.Suite, []source.Fault) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, []source.Fault{{Text: err.Error()}}
	}
	places := golden.Places{Root: r.Root, Dir: dir, MaxSize: f.maxSize << 20, Stdin: p.stdin}
	if len(files) > 0 {
		return places.Named(files)
	}
	return places.Configured(r.Config.Contracts)
}

// earlier is the result that scores are compared with; nil where none is named.
func (f *goldenFlags) earlier() (*golden.Result, error) {
	if f.against == "" {
		return nil, nil
	}
	data, err := readWhole(func() (io.ReadCloser, error) { return os.Open(f.against) }, f.maxSize<<20)
	if err != nil {
		return nil, fmt.Errorf("--against %s: %s", f.against, logFault(err))
	}
	before, err := golden.ReadResult(data)
	if err != nil {
		return nil, fmt.Errorf("--against %s: %w", f.against, err)
	}
	return before, nil
}

// overwrites is the error of a report that would be written over an input.
func (f *goldenFlags) overwrites(r *check.Run, suites []*golden.Suite, read []string, outputs []output) error {
	for _, s := range suites {
		read = append(read, filepath.Join(r.Root, filepath.FromSlash(s.File.Name)))
	}
	for _, file := range append(writtenTo(outputs), f.results) {
		if file != "" && (r.Reads(file) || isOne(file, read)) {
			return overInput(file)
		}
	}
	return nil
}

func (p program) writeGolden(f *goldenFlags, r *check.Run, result *golden.Result, outputs []output) error {
	if f.results != "" && result.Summary.Scored {
		if err := source.WriteFile(r.Root, f.results, report.GoldenJSON(result)); err != nil {
			return fmt.Errorf("the result cannot be written: %w", err)
		}
	}
	for _, o := range outputs {
		v := report.View{Path: fromHere(r.Root), Verbose: f.verbose, Brief: f.quiet, Color: o.file == "" && o.format == "text" && f.colors(p.stdout)}
		var out bytes.Buffer
		if err := report.Golden(&out, o.format, result, v); err != nil {
			return err
		}
		if err := p.deliver(r.Root, o, out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
