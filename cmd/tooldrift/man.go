package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/config"
)

// manCommand is for who packs a release. The page is of the same words as the
// help, so that neither can fall behind.
func (p program) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man",
		Short:  "Print the manual page, for man -l or a package",
		Args:   cobra.NoArgs,
		Hidden: true,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := io.WriteString(p.stdout, manual(c.Root()))
			return err
		},
	}
}

// manual is the page in the man macros of roff, man(7). It bears no date: the
// same program prints the same page.
func manual(root *cobra.Command) string {
	var out strings.Builder
	fmt.Fprintf(&out, ".TH TOOLDRIFT 1 \"\" %q \"User Commands\"\n", roff("tooldrift "+versionWords()))
	fmt.Fprintf(&out, ".SH NAME\ntooldrift \\- %s\n", roff(strings.ToLower(root.Short[:1])+root.Short[1:]))
	out.WriteString(".SH SYNOPSIS\n.B tooldrift\n.I COMMAND\n[\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n")
	out.WriteString(".SH DESCRIPTION\n")
	out.WriteString(paragraphs("An agent's tool definition is a hand-kept copy of an API contract. tooldrift pairs each tool with the operation that it calls, " +
		"compares the two, and fails on drift in field names, types, required sets and units, unless a waiver says why it is accepted. " +
		"By the same contracts it judges the calls that models have made, golden ones, and each before it is made.\n\n" +
		"It calls no model, and runs or asks nothing unless --allow-exec or --allow-net says so."))
	out.WriteString(".SH COMMANDS\n")
	commands(root, func(c *cobra.Command) {
		fmt.Fprintf(&out, ".SS %s\n", roff(strings.TrimPrefix(c.Parent().CommandPath()+" "+c.Use, root.Name()+" ")))
		text := c.Long
		if text == "" {
			text = c.Short + "."
		}
		out.WriteString(paragraphs(text))
		c.LocalFlags().VisitAll(func(f *pflag.Flag) { out.WriteString(option(f)) })
	})
	entries(&out, "EXIT STATUS", [][2]string{
		{fmt.Sprint(exitClean), "Nothing to fail on."},
		{fmt.Sprint(exitFindings), "Findings at or above --fail-on."},
		{fmt.Sprint(exitUsage), "Wrong usage or config; nothing was compared."},
		{fmt.Sprint(exitRefused), "An input was refused, or nothing at all could be bound or compared. It beats 1; the report is written all the same."},
		{fmt.Sprint(exitReview), "Of guard alone: a person is to look at the call."},
	})
	entries(&out, "ENVIRONMENT", [][2]string{
		{"NO_COLOR", "No colour, whatever it says."},
		{"CLICOLOR_FORCE", "Colour in what is no terminal too, unless it is 0."},
		{"CLICOLOR, TERM", "No colour where they are 0 and dumb."},
		{"LC_ALL, LC_CTYPE, LANG", "Curves are drawn in ASCII on a terminal whose locale is not UTF-8."},
		{"GOGC, GOMEMLIMIT", "When garbage is collected, as in every Go program."},
	})
	entries(&out, "FILES", [][2]string{
		{config.FileName, "The config, found upward from the working directory to the root of the repository."},
		{check.BaselineName, "The baseline beside it."},
	})
	return out.String()
}

// commands visits the commands that a help lists, those of a group below it.
func commands(c *cobra.Command, visit func(*cobra.Command)) {
	for _, sub := range c.Commands() {
		if !sub.IsAvailableCommand() || sub.Name() == "help" || sub.Name() == "completion" {
			continue
		}
		visit(sub)
		commands(sub, visit)
	}
}

func option(f *pflag.Flag) string {
	if f.Hidden || f.Name == "help" {
		return ""
	}
	value, usage := pflag.UnquoteUsage(f)
	name := roff("--" + f.Name)
	if f.Shorthand != "" {
		name = roff("-"+f.Shorthand) + ", " + name
	}
	if value != "" {
		name += " \\fI" + roff(value) + "\\fB"
	}
	return ".TP\n\\fB" + name + "\\fR\n" + roff(usage) + "\n"
}

func entries(out *strings.Builder, title string, all [][2]string) {
	fmt.Fprintf(out, ".SH %s\n", title)
	for _, e := range all {
		fmt.Fprintf(out, ".TP\n\\fB%s\\fR\n%s\n", roff(e[0]), roff(e[1]))
	}
}

func paragraphs(text string) string {
	var out strings.Builder
	for p := range strings.SplitSeq(text, "\n\n") {
		out.WriteString(".PP\n")
		for line := range strings.SplitSeq(strings.TrimSpace(p), "\n") {
			out.WriteString(roff(line) + "\n")
		}
	}
	return out.String()
}

var inRoff = strings.NewReplacer(`\`, `\e`, "-", `\-`, "`", `\(ga`, "'", `\(aq`)

// roff is a line of text in which roff finds no request and no escape.
func roff(line string) string {
	line = inRoff.Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	return line
}
