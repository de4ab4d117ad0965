package report

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

const (
	// callsRows is how many tools the table of a Markdown report has.
	callsRows = 30
	// callsOpen is up to how many tools with faults are shown unfolded.
	callsOpen = 3
)

// callsMarkdown is the report for a comment on a pull request or an issue: the whole
// log in a line, a table of the tools, those with most invalid calls first, and what
// is wrong with each, folded. It is never longer than View.Most; what does not fit
// is counted. Files are named from the root.
func callsMarkdown(r *tally.Report, v View) []byte {
	w := &callsMarkdownWriter{fitting: fittingIn(v), report: r}
	// Room for the lines that say how much is left out is kept all along.
	w.room -= 400
	head := "### tooldrift: " + markdownWords(headline(r)) + "\n\n" + markdownWords(judged(r.Summary, v)) + "\n"
	w.put(head)
	if v.Incomplete != "" {
		w.put("\n**" + markdownWords(v.Incomplete) + "**\n")
	}
	all := calledTools(r)
	bad := 0
	for _, t := range all {
		if !t.plain() {
			bad++
		}
	}
	w.open = bad <= callsOpen
	w.table(all)
	left := 0
	for _, t := range all {
		if !t.plain() && (left > 0 || !w.tool(t)) {
			left++
		}
	}
	if left > 0 {
		w.always(fmt.Sprintf("\n%s more with faults did not fit here; `tooldrift calls` prints all.\n", counted(left, "tool")))
	}
	if words := methodWords(r); words != "" {
		w.put("\n" + markdownWords(words) + "\n")
	}
	w.list(strangers(r), "name that no tool has", "names that no tool has")
	w.list(brokenRecords(r), "record that could not be read", "records that could not be read")
	return w.out.Bytes()
}

type callsMarkdownWriter struct {
	fitting
	report *tally.Report
	open   bool
}

func (w *callsMarkdownWriter) table(all []calledTool) {
	if len(all) == 0 {
		return
	}
	w.put("\n| tool | calls | valid | failures | of them drift | share of invalid calls over time |\n|---|--:|--:|--:|--:|---|\n")
	for i, t := range all {
		if i == callsRows || !w.put(w.tableRow(t)) {
			w.always(fmt.Sprintf("\n%s more are not in this table.\n", counted(len(all)-i, "tool")))
			return
		}
	}
}

func (w *callsMarkdownWriter) tableRow(t calledTool) string {
	cells := []string{markdownWords(t.name), group(t.Calls), "", "", "", ""}
	if t.Calls > 0 {
		cells[2] = portion(t.Valid, t.Calls)
	}
	if invalid := t.Calls - t.Valid; invalid > 0 {
		cells[3], cells[4] = group(invalid), group(t.Explained)
		if drawn, _, least, most := spark(t.Curve, w.report.Summary.Bucket, false); drawn != "" {
			// Spaces in code are kept, but not those at its ends.
			cells[5] = fmt.Sprintf("`%s` %s", strings.ReplaceAll(drawn, " ", "·"), shares(least, most))
		}
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// tool is a block that is folded up but for its counts. Of what is too long it has
// the beginning; false where not even that fits.
func (w *callsMarkdownWriter) tool(t calledTool) bool {
	const tail = "\n</details>\n"
	title := "<b>" + htmlWords(t.name) + "</b>"
	for i, op := range t.Operations {
		if i == 3 {
			title += fmt.Sprintf(" and %d more", len(t.Operations)-i)
			break
		}
		title += []string{" calls ", ", "}[min(i, 1)] + "<code>" + htmlWords(op) + "</code>"
	}
	items := w.items(t)
	word := ""
	if w.open {
		word = " open"
	}
	begin := harmlessLines("\n<details" + word + ">\n<summary>" + title + ": " + htmlWords(toolWords(t.Tool)) + "</summary>\n\n")
	if len(begin)+len(tail)+len(harmlessLines(items[0])) > w.room {
		return false
	}
	w.put(begin)
	w.room -= len(tail)
	for i, item := range items {
		if !w.put(item) {
			w.always(fmt.Sprintf("- %d more did not fit here\n", len(items)-i))
			w.room -= 40
			break
		}
	}
	w.always(tail)
	return true
}

// items are what there is to say of a tool that is not plain, a list item each: at
// least one.
func (w *callsMarkdownWriter) items(t calledTool) (items []string) {
	for _, s := range t.steps() {
		items = append(items, w.step(t, s))
	}
	for _, c := range t.causes {
		items = append(items, markdownCause(c))
	}
	for _, f := range t.mixed() {
		for i := range f.Mixups {
			m := &f.Mixups[i]
			item := fmt.Sprintf("- **units** %s\n  - such as %s beside %s\n", markdownWords(mixupWords(f.Field, m)), markdownCodes(m.Low.Examples), markdownCodes(m.High.Examples))
			if when := periodWords(m); when != "" {
				item += "  - " + markdownWords(when) + "\n"
			}
			if m.Drift != nil {
				item += markdownDrift(m.Drift, "  ")
			}
			items = append(items, item)
		}
	}
	if item := markdownFields(t); item != "" {
		items = append(items, item)
	}
	if t.Retries > 0 {
		items = append(items, "- "+retryWords(t.Tool)+"\n")
	}
	if words := answerWords(t.Tool); words != "" {
		items = append(items, "- "+words+"\n")
	}
	return items
}

// markdownFields are the fields with most faults; "" where there are none.
func markdownFields(t calledTool) string {
	weak := t.weak()
	if len(weak) == 0 {
		return ""
	}
	var parts []string
	for _, f := range weak[:min(len(weak), callsFields)] {
		parts = append(parts, markdownCode(f.Field)+" "+percent(f.Share))
	}
	text := "- fields: " + strings.Join(parts, ", ") + " valid"
	if more := len(weak) - callsFields; more > 0 {
		text += fmt.Sprintf("; %d more with faults", more)
	}
	return text + "\n"
}

func (w *callsMarkdownWriter) step(t calledTool, s fieldStep) string {
	text := stepWords(s.Step, w.report.Summary.Bucket)
	if s.field != "" {
		text = s.field + " " + text
	}
	if f := t.accounts(s.Step); f != nil && len(t.Faults) > 1 {
		text += ", most of it: " + f.Text
	}
	item := "- **step** " + markdownWords(text) + "\n"
	for _, c := range s.Commits {
		item += fmt.Sprintf("  - commit %s %s %s %s\n", markdownCode(c.Hash), markdownWords(day(c.Time)), markdownCode(c.File), markdownWords(c.Subject))
	}
	return item
}

// markdownDrift is a finding: its words, its place, and what to type.
func markdownDrift(d *tally.Drift, indent string) string {
	place := ""
	if d.File != "" {
		place = markdownCode(fmt.Sprintf("%s:%d", d.File, d.Line)) + " "
	}
	text := fmt.Sprintf("%s- **drift** %s%s %s\n", indent, place, markdownWords(d.Message), markdownCode(d.Rule))
	if d.Fix != "" {
		text += fmt.Sprintf("%s  - fix: %s\n", indent, markdownWords(d.Fix))
	}
	return text
}

// markdownCause is a finding with the faults that it explains below it, or a fault
// that none explains.
func markdownCause(c cause) string {
	var b strings.Builder
	indent := ""
	if d := c.drift; d != nil {
		b.WriteString(markdownDrift(d, ""))
		indent = "  "
	}
	for i, f := range c.faults {
		if i == callsFaults {
			fmt.Fprintf(&b, "%s- and %s more\n", indent, counted(len(c.faults)-i, "fault"))
			break
		}
		word := ""
		if c.drift == nil {
			word = "**unexplained** "
		}
		fmt.Fprintf(&b, "%s- %s%s: %s %s%s\n", indent, word, grouped(f.Calls, "call"), markdownWords(f.Text), markdownCode(kindWords(f)), markdownExample(f))
	}
	return b.String()
}

// markdownExample is the first example of a fault, on the fault's own line.
func markdownExample(f *tally.Fault) string {
	if len(f.Examples) == 0 {
		return ""
	}
	e := &f.Examples[0]
	text := ", as in " + markdownCode(fmt.Sprintf("%s:%d", e.Log, e.Line))
	got, send := sentWords(f, e)
	if got != "" {
		text += ", sent " + markdownCode(got)
	}
	if send != "" {
		text += ", should send " + markdownCode(send)
	}
	return text
}

func markdownCodes(texts []string) string {
	var codes []string
	for _, text := range texts {
		codes = append(codes, markdownCode(text))
	}
	return strings.Join(codes, ", ")
}

// list is lines that are no tool's, folded.
func (w *callsMarkdownWriter) list(lines []string, one, many string) {
	if len(lines) == 0 {
		return
	}
	what := "1 " + one
	if n := len(lines); n > 1 {
		what = fmt.Sprintf("%d %s", n, many)
	}
	text := "\n<details>\n<summary>" + what + "</summary>\n\n"
	for i, line := range lines {
		if i == 10 {
			text += fmt.Sprintf("- and %d more\n", len(lines)-i)
			break
		}
		text += "- " + markdownWords(line) + "\n"
	}
	if !w.put(text + "\n</details>\n") {
		w.put("\n" + what + "\n")
	}
}
