package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/calls/traps"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

type trapsFlags struct {
	inputFlags
	format, out string
	seed        uint64
	perField    int
	tools, only []string
}

// trapFormats are the ways to write cases, by name.
var trapFormats = []trapFormat{
	{"golden", traps.Golden},
	{"jsonl", traps.JSONL},
	{"promptfoo", traps.Promptfoo},
}

type trapFormat struct {
	name  string
	write func(*traps.Set) []byte
}

func trapFormatNames() []string {
	var names []string
	for _, f := range trapFormats {
		names = append(names, f.name)
	}
	return names
}

func (p program) trapsCommand() *cobra.Command {
	var f trapsFlags
	c := &cobra.Command{
		Use:   "traps [FILE...]",
		Short: "Write evaluation cases in which people's units are not the API's",
		Long: `Write evaluation cases in which the unit that a person says is not the one that
the API counts in: "$42" for a tool that takes cents, "five pounds" for one that
takes kilograms. The units are those that tools and specs state; each case holds
the one right call, worked out exactly and taken by both contracts.

For a number whose unit nobody states, or whose unit tool and spec state
differently, there is no right answer and no case: standard error says so, and
what to do. The same contracts and the same --seed give the same cases.

The formats: ` + strings.Join(trapFormatNames(), ", ") + `.

Exit codes: 0 there are cases, 2 wrong usage or config, 3 an input was refused or
not a single case could be written.`,
		RunE: func(_ *cobra.Command, args []string) error { return p.traps(&f, args) },
	}
	f.register(c)
	flags := c.Flags()
	flags.StringVar(&f.format, "format", trapFormats[0].name, "`NAME` of the format: "+strings.Join(trapFormatNames(), ", "))
	flags.StringVarP(&f.out, "out", "o", "", "`FILE` to write, - for standard output (which it is otherwise)")
	flags.Uint64Var(&f.seed, "seed", 1, "`NUMBER` that chooses amounts and words")
	flags.IntVar(&f.perField, "per-field", 3, "how `MANY` cases a field gets at most")
	flags.StringSliceVar(&f.tools, "tool", nil, "`TOOL` to write cases for (repeatable, all otherwise)")
	flags.StringSliceVar(&f.only, "only", nil, "`KINDS` of quantity to write cases for: "+strings.Join(traps.Kinds(), ", "))
	return c
}

func (p program) traps(f *trapsFlags, files []string) error {
	if err := f.settle(); err != nil {
		return err
	}
	r, err := p.open(&f.inputFlags, files)
	if err != nil {
		return err
	}
	if f.out == "-" {
		f.out = ""
	}
	if f.out != "" && r.Reads(f.out) {
		return overInput(f.out)
	}
	r.Match()
	r.Compare()
	if err := f.known(r); err != nil {
		return err
	}
	set := traps.Write(r, r.Judge(rules.Settings{}), traps.Options{Seed: f.seed, PerField: f.perField, Tools: f.tools, Only: f.only})
	p.faults(r.Faults, r.Root, f.quiet)
	p.nothing(r, "")
	p.untold(set, fromHere(r.Root), f.quiet)
	if len(set.Cases) == 0 {
		fmt.Fprintln(p.stderr, "tooldrift: not a single case could be written"+f.whyNone(set))
		return exit(exitRefused)
	}
	format := slices.IndexFunc(trapFormats, func(x trapFormat) bool { return x.name == f.format })
	data := trapFormats[format].write(set)
	if f.out != "" {
		err = source.WriteFile(r.Root, f.out, data)
	} else {
		_, err = p.stdout.Write(data)
	}
	switch {
	case err != nil:
		return fmt.Errorf("the cases cannot be written: %w", err)
	case source.Refused(r.Faults):
		return exit(exitRefused)
	}
	return nil
}

// settle checks the flags that need no input to be checked.
func (f *trapsFlags) settle() error {
	if !slices.Contains(trapFormatNames(), f.format) {
		return unknown("the format", f.format, trapFormatNames())
	}
	if f.perField < 1 {
		return errors.New("--per-field is 1 or more")
	}
	for _, kind := range f.only {
		if !slices.Contains(traps.Kinds(), kind) {
			return unknown("the kind", kind, traps.Kinds())
		}
	}
	return nil
}

// known checks that the tools that are asked for are there.
func (f *trapsFlags) known(r *check.Run) error {
	var names []string
	for _, c := range r.Contracts {
		for _, b := range c.Bindings {
			names = append(names, b.Tool.Name)
		}
	}
	for _, tool := range f.tools {
		if !slices.Contains(names, tool) && len(names) > 0 {
			return unknown("the tool", tool, names)
		}
	}
	return nil
}

// untold says of each number without a case why.
func (p program) untold(set *traps.Set, shown func(string) string, quiet bool) {
	if quiet {
		return
	}
	for _, u := range set.Untold {
		where := "tooldrift"
		if !u.At.IsZero() {
			at := u.At.File.Position(u.At.Start)
			where = fmt.Sprintf("%s:%d:%d", shown(u.At.File.Name), at.Line, at.Column)
		}
		line := where + ": no trap can be written for " + u.Tool + ": " + u.Why
		if u.Fix != "" {
			line += "; " + u.Fix
		}
		fmt.Fprintln(p.stderr, report.Line(line))
	}
}

// whyNone is the end of the sentence that there are no cases.
func (f *trapsFlags) whyNone(set *traps.Set) string {
	switch {
	case len(set.Untold) > 0 && !f.quiet:
		return ": the lines above say why"
	case len(set.Untold) > 0:
		return ": the unit of no number is stated on both sides"
	}
	return ": no tool takes a quantity whose unit people say in another way"
}
