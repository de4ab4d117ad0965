package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sort"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Compared is one contract of the config after comparing: what Judge judges.
type Compared struct {
	Contract string
	Bindings []*bind.Binding
	Drifts   []*diff.Drift
	Counts   diff.Counts
	NoSpec   bool              // the tools were looked at alone
	Unread   bool              // a file that may hold tools was passed over
	Strays   []contract.Waiver // that stand at no tool, operation or field
}

// Judge turns the drifts of all contracts into a report.
func Judge(all []Compared, s Settings) *Report {
	r, files := &Report{Summary: Summary{ByHow: map[string]int{}}}, trees{}
	for _, c := range all {
		r.count(c)
		for _, d := range c.Drifts {
			if f := s.judge(c.Contract, d, files); f != nil {
				r.Findings = append(r.Findings, f)
			}
		}
	}
	s.waive(all, r)
	s.accept(all, r)
	sortFindings(r.Findings)
	for _, f := range r.Findings {
		r.Summary.Add(f)
	}
	return r
}

// Add counts a finding, by its severity or by what accepts it.
func (s *Summary) Add(f *Finding) {
	switch {
	case f.Waived != nil && f.Waived.Baseline:
		s.Baselined++
	case f.Waived != nil:
		s.Waived++
	case f.Severity == Error:
		s.Errors++
	case f.Severity == Warning:
		s.Warnings++
	default:
		s.Notes++
	}
}

func (r *Report) count(c Compared) {
	r.Summary.Fields += c.Counts.Fields
	r.Summary.NotComparable += c.Counts.NotComparable
	for _, b := range c.Bindings {
		line := Binding{Contract: c.Contract, Tool: b.Tool.Name, How: b.How, Operations: []string{}, At: b.Tool.At}
		if len(b.Calls) > 0 {
			line.Fields = func() []FieldPair { return fieldPairs(b) }
		}
		r.Summary.Tools++
		switch {
		case b.Local != "":
			r.Summary.Local++
		case b.Unsupported != "":
			r.Summary.Unsupported++
		case len(b.Calls) > 0:
			r.Summary.Bound++
			r.Summary.ByHow[b.How]++
		default:
			r.Summary.Unbound++
			if c.NoSpec {
				r.Summary.Alone++
			}
		}
		for _, call := range b.Calls {
			if !slices.Contains(line.Operations, call.Op.Name) {
				line.Operations = append(line.Operations, call.Op.Name)
			}
		}
		r.Bindings = append(r.Bindings, line)
	}
}

// judge gives one drift its severity and words; nil where no rule cares.
func (s Settings) judge(contractName string, d *diff.Drift, files trees) *Finding {
	rule := byKind[d.Kind]
	at := scope{contractName, d.Tool.File}
	if rule == nil || !s.runs(rule, at) {
		return nil
	}
	f := &Finding{
		Rule: rule.ID, Category: rule.Category, Severity: rule.Severity, Contract: contractName,
		Tool: d.Tool.Name, Field: field(d), APIField: d.APIPath, Value: d.Value, Witness: d.Witness,
		ToolAt: d.ToolAt, SpecAt: d.SpecAt, Of: d,
	}
	for _, op := range d.Ops {
		f.Operations = append(f.Operations, op.Name)
	}
	rule.Judge(d, f)
	if rule == unboundTool && s.NoConfig {
		f.Severity = Warning
	}
	if !s.settle(rule, f, at) {
		return nil
	}
	if f.At.IsZero() {
		f.At = firstSpan(f.ToolAt, f.SpecAt)
	}
	f.Fingerprint = fingerprint(f)
	if rule.Mend != nil {
		f.Edits = rule.Mend(d, f, files)
	}
	return f
}

// fingerprint names a finding for waivers and baselines: no line, no message.
func fingerprint(f *Finding) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Contract, f.Rule, f.Tool, f.Field, f.APIField, f.Value}, "\x00")))
	return hex.EncodeToString(sum[:8])
}

func sortFindings(all []*Finding) {
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if x, y := fileOf(a.At), fileOf(b.At); x != y {
			return x < y
		}
		switch {
		case a.At.Start != b.At.Start:
			return a.At.Start < b.At.Start
		case a.Rule != b.Rule:
			return a.Rule < b.Rule
		case a.Field != b.Field:
			return a.Field < b.Field
		}
		return a.Value < b.Value
	})
}

func fileOf(s source.Span) string {
	if s.File == nil {
		return ""
	}
	return s.File.Name
}
