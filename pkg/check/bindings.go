package check

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Propose works out, after Match, what unbound tools call for each value of the
// field by which they choose among operations.
func (r *Run) Propose() {
	for _, c := range r.Contracts {
		c.matched.Propose()
	}
}

// Explained is the decisions about one tool of a contract.
type Explained struct {
	Contract string
	*bind.Explanation
}

// Explain says, after Match, how it was decided what a tool calls, in every
// contract that has it. The error is a *Usage: none has.
func (r *Run) Explain(tool string) ([]Explained, error) {
	var all []Explained
	var names []string
	for _, c := range r.Contracts {
		if e := c.matched.Explain(tool); e != nil {
			all = append(all, Explained{c.Name, e})
		}
		for _, b := range c.Bindings {
			names = append(names, b.Tool.Name)
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	text := "no tool is called " + tool
	if near := config.Nearest(tool, names); near != "" {
		text += "; did you mean " + near + "?"
	}
	return nil, &Usage{Text: text}
}

// mostDrafted is how many candidates are put into the config for one tool, or
// for one value of its selector.
const mostDrafted = 3

// WithBindings is the config with what Match and Propose found put into its
// bindings, and the file that it belongs into. Where there is no config yet it
// is a first one, for the working directory. The error is a *Usage: nothing can
// be written.
func (r *Run) WithBindings() (name string, a *config.Addition, err error) {
	f, dir := r.Config.File, ""
	switch {
	case f != nil && r.named:
		return "", nil, &Usage{Text: fmt.Sprintf("bindings are written into %s for the tools and specs that it names; name no others", f.Name)}
	case f != nil:
		dir = path.Dir(f.Name)
	case r.Contracts[0].Alone():
		return "", nil, &Usage{Text: "nothing to bind to: name a spec"}
	default:
		if f, dir, err = r.first(); err != nil {
			return "", nil, err
		}
	}
	var all []config.Drafts
	for _, c := range r.Contracts {
		if !c.Alone() {
			all = append(all, config.Drafts{Contract: c.Name, Tools: c.drafts()})
		}
	}
	if fault := r.twice(); fault != nil {
		return "", nil, &Usage{Faults: []source.Fault{*fault}, Root: r.Root}
	}
	a, fault := config.AddBindings(f, all)
	return r.added(f, dir, a, fault)
}

// twice says which two files hold a tool that is still to be bound, or nil: the
// bindings of a contract name a tool once.
func (r *Run) twice() *source.Fault {
	for _, c := range r.Contracts {
		first := map[string]*contract.Op{}
		for _, b := range c.Bindings {
			if c.Alone() || !undeclared(b) {
				continue
			}
			other := first[b.Tool.Name]
			if other == nil {
				first[b.Tool.Name] = b.Tool
				continue
			}
			return &source.Fault{At: b.Tool.At, Text: fmt.Sprintf("%s is a tool of %s too, and bindings name a tool once; name one of the two files, or give each a contract", b.Tool.Name, other.At.File.Name)}
		}
	}
	return nil
}

func undeclared(b *bind.Binding) bool {
	return b.At.IsZero() && b.Local == "" && b.Unsupported == "" && len(b.Missing) == 0
}

// first is a config of what the command line names, without bindings, for the
// working directory.
func (r *Run) first() (f *source.File, dir string, err error) {
	rel, err := filepath.Rel(r.Root, r.dir)
	if err != nil || !filepath.IsLocal(rel) {
		return nil, "", &Usage{Text: "a first config would stand here, outside the root"}
	}
	dir = filepath.ToSlash(rel)
	c := r.Contracts[0]
	named := config.Contract{Name: c.Name}
	for _, in := range slices.Concat(c.tools, c.spec) {
		if in.src.Glob == "-" {
			return nil, "", &Usage{Text: "a config cannot name standard input; name the file"}
		}
		if in.store != r.store {
			return nil, "", &Usage{Text: fmt.Sprintf("%s%s lies outside the root, and a config names no such file; pass --root with a folder that holds both", in.store.Prefix, in.src.Glob)}
		}
	}
	for _, in := range c.tools {
		named.Tools = append(named.Tools, in.src)
	}
	for _, in := range c.spec {
		named.Spec = append(named.Spec, in.src)
	}
	return &source.File{Name: path.Join(dir, config.FileName), Data: config.First([]config.Sketch{{Contract: &named}}, dir)}, dir, nil
}

// drafts is what bindings is to say of the tools of a contract of which neither
// the config nor an annotation says anything.
func (c *Contract) drafts() []config.Draft {
	var all []config.Draft
	for _, b := range c.Bindings {
		if undeclared(b) {
			all = append(all, c.draft(b))
		}
	}
	return all
}

func (c *Contract) draft(b *bind.Binding) config.Draft {
	d := config.Draft{Tool: b.Tool.Name}
	switch {
	case len(b.Calls) > 0 && b.Doubt == nil:
		d.Sure = true
		for _, call := range b.Calls {
			id := c.matched.ID(call.Op)
			d.Sure = d.Sure && id != ""
			d.Calls = append(d.Calls, config.DraftCall{Operation: id})
		}
		if !d.Sure {
			d.Calls = nil // the name means the operation of another spec
		}
	case len(b.Choices) > 0:
		d.Sure = true
		for _, choice := range b.Choices {
			when := []config.Cond{config.Cond(choice.When)}
			if choice.Operation != "" {
				d.Calls = append(d.Calls, config.DraftCall{Operation: choice.Operation, When: when})
				continue
			}
			d.Sure = false
			for _, cand := range worthChoosing(choice.Candidates) {
				d.Calls = append(d.Calls, config.DraftCall{Operation: cand.Operation, When: when, Score: cand.Score})
			}
			if len(choice.Candidates) == 0 {
				d.Calls = append(d.Calls, config.DraftCall{When: when})
			}
		}
	default:
		for _, cand := range worthChoosing(b.Candidates) {
			d.Calls = append(d.Calls, config.DraftCall{Operation: cand.Operation, Score: cand.Score})
		}
	}
	return d
}

// worthChoosing is the candidates that are half as near as the best one, three at most.
func worthChoosing(all []bind.Candidate) []bind.Candidate {
	all = all[:min(len(all), mostDrafted)]
	for i, c := range all {
		if 2*c.Score < all[0].Score {
			return all[:i]
		}
	}
	return all
}
