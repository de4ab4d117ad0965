package golden

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// sent is what golden calls send to one tool.
type sent struct {
	fields map[string]bool
	values map[string][]*source.Node // of plain values, by field
}

// Cover lists what of the contracts no golden call has: tools, and of tools that
// have some the fields that they require and the values of closed lists.
func (r *Run) Cover(run *check.Run) {
	called := map[string]*sent{}
	for _, s := range r.Suites {
		for _, c := range s.Cases {
			for _, call := range c.Calls {
				for _, one := range append([]*Call{call}, call.Alternatives...) {
					r.sends(called, c, one)
				}
			}
		}
	}
	done := map[string]bool{}
	for _, k := range run.Contracts {
		for _, b := range k.Bindings {
			if done[b.Tool.Name] {
				continue
			}
			done[b.Tool.Name] = true
			u := uncovering{contract: k.Name, tool: b.Tool.Name, sent: called[b.Tool.Name], within: map[*contract.Schema]bool{}}
			if u.sent == nil {
				r.result.Uncovered = append(r.result.Uncovered, Uncovered{Contract: k.Name, Tool: b.Tool.Name})
				continue
			}
			u.walk(b.Tool.Input, "", true)
			r.result.Uncovered = append(r.result.Uncovered, u.list...)
		}
	}
}

func (r *Run) sends(called map[string]*sent, c *Case, call *Call) {
	name, t := call.Tool, r.tools(c.ID, call.Tool)
	if t != nil {
		name = t.Name
	}
	s := called[name]
	if s == nil {
		s = &sent{map[string]bool{}, map[string][]*source.Node{}}
		called[name] = s
	}
	s.note(call.wanted(t), "")
}

func (s *sent) note(v *value, path string) {
	for _, f := range v.fields {
		inner := bind.Join(path, f.name)
		s.fields[inner] = true
		s.note(f.value, inner)
	}
	for _, item := range v.items {
		s.note(item, bind.Elem(path))
	}
	if v.node != nil && v.node.Kind != source.Object && v.node.Kind != source.Array {
		s.values[path] = append(s.values[path], v.node)
	}
	for _, alt := range v.or {
		s.note(alt, path)
	}
}

type uncovering struct {
	contract, tool string
	sent           *sent
	within         map[*contract.Schema]bool
	list           []Uncovered
}

// walk looks at a schema that golden calls do fill in, or which must be. What is
// below a field that no call sends is not told by itself.
func (u *uncovering) walk(s *contract.Schema, path string, all bool) {
	if s == nil || u.within[s] || len(u.list) >= source.MaxFields {
		return
	}
	u.within[s] = true
	defer delete(u.within, s)
	for _, f := range s.Fields {
		inner := bind.Join(path, f.Name)
		switch {
		case u.sent.fields[inner]:
			u.walk(f.Schema, inner, all)
		case f.Required && all:
			u.add(inner, "")
		}
	}
	if s.Elem != nil && u.sent.fields[path] {
		u.walk(s.Elem, bind.Elem(path), all)
	}
	for _, alt := range s.AnyOf {
		u.walk(alt, path, false) // a call needs the fields of one alternative
	}
	for _, l := range s.Enum {
		if n := l.Lit; !l.Implied && !l.Deprecated && n.Kind != source.Null && !slices.ContainsFunc(u.sent.values[path], func(v *source.Node) bool { return v.Kind == n.Kind && v.Text == n.Text }) {
			u.add(path, n.JSON())
		}
	}
}

func (u *uncovering) add(field, value string) {
	u.list = append(u.list, Uncovered{u.contract, u.tool, field, value})
}
