package config

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// reader walks a config's tree and gathers every fault on its way.
type reader struct {
	dir    string // of the config, from the root
	faults []source.Fault
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
	r.faults = append(r.faults, source.Fault{At: at, Text: fmt.Sprintf(format, args...)})
}

func (r *reader) refused() bool {
	return slices.ContainsFunc(r.faults, func(f source.Fault) bool { return !f.Dirt })
}

// expect faults a node of the wrong kind and says what belongs there.
func (r *reader) expect(n *source.Node, what, expected string) {
	r.fault(n.At, "%s must be %s, not %s", what, expected, kindWords[n.Kind])
}

// mapping reads the members of n with the known keys; what names n in faults.
// The result says which keys were given, a misspelt one included, so that no
// slip is reported a second time as a missing key; nil where n is no mapping.
func (r *reader) mapping(n *source.Node, what string, known ...key) (given map[string]bool) {
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = k.name
	}
	if n.Kind != source.Object {
		r.expect(n, what, "a mapping with the keys "+strings.Join(names, ", "))
		return nil
	}
	given = make(map[string]bool)
	for _, m := range n.Members {
		i := slices.Index(names, m.Key)
		if i >= 0 {
			given[m.Key] = true
			known[i].read(m.Value)
			continue
		}
		near := Nearest(m.Key, names)
		given[near] = true
		if near != "" {
			r.fault(m.KeyAt, "unknown key %q in %s; did you mean %s?", m.Key, what, near)
			continue
		}
		r.fault(m.KeyAt, "unknown key %q in %s, which has %s", m.Key, what, strings.Join(names, ", "))
	}
	return given
}

// list reads every item of n.
func (r *reader) list(n *source.Node, what, of string, read func(*source.Node)) {
	if n.Kind != source.Array {
		r.expect(n, what, "a list of "+of)
		return
	}
	for _, item := range n.Items {
		read(item)
	}
}

// str is a text that may not be blank; ok is false after a fault.
func (r *reader) str(n *source.Node, what, expected string) (text string, ok bool) {
	text, ok = n.Str()
	switch {
	case !ok:
		r.expect(n, what, expected)
	case strings.TrimSpace(text) == "":
		r.fault(n.At, "%s is blank; it must be %s", what, expected)
		ok = false
	}
	return text, ok
}

// scalar is the text of a string, a number or a boolean, as the author spelled it.
func (r *reader) scalar(n *source.Node, what string) string {
	if n.Kind == source.Array || n.Kind == source.Object || n.Kind == source.Null {
		r.expect(n, what, "one value")
		return ""
	}
	return n.Text
}

// word is one of a closed list of words.
func (r *reader) word(n *source.Node, what string, words ...string) string {
	text, ok := n.Str()
	if !ok {
		r.expect(n, what, "one of "+strings.Join(words, ", "))
		return ""
	}
	if slices.Contains(words, text) {
		return text
	}
	if near := Nearest(text, words); near != "" {
		r.fault(n.At, "%s cannot be %q; did you mean %s?", what, text, near)
		return ""
	}
	r.fault(n.At, "%s cannot be %q; it is one of %s", what, text, strings.Join(words, ", "))
	return ""
}

// path is a file name, directory or pattern, turned from the config's folder
// into one from the root; "" after a fault.
func (r *reader) path(n *source.Node, what string) string {
	text, ok := r.str(n, what, "a path or a pattern")
	if !ok {
		return ""
	}
	if scheme, _, found := strings.Cut(text, "://"); found && !strings.ContainsAny(scheme, `/\*`) {
		r.fault(n.At, "a plain entry is a path; what is fetched is written {url: %s}", text)
		return ""
	}
	joined, ok := fromRoot(r.dir, text)
	if !ok {
		r.fault(n.At, "%s leaves the root; paths of a config are relative to its folder and stay inside the root", text)
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
