package source

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestCommits holds that the commits of some files in some days are told, a merge as
// what it brought, and nothing is run that the repository's settings name.
func TestCommits(t *testing.T) {
	r := newRepository(t)
	at := func(day, subject string) string {
		t.Setenv("GIT_COMMITTER_DATE", day+"T12:00:00Z")
		r.git("", "add", "--all")
		r.git("", "commit", "--quiet", "--allow-empty", "--message="+subject)
		return r.git("", "rev-parse", "HEAD")
	}
	r.write("a.json", "1")
	first := at("2026-01-01", "first")
	r.write("b.json", "1")
	at("2026-01-02", "of another file")
	r.git("", "switch", "--quiet", "--create", "side")
	r.write("a.json", "2")
	at("2026-01-03", "on the side")
	r.git("", "switch", "--quiet", "main")
	t.Setenv("GIT_COMMITTER_DATE", "2026-01-05T12:00:00Z")
	r.git("", "merge", "--quiet", "--no-ff", "--message=bring it\n\nand a body", "side")
	merge := r.git("", "rev-parse", "HEAD")
	r.write("a.json", "3")
	last := at("2026-01-06", "a\tlast\x01 one ::error::")
	r.git("", "config", "log.showSignature", "true")
	r.git("", "config", "gpg.program", "/nowhere/gpg")
	r.git("", "config", "diff.external", "/nowhere/diff")

	g, err := OpenGit(context.Background(), r.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		since, until time.Time
		most         int
		want         []string
	}{
		{day(1), day(9), 9, []string{last, merge, first}},
		{day(1), day(9), 2, []string{last, merge}},
		{day(2), day(6), 9, []string{merge}},
		{day(7), day(9), 9, nil},
	} {
		commits, err := g.Commits(c.since, c.until, c.most, []string{"a.json", "*.yaml"})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range commits {
			got = append(got, c.Hash)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s to %s: %s", c.since, c.until, diff)
		}
	}

	commits, err := g.Commits(day(1), day(9), 9, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Commit{last, merge, day(6).Add(12 * time.Hour), "a\tlast\x01 one ::error::"}, commits[0]); diff != "" {
		t.Error(diff)
	}
	for _, c := range commits[len(commits)-1:] {
		changed, err := g.Changed(c)
		if diff := cmp.Diff([]string{"a.json"}, changed); diff != "" || err != nil || c.Parent != "" {
			t.Errorf("the first commit: %v %v %s", c, err, diff)
		}
	}
	changed, err := g.Changed(commits[1])
	if diff := cmp.Diff([]string{"a.json"}, changed); diff != "" || err != nil {
		t.Errorf("a merge: %v %s", err, diff)
	}
}
