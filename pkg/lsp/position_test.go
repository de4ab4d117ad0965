package lsp

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// FuzzPosition: a position that is made of an offset leads back to it, and counts
// what a plain reading of the line counts.
func FuzzPosition(f *testing.F) {
	f.Add("a🍕é\r\nb\rc\n🍕", 6)
	f.Add("\ufeffé\n", 4)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		if !utf8.ValidString(text) || offset < 0 || offset > len(text) || offset < len(text) && !utf8.RuneStart(text[offset]) {
			t.Skip()
		}
		file := &source.File{Data: []byte(text)}
		if strings.HasPrefix(text, "\ufeff") && offset < 3 || offset > 0 && offset < len(text) && text[offset-1] == '\r' && text[offset] == '\n' {
			t.Skip() // no character begins there, and none ends
		}
		line := text[:offset]
		if i := strings.LastIndexAny(line, "\r\n"); i >= 0 {
			line = line[i+1:]
		} else {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		want := map[encoding]int{inBytes: len(line), inUnits: len(utf16.Encode([]rune(line))), inCodePoints: utf8.RuneCountInString(line)}
		for e, n := range want {
			p := (&places{encoding: e}).position(file, offset)
			if int(p.Character) != n {
				t.Errorf("%s: character %d, want %d", e, p.Character, n)
			}
			if back := e.offset(file, p); back != offset {
				t.Errorf("%s: %d leads to %v and back to %d", e, offset, p, back)
			}
		}
	})
}

// Positions that are none are held to the line and the file that they miss.
func TestOffsetBeyond(t *testing.T) {
	f := &source.File{Data: []byte("a🍕b\r\nc")}
	for _, one := range []struct {
		p    position
		want int
	}{
		{position{0, 99}, 6}, {position{9, 0}, 9}, {position{1<<32 - 1, 1<<32 - 1}, 9}, {position{0, 2}, 1}, {position{0, 3}, 5},
	} {
		if got := inUnits.offset(f, one.p); got != one.want {
			t.Errorf("%v is %d, want %d", one.p, got, one.want)
		}
	}
}

func TestPaths(t *testing.T) {
	for _, one := range []struct {
		uri     string
		windows bool
		want    string // "": it names no file
	}{
		{"file:///repo/a%20b/t%C3%A9.json", false, "/repo/a b/té.json"},
		{"file://localhost/repo/a.json", false, "/repo/a.json"},
		{"file:///repo/x/../a.json", false, "/repo/a.json"},
		{"FILE:///a%2Bb+c", false, "/a+b+c"},
		{"file://server/share/a.json", false, ""},
		{"file:repo/a.json", false, ""},
		{"file:///a%00b", false, ""},
		{"file:///%zz", false, ""},
		{"untitled:Untitled-1", false, ""},
		{"git:/repo/a.json?ref", false, ""},
		{"", false, ""},
		{"file:///c%3A/repo/a.json", true, "C:/repo/a.json"},
		{"file:///C:/repo/../a.json", true, "C:/a.json"},
		{"file:///c:", true, "C:/"},
		{"file://server/share/a.json", true, "//server/share/a.json"},
		{"file:///repo/a.json", true, ""},
	} {
		got, ok := slashPath(one.uri, one.windows)
		if got != one.want && !(one.want == "" && !ok) || ok != (one.want != "") {
			t.Errorf("%s on windows=%v is %q, %v; want %q", one.uri, one.windows, got, ok, one.want)
		}
	}
	for path, want := range map[string]string{
		"/repo/a b/té#?%.json": "file:///repo/a%20b/t%C3%A9%23%3F%25.json",
		"C:/repo/a.json":       "file:///C:/repo/a.json",
		"//server/share/a":     "file://server/share/a",
	} {
		if got := slashURI(path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}

// A place far inside a long line is counted right, too: its beginning is in another block.
func TestPositionFar(t *testing.T) {
	text := "é\n" + strings.Repeat("🍕", 5000) + "x"
	f := &source.File{Data: []byte(text)}
	p := places{encoding: inUnits}
	for _, pizzas := range []int{0, 1, 1023, 1024, 1025, 5000} {
		at := len("é\n") + pizzas*len("🍕")
		if got, want := p.position(f, at), (position{1, uint32(2 * pizzas)}); got != want {
			t.Errorf("behind %d: %v, want %v", pizzas, got, want)
		}
	}
}
