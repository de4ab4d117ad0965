package source

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// lineTable turns the library's lines and columns into byte offsets. Its lines
// also end at U+0085, U+2028 and U+2029, which those of a File do not.
type lineTable struct {
	file   *File
	from   int
	starts []int

	line, column, at int // the offset asked for last: a minified file is one line
}

// newLineTable is the table of the bytes [from, to) of f, which begin a line.
func newLineTable(f *File, from, to int) *lineTable {
	l := &lineTable{file: f, from: from, starts: []int{max(from, f.bom())}}
	for i := from; i < to; {
		if n := lineBreak(f.Data[i:]); n > 0 {
			i += n
			l.starts = append(l.starts, i)
			continue
		}
		i++
	}
	return l
}

// lineBreak is the length of the YAML 1.1 line break that begins b, or 0.
func lineBreak(b []byte) int {
	switch {
	case len(b) == 0:
		return 0
	case b[0] == '\n':
		return 1
	case b[0] == '\r':
		if len(b) > 1 && b[1] == '\n' {
			return 2
		}
		return 1
	case b[0] == 0xc2 && len(b) > 1 && b[1] == 0x85:
		return 2
	case b[0] == 0xe2 && len(b) > 2 && b[1] == 0x80 && (b[2] == 0xa8 || b[2] == 0xa9):
		return 3
	}
	return 0
}

// offset is the byte offset of a line and a column, both from 1.
func (l *lineTable) offset(line, column int) int {
	if line < 1 {
		return 0
	}
	if line > len(l.starts) {
		return len(l.file.Data)
	}
	at, c := l.starts[line-1], 1
	if line == l.line && column >= l.column {
		at, c = l.at, l.column
	}
	for ; c < column && at < len(l.file.Data); c++ {
		_, size := utf8.DecodeRune(l.file.Data[at:])
		at += size
	}
	l.line, l.column, l.at = line, c, at
	return at
}

// indent is how many bytes of the library's line lie before the offset.
func (l *lineTable) indent(at int) int {
	for start := at; ; start-- {
		if start == 0 || start == l.starts[0] || lineBreak(l.file.Data[start-1:]) > 0 {
			return at - start
		}
	}
}

// fault is an error of the library as ours.
func (l *lineTable) fault(err error) *Fault {
	var e *yaml.LoadError
	var all *yaml.LoadErrors
	if errors.As(err, &all) && len(all.Errors) > 0 {
		e = all.Errors[0]
	} else if !errors.As(err, &e) {
		return &Fault{At: Span{l.file, 0, 0}, Text: strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	at := l.offset(e.Mark.Line, e.Mark.Column)
	if e.Mark.Line == 0 {
		at = min(l.from+e.Mark.Index, len(l.file.Data))
	}
	if at < len(l.file.Data) && l.file.Data[at] == '\t' {
		return &Fault{At: Span{l.file, at, at + 1}, Text: "YAML is indented with spaces, and here is a tab"}
	}
	text := clip(strings.TrimPrefix(e.Message, "yaml: "))
	if e.ContextMsg != "" && text != tooDeep {
		text += " " + e.ContextMsg
		if e.ContextMark.Line > 0 && e.ContextMark.Line != e.Mark.Line {
			p := l.file.Position(l.offset(e.ContextMark.Line, e.ContextMark.Column))
			text += fmt.Sprintf(" that begins at %d:%d", p.Line, p.Column)
		}
	}
	return &Fault{At: Span{l.file, at, at}, Text: Escape(text)}
}
