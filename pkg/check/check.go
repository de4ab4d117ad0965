// Package check is a whole run as a value: Open, Match, Compare, Judge, each a
// step that may be looked at. It prints nothing and decides no exit code.
package check

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// Run is one comparison of tools with their specs, as far as it has come.
type Run struct {
	Root      string         // absolute path of the folder that all names start from
	Config    *config.Config // what the command line and the config file say together
	Contracts []*Contract
	Faults    []source.Fault // of all inputs, in the order met

	Baseline     *rules.Baseline // nil: there is none
	BaselineFile string          // absolute path of the baseline, of the one to be written where there is none

	Steps []Step // what each part has cost
	Left  bool   // a live source was left unread

	held   bool              // Compare has run
	dir    string            // working directory, absolute
	named  bool              // the command line names what is compared, not the config
	slow   func(text string) // told of a step that takes long; may be nil
	store  *source.Store     // of Root
	live   []*source.File    // what live sources said
	edited []string          // names of the files that over has put others in place of
}

// Contract is one entry of the config's contracts on its way through a run.
type Contract struct {
	*config.Contract
	Lists    []*contract.Contract // tool lists, one a file
	Specs    []*contract.Index
	Bindings []*bind.Binding // one a tool, after Match
	Stale    []bind.Stale
	Drifts   []*diff.Drift // after Compare
	Counts   diff.Counts

	matched     *bind.Result
	tools, spec []input
	unread      bool                        // a file that may hold tools was passed over
	calls       []contract.Call             // in transcripts
	said        map[*contract.Op]*diff.Said // by tool
}

// input is a source and the store that it is read through: files that the caller
// named outside the root have a store of their own, and so has a live source; one
// that could not be read has none.
type input struct {
	store *source.Store
	src   config.Source
}

// load reads the tool lists and opens the specs, all at once.
func (r *Run) load() {
	var jobs []job
	for _, c := range r.Contracts {
		c.said = map[*contract.Op]*diff.Said{}
		r.transcripts(c)
		for _, in := range readable(c.tools) {
			jobs = append(jobs, job{c, in, loaders.ToolSide})
		}
		for _, in := range readable(c.spec) {
			jobs = append(jobs, job{c, in, loaders.SpecSide})
		}
	}
	for i, got := range each(jobs, r.read) {
		r.keep(jobs[i].contract, got)
	}
	for _, c := range r.Contracts {
		r.Faults = append(r.Faults, c.strangeCalls()...)
	}
	r.Faults = once(r.Faults)
}

// keep adds what a source held to its contract.
func (r *Run) keep(c *Contract, got loaded) {
	c.Lists = append(c.Lists, fresh(c.Lists, got.lists)...)
	if got.index != nil && !known(c.Specs, got.index) {
		c.Specs = append(c.Specs, got.index)
	}
	c.unread = c.unread || got.side == loaders.ToolSide && slices.ContainsFunc(got.faults, loaders.MayHoldTools)
	r.Faults = append(r.Faults, got.faults...)
	r.Steps = append(r.Steps, got.step)
	for tool, said := range got.said {
		c.said[tool] = said
	}
}

// strangeCalls are the calls in transcripts of tools that are not there: a model
// that imitates them calls nothing.
func (c *Contract) strangeCalls() []source.Fault {
	var names []string
	for _, l := range c.Lists {
		for _, tool := range l.Ops {
			names = append(names, tool.Name)
		}
	}
	var faults []source.Fault
	for _, call := range c.calls {
		if slices.Contains(names, call.Tool) {
			continue
		}
		text := fmt.Sprintf("the transcript calls %s, and no tool is called so", call.Tool)
		if near := config.Nearest(call.Tool, names); near != "" {
			text += "; did you mean " + near + "?"
		}
		faults = append(faults, source.Fault{At: call.At, Dirt: true, Text: text})
	}
	return faults
}

// transcripts reads what a model is shown of a contract's tools.
func (r *Run) transcripts(c *Contract) {
	for _, src := range c.Transcripts {
		done := r.begin("reading "+words(src), "calls")
		calls, faults := loaders.Transcripts(r.store, src)
		r.Faults = append(r.Faults, faults...)
		r.Steps = append(r.Steps, done(0, len(calls)))
		c.calls = append(c.calls, calls...)
	}
}

// job is one source of a contract that is to be loaded.
type job struct {
	contract *Contract
	in       input
	side     loaders.Side
}

// loaded is what a source held.
type loaded struct {
	side   loaders.Side
	lists  []*contract.Contract
	said   map[*contract.Op]*diff.Said
	index  *contract.Index
	faults []source.Fault
	step   Step
}

func (r *Run) read(j job) (got loaded) {
	got.side = j.side
	if j.side == loaders.ToolSide {
		done := r.begin("reading "+words(j.in.src), "tools")
		got.lists, got.faults = loaders.Tools(j.in.store, j.in.typed(j.contract.spec))
		got.said = said(got.lists, j.contract.calls)
		got.step = done(sizeOfLists(got.lists))
		return got
	}
	done := r.begin("opening "+words(j.in.src), "operations")
	got.index, got.faults = loaders.Open(j.in.store, j.in.src)
	got.step = done(sizeOfIndex(got.index))
	return got
}

// said is what the tools say by themselves. It is read here since a spec that is
// opened at the same time takes longer than its tools.
func said(lists []*contract.Contract, calls []contract.Call) map[*contract.Op]*diff.Said {
	shown := map[string][]contract.Call{}
	for _, call := range calls {
		shown[call.Tool] = append(shown[call.Tool], call)
	}
	var tools []*contract.Op
	for _, l := range lists {
		tools = append(tools, l.Ops...)
	}
	all := map[*contract.Op]*diff.Said{}
	for i, s := range each(tools, func(tool *contract.Op) *diff.Said { return diff.Read(tool, shown[tool.Name]) }) {
		all[tools[i]] = s
	}
	return all
}

func readable(all []input) []input {
	return slices.DeleteFunc(slices.Clone(all), func(in input) bool { return in.store == nil })
}

// fresh are the lists whose file has not been read yet: a file that two patterns
// meet is one list.
func fresh(have, lists []*contract.Contract) []*contract.Contract {
	var out []*contract.Contract
	for _, l := range lists {
		again := len(l.Ops) > 0 && slices.ContainsFunc(have, func(h *contract.Contract) bool {
			return len(h.Ops) > 0 && h.Ops[0].At == l.Ops[0].At
		})
		if !again {
			out = append(out, l)
		}
	}
	return out
}

// known reports whether all operations of an index are in the others, from the same places.
func known(have []*contract.Index, index *contract.Index) bool {
	at := map[source.Span]bool{}
	for _, h := range have {
		for _, head := range h.Heads {
			at[head.At] = true
		}
	}
	return len(index.Heads) > 0 && !slices.ContainsFunc(index.Heads, func(h contract.Head) bool { return !at[h.At] })
}

// Match binds every tool.
func (r *Run) Match() {
	done, tools := r.begin("binding", "tools"), 0
	defer func() { r.Steps = append(r.Steps, done(0, tools)) }()
	for _, c := range r.Contracts {
		result, faults := bind.Match(c.Lists, c.Specs, c.Contract)
		c.Bindings, c.Stale, c.matched = result.Bindings, result.Stale, result
		tools += len(c.Bindings)
		r.Faults = append(r.Faults, faults...)
	}
	r.idleContracts()
	r.dropWaivers()
	r.idleConventions()
	r.idleOverrides()
	r.idleFences()
}

// idleOverrides says aloud which patterns of overrides match no file that a tool
// was read from.
func (r *Run) idleOverrides() {
	if r.named || r.Left || source.Refused(r.Faults) {
		return
	}
	for _, f := range r.strayOverrides() {
		f.Dirt = true
		r.Faults = append(r.Faults, f)
	}
}

func (r *Run) strayOverrides() (faults []source.Fault) {
	for _, o := range r.Config.Overrides {
		for _, pattern := range o.Tools {
			one := config.Override{Tools: []config.Source{pattern}}
			if !slices.ContainsFunc(r.Contracts, func(c *Contract) bool { return c.reads(one.Matches) }) {
				faults = append(faults, source.Fault{At: pattern.At, Text: pattern.At.Text() + " matches no file with tools: the override changes nothing"})
			}
		}
	}
	return faults
}

// reads reports whether a tool was read from a file that is one of those asked for.
func (c *Contract) reads(file func(name string) bool) bool {
	return slices.ContainsFunc(c.Bindings, func(b *bind.Binding) bool { return file(b.Tool.File) })
}

// idleContracts warns of the contracts that read or bind no tool beside others that do: the
// others' count hides that these compare nothing. A refused input has said so itself.
func (r *Run) idleContracts() {
	if len(r.Contracts) < 2 || source.Refused(r.Faults) {
		return
	}
	for _, c := range r.Contracts {
		why := ""
		switch {
		case len(c.Bindings) == 0:
			why = "no tool was read for it"
		case !c.Alone() && !slices.ContainsFunc(c.Bindings, func(b *bind.Binding) bool { return len(b.Calls) > 0 || b.Local != "" || b.Unsupported != "" }):
			why = "no tool of it has an operation in its specs"
		default:
			continue
		}
		text := fmt.Sprintf("the contract %s compares nothing: %s", c.Name, why)
		r.Faults = append(r.Faults, source.Fault{At: c.At, Dirt: true, Text: text})
	}
}

// Compare holds each bound tool against its operations. A tool that is bound to
// nothing is still looked at alone; where no spec could be opened, that is the
// specs' fault and not said of every tool.
func (r *Run) Compare() {
	done, tools := r.begin("comparing", "tools"), 0
	project := r.conventions()
	defer func() { r.Steps = append(r.Steps, done(0, tools)) }()
	r.held = true
	for _, c := range r.Contracts {
		c.Counts = diff.Counts{}
		for _, s := range c.Stale {
			gone := &contract.Op{Name: s.Entry, At: s.At}
			c.Drifts = append(c.Drifts, diff.StaleEntries(gone, []bind.Stale{s})...)
		}
		c.Drifts = append(c.Drifts, diff.StaleEntries(&contract.Op{}, r.staleOmitted(c))...)
		c.Drifts = append(c.Drifts, diff.CaseStyles(c.Bindings, c.Names)...)
		for _, list := range c.Lists {
			c.Drifts = append(c.Drifts, diff.OfFile(list.Ops, c.Bindings, project)...)
		}
		tools += len(c.Bindings)
		for _, one := range each(c.Bindings, func(b *bind.Binding) compared { return c.compare(b, project) }) {
			c.Drifts = append(c.Drifts, one.drifts...)
			c.Counts.Fields += one.counts.Fields
			c.Counts.NotComparable += one.counts.NotComparable
		}
	}
}

// compared is what came of one tool.
type compared struct {
	drifts []*diff.Drift
	counts diff.Counts
}

func (c *Contract) compare(b *bind.Binding, project *units.Conventions) compared {
	said := c.said[b.Tool]
	if said == nil { // of a list that load has not read
		said = diff.Read(b.Tool, nil)
	}
	switch {
	case len(b.Calls) > 0:
		drifts, counts := diff.Compare(b, said, project)
		return compared{drifts, counts}
	case b.Local != "" || b.Unsupported != "" || len(c.Specs) == 0:
		return compared{drifts: diff.Single(b.Tool, said, project)}
	}
	return compared{drifts: diff.UnboundTool(b, said, project)}
}

// Asked reports whether a file of Root was asked for, there or not: its name is a
// slash path from Root.
func (r *Run) Asked(name string) bool { return r.store.Asked(name) }

// File is a file of Root that was read, as it was; nil where it was not.
func (r *Run) File(name string) *source.File {
	if !r.Asked(name) {
		return nil
	}
	f, _ := r.store.ReadBinary(name)
	return f
}

// Sources are all files that the run has read, the config among them, in the order of
// their names. It is for when nothing is being read.
func (r *Run) Sources() []*source.File {
	var all []*source.File
	add := func(s *source.Store) {
		for _, name := range s.Names() {
			if f, _ := s.ReadBinary(name); f != nil && !slices.Contains(all, f) {
				all = append(all, f)
			}
		}
	}
	add(r.store)
	for _, c := range r.Contracts {
		for _, in := range slices.Concat(c.tools, c.spec) {
			if in.store != nil && in.store != r.store {
				add(in.store)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *source.File) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// Alone reports whether tools were read, and all of them are looked at without a spec.
func (r *Run) Alone() bool {
	tools := slices.ContainsFunc(r.Contracts, func(c *Contract) bool {
		return slices.ContainsFunc(c.Lists, func(l *contract.Contract) bool { return len(l.Ops) > 0 })
	})
	return tools && !source.Refused(r.Faults) && !slices.ContainsFunc(r.Contracts, func(c *Contract) bool { return !c.Alone() })
}

// Mapped reports whether a contract says of tools by name what they call.
func (r *Run) Mapped() bool {
	return slices.ContainsFunc(r.Contracts, func(c *Contract) bool { return len(c.Contract.Bindings) > 0 })
}

// Alone reports whether the tools are looked at without any spec.
func (c *Contract) Alone() bool { return len(c.spec) == 0 }

// Judge gives the drifts their severities and words.
func (r *Run) Judge(s rules.Settings) *rules.Report {
	s = r.Settings(s)
	return rules.Judge(r.compared(s), s)
}

// compared is what there is to judge by settings that are settled.
func (r *Run) compared(s rules.Settings) []rules.Compared {
	var all []rules.Compared
	var settled map[opKey]bool
	for _, c := range r.Contracts {
		drifts := c.Drifts
		if s.Asks(diff.Uncalled, c.Name) && !source.Refused(r.Faults) { // a tool that was refused may call them
			if settled == nil {
				settled = r.settledOps()
			}
			drifts = append(slices.Clip(drifts), r.uncalled(c, settled)...)
		}
		all = append(all, rules.Compared{Contract: c.Name, Bindings: c.Bindings, Drifts: drifts, Counts: c.Counts, NoSpec: c.Alone(), Unread: c.unread, Strays: r.strays(c)})
	}
	return all
}

// Settings adds to what a caller says of rules what the config says. A profile of
// the caller's wins.
func (r *Run) Settings(s rules.Settings) rules.Settings {
	s.Profile = cmp.Or(s.Profile, r.Config.Profile)
	s.Levels, s.Overrides, s.AsOf = r.Config.Rules, r.Config.Overrides, r.Config.AsOf
	s.Contracts = map[string][]config.RuleLevel{}
	for _, c := range r.Contracts {
		s.Contracts[c.Name] = c.Rules
	}
	s.Waivers, s.Inline = r.Config.Waivers, r.Config.InlineWaivers
	s.NoConfig = r.Config.File == nil
	s.Partial = r.named || source.Refused(r.Faults)
	if s.Baseline == nil {
		s.Baseline = r.Baseline
	}
	return s
}

// Below is the root as a slash path from the top of the repository that it lies in;
// "." at the top, and where there is none.
func (r *Run) Below() string {
	rel, err := filepath.Rel(repository(r.Root), r.Root)
	if err != nil {
		return "."
	}
	return filepath.ToSlash(rel)
}

// Refused reports whether an input was refused, or nothing at all was compared:
// then no report is clean.
func (r *Run) Refused() bool {
	return source.Refused(r.Faults) || r.Nothing() != ""
}

// Nothing says, after Match or Compare, why nothing at all was compared; "" where
// something was. Tools that are looked at without a spec are something.
func (r *Run) Nothing() string {
	tools, specs, settled, bound, alone := 0, false, true, false, false
	for _, c := range r.Contracts {
		tools += len(c.Bindings)
		specs = specs || !c.Alone()
		alone = alone || c.Alone() && len(c.Bindings) > 0
		for _, b := range c.Bindings {
			bound = bound || len(b.Calls) > 0
			settled = settled && (b.Local != "" || b.Unsupported != "")
		}
	}
	switch {
	case tools == 0:
		return "no tool was read"
	case !specs || alone:
		return ""
	case bound && r.held && slices.ContainsFunc(r.Contracts, (*Contract).hasFields) && !slices.ContainsFunc(r.Contracts, (*Contract).heldAny):
		return "nothing was compared: not one field of a bound tool could be held against its operation"
	case bound:
		return ""
	case settled:
		return "nothing was compared: all tools are said to call no operation of the specs"
	}
	return "nothing could be bound: no tool has an operation in the specs"
}

// hasFields reports whether a bound tool has fields, or something that could not
// be seen through and may hold some.
func (c *Contract) hasFields() bool {
	return c.Counts.NotComparable > 0 || slices.ContainsFunc(c.Bindings, func(b *bind.Binding) bool {
		return len(b.Calls) > 0 && len(b.Tool.Input.Fields) > 0
	})
}

// heldAny reports whether a field was held against the other side, if only to find
// that it has none such, or a schema was found to be none.
func (c *Contract) heldAny() bool {
	return c.Counts.Fields > 0 || slices.ContainsFunc(c.Drifts, func(d *diff.Drift) bool {
		return d.Kind == diff.Unknown || d.Kind == diff.Required || d.Kind == diff.Malformed
	})
}
