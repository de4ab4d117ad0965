package diff

import (
	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// arguments is the smallest argument object of a tool in which the field at path
// has the given value: what the tool requires besides, and nothing else. nil
// where path does not lead through the tool's own schema.
func (w *walk) arguments(path string, value *source.Node) *source.Node {
	if value == nil || path == "" {
		return nil
	}
	return w.reaching(path, func(*maker, *contract.Schema) *source.Node { return value })
}

// sampledAt is the smallest argument object of a tool in which there is something at path.
func (w *walk) sampledAt(path string) *source.Node {
	return w.reaching(path, func(m *maker, s *contract.Schema) *source.Node { return m.value(s, 1) })
}

// without is the smallest argument object of a tool, less the field at path;
// besides it holds the field at with, unless that is "": one beside path, or
// anywhere where path is "".
func (w *walk) without(path, with string) *source.Node {
	way, leaf := bind.Parent(path)
	holder, name := bind.Parent(with)
	if path == "" {
		way = holder
	}
	return w.reaching(way, func(m *maker, s *contract.Schema) *source.Node {
		return m.withOut(s, leaf, name)
	})
}

func (m *maker) withOut(s *contract.Schema, leaf, with string) *source.Node {
	if s == nil || !s.Types.Has(contract.ObjectType) {
		return nil
	}
	if len(s.AnyOf) > 0 {
		return m.oneOf(s, func(alt *contract.Schema) *source.Node { return m.withOut(alt, leaf, with) })
	}
	out := m.object(s, leaf, 1)
	if f := fieldNamed(s, with); f != nil && out.Member(f.Name) == nil {
		out.Members = append(out.Members, source.Member{Key: f.Name, Value: m.value(f.Schema, 1)})
	}
	return out
}

// reaching is the smallest argument object of a tool in which last has made what
// stands at path, of the schema there; nil where it makes nothing, or path does
// not lead through the tool's own schema.
func (w *walk) reaching(path string, last func(*maker, *contract.Schema) *source.Node) *source.Node {
	m := maker{left: maxSampled, chosen: w.chosen}
	return m.along(w.tool.Input, bind.Steps(path), last, 0)
}

func (m *maker) along(s *contract.Schema, way []bind.Step, last func(*maker, *contract.Schema) *source.Node, depth int) *source.Node {
	if len(way) == 0 {
		return last(m, s)
	}
	if m.left--; s == nil || m.left < 0 {
		return nil
	}
	if len(s.AnyOf) > 0 {
		return m.oneOf(s, func(alt *contract.Schema) *source.Node { return m.along(alt, way, last, depth) })
	}
	key, inner := way[0].Name, (*contract.Schema)(nil)
	f := fieldNamed(s, key)
	switch {
	case way[0].Elem:
		v := m.along(s.Elem, way[1:], last, depth+1)
		if v == nil {
			return nil
		}
		return m.array(s, v, depth)
	case f != nil:
		inner, key = f.Schema, f.Name
	case key == "*" && s.Extra != nil:
		inner, key = s.Extra, "key"
	default:
		return nil
	}
	v := m.along(inner, way[1:], last, depth+1)
	if v == nil {
		return nil
	}
	out := m.object(s, "", depth)
	if own := out.Member(key); own != nil {
		own.Value = v
	} else {
		out.Members = append(out.Members, source.Member{Key: key, Value: v})
	}
	return out
}

// isWitness reports whether the tool accepts arguments that were made up for it,
// as far as its schema can be seen through.
func isWitness(tool *contract.Op, args *source.Node) bool {
	if args == nil {
		return false
	}
	c := newChecker(Judging{})
	c.value(tool.Input, args, nil, 0)
	return len(c.faults) == 0 && !c.blind
}
