package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/calls/tally"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

type callsFlags struct {
	inputFlags
	formats    []string
	failUnder  string
	least      float64 // failUnder as a number
	summaryOut string
	merge      bool
	bucket     string
	outputs    []output
}

func (p program) callsCommand() *cobra.Command {
	var f callsFlags
	c := &cobra.Command{
		Use:   "calls LOG...",
		Short: "Judge logged calls by the contracts of the tools they call",
		Long: `Judge logged calls strictly, by the schema of the tool that is called and by the
contract of its operation: "10" is not 10, and a field that nobody declares is not
known. Say per tool and field how many calls are valid, which mistakes the others
make, which of these are drift that check finds, when the share changed and which
values are in another unit than the others.

Logs are transcripts, spans, messages and plain lines, JSON or JSONL, gzip or not,
recognised by what they hold; "-" is standard input. A name that no file has is a
pattern. A line that cannot be read costs that line, and is counted.

With --merge the files are summaries that --summary-out has written: the report is
that of one run over all their logs, byte for byte, in whatever order and grouping
they are merged.

Exit codes: 0 done, 1 the share of valid calls is below --fail-under, 2 wrong usage
or config, 3 an input was refused, or no call was judged. A run that writes a
summary is a shard, which may hold no call.`,
		RunE: func(c *cobra.Command, args []string) error { return p.calls(c, &f, args) },
	}
	f.register(c)
	var names []string
	for _, format := range report.CallsFormats {
		names = append(names, format.Name)
	}
	flags := c.Flags()
	flags.StringArrayVar(&f.formats, "format", names[:1], "`NAME[=FILE]` of a report, - for standard output: "+strings.Join(names, ", ")+" (repeatable)")
	flags.StringVar(&f.failUnder, "fail-under", "", "`SHARE` of valid calls, from 0 to 1, below which the run fails")
	flags.StringVar(&f.summaryOut, "summary-out", "", "`FILE` for the counts, to be merged with those of other logs; - is standard output, in place of the report")
	flags.BoolVar(&f.merge, "merge", false, "the files are summaries, not logs")
	flags.StringVar(&f.bucket, "bucket", "auto", "what curves count by: hour, day, auto (`WORD`)")
	return c
}

func (f *callsFlags) settle(c *cobra.Command, args []string) error {
	var names []string
	for _, format := range report.CallsFormats {
		names = append(names, format.Name)
	}
	var err error
	if f.outputs, err = askedFor(f.formats, names); err != nil {
		return err
	}
	if f.summaryOut == "-" && !c.Flags().Changed("format") {
		f.outputs = nil
	}
	words := []string{"auto", "hour", "day"}
	switch {
	case f.summaryOut == "-" && slices.ContainsFunc(f.outputs, func(o output) bool { return o.file == "" }):
		return errors.New("--summary-out - takes standard output; --format NAME=FILE writes a report beside it")
	case len(args) == 0 && f.merge:
		return errors.New("--merge is given without a summary; tooldrift calls LOG... --summary-out FILE writes one")
	case len(args) == 0:
		return errors.New(`no log is named; - is standard input`)
	case !slices.Contains(words, f.bucket):
		return unknown("--bucket", f.bucket, words)
	}
	f.least, err = shareOf("--fail-under", f.failUnder)
	return err
}

func (p program) calls(c *cobra.Command, f *callsFlags, args []string) error {
	if err := f.settle(c, args); err != nil {
		return err
	}
	if f.merge {
		return p.mergeCalls(c, f, args)
	}
	r, err := p.open(&f.inputFlags, nil)
	if err != nil {
		return err
	}
	all, files, err := p.logs(args)
	if err != nil {
		return err
	}
	for _, name := range f.written() {
		if r.Reads(name) || isOne(name, files) {
			return overInput(name)
		}
	}
	r.Match()
	r.Compare()
	contracts := calls.Compile(r, r.Judge(rules.Settings{Today: time.Now().UTC().Format(time.DateOnly)}))
	p.faults(r.Faults, r.Root, f.quiet)
	p.nothing(r, "calls are judged by the tools' own schemas alone")

	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(100) // a log has no end that garbage could wait for
	}
	counts := tally.New(contracts, f.bucket)
	var progress tally.Progress
	stop := p.watch(&progress)
	refused := counts.Drive(contracts, all, &progress)
	stop()
	for _, x := range refused {
		fmt.Fprintln(p.stderr, report.Line("tooldrift: "+x.Log+": "+logFault(x.Err)))
	}
	open := func() (*check.Run, error) { return r, nil }
	return p.counted(f, counts, r.Root, open, len(refused) > 0 || source.Refused(r.Faults))
}

// mergeCalls adds up summaries. They hold what a report says of tools: tools and
// specs are read only to name the commits around a step.
func (p program) mergeCalls(c *cobra.Command, f *callsFlags, args []string) error {
	if c.Flags().Changed("bucket") {
		return errors.New("--merge takes no --bucket: the summaries say it")
	}
	all, files, err := p.logs(args)
	if err != nil {
		return err
	}
	for _, name := range f.written() {
		if isOne(name, files) {
			return overInput(name)
		}
	}
	in, stop, err := p.inputs(&f.placeFlags)
	if err != nil {
		return err
	}
	defer stop()
	root, err := check.Root(in)
	if err != nil {
		return p.usage(err)
	}
	var whole *tally.Tally
	first := ""
	refused := false
	for _, log := range all {
		part, err := readSummary(log, f.maxSize<<20)
		switch {
		case err == nil && whole == nil:
			whole, first = part, log.Name
			continue
		case err == nil:
			if err = whole.Merge(part); err != nil && !errors.Is(err, tally.ErrSameLog) {
				err = fmt.Errorf("%w (%s is the first)", err, first)
			}
		}
		if err != nil {
			refused = true
			fmt.Fprintln(p.stderr, report.Line("tooldrift: "+log.Name+": "+logFault(err)))
		}
	}
	if whole == nil {
		return exit(exitRefused)
	}
	open := func() (*check.Run, error) {
		r, err := p.open(&f.inputFlags, nil)
		if err == nil {
			r.Match()
		}
		return r, err
	}
	return p.counted(f, whole, root, open, refused)
}

func readSummary(log tally.Log, most int64) (*tally.Tally, error) {
	data, err := readWhole(log.Open, most)
	if err != nil {
		return nil, err
	}
	return tally.Read(data)
}

// readWhole is a file of at most some bytes.
func readWhole(open func() (io.ReadCloser, error), most int64) ([]byte, error) {
	in, err := open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(data)) > most:
		return nil, errors.New("is larger than " + source.SizeWords(most))
	}
	return data, nil
}

// counted writes what was counted, and ends the run. Open is for the contracts that
// it was counted by.
func (p program) counted(f *callsFlags, counts *tally.Tally, root string, open func() (*check.Run, error), refused bool) error {
	result := counts.Report()
	if err := nameCommits(result, open); err != nil && !f.quiet {
		fmt.Fprintln(p.stderr, report.Line("tooldrift: the commits around a step are not named: "+err.Error()))
	}
	v := report.View{
		Path: fromHere(root), Verbose: f.verbose, Brief: f.quiet, FailUnder: f.least,
	}
	switch {
	case refused:
		v.Incomplete = "an input was refused: what is counted here is not the whole truth"
	case result.Summary.Judged == 0:
		v.Incomplete = "no call was judged"
		fmt.Fprintln(p.stderr, report.Line("tooldrift: "+nothingJudged(result, counts)))
	}
	switch f.summaryOut {
	case "":
	case "-":
		if _, err := p.stdout.Write(counts.Encode()); err != nil {
			return fmt.Errorf("standard output cannot be written: %w", err)
		}
	default:
		if err := source.WriteFile(root, f.summaryOut, counts.Encode()); err != nil {
			return fmt.Errorf("the summary cannot be written: %w", err)
		}
	}
	for _, o := range f.outputs {
		v.Color = o.file == "" && o.format == "text" && f.colors(p.stdout)
		v.ASCII = o.file == "" && !drawsBlocks(p.stdout)
		var data bytes.Buffer
		if err := report.Calls(&data, o.format, result, v); err != nil {
			return err
		}
		if err := p.deliver(root, o, data.Bytes()); err != nil {
			return err
		}
	}
	switch {
	case refused, result.Summary.Judged == 0 && (f.summaryOut == "" || f.merge): // a shard may well hold nothing: who merges them says so of all
		return exit(exitRefused)
	case result.Summary.Share < f.least:
		return exit(exitFindings)
	}
	return nil
}

// nothingJudged says why no call was judged.
func nothingJudged(r *tally.Report, counts *tally.Tally) string {
	s := r.Summary
	switch {
	case s.Calls == 0:
		text := "no call was judged: " + plural(int(s.Records), "record")
		if s.Broken > 0 {
			text += fmt.Sprintf(", %d more not read", s.Broken)
		}
		return text + ", and no call in a form that is known (tasks and possible answers are golden calls: tooldrift golden reads them)"
	case len(counts.Heads) == 0:
		return "no call was judged: no tool was read"
	}
	text := fmt.Sprintf("no call was judged: none of %s is of a tool that was read; called are", plural(int(s.Calls), "call"))
	for i, n := range r.Unknown {
		if i == 5 {
			return text + ", ..."
		}
		if i > 0 {
			text += ","
		}
		text += " " + n.Name
	}
	return text
}

// written are the files that a run writes.
func (f *callsFlags) written() []string {
	names := writtenTo(f.outputs)
	if f.summaryOut != "" && f.summaryOut != "-" {
		names = append(names, f.summaryOut)
	}
	return names
}

// logs are the files that names and patterns stand for, in the order given, and
// their paths but for standard input.
func (p program) logs(args []string) (all []tally.Log, files []string, err error) {
	for _, arg := range args {
		if arg == "-" {
			all = append(all, tally.Log{Name: "-", Open: func() (io.ReadCloser, error) { return io.NopCloser(p.stdin), nil }})
			continue
		}
		names := []string{filepath.Clean(arg)}
		if _, err := os.Stat(arg); errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(arg, "*?[") {
			if names, err = filepath.Glob(filepath.Clean(arg)); err != nil || len(names) == 0 {
				return nil, nil, fmt.Errorf("%s matches no file", arg)
			}
		}
		for _, name := range names {
			if slices.Contains(files, name) {
				continue // two patterns that meet a file count it once
			}
			files = append(files, name)
			all = append(all, tally.Log{Name: logName(name), Open: func() (io.ReadCloser, error) { return openLog(name) }})
		}
	}
	return all, files, nil
}

// logName is how a report names a log: as the caller does, but for the folders of
// an absolute path, which are nobody else's.
func logName(name string) string {
	name = filepath.ToSlash(name)
	if filepath.IsAbs(filepath.FromSlash(name)) {
		return path.Base(name)
	}
	return name
}

func openLog(name string) (io.ReadCloser, error) {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return nil, errors.New("is a folder; name the files in it, as " + filepath.ToSlash(filepath.Join(name, "*.jsonl")))
	}
	return os.Open(name)
}

// logFault is why a log could not be read, without its name.
func logFault(err error) string {
	var of *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file"
	case errors.As(err, &of):
		return of.Err.Error()
	}
	return err.Error()
}

// isOne reports whether a file is one of some others, by whatever path. None is
// opened: a pipe is read once.
func isOne(name string, files []string) bool {
	there, err := os.Stat(name)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(files, func(file string) bool {
		info, err := os.Stat(file)
		return err == nil && os.SameFile(info, there)
	})
}

// watch shows how far a run has come to who looks at a terminal, until stop.
func (p program) watch(progress *tally.Progress) (stop func()) {
	if !isTerminal(p.stderr) {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(500 * time.Millisecond)
		defer tick.Stop()
		shown := false
		for {
			select {
			case <-tick.C:
				fmt.Fprintf(p.stderr, "\r%d MB read, %d calls judged ", progress.Bytes.Load()/1e6, progress.Calls.Load())
				shown = true
			case <-done:
				if shown {
					fmt.Fprint(p.stderr, "\r\x1b[K")
				}
				return
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}
