package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
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
	Reason                                       string // "" where nobody has given one
	At                                           source.Span
}

// ParseBaseline reads a baseline file:
//
//	{"version": 1, "findings": [
//	  {"rule": "...", "contract": "...", "tool": "...", "field": "...", "api_field": "...", "value": "...", "fingerprint": "...", "reason": "..."}]}
//
// What is "" may be left out. An entry whose fingerprint is not that of its words
// is a fault: it would accept something else than it says. The baseline is nil
// where there are faults.
func ParseBaseline(f *source.File) (*Baseline, []source.Fault) {
	root, faults := source.ParseJSON(f)
	if root == nil || len(faults) > 0 {
		return nil, faults
	}
	b := &Baseline{File: f}
	fault := func(at source.Span, format string, args ...any) {
		faults = append(faults, source.Fault{At: at, Text: fmt.Sprintf(format, args...)})
	}
	if root.Kind != source.Object {
		fault(root.At, "a baseline is an object with version and findings")
		return nil, faults
	}
	for _, m := range root.Members {
		if m.Key != "version" && m.Key != "findings" {
			fault(m.KeyAt, "a baseline has no key %q, only version and findings", m.Key)
		}
	}
	if v := root.Value("version"); v == nil || v.Kind != source.Number || v.Text != "1" {
		fault(root.At, "the version of a baseline is 1, and this one's is another")
	}
	list := root.Value("findings")
	if list == nil || list.Kind != source.Array {
		fault(root.At, "a baseline has a list of findings")
		return nil, faults
	}
	for _, item := range list.Items {
		if e, ok := baselineEntry(item, fault); ok {
			b.Entries = append(b.Entries, e)
		}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return b, nil
}

func baselineEntry(n *source.Node, fault func(source.Span, string, ...any)) (e BaselineEntry, ok bool) {
	if n.Kind != source.Object {
		fault(n.At, "an entry of a baseline is an object")
		return e, false
	}
	e.At, ok = n.At, true
	words := e.words()
	for _, m := range n.Members {
		i := slices.IndexFunc(words, func(w word) bool { return w.key == m.Key })
		if i < 0 {
			var keys []string
			for _, w := range words {
				keys = append(keys, w.key)
			}
			fault(m.KeyAt, "an entry of a baseline has no key %q, only %s", m.Key, strings.Join(keys, ", "))
			ok = false
			continue
		}
		text, isText := m.Value.Str()
		if !isText {
			fault(m.Value.At, "%s must be a text", m.Key)
			ok = false
			continue
		}
		*words[i].text = text
	}
	if want := fingerprint(e.finding()); ok && e.Fingerprint != want {
		fault(n.At, "the fingerprint %s is not that of these words, which is %s; take the entry out and run --update-baseline", source.Quote(e.Fingerprint), want)
		ok = false
	}
	return e, ok
}

// word is one key of an entry and where its text is kept.
type word struct {
	key  string
	text *string
}

// words are the keys of an entry in the order in which they are written.
func (e *BaselineEntry) words() []word {
	return []word{
		{"rule", &e.Rule}, {"contract", &e.Contract}, {"tool", &e.Tool}, {"field", &e.Field}, {"api_field", &e.APIField},
		{"value", &e.Value}, {"fingerprint", &e.Fingerprint}, {"reason", &e.Reason},
	}
}

func (e *BaselineEntry) finding() *Finding {
	return &Finding{Contract: e.Contract, Rule: e.Rule, Tool: e.Tool, Field: e.Field, APIField: e.APIField, Value: e.Value}
}

// Text is the file of a baseline: a line an entry, sorted, so that two branches
// that change it meet as rarely as they can.
func (b *Baseline) Text() []byte {
	entries := slices.Clone(b.Entries)
	slices.SortStableFunc(entries, func(x, y BaselineEntry) int {
		return cmp.Or(
			strings.Compare(x.Contract, y.Contract), strings.Compare(x.Tool, y.Tool), strings.Compare(x.Field, y.Field), strings.Compare(x.Rule, y.Rule),
			strings.Compare(x.APIField, y.APIField), strings.Compare(x.Value, y.Value), strings.Compare(x.Fingerprint, y.Fingerprint),
		)
	})
	var out strings.Builder
	out.WriteString("{\n  \"version\": 1,\n  \"findings\": [")
	between := "\n    "
	for i := range entries {
		out.WriteString(between + entries[i].line())
		between = ",\n    "
	}
	if len(entries) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return []byte(out.String())
}

func (e *BaselineEntry) line() string {
	var members []string
	for _, w := range e.words() {
		if *w.text != "" {
			members = append(members, source.Quote(w.key)+": "+shownJSON(*w.text))
		}
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// shownJSON is a JSON string in which whatever an editor or a terminal would act
// on is escaped: a reviewer must see what stands there.
func shownJSON(s string) string {
	var b strings.Builder
	for _, r := range source.Quote(s) {
		if r < 0x80 || source.Escape(string(r)) == string(r) {
			b.WriteRune(r)
			continue
		}
		if high, low := utf16.EncodeRune(r); r > 0xffff {
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
			continue
		}
		fmt.Fprintf(&b, `\u%04x`, r)
	}
	return b.String()
}

// Updated is the baseline that accepts what a report, judged with b, found and
// no waiver accepts: findings from least on, and those that it has accepted
// before. Reasons are kept, and so is whatever the run could not have found.
func (b *Baseline) Updated(r *Report, least Severity) *Baseline {
	out := &Baseline{}
	kept, waived := map[string]bool{}, map[string]bool{} // by fingerprint
	for _, f := range r.Findings {
		if f.Waived != nil && !f.Waived.Baseline {
			waived[f.Fingerprint] = true
		}
	}
	for _, e := range b.Pruned(r).Entries {
		if !kept[e.Fingerprint] && !waived[e.Fingerprint] {
			kept[e.Fingerprint] = true
			out.Entries = append(out.Entries, e)
		}
	}
	for _, f := range r.Findings {
		if f.Waived != nil || f.Severity < least || f.Category == waiverCategory || kept[f.Fingerprint] {
			continue
		}
		kept[f.Fingerprint] = true
		out.Entries = append(out.Entries, BaselineEntry{
			Contract: f.Contract, Rule: f.Rule, Tool: f.Tool, Field: f.Field, APIField: f.APIField, Value: f.Value, Fingerprint: f.Fingerprint,
		})
	}
	return out
}

// Pruned is the baseline without the entries that are stale in a report that was
// judged with b.
func (b *Baseline) Pruned(r *Report) *Baseline {
	stale := map[source.Span]bool{}
	for _, e := range r.Stale {
		stale[e.At] = true
	}
	out := &Baseline{}
	for _, e := range b.Entries {
		if !stale[e.At] {
			out.Entries = append(out.Entries, e)
		}
	}
	return out
}

const waiverCategory = "waiver"

// accept accepts, in place, the findings that the baseline holds and no waiver
// accepts, and says which entries match nothing any more. What is wrong with
// waivers is never accepted: a waiver that has run out would run on.
func (s Settings) accept(all []Compared, r *Report) {
	if s.Baseline == nil {
		return
	}
	found := map[string][]*Finding{}
	for _, f := range r.Findings {
		if f.Category != waiverCategory {
			found[f.Fingerprint] = append(found[f.Fingerprint], f)
		}
	}
	for _, e := range s.Baseline.Entries {
		for _, f := range found[e.Fingerprint] {
			if f.Waived == nil {
				f.Waived = &Waived{Reason: cmp.Or(e.Reason, "in the baseline"), At: e.At, Baseline: true}
			}
		}
		if len(found[e.Fingerprint]) == 0 && s.couldFind(&e, all) {
			r.Stale = append(r.Stale, e)
		}
	}
	r.Findings = append(r.Findings, s.judgeStale(r.Stale)...)
}

// couldFind reports whether the run would have found what an entry accepts, if it
// were still there.
func (s Settings) couldFind(e *BaselineEntry, all []Compared) bool {
	i := slices.IndexFunc(all, func(c Compared) bool { return c.Contract == e.Contract })
	if i < 0 {
		return false
	}
	rule := Find(e.Rule)
	if rule == nil {
		return true // nothing finds it again
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
	}
	return known || !s.Partial && s.runs(rule, scope{contract: e.Contract})
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

// alone are the rules that find no more of a tool once it is held against an
// operation than without one.
var alone = []*Rule{unknownToolInProse, malformedSchema, bareNumber, unitOnlyInProse, currencyExponent, percentRange, mixedUnits}

// mostStale is how many stale entries are named; after a week of mending there
// may be hundreds.
const mostStale = 5

// judgeStale is one finding on all the stale entries of a baseline, as a list:
// empty where there are none.
func (s Settings) judgeStale(stale []BaselineEntry) []*Finding {
	if len(stale) == 0 || !s.runs(staleBaseline, everywhere) {
		return nil
	}
	var named []string
	f := &Finding{
		Rule: staleBaseline.ID, Category: staleBaseline.Category, Severity: staleBaseline.Severity, At: stale[0].At,
		Why: "a stale entry would hide the same drift when it comes back",
		Fix: "run tooldrift check --prune-baseline, which takes out stale entries and adds none",
	}
	for i := range stale[:min(len(stale), mostStale)] {
		e := &stale[i]
		named = append(named, e.name())
		f.Also = append(f.Also, Place{Label: "entry", At: e.At})
	}
	if more := len(stale) - len(named); more > 0 {
		named = append(named, fmt.Sprintf("and %d more", more))
	}
	f.Message = fmt.Sprintf("%d entries of the baseline match no finding any more: %s", len(stale), strings.Join(named, "; "))
	if len(stale) == 1 {
		f.Message = "an entry of the baseline matches no finding any more: " + named[0]
	}
	if !s.settle(staleBaseline, f, everywhere) {
		return nil
	}
	f.Fingerprint = fingerprint(f)
	return []*Finding{f}
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
