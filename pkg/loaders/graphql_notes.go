package loaders

import (
	"bytes"

	"github.com/vektah/gqlparser/v2/lexer"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// placeNotes gives each waiver to the field or argument that it stands beside or
// above. One that stands elsewhere waives nothing, and is to be told.
func (r *sdlReader) placeNotes() {
	for _, note := range r.notes {
		w, ok := contract.ParseWaiver(note.comment)
		f := r.owner(note)
		switch {
		case !ok:
			r.dirt(note.comment.At, "no waiver: one is written tooldrift:waive RULE -- reason")
		case f == nil:
			r.strays = append(r.strays, w)
		default:
			f.waivers = append(f.waivers, w)
		}
	}
}

// owner is the field that a comment is about: the one that ends before it on its
// line, the one whose arguments begin there, else the one that begins behind it.
func (r *sdlReader) owner(note sdlNote) *gqlField {
	if note.next == 0 {
		return nil
	}
	before := r.tokens[note.next-1]
	beside := !bytes.ContainsAny(r.file.Data[before.end:note.comment.At.Start], "\r\n")
	switch f := r.ends[note.next]; {
	case beside && f != nil:
		return f
	case beside && before.kind == lexer.ParenL:
		return r.starts[note.next-2]
	}
	return r.starts[note.next]
}
