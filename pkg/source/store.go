package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"syscall"
)

// Store reads files through one fs.FS, each once. Names are slash paths from
// the root; nothing outside the root is ever read, symlinks included.
type Store struct {
	FS      fs.FS
	Prefix  string // put before the names of the files in messages and reports: "../x/" for a root beside the caller's
	MaxSize int64  // in bytes, of one file, of a compressed one also once inflated; 0 is the constant MaxSize

	mu    sync.Mutex // of files, not of what they hold: several are read at once
	files map[string]*read
}

// read is what came of reading a file.
type read struct {
	once  sync.Once
	file  *File
	fault *Fault

	asked  sync.Once
	binary *Fault // why it is no text, once that was asked
}

// OpenDir is a Store over a directory of the disk, confined to it by os.Root.
func OpenDir(root string) (*Store, error) {
	r, err := os.OpenRoot(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such directory", root)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s", root, reason(err))
	}
	return &Store{FS: r.FS()}, nil
}

// OpenBeside is the Store of a file that the caller named and that lies outside
// root: it is confined to the file's own directory. base is the file's name in
// it; in messages the file is called by its path from root ("../x/tools.json").
func OpenBeside(root, file string) (s *Store, base string, err error) {
	dir, base := filepath.Split(file)
	if s, err = OpenDir(filepath.Clean(dir)); err != nil {
		return nil, "", err
	}
	// Without a path from one to the other (another drive) it goes by its own name.
	if from, err := filepath.Abs(root); err == nil {
		if to, err := filepath.Abs(dir); err == nil {
			if rel, err := filepath.Rel(from, to); err == nil && rel != "." {
				s.Prefix = filepath.ToSlash(rel) + "/"
			}
		}
	}
	return s, base, nil
}

// Add puts a file into the store that its caller has already: standard input
// under the name "-", an editor's buffer. Read then returns it instead of the
// one on disk.
func (s *Store) Add(f *File) {
	r := &read{file: f}
	r.once.Do(func() {}) // there is nothing left to read
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keep(strings.TrimPrefix(f.Name, s.Prefix), r)
}

// Asked reports whether a file of this name has been asked for, there or not.
func (s *Store) Asked(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.files[name] != nil
}

// Names are the names of the files that have been read, in order. It is for when
// nothing is being read.
func (s *Store) Names() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for name, r := range s.files {
		if r != nil && r.file != nil {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

func (s *Store) keep(name string, r *read) {
	if s.files == nil {
		s.files = map[string]*read{}
	}
	s.files[name] = r
}

// With is a store with other files in place of those of their names. What has been
// read is not read again.
func (s *Store) With(files ...*File) *Store {
	out := &Store{FS: s.FS, Prefix: s.Prefix, MaxSize: s.MaxSize, files: map[string]*read{}}
	s.mu.Lock()
	for name, r := range s.files {
		out.files[name] = r
	}
	s.mu.Unlock()
	for _, f := range files {
		out.Add(f)
	}
	return out
}

// Read returns a file, the same *File at every call. The fault says why it could
// not be read (absent, outside the root, too large, not UTF-8), never its content.
func (s *Store) Read(name string) (*File, *Fault) {
	r := s.load(name)
	if r.fault != nil {
		return nil, r.fault
	}
	r.asked.Do(func() { r.binary = notUTF8(r.file) })
	if r.binary != nil {
		return nil, r.binary
	}
	return r.file, nil
}

// ReadBinary is Read for a file that need not be UTF-8, as a descriptor set is not.
func (s *Store) ReadBinary(name string) (*File, *Fault) {
	r := s.load(name)
	return r.file, r.fault
}

func (s *Store) load(name string) *read {
	s.mu.Lock()
	r := s.files[name]
	if r == nil {
		r = &read{}
		s.keep(name, r)
	}
	s.mu.Unlock()
	r.once.Do(func() { r.file, r.fault = s.fetch(name) })
	return r
}

func (s *Store) fetch(name string) (*File, *Fault) {
	shown := s.Prefix + name
	data, err := s.bytes(name)
	packed := false
	if err == nil {
		data, packed, err = Inflate(data, s.limit())
	}
	if err != nil {
		return nil, &Fault{File: shown, Text: reason(err)}
	}
	return &File{Name: shown, Data: data, Packed: packed}, nil
}

const outside = "leads outside the root"

var (
	errOutside   = errors.New(outside)
	errDirectory = errors.New("is a directory")
	errSpecial   = errors.New("is no regular file")
)

func (s *Store) bytes(name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, errOutside
	}
	// A fifo would block at Open, so its kind is looked at first.
	info, err := fs.Stat(s.FS, name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errDirectory
	case !info.Mode().IsRegular():
		return nil, errSpecial
	}
	file, err := s.FS.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	limit := s.limit()
	data, err := readUpTo(file, info.Size(), limit+1) // one byte more than allowed: the file may grow meanwhile
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, errors.New("larger than " + SizeWords(limit))
	}
	return data, nil
}

// readUpTo reads a file that is about so many bytes long, but not beyond limit.
// It is read in place: megabytes are not copied or cleared before.
func readUpTo(file io.Reader, about, limit int64) ([]byte, error) {
	data := make([]byte, 0, max(0, min(about, limit))+1)
	largePages(data[:cap(data)])
	for int64(len(data)) < limit {
		if len(data) == cap(data) {
			data = slices.Grow(data, bytes.MinRead)
		}
		n, err := file.Read(data[len(data):min(int64(cap(data)), limit)])
		data = data[:len(data)+n]
		if err == io.EOF || about > 0 && int64(len(data)) == about { // asking for the end costs as much as reading a small file
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return data, nil
}

func (s *Store) limit() int64 {
	if s.MaxSize == 0 {
		return MaxSize
	}
	return s.MaxSize
}

// SizeWords is SizeLimit in words where its caller has set it to n bytes.
func SizeWords(n int64) string {
	l := SizeLimit
	l.Most = n >> 20
	if n < 1<<20 || n%(1<<20) != 0 {
		l.Most, l.Unit = n, "bytes"
	}
	return l.String()
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
	if ref == "" || ref[0] == '/' || strings.ContainsAny(ref, "\\\x00") || strings.Contains(ref, "://") || hasDrive(ref) {
		return "", false
	}
	name = path.Join(path.Dir(strings.TrimPrefix(from, s.Prefix)), ref)
	return name, fs.ValidPath(name)
}

// hasDrive reports whether a path begins with a Windows drive.
func hasDrive(ref string) bool {
	return len(ref) >= 2 && ref[1] == ':' && 'a' <= ref[0]|0x20 && ref[0]|0x20 <= 'z'
}
