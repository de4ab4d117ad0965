package loaders

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"google.golang.org/protobuf/types/descriptorpb"
)

// protoPath leads to a declaration in a file descriptor: numbers of fields and
// indexes, as in SourceCodeInfo.Location.
type protoPath []int32

func (p protoPath) at(steps ...int) protoPath {
	longer := make(protoPath, len(p), len(p)+len(steps))
	copy(longer, p)
	for _, s := range steps {
		longer = append(longer, int32(s))
	}
	return longer
}

func (p protoPath) key() string {
	key := make([]byte, 0, 2*len(p))
	for _, n := range p {
		key = binary.AppendUvarint(key, uint64(uint32(n)))
	}
	return string(key)
}

// protoPlace is where a declaration stands in its source, counted from 0, and
// its comments.
type protoPlace struct {
	line, column, end int // end is the last line
	lead, trail       string
}

// protoPlaces are the places of a descriptor's declarations by their path's key.
// Those of their parts, which have paths of odd length, are of no use.
func protoPlaces(info *descriptorpb.SourceCodeInfo) map[string]protoPlace {
	places := map[string]protoPlace{}
	for _, l := range info.GetLocation() {
		if len(l.Path)%2 == 1 && len(l.Path) > 1 || len(l.Span) < 3 {
			continue
		}
		at := protoPlace{
			line: int(l.Span[0]), column: int(l.Span[1]), end: int(l.Span[len(l.Span)-2]),
			lead: l.GetLeadingComments(), trail: l.GetTrailingComments(),
		}
		if len(l.Span) == 3 {
			at.end = at.line
		}
		if key := protoPath(l.Path).key(); places[key] == (protoPlace{}) {
			places[key] = at
		}
	}
	return places
}

// protoLayout is text that is being written. A declaration whose place is known
// goes to the line of its source, as long as what stands before it leaves that
// line free, so that what is said of the printed text is true of the source.
type protoLayout struct {
	bytes.Buffer
	places map[string]protoPlace
	last   int // no line beyond this one is begun to reach a place

	line    int // that is being written, from 0
	column  int // to which a line without a place is indented
	written bool
	comment bool // the line ends with a comment
	gap     bool // a comment stands above that belongs to what is before it
}

// place is where the declaration of a path stands; ok is false where nobody says.
func (l *protoLayout) place(path protoPath) (at protoPlace, ok bool) {
	at, ok = l.places[path.key()]
	return at, ok && 0 <= at.line && at.line <= l.last && 0 <= at.column && at.column < 200
}

func (l *protoLayout) put(format string, args ...any) {
	fmt.Fprintf(l, format, args...)
	l.written = true
}

func (l *protoLayout) newline() {
	l.WriteByte('\n')
	l.line++
	l.written, l.comment = false, false
}

// begin moves to where a declaration begins, and writes its leading comment.
func (l *protoLayout) begin(path protoPath) {
	at, ok := l.place(path)
	if !ok {
		at.line, at.column = -1, l.column
	}
	comment := commentLines(at.lead)
	if l.written && (!ok || len(comment) > 0 || l.comment || at.line != l.line) {
		l.newline()
	}
	if l.gap {
		l.newline()
		l.gap = false
	}
	for l.line < at.line-len(comment) {
		l.newline()
	}
	for _, text := range comment {
		l.put("%*s//%s", at.column, "", text)
		l.newline()
	}
	if l.written {
		l.put(" ")
		return
	}
	l.put("%*s", at.column, "")
}

// follow moves to a statement whose place nobody says: beside what stands there
// already if other places are known, else to a line of its own.
func (l *protoLayout) follow() {
	if len(l.places) == 0 || l.comment {
		l.begin(nil)
		return
	}
	l.put(" ")
}

// end moves to the line where a declaration's closing brace stands.
func (l *protoLayout) end(path protoPath) {
	at, ok := l.place(path)
	switch {
	case !ok:
		at.end, at.column = l.line+1, l.column
	case at.end > l.last:
		at.end = l.line
	}
	if at.end <= l.line && !l.comment {
		l.put(" ")
	} else {
		for l.newline(); l.line < at.end; {
			l.newline()
		}
		l.put("%*s", at.column, "")
	}
	l.gap = false
}

// trail writes the comment that trails a declaration: one line beside it, more below it.
func (l *protoLayout) trail(path protoPath) {
	at, _ := l.place(path)
	comment := commentLines(at.trail)
	for _, text := range comment {
		if len(comment) > 1 {
			l.newline()
			l.put("%*s//%s", at.column, "", text)
		} else {
			l.put(" //%s", text)
		}
	}
	l.comment, l.gap = len(comment) > 0, len(comment) > 1
}

// commentLines are the lines of a comment, with nothing in them that would end
// a line or is no text.
func commentLines(text string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
	text = strings.TrimPrefix(text, "*") // of /**
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}
