package golden

import (
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// reader reads a golden file.
type reader struct {
	config.Reader
	findings []Finding
}

// told is a fault of a golden call that refuses nothing.
func (r *reader) told(at source.Span, text string) {
	r.findings = append(r.findings, Finding{Kind: NoAnswer, Span: at, Message: text})
}

// text is a text that may not be blank; "" after a fault.
func (r *reader) text(n *source.Node, what, expected string) string {
	text, ok := r.Text(n, what, expected)
	if !ok {
		return ""
	}
	return text
}
