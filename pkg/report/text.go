package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/fatih/color"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Text is the report for people: a line a finding that stands alone for grep,
// editors and CI, rows that show both sides below it, and a closing line that
// says what was compared.
func Text(r *rules.Report, v View) []byte {
	w := &textWriter{view: v, paint: newPaint(v.Color)}
	for _, f := range r.Findings {
		if v.shows(f) {
			w.finding(f)
		}
	}
	if r.Base != nil {
		w.rows(news(r.Base))
		w.rows(v.fixed(r.Base))
	}
	w.line(compared(r.Summary) + ": " + source.Escape(outcome(r, v)))
	return w.out.Bytes()
}

// Finding is one finding as Text has it.
func Finding(f *rules.Finding, v View) []byte {
	w := &textWriter{view: v, paint: newPaint(v.Color)}
	w.finding(f)
	return w.out.Bytes()
}

type textWriter struct {
	view  View
	paint paint
	out   bytes.Buffer
}

func (w *textWriter) line(s string) {
	w.out.WriteString(harmless(s))
	w.out.WriteByte('\n')
}

// rows writes lines that stand alone, and how many more there are.
func (w *textWriter) rows(all []row, more int) {
	for _, r := range all {
		place := ""
		if !r.at.IsZero() {
			place = w.view.place(r.at) + ": "
		}
		w.line(place + source.Escape(r.text))
	}
	if more > 0 {
		w.line(fmt.Sprintf("... and %d more; --format json has them all", more))
	}
}

func (w *textWriter) finding(f *rules.Finding) {
	tool := ""
	if f.Tool != "" {
		tool = source.Escape(f.Tool) + ": "
	}
	w.line(fmt.Sprintf("%s: %s: %s%s %s", w.view.place(f.At), w.severity(f), tool, w.view.message(f), w.paint.dim("["+f.Rule+"]")))
	if w.view.Brief {
		return
	}
	labels := len("tool")
	for _, p := range f.Also {
		labels = max(labels, len(p.Label))
	}
	for _, row := range w.sides(f, labels) {
		w.line("  " + row)
	}
	for _, row := range []struct{ label, text string }{{"why", f.Why}, {"fix", f.Fix}} {
		if row.text != "" {
			w.line(fmt.Sprintf("  %-*s  %s", labels, row.label, source.Escape(row.text)))
		}
	}
	if f.Waived != nil {
		_, by := acceptedWords(f.Waived)
		w.line("  " + by + "  " + w.waiver(f.Waived))
		return
	}
	if w.view.Waiving == nil {
		return
	}
	label := "waive"
	for _, line := range w.view.Waiving(f) {
		w.line(fmt.Sprintf("  %-*s  %s", len("waive"), label, source.Escape(line)))
		label = ""
	}
}

func (w *textWriter) severity(f *rules.Finding) string {
	if f.Waived != nil {
		word, _ := acceptedWords(f.Waived)
		return w.paint.waived(word)
	}
	return w.paint.severity(f.Severity)
}

// sides are the rows "tool" and "spec", and those of other places, their labels
// of one width and their sources below each other.
func (w *textWriter) sides(f *rules.Finding, labels int) []string {
	type row struct{ label, place, says string }
	var shown []row
	for _, s := range sidesOf(f) {
		switch {
		case s.at.IsZero():
			shown = append(shown, row{s.label, "", source.Escape(s.says)})
		case s.says == "":
			shown = append(shown, row{s.label, w.view.place(s.at), Excerpt(s.at)})
		default:
			shown = append(shown, row{s.label, w.view.place(s.at), source.Escape(s.says)})
		}
	}
	width := 0
	for _, s := range shown {
		width = max(width, len([]rune(s.place)))
	}
	var rows []string
	for _, s := range shown {
		if s.place == "" {
			rows = append(rows, fmt.Sprintf("%-*s  %s", labels, s.label, s.says))
			continue
		}
		rows = append(rows, strings.TrimRight(fmt.Sprintf("%-*s  %-*s    %s", labels, s.label, width, s.place, s.says), " "))
	}
	return rows
}

func (w *textWriter) waiver(a *rules.Waived) string {
	s := source.Escape(waiverWords(a))
	if !a.At.IsZero() {
		s = w.view.place(a.At) + "    " + s
	}
	return s
}

// hows are the words for how a tool was bound, surest first.
var hows = []struct{ how, word string }{
	{"config", "config"}, {"annotation", "annotation"}, {"same-name", "name"}, {"same-words", "words"},
}

// compared is what was compared, the beginning of the last line. A reader must see
// from it when little or nothing was.
func compared(s rules.Summary) string {
	if s.Alone > 0 && s.Alone == s.Tools {
		return fmt.Sprintf("looked at %s without a spec", counted(s.Alone, "tool"))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "compared %s of %s", counted(s.Fields, "field"), counted(s.Bound, "tool"))
	var by []string
	for _, h := range hows {
		if n := s.ByHow[h.how]; n > 0 {
			by = append(by, fmt.Sprintf("%d by %s", n, h.word))
		}
	}
	if len(by) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(by, ", "))
	}
	for _, part := range []struct {
		n     int
		words string
	}{
		{s.NotComparable, fmt.Sprintf("%d not comparable", s.NotComparable)},
		{s.Local, counted(s.Local, "tool") + " local"},
		{s.Unsupported, counted(s.Unsupported, "tool") + " unsupported"},
		{s.Unbound - s.Alone, counted(s.Unbound-s.Alone, "tool") + " unbound"},
		{s.Alone, counted(s.Alone, "tool") + " without a spec"},
	} {
		if part.n > 0 {
			b.WriteString(", " + part.words)
		}
	}
	return b.String()
}

func verdict(s rules.Summary, v View) string {
	var parts []string
	if s.Errors > 0 {
		parts = append(parts, counted(s.Errors, "error"))
	}
	if s.Warnings > 0 {
		parts = append(parts, counted(s.Warnings, "warning"))
	}
	if s.Notes > 0 {
		notes := counted(s.Notes, "note")
		if v.Least > rules.Note {
			notes += " (shown with --verbose)"
		}
		parts = append(parts, notes)
	}
	if s.Waived > 0 {
		parts = append(parts, fmt.Sprintf("%d waived", s.Waived))
	}
	if s.Baselined > 0 {
		parts = append(parts, fmt.Sprintf("%d baselined", s.Baselined))
	}
	if len(parts) == 0 {
		return "no findings"
	}
	return strings.Join(parts, ", ")
}

// paint colours words. It leaves the package's global switch alone: whether to
// colour is the caller's word, not the environment's.
type paint struct {
	error, warning, note, faint *color.Color
}

func newPaint(on bool) paint {
	p := paint{
		error: color.New(color.FgRed, color.Bold), warning: color.New(color.FgYellow, color.Bold),
		note: color.New(color.FgCyan), faint: color.New(color.Faint),
	}
	for _, c := range []*color.Color{p.error, p.warning, p.note, p.faint} {
		if on {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
	return p
}

func (p paint) severity(s rules.Severity) string {
	switch s {
	case rules.Error:
		return p.error.Sprint(s)
	case rules.Warning:
		return p.warning.Sprint(s)
	}
	return p.note.Sprint(s)
}

func (p paint) waived(s string) string { return p.faint.Sprint(s) }
func (p paint) dim(s string) string    { return p.faint.Sprint(s) }
