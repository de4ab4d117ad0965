// Package source is where bytes come from: files read through one fs.FS, byte
// spans into them, and JSON and YAML trees whose every node knows its span.
// It knows nothing of tools, APIs or findings, and never touches the network.
package source

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// File is one input, whole in memory. Name is its slash path from the root; a
// file named on the command line may lie outside and then begins with "../".
type File struct {
	Name string
	Data []byte

	once  sync.Once
	lines []int // byte offset of each line's first byte

	blocks sync.Once
	runes  []int // code points before each block of runeBlock bytes
}

// runeBlock is how many bytes Position counts at most: a minified file is one
// line of megabytes, and a report asks for thousands of places in it.
const runeBlock = 4096

// Span is the bytes [Start, End) of a file. The zero Span points nowhere.
type Span struct {
	File       *File
	Start, End int
}

// IsZero reports whether s points nowhere.
func (s Span) IsZero() bool { return s.File == nil }

// Text is the bytes of the span.
func (s Span) Text() string {
	if s.File == nil {
		return ""
	}
	return string(s.File.Data[s.Start:s.End])
}

// Position is a place as people count it: lines and columns from 1, columns in
// code points. A byte order mark has no column.
type Position struct{ Line, Column int }

// Position turns a byte offset into a line and a column. LF, CRLF and a lone CR
// each end a line; U+0085, U+2028 and U+2029 do not, as in every editor.
func (f *File) Position(offset int) Position {
	f.once.Do(f.index)
	offset = max(0, min(offset, len(f.Data)))
	line := sort.SearchInts(f.lines, offset+1) - 1
	start := f.lines[line]
	if line == 0 {
		start = min(f.bom(), offset)
	}
	return Position{line + 1, f.runesBetween(start, offset) + 1}
}

// Offset is the byte offset of a position, the inverse of Position. A column
// behind the end of its line is the end of the line, a line behind the last one
// the end of the file.
func (f *File) Offset(p Position) int {
	f.once.Do(f.index)
	if p.Line > len(f.lines) {
		return len(f.Data)
	}
	at := f.lines[max(p.Line, 1)-1]
	if at == 0 {
		at = f.bom()
	}
	for column := 1; column < p.Column && at < len(f.Data) && f.Data[at] != '\n' && f.Data[at] != '\r'; column++ {
		_, size := utf8.DecodeRune(f.Data[at:])
		at += size
	}
	return at
}

// bom is the length of the file's byte order mark.
func (f *File) bom() int {
	if bytes.HasPrefix(f.Data, []byte(bom)) {
		return len(bom)
	}
	return 0
}

// runesBetween counts the code points of a part of one line. Only for a long
// line are all blocks of the file counted, once.
func (f *File) runesBetween(start, end int) int {
	if end-start <= runeBlock {
		return countRunes(f.Data[start:end])
	}
	f.blocks.Do(func() {
		f.runes = make([]int, 1, len(f.Data)/runeBlock+1)
		for i := 0; i+runeBlock <= len(f.Data); i += runeBlock {
			f.runes = append(f.runes, f.runes[len(f.runes)-1]+countRunes(f.Data[i:i+runeBlock]))
		}
	})
	before := func(offset int) int {
		block := offset / runeBlock
		return f.runes[block] + countRunes(f.Data[block*runeBlock:offset])
	}
	return before(end) - before(start)
}

// countRunes counts the bytes that begin a code point, so that a block may
// begin in the middle of one.
func countRunes(b []byte) (n int) {
	for _, c := range b {
		if utf8.RuneStart(c) {
			n++
		}
	}
	return n
}

// Line is the text of the line that holds offset, without its line ending.
func (f *File) Line(offset int) string {
	f.once.Do(f.index)
	offset = max(0, min(offset, len(f.Data)))
	line := sort.SearchInts(f.lines, offset+1) - 1
	end := len(f.Data)
	if line+1 < len(f.lines) {
		end = f.lines[line+1]
	}
	return strings.TrimPrefix(strings.TrimRight(string(f.Data[f.lines[line]:end]), "\r\n"), bom)
}

func (f *File) index() {
	f.lines = append(f.lines, 0)
	if bytes.IndexByte(f.Data, '\r') < 0 {
		// The common case, by the machine's own search: megabytes in a millisecond.
		for at := 0; ; {
			i := bytes.IndexByte(f.Data[at:], '\n')
			if i < 0 {
				return
			}
			at += i + 1
			f.lines = append(f.lines, at)
		}
	}
	for i, c := range f.Data {
		if c == '\n' || c == '\r' && (i+1 == len(f.Data) || f.Data[i+1] != '\n') {
			f.lines = append(f.lines, i+1)
		}
	}
}

const bom = "\ufeff"

// Fault is something wrong with an input. A fault of kind Dirt costs the touched
// node only and changes no exit code; any other refuses the file.
type Fault struct {
	At   Span   // zero where there is no place in a file, then File names it
	File string // name of a file that could not be read at all
	Text string // lower case, no final stop
	Dirt bool
}

// Error is "file:line:column: text", the shape every compiler prints.
func (f Fault) Error() string {
	switch {
	case !f.At.IsZero():
		p := f.At.File.Position(f.At.Start)
		return fmt.Sprintf("%s:%d:%d: %s", f.At.File.Name, p.Line, p.Column, f.Text)
	case f.File != "":
		return f.File + ":1:1: " + f.Text
	}
	return f.Text
}
