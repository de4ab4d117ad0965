package logs

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// chunkSize is what a chunk has where records are shorter: enough that handing it
// over costs nothing, so little that many are in flight.
const chunkSize = 1 << 20

// Chunk is whole records of a log. Chunks may be scanned in any order, by several
// goroutines; together they tell what the log tells.
type Chunk struct {
	Log   string
	Index int   // of the log, from 0
	Line  int64 // of its first byte, from 1

	data  []byte
	place place
	base  int64 // of data in the log
	last  bool  // as cursor has them
	more  bool
	fault error // why the log could not be read on behind the chunk
}

// spare are buffers of chunks that are done with.
var spare = make(chan []byte, 16)

func (s *splitter) buffer() []byte {
	if s.size != chunkSize {
		return make([]byte, 0, s.size)
	}
	select {
	case b := <-spare:
		return b
	default:
		return make([]byte, 0, chunkSize)
	}
}

// Free gives the chunk's memory back. Nothing of it may be used afterwards.
func (c *Chunk) Free() {
	if cap(c.data) == chunkSize {
		select {
		case spare <- c.data[:0]:
		default:
		}
	}
	c.data = nil
}

// Read cuts a log into chunks, in order. The log may be gzip-compressed, in one
// member or several, and may begin with a byte order mark. The error is that of
// each, or says why the log could not be read to its end: it breaks off, is damaged,
// or r failed. Then what came before counts, and one broken record, whose place is
// where the log ended, stands for all the rest.
func Read(r io.Reader, log string, each func(*Chunk) error) error {
	return read(r, log, chunkSize, each)
}

func read(r io.Reader, log string, size int, each func(*Chunk) error) error {
	in := bufio.NewReaderSize(r, 64<<10)
	s := splitter{in: in, log: log, size: size, each: each, line: 1}
	if magic, _ := in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		packed, err := gzip.NewReader(in)
		if err != nil {
			return s.fail(nil, streamFault(err))
		}
		s.in = packed
	}
	return s.run()
}

// splitter cuts a stream where records end.
type splitter struct {
	in    io.Reader
	log   string
	size  int // of a chunk
	each  func(*Chunk) error
	place place
	base  int64 // of the next chunk in the log
	line  int64
	index int
}

func (s *splitter) run() error {
	data := s.buffer()
	for {
		n, err := s.in.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == nil && len(data) < cap(data) {
			continue
		}
		if s.index == 0 && s.base == 0 {
			var fault error
			if data, fault = mark(data); fault != nil {
				return s.fail(nil, fault)
			}
		}
		if err != nil {
			return s.fail(data, streamFault(err))
		}
		at, then := lastHard(data), place{}
		more := at == 0
		if more {
			at, then = s.lastRecord(data)
		}
		if at == 0 && cap(data) >= source.MaxRecord+2*s.size {
			at = len(data) // a record is shorter, so that this cannot be; but nothing may read for ever
		}
		if at == 0 {
			grown := make([]byte, len(data), min(2*cap(data), source.MaxRecord+2*s.size))
			copy(grown, data)
			data = grown
			continue
		}
		rest := s.buffer()
		if left := len(data) - at; left >= cap(rest) {
			rest = make([]byte, 0, left+s.size)
		}
		rest = append(rest, data[at:]...)
		if err := s.hand(Chunk{data: data[:at], last: true, more: more}, then); err != nil {
			return err
		}
		data = rest
	}
}

// fail hands over what is left of a log that ends for a reason, or, where it is nil, at its end.
func (s *splitter) fail(data []byte, why error) error {
	if err := s.hand(Chunk{data: data, last: true, fault: why}, place{}); err != nil {
		return err
	}
	return why
}

// mark takes the byte order mark off the head of a log.
func mark(data []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return append(data[:0], data[3:]...), nil
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return data, errWide
	}
	return data, nil
}

// Why a log cannot be read on, where it is the log's bytes.
var (
	errWide    = errors.New("UTF-16; write the log as UTF-8")
	errShort   = errors.New("gzip data that is cut short")
	errDamaged = errors.New("gzip data that is damaged")
)

// streamFault is why a stream ends: nil at its end.
func streamFault(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errShort
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		return errDamaged
	}
	return err
}

// lastHard is where the last record of data begins that is known to be one without
// reading what comes before it; 0 where there is none.
func lastHard(data []byte) int {
	for end := len(data); ; {
		at := bytes.LastIndex(data[:end], []byte("\n{"))
		if at < 0 {
			return 0
		}
		if hard(data, at+1) {
			return at + 1
		}
		end = at + 1
	}
}

// lastRecord is where the last record ends that data holds whole, and what holds
// there; 0 where it holds none.
func (s *splitter) lastRecord(data []byte) (at int, then place) {
	c := cursor{place: s.place, data: data, base: s.base, tape: tape{keys: keys()}}
	for {
		// Of what a broken record could have been, those who scan must see all to find it broken too.
		what, moved := found, c.skip
		if c.skip {
			what = c.resume()
		}
		if moved && c.base+int64(c.pos) >= c.solo {
			at, then = c.pos, c.place
		}
		if what == found {
			what, _ = c.next()
			if what != broken && what != hungry && c.base+int64(c.pos) >= c.solo {
				at, then = c.pos, c.place
			}
		}
		if what == ended || what == hungry {
			return at, then
		}
	}
}

// hand hands a chunk over, behind which then holds.
func (s *splitter) hand(c Chunk, then place) error {
	c.Log, c.Index, c.Line, c.base, c.place = s.log, s.index, s.line, s.base, s.place
	s.index++
	s.line += int64(bytes.Count(c.data, []byte{'\n'}))
	then.head, then.inked = s.place.head, s.place.inked
	line := c.data
	if head := bytes.LastIndexByte(c.data, '\n'); head >= 0 {
		then.head, then.inked, line = s.base+int64(head)+1, false, c.data[head+1:]
	}
	then.inked = then.inked || len(bytes.TrimLeft(line, " \t\r")) > 0
	s.base += int64(len(c.data))
	s.place = then
	return s.each(&c)
}
