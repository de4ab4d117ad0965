package source

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// countingFS counts how often each file is opened.
type countingFS struct {
	fs.FS
	opened map[string]int
}

func (c countingFS) Open(name string) (fs.File, error) {
	c.opened[name]++
	return c.FS.Open(name)
}

func (c countingFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(c.FS, name) }

func TestReadOnce(t *testing.T) {
	fsys := countingFS{fstest.MapFS{"a/b.json": {Data: []byte("{}")}, "bin": {Data: []byte{0xff}}}, map[string]int{}}
	s := &Store{FS: fsys}
	first, fault := s.Read("a/b.json")
	if fault != nil {
		t.Fatal(fault)
	}
	if first.Name != "a/b.json" || string(first.Data) != "{}" {
		t.Errorf("read %q of %q", first.Data, first.Name)
	}
	if again, _ := s.Read("a/b.json"); again != first {
		t.Error("the second read gave another file")
	}
	for range 2 {
		if _, fault := s.Read("bin"); fault == nil || fault.Error() != "bin:1:1: not UTF-8: the byte 0xff stands here" {
			t.Errorf("bin as text: %v", fault)
		}
		if f, fault := s.ReadBinary("bin"); fault != nil || string(f.Data) != "\xff" {
			t.Errorf("bin as bytes: %v", fault)
		}
	}
	if diff := cmp.Diff(map[string]int{"a/b.json": 1, "bin": 1}, fsys.opened); diff != "" {
		t.Error(diff)
	}
}

func TestReadOnceAtOnce(t *testing.T) {
	fsys := countingFS{fstest.MapFS{"a.json": {Data: []byte("{}")}}, map[string]int{}}
	s := &Store{FS: fsys}
	var files [8]*File
	var all sync.WaitGroup
	for i := range files {
		all.Go(func() { files[i], _ = s.Read("a.json") })
	}
	all.Wait()
	for _, f := range files {
		if f == nil || f != files[0] {
			t.Errorf("read %v and %v", f, files[0])
		}
	}
	if fsys.opened["a.json"] != 1 {
		t.Errorf("opened %d times", fsys.opened["a.json"])
	}
}

func TestReadFaults(t *testing.T) {
	s := &Store{FS: fstest.MapFS{"a/b.json": {Data: []byte("secret")}}, Prefix: "../x/", MaxSize: 5}
	for name, want := range map[string]string{
		"c.json":        "../x/c.json:1:1: no such file",
		"a":             "../x/a:1:1: is a directory",
		"a/b.json":      "../x/a/b.json:1:1: larger than the limit of 5 bytes; --max-size raises it",
		"../b":          "../x/../b:1:1: leads outside the root",
		"/etc/passwd":   "../x//etc/passwd:1:1: leads outside the root",
		"a/../a/b.json": "../x/a/../a/b.json:1:1: leads outside the root",
	} {
		f, fault := s.Read(name)
		if f != nil || fault == nil || fault.Error() != want {
			t.Errorf("%s: %v, want %s", name, fault, want)
		}
	}
	s = &Store{FS: fstest.MapFS{"a": {Data: make([]byte, MaxSize+1)}}}
	if _, fault := s.Read("a"); fault == nil || fault.Text != "larger than the limit of 64 MiB; --max-size raises it" {
		t.Errorf("a file above the common limit: %v", fault)
	}
}

func TestAdd(t *testing.T) {
	s := &Store{FS: fstest.MapFS{"a.json": {Data: []byte("disk")}}}
	stdin := &File{Name: "-", Data: []byte("{}")}
	buffer := &File{Name: "a.json", Data: []byte("buffer")}
	s.Add(stdin)
	s.Add(buffer)
	if f, fault := s.Read("-"); f != stdin {
		t.Errorf("standard input: %v", fault)
	}
	if f, fault := s.Read("a.json"); f != buffer {
		t.Errorf("buffer: %v", fault)
	}
	s.Add(&File{Name: "-", Data: []byte("\xff\xfe{\x00")})
	if _, fault := s.Read("-"); fault == nil || fault.Text != "not UTF-8 but UTF-16; save it as UTF-8" {
		t.Errorf("standard input in UTF-16: %v", fault)
	}
}

func TestResolve(t *testing.T) {
	s := &Store{}
	tests := []struct {
		from, ref, want string // want is "" where the reference leaves the root
	}{
		{"api/v1/openapi.yaml", "schemas.yaml", "api/v1/schemas.yaml"},
		{"api/v1/openapi.yaml", "./x/../y.yaml", "api/v1/y.yaml"},
		{"api/v1/openapi.yaml", "../../common.yaml", "common.yaml"},
		{"openapi.yaml", "a b%20.yaml", "a b%20.yaml"},
		{"api/v1/openapi.yaml", "../../../x.yaml", ""},
		{"openapi.yaml", "..", ""},
		{"openapi.yaml", "/etc/passwd", ""},
		{"openapi.yaml", `..\x.yaml`, ""},
		{"openapi.yaml", `a\x.yaml`, ""},
		{"openapi.yaml", "C:/x.yaml", ""},
		{"openapi.yaml", "c:x.yaml", ""},
		{"openapi.yaml", "https://example.com/x.yaml", ""},
		{"openapi.yaml", "file:///etc/passwd", ""},
		{"openapi.yaml", "x\x00.yaml", ""},
		{"openapi.yaml", "", ""},
	}
	for _, test := range tests {
		name, ok := s.Resolve(test.from, test.ref)
		if ok != (test.want != "") || ok && name != test.want {
			t.Errorf("%s from %s: %q, %v, want %q", test.ref, test.from, name, ok, test.want)
		}
	}
	beside := &Store{Prefix: "../x/"}
	if name, ok := beside.Resolve("../x/api/a.yaml", "b.yaml"); !ok || name != "api/b.yaml" {
		t.Errorf("with a prefix: %q, %v", name, ok)
	}
	if name, ok := beside.Resolve("../x/a.yaml", "../b.yaml"); ok {
		t.Errorf("a reference left the directory beside: %q", name)
	}
}

func TestGlob(t *testing.T) {
	s := &Store{FS: fstest.MapFS{
		"tools/b.json":                {},
		"tools/a.json":                {},
		"tools/a.yaml":                {},
		"tools/deep/c.json":           {},
		"tools/.hidden.json":          {},
		"tools/.cache/x.json":         {},
		"tools/node_modules/p/x.json": {},
		"tools/[x].json":              {},
		".git/config.json":            {},
		".github/tools.json":          {},
		"root.json":                   {},
	}}
	tests := []struct {
		pattern string
		want    []string
	}{
		{"tools/*.json", []string{"tools/[x].json", "tools/a.json", "tools/b.json"}},
		{"./tools/*.json", []string{"tools/[x].json", "tools/a.json", "tools/b.json"}},
		{"tools/**/*.json", []string{"tools/[x].json", "tools/a.json", "tools/b.json", "tools/deep/c.json"}},
		{"tools/{a,deep/c}.*", []string{"tools/a.json", "tools/a.yaml", "tools/deep/c.json"}},
		{"*/*.yaml", []string{"tools/a.yaml"}},
		{"**/*.json", []string{"root.json", "tools/[x].json", "tools/a.json", "tools/b.json", "tools/deep/c.json"}},
		{"tools/deep", []string{"tools/deep/c.json"}},
		{"tools/deep/", []string{"tools/deep/c.json"}},
		{"tools/a.json", []string{"tools/a.json"}},
		{"tools/[x].json", []string{"tools/[x].json"}},
		{"tools/.hidden.json", []string{"tools/.hidden.json"}},
		{"tools/.*.json", []string{"tools/.hidden.json"}},
		{".github/*.json", []string{".github/tools.json"}},
		{"tools/*.graphql", nil},
		{"nowhere/*.json", nil},
		{"nowhere/x.json", nil},
		{"root.json/*.json", nil},
	}
	for _, test := range tests {
		got, err := s.Glob(test.pattern)
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", test.pattern, diff)
		}
	}
	for pattern, want := range map[string]string{
		"../*.json":    "../*.json: leads outside the root",
		"a/../../b":    "a/../../b: leads outside the root",
		"/etc/*":       "/etc/*: leads outside the root",
		`tools\*.json`: `tools\*.json: paths are written with / here`,
		"C:/x":         "C:/x: leads outside the root",
		"tools/[":      `"tools/[" is no pattern that a file can match`,
		"":             `"" is no pattern that a file can match`,
	} {
		if got, err := s.Glob(pattern); err == nil || err.Error() != want {
			t.Errorf("%q: %v, %v, want %s", pattern, got, err, want)
		}
	}
}

// disk is a directory with a root in it and something beside the root.
func disk(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, content := range map[string]string{
		"root/api/a.json":   `{"a": 1}`,
		"beside/tools.json": `{"b": 2}`,
		"beside/ref.json":   `{"c": 3}`,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		if runtime.GOOS == "windows" {
			t.Skip("no right to make symbolic links")
		}
		t.Fatal(err)
	}
}

func TestOpenDirIsConfined(t *testing.T) {
	dir := disk(t)
	root := filepath.Join(dir, "root")
	link(t, "api/a.json", filepath.Join(root, "inside.json"))
	link(t, "api", filepath.Join(root, "linked"))
	link(t, "../beside/tools.json", filepath.Join(root, "out.json"))
	link(t, filepath.Join(dir, "beside"), filepath.Join(root, "away"))
	link(t, "loop.json", filepath.Join(root, "loop.json"))
	link(t, "gone", filepath.Join(root, "dangling.json"))
	s, err := OpenDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"api/a.json", "inside.json", "linked/a.json"} {
		if f, fault := s.Read(name); fault != nil || string(f.Data) != `{"a": 1}` {
			t.Errorf("%s: %v", name, fault)
		}
	}
	for name, want := range map[string]string{
		"out.json":        "out.json:1:1: leads outside the root",
		"away/tools.json": "away/tools.json:1:1: leads outside the root",
		"loop.json":       "loop.json:1:1: is a symbolic link that leads to itself",
		"dangling.json":   "dangling.json:1:1: no such file",
		"api/a.json/x":    "api/a.json/x:1:1: no such file",
	} {
		if f, fault := s.Read(name); f != nil || fault == nil || fault.Error() != want {
			t.Errorf("%s: %v, want %s", name, fault, want)
		}
	}
	got, err := s.Glob("**")
	if err != nil {
		t.Fatal(err)
	}
	// Links to files are listed, links to directories are not followed.
	want := []string{"api/a.json", "away", "dangling.json", "inside.json", "loop.json", "out.json"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestOpenDirOfNothing(t *testing.T) {
	_, err := OpenDir("no/such/place")
	if err == nil || err.Error() != "no/such/place: no such directory" {
		t.Errorf("%v", err)
	}
}

func TestOpenBeside(t *testing.T) {
	dir := disk(t)
	root := filepath.Join(dir, "root")
	s, base, err := OpenBeside(root, filepath.Join(dir, "beside", "tools.json"))
	if err != nil {
		t.Fatal(err)
	}
	f, fault := s.Read(base)
	if fault != nil {
		t.Fatal(fault)
	}
	if f.Name != "../beside/tools.json" || string(f.Data) != `{"b": 2}` {
		t.Errorf("read %s: %s", f.Name, f.Data)
	}
	name, ok := s.Resolve(f.Name, "ref.json")
	if ref, fault := s.Read(name); !ok || fault != nil || ref.Name != "../beside/ref.json" {
		t.Errorf("reference to the file beside: %q, %v", name, fault)
	}
	if name, ok := s.Resolve(f.Name, "../root/api/a.json"); ok {
		t.Errorf("reference out of the file's directory: %q", name)
	}
	if _, _, err := OpenBeside(root, filepath.Join(dir, "nowhere", "x.json")); err == nil || !strings.HasSuffix(err.Error(), ": no such directory") {
		t.Errorf("a directory that is not there: %v", err)
	}
}
