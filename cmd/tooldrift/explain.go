package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/rules"
)

func (p program) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "explain RULE",
		Short:     "Say what a rule finds, why it matters, how to fix it and when to waive it",
		Args:      cobra.ExactArgs(1),
		ValidArgs: rules.IDs(),
		RunE: func(_ *cobra.Command, args []string) error {
			r := rules.Find(args[0])
			if r == nil {
				return unknown("the rule", args[0], rules.IDs())
			}
			_, err := fmt.Fprint(p.stdout, r.Explain())
			return err
		},
	}
}

func (p program) rulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rules",
		Short: "List the rules with their severities",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			var t grid
			for _, r := range rules.All {
				t.row(r.ID, r.Category, r.Severity.String(), r.Summary)
			}
			return t.write(p.stdout, "")
		},
	}
}

// version is set by the release build; a build from a checkout names its commit.
var version = ""

func (p program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(p.stdout, "tooldrift", versionWords())
			return err
		},
	}
}

func versionWords() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown version)"
	}
	words := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			words = fmt.Sprintf("%s (%s)", words, s.Value)
		}
	}
	return words
}
