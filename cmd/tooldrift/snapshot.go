package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/source"
)

type snapshotFlags struct {
	placeFlags
	contract, out, check string
}

func (p program) snapshotCommand() *cobra.Command {
	var f snapshotFlags
	c := &cobra.Command{
		Use:   "snapshot",
		Short: "Write the tool list of a running MCP server to a file, or compare the two",
		Long: `Write the tool list of a running MCP server to a file, so that it can be reviewed
and checked without the server. The server is the one that the config names under
tools of a contract. All pages are in the file, by name, two spaces a level; of a
tool nothing is changed. Only the list of an MCP server is taken: what a command
prints, or an address serves, is a file already.

With --check nothing is written: the command ends with 1 where the file and the
server say different things of a tool.

Exit codes: 0 done, or no difference, 1 a difference, 2 wrong usage or config,
3 the server or the file could not be read.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("snapshot takes no files, not %s: it asks the MCP server that the config names; write to one with -o", args[0])
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error { return p.snapshot(&f) },
	}
	f.register(c)
	flags := c.Flags()
	flags.StringVar(&f.contract, "contract", "", "the contract of that `NAME`, where several have a server")
	flags.StringVarP(&f.out, "output", "o", "", "`FILE` to write (standard output otherwise)")
	flags.StringVar(&f.check, "check", "", "compare `FILE` with the server in place of writing")
	return c
}

func (p program) snapshot(f *snapshotFlags) error {
	if f.out != "" && f.check != "" {
		return errors.New("--output and --check exclude each other")
	}
	in, stop, err := p.inputs(&f.placeFlags)
	if err != nil {
		return err
	}
	defer stop()
	list, server, r, err := check.Snapshot(in, f.contract)
	if err != nil {
		return p.usage(err)
	}
	p.faults(r.Faults, r.Root, false)
	switch {
	case list == nil:
		return exit(exitRefused)
	case f.check != "":
		return p.compareSnapshot(f.check, list, server)
	case f.out != "":
		err = source.WriteFile(r.Root, f.out, list.Data)
	default:
		_, err = p.stdout.Write(list.Data)
	}
	if err != nil {
		return fmt.Errorf("the snapshot cannot be written: %w", err)
	}
	return nil
}

// compareSnapshot compares the file of that name, wherever it lies, with a list.
func (p program) compareSnapshot(name string, list *source.File, server string) error {
	kept, fault := readKept(name)
	if fault != nil {
		p.faults([]source.Fault{*fault}, "", false)
		return exit(exitRefused)
	}
	changes, faults, ok := check.Changes(kept, list)
	if !ok {
		p.faults(faults, "", false)
		return exit(exitRefused)
	}
	line := func(format string, args ...any) {
		fmt.Fprintln(p.stdout, report.Line(fmt.Sprintf(format, args...)))
	}
	for _, c := range changes {
		at := c.At.File.Position(c.At.Start)
		line("%s:%d:%d: %s: %s", c.At.File.Name, at.Line, at.Column, c.Tool, c.Text)
	}
	if len(changes) == 0 {
		line("%s is what %s lists", name, server)
		return nil
	}
	line("%s is not what %s lists; review what changed and run tooldrift snapshot -o %s", name, server, name)
	return exit(exitFindings)
}

func readKept(name string) (*source.File, *source.Fault) {
	store, base, err := source.OpenBeside(".", name)
	if err != nil {
		return nil, &source.Fault{File: name, Text: "no such file"}
	}
	return store.Read(base)
}
