package loaders

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// protoFS is a store of .proto files, given as name, text, name, text ...
func protoFS(files ...string) *source.Store {
	fsys := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		fsys[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return &source.Store{FS: fsys}
}

// openProtoFiles opens the named files as one source.
func openProtoFiles(t *testing.T, store *source.Store, src config.Source, names ...string) (*contract.Index, []source.Fault) {
	t.Helper()
	var files []*source.File
	for _, name := range names {
		f, fault := store.Read(name)
		if fault != nil {
			t.Fatal(fault)
		}
		files = append(files, f)
	}
	return openProto(store, files, src)
}

// expandAll is every operation of an index, and all faults.
func expandAll(index *contract.Index, faults []source.Fault) ([]*contract.Op, []source.Fault) {
	var names []string
	for _, h := range index.Heads {
		names = append(names, h.Name)
	}
	ops, more := index.Expand(names...)
	return ops, append(faults, more...)
}

// protoOps is protoSourceOps for what a compiler must make the same of: the set
// that the file compiles to is read too.
func protoOps(t *testing.T, text string) []*contract.Op {
	t.Helper()
	ops := protoSourceOps(t, text)
	wantSameFromSets(t, ops, protoFS("a.proto", text), "a.proto")
	return ops
}

// protoSourceOps opens one file and expands all its RPCs; there must be no fault.
func protoSourceOps(t *testing.T, text string) []*contract.Op {
	t.Helper()
	ops, faults := expandAll(openProtoFiles(t, protoFS("a.proto", text), config.Source{}, "a.proto"))
	for _, f := range faults {
		t.Error(f)
	}
	return ops
}

func faultTexts(faults []source.Fault) []string {
	var texts []string
	for _, f := range faults {
		text := f.Error()
		if f.Dirt {
			text = "dirt: " + text
		}
		texts = append(texts, text)
	}
	return texts
}

// protoDump writes an input as text, a field a line, so that tests can show it whole.
type protoDump struct {
	strings.Builder
	shown    map[*contract.Field]bool
	declared bool // of a field, the place of its declaration is shown, not of its name
}

func dumpProto(op *contract.Op) string {
	d := protoDump{shown: map[*contract.Field]bool{}}
	d.op(op)
	return d.String()
}

func (d *protoDump) op(op *contract.Op) {
	fmt.Fprintf(d, "%s %s", op.Name, position(op.At))
	if op.Deprecated.Text != "" {
		fmt.Fprintf(d, " deprecated %q", op.Deprecated.Text)
	}
	d.doc(op.Doc)
	d.WriteString("\n")
	d.object(op.Input, "  ")
}

func position(s source.Span) string {
	if s.IsZero() {
		return "?"
	}
	p := s.File.Position(s.Start)
	return fmt.Sprintf("%d:%d", p.Line, p.Column)
}

func (d *protoDump) doc(t contract.Text) {
	if t.Text != "" {
		fmt.Fprintf(d, " doc %q@%s", t.Text, position(t.At))
	}
}

func (d *protoDump) object(s *contract.Schema, indent string) {
	for _, f := range s.Fields {
		fmt.Fprintf(d, "%s%s", indent, f.Name)
		for _, alt := range f.AltNames {
			fmt.Fprintf(d, "/%s", alt)
		}
		if d.declared {
			fmt.Fprintf(d, " %s", position(f.DeclAt))
		} else {
			fmt.Fprintf(d, " %s %s", position(f.At), f.DeclAt.Text()[:min(6, len(f.DeclAt.Text()))])
		}
		if f.Required {
			fmt.Fprintf(d, " required@%s", position(f.RequiredAt))
		}
		if f.Deprecated.Text != "" {
			fmt.Fprintf(d, " deprecated@%s %q", position(f.Deprecated.At), f.Deprecated.Text)
		}
		d.doc(f.Doc)
		d.WriteString(": ")
		d.schema(f.Schema)
		d.WriteString("\n")
		if !d.shown[f] {
			d.shown[f] = true
			d.inner(f.Schema, indent+"  ")
		}
	}
	for _, g := range s.Groups {
		fmt.Fprintf(d, "%soneof %s %s required=%t %v\n", indent, g.Name, position(g.At), g.Required, g.Fields)
	}
	for _, r := range s.Reserved {
		fmt.Fprintf(d, "%sreserved %s %s\n", indent, r.Text, position(r.At))
	}
	if s.Opaque != "" {
		fmt.Fprintf(d, "%sopaque %s\n", indent, s.Opaque)
	}
}

func (d *protoDump) inner(s *contract.Schema, indent string) {
	if s == nil {
		return
	}
	d.inner(s.Elem, indent)
	d.inner(s.Extra, indent)
	d.object(s, indent)
}

func (d *protoDump) schema(s *contract.Schema) {
	fmt.Fprintf(d, "%s@%s %s", s.Source, position(s.TypeAt), s.Types)
	if s.NullLeft {
		d.WriteString(" (left out)")
	}
	if s.Closed {
		d.WriteString(" closed")
	}
	if s.Name != "" && s.Name != s.Source {
		fmt.Fprintf(d, " name %s", s.Name)
	}
	if s.ReadOnly {
		d.WriteString(" read-only")
	}
	if s.WriteOnly {
		d.WriteString(" write-only")
	}
	for _, v := range s.Enum {
		fmt.Fprintf(d, " %s", v.Lit.Text)
		if v.Implied {
			d.WriteString("~")
		}
		if v.Deprecated {
			d.WriteString("!")
		}
	}
	for _, b := range []struct {
		word  string
		bound *contract.Bound
	}{{"min", s.Min}, {"max", s.Max}, {"min_len", s.MinLen}, {"max_len", s.MaxLen}, {"min_items", s.MinItems}, {"max_items", s.MaxItems}} {
		if b.bound == nil {
			continue
		}
		fmt.Fprintf(d, " %s=%s", b.word, b.bound.Num)
		if b.bound.Exclusive {
			d.WriteString("<")
		}
		if b.bound.Implied {
			d.WriteString("~")
			continue
		}
		fmt.Fprintf(d, "@%s", position(b.bound.At))
	}
	for _, t := range []struct {
		word string
		text contract.Text
	}{{"format", s.Format}, {"pattern", s.Pattern}} {
		if t.text.Text != "" {
			fmt.Fprintf(d, " %s=%s@%s", t.word, t.text.Text, position(t.text.At))
		}
	}
	for _, u := range s.Unread {
		fmt.Fprintf(d, " unread(%s)", u.Text)
	}
	if s.Default != nil {
		fmt.Fprintf(d, " default=%s@%s", s.Default.Text, position(s.Default.At))
	}
	if s.Elem != nil {
		d.WriteString(" of ")
		d.schema(s.Elem)
	}
	if s.Extra != nil {
		d.WriteString(" of ")
		d.schema(s.Extra)
	}
	if s.Opaque != "" {
		fmt.Fprintf(d, " opaque: %s", s.Opaque)
	}
}

func wantProto(t *testing.T, op *contract.Op, want string) {
	t.Helper()
	if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(dumpProto(op))); diff != "" {
		t.Errorf("%s (-want +got):\n%s", op.Name, diff)
	}
}
