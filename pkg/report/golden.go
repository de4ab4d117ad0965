package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	gold "github.com/tooldrift/tooldrift/pkg/calls/golden"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// GoldenFormat is a format of the report on golden calls.
type GoldenFormat struct {
	Name  string
	write func(r *gold.Result, v View) []byte
}

// GoldenFormats are all of them, the one for people first.
var GoldenFormats = []GoldenFormat{
	{"text", goldenText},
	{"json", func(r *gold.Result, _ View) []byte { return GoldenJSON(r) }},
	{"markdown", goldenMarkdown},
}

// Golden writes a report on golden calls in one of the formats. Its errors are those
// of w, and a format that there is not.
func Golden(w io.Writer, format string, r *gold.Result, v View) error {
	at := slices.IndexFunc(GoldenFormats, func(f GoldenFormat) bool { return f.Name == format })
	if at < 0 {
		return fmt.Errorf("there is no format %q", format)
	}
	_, err := w.Write(GoldenFormats[at].write(r, v))
	return err
}

// GoldenJSON is the result as it stands.
func GoldenJSON(r *gold.Result) []byte { return Encode(r) }

// goldenVerdicts are the words for what is wrong with a field.
var goldenVerdicts = []struct {
	count func(gold.FieldScore) int
	words string
}{
	{func(f gold.FieldScore) int { return f.WrongUnit }, "in a wrong unit"},
	{func(f gold.FieldScore) int { return f.WrongValue }, "of a wrong value"},
	{func(f gold.FieldScore) int { return f.WrongType }, "of a wrong type"},
	{func(f gold.FieldScore) int { return f.Missing }, "missing"},
	{func(f gold.FieldScore) int { return f.Extra }, "not asked for"},
}

// fieldWords is "1 of 3 exact: 1 in a wrong unit, 1 missing".
func fieldWords(f gold.FieldScore) string {
	text := fmt.Sprintf("%d of %d exact", f.Exact, f.Scored)
	var parts []string
	for _, v := range goldenVerdicts {
		if n := v.count(f); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v.words))
		}
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}

// goldenToolWords is "3 calls, 1 right, 2 with wrong fields".
func goldenToolWords(t gold.ToolScore) string {
	parts := []string{counted(t.Calls, "golden call")}
	if t.Calls > 0 {
		parts = append(parts, fmt.Sprintf("%d right", t.Right))
	}
	for _, p := range []struct {
		n     int
		words string
	}{
		{t.WrongFields, "with wrong fields"}, {t.WrongTool, "answered by another tool"}, {t.WrongOrder, "out of order"}, {t.Missing, "not made"}, {t.Extra, "not asked for"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.words))
		}
	}
	return strings.Join(parts, ", ")
}

// missed is one thing that is wrong with an answer, as a line without its place.
type missed struct {
	log  string
	line int64
	text string
	note string
}

// missedIn are the things that are wrong with an answer.
func missedIn(r *gold.CaseRun) (all []missed) {
	add := func(c gold.CallRun, verdict gold.Verdict, format string, args ...any) {
		text := fmt.Sprintf("%s: %s [%s]", caseWords(r), fmt.Sprintf(format, args...), verdict)
		all = append(all, missed{c.Log, c.Line, text, r.Note})
	}
	for _, c := range r.Calls {
		switch c.Verdict {
		case gold.NoCall:
			add(c, c.Verdict, "%s was not called", c.Tool)
		case gold.WrongTool:
			add(c, c.Verdict, "%s was called in place of %s", c.Got, c.Tool)
		case gold.WrongOrder:
			add(c, c.Verdict, "%s was called out of order", c.Tool)
		case gold.ExtraCall:
			add(c, c.Verdict, "%s was called, and nothing asks for it", c.Got)
		}
		for _, w := range c.Wrong {
			add(c, w.Verdict, "%s: %s", c.Tool, wrongWords(w))
		}
	}
	return all
}

// caseWords names an answer: by its case, and by its number where it is not the first.
func caseWords(r *gold.CaseRun) string {
	if r.Run > 1 {
		return fmt.Sprintf("%s (run %d)", r.Case, r.Run)
	}
	return r.Case
}

// wrongWords is what is wrong with a field: "amount: 4200 for 42, 100 times too large".
func wrongWords(w gold.Wrong) string {
	place := w.Spot
	if place == "" {
		place = "the arguments"
	}
	text := ""
	switch w.Verdict {
	case gold.Missing:
		text = fmt.Sprintf("%s is missing, %s is right", place, w.Want)
	case gold.Unasked:
		text = fmt.Sprintf("%s: %s, and nothing asks for it", place, w.Got)
	default:
		text = fmt.Sprintf("%s: %s for %s", place, w.Got, w.Want)
	}
	if w.Reading != "" {
		text += ": " + w.Reading
	}
	return text
}

// changeWords is a score that changed: "create_refund.amount: 3 of 4 exact, down from 4 of 4; ...".
func changeWords(c gold.Change, fell bool) string {
	what, right := c.Tool+": "+c.Field, "exact"
	if c.Field == "" {
		what, right = c.Tool, "called right"
	}
	way := "down"
	if !fell {
		way = "up"
	}
	text := fmt.Sprintf("%s: %s %s, %s from %s of %s; ", what, percent(c.After), right, way, percent(c.Before), counted(c.Paired, "call"))
	var words []string
	for _, v := range c.Verdicts {
		words = append(words, string(v))
	}
	text += fmt.Sprintf("%d went wrong, %d came right (p = %.2g): %s in %s", c.Worse, c.Better, c.P, strings.Join(words, ", "), someOf(c.Cases))
	return text
}

// someOf lists the first few names.
func someOf(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

func uncoveredWords(u gold.Uncovered) string {
	switch {
	case u.Field == "":
		return u.Tool + ": no golden call"
	case u.Value == "":
		return u.Tool + ": " + u.Field + " is required, and no golden call sends it"
	}
	return fmt.Sprintf("%s: %s is %s in no golden call", u.Tool, u.Field, u.Value)
}

// goldenOutcome is the closing line: what was judged and scored, and how it went.
func goldenOutcome(r *gold.Result) string {
	s := r.Summary
	text := fmt.Sprintf("judged %s of %s", counted(s.Calls, "golden call"), counted(s.Cases, "case"))
	if s.Unsure > 0 {
		text += fmt.Sprintf(" (%d valid as far as can be seen)", s.Unsure)
	}
	text += ": "
	if s.Findings == 0 {
		text += "no findings"
	} else {
		text += counted(s.Findings, "finding")
	}
	if !s.Scored {
		return text
	}
	text += fmt.Sprintf("; scored %s of %s", counted(s.Fields, "field"), counted(s.Runs, "answer"))
	var left []string
	if s.Absent > 0 {
		left = append(left, fmt.Sprintf("%d without a call", s.Absent))
	}
	if s.Unmatched > 0 {
		left = append(left, fmt.Sprintf("%s of no case", counted(s.Unmatched, "call")))
	}
	if s.Broken > 0 {
		left = append(left, fmt.Sprintf("%s broken", counted(s.Broken, "record")))
	}
	if len(left) > 0 {
		text += " (" + strings.Join(left, ", ") + ")"
	}
	text += fmt.Sprintf(": %s of answers right, %s of fields", percent(s.Share), portion(int64(s.Exact), int64(s.Fields)))
	if r.Against != nil && len(r.Against.Fell) > 0 {
		text += "; " + counted(len(r.Against.Fell), "score") + " fell"
	}
	return text
}

// goldenLimits are the limits that a run has met, and what it left out there, a line each.
func goldenLimits(r *gold.Result) (lines []string) {
	s := r.Summary
	if n := s.Findings - len(r.Findings); n > 0 {
		lines = append(lines, fmt.Sprintf("%s not listed: of one golden call %s are", counted(n, "finding"), counted(source.MaxFaults, "finding")))
	}
	for _, met := range []struct {
		n           int
		noun, words string
	}{
		{s.Cut, "golden call", fmt.Sprintf("with more ways to be right than were judged, beyond %s, or in all %s", source.VariantsLimit.Words(), source.FurtherLimit)},
		{s.Beyond, "call", "not scored, beyond " + source.ActualLimit.String()},
		{s.Rough, "answer", "paired by tool and order alone in part, beyond " + source.ComparedLimit.String()},
		{s.Untold, "call", "of further prompts that no case has, beyond " + source.StraysLimit.String()},
	} {
		if met.n > 0 {
			lines = append(lines, counted(met.n, met.noun)+" "+met.words)
		}
	}
	return lines
}

// goldenPlace is where a finding on a golden call stands.
func (v View) goldenPlace(p *gold.Place) string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", v.path(p.File), p.Line, p.Column)
}

// goldenSide is what a finding's second place is called.
func goldenSide(f gold.Finding) string {
	if f.Side == "api" {
		return "spec"
	}
	return "tool"
}
