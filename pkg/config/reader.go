package config

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// Reader walks the tree of a file that people write and gathers every fault on its
// way, with the nearest of the names that there are.
type Reader struct {
	Faults []source.Fault // source.MaxFaults at most
}

// Key is a known key of a mapping and what reads its value.
type Key struct {
	Name string
	Read func(*source.Node)
}

var kindWords = map[source.Kind]string{
	source.Null: "nothing", source.Bool: "a boolean", source.Number: "a number",
	source.String: "a string", source.Array: "a list", source.Object: "a mapping",
}

// Fault adds a fault at a place. What it quotes of the file is escaped.
func (r *Reader) Fault(at source.Span, format string, args ...any) {
	if len(r.Faults) < source.MaxFaults {
		r.Faults = append(r.Faults, source.Fault{At: at, Text: source.Escape(fmt.Sprintf(format, args...))})
	}
}

// Expect faults a node of the wrong kind and says what belongs there.
func (r *Reader) Expect(n *source.Node, what, expected string) {
	r.Fault(n.At, "%s must be %s, not %s", what, expected, kindWords[n.Kind])
}

// Mapping reads the members of n with the known keys; what names n in faults.
// The result says which keys were given, a misspelt one included, so that no
// slip is reported a second time as a missing key; nil where n is no mapping.
func (r *Reader) Mapping(n *source.Node, what string, known ...Key) (given map[string]bool) {
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = k.Name
	}
	if n.Kind != source.Object {
		r.Expect(n, what, "a mapping with the keys "+strings.Join(names, ", "))
		return nil
	}
	given = make(map[string]bool)
	for _, m := range n.Members {
		if i := slices.Index(names, m.Key); i >= 0 {
			given[m.Key] = true
			known[i].Read(m.Value)
			continue
		}
		near := Nearest(m.Key, names)
		given[near] = true
		if near != "" {
			r.Fault(m.KeyAt, "unknown key %q in %s; did you mean %s?", m.Key, what, near)
			continue
		}
		r.Fault(m.KeyAt, "unknown key %q in %s, which has %s", m.Key, what, strings.Join(names, ", "))
	}
	return given
}

// List reads every item of n.
func (r *Reader) List(n *source.Node, what, of string, read func(*source.Node)) {
	if n.Kind != source.Array {
		r.Expect(n, what, "a list of "+of)
		return
	}
	for _, item := range n.Items {
		read(item)
	}
}

// Text is a text that may not be blank; ok is false after a fault.
func (r *Reader) Text(n *source.Node, what, expected string) (text string, ok bool) {
	text, ok = n.Str()
	switch {
	case !ok:
		r.Expect(n, what, expected)
	case strings.TrimSpace(text) == "":
		r.Fault(n.At, "%s is blank; it must be %s", what, expected)
		ok = false
	}
	return text, ok
}

// Word is one of a closed list of words; "" after a fault.
func (r *Reader) Word(n *source.Node, what string, words ...string) string {
	text, ok := n.Str()
	if !ok {
		r.Expect(n, what, "one of "+strings.Join(words, ", "))
		return ""
	}
	if slices.Contains(words, text) {
		return text
	}
	if near := Nearest(text, words); near != "" {
		r.Fault(n.At, "%s cannot be %q; did you mean %s?", what, text, near)
		return ""
	}
	r.Fault(n.At, "%s cannot be %q; it is one of %s", what, text, strings.Join(words, ", "))
	return ""
}

// reader reads a config.
type reader struct {
	Reader
	dir string // of the config, from the root
}

// scalar is the text of a string, a number or a boolean, as the author spelled it.
func (r *reader) scalar(n *source.Node, what string) string {
	if n.Kind == source.Array || n.Kind == source.Object || n.Kind == source.Null {
		r.Expect(n, what, "one value")
		return ""
	}
	return n.Text
}

// path is a file name, directory or pattern, turned from the config's folder
// into one from the root; "" after a fault.
func (r *reader) path(n *source.Node, what string) string {
	text, ok := r.Text(n, what, "a path or a pattern")
	if !ok {
		return ""
	}
	if scheme, _, found := strings.Cut(text, "://"); found && !strings.ContainsAny(scheme, `/\*`) {
		r.Fault(n.At, "a plain entry is a path; what is fetched is written {url: %s}", text)
		return ""
	}
	joined, ok := fromRoot(r.dir, text)
	if !ok {
		r.Fault(n.At, "%s leaves the root; paths of a config are relative to its folder and stay inside the root", text)
		return ""
	}
	return joined
}

// fromRoot joins a config's path to its folder; ok is false where it leaves the root.
func fromRoot(dir, p string) (joined string, ok bool) {
	if path.IsAbs(p) || strings.HasPrefix(p, `\`) || len(p) > 1 && p[1] == ':' {
		return "", false
	}
	joined = path.Join(dir, p)
	return joined, joined != ".." && !strings.HasPrefix(joined, "../")
}
