package traps

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// spot is the very place at which a value stands in a call.
type spot struct {
	path   string       // "lines[0].amount"
	holder *source.Node // the object that has it as a member
	within string       // the holder's own path: "lines[0]"
}

// spotOf finds a value, the very node, at a path of a schema: "lines[].amount".
func spotOf(args *source.Node, path string, value *source.Node) spot {
	at, n := spot{holder: args}, args
	steps := bind.Steps(path)
	for i, s := range steps {
		if !s.Elem {
			at.holder, at.within = n, at.path
			at.path, n = bind.Join(at.path, s.Name), n.Value(s.Name)
			continue
		}
		which := 0
		for j, item := range n.Items {
			if holds(item, steps[i+1:], value) {
				which = j
			}
		}
		at.path, n = fmt.Sprintf("%s[%d]", at.path, which), n.Items[which]
	}
	return at
}

// holds reports that a way through a value leads to another, the very one.
func holds(n *source.Node, way []bind.Step, value *source.Node) bool {
	if n == nil || len(way) == 0 {
		return n == value
	}
	if !way[0].Elem {
		return holds(n.Value(way[0].Name), way[1:], value)
	}
	for _, item := range n.Items {
		if holds(item, way[1:], value) {
			return true
		}
	}
	return false
}

// own is a copy of a call that may be changed, but for the value that it is about:
// what an author wrote down as an example stands in it as it stands in the contract.
func own(n, value *source.Node) *source.Node {
	if n == nil || n == value {
		return n
	}
	out := &source.Node{Kind: n.Kind, Text: n.Text}
	for _, m := range n.Members {
		out.Members = append(out.Members, source.Member{Key: m.Key, Value: own(m.Value, value)})
	}
	for _, item := range n.Items {
		out.Items = append(out.Items, own(item, value))
	}
	return out
}

// set sets a member of an object, and makes it where it is missing.
func set(n *source.Node, name string, value *source.Node) {
	if m := n.Member(name); m != nil {
		m.Value = value
		return
	}
	n.Members = append(n.Members, source.Member{Key: name, Value: value})
}
