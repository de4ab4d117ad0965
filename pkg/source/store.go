package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"
	"sync"
	"syscall"

	"github.com/bmatcuk/doublestar/v4"
)

// maxSize is the size in bytes that a file may have where Store.MaxSize says
// nothing: five times the largest published OpenAPI document.
const maxSize = 64 << 20

// Store reads files through one fs.FS, each once. Names are slash paths from
// the root; nothing outside the root is ever read, symlinks included.
type Store struct {
	FS      fs.FS
	Prefix  string // put before the names of the files in messages and reports: "../x/" for a root beside the caller's
	MaxSize int64  // in bytes, of one file; 0 is 64 MiB

	mu    sync.Mutex
	files map[string]*read
}

// read is what came of reading a file.
type read struct {
	file  *File
	fault *Fault
}

// OpenDir is a Store over a directory of the disk, confined to it by os.Root.
func OpenDir(root string) (*Store, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	return &Store{FS: r.FS()}, nil
}

// Add puts a file into the store that its caller has already: standard input
// under the name "-", an editor's buffer. Read then returns it instead of the
// one on disk.
func (s *Store) Add(f *File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keep(strings.TrimPrefix(f.Name, s.Prefix), read{file: f})
}

func (s *Store) keep(name string, r read) *read {
	if s.files == nil {
		s.files = map[string]*read{}
	}
	s.files[name] = &r
	return &r
}

// Read returns a file, the same *File at every call. The fault says why it could
// not be read (absent, outside the root, too large, not UTF-8), never its content.
func (s *Store) Read(name string) (*File, *Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.files[name]
	if r == nil {
		f, fault := s.load(name)
		r = s.keep(name, read{f, fault})
	}
	return r.file, r.fault
}

func (s *Store) load(name string) (*File, *Fault) {
	shown := s.Prefix + name
	refuse := func(text string) (*File, *Fault) { return nil, &Fault{File: shown, Text: text} }
	if !fs.ValidPath(name) {
		return refuse(outside)
	}
	data, err := s.bytes(name)
	if err != nil {
		return refuse(reason(err))
	}
	f := &File{Name: shown, Data: data}
	if fault := notUTF8(f); fault != nil {
		return nil, fault
	}
	return f, nil
}

const outside = "leads outside the root"

var (
	errDirectory = errors.New("is a directory")
	errSpecial   = errors.New("is no regular file")
)

func (s *Store) bytes(name string) ([]byte, error) {
	limit := s.MaxSize
	if limit == 0 {
		limit = maxSize
	}
	// A fifo would block at Open, so its kind is looked at first.
	if info, err := fs.Stat(s.FS, name); err != nil {
		return nil, err
	} else if info.IsDir() {
		return nil, errDirectory
	} else if !info.Mode().IsRegular() {
		return nil, errSpecial
	}
	file, err := s.FS.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := readAll(file, limit)
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("larger than the limit of %s", size(limit))
	}
	return data, err
}

// readAll reads up to one byte more than limit: a file may grow while it is read.
func readAll(file fs.File, limit int64) ([]byte, error) {
	var known int64
	if info, err := file.Stat(); err == nil {
		known = max(0, min(info.Size(), limit))
	}
	data := make([]byte, 0, known+512)
	r := io.LimitReader(file, limit+1)
	for {
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return data, err
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

func size(n int64) string {
	if n >= 1<<20 && n%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// reason is an error in plain words, without the absolute paths that the
// operating system puts into it.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file"
	case errors.Is(err, fs.ErrPermission):
		return "may not be read: permission denied"
	case errors.Is(err, syscall.ELOOP):
		return "is a symbolic link that leads to itself"
	case errors.Is(err, syscall.ENOTDIR):
		return "no such file"
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	// os.Root has no exported error for a path that escapes.
	if strings.Contains(err.Error(), "path escapes") {
		return outside
	}
	return err.Error()
}

// Resolve is the name that a reference in file from (a slash path, or a path
// relative to from) stands for; ok is false where it leaves the root.
func (s *Store) Resolve(from, ref string) (name string, ok bool) {
	if ref == "" || ref[0] == '/' || strings.ContainsAny(ref, "\\\x00") || hasDrive(ref) {
		return "", false
	}
	name = path.Join(path.Dir(strings.TrimPrefix(from, s.Prefix)), ref)
	return name, fs.ValidPath(name)
}

// hasDrive reports whether a path begins with a Windows drive, or a URL with a
// scheme of one letter.
func hasDrive(ref string) bool {
	return len(ref) >= 2 && ref[1] == ':' && 'a' <= ref[0]|0x20 && ref[0]|0x20 <= 'z'
}

// Glob lists the files that match a doublestar pattern, or the files of a
// directory, sorted. It does not follow links to directories.
func (s *Store) Glob(pattern string) ([]string, error) {
	pattern = path.Clean(pattern)
	if !doublestar.ValidatePattern(pattern) {
		return nil, fmt.Errorf("%s: not a valid pattern", pattern)
	}
	if fs.ValidPath(pattern) {
		if info, err := fs.Stat(s.FS, pattern); err == nil {
			return s.named(pattern, info)
		}
	}
	if path.IsAbs(pattern) || strings.HasPrefix(pattern, "../") || pattern == ".." || strings.ContainsRune(pattern, '\\') {
		return nil, fmt.Errorf("%s: %s", pattern, outside)
	}
	base, _ := doublestar.SplitPattern(pattern)
	return s.walk(base, func(name string) bool { return doublestar.MatchUnvalidated(pattern, name) })
}

// named is the file of that name, or all files of the directory of that name.
func (s *Store) named(name string, info fs.FileInfo) ([]string, error) {
	if !info.IsDir() {
		return []string{name}, nil
	}
	return s.walk(name, func(string) bool { return true })
}

// walk lists the files below dir that match. Folders that are hidden or full
// of other people's code are left out, as in every linter.
func (s *Store) walk(dir string, match func(name string) bool) ([]string, error) {
	var names []string
	err := fs.WalkDir(s.FS, dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && errors.Is(err, fs.ErrNotExist) && name == dir:
			return fs.SkipAll
		case err != nil:
			return fmt.Errorf("%s: %s", name, reason(err))
		case d.IsDir() && name != dir && skipped(d.Name()):
			return fs.SkipDir
		case !d.IsDir() && match(name) && s.isFile(name, d):
			names = append(names, name)
		}
		return nil
	})
	sort.Strings(names)
	return names, err
}

func skipped(dir string) bool { return dir[0] == '.' || dir == "node_modules" }

// isFile reports whether an entry is a regular file, or a link to one.
func (s *Store) isFile(name string, d fs.DirEntry) bool {
	if d.Type().IsRegular() {
		return true
	}
	if d.Type()&fs.ModeSymlink == 0 {
		return false
	}
	info, err := fs.Stat(s.FS, name)
	return err != nil || info.Mode().IsRegular() // a broken link is listed, so that Read says what is wrong
}
