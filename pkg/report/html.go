package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the style and the script of the page
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

//go:embed page/page.css
var pageStyle string

//go:embed page/page.js
var pageScript string

// HTML is the report as one page that needs nothing else: the fields of each tool
// beside those of the operations it calls, with the findings where they stand, then
// the waivers and what the rules say. All findings are in it, and the page chooses.
// Its content security policy lets nothing run but its own script and style.
func HTML(r *rules.Report, v View) []byte {
	w := &pageWriter{report: r, today: v.Today}
	found := shown(outcome(r, View{ShowOld: true}))
	w.begin(found, pageStyle, pageScript)
	w.put("<a class=\"skip\" href=\"#tools\">skip to the findings</a>\n<header>\n<h1>tooldrift: ", found, "</h1>\n")
	w.put("<p>", shown(compared(r.Summary)), "</p>\n")
	if v.Incomplete != "" {
		w.put("<p class=\"alarm\" role=\"alert\">", shown(v.Incomplete), "</p>\n")
	}
	if r.Base != nil {
		w.rows(news(r.Base))
		w.rows(View{}.fixed(r.Base))
	}
	w.put("</header>\n")
	sections := pageTools(r)
	w.filters(sections)
	w.put("<main>\n<section aria-labelledby=\"tools\">\n<h2 id=\"tools\" tabindex=\"-1\">Tools and what they call</h2>\n")
	for _, s := range sections {
		w.tool(s)
	}
	if len(sections) == 0 {
		w.put("<p>no tool was read</p>\n")
	}
	w.put("</section>\n")
	w.waivers()
	w.rules()
	w.put("</main>\n<script>", pageScript, "</script>\n</body>\n</html>\n")
	return w.out.Bytes()
}

// page is a page that is being written.
type page struct {
	out bytes.Buffer
}

func (w *page) put(parts ...string) {
	for _, p := range parts {
		w.out.WriteString(p)
	}
}

// begin writes all that stands before the content. The title is HTML; nothing but
// the style and the script is let work.
func (w *page) begin(title, style, script string) {
	w.put("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	w.put(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src `, hashed(style), `; script-src `, hashed(script), `; base-uri 'none'; form-action 'none'">`+"\n")
	w.put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n")
	w.put("<title>tooldrift: ", title, "</title>\n<style>", style, "</style>\n</head>\n<body>\n")
}

// hashed is a style or a script as a content security policy names it.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

var htmlMarks = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "##[", "##&#91;")

// shown is text of an input as HTML shows it, in elements and in quoted attributes.
func shown(s string) string { return htmlMarks.Replace(source.Escape(s)) }

type pageWriter struct {
	page
	report *rules.Report
	today  string
}

// rows is a list of what a change adds, or has mended.
func (w *pageWriter) rows(all []row, more int) {
	if len(all) == 0 {
		return
	}
	w.put("<ul>\n")
	for _, r := range all {
		place := ""
		if !r.at.IsZero() {
			place = "<code>" + shown(View{}.place(r.at)) + "</code> "
		}
		w.put("<li>", place, shown(r.text), "</li>\n")
	}
	if more > 0 {
		w.put("<li>and ", fmt.Sprint(more), " more</li>\n")
	}
	w.put("</ul>\n")
}

// sortOf is what a finding is filtered by: its severity, or why it does not count.
func sortOf(f *rules.Finding) string {
	switch {
	case f.Waived != nil:
		return "waived"
	case f.Old:
		return "before"
	}
	return f.Severity.String()
}

func (w *pageWriter) filters(sections []*pageTool) {
	w.put("<form id=\"filters\" class=\"filters\" role=\"search\" aria-label=\"filter the findings\" hidden>\n<fieldset>\n<legend>severity</legend>\n")
	counts := map[string]int{}
	for _, f := range w.report.Findings {
		counts[sortOf(f)]++
	}
	sorts := []string{"error", "warning", "note", "waived"}
	if w.report.Base != nil {
		sorts = append(sorts, "before")
	}
	for _, sort := range sorts {
		fmt.Fprintf(&w.out, "<label><input type=\"checkbox\" name=\"sort\" value=\"%s\" checked> %s (%d)</label>\n", sort, strings.Replace(sort, "before", "as before", 1), counts[sort])
	}
	w.put("</fieldset>\n<label class=\"pick\">rule <select name=\"rule\">\n<option value=\"\">all rules</option>\n")
	for _, rule := range w.used() {
		w.put("<option>", rule.ID, "</option>\n")
	}
	w.put("</select></label>\n<label class=\"pick\">tool <select name=\"tool\">\n<option value=\"\">all tools</option>\n")
	for _, s := range sections {
		w.put("<option value=\"", s.id, "\">", shown(s.name()), "</option>\n")
	}
	w.put("</select></label>\n<label><input type=\"checkbox\" name=\"agreed\" checked> fields without findings</label>\n")
	w.put("<button type=\"reset\">show all</button>\n<output id=\"told\" role=\"status\"></output>\n</form>\n")
}

// used are the rules that have found something, in the order of the documentation.
func (w *pageWriter) used() []*rules.Rule {
	found := map[string]bool{}
	for _, f := range w.report.Findings {
		found[f.Rule] = true
	}
	return slices.DeleteFunc(slices.Clone(rules.All), func(r *rules.Rule) bool { return !found[r.ID] })
}

// waivers lists what accepts findings, or would, each with the day it was written
// where that is known.
func (w *pageWriter) waivers() {
	w.put("<section aria-labelledby=\"waivers\">\n<h2 id=\"waivers\">Waivers</h2>\n")
	if n := w.report.Summary.Baselined; n > 0 {
		w.put("<p>", counted(n, "finding"), " more accepted by the baseline</p>\n")
	}
	if len(w.report.Waivers) == 0 {
		w.put("<p>there is none</p>\n</section>\n")
		return
	}
	columns := []string{"rule", "tool", "field", "reason", "since", "until", "owner", "findings", "state", "place"}
	var rows [][]string
	for _, u := range w.report.Waivers {
		place, since := "", u.Since
		if !u.At.IsZero() {
			place = View{}.place(u.At)
		}
		if days, ok := u.Age(w.today); ok {
			since += ", " + counted(days, "day")
		}
		covers := fmt.Sprint(len(u.Covers))
		rows = append(rows, []string{u.Rule, u.Tool, strings.Join(u.Fields, ", "), u.Reason, since, u.Until, u.Owner, covers, u.State, place})
	}
	said := make([]bool, len(columns))
	for i := range columns {
		said[i] = slices.ContainsFunc(rows, func(row []string) bool { return row[i] != "" })
	}
	w.put("<div class=\"wide\" role=\"region\" aria-labelledby=\"waivers\" tabindex=\"0\">\n<table>\n<caption>what is accepted, why, and how long</caption>\n<thead>\n<tr>")
	for i, head := range columns {
		if said[i] {
			w.put("<th scope=\"col\">", head, "</th>")
		}
	}
	w.put("</tr>\n</thead>\n<tbody>\n")
	for _, row := range rows {
		w.put("<tr>")
		for i, text := range row {
			switch {
			case !said[i]:
			case columns[i] == "reason":
				w.put("<td class=\"words\">", shown(text), "</td>")
			default:
				w.put("<td>", shown(text), "</td>")
			}
		}
		w.put("</tr>\n")
	}
	w.put("</tbody>\n</table>\n</div>\n</section>\n")
}

// rules says what the rules that found something are about.
func (w *pageWriter) rules() {
	used := w.used()
	if len(used) == 0 {
		return
	}
	w.put("<section aria-labelledby=\"rules\">\n<h2 id=\"rules\">Rules</h2>\n<dl class=\"rules\">\n")
	for _, r := range used {
		w.put("<dt id=\"rule-", r.ID, "\"><code>", r.ID, "</code></dt>\n<dd>", shown(r.Summary))
		var said []string
		for p := range strings.SplitSeq(r.Explain(), "\n\n") {
			said = append(said, shown(strings.ReplaceAll(strings.TrimSpace(p), "\n", " ")))
		}
		w.put("<details><summary>why it matters, how to mend it, when to waive it</summary><p>", strings.Join(said, "</p><p>"), "</p></details></dd>\n")
	}
	w.put("</dl>\n</section>\n")
}
