package check

import (
	"bytes"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// lines is which lines of a file are those of an earlier revision of it.
type lines struct {
	now     *source.File
	starts  []int // byte offset of each line of now
	was     []int // line of then for each line of now, -1 for one that is new; both from 0
	is      []int // and the other way round, -1 for one that is gone
	wasFile *source.File
}

// maxEdits bounds how many lines two revisions may differ in to be told apart line
// by line: what is looked at grows with its square. Beyond it all between the first
// and the last difference is new.
const maxEdits = 1000

// alike compares two revisions of a file. Line endings are no difference.
func alike(was, now *source.File) *lines {
	before, _ := split(was.Data)
	after, starts := split(now.Data)
	l := &lines{now: now, starts: starts, was: filled(len(after)), is: filled(len(before)), wasFile: was}
	first := 0
	for first < len(before) && first < len(after) && bytes.Equal(before[first], after[first]) {
		l.match(first, first)
		first++
	}
	x, y := len(before), len(after)
	for x > first && y > first && bytes.Equal(before[x-1], after[y-1]) {
		x, y = x-1, y-1
		l.match(x, y)
	}
	for _, same := range common(before[first:x], after[first:y]) {
		l.match(first+same[0], first+same[1])
	}
	return l
}

func (l *lines) match(was, now int) { l.is[was], l.was[now] = now, was }

func filled(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = -1
	}
	return out
}

// split is the lines of a text, without what ends them, and where each begins.
func split(data []byte) (lines [][]byte, starts []int) {
	at := 0
	for line := range bytes.Lines(data) {
		lines, starts = append(lines, bytes.TrimRight(line, "\r\n")), append(starts, at)
		at += len(line)
	}
	return lines, starts
}

// common are the lines that two texts have in common, by their numbers, in order:
// a longest such list (Myers, An O(ND) Difference Algorithm, 1986).
func common(a, b [][]byte) [][2]int {
	// ends[k+d] is how far into a the furthest path of d edits on diagonal k comes.
	var rounds [][]int
	for d := 0; d <= min(len(a)+len(b), maxEdits); d++ {
		ends := make([]int, 2*d+1)
		rounds = append(rounds, ends)
		for k := -d; k <= d; k += 2 {
			x := 0
			if d > 0 {
				x = step(rounds[d-1], d, k)
			}
			for x < len(a) && x-k < len(b) && bytes.Equal(a[x], b[x-k]) {
				x++
			}
			ends[k+d] = x
			if x >= len(a) && x-k >= len(b) {
				return trace(rounds, len(a), len(b))
			}
		}
	}
	return nil
}

// step is where a path of d edits on diagonal k starts: below the one beside it, or
// to its right, whichever has come further.
func step(last []int, d, k int) int {
	at := func(k int) int { return last[k+d-1] }
	if k == -d || k != d && at(k-1) < at(k+1) {
		return at(k + 1)
	}
	return at(k-1) + 1
}

func trace(rounds [][]int, x, y int) [][2]int {
	var back [][2]int
	for d := len(rounds) - 1; d >= 0; d-- {
		k, start := x-y, 0
		if d > 0 {
			start = step(rounds[d-1], d, k)
		}
		for x > start {
			x, y = x-1, y-1
			back = append(back, [2]int{x, y})
		}
		if d == 0 {
			break
		}
		if last := rounds[d-1]; k == -d || k != d && last[k-1+d-1] < last[k+1+d-1] {
			y-- // a line that b has more
		} else {
			x--
		}
	}
	return back
}

// lineOf is the number, from 0, of the line that holds a place.
func lineOf(f *source.File, offset int) int { return f.Position(offset).Line - 1 }

// here is the line of today where a place of then was: the line itself, what took
// its place, or what follows it.
func (l *lines) here(at source.Span) source.Span {
	n := lineOf(l.wasFile, at.Start)
	before, after := n, n+1 // the lines around it that are still there
	for before >= 0 && (before >= len(l.is) || l.is[before] < 0) {
		before--
	}
	for after < len(l.is) && l.is[after] < 0 {
		after++
	}
	first, last := -1, len(l.starts)-1 // where it can be
	if before >= 0 {
		first = l.is[before]
	}
	if after < len(l.is) {
		last = l.is[after]
	}
	if last > first+1 && before != n {
		last-- // there are lines in the place of those that are gone
	}
	return l.line(max(0, min(first+n-before, last)))
}

// line is a line of today without the white space around it.
func (l *lines) line(n int) source.Span {
	if n < 0 || n >= len(l.starts) {
		return source.Span{}
	}
	start, end := l.starts[n], len(l.now.Data)
	if n+1 < len(l.starts) {
		end = l.starts[n+1]
	}
	text := l.now.Data[start:end]
	start += len(text) - len(bytes.TrimLeft(text, " \t"))
	return source.Span{File: l.now, Start: start, End: max(start, end-(len(text)-len(bytes.TrimRight(text, " \t\r\n"))))}
}

// changed is the first line of a place of today that is new, or before which
// something is gone; ok is false where all of it stood there before.
func (l *lines) changed(at source.Span) (line source.Span, ok bool) {
	first, last := lineOf(l.now, at.Start), lineOf(l.now, max(at.Start, at.End-1))
	for n := first; n <= min(last, len(l.was)-1); n++ {
		if l.was[n] < 0 {
			return l.line(n), true
		}
		before := -1
		if n > 0 {
			before = l.was[n-1]
		}
		if (n == 0 || before >= 0) && l.was[n] != before+1 {
			return l.line(n), true
		}
	}
	return source.Span{}, false
}
