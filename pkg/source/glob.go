package source

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Glob lists the files that match a doublestar pattern, or the files of a
// directory and all below it, sorted. A pattern that matches nothing gives none.
// It does not follow links to directories, and leaves out what is hidden, unless
// the pattern names it, and node_modules.
func (s *Store) Glob(pattern string) ([]string, error) {
	if info, err := fs.Stat(s.FS, path.Clean(pattern)); err == nil && info.Mode().IsRegular() {
		return []string{path.Clean(pattern)}, nil // whatever its name would mean as a pattern
	}
	if strings.ContainsRune(pattern, '\\') {
		return nil, fmt.Errorf("%s: paths are written with / here", pattern)
	}
	name := path.Clean(pattern)
	if path.IsAbs(name) || hasDrive(name) || name == ".." || strings.HasPrefix(name, "../") {
		return nil, fmt.Errorf("%s: %s", pattern, outside)
	}
	if pattern == "" || !doublestar.ValidatePattern(name) {
		return nil, fmt.Errorf("%q is no pattern that a file can match", pattern)
	}
	if info, err := fs.Stat(s.FS, name); err == nil && info.IsDir() {
		return s.walk(walk{dir: name, match: func(string) bool { return true }, deepest: -1})
	} else if err == nil {
		return []string{name}, nil
	}
	w := walk{
		match:   func(file string) bool { return doublestar.MatchUnvalidated(name, file) },
		deepest: strings.Count(name, "/"),
		hidden:  strings.HasPrefix(name, ".") || strings.Contains(name, "/."),
	}
	if strings.Contains(name, "**") || strings.Contains(name, "{") {
		w.deepest = -1
	}
	w.dir, _ = doublestar.SplitPattern(name)
	return s.walk(w)
}

// walk is what to look for below dir.
type walk struct {
	dir     string
	match   func(name string) bool
	deepest int  // how many slashes a matching name has at most, -1 for any number
	hidden  bool // names that begin with a dot are looked at
}

func (s *Store) walk(w walk) (names []string, err error) {
	err = fs.WalkDir(s.FS, w.dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case name == w.dir && err != nil && (errors.Is(err, fs.ErrNotExist) || d == nil || !d.IsDir()):
			return fs.SkipAll // nothing is there to match
		case err != nil:
			return fmt.Errorf("%s: %s", name, reason(err))
		case name == w.dir:
			return nil
		case d.IsDir() && (w.skips(d.Name()) || w.deepest >= 0 && strings.Count(name, "/") >= w.deepest):
			return fs.SkipDir
		case !d.IsDir() && !w.skips(d.Name()) && w.match(name) && s.isFile(name, d):
			names = append(names, name)
		}
		return nil
	})
	sort.Strings(names)
	return names, err
}

func (w walk) skips(name string) bool {
	return name == ".git" || name == "node_modules" || name[0] == '.' && !w.hidden
}

// isFile reports whether an entry is a regular file, or a link to one. A link
// that leads nowhere counts, so that reading it says what is wrong.
func (s *Store) isFile(name string, d fs.DirEntry) bool {
	if d.Type()&fs.ModeSymlink == 0 {
		return d.Type().IsRegular()
	}
	info, err := fs.Stat(s.FS, name)
	return err != nil || info.Mode().IsRegular()
}
