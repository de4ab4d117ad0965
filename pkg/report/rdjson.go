package report

import (
	"bytes"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// The types are those of the Reviewdog Diagnostic Format (reviewdog,
// proto/rdf/reviewdog.proto). Its columns count bytes from 1, its ends are exclusive.
type rdReport struct {
	Source      rdSource       `json:"source"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Code        rdCode         `json:"code"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	Related     []rdRelated    `json:"related_locations,omitempty"`
}

type rdCode struct {
	Value string `json:"value"`
}

type rdLocation struct {
	Path  string  `json:"path"`
	Range rdRange `json:"range"`
}

type rdRange struct {
	Start rdPosition `json:"start"`
	End   rdPosition `json:"end"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

type rdRelated struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
}

// RDJSON is the report for reviewdog, which knows no waivers: what is waived is not
// in it.
func RDJSON(r *rules.Report, v View) []byte {
	v.ShowWaived = false
	out := rdReport{Source: rdSource{"tooldrift"}, Diagnostics: []rdDiagnostic{}}
	for _, f := range v.findings(r) {
		if v.shows(f) {
			out.Diagnostics = append(out.Diagnostics, newRDDiagnostic(f))
		}
	}
	return Encode(out)
}

func newRDDiagnostic(f *rules.Finding) rdDiagnostic {
	severity := "INFO"
	switch f.Severity {
	case rules.Error:
		severity = "ERROR"
	case rules.Warning:
		severity = "WARNING"
	}
	d := rdDiagnostic{
		Message: rdMarks.Replace(strings.Join(plainWords(f, View{}), "\n")), Location: newRDLocation(f.At), Severity: severity, Code: rdCode{f.Rule},
		Suggestions: rdSuggestions(f),
	}
	for _, s := range sidesOf(f) {
		if !s.at.IsZero() && s.at != f.At {
			d.Related = append(d.Related, rdRelated{s.label, newRDLocation(s.at)})
		}
	}
	return d
}

// rdMarks keeps what reviewdog posts as a comment from holding HTML, links, code or
// mentions of an input's making. Other marks of Markdown are left alone: reviewdog
// prints the same text to terminals too.
var rdMarks = strings.NewReplacer("<", `\<`, "`", "\\`", "](", `]\(`, "@", "@<!-- -->")

func newRDLocation(at source.Span) rdLocation {
	return rdLocation{source.Escape(slash(at.File.Name)), rdRange{rdPlace(at.File, at.Start), rdPlace(at.File, at.End)}}
}

func rdPlace(f *source.File, offset int) rdPosition {
	line := f.Position(offset).Line
	start := f.Offset(source.Position{Line: line, Column: 1})
	return rdPosition{line, offset - start + 1}
}

// rdSuggestions is the fix as one replacement: several would be shown as several
// ways to mend the same thing, each of which is half of one. A fix of two files
// cannot be suggested, nor one of what is in no file, and neither one of lines that
// end with CR: comments hold none.
func rdSuggestions(f *rules.Finding) []rdSuggestion {
	if len(f.Edits) == 0 {
		return nil
	}
	file := f.At.File
	start, end := f.Edits[0].At.Start, f.Edits[0].At.End
	for _, e := range f.Edits {
		if e.At.File != file {
			return nil
		}
		start, end = min(start, e.At.Start), max(end, e.At.End)
	}
	if !source.IsPath(file.Name) || bytes.ContainsRune(file.Data[start:end], '\r') {
		return nil
	}
	// Only the part is copied: there may be thousands of findings in a file of megabytes.
	part := &source.File{Name: file.Name, Data: file.Data[start:end], Packed: file.Packed}
	var edits []source.Edit
	for _, e := range f.Edits {
		edits = append(edits, source.Edit{At: source.Span{File: part, Start: e.At.Start - start, End: e.At.End - start}, New: e.New})
	}
	text, err := source.Apply(part, edits)
	if err != nil {
		return nil
	}
	at := source.Span{File: file, Start: start, End: end}
	return []rdSuggestion{{newRDLocation(at).Range, string(text)}}
}
