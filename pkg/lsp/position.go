package lsp

import (
	"unicode/utf8"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// encoding is what the characters of a position count (LSP 3.17, PositionEncodingKind).
type encoding string

const (
	inBytes      encoding = "utf-8"
	inUnits      encoding = "utf-16"
	inCodePoints encoding = "utf-32"
)

// negotiate is the first of the client's encodings that is known here. Without
// one it is UTF-16, which every client must know.
func negotiate(offered []encoding) encoding {
	for _, e := range offered {
		if e == inBytes || e == inUnits || e == inCodePoints {
			return e
		}
	}
	return inUnits
}

// places turns spans of files into ranges.
type places struct {
	encoding
	astral map[*source.File][]uint32 // code points of two UTF-16 units before each block of blockSize bytes; of the files looked at
}

// blockSize is how many bytes are counted at most for one position, as in
// pkg/source: a minified file is one line of megabytes, with thousands of places in it.
const blockSize = 4096

func (p *places) rangeOf(at source.Span) textRange {
	if at.File.Packed {
		return textRange{} // what the editor shows is not what the span is of
	}
	return textRange{p.position(at.File, at.Start), p.position(at.File, at.End)}
}

// position is a byte offset as line and character, both from 0. A byte order mark
// is no character: editors take it off what they show.
func (p *places) position(f *source.File, offset int) position {
	at := f.Position(offset)
	out := position{Line: uint32(at.Line - 1), Character: uint32(at.Column - 1)}
	if p.encoding == inCodePoints {
		return out
	}
	offset = min(offset, len(f.Data))
	start := min(f.Offset(source.Position{Line: at.Line, Column: 1}), offset)
	if p.encoding == inBytes {
		out.Character = uint32(offset - start)
	} else {
		out.Character += p.astralBefore(f, offset) - p.astralBefore(f, start)
	}
	return out
}

func (p *places) astralBefore(f *source.File, offset int) uint32 {
	blocks := p.astral[f]
	if blocks == nil {
		blocks = make([]uint32, 1, len(f.Data)/blockSize+1)
		for i := 0; i+blockSize <= len(f.Data); i += blockSize {
			blocks = append(blocks, blocks[len(blocks)-1]+countAstral(f.Data[i:i+blockSize]))
		}
		if p.astral == nil {
			p.astral = map[*source.File][]uint32{}
		}
		p.astral[f] = blocks
	}
	block := offset / blockSize
	return blocks[block] + countAstral(f.Data[block*blockSize:offset])
}

// countAstral counts the code points that take two UTF-16 units: four bytes in UTF-8.
func countAstral(data []byte) (n uint32) {
	for _, b := range data {
		if b >= 0xf0 {
			n++
		}
	}
	return n
}

// offset is the byte offset of a position. A character behind the end of its line
// is the end of the line, a line behind the last one the end of the file.
func (e encoding) offset(f *source.File, p position) int {
	at := f.Offset(source.Position{Line: int(p.Line) + 1, Column: 1})
	for left := int64(p.Character); left > 0 && at < len(f.Data) && f.Data[at] != '\n' && f.Data[at] != '\r'; {
		r, size := utf8.DecodeRune(f.Data[at:])
		switch {
		case e == inBytes:
			left -= int64(size)
		case e == inUnits && r > 0xffff:
			left -= 2
		default:
			left--
		}
		if left < 0 {
			break // it is in the middle of a character, which stays whole
		}
		at += size
	}
	return at
}
