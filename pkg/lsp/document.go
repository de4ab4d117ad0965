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
