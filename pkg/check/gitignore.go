package check

import (
	"io/fs"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ignored is a line of a .gitignore (gitignore(5)).
type ignored struct {
	dir      string // of the file, from the root
	pattern  string
	anchored bool // it is a path from dir, not a name at any depth
	onlyDirs bool
	not      bool // it takes back what an earlier line says
}

// readIgnored reads the .gitignore of a folder; none where there is none, or none
// that can be read.
func readIgnored(fsys fs.FS, dir string) (all []ignored) {
	name := path.Join(dir, ".gitignore")
	if info, err := fs.Stat(fsys, name); err != nil || !info.Mode().IsRegular() || info.Size() > 1<<20 {
		return nil
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(data)) {
		i := ignored{dir: dir}
		line = strings.TrimRight(line, " \t\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		line, i.not = strings.CutPrefix(line, "!")
		line, i.onlyDirs = strings.CutSuffix(line, "/")
		i.anchored = strings.Contains(line, "/")
		if i.pattern = strings.TrimPrefix(line, "/"); doublestar.ValidatePattern(i.pattern) {
			all = append(all, i)
		}
	}
	return all
}

// isIgnored reports whether git leaves a name out: the last line that speaks of it decides.
func (s *searcher) isIgnored(name string, dir bool) (out bool) {
	for _, i := range s.ignore {
		rel := name
		if i.dir != "." {
			var below bool
			if rel, below = strings.CutPrefix(name, i.dir+"/"); !below {
				continue
			}
		}
		if !i.anchored {
			rel = path.Base(rel)
		}
		if (dir || !i.onlyDirs) && doublestar.MatchUnvalidated(i.pattern, rel) {
			out = !i.not
		}
	}
	return out
}
