package check

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Fixing says which findings are fixed.
type Fixing struct {
	Settings rules.Settings
	Least    rules.Severity // milder findings are left
	Unsafe   bool           // edits that are marked so are made too
}

// Fixed is what came of it. Nothing is written yet.
type Fixed struct {
	Run    *Run             // over the files as they would be
	Report *rules.Report    // of what is left
	Files  []Rewritten      // by name
	Made   []*rules.Finding // that are gone, in the order they went
	Kept   []Kept
}

// Rewritten is a file before and after.
type Rewritten struct{ Before, After *source.File }

// Kept is a finding whose edits were not made, and why.
type Kept struct {
	Finding *rules.Finding
	Unsafe  bool   // they are made with Fixing.Unsafe
	Why     string // else why not
}

// mostRounds is how often edits are looked for anew. Those that overlap, as all
// that add to one list do, are made in one round after another.
const mostRounds = 100

// Fix makes, in memory, the edits of a run's findings, and compares anew: an edit
// that does not settle its finding, or raises another, is not made. Waived
// findings are left, and so is what stands in a spec, outside the root, in a
// compressed file or in none.
func (r *Run) Fix(f Fixing) *Fixed {
	x := &fixer{Fixing: f, first: r, now: r, whole: f.Settings, refused: map[identity]refusal{}}
	x.whole.Only, x.whole.Skip = nil, nil
	x.report = r.Judge(x.whole)
	for range mostRounds {
		batch := x.batch()
		if len(batch) == 0 {
			break
		}
		x.next = attempt{}
		made := x.most(nil, batch)
		if len(made) == 0 {
			continue
		}
		x.made = append(x.made, made...)
		x.now, x.report = x.next.run, x.next.report
	}
	return x.fixed()
}

type fixer struct {
	Fixing
	first, now *Run
	whole      rules.Settings // with all rules: a fix of one may not raise a finding of another
	report     *rules.Report
	made       []*rules.Finding
	refused    map[identity]refusal
	next       attempt // the last one that went well
	shared     *sharing
	sharedOf   *Run // that shared is of
}

// refusal says why a finding's edits are not made.
type refusal struct {
	why    string
	unsafe bool // they are once unsafe ones are
}

// attempt is a run over files with edits made.
type attempt struct {
	run    *Run
	report *rules.Report
}

// identity tells findings of different runs apart. A field that is renamed keeps
// its partner in the API.
type identity struct{ contract, rule, tool, field, value string }

func identify(f *rules.Finding) identity {
	return identity{f.Contract, f.Rule, f.Tool, cmp.Or(f.APIField, f.Field), f.Value}
}

// batch is the findings that can be fixed at once: their edits do not overlap.
func (x *fixer) batch() []*rules.Finding {
	var batch []*rules.Finding
	var taken []rules.Edit
	for _, f := range x.report.Findings {
		if !x.wanted(f) {
			continue
		}
		if why := x.locked(x.now, f); why != "" {
			x.refused[identify(f)] = refusal{why: why}
			continue
		}
		if isUnsafe(f) && !x.Unsafe {
			continue
		}
		if !slices.ContainsFunc(f.Edits, func(e rules.Edit) bool { return slices.ContainsFunc(taken, e.Conflicts) }) {
			batch, taken = append(batch, f), append(taken, f.Edits...)
		}
	}
	return batch
}

func (x *fixer) wanted(f *rules.Finding) bool {
	return x.asked(f) && f.Waived == nil && f.Severity >= x.Least && len(f.Edits) > 0 && x.refused[identify(f)] == refusal{}
}

// asked reports whether a finding is of a rule that is to run.
func (x *fixer) asked(f *rules.Finding) bool {
	return (len(x.Settings.Only) == 0 || slices.Contains(x.Settings.Only, f.Rule)) && !slices.Contains(x.Settings.Skip, f.Rule)
}

func isUnsafe(f *rules.Finding) bool {
	return slices.ContainsFunc(f.Edits, func(e rules.Edit) bool { return e.Unsafe })
}

// most is as many findings of a batch as can be fixed beside those of made. Where
// something is wrong with all at once, those of the tools that it is about are
// tried by themselves, then half of them.
func (x *fixer) most(made, batch []*rules.Finding) []*rules.Finding {
	whole := slices.Concat(made, batch)
	why, tools := x.try(whole)
	if why == (refusal{}) {
		return whole
	}
	if len(batch) == 1 {
		x.refused[identify(batch[0])] = why
		return made
	}
	first, rest := batch[:len(batch)/2], batch[len(batch)/2:]
	var clear, suspect []*rules.Finding
	for _, f := range batch {
		if slices.Contains(tools, f.Tool) {
			suspect = append(suspect, f)
		} else {
			clear = append(clear, f)
		}
	}
	if len(clear) > 0 && len(suspect) > 0 {
		first, rest = clear, suspect
	}
	return x.most(x.most(made, first), rest)
}

// try makes the edits of findings and compares anew. It says what is wrong with
// the outcome, and of which tools; no reason where all is well.
func (x *fixer) try(findings []*rules.Finding) (why refusal, tools []string) {
	run, step := x.now, findings
	for range mostSteps {
		files, err := run.rewrite(step)
		if err == nil {
			run, err = run.over(files)
		}
		if err != nil {
			return refusal{why: err.Error()}, nil
		}
		report := run.Judge(x.whole)
		wrong := x.worse(findings, report)
		if len(wrong) == 0 {
			x.next = attempt{run, report}
			return refusal{}, nil
		}
		why, tools = refusal{}, nil
		for _, w := range wrong {
			why = cmp.Or(why, refusal{why: w.why})
			tools = append(tools, w.finding.Tool)
		}
		if step, why.unsafe = x.follow(wrong, run); step == nil {
			break
		}
	}
	return why, tools
}

// mostSteps is how far the edits of a finding that was raised by edits are followed.
const mostSteps = 3

// worsened is a finding that edits would leave or raise, and why that is no good.
type worsened struct {
	finding *rules.Finding
	why     string
}

const missingOperation = "missing-operation"

// worse is what is wrong with a report after the edits of findings were made.
func (x *fixer) worse(findings []*rules.Finding, report *rules.Report) (all []worsened) {
	had := map[identity]rules.Severity{}
	for _, f := range x.report.Findings {
		if f.Waived == nil { // a waiver that its finding slips away from is a new finding too
			had[identify(f)] = max(had[identify(f)], f.Severity)
		}
	}
	fixed, bound, gravest := map[identity]bool{}, map[string]bool{}, map[string]rules.Severity{}
	for _, f := range x.made { // it may not come back, or two edits would take turns
		fixed[identify(f)] = true
	}
	for _, f := range findings {
		fixed[identify(f)] = true
		gravest[f.Tool] = max(gravest[f.Tool], f.Severity)
		if f.Rule == missingOperation {
			bound[f.Tool] = true
		}
	}
	for _, f := range report.Findings {
		id := identify(f)
		switch {
		case f.Waived != nil:
		case fixed[id]:
			all = append(all, worsened{f, "the edit would not settle it"})
		case bound[f.Tool]: // it is compared at last
		case f.Severity == rules.Note && gravest[f.Tool] != rules.Note: // a note in place of worse is a gain
		case f.Severity > had[id]:
			all = append(all, worsened{f, fmt.Sprintf("the edit would raise %s: %s", f.Rule, f.Message)})
		}
	}
	return all
}

// follow is the findings that edits have raised, where all of them can be fixed in
// turn: a description that still has the old name of a field goes along with it.
// unsafe says that they could be if that were allowed.
func (x *fixer) follow(wrong []worsened, run *Run) (step []*rules.Finding, unsafe bool) {
	var taken []rules.Edit
	for _, w := range wrong {
		f := w.finding
		if len(f.Edits) == 0 || x.locked(run, f) != "" || slices.ContainsFunc(f.Edits, func(e rules.Edit) bool { return slices.ContainsFunc(taken, e.Conflicts) }) {
			return nil, false
		}
		unsafe = unsafe || isUnsafe(f)
		step, taken = append(step, f), append(taken, f.Edits...)
	}
	if unsafe && !x.Unsafe {
		return nil, true
	}
	return step, false
}

// rewrite is the files of findings with their edits made, by name.
func (r *Run) rewrite(findings []*rules.Finding) ([]Rewritten, error) {
	edits := map[*source.File][]source.Edit{}
	for _, f := range findings {
		for _, e := range f.Edits {
			edit := source.Edit{At: e.At, New: e.New}
			if !slices.Contains(edits[e.At.File], edit) { // several tools may share a schema
				edits[e.At.File] = append(edits[e.At.File], edit)
			}
		}
	}
	var out []Rewritten
	for f, all := range edits {
		data, err := source.Apply(f, all)
		if err != nil {
			return nil, err
		}
		out = append(out, Rewritten{f, &source.File{Name: f.Name, Data: data}})
	}
	slices.SortFunc(out, byName)
	return out, nil
}

func byName(a, b Rewritten) int { return strings.Compare(a.Before.Name, b.Before.Name) }

// locked says why the edits of a finding are not made, whatever comes of them; "": they may be.
func (x *fixer) locked(r *Run, f *rules.Finding) string {
	if why := r.locked(f); why != "" {
		return why
	}
	if x.sharedOf != r {
		x.shared, x.sharedOf = r.sharing(), r
	}
	if slices.ContainsFunc(f.Edits, func(e rules.Edit) bool { return x.shared.isShared(e.At) }) {
		return "the edit would change what other fields share"
	}
	return ""
}

// locked says why the edits of a finding may not be made where they stand; "": they may.
func (r *Run) locked(f *rules.Finding) string {
	for _, e := range f.Edits {
		file := e.At.File
		switch {
		case !source.IsPath(file.Name):
			return file.Name + " is no file that can be written"
		case strings.HasPrefix(file.Name, "../"):
			return file.Name + " lies outside the root"
		case file.Packed:
			return file.Name + " is compressed"
		case r.refuses(file.Name):
			return file.Name + " has faults to mend first"
		case r.isSpec(file.Name) || !r.holdsTool(file.Name) && (r.Config.File == nil || r.Config.File.Name != file.Name):
			return file.Name + " is no tool list"
		}
	}
	return ""
}

// refuses reports whether an input was refused, whatever of it was read all the same.
func (r *Run) refuses(name string) bool {
	return slices.ContainsFunc(r.Faults, func(f source.Fault) bool {
		return !f.Dirt && (f.File == name || f.At.File != nil && f.At.File.Name == name)
	})
}

func (r *Run) holdsTool(name string) bool {
	for _, c := range r.Contracts {
		for _, l := range c.Lists {
			if slices.ContainsFunc(l.Ops, func(op *contract.Op) bool { return op.At.File.Name == name }) {
				return true
			}
		}
	}
	return false
}

func (r *Run) isSpec(name string) bool {
	for _, c := range r.Contracts {
		for _, ix := range c.Specs {
			for _, head := range ix.Heads {
				if head.At.File != nil && head.At.File.Name == name {
					return true
				}
			}
		}
	}
	return false
}

// over is the run again, up to Compare, with other files in place of its own.
// Specs stay as they are opened.
func (r *Run) over(files []Rewritten) (*Run, error) {
	var after []*source.File
	edited := slices.Clone(r.edited)
	for _, f := range files {
		after = append(after, f.After)
		if !slices.Contains(edited, f.After.Name) {
			edited = append(edited, f.After.Name)
		}
	}
	whole := *r
	next := &whole
	next.store, next.edited, next.Contracts, next.Faults, next.Steps, next.slow = r.store.With(after...), edited, nil, nil, nil, nil
	for _, f := range after {
		if r.Config.File != nil && f.Name == r.Config.File.Name {
			parsed, faults := config.Parse(f, path.Dir(f.Name))
			if parsed == nil || len(parsed.Contracts) != len(r.Config.Contracts) {
				return nil, &Usage{Text: "the config would not be one any more", Faults: faults, Root: r.Root}
			}
			next.Config = parsed
		}
	}
	for i, c := range r.Contracts {
		one := &Contract{Contract: c.Contract, Specs: c.Specs, spec: c.spec, calls: c.calls, said: map[*contract.Op]*diff.Said{}}
		if next.Config != r.Config && !r.named {
			one.Contract = next.Config.Contracts[i]
		}
		for _, in := range c.tools {
			if in.store == r.store {
				in.store = next.store
			}
			one.tools = append(one.tools, in)
		}
		next.Contracts = append(next.Contracts, one)
		for _, in := range readable(one.tools) {
			next.keep(one, next.read(job{one, in, loaders.ToolSide}))
		}
	}
	if source.Refused(next.Faults) && !source.Refused(r.Faults) {
		return nil, &Usage{Text: "the file could not be read any more: " + next.Faults[0].Text}
	}
	next.Faults = r.Faults // what is wrong with the inputs has been said
	next.Match()
	next.Compare()
	next.Faults = r.Faults
	return next, nil
}

// fixed gathers what came of all rounds.
func (x *fixer) fixed() *Fixed {
	out := &Fixed{Run: x.now, Report: x.now.Judge(x.Settings), Made: x.made}
	for _, name := range x.now.edited {
		before, _ := x.first.store.Read(name)
		after, _ := x.now.store.Read(name)
		out.Files = append(out.Files, Rewritten{before, after})
	}
	slices.SortFunc(out.Files, byName)
	for _, f := range x.report.Findings {
		if !x.asked(f) || f.Waived != nil || f.Severity < x.Least || len(f.Edits) == 0 {
			continue
		}
		k := Kept{Finding: f}
		switch no := x.refused[identify(f)]; {
		case !x.Unsafe && (no.unsafe || no.why == "" && isUnsafe(f)):
			k.Unsafe = true
		default:
			k.Why = cmp.Or(no.why, fmt.Sprintf("%d rounds of edits did not come to it", mostRounds))
		}
		out.Kept = append(out.Kept, k)
	}
	return out
}
