package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

// Git is the repository that a folder lies in. Only its objects are read, by the
// git command: nothing is checked out or fetched, and nothing that the
// repository's own settings name is run.
type Git struct {
	// Prefix is the folder's slash path from the top of the repository, "." at the top.
	Prefix string

	ctx     context.Context
	program string // absolute path of the git command
	dir     string
	objects objects
}

// What MergeBase and OpenGit can fail with. Who calls them knows what to do.
var (
	ErrNoGit         = errors.New("git is not installed, or not in PATH")
	ErrNoRepository  = errors.New("no git repository")
	ErrNotTrusted    = errors.New("the repository belongs to somebody else, and git reads it only where that is allowed")
	ErrNoRevision    = errors.New("no such revision")
	ErrNoCommonStart = errors.New("no commit in common")
	ErrDash          = errors.New("no revision begins with a dash")
	ErrManyRevisions = errors.New("one revision is wanted, not a range, and none with ^ before it")
)

// OpenGit finds the repository that dir, an absolute path, lies in.
func OpenGit(ctx context.Context, dir string) (*Git, error) {
	program, err := exec.LookPath("git") // which refuses one in the working directory
	if err != nil {
		return nil, ErrNoGit
	}
	g := &Git{ctx: ctx, program: program, dir: dir}
	prefix, err := g.ask("rev-parse", "--show-prefix")
	switch {
	case errors.Is(err, ErrNotTrusted):
		return nil, err
	case err != nil:
		return nil, ErrNoRepository
	}
	g.Prefix = path.Clean(prefix)
	return g, nil
}

// Close ends the git command that reads objects.
func (g *Git) Close() { g.objects.close() }

// MergeBase is the commit from which HEAD and a revision have parted, as its full name.
func (g *Git) MergeBase(rev string) (commit string, err error) {
	// What begins with a dash would be an option, and a line break a second request.
	switch {
	case strings.HasPrefix(rev, "-"):
		return "", ErrDash
	case strings.HasPrefix(rev, "^"):
		return "", ErrManyRevisions
	case rev == "", strings.ContainsAny(rev, "\x00\n"):
		return "", ErrNoRevision
	}
	theirs, err := g.ask("rev-parse", "--verify", "--quiet", rev+"^{commit}")
	switch {
	case err != nil && strings.Contains(rev, ".."):
		return "", ErrManyRevisions
	case err != nil:
		return "", ErrNoRevision
	}
	ours, err := g.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if err != nil {
		return "", ErrNoCommonStart
	}
	commit, err = g.ask("merge-base", theirs, ours)
	if err != nil || commit == "" {
		return "", ErrNoCommonStart
	}
	return commit, nil
}

// IsShallow reports whether the clone lacks old commits.
func (g *Git) IsShallow() bool {
	shallow, err := g.ask("rev-parse", "--is-shallow-repository")
	return err == nil && shallow == "true"
}

// Refs are the names of branches and tags, remote ones among them: "main", "origin/main".
func (g *Git) Refs() []string {
	const most = 1000 // names among which the nearest is looked for
	list, err := g.ask("for-each-ref", "--count="+fmt.Sprint(most), "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags")
	if err != nil {
		return nil
	}
	return strings.Fields(list)
}

// guards keep a repository's own settings from having anything run or fetched.
var guards = []string{
	"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "safe.bareRepository=explicit", "-c", "protocol.allow=never",
}

func (g *Git) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(g.ctx, g.program, append(guards[:len(guards):len(guards)], args...)...)
	cmd.Dir = g.dir
	cmd.Env = gitEnvironment(os.Environ())
	return cmd
}

// gitEnvironment is what git sees of the environment. A hook of git's own hands
// down which repository it is about, which need not be the one that is asked for.
func gitEnvironment(all []string) []string {
	env := []string{
		"GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "GIT_NO_REPLACE_OBJECTS=1", "LC_ALL=C",
	}
	for _, entry := range all {
		name, _, _ := strings.Cut(entry, "=")
		if runtime.GOOS == "windows" {
			name = strings.ToUpper(name)
		}
		switch {
		case strings.HasPrefix(name, "GIT_CONFIG"): // what the caller trusts
		case name == "GIT_CEILING_DIRECTORIES", name == "GIT_DISCOVERY_ACROSS_FILESYSTEM":
		case name == "PATH", name == "HOME", name == "XDG_CONFIG_HOME", name == "USERPROFILE", name == "SYSTEMROOT", name == "TMPDIR", name == "TEMP", name == "TMP":
		default:
			continue
		}
		env = append(env, entry)
	}
	return env
}

// ask runs git and returns what it prints, without the last line break.
func (g *Git) ask(args ...string) (string, error) {
	cmd := g.command(args...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	if err != nil && strings.Contains(said.String(), "dubious ownership") {
		return "", ErrNotTrusted
	}
	return strings.TrimRight(out.String(), "\r\n"), err
}

// Below is a path of the disk, absolute or relative to the folder that g was opened
// for, as a slash path from the top of the repository; ok is false outside of it.
func (g *Git) Below(name string) (below string, ok bool) {
	if filepath.IsAbs(name) {
		rel, err := filepath.Rel(g.dir, name)
		if err != nil {
			return "", false
		}
		name = rel
	}
	below = path.Join(g.Prefix, filepath.ToSlash(name))
	return below, filepath.IsLocal(filepath.FromSlash(below))
}
