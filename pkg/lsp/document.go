package lsp

import (
	"fmt"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// document is a file that is open in the editor, as it stands there.
type document struct {
	uri     string // as the client spells it
	path    string
	version int32
	data    []byte // never changed in place: a run may be reading it
}

// change makes the changes of one notification, each in the text that the one
// before it left.
func (d *document) change(all []contentChange, e encoding) error {
	data := d.data
	for _, c := range all {
		if c.Range == nil {
			data = []byte(c.Text)
			continue
		}
		f := &source.File{Data: data}
		start, end := e.offset(f, c.Range.Start), e.offset(f, c.Range.End)
		if end < start {
			return fmt.Errorf("%s: a change ends before it starts", d.uri)
		}
		data = slices.Concat(data[:start], []byte(c.Text), data[end:])
		if len(data) > maxMessage {
			return fmt.Errorf("%s: the text is larger than %d MiB", d.uri, maxMessage>>20)
		}
	}
	d.data = data
	return nil
}

func (s *Server) opened(m message) *rpcError {
	p, wrong := params[didOpenParams](m)
	if wrong != nil {
		return wrong
	}
	d := p.TextDocument
	name, ok := pathOf(d.URI)
	if !ok {
		return nil // it is no file, and no contract
	}
	s.documents[name] = &document{uri: d.URI, path: name, version: d.Version, data: []byte(d.Text)}
	s.discover()
	s.mark(name, burst, !isThere(name))
	return nil
}

func (s *Server) changed(m message) *rpcError {
	p, wrong := params[didChangeParams](m)
	if wrong != nil {
		return wrong
	}
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return s.unopened(m, p.TextDocument.URI)
	}
	if err := d.change(p.ContentChanges, s.encoding); err != nil {
		return failure(codeInvalidParams, "%v", err)
	}
	d.version = p.TextDocument.Version
	s.mark(d.path, pause, false)
	return nil
}

func (s *Server) saved(m message) *rpcError {
	p, wrong := params[documentParams](m)
	if wrong != nil {
		return wrong
	}
	if name, ok := pathOf(p.TextDocument.URI); ok {
		s.discover()
		s.mark(name, burst, true)
	}
	return nil
}

func (s *Server) closed(m message) *rpcError {
	p, wrong := params[documentParams](m)
	if wrong != nil {
		return wrong
	}
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return s.unopened(m, p.TextDocument.URI)
	}
	delete(s.documents, d.path)
	s.mark(d.path, burst, false) // from now on the disk counts
	s.discover()
	return nil
}

// unopened is what is wrong with a notification on a document that is not open. One
// that is no file of ours is none of our business.
func (s *Server) unopened(m message, uri string) *rpcError {
	if _, ok := pathOf(uri); !ok {
		return nil
	}
	return failure(codeInvalidParams, "%s of a document that is not open", m.Method)
}

func (s *Server) document(uri string) *document {
	name, _ := pathOf(uri)
	return s.documents[name]
}

// touched acts on files that changed on the disk.
func (s *Server) touched(m message) *rpcError {
	p, wrong := params[watchedParams](m)
	if wrong != nil {
		return wrong
	}
	const changed = 2
	s.discover()
	for _, c := range p.Changes {
		// A file that is new, or gone, may be one of a pattern's.
		if name, ok := pathOf(c.URI); ok && s.documents[name] == nil {
			s.mark(name, burst, c.Type != changed)
		}
	}
	return nil
}
