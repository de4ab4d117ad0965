package report

import (
	"bytes"
	"fmt"

	gold "github.com/tooldrift/tooldrift/pkg/calls/golden"
)

// goldenMarkdown is the report for a pull request's comment or a job's summary. It
// is GitHub's Markdown and never longer than View.Most.
func goldenMarkdown(r *gold.Result, v View) []byte {
	most := v.Most
	if most == 0 {
		most = commentMost
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "### tooldrift golden: %s\n", markdownWords(goldenOutcome(r)))
	left := 0
	add := func(line string) {
		if out.Len()+len(line)+200 > most {
			left++
			return
		}
		out.WriteString(line)
	}
	if r.Against != nil && len(r.Against.Fell)+len(r.Against.Rose) > 0 {
		add("\n")
		for _, c := range r.Against.Fell {
			add("- **fell** " + markdownWords(changeWords(c, true)) + "\n")
		}
		for _, c := range r.Against.Rose {
			add("- rose " + markdownWords(changeWords(c, false)) + "\n")
		}
	}
	if len(r.Findings) > 0 {
		add("\n**Golden calls that break a contract**\n\n")
		for _, f := range r.Findings {
			line := "- " + markdownCode(harmless(View{}.goldenPlace(f.At))) + " " + markdownWords(f.Tool+": "+f.Message) + " " + markdownCode(string(f.Kind))
			if f.Fix != "" {
				line += "; " + markdownWords(f.Fix)
			}
			add(line + "\n")
		}
	}
	if r.Summary.Scored {
		goldenTable(r, add)
		var all []missed
		for i := range r.Runs {
			all = append(all, missedIn(&r.Runs[i])...)
		}
		if len(all) > 0 {
			add("\n<details><summary>" + counted(len(all), "slip") + "</summary>\n\n")
			for _, m := range all {
				place := ""
				if m.line > 0 {
					place = markdownCode(harmless(fmt.Sprintf("%s:%d", m.log, m.line))) + " "
				}
				add("- " + place + markdownWords(m.text) + "\n")
			}
			out.WriteString("\n</details>\n")
		}
	}
	if left > 0 {
		fmt.Fprintf(&out, "\n%s more did not fit here; `tooldrift golden --verbose` prints all.\n", counted(left, "line"))
	}
	return out.Bytes()
}

// goldenTable is the tools and fields that are not all right.
func goldenTable(r *gold.Result, add func(string)) {
	head := "\n| tool | field | exact | share | |\n| --- | --- | --- | --- | --- |\n"
	for _, t := range r.Tools {
		if t.Right == t.Calls && t.Extra == 0 {
			continue
		}
		add(head + fmt.Sprintf("| %s | | %d of %d | %s | %s |\n", markdownWords(t.Tool), t.Right, t.Calls, percentOf(t.Share), markdownWords(goldenToolWords(t))))
		head = ""
		for _, f := range t.Fields {
			if f.Exact < f.Scored {
				add(fmt.Sprintf("| | %s | %d of %d | %s | %s |\n", markdownWords(f.Field), f.Exact, f.Scored, percentOf(f.Share), markdownWords(fieldWords(f))))
			}
		}
	}
}
