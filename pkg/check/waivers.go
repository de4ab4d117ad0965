package check

import (
	"path"
	"path/filepath"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// WaiverFor is the waiver to put into the config for a finding: it names the
// contract where the config has several. The reason is still to be given.
func (r *Run) WaiverFor(f *rules.Finding) contract.Waiver {
	w := f.Waiver()
	if r.named || len(r.Contracts) < 2 {
		w.Contract = ""
	}
	return w
}

// WithWaivers is the config with waivers put in, and the file that it belongs
// into. Where there is no config yet it is a first one, of what the command line
// names, for the working directory. The error is a *Usage: nothing can be written.
func (r *Run) WithWaivers(all []contract.Waiver) (name string, a *config.Addition, err error) {
	f, dir := r.Config.File, ""
	if f != nil {
		dir = path.Dir(f.Name)
	} else if f, dir, err = r.first(); err != nil {
		return "", nil, err
	}
	a, fault := config.AddWaivers(f, all)
	return r.added(f, dir, a, fault)
}

// added is what was put into a config, in the folder dir, unless a fault says why
// nothing could be, or what came of it is none any more.
func (r *Run) added(f *source.File, dir string, a *config.Addition, fault *source.Fault) (name string, _ *config.Addition, err error) {
	if fault != nil {
		return "", nil, &Usage{Faults: []source.Fault{*fault}, Root: r.Root}
	}
	if parsed, faults := config.Parse(&source.File{Name: f.Name, Data: a.Text}, dir); parsed == nil {
		return "", nil, &Usage{Faults: faults, Root: r.Root}
	}
	if r.Config.File == nil {
		a.Lines = allLines(a.Text)
	}
	return filepath.Join(r.Root, filepath.FromSlash(f.Name)), a, nil
}

// allLines is the numbers of all lines of a text.
func allLines(text []byte) []int {
	var lines []int
	for line := range (&source.File{Data: text}).Position(len(text)).Line - 1 {
		lines = append(lines, line+1)
	}
	return lines
}
