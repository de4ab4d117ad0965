package source_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// What an editor holds is read in place of the file and under the same name, also
// where there is no file yet; what leads outside the root stays unread.
func TestOverlay(t *testing.T) {
	dir, away := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(dir, "a.json"), "disk a")
	write(filepath.Join(dir, "b.json"), "disk b")
	if err := os.Symlink(away, filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	store, err := source.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	store.FS = source.Overlay{Under: store.FS, Texts: map[string][]byte{
		"a.json": []byte("buffer a"), "new.json": []byte("buffer new"), "link/x.json": []byte("outside"), "none/x.json": []byte("no folder"),
	}}
	names, err := store.Glob("*.json")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, name := range append(names, "link/x.json", "none/x.json") {
		if f, fault := store.Read(name); fault != nil {
			got[name] = fault.Error()
		} else {
			got[name] = string(f.Data)
		}
	}
	want := map[string]string{
		"a.json": "buffer a", "b.json": "disk b", "new.json": "buffer new",
		"link/x.json": "link/x.json:1:1: leads outside the root", "none/x.json": "none/x.json:1:1: no such file",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A text in an editor has the same limit as a file.
func TestOverlayLimit(t *testing.T) {
	store, err := source.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	store.MaxSize = 4
	store.FS = source.Overlay{Under: store.FS, Texts: map[string][]byte{"a.json": []byte("12345")}}
	if _, fault := store.Read("a.json"); fault == nil || fault.Error() != "a.json:1:1: larger than the limit of 4 bytes; --max-size raises it" {
		t.Errorf("got %v", fault)
	}
}
