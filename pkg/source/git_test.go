package source

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// repository is a git repository that is told what to do in words of git's own.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	r := repository{t, t.TempDir()}
	t.Setenv("HOME", r.dir)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	r.git("", "init", "--quiet", "--initial-branch=main")
	return r
}

func (r repository) git(stdin string, args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "core.autocrlf=false"}, args...)...)
	cmd.Dir, cmd.Stdin = r.dir, strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r repository) write(name, text string) {
	r.t.Helper()
	full := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
		r.t.Fatal(err)
	}
}

// commit commits all files there are.
func (r repository) commit() string {
	r.t.Helper()
	r.git("", "add", "--all")
	r.git("", "commit", "--quiet", "--allow-empty", "--message=m")
	return r.git("", "rev-parse", "HEAD")
}

func (r repository) open(dir string) *Git {
	r.t.Helper()
	g, err := OpenGit(context.Background(), filepath.Join(r.dir, dir))
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(g.Close)
	return g
}

func (r repository) store(commit, dir string) *Store {
	r.t.Helper()
	files, err := r.open(".").Tree(commit, dir, 0)
	if err != nil {
		r.t.Fatal(err)
	}
	return &Store{FS: files}
}

func TestGitReadsAsTheDisk(t *testing.T) {
	r := newRepository(t)
	for name, text := range map[string]string{
		"a.json": "{}", "api/b.yaml": "b: 1\r\n", "api/v1/c.yaml": "c", "api.d/d.yaml": "d", "api-x/e.yaml": "e", ".hid/f.yaml": "f", "node_modules/g.yaml": "g", "ü/h i.yaml": "h", "empty.yaml": "",
	} {
		r.write(name, text)
	}
	for link, to := range map[string]string{
		"in.yaml": "api/b.yaml", "api/up.yaml": "../a.json", "folder": "api", "out.yaml": "../x.yaml", "abs.yaml": "/etc/passwd", "loop.yaml": "loop.yaml", "gone.yaml": "nothing", "api/v1/far.yaml": "../../folder/v1/c.yaml", "under.yaml": "a.json/x",
	} {
		if err := os.Symlink(to, filepath.Join(r.dir, filepath.FromSlash(link))); err != nil {
			t.Skip("no symbolic links here")
		}
	}
	commit := r.commit()
	disk, err := OpenDir(r.dir)
	if err != nil {
		t.Fatal(err)
	}
	past := r.store(commit, ".")

	for _, pattern := range []string{"**", "**/*.yaml", "*.yaml", "api", "folder", "api/*", "ü/*", ".hid/*", "nothing/*", "a.json", "a.json/*", "{api,ü}/**", "gone.yaml", "."} {
		want, wantErr := disk.Glob(pattern)
		got, gotErr := past.Glob(pattern)
		if diff := cmp.Diff(want, got); diff != "" || (wantErr == nil) != (gotErr == nil) {
			t.Errorf("Glob(%q): disk %v, git %v (-disk +git)\n%s", pattern, wantErr, gotErr, diff)
		}
	}
	names, _ := disk.Glob("**")
	for _, name := range append(names, "api", "folder", "folder/b.yaml", "nothing", "a.json/x", "../a.json", ".hid/f.yaml", "folder/../a.json") {
		want, wantFault := disk.Read(name)
		got, gotFault := past.Read(name)
		if wantFault != nil || gotFault != nil {
			if wantFault == nil || gotFault == nil || wantFault.Text != gotFault.Text {
				t.Errorf("Read(%q): disk %v, git %v", name, wantFault, gotFault)
			}
			continue
		}
		if got.Name != want.Name || !bytes.Equal(got.Data, want.Data) {
			t.Errorf("Read(%q) = %q of %s, want %q of %s", name, got.Data, got.Name, want.Data, want.Name)
		}
	}
}

func TestGitFolder(t *testing.T) {
	r := newRepository(t)
	r.write("top.yaml", "top")
	r.write("sub/dir/a.yaml", "was")
	commit := r.commit()
	r.write("sub/dir/a.yaml", "is")
	g := r.open("sub/dir")
	if g.Prefix != "sub/dir" {
		t.Errorf("Prefix = %q, want sub/dir", g.Prefix)
	}
	for name, want := range map[string]string{"a.yaml": "sub/dir/a.yaml", "../b": "sub/b", "../../c": "c", "../../../d": ""} {
		if got, ok := g.Below(name); ok != (want != "") || ok && got != want {
			t.Errorf("Below(%q) = %q, %v; want %q", name, got, ok, want)
		}
	}
	past := r.store(commit, "sub/dir")
	if f, fault := past.Read("a.yaml"); fault != nil || string(f.Data) != "was" {
		t.Errorf("a.yaml = %v, %v; want what was committed", f, fault)
	}
	if err := os.Symlink("../../top.yaml", filepath.Join(r.dir, "sub/dir/up.yaml")); err == nil {
		past = r.store(r.commit(), "sub/dir")
		if _, fault := past.Read("up.yaml"); fault == nil || fault.Text != outside {
			t.Errorf("a link out of the folder: %v, want %q", fault, outside)
		}
	}
	if names, err := r.store(commit, "sub/later").Glob("**"); len(names) > 0 || err != nil {
		t.Errorf("a folder that was not there yet holds %v, %v", names, err)
	}
}

// What no checkout would hold: names that lead elsewhere, a submodule, a pointer.
func TestGitHostileTree(t *testing.T) {
	r := newRepository(t)
	blob := r.git("secret", "hash-object", "-w", "--stdin")
	pointer := r.git("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", "hash-object", "-w", "--stdin")
	r.commit()
	r.git("160000 commit "+r.git("", "rev-parse", "HEAD")+"\tsub\n100644 blob "+pointer+"\tbig.yaml\n100644 blob "+blob+"\ta.yaml\n", "update-index", "--index-info")
	commit := r.git("m", "commit-tree", r.git("", "write-tree"))
	past := r.store(commit, ".")
	for name, want := range map[string]string{"sub": errSpecial.Error(), "sub/a.yaml": ErrSubmodule.Error(), "big.yaml": errPointer.Error(), "a.yaml/b": "no such file"} {
		if _, fault := past.Read(name); fault == nil || fault.Text != want {
			t.Errorf("Read(%q): %v, want %q", name, fault, want)
		}
	}
	if names, _ := past.Glob("**"); !cmp.Equal(names, []string{"a.yaml", "big.yaml"}) {
		t.Errorf("Glob(**) = %v, want the files", names)
	}

	raw := func(name string) string { return "100644 " + name + "\x00" + strings.Repeat("x", 20) }
	var names []string
	for _, e := range readTree([]byte(raw("../up")+raw("..")+raw("")+raw("b")+raw("a")+"100644 cut\x00xx"), 20) {
		names = append(names, e.name)
	}
	if want := []string{"a", "b"}; !cmp.Equal(names, want) {
		t.Errorf("readTree has %q, want %q", names, want)
	}
}

// Ten folders of the same ten, ten times: the walk ends.
func TestGitBomb(t *testing.T) {
	r := newRepository(t)
	id, kind := r.git("x", "hash-object", "-w", "--stdin"), "100644 blob "
	for range 10 {
		var list strings.Builder
		for _, name := range "abcdefghij" {
			list.WriteString(kind + id + "\t" + string(name) + "\n")
		}
		id, kind = r.git(list.String(), "mktree"), "040000 tree "
	}
	past := r.store(r.git("m", "commit-tree", id), ".")
	past.FS.(*gitTree).listed = MaxEntries - 100_000 // of 10^10: the test need not wait for the first ten million
	if _, err := past.Glob("**/z.yaml"); err == nil || !strings.Contains(err.Error(), EntriesLimit.String()) {
		t.Errorf("Glob ends with %v, want the limit", err)
	}
}

func TestGitSize(t *testing.T) {
	r := newRepository(t)
	r.write("a.yaml", "0123456789")
	r.write("b.yaml", "012345678")
	files, err := r.open(".").Tree(r.commit(), ".", 9)
	if err != nil {
		t.Fatal(err)
	}
	past := &Store{FS: files, MaxSize: 9}
	if _, fault := past.Read("a.yaml"); fault == nil || fault.Text != "larger than "+SizeWords(9) {
		t.Errorf("ten bytes: %v, want the limit", fault)
	}
	if f, fault := past.Read("b.yaml"); fault != nil || string(f.Data) != "012345678" {
		t.Errorf("nine bytes after ten: %v, %v", f, fault)
	}
}

func TestMergeBase(t *testing.T) {
	r := newRepository(t)
	g := r.open(".")
	if _, err := g.MergeBase("main"); err != ErrNoRevision {
		t.Errorf("before the first commit: %v, want %v", err, ErrNoRevision)
	}
	first := r.commit()
	r.git("", "checkout", "--quiet", "-b", "side")
	r.write("a", "a")
	r.commit()
	r.git("", "checkout", "--quiet", "main")
	r.write("b", "b")
	second := r.commit()
	r.git("", "checkout", "--quiet", "--orphan", "other")
	r.commit()
	r.git("", "checkout", "--quiet", "side")
	for rev, want := range map[string]string{"main": first, second: first, "main~1": first, "HEAD": r.git("", "rev-parse", "HEAD")} {
		if got, err := g.MergeBase(rev); got != want || err != nil {
			t.Errorf("MergeBase(%q) = %s, %v; want %s", rev, got, err, want)
		}
	}
	for rev, want := range map[string]error{"other": ErrNoCommonStart, "nothing": ErrNoRevision, "": ErrNoRevision, "--all": ErrDash, "^HEAD": ErrManyRevisions, "main..side": ErrManyRevisions, "main...side": ErrManyRevisions, "main\n--all": ErrNoRevision, "main:a": ErrNoRevision} {
		if got, err := g.MergeBase(rev); err != want {
			t.Errorf("MergeBase(%q) = %s, %v; want %v", rev, got, err, want)
		}
	}
	if want := []string{"main", "side", "other"}; !cmp.Equal(want, g.Refs(), cmp.Transformer("sorted", sortedWords)) {
		t.Errorf("Refs() = %v, want %v", g.Refs(), want)
	}
}

func sortedWords(list []string) map[string]bool {
	set := map[string]bool{}
	for _, s := range list {
		set[s] = true
	}
	return set
}

// Nothing that the repository's own settings name is run, whatever is asked of it.
func TestGitHostileSettings(t *testing.T) {
	r := newRepository(t)
	r.write(".gitattributes", "* filter=evil diff=evil\n")
	r.write("a.yaml", "a")
	commit := r.commit()
	ran := filepath.Join(t.TempDir(), "ran")
	evil := "touch '" + ran + "'; false"
	for _, key := range []string{"core.fsmonitor", "core.pager", "pager.cat-file", "core.sshCommand", "core.editor", "filter.evil.smudge", "filter.evil.process", "diff.evil.textconv", "diff.evil.command", "uploadpack.packObjectsHook", "core.gitProxy", "credential.helper", "alias.cat-file", "alias.merge-base"} {
		r.git("", "config", key, evil)
	}
	// A clone that lacks the file and is told where to fetch it from.
	r.git("", "config", "extensions.partialClone", "origin")
	r.git("", "config", "core.repositoryFormatVersion", "1")
	r.git("", "config", "remote.origin.url", "ext::sh -c "+strings.ReplaceAll("touch "+ran, " ", "% "))
	r.git("", "config", "remote.origin.promisor", "true")
	r.git("", "config", "protocol.ext.allow", "always")

	past := r.store(commit, ".")
	if f, fault := past.Read("a.yaml"); fault != nil || string(f.Data) != "a" {
		t.Errorf("a.yaml = %v, %v", f, fault)
	}
	if got, err := r.open(".").MergeBase("main"); err != nil {
		t.Errorf("MergeBase = %s, %v", got, err)
	}
	blob := r.git("", "rev-parse", "HEAD:a.yaml")
	if err := os.Remove(filepath.Join(r.dir, ".git", "objects", blob[:2], blob[2:])); err != nil {
		t.Fatal(err)
	}
	g := r.open(".")
	files, err := g.Tree(commit, ".", 0)
	if err != nil {
		t.Fatal(err)
	}
	lacking := &Store{FS: files}
	if _, fault := lacking.Read("never.yaml"); fault == nil || g.Lacks() {
		t.Errorf("a file that was never there: %v, lacking %v; want a fault and nothing lacking", fault, g.Lacks())
	}
	if _, fault := lacking.Read("a.yaml"); fault == nil || fault.Text != errNoObject.Error() || !g.Lacks() {
		t.Errorf("a file that the clone lacks: %v, lacking %v; want %q", fault, g.Lacks(), errNoObject)
	}
	if _, err := os.Stat(ran); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the repository had something run")
	}
}

func TestGitShallow(t *testing.T) {
	r := newRepository(t)
	r.write("a.yaml", "a")
	first := r.commit()
	r.write("a.yaml", "b")
	r.commit()
	clone := repository{t, t.TempDir()}
	clone.git("", "clone", "--quiet", "--depth=1", "file://"+filepath.ToSlash(r.dir), ".")
	g := clone.open(".")
	if !g.IsShallow() || r.open(".").IsShallow() {
		t.Error("the clone is shallow and the repository is not")
	}
	if _, err := g.MergeBase(first); err != ErrNoRevision {
		t.Errorf("MergeBase of a commit that was cut off: %v, want %v", err, ErrNoRevision)
	}
}

func TestOpenGitNowhere(t *testing.T) {
	newRepository(t)
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	if _, err := OpenGit(context.Background(), dir); err != ErrNoRepository {
		t.Errorf("OpenGit = %v, want %v", err, ErrNoRepository)
	}
	t.Setenv("PATH", dir)
	if _, err := OpenGit(context.Background(), dir); err != ErrNoGit {
		t.Errorf("OpenGit without git = %v, want %v", err, ErrNoGit)
	}
}
