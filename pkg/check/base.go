package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Base is a run as it stood at an earlier revision: the same contracts, read from
// the objects of a git repository.
type Base struct {
	Revision string   // as the caller named it: "origin/main"
	Commit   string   // the merge base with HEAD, whose files are read
	Words    []string // what could not be looked at there

	run      *Run
	git      *source.Git
	partial  map[string]bool // contracts of which the base has not all inputs, by name
	told     map[string]bool // contracts of which a word says what could not be looked at
	renamed  []rules.Renamed
	baseline *rules.Baseline
	files    map[*source.File]*lines // of today, against those of then; nil where there were none
}

// Against opens and compares what r compares as it stood where HEAD and a revision
// parted, binds what was bound there, and lets the operations of r know what their
// fields were called. It is for after Match and before Compare. What is not committed counts as today's.
// The error is a *Usage: there is nothing to compare with.
func (r *Run) Against(ctx context.Context, revision string) (*Base, error) {
	git, err := source.OpenGit(ctx, r.Root)
	if err != nil {
		return nil, &Usage{Text: noGit(err, r.Root)}
	}
	b := &Base{Revision: revision, git: git, files: map[*source.File]*lines{}, partial: map[string]bool{}, told: map[string]bool{}}
	if b.Commit, err = git.MergeBase(revision); err != nil {
		defer git.Close()
		return nil, &Usage{Text: noRevision(err, git, revision)}
	}
	done := r.begin("reading the files of "+revision, "tools")
	err = b.open(r)
	if git.Lacks() {
		defer git.Close()
		return nil, &Usage{Text: fmt.Sprintf("--base %s: this clone lacks objects of its files, as one that was made with --filter does; git fetch --refetch --no-filter brings them; in GitHub Actions leave filter: and sparse-checkout: out of actions/checkout", revision)}
	}
	if err != nil {
		defer git.Close()
		return nil, &Usage{Text: fmt.Sprintf("--base %s: %s", revision, err)}
	}
	r.Faults = append(r.Faults, b.lostLists(r)...)
	b.run.Match()
	b.run.Compare()
	for _, f := range b.run.Faults {
		if !f.Dirt {
			b.Words = append(b.Words, fmt.Sprintf("at %s %s; what it held counts as new", revision, f.Error()))
		}
	}
	b.unknown(r)
	b.adopt(r)
	b.remember(r)
	tools := 0
	for _, c := range b.run.Contracts {
		tools += len(c.Bindings)
	}
	r.Steps = append(r.Steps, done(0, tools))
	return b, nil
}

// Close ends the command that reads the repository.
func (b *Base) Close() { b.git.Close() }

func noGit(err error, root string) string {
	switch err {
	case source.ErrNoGit:
		return "--base reads the files of a revision with git, and " + err.Error()
	case source.ErrNotTrusted:
		return fmt.Sprintf("--base: %s: git config --global --add safe.directory %s", err, root)
	}
	return "--base compares with a revision of a git repository, and the root lies in none"
}

// noRevision says what to do where there is nothing to compare with.
func noRevision(err error, git *source.Git, revision string) string {
	if err == source.ErrDash || err == source.ErrManyRevisions {
		return fmt.Sprintf("--base %s: %s", revision, err)
	}
	deepen := "fetch more of it, in GitHub Actions with fetch-depth: 0 of actions/checkout, elsewhere with git fetch --unshallow"
	if errors.Is(err, source.ErrNoCommonStart) {
		text := fmt.Sprintf("--base %s: it has no commit in common with HEAD", revision)
		if git.IsShallow() {
			text += " in this shallow clone; " + deepen
		}
		return text
	}
	text := fmt.Sprintf("--base %s: there is no such revision", revision)
	known := git.Refs()
	switch near := config.Nearest(revision, known); {
	case slices.Contains(known, "origin/"+revision):
		text += " here; did you mean origin/" + revision + "?"
	case git.IsShallow():
		text += " in this shallow clone; " + deepen
	case near != "":
		text += "; did you mean " + near + "?"
	default:
		text += " in this clone; git fetch may bring it"
	}
	return text
}

// open reads the config and both sides of every contract.
func (b *Base) open(r *Run) error {
	files, err := b.git.Tree(b.Commit, b.git.Prefix, r.store.MaxSize)
	if err != nil {
		return err
	}
	b.run = &Run{Root: r.Root, Config: r.Config, dir: r.dir, named: r.named, slow: r.slow}
	b.run.store = &source.Store{FS: files, MaxSize: r.store.MaxSize}
	b.config(r)
	if r.named {
		for _, c := range r.Contracts {
			b.run.Contracts = append(b.run.Contracts, &Contract{Contract: c.Contract, tools: b.inputs(r, c.tools), spec: b.inputs(r, c.spec)})
			one := b.run.Contracts[len(b.run.Contracts)-1]
			b.partial[c.Name] = len(one.tools) < len(c.tools) || len(one.spec) < len(c.spec)
		}
	} else {
		names := b.renames(r)
		for _, c := range b.run.Config.Contracts {
			one := &Contract{Contract: b.withTranscripts(c)}
			one.Name = cmp.Or(names[c.Name], c.Name)
			words := len(b.Words)
			for _, s := range c.Tools {
				one.tools = append(one.tools, b.input(input{b.run.store, s})...)
			}
			for _, s := range c.Spec {
				one.spec = append(one.spec, b.input(input{b.run.store, s})...)
			}
			b.told[one.Name] = len(b.Words) > words
			b.partial[one.Name] = len(one.tools) < len(c.Tools) || len(one.spec) < len(c.Spec)
			b.run.Contracts = append(b.run.Contracts, one)
		}
	}
	b.run.load()
	b.baseline = b.readBaseline(r)
	return nil
}

// config reads the config of then. Where there was none, or it says nothing that
// can be read, today's stands in: what it finds at the base is then not new.
func (b *Base) config(r *Run) {
	if r.Config.File == nil {
		return
	}
	name := r.Config.File.Name
	f, fault := b.run.store.Read(name)
	if fault != nil {
		return
	}
	cfg, faults := config.Parse(f, path.Dir(name))
	if cfg == nil {
		b.Words = append(b.Words, fmt.Sprintf("at %s %s; today's config is used for it", b.Revision, faults[0].Error()))
		return
	}
	b.run.Config = cfg
}

// withTranscripts is a contract without the transcripts that were not there.
func (b *Base) withTranscripts(c *config.Contract) *config.Contract {
	out := *c
	out.Transcripts = nil
	for _, src := range c.Transcripts {
		if b.wasThere(b.run.store, src.Glob) {
			out.Transcripts = append(out.Transcripts, src)
		}
	}
	return &out
}

// inputs are what the command line names, in the stores of then.
func (b *Base) inputs(r *Run, all []input) []input {
	var out []input
	stores := map[*source.Store]*source.Store{r.store: b.run.store}
	for _, in := range all {
		switch {
		case in.store == nil:
			continue
		case !source.IsPath(in.src.Glob) && in.src.Live == nil && in.src.Glob != "":
			b.Words = append(b.Words, fmt.Sprintf("standard input has no past; all that is found on it is new since %s", b.Revision))
			continue
		}
		store, known := stores[in.store]
		if !known {
			store = b.beside(r, in.store)
			stores[in.store] = store
		}
		if store == nil {
			b.Words = append(b.Words, fmt.Sprintf("%s%s lies outside of the repository and has no past; all that is found on it is new since %s", in.store.Prefix, in.src.Glob, b.Revision))
			continue
		}
		out = append(out, b.input(input{store, in.src})...)
	}
	return out
}

// beside is the store of a folder outside the root as it was; nil where it is not
// in the repository.
func (b *Base) beside(r *Run, s *source.Store) *source.Store {
	below, ok := b.git.Below(filepath.Join(r.Root, filepath.FromSlash(s.Prefix)))
	if !ok || s.Prefix == "" {
		return nil
	}
	files, err := b.git.Tree(b.Commit, below, s.MaxSize)
	if err != nil {
		return nil
	}
	return &source.Store{FS: files, Prefix: s.Prefix, MaxSize: s.MaxSize}
}

// input is a source without what was not there yet, as a list: empty where none of
// it was.
func (b *Base) input(in input) []input {
	if l := in.src.Live; l != nil {
		b.Words = append(b.Words, fmt.Sprintf("%s is live and has no past; all that is found on it is new since %s", loaders.LiveWords(l), b.Revision))
		return nil
	}
	gone := func(pattern string) bool { return !b.wasThere(in.store, pattern) }
	src := in.src
	for _, list := range []*[]string{&src.GraphQL, &src.Operations, &src.Schema} {
		*list = slices.DeleteFunc(slices.Clone(*list), gone)
	}
	if src.DescriptionsIn != "" && gone(src.DescriptionsIn) {
		src.DescriptionsIn = ""
	}
	switch {
	case in.src.Glob != "" && gone(in.src.Glob),
		in.src.Proto != "" && gone(in.src.Proto),
		in.src.GraphQL != nil && len(src.GraphQL) == 0,
		in.src.Operations != nil && len(src.Operations) == 0:
		return nil
	}
	return []input{{in.store, src}}
}

// wasThere reports whether a pattern matched a file, or fails in a way worth a word.
func (b *Base) wasThere(store *source.Store, pattern string) bool {
	names, err := store.Glob(pattern)
	if err == nil && len(names) == 0 && inSubmodule(store, pattern) {
		b.Words = append(b.Words, fmt.Sprintf("%s %s; all that is found on it is new since %s", store.Prefix+pattern, source.ErrSubmodule, b.Revision))
	}
	return err != nil || len(names) > 0
}

// inSubmodule reports whether the folder in which a pattern begins is, or is in, a submodule.
func inSubmodule(store *source.Store, pattern string) bool {
	dir, _ := doublestar.SplitPattern(path.Clean(pattern))
	info, err := fs.Stat(store.FS, dir)
	return errors.Is(err, source.ErrSubmodule) || err == nil && info.Mode()&fs.ModeIrregular != 0
}

// here is the line of today where a place of then was.
func (b *Base) here(r *Run, at source.Span) source.Span {
	if at.IsZero() {
		return source.Span{}
	}
	store := storeOf(r, at.File.Name)
	if store == nil {
		return source.Span{}
	}
	now, fault := store.ReadBinary(own(store, at.File.Name))
	if fault != nil {
		return source.Span{}
	}
	if l := b.lines(r, now); l != nil {
		return l.here(at)
	}
	return source.Span{}
}

// own is a file's name in its store.
func own(store *source.Store, name string) string { return strings.TrimPrefix(name, store.Prefix) }

// storeOf is the store of a run that has a file of that name; nil where it is in none.
func storeOf(r *Run, name string) *source.Store {
	if !source.IsPath(name) {
		return nil
	}
	for _, c := range r.Contracts {
		for _, in := range slices.Concat(c.tools, c.spec) {
			if in.store != nil && in.store.Prefix != "" && strings.HasPrefix(name, in.store.Prefix) {
				return in.store
			}
		}
	}
	return r.store
}

// lines is what of a file of today stood there before; nil where the file was not there.
func (b *Base) lines(r *Run, now *source.File) *lines {
	if l, known := b.files[now]; known {
		return l
	}
	b.files[now] = nil
	if store := storeOf(b.run, now.Name); store != nil {
		if was, fault := store.ReadBinary(own(store, now.Name)); fault == nil {
			b.files[now] = alike(was, now)
		}
	}
	return b.files[now]
}

// Judge judges the base by the rules of today, and says of each finding of a report
// whether it is new, and which line of a spec brought it about. Fixed is what only
// the base has, whichever config it is held by; where an input was refused, or was not
// there yet, nobody knows.
func (b *Base) Judge(r *Run, s rules.Settings, report *rules.Report) {
	today := r.Settings(s)
	then := today
	then.Waivers, then.Inline, then.Baseline = b.run.Config.Waivers, b.run.Config.InlineWaivers, b.baseline
	base := &rules.Base{Revision: b.Revision, Commit: b.Commit, Baselined: today.Baseline.Beyond(then.Baseline)}
	was := rules.Judge(b.run.compared(then), then)
	report.Against(was, base, b.renamed)
	if b.reconfigured(r) {
		base.Loosened = b.loosened(r, s)
		run, kept := b.byThen(r), &rules.Base{}
		rules.Judge(run.compared(then), then).Against(was, kept, b.renamed)
		base.Fixed = slices.DeleteFunc(base.Fixed, func(f *rules.Finding) bool { return !slices.Contains(kept.Fixed, f) })
	}
	if source.Refused(r.Faults) || source.Refused(b.run.Faults) {
		base.Fixed = nil
	}
	base.Fixed = slices.DeleteFunc(base.Fixed, func(f *rules.Finding) bool { return b.partial[f.Contract] })
	for _, f := range report.Findings {
		if f.Waived == nil && !f.Old {
			f.BrokeAt = b.broke(r, f)
		}
	}
}

// readBaseline is the baseline of then; nil where there was none that can be read.
func (b *Base) readBaseline(r *Run) *rules.Baseline {
	rel, err := filepath.Rel(r.Root, r.BaselineFile)
	if err != nil || !filepath.IsLocal(rel) {
		return nil
	}
	f, fault := b.run.store.Read(filepath.ToSlash(rel))
	if fault != nil {
		return nil
	}
	was, _ := rules.ParseBaseline(f)
	return was
}

// broke is the line of a spec that has changed, of a finding whose tool has not.
func (b *Base) broke(r *Run, f *rules.Finding) source.Span {
	if f.SpecAt.IsZero() || !source.IsPath(f.SpecAt.File.Name) {
		return source.Span{}
	}
	if at := f.ToolAt; !at.IsZero() {
		l := b.lines(r, at.File)
		if l == nil {
			return source.Span{}
		}
		if _, changed := l.changed(at); changed {
			return source.Span{}
		}
	}
	l := b.lines(r, f.SpecAt.File)
	if l == nil {
		return f.SpecAt
	}
	line, _ := l.changed(f.SpecAt)
	if first := lineOf(f.SpecAt.File, f.SpecAt.Start); !line.IsZero() && lineOf(f.SpecAt.File, line.Start) == first {
		return f.SpecAt
	}
	return line
}
