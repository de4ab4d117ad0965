package rules

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Base is what a report is held against: the same comparison at an earlier revision.
type Base struct {
	Revision  string            // as the caller named it: "origin/main"
	Commit    string            // from which the change starts: the merge base with Revision
	Fixed     []*Finding        // that it has and the report has not, in order; their spans are in the files of then
	Waivers   []contract.Waiver // that the change adds, or gives another day
	Baselined []BaselineEntry   // that the change adds to the baseline
	Loosened  []Loosened        // that the change makes milder in the config
}

// Beyond are the entries that accept what another baseline does not: that it has
// not, more findings, or worse ones. Either may be nil.
func (b *Baseline) Beyond(was *Baseline) []BaselineEntry {
	if b == nil {
		return nil
	}
	room, worst := map[string]int{}, map[string]Severity{}
	if was != nil {
		for _, e := range was.Entries {
			room[e.Fingerprint] += e.room()
			worst[e.Fingerprint] = max(worst[e.Fingerprint], e.worst())
		}
	}
	var out []BaselineEntry
	for _, e := range b.Entries {
		room[e.Fingerprint] -= e.room()
		if room[e.Fingerprint] < 0 || e.worst() > worst[e.Fingerprint] {
			out = append(out, e)
		}
	}
	return out
}

// Renamed is a field of the API's that the base has under another name, by its paths
// then and now, of an operation that a tool is bound to.
type Renamed struct{ Contract, Tool, Was, Now string }

// Against marks as Old what was found at the base too and is no worse now, and fills
// in what of the base's findings is fixed, and which waivers are new. A finding that
// was accepted at the base is new once nothing accepts it any more; one on a field
// that has another name now is not.
func (r *Report) Against(was *Report, base *Base, renamed []Renamed) {
	left := map[string][]*Finding{} // of the base, unaccepted, by fingerprint
	for _, f := range was.Findings {
		if f.Waived == nil {
			left[f.Fingerprint] = append(left[f.Fingerprint], f)
		}
	}
	met := map[*Finding]bool{}
	match := func(keyOf func(*Finding) string, fits func(f, g *Finding) bool) {
		for _, f := range r.Findings {
			if met[f] {
				continue
			}
			key := keyOf(f)
			i := slices.IndexFunc(left[key], func(g *Finding) bool { return fits(f, g) })
			if i < 0 {
				continue
			}
			met[f] = true
			f.Old = f.Waived == nil && left[key][i].Severity >= f.Severity
			left[key] = slices.Delete(left[key], i, i+1)
		}
	}
	now := func(f *Finding) string { return f.Fingerprint }
	then := func(f *Finding) string { return fingerprint(before(f, renamed)) }
	// Tools of one name in two files have findings of one fingerprint: those of the
	// same file belong together first.
	near := func(f, g *Finding) bool { return fileOf(f.At) == fileOf(g.At) }
	anywhere := func(_, _ *Finding) bool { return true }
	match(now, near)
	match(now, anywhere)
	match(then, near)
	match(then, anywhere)

	type tool struct{ contract, name string }
	still, on := map[string]bool{}, map[tool][]*Finding{}
	for _, f := range r.Findings {
		still[f.Fingerprint] = true
		on[tool{f.Contract, f.Tool}] = append(on[tool{f.Contract, f.Tool}], f)
	}
	for _, f := range was.Findings {
		gone := f.Waived == nil && slices.Contains(left[f.Fingerprint], f) || f.Waived != nil && f.Waived.Baseline && !still[f.Fingerprint]
		if gone && r.looksAt(f, was) && f.Category != waiverCategory && !slices.ContainsFunc(on[tool{f.Contract, f.Tool}], func(g *Finding) bool { return g.hides(f) }) {
			base.Fixed = append(base.Fixed, f)
		}
	}
	base.Waivers = added(r.waivers(), was.waivers())
	r.Base = base
}

// looksAt reports whether that of which the base has a finding is still compared: the
// contract is there, and its tool is there and, if it was bound, bound.
func (r *Report) looksAt(f *Finding, was *Report) bool {
	has := func(all []Binding, fits func(Binding) bool) bool {
		return slices.ContainsFunc(all, func(b Binding) bool { return b.Contract == f.Contract && fits(b) })
	}
	tool := func(b Binding) bool { return b.Tool == f.Tool }
	bound := func(b Binding) bool { return tool(b) && len(b.Operations) > 0 }
	switch {
	case has(was.Bindings, bound):
		return has(r.Bindings, bound)
	case has(was.Bindings, tool):
		return has(r.Bindings, tool)
	}
	return f.Contract == "" || has(r.Bindings, func(Binding) bool { return true })
}

// before is a finding with the paths that its field had at the base. What is inside
// is put back before what it is in: the way to it is the one of today.
func before(f *Finding, renamed []Renamed) *Finding {
	was := *f
	for _, n := range slices.Backward(renamed) {
		if n.Contract != f.Contract || n.Tool != f.Tool {
			continue
		}
		api, ok := moved(was.APIField, n.Now, n.Was)
		if !ok {
			continue
		}
		// The tool may have the field elsewhere, if only under the same name.
		_, name := bind.Parent(n.Now)
		_, old := bind.Parent(n.Was)
		if way, leaf := bind.Parent(was.Field); was.APIField == n.Now && leaf == name {
			was.Field = bind.Join(way, old)
		} else if field, ok := moved(was.Field, n.Now, n.Was); ok {
			was.Field = field
		}
		was.APIField = api
	}
	return &was
}

// moved is a path at or below another one, once that is called otherwise.
func moved(path, from, to string) (string, bool) {
	rest, ok := strings.CutPrefix(path, from)
	return to + rest, ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// hides reports whether a finding is of the kind beside which no others of its field,
// or of its tool, which is g's too, are looked for: what it hides is not mended.
func (f *Finding) hides(g *Finding) bool {
	if f.Old {
		return false
	}
	switch Find(f.Rule) {
	case unboundTool, doubtfulBinding, missingOperation:
		return true
	case renamedField, unknownField, typeMismatch, notComparable, malformedSchema:
		_, below := moved(g.Field, f.Field, f.Field)
		return below || f.Field == ""
	}
	return false
}

// waivers are those that a report was judged with.
func (r *Report) waivers() []contract.Waiver {
	out := make([]contract.Waiver, len(r.Waivers))
	for i, w := range r.Waivers {
		out[i] = w.Waiver
	}
	return out
}

// added are the waivers that are not among those of the base, or end on another day.
func added(now, was []contract.Waiver) []contract.Waiver {
	same := func(a, b contract.Waiver) bool {
		return a.Rule == b.Rule && a.Contract == b.Contract && a.Tool == b.Tool && slices.Equal(a.Fields, b.Fields) && a.Value == b.Value && a.Until == b.Until
	}
	var out []contract.Waiver
	was = slices.Clone(was)
	for _, w := range now {
		i := slices.IndexFunc(was, func(b contract.Waiver) bool { return same(w, b) })
		if i < 0 {
			out = append(out, w)
			continue
		}
		was = slices.Delete(was, i, i+1)
	}
	return out
}

// Tally counts findings that nothing accepts.
type Tally struct{ Errors, Warnings, Notes int }

// News counts the findings that are new, and those that the base has too.
func (r *Report) News() (fresh, old Tally) {
	for _, f := range r.Findings {
		t := &fresh
		if f.Old {
			t = &old
		}
		switch {
		case f.Waived != nil:
		case f.Severity == Error:
			t.Errors++
		case f.Severity == Warning:
			t.Warnings++
		default:
			t.Notes++
		}
	}
	return fresh, old
}
