package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

// waiversFlags are the flags of waivers.
type waiversFlags struct {
	inputFlags
	format string
	today  string
}

func (p program) waiversCommand() *cobra.Command {
	var f waiversFlags
	c := &cobra.Command{
		Use:   "waivers [FILE...]",
		Short: "List all waivers: where they stand, why, how old they are, what they cover",
		Long: `List all waivers, in the config and beside tools and operations: place, rule, what
they are about, reason, owner, last day, age and use. The age is that of the line in
git, where there is git. A waiver that names no value shows every value it covers.
It reads what check reads: the files that are named, else the config.

A waiver is used, unused (it matched nothing, although it could have), not-run (its
rule, its tool or its operation was not part of the run), expired, or it waives nothing
for it has no reason (no-reason), no day of the calendar in until (no-day), or a
rule that does not exist (unknown-rule).

Exit codes: 0 done, 2 wrong usage or config, 3 an input was refused or nothing at
all could be bound.`,
		RunE: func(_ *cobra.Command, args []string) error { return p.waivers(&f, args) },
	}
	f.register(c)
	flags := c.Flags()
	flags.StringVar(&f.format, "format", "text", "`NAME` of the format: text, json")
	flags.StringVar(&f.today, "today", "", "the `DAY` that waivers are held against, YYYY-MM-DD (today in UTC otherwise)")
	return c
}

func (p program) waivers(f *waiversFlags, files []string) error {
	if f.format != "text" && f.format != "json" {
		return unknown("the format", f.format, []string{"text", "json"})
	}
	var err error
	if f.today, err = day("--today", f.today); err != nil {
		return err
	}
	r, err := p.open(&f.inputFlags, files)
	if err != nil {
		return err
	}
	r.Match()
	r.Compare()
	result := r.Judge(rules.Settings{Today: f.today})
	r.DateWaivers(context.Background(), result)
	p.faults(r.Faults, r.Root, f.quiet)
	if f.format == "json" {
		_, err = p.stdout.Write(report.Encode(waiversJSON(result, f.today)))
	} else {
		err = p.waiverTable(r, result, f.today)
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

// waiverTable is a row a waiver, and below one without a value a row for each
// finding that it covers.
func (p program) waiverTable(r *check.Run, result *rules.Report, today string) error {
	shown := fromHere(r.Root)
	var t grid
	if len(result.Waivers) > 0 {
		t.row("PLACE", "RULE", "OF", "FIELD", "VALUE", "USE", "UNTIL", "AGE", "OWNER", "REASON")
	}
	dash := func(s string) string { return cmp.Or(s, "-") }
	for _, u := range result.Waivers {
		use := u.State
		if n := len(u.Covers); n > 1 {
			use = fmt.Sprintf("%s, %d findings", use, n)
		}
		age := "-"
		if days, ok := u.Age(today); ok {
			age = plural(days, "day")
		}
		t.row(place(u.At, shown), dash(u.Rule), dash(cmp.Or(u.Tool, u.Operation)), dash(strings.Join(u.Fields, ", ")), dash(u.Value), use,
			dash(u.Until), age, dash(u.Owner), dash(strings.TrimSpace(u.Reason)))
		if u.Value != "" {
			continue
		}
		for _, f := range u.Covers {
			if len(u.Covers) > 1 || f.Value != "" {
				t.row("  covers "+place(f.At, shown), "", cmp.Or(f.Tool, f.Operations[0]), dash(f.Field), dash(f.Value), f.Severity.String(), "", "", "", f.Message)
			}
		}
	}
	if err := t.write(p.stdout, ""); err != nil {
		return err
	}
	_, err := fmt.Fprintln(p.stdout, waiversInAll(result))
	return err
}

// waiverStates are in the order of the closing line.
var waiverStates = []string{
	rules.WaiverUsed, rules.WaiverUnused, rules.WaiverNotRun, rules.WaiverExpired, rules.WaiverBare, rules.WaiverInvalid, rules.WaiverUnknown,
}

func waiversInAll(result *rules.Report) string {
	line := plural(len(result.Waivers), "waiver")
	between := ": "
	for _, state := range waiverStates {
		if n := count(result.Waivers, state); n > 0 {
			line += fmt.Sprintf("%s%d %s", between, n, state)
			between = ", "
		}
	}
	if n := result.Summary.Baselined; n > 0 {
		line += fmt.Sprintf("; the baseline accepts %s beside them", plural(n, "finding"))
	}
	return line
}

func count(all []*rules.WaiverUse, state string) (n int) {
	for _, u := range all {
		if u.State == state {
			n++
		}
	}
	return n
}

// The types of the JSON list are its contract.
type jsonWaivers struct {
	Version int            `json:"version"`
	Summary map[string]int `json:"summary"` // of each state, and "baselined"; all are there
	Waivers []jsonWaiver   `json:"waivers"`
}

type jsonWaiver struct {
	Rule      string       `json:"rule"`
	Contract  string       `json:"contract"`
	Tool      string       `json:"tool"`
	Operation string       `json:"operation"`
	Fields    []string     `json:"fields"`
	Value     string       `json:"value"`
	Reason    string       `json:"reason"`
	Until     string       `json:"until"`
	Owner     string       `json:"owner"`
	From      string       `json:"from"`
	State     string       `json:"state"`
	Since     string       `json:"since"`
	AgeDays   *int         `json:"age_days"`
	Covers    []jsonCover  `json:"covers"`
	At        *report.Span `json:"at"`
}

type jsonCover struct {
	Fingerprint string       `json:"fingerprint"`
	Severity    string       `json:"severity"`
	Tool        string       `json:"tool"`
	Field       string       `json:"field"`
	Value       string       `json:"value"`
	Message     string       `json:"message"`
	At          *report.Span `json:"at"`
}

func waiversJSON(result *rules.Report, today string) jsonWaivers {
	out := jsonWaivers{Version: 1, Summary: map[string]int{"waivers": len(result.Waivers), "baselined": result.Summary.Baselined}, Waivers: []jsonWaiver{}}
	for _, state := range waiverStates {
		out.Summary[strings.ReplaceAll(state, "-", "_")] = count(result.Waivers, state)
	}
	for _, u := range result.Waivers {
		w := jsonWaiver{
			u.Rule, u.Contract, u.Tool, u.Operation, append([]string{}, u.Fields...), u.Value, u.Reason, u.Until, u.Owner, u.From, u.State, u.Since,
			nil, []jsonCover{}, report.SpanOf(u.At),
		}
		if days, ok := u.Age(today); ok {
			w.AgeDays = &days
		}
		for _, f := range u.Covers {
			w.Covers = append(w.Covers, jsonCover{f.Fingerprint, f.Severity.String(), f.Tool, f.Field, f.Value, f.Message, report.SpanOf(f.At)})
		}
		out.Waivers = append(out.Waivers, w)
	}
	return out
}
