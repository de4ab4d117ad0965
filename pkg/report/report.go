// Package report writes what a run found: one file a format. It knows no
// dialect and judges nothing; whatever it prints of an input is escaped.
package report

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// View is how a person wants to see a report.
type View struct {
	// Path turns a file's name, which is from the root, into the one that text
	// shows: from the working directory. nil leaves names as they are.
	Path       func(name string) string
	Least      rules.Severity // the mildest that is printed; the closing line counts all
	ShowWaived bool
	ShowOld    bool // what the base has too
	Brief      bool // line one of each finding only
	Color      bool
	Verbose    bool           // of logged calls: all, not the worst only
	ASCII      bool           // curves are drawn without block characters
	FailUnder  float64        // of logged calls: the share of valid ones below which the run fails; 0 where it does not
	Fail       rules.Severity // the mildest that fails the run; Off where none does
	Repo       string         // path of the root from the top of its repository, for GitHub; "" or "." at the top
	// Waiving is how to waive a finding, in lines that are printed as they are; nil prints none.
	Waiving    func(f *rules.Finding) []string
	Today      string         // YYYY-MM-DD, what an age is counted to; ""
	Incomplete string         // why the report is not the whole truth; "" where it is
	Faults     []source.Fault // that refused an input
	Most       int            // bytes that a Markdown report may have; 0: what a comment on GitHub may
}

// shows reports whether a finding is printed at all.
func (v View) shows(f *rules.Finding) bool {
	if f.Waived != nil {
		return v.ShowWaived
	}
	return f.Severity >= v.Least && (v.ShowOld || !f.Old)
}

func (v View) path(name string) string {
	if v.Path != nil {
		name = v.Path(name)
	}
	return source.Escape(name)
}

// message is what a finding says is wrong. A place in brackets in it is named as
// this view names files; the author's own values, which may look like one, stay.
func (v View) message(f *rules.Finding) string {
	text := f.Message
	for _, p := range f.Also {
		if v.Path == nil || p.At.IsZero() {
			continue
		}
		name, line := p.At.File.Name, p.At.File.Position(p.At.Start).Line
		text = strings.ReplaceAll(text, fmt.Sprintf("(%s:%d)", name, line), fmt.Sprintf("(%s:%d)", v.Path(name), line))
	}
	return source.Escape(text)
}

// place is "file:line:column".
func (v View) place(at source.Span) string {
	p := at.File.Position(at.Start)
	return fmt.Sprintf("%s:%d:%d", v.path(at.File.Name), p.Line, p.Column)
}

// fails reports whether a finding fails the run.
func (v View) fails(f *rules.Finding) bool {
	return f.Fails(v.Fail)
}

// side is one of the places that a finding speaks of.
type side struct {
	label string
	at    source.Span // zero where that side is silent
	says  string      // shown instead of the line there; "" where the line is
}

// sidesOf are the places of a finding: the tool's, the spec's, then others.
func sidesOf(f *rules.Finding) []side {
	all := []side{{"tool", f.ToolAt, f.ToolSays}, {"spec", f.SpecAt, f.SpecSays}}
	for _, p := range f.Also {
		all = append(all, side{p.Label, p.At, ""})
	}
	return slices.DeleteFunc(all, func(s side) bool { return s.at.IsZero() && s.says == "" })
}

// plainWords are the message of a finding, the places of both sides, why and fix, a
// line each: for where only one place can be pointed at.
func plainWords(f *rules.Finding, v View) []string {
	lines := []string{source.Escape(f.Message)}
	if f.Tool != "" {
		lines[0] = source.Escape(f.Tool) + ": " + lines[0]
	}
	for _, s := range sidesOf(f) {
		if !s.at.IsZero() {
			lines = append(lines, s.label+": "+v.place(s.at))
		}
	}
	if f.Why != "" {
		lines = append(lines, "why: "+source.Escape(f.Why))
	}
	if f.Fix != "" {
		lines = append(lines, "fix: "+source.Escape(f.Fix))
	}
	return lines
}

// acceptedWords are what an accepted finding is called, and what accepts it.
func acceptedWords(a *rules.Waived) (word, by string) {
	if a.Baseline {
		return "baselined", "baseline"
	}
	return "waived", "waiver"
}

// waiverWords are a waiver's reason, its last day and its owner.
func waiverWords(a *rules.Waived) string {
	s := a.Reason
	if a.Until != "" {
		s += ", until " + a.Until
	}
	if a.Owner != "" {
		s += ", " + a.Owner
	}
	return s
}

// Line is text of an input as a line that terminals and GitHub's runner only
// show, whatever it was written to do.
func Line(s string) string { return harmless(source.Escape(s)) }

// harmless keeps a line from being read as a command by GitHub's runner, which
// acts on lines that begin with "::", after whatever Unicode calls a space, and on
// "##[" anywhere (actions/runner, ActionCommand.cs).
func harmless(line string) string {
	line = strings.ReplaceAll(line, "##[", `##\[`)
	if rest := strings.TrimLeftFunc(line, unicode.IsSpace); strings.HasPrefix(rest, "::") {
		return line[:len(line)-len(rest)] + `\` + rest
	}
	return line
}

const (
	// excerptWidth is how many columns of a source line are shown; a minified
	// file is one line of megabytes.
	excerptWidth = 120
	// excerptBefore is how many of them stand before the span.
	excerptBefore = 30
)

// Excerpt is the line that at begins in, escaped, and cut around at where it is long.
func Excerpt(at source.Span) string {
	before, marked, after := excerptParts(at)
	return before + marked + after
}

// excerptParts is an excerpt in three: what stands before at, at as far as it is on
// the line, and what follows.
func excerptParts(at source.Span) (before, marked, after string) {
	const reach = 4 * excerptWidth // bytes: a code point has at most four
	data := at.File.Data
	from, to := max(0, at.Start-reach), min(len(data), at.Start+reach)
	before, after = string(data[from:at.Start]), string(data[at.Start:to])
	cutLeft, cutRight := from > 0, to < len(data)
	if i := strings.LastIndexAny(before, "\r\n"); i >= 0 {
		before, cutLeft = before[i+1:], false
	}
	if i := strings.IndexAny(after, "\r\n"); i >= 0 {
		after, cutRight = after[:i], false
	}
	before = strings.TrimPrefix(before, "\ufeff")
	if !cutLeft {
		before = strings.TrimLeft(before, " \t")
	}
	if utf8.RuneCountInString(before)+utf8.RuneCountInString(after) > excerptWidth {
		if n := utf8.RuneCountInString(before); n > excerptBefore {
			before, cutLeft = string([]rune(before)[n-excerptBefore:]), true
		}
		if room := excerptWidth - utf8.RuneCountInString(before); utf8.RuneCountInString(after) > room {
			after, cutRight = string([]rune(after)[:room]), true
		}
	}
	after = strings.TrimRight(after, " \t")
	if after == "" {
		before = strings.TrimRight(before, " \t")
	}
	marked = after[:min(max(0, at.End-at.Start), len(after))]
	after = after[len(marked):]
	if cutLeft {
		before = "…" + before
	}
	if cutRight && after == "" {
		marked += "…"
	} else if cutRight {
		after += "…"
	}
	line := func(s string) string { return source.Escape(strings.ReplaceAll(s, "\t", " ")) }
	return line(before), line(marked), line(after)
}

// counted is "1 error", "2 errors".
func counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// slash is a file's name as machines get it: from the root, with "/".
func slash(name string) string { return path.Clean(strings.ReplaceAll(name, `\`, "/")) }
