package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/source"
)

type initFlags struct {
	root   string
	dryRun bool
	quiet  bool
}

func (p program) initCommand() *cobra.Command {
	var f initFlags
	c := &cobra.Command{
		Use:   "init",
		Short: "Find tool lists and specs, and write a first config",
		Long: `Find the tool lists and the API specs in this folder and below, pair those that
belong together, and write a first ` + config.FileName + ` for review.

Files are known by what they hold. What git leaves out is not looked at, nor are
hidden folders, node_modules and vendor; what lies among tests, examples and
documents counts only where there is nothing else. A tool list goes with the spec
that most of its tools can be bound to. What is not sure stands in comments to
choose from. Nothing is run, nothing is fetched, no config is overwritten.

Exit codes: 0 written, 2 wrong usage or a config that is there already, 3 no tool
list was found.`,
		Args: cobra.NoArgs,
		RunE: func(_ *cobra.Command, _ []string) error { return p.init(&f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.root, "root", "", "`DIR` that nothing is read outside of (the repository otherwise)")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print the config, and write nothing")
	flags.BoolVar(&f.quiet, "quiet", false, "do not say what was found and what comes next")
	return c
}

func (p program) init(f *initFlags) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	b, err := check.Begin(check.Inputs{Dir: dir, Root: f.root})
	if err != nil {
		return p.usage(err)
	}
	if !f.quiet {
		p.found(b)
	}
	if b.Text == nil {
		p.nothingFound(b)
		return exit(exitRefused)
	}
	if f.dryRun {
		_, err := p.stdout.Write(b.Text)
		return err
	}
	if _, err := os.Lstat(b.File); err == nil {
		return errors.New(config.FileName + " is there already")
	}
	if err := source.WriteFile(b.Root, b.File, b.Text); err != nil {
		return fmt.Errorf("the config cannot be written: %w", err)
	}
	return p.begun(f, b)
}

// found says on standard error what there is.
func (p program) found(b *check.Begun) {
	shown := fromHere(b.Root)
	var t grid
	row := func(side, what string, all []*check.Found) {
		for _, f := range all {
			note := ""
			if f.Aside {
				note = "aside"
			}
			t.row(side, shown(f.Name), plural(f.Count, what), f.Dialect, note)
		}
	}
	row("tools", "tool", b.Tools)
	row("spec", "operation", b.Specs)
	if err := t.write(p.stderr, ""); err != nil {
		return
	}
	for _, note := range b.Notes {
		fmt.Fprintln(p.stderr, report.Line("tooldrift: "+note))
	}
}

// nothingFound says what was looked for, and how else a tool list may be had.
func (p program) nothingFound(b *check.Begun) {
	fmt.Fprintf(p.stderr, `tooldrift: no tool list was found in %s of JSON, YAML, GraphQL and the like
looked for: tools/list of MCP, tools of OpenAI, Anthropic, Gemini and Bedrock, Copilot plugins, one list or one tool a file
tools that are written in code: print them into a file, or let tooldrift ask their server:
  tooldrift snapshot writes what a config's {mcp: {command: [...]}} or {exec: [...]} lists
`, plural(b.Looked, "file"))
	if filepath.Dir(b.File) != filepath.Clean(b.Root) {
		fmt.Fprintln(p.stderr, "this folder and those below it were looked at; at the top of the repository there may be more")
	}
	for _, s := range b.Servers {
		fmt.Fprintln(p.stderr, report.Line(fmt.Sprintf("%s names MCP servers: %s", fromHere(b.Root)(s.File), strings.Join(s.Names, ", "))))
	}
}

// begun says what was written and what to do now.
func (p program) begun(f *initFlags, b *check.Begun) error {
	var out strings.Builder
	for _, c := range b.Contracts {
		var specs []string
		for _, s := range c.Specs {
			specs = append(specs, fromHere(b.Root)(s.Name))
		}
		line := fmt.Sprintf("%s: %s, %d bound", c.Name, plural(c.Of, "tool"), c.Bound)
		if len(specs) > 0 {
			line += " to " + strings.Join(specs, ", ")
		} else {
			line += ", for there is no spec"
		}
		out.WriteString(report.Line(line) + "\n")
	}
	name, err := filepath.Rel(b.Root, b.File)
	if err != nil {
		name = b.File
	}
	fmt.Fprintf(&out, "%s: %s", fromHere(b.Root)(filepath.ToSlash(name)), plural(len(b.Contracts), "contract"))
	if b.Entries > 0 {
		fmt.Fprintf(&out, ", %s bound", plural(b.Entries, "tool"))
	}
	if b.Comments > 0 {
		fmt.Fprintf(&out, ", %s in comments to choose from", plural(b.Comments, "tool"))
	}
	out.WriteString("\n")
	if !f.quiet {
		out.WriteString(nextSteps(b))
	}
	_, err = p.stdout.Write([]byte(out.String()))
	return err
}

// nextSteps is what to type now, the nearest first.
func nextSteps(b *check.Begun) string {
	var t grid
	if b.Comments > 0 {
		t.row("tooldrift check --skip unbound-tool", "compare what is bound; the tools in comments wait for your choice")
	}
	t.row("tooldrift check", "compare all; a tool without an operation is an error")
	t.row("tooldrift bind", "which operation each tool is compared with: correct the config where it errs")
	t.row("tooldrift fix --dry-run", "the edits that would settle findings")
	t.row("tooldrift check --update-baseline", "accept what is there today: from then on only new drift fails")
	t.row("tooldrift waive", "accept one finding, with a reason")
	t.row("tooldrift check --format github", "in CI: annotations on the pull request")
	var out strings.Builder
	out.WriteString("\nnext:\n")
	if err := t.write(&out, "  "); err != nil {
		return ""
	}
	return out.String()
}
