package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Baseline is the findings that a team has accepted all at once, to begin with.
// It is written when somebody asks for it and never by a check.
type Baseline struct {
	File    *source.File // nil: none is written yet
	Entries []BaselineEntry
}

// BaselineEntry is one accepted finding, in the words that its fingerprint is
// made of, so that whoever reviews the file sees what is accepted.
type BaselineEntry struct {
	Contract, Rule, Tool, Field, APIField, Value string
	Fingerprint                                  string
	Reason                                       string   // "" where nobody has given one
	Count                                        int      // how many findings of these words it accepts; 0 is 1
	Severity                                     Severity // the worst that it accepts; Off is Error
	At                                           source.Span
}

// StaleEntry is an entry that accepts more findings than there are.
type StaleEntry struct {
	BaselineEntry
	Met int // how many there are
}

func (e *BaselineEntry) room() int { return max(1, e.Count) }

func (e *BaselineEntry) worst() Severity {
	if e.Severity == Off {
		return Error
	}
	return e.Severity
}

// Accepted is how many findings a baseline accepts, by fingerprint.
func (b *Baseline) Accepted() map[string]int {
	all := map[string]int{}
	for i := range b.Entries {
		all[b.Entries[i].Fingerprint] += b.Entries[i].room()
	}
	return all
}

// Updated is the baseline that accepts what a report, judged with b, found and
// no waiver accepts: findings from least on, and those that it has accepted
// before. Reasons are kept, and so is whatever the run could not have found.
func (b *Baseline) Updated(r *Report, least Severity) *Baseline {
	out := &Baseline{}
	at := map[string]int{} // in out, by fingerprint
	for _, e := range b.Pruned(r).Entries {
		if i, again := at[e.Fingerprint]; again {
			out.Entries[i].Count = out.Entries[i].room() + e.room()
			continue
		}
		at[e.Fingerprint] = len(out.Entries)
		out.Entries = append(out.Entries, e)
	}
	there, waived := map[string][]*Finding{}, map[string]int{} // by fingerprint
	for _, f := range r.Findings {
		if f.Waived != nil && !f.Waived.Baseline {
			waived[f.Fingerprint]++
			continue
		}
		if f.Category == waiverCategory || f.Waived == nil && f.Severity < least {
			continue
		}
		there[f.Fingerprint] = append(there[f.Fingerprint], f)
		if _, known := at[f.Fingerprint]; !known {
			at[f.Fingerprint] = len(out.Entries)
			out.Entries = append(out.Entries, BaselineEntry{
				Contract: f.Contract, Rule: f.Rule, Tool: f.Tool, Field: f.Field, APIField: f.APIField, Value: f.Value, Fingerprint: f.Fingerprint,
			})
		}
	}
	var entries []BaselineEntry
	for _, e := range out.Entries {
		found := there[e.Fingerprint]
		unwaived := e.room() - waived[e.Fingerprint]
		if len(found) == 0 && unwaived <= 0 {
			continue
		}
		worst := Off
		for _, f := range found {
			worst = max(worst, f.Severity)
		}
		if unwaived > len(found) { // the run could not have found the others
			worst = max(worst, e.worst())
		}
		e.Count, e.Severity = max(len(found), unwaived), worst
		entries = append(entries, e)
	}
	out.Entries = entries
	return out
}

// Pruned is the baseline without what is stale in a report that was judged with b:
// whole entries, and what others accept beyond the findings that there are.
func (b *Baseline) Pruned(r *Report) *Baseline {
	met := map[source.Span]int{}
	for _, e := range r.Stale {
		met[e.At] = e.Met
	}
	out := &Baseline{}
	for _, e := range b.Entries {
		left, stale := met[e.At]
		if stale {
			e.Count = left
		}
		if !stale || left > 0 {
			out.Entries = append(out.Entries, e)
		}
	}
	return out
}

const waiverCategory = "waiver"

// accept accepts, in place, the findings that the baseline holds and no waiver
// accepts, as many of an entry as it says and none that is worse, and says which
// entries accept more than there is. What is wrong with
// waivers is never accepted: a waiver that has run out would run on.
func (s Settings) accept(all []Compared, r *Report) {
	if s.Baseline == nil {
		return
	}
	found, taken := map[string][]*Finding{}, map[string]int{} // by fingerprint
	sortFindings(r.Findings)                                  // where an entry accepts not all, it is the first
	for _, f := range r.Findings {
		if f.Category != waiverCategory {
			found[f.Fingerprint] = append(found[f.Fingerprint], f)
		}
	}
	for _, e := range s.Baseline.Entries {
		room := e.room()
		for _, f := range found[e.Fingerprint] {
			if room > 0 && f.Waived == nil && f.Severity <= e.worst() {
				f.Waived = &Waived{Reason: cmp.Or(e.Reason, "in the baseline"), At: e.At, Baseline: true}
				room--
			}
		}
		// What a waiver accepts, or is worse now, is there all the same.
		met := max(0, min(e.room(), len(found[e.Fingerprint])-taken[e.Fingerprint]))
		taken[e.Fingerprint] += e.room()
		if met < e.room() && s.couldFind(&e, all) {
			r.Stale = append(r.Stale, StaleEntry{e, met})
		}
	}
	r.Findings = append(r.Findings, s.judgeStale(r.Stale)...)
}

// couldFind reports whether the run would have found what an entry accepts, if it
// were still there.
func (s Settings) couldFind(e *BaselineEntry, all []Compared) bool {
	i := slices.IndexFunc(all, func(c Compared) bool { return c.Contract == e.Contract })
	rule := Find(e.Rule)
	if i < 0 { // the config has it no more
		return !s.Partial && len(all) > 0 && (rule == nil || s.runs(rule, scope{contract: e.Contract}))
	}
	if rule == nil {
		return true // nothing finds it again
	}
	if e.room() > 1 && (s.Partial || all[i].Unread) {
		return false // the others may be where nobody looked
	}
	known := false
	for _, b := range all[i].Bindings {
		if b.Tool.Name != e.Tool {
			continue
		}
		known = true
		if !s.runs(rule, scope{e.Contract, b.Tool.File}) || !judged(b, rule, all[i].NoSpec) || all[i].NoSpec && e.APIField != "" {
			return false
		}
		if alone := slices.Contains(alone, rule) && e.APIField == ""; !alone && all[i].unseen(b, rule, e.Field, e.APIField) {
			return false
		}
	}
	return known || !s.Partial && !all[i].Unread && s.runs(rule, scope{contract: e.Contract})
}

// judged reports whether all that a rule judges of a tool was looked at.
func judged(b *bind.Binding, rule *Rule, noSpec bool) bool {
	switch {
	case rule == unboundTool || rule == missingOperation:
		return !noSpec
	case rule == doubtfulBinding || b.Local != "" || b.Unsupported != "" || slices.Contains(alone, rule):
		return true
	}
	return len(b.Calls) > 0 && b.Doubt == nil
}

// unseen reports whether a rule could not look at one of some fields of a tool, which
// are paths of either side: the operation, or something that they are in, cannot be
// seen through.
func (c Compared) unseen(b *bind.Binding, rule *Rule, fields ...string) bool {
	switch rule {
	case unboundTool, missingOperation, doubtfulBinding, notComparable:
		return false
	}
	if slices.ContainsFunc(b.Calls, func(call *bind.Call) bool { return call.Op.Input != nil && call.Op.Input.Opaque != "" }) {
		return true
	}
	return slices.ContainsFunc(c.Drifts, func(d *diff.Drift) bool {
		if d.Kind != diff.NotComparable || d.Tool != b.Tool {
			return false
		}
		if d.Path == "" && d.APIPath == "" {
			return true
		}
		return slices.ContainsFunc(fields, func(field string) bool { return within(field, d.Path) || within(field, d.APIPath) })
	})
}

// within reports whether a path is that of a field, or of something in it.
func within(path, field string) bool {
	_, ok := moved(path, field, field)
	return ok && field != ""
}

// alone are the rules that find no more of a tool once it is held against an
// operation than without one.
var alone = []*Rule{unknownToolInProse, malformedSchema, bareNumber, unitOnlyInProse, currencyExponent, percentRange, mixedUnits}

// mostStale is how many stale entries are named; after a week of mending there
// may be hundreds.
const mostStale = 5

// judgeStale is one finding on all the stale entries of a baseline, as a list:
// empty where there are none.
func (s Settings) judgeStale(stale []StaleEntry) []*Finding {
	if len(stale) == 0 || !s.runs(staleBaseline, everywhere) {
		return nil
	}
	var named []string
	f := &Finding{
		Rule: staleBaseline.ID, Category: staleBaseline.Category, Severity: staleBaseline.Severity, At: stale[0].At,
		Why: "a stale entry would hide the same drift when it comes back",
		Fix: "run tooldrift check --prune-baseline, which takes out what is stale and adds nothing",
	}
	for i := range stale[:min(len(stale), mostStale)] {
		e := &stale[i]
		named = append(named, e.name()+e.share())
		f.Also = append(f.Also, Place{Label: "entry", At: e.At})
	}
	if more := len(stale) - len(named); more > 0 {
		named = append(named, fmt.Sprintf("and %d more", more))
	}
	what := "no finding any more"
	if slices.ContainsFunc(stale, func(e StaleEntry) bool { return e.Met > 0 }) {
		what = "fewer findings than they accept"
	}
	f.Message = fmt.Sprintf("%d entries of the baseline match %s: %s", len(stale), what, strings.Join(named, "; "))
	if len(stale) == 1 {
		what = strings.Replace(what, "they accept", "it accepts", 1)
		f.Message = fmt.Sprintf("an entry of the baseline matches %s: %s", what, named[0])
	}
	if !s.settle(staleBaseline, f, everywhere) {
		return nil
	}
	f.Fingerprint = fingerprint(f)
	return []*Finding{f}
}

// share says how much of an entry that accepts several findings there is.
func (e *StaleEntry) share() string {
	if e.room() == 1 {
		return ""
	}
	return fmt.Sprintf(", %d of %d", e.Met, e.room())
}

// name names an entry in few words: "type-mismatch on create_refund amount (cents)".
func (e *BaselineEntry) name() string {
	text := e.Rule
	for _, w := range []string{e.Tool, e.Field} {
		if w != "" && text == e.Rule {
			text += " on"
		}
		if w != "" {
			text += " " + w
		}
	}
	if e.Value != "" {
		text += " (" + e.Value + ")"
	}
	if Find(e.Rule) == nil {
		text += ", a rule that does not exist"
		if near := config.Nearest(e.Rule, IDs()); near != "" {
			text += " (" + near + " does)"
		}
	}
	return text
}
