package loaders

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// isBinarySet recognises a set by its first file, as far as there is of it: a
// name, and nothing but what a file descriptor holds. It has control characters,
// which text has not.
func isBinarySet(data []byte) bool {
	num, typ, n := protowire.ConsumeTag(data)
	if num != 1 || typ != protowire.BytesType || !hasControls(data[:min(len(data), 512)]) {
		return false
	}
	size, m := protowire.ConsumeVarint(data[n:])
	if m < 0 {
		return false
	}
	file := data[n+m:]
	whole := size <= uint64(len(file))
	if whole {
		file = file[:size]
	}
	named := false
	for len(file) > 0 {
		num, typ, n := protowire.ConsumeTag(file)
		size := n
		if n > 0 {
			if !inFile(num, typ) {
				return false
			}
			size = protowire.ConsumeFieldValue(num, typ, file[n:])
		}
		if size < 0 {
			return named && !whole && errors.Is(protowire.ParseError(size), io.ErrUnexpectedEOF)
		}
		if num == 1 {
			name, _ := protowire.ConsumeBytes(file[n:])
			named = len(name) > 0 && utf8.Valid(name) && !hasControls(name)
		}
		file = file[n+size:]
	}
	return named
}

// hasControls reports whether data holds a byte that text does not.
func hasControls(data []byte) bool {
	return bytes.ContainsFunc(data, func(r rune) bool { return r < ' ' && r != '\n' && r != '\r' && r != '\t' && r != '\f' })
}

// inFile reports whether a FileDescriptorProto may hold a field; those above a
// thousand are extensions, such as buf's.
func inFile(num protowire.Number, typ protowire.Type) bool {
	switch num {
	case 10, 11: // indexes of imports
		return typ == protowire.VarintType || typ == protowire.BytesType
	case 14: // edition
		return typ == protowire.VarintType
	}
	return typ == protowire.BytesType && (num <= 9 || num == 12 || num == 15 || num >= 1000)
}

// setPart is a message of descriptor.proto; those without parts are stepped over.
type setPart uint8

const (
	locationPart setPart = iota
	filePart
	messagePart
	fieldPart
	oneofPart
	enumPart
	valuePart // of an enum, or a range: both have their options at the same number
	servicePart
	methodPart
	infoPart
	optionsPart
	allParts
)

// setParts are the fields of a part that hold parts.
var setParts = [allParts]map[protowire.Number]setPart{
	filePart: {inFileMessage: messagePart, inFileEnum: enumPart, inFileService: servicePart, inFileExtension: fieldPart, 8: optionsPart, 9: infoPart},
	messagePart: {inMessageField: fieldPart, inMessageMessage: messagePart, inMessageEnum: enumPart, inMessageRange: valuePart,
		inMessageExtension: fieldPart, 7: optionsPart, inMessageOneof: oneofPart, inMessageReserved: valuePart},
	fieldPart:   {8: optionsPart},
	oneofPart:   {2: optionsPart},
	enumPart:    {inEnumValue: valuePart, 3: optionsPart, inEnumReserved: valuePart},
	valuePart:   {3: optionsPart},
	servicePart: {inServiceMethod: methodPart, 3: optionsPart},
	methodPart:  {4: optionsPart},
	infoPart:    {1: locationPart},
}

// scan notes what a file declares and counts its parts, without decoding it:
// two bytes make a message of two hundred.
func (f *setFile) scan() error {
	s := setScan{file: f}
	return s.part(filePart, f.data, 0)
}

type setScan struct {
	file  *setFile
	parts int
}

var errDamaged = errors.New("is cut short or damaged")

func (s *setScan) part(kind setPart, data []byte, depth int) error {
	for len(data) > 0 {
		num, typ, n := protowire.ConsumeTag(data)
		if n < 0 {
			return errDamaged
		}
		size := protowire.ConsumeFieldValue(num, typ, data[n:])
		if size < 0 {
			return errDamaged
		}
		value := data[n : n+size]
		data = data[n+size:]
		if typ != protowire.BytesType {
			continue
		}
		value, _ = protowire.ConsumeBytes(value)
		switch {
		case num == 1 && kind == messagePart:
			s.file.messages[string(value)] = true
		case num == 1 && kind == filePart:
			s.file.path = string(value)
		case num == 2 && kind == fieldPart: // what it extends
			s.file.extends = s.file.extends || bytes.HasPrefix(value, []byte(".buf.validate."))
		}
		inner, ok := setParts[kind][num]
		if !ok {
			continue
		}
		s.file.services = s.file.services || inner == servicePart
		if err := s.count(inner, value, depth); err != nil {
			return err
		}
		if setParts[inner] == nil {
			continue
		}
		if err := s.part(inner, value, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (s *setScan) count(kind setPart, value []byte, depth int) error {
	s.parts++
	if kind == optionsPart {
		s.parts += len(value) / 4 // what an extension holds is not known here
	}
	switch {
	case depth >= source.MaxSetDepth:
		return errors.New("nests messages deeper than " + source.SetDepthLimit.String())
	case s.parts > source.MaxSetParts:
		return errors.New("has more than " + source.SetPartsLimit.String())
	}
	return nil
}
