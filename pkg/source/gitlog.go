package source

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Commit is a commit of the line that HEAD ends: of a merge, what it brought.
type Commit struct {
	Hash    string // full
	Parent  string // the first one; "" of the first commit
	Time    time.Time
	Subject string
}

// Commits are the commits between two times, the youngest first, that changed one of
// some files, slash paths from the top of the repository: at most so many. Only the
// line of first parents is followed: a merge stands for what it brought, at the time
// it brought it.
func (g *Git) Commits(since, until time.Time, most int, files []string) ([]Commit, error) {
	args := []string{"--literal-pathspecs", "log", "--first-parent", "--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-renames", "--no-notes", "--no-color", "-z", "--format=%H%n%P%n%ct%n%s",
		fmt.Sprintf("--max-count=%d", most), "--since=" + since.UTC().Format(time.RFC3339), "--until=" + until.UTC().Format(time.RFC3339), "HEAD", "--"}
	out, err := g.ask(append(args, files...)...)
	if err != nil {
		return nil, err
	}
	shallow := g.IsShallow()
	var all []Commit
	for entry := range strings.SplitSeq(out, "\x00") {
		lines := strings.SplitN(strings.TrimPrefix(entry, "\n"), "\n", 4)
		if len(lines) != 4 {
			continue
		}
		seconds, err := strconv.ParseInt(lines[2], 10, 64)
		parent, _, _ := strings.Cut(lines[1], " ")
		if err != nil || parent == "" && shallow {
			continue // what stood before is not there
		}
		all = append(all, Commit{lines[0], parent, time.Unix(seconds, 0).UTC(), lines[3]})
	}
	return all, nil
}

// Changed are the files that a commit has changed, as slash paths from the top; nil
// where it has changed none.
func (g *Git) Changed(c Commit) ([]string, error) {
	args := []string{"diff-tree", "-r", "-z", "--name-only", "--no-commit-id", "--no-renames", "--no-ext-diff", "--no-textconv"}
	if c.Parent == "" {
		args = append(args, "--root", c.Hash)
	} else {
		args = append(args, c.Parent, c.Hash)
	}
	out, err := g.ask(args...)
	if err != nil {
		return nil, err
	}
	if out = strings.Trim(out, "\x00"); out == "" {
		return nil, nil
	}
	return strings.Split(out, "\x00"), nil
}
