package check

import (
	"os"
	"path/filepath"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// Reads reports whether a file is an input of the run, by whatever path: its
// config, its baseline, a tool list, a spec, or one that was refused.
func (r *Run) Reads(file string) bool {
	there, err := os.Stat(file)
	if err != nil {
		return false // what is not there was not read
	}
	met := map[string]bool{}
	is := func(name string) bool {
		if met[name] || !source.IsPath(name) {
			return false
		}
		met[name] = true
		info, err := os.Stat(filepath.Join(r.Root, filepath.FromSlash(name)))
		return err == nil && os.SameFile(info, there)
	}
	ofSpan := func(at source.Span) bool { return at.File != nil && is(at.File.Name) }
	if r.Config.File != nil && is(r.Config.File.Name) {
		return true
	}
	if info, err := os.Stat(r.BaselineFile); err == nil && os.SameFile(info, there) {
		return true
	}
	tools, spec := r.Named()
	for _, name := range append(tools, spec...) {
		if is(name) {
			return true
		}
	}
	for _, f := range r.Faults {
		if is(f.File) || ofSpan(f.At) {
			return true
		}
	}
	for _, c := range r.Contracts {
		for _, l := range c.Lists {
			for _, op := range l.Ops {
				if ofSpan(op.At) {
					return true
				}
			}
		}
		for _, ix := range c.Specs {
			for _, head := range ix.Heads {
				if ofSpan(head.At) {
					return true
				}
			}
		}
	}
	return false
}
