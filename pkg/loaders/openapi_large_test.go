package loaders

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// asLarge makes files of any size be read as large ones are, or none of them.
func asLarge(t testing.TB, large bool) {
	t.Helper()
	before := wholeUpTo
	t.Cleanup(func() { wholeUpTo = before })
	if wholeUpTo = 1 << 40; large {
		wholeUpTo = -1
	}
}

// specGraph is a whole spec as text: its heads, all its operations, what is
// shared among them, and its faults.
func specGraph(t testing.TB, store *source.Store, name string) string {
	t.Helper()
	f, fault := store.Read(name)
	if fault != nil {
		t.Fatal(fault)
	}
	index, faults := openAPISpec(store, []*source.File{f}, config.Source{})
	g := graph{ids: map[any]int{}}
	if index != nil {
		index.Complete()
		for _, h := range index.Heads {
			g.value(reflect.ValueOf(h), 0)
		}
		var ops []*contract.Op
		ops, faults = expandAll(index, faults)
		for _, op := range ops {
			g.value(reflect.ValueOf(op), 0)
		}
	}
	for _, text := range faultTexts(faults) {
		fmt.Fprintln(&g, text)
	}
	return g.String()
}

// graph writes values with all that they point at, each thing once: what two
// places share is a number. Comments are left out; they are waivers by now.
type graph struct {
	strings.Builder
	ids map[any]int
}

func (g *graph) value(v reflect.Value, depth int) {
	if s, ok := v.Interface().(source.Span); ok {
		fmt.Fprintf(g, "%s[%d,%d)", s.File.Name, s.Start, s.End)
		return
	}
	indent := strings.Repeat(" ", depth)
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		id, known := g.ids[v.Interface()]
		if !known {
			id = len(g.ids)
			g.ids[v.Interface()] = id
		}
		fmt.Fprintf(g, "#%d", id)
		if !known {
			g.value(v.Elem(), depth)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if field := v.Field(i); !field.IsZero() && name != "Comments" {
				fmt.Fprintf(g, "\n%s%s: ", indent, name)
				g.value(field, depth+1)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			fmt.Fprintf(g, "\n%s- ", indent)
			g.value(v.Index(i), depth+1)
		}
	default:
		fmt.Fprintf(g, "%#v", v.Interface())
	}
}

// sameGraph fails where a spec is read otherwise as a large one than whole.
func sameGraph(t *testing.T, newStore func() *source.Store, name string) {
	t.Helper()
	asLarge(t, false)
	want := specGraph(t, newStore(), name)
	asLarge(t, true)
	got := specGraph(t, newStore(), name)
	if got == want {
		return
	}
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	around := func(lines []string) []string { return lines[max(0, i-10):min(len(lines), i+10)] }
	t.Errorf("%s, line %d (-whole +large)\n%s", name, i, cmp.Diff(around(a), around(b)))
}

func filesIn(files map[string]string) func() *source.Store {
	return func() *source.Store {
		fsys := fstest.MapFS{}
		for name, text := range files {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		return &source.Store{FS: fsys}
	}
}

func TestLargeSpecsReadTheSame(t *testing.T) {
	archives, err := filepath.Glob("testdata/openapi/*.txtar")
	if err != nil || archives == nil {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, f := range archive.Files {
			files[f.Name] = string(f.Data)
		}
		sameGraph(t, filesIn(files), archive.Files[0].Name)
	}
}

func TestGeneratedSpecsReadTheSame(t *testing.T) {
	skimmed := 0
	for seed := range uint64(40) {
		m := &specMaker{Rand: rand.New(rand.NewPCG(seed, 1)), ops: 1 + int(seed%5), schemas: int(seed % 7)}
		if seed%3 == 0 {
			m.elsewhere = "components.json"
		}
		spec, components := m.spec(), m.components()
		var pretty, minified, yaml, other strings.Builder
		m.asJSON(&pretty, spec, 0)
		m.asJSON(&minified, spec, -1)
		m.asYAML(&yaml, spec, 0)
		m.asJSON(&other, pairs{{"components", components}}, 0)
		files := map[string]string{
			"pretty.json": pretty.String(), "minified.json": minified.String(), "unix.yaml": yaml.String(),
			"windows.yaml": "\ufeff" + strings.ReplaceAll(yaml.String(), "\n", "\r\n"), "components.json": other.String(),
		}
		for name, text := range files {
			if name == "components.json" {
				continue
			}
			if source.Skim(&source.File{Data: []byte(text)}, indexLevels) != nil {
				skimmed++
			}
			sameGraph(t, filesIn(files), name)
		}
	}
	if skimmed < 4*40*9/10 {
		t.Errorf("only %d of %d documents were skimmed: the others prove nothing", skimmed, 4*40)
	}
}

// TestCorpusReadsTheSame reads every API description below a directory that the
// environment names, in both ways.
func TestCorpusReadsTheSame(t *testing.T) {
	dir := os.Getenv("TOOLDRIFT_SPECS")
	if dir == "" {
		t.Skip("TOOLDRIFT_SPECS names no directory of OpenAPI documents")
	}
	store, err := source.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(store.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.Contains([]string{".json", ".yaml", ".yml"}, filepath.Ext(name)) {
			return err
		}
		f, fault := store.Read(name)
		if fault != nil {
			return nil
		}
		if d := specOf(f); d == nil || d.name != openAPIDialect.name && d.name != swaggerDialect.name {
			return nil
		}
		t.Run(name, func(t *testing.T) {
			sameGraph(t, func() *source.Store { return &source.Store{FS: store.FS} }, name)
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
