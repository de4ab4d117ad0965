package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// explainBinding prints every decision about one tool.
func (p program) explainBinding(r *check.Run, f *bindFlags) error {
	all, err := r.Explain(f.explain)
	if err != nil {
		return p.usage(err)
	}
	if f.format == "json" {
		_, err = p.stdout.Write(report.Encode(explainJSON(all)))
		return err
	}
	w := &lineWriter{to: p.stdout}
	shown := fromHere(r.Root)
	for i, e := range all {
		if i > 0 {
			w.line("")
		}
		w.explain(e, shown, len(all) > 1)
	}
	return w.err
}

// lineWriter writes lines of text from inputs, and keeps the first error.
type lineWriter struct {
	to  io.Writer
	err error
}

func (w *lineWriter) line(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintln(w.to, report.Line(fmt.Sprintf(format, args...)))
	}
}

// table writes rows in columns.
func (w *lineWriter) table(rows [][]string) {
	var t grid
	for _, cells := range rows {
		t.row(cells...)
	}
	if err := t.write(w.to, "  "); w.err == nil {
		w.err = err
	}
}

func place(at source.Span, shown func(string) string) string {
	p := at.File.Position(at.Start)
	return fmt.Sprintf("%s:%d:%d", shown(at.File.Name), p.Line, p.Column)
}

func (w *lineWriter) explain(e check.Explained, shown func(string) string, several bool) {
	b := e.Binding
	head := b.Tool.Name
	if several {
		head += " in contract " + e.Contract
	}
	if !b.Tool.At.IsZero() {
		head += ", " + place(b.Tool.At, shown)
	}
	w.line("%s", head)
	switch {
	case b.Local != "" || b.Unsupported != "":
		w.line("  calls nothing: %s", e.Why)
	case len(b.Calls) == 0:
		w.line("  unbound: %s", e.Why)
	default:
		w.line("  bound by %s: %s", b.How, e.Why)
	}
	if !b.At.IsZero() {
		w.line("  said at %s", place(b.At, shown))
	}
	if b.Doubt != nil {
		w.line("  in doubt: %s", b.Doubt.Why)
	}
	w.line("  its words: %s", strings.Join(e.Words, " "))
	if len(e.Considered) > 0 {
		w.line("")
		w.line("operations that come to mind:")
		w.considered(e.Considered)
	}
	if len(b.Choices) > 0 {
		w.line("")
		w.line("value by value:")
		var rows [][]string
		for _, c := range b.Choices {
			operation := c.Operation
			if operation == "" {
				operation = "-"
			}
			rows = append(rows, []string{c.When.Field + "=" + c.When.Value, operation, proposal(c)})
		}
		w.table(rows)
	}
	for _, c := range e.Calls {
		w.line("")
		if c.Bound {
			w.line("fields of %s%s:", c.Operation, when(c.When))
		} else {
			w.line("fields, if it were %s:", c.Operation)
		}
		if len(c.Rows) == 0 {
			w.line("  neither side has any")
			continue
		}
		rows := [][]string{{"TOOL", "API", "HOW", "WHY"}}
		for _, r := range c.Rows {
			rows = append(rows, []string{cmp.Or(r.Tool, "-"), cmp.Or(r.API, "-"), r.How, r.Why})
		}
		w.table(rows)
	}
}

func (w *lineWriter) considered(all []bind.Considered) {
	rows := [][]string{{"SCORE", "WORDS", "FIELDS", "OPERATION", "VERDICT"}}
	for _, c := range all {
		rows = append(rows, []string{fmt.Sprintf("%.2f", c.Score), fmt.Sprintf("%.2f", c.Words), fmt.Sprintf("%+.2f", c.Fields), c.Operation, c.Verdict})
	}
	w.table(rows)
	w.line("why they score so:")
	for _, c := range all {
		tool := "only the tool"
		if c.Described {
			tool = "only its description"
		}
		var said []string
		for _, part := range []struct {
			what  string
			words []string
		}{{"both say", c.Common}, {tool, c.ToolOnly}, {"only the operation", c.OperationOnly}} {
			if len(part.words) > 0 {
				said = append(said, part.what+" "+strings.Join(part.words, " "))
			}
		}
		said = append(said, c.KnowsText)
		if len(c.Lacking) > 0 {
			said = append(said, "the tool has nothing for "+strings.Join(c.Lacking, ", "))
		}
		w.line("  %s: %s", c.Operation, strings.Join(said, "; "))
	}
}

type jsonExplanations struct {
	Explanations []jsonExplanation `json:"explanations"`
}

type jsonExplanation struct {
	Contract   string           `json:"contract"`
	Tool       string           `json:"tool"`
	How        string           `json:"how"`
	Why        string           `json:"why"`
	Doubt      string           `json:"doubt"`
	Words      []string         `json:"words"`
	Considered []jsonConsidered `json:"considered"`
	Choices    []jsonChoice     `json:"choices"`
	Calls      []jsonCall       `json:"calls"`
}

type jsonConsidered struct {
	Operation     string   `json:"operation"`
	Score         float64  `json:"score"`
	Words         float64  `json:"words"`
	Fields        float64  `json:"fields"`
	Common        []string `json:"common"`
	ToolOnly      []string `json:"tool_only"`
	OperationOnly []string `json:"operation_only"`
	Known         int      `json:"known"`
	Counted       int      `json:"counted"`
	Lacking       []string `json:"lacking"`
	Verdict       string   `json:"verdict"`
}

type jsonChoice struct {
	When       []jsonCond      `json:"when"`
	Operation  string          `json:"operation"`
	Candidates []jsonCandidate `json:"candidates"`
}

type jsonCond struct {
	Field string `json:"field"`
	Value string `json:"value"`
}

type jsonCall struct {
	Operation string     `json:"operation"`
	When      []jsonCond `json:"when"`
	Bound     bool       `json:"bound"`
	Fields    []jsonRow  `json:"fields"`
}

type jsonRow struct {
	Tool string `json:"tool"`
	API  string `json:"api"`
	How  string `json:"how"`
	Why  string `json:"why"`
}

func explainJSON(all []check.Explained) jsonExplanations {
	out := jsonExplanations{Explanations: []jsonExplanation{}}
	for _, e := range all {
		b := e.Binding
		j := jsonExplanation{
			Contract: e.Contract, Tool: b.Tool.Name, How: b.How, Why: e.Why, Words: list(e.Words),
			Considered: []jsonConsidered{}, Choices: jsonChoices(b.Choices), Calls: []jsonCall{},
		}
		if b.Doubt != nil {
			j.Doubt = b.Doubt.Why
		}
		for _, c := range e.Considered {
			j.Considered = append(j.Considered, jsonConsidered{
				c.Operation, c.Score, c.Words, c.Fields, list(c.Common), list(c.ToolOnly), list(c.OperationOnly),
				c.Known, c.Counted, list(c.Lacking), c.Verdict,
			})
		}
		for _, c := range e.Calls {
			call := jsonCall{c.Operation, jsonConds(c.When), c.Bound, []jsonRow{}}
			for _, r := range c.Rows {
				call.Fields = append(call.Fields, jsonRow(r))
			}
			j.Calls = append(j.Calls, call)
		}
		out.Explanations = append(out.Explanations, j)
	}
	return out
}

func jsonChoices(all []bind.Choice) []jsonChoice {
	out := []jsonChoice{}
	for _, c := range all {
		one := jsonChoice{jsonConds([]bind.Cond{c.When}), c.Operation, []jsonCandidate{}}
		for _, cand := range c.Candidates {
			one.Candidates = append(one.Candidates, jsonCandidate(cand))
		}
		out = append(out, one)
	}
	return out
}

func jsonConds(all []bind.Cond) []jsonCond {
	out := []jsonCond{}
	for _, c := range all {
		out = append(out, jsonCond(c))
	}
	return out
}

// list is never null in JSON.
func list(all []string) []string {
	if all == nil {
		return []string{}
	}
	return all
}
