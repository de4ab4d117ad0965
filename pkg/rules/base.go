package rules

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Base is what a report is held against: the same comparison at an earlier revision.
type Base struct {
	Revision  string            // as the caller named it: "origin/main"
	Commit    string            // from which the change starts: the merge base with Revision
	Fixed     []*Finding        // that it has and the report has not, in order; their spans are in the files of then
	Waivers   []contract.Waiver // that the change adds, or gives another day
	Baselined []BaselineEntry   // that the change adds to the baseline
}

// Beyond are the entries that another baseline has not. Either may be nil.
func (b *Baseline) Beyond(was *Baseline) []BaselineEntry {
	if b == nil {
		return nil
	}
	known := map[string]bool{}
	if was != nil {
		for _, e := range was.Entries {
			known[e.Fingerprint] = true
		}
	}
	var out []BaselineEntry
	for _, e := range b.Entries {
		if !known[e.Fingerprint] {
			known[e.Fingerprint] = true
			out = append(out, e)
		}
	}
	return out
}

// Against marks as Old what was found at the base too and is no worse now, and fills
// in what of the base's findings is fixed, and which waivers are new. A finding that was accepted at the base is
// new once nothing accepts it any more.
func (r *Report) Against(was *Report, base *Base) {
	left := map[string][]*Finding{} // of the base, unaccepted, by fingerprint
	for _, f := range was.Findings {
		if f.Waived == nil {
			left[f.Fingerprint] = append(left[f.Fingerprint], f)
		}
	}
	take := func(f *Finding, fits func(*Finding) bool) *Finding {
		all := left[f.Fingerprint]
		i := slices.IndexFunc(all, fits)
		if i < 0 {
			return nil
		}
		found := all[i]
		left[f.Fingerprint] = slices.Delete(all, i, i+1)
		return found
	}
	met := map[*Finding]bool{}
	// Tools of one name in two files have findings of one fingerprint: those of the
	// same file belong together first.
	for _, near := range []bool{true, false} {
		for _, f := range r.Findings {
			if met[f] {
				continue
			}
			then := take(f, func(g *Finding) bool { return !near || fileOf(f.At) == fileOf(g.At) })
			if then != nil {
				met[f] = true
				f.Old = f.Waived == nil && then.Severity >= f.Severity
			}
		}
	}
	still := map[string]bool{}
	for _, f := range r.Findings {
		still[f.Fingerprint] = true
	}
	for _, f := range was.Findings {
		baselined := f.Waived != nil && f.Waived.Baseline && !still[f.Fingerprint]
		if f.Category != waiverCategory && (baselined || f.Waived == nil && slices.Contains(left[f.Fingerprint], f)) {
			base.Fixed = append(base.Fixed, f)
		}
	}
	base.Waivers = added(r.waivers(), was.waivers())
	r.Base = base
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
