package check

import (
	"context"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// DateWaivers says of each waiver of a report since when it stands there, as far as
// git knows: its lines are looked up in HEAD. Without git, and of what is not
// committed, nothing is said.
func (r *Run) DateWaivers(ctx context.Context, report *rules.Report) {
	if len(report.Waivers) == 0 {
		return
	}
	git, err := source.OpenGit(ctx, r.Root)
	if err != nil {
		return
	}
	defer git.Close()
	files := map[string]*blamed{}
	for _, u := range report.Waivers {
		name := u.At.File.Name
		if !source.IsPath(name) || strings.HasPrefix(name, "../") {
			continue
		}
		b := files[name]
		if b == nil {
			lines, _ := git.Blame(name) // a file that git does not know has no lines
			b = &blamed{lines, map[int]int{}}
			files[name] = b
		}
		u.Since = b.since(u.At)
	}
}

// blamed is a file as git knows it.
type blamed struct {
	lines []source.BlamedLine
	found map[int]int // indexes of lines by the numbers of today: thousands of waivers may stand in one line of megabytes
}

// since is the first day on which a part of what stands at a place was written; ""
// where its first line is not committed as it is.
func (b *blamed) since(at source.Span) string {
	first, last := at.File.Position(at.Start).Line, at.File.Position(max(at.Start, at.End-1)).Line
	day := ""
	for line := first; line <= last; line++ {
		found := b.find(at.File, line)
		switch {
		case found < 0 && line == first:
			return ""
		case found < 0:
		case day == "" || b.lines[found].Day != "" && b.lines[found].Day < day:
			day = b.lines[found].Day
		}
	}
	return day
}

// find is the index of what stands in a line of today, or -1.
func (b *blamed) find(f *source.File, line int) int {
	found, known := b.found[line]
	if !known {
		text := strings.TrimSuffix(f.Line(f.Offset(source.Position{Line: line, Column: 1})), "\r")
		found = nearestLine(b.lines, text, line-1)
		b.found[line] = found
	}
	return found
}

// nearestLine is the index of the line with a text that is nearest to an index, or -1.
func nearestLine(lines []source.BlamedLine, text string, index int) int {
	for off := range max(len(lines), index+1) {
		for _, i := range []int{index - off, index + off} {
			if 0 <= i && i < len(lines) && lines[i].Text == text {
				return i
			}
		}
	}
	return -1
}
