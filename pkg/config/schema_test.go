package config

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/source/sourcetest"
)

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:config", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:config")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Every key that the reader knows is in the schema, and no other: each mapping of
// the schema is put where it stands, with a key that nobody knows, and the reader
// answers with those that it has.
func TestSchemaKeys(t *testing.T) {
	var doc map[string]any
	if err := json.Unmarshal([]byte(Schema), &doc); err != nil {
		t.Fatal(err)
	}
	w := keyWalker{t: t, doc: doc, seen: map[string]bool{}}
	w.walk(doc, func(inner string) string { return inner })
	if len(w.seen) < 10 {
		t.Errorf("only %d mappings were reached: %v", len(w.seen), w.seen)
	}
}

type keyWalker struct {
	t    *testing.T
	doc  map[string]any
	seen map[string]bool
}

var knownKeys = regexp.MustCompile(`unknown key "zzzzzzzzzzzz" in (.*), which has (.*)$`)

// walk is at a schema; around puts a value of it into a whole config.
func (w *keyWalker) walk(s map[string]any, around func(inner string) string) {
	if ref, ok := s["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/definitions/")
		s = w.doc["definitions"].(map[string]any)[name].(map[string]any)
	}
	for _, word := range []string{"anyOf", "allOf"} {
		alternatives, _ := s[word].([]any)
		for _, a := range alternatives {
			w.walk(a.(map[string]any), around)
		}
	}
	if items, ok := s["items"].(map[string]any); ok {
		w.walk(items, func(inner string) string { return around("[" + inner + "]") })
	}
	if values, ok := s["additionalProperties"].(map[string]any); ok {
		w.walk(values, func(inner string) string { return around(`{"some": ` + inner + "}") })
	}
	properties, ok := s["properties"].(map[string]any)
	if !ok || s["additionalProperties"] != false {
		return
	}
	var got []string
	for name, p := range properties {
		got = append(got, name)
		w.walk(p.(map[string]any), func(inner string) string { return around(fmt.Sprintf(`{%q: %s}`, name, inner)) })
	}
	slices.Sort(got)
	text := around(`{"zzzzzzzzzzzz": 1}`)
	_, faults := parse(text, ".")
	i := slices.IndexFunc(faults, knownKeys.MatchString)
	if i < 0 {
		w.t.Errorf("the reader has no mapping where the schema has one: %s\n%q", text, faults)
		return
	}
	m := knownKeys.FindStringSubmatch(faults[i])
	want := strings.Split(m[2], ", ")
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		w.t.Errorf("%s: the keys of the reader and those of the schema differ (-reader +schema)\n%s", m[1], diff)
	}
	w.seen[m[1]] = true
}

// beyondSchema are the faults that no schema can tell.
var beyondSchema = regexp.MustCompile(strings.Join([]string{
	`leaves the root;`, // of a path that climbs: it hangs on where the config is
	`two contracts are named `, `is no day of the calendar`, `names \w+ twice`, `is longer than`,
	`no pattern that a file can match`, `as_of must be a release such as 0\.1, not "\d*"$`, // a number: 1.0 and 1 are one to a schema
	`twice in one mapping`, `nothing would be reviewed`, `no number would pass`, `no number that can be compared`,
}, "|"))

// verdicts are what the reader and the schema say of a config. shape is whether
// the reader refuses it for what a schema can know.
func verdicts(t *testing.T, s *jsonschema.Schema, text string) (accepted, shape bool, faults []string, misfit error) {
	t.Helper()
	c, faults := parse(text, "a/b/c/d")
	for _, f := range faults {
		shape = shape || c == nil && !beyondSchema.MatchString(f)
	}
	n, _ := source.ParseYAML(&source.File{Name: FileName, Data: []byte(text)})
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(n.JSON()))
	if err != nil {
		t.Fatalf("%v in %s", err, n.JSON())
	}
	return c != nil, shape, faults, s.Validate(value)
}

func (w *agreement) hold(t *testing.T, what, text string) {
	t.Helper()
	accepted, shape, faults, misfit := verdicts(t, w.schema, text)
	switch {
	case accepted && misfit != nil:
		t.Errorf("%s: the program reads it, the schema refuses it: %v\n%s", what, misfit, text)
	case shape && misfit == nil:
		t.Errorf("%s: the program refuses its shape, the schema does not: %q\n%s", what, faults, text)
	case accepted:
		w.accepted++
	case shape:
		w.refused++
	}
}

type agreement struct {
	schema            *jsonschema.Schema
	accepted, refused int
}

// Every config of the test scripts, of the rules' archives and of the demo is
// judged alike by the program and by the schema.
func TestSchemaOnConfigsOfTests(t *testing.T) {
	w := agreement{schema: schema(t)}
	for name, text := range configsOfTests(t) {
		w.hold(t, name, text)
	}
	if w.accepted < 40 || w.refused == 0 {
		t.Errorf("%d configs were accepted and %d refused: too few", w.accepted, w.refused)
	}
}

func configsOfTests(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	version := regexp.MustCompile(`(?m)^"?version"?: 1\b`)
	add := func(name string, data []byte) {
		if strings.HasSuffix(name, ".yaml") && version.Match(data) {
			all[name] = string(data)
		}
	}
	for _, pattern := range []string{"../../cmd/tooldrift/testdata/script/*.txtar", "../rules/*.txtar"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, name := range names {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range a.Files {
				add(filepath.Base(name)+"/"+f.Name, f.Data)
			}
		}
	}
	err := filepath.WalkDir("../../testdata", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == FileName {
			data, err := os.ReadFile(name)
			add(name, data)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A config that is spoilt in one place is judged alike, too.
func TestSchemaOnSpoiltConfigs(t *testing.T) {
	w := agreement{schema: schema(t)}
	for _, text := range []string{everything, everyLive} {
		n, _ := source.ParseYAML(&source.File{Name: FileName, Data: []byte(text)})
		w.hold(t, "whole", n.JSON())
		sourcetest.Spoil(n, spoilt, func(what string) { w.hold(t, what, n.JSON()) })
	}
	if w.accepted < 100 || w.refused < 500 {
		t.Errorf("%d configs were accepted and %d refused: the test is blunt", w.accepted, w.refused)
	}
}

const everyLive = `version: 1
contracts:
  - name: live
    tools:
      - {mcp: {command: [npx, -y, 3], env: [PATH, MODE=test], cwd: agents, timeout: 1m30s}}
      - {mcp: {url: "https://mcp.example/mcp?x=1", headers: {Authorization: "Bearer ${TOKEN}"}, timeout: 5s}}
      - {exec: [python, -m, tools], env: [PATH], cwd: agents, timeout: 30s}
      - {url: "http://api.example/tools.json", headers: {X-Key: a}}
      - {operations: [queries/], schema: api.graphql, descriptions: {ListOrders: "Lists orders."}}
      - {operations: [q.graphql], schema: [a.graphql, b.graphql], descriptions: apollo.yaml}
    spec:
      - {graphql: {url: "https://api.example/graphql", headers: {X-Key: a}, timeout: 5s}}
      - {exec: [python, -m, spec], env: [PATH], cwd: agents, timeout: 30s}
      - {url: "https://api.example/openapi.json", headers: {X-Key: a}, timeout: 10s}
    transcripts: [prompts/*.json]
    golden: [golden/*.yaml, golden]
    bindings:
`

// spoilt stand in place of each value of a file.
var spoilt = []source.Node{
	{Kind: source.Null}, {Kind: source.Bool, Text: "true"}, {Kind: source.Number, Text: "3"}, {Kind: source.String, Text: ""},
	{Kind: source.String, Text: "  "}, {Kind: source.String, Text: "word"}, {Kind: source.String, Text: "/abs"},
	{Kind: source.String, Text: `C:\x`}, {Kind: source.String, Text: "https://x.example/y"}, {Kind: source.String, Text: "ftp://x/y"},
	{Kind: source.String, Text: "https://u:p@x.example"}, {Kind: source.String, Text: "https://x.example/#f"}, {Kind: source.String, Text: "off"},
	{Kind: source.String, Text: "A=b"}, {Kind: source.String, Text: "=b"}, {Kind: source.String, Text: "5s"}, {Kind: source.String, Text: "-5s"},
	{Kind: source.String, Text: "0.1"}, {Kind: source.String, Text: "2027-03-01"}, {Kind: source.Array}, {Kind: source.Object},
	{Kind: source.Array, Items: []*source.Node{{Kind: source.String, Text: "word"}}},
	{Kind: source.Array, Items: []*source.Node{{Kind: source.Null}}},
	{Kind: source.Object, Members: []source.Member{{Key: "word", Value: &source.Node{Kind: source.String, Text: "word"}}}},
}
