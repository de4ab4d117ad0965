package source

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// newMode is the mode of a file that is not there yet.
const newMode = 0o644

// WriteFile writes a file that the caller named; root is an absolute path. A file
// inside the root is written through os.Root: a symbolic link that came with the
// files there must not lead to another file of the caller's. A write that fails
// leaves the file as it was, unless its directory may not be written.
func WriteFile(root, name string, data []byte) error {
	full, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(root, full)
	if err != nil || !filepath.IsLocal(rel) {
		if info, err := os.Lstat(full); err == nil && !info.Mode().IsRegular() {
			return os.WriteFile(name, data, newMode) // as /dev/stdout, which may be a file that a shell holds open
		}
		root, rel = filepath.Dir(full), filepath.Base(full)
	}
	dir, err := os.OpenRoot(root)
	if err == nil {
		defer dir.Close()
		err = write(dir, rel, data)
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%s: may not be written: permission denied", name)
	}
	if err != nil {
		return fmt.Errorf("%s: %s", name, reason(err))
	}
	return nil
}

// write puts data in the place of a file, or at the end of the links that it is.
func write(dir *os.Root, name string, data []byte) error {
	old, err := dir.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := dir.Lstat(name); err == nil { // a link to what is not there yet
			return dir.WriteFile(name, data, newMode)
		}
		return replace(dir, name, data, nil)
	}
	if err != nil {
		return err
	}
	if !old.Mode().IsRegular() {
		return dir.WriteFile(name, data, newMode)
	}
	// A file that is held back from its user stays so, whoever may write its directory.
	held, err := dir.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := held.Close(); err != nil {
		return err
	}
	at := behindLinks(dir, name)
	if now, err := dir.Lstat(at); err != nil || !os.SameFile(old, now) {
		return dir.WriteFile(name, data, newMode)
	}
	return replace(dir, at, data, old)
}

// behindLinks is the name below a directory that a name there leads to.
func behindLinks(dir *os.Root, name string) string {
	top, err := filepath.EvalSymlinks(dir.Name())
	if err != nil {
		return name
	}
	full, err := filepath.EvalSymlinks(filepath.Join(dir.Name(), name))
	if err != nil {
		return name
	}
	rel, err := filepath.Rel(top, full)
	if err != nil {
		return name
	}
	return rel
}

// replace writes a file beside the one named, and puts it in that one's place once
// all of it is on the disk. old is nil where there is none yet.
func replace(dir *os.Root, name string, data []byte, old fs.FileInfo) error {
	beside := filepath.Join(filepath.Dir(name), ".tooldrift-"+strconv.FormatUint(rand.Uint64(), 36))
	f, err := dir.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, newMode)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return dir.WriteFile(name, data, newMode) // the file may be written where its directory may not
	}
	if err != nil {
		return err
	}
	kept := keep(f, old)
	_, err = f.Write(data)
	if err == nil && old != nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil && kept {
		if dir.Rename(beside, name) == nil {
			return nil
		}
	}
	if gone := dir.Remove(beside); err != nil || gone != nil {
		return errors.Join(err, gone)
	}
	return dir.WriteFile(name, data, newMode) // there is room for it; it is mounted, or another's
}

// keep gives a file the mode and the owner of the one whose place it takes, if it can.
func keep(f *os.File, old fs.FileInfo) bool {
	return old == nil || f.Chmod(old.Mode().Perm()) == nil && keepOwner(f, old)
}
