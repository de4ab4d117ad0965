package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// mostAnnotations is how many errors, and how many warnings, GitHub keeps of a
// step (actions/toolkit pull request 734); what comes after is dropped unseen.
const mostAnnotations = 10

// GitHub is the report as workflow commands: the worst findings annotate the
// files of a pull request, and the whole text follows for the log. An annotation
// shows one place only, so its message names the other one too.
func GitHub(r *rules.Report, v View) []byte {
	var out bytes.Buffer
	left := map[rules.Severity]int{}
	for _, severity := range []rules.Severity{rules.Error, rules.Warning} {
		shown := 0
		for _, f := range r.Findings {
			if f.Severity != severity || f.Waived != nil {
				continue
			}
			if shown == mostAnnotations {
				left[severity]++
				continue
			}
			shown++
			out.WriteString(annotation(f))
		}
	}
	var rest []string
	if n := left[rules.Error]; n > 0 {
		rest = append(rest, counted(n, "error"))
	}
	if n := left[rules.Warning]; n > 0 {
		rest = append(rest, counted(n, "warning"))
	}
	if len(rest) > 0 {
		fmt.Fprintf(&out, "%s more than GitHub annotates; the list below is whole\n", strings.Join(rest, " and "))
	}
	out.Write(Text(r, v))
	return out.Bytes()
}

func annotation(f *rules.Finding) string {
	where := "title=" + property(f.Rule)
	// What a live source says is in no file that GitHub could show.
	if name := f.At.File.Name; source.IsPath(name) {
		start, end := f.At.File.Position(f.At.Start), f.At.File.Position(f.At.End)
		place := fmt.Sprintf("file=%s,line=%d,col=%d,endLine=%d", property(slash(name)), start.Line, start.Column, end.Line)
		if start.Line == end.Line {
			place += fmt.Sprintf(",endColumn=%d", end.Column) // a column of another line means nothing to it
		}
		where = place + "," + where
	}
	lines := []string{source.Escape(f.Message)}
	if f.Tool != "" {
		lines[0] = source.Escape(f.Tool) + ": " + lines[0]
	}
	machine := View{}
	for _, p := range append([]rules.Place{{Label: "tool", At: f.ToolAt}, {Label: "spec", At: f.SpecAt}}, f.Also...) {
		if !p.At.IsZero() {
			lines = append(lines, p.Label+": "+machine.place(p.At))
		}
	}
	if f.Why != "" {
		lines = append(lines, "why: "+source.Escape(f.Why))
	}
	if f.Fix != "" {
		lines = append(lines, "fix: "+source.Escape(f.Fix))
	}
	return fmt.Sprintf("::%s %s::%s\n", f.Severity, where, message(strings.Join(lines, "\n")))
}

var (
	inMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", "##[", `##\[`)
	inProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C", "##[", `##\[`)
)

func message(s string) string  { return inMessage.Replace(s) }
func property(s string) string { return inProperty.Replace(source.Escape(s)) }
