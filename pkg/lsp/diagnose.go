package lsp

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// program is what says a diagnostic.
const program = "tooldrift"

// diagnose is what the editor shows of a result, by the absolute paths of files.
func (j *job) diagnose(r *result) map[string][]diagnostic {
	b := &board{job: j, root: filepath.Dir(j.project.config), all: map[string][]diagnostic{}}
	var usage *check.Usage
	switch {
	case errors.As(r.err, &usage):
		if usage.Root != "" {
			b.root = usage.Root
		}
		for _, f := range usage.Faults {
			b.fault(f)
		}
		if usage.Text != "" {
			b.config(severityError, usage.Text)
		}
		return b.all
	case r.err != nil:
		b.config(severityError, r.err.Error())
		return b.all
	}
	b.root = r.run.Root
	for _, f := range r.run.Faults {
		b.fault(f)
	}
	// What is not compared must not look like agreement. A refused input, or a live
	// source that was left out, has said so itself.
	if why := r.run.Nothing(); why != "" && !source.Refused(r.run.Faults) && !r.run.Left {
		b.config(severityError, why)
	}
	for _, f := range r.report.Findings {
		if shows(r, f) {
			b.finding(f)
		}
	}
	return b.all
}

// shows reports whether a finding is shown: none that is waived, and no waiver is
// called unused where what it is about may have been left unread.
func shows(r *result, f *rules.Finding) bool {
	return f.Waived == nil && !(r.run.Left && f.Rule == "unused-waiver")
}

// board gathers diagnostics.
type board struct {
	*job
	root string // that the names of files start from
	all  map[string][]diagnostic
}

func (b *board) path(name string) string { return filepath.Join(b.root, filepath.FromSlash(name)) }

func (b *board) location(at source.Span) location {
	name := b.path(at.File.Name)
	uri, open := b.uris[name]
	if !open {
		uri = uriOf(name)
	}
	return location{uri, b.rangeOf(at)}
}

func (b *board) add(name string, d diagnostic) {
	d.Source = program
	b.all[name] = append(b.all[name], d)
}

// config says something of the whole config.
func (b *board) config(severity int, text string) {
	b.add(b.project.config, diagnostic{Severity: severity, Message: source.Escape(text)})
}

func (b *board) fault(f source.Fault) {
	d := diagnostic{Severity: severityError, Message: source.Escape(f.Text)}
	if f.Dirt {
		d.Severity = severityWarning
	}
	if !f.Also.IsZero() {
		b.relate(&d, f.Also, "also")
	}
	switch {
	case !f.At.IsZero() && source.IsPath(f.At.File.Name):
		d.Range = b.rangeOf(f.At)
		b.add(b.path(f.At.File.Name), d)
	case f.At.IsZero() && source.IsPath(f.File) && f.File != "":
		b.add(b.path(f.File), d)
	default:
		b.add(b.project.config, d)
	}
}

// finding shows a finding at its primary place, with its severity, and says of its
// other places that they are part of it. The side that is not to be mended shows it
// as information: the drift is one, and its author wants to know who depends on it.
func (b *board) finding(f *rules.Finding) {
	text := source.Escape(f.Message)
	if f.Tool != "" {
		text = source.Escape(f.Tool) + ": " + text
	}
	d := diagnostic{Range: b.rangeOf(f.At), Severity: severityOf(f.Severity), Code: f.Rule, Message: text}
	sides := []side{{"tool", f.ToolAt, f.ToolSays}, {"spec", f.SpecAt, f.SpecSays}}
	for _, s := range sides {
		b.relateSide(&d, s, f.At)
	}
	for _, p := range f.Also {
		b.relateSide(&d, side{label: p.Label, at: p.At}, f.At)
	}
	b.add(b.path(f.At.File.Name), d)
	if f.Severity < rules.Warning {
		return
	}
	for _, s := range sides {
		if s.at.IsZero() || s.at == f.At {
			continue
		}
		other := diagnostic{Range: b.rangeOf(s.at), Severity: severityInformation, Code: f.Rule, Message: text}
		b.relate(&other, f.At, fmt.Sprintf("the %s is here: %s", f.Severity, report.Excerpt(f.At)))
		b.add(b.path(s.at.File.Name), other)
	}
}

type side struct {
	label string
	at    source.Span
	says  string
}

// relateSide tells of a side that is not the primary place.
func (b *board) relateSide(d *diagnostic, s side, primary source.Span) {
	if s.at.IsZero() || s.at == primary {
		return
	}
	says := source.Escape(s.says)
	if says == "" {
		says = report.Excerpt(s.at)
	}
	b.relate(d, s.at, s.label+": "+says)
}

// relate tells of another place. A client that shows no such has it in the message.
func (b *board) relate(d *diagnostic, at source.Span, text string) {
	if !source.IsPath(at.File.Name) {
		return
	}
	if !b.related {
		d.Message += "\n" + source.Escape(at.Place()) + "  " + text
		return
	}
	d.Related = append(d.Related, related{b.location(at), text})
}

// severityOf is a finding's severity as editors have it: what fails no build by
// default is a hint.
func severityOf(s rules.Severity) int {
	switch s {
	case rules.Error:
		return severityError
	case rules.Warning:
		return severityWarning
	}
	return severityHint
}
