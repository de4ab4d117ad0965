package check

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/source"
)

func revision(lines string) *source.File {
	return &source.File{Name: "f", Data: []byte(strings.ReplaceAll(lines, " ", "\n") + "\n")}
}

// TestAlike holds which lines are new: those behind "+", and those before which
// something is gone, behind "-".
func TestAlike(t *testing.T) {
	for _, c := range []struct{ was, now, want string }{
		{"a b c", "a b c", "a b c"},
		{"a b c", "a x c", "a +x c"},
		{"a b c", "a c", "a -c"},
		{"b c", "a b c", "+a b c"},
		{"a b c", "b c", "-b c"},
		{"a b", "a b c", "a b +c"},
		{"a b", "a", "a"}, // what followed the last line is gone
		{"a b c d e f", "a x c d y z f", "a +x c d +y +z f"},
		{"a b a b a b", "a b a x b a b", "a b a +x b a b"},
		{"x a", "a x", "-a +x"},
		{"", "a b", "+a +b"},
	} {
		l := alike(revision(c.was), revision(c.now))
		var got []string
		for n, text := range strings.Split(c.now, " ") {
			line, changed := l.changed(l.line(n))
			if !changed {
				got = append(got, text)
				continue
			}
			sign := "+"
			if l.was[n] >= 0 {
				sign = "-"
			}
			got = append(got, sign+line.Text())
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q to %q (-want +got)\n%s", c.was, c.now, diff)
		}
	}
}

// TestAlikeRandom holds that what is paired is the same, in the same order, and as
// much of it as can be.
func TestAlikeRandom(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	text := func() (lines []string) {
		for range random.Intn(12) {
			lines = append(lines, string(rune('a'+random.Intn(4))))
		}
		return lines
	}
	for range 3000 {
		was, now := text(), text()
		l := alike(&source.File{Data: []byte(strings.Join(was, "\n"))}, &source.File{Data: []byte(strings.Join(now, "\n"))})
		last, paired := -1, 0
		for n, then := range l.was {
			if then < 0 {
				continue
			}
			if then <= last || was[then] != now[n] || l.is[then] != n {
				t.Fatalf("%q to %q: %v", was, now, l.was)
			}
			last, paired = then, paired+1
		}
		if want := longest(was, now); paired != want {
			t.Fatalf("%q to %q: %d lines paired, want %d", was, now, paired, want)
		}
	}
}

// longest is the length of a longest common subsequence, by the book.
func longest(a, b []string) int {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	if a[0] == b[0] {
		return 1 + longest(a[1:], b[1:])
	}
	return max(longest(a[1:], b), longest(a, b[1:]))
}

// TestAlikeHuge holds that two files that have nothing in common cost no more than
// the limit allows.
func TestAlikeHuge(t *testing.T) {
	var was, now strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&was, "a%d\n", i)
		fmt.Fprintf(&now, "b%d\n", i)
	}
	f := &source.File{Data: []byte(now.String())}
	l := alike(&source.File{Data: []byte(was.String())}, f)
	if line, changed := l.changed(source.Span{File: f, Start: 7, End: 8}); !changed || line.Text() != "b2" {
		t.Errorf("changed %q, %v; want the third line", line.Text(), changed)
	}
}

// TestHere holds where a line of then is today: itself, what took its place, or what follows it.
func TestHere(t *testing.T) {
	for _, c := range []struct{ was, now, want string }{
		{"a b c d e", "x a y d", "a y y d d"},
		{"p q c", "x y c", "x y c"},
		{"a p q c", "a x y z c", "a x y c"},
		{"a b c", "a c", "a c c"},
		{"a b c", "c", "c c c"},
		{"a b", "", " "},
	} {
		was := revision(c.was)
		l := alike(was, revision(c.now))
		var got []string
		for line := range strings.SplitSeq(c.was, " ") {
			got = append(got, l.here(source.Span{File: was, Start: strings.Index(string(was.Data), line)}).Text())
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q in %q (-want +got)\n%s", c.was, c.now, diff)
		}
	}
}

// TestChangedLines holds that a place of several lines is shown at the first of them that is new.
func TestChangedLines(t *testing.T) {
	was := &source.File{Data: []byte("enum:\n  - a\n  - b\n  - c\nnext: 1\n")}
	now := &source.File{Data: []byte("enum:\r\n  - a\r\n  - c\r\nnext: 1\r\n")}
	all := source.Span{File: now, Start: 0, End: strings.Index(string(now.Data), "\r\nnext")}
	line, changed := alike(was, now).changed(all)
	if !changed || line.Text() != "- c" {
		t.Errorf("changed %q, %v; want the line before which one is gone", line.Text(), changed)
	}
}
