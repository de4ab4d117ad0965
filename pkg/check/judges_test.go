package check_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/units"
)

// The judges are validators that know nothing of this program. For generated
// pairs of a tool and a spec they hold it to two promises: what the tool's schema
// accepts and the API rejects stands under a finding, and the witness of a finding
// is accepted by the one and rejected by the other.
//
// By hand: go test ./pkg/check -run Judges -judge-seed 7 -judge-pairs 10000 -v
var (
	judgeSeed  = flag.Uint64("judge-seed", 1, "seed of the pairs that the independent judges look at")
	judgePairs = flag.Int("judge-pairs", 1000, "pairs a language that the independent judges look at")
	judgeFirst = flag.Int("judge-first", 0, "number of the first pair, to see one again")
	judgeKeep  = flag.Bool("judge-keep-going", false, "tell every disagreement, not only the first")
)

// argumentsOfAPair is how many argument objects are tried on each pair.
const argumentsOfAPair = 20

// judged is one generated pair.
type judged struct {
	tool      object // the tool's input schema
	files     map[string]string
	spec      config.Source
	operation string
	judge     func(args map[string]any) []rejection // of the API; none: it accepts
	cannot    func(args map[string]any) bool        // the way of transport has no words for them
	inner     bool                                  // what the API takes is one object below the arguments
	positive  bool                                  // that a type takes no number below 0 goes without saying
	rand      *rand.Rand                            // as the maker of the pair left it
	index     *contract.Index                       // of the spec, read along with those of other pairs; nil: it is not read yet
}

// rejection is one reason of an API's judge.
type rejection struct {
	path       []string // of names and positions in lists
	union      bool     // of a whole union: the reason may lie deeper
	undeclared bool     // no such name
	group      bool     // of fields of which one is taken: path is that of the object
	of         []string // of a group, its fields, where they are known
	unsaid     bool     // nobody need say so
	text       string
}

// below is the rejection as seen from below the first step.
func (r rejection) below() rejection {
	r.path = r.path[min(len(r.path), 1):]
	return r
}

func (r rejection) String() string { return strings.Join(r.path, ".") + ": " + r.text }

// makerOf makes the pair of a number, always the same.
func makerOf(pair int) *maker {
	return &maker{Rand: rand.New(rand.NewPCG(*judgeSeed, uint64(pair)))}
}

// runJudges looks at pairs until two of the three disagree.
func runJudges(t *testing.T, generate func(pair int) judged) {
	distinct := map[uint64]bool{}
	var tried, accepted, rejected, witnesses int
	for i := *judgeFirst; i < *judgeFirst+*judgePairs; i++ {
		p := generate(i)
		sum := fnv.New64a()
		fmt.Fprint(sum, p.tool, p.files)
		distinct[sum.Sum64()] = true
		ours := compilePlain(t, p.tool)
		before := accepted
		report := p.compare(t)
		fail := func(format string, args ...any) {
			t.Errorf("seed %d, pair %d: %s\ntool %s\nspec %s\nfindings:\n%s", *judgeSeed, i, fmt.Sprintf(format, args...),
				p.tool, p.files, told(report.Findings))
			if !*judgeKeep {
				t.FailNow()
			}
		}
		v := &valuer{Rand: p.rand, defs: defsOf(p.tool), probes: probes(p.tool, p.files), positive: p.positive}
	arguments:
		for range argumentsOfAPair {
			args := v.arguments(p.tool)
			tried++
			call := sent(p.tool, v.defs, args).(map[string]any)
			if ours.Validate(args) != nil || p.cannot(call) {
				continue
			}
			accepted++
			for _, r := range p.judge(call) {
				rejected++
				if r.unsaid {
					continue
				}
				short := r
				short.path = folded(p.tool, v.defs, r.path)
				if !slices.ContainsFunc(report.Findings, func(f *rules.Finding) bool {
					return explains(f, r) || explains(f, short) || p.inner && explains(f, r.below()) ||
						f.Rule == "open-object" && isAbove(f.Field, r.path) && isUnion(p.tool, v.defs, f.Field)
				}) {
					fail("no finding tells of %s (%s)", spelled(args), r)
					break arguments
				}
			}
		}
		for _, f := range report.Findings {
			if !hasProof[f.Rule] {
				continue
			}
			if f.Witness == nil {
				if f.Severity == rules.Error && !isExcused(f) && accepted > before && !isBroken(t, p.tool, v) {
					fail("%s of %s has no witness", f.Rule, f.Field)
				}
				continue
			}
			witnesses++
			args := unspelled(t, f.Witness.JSON())
			if err := ours.Validate(args); err != nil {
				if fitsTwo(err) {
					continue
				}
				fail("the tool refuses the witness %s of %s on %s: %v", f.Witness.JSON(), f.Rule, f.Field, err)
				continue
			}
			if f.Severity == rules.Error && !isExcused(f) && len(p.judge(args)) == 0 {
				fail("the API accepts the witness %s of %s on %s", f.Witness.JSON(), f.Rule, f.Field)
			}
		}
	}
	t.Logf("seed %d: %d pairs, %d distinct; of %d argument objects the tool accepts %d, the API rejects %d of these; %d witnesses",
		*judgeSeed, *judgePairs, len(distinct), tried, accepted, rejected, witnesses)
	if *judgePairs >= 100 && (accepted < tried/5 || rejected < accepted/20 || witnesses < *judgePairs/20) {
		t.Error("too few of them count: the test is blunt")
	}
}

// compare is the product's whole path, from the text of both sides to findings.
func (p judged) compare(t *testing.T) *rules.Report {
	t.Helper()
	files := fstest.MapFS{
		"tools.json": {Data: []byte(`{"tools": [{"name": "act", "inputSchema": ` + p.tool.String() + `}]}`)},
		".tooldrift.yaml": {Data: []byte("version: 1\ncontracts:\n  - name: c\n    tools: [tools.json]\n    spec: [" + p.spec.Glob + "]\n" +
			"    bindings:\n      act: " + strconv.Quote(p.operation) + "\n")},
	}
	for name, text := range p.files {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	store := &source.Store{FS: files}
	lists, faults := loaders.Tools(store, config.Source{Glob: "tools.json"})
	index, more := p.index, []source.Fault(nil)
	if index == nil {
		index, more = loaders.Open(store, p.spec)
		faults = append(faults, more...)
	}
	file, fault := store.Read(".tooldrift.yaml")
	if fault != nil {
		t.Fatal(fault)
	}
	cfg, more := config.Parse(file, ".")
	faults = append(faults, more...)
	if len(faults) > 0 {
		t.Fatalf("%v\ntool %s\nspec %s", faults, p.tool, p.files)
	}
	result, faults := bind.Match(lists, []*contract.Index{index}, cfg.Contracts[0])
	if len(faults) > 0 || len(result.Bindings) != 1 || len(result.Bindings[0].Calls) != 1 {
		t.Fatalf("not bound: %v\ntool %s\nspec %s", faults, p.tool, p.files)
	}
	drifts, counts := diff.Compare(result.Bindings[0], diff.Read(lists[0].Ops[0], nil), &units.Conventions{})
	return rules.Judge([]rules.Compared{{Contract: "c", Bindings: result.Bindings, Drifts: drifts, Counts: counts}}, rules.Settings{Today: "2026-01-01"})
}

// sent is what reaches the API: a null that the tool's own default stands for is
// left out, as FastMCP and Pydantic do.
func sent(schema any, defs map[string]any, v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = sent(inside(schema, defs, "items"), defs, item)
		}
		return out
	case map[string]any:
		props, rest := declaredIn(schema, defs, 0), inside(schema, defs, "additionalProperties")
		out := map[string]any{}
		for name, member := range v {
			own := members(props[name])
			def, has := defaultOf(own, defs)
			switch {
			case own == nil:
				out[name] = sent(rest, defs, member)
			case member != nil || !has || def != nil || needs(schema, defs, name, 0):
				out[name] = sent(own, defs, member)
			}
		}
		return out
	}
	return v
}

// needs reports whether a schema, or a part of it, requires a member.
func needs(schema any, defs map[string]any, name string, depth int) bool {
	m := members(schema)
	if m == nil || depth > 10 {
		return false
	}
	if ref, ok := m["$ref"].(string); ok {
		return needs(defs[strings.TrimPrefix(ref, "#/$defs/")], defs, name, depth+1)
	}
	if slices.Contains(items(m["required"]), any(name)) {
		return true
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range items(m[key]) {
			if needs(part, defs, name, depth+1) {
				return true
			}
		}
	}
	return false
}

// defaultOf is a default that stands in a schema, or in the only part of it.
func defaultOf(s, defs map[string]any) (def any, has bool) {
	if ref, ok := s["$ref"].(string); ok {
		return defaultOf(members(defs[strings.TrimPrefix(ref, "#/$defs/")]), defs)
	}
	if def, has = s["default"]; has {
		return def, has
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		if parts := items(s[key]); len(parts) == 1 || len(parts) == 2 && members(parts[1])["type"] == "null" {
			return defaultOf(members(parts[0]), defs)
		}
	}
	return nil, false
}

// folded is a path with what lies between two visits of one shared schema cut
// out: a finding in a schema that holds itself is told once.
func folded(tool any, defs map[string]any, path []string) []string {
	seen := map[string]int{}
	var out []string
	at := tool
	for _, step := range path {
		out = append(out, step)
		if _, err := strconv.Atoi(step); err == nil {
			at = inside(at, defs, "items")
		} else if declared := declaredAs(at, defs, step); declared != nil {
			at = declared
		} else {
			at = inside(at, defs, "additionalProperties")
		}
		ref := refIn(at)
		if n, again := seen[ref]; again && ref != "" {
			out = out[:n]
		} else {
			seen[ref] = len(out)
		}
	}
	return out
}

// declaredAs is the member of a name, in either of the spellings that protobuf has.
func declaredAs(s any, defs map[string]any, name string) any {
	all := declaredIn(s, defs, 0)
	if all[name] != nil {
		return all[name]
	}
	for _, other := range names(all) {
		if plain(other) == plain(name) {
			return all[other]
		}
	}
	return nil
}

func refIn(v any) string {
	m := members(v)
	if ref, ok := m["$ref"].(string); ok {
		return ref
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range items(m[key]) {
			if ref := refIn(part); ref != "" {
				return ref
			}
		}
	}
	return ""
}

// fitsTwo reports whether a value was refused by a oneOf of which it fits two
// alternatives, or by a not: the model reads the one as an anyOf, which is what
// its authors mean, and the other not at all. So it is with null where a list
// lacks it and the type does not: the types say it.
func fitsTwo(err error) bool {
	var refused *jsonschema.ValidationError
	if !errors.As(err, &refused) {
		return false
	}
	switch k := refused.ErrorKind.(type) {
	case *kind.OneOf:
		if len(k.Subschemas) > 1 {
			return true
		}
	case *kind.Not:
		return true
	case *kind.Enum:
		if k.Got == nil {
			return true
		}
	}
	return slices.ContainsFunc(refused.Causes, func(c *jsonschema.ValidationError) bool { return fitsTwo(c) })
}

func told(all []*rules.Finding) string {
	var b strings.Builder
	for _, f := range all {
		fmt.Fprintf(&b, "  %s %s %s", f.Severity, f.Rule, f.Field)
		if f.APIField != f.Field {
			fmt.Fprintf(&b, " (%s)", f.APIField)
		}
		fmt.Fprintf(&b, ": %s", f.Message)
		if f.Witness != nil {
			fmt.Fprintf(&b, " %s", f.Witness.JSON())
		}
		b.WriteString("\n")
	}
	return b.String()
}

func spelled(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

func unspelled(t *testing.T, text string) map[string]any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	args, ok := v.(map[string]any)
	if !ok {
		t.Fatalf("the witness %s is no object of arguments", text)
	}
	return args
}

// compilePlain is the tool's judge: JSON Schema 2020-12, formats and all.
func compilePlain(t *testing.T, schema object) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema.String()))
	if err != nil {
		t.Fatalf("%v in %s", err, schema)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.RegisterFormat(&jsonschema.Format{Name: "byte", Validate: judgeBase64})
	if err := c.AddResource("mem:tool", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:tool")
	if err != nil {
		t.Fatalf("%v in %s", err, schema)
	}
	return s
}
