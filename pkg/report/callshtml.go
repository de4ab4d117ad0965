package report

import (
	_ "embed" // the style and the script of the page
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

//go:embed page/calls.css
var callsStyle string

//go:embed page/calls.js
var callsScript string

// callsCausesMost is how many causes the page lists for the log as a whole.
const callsCausesMost = 20

// callsHTML is the report as one page that needs nothing else: what explains the
// failures of the log, its tools in a table, then each tool with its curve, its
// mistakes, its suspicious numbers and its fields. The drawings are part of it; the
// script only filters and sorts.
func callsHTML(r *tally.Report, v View) []byte {
	w := &callsPage{report: r, tools: calledTools(r)}
	for i := range w.tools {
		w.ids = append(w.ids, fmt.Sprintf("t%d", i+1))
	}
	said := shown(headline(r))
	w.begin(said, pageStyle+callsStyle, callsScript)
	w.put("<a class=\"skip\" href=\"#tools\">skip to the tools</a>\n<header>\n<h1>", said, "</h1>\n<p>", shown(judged(r.Summary, v)), "</p>\n")
	if v.Incomplete != "" {
		w.put("<p class=\"alarm\" role=\"alert\">", shown(v.Incomplete), "</p>\n")
	}
	w.triage()
	w.put("</header>\n<main>\n")
	w.overall()
	w.causes()
	w.overview()
	w.put("<section aria-labelledby=\"each\">\n<h2 id=\"each\">Each tool</h2>\n<div id=\"articles\">\n")
	for i := range w.tools {
		w.tool(i)
	}
	w.put("</div>\n</section>\n")
	w.strangers()
	w.broken()
	w.legend()
	w.put("</main>\n<script>", callsScript, "</script>\n</body>\n</html>\n")
	return w.out.Bytes()
}

type callsPage struct {
	page
	report *tally.Report
	tools  []calledTool
	ids    []string // of the tools' articles
}

// triage is a bar of the failures: what drift explains, and what it does not.
func (w *callsPage) triage() {
	s := w.report.Summary
	if s.Invalid <= 0 {
		return
	}
	explained := min(max(0, s.Explained), s.Invalid)
	w.put("<div class=\"triage\">\n")
	w.put(bar(explained, s.Invalid))
	fmt.Fprintf(&w.out, "<ul>\n<li><span class=\"key drift\"></span><b>%s</b> contract drift, %s: a finding of <code>tooldrift check</code> explains all that is wrong with the call</li>\n", group(explained), portion(explained, s.Invalid))
	fmt.Fprintf(&w.out, "<li><span class=\"key own\"></span><b>%s</b> unexplained, %s: the model's own mistake, as far as the contracts tell</li>\n</ul>\n</div>\n", group(s.Invalid-explained), portion(s.Invalid-explained, s.Invalid))
}

// bar is how much of a whole is drift.
func bar(explained, invalid int64) string {
	share := 100 * float64(explained) / float64(invalid)
	return fmt.Sprintf(`<svg class="bar" aria-hidden="true" width="100%%" height="14"><rect class="own" width="100%%" height="100%%"/><rect class="drift" width="%.2f%%" height="100%%"/></svg>`, share) + "\n"
}

// overall is the curve of all tools together.
func (w *callsPage) overall() {
	sum := map[string]tally.Point{}
	var starts []string
	for _, t := range w.report.Tools {
		for _, p := range t.Curve {
			of, known := sum[p.Start]
			if !known {
				starts = append(starts, p.Start)
			}
			sum[p.Start] = tally.Point{Start: p.Start, Calls: of.Calls + p.Calls, Invalid: of.Invalid + p.Invalid}
		}
	}
	slices.Sort(starts)
	var curve []tally.Point
	for _, start := range starts {
		curve = append(curve, sum[start])
	}
	if d, ok := draw(curve, w.report.Summary.Bucket, chartWidth); ok {
		w.put("<section aria-labelledby=\"overall\">\n<h2 id=\"overall\">All tools over time</h2>\n")
		w.chart("all tools", d, nil)
		w.put("</section>\n")
	}
}

// causeRow is a finding and what it explains in all tools.
type causeRow struct {
	drift *tally.Drift
	tools []int
	calls int64 // that make the most frequent mistake, a tool
	more  bool  // there are others, of the same calls or of different ones
}

func (r causeRow) least() string {
	if r.more {
		return "at least "
	}
	return ""
}

// causes lists the findings that explain failures, so that it is seen what to mend
// first.
func (w *callsPage) causes() {
	var rows []causeRow
	for i, t := range w.tools {
		for _, c := range t.causes {
			if c.drift == nil {
				continue
			}
			at := slices.IndexFunc(rows, func(r causeRow) bool { return *r.drift == *c.drift })
			if at < 0 {
				at = len(rows)
				rows = append(rows, causeRow{drift: c.drift})
			}
			rows[at].tools = append(rows[at].tools, i)
			rows[at].calls += c.faults[0].Calls
			rows[at].more = rows[at].more || len(c.faults) > 1
		}
	}
	if len(rows) == 0 {
		return
	}
	slices.SortStableFunc(rows, func(a, b causeRow) int { return sign(b.calls - a.calls) })
	w.put("<section aria-labelledby=\"causes\">\n<h2 id=\"causes\">What to mend first</h2>\n<ol class=\"causes\">\n")
	for i, r := range rows {
		if i == callsCausesMost {
			break
		}
		fmt.Fprintf(&w.out, "<li><p><b>%s</b> ", r.least()+grouped(r.calls, "failure"))
		w.put("of ")
		for j, t := range r.tools {
			if j > 0 {
				w.put(", ")
			}
			if j == 5 {
				fmt.Fprintf(&w.out, "%d more", len(r.tools)-j)
				break
			}
			w.put(`<a href="#`, w.ids[t], `">`, shown(w.tools[t].name), "</a>")
		}
		w.put("</p>")
		w.drift(r.drift)
		w.put("</li>\n")
	}
	w.put("</ol>\n")
	if more := len(rows) - callsCausesMost; more > 0 {
		fmt.Fprintf(&w.out, "<p class=\"dim\">%s more explain failures of the tools below</p>\n", counted(more, "finding"))
	}
	w.put("</section>\n")
}

// drift is a finding: its words, its place, and what to type.
func (w *callsPage) drift(d *tally.Drift) {
	w.put("<p>", shown(d.Message), " <code class=\"tag\">", shown(d.Rule), "</code>")
	if d.File != "" {
		w.put(" <small>", shown(fmt.Sprintf("%s:%d", d.File, d.Line)), "</small>")
	}
	w.put("</p>")
	if d.Fix != "" {
		w.put("<p><span class=\"dim\">fix:</span> ", shown(d.Fix), "</p>")
	}
}

// overview is the table of all tools and the filters above it.
func (w *callsPage) overview() {
	w.put("<section aria-labelledby=\"tools\">\n<h2 id=\"tools\" tabindex=\"-1\">Tools</h2>\n")
	if len(w.tools) == 0 {
		w.put("<p>no tool was read</p>\n</section>\n")
		return
	}
	w.filters()
	w.put("<div class=\"wide\" role=\"region\" aria-labelledby=\"tools\" tabindex=\"0\">\n<table id=\"overview\" aria-labelledby=\"tools\">\n<thead>\n<tr>")
	for _, head := range []string{"tool", "calls", "valid", "failures", "drift", "invalid over time"} {
		class := ""
		if head != "tool" && head != "invalid over time" {
			class = ` class="count"`
		}
		w.put(`<th scope="col"`, class, ">", head, "</th>")
	}
	w.put("</tr>\n</thead>\n<tbody>\n")
	for i, t := range w.tools {
		invalid := t.Calls - t.Valid
		w.put(`<tr class="`, strings.Join(sortsOf(t), " "), `" data-of="`, w.ids[i], `"`, sortKeys(t), `><th scope="row"><a href="#`, w.ids[i], `">`, shown(t.name), `</a></th><td class="count">`, group(t.Calls), `</td><td class="count">`)
		if t.Calls > 0 {
			w.put(portion(t.Valid, t.Calls))
		}
		w.put(`</td><td class="count">`, zeroless(invalid), `</td><td class="count">`, zeroless(t.Explained), "</td><td>")
		if d, ok := draw(t.Curve, w.report.Summary.Bucket, smallWidth); ok && invalid > 0 {
			w.put(d.small(w.curveWords(t.name, d), t.Steps), " <small>up to ", percent(d.peak()), "</small>")
		}
		w.put("</td></tr>\n")
	}
	w.put("</tbody>\n</table>\n</div>\n</section>\n")
}

func zeroless(n int64) string {
	if n == 0 {
		return ""
	}
	return group(n)
}

// sortsOf is what a tool is filtered by.
func sortsOf(t calledTool) (sorts []string) {
	if len(t.Faults) > 0 {
		sorts = append(sorts, "faults")
	}
	if len(t.steps()) > 0 {
		sorts = append(sorts, "steps")
	}
	if len(t.mixed()) > 0 {
		sorts = append(sorts, "units")
	}
	if len(sorts) == 0 {
		return []string{"sound"}
	}
	return sorts
}

// sortKeys is what tools are ordered by.
func sortKeys(t calledTool) string {
	return fmt.Sprintf(` data-calls="%d" data-failures="%d" data-share="%.6f"`, t.Calls, t.Calls-t.Valid, t.Share)
}

func (w *callsPage) filters() {
	counts := map[string]int{}
	for _, t := range w.tools {
		for _, sort := range sortsOf(t) {
			counts[sort]++
		}
	}
	w.put("<form id=\"filters\" class=\"filters\" role=\"search\" aria-label=\"filter the tools\" hidden>\n<fieldset>\n<legend>tools with</legend>\n")
	for _, s := range []struct{ sort, words string }{{"faults", "faults"}, {"steps", "steps"}, {"units", "units mixed up"}, {"sound", "none of these"}} {
		fmt.Fprintf(&w.out, "<label><input type=\"checkbox\" name=\"sort\" value=\"%s\" checked> %s (%d)</label>\n", s.sort, s.words, counts[s.sort])
	}
	w.put("</fieldset>\n<label class=\"pick\">name <input type=\"search\" name=\"name\" autocomplete=\"off\"></label>\n<label class=\"pick\">order <select name=\"order\">\n")
	for _, o := range []struct{ key, words string }{{"failures", "most failures"}, {"share", "least valid"}, {"calls", "most calls"}, {"name", "name"}} {
		w.put(`<option value="`, o.key, `">`, o.words, "</option>\n")
	}
	w.put("</select></label>\n<button type=\"reset\">show all</button>\n<output id=\"told\" role=\"status\"></output>\n</form>\n")
}

// strangers is the table of names that were called and are no tool's.
func (w *callsPage) strangers() {
	if len(w.report.Unknown) == 0 {
		return
	}
	w.put("<section aria-labelledby=\"unknown\">\n<h2 id=\"unknown\">Calls of no tool</h2>\n<p class=\"dim\">names that models called and no contract has</p>\n")
	w.put("<div class=\"wide\" role=\"region\" aria-labelledby=\"unknown\" tabindex=\"0\">\n<table aria-labelledby=\"unknown\">\n<thead>\n<tr><th scope=\"col\">name</th><th scope=\"col\" class=\"count\">calls</th><th scope=\"col\">nearest tool</th></tr>\n</thead>\n<tbody>\n")
	for _, u := range w.report.Unknown {
		w.put("<tr><th scope=\"row\"><code>", shown(u.Name), `</code></th><td class="count">`, group(u.Calls), "</td><td>")
		if u.Nearest != "" {
			w.put("<code>", shown(u.Nearest), "</code>")
		}
		w.put("</td></tr>\n")
	}
	w.put("</tbody>\n</table>\n</div>\n</section>\n")
}

func (w *callsPage) broken() {
	lines := brokenRecords(w.report)
	if len(lines) == 0 {
		return
	}
	w.put("<section aria-labelledby=\"broken\">\n<h2 id=\"broken\">Records that could not be read</h2>\n<ul>\n")
	for _, line := range lines {
		w.put("<li>", shown(line), "</li>\n")
	}
	if more := w.report.Summary.Broken - int64(len(lines)); more > 0 {
		w.put("<li>and ", group(more), " more</li>\n")
	}
	w.put("</ul>\n</section>\n")
}

func (w *callsPage) legend() {
	method := methodWords(w.report)
	if method != "" {
		method = " Here " + method + "."
	}
	w.put("<section aria-labelledby=\"reading\">\n<h2 id=\"reading\">How to read this</h2>\n<dl class=\"rules\">\n")
	for _, d := range [][2]string{
		{"valid", "The call keeps both the tool's own schema and the contract of the operation that it is bound to, strictly: \"10\" is not 10, and what is not declared is not known."},
		{"contract drift", "Every fault of the call is explained by a finding: the two contracts disagree there, or the tool's words mislead. The model did what it was told."},
		{"step", "A lasting change of the share of invalid calls; p is how likely chance alone makes one as large." + method + " Commits are those that touched the tool or its operation around that time."},
		{"units mixed up", "The values of one field lie in two clusters whose distance is a factor of units. The bars of a histogram are on a log scale from left to right; their heights are square roots, so that a few values are seen beside many."},
	} {
		w.put("<dt>", d[0], "</dt>\n<dd>", shown(d[1]), "</dd>\n")
	}
	w.put("</dl>\n</section>\n")
}
