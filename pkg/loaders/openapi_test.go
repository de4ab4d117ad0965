package loaders

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var update = flag.Bool("update", false, "write the want of every archive in testdata anew")

// TestOpenAPI reads the first file of each archive, with the others beside it,
// and compares all its operations and faults with the file named want.
func TestOpenAPI(t *testing.T) {
	archives, err := filepath.Glob("testdata/openapi/*.txtar")
	if err != nil || archives == nil {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			last := len(archive.Files) - 1
			if archive.Files[last].Name != "want" {
				t.Fatal("the last file must be want")
			}
			got := specText(t, archive.Files[:last]...)
			if *update {
				archive.Files[last].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(archive.Files[last].Data), got); diff != "" {
				t.Errorf("(-want +got); if it is right, run go test -run TestOpenAPI -update\n%s", diff)
			}
		})
	}
}

// openSpec opens the first of files, with the others beside it.
func openSpec(t *testing.T, files ...txtar.File) (*contract.Index, []source.Fault) {
	t.Helper()
	fsys := fstest.MapFS{}
	for _, f := range files {
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	store := &source.Store{FS: fsys}
	f, fault := store.Read(files[0].Name)
	if fault != nil {
		t.Fatal(fault)
	}
	return openAPISpec(store, []*source.File{f}, config.Source{})
}

// specText is all operations of a spec as text, and below them its faults.
func specText(t *testing.T, files ...txtar.File) string {
	t.Helper()
	index, faults := openSpec(t, files...)
	var d specDump
	if index != nil {
		var ops []*contract.Op
		ops, faults = expandAll(index, faults)
		for _, op := range ops {
			d.op(op)
		}
	}
	for _, text := range faultTexts(faults) {
		fmt.Fprintln(&d, text)
	}
	return d.String()
}

// specDump writes operations a field a line: name, place, types, need, how it
// travels, words, and where the name stands.
type specDump struct {
	strings.Builder
	file string // that needs no mention
	open []*contract.Schema
}

func (d *specDump) place(s source.Span) string {
	if s.IsZero() || s.File.Name == d.file {
		return position(s)
	}
	return s.File.Name + ":" + position(s)
}

func (d *specDump) op(op *contract.Op) {
	d.file = op.File
	fmt.Fprintf(d, "%s %s", op.Name, d.place(op.At))
	if len(op.Aliases) > 0 {
		fmt.Fprintf(d, " %v", op.Aliases)
	}
	d.text("deprecated", op.Deprecated)
	d.text("doc", op.Doc)
	d.waivers(op.Waivers)
	d.schemaWords(op.Input)
	d.WriteString("\n")
	d.members(op.Input, "  ")
	if op.Output != nil {
		fmt.Fprintf(d, "  -> %s\n", op.Output.Types)
		d.members(op.Output, "    ")
	}
}

func (d *specDump) text(label string, t contract.Text) {
	if t.Text != "" {
		fmt.Fprintf(d, " %s %q@%s", label, t.Text, d.place(t.At))
	}
}

func (d *specDump) waivers(all []contract.Waiver) {
	for _, w := range all {
		fmt.Fprintf(d, " waive %s %q", w.Rule, w.Reason)
	}
}

func (d *specDump) schemaWords(s *contract.Schema) {
	if s.Closed {
		fmt.Fprintf(d, " closed@%s", d.place(s.ClosedAt))
	}
	if s.Discriminator != "" {
		fmt.Fprintf(d, " by %s", s.Discriminator)
	}
	if s.ReadOnly {
		d.WriteString(" read-only")
	}
	if s.Opaque != "" {
		fmt.Fprintf(d, " opaque %q", s.Opaque)
	}
	for _, v := range s.Enum {
		fmt.Fprintf(d, " |%s", v.Lit.JSON())
	}
	for _, e := range s.Examples {
		fmt.Fprintf(d, " e.g. %s@%s", e.JSON(), d.place(e.At))
	}
}

func (d *specDump) members(s *contract.Schema, indent string) {
	for _, open := range d.open {
		if open == s {
			fmt.Fprintf(d, "%s(as above)\n", indent)
			return
		}
	}
	d.open = append(d.open, s)
	for _, f := range s.Fields {
		d.field(f, indent)
	}
	for _, alternative := range s.AnyOf {
		fmt.Fprintf(d, "%sor %s", indent, alternative.Types)
		d.schemaWords(alternative)
		d.WriteString("\n")
		d.members(alternative, indent+"  ")
	}
	if s.Extra != nil {
		fmt.Fprintf(d, "%s*: %s\n", indent, s.Extra.Types)
		d.members(s.Extra, indent+"  ")
	}
	if s.Elem != nil {
		fmt.Fprintf(d, "%s[]: %s\n", indent, s.Elem.Types)
		d.members(s.Elem, indent+"  ")
	}
	d.open = d.open[:len(d.open)-1]
}

func (d *specDump) field(f *contract.Field, indent string) {
	fmt.Fprintf(d, "%s%s %s: %s in %s", indent, f.Name, d.place(f.At), f.Schema.Types, f.In)
	if f.Style != "" {
		fmt.Fprintf(d, " %s", f.Style)
	}
	if f.Explode {
		d.WriteString("*")
	}
	if f.Required {
		fmt.Fprintf(d, " required@%s", d.place(f.RequiredAt))
	}
	if f.LooseBody {
		d.WriteString(" loose")
	}
	if f.Credential {
		d.WriteString(" credential")
	}
	d.text("deprecated", f.Deprecated)
	d.text("hidden", f.Hidden)
	for _, former := range f.Former {
		d.text("once", former)
	}
	d.text("doc", f.Doc)
	d.waivers(f.Waivers)
	d.schemaWords(f.Schema)
	d.WriteString("\n")
	d.members(f.Schema, indent+"  ")
}
