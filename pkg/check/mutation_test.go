package check_test

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// The mutation benchmark: tools that are honest copies of real operations, in the
// many ways people write them, and one known drift put into each. By hand, over
// specs of one's own:
//
//	go test ./pkg/check -run TestMutations -v -mutation-specs api.json:schema.graphql:protos/ -mutation-files 500
var (
	mutationSpecs  = flag.String("mutation-specs", "", "specs to mutate tools of, as a PATH-like list; a folder is its .proto files. Empty: those in testdata")
	mutationFiles  = flag.Int("mutation-files", 12, "tool files to write for each spec")
	mutationSeed   = flag.Uint64("mutation-seed", 1, "of the choice of operations, styles and drifts")
	mutationRounds = flag.Int("mutation-rounds", 4, "drifts to put into each tool, one after another")
	mutationText   = flag.Bool("mutation-text", false, "print the tools of misses")
	mutationShow   = flag.String("mutation-show", "", "kind of drift whose misses are printed, \"honest\" for findings on undrifted tools, \"numbers\" for unit findings on them")
)

// spec is an API that tools are written for.
type spec struct {
	name, language string
	index          *contract.Index
}

func openSpecs(t *testing.T) []*spec {
	t.Helper()
	paths := filepath.SplitList(*mutationSpecs)
	if len(paths) == 0 {
		var err error
		if paths, err = filepath.Glob("testdata/mutation/*.*"); err != nil {
			t.Fatal(err)
		}
	}
	var all []*spec
	for _, path := range paths {
		store, base, err := source.OpenBeside("", path)
		if err != nil {
			t.Fatal(err)
		}
		src := config.Source{Glob: filepath.ToSlash(base)}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			src = config.Source{Proto: src.Glob}
		}
		index, faults := loaders.Open(store, src)
		if index == nil || len(index.Heads) == 0 {
			t.Fatalf("%s: %v", path, faults)
		}
		if index.Complete != nil {
			index.Complete()
		}
		language := "OpenAPI"
		switch {
		case strings.HasPrefix(index.Dialect, "graphql"):
			language = "GraphQL"
		case strings.HasPrefix(index.Dialect, "proto"):
			language = "protobuf"
		}
		all = append(all, &spec{filepath.Base(path), language, index})
	}
	return all
}

// perFile is how many tools a file has.
const perFile = 8

// honest writes one file of tools, all in one style. The same seed writes the same file.
func (s *spec) honest(seed uint64) []*tool {
	r := rand.New(rand.NewPCG(*mutationSeed, seed))
	w := &author{r, someStyle(r)}
	var out []*tool
	for tries := 0; len(out) < perFile && tries < 5*perFile; tries++ {
		head := s.index.Heads[r.IntN(len(s.index.Heads))]
		if slices.ContainsFunc(out, func(t *tool) bool { return t.op.Name == head.Name }) {
			continue
		}
		ops, _ := s.index.Expand(head.Name)
		if len(ops) != 1 {
			continue
		}
		if t := w.tool(ops[0], fmt.Sprintf("tool_%d_%s", len(out), toolName(&head))); t != nil {
			out = append(out, t)
		}
	}
	folded := isHalfConverted(out)
	for _, t := range out {
		t.style.folded = folded
	}
	return out
}

// isHalfConverted reports whether some names are in another case style than the
// API's, and others not, since the API has two: then only the config can say that
// a conversion is at work.
func isHalfConverted(tools []*tool) bool {
	same, other := false, false
	for _, t := range tools {
		m := &mutant{Rand: rand.New(rand.NewPCG(0, 0)), tool: t}
		for _, s := range m.spots(func(s spot) bool { return len(contract.Words(s.arg.name)) > 1 }) {
			same = same || s.arg.name == s.api().Name
			other = other || s.arg.name != s.api().Name
		}
	}
	return same && other
}

func toolName(h *contract.Head) string {
	name := strings.Join(contract.Words(cmp.Or(append(slices.Clone(h.Aliases), h.Name)...)), "_")
	return name[:min(len(name), 40)]
}

// findings are those of a file of tools, by tool.
func (s *spec) findings(t *testing.T, tools []*tool) map[string][]*rules.Finding {
	t.Helper()
	store := &source.Store{FS: fstest.MapFS{"tools.json": {Data: []byte(file(tools))}}}
	lists, faults := loaders.Tools(store, config.Source{Glob: "tools.json"})
	if len(faults) > 0 || len(lists) != 1 {
		t.Fatalf("%v in\n%s", faults, file(tools))
	}
	cfg, faults := config.Parse(&source.File{Name: ".tooldrift.yaml", Data: []byte(bindingsOf(tools))}, ".")
	if cfg == nil {
		t.Fatal(faults)
	}
	run := &check.Run{Config: cfg, Contracts: []*check.Contract{{Contract: cfg.Contracts[0], Lists: lists, Specs: []*contract.Index{s.index}}}}
	run.Match()
	run.Compare()
	out := map[string][]*rules.Finding{}
	for _, f := range run.Judge(rules.Settings{Today: "2026-01-01"}).Findings {
		out[f.Tool] = append(out[f.Tool], f)
	}
	return out
}

// tally is what became of the mutants of one kind.
type tally struct{ made, found, one int }

func (t *tally) add(o tally) { t.made, t.found, t.one = t.made+o.made, t.found+o.found, t.one+o.one }

// rate is part of all, 1 of none.
func rate(part, all int) float64 {
	if all == 0 {
		return 1
	}
	return float64(part) / float64(all)
}

// benchmark is the tallies of kinds, by language, and the false alarms.
type benchmark struct {
	mutants         map[[2]string]*tally // by kind and language
	tools           map[string]int       // undrifted, by language
	alarms, numbers map[string][]string  // on undrifted tools, by language: errors and warnings, and those on units
}

func TestMutations(t *testing.T) {
	t.Logf("seed %d", *mutationSeed)
	b := &benchmark{map[[2]string]*tally{}, map[string]int{}, map[string][]string{}, map[string][]string{}}
	for _, s := range openSpecs(t) {
		for i := range *mutationFiles {
			b.file(t, s, uint64(i))
		}
	}
	t.Log(b.table())
	for _, l := range languages {
		var all tally
		for _, d := range driftKinds {
			all.add(*b.of(d.kind, l))
		}
		if all.made == 0 && *mutationSpecs != "" {
			continue
		}
		if r := rate(all.found, all.made); all.made == 0 || r < leastFound {
			t.Errorf("%s: %.3f of %d drifts found, want %v at least; -mutation-show KIND prints those that are not", l, r, all.made, leastFound)
		}
		if r := rate(all.one, all.made); r < leastOnce {
			t.Errorf("%s: %.3f of %d drifts told by exactly one finding, want %v at least", l, r, all.made, leastOnce)
		}
		if len(b.alarms[l]) > 0 {
			t.Errorf("%s: errors and warnings on tools without a drift: %s; -mutation-show honest prints them", l, counts(b.alarms[l]))
		}
	}
}

// What is demanded of each language.
const (
	leastFound = 0.98
	leastOnce  = 0.95
)

// file compares one file of honest tools, and then the same with a drift in each.
func (b *benchmark) file(t *testing.T, s *spec, seed uint64) {
	honest := s.honest(seed)
	if len(honest) == 0 {
		return
	}
	before := s.findings(t, honest)
	b.tools[s.language] += len(honest)
	for _, tool := range honest {
		b.alarm(t, s, tool, before[tool.name])
	}
	r := rand.New(rand.NewPCG(*mutationSeed, seed+1<<32))
	for range *mutationRounds {
		tools := s.honest(seed)
		drifts := make([]*drift, len(tools))
		mutants := make([]*mutant, len(tools))
		for i, tool := range tools {
			mutants[i] = &mutant{Rand: r, tool: tool}
			for _, d := range b.rarest(r, s.language) {
				if d.put(mutants[i]) {
					drifts[i] = d
					break
				}
				mutants[i].paths, mutants[i].api = nil, ""
			}
		}
		after := s.findings(t, tools)
		for i, tool := range tools {
			if drifts[i] != nil {
				b.judge(t, s, mutants[i], drifts[i], fresh(before[tool.name], after[tool.name]))
			}
		}
	}
}

// rarest are all kinds, those first that were put in least often.
func (b *benchmark) rarest(r *rand.Rand, language string) []*drift {
	var all []*drift
	for i := range driftKinds {
		all = append(all, &driftKinds[i])
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	slices.SortStableFunc(all, func(x, y *drift) int {
		return cmp.Compare(b.of(x.kind, language).made, b.of(y.kind, language).made)
	})
	return all
}

func (b *benchmark) of(kind, language string) *tally {
	key := [2]string{kind, language}
	if b.mutants[key] == nil {
		b.mutants[key] = &tally{}
	}
	return b.mutants[key]
}

// fresh are the findings of a mutant that the undrifted tool does not have.
func fresh(before, after []*rules.Finding) []*rules.Finding {
	count := map[string]int{}
	for _, f := range before {
		count[f.Fingerprint]++
	}
	var out []*rules.Finding
	for _, f := range after {
		if count[f.Fingerprint]--; count[f.Fingerprint] < 0 {
			out = append(out, f)
		}
	}
	return out
}

// judge says whether the drift was found, and whether it was told once.
func (b *benchmark) judge(t *testing.T, s *spec, m *mutant, d *drift, found []*rules.Finding) {
	c := b.of(d.kind, s.language)
	c.made++
	told, loud := 0, 0
	for _, f := range found {
		if slices.Contains(d.rules, f.Rule) && f.Severity >= d.least && (slices.Contains(m.paths, f.Field) || m.api != "" && lastName(f.APIField) == m.api) {
			told++
		}
		if f.Severity >= max(d.least, rules.Warning) || f.Severity >= d.least && slices.Contains(d.rules, f.Rule) {
			loud++
		}
	}
	if told > 0 {
		c.found++
	}
	if told > 0 && loud == 1 {
		c.one++
	} else if *mutationShow != "" && strings.HasPrefix(d.kind, *mutationShow) {
		t.Logf("%s: %s\n## %s: %s %v told %d of %d", s.name, m.tool.style, d.kind, m.tool.op.Name, m.paths, told, loud)
		for _, f := range found {
			show(t, s, m.tool, f)
		}
		if *mutationText {
			t.Log(m.tool.doc + "\n" + m.tool.input.json("mcp"))
		}
	}
}

// alarm notes the errors and warnings on an undrifted tool.
func (b *benchmark) alarm(t *testing.T, s *spec, tool *tool, found []*rules.Finding) {
	for _, f := range found {
		switch {
		case f.Severity < rules.Warning:
		case f.Category == "number":
			b.numbers[s.language] = append(b.numbers[s.language], f.Rule)
			if *mutationShow == "numbers" {
				show(t, s, tool, f)
			}
		default:
			b.alarms[s.language] = append(b.alarms[s.language], f.Rule)
			if *mutationShow == "honest" {
				show(t, s, tool, f)
			}
		}
	}
}

var languages = []string{"OpenAPI", "protobuf", "GraphQL"}

func (b *benchmark) table() string {
	var out strings.Builder
	fmt.Fprintf(&out, "\n%-28s", "kind: found, told once")
	for _, l := range languages {
		fmt.Fprintf(&out, " | %-22s", l)
	}
	row := func(name string, cells []tally) {
		fmt.Fprintf(&out, "\n%-28s", name)
		for _, c := range cells {
			if c.made == 0 {
				fmt.Fprintf(&out, " | %-22s", "-")
				continue
			}
			fmt.Fprintf(&out, " | %5.3f %5.3f of %-7d", rate(c.found, c.made), rate(c.one, c.made), c.made)
		}
	}
	sums := make([]tally, len(languages))
	for _, d := range driftKinds {
		cells := make([]tally, len(languages))
		for i, l := range languages {
			cells[i] = *b.of(d.kind, l)
			sums[i].add(cells[i])
		}
		row(d.kind, cells)
	}
	row("all", sums)
	for _, l := range languages {
		fmt.Fprintf(&out, "\n%s: %d undrifted tools, errors and warnings %s, on units %s", l, b.tools[l], counts(b.alarms[l]), counts(b.numbers[l]))
	}
	return out.String()
}

// counts is a list of words in which each stands once, with how often it stood there.
func counts(words []string) string {
	slices.Sort(words)
	var out []string
	for i := 0; i < len(words); {
		n := 1
		for i+n < len(words) && words[i+n] == words[i] {
			n++
		}
		out = append(out, fmt.Sprintf("%s %d", words[i], n))
		i += n
	}
	return cmp.Or(strings.Join(out, ", "), "none")
}

func show(t *testing.T, s *spec, tool *tool, f *rules.Finding) {
	t.Logf("%s: %s\n@@ %s: %s, %s: %s: %s\n  tool %s\n  spec %s", s.name, tool.style, f.Rule, f.Severity, tool.op.Name, f.Field, f.Message, line(f.ToolAt), line(f.SpecAt))
}

func line(s source.Span) string {
	if s.IsZero() {
		return "-"
	}
	text := string(s.File.Data[s.Start:min(len(s.File.Data), s.Start+300)])
	return strings.ReplaceAll(text, "\n", " ")
}
