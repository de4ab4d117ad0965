package bind

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// mapping is what the config declares of one call's fields, with the paths as
// this package writes them.
type mapping struct {
	fields    []declaredPair
	decisions []decision
}

type declaredPair struct{ tool, api string }

// A decision takes a field out of the comparison.
type decision struct {
	path            string
	side            side
	handled, reason string
}

// decision is the entry that takes the field at path out, or nil.
func (m *mapping) decision(path string, s side) *decision {
	if m == nil {
		return nil
	}
	for i, d := range m.decisions {
		if d.side != s {
			continue
		}
		parent, wild := strings.CutSuffix(d.path, ".*")
		if d.path == path || wild && isMember(path, parent) {
			return &m.decisions[i]
		}
	}
	return nil
}

// isMember reports whether path is a member of the object at parent.
func isMember(path, parent string) bool {
	all, under := Steps(path), Steps(parent)
	return len(all) == len(under)+1 && begins(all, under)
}

// begins reports whether all begins with the steps of under.
func begins(all, under []Step) bool {
	if len(all) < len(under) {
		return false
	}
	for i, s := range under {
		if all[i] != s {
			return false
		}
	}
	return true
}

// inside is the steps of path below the object at base; ok is false where it is not below.
func inside(base, path string) (rest []Step, ok bool) {
	b, all := Steps(base), Steps(path)
	if len(all) <= len(b) || !begins(all, b) {
		return nil, false
	}
	return all[len(b):], true
}

// here reports whether a declared pair is paired on this level, and the ways to
// its fields from here. Where both lie in objects that are partners themselves,
// the level below pairs them.
func (m *mapping) here(d declaredPair, p *pairer) (tool, api []Step, ok bool) {
	tool, ok = inside(p.toolPath, d.tool)
	if !ok {
		return nil, nil, false
	}
	api, ok = inside(p.apiPath, d.api)
	if !ok {
		return nil, nil, false
	}
	if len(tool) > 1 && len(api) > 1 && m.partners(Join(p.toolPath, tool[0].Name), Join(p.apiPath, api[0].Name), tool[0].Name, api[0].Name) {
		return nil, nil, false
	}
	return tool, api, true
}

func (m *mapping) partners(toolPath, apiPath, tool, api string) bool {
	for _, d := range m.fields {
		if d.tool == toolPath || d.api == apiPath {
			return d.tool == toolPath && d.api == apiPath
		}
	}
	return contract.Letters(tool) == contract.Letters(api)
}

// elsewhere reports whether the field at path is paired by a declaration that is
// not about two direct members of the objects at hand.
func (m *mapping) elsewhere(path string, s side, p *pairer) bool {
	if m == nil {
		return false
	}
	for _, d := range m.fields {
		if s == onTool && d.tool != path || s == onAPI && d.api != path {
			continue
		}
		tool, api, ok := m.here(d, p)
		if !ok || s == onTool && len(tool) > 1 || s == onAPI && len(api) > 1 {
			return true
		}
	}
	return false
}

// declared pairs what the config pairs.
func (p *pairer) declared(tool, api *contract.Schema) {
	if p.mapping == nil {
		return
	}
	for _, d := range p.mapping.fields {
		toolWay, apiWay, ok := p.mapping.here(d, p)
		if !ok {
			continue
		}
		t, a := p.reach(p.tool, d.tool, toolWay, onTool), p.reach(p.api, d.api, apiWay, onAPI)
		if t != nil && a != nil && t.pair == nil && a.pair == nil {
			p.join(t, a, PairedByMapping)
		}
	}
}

// reach is the node of a declared path: a member at hand, or one deep inside,
// which then stands beside the member that it is in.
func (p *pairer) reach(nodes []*node, path string, way []Step, s side) *node {
	var root *node
	for _, n := range nodes {
		if n.ref.Field.Name == way[0].Name {
			root = n
		}
	}
	if root == nil || len(way) == 1 {
		return root
	}
	field, needed := root.ref.Field, root.needed
	for _, st := range way[1:] {
		if st.Elem {
			continue
		}
		all, _ := below(field.Schema, "")
		if field = find(all, st.Name); field == nil {
			return nil
		}
		needed = needed && field.Required
	}
	n := &node{ref: &Ref{Path: path, Field: field}, level: root.level + 1, needed: needed}
	root.inner = append(root.inner, n)
	return n
}

// openDeclared looks through objects that found no partner and of which the
// config names members: what is left of them stands for itself.
func (p *pairer) openDeclared(nodes []*node, s side) {
	if p.mapping == nil {
		return
	}
	for _, n := range left(nodes) {
		if p.mapping.names(n.ref.Path, s) && holdsFields(n) {
			p.open(n, PairedByWrapper, s)
			p.openDeclared(n.kids, s)
		}
	}
}

func holdsFields(n *node) bool {
	fields, _ := below(n.ref.Field.Schema, "")
	return len(fields) > 0
}

// names reports whether the config names a field inside the one at path.
func (m *mapping) names(path string, s side) bool {
	for _, d := range m.fields {
		name := d.tool
		if s == onAPI {
			name = d.api
		}
		if _, ok := inside(path, name); ok {
			return true
		}
	}
	for _, d := range m.decisions {
		if _, ok := inside(path, d.path); ok && d.side == s {
			return true
		}
	}
	return false
}

// find is the field that answers to a name, or nil.
func find(all []*contract.Field, name string) *contract.Field {
	for _, f := range all {
		if f.Name == name || slices.Contains(f.AltNames, name) {
			return f
		}
	}
	return nil
}

// declare reads the mapping of one call. Entries that match nothing are stale.
func declare(c config.Call, tool, api *contract.Schema) (*Pairing, []Stale) {
	m := &mapping{}
	var stale []Stale
	resolve := func(key, path string, s *contract.Schema, at source.Span) (string, bool) {
		found, ok := resolve(s, path)
		if !ok {
			stale = append(stale, Stale{Key: key, Entry: path, Nearest: config.Nearest(path, Paths(s)), At: at})
		}
		return found, ok
	}
	for _, f := range c.Fields {
		t, okTool := resolve("fields", f.Tool, tool, f.At)
		a, okAPI := resolve("fields", f.API, api, f.At)
		if okTool && okAPI {
			m.fields = append(m.fields, declaredPair{t, a})
		}
	}
	decide := func(key, handled string, entries []config.Entry, s *contract.Schema, side side) {
		for _, e := range entries {
			if path, ok := resolve(key, e.Path, s, e.At); ok {
				m.decisions = append(m.decisions, decision{path, side, handled, e.Reason})
			}
		}
	}
	decide("supplied", HandledSupplied, c.Supplied, api, onAPI)
	decide("agent_only", HandledAgentOnly, c.AgentOnly, tool, onTool)
	offered := offers(c.Omitted, tool)
	decide("omitted", HandledOmitted, without(c.Omitted, offered), api, onAPI)
	for _, e := range offered {
		stale = append(stale, Stale{Key: "omitted", Entry: e.Path, Offered: true, At: e.At})
	}
	for _, w := range c.When {
		resolve("when", w.Field, tool, c.At)
	}
	return &Pairing{mapping: m}, stale
}

// offers is the omitted fields that the tool offers under the very same path.
func offers(omitted []config.Entry, tool *contract.Schema) []config.Entry {
	var offered []config.Entry
	for _, e := range omitted {
		if _, ok := resolve(tool, e.Path); ok {
			offered = append(offered, e)
		}
	}
	return offered
}

func without(entries, gone []config.Entry) []config.Entry {
	var kept []config.Entry
	for _, e := range entries {
		if !slices.Contains(gone, e) {
			kept = append(kept, e)
		}
	}
	return kept
}
