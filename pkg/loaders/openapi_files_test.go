package loaders

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// countingFS counts how often each file is opened.
type countingFS struct {
	fs.FS
	mu     sync.Mutex
	opened map[string]int
}

func (c *countingFS) Open(name string) (fs.File, error) {
	c.mu.Lock()
	c.opened[name]++
	c.mu.Unlock()
	return c.FS.Open(name)
}

// Stat keeps fs.Stat from opening the file.
func (c *countingFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(c.FS, name) }

func counting(files map[string]string) *countingFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return &countingFS{FS: fsys, opened: map[string]int{}}
}

// openCounted opens the spec "api.yaml" of some files.
func openCounted(t testing.TB, files *countingFS) *contract.Index {
	t.Helper()
	store := &source.Store{FS: files}
	f, fault := store.Read("api.yaml")
	if fault != nil {
		t.Fatal(fault)
	}
	index, faults := openAPISpec(store, []*source.File{f}, config.Source{})
	if index == nil || len(faults) > 0 {
		t.Fatal(faultTexts(faults))
	}
	return index
}

// Of a spec in many files only those are read that the asked operations lead
// to, each once: whatever kind of part a reference stands for.
func TestOnlyFilesOfTheClosureAreRead(t *testing.T) {
	files := counting(map[string]string{
		"api.yaml": `openapi: 3.0.3
paths:
  /a: {$ref: paths/a.yaml}
  /b:
    get: {$ref: ops/b.yaml}
    post: {$ref: ops/c.yaml}
`,
		"paths/a.yaml":      "get:\n  parameters: [{$ref: ../params.yaml#/Page}]\n  responses: {'200': {$ref: ../responses.yaml}}\nput: {$ref: ../ops/d.yaml}\n",
		"ops/b.yaml":        "operationId: b\nparameters: [{$ref: ../params.yaml#/Page}]\nrequestBody: {$ref: ../bodies.json#/B}\n",
		"ops/c.yaml":        "requestBody: {content: {application/json: {schema: {$ref: ../unused.yaml}}}}\n",
		"ops/d.yaml":        "{}\n",
		"params.yaml":       "Page: {name: page, in: query, schema: {$ref: schemas/int.yaml}}\nOther: {$ref: unused.yaml}\n",
		"bodies.json":       `{"B": {"content": {"application/json": {"schema": {"$ref": "schemas/tree.yaml"}}}}}`,
		"schemas/int.yaml":  "type: integer\n",
		"schemas/tree.yaml": "type: object\nproperties: {n: {$ref: int.yaml}, up: {$ref: tree.yaml}, all: {type: array, items: {$ref: tree.yaml#/properties/n}}}\n",
		"responses.yaml":    "description: unused\n",
		"unused.yaml":       "type: string\n",
	})
	index := openCounted(t, files)
	if diff := cmp.Diff(map[string]int{"api.yaml": 1, "paths/a.yaml": 1}, files.opened); diff != "" {
		t.Errorf("opened for the index (-want +got)\n%s", diff)
	}
	ops, faults := index.Expand("GET /a", "GET /b")
	if len(faults) > 0 {
		t.Error(faultTexts(faults))
	}
	index.Expand("GET /b")
	want := map[string]int{
		"api.yaml": 1, "paths/a.yaml": 1, "ops/b.yaml": 1, "params.yaml": 1, "bodies.json": 1, "schemas/int.yaml": 1, "schemas/tree.yaml": 1,
	}
	if diff := cmp.Diff(want, files.opened); diff != "" {
		t.Errorf("opened for two operations (-want +got)\n%s", diff)
	}
	var names []string
	for _, f := range ops[1].Input.Fields {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"page", "n", "up", "all"}, names); diff != "" {
		t.Error(diff)
	}
	index.Complete()
	want["ops/c.yaml"], want["ops/d.yaml"], want["unused.yaml"] = 1, 1, 1
	if diff := cmp.Diff(want, files.opened); diff != "" {
		t.Errorf("opened for all heads (-want +got)\n%s", diff)
	}
}

// schemaFiles is a spec of n operations and n schemas in a file each. Schema i
// refers to 2i+1 and 2i+2, and in a ring to the next one, the last to the first.
func schemaFiles(n int, ring bool) map[string]string {
	var api strings.Builder
	api.WriteString("openapi: 3.0.3\ninfo: {title: t, version: '1'}\npaths:\n")
	files := map[string]string{}
	for i := range n {
		fmt.Fprintf(&api, "  /p%d:\n    post:\n      requestBody: {content: {application/json: {schema: {$ref: s/S%d.yaml}}}}\n      responses: {'200': {description: ok}}\n", i, i)
		var s strings.Builder
		fmt.Fprintf(&s, "type: object\ndescription: number %d\nproperties:\n  own%d: {type: string, maxLength: 20}\n", i, i)
		next := []int{2*i + 1, 2*i + 2}
		if ring {
			next = []int{(i + 1) % n}
		}
		for _, j := range next {
			if j < n {
				fmt.Fprintf(&s, "  to%d: {$ref: S%d.yaml}\n", j, j)
			}
		}
		files[fmt.Sprintf("s/S%d.yaml", i)] = s.String()
	}
	files["api.yaml"] = api.String()
	return files
}

func TestEachOfManyFilesIsReadOnce(t *testing.T) {
	for _, ring := range []bool{false, true} {
		files := counting(schemaFiles(400, ring))
		index := openCounted(t, files)
		ops, faults := expandAll(index, nil)
		if len(faults) > 0 {
			t.Fatal(faultTexts(faults))
		}
		for name, n := range files.opened {
			if n != 1 {
				t.Errorf("%s was opened %d times", name, n)
			}
		}
		if len(files.opened) != 401 {
			t.Errorf("%d of 401 files were opened", len(files.opened))
		}
		last := ops[399].Input.Fields
		if ring && (len(last) != 2 || last[1].Name != "to0" || last[1].Schema.Fields[0].Name != "own0") {
			t.Error("the ring is not closed")
		}
	}
}

// A green run must not hide a broken file: what a skimmer leaves unread is still
// read for its syntax. Only a key given twice goes unseen where nobody looks.
func TestLargeFilesAreRefusedAsSmallOnes(t *testing.T) {
	m := &specMaker{Rand: rand.New(rand.NewPCG(7, 7)), ops: 4, schemas: 4}
	spec := m.spec()
	var json, yaml strings.Builder
	m.asJSON(&json, spec, 0)
	m.asYAML(&yaml, spec, 0)
	last := func(text, of, by string) string {
		i := strings.LastIndex(text, of)
		if i < 0 {
			t.Fatalf("no %q", of)
		}
		return text[:i] + by + text[i+len(of):]
	}
	for what, text := range map[string]string{
		"a missing brace":        strings.TrimSuffix(strings.TrimSpace(json.String()), "}"),
		"a comma too many":       last(json.String(), "}", ",}"),
		"a bad escape":           last(json.String(), `"x-end"`, `"x-\end"`),
		"a bad number":           last(json.String(), `"x-end"`, `"x-n": 01, "x-end"`),
		"a control character":    last(json.String(), `"x-end"`, "\"x-\x01end\""),
		"two documents":          json.String() + "{}",
		"a path twice":           last(json.String(), `"/things3/{id}"`, `"/things2/{id}"`),
		"a comment":              json.String() + "// c",
		"an open quote":          yaml.String() + "x-more: \"open\n",
		"bad indentation":        yaml.String() + "x-more:\n    a: 1\n  b: 2\n",
		"a colon too many":       yaml.String() + "x-more: a: b\n",
		"a tab":                  yaml.String() + "x-more:\n\ta: b\n",
		"an unknown anchor":      yaml.String() + "x-more: *none\n",
		"a second YAML document": yaml.String() + "---\na: b\n",
		"an open bracket":        yaml.String() + "x-more: [a, b\n",
		"a component twice":      yaml.String() + "components: {}\n",
	} {
		asLarge(t, false)
		want := specGraph(t, filesIn(map[string]string{"api": text})(), "api")
		asLarge(t, true)
		got := specGraph(t, filesIn(map[string]string{"api": text})(), "api")
		if got != want {
			t.Errorf("%s: read as a small file\n%s\nas a large one\n%s", what, clipped(want), clipped(got))
		}
	}
}

func clipped(s string) string { return s[max(0, len(s)-300):] }

// A fault in one operation costs that operation only, and is told when it is read.
func TestFaultsOfLargeSpecsComeWithTheirOperation(t *testing.T) {
	asLarge(t, true)
	files := counting(map[string]string{"api.yaml": `openapi: 3.0.3
paths:
  /good:
    get: {}
  /twice:
    get:
      parameters:
      - {name: a, in: query, in: header}
  /lost:
    get:
      $ref: lost.yaml
`})
	index := openCounted(t, files)
	for name, want := range map[string][]string{
		"GET /good":  nil,
		"GET /twice": {`api.yaml:8:30: key "in" is there twice, first at api.yaml:8:19`},
		"GET /lost":  {"api.yaml:11:13: lost.yaml: no such file"},
	} {
		ops, faults := index.Expand(name)
		if diff := cmp.Diff(want, faultTexts(faults)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
		if opaque := ops[0].Input.Opaque != ""; opaque != (name == "GET /lost") {
			t.Errorf("%s: opaque %q", name, ops[0].Input.Opaque)
		}
	}
}

// Waivers count in a large file wherever they stand.
func TestWaiversInLargeFiles(t *testing.T) {
	text := `openapi: 3.0.3
paths:
  /a:
    # tooldrift:waive omitted-field -- above
    get: # tooldrift:waive bare-number -- beside
      summary: s # tooldrift:waive type-mismatch -- on a line
      # tooldrift:waive enum-open -- inside
      parameters:
      - name: q # tooldrift:waive null-rejected -- of a field
        in: query
      responses: {}
`
	for _, large := range []bool{false, true} {
		asLarge(t, large)
		index := openCounted(t, counting(map[string]string{"api.yaml": text}))
		ops, _ := index.Expand("GET /a")
		var got []string
		for _, w := range slices.Concat(ops[0].Waivers, ops[0].Input.Fields[0].Waivers) {
			got = append(got, w.Reason)
		}
		slices.Sort(got)
		if diff := cmp.Diff([]string{"above", "beside", "inside", "of a field", "on a line"}, got); diff != "" {
			t.Errorf("large %v (-want +got)\n%s", large, diff)
		}
	}
}
