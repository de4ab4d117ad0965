package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// pageTool is a section of the page: one tool, what it calls, and what was found.
type pageTool struct {
	id       string
	binding  rules.Binding
	found    bool // the report has a binding of it
	several  bool // the report is of several contracts
	fields   []pageField
	whole    []*rules.Finding // on no field that is listed
	findings []*rules.Finding
}

// pageField is a row: the field of each side and what was found on it.
type pageField struct {
	rules.FieldPair
	findings []*rules.Finding
}

func (s *pageTool) name() string {
	name := s.binding.Tool
	if name == "" {
		name = "on no tool"
	}
	if s.several && s.binding.Contract != "" {
		name = s.binding.Contract + ": " + name
	}
	return name
}

// counts says how many findings there are; those that the base has too, apart.
func (s *pageTool) counts() string {
	fresh := slices.DeleteFunc(slices.Clone(s.findings), func(f *rules.Finding) bool { return f.Old && f.Waived == nil })
	old := len(s.findings) - len(fresh)
	switch {
	case old == 0:
		return severities(fresh)
	case len(fresh) == 0:
		return fmt.Sprintf("%d as before", old)
	}
	return severities(fresh) + fmt.Sprintf(", %d as before", old)
}

// pageTools are the sections in the order of the page: those with the worst findings
// first, then as the tools were read.
func pageTools(r *rules.Report) []*pageTool {
	type key struct{ contract, tool string }
	of := map[key]*pageTool{}
	var all []*pageTool
	section := func(b rules.Binding, found bool) *pageTool {
		k := key{b.Contract, b.Tool}
		if of[k] == nil {
			of[k] = &pageTool{binding: b, found: found}
			all = append(all, of[k])
		}
		return of[k]
	}
	several := false
	for _, b := range r.Bindings {
		section(b, true)
		several = several || b.Contract != r.Bindings[0].Contract
	}
	for _, f := range r.Findings {
		s := section(rules.Binding{Contract: f.Contract, Tool: f.Tool, Operations: f.Operations}, false)
		s.findings = append(s.findings, f)
	}
	slices.SortStableFunc(all, func(a, b *pageTool) int { return worst(b.findings) - worst(a.findings) })
	for i, s := range all {
		s.id, s.several = fmt.Sprintf("t%d", i+1), several
		s.place()
	}
	return all
}

// worst ranks findings: above all errors, then the other severities, then what was
// there before, then what is accepted.
func worst(all []*rules.Finding) int {
	rank := 0
	for _, f := range all {
		one := 1
		switch {
		case f.Waived == nil && f.Old:
			one = 2
		case f.Waived == nil:
			one = 2 + int(f.Severity)
		}
		rank = max(rank, one)
	}
	return rank
}

// place puts each finding on the row of its field: of the operation that it is
// about, where the tool calls several.
func (s *pageTool) place() {
	if s.binding.Fields != nil {
		for _, p := range s.binding.Fields() {
			s.fields = append(s.fields, pageField{FieldPair: p})
		}
	}
	for _, f := range s.findings {
		s.join(f)
		row := slices.IndexFunc(s.fields, func(p pageField) bool { return slices.Contains(f.Operations, p.Operation) && p.holds(f) })
		if row < 0 {
			row = slices.IndexFunc(s.fields, func(p pageField) bool { return p.holds(f) })
		}
		if row < 0 {
			s.whole = append(s.whole, f)
			continue
		}
		s.fields[row].findings = append(s.fields[row].findings, f)
	}
	for _, p := range s.fields {
		slices.SortStableFunc(p.findings, worseFirst)
	}
	slices.SortStableFunc(s.whole, worseFirst)
}

func (p pageField) holds(f *rules.Finding) bool {
	return f.Field != "" && (p.Tool.Path == f.Field || p.Tool.Path == "" && p.API.Path == f.Field) || f.APIField != "" && p.API.Path == f.APIField
}

// join puts the two fields of a finding that nothing paired, such as a renamed one,
// on one row.
func (s *pageTool) join(f *rules.Finding) {
	if f.Field == "" || f.APIField == "" {
		return
	}
	alone := func(tool, api string) int {
		return slices.IndexFunc(s.fields, func(p pageField) bool {
			return p.Tool.Path == tool && p.API.Path == api && slices.Contains(f.Operations, p.Operation)
		})
	}
	left, right := alone(f.Field, ""), alone("", f.APIField)
	if left < 0 || right < 0 {
		return
	}
	s.fields[left].API, s.fields[left].Excused = s.fields[right].API, false
	s.fields[left].findings = append(s.fields[left].findings, s.fields[right].findings...)
	s.fields = slices.Delete(s.fields, right, right+1)
}

// dull reports whether a row has nothing to look at: an optional field of the API that
// the tool does not offer, on which nothing was found.
func (p pageField) dull() bool {
	return len(p.findings) == 0 && p.Tool.Path == "" && (!p.API.Required || p.Excused)
}

func (w *pageWriter) tool(s *pageTool) {
	w.put("<article class=\"tool\" id=\"", s.id, "\" aria-labelledby=\"", s.id, "h\">\n<header><h3 id=\"", s.id, "h\">", shown(s.name()), "</h3>\n")
	switch {
	case s.binding.Tool == "":
	case len(s.binding.Operations) > 0:
		w.put("<p>calls")
		for i, op := range s.binding.Operations {
			if i > 0 {
				w.put(",")
			}
			w.put(" <code>", shown(op), "</code>")
		}
		w.put("</p>\n")
	case s.found:
		w.put("<p class=\"dim\">calls no operation that it could be compared with</p>\n")
	}
	w.put("<p class=\"dim\">", shown(s.counts()), "</p></header>\n")
	if len(s.whole) > 0 {
		w.put("<ul class=\"rows\">\n<li class=\"row\"><ul>\n")
		for _, f := range s.whole {
			w.finding(f)
		}
		w.put("</ul></li>\n</ul>\n")
	}
	for start := 0; start < len(s.fields); {
		end := start
		for end < len(s.fields) && s.fields[end].Operation == s.fields[start].Operation {
			end++
		}
		w.fields(s, s.fields[start:end])
		start = end
	}
	w.put("</article>\n")
}

// fields are the rows of one operation.
func (w *pageWriter) fields(s *pageTool, all []pageField) {
	w.put("<div class=\"call\">\n")
	if len(s.binding.Operations) > 1 {
		w.put("<h4>against <code>", shown(all[0].Operation), "</code></h4>\n")
	}
	w.put("<div class=\"pair heads\"><div>", fileOf(all, func(p pageField) source.Span { return p.Tool.At }), "</div><div>", fileOf(all, func(p pageField) source.Span { return p.API.At }), "</div></div>\n<ul class=\"rows\">\n")
	var dull []string
	for _, p := range all {
		if p.dull() {
			dull = append(dull, "<code>"+shown(p.API.Path)+"</code>")
			continue
		}
		class := "row"
		if len(p.findings) > 0 {
			class = "row drift " + sortOf(p.findings[0])
		}
		w.put(`<li class="`, class, `"><div class="pair"><div>`, sideHTML(p.Tool, p), "</div><div>", sideHTML(p.API, p), "</div></div>")
		if len(p.findings) > 0 {
			w.put("<ul>\n")
			for _, f := range p.findings {
				w.finding(f)
			}
			w.put("</ul>")
		}
		w.put("</li>\n")
	}
	w.put("</ul>\n")
	if len(dull) > 0 {
		w.put("<details class=\"more\"><summary>", counted(len(dull), "field"), " of the API that the tool leaves out</summary><p>", strings.Join(dull, ", "), "</p></details>\n")
	}
	w.put("</div>\n")
}

// fileOf names the file that the rows of a side stand in.
func fileOf(all []pageField, at func(pageField) source.Span) string {
	for _, p := range all {
		if s := at(p); !s.IsZero() {
			return " <code>" + shown(slash(s.File.Name)) + "</code>"
		}
	}
	return ""
}

// sideHTML is one side of a row.
func sideHTML(side rules.FieldSide, p pageField) string {
	if side.Path == "" {
		return "<i>(" + shown(p.Why) + ")</i>"
	}
	need := "optional"
	if side.Required {
		need = "required"
	}
	line := ""
	if !side.At.IsZero() {
		line = fmt.Sprintf(" <small>line&nbsp;%d</small>", side.At.File.Position(side.At.Start).Line)
	}
	return "<b>" + shown(side.Path) + "</b> " + shown(side.Says) + ", " + need + line
}

// finding is an entry of a list: its words, and the line of each side with the place
// marked. There may be tens of thousands, so that it is short.
func (w *pageWriter) finding(f *rules.Finding) {
	sort := sortOf(f)
	word := sort
	switch {
	case f.Waived != nil:
		word, _ = acceptedWords(f.Waived)
	case f.Old:
		word = f.Severity.String() + " as before"
	}
	rule := shown(f.Rule)
	w.put(`<li class="finding `, sort, `" data-rule="`, rule, `"><p><b>`, word, "</b> ", shown(f.Message), ` <a href="#rule-`, rule, `">`, rule, "</a></p>")
	tool, spec := w.excerpt(side{"tool", f.ToolAt, f.ToolSays}), w.excerpt(side{"spec", f.SpecAt, f.SpecSays})
	var lone []string
	switch {
	case tool != "" && spec != "":
		w.put(`<div class="pair"><div>`, tool, "</div><div>", spec, "</div></div>")
	case tool != "":
		lone = append(lone, "tool "+tool)
	case spec != "":
		lone = append(lone, "spec "+spec)
	case !f.At.IsZero():
		lone = append(lone, w.excerpt(side{"", f.At, ""}))
	}
	for _, p := range f.Also {
		lone = append(lone, shown(p.Label)+" "+w.excerpt(side{p.Label, p.At, ""}))
	}
	for _, text := range lone {
		w.put(`<p class="at">`, text, "</p>")
	}
	if f.Why != "" {
		w.put(`<p class="dim">why: `, shown(f.Why), "</p>")
	}
	if f.Fix != "" {
		w.put("<p>fix: ", shown(f.Fix), "</p>")
	}
	if f.Waived != nil {
		_, by := acceptedWords(f.Waived)
		place := ""
		if !f.Waived.At.IsZero() {
			place = " <small>" + shown(View{}.place(f.Waived.At)) + "</small>"
		}
		w.put(`<p class="dim">`, by, ": ", shown(waiverWords(f.Waived)), place, "</p>")
	}
	w.put("</li>\n")
}

// excerpt is a place of a finding and its line, or what is said instead of one; ""
// where there is neither.
func (w *pageWriter) excerpt(s side) string {
	switch {
	case s.at.IsZero() && s.says == "":
		return ""
	case s.at.IsZero():
		return "<i>" + shown(s.says) + "</i>"
	}
	head := "<small>" + shown(View{}.place(s.at)) + "</small>"
	if s.says != "" {
		return head + " <i>" + shown(s.says) + "</i>"
	}
	before, at, after := excerptParts(s.at)
	if at != "" {
		at = "<mark>" + shown(at) + "</mark>"
	}
	return head + "<code>" + shown(before) + at + shown(after) + "</code>"
}
