package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

func (p program) unitsCommand() *cobra.Command {
	var f inputFlags
	var format string
	c := &cobra.Command{
		Use:   "units [FILE...]",
		Short: "List every number, its unit and where the unit comes from",
		Long: `List every numeric field of the tools, and of the operations that they are bound
to: what kind of quantity it is, its unit, where the unit comes from, and what
check finds. A spec alone is listed whole. Nothing in the list fails the run.

Where a unit comes from: name, parent (the object around it), type, format, key
(x-unit and the like), sibling (a field beside it), bounds, example, prose (the
description), config (the project's convention).

The verdicts: none (no quantity, or everybody knows its unit: WHY says which),
self-describing, name, prose (only a description says it), config, bare (nothing
says it), conflict (the field contradicts itself).`,
		RunE: func(_ *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return unknown("the format", format, []string{"text", "json"})
			}
			return p.units(&f, format, args)
		},
	}
	f.register(c)
	c.Flags().StringVar(&format, "format", "text", "`NAME` of the format: text, json")
	return c
}

func (p program) units(f *inputFlags, format string, files []string) error {
	r, err := p.open(f, files)
	if err != nil {
		return err
	}
	r.Match()
	r.Compare()
	found := rulesOf(r.Judge(rules.Settings{Today: time.Now().UTC().Format(time.DateOnly)}))
	all, faults := r.Numbers()
	faults = slices.Concat(r.Faults, faults)
	p.faults(faults, r.Root, f.quiet)
	if len(all) == 0 && r.Nothing() != "" && !r.HasOperations() {
		p.nothing(r, "") // and no empty list, which would look like an answer
		return exit(exitRefused)
	}
	if format == "json" {
		_, err = p.stdout.Write(report.Encode(unitsJSON(all, found)))
	} else {
		err = unitsTable(p.stdout, all, found, fromHere(r.Root))
	}
	switch {
	case err != nil:
		return err
	case source.Refused(faults):
		return exit(exitRefused)
	}
	return nil
}

// numberPlace names one field of one side of a contract.
type numberPlace struct{ contract, of, field string }

// rulesOf are the rules on numbers that each field of a tool breaks and that no waiver accepts.
func rulesOf(r *rules.Report) map[numberPlace][]string {
	found := map[numberPlace][]string{}
	for _, f := range r.Findings {
		at := numberPlace{f.Contract, f.Tool, f.Field}
		if f.Category == "number" && f.Waived == nil && !slices.Contains(found[at], f.Rule) {
			found[at] = append(found[at], f.Rule)
		}
	}
	return found
}

// stated is what a number's author says of its unit: the unit, where it comes
// from and in which words. All are "" where nothing does.
func stated(n check.Number) (unit string, s units.Statement) {
	if len(n.Stated) == 0 {
		return "", units.Statement{}
	}
	s = n.Stated[0]
	if s.From != units.FromSibling {
		unit = s.Unit.Symbol
	}
	return unit, s
}

type jsonUnits struct {
	Version int             `json:"version"`
	Summary jsonUnitsCounts `json:"summary"`
	Numbers []jsonNumber    `json:"numbers"`
}

type jsonUnitsCounts struct {
	Numbers        int `json:"numbers"`
	None           int `json:"none"`
	SelfDescribing int `json:"self_describing"`
	Name           int `json:"name"`
	Prose          int `json:"prose"`
	Config         int `json:"config"`
	Bare           int `json:"bare"`
	Conflict       int `json:"conflict"`
}

type jsonNumber struct {
	Contract  string       `json:"contract"`
	Side      string       `json:"side"`
	Of        string       `json:"of"`
	Field     string       `json:"field"`
	Dimension string       `json:"dimension"`
	Unit      string       `json:"unit"`
	From      string       `json:"from"`
	Words     string       `json:"words"`
	Verdict   string       `json:"verdict"`
	Why       string       `json:"why"`
	Rules     []string     `json:"rules"`
	At        *report.Span `json:"at"`
}

func unitsJSON(all []check.Number, found map[numberPlace][]string) jsonUnits {
	out := jsonUnits{Version: 1, Numbers: []jsonNumber{}, Summary: jsonUnitsCounts{Numbers: len(all)}}
	count := map[units.Verdict]*int{
		units.None: &out.Summary.None, units.SelfDescribing: &out.Summary.SelfDescribing, units.Named: &out.Summary.Name, units.Prose: &out.Summary.Prose,
		units.Settled: &out.Summary.Config, units.Bare: &out.Summary.Bare, units.Conflicting: &out.Summary.Conflict,
	}
	for _, n := range all {
		*count[n.Verdict]++
		unit, s := stated(n)
		out.Numbers = append(out.Numbers, jsonNumber{
			Contract: n.Contract, Side: n.Side, Of: n.Of, Field: n.Field, Dimension: n.Dim.String(), Unit: unit, From: string(s.From), Words: s.Text,
			Verdict: string(n.Verdict), Why: why(n), Rules: broken(n, found), At: report.SpanOf(n.At),
		})
	}
	return out
}

func broken(n check.Number, found map[numberPlace][]string) []string {
	if broken := found[numberPlace{n.Contract, n.Of, n.Field}]; broken != nil && n.Side == "tool" {
		return broken
	}
	return []string{}
}

// why is why there is nothing to guess, or what contradicts what.
func why(n check.Number) string {
	if n.Conflict != nil {
		return n.Conflict.Why
	}
	return n.Convention
}

// unitsTable is a line a number, and a last line that counts them by verdict.
func unitsTable(w io.Writer, all []check.Number, found map[numberPlace][]string, shown func(string) string) error {
	var t grid
	row := func(cells ...string) {
		for i, c := range cells {
			cells[i] = cmp.Or(c, "-")
		}
		t.row(cells...)
	}
	if len(all) > 0 {
		row("SIDE", "OF", "FIELD", "DIMENSION", "UNIT", "FROM", "VERDICT", "FINDINGS", "WHY")
	}
	counts := map[units.Verdict]int{}
	for _, n := range all {
		counts[n.Verdict]++
		dim := ""
		if n.Dim != units.Pure {
			dim = n.Dim.String()
		}
		unit, s := stated(n)
		row(n.Side, n.Of, n.Field, dim, unit, from(s, shown), string(n.Verdict), strings.Join(broken(n, found), ", "), why(n))
	}
	if err := t.write(w, ""); err != nil {
		return err
	}
	var parts []string
	for _, v := range []units.Verdict{units.Conflicting, units.Bare, units.Prose, units.Settled, units.Named, units.SelfDescribing, units.None} {
		if counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[v], v))
		}
	}
	text := "no numbers"
	if len(all) > 0 {
		text = fmt.Sprintf("%s: %s", plural(len(all), "number"), strings.Join(parts, ", "))
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

// from is where a unit comes from, as a cell: the sibling that chooses it and the
// line of the config are named.
func from(s units.Statement, shown func(string) string) string {
	switch {
	case s.From == units.FromSibling:
		return "sibling " + s.Text
	case s.From == units.FromConfig && !s.At.IsZero():
		return fmt.Sprintf("config %s:%d", shown(s.At.File.Name), s.At.File.Position(s.At.Start).Line)
	}
	return string(s.From)
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
