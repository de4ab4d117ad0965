package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

type checkFlags struct {
	inputFlags
	formats      []string
	failOn       string
	profile      string
	only, skip   []string
	showWaived   bool
	waiving      bool // print how to waive each finding
	base         string
	today        string
	destinations []destination
	least        rules.Severity // of findings that fail the run; Off where none does
}

// destination is one report that was asked for: its format and where it goes.
type destination struct {
	format format
	file   string // "" is standard output
}

// format is one way to write a report.
type format struct {
	name  string
	write func(*rules.Report, report.View) []byte
}

// live reports whether a format is read as it comes, below what standard error says.
func (f format) live() bool { return f.name == "text" || f.name == "github" }

// formats are in the order of the help text.
var formats = []format{
	{"text", report.Text},
	{"json", report.JSON},
	{"github", report.GitHub},
	{"markdown", report.Markdown},
	{"sarif", report.SARIF},
	{"junit", report.JUnit},
	{"checkstyle", report.Checkstyle},
	{"gitlab", report.GitLab},
	{"rdjson", report.RDJSON},
	{"html", report.HTML},
	{"jsonl", report.JSONL},
}

func formatNames() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

func (p program) checkCommand() *cobra.Command {
	var f checkFlags
	c := &cobra.Command{
		Use:   "check [FILE...]",
		Short: "Compare tools with the operations they call",
		Long: `Compare tools with the operations they call, and fail on drift that is not waived.

Files are sorted into tool lists and specs by what they hold; "-" is standard
input. Without files, --tools and --spec say what to compare, else the config.
An input beyond a limit is refused by that limit's name, with what to do about it.

Exit codes: 0 nothing to fail on, 1 findings at or above --fail-on, 2 wrong usage
or config, 3 an input was refused or nothing at all could be bound or compared.`,
		RunE: func(_ *cobra.Command, args []string) error { return p.check(&f, args) },
	}
	f.register(c)
	flags := c.Flags()
	flags.StringArrayVar(&f.formats, "format", []string{"text"}, "`NAME[=FILE]` of a report, - for standard output: "+strings.Join(formatNames(), ", ")+" (repeatable)")
	f.judging(flags)
	flags.BoolVar(&f.showWaived, "show-waived", false, "print waived findings too")
	flags.BoolVar(&f.waiving, "explain-waivers", false, "print below each finding what to paste to waive it")
	f.baselineFlags.register(flags)
	flags.StringVar(&f.base, "base", "", "git `REVISION` to compare with: only what is new since HEAD and it parted fails the run")
	return c
}

// judging are the flags that say what is a finding, and which fails a run.
func (f *checkFlags) judging(flags *pflag.FlagSet) {
	flags.StringVar(&f.failOn, "fail-on", "", "mildest `SEVERITY` that fails the run: error, warning, note, never")
	flags.StringVar(&f.profile, "profile", "", "`NAME` of the severities to start from: recommended, strict (the config's otherwise)")
	flags.StringSliceVar(&f.only, "only", nil, "`RULES` to run, no others")
	flags.StringSliceVar(&f.skip, "skip", nil, "`RULES` not to run")
	flags.StringVar(&f.today, "today", "", "the `DAY` that waivers are held against, YYYY-MM-DD (today in UTC otherwise)")
}

// settings are what the flags and the config of a run say of rules. From here on
// it is known which findings fail the run.
func (f *checkFlags) settings(r *check.Run) (rules.Settings, error) {
	if f.failOn == "" && r.Config.FailOn != "" {
		f.failOn = r.Config.FailOn
	}
	f.least = failing(f.failOn)
	s := rules.Settings{Profile: f.profile, Only: f.only, Skip: f.skip, Today: f.today}
	if !r.Settings(s).RunAny() {
		return s, errors.New("no rule is left to run: --only, --skip and the config switch all of them off")
	}
	if r.Alone() && !r.Settings(s).RunAnyAlone(r.Mapped()) {
		return s, errors.New("none of the rules left to run judges tools without a spec; name a spec, or run other rules")
	}
	return s, nil
}

// shown is the mildest severity that text shows.
func (f *checkFlags) shown() rules.Severity {
	if f.verbose || f.least == rules.Note {
		return rules.Note
	}
	return rules.Warning
}

// opened is a run that has read its inputs, and the settings that it is judged by.
func (p program) opened(f *checkFlags, files []string) (*check.Run, rules.Settings, error) {
	if err := f.settle(); err != nil {
		return nil, rules.Settings{}, err
	}
	r, err := p.open(&f.inputFlags, files)
	if err != nil {
		return nil, rules.Settings{}, err
	}
	settings, err := f.settings(r)
	return r, settings, err
}

func (p program) check(f *checkFlags, files []string) error {
	r, settings, err := p.opened(f, files)
	if err != nil {
		return err
	}
	for _, d := range f.destinations {
		if d.file != "" && r.Reads(d.file) {
			return fmt.Errorf("--format %s=%s would overwrite an input of this run", d.format.name, d.file)
		}
	}
	r.Match()
	base, err := p.against(f.base, r)
	if err != nil {
		return err
	}
	if base != nil {
		defer base.Close()
	}
	r.Compare()
	result := r.Judge(settings)
	if f.update || f.prune {
		if result, err = p.writeBaseline(f, r, settings, result); err != nil {
			return err
		}
	}
	if base != nil {
		base.Judge(r, settings, result)
	}

	p.faults(r.Faults, r.Root, f.quiet)
	if f.verbose {
		for _, s := range r.Steps {
			fmt.Fprintln(p.stderr, report.Line(s.String()))
		}
	}
	p.nothing(r, "tooldrift bind shows what there is")
	if err := p.write(f, r, result); err != nil {
		return err
	}
	switch {
	case r.Refused():
		return exit(exitRefused)
	case f.fails(result):
		return exit(exitFindings)
	}
	return nil
}

// nothing says why nothing was compared, unless a refused input has said so, and
// what to do, which may be "".
func (p program) nothing(r *check.Run, advice string) {
	why := r.Nothing()
	if why == "" || source.Refused(r.Faults) {
		return
	}
	if advice != "" {
		why += "; " + advice
	}
	fmt.Fprintln(p.stderr, "tooldrift: "+why)
}

// settle checks the flags that need no input to be checked.
func (f *checkFlags) settle() error {
	if f.update && f.prune {
		return errors.New("--update-baseline and --prune-baseline exclude each other: what is updated holds nothing stale")
	}
	if f.failOn != "" && !slices.Contains(failOnWords, f.failOn) {
		return unknown("--fail-on", f.failOn, failOnWords)
	}
	if f.profile != "" && !slices.Contains(config.Profiles, f.profile) {
		return unknown("the profile", f.profile, config.Profiles)
	}
	for _, id := range append(slices.Clone(f.only), f.skip...) {
		if rules.Find(id) == nil {
			return unknown("the rule", id, rules.IDs())
		}
	}
	var err error
	if f.today, err = day("--today", f.today); err != nil {
		return err
	}
	asked, err := askedFor(f.formats, formatNames())
	if err != nil {
		return err
	}
	for _, o := range asked {
		at := slices.IndexFunc(formats, func(f format) bool { return f.name == o.format })
		f.destinations = append(f.destinations, destination{formats[at], o.file})
	}
	return nil
}

// output is what --format asks for: a format by name, and the file that it goes to,
// "" for standard output.
type output struct{ format, file string }

// askedFor reads the values of --format: NAME[=FILE], each.
func askedFor(asked, known []string) ([]output, error) {
	var all []output
	for _, one := range asked {
		name, file, toFile := strings.Cut(one, "=")
		if !slices.Contains(known, name) {
			return nil, unknown("the format", name, known)
		}
		if toFile && file == "" {
			return nil, fmt.Errorf("--format %s names no file", one)
		}
		if file == "-" {
			file = ""
		}
		if slices.ContainsFunc(all, func(o output) bool { return o.file == file }) {
			if file == "" {
				return nil, errors.New("two formats write to standard output; give one of them a file: --format json=report.json")
			}
			return nil, fmt.Errorf("two formats write to %s", file)
		}
		all = append(all, output{name, file})
	}
	return all, nil
}

// writtenTo are the files that outputs go to.
func writtenTo(all []output) (files []string) {
	for _, o := range all {
		if o.file != "" {
			files = append(files, o.file)
		}
	}
	return files
}

// overInput is the error of a file that a run would write over what it reads.
func overInput(file string) error {
	return fmt.Errorf("%s would be written over, and is an input of this run", file)
}

// deliver writes a report where it is to go.
func (p program) deliver(root string, o output, data []byte) error {
	if o.file != "" {
		if err := source.WriteFile(root, o.file, data); err != nil {
			return fmt.Errorf("the %s report cannot be written: %w", o.format, err)
		}
		return nil
	}
	if _, err := p.stdout.Write(data); err != nil {
		return fmt.Errorf("standard output cannot be written: %w", err)
	}
	return nil
}

var failOnWords = []string{"error", "warning", "note", "never"}

// failing is the mildest severity that fails a run; Off where none does.
func failing(word string) rules.Severity {
	switch word {
	case "never":
		return rules.Off
	case "":
		return rules.Error
	}
	return rules.ParseSeverity(word)
}

func (f *checkFlags) fails(r *rules.Report) bool {
	return slices.ContainsFunc(r.Findings, func(x *rules.Finding) bool { return x.Fails(f.least) })
}

// write writes every report that was asked for. What is read as it comes and is about
// nothing is not written: where no tool could be read, standard error has said all there is.
func (p program) write(f *checkFlags, r *check.Run, result *rules.Report) error {
	incomplete := r.Nothing()
	if source.Refused(r.Faults) {
		incomplete = "an input was refused: what is found here is not the whole truth"
	}
	for _, d := range f.destinations {
		if d.format.live() && result.Summary.Tools == 0 && r.Refused() {
			continue
		}
		v := report.View{
			Path: fromHere(r.Root), Least: f.shown(), Fail: f.least, Incomplete: incomplete, Faults: source.Refusing(r.Faults), Today: f.today, ShowWaived: f.showWaived, ShowOld: f.verbose, Brief: f.quiet,
			Color: d.file == "" && d.format.name == "text" && f.colors(p.stdout),
		}
		if f.waiving {
			v.Waiving = f.howToWaive(r)
		}
		if d.format.name == "github" {
			v.Repo = r.Below()
			p.stepSummary(os.Getenv("GITHUB_STEP_SUMMARY"), result, v)
		}
		if d.format.name == "html" {
			r.DateWaivers(context.Background(), result) // the page shows how old they are
		}
		data := d.format.write(result, v)
		if err := p.deliver(r.Root, output{d.format.name, d.file}, data); err != nil {
			return err
		}
	}
	return nil
}

// unknown is the error for a word that is none of a closed list.
func unknown(what, word string, known []string) error {
	if near := config.Nearest(word, known); near != "" {
		return fmt.Errorf("%s %q is unknown; did you mean %s?", what, word, near)
	}
	return fmt.Errorf("%s %q is unknown; known are %s", what, word, strings.Join(known, ", "))
}
