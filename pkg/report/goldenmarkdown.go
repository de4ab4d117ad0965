package report

import (
	"fmt"

	gold "github.com/tooldrift/tooldrift/pkg/calls/golden"
)

// goldenMarkdown is the report for a pull request's comment or a job's summary. It
// is GitHub's Markdown and never longer than View.Most.
func goldenMarkdown(r *gold.Result, v View) []byte {
	w := fittingIn(v)
	w.room -= 200 // for the line that says how much is left out
	w.put(fmt.Sprintf("### tooldrift golden: %s\n", markdownWords(goldenOutcome(r))))
	left := 0
	if r.Against != nil {
		left += w.section("\n", markdownChanges(r.Against), "")
	}
	left += w.section("\n**Golden calls that break a contract**\n\n", markdownGolden(r.Findings), "")
	if r.Summary.Scored {
		left += w.section("\n| tool | field | exact | share | |\n| --- | --- | --- | --- | --- |\n", markdownScores(r.Tools), "")
		slips := markdownSlips(r.Runs)
		left += w.section("\n<details><summary>"+counted(len(slips), "slip")+"</summary>\n\n", slips, "\n</details>\n")
	}
	var limits []string
	for _, line := range goldenLimits(r) {
		limits = append(limits, "- "+markdownWords(line)+"\n")
	}
	left += w.section("\n", limits, "")
	if left > 0 {
		w.always(fmt.Sprintf("\n%s more did not fit here; `tooldrift golden --verbose` prints all.\n", counted(left, "line")))
	}
	return w.out.Bytes()
}

func markdownChanges(c *gold.Comparison) (lines []string) {
	for _, f := range c.Fell {
		lines = append(lines, "- **fell** "+markdownWords(changeWords(f, true))+"\n")
	}
	for _, f := range c.Rose {
		lines = append(lines, "- rose "+markdownWords(changeWords(f, false))+"\n")
	}
	return lines
}

func markdownGolden(findings []gold.Finding) (lines []string) {
	for _, f := range findings {
		line := "- " + markdownCode(harmless(View{}.goldenPlace(f.At))) + " " + markdownWords(f.Tool+": "+f.Message) + " " + markdownCode(string(f.Kind))
		if f.Fix != "" {
			line += "; " + markdownWords(f.Fix)
		}
		lines = append(lines, line+"\n")
	}
	return lines
}

// markdownScores are the tools and fields that are not all right, as rows of a table.
func markdownScores(tools []gold.ToolScore) (rows []string) {
	for _, t := range tools {
		if t.Right == t.Calls && t.Extra == 0 {
			continue
		}
		rows = append(rows, fmt.Sprintf("| %s | | %d of %d | %s | %s |\n", markdownWords(t.Tool), t.Right, t.Calls, percent(t.Share), markdownWords(goldenToolWords(t))))
		for _, f := range t.Fields {
			if f.Exact < f.Scored {
				rows = append(rows, fmt.Sprintf("| | %s | %d of %d | %s | %s |\n", markdownWords(f.Field), f.Exact, f.Scored, percent(f.Share), markdownWords(fieldWords(f))))
			}
		}
	}
	return rows
}

func markdownSlips(runs []gold.CaseRun) (lines []string) {
	for i := range runs {
		for _, m := range missedIn(&runs[i]) {
			place := ""
			if m.line > 0 {
				place = markdownCode(harmless(fmt.Sprintf("%s:%d", m.log, m.line))) + " "
			}
			lines = append(lines, "- "+place+markdownWords(m.text)+"\n")
		}
	}
	return lines
}
