package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

const (
	pageCauses   = 40 // causes of a tool
	pageExamples = 3  // of a fault of the first causes; one of the others
	pageFirst    = 10
)

func (w *callsPage) tool(i int) {
	t, id := w.tools[i], w.ids[i]
	w.put(`<article class="tool `, strings.Join(sortsOf(t), " "), `" id="`, id, `" aria-labelledby="`, id, `h"`, sortKeys(t), `>`+"\n<header><h3 id=\"", id, "h\">", shown(t.name), "</h3>\n")
	if len(t.Operations) > 0 {
		w.put("<p>calls")
		for j, op := range t.Operations {
			if j > 0 {
				w.put(",")
			}
			w.put(" <code>", shown(op), "</code>")
		}
		w.put("</p>\n")
	}
	w.put(`<p class="dim">`, shown(toolWords(t.Tool)), "</p></header>\n")
	steps := t.steps()
	if d, ok := draw(t.Curve, w.report.Summary.Bucket, chartWidth); ok && (t.Calls > t.Valid || len(steps) > 0) {
		w.chart(t.name, d, steps)
	}
	w.steps(t, steps)
	w.faults(id, t)
	w.units(t)
	w.answers(t)
	w.fields(id, t)
	w.put("</article>\n")
}

// chart is a drawing with its axes.
func (w *callsPage) chart(name string, d drawing, steps []fieldStep) {
	bucket := w.report.Summary.Bucket
	words := w.curveWords(name, d)
	for i, s := range steps {
		words += fmt.Sprintf("; step %d %s", i+1, moment(s.At, bucket))
	}
	w.put("<figure class=\"curve\">\n<figcaption class=\"dim\">share of invalid calls, and below it how many calls there are</figcaption>\n")
	w.put("<div class=\"axis\" aria-hidden=\"true\"><span>", strconv.FormatFloat(100*d.top, 'g', 3, 64), " %</span><span>0 %</span></div>\n", d.chart(words, steps), "\n<div class=\"ends\" aria-hidden=\"true\">")
	for _, at := range d.ticks() {
		w.put("<span>", d.moment(at, bucket), "</span>")
	}
	w.put("</div>\n</figure>\n")
}

// curveWords say what a curve shows.
func (w *callsPage) curveWords(name string, d drawing) string {
	bucket := w.report.Summary.Bucket
	return fmt.Sprintf("share of invalid calls of %s from %s to %s, at most %s", name, d.moment(d.from, bucket), d.moment(d.last, bucket), percent(d.peak()))
}

// steps are numbered as they are in the drawing.
func (w *callsPage) steps(t calledTool, steps []fieldStep) {
	if len(steps) == 0 {
		return
	}
	w.put("<ol class=\"steps\">\n")
	for _, s := range steps {
		text := stepWords(s.Step, w.report.Summary.Bucket)
		if s.field != "" {
			text = s.field + " " + text
		}
		w.put("<li><b>", shown(text), "</b>")
		if f := t.accounts(s.Step); f != nil && len(t.Faults) > 1 {
			w.put(", most of it: ", shown(f.Text))
		}
		for i := range s.Commits {
			c := &s.Commits[i]
			w.put("<p><span class=\"key commit\"></span>commit <code>", shown(c.Hash), "</code> ", shown(day(c.Time)), " <small>", shown(c.File), "</small> ", shown(c.Subject), "</p>")
		}
		w.put("</li>\n")
	}
	w.put("</ol>\n")
}

// faults are the mistakes by what explains them, each with calls that make it.
func (w *callsPage) faults(id string, t calledTool) {
	if len(t.causes) == 0 {
		return
	}
	w.put("<h4 id=\"", id, "f\">Mistakes</h4>\n<ul class=\"rows\">\n")
	for n, c := range t.causes[:min(len(t.causes), pageCauses)] {
		examples := pageExamples
		if n >= pageFirst {
			examples = 1
		}
		word, class := "unexplained", "own"
		if c.drift != nil {
			word, class = "contract drift", "drift"
		}
		w.put(`<li class="cause `, class, `"><p class="word">`, word, "</p>")
		if c.drift != nil {
			w.drift(c.drift)
		}
		for i, f := range c.faults {
			if i == pageCauses {
				fmt.Fprintf(&w.out, "<p class=\"dim\">and %s more</p>", counted(len(c.faults)-i, "fault"))
				break
			}
			w.fault(t, f, examples)
		}
		w.put("</li>\n")
	}
	if more := len(t.causes) - pageCauses; more > 0 {
		fmt.Fprintf(&w.out, "<li class=\"cause\"><p class=\"dim\">%s more, each of at most %s; the JSON report has them all</p></li>\n", counted(more, "cause"), grouped(t.causes[pageCauses].faults[0].Calls, "call"))
	}
	w.put("</ul>\n")
}

func (w *callsPage) fault(t calledTool, f *tally.Fault, examples int) {
	w.put(`<div class="fault"><p><b>`, grouped(f.Calls, "call"), "</b> ", shown(f.Text), ` <code class="tag">`, shown(kindWords(f)), "</code>")
	if invalid := t.Calls - t.Valid; invalid > 0 {
		w.put(" <small>", portion(min(f.Calls, invalid), invalid), " of the failures", shown(faultDays(f)), "</small>")
	}
	w.put("</p>")
	if len(f.Examples) > 0 {
		w.examples(f.Examples[:min(len(f.Examples), examples)])
	}
	w.put("</div>")
}

// examples are lines, or places in one line where nothing was sent.
func (w *callsPage) examples(all []tally.Example) {
	if !slices.ContainsFunc(all, func(e tally.Example) bool { return e.Got != "" || e.Send != "" }) {
		var places []string
		for _, e := range all {
			places = append(places, shown(fmt.Sprintf("%s:%d", e.Log, e.Line)))
		}
		w.put(`<p class="examples"><small>`, strings.Join(places, ", "), "</small></p>")
		return
	}
	w.put("<ul class=\"examples\">")
	for _, e := range all {
		w.example(&e)
	}
	w.put("</ul>")
}

// faultDays is when a mistake was made: ", 2026-03-14 to 2026-12-31".
func faultDays(f *tally.Fault) string {
	first, last := day(f.First), day(f.Last)
	switch {
	case first == "":
		return ""
	case first == last:
		return ", " + first
	}
	return ", " + first + " to " + last
}

func (w *callsPage) example(e *tally.Example) {
	w.put("<li><small>", shown(fmt.Sprintf("%s:%d", e.Log, e.Line)), "</small>")
	if e.Got != "" {
		w.put(" sent <code>", shown(e.Got), "</code>")
	}
	if e.Send != "" {
		w.put(" should send <code>", shown(e.Send), "</code>")
	}
	w.put("</li>")
}

// units are the fields whose values mix two units.
func (w *callsPage) units(t calledTool) {
	for _, f := range t.mixed() {
		for i := range f.Mixups {
			m := &f.Mixups[i]
			words := mixupWords(f.Field, m)
			w.put("<div class=\"mixed\">\n<h4>Units mixed up</h4>\n<p>", shown(words), "</p>\n")
			if drawn := histogram(f.Histogram, m, "values of "+words); drawn != "" {
				w.put("<figure>\n", drawn, "\n<figcaption class=\"dim\">values of <code>", shown(f.Field), "</code> on a log scale</figcaption>\n</figure>\n")
			}
			w.put("<p><span class=\"dim\">such as</span> ", codes(m.Low.Examples), " <span class=\"dim\">beside</span> ", codes(m.High.Examples))
			if when := periodWords(m); when != "" {
				w.put("; ", shown(when))
			}
			w.put("</p>\n")
			if m.Drift != nil {
				w.drift(m.Drift)
			}
			w.put("</div>\n")
		}
	}
}

func codes(texts []string) string {
	var all []string
	for _, text := range texts {
		all = append(all, "<code>"+shown(text)+"</code>")
	}
	return strings.Join(all, ", ")
}

// answers are what callers and servers did about failures.
func (w *callsPage) answers(t calledTool) {
	var all []string
	if t.Retries > 0 {
		all = append(all, retryWords(t.Tool))
	}
	if words := answerWords(t.Tool); words != "" {
		all = append(all, words)
	}
	if len(all) > 0 {
		w.put("<p class=\"then\">", shown(strings.Join(all, "; ")), "</p>\n")
	}
}

// fields is a table of those with something to tell, and the names of the others.
func (w *callsPage) fields(id string, t calledTool) {
	var rows, sound []*tally.Field
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Invalid > 0 || len(f.Steps) > 0 || len(f.Mixups) > 0 {
			rows = append(rows, f)
		} else {
			sound = append(sound, f)
		}
	}
	if len(rows) > 0 {
		w.put("<h4 id=\"", id, "t\">Fields</h4>\n<div class=\"wide\" role=\"region\" aria-labelledby=\"", id, "t\" tabindex=\"0\">\n<table aria-labelledby=\"", id, "t\">\n<thead>\n<tr>")
		w.put(`<th scope="col">field</th><th scope="col" class="count">sent</th><th scope="col" class="count">invalid</th><th scope="col" class="count">valid</th>`)
		units := slices.ContainsFunc(rows, func(f *tally.Field) bool { return f.Unit != "" })
		if units {
			w.put(`<th scope="col">unit</th>`)
		}
		w.put(`<th scope="col">invalid over time</th></tr>` + "\n</thead>\n<tbody>\n")
		for _, f := range rows {
			w.field(f, units)
		}
		w.put("</tbody>\n</table>\n</div>\n")
	}
	if len(sound) > 0 {
		var names []string
		for _, f := range sound {
			names = append(names, "<code>"+shown(f.Field)+"</code> "+group(f.Sent))
		}
		w.put("<details class=\"more\"><summary>", counted(len(sound), "field"), " without faults</summary><p>", strings.Join(names, ", "), "</p></details>\n")
	}
}

func (w *callsPage) field(f *tally.Field, units bool) {
	w.put(`<tr><th scope="row"><code>`, shown(f.Field), "</code>")
	if !f.Known {
		w.put(" <small>not declared</small>")
	}
	w.put(`</th><td class="count">`, group(f.Sent), `</td><td class="count">`, zeroless(f.Invalid), `</td><td class="count">`, percent(f.Share), "</td>")
	if units {
		w.put("<td>", shown(f.Unit), "</td>")
	}
	w.put("<td>")
	if d, ok := draw(f.Curve, w.report.Summary.Bucket, smallWidth); ok && f.Invalid > 0 {
		w.put(d.small("at most "+percent(d.peak())+" invalid", f.Steps), " <small>up to ", percent(d.peak()), "</small>")
	}
	w.put("</td></tr>\n")
}
