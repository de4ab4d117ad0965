package rules

import (
	"fmt"
	"slices"
	"time"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// WaiverUse is a waiver of a run and what came of it. One that several operations
// share, as that of a schema is, is one.
type WaiverUse struct {
	contract.Waiver            // its tool, and where it has any its fields, as its place says them
	From            string     // "config", "tool", "spec": where it stands; "nothing" where that is at none
	State           string     // a Waiver... constant
	Covers          []*Finding // that it accepts, in the order met
	Since           string     // the day it was written, YYYY-MM-DD, once somebody has looked it up; "" where nothing is known of it

	places []*placed
	used   map[string]bool // fields of the findings that it matched
}

// The states of a waiver.
const (
	WaiverUsed    = "used"
	WaiverUnused  = "unused"  // it matched nothing, although it could have
	WaiverNotRun  = "not-run" // it matched nothing, and could not have: its rule, tool or operation was not part of the run
	WaiverExpired = "expired" // its day is past
	WaiverInvalid = "no-day"  // its until is no day of the calendar
	WaiverBare    = "no-reason"
	WaiverUnknown = "unknown-rule"
)

// uses gathers the places of each waiver. A waiver is known by where it stands.
func uses(waivers []*placed) []*WaiverUse {
	var all []*WaiverUse
	at := map[source.Span]*WaiverUse{}
	for _, w := range waivers {
		u := at[w.At]
		if u == nil || u.Rule != w.Rule {
			u = &WaiverUse{Waiver: w.Waiver, From: "config", used: map[string]bool{}}
			switch {
			case w.op != nil && w.spec:
				u.From, u.Operation = "spec", w.op.Name
			case w.op != nil:
				u.From = "tool"
			case w.stray:
				u.From = "nothing"
			}
			if w.of != "" {
				u.Contract = w.of
			}
			u.Fields = nil
			at[w.At] = u
			all = append(all, u)
		}
		for _, f := range w.Fields {
			if !slices.Contains(u.Fields, f) {
				u.Fields = append(u.Fields, f)
			}
		}
		w.use, u.places = u, append(u.places, w)
	}
	return all
}

// Age is how many days ago a waiver was written; ok is false where that is not known.
func (u *WaiverUse) Age(today string) (days int, ok bool) {
	then, err := time.Parse(time.DateOnly, u.Since)
	if err != nil {
		return 0, false
	}
	now, err := time.Parse(time.DateOnly, today)
	if err != nil {
		return 0, false
	}
	return max(0, int(now.Sub(then).Hours()/24)), true
}

func (u *WaiverUse) covers(f *Finding) {
	u.used[f.Field], u.used[f.APIField] = true, true
	if !slices.Contains(u.Covers, f) {
		u.Covers = append(u.Covers, f)
	}
}

// judgeUse is what is wrong with a waiver: the first of the faults that make it
// none, else that it runs out or matched nothing.
func (s Settings) judgeUse(u *WaiverUse, all []Compared) []*Finding {
	w := u.places[0]
	where := w.on(w.Fields)
	if Find(w.Rule) == nil {
		u.State = WaiverUnknown
		f := &Finding{Message: fmt.Sprintf("the waiver names the rule %q, which does not exist", w.Rule), Why: "it accepts nothing"}
		return s.about(unknownRule, w, f.withNearest(w.Rule))
	}
	if !SaysWhy(w.Reason) {
		u.State = WaiverBare
		return s.about(waiverWithoutReason, w, &Finding{
			Message: fmt.Sprintf("the waiver of %s gives no reason, so it waives nothing", where),
			Why:     "nobody can tell later whether the exception still holds",
			Fix:     "add why the drift is accepted: reason: \"...\", or -- ... in a comment",
		})
	}
	if w.Until != "" && !isDay(w.Until) {
		u.State = WaiverInvalid
		return s.about(expiredWaiver, w, &Finding{
			Message: fmt.Sprintf("the waiver of %s is until %q, which is no day, so it waives nothing", where, w.Until), Why: "nobody can tell when it ends",
			Fix: "write the day as YYYY-MM-DD",
		})
	}
	if w.Until != "" && w.Until < s.Today {
		u.State = WaiverExpired
		return s.about(expiredWaiver, w, &Finding{
			Message: fmt.Sprintf("the waiver of %s ran out on %s", where, w.Until), Why: "the drift that it accepted counts again",
			Fix: "mend the drift and remove the waiver, or decide anew and move the day",
		})
	}
	var out []*Finding
	if w.Until != "" && s.runsOut(w.Until) {
		out = s.about(expiredWaiver, w, &Finding{
			Severity: Note, Message: fmt.Sprintf("the waiver of %s runs out on %s", where, w.Until),
			Why: "after that day the drift counts again", Fix: "mend the drift, or decide anew and move the day",
		})
	}
	return append(out, s.judgeUnused(u, all)...)
}

// judgeUnused is that a waiver, or some of its fields, matched no finding although
// they could have.
func (s Settings) judgeUnused(u *WaiverUse, all []Compared) []*Finding {
	if !slices.ContainsFunc(u.places, func(w *placed) bool { return !w.stray }) {
		return s.judgeStray(u)
	}
	u.State = WaiverUsed
	if len(u.Covers) == 0 {
		u.State = WaiverNotRun
	}
	dead := u.dead()
	if dead == "" {
		return nil
	}
	i := slices.IndexFunc(u.places, func(w *placed) bool { return s.couldMatch(w, all) })
	if i < 0 {
		return nil
	}
	if len(u.Covers) == 0 {
		u.State = WaiverUnused
	}
	return s.about(unusedWaiver, u.places[i], &Finding{
		Message: fmt.Sprintf("the waiver of %s matches no finding", dead), Why: "a stale exception hides the next drift of the same kind",
		Fix: "remove it",
	})
}

// judgeStray is that a waiver stands at nothing that could be waived.
func (s Settings) judgeStray(u *WaiverUse) []*Finding {
	if u.State = WaiverUnused; !s.chosen(u.Rule) {
		return nil
	}
	w := u.places[0]
	if w.names != "" {
		return s.about(unusedWaiver, w, &Finding{
			Message: fmt.Sprintf("the waiver of %s names the tool %s and stands in %s, so it waives nothing", w.on(w.Fields), w.names, w.Tool),
			Why:     "the drift that it is meant for counts all the same",
			Fix:     "move it into " + w.names + ", or waive in the config",
		})
	}
	return s.about(unusedWaiver, w, &Finding{
		Message: fmt.Sprintf("the waiver of %s stands at no tool, no operation and no field, so it waives nothing", w.on(w.Fields)),
		Why:     "the drift that it is meant for counts all the same",
		Fix:     "move it above the tool, the operation or the field that it is about, or waive in the config",
	})
}

// dead is what of a waiver matched no finding, as "RULE on FIELDS"; "" where all of
// it did. Of one that stands beside a field, or is shared, a single use is enough.
func (u *WaiverUse) dead() string {
	w := u.places[0]
	if len(u.Covers) == 0 {
		return w.on(w.Fields)
	}
	if len(u.places) > 1 || w.apiPath != "" {
		return ""
	}
	var fields []string
	for _, f := range w.Fields {
		if !u.used[f] {
			fields = append(fields, f)
		}
	}
	if len(fields) == 0 {
		return ""
	}
	return w.on(fields)
}
