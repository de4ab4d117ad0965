package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes a file that the caller named; root is an absolute path. A file
// inside the root is written through os.Root: a symbolic link that came with the
// files there must not lead to another file of the caller's.
func WriteFile(root, name string, data []byte) error {
	const mode = 0o644
	full, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(root, full)
	if err != nil || !filepath.IsLocal(rel) {
		return os.WriteFile(name, data, mode)
	}
	dir, err := os.OpenRoot(root)
	if err != nil {
		return err
	}
	defer dir.Close()
	err = dir.WriteFile(rel, data, mode)
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%s: may not be written: permission denied", name)
	}
	if err != nil {
		return fmt.Errorf("%s: %s", name, reason(err))
	}
	return nil
}
