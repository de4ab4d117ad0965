package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
)

// bindFlags are the flags of bind.
type bindFlags struct {
	inputFlags
	format  string
	write   bool
	explain string
}

func (p program) bindCommand() *cobra.Command {
	var f bindFlags
	c := &cobra.Command{
		Use:   "bind [FILE...]",
		Short: "Show which operation each tool is compared with, and write it into the config",
		Long: `Show which operation each tool is compared with, how it was found, and how many
of the tool's fields that operation knows. Tools that are bound to nothing show
the operations that come nearest; one that chooses among operations by a field
shows them value by value.

With --write what was found is put into the config, for review: a line a tool
that is sure, and as comments to choose from what is not. Nothing that stands
there is changed, and a second time nothing is. Without a config a first one is
written here, for the files that are named.

With --explain every decision about one tool is shown: what its words and its
fields gave for each operation that comes to mind, what decided, and which field
was paired with which, and why.

Exit codes: 0 done, 2 wrong usage or config, or one that cannot be edited, 3 an
input was refused or nothing at all could be bound.`,
		RunE: func(_ *cobra.Command, args []string) error { return p.bind(&f, args) },
	}
	f.register(c)
	flags := c.Flags()
	flags.StringVar(&f.format, "format", "text", "`NAME` of the format: text, json")
	flags.StringVar(&f.explain, "explain", "", "show every decision about one `TOOL`: the operation, and field by field")
	flags.BoolVar(&f.write, "write", false, "put what was found into the config")
	return c
}

func (f *bindFlags) settle() error {
	switch {
	case f.format != "text" && f.format != "json":
		return unknown("the format", f.format, []string{"text", "json"})
	case f.write && f.explain != "":
		return errors.New("--write and --explain exclude each other")
	case f.write && f.format != "text":
		return errors.New("--write and --format exclude each other: what is written is YAML")
	}
	return nil
}

func (p program) bind(f *bindFlags, files []string) error {
	if err := f.settle(); err != nil {
		return err
	}
	r, err := p.open(&f.inputFlags, files)
	if err != nil {
		return err
	}
	r.Match()
	p.faults(r.Faults, r.Root, f.quiet)
	r.Propose()
	switch {
	case f.explain != "":
		err = p.explainBinding(r, f)
	case f.write:
		err = p.writeBindings(r, f.quiet)
	case f.format == "json":
		_, err = p.stdout.Write(report.Encode(bindJSON(r)))
	default:
		err = bindTable(p.stdout, r)
	}
	if err != nil {
		return err
	}
	p.nothing(r, "")
	if r.Refused() {
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
	Choices    []jsonChoice    `json:"choices"` // one a value of the field that chooses
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
			u := jsonUnbound{Tool: b.Tool.Name, Candidates: []jsonCandidate{}, Choices: jsonChoices(b.Choices)}
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
	var t grid
	all := bindings(r)
	if len(all) > 0 {
		t.row("TOOL", "OPERATION", "HOW", "AGREE", "DISAGREE")
	}
	counts := map[string]int{}
	for _, b := range all {
		name := b.Tool.Name
		switch {
		case b.Local != "":
			counts["local"]++
			t.row(name, "-", "local: "+b.Local)
		case b.Unsupported != "":
			counts["unsupported"]++
			t.row(name, "-", "unsupported: "+b.Unsupported)
		case unbound(b):
			counts["unbound"]++
			t.row(name, "-", "unbound"+nearest(b))
			for _, choice := range b.Choices {
				t.row("  "+when([]bind.Cond{choice.When})[1:], cmp.Or(choice.Operation, "-"), proposal(choice))
			}
		default:
			counts["bound"]++
			for _, c := range b.Calls {
				agree, disagree := fields(c)
				t.row(name, c.Op.Name+when(c.When), b.How+doubt(b.Doubt), fmt.Sprint(agree), fmt.Sprint(disagree))
				name = ""
			}
		}
	}
	if err := t.write(w, ""); err != nil {
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

func nearest(b *bind.Binding) string {
	if len(b.Choices) > 0 {
		return ", does several things"
	}
	return nearestOf(b.Candidates)
}

func proposal(c bind.Choice) string {
	if c.Operation != "" {
		return "proposed"
	}
	return "unbound" + nearestOf(c.Candidates)
}

func nearestOf(all []bind.Candidate) string {
	var shown []string
	for _, c := range all[:min(len(all), mostCandidates)] {
		shown = append(shown, fmt.Sprintf("%s (%.2f)", c.Operation, c.Score))
	}
	if len(shown) == 0 {
		return ""
	}
	return ", nearest: " + strings.Join(shown, ", ")
}
