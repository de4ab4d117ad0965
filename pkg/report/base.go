package report

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// mostNamed is how many fixed findings, and how many new waivers, are named one by
// one; the JSON report has them all.
const mostNamed = 20

// outcome is what a run found; of one that is held against a base, what is new first.
func outcome(r *rules.Report, v View) string {
	if r.Base == nil {
		return verdict(r.Summary, v)
	}
	fresh, old := r.News()
	parts := []string{"nothing new since " + r.Base.Revision}
	if fresh != (rules.Tally{}) {
		parts[0] = tallied(fresh, v.Least > rules.Note) + " new since " + r.Base.Revision
	}
	if old != (rules.Tally{}) {
		text := tallied(old, false) + " as before"
		if !v.ShowOld {
			text += " (shown with --verbose)"
		}
		parts = append(parts, text)
	}
	if rest := verdict(rules.Summary{Waived: r.Summary.Waived, Baselined: r.Summary.Baselined}, v); rest != verdict(rules.Summary{}, v) {
		parts = append(parts, rest)
	}
	if n := len(v.mended(r.Base)); n > 0 {
		parts = append(parts, fmt.Sprintf("%d fixed", n))
	}
	return strings.Join(parts, "; ")
}

func tallied(t rules.Tally, hidden bool) string {
	v := View{}
	if hidden {
		v.Least = rules.Warning
	}
	return verdict(rules.Summary{Errors: t.Errors, Warnings: t.Warnings, Notes: t.Notes}, v)
}

// row is a line about a place, which may be zero.
type row struct {
	at   source.Span
	text string // as authors wrote it: not escaped yet
}

// news is what a change adds to what is accepted, each with the place where it does:
// whoever reviews it should see that first.
func news(b *rules.Base) (rows []row, more int) {
	for _, w := range b.Waivers {
		text := "this change waives " + about(w.Rule, w.Tool, w.Value, w.Fields...)
		if words := waiverWords(&rules.Waived{Reason: w.Reason, Until: w.Until, Owner: w.Owner}); words != "" {
			text += ": " + words
		}
		rows = append(rows, row{w.At, text})
	}
	for _, l := range b.Loosened {
		rows = append(rows, row{l.At, "this change " + l.Text})
	}
	for _, e := range b.Baselined {
		rows = append(rows, row{e.At, "this change adds to the baseline " + about(e.Rule, e.Tool, e.Value, e.Field)})
	}
	return cut(rows)
}

// mended are the fixed findings that this view would have shown.
func (v View) mended(b *rules.Base) (all []*rules.Finding) {
	for _, f := range b.Fixed {
		if f.Severity >= v.Least {
			all = append(all, f)
		}
	}
	return all
}

// fixed is what a change has mended. Where it stood is nowhere any more.
func (v View) fixed(b *rules.Base) (rows []row, more int) {
	for _, f := range v.mended(b) {
		tool := ""
		if f.Tool != "" {
			tool = f.Tool + ": "
		}
		rows = append(rows, row{text: fmt.Sprintf("fixed since %s: %s%s [%s]", b.Revision, tool, f.Message, f.Rule)})
	}
	return cut(rows)
}

func cut(rows []row) ([]row, int) {
	n := min(len(rows), mostNamed)
	return rows[:n], len(rows) - n
}

// about is what is accepted: "type-mismatch on create_refund amount (cents)".
func about(rule, tool, value string, fields ...string) string {
	text, on := rule, " on "
	for _, word := range []string{tool, strings.Join(fields, ", ")} {
		if word != "" {
			text, on = text+on+word, " "
		}
	}
	if value != "" {
		text += " (" + value + ")"
	}
	return text
}
