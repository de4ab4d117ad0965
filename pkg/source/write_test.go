package source

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWriteFileSaysThatItMayNotWrite(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	if err := os.WriteFile("held", []byte("old"), 0o400); err != nil {
		t.Fatal(err)
	}
	if f, err := os.OpenFile(filepath.Join(root, "held"), os.O_WRONLY, 0); err == nil {
		f.Close()
		t.Skip("nothing is held back from this user")
	}
	err := WriteFile(root, "held", []byte("new"))
	if want := "held: may not be written: permission denied"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// entries are the names in a directory, links marked.
func entries(t *testing.T, dir string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		name := e.Name()
		if e.Type()&os.ModeSymlink != 0 {
			name += "@"
		}
		names = append(names, name)
	}
	return names
}

func TestWriteFileKeepsWhatAFileIs(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	if err := os.MkdirAll("lists/deep", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("lists/tools", []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"near": "lists/tools", "lists/deep/up": "../tools", "below": "lists"} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip("no links here: ", err)
		}
	}
	for _, name := range []string{"lists/tools", "near", "lists/deep/up", "below/tools"} {
		if err := WriteFile(root, name, []byte("new "+name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		got, err := os.ReadFile("lists/tools")
		if err != nil || string(got) != "new "+name {
			t.Errorf("%s: the file that it leads to holds %q (%v)", name, got, err)
		}
	}
	if info, err := os.Stat("lists/tools"); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("the mode has become %v (%v)", info.Mode(), err)
	}
	if diff := cmp.Diff([]string{"below@", "lists", "near@"}, entries(t, root)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"deep", "tools"}, entries(t, "lists")); diff != "" {
		t.Error(diff)
	}
}

func TestWriteFileWritesAFileWhereItsDirectoryMayNotBeWritten(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	if err := os.WriteFile("tools", []byte("a longer text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(root, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(root, 0o755) })
	if os.WriteFile("other", nil, 0o644) == nil {
		t.Skip("nothing is held back from this user")
	}
	if err := WriteFile(root, "tools", []byte("new")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("tools"); err != nil || string(got) != "new" {
		t.Errorf("it holds %q (%v)", got, err)
	}
}

func TestWriteFileWritesAPipeAsItIs(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	name := fmt.Sprintf("/dev/fd/%d", write.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skip("no file stands for a pipe here: ", err)
	}
	if err := WriteFile(t.TempDir(), name, []byte("new")); err != nil {
		t.Fatal(err)
	}
	write.Close()
	if got, err := io.ReadAll(read); err != nil || string(got) != "new" {
		t.Errorf("the pipe has got %q (%v)", got, err)
	}
}
