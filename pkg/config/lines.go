package config

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// newline is how the line that holds an offset ends, or the one before where that
// is the last: a file may mix both kinds, and what is put beside a line looks like it.
func (a *adder) newline(at int) string {
	end := a.lineEnd(at)
	if end == len(a.data) {
		end = max(bytes.LastIndexAny(a.data, "\r\n"), 0)
		if end > 0 && a.data[end] == '\n' && a.data[end-1] == '\r' {
			end--
		}
	}
	switch {
	case bytes.HasPrefix(a.data[end:], []byte("\r\n")):
		return "\r\n"
	case bytes.HasPrefix(a.data[end:], []byte("\r")):
		return "\r"
	}
	return "\n"
}

// lineEnd is where the line that holds an offset ends, before its line break.
func (a *adder) lineEnd(at int) int {
	if i := bytes.IndexAny(a.data[at:], "\r\n"); i >= 0 {
		return at + i
	}
	return len(a.data)
}

// nextLine is where the line begins that follows one that ends at an offset; -1
// behind the last one.
func (a *adder) nextLine(end int) int {
	if bytes.HasPrefix(a.data[end:], []byte("\r\n")) {
		end++
	}
	if end+1 >= len(a.data) {
		return -1
	}
	return end + 1
}

// lineStart is where the line that holds an offset begins, behind a byte order mark.
func (a *adder) lineStart(at int) int {
	start := bytes.LastIndexAny(a.data[:at], "\r\n") + 1
	if start == 0 && bytes.HasPrefix(a.data, []byte("\ufeff")) {
		start = min(at, len("\ufeff"))
	}
	return start
}

// column is how far from the start of its line an offset is: the indentation of
// a key that stands beside the one there, also behind the dash of a list.
func (a *adder) column(at int) int { return at - a.lineStart(at) }

// indent is the white space that begins the line of an offset.
func (a *adder) indent(at int) string {
	line := string(a.data[a.lineStart(at):at])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// tail is the end of the last line of what ends at an offset. Comments below
// that are indented so far belong to it, in the order of their author.
func (a *adder) tail(at, indent int) int {
	// The value of a block scalar ends with its line break.
	at = len(bytes.TrimRight(a.data[:at], " \t\r\n"))
	end := a.lineEnd(at)
	for next := a.nextLine(end); next >= 0; {
		stop := a.lineEnd(next)
		line := a.data[next:stop]
		text := bytes.TrimLeft(line, " \t")
		switch {
		case len(text) == 0:
		case text[0] == '#' && len(line)-len(text) >= indent:
			end = stop
		default:
			return end
		}
		next = a.nextLine(stop)
	}
	return end
}

// commented is what looks like a key in comments that have a line of their own,
// between two offsets and below.
func (a *adder) commented(start, end int) map[string]bool {
	keys := map[string]bool{}
	last := a.lineEnd(a.tail(end, 0))
	for next := a.lineStart(start); next >= 0 && next < last; {
		stop := a.lineEnd(next)
		line := strings.TrimLeft(string(a.data[next:stop]), " \t")
		if strings.HasPrefix(line, "#") {
			if key, ok := commentedKey(strings.TrimLeft(line, "# \t")); ok {
				keys[key] = true
			}
		}
		next = a.nextLine(stop)
	}
	return keys
}

// commentedKey is the key that a line of YAML begins with.
func commentedKey(line string) (key string, ok bool) {
	if strings.HasPrefix(line, `"`) {
		head, err := strconv.QuotedPrefix(line)
		if err != nil || !strings.HasPrefix(line[len(head):], ":") {
			return "", false
		}
		key, err = strconv.Unquote(head)
		return key, err == nil
	}
	key, rest, found := strings.Cut(line, ":")
	if !found || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", false
	}
	return strings.Trim(key, "' "), true
}

// changedLines is the numbers of the lines that edits have touched in their result.
func changedLines(text []byte, edits []source.Edit) []int {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(x, y source.Edit) int { return x.At.Start - y.At.Start })
	f := &source.File{Data: text}
	var lines []int
	shift := 0
	for _, e := range edits {
		start := e.At.Start + shift
		end := start + len(e.New)
		shift += len(e.New) - (e.At.End - e.At.Start)
		start += len(e.New) - len(strings.TrimLeft(e.New, "\r\n"))
		for line := f.Position(start).Line; line <= f.Position(end).Line; line++ {
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}
