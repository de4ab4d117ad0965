package report

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

const (
	// mostAnnotations is how many errors, warnings and notices each GitHub keeps of a
	// step (actions/toolkit pull request 734); what comes after is dropped unseen, and
	// so is what the steps of a job have beyond 50 together.
	mostAnnotations = 10
	// summaryMost is how many bytes GitHub takes of the summary of a step; of a longer
	// one it shows nothing.
	summaryMost = 1 << 20
	// summaryLeast is the room below which a summary would hold little but a count.
	summaryLeast = 2000
)

// GitHub is the report as workflow commands: the worst findings annotate the
// files of a pull request, and the whole text follows for the log. An annotation
// shows one place only, so its message names the other one too.
func GitHub(r *rules.Report, v View) []byte {
	var out bytes.Buffer
	var rest []string
	for _, severity := range []rules.Severity{rules.Error, rules.Warning, rules.Note} {
		shown, left := 0, 0
		if severity == rules.Error && v.Incomplete != "" {
			shown++
			fmt.Fprintf(&out, "::error title=tooldrift::%s\n", message(source.Escape(v.Incomplete)))
		}
		for _, f := range r.Findings {
			switch {
			case f.Severity != severity || f.Waived != nil || f.Old || severity < v.Least:
			case shown == mostAnnotations:
				left++
			default:
				shown++
				out.WriteString(annotation(f, v))
			}
		}
		if left > 0 {
			rest = append(rest, counted(left, severity.String()))
		}
	}
	if len(rest) > 0 {
		fmt.Fprintf(&out, "%s more than GitHub annotates; the list below is whole\n", list(rest))
	}
	out.Write(Text(r, v))
	return out.Bytes()
}

// StepSummary is the Markdown report for the summary of a step that holds so many
// bytes already; nil where no room is left.
func StepSummary(r *rules.Report, v View, holds int64) []byte {
	if v.Most = int(max(0, summaryMost-1-holds)); v.Most < summaryLeast {
		return nil
	}
	return append([]byte("\n"), Markdown(r, v)...)
}

// command is the workflow command of a severity.
func command(s rules.Severity) string {
	if s == rules.Note {
		return "notice"
	}
	return s.String()
}

func annotation(f *rules.Finding, v View) string {
	at := f.At
	if !f.BrokeAt.IsZero() {
		at = f.BrokeAt // a pull request shows what it changes, and it has not changed the tool
	}
	where := "title=" + property(f.Rule)
	// What a live source says is in no file that GitHub could show.
	if name := at.File.Name; source.IsPath(name) {
		start, end := at.File.Position(at.Start), at.File.Position(at.End)
		place := fmt.Sprintf("file=%s,line=%d,col=%d,endLine=%d", property(path.Join(v.Repo, slash(name))), start.Line, start.Column, end.Line)
		if start.Line == end.Line {
			place += fmt.Sprintf(",endColumn=%d", end.Column) // a column of another line means nothing to it
		}
		where = place + "," + where
	}
	machine := View{Path: func(name string) string {
		if !source.IsPath(name) {
			return name
		}
		return path.Join(v.Repo, slash(name))
	}}
	return fmt.Sprintf("::%s %s::%s\n", command(f.Severity), where, message(strings.Join(plainWords(f, machine), "\n")))
}

// list is words as a sentence lists them: "a, b and c".
func list(words []string) string {
	n := len(words) - 1
	if n == 0 {
		return words[0]
	}
	return strings.Join(words[:n], ", ") + " and " + words[n]
}

var (
	inMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", "##[", `##\[`)
	inProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C", "##[", `##\[`)
)

func message(s string) string  { return inMessage.Replace(s) }
func property(s string) string { return inProperty.Replace(source.Escape(s)) }
