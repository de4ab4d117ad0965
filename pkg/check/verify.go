package check

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Verify reads a config and says what is wrong with it: its form, patterns that
// match nothing, names of rules, contracts and tools that are not there. Tool lists
// are read for their names, specs are not, and what is live is left alone. The
// faults are of the config alone; the error is a *Usage: there is none to read.
func Verify(in Inputs) (f *source.File, root string, faults []source.Fault, err error) {
	in.LeaveLive = true
	r, err := in.configured()
	if err != nil {
		return nil, "", nil, err
	}
	if r.Config.File == nil {
		return nil, "", nil, &Usage{Text: "there is no " + config.FileName + " here or above; name a config: tooldrift config verify FILE"}
	}
	v := verifier{Run: r, faults: r.Faults}
	var usage *Usage
	if err := r.readBaseline(in); errors.As(err, &usage) && len(usage.Faults) > 0 {
		v.faults = append(v.faults, usage.Faults...)
	} else if err != nil {
		return nil, "", nil, err
	}
	v.readTools(in)
	for _, c := range r.Config.Contracts {
		v.files(c)
	}
	v.rules()
	v.waivers()
	slices.SortStableFunc(v.faults, func(a, b source.Fault) int { return a.At.Start - b.At.Start })
	return r.Config.File, r.Root, v.faults, nil
}

// verifier gathers the faults of a config that has been read.
type verifier struct {
	*Run
	faults []source.Fault
	blind  bool // a tool list was not read: who knows which tools there are
}

func (v *verifier) fault(at source.Span, format string, args ...any) {
	v.faults = append(v.faults, source.Fault{At: at, Text: fmt.Sprintf(format, args...)})
}

// unknown faults a name that is none of the known.
func (v *verifier) unknown(at source.Span, known []string, name, format string, args ...any) {
	if near := config.Nearest(name, known); near != "" {
		format, args = format+"; did you mean %s?", append(args, near)
	}
	v.fault(at, format, args...)
}

// readTools reads the tool lists of all contracts, and holds against them what is
// said of tools by name or by file.
func (v *verifier) readTools(in Inputs) {
	v.Faults = nil
	for _, c := range v.Config.Contracts {
		tools := *c
		tools.Transcripts = nil
		one := &Contract{Contract: &tools}
		for _, s := range c.Tools {
			one.tools = append(one.tools, input{v.store, s})
		}
		v.Contracts = append(v.Contracts, one)
	}
	v.fetch(in)
	v.load()
	v.blind = v.Left || source.Refused(v.Faults)
	for _, f := range v.Faults {
		if f.At.File == v.Config.File && !f.Dirt {
			v.faults = append(v.faults, f)
		}
	}
	for _, c := range v.Contracts {
		for _, list := range c.Lists {
			for _, tool := range list.Ops {
				c.Bindings = append(c.Bindings, &bind.Binding{Tool: tool})
			}
		}
		if !v.blind {
			v.bindings(c)
		}
	}
	if !v.blind {
		v.faults = append(v.faults, v.strayOverrides()...)
		_, faults := v.Fences()
		v.faults = append(v.faults, faults...)
	}
}

func (v *verifier) bindings(c *Contract) {
	names := c.toolNames()
	for _, b := range c.Contract.Bindings {
		if !slices.Contains(names, b.Tool) {
			v.unknown(b.ToolAt, names, b.Tool, "bindings names the tool %s, which is in no tool list of the contract", b.Tool)
		}
	}
}

func (c *Contract) toolNames() []string {
	var names []string
	for _, b := range c.Bindings {
		names = append(names, b.Tool.Name)
	}
	return names
}

// files faults the sources of a contract that are not there, but for its tools:
// reading them has told that.
func (v *verifier) files(c *config.Contract) {
	for _, s := range slices.Concat(c.Spec, c.Transcripts, c.Golden) {
		for _, name := range slices.Concat([]string{s.Glob, s.Proto}, s.ImportPaths, s.GraphQL) {
			v.file(s.At, name)
		}
	}
}

// file faults a file, directory or pattern that names nothing.
func (v *verifier) file(at source.Span, name string) {
	if name == "" {
		return
	}
	if _, err := fs.Stat(v.store.FS, name); err == nil {
		return
	}
	names, err := v.store.Glob(name)
	switch {
	case err != nil:
		v.fault(at, "%s", err)
	case len(names) == 0:
		v.fault(at, "%s: no such file", name)
	}
}

// rules faults the names of rules that are not there.
func (v *verifier) rules() {
	all := v.Config.Rules
	for _, c := range v.Config.Contracts {
		all = slices.Concat(all, c.Rules)
	}
	for _, o := range v.Config.Overrides {
		all = slices.Concat(all, o.Rules)
	}
	for _, l := range all {
		v.rule(l.At, l.Rule)
	}
	if settings := v.Settings(rules.Settings{}); !settings.RunAny() {
		v.fault(all[0].At, "the config switches all rules off: check would have none left to run")
	}
}

func (v *verifier) rule(at source.Span, id string) {
	if rules.Find(id) != nil {
		return
	}
	v.unknown(at, rules.IDs(), id, "there is no rule %s", id)
}

func (v *verifier) waivers() {
	var contracts, tools []string
	for _, c := range v.Contracts {
		contracts = append(contracts, c.Name)
		tools = append(tools, c.toolNames()...)
	}
	for _, w := range v.Config.Waivers {
		v.rule(w.At, w.Rule)
		if w.Contract != "" && !slices.Contains(contracts, w.Contract) {
			v.unknown(w.At, contracts, w.Contract, "there is no contract %s", w.Contract)
		}
		if w.Tool != "" && !v.blind && !slices.Contains(tools, w.Tool) && w.Rule != "stale-mapping" {
			v.unknown(w.At, tools, w.Tool, "the waiver names the tool %s, which is in no tool list", w.Tool)
		}
	}
}
