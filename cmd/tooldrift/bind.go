package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
)

func (p program) bindCommand() *cobra.Command {
	var f inputFlags
	var format string
	c := &cobra.Command{
		Use:   "bind [FILE...]",
		Short: "Show which operation each tool is compared with",
		Long: `Show which operation each tool is compared with, how it was found, and how many
of the tool's fields that operation knows. Tools that are bound to nothing show
the operations that come nearest.`,
		RunE: func(_ *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return unknown("the format", format, []string{"text", "json"})
			}
			return p.bind(&f, format, args)
		},
	}
	f.register(c)
	c.Flags().StringVar(&format, "format", "text", "`NAME` of the format: text, json")
	return c
}

func (p program) bind(f *inputFlags, format string, files []string) error {
	r, err := p.open(f, files)
	if err != nil {
		return err
	}
	r.Match()
	p.faults(r.Faults, fromHere(r.Root), f.quiet)
	if format == "json" {
		_, err = p.stdout.Write(report.Encode(bindJSON(r)))
	} else {
		err = bindTable(p.stdout, r)
	}
	switch {
	case err != nil:
		return err
	case r.Refused():
		return exit(exitRefused)
	}
	return nil
}

type jsonBindings struct {
	Bindings []jsonBound   `json:"bindings"`
	Unbound  []jsonUnbound `json:"unbound"`
}

type jsonBound struct {
	Tool       string   `json:"tool"`
	How        string   `json:"how"`
	Operations []string `json:"operations"`
}

type jsonUnbound struct {
	Tool       string          `json:"tool"`
	Candidates []jsonCandidate `json:"candidates"`
}

type jsonCandidate struct {
	Operation string  `json:"operation"`
	Score     float64 `json:"score"`
}

// bindJSON lists every tool once: as bound, which a tool that calls nothing by
// its author's word is too, or as unbound. A guess in doubt binds nothing here:
// it is the first of the candidates.
func bindJSON(r *check.Run) jsonBindings {
	out := jsonBindings{Bindings: []jsonBound{}, Unbound: []jsonUnbound{}}
	for _, b := range bindings(r) {
		if unbound(b) || b.Doubt != nil {
			u := jsonUnbound{Tool: b.Tool.Name, Candidates: []jsonCandidate{}}
			for _, c := range b.Candidates {
				u.Candidates = append(u.Candidates, jsonCandidate{c.Operation, c.Score})
			}
			out.Unbound = append(out.Unbound, u)
			continue
		}
		out.Bindings = append(out.Bindings, jsonBound{b.Tool.Name, b.How, operations(b)})
	}
	return out
}

func bindings(r *check.Run) []*bind.Binding {
	var all []*bind.Binding
	for _, c := range r.Contracts {
		all = append(all, c.Bindings...)
	}
	return all
}

func unbound(b *bind.Binding) bool {
	return len(b.Calls) == 0 && b.Local == "" && b.Unsupported == ""
}

func operations(b *bind.Binding) []string {
	names := []string{}
	for _, c := range b.Calls {
		if !slices.Contains(names, c.Op.Name) {
			names = append(names, c.Op.Name)
		}
	}
	return names
}

// bindTable is a line an operation; further operations of a tool stand below it.
func bindTable(w io.Writer, r *check.Run) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(cells ...string) {
		for i, c := range cells {
			cells[i] = report.Line(c)
		}
		fmt.Fprintln(t, strings.TrimRight(strings.Join(cells, "\t"), "\t"))
	}
	all := bindings(r)
	if len(all) > 0 {
		row("TOOL", "OPERATION", "HOW", "AGREE", "DISAGREE")
	}
	counts := map[string]int{}
	for _, b := range all {
		name := b.Tool.Name
		switch {
		case b.Local != "":
			counts["local"]++
			row(name, "-", "local: "+b.Local)
		case b.Unsupported != "":
			counts["unsupported"]++
			row(name, "-", "unsupported: "+b.Unsupported)
		case unbound(b):
			counts["unbound"]++
			row(name, "-", "unbound"+nearest(b.Candidates))
		default:
			counts["bound"]++
			for _, c := range b.Calls {
				agree, disagree := fields(c)
				row(name, c.Op.Name+when(c.When), b.How+doubt(b.Doubt), fmt.Sprint(agree), fmt.Sprint(disagree))
				name = ""
			}
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	var parts []string
	for _, state := range []string{"bound", "local", "unsupported", "unbound"} {
		if counts[state] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[state], state))
		}
	}
	if len(parts) == 0 {
		parts = []string{"no tools"}
	}
	_, err := fmt.Fprintln(w, strings.Join(parts, ", "))
	return err
}

// fields counts the tool's fields that the operation knows, and those that it
// does not although nothing says that they are the tool server's business.
func fields(c *bind.Call) (agree, disagree int) {
	for _, ref := range c.Fields.ToolOnly {
		if ref.Handled == "" {
			disagree++
		}
	}
	return len(c.Fields.Pairs), disagree
}

func when(conds []bind.Cond) string {
	var all []string
	for _, c := range conds {
		all = append(all, c.Field+"="+c.Value)
	}
	if len(all) == 0 {
		return ""
	}
	return " when " + strings.Join(all, ", ")
}

func doubt(d *bind.Doubt) string {
	switch {
	case d == nil:
		return ""
	case d.Other != "":
		return ", doubtful: " + d.Other + " fits better"
	}
	return ", doubtful"
}

// mostCandidates is how many operations are shown for a tool that is unbound.
const mostCandidates = 3

func nearest(all []bind.Candidate) string {
	var shown []string
	for _, c := range all[:min(len(all), mostCandidates)] {
		shown = append(shown, fmt.Sprintf("%s (%.2f)", c.Operation, c.Score))
	}
	if len(shown) == 0 {
		return ""
	}
	return ", nearest: " + strings.Join(shown, ", ")
}
