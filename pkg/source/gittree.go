package source

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"
	"sync"
	"syscall"
	"time"
)

// gitTree is the files of a folder as they stood in a commit. Symbolic links are
// followed inside the folder, as os.Root follows those of the disk.
type gitTree struct {
	git  *Git
	top  string // the folder's tree
	most int64  // bytes of a file

	mu     sync.Mutex
	lists  map[string][]gitEntry
	listed int // entries of all that was listed
}

// gitEntry is a line of a tree object.
type gitEntry struct {
	name, id string
	mode     fs.FileMode
}

// Tree is the files below dir, a slash path from the top of the repository, in a
// commit. Without such a folder there, it is an empty one. Most is how many bytes a
// file may have; 0 is the constant MaxSize.
func (g *Git) Tree(commit, dir string, most int64) (fs.FS, error) {
	top, err := g.ask("rev-parse", "--verify", "--quiet", commit+"^{tree}")
	if err != nil {
		g.objects.mu.Lock()
		defer g.objects.mu.Unlock()
		g.objects.lacking = true
		return nil, errNoObject
	}
	if most == 0 {
		most = MaxSize
	}
	t := &gitTree{git: g, top: top, most: most, lists: map[string][]gitEntry{}}
	for dir != "." {
		first, rest, _ := strings.Cut(dir, "/")
		list, err := t.list(t.top)
		if err != nil {
			return nil, err
		}
		entry := named(list, first)
		if entry == nil || !entry.mode.IsDir() {
			t.top = ""
			return t, nil
		}
		t.top, dir = entry.id, path.Clean(rest)
	}
	return t, nil
}

const (
	mostLinks = 40   // links that lead to links, as Linux follows
	mostPath  = 4096 // bytes of a path, as Linux takes
)

// ErrSubmodule is why a file in a submodule has no past.
var ErrSubmodule = errors.New("lies in a submodule, whose past is in another repository")
var (
	errPointer = errors.New("is kept by Git LFS, outside of the repository's objects")
	errEntries = errors.New("the folders of this revision hold more than " + EntriesLimit.String())
)

// find is the entry of a name. The last part of it is followed where it is a link,
// if so asked.
func (t *gitTree) find(name string, follow bool) (gitEntry, error) {
	if !fs.ValidPath(name) {
		return gitEntry{}, fs.ErrInvalid
	}
	if len(name) > mostPath {
		return gitEntry{}, syscall.ENAMETOOLONG
	}
	at := []gitEntry{{id: t.top, mode: fs.ModeDir}}
	left, links := strings.Split(name, "/"), 0
	for len(left) > 0 {
		part := left[0]
		left = left[1:]
		here := at[len(at)-1]
		switch {
		case part == ".", part == "":
			continue
		case here.mode == fs.ModeIrregular:
			return gitEntry{}, ErrSubmodule
		case !here.mode.IsDir():
			return gitEntry{}, fs.ErrNotExist
		case part == "..":
			if at = at[:len(at)-1]; len(at) == 0 {
				return gitEntry{}, errOutside
			}
			continue
		}
		list, err := t.list(here.id)
		if err != nil {
			return gitEntry{}, err
		}
		entry := named(list, part)
		if entry == nil {
			return gitEntry{}, fs.ErrNotExist
		}
		if entry.mode != fs.ModeSymlink || len(left) == 0 && !follow {
			at = append(at, *entry)
			continue
		}
		target, err := t.git.object(entry.id, "blob", mostPath)
		if err != nil {
			return gitEntry{}, err
		}
		if links++; links > mostLinks {
			return gitEntry{}, syscall.ELOOP
		}
		if path.IsAbs(string(target)) {
			return gitEntry{}, errOutside
		}
		left = append(strings.Split(string(target), "/"), left...)
	}
	return at[len(at)-1], nil
}

func named(list []gitEntry, name string) *gitEntry {
	i := sort.Search(len(list), func(i int) bool { return list[i].name >= name })
	if i < len(list) && list[i].name == name {
		return &list[i]
	}
	return nil
}

// list is the entries of a tree, sorted by name.
func (t *gitTree) list(id string) ([]gitEntry, error) {
	if id == "" {
		return nil, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	list, known := t.lists[id]
	if known {
		return list, nil
	}
	data, err := t.git.object(id, "tree", MaxSize)
	if err != nil {
		return nil, err
	}
	list = readTree(data, len(id)/2)
	t.lists[id] = list
	return list, nil
}

// readTree reads a tree object: "MODE NAME\0" and the bytes of an object's name, for
// each entry. Entries that no checkout could hold are left out.
func readTree(data []byte, idSize int) []gitEntry {
	var list []gitEntry
	for len(data) > 0 {
		head, rest, ok := bytes.Cut(data, []byte{0})
		mode, name, spaced := strings.Cut(string(head), " ")
		if !ok || !spaced || len(rest) < idSize {
			break
		}
		entry := gitEntry{name: name, id: fmt.Sprintf("%x", rest[:idSize])}
		data = rest[idSize:]
		switch mode {
		case "40000", "040000":
			entry.mode = fs.ModeDir
		case "120000":
			entry.mode = fs.ModeSymlink
		case "160000":
			entry.mode = fs.ModeIrregular
		}
		if name != "" && name != "." && name != ".." && !strings.ContainsRune(name, '/') {
			list = append(list, entry)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].name < list[j].name })
	return list
}

// Open opens a file or a folder.
func (t *gitTree) Open(name string) (fs.File, error) {
	info, err := t.stat("open", name, true)
	if err != nil {
		return nil, err
	}
	if !info.mode.IsRegular() {
		return &gitFile{info: info}, nil
	}
	data, err := info.content()
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &gitFile{info, bytes.NewReader(data)}, nil
}

// Stat is fs.StatFS: no content is read for it.
func (t *gitTree) Stat(name string) (fs.FileInfo, error) { return t.stat("stat", name, true) }

func (t *gitTree) stat(op, name string, follow bool) (gitInfo, error) {
	entry, err := t.find(name, follow)
	if err != nil {
		return gitInfo{}, &fs.PathError{Op: op, Path: name, Err: err}
	}
	entry.name = path.Base(name)
	return gitInfo{entry, t}, nil
}

// ReadDir is fs.ReadDirFS. Links are not followed, as on disk.
func (t *gitTree) ReadDir(name string) ([]fs.DirEntry, error) {
	info, err := t.stat("readdir", name, true)
	if err != nil {
		return nil, err
	}
	fault := func(err error) ([]fs.DirEntry, error) {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: err}
	}
	if !info.IsDir() {
		return fault(syscall.ENOTDIR)
	}
	list, err := t.list(info.id)
	if err != nil {
		return fault(err)
	}
	t.mu.Lock()
	t.listed += len(list)
	full := t.listed > MaxEntries
	t.mu.Unlock()
	if full {
		return fault(errEntries)
	}
	out := make([]fs.DirEntry, len(list))
	for i, entry := range list {
		out[i] = gitInfo{entry, t}
	}
	return out, nil
}

// gitInfo is an entry of a tree as fs describes files.
type gitInfo struct {
	gitEntry
	tree *gitTree
}

func (i gitInfo) Name() string               { return i.name }
func (i gitInfo) Mode() fs.FileMode          { return i.mode }
func (i gitInfo) Type() fs.FileMode          { return i.mode.Type() }
func (i gitInfo) ModTime() time.Time         { return time.Time{} }
func (i gitInfo) IsDir() bool                { return i.mode.IsDir() }
func (i gitInfo) Sys() any                   { return nil }
func (i gitInfo) Info() (fs.FileInfo, error) { return i, nil }

// Size is that of a file which can be read, else 0.
func (i gitInfo) Size() int64 {
	if !i.mode.IsRegular() {
		return 0
	}
	data, _ := i.content()
	return int64(len(data))
}

// content is what a file holds. What Git LFS keeps elsewhere is no file of ours: the
// pointer in its place would be read as a wrong spec.
func (i gitInfo) content() ([]byte, error) {
	data, err := i.tree.git.object(i.id, "blob", i.tree.most)
	if err == nil && len(data) < 1024 && bytes.HasPrefix(data, []byte("version https://git-lfs.github.com/spec/")) {
		return nil, errPointer
	}
	return data, err
}

// gitFile is an open file; a folder has no reader.
type gitFile struct {
	info gitInfo
	data *bytes.Reader
}

func (f *gitFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *gitFile) Close() error               { return nil }

func (f *gitFile) Read(to []byte) (int, error) {
	if f.data == nil {
		return 0, errDirectory
	}
	return f.data.Read(to)
}
