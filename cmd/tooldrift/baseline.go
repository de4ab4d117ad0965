package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// baselineFlags say which findings were accepted all at once, and whether to
// write them.
type baselineFlags struct {
	baseline      string
	update, prune bool
}

func (f *baselineFlags) registerFile(flags *pflag.FlagSet) {
	flags.StringVar(&f.baseline, "baseline", "", "the `FILE` of findings that are accepted to begin with ("+check.BaselineName+" beside the config otherwise)")
}

func (f *baselineFlags) register(flags *pflag.FlagSet) {
	f.registerFile(flags)
	flags.BoolVar(&f.update, "update-baseline", false, "write the baseline: accept all that is found now")
	flags.BoolVar(&f.prune, "prune-baseline", false, "take out of the baseline what matches no finding any more, and add nothing")
}

// writeBaseline brings the baseline up to date, and judges anew with it.
func (p program) writeBaseline(f *checkFlags, r *check.Run, settings rules.Settings, result *rules.Report) (*rules.Report, error) {
	if r.Refused() {
		fmt.Fprintln(p.stderr, "tooldrift: the baseline is not written: not all that it is about was compared")
		return result, nil
	}
	old, shown := r.Baseline, fromHere(r.BaselineFile)(".")
	if old == nil {
		old = &rules.Baseline{}
	}
	if f.prune && old.File == nil {
		return nil, fmt.Errorf("%s: there is no such baseline; tooldrift check --update-baseline writes it", shown)
	}
	fresh := old.Pruned(result)
	if f.update {
		fresh = old.Updated(result, min(rules.Warning, orError(f.least)))
	}
	data := fresh.Text()
	if old.File == nil || !bytes.Equal(data, old.File.Data) {
		if err := source.WriteFile(r.Root, shown, data); err != nil {
			return nil, fmt.Errorf("the baseline cannot be written: %w", err)
		}
	}
	file := &source.File{Name: r.BaselineFile, Data: data}
	if rel, err := filepath.Rel(r.Root, r.BaselineFile); err == nil {
		file.Name = filepath.ToSlash(rel)
	}
	written, faults := rules.ParseBaseline(file)
	if written == nil {
		return nil, fmt.Errorf("what was written into the baseline cannot be read: %w", faults[0])
	}
	if !f.quiet {
		fmt.Fprintln(p.stderr, report.Line("tooldrift: "+shown+": "+changed(old, written)))
	}
	settings.Baseline = written
	return r.Judge(settings), nil
}

// orError is the mildest severity that fails a run; one that nothing fails is
// taken for the usual one.
func orError(least rules.Severity) rules.Severity {
	if least == rules.Off {
		return rules.Error
	}
	return least
}

// changed says what became of a baseline.
func changed(old, fresh *rules.Baseline) string {
	was, now := old.Accepted(), fresh.Accepted()
	all, added, gone := 0, 0, 0
	for fingerprint, n := range now {
		all += n
		added += max(0, n-was[fingerprint])
	}
	for fingerprint, n := range was {
		gone += max(0, n-now[fingerprint])
	}
	parts := []string{plural(all, "finding") + " accepted"}
	if added > 0 {
		parts = append(parts, fmt.Sprintf("%d of them new", added))
	}
	if gone > 0 {
		parts = append(parts, fmt.Sprintf("%d taken out", gone))
	}
	if added+gone == 0 {
		parts = append(parts, "as before")
	}
	return strings.Join(parts, ", ")
}
