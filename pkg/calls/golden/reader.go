package golden

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// reader walks the tree of a golden file and gathers every fault on its way.
type reader struct {
	faults   []source.Fault
	findings []Finding
}

// key is a known key of a mapping and what reads its value.
type key struct {
	name string
	read func(*source.Node)
}

var kindWords = map[source.Kind]string{
	source.Null: "nothing", source.Bool: "a boolean", source.Number: "a number",
	source.String: "a string", source.Array: "a list", source.Object: "a mapping",
}

func (r *reader) fault(at source.Span, format string, args ...any) {
	if len(r.faults) < source.MaxFaults {
		r.faults = append(r.faults, source.Fault{At: at, Text: source.Escape(fmt.Sprintf(format, args...))})
	}
}

// told is a fault of a golden call that refuses nothing.
func (r *reader) told(at source.Span, text string) {
	r.findings = append(r.findings, Finding{Kind: NoAnswer, Span: at, Message: text})
}

func (r *reader) expect(n *source.Node, what, expected string) {
	r.fault(n.At, "%s must be %s, not %s", what, expected, kindWords[n.Kind])
}

// mapping reads the members of n with the known keys. The result says which keys
// were given, a misspelt one included; nil where n is no mapping.
func (r *reader) mapping(n *source.Node, what string, known ...key) (given map[string]bool) {
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = k.name
	}
	if n.Kind != source.Object {
		r.expect(n, what, "a mapping with the keys "+strings.Join(names, ", "))
		return nil
	}
	given = map[string]bool{}
	for _, m := range n.Members {
		if i := slices.Index(names, m.Key); i >= 0 {
			given[m.Key] = true
			known[i].read(m.Value)
			continue
		}
		near := config.Nearest(m.Key, names)
		given[near] = true
		if near != "" {
			r.fault(m.KeyAt, "unknown key %q in %s; did you mean %s?", m.Key, what, near)
			continue
		}
		r.fault(m.KeyAt, "unknown key %q in %s, which has %s", m.Key, what, strings.Join(names, ", "))
	}
	return given
}

func (r *reader) list(n *source.Node, what, of string, read func(*source.Node)) {
	if n.Kind != source.Array {
		r.expect(n, what, "a list of "+of)
		return
	}
	for _, item := range n.Items {
		read(item)
	}
}

// text is a text that may not be blank; "" after a fault.
func (r *reader) text(n *source.Node, what, expected string) string {
	text, ok := n.Str()
	switch {
	case !ok:
		r.expect(n, what, expected)
		return ""
	case strings.TrimSpace(text) == "":
		r.fault(n.At, "%s is blank; it must be %s", what, expected)
		return ""
	}
	return text
}

// word is one of a closed list of words; "" after a fault.
func (r *reader) word(n *source.Node, what string, words ...string) string {
	text, ok := n.Str()
	switch {
	case !ok:
		r.expect(n, what, "one of "+strings.Join(words, ", "))
		return ""
	case slices.Contains(words, text):
		return text
	}
	if near := config.Nearest(text, words); near != "" {
		r.fault(n.At, "%s cannot be %q; did you mean %s?", what, text, near)
		return ""
	}
	r.fault(n.At, "%s cannot be %q; it is one of %s", what, text, strings.Join(words, ", "))
	return ""
}
