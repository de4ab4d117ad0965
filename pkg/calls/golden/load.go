package golden

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Places says where golden files are looked for.
type Places struct {
	Root    string // absolute: names in results start there
	Dir     string // absolute: names of the command line start there
	MaxSize int64  // of one file, in bytes; 0 is the constant source.MaxSize
	Stdin   io.Reader
}

// extensions are of the files that a directory is asked for.
var extensions = []string{".yaml", ".yml", ".json", ".jsonl"}

// Named reads the golden files that a command line names: files, directories and
// patterns, "-" for standard input.
func (p Places) Named(names []string) (all []*Suite, faults []source.Fault) {
	root, err := p.open()
	if err != nil {
		return nil, []source.Fault{*err}
	}
	l := loader{}
	for _, name := range names {
		if name == "-" {
			l.stdin(p)
			continue
		}
		full := name
		if !filepath.IsAbs(full) {
			full = filepath.Join(p.Dir, name)
		}
		rel, err := filepath.Rel(p.Root, full)
		if err == nil && filepath.IsLocal(rel) {
			l.glob(root, filepath.ToSlash(rel), source.Span{})
			continue
		}
		store, base, err := source.OpenBeside(p.Root, full)
		if err != nil {
			l.faults = append(l.faults, source.Fault{File: filepath.ToSlash(name), Text: "no such file"})
			continue
		}
		store.MaxSize = p.MaxSize
		l.glob(store, filepath.ToSlash(base), source.Span{})
	}
	return l.all, l.faults
}

// Configured reads the golden files that contracts of a config name.
func (p Places) Configured(contracts []*config.Contract) (all []*Suite, faults []source.Fault) {
	root, err := p.open()
	if err != nil {
		return nil, []source.Fault{*err}
	}
	l := loader{}
	for _, c := range contracts {
		for _, s := range c.Golden {
			l.glob(root, s.Glob, s.At)
		}
	}
	return l.all, l.faults
}

func (p Places) open() (*source.Store, *source.Fault) {
	store, err := source.OpenDir(p.Root)
	if err != nil {
		return nil, &source.Fault{Text: err.Error()}
	}
	store.MaxSize = p.MaxSize
	return store, nil
}

type loader struct {
	read   []*source.File
	all    []*Suite
	faults []source.Fault
}

// glob reads what a pattern matches. at is where a config says it.
func (l *loader) glob(store *source.Store, pattern string, at source.Span) {
	names, err := store.Glob(pattern)
	if info, statErr := fs.Stat(store.FS, pattern); statErr == nil && info.IsDir() {
		names = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(extensions, source.Ext(name)) })
	}
	if err == nil && len(names) == 0 {
		err = errors.New("no such file")
		if strings.ContainsAny(pattern, "*?[{") {
			err = errors.New("matches no file")
		}
	}
	if err != nil {
		l.faults = append(l.faults, placed(source.Fault{File: store.Prefix + pattern, Text: err.Error()}, at))
		return
	}
	for _, name := range names {
		f, fault := store.Read(name)
		if fault != nil {
			l.faults = append(l.faults, placed(*fault, at))
			continue
		}
		l.add(f)
	}
}

// placed is a fault of a file at the entry of the config that names it.
func placed(f source.Fault, at source.Span) source.Fault {
	if !at.IsZero() {
		return source.Fault{At: at, Text: f.File + ": " + f.Text}
	}
	return f
}

func (l *loader) add(f *source.File) {
	if slices.ContainsFunc(l.read, func(have *source.File) bool { return have.Name == f.Name }) {
		return
	}
	l.read = append(l.read, f)
	s, faults := Read(f)
	l.faults = append(l.faults, faults...)
	if s != nil {
		l.all = append(l.all, s)
	}
}

func (l *loader) stdin(p Places) {
	most := p.MaxSize
	if most == 0 {
		most = source.MaxSize
	}
	data, err := io.ReadAll(io.LimitReader(p.Stdin, most+1))
	switch {
	case err != nil:
		l.faults = append(l.faults, source.Fault{File: "-", Text: err.Error()})
	case int64(len(data)) > most:
		l.faults = append(l.faults, source.Fault{File: "-", Text: "larger than " + source.SizeWords(most)})
	default:
		l.add(&source.File{Name: "-", Data: data})
	}
}

// Twice are the ids that cases of several files share, once each: a log could not
// tell them apart.
func Twice(all []*Suite) (faults []source.Fault) {
	first := map[string]*Case{}
	for _, s := range all {
		for _, c := range s.Cases {
			if was := first[c.ID]; was != nil {
				text := "the id " + c.ID + " is in two files, first at " + was.IDAt.Place() + ": a log cannot tell the cases apart"
				return []source.Fault{{At: c.IDAt, Also: was.IDAt, Text: source.Escape(text)}}
			}
			first[c.ID] = c
		}
	}
	return nil
}
