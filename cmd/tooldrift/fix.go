package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// fixFlags are the flags of fix: those of check that say what is judged, and how.
type fixFlags struct {
	checkFlags
	dryRun, unsafe bool
}

func (p program) fixCommand() *cobra.Command {
	var f fixFlags
	c := &cobra.Command{
		Use:   "fix [FILE...]",
		Short: "Make the edits that settle findings, in the tool lists",
		Long: `Make the edits that settle the findings of check, in the tool lists: names,
required lists, types, closed lists, bounds and formats, where the spec leaves no
choice. Nothing else in a file moves. What was edited is compared anew first: an
edit that does not settle its finding, or raises another, is not made.

Findings that are waived or in the baseline are left, and notes are, but with
--verbose. Specs, live sources, compressed files and files outside the root are
never edited. With --unsafe, edits are made too that change prose or the config,
take something away, or that a tool server may have to follow.

With --dry-run nothing is written, and a diff is shown that patch -p0 applies.

Exit codes: those of check, for what is left; with --dry-run 1 too where a file
would change.`,
		RunE: func(_ *cobra.Command, args []string) error { return p.fix(&f, args) },
	}
	f.register(c)
	flags := c.Flags()
	flags.BoolVar(&f.dryRun, "dry-run", false, "show a diff, and write nothing")
	flags.BoolVar(&f.unsafe, "unsafe", false, "make edits too that may be wrong: of prose, of the config, removals, guesses")
	f.judging(flags)
	f.baselineFlags.registerFile(flags)
	return c
}

func (p program) fix(f *fixFlags, files []string) error {
	r, settings, err := p.opened(&f.checkFlags, files)
	if err != nil {
		return err
	}
	r.Match()
	r.Compare()
	p.faults(r.Faults, r.Root, f.quiet)
	fixed := r.Fix(check.Fixing{Settings: settings, Least: f.shown(), Unsafe: f.unsafe})
	if f.dryRun {
		err = p.showDiff(f, r.Root, fixed)
	} else {
		err = p.writeFixes(f, r.Root, fixed)
	}
	if err != nil {
		return err
	}
	p.refusals(fixed, fromHere(r.Root))
	p.nothing(fixed.Run, "tooldrift bind shows what there is")
	switch {
	case fixed.Run.Refused():
		return exit(exitRefused)
	case f.fails(fixed.Report), f.dryRun && len(fixed.Files) > 0:
		return exit(exitFindings)
	}
	return nil
}

// showDiff prints what would change, and on standard error what would come of it.
func (p program) showDiff(f *fixFlags, root string, fixed *check.Fixed) error {
	shown := fromHere(root)
	for _, file := range fixed.Files {
		name := report.Line(shown(file.Before.Name))
		if _, err := p.stdout.Write(unified(name, file.Before.Data, file.After.Data, f.colors(p.stdout))); err != nil {
			return err
		}
	}
	if len(fixed.Made) == 0 {
		fmt.Fprintln(p.stderr, "tooldrift: nothing would be fixed"+kept(fixed))
		return nil
	}
	fmt.Fprintf(p.stderr, "tooldrift: %s would be fixed in %s%s\n", plural(len(fixed.Made), "finding"), plural(len(fixed.Files), "file"), kept(fixed))
	return nil
}

// writeFixes writes the files, and prints what was fixed and what is left.
func (p program) writeFixes(f *fixFlags, root string, fixed *check.Fixed) error {
	shown := fromHere(root)
	for _, file := range fixed.Files {
		if err := rewrite(root, shown(file.Before.Name), file); err != nil {
			return err
		}
	}
	for _, x := range fixed.Made {
		at := x.At.File.Position(x.At.Start)
		line := fmt.Sprintf("%s:%d:%d: fixed: %s: %s [%s]", shown(x.At.File.Name), at.Line, at.Column, x.Tool, x.Fix, x.Rule)
		if !f.quiet {
			fmt.Fprintln(p.stdout, report.Line(line))
		}
	}
	text := "nothing was fixed"
	if len(fixed.Made) > 0 {
		text = fmt.Sprintf("fixed %s in %s", plural(len(fixed.Made), "finding"), plural(len(fixed.Files), "file"))
	}
	if _, err := fmt.Fprintln(p.stdout, text+kept(fixed)); err != nil {
		return err
	}
	v := report.View{Path: shown, Least: f.shown(), Fail: f.least, Brief: f.quiet, Color: f.colors(p.stdout)}
	_, err := p.stdout.Write(report.Text(fixed.Report, v))
	return err
}

// refusals says of each finding whose edits could not be made why not.
func (p program) refusals(fixed *check.Fixed, shown func(string) string) {
	for _, k := range fixed.Kept {
		if k.Why == "" {
			continue
		}
		at := k.Finding.At.File.Position(k.Finding.At.Start)
		line := fmt.Sprintf("%s:%d:%d: not fixed: %s: %s [%s]", shown(k.Finding.At.File.Name), at.Line, at.Column, k.Finding.Tool, k.Why, k.Finding.Rule)
		fmt.Fprintln(p.stderr, report.Line(line))
	}
}

// kept says how many findings have edits that were not made.
func kept(fixed *check.Fixed) string {
	unsafe, other := 0, 0
	for _, k := range fixed.Kept {
		if k.Unsafe {
			unsafe++
		} else {
			other++
		}
	}
	text := ""
	if unsafe > 0 {
		text += fmt.Sprintf("; %d more with --unsafe", unsafe)
	}
	if other > 0 {
		text += fmt.Sprintf("; %d cannot be", other)
	}
	return text
}

// rewrite writes a file, unless somebody else has changed it meanwhile.
func rewrite(root, name string, file check.Rewritten) error {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return err
	}
	defer dir.Close()
	now, err := dir.ReadFile(filepath.FromSlash(file.Before.Name))
	if err != nil || !bytes.Equal(now, file.Before.Data) {
		return errors.New(name + " has changed since it was read; nothing was written to it")
	}
	if err := source.WriteFile(root, name, file.After.Data); err != nil {
		return fmt.Errorf("the fixes cannot be written: %w", err)
	}
	return nil
}

// unified is the change of a file as a diff. Its lines are shown as all text of an
// input is, so that none of them acts on a terminal or on GitHub's runner.
func unified(name string, before, after []byte, colored bool) []byte {
	paint := map[byte]string{'-': "\x1b[31m", '+': "\x1b[32m", '@': "\x1b[36m"}
	var out bytes.Buffer
	_, text, _ := strings.Cut(string(diff.Diff(name, before, name, after)), "\n")
	for line := range strings.Lines(text) {
		line, end := strings.TrimRight(line, "\r\n"), line[len(strings.TrimRight(line, "\r\n")):]
		line = report.Line(line)
		if color := paint[(line + " ")[0]]; colored && color != "" {
			line = color + line + "\x1b[0m"
		}
		out.WriteString(line + end)
	}
	return out.Bytes()
}
