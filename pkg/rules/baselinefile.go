package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// ParseBaseline reads a baseline file:
//
//	{"version": 1, "findings": [
//	  {"rule": "...", "contract": "...", "tool": "...", "field": "...", "api_field": "...", "value": "...", "fingerprint": "...",
//	   "severity": "warning", "count": 2, "reason": "..."}]}
//
// What is "" may be left out; without severity it is error, and without count 1. An entry whose fingerprint is not that of its words
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
		if isExtent, text := e.extent(m); isExtent {
			if text != "" {
				fault(m.Value.At, "%s", text)
				ok = false
			}
			continue
		}
		i := slices.IndexFunc(words, func(w word) bool { return w.key == m.Key })
		if i < 0 {
			var keys []string
			for _, w := range words {
				keys = append(keys, w.key)
			}
			keys = append(keys, "severity", "count")
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

// extent reads how much an entry accepts, where a member says that, and says what
// is wrong with it; "" where nothing is.
func (e *BaselineEntry) extent(m source.Member) (isExtent bool, wrong string) {
	switch m.Key {
	case "severity":
		text, _ := m.Value.Str()
		i := slices.Index(severityNames[:], text)
		if i <= int(Off) {
			return true, "severity must be one of error, warning, note"
		}
		e.Severity = Severity(i)
	case "count":
		count, err := strconv.ParseInt(m.Value.Text, 10, 32)
		if m.Value.Kind != source.Number || err != nil || count < 1 {
			return true, "count must be a whole number from 1 on"
		}
		e.Count = int(count)
	default:
		return false, ""
	}
	return true, ""
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
		if w.key == "reason" {
			members = append(members, e.extentText()...)
		}
		if *w.text != "" {
			members = append(members, source.Quote(w.key)+": "+shownJSON(*w.text))
		}
	}
	return "{" + strings.Join(members, ", ") + "}"
}

func (e *BaselineEntry) extentText() (members []string) {
	if e.worst() < Error {
		members = append(members, `"severity": `+source.Quote(e.Severity.String()))
	}
	if e.room() > 1 {
		members = append(members, fmt.Sprintf(`"count": %d`, e.Count))
	}
	return members
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
