package check

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"path/filepath"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// BaselineName is what a baseline is called that nobody has named: it is read
// wherever it stands beside the config, or in the working directory without one.
const BaselineName = ".tooldrift-baseline.json"

// readBaseline finds and reads the baseline. One that somebody has named must be
// there, unless it is about to be written. The error is a *Usage.
func (r *Run) readBaseline(in Inputs) error {
	store, name := r.store, r.Config.Baseline
	switch {
	case in.Baseline != "":
		r.BaselineFile = in.abs(in.Baseline)
	case name != "":
		r.BaselineFile = filepath.Join(r.Root, filepath.FromSlash(name))
	default:
		dir := in.Dir
		if f := r.Config.File; f != nil {
			dir = filepath.Join(r.Root, filepath.FromSlash(path.Dir(f.Name)))
		}
		r.BaselineFile = filepath.Join(dir, BaselineName)
	}
	rel, err := filepath.Rel(r.Root, r.BaselineFile)
	if name = filepath.ToSlash(rel); err != nil || !filepath.IsLocal(rel) {
		if store, name, err = source.OpenBeside(r.Root, r.BaselineFile); err != nil {
			return &Usage{Text: "the baseline " + in.Baseline + " cannot be read: " + err.Error()}
		}
	}
	named := in.Baseline != "" || r.Config.Baseline != ""
	if _, err := fs.Stat(store.FS, name); errors.Is(err, fs.ErrNotExist) && (in.NewBaseline || !named) {
		return nil
	}
	f, fault := store.Read(name)
	if fault != nil {
		what := "the baseline " + fault.Text
		if fault.Text == "no such file" {
			what = "there is no such baseline; tooldrift check --update-baseline writes it"
		}
		f := source.Fault{File: cmp.Or(fault.File, name), Text: what}
		if in.Baseline == "" {
			f.At = r.Config.BaselineAt
		}
		return &Usage{Root: r.Root, Faults: []source.Fault{f}}
	}
	b, faults := rules.ParseBaseline(f)
	if b == nil {
		return &Usage{Root: r.Root, Faults: faults, Text: "the baseline is not read, and nothing was compared"}
	}
	r.Baseline = b
	return nil
}
