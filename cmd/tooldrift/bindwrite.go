package main

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// writeBindings puts what was found into the config, and shows the lines.
func (p program) writeBindings(r *check.Run, quiet bool) error {
	if source.Refused(r.Faults) {
		fmt.Fprintln(p.stderr, "tooldrift: nothing is written: an input was refused, and what it holds may fit better")
		return exit(exitRefused)
	}
	name, a, err := r.WithBindings()
	if err != nil {
		return p.usage(err)
	}
	shown := fromHere(name)(".")
	if len(a.Lines) > 0 {
		if err := source.WriteFile(r.Root, shown, a.Text); err != nil {
			return fmt.Errorf("the bindings cannot be written: %w", err)
		}
	}
	if !quiet {
		p.showLines(shown, a)
	}
	if n := len(a.NoPlace); n > 0 {
		fmt.Fprintf(p.stderr, "tooldrift: %s in doubt not written, for comments have no place between braces; tooldrift bind shows what comes near\n", plural(n, "tool"))
	}
	var parts []string
	if a.Entries > 0 {
		parts = append(parts, plural(a.Entries, "tool")+" bound")
	}
	if a.Comments > 0 {
		parts = append(parts, plural(a.Comments, "tool")+" in comments to choose from")
	}
	if len(parts) == 0 {
		parts = []string{"nothing new"}
	}
	if n := len(a.Left); n > 0 {
		parts = append(parts, plural(n, "tool")+" left in the comments that name them")
	}
	_, err = fmt.Fprintln(p.stdout, report.Line(shown+": "+strings.Join(parts, ", ")))
	return err
}

// showLines shows what was put into a config, line by line.
func (p program) showLines(shown string, a *config.Addition) {
	f := &source.File{Data: a.Text}
	for _, line := range a.Lines {
		text := f.Line(f.Offset(source.Position{Line: line, Column: 1}))
		fmt.Fprintln(p.stdout, report.Line(fmt.Sprintf("%s:%d: %s", shown, line, text)))
	}
}
