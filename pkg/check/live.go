package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// permit is the *Usage that names each live source which the caller has not
// allowed, or nil. A config comes with the change that is checked: what it names
// is run or asked only where somebody else says so.
func (in Inputs) permit(root string, contracts []*Contract) error {
	if in.LeaveLive {
		return nil
	}
	var faults []source.Fault
	for _, c := range contracts {
		for _, one := range slices.Concat(c.tools, c.spec) {
			why := in.forbids(one.src.Live)
			if why != "" {
				faults = append(faults, source.Fault{At: one.src.At,
					Text: fmt.Sprintf("contract %s: %s: %s to allow it", c.Name, loaders.LiveWords(one.src.Live), why)})
			}
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return &Usage{Faults: faults, Root: root}
}

// forbids says why a source is not read and what flags allow it, "" where it may
// be. A header's variables are asked for by name: the config chooses where they
// are sent. A command's are not: it could read them from its parent anyway.
func (in Inputs) forbids(l *config.Live) string {
	switch {
	case l == nil:
		return ""
	case l.URL == "" && !in.AllowExec:
		return "not started; pass --allow-exec"
	case l.URL == "":
		return ""
	}
	flags := ""
	if !in.AllowNet {
		flags = " --allow-net"
	}
	for _, name := range loaders.HeaderVariables(l) {
		if !slices.Contains(in.AllowEnv, name) {
			flags += " --allow-env " + name
		}
	}
	if flags == "" {
		return ""
	}
	return "not asked; pass" + flags
}

// fetch reads the live sources of all contracts, one that is named twice once.
// Each has a store of its own: what a stranger sends refers to no file of ours.
// One that could not be read keeps no store.
func (r *Run) fetch(in Inputs) {
	ctx := in.Context
	if ctx == nil {
		ctx = context.Background()
	}
	reader := loaders.Live{Root: r.Root, MaxSize: in.MaxSize, Slow: in.Slow}
	type answer struct {
		file *source.File
		err  error
	}
	answers := map[string]answer{}
	for _, c := range r.Contracts {
		for _, side := range [][]input{c.tools, c.spec} {
			for i := range side {
				l := side[i].src.Live
				if l == nil {
					continue
				}
				if in.LeaveLive {
					r.leave(&side[i])
					continue
				}
				key := fmt.Sprintf("%#v", *l)
				a, known := answers[key]
				if !known {
					a.file, a.err = reader.Fetch(ctx, l)
					answers[key] = a
				}
				if a.err != nil {
					side[i].store = nil
					r.Faults = append(r.Faults, source.Fault{At: side[i].src.At, Text: loaders.LiveWords(l) + ": " + a.err.Error()})
					continue
				}
				r.live = append(r.live, a.file)
				side[i].src.Glob, side[i].store = a.file.Name, &source.Store{FS: nothing{}}
				side[i].store.Add(a.file)
			}
		}
	}
}

// leave leaves a live source unread.
func (r *Run) leave(in *input) {
	in.store, r.Left = nil, true
	r.Faults = append(r.Faults, source.Fault{At: in.src.At, Dirt: true,
		Text: loaders.LiveWords(in.src.Live) + ": is not read here; tooldrift snapshot writes what it says into a file, which is"})
}

// nothing is the folder of a live source.
type nothing struct{}

var errNothing = errors.New("is not read: what a live source says stands alone")

func (nothing) Open(string) (fs.File, error) { return nil, errNothing }

// dropWaivers takes off the waivers that stand in live sources, with a warning: a
// server may not excuse itself.
func (r *Run) dropWaivers() {
	if len(r.live) == 0 {
		return
	}
	d := dropper{live: r.live, seen: map[*contract.Schema]bool{}, dropped: map[*source.File]map[int]source.Span{}}
	for _, c := range r.Contracts {
		for _, b := range c.Bindings {
			d.op(b.Tool)
			for _, call := range b.Calls {
				d.op(call.Op)
			}
		}
	}
	for _, f := range r.live {
		spans := d.dropped[f]
		if len(spans) == 0 {
			continue
		}
		what := "a waiver"
		if len(spans) > 1 {
			what = fmt.Sprintf("the first of %d waivers", len(spans))
		}
		first := slices.Min(slices.Collect(maps.Keys(spans)))
		r.Faults = append(r.Faults, source.Fault{At: spans[first], Dirt: true,
			Text: what + " in a live source does not count: a server may not excuse itself; waive in the config"})
		delete(d.dropped, f) // a source that is named twice is one file
	}
}

type dropper struct {
	live    []*source.File
	seen    map[*contract.Schema]bool
	dropped map[*source.File]map[int]source.Span // by where they start
}

func (d *dropper) op(op *contract.Op) {
	op.Waivers = d.drop(op.Waivers)
	d.schema(op.Input)
	d.schema(op.Output)
}

func (d *dropper) schema(s *contract.Schema) {
	if s == nil || d.seen[s] {
		return
	}
	d.seen[s] = true
	for _, f := range s.Fields {
		f.Waivers = d.drop(f.Waivers)
		d.schema(f.Schema)
	}
	d.schema(s.Elem)
	d.schema(s.Extra)
	for _, t := range slices.Concat(s.Tuple, s.AnyOf) {
		d.schema(t)
	}
}

func (d *dropper) drop(all []contract.Waiver) []contract.Waiver {
	return slices.DeleteFunc(all, func(w contract.Waiver) bool {
		f := w.At.File
		if !slices.Contains(d.live, f) {
			return false
		}
		if d.dropped[f] == nil {
			d.dropped[f] = map[int]source.Span{}
		}
		d.dropped[f][w.At.Start] = w.At
		return true
	})
}
