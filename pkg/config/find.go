package config

import (
	"io/fs"
	"path"
)

// FileName is what a config is called.
const FileName = ".tooldrift.yaml"

// Find is the config of a folder: the nearest one in dir, a slash path in fsys,
// or above it. ok is false where there is none up to the top of fsys.
func Find(fsys fs.FS, dir string) (name string, ok bool) {
	for {
		name = path.Join(dir, FileName)
		if info, err := fs.Stat(fsys, name); err == nil && !info.IsDir() {
			return name, true
		}
		if dir == "." || dir == "" {
			return "", false
		}
		dir = path.Dir(dir)
	}
}
