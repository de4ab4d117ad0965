package check

import (
	"bytes"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// sharing knows what in the tool lists of a run is reached in more than one way: by
// references, or by aliases and merge keys of YAML. An edit there changes fields
// that no finding has spoken of.
type sharing struct {
	roots map[string][]*source.Node // by file
	times map[*source.Node]int      // that each was reached, twice at most
	open  map[*source.Node]bool     // those around the one being visited
	keys  map[source.Span]*source.Node
	at    []source.Span
}

func (r *Run) sharing() *sharing {
	s := &sharing{map[string][]*source.Node{}, map[*source.Node]int{}, map[*source.Node]bool{}, map[source.Span]*source.Node{}, nil}
	var names []string
	for _, c := range r.Contracts {
		for _, l := range c.Lists {
			for _, op := range l.Ops {
				f := op.At.File
				if _, met := s.roots[f.Name]; met || f.Packed {
					continue
				}
				s.roots[f.Name] = rootsOf(f)
				names = append(names, f.Name)
			}
		}
	}
	for _, name := range names {
		for _, root := range s.roots[name] {
			s.visit(root, nil, false)
		}
	}
	return s
}

// rootsOf are the trees of a file that may share anything: none otherwise.
func rootsOf(f *source.File) []*source.Node {
	if !bytes.Contains(f.Data, []byte("$ref")) && !bytes.ContainsRune(f.Data, '*') {
		return nil
	}
	if root, _ := source.Parse(f); root != nil {
		return []*source.Node{root}
	}
	roots, _ := source.ParseJSONLines(f)
	return roots
}

// isShared reports whether a span lies in what several places reach, or touches it:
// what is put at the end of a block is put into it.
func (s *sharing) isShared(at source.Span) bool {
	return slices.ContainsFunc(s.at, func(shared source.Span) bool { return holds(shared, at) })
}

func holds(outer, inner source.Span) bool {
	return outer.File == inner.File && outer.Start <= inner.Start && inner.End <= outer.End
}

// visit reaches a node from those around it. names says that its keys are names of
// fields, not keywords. A definition that refers to itself is not shared by that.
func (s *sharing) visit(n *source.Node, around []*source.Node, names bool) {
	if s.open[n] || s.times[n] == 2 {
		return
	}
	s.open[n] = true
	defer delete(s.open, n)
	if s.times[n]++; s.times[n] == 2 {
		s.at = append(s.at, n.At)
	}
	around = append(around, n)
	for i := range n.Members {
		m := &n.Members[i]
		s.merged(n, m)
		switch {
		case names:
			s.visit(m.Value, around, false)
		case m.Key == "$ref":
			for _, to := range s.targets(m.Value, around) {
				s.visit(to, around, false)
			}
		case m.Key == "$defs" || m.Key == "definitions": // reached by what refers to them
		default:
			s.visit(m.Value, around, m.Key == "properties" || m.Key == "patternProperties")
		}
	}
	for _, item := range n.Items {
		s.visit(item, around, false)
	}
}

// merged marks the mapping that a key stands in where another one has it by a merge
// key or a copied alias.
func (s *sharing) merged(holder *source.Node, m *source.Member) {
	first := s.keys[m.KeyAt]
	if first == nil {
		s.keys[m.KeyAt] = holder
		return
	}
	if first == holder {
		return
	}
	s.at = append(s.at, m.KeyAt)
	for _, n := range []*source.Node{first, holder} {
		if holds(n.At, m.KeyAt) {
			s.at = append(s.at, n.At)
		}
	}
}

// targets are the nodes that a reference may name: a pointer counts from the schema
// of its tool, or from the root of its file.
func (s *sharing) targets(ref *source.Node, around []*source.Node) (found []*source.Node) {
	text, _ := ref.Str()
	file, pointer, _ := strings.Cut(text, "#")
	if file != "" {
		around = s.roots[path.Join(path.Dir(ref.At.File.Name), file)]
	}
	if decoded, err := url.PathUnescape(pointer); err == nil {
		pointer = decoded
	}
	for _, root := range around {
		if n := pointed(root, pointer); n != nil {
			found = append(found, n)
		}
	}
	return found
}

// pointed is what a JSON Pointer (RFC 6901) leads to from a node, or nil.
func pointed(n *source.Node, pointer string) *source.Node {
	if !strings.HasPrefix(pointer, "/") {
		return nil
	}
	for _, word := range strings.Split(pointer[1:], "/") {
		word = strings.NewReplacer("~1", "/", "~0", "~").Replace(word)
		i, err := strconv.Atoi(word)
		switch {
		case n == nil:
			return nil
		case n.Kind == source.Array && err == nil && i >= 0 && i < len(n.Items):
			n = n.Items[i]
		default:
			n = n.Value(word)
		}
	}
	return n
}
