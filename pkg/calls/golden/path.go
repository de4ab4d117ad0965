package golden

import (
	"strconv"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// step is one step of a path: a member, an element, or all elements of an array.
type step struct {
	name  string
	elem  bool
	index int // of an element; -1 for all of them
}

// steps reads a path as findings spell it, "lines[].sku", or as a place in one
// value, "lines[2].sku".
func steps(path string) []step {
	var all []step
	from := 0
	plain := func(to int) {
		for _, s := range bind.Steps(strings.TrimPrefix(path[from:to], ".")) {
			all = append(all, step{name: s.Name, elem: s.Elem, index: -1})
		}
	}
	for i := 0; i < len(path); i++ {
		switch {
		case strings.HasPrefix(path[i:], `["`):
			if quoted, err := strconv.QuotedPrefix(path[i+1:]); err == nil {
				i += len(quoted)
			}
		case path[i] == '[':
			end := strings.IndexByte(path[i:], ']')
			if end < 0 {
				continue
			}
			index, err := strconv.Atoi(path[i+1 : i+end])
			if err != nil || index < 0 {
				continue
			}
			plain(i)
			all = append(all, step{elem: true, index: index})
			i += end
			from = i + 1
		}
	}
	plain(len(path))
	return all
}

// at is what stands at a path: the value as it is written, and the place of its name
// where it is a member. Where the path leads further than the value does it is the
// last that is there, and short is true.
func (v *value) at(path []step) (n *source.Node, key source.Span, short bool) {
	for _, s := range path {
		found := false
		for _, f := range v.fields {
			if !s.elem && f.name == s.name {
				v, key, found = f.value, f.keyAt, true
				break
			}
		}
		if s.elem && s.index >= 0 && s.index < len(v.items) {
			v, key, found = v.items[s.index], source.Span{}, true
		}
		if !found {
			return v.node, key, true
		}
	}
	return v.node, key, false
}

// below are the values at a path that begins at v.
func (v *value) below(path []step) []*value {
	if len(path) == 0 {
		return []*value{v}
	}
	var found []*value
	s, rest := path[0], path[1:]
	for _, f := range v.fields {
		if !s.elem && f.name == s.name {
			found = append(found, f.value.below(rest)...)
		}
	}
	for i, item := range v.items {
		if s.elem && (s.index < 0 || s.index == i) {
			found = append(found, item.below(rest)...)
		}
	}
	return found
}

// ask is below for a path of which the last member need not be there: it is then
// made, as one that is not scored.
func (v *value) ask(path []step) (found bool) {
	if len(path) == 0 {
		v.unscored = true
		return true
	}
	last := path[len(path)-1]
	for _, parent := range v.below(path[:len(path)-1]) {
		have := parent.below(path[len(path)-1:])
		for _, h := range have {
			h.unscored, found = true, true
		}
		if len(have) == 0 && !last.elem && (parent.node == nil || parent.node.Kind == source.Object) {
			parent.fields = append(parent.fields, field{name: last.name, value: &value{unscored: true}})
			found = true
		}
	}
	return found
}

// paths are those of all members below v, each once, in the order of the value.
func (v *value) paths() []string {
	var all []string
	seen := map[string]bool{}
	var walk func(v *value, path string)
	walk = func(v *value, path string) {
		for _, f := range v.fields {
			p := bind.Join(path, f.name)
			if !seen[p] {
				seen[p] = true
				all = append(all, p)
			}
			walk(f.value, p)
		}
		for _, item := range v.items {
			walk(item, bind.Elem(path))
		}
	}
	walk(v, "")
	return all
}
