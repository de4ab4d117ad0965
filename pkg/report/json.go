package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// The types of the JSON report are its contract: names and order of their keys
// change only with its version.
type jsonReport struct {
	Version  int           `json:"version"`
	Summary  jsonSummary   `json:"summary"`
	Bindings []jsonBinding `json:"bindings"`
	Findings []jsonFinding `json:"findings"`
	Base     *jsonBase     `json:"base"`     // null without --base
	Complete bool          `json:"complete"` // false: an input was refused, or nothing was compared
	Faults   []jsonFault   `json:"faults"`   // why it is not complete
}

type jsonSummary struct {
	Tools         int `json:"tools"`
	Bound         int `json:"bound"`
	Local         int `json:"local"`
	Unsupported   int `json:"unsupported"`
	Unbound       int `json:"unbound"`
	Fields        int `json:"fields"`
	NotComparable int `json:"not_comparable"`
	Errors        int `json:"errors"`
	Warnings      int `json:"warnings"`
	Notes         int `json:"notes"`
	Waived        int `json:"waived"`
	Baselined     int `json:"baselined"`
}

type jsonBinding struct {
	Contract   string   `json:"contract"`
	Tool       string   `json:"tool"`
	How        string   `json:"how"`
	Operations []string `json:"operations"`
}

type jsonFinding struct {
	Rule        string          `json:"rule"`
	Category    string          `json:"category"`
	Severity    string          `json:"severity"`
	Contract    string          `json:"contract"`
	Tool        string          `json:"tool"`
	Field       string          `json:"field"`
	Operation   string          `json:"operation"`
	Operations  []string        `json:"operations"`
	Message     string          `json:"message"`
	Why         string          `json:"why"`
	Fix         string          `json:"fix"`
	Suggestion  string          `json:"suggestion"`
	Witness     json.RawMessage `json:"witness"`
	At          *Span           `json:"at"`
	ToolAt      *Span           `json:"tool_at"`
	SpecAt      *Span           `json:"spec_at"`
	Also        []jsonPlace     `json:"also"`
	Edits       []jsonEdit      `json:"edits"`
	Fingerprint string          `json:"fingerprint"`
	Waived      *jsonWaived     `json:"waived"`
	Old         bool            `json:"old"` // the base has it too
}

// Span is a place as all JSON of the command writes it.
type Span struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
}

type jsonPlace struct {
	Label string `json:"label"`
	At    *Span  `json:"at"`
}

type jsonFault struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

type jsonEdit struct {
	At  *Span  `json:"at"`
	New string `json:"new"`
}

type jsonWaived struct {
	Reason   string `json:"reason"`
	Until    string `json:"until"`
	Owner    string `json:"owner"`
	At       *Span  `json:"at"`
	Baseline bool   `json:"baseline"` // accepted by an entry of the baseline, no waiver
}

// JSON is the report for programs: all notes and all waived findings are in it,
// the summary leaves the waived out.
func JSON(r *rules.Report, v View) []byte {
	s := r.Summary
	out := jsonReport{
		Version: 1,
		Summary: jsonSummary{
			s.Tools, s.Bound, s.Local, s.Unsupported, s.Unbound, s.Fields, s.NotComparable, s.Errors, s.Warnings, s.Notes, s.Waived, s.Baselined,
		},
		Bindings: []jsonBinding{}, Findings: []jsonFinding{}, Complete: v.Incomplete == "", Faults: []jsonFault{},
	}
	for _, b := range r.Bindings {
		out.Bindings = append(out.Bindings, jsonBinding{b.Contract, b.Tool, b.How, notNil(b.Operations)})
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, newJSONFinding(f))
	}
	out.Base = newJSONBase(r)
	for _, f := range v.gaps(r) {
		at := SpanOf(f.At)
		out.Faults = append(out.Faults, jsonFault{at.File, at.Line, at.Column, f.Message})
	}
	return Encode(out)
}

func newJSONFinding(f *rules.Finding) jsonFinding {
	j := jsonFinding{
		Rule: f.Rule, Category: f.Category, Severity: f.Severity.String(), Contract: f.Contract, Tool: f.Tool, Field: f.Field,
		Operations: notNil(f.Operations), Message: f.Message, Why: f.Why, Fix: f.Fix, Suggestion: f.Suggestion, Witness: json.RawMessage("null"),
		At: SpanOf(f.At), ToolAt: SpanOf(f.ToolAt), SpecAt: SpanOf(f.SpecAt), Also: []jsonPlace{}, Edits: []jsonEdit{}, Fingerprint: f.Fingerprint, Old: f.Old,
	}
	if len(f.Operations) > 0 {
		j.Operation = f.Operations[0]
	}
	if f.Witness != nil {
		j.Witness = json.RawMessage(f.Witness.JSON())
	}
	for _, p := range f.Also {
		j.Also = append(j.Also, jsonPlace{p.Label, SpanOf(p.At)})
	}
	for _, e := range f.Edits {
		j.Edits = append(j.Edits, jsonEdit{SpanOf(e.At), e.New})
	}
	if f.Waived != nil {
		j.Waived = &jsonWaived{f.Waived.Reason, f.Waived.Until, f.Waived.Owner, SpanOf(f.Waived.At), f.Waived.Baseline}
	}
	return j
}

// SpanOf is nil, which is null, for a span that points nowhere.
func SpanOf(at source.Span) *Span {
	if at.IsZero() {
		return nil
	}
	start, end := at.File.Position(at.Start), at.File.Position(at.End)
	return &Span{slash(at.File.Name), start.Line, start.Column, end.Line, end.Column}
}

func notNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// Encode is v as indented JSON whose strings hold nothing that a terminal or
// GitHub's runner would act on: such characters are written as \u escapes, which
// leaves the data what it was.
func Encode(v any) []byte {
	return append(indent(encodeCompact(v)), '\n')
}

// encodeCompact is Encode on one line, without its end.
func encodeCompact(v any) []byte {
	var compact bytes.Buffer
	e := json.NewEncoder(&compact)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("a report that is no JSON: %v", err)) // only our own types come here
	}
	text := bytes.ReplaceAll(escapeJSON(compact.Bytes()), []byte("##["), []byte(`##\u005b`))
	return bytes.TrimSuffix(text, []byte("\n"))
}

// indent is compact JSON with a line for each member and item, as json.Indent
// writes it, which checks the text again and takes five times as long.
func indent(compact []byte) []byte { return indentTo(compact, math.MaxInt) }

// indentTo is indent that leaves what lies so many levels deep, or deeper, on one line.
func indentTo(compact []byte, deepest int) []byte {
	out := make([]byte, 0, 2*len(compact))
	depth := 0
	for i := 0; i < len(compact); i++ {
		c := compact[i]
		switch c {
		case '"':
			end := i + 1
			for compact[end] != '"' {
				if compact[end] == '\\' {
					end++
				}
				end++
			}
			out = append(out, compact[i:end+1]...)
			i = end
			continue
		case '}', ']':
			depth--
			if last := compact[i-1]; last != '{' && last != '[' && depth < deepest {
				out = newLine(out, depth)
			}
		}
		out = append(out, c)
		switch {
		case c == ':':
			out = append(out, ' ')
		case c == ',' && depth > deepest:
			out = append(out, ' ')
		case c == ',':
			out = newLine(out, depth)
		case c == '{' || c == '[':
			depth++
			if next := compact[i+1]; next != '}' && next != ']' && depth <= deepest {
				out = newLine(out, depth)
			}
		}
	}
	return out
}

func newLine(out []byte, depth int) []byte {
	out = append(out, '\n')
	for range depth {
		out = append(out, "  "...)
	}
	return out
}

// escapeJSON writes hidden characters as \u escapes. Those above ASCII can only
// stand inside strings; the others encoding/json escapes itself, all but DEL.
func escapeJSON(data []byte) []byte {
	out, kept := make([]byte, 0, len(data)+64), 0
	for i := 0; i < len(data); {
		if data[i] < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		if source.Escape(string(r)) != string(r) {
			out = append(out, data[kept:i]...)
			if r1, r2 := utf16.EncodeRune(r); r1 != utf8.RuneError {
				out = fmt.Appendf(out, `\u%04x\u%04x`, r1, r2)
			} else {
				out = fmt.Appendf(out, `\u%04x`, r)
			}
			kept = i + size
		}
		i += size
	}
	return append(out, data[kept:]...)
}
