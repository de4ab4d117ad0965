package loaders

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

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
