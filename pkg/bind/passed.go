package bind

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// A passed node is an argument that a GraphQL operation document passes, or a
// member of an object that it builds. A list that it builds is no step: what it
// holds stands here as well.
type passedNode struct {
	name   string
	at     source.Span
	vars   []string // whose values go here
	inside []*passedNode
}

// passedBy is the tree of what a call passes.
func passedBy(c config.Call) *passedNode {
	root := &passedNode{}
	for _, f := range c.Fields {
		if n := root.reach(f.API, f.At); n != nil {
			n.vars = append(n.vars, f.Tool)
		}
	}
	for _, e := range c.Supplied {
		root.reach(e.Path, e.At)
	}
	return root
}

func (n *passedNode) reach(path string, at source.Span) *passedNode {
	for _, s := range Steps(path) {
		if s.Elem {
			continue
		}
		i := slices.IndexFunc(n.inside, func(k *passedNode) bool { return k.name == s.Name })
		if i < 0 {
			i = len(n.inside)
			n.inside = append(n.inside, &passedNode{name: s.Name, at: at})
		}
		n = n.inside[i]
	}
	return n
}

// passer pairs the variables of a document with the arguments that they go to.
// Names count for nothing but to find the argument: an API knows it by that one
// name, and refuses the document where it does not.
type passer struct {
	tool  *contract.Schema
	pairs map[string]*Pair // by variable
	lost  map[string]bool  // variables that go to what the API does not know
	Pairing
	stale []Stale
}

// passed is the pairing that a document declares, and the arguments in it that
// the API does not know.
func passed(c config.Call, tool, api *contract.Schema) (*Pairing, []Stale) {
	p := &passer{tool: tool, pairs: map[string]*Pair{}, lost: map[string]bool{}}
	p.exact = true
	if api.Opaque != "" && len(api.Fields) == 0 {
		return &p.Pairing, nil
	}
	arguments := api.Fields
	if api.Promoted != nil {
		arguments = []*contract.Field{api.Promoted}
	}
	p.object(passedBy(c), arguments, "")
	for _, f := range tool.Fields {
		switch pair := p.pairs[f.Name]; {
		case pair != nil:
			p.Pairs = append(p.Pairs, pair)
		case p.lost[f.Name]:
			p.ToolOnly = append(p.ToolOnly, &Ref{Path: Join("", f.Name), Field: f, Handled: HandledUnknown})
		default:
			p.ToolOnly = append(p.ToolOnly, &Ref{Path: Join("", f.Name), Field: f, Handled: HandledAgentOnly})
		}
	}
	return &p.Pairing, p.stale
}

// object looks for what is passed to the members of one object.
func (p *passer) object(n *passedNode, members []*contract.Field, path string) {
	known := map[string]bool{}
	var names []string // of members that nothing is passed to
	free := map[string]*Ref{}
	for _, f := range members {
		known[f.Name] = true
		ref := &Ref{Path: Join(path, f.Name), Field: f}
		i := slices.IndexFunc(n.inside, func(k *passedNode) bool { return k.name == f.Name })
		if i >= 0 {
			p.argument(n.inside[i], ref)
			continue
		}
		p.APIOnly = append(p.APIOnly, ref)
		names, free[f.Name] = append(names, f.Name), ref
	}
	under := ""
	if path != "" {
		under = path + "."
	}
	for _, k := range n.inside {
		if known[k.name] {
			continue
		}
		s := Stale{Key: "argument", Entry: under + k.name, At: k.at}
		if near := config.Nearest(k.name, names); near != "" {
			s.Nearest = under + near
			free[near].Handled = HandledRenamed // one cause: it is not missing besides
		}
		p.stale = append(p.stale, s)
		p.lose(k)
	}
}

func (p *passer) argument(n *passedNode, ref *Ref) {
	for _, v := range n.vars {
		p.pair(v, ref)
	}
	if len(n.vars) > 0 {
		return
	}
	members, path := below(ref.Field.Schema, ref.Path)
	switch {
	case len(n.inside) == 0:
		ref.Handled = HandledSupplied
		p.APIOnly = append(p.APIOnly, ref)
	case len(members) == 0:
		// An object for what cannot be seen through, such as a JSON scalar.
		ref.Handled = HandledSupplied
		if !p.pairInside(n, ref) {
			p.APIOnly = append(p.APIOnly, ref)
		}
	default:
		p.object(n, members, path)
	}
}

// pair pairs a variable with the first argument that it goes to.
func (p *passer) pair(variable string, ref *Ref) bool {
	t := find(p.tool.Fields, variable)
	if t == nil || p.pairs[variable] != nil {
		return false
	}
	if def := t.Schema.Default; def != nil && def.Kind != source.Null {
		// Left out, the document's own default is sent, and never the API's.
		f, schema := *ref.Field, *ref.Field.Schema
		f.Required, schema.Default, f.Schema = false, nil, &schema
		ref = &Ref{Path: ref.Path, Field: &f}
	}
	own := t.Doc.Text != "" && t.Doc != t.Schema.Doc
	if !own && ref.Field.Doc.Text != "" {
		// Tool servers show what the schema says of the argument.
		described := *t
		described.Doc = ref.Field.Doc
		t = &described
	}
	p.pairs[variable] = &Pair{Tool: &Ref{Path: Join("", t.Name), Field: t}, API: ref, How: PairedByMapping, Variable: true}
	return true
}

// pairInside pairs the first variable anywhere in an object.
func (p *passer) pairInside(n *passedNode, ref *Ref) bool {
	for _, k := range n.inside {
		for _, v := range k.vars {
			if p.pair(v, &Ref{Path: ref.Path, Field: ref.Field}) {
				p.pairs[v].Variable = false // it is not the argument itself
				return true
			}
		}
		if p.pairInside(k, ref) {
			return true
		}
	}
	return false
}

func (p *passer) lose(n *passedNode) {
	for _, v := range n.vars {
		p.lost[v] = true
	}
	for _, k := range n.inside {
		p.lose(k)
	}
}
