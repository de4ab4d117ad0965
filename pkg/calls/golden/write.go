package golden

import (
	"bytes"
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Encode is a suite as YAML that Read reads back: every call with its arguments in
// the order in which they stand.
func Encode(s *Suite) []byte {
	w := &writer{}
	w.line(0, "version: 1")
	w.text(0, "about", s.About)
	if len(s.Cases) == 0 {
		w.line(0, "cases: []")
		return w.out.Bytes()
	}
	w.line(0, "cases:")
	for _, c := range s.Cases {
		w.oneCase(c)
	}
	return w.out.Bytes()
}

type writer struct {
	out  bytes.Buffer
	dash bool // the next line begins an item of a list
}

// line is a line so many levels deep.
func (w *writer) line(depth int, format string, args ...any) {
	indent := bytes.Repeat([]byte("  "), depth)
	if w.dash {
		indent = append(indent[:len(indent)-2], "- "...)
		w.dash = false
	}
	w.out.Write(indent)
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

// text is a key with a text, or nothing where there is none.
func (w *writer) text(depth int, key, text string) {
	if text != "" {
		w.line(depth, "%s: %s", key, config.Scalar(text))
	}
}

func (w *writer) oneCase(c *Case) {
	const depth = 2
	w.dash = true
	w.line(depth, "id: %s", config.Scalar(c.ID))
	w.text(depth, "prompt", c.Prompt)
	w.text(depth, "note", c.Note)
	w.text(depth, "match", string(c.Match))
	w.text(depth, "order", string(c.Order))
	w.text(depth, "extra", string(c.Extra))
	switch len(c.Calls) {
	case 0:
		w.line(depth, "calls: []")
	case 1:
		w.call(depth, c.Calls[0])
	default:
		w.line(depth, "calls:")
		w.calls(depth, c.Calls)
	}
}

// calls is a list below a key that stands at depth.
func (w *writer) calls(depth int, all []*Call) {
	for _, c := range all {
		w.dash = true
		w.call(depth+2, c)
	}
}

func (w *writer) call(depth int, c *Call) {
	w.line(depth, "tool: %s", config.Scalar(c.Tool))
	if c.Args == nil || len(c.Args.Members) == 0 {
		w.line(depth, "arguments: {}")
	} else {
		w.line(depth, "arguments:")
		for _, m := range c.Args.Members {
			w.line(depth+1, "%s: %s", config.Scalar(m.Key), flow(m.Value))
		}
	}
	if len(c.Accept) > 0 {
		w.line(depth, "accept:")
		for _, a := range c.Accept {
			w.line(depth+1, "%s: %s", config.Scalar(a.Field), flow(&source.Node{Kind: source.Array, Items: a.Values}))
		}
	}
	w.list(depth, "optional", c.Optional)
	w.list(depth, "unscored", c.Unscored)
	if len(c.Alternatives) > 0 {
		w.line(depth, "alternatives:")
		w.calls(depth, c.Alternatives)
	}
}

func (w *writer) list(depth int, key string, paths []string) {
	if len(paths) == 0 {
		return
	}
	list := &source.Node{Kind: source.Array}
	for _, p := range paths {
		list.Items = append(list.Items, &source.Node{Kind: source.String, Text: p})
	}
	w.line(depth, "%s: %s", key, flow(list))
}

// flow is a value on one line: JSON but for strings, which are escaped as YAML
// demands it, and stand bare where that is safe.
func flow(n *source.Node) string {
	if n.Kind == source.String {
		return config.Scalar(n.Text)
	}
	return string(config.AppendFlow(nil, n))
}
