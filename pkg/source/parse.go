package source

import (
	"bytes"
	"unicode/utf8"
)

// Parse reads a file by its content: JSON where the first byte that is no space
// is { or [ (comments and trailing commas are accepted as JSONC), else YAML.
// The node is nil only where nothing could be read; faults that are no Dirt refuse the file.
func Parse(f *File) (*Node, []Fault) {
	if fault := notUTF8(f); fault != nil {
		return nil, []Fault{*fault}
	}
	rest := bytes.TrimLeft(bytes.TrimPrefix(f.Data, []byte(bom)), " \t\r\n")
	start := len(f.Data) - len(rest)
	switch {
	case len(rest) == 0:
		return nil, []Fault{{At: Span{f, start, start}, Text: "the file is empty"}}
	case rest[0] == '<':
		return nil, []Fault{{At: Span{f, start, start + 1}, Text: "this is HTML or XML, not JSON or YAML"}}
	case rest[0] == '{' || rest[0] == '[' || bytes.HasPrefix(rest, []byte("//")) || bytes.HasPrefix(rest, []byte("/*")):
		return parseBraced(f)
	}
	return ParseYAML(f)
}

// parseBraced reads what looks like JSON. JSONC goes before YAML: a YAML parser
// takes "//" for a part of the next key and says nothing.
func parseBraced(f *File) (*Node, []Fault) {
	root, faults := ParseJSON(f)
	if root != nil {
		return root, faults
	}
	if root, faults := ParseJSONC(f); root != nil {
		return root, faults
	}
	if root, faults := ParseYAML(f); root != nil && len(faults) == 0 {
		return root, nil
	}
	return nil, faults
}

// ParseJSON reads strict JSON: what json.Valid accepts, but for a key twice in one object.
func ParseJSON(f *File) (*Node, []Fault) { return parseJSON(f, false) }

// ParseJSONC reads JSON with // and /* */ comments and trailing commas.
func ParseJSONC(f *File) (*Node, []Fault) { return parseJSON(f, true) }

// notUTF8 is the fault of a file in another encoding, or nil.
func notUTF8(f *File) *Fault {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff"} {
		if bytes.HasPrefix(f.Data, []byte(mark)) {
			return &Fault{At: Span{f, 0, 2}, Text: "not UTF-8 but UTF-16; save it as UTF-8"}
		}
	}
	if utf8.Valid(f.Data) {
		return nil
	}
	at := 0
	for {
		r, size := utf8.DecodeRune(f.Data[at:])
		if r == utf8.RuneError && size == 1 {
			return &Fault{At: Span{f, at, at + 1}, Text: "not UTF-8 from here on"}
		}
		at += size
	}
}
