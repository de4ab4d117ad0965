package source

import "io/fs"

// Store reads files through one fs.FS, each once. Names are slash paths from
// the root; nothing outside the root is ever read, symlinks included.
type Store struct {
	FS fs.FS
}

// OpenDir is a Store over a directory of the disk, confined to it by os.Root.
func OpenDir(root string) (*Store, error) { panic("being written") }

// Read returns a file, the same *File at every call. The fault says why it could
// not be read (absent, outside the root, too large, not UTF-8), never its content.
func (s *Store) Read(name string) (*File, *Fault) { panic("being written") }

// Resolve is the name that a reference in file from (a slash path, or a path
// relative to from) stands for; ok is false where it leaves the root.
func (s *Store) Resolve(from, ref string) (name string, ok bool) { panic("being written") }

// Glob lists the files that match a doublestar pattern, or the files of a
// directory, sorted. It does not follow links to directories.
func (s *Store) Glob(pattern string) ([]string, error) { panic("being written") }
