package golden

import (
	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Verdict is what became of one golden call, or of one field of it.
type Verdict string

// The verdicts of a field. Where an array gives one several values it has the
// first that is not Right.
const (
	Right      Verdict = "exact"
	Missing    Verdict = "missing"
	Unasked    Verdict = "extra"
	WrongValue Verdict = "wrong-value"
	WrongUnit  Verdict = "wrong-unit" // the right value in another unit: a power of ten, 60, 3600 and the like away
	WrongType  Verdict = "wrong-type" // of JSON: "42" for 42
)

// The verdicts of a call that are no field's. One with the right tool is
// RightCall or WrongFields.
const (
	RightCall   Verdict = "right"
	WrongFields Verdict = "wrong-fields"
	WrongTool   Verdict = "wrong-tool"   // another tool was called in its place
	NoCall      Verdict = "missing-call" // nothing was
	WrongOrder  Verdict = "wrong-order"  // it was called, and calls were to come in order
	ExtraCall   Verdict = "extra-call"   // a call that no golden call asks for
	AllowedCall Verdict = "allowed-call" // one of a case that allows such
)

// Result is what a run of golden calls shows. It encodes to the JSON format as it
// stands; lists are in the order of the golden files.
type Result struct {
	Version  int       `json:"version"` // 1
	Summary  Summary   `json:"summary"`
	Findings []Finding `json:"findings"`
	// Tools are those that golden calls name, in the order of their names.
	Tools []ToolScore `json:"tools"`
	// Runs are the cases that were scored, each once a run of its prompt.
	Runs []CaseRun `json:"runs"`
	// Absent are the cases that no log mentions.
	Absent []string `json:"absent"`
	// Strays are the prompts of logs that no case has, by how often they are named.
	Strays []Stray `json:"strays"`
	// Broken are the first records of logs that could not be read.
	Broken []Broken `json:"broken"`
	// Uncovered is what of the contracts no golden call has.
	Uncovered []Uncovered `json:"uncovered"`
	Against   *Comparison `json:"against"` // null without an earlier result
}

// Summary counts the whole run.
type Summary struct {
	Files    int `json:"files"`
	Cases    int `json:"cases"`
	Calls    int `json:"calls"`    // golden calls, alternatives not counted
	Judged   int `json:"judged"`   // golden calls, alternatives too, that were held against a contract
	Unsure   int `json:"unsure"`   // of them: something of the contract could not be seen through
	Findings int `json:"findings"` // on golden calls; of one call source.MaxFaults at most are listed
	Cut      int `json:"cut"`      // golden calls that accept more than was judged

	Scored bool    `json:"scored"` // there were logs
	Runs   int     `json:"runs"`
	Right  int     `json:"right"` // of Runs: every call and every field is
	Share  float64 `json:"share"` // Right of Runs; 1 where there is none
	Absent int     `json:"absent"`
	// Actual are calls in logs; Unmatched those of them that belong to no case.
	Actual    int `json:"actual"`
	Unmatched int `json:"unmatched"`
	Strays    int `json:"strays"` // prompts that no case has, as far as they are told apart
	Untold    int `json:"untold"` // of Unmatched: of prompts beyond those
	Beyond    int `json:"beyond"` // of Actual: behind source.MaxActual calls of one answer, and not scored
	Rough     int `json:"rough"`  // of Runs: source.MaxCompared was met
	Fields    int `json:"fields"` // fields that were scored
	Exact     int `json:"exact"`  // of Fields
	Broken    int `json:"broken"` // records of logs that could not be read
}

// Place is where something stands: lines and columns from 1, columns in code
// points, the end exclusive.
type Place struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
}

func placeOf(at source.Span) *Place {
	if at.IsZero() {
		return nil
	}
	start, end := at.File.Position(at.Start), at.File.Position(at.End)
	return &Place{at.File.Name, start.Line, start.Column, end.Line, end.Column}
}

// Finding is something wrong with a golden call: it breaks the contract of its own
// tool, or of the API behind it, so that no model could be right.
type Finding struct {
	Kind calls.Kind `json:"kind"`
	Side calls.Side `json:"side"` // "" for what is no contract's
	Case string     `json:"case"`
	Tool string     `json:"tool"`
	// Field is as findings spell it, Spot the very one: "lines[2].sku"; "" for the
	// call as a whole.
	Field   string `json:"field"`
	Spot    string `json:"spot"`
	Got     string `json:"got"` // as JSON, cut short; ""
	Want    string `json:"want"`
	Message string `json:"message"`
	Fix     string `json:"fix"` // "" where only the author knows
	At      *Place `json:"at"`
	// ToolAt is the field in the tool, or the operation in the spec, whichever Side
	// is; the tool where it has no such field; null where that is silent too.
	ToolAt *Place `json:"tool_at"`
	// Drift is the finding of check without which the call would not look right; null.
	Drift *Drift `json:"drift"`

	Span, ToolSpan source.Span `json:"-"`
}

// Drift is a finding of check that explains one on a golden call.
type Drift struct {
	Rule        string `json:"rule"`
	Fingerprint string `json:"fingerprint"`
	Message     string `json:"message"`
	Fix         string `json:"fix"`
}

// NoAnswer is the kind of a golden call that no call could equal.
const NoAnswer calls.Kind = "no-answer"

// ToolScore is how one tool's golden calls were answered.
type ToolScore struct {
	Tool        string       `json:"tool"`
	Cases       int          `json:"cases"`
	Calls       int          `json:"calls"` // golden calls that were scored
	Right       int          `json:"right"`
	WrongFields int          `json:"wrong_fields"`
	WrongTool   int          `json:"wrong_tool"`
	WrongOrder  int          `json:"wrong_order"`
	Missing     int          `json:"missing"`
	Extra       int          `json:"extra"` // calls of it that no golden call asks for
	Share       float64      `json:"share"` // Right of Calls; 1 where there is none
	Fields      []FieldScore `json:"fields"`
}

// FieldScore is how one field was filled in, in the calls that have the right tool.
type FieldScore struct {
	Field      string  `json:"field"`
	Unit       string  `json:"unit"` // that the contract states; ""
	Scored     int     `json:"scored"`
	Exact      int     `json:"exact"`
	Missing    int     `json:"missing"`
	Extra      int     `json:"extra"`
	WrongValue int     `json:"wrong_value"`
	WrongUnit  int     `json:"wrong_unit"`
	WrongType  int     `json:"wrong_type"`
	Share      float64 `json:"share"` // Exact of Scored
}

// CaseRun is one answer to the prompt of a case.
type CaseRun struct {
	Case  string `json:"case"`
	Run   int    `json:"run"` // from 1: the how manyth answer to this prompt
	Right bool   `json:"right"`
	Note  string `json:"note"` // of the case
	// Beyond are calls behind the first source.MaxActual, which were not scored.
	Beyond int `json:"beyond"`
	// Rough: the case has more values than are compared, source.MaxCompared. Calls
	// may then be paired, and told, less well than they could.
	Rough bool      `json:"rough"`
	Calls []CallRun `json:"calls"`
}

// CallRun is one golden call and what was called in its place, or an extra call.
type CallRun struct {
	Index   int     `json:"index"` // of the golden call in its case, from 0; -1 for a call beyond them
	Tool    string  `json:"tool"`  // that is right; "" for a call beyond them
	Got     string  `json:"got"`   // that was called; ""
	Verdict Verdict `json:"verdict"`
	Log     string  `json:"log"`
	Line    int64   `json:"line"` // 0 where nothing was called
	Fields  []Cell  `json:"fields"`
	Wrong   []Wrong `json:"wrong"`
}

// Cell is the verdict on one field of one call.
type Cell struct {
	Field   string  `json:"field"`
	Verdict Verdict `json:"verdict"`
}

// Wrong is one place of a call that is not what it should be.
type Wrong struct {
	Field   string  `json:"field"`
	Spot    string  `json:"spot"` // "lines[2].sku"
	Verdict Verdict `json:"verdict"`
	Want    string  `json:"want"` // as JSON, cut short; "" where nothing is
	Got     string  `json:"got"`
	Reading string  `json:"reading"` // "100 times too large; the contract counts cents"; ""
}

// Stray is a prompt of a log that no case has.
type Stray struct {
	Case    string `json:"case"`
	Calls   int    `json:"calls"`
	Nearest string `json:"nearest"`
}

// Broken is a record of a log that could not be read.
type Broken struct {
	Log  string `json:"log"`
	Line int64  `json:"line"`
	Why  string `json:"why"`
}

// Uncovered is a part of a contract that no golden call has: a tool, a required
// field that is never sent, a value of a closed list.
type Uncovered struct {
	Contract string `json:"contract"`
	Tool     string `json:"tool"`
	Field    string `json:"field"` // "" for the tool as a whole
	Value    string `json:"value"` // as JSON; "" for the field as a whole
}
