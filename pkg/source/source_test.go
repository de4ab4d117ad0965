package source

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPosition(t *testing.T) {
	tests := []struct {
		name, data, before string // the position right before this text
		want               Position
	}{
		{"first byte", "a", "a", Position{1, 1}},
		{"line feed", "a\nbc", "c", Position{2, 2}},
		{"carriage return and line feed", "a\r\nbc", "c", Position{2, 2}},
		{"lone carriage return", "a\rbc", "c", Position{2, 2}},
		{"line feed twice", "\n\nx", "x", Position{3, 1}},
		{"a tab is one column", "\t\tx", "x", Position{1, 3}},
		{"columns are code points", "éß😀x", "x", Position{1, 4}},
		{"byte order mark has no column", "\ufeffx", "x", Position{1, 1}},
		{"byte order mark and a second line", "\ufeff\nx", "x", Position{2, 1}},
		{"U+2028 ends no line", "a\u2028\u2029\u0085x", "x", Position{1, 5}},
		{"long line", strings.Repeat("é", 10_000) + "x", "x", Position{1, 10_001}},
		{"long second line", "é\n" + strings.Repeat("€", 10_000) + "x", "x", Position{2, 10_001}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := file(test.data)
			offset := strings.Index(test.data, test.before)
			if got := f.Position(offset); got != test.want {
				t.Errorf("Position(%d) = %v, want %v", offset, got, test.want)
			}
			if got := f.Offset(test.want); got != offset {
				t.Errorf("Offset(%v) = %d, want %d", test.want, got, offset)
			}
		})
	}
}

func TestPositionOutsideTheFile(t *testing.T) {
	f := file("ab\nc")
	if got, want := f.Position(99), (Position{2, 2}); got != want {
		t.Errorf("after the end: %v, want %v", got, want)
	}
	if got, want := f.Position(-1), (Position{1, 1}); got != want {
		t.Errorf("before the start: %v, want %v", got, want)
	}
	if got := f.Offset(Position{1, 99}); got != 2 {
		t.Errorf("column after the line's end is offset %d, want 2", got)
	}
	if got := f.Offset(Position{99, 1}); got != 4 {
		t.Errorf("line after the last is offset %d, want 4", got)
	}
}

func TestLine(t *testing.T) {
	f := file("\ufeffone\r\ntwo\n\nfour")
	for offset, want := range map[int]string{0: "one", 5: "one", 8: "two", 12: "", 13: "four", 17: "four"} {
		if got := f.Line(offset); got != want {
			t.Errorf("Line(%d) = %q, want %q", offset, got, want)
		}
	}
}

// Lines are counted by blocks: what is asked near the ends of blocks, in files
// with every kind of line end, is what counting from the beginning says.
func TestPositionAroundBlocks(t *testing.T) {
	for _, breaks := range []string{"\n", "\r\n", "\r", ""} {
		text := strings.Repeat("0123456789abcdé"+breaks, 3*blockSize/16)
		f := file(text)
		line, start := 1, 0
		for at := range len(text) + 1 {
			if at > 0 && f.isBreak(at-1) {
				line, start = line+1, at
			}
			if at%blockSize > 20 && at%blockSize < blockSize-20 {
				continue
			}
			want := Position{line, utf8.RuneCountInString(text[start:at]) + 1}
			if at < len(text) && !utf8.RuneStart(text[at]) {
				continue
			}
			if got := f.Position(at); got != want {
				t.Fatalf("%q: offset %d is at %v, want %v", breaks, at, got, want)
			}
			if got := f.Offset(want); got != at && !strings.HasPrefix(text[got:], breaks) {
				t.Fatalf("%q: %v is at offset %d, want %d", breaks, want, got, at)
			}
		}
	}
}
