package logs

import (
	"bytes"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// Stats count what a log holds.
type Stats struct {
	Records int64 // that could be read; each value at the top, or in a list at the top, is one
	Broken  int64 // that could not
	Calls   int64
	// Examples are the first broken records, ExamplesKept at most.
	Examples []Broken
}

// ExamplesKept is how many broken records are told with their place.
const ExamplesKept = 20

// Broken is a record that could not be read.
type Broken struct {
	Line int64 // from 1
	Why  string
}

// Add counts what a later part of the same log, or another log, holds.
func (s *Stats) Add(o Stats) {
	s.Records += o.Records
	s.Broken += o.Broken
	s.Calls += o.Calls
	s.Examples = append(s.Examples, o.Examples[:min(len(o.Examples), ExamplesKept-len(s.Examples))]...)
}

// place is where in a log records are read: what a chunk takes over from the one
// before it.
type place struct {
	inList bool // within a list at the top, whose items are records
	due    bool // of a list: a comma, or its end, is due before the next item
	skip   bool // within what goes on with a broken record
	before byte // while skip: the last byte that is no white space
	indent int64
	list   int64 // the byte of the log where the list begins
	head   int64 // the byte of the log where the line begins
	inked  bool  // more than white space stands on that line before the place
	solo   int64 // up to this byte of the log, a record may not go beyond its line
}

// cursor cuts a text into records. It is the one that knows what a record is, for
// the reader who cuts a stream into chunks and for those who scan the chunks.
type cursor struct {
	place
	data  []byte
	pos   int
	start int   // of the record that next found: data[start:pos]
	base  int64 // of data in the log
	last  bool  // no record that begins in data goes on behind it
	more  bool  // but a list does
	tape  tape
}

// step is what a cursor found.
type step uint8

const (
	found  step = iota // a record
	broken             // a record that cannot be read
	ended              // nothing more in data
	hungry             // nothing more that can be decided without what follows data
)

// mostBlank is how much white space on a line is looked through for what follows
// it. A file of nothing else must not fill memory.
const mostBlank = 4096

// next finds the next record. Where it cannot be decided without what follows
// data, the cursor stays where the record begins.
func (c *cursor) next() (step, flaw) {
	for {
		if c.skip {
			if s := c.resume(); s != found {
				return s, ""
			}
		}
		c.pos = c.gap(c.pos)
		c.start = c.pos
		if c.pos >= len(c.data) {
			if c.inList && c.last && !c.more {
				c.inList, c.due = false, false
				return broken, "cut off: the list has no end"
			}
			return ended, ""
		}
		b := c.data[c.pos]
		switch {
		case !c.inList && b == '[' && !c.short():
			c.inList, c.due = true, false
			c.list = c.base + int64(c.pos)
			c.pos++
		case !c.inList:
			return c.record()
		case b == ']':
			c.inList, c.due = false, false
			c.pos++
		case c.due && b == ',':
			c.due = false
			c.pos++
		case c.due && c.atHead():
			c.inList, c.due = false, false
			return broken, "cut off: the list has no end"
		case c.due:
			return c.fail(c.pos, "neither , nor ] behind an item of the list")
		default:
			return c.record()
		}
	}
}

// gap skips what may stand between records: white space, and the separator of
// RFC 7464.
func (c *cursor) gap(i int) int {
	for i < len(c.data) && (c.data[i] == ' ' || c.data[i] == '\n' || c.data[i] == '\t' || c.data[i] == '\r' || c.data[i] == 0x1e) {
		i++
	}
	return i
}

// short says that the record begins where none may go beyond its line, so that
// no list begins there.
func (c *cursor) short() bool { return c.base+int64(c.start) < c.solo }

func (c *cursor) record() (step, flaw) {
	text, whole := c.data, c.last
	if c.short() {
		if end := bytes.IndexByte(text[c.pos:], '\n'); end >= 0 {
			text, whole = text[:c.pos+end], true
		}
	}
	if len(text) > c.pos+source.MaxRecord {
		text, whole = text[:c.pos+source.MaxRecord], true
	}
	end, why := c.tape.read(text, c.pos)
	if why == "" && end == len(text) && bytes.IndexByte([]byte("}]\""), text[end-1]) < 0 {
		why = cutOff // perhaps: 12 may be all that is there of 123
		if whole {
			why = ""
		}
	}
	if why == "" && !c.inList {
		var at int
		if at, why = c.follows(end); why == "" {
			at = end
		}
		end = at
	}
	switch {
	case why == "":
		c.pos, c.due = end, c.inList
		return found, ""
	case why == cutOff && !whole:
		return hungry, ""
	case why == cutOff && end-c.pos >= source.MaxRecord:
		why = flaw("larger than " + source.RecordLimit.Words())
	}
	return c.fail(end, why)
}

// hard says that at pos, where a text does not go on as JSON must, another record
// begins: a brace at the head of a line, and one that closes at the end of the
// line above. No JSON value has that inside.
func hard(data []byte, pos int) bool {
	if pos < 2 || pos >= len(data) || data[pos] != '{' || data[pos-1] != '\n' {
		return false
	}
	return data[pos-2] == '}' || pos > 2 && data[pos-2] == '\r' && data[pos-3] == '}'
}

// follows is what is wrong with what stands on the line behind a value that ends
// at end, and where. A lone number or word is no record where more follows it:
// 2026 begins many lines that are no JSON.
func (c *cursor) follows(end int) (int, flaw) {
	i := end
	for i < len(c.data) && i < end+mostBlank && (c.data[i] == ' ' || c.data[i] == '\t' || c.data[i] == '\r') {
		i++
	}
	if i >= len(c.data) {
		if c.last {
			return i, ""
		}
		return i, cutOff
	}
	after := c.data[i]
	closed := c.data[end-1] == '}' || c.data[end-1] == ']'
	switch {
	case after == '\n', closed && (after == '{' || after == '[' || after == 0x1e):
		return i, ""
	case closed:
		return i, "more text behind it"
	}
	return i, "no JSON"
}

// fail passes over a record that is broken at end: the rest of its line, and
// lines below it that go on with it. Where a line that begins another record is
// what breaks it, it is the record that is cut off.
func (c *cursor) fail(end int, why flaw) (step, flaw) {
	if head := bytes.LastIndexByte(c.data[:c.start], '\n'); head >= 0 {
		c.head = c.base + int64(head) + 1
	}
	c.indent = c.base + int64(c.start) - c.head
	if end < len(c.data) {
		line := bytes.LastIndexByte(c.data[:end], '\n') + 1
		if line > c.start && space(c.data, line) == end && c.begins(c.data[end], end-line) {
			end, why = line-1, cutOff
		}
	}
	c.solo = max(c.solo, c.base+int64(end)+1)
	c.skip, c.before = true, 0
	return broken, why
}

// begins says that a line does not go on with the broken record before it: it
// begins no further right with a bracket, or it is nothing that could go on.
func (c *cursor) begins(first byte, indent int) bool {
	if first == '{' || first == '[' {
		return int64(indent) <= c.indent
	}
	return indent == 0 && bytes.IndexByte([]byte("\n\"}],"), first) < 0
}

// resume finds where a record may begin behind a broken one.
func (c *cursor) resume() step {
	for {
		n := bytes.IndexByte(c.data[c.pos:], '\n')
		end := c.pos + n
		if n < 0 {
			end = len(c.data)
		}
		if text := bytes.TrimRight(c.data[c.pos:end], " \t\r\n"); len(text) > 0 {
			c.before = text[len(text)-1]
		}
		c.pos = end
		if n < 0 {
			if c.last {
				c.skip, c.inList, c.due = false, false, false
			}
			return ended
		}
		i := end + 1
		for i < len(c.data) && i <= end+mostBlank && (c.data[i] == ' ' || c.data[i] == '\t' || c.data[i] == '\r') {
			i++
		}
		if i >= len(c.data) && !c.last {
			return hungry
		}
		c.pos++
		if i >= len(c.data) {
			continue
		}
		if c.begins(c.data[i], i-end-1) {
			c.skip = false
			c.head = c.base + int64(c.pos)
			c.inList, c.due = c.inList && c.before == ',', false
			return found
		}
	}
}

// atHead says that only white space stands before the record on its line.
func (c *cursor) atHead() bool {
	for i := c.start - 1; i >= 0; i-- {
		switch c.data[i] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return !c.inked
}
