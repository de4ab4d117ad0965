package source

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// Overlay is a file system with texts laid over its files: what an editor has not
// saved yet over the disk. A text counts where its name is that of a regular file
// below, or of none: one that leads outside is still read nowhere.
type Overlay struct {
	Under fs.FS
	Texts map[string][]byte // by slash path
}

func (o Overlay) text(name string) (*text, bool) {
	data, ok := o.Texts[name]
	if !ok {
		return nil, false
	}
	switch info, err := fs.Stat(o.Under, name); {
	case errors.Is(err, fs.ErrNotExist):
		dir, err := fs.Stat(o.Under, path.Dir(name))
		ok = err == nil && dir.IsDir()
	default:
		ok = err == nil && info.Mode().IsRegular()
	}
	return &text{name: path.Base(name), data: data}, ok
}

// Open is fs.FS.
func (o Overlay) Open(name string) (fs.File, error) {
	if t, ok := o.text(name); ok {
		return &openText{text: t, Reader: bytes.NewReader(t.data)}, nil
	}
	return o.Under.Open(name)
}

// Stat is fs.StatFS.
func (o Overlay) Stat(name string) (fs.FileInfo, error) {
	if t, ok := o.text(name); ok {
		return t, nil
	}
	return fs.Stat(o.Under, name)
}

// ReadDir is fs.ReadDirFS. It alone lists the texts that are no files yet, not an
// opened directory.
func (o Overlay) ReadDir(dir string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(o.Under, dir)
	if err != nil {
		return all, err
	}
	for name := range o.Texts {
		t, ok := o.text(name)
		if !ok || path.Dir(name) != dir {
			continue
		}
		all = slices.DeleteFunc(all, func(e fs.DirEntry) bool { return e.Name() == t.name })
		all = append(all, fs.FileInfoToDirEntry(t))
	}
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return all, nil
}

// text is a file that is only in memory.
type text struct {
	name string
	data []byte
}

func (t *text) Name() string       { return t.name }
func (t *text) Size() int64        { return int64(len(t.data)) }
func (t *text) Mode() fs.FileMode  { return 0o444 }
func (t *text) ModTime() time.Time { return time.Time{} }
func (t *text) IsDir() bool        { return false }
func (t *text) Sys() any           { return nil }

type openText struct {
	*text
	*bytes.Reader
}

func (o *openText) Size() int64                { return o.text.Size() }
func (o *openText) Stat() (fs.FileInfo, error) { return o.text, nil }
func (o *openText) Close() error               { return nil }
