package calls

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
)

// rootUnion is the alternatives of the arguments as a whole: those of a body, whose
// members stand beside what goes into the path and the query.
type rootUnion struct {
	names  naming
	fields map[string]bool // by the API's name: of any alternative
	apart  bool            // the tool has them in several objects, which no alternative holds
}

// has reports whether a pair is one of the alternatives' fields.
func (u *rootUnion) has(p *bind.Pair) bool {
	return u != nil && !u.apart && u.names.pairs[p.API.Field.Name] == p
}

// unionOf finds the one object of the tool's whose fields feed those of the
// alternatives: its arguments, or a wrapper in them. It is nil where the operation has
// no alternatives, or the tool nothing of them.
func (m *mirror) unionOf(a *contract.Schema, pairing *bind.Pairing) *rootUnion {
	if len(a.AnyOf) == 0 {
		return nil
	}
	u := &rootUnion{names: naming{pairs: map[string]*bind.Pair{}, api: map[string]*bind.Ref{}, held: map[string]bool{}}, fields: map[string]bool{}}
	u.gather(a.AnyOf, map[*contract.Schema]bool{})
	for _, p := range pairing.Pairs {
		if !u.fields[p.API.Field.Name] || p.API.Path != bind.Join("", p.API.Field.Name) {
			continue
		}
		holder, _ := bind.Parent(p.Tool.Path)
		u.apart = u.apart || len(u.names.pairs) > 0 && holder != u.names.toolPath ||
			slices.ContainsFunc(bind.Steps(p.Tool.Path), func(s bind.Step) bool { return s.Elem || s.Name == "*" })
		u.names.toolPath = holder
		if m.on.refusing(m.call.Op, p.Tool) == nil {
			u.names.pairs[p.API.Field.Name] = p
		}
	}
	if len(u.names.pairs) == 0 {
		return nil
	}
	for _, ref := range pairing.APIOnly {
		if ref.Path == bind.Join("", ref.Field.Name) {
			u.names.api[ref.Field.Name] = ref
		}
	}
	u.names.tool = m.unpaired(u.names)
	return u
}

// gather notes the fields of alternatives, and of theirs.
func (u *rootUnion) gather(all []*contract.Schema, seen map[*contract.Schema]bool) {
	for _, alt := range all {
		if seen[alt] {
			continue
		}
		seen[alt] = true
		for _, f := range alt.Fields {
			u.fields[f.Name] = true
		}
		u.gather(alt.AnyOf, seen)
	}
}

// unpaired are the fields of the tool's object that feed none of the alternatives'.
func (m *mirror) unpaired(names naming) []*bind.Ref {
	holder := m.of.Tool.Input
	if way := bind.Steps(names.toolPath); len(way) > 0 {
		f := new(seeker).declaredAt(holder, way, 0)
		if f == nil {
			return nil
		}
		holder = f.Schema
	}
	feeding := map[string]bool{}
	for _, p := range names.pairs {
		feeding[p.Tool.Field.Name] = true
	}
	var out []*bind.Ref
	for _, f := range contract.ObjectView(holder).Fields {
		if !feeding[f.Name] {
			out = append(out, &bind.Ref{Path: bind.Join(names.toolPath, f.Name), Field: f})
		}
	}
	return out
}

// choose holds the object that feeds the alternatives to them. Where there is no such
// object, no more is known than that there are some.
func (m *mirror) choose(root, a *contract.Schema, u *rootUnion) {
	switch {
	case u == nil:
		return
	case u.apart:
		root.Unread = append(slices.Clip(root.Unread), contract.Text{Text: "its alternatives"})
		return
	}
	at := holderAt(root, bind.Steps(u.names.toolPath))
	at.Discriminator, at.OneOf = a.Discriminator, a.OneOf
	if p := u.names.pairs[a.Discriminator]; p != nil {
		at.Discriminator = p.Tool.Field.Name
	}
	m.alternatives(at, a, func(alt *contract.Schema) *contract.Schema { return m.alternative(alt, u.names) })
}
