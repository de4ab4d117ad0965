// Package source is where bytes come from: files read through one fs.FS, byte
// spans into them, and JSON and YAML trees whose every node knows its span.
// It knows nothing of tools, APIs or findings, and never touches the network.
package source

import (
	"bytes"
	"fmt"
	"slices"
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

	Packed bool // it is gzip-compressed where it lies; Data, and all spans, are of what it holds

	once   sync.Once
	cr     bool  // there is a CR somewhere
	breaks []int // line breaks before each block of blockSize bytes

	blocks sync.Once
	runes  []int // code points before each block
}

// blockSize is how many bytes Position counts at most: a minified file is one
// line of megabytes, and a report asks for thousands of places in it.
const blockSize = 4096

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
	offset = max(0, min(offset, len(f.Data)))
	line, start := f.line(offset)
	if line == 0 {
		start = min(f.bom(), offset)
	}
	return Position{line + 1, f.runesBetween(start, offset) + 1}
}

// Offset is the byte offset of a position, the inverse of Position. A column
// behind the end of its line is the end of the line, a line behind the last one
// the end of the file.
func (f *File) Offset(p Position) int {
	at := f.lineOffset(max(p.Line, 1) - 1)
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
	if end-start <= blockSize {
		return countRunes(f.Data[start:end])
	}
	f.blocks.Do(func() {
		f.runes = make([]int, 1, len(f.Data)/blockSize+1)
		for i := 0; i+blockSize <= len(f.Data); i += blockSize {
			f.runes = append(f.runes, f.runes[len(f.runes)-1]+countRunes(f.Data[i:i+blockSize]))
		}
	})
	before := func(offset int) int {
		block := offset / blockSize
		return f.runes[block] + countRunes(f.Data[block*blockSize:offset])
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
	_, start := f.line(max(0, min(offset, len(f.Data))))
	line := f.Data[start:]
	if end := bytes.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	}
	return strings.TrimPrefix(string(line), bom)
}

// line is the number, from 0, of the line that holds offset, and where it begins.
func (f *File) line(offset int) (line, start int) {
	f.once.Do(f.index)
	block := offset / blockSize
	if n := f.countBreaks(block*blockSize, offset); n > 0 {
		return f.breaks[block] + n, f.lastBreak(block*blockSize, offset)
	}
	line = f.breaks[block]
	if line == 0 {
		return 0, 0
	}
	// The break is in the block before the first one that has as many before it.
	block = sort.SearchInts(f.breaks, line)
	return line, f.lastBreak((block-1)*blockSize, block*blockSize)
}

// lineOffset is where a line begins, counted from 0, or the end of the file.
func (f *File) lineOffset(line int) int {
	f.once.Do(f.index)
	if line == 0 {
		return 0
	}
	block := sort.SearchInts(f.breaks, line) - 1
	n := f.breaks[block]
	for i := block * blockSize; i < len(f.Data); i++ {
		if f.isBreak(i) {
			if n++; n == line {
				return i + 1
			}
		}
	}
	return len(f.Data)
}

// isBreak reports whether the byte at i ends a line.
func (f *File) isBreak(i int) bool {
	return f.Data[i] == '\n' || f.Data[i] == '\r' && (i+1 == len(f.Data) || f.Data[i+1] != '\n')
}

func (f *File) index() {
	f.cr = bytes.IndexByte(f.Data, '\r') >= 0
	f.breaks = make([]int, 1, len(f.Data)/blockSize+1)
	for i := 0; i+blockSize <= len(f.Data); i += blockSize {
		f.breaks = append(f.breaks, f.breaks[len(f.breaks)-1]+f.countBreaks(i, i+blockSize))
	}
}

// countBreaks counts the line breaks that end in [start, end). Without a CR
// they are counted by the machine's own search: megabytes in a millisecond.
func (f *File) countBreaks(start, end int) (n int) {
	if !f.cr {
		return bytes.Count(f.Data[start:end], []byte{'\n'})
	}
	for i := start; i < end; i++ {
		if f.isBreak(i) {
			n++
		}
	}
	return n
}

// lastBreak is the offset behind the last line break that ends in [start, end).
func (f *File) lastBreak(start, end int) int {
	for end > start && !f.isBreak(end-1) {
		end--
	}
	return end
}

const bom = "\ufeff"

// Fault is something wrong with an input. A fault of kind Dirt costs the touched
// node only and changes no exit code; any other refuses the file.
type Fault struct {
	At   Span   // zero where there is no place in a file, then File names it
	File string // name of a file that could not be read at all
	Text string // lower case, no final stop
	Also Span   // another place, which Text names as Place writes it; may be zero
	Dirt bool
}

// Place is where a span begins, as compilers print it: "file:line:column".
func (s Span) Place() string {
	p := s.File.Position(s.Start)
	return fmt.Sprintf("%s:%d:%d", s.File.Name, p.Line, p.Column)
}

// Refused reports whether one of the faults refuses an input.
func Refused(faults []Fault) bool {
	return slices.ContainsFunc(faults, func(f Fault) bool { return !f.Dirt })
}

// Refusing are the faults that refuse an input.
func Refusing(faults []Fault) []Fault {
	return slices.DeleteFunc(slices.Clone(faults), func(f Fault) bool { return f.Dirt })
}

// Error is "file:line:column: text", the shape every compiler prints.
func (f Fault) Error() string {
	switch {
	case !f.At.IsZero():
		return f.At.Place() + ": " + f.Text
	case f.File != "":
		return f.File + ":1:1: " + f.Text
	}
	return f.Text
}
