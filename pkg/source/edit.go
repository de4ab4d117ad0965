package source

import (
	"fmt"
	"slices"
	"sort"
)

// Edit replaces the bytes of a span. An empty span inserts.
type Edit struct {
	At  Span
	New string
}

// Apply is the file's bytes with all edits made; the file itself is not changed.
// Edits may come in any order. It is an error when two of them overlap or insert
// at the same place, or when one is of another file or outside this one, and a
// compressed file is not edited.
func Apply(f *File, edits []Edit) ([]byte, error) {
	if f.Packed && len(edits) > 0 {
		return nil, fmt.Errorf("%s: a compressed file is not edited; decompress it first", f.Name)
	}
	edits = slices.Clone(edits)
	sort.SliceStable(edits, func(i, j int) bool {
		a, b := edits[i].At, edits[j].At
		return a.Start < b.Start || a.Start == b.Start && a.End < b.End
	})
	var out []byte
	done := 0
	for i, e := range edits {
		switch {
		case e.At.File != f:
			return nil, fmt.Errorf("%s: an edit belongs to another file", f.Name)
		case e.At.Start < 0 || e.At.End < e.At.Start || e.At.End > len(f.Data):
			return nil, fmt.Errorf("%s: an edit lies outside the file", f.Name)
		case i > 0 && (e.At.Start < done || e.At == edits[i-1].At):
			p := f.Position(e.At.Start)
			return nil, fmt.Errorf("%s:%d:%d: two edits overlap", f.Name, p.Line, p.Column)
		}
		out = append(out, f.Data[done:e.At.Start]...)
		out = append(out, e.New...)
		done = e.At.End
	}
	return append(out, f.Data[done:]...), nil
}
