package source

import (
	"os"
	"path/filepath"
	"testing"
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
