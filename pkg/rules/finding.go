package rules

import (
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Severity says what a finding does to a run.
type Severity uint8

// The severities, mildest first, so that they compare with <.
const (
	Off Severity = iota
	Note
	Warning
	Error
)

var severityNames = [...]string{"off", "note", "warning", "error"}

// String is the severity's word in configs and reports.
func (s Severity) String() string { return severityNames[s] }

// Finding is a drift judged by a rule. Its four texts are slots of one message:
// what is wrong, what the model will do, the edit to type.
type Finding struct {
	Rule        string
	Category    string
	Severity    Severity
	Contract    string
	Tool        string // "" where the finding is on no tool
	Field       string // tool's field path: "lines[].sku"; the API's where the tool has none; ""
	APIField    string // the API's field path where there is one
	Operations  []string
	Message     string // what: lower case, no final stop, without the tool's name
	Why         string
	Fix         string
	Suggestion  string       // the name or value to type; ""
	Witness     *source.Node // smallest arguments that the tool allows and the API rejects; nil
	At          source.Span  // the primary place, always there
	ToolAt      source.Span  // zero where that side is silent
	SpecAt      source.Span
	Also        []Place // further places that the message speaks of
	ToolSays    string  // shown where ToolAt is zero: "(no field called amount)"
	SpecSays    string
	Edits       []Edit
	Value       string // the fact's own value, part of the fingerprint and what a waiver's value matches
	Fingerprint string
	Held        bool // the rule is too new to fail a run, whatever fails one
	Waived      *Waived
	Old         bool        // the base that the report is held against has it too: it fails no run
	BrokeAt     source.Span // the line of the spec whose change brought it about; zero where the tool changed, or nothing is known

	Of *diff.Drift // that it judges; nil where it is on a waiver or on the baseline
}

// Place is a place that is neither the tool's field nor the API's: the field of
// another tool, the line of the config that says what the project does.
type Place struct {
	Label string // "tool", "config"
	At    source.Span
}

// Edit replaces the bytes of a span; applying all edits of a finding is its fix.
type Edit struct {
	At  source.Span
	New string
	// Unsafe: the edit changes prose, takes something away that a server may live
	// on, or rests on a guess. Who applies edits asks before.
	Unsafe bool
}

// Conflicts reports whether two edits cannot both be made. Two that are the same
// are one.
func (e Edit) Conflicts(other Edit) bool {
	a, b := e.At, other.At
	if a.File != b.File || a == b && e.New == other.New {
		return false
	}
	return a == b || a.Start < b.End && b.Start < a.End
}

// Waived is what accepts a finding: a waiver, or an entry of the baseline.
type Waived struct {
	Reason, Until, Owner string
	At                   source.Span
	Inline               bool // it stands beside the tool or the API field, not in the config
	Baseline             bool // it is an entry of the baseline
}

// Report is all that a run found.
type Report struct {
	Summary  Summary
	Bindings []Binding
	Findings []*Finding   // in order of file, position, rule, field
	Stale    []StaleEntry // in the order of the baseline
	Waivers  []*WaiverUse // of the config, then those beside tools and operations
	Base     *Base        // nil: it is held against nothing
}

// Summary counts what was compared. Errors, warnings and notes leave the waived and
// the baselined out.
type Summary struct {
	Tools, Bound, Local, Unsupported, Unbound int
	Alone                                     int // tools looked at without a spec; they count as unbound too
	Fields, NotComparable                     int
	Errors, Warnings, Notes, Waived           int
	Baselined                                 int            // accepted by the baseline, and not counted as waived
	ByHow                                     map[string]int // bound tools by how they were bound
}

// Binding says which operations a tool was compared with.
type Binding struct {
	Contract, Tool, How string
	Operations          []string
	At                  source.Span // of the tool's name
	// Fields lists the fields of both sides. It is a function since few reports show
	// them, and nil where the tool was compared with nothing.
	Fields func() []FieldPair
}

// FieldPair is a tool's field and the API's field that it feeds, or one of them
// alone. The fields of objects in them are pairs of their own.
type FieldPair struct {
	Operation string
	Tool, API FieldSide
	Why       string // they are a pair, or one of them has no partner
	Excused   bool   // it has no partner, and that is as it should be
}

// FieldSide is what one side says of a field; its Path is "" where it has none.
type FieldSide struct {
	Path     string // "lines[].sku"
	Says     string // the type, as a person writes it: "string or null (date-time)"
	Required bool
	At       source.Span // of the name
}
