package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// waiveFlags are the flags of waive.
type waiveFlags struct {
	inputFlags
	reason, until, owner string
	today                string
}

func (p program) waiveCommand() *cobra.Command {
	var f waiveFlags
	c := &cobra.Command{
		Use:   "waive FINGERPRINT...",
		Short: "Write a waiver of a finding into the config",
		Long: `Write waivers of findings into the config, comments and order kept. A finding is
named by its fingerprint: check --explain-waivers prints it, and so does
check --format json. What is compared is what check would compare: name the files
with --tools and --spec where it is not the config that does. Without a config a
first one is written here, of the files that are named.

Exit codes: 0 done, 2 wrong usage, no such finding, or a config that cannot be
edited, 3 an input was refused and nothing is written.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("waive takes the fingerprint of a finding; check --explain-waivers prints it")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return p.waive(&f, args) },
	}
	f.register(c)
	flags := c.Flags()
	flags.StringVar(&f.reason, "reason", "", "`WHY` the drift is accepted; a waiver without one waives nothing")
	flags.StringVar(&f.until, "until", "", "the last `DAY` on which it is, YYYY-MM-DD")
	flags.StringVar(&f.owner, "owner", "", "`WHO` answers for it")
	flags.StringVar(&f.today, "today", "", "the `DAY` that --until is held against, YYYY-MM-DD (today in UTC otherwise)")
	return c
}

func (f *waiveFlags) settle() error {
	blank := strings.TrimSpace(f.reason) == ""
	if !blank && !rules.SaysWhy(f.reason) {
		return fmt.Errorf("--reason %s is no reason; say why the drift is accepted", source.Quote(f.reason))
	}
	if blank {
		return errors.New("a waiver needs a reason: --reason \"why the drift is accepted\"")
	}
	var err error
	if f.today, err = day("--today", f.today); err != nil {
		return err
	}
	if f.until == "" {
		return nil
	}
	if f.until, err = day("--until", f.until); err != nil {
		return err
	}
	if f.until < f.today {
		return fmt.Errorf("--until %s is past; the waiver would waive nothing", f.until)
	}
	return nil
}

// day is a day of the calendar that a flag names; today in UTC where it names none.
func day(flag, text string) (string, error) {
	if text == "" {
		return time.Now().UTC().Format(time.DateOnly), nil
	}
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return "", fmt.Errorf("%s %q is no day of the calendar; write YYYY-MM-DD", flag, text)
	}
	return text, nil
}

func (p program) waive(f *waiveFlags, fingerprints []string) error {
	if err := f.settle(); err != nil {
		return err
	}
	r, err := p.open(&f.inputFlags, nil)
	if err != nil {
		return err
	}
	r.Match()
	r.Compare()
	p.faults(r.Faults, r.Root, f.quiet)
	if source.Refused(r.Faults) {
		fmt.Fprintln(p.stderr, "tooldrift: nothing is written: an input was refused")
		return exit(exitRefused)
	}
	settings := rules.Settings{Today: f.today}
	all, err := p.waiversFor(r, r.Judge(settings), f, fingerprints)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return nil
	}
	return p.writeWaivers(r, all, settings, fingerprints, f.quiet)
}

// waiversFor are the waivers of the findings that fingerprints name. What is
// waived already is told, and left alone.
func (p program) waiversFor(r *check.Run, result *rules.Report, f *waiveFlags, fingerprints []string) ([]contract.Waiver, error) {
	var all []contract.Waiver
	var wrong []error
	shown := fromHere(r.Root)
	for i, fingerprint := range fingerprints {
		if slices.Contains(fingerprints[:i], fingerprint) {
			continue
		}
		at := slices.IndexFunc(result.Findings, func(x *rules.Finding) bool { return x.Fingerprint == fingerprint })
		if at < 0 {
			wrong = append(wrong, noFinding(result, fingerprint))
			continue
		}
		x := result.Findings[at]
		switch {
		case !x.Waivable():
			wrong = append(wrong, fmt.Errorf("%s is %s, which cannot be waived; mend it: %s", fingerprint, x.Rule, x.Fix))
		case x.Waived != nil && !x.Waived.Baseline:
			fmt.Fprintln(p.stderr, report.Line(fmt.Sprintf("tooldrift: %s is waived already: %s", fingerprint, place(x.Waived.At, shown))))
		default:
			w := r.WaiverFor(x)
			w.Reason, w.Until, w.Owner = f.reason, f.until, f.owner
			all = append(all, w)
		}
	}
	return all, errors.Join(wrong...)
}

func noFinding(result *rules.Report, fingerprint string) error {
	var known []string
	for _, f := range result.Findings {
		if f.Waivable() {
			known = append(known, f.Fingerprint)
		}
	}
	text := fmt.Sprintf("no finding has the fingerprint %s", source.Quote(fingerprint))
	near := config.Nearest(fingerprint, known)
	if near == "" {
		return errors.New(text + "; check --explain-waivers prints those that there are")
	}
	for _, f := range result.Findings {
		if f.Fingerprint == near {
			text += fmt.Sprintf("; did you mean %s, %s of %s?", near, f.Rule, f.Tool)
			break
		}
	}
	return errors.New(text)
}

// writeWaivers puts waivers into the config, once it is sure that they waive what
// they are to waive.
func (p program) writeWaivers(r *check.Run, all []contract.Waiver, settings rules.Settings, fingerprints []string, quiet bool) error {
	name, a, err := r.WithWaivers(all)
	if err != nil {
		return p.usage(err)
	}
	r.Config.Waivers = append(slices.Clone(r.Config.Waivers), all...)
	for _, f := range r.Judge(settings).Findings {
		if slices.Contains(fingerprints, f.Fingerprint) && f.Waived == nil {
			return fmt.Errorf("nothing is written: no waiver of the config reaches %s on %s", f.Rule, f.Tool)
		}
	}
	shown := fromHere(name)(".")
	if err := source.WriteFile(r.Root, shown, a.Text); err != nil {
		return fmt.Errorf("the waivers cannot be written: %w", err)
	}
	if !quiet {
		p.showLines(shown, a)
	}
	_, err = fmt.Fprintln(p.stdout, report.Line(shown+": "+plural(len(all), "waiver")+" added"))
	return err
}

// howToWaive is how to waive a finding: what to paste, and the command that writes
// it, each text to type on a line of its own.
func (f *inputFlags) howToWaive(r *check.Run) func(*rules.Finding) []string {
	shown := fromHere(r.Root)
	command := ` --reason "..."`
	option := func(name string, values ...string) {
		for _, v := range values {
			if v != "" {
				command += " " + name + " " + shellWord(v)
			}
		}
	}
	option("--config", f.config)
	option("--root", f.root)
	tools, spec := r.Named()
	for _, name := range tools {
		option("--tools", shown(name))
	}
	for _, name := range spec {
		option("--spec", shown(name))
	}
	option("--import-path", f.importPaths...)
	return func(x *rules.Finding) []string {
		var lines []string
		for _, s := range r.Snippets(x) {
			where := r.Where(s, shown) + ":"
			if len(lines) > 0 {
				where = "or " + where
			}
			lines = append(lines, where, "  "+s.Text)
		}
		if len(lines) > 0 {
			lines = append(lines, "or type:", "  tooldrift waive "+x.Fingerprint+command)
		}
		return lines
	}
}

// shellWord is a word that a shell of POSIX takes for this text and nothing else.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-./@:+,%", r)
	}
	if strings.TrimFunc(s, plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
