package loaders

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// BenchmarkLargeSpec opens a generated spec and reads ten of its operations.
// x-decode is the time next to what encoding/json takes, in the same run, to
// decode the same document as JSON into any.
func BenchmarkLargeSpec(b *testing.B) {
	m := &specMaker{Rand: rand.New(rand.NewPCG(1, 1)), ops: 2000, schemas: 500}
	spec := m.spec()
	var asJSON, asYAML strings.Builder
	m.asJSON(&asJSON, spec, 0)
	m.asYAML(&asYAML, spec, 0)
	for _, doc := range []struct{ name, text string }{{"json", asJSON.String()}, {"yaml", asYAML.String()}} {
		b.Run(doc.name, func(b *testing.B) {
			files := filesIn(map[string]string{"api.yaml": doc.text})
			if source.Skim(&source.File{Data: []byte(doc.text)}, indexLevels) == nil {
				b.Fatal("the document is not skimmed")
			}
			b.SetBytes(int64(len(doc.text)))
			for b.Loop() {
				store := files()
				index := openLarge(b, store)
				var names []string
				for i := range 10 {
					names = append(names, index.Heads[i*len(index.Heads)/10].Name)
				}
				index.Expand(names...)
			}
			spent := b.Elapsed() / time.Duration(b.N)
			b.ReportMetric(float64(spent)/float64(decodeTime(b, asJSON.String())), "x-decode")
		})
	}
}

func openLarge(b *testing.B, store *source.Store) *contract.Index {
	b.Helper()
	f, fault := store.Read("api.yaml")
	if fault != nil {
		b.Fatal(fault)
	}
	index, faults := openAPISpec(store, []*source.File{f}, config.Source{})
	if index == nil {
		b.Fatal(faultTexts(faults))
	}
	return index
}

// decodeTime is the median of five.
func decodeTime(b *testing.B, text string) time.Duration {
	b.Helper()
	var times []time.Duration
	for range 5 {
		start := time.Now()
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	return times[2]
}

// folderOf is a folder with a spec of one operation whose body is the first of n
// schemas in a file each. In a graph schema i refers to 2i+1, 2i+2 and 2i+3, in a
// ring to the next one, the last to the first.
func folderOf(b *testing.B, n int, ring bool) (dir string) {
	b.Helper()
	dir = b.TempDir()
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	put("api.yaml", "openapi: 3.0.3\ninfo: {title: t, version: '1'}\npaths:\n  /p:\n    post:\n      requestBody: {content: {application/json: {schema: {$ref: S0.yaml}}}}\n      responses: {'200': {description: ok}}\n")
	for i := range n {
		var text strings.Builder
		fmt.Fprintf(&text, "type: object\ndescription: number %d\nproperties:\n  own%d: {type: string, maxLength: 20}\n", i, i)
		next := []int{2*i + 1, 2*i + 2, 2*i + 3}
		if ring {
			next = []int{(i + 1) % n}
		}
		for _, j := range next {
			if j < n {
				fmt.Fprintf(&text, "  to%d: {$ref: S%d.yaml}\n", j, j)
			}
		}
		put(fmt.Sprintf("S%d.yaml", i), text.String())
	}
	return dir
}

// BenchmarkManyFiles reads the operation of 400 files in a graph, against kin's
// load of the same, and in a ring, against the graph.
func BenchmarkManyFiles(b *testing.B) {
	read := func(dir string) func() {
		return func() {
			store, err := source.OpenDir(dir)
			if err != nil {
				b.Fatal(err)
			}
			index, faults := Open(store, config.Source{Glob: "api.yaml"})
			if ops, more := index.Expand("POST /p"); len(ops) != 1 || len(faults)+len(more) > 0 {
				b.Fatal(len(ops), faults, more)
			}
		}
	}
	graph, ring := folderOf(b, 400, false), folderOf(b, 400, true)
	b.Run("graph", func(b *testing.B) {
		byTurns(b, "x-kin-openapi", read(graph), func() {
			kin := openapi3.NewLoader()
			kin.IsExternalRefsAllowed = true
			if _, err := kin.LoadFromFile(filepath.Join(graph, "api.yaml")); err != nil {
				b.Fatal(err)
			}
		})
	})
	b.Run("ring", func(b *testing.B) { byTurns(b, "x-graph", read(ring), read(graph)) })
}
