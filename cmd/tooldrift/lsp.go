package main

import (
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/lsp"
	"github.com/tooldrift/tooldrift/pkg/source"
)

type lspFlags struct {
	config, root string
	maxSize      int64 // MiB
}

func (p program) lspCommand() *cobra.Command {
	var f lspFlags
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Show findings in an editor: a language server over standard input and output",
		Long: `Show findings in an editor: a server of the Language Server Protocol 3.17 over
standard input and output, which an editor starts. The nearest ` + config.FileName + ` of each
folder and each open file says what is compared; what is not saved yet counts.

It never runs a command and asks no address: live sources are left out, with a
warning. Exit codes: 0 the client has said shutdown and exit, 1 it is gone.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return p.lsp(&f) },
	}
	flags := c.Flags()
	flags.Int64Var(&f.maxSize, "max-size", source.SizeLimit.Most, "how large a file may be, in `MIB`")
	flags.StringVar(&f.config, "config", "", "the only config `FILE` that counts")
	flags.StringVar(&f.root, "root", "", "`DIR` that nothing is read outside of (the repository otherwise)")
	flags.Bool("stdio", true, "say that standard input and output are used, as editors do")
	return c
}

func (p program) lsp(f *lspFlags) error {
	places := placeFlags{maxSize: f.maxSize, config: f.config, root: f.root}
	in, stop, err := p.inputs(&places)
	if err != nil {
		return err
	}
	stop() // an editor ends it by its streams, or by a signal
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(100) // unlike a run that ends, it holds what it holds all day
	}
	s := lsp.Server{In: p.stdin, Out: p.stdout, Log: p.stderr, Version: versionWords(), Root: f.root, MaxSize: in.MaxSize}
	if f.config != "" {
		if s.Config, err = filepath.Abs(f.config); err != nil {
			return err
		}
	}
	if f.root != "" {
		if s.Root, err = filepath.Abs(f.root); err != nil {
			return err
		}
	}
	if code := s.Run(); code != exitClean {
		return exit(code)
	}
	return nil
}
