package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func (p program) configCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Verify the config, or print its JSON Schema",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("config takes a command: verify or schema")
			}
			return unknown("the command", "config "+args[0], []string{"config verify", "config schema"})
		},
	}
	c.AddCommand(p.verifyCommand(), &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the config, for editors",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(p.stdout, config.Schema)
			return err
		},
	})
	return c
}

func (p program) verifyCommand() *cobra.Command {
	var root string
	c := &cobra.Command{
		Use:   "verify [FILE]",
		Short: "Say what is wrong with a config",
		Long: `Say what is wrong with a config, each fault with its place: its form, patterns that
match nothing, names of rules, contracts and tools that are not there. Tool lists are
read for their names; nothing is compared, run or asked. Without FILE it is the config
that check finds from here upward.

Exit codes: 0 nothing is wrong, 2 something is.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			place := placeFlags{root: root, maxSize: source.SizeLimit.Most}
			if len(args) == 1 {
				place.config = args[0]
			}
			return p.verify(&place)
		},
	}
	c.Flags().StringVar(&root, "root", "", "`DIR` that nothing is read outside of (the repository otherwise)")
	return c
}

func (p program) verify(f *placeFlags) error {
	in, stop, err := p.inputs(f)
	if err != nil {
		return err
	}
	defer stop()
	file, root, faults, err := check.Verify(in)
	if err != nil {
		return p.usage(err)
	}
	p.faults(faults, root, false)
	if source.Refused(faults) {
		return exit(exitUsage)
	}
	_, err = fmt.Fprintln(p.stdout, report.Line(fromHere(root)(file.Name)+": ok"))
	return err
}
