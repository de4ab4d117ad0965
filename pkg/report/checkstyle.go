package report

import (
	"encoding/xml"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

type checkstyleReport struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"` // of the format
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// Checkstyle is the report in the XML of Checkstyle, which knows no waivers: what is
// waived is not in it.
func Checkstyle(r *rules.Report, v View) []byte {
	v.ShowWaived = false
	out := checkstyleReport{Version: "4.3"}
	for _, f := range v.findings(r) {
		if !v.shows(f) {
			continue
		}
		name := source.Escape(slash(f.At.File.Name))
		if n := len(out.Files); n == 0 || out.Files[n-1].Name != name {
			out.Files = append(out.Files, checkstyleFile{Name: name})
		}
		last := &out.Files[len(out.Files)-1]
		p := f.At.File.Position(f.At.Start)
		severity := f.Severity.String()
		if f.Severity == rules.Note {
			severity = "info"
		}
		last.Errors = append(last.Errors, checkstyleError{p.Line, p.Column, severity, oneLine(f), "tooldrift." + f.Rule})
	}
	return encodeXML(out)
}

// oneLine is a finding for formats that have one text and one place: the message
// names the places of both sides and the fix.
func oneLine(f *rules.Finding) string {
	var b strings.Builder
	if f.Tool != "" {
		b.WriteString(source.Escape(f.Tool) + ": ")
	}
	b.WriteString(source.Escape(f.Message))
	machine := View{}
	for _, s := range sidesOf(f) {
		if !s.at.IsZero() && s.at != f.At {
			b.WriteString("; " + s.label + ": " + machine.place(s.at))
		}
	}
	if f.Fix != "" {
		b.WriteString("; fix: " + source.Escape(f.Fix))
	}
	return b.String()
}
