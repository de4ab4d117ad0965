package source

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Parse reads a file by its content: JSON where the first byte that is no space
// is { or [ (comments and trailing commas are accepted as JSONC), else YAML.
// The node is nil only where nothing could be read; faults that are no Dirt refuse the file.
func Parse(f *File) (*Node, []Fault) {
	if fault := notUTF8(f); fault != nil {
		return nil, []Fault{*fault}
	}
	start := f.bom()
	for start < len(f.Data) && isWhite(f.Data[start]) {
		start++
	}
	rest := f.Data[start:]
	switch {
	case len(rest) == 0:
		return nil, []Fault{{At: Span{f, 0, 0}, Text: "the file is empty"}}
	case rest[0] == '<':
		return nil, []Fault{{At: Span{f, start, start + 1}, Text: "this is HTML or XML, not JSON or YAML"}}
	case rest[0] == '{', rest[0] == '[', bytes.HasPrefix(rest, []byte("//")), bytes.HasPrefix(rest, []byte("/*")):
		return parseBraced(f)
	}
	return ParseYAML(f)
}

// parseBraced reads what looks like JSON. JSONC goes before YAML: a YAML parser
// takes "//" for a part of the next key and says nothing.
func parseBraced(f *File) (*Node, []Fault) {
	strict, faults := ParseJSON(f)
	if strict != nil {
		return strict, faults
	}
	lax, laxFaults := ParseJSONC(f)
	if lax != nil {
		return lax, laxFaults
	}
	if mayBeYAML(f, faults) {
		if root, yamlFaults := ParseYAML(f); root != nil {
			return root, yamlFaults
		}
	}
	// Comments and trailing commas that came before the real fault are not the fault.
	if last(laxFaults).At.Start > last(faults).At.Start {
		faults = laxFaults
	}
	return nil, faults
}

func last(faults []Fault) Fault { return faults[len(faults)-1] }

// mayBeYAML reports whether a file that begins like JSON, but is none, is meant
// as YAML. A YAML parser reads most broken JSON too, and otherwise than its
// author meant it ("tru" is a string), so the name or a bare key must say so.
func mayBeYAML(f *File, faults []Fault) bool {
	switch Ext(f.Name) {
	case ".yaml", ".yml":
		return true
	case ".json", ".jsonc", ".json5", ".jsonl", ".ndjson":
		return false
	}
	at := last(faults).At.Start
	return strings.HasPrefix(last(faults).Text, "expected "+wantKey) && at < len(f.Data) && f.Data[at] != '\''
}

// ParseJSON reads strict JSON: what json.Valid accepts, but for a key twice in one object.
func ParseJSON(f *File) (*Node, []Fault) { return parseJSON(f, false) }

// ParseJSONC reads JSON with // and /* */ comments and trailing commas.
func ParseJSONC(f *File) (*Node, []Fault) { return parseJSON(f, true) }

// ParseJSONLines reads one JSON value from each line that is not blank. A fault
// costs its own line only.
func ParseJSONLines(f *File) ([]*Node, []Fault) {
	if fault := notUTF8(f); fault != nil {
		return nil, []Fault{*fault}
	}
	return parseLines(f)
}

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
			return &Fault{At: Span{f, at, at + 1}, Text: fmt.Sprintf("not UTF-8: the byte %#02x stands here", f.Data[at])}
		}
		at += size
	}
}
