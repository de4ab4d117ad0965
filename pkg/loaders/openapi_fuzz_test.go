package loaders

import (
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// FuzzOpenAPI: whatever a file holds, it opens without a panic, each head
// expands to one operation of its name, and every span lies inside its file.
func FuzzOpenAPI(f *testing.F) {
	archives, err := filepath.Glob("testdata/openapi/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(archive.Files[0].Data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		store := &source.Store{FS: fstest.MapFS{
			"api.yaml":   {Data: []byte(text)},
			"other.yaml": {Data: []byte("S: {$ref: 'api.yaml#/components/schemas/S'}\n")},
		}}
		file, fault := store.Read("api.yaml")
		if fault != nil {
			return
		}
		index, faults := openAPISpec(store, []*source.File{file}, config.Source{})
		check := spanCheck{t: t, seen: map[*contract.Schema]bool{}}
		if index != nil {
			ops, more := expandAll(index, nil)
			faults = append(faults, more...)
			if len(ops) != len(index.Heads) {
				t.Fatalf("%d heads, %d operations", len(index.Heads), len(ops))
			}
			for i, op := range ops {
				if op.Name != index.Heads[i].Name {
					t.Errorf("head %s expands to %s", index.Heads[i].Name, op.Name)
				}
				check.span(op.At)
				check.schema(op.Input)
			}
		}
		for _, fault := range faults {
			check.span(fault.At)
		}
	})
}

// spanCheck walks a contract and fails where a span is not inside its file.
type spanCheck struct {
	t    *testing.T
	seen map[*contract.Schema]bool
}

func (c *spanCheck) span(s source.Span) {
	if s.File != nil && (s.Start < 0 || s.End < s.Start || s.End > len(s.File.Data)) {
		c.t.Errorf("span %d to %d in a file of %d bytes", s.Start, s.End, len(s.File.Data))
	}
}

func (c *spanCheck) schema(s *contract.Schema) {
	if s == nil || c.seen[s] {
		return
	}
	c.seen[s] = true
	for _, at := range []source.Span{s.At, s.TypeAt, s.EnumAt, s.ClosedAt, s.AnyOfAt, s.Doc.At, s.Format.At, s.Pattern.At, s.Unit.At} {
		c.span(at)
	}
	for _, f := range s.Fields {
		for _, at := range []source.Span{f.At, f.DeclAt, f.RequiredAt, f.Doc.At, f.Deprecated.At, f.Hidden.At} {
			c.span(at)
		}
		if f.Schema == nil {
			c.t.Errorf("field %s has no schema", f.Name)
		}
		c.schema(f.Schema)
	}
	c.schema(s.Extra)
	c.schema(s.Elem)
	for _, alternative := range append(s.Tuple, s.AnyOf...) {
		c.schema(alternative)
	}
}
