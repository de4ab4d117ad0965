package report

import (
	"fmt"

	gold "github.com/tooldrift/tooldrift/pkg/calls/golden"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// How much of a report on golden calls is printed where View.Verbose does not ask
// for all of it; what is left out is counted.
const (
	goldenMissed = 20 // things that are wrong with answers
	goldenTools  = 20 // tools that have something wrong
	goldenStrays = 5
)

// goldenText is the report for people: findings on golden calls as check prints its
// own, then what is wrong with answers, a line each, the scores of the tools and
// fields that are not all right, what fell since the earlier result, and a closing
// line that says what was judged.
func goldenText(r *gold.Result, v View) []byte {
	w := &goldenWriter{textWriter{view: v, paint: newPaint(v.Color)}, r}
	for _, f := range r.Findings {
		w.finding(f)
	}
	if r.Summary.Scored {
		w.missed()
		if !v.Brief {
			w.tools()
		}
		w.left()
	}
	if r.Against != nil {
		w.against(r.Against)
	}
	if v.Verbose {
		for _, u := range r.Uncovered {
			w.line("not covered: " + source.Escape(uncoveredWords(u)))
		}
	}
	for _, line := range goldenLimits(r) {
		w.line(line)
	}
	w.line(source.Escape(goldenOutcome(r)))
	return w.out.Bytes()
}

type goldenWriter struct {
	textWriter
	result *gold.Result
}

func (w *goldenWriter) finding(f gold.Finding) {
	tool := ""
	if f.Tool != "" && f.Kind != "unknown-tool" { // whose message names it
		tool = source.Escape(f.Tool) + ": "
	}
	at, there := w.view.goldenPlace(f.At), w.view.goldenPlace(f.ToolAt)
	w.line(fmt.Sprintf("%s: %s: %s%s %s", at, w.paint.error.Sprint("error"), tool, source.Escape(f.Message), w.paint.dim("["+string(f.Kind)+"]")))
	if w.view.Brief {
		return
	}
	width := max(len([]rune(at)), len([]rune(there)))
	w.line(fmt.Sprintf("  golden  %-*s    %s", width, at, Excerpt(f.Span)))
	if there != "" {
		w.line(fmt.Sprintf("  %-6s  %-*s    %s", goldenSide(f), width, there, Excerpt(f.ToolSpan)))
	}
	if f.Case != "" {
		w.line("  case    " + source.Escape(f.Case))
	}
	if f.Drift != nil {
		w.line("  drift   " + source.Escape(f.Drift.Message) + " " + w.paint.dim("["+f.Drift.Rule+"]"))
	}
	if f.Fix != "" {
		w.line("  fix     " + source.Escape(f.Fix))
	}
}

func (w *goldenWriter) missed() {
	var all []missed
	for i := range w.result.Runs {
		all = append(all, missedIn(&w.result.Runs[i])...)
	}
	for i, m := range all {
		if i == goldenMissed && !w.view.Verbose {
			w.line(fmt.Sprintf("... and %d more; --verbose shows all", len(all)-i))
			return
		}
		place := ""
		if m.line > 0 {
			place = fmt.Sprintf("%s:%d: ", w.view.path(m.log), m.line)
		}
		w.line(place + source.Escape(m.text))
		if m.note != "" && !w.view.Brief {
			w.line("  note    " + source.Escape(m.note))
		}
	}
}

func (w *goldenWriter) tools() {
	shown, more, right := 0, 0, 0
	for _, t := range w.result.Tools {
		switch perfect := t.Right == t.Calls && t.Extra == 0; {
		case perfect && !w.view.Verbose:
			right++
			continue
		case shown == goldenTools && !w.view.Verbose:
			more++
			continue
		}
		shown++
		w.line(source.Escape(t.Tool + ": " + goldenToolWords(t)))
		width := 0
		for _, f := range t.Fields {
			if f.Exact < f.Scored || w.view.Verbose {
				width = max(width, len([]rune(source.Escape(f.Field))))
			}
		}
		for _, f := range t.Fields {
			if f.Exact < f.Scored || w.view.Verbose {
				w.line(fmt.Sprintf("  %-*s  %s", width, source.Escape(f.Field), fieldWords(f)))
			}
		}
	}
	if more > 0 {
		w.line(fmt.Sprintf("%s more with something wrong; --verbose shows all", counted(more, "tool")))
	}
	if right > 0 {
		w.line(fmt.Sprintf("%s all right", counted(right, "tool")))
	}
}

// left is what of the logs and the cases met nothing.
func (w *goldenWriter) left() {
	if n := len(w.result.Absent); n > 0 {
		w.line(source.Escape(fmt.Sprintf("no log mentions %s: %s", counted(n, "case"), someOf(w.result.Absent))))
	}
	for i, s := range w.result.Strays {
		if i == goldenStrays && !w.view.Verbose {
			w.line(fmt.Sprintf("... and %d more prompts without a case", w.result.Summary.Strays-i))
			break
		}
		w.line(source.Escape(strayWords(s)))
	}
	for _, b := range w.result.Broken {
		w.line(fmt.Sprintf("%s:%d: not read: %s", w.view.path(b.Log), b.Line, source.Escape(b.Why)))
	}
}

func strayWords(s gold.Stray) string {
	if s.Case == "" {
		return fmt.Sprintf("%s of the logs name no prompt", counted(s.Calls, "call"))
	}
	text := fmt.Sprintf("%s of the prompt %s, which no case has", counted(s.Calls, "call"), s.Case)
	if s.Nearest != "" {
		text += "; did you mean " + s.Nearest + "?"
	}
	return text
}

func (w *goldenWriter) against(c *gold.Comparison) {
	for _, f := range c.Fell {
		w.line(w.paint.error.Sprint("fell") + ": " + source.Escape(changeWords(f, true)))
	}
	for _, f := range c.Rose {
		w.line("rose: " + source.Escape(changeWords(f, false)))
	}
	if c.Runs == 0 {
		w.line("nothing was compared with " + w.view.path(c.File) + ": it has none of these cases")
	}
}
