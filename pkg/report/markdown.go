package report

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

const (
	// commentMost is what GitHub takes as one comment (65,536 characters), less
	// some room for what a workflow writes above the report. It is counted in
	// bytes, of which a text never has fewer.
	commentMost = 65536 - 1024
	// wordsMost is how many code points of one text of a finding are shown.
	wordsMost = 1000
	// openMost is up to how many findings all tools are shown unfolded.
	openMost = 10
)

// Markdown is the report for a pull request's comment or a job's summary: what
// was compared, then the findings of each tool, folded where there are many. It
// is GitHub's Markdown and never longer than View.Most: the worst findings come
// first, and those that no longer fit are counted. Files are named from the root.
func Markdown(r *rules.Report, v View) []byte {
	most := v.Most
	if most == 0 {
		most = commentMost
	}
	var shown []*rules.Finding
	for _, f := range r.Findings {
		if v.shows(f) {
			shown = append(shown, f)
		}
	}
	slices.SortStableFunc(shown, worseFirst)

	head := "### tooldrift: " + markdownWords(outcome(r, v)) + "\n\n" + compared(r.Summary) + "\n"
	if r.Base != nil {
		head += markdownRows(news(r.Base))
	}
	if v.Incomplete != "" {
		head += "\n**" + markdownWords(v.Incomplete) + "**\n"
	}
	mended := ""
	if r.Base != nil {
		mended = markdownRows(v.fixed(r.Base))
	}
	// Room for the line that says how many are left out is kept all along.
	room := most - len(head) - len(mended) - 200
	groups, left := markdownGroups(r, shown, room)

	var out bytes.Buffer
	out.WriteString(head)
	for _, g := range groups {
		g.write(&out, len(shown) <= openMost)
	}
	out.WriteString(mended)
	if len(left) > 0 {
		fmt.Fprintf(&out, "\n%s more did not fit here; `tooldrift check` prints all.\n", severities(left))
	}
	return out.Bytes()
}

// markdownRows is a list of lines about places, and how many more there are.
func markdownRows(all []row, more int) string {
	var b strings.Builder
	for _, r := range all {
		b.WriteString("\n- ")
		if !r.at.IsZero() {
			b.WriteString(markdownCode(View{}.place(r.at)) + " ")
		}
		b.WriteString(markdownWords(r.text))
	}
	if more > 0 {
		fmt.Fprintf(&b, "\n- and %d more", more)
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return harmlessLines(b.String())
}

// markdownGroup is what is said of one tool.
type markdownGroup struct {
	contract, tool string
	title          string // HTML
	items          []string
	of             []*rules.Finding
}

// markdownGroups are the findings that fit, by tool, the worst tool first, and
// those that do not.
func markdownGroups(r *rules.Report, all []*rules.Finding, room int) (groups []*markdownGroup, left []*rules.Finding) {
	const frame = len("\n<details open>\n<summary>: 10000 errors, 10000 warnings, 10000 notes, 10000 waived</summary>\n\n\n</details>\n")
	for i, f := range all {
		item := harmlessLines(markdownFinding(f))
		cost := len(item)
		at := slices.IndexFunc(groups, func(g *markdownGroup) bool { return g.contract == f.Contract && g.tool == f.Tool })
		var g *markdownGroup
		if at >= 0 {
			g = groups[at]
		} else {
			g = &markdownGroup{contract: f.Contract, tool: f.Tool, title: harmless(markdownTitle(r, f))}
			cost += frame + len(g.title)
		}
		if cost > room {
			return groups, all[i:]
		}
		room -= cost
		if at < 0 {
			groups = append(groups, g)
		}
		g.items, g.of = append(g.items, item), append(g.of, f)
	}
	return groups, nil
}

func (g *markdownGroup) write(out *bytes.Buffer, open bool) {
	word := ""
	if open {
		word = " open"
	}
	fmt.Fprintf(out, "\n<details%s>\n<summary>%s: %s</summary>\n\n", word, g.title, severities(g.of))
	for _, item := range g.items {
		out.WriteString(item)
	}
	out.WriteString("\n</details>\n")
}

// markdownTitle names a tool, what it calls, and its contract where there are
// several. It stands in an HTML block, where no Markdown is read.
func markdownTitle(r *rules.Report, f *rules.Finding) string {
	title := "<b>on no tool</b>"
	if f.Tool != "" {
		title = "<b>" + htmlWords(f.Tool) + "</b>"
	}
	several := slices.ContainsFunc(r.Bindings, func(b rules.Binding) bool { return b.Contract != r.Bindings[0].Contract })
	if several && f.Contract != "" {
		title = htmlWords(f.Contract) + ": " + title
	}
	if f.Tool == "" {
		return title
	}
	operations := f.Operations
	for _, b := range r.Bindings {
		if b.Contract == f.Contract && b.Tool == f.Tool {
			operations = b.Operations
		}
	}
	const most = 3
	for i, op := range operations {
		switch {
		case i == most:
			return title + fmt.Sprintf(" and %d more", len(operations)-most)
		case i == 0:
			title += " calls "
		default:
			title += ", "
		}
		title += "<code>" + htmlWords(op) + "</code>"
	}
	return title
}

// markdownFinding is a list item, with one below it for each side and for the
// words about it.
func markdownFinding(f *rules.Finding) string {
	var b strings.Builder
	word := f.Severity.String()
	if f.Waived != nil {
		word, _ = acceptedWords(f.Waived)
	}
	fmt.Fprintf(&b, "- **%s** %s %s\n", word, markdownWords(f.Message), markdownCode(f.Rule))
	machine := View{}
	for _, s := range sidesOf(f) {
		fmt.Fprintf(&b, "  - %s", s.label)
		if !s.at.IsZero() {
			b.WriteString(" " + markdownCode(machine.place(s.at)))
		}
		if s.says != "" {
			b.WriteString(" " + markdownWords(s.says))
		} else if line := Excerpt(s.at); line != "" {
			b.WriteString(" " + markdownCode(line))
		}
		b.WriteByte('\n')
	}
	for _, row := range []struct{ label, text string }{{"why", f.Why}, {"fix", f.Fix}} {
		if row.text != "" {
			fmt.Fprintf(&b, "  - %s: %s\n", row.label, markdownWords(row.text))
		}
	}
	if f.Waived != nil {
		_, by := acceptedWords(f.Waived)
		fmt.Fprintf(&b, "  - %s: %s\n", by, markdownWords(waiverWords(f.Waived)))
	}
	return b.String()
}

var (
	// What follows is acted on by Markdown, by GitHub's additions to it (mentions,
	// references, autolinks, mathematics, emoji), or is HTML. An empty comment parts
	// the text: additions look at text after the Markdown in it is read, so that a
	// backslash does not stop them.
	markdownMarks = strings.NewReplacer(
		`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`,
		"<", "&lt;", ">", "&gt;", "&", "&amp;",
		"$", "<span>$</span>", "@", "@<!-- -->", "#", "#<!-- -->", "www.", "www<!-- -->.", "GH-", "GH<!-- -->-", "\t", " ",
	)
	markdownRaw = strings.NewReplacer("\t", " ")
)

// markdownWords is text of an input within a line of Markdown.
func markdownWords(s string) string { return markdownText(short(s)) }

func markdownText(s string) string {
	s = markdownMarks.Replace(source.Escape(s))
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteByte(s[i])
		// ":tada:" is an emoji, "x://" a link.
		if s[i] == ':' && i+1 < len(s) && s[i+1] != ' ' {
			b.WriteString("<!-- -->")
		}
	}
	return b.String()
}

// markdownCode is text of an input as code, in which nothing is acted on. Its
// fence is longer than any row of backticks in it (CommonMark 6.1).
func markdownCode(s string) string {
	s = markdownRaw.Replace(source.Escape(short(s)))
	longest, row := 0, 0
	for _, c := range s {
		if c != '`' {
			row = 0
			continue
		}
		row++
		longest = max(longest, row)
	}
	fence := strings.Repeat("`", longest+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || strings.HasPrefix(s, " ") && strings.HasSuffix(s, " ") {
		s = " " + s + " " // one space is taken off again
	}
	return fence + s + fence
}

// htmlWords is text of an input within HTML.
func htmlWords(s string) string { return html.EscapeString(source.Escape(short(s))) }

// short cuts a text that would crowd out all others.
func short(s string) string {
	if len(s) <= wordsMost || utf8.RuneCountInString(s) <= wordsMost {
		return s
	}
	return string([]rune(s)[:wordsMost]) + "…"
}

// harmlessLines is harmless, of each line.
func harmlessLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = harmless(line)
	}
	return strings.Join(lines, "\n")
}

// severities counts findings: "2 errors, 1 note".
func severities(all []*rules.Finding) string {
	var s rules.Summary
	for _, f := range all {
		s.Add(f)
	}
	return verdict(s, View{})
}

// worseFirst orders by severity, what the base has too after that, the accepted last.
func worseFirst(a, b *rules.Finding) int {
	if x, y := aside(a), aside(b); x != y {
		return x - y
	}
	return int(b.Severity) - int(a.Severity)
}

// aside ranks what does not count any more.
func aside(f *rules.Finding) int {
	switch {
	case f.Waived != nil:
		return 2
	case f.Old:
		return 1
	}
	return 0
}
