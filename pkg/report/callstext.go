package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// How much of a report on calls is printed where View.Verbose does not ask for all
// of it; what is left out is counted.
const (
	callsTools   = 8  // tools with rows below their line
	callsLines   = 40 // tools with a line
	callsCauses  = 3  // causes of a tool
	callsFaults  = 3  // faults of a cause
	callsPart    = 50 // what fewer than one in so many failures have is not printed, but for the first
	callsSteps   = 3  // steps of a tool
	callsMixups  = 4  // mix-ups of a tool
	callsFields  = 4  // fields of a tool, those with most faults
	callsUnknown = 5  // names that are no tool's
	callsBroken  = 3  // records that could not be read
	callsPlain   = 12 // tools without faults that are named
)

// callsText is the report for people: the whole log in a line, the tools below it,
// those with most invalid calls first, and a closing line that says what was judged.
func callsText(r *tally.Report, v View) []byte {
	w := &callsWriter{textWriter{view: v, paint: newPaint(v.Color)}, r}
	w.says(headline(r))
	if v.Incomplete != "" {
		w.says(v.Incomplete)
	}
	if v.Brief {
		w.says(judged(r.Summary, v))
		return w.out.Bytes()
	}
	w.tools(calledTools(r))
	w.unknown()
	w.broken()
	if words := methodWords(r); words != "" {
		w.says(words)
	}
	w.says(judged(r.Summary, v))
	return w.out.Bytes()
}

type callsWriter struct {
	textWriter
	report *tally.Report
}

func (w *callsWriter) says(s string) { w.line(source.Escape(s)) }

// row is a line below a tool's own. Its text is escaped already.
func (w *callsWriter) row(label, text string) {
	padded := fmt.Sprintf("%-6s", label)
	switch label {
	case "fault":
		padded = w.paint.error.Sprint(padded)
	case "step", "units":
		padded = w.paint.warning.Sprint(padded)
	}
	w.line("  " + padded + "  " + text)
}

// most is how many of n things are printed.
func (w *callsWriter) most(n, brief int) int {
	if w.view.Verbose {
		return n
	}
	return min(n, brief)
}

func (w *callsWriter) tools(all []calledTool) {
	var plain []calledTool
	var lines, below, left int
	for _, t := range all {
		switch {
		case t.plain() && !w.view.Verbose:
			plain = append(plain, t)
		case !w.view.Verbose && lines == callsLines:
			left++
		default:
			lines++
			w.says(t.name + ": " + toolWords(t.Tool))
			if below < callsTools || w.view.Verbose {
				below++
				w.tool(t)
			}
		}
	}
	if left > 0 {
		w.says(fmt.Sprintf("%s more with faults; --verbose shows all", counted(left, "tool")))
	}
	w.plain(plain)
}

// toolWords are the counts of a tool: "1,204 calls, 62.3 % valid; ...".
func toolWords(t *tally.Tool) string {
	if t.Calls == 0 {
		return "never called"
	}
	text := grouped(t.Calls, "call") + ", " + portion(t.Valid, t.Calls) + " valid"
	if invalid := t.Calls - t.Valid; invalid > 0 {
		text += "; " + triage(t.Explained, invalid)
	}
	return text
}

// plain names the tools of which there is nothing to tell, in a line.
func (w *callsWriter) plain(all []calledTool) {
	var names, never []string
	for _, t := range all {
		if t.Calls == 0 {
			never = append(never, t.name)
			continue
		}
		names = append(names, fmt.Sprintf("%s (%s)", t.name, group(t.Calls)))
	}
	w.named(names, "without faults")
	w.named(never, "never called")
}

func (w *callsWriter) named(names []string, what string) {
	if len(names) == 0 {
		return
	}
	text := counted(len(names), "tool") + " " + what + ": " + strings.Join(names[:min(len(names), callsPlain)], ", ")
	if more := len(names) - callsPlain; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	w.says(text)
}

func (w *callsWriter) tool(t calledTool) {
	if w.view.Verbose && len(t.Operations) > 0 {
		w.row("calls", source.Escape(strings.Join(t.Operations, ", ")))
	}
	w.curve("curve", t.Curve)
	w.steps(t)
	w.causes(t)
	w.mixups(t)
	w.fields(t)
	if t.Retries > 0 {
		w.row("again", retryWords(t.Tool))
	}
	if words := answerWords(t.Tool); words != "" {
		w.row("answer", words)
	}
}

// curve is a row where some of the calls are invalid.
func (w *callsWriter) curve(label string, curve []tally.Point) {
	bucket := w.report.Summary.Bucket
	drawn, c, least, most := spark(curve, bucket, w.view.ASCII)
	if drawn == "" || most == 0 {
		return
	}
	w.row(label, fmt.Sprintf("%s  %s invalid, %s to %s", drawn, shares(least, most),
		c.moment(c.from, bucket), c.moment(c.last, bucket)))
}

func (w *callsWriter) steps(t calledTool) {
	all := t.steps()
	for _, s := range all[:w.most(len(all), callsSteps)] {
		text := stepWords(s.Step, w.report.Summary.Bucket)
		if s.field != "" {
			text = s.field + " " + text
		}
		if f := t.accounts(s.Step); f != nil && len(t.Faults) > 1 {
			text += ", most of it: " + f.Text
		}
		w.row("step", source.Escape(text))
		for i := range s.Commits {
			c := &s.Commits[i]
			w.row("commit", source.Escape(fmt.Sprintf("%s (the %s side)", commitWords(c, w.file(c.File)), c.Side)))
		}
	}
	w.left(len(all)-callsSteps, "step")
}

// file is a file's name from the root as this view shows it; not escaped yet.
func (w *callsWriter) file(name string) string {
	if w.view.Path == nil || name == "" {
		return name
	}
	return w.view.Path(name)
}

// left says how many things are not printed, where there are any.
func (w *callsWriter) left(n int, word string) {
	if n > 0 && !w.view.Verbose {
		w.row("", fmt.Sprintf("%s more; --verbose shows all", counted(n, word)))
	}
}

func (w *callsWriter) causes(t calledTool) {
	n := w.most(len(t.causes), callsCauses)
	// A few calls beside many others wait for --verbose.
	for n > 1 && !w.view.Verbose && t.causes[n-1].faults[0].Calls*callsPart < t.Calls-t.Valid {
		n--
	}
	for _, c := range t.causes[:n] {
		for _, f := range c.faults[:w.most(len(c.faults), callsFaults)] {
			w.fault(f)
		}
		w.left(len(c.faults)-callsFaults, "fault")
		if c.drift != nil {
			w.drift(c.drift)
		}
	}
	left := 0
	for _, c := range t.causes[n:] {
		left += len(c.faults)
	}
	w.left(left, "fault")
}

func (w *callsWriter) fault(f *tally.Fault) {
	share := ""
	if f.Drift == nil {
		share = ", unexplained"
	}
	w.row("fault", fmt.Sprintf("%s%s: %s %s", grouped(f.Calls, "call"), share, source.Escape(f.Text), w.paint.dim("["+source.Escape(kindWords(f))+"]")))
	for i := range f.Examples[:w.most(len(f.Examples), 1)] {
		e := &f.Examples[i]
		w.row("at", source.Escape(exampleWords(f, e, w.view.Verbose)))
	}
}

// exampleWords are a place of a log, what was sent there and what should have been.
func exampleWords(f *tally.Fault, e *tally.Example, all bool) string {
	text := fmt.Sprintf("%s:%d", e.Log, e.Line)
	got, send := sentWords(f, e)
	var parts []string
	if got != "" {
		parts = append(parts, "sent "+got)
	}
	if all && f.Kind != "unknown-field" && !strings.Contains(f.Text, f.Want) {
		parts = append(parts, "valid is "+f.Want)
	}
	if send != "" {
		parts = append(parts, "should send "+send)
	}
	if len(parts) == 0 {
		return text
	}
	return text + "  " + strings.Join(parts, ", ")
}

func (w *callsWriter) drift(d *tally.Drift) {
	place := ""
	if d.File != "" {
		place = fmt.Sprintf("%s:%d: ", source.Escape(w.file(d.File)), d.Line)
	}
	w.row("drift", place+source.Escape(d.Message)+" "+w.paint.dim("["+source.Escape(d.Rule)+"]"))
	if d.Fix != "" {
		w.row("fix", source.Escape(d.Fix))
	}
}

func (w *callsWriter) mixups(t calledTool) {
	n := 0
	for _, f := range t.mixed() {
		for i := range f.Mixups {
			if n++; n > callsMixups && !w.view.Verbose {
				continue
			}
			m := &f.Mixups[i]
			w.row("units", source.Escape(mixupWords(f.Field, m)))
			text := "such as " + strings.Join(m.Low.Examples, ", ") + " beside " + strings.Join(m.High.Examples, ", ")
			if when := periodWords(m); when != "" {
				text += "; " + when
			}
			w.row("", source.Escape(text))
			if m.Drift != nil {
				w.drift(m.Drift)
			}
		}
	}
	w.left(n-callsMixups, "mix-up")
}

// fields are those with faults in a row, or all of them, a row each.
func (w *callsWriter) fields(t calledTool) {
	if w.view.Verbose {
		w.allFields(t)
		return
	}
	weak := t.weak()
	if len(weak) == 0 {
		return
	}
	n := min(len(weak), callsFields)
	for n > 1 && weak[n-1].Invalid*callsPart < t.Calls-t.Valid {
		n--
	}
	var parts []string
	for _, f := range weak[:n] {
		parts = append(parts, fmt.Sprintf("%s %s", f.Field, percent(f.Share)))
	}
	text := strings.Join(parts, ", ") + " valid"
	if more := len(weak) - n; more > 0 {
		text += fmt.Sprintf("; %d more with faults", more)
	}
	if sound := len(t.Fields) - len(weak); sound > 0 {
		text += fmt.Sprintf("; %s without faults", counted(sound, "field"))
	}
	w.row("fields", source.Escape(text))
}

func (w *callsWriter) allFields(t calledTool) {
	width := 0
	for _, f := range t.Fields {
		width = max(width, utf8.RuneCountInString(source.Escape(f.Field)))
	}
	for _, f := range t.Fields {
		text := fmt.Sprintf("%-*s  sent %s, %s valid", width, source.Escape(f.Field), group(f.Sent), percent(f.Share))
		if f.Invalid > 0 {
			text += fmt.Sprintf(", %s invalid", group(f.Invalid))
		}
		if f.Unit != "" {
			text += ", in " + source.Escape(f.Unit)
		}
		if !f.Known {
			text += ", not declared"
		}
		if drawn, _, _, most := spark(f.Curve, w.report.Summary.Bucket, w.view.ASCII); most > 0 {
			text += "  " + drawn
		}
		w.row("field", text)
	}
}

// unknown are the names that were called and are no tool's.
func (w *callsWriter) unknown() {
	all := strangers(w.report)
	for _, text := range all[:w.most(len(all), callsUnknown)] {
		w.says(text)
	}
	if more := len(all) - callsUnknown; more > 0 && !w.view.Verbose {
		w.says(fmt.Sprintf("%s more that no tool has; --verbose shows all", counted(more, "name")))
	}
}

// broken are records that could not be read; the report has some of them only.
func (w *callsWriter) broken() {
	all := brokenRecords(w.report)
	n := w.most(len(all), callsBroken)
	for _, text := range all[:n] {
		w.says(text)
	}
	if more := w.report.Summary.Broken - int64(n); more > 0 && n > 0 {
		w.says(grouped(more, "record") + " more not read")
	}
}
