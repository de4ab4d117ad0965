package diff

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/prose"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Remember tells an operation which of its fields had another name, and which were
// there, at an earlier revision of its spec. Here, which may be nil, is the line of
// today where a place of that revision was. A path's parameters are left out: what
// they are called is not sent.
func Remember(revision string, was, now *contract.Op, here func(source.Span) source.Span) {
	m := memory{revision: revision, here: here, seen: map[[2]*contract.Schema]bool{}, left: source.MaxPairs}
	m.schema(was.Input, now.Input, "", 0)
	now.Past = m.past
}

// memory walks two revisions of an operation in lockstep.
type memory struct {
	revision string
	here     func(source.Span) source.Span
	seen     map[[2]*contract.Schema]bool
	left     int // pairs of schemas that are still looked at
	past     []contract.Past
}

func (m *memory) schema(was, now *contract.Schema, path string, depth int) {
	key := [2]*contract.Schema{was, now}
	if was == nil || now == nil || m.seen[key] || m.left <= 0 || depth > source.MaxPairDepth {
		return
	}
	m.seen[key] = true
	m.left--
	m.schema(was.Elem, now.Elem, bind.Elem(path), depth+1)
	m.schema(was.Extra, now.Extra, keys(path), depth+1)
	was, now = contract.ObjectView(was), contract.ObjectView(now)
	if len(now.Fields) == 0 {
		return // what it held is not known any more
	}
	kept, gone := m.align(was.Fields, now.Fields)
	for _, p := range kept {
		if p.was.Name != p.now.Name && !isNamed(p.now, p.was.Name) {
			m.add(p.was, path, bind.Join(path, p.now.Name))
		}
		m.schema(p.was.Schema, p.now.Schema, bind.Join(path, p.now.Name), depth+1)
	}
	for _, f := range gone {
		m.add(f, path, "")
	}
}

func (m *memory) add(f *contract.Field, holder, now string) {
	p := contract.Past{Revision: m.revision, Name: f.Name, Holder: holder, Now: now, At: f.At}
	if m.here != nil {
		p.Here = m.here(f.At)
	}
	m.past = append(m.past, p)
	for _, alt := range f.AltNames { // a protobuf field had two names
		p.Name = alt
		m.past = append(m.past, p)
	}
}

// isNamed reports whether an API field is called so, or may be.
func isNamed(f *contract.Field, name string) bool {
	return f.Name == name || slices.Contains(f.AltNames, name)
}

// lasting is a field of then and the one that it is now.
type lasting struct{ was, now *contract.Field }

// align pairs the fields of an object with those of its successor: by their names,
// then what only one of the two has, by the evidence for a rename, by what is said
// of them, and where but one is left of each.
func (m *memory) align(was, now []*contract.Field) (kept []lasting, gone []*contract.Field) {
	var before, after []*contract.Field
	for _, f := range was {
		i := slices.IndexFunc(now, func(g *contract.Field) bool { return isNamed(g, f.Name) })
		if i >= 0 {
			kept = append(kept, lasting{f, now[i]})
		} else if f.In != contract.Path {
			before = append(before, f)
		}
	}
	for _, g := range now {
		if g.In != contract.Path && !slices.ContainsFunc(kept, func(p lasting) bool { return p.now == g }) {
			after = append(after, g)
		}
	}
	for _, r := range successors(before, after) {
		kept = append(kept, lasting{r.tool.Field, r.api.Field})
	}
	for _, f := range before {
		if !slices.ContainsFunc(kept, func(p lasting) bool { return p.was == f }) {
			gone = append(gone, f)
		}
	}
	return kept, gone
}

// successors are the renames among the fields that went and those that came.
func successors(before, after []*contract.Field) []rename {
	var all []rename
	for _, f := range before {
		old := newLeftover(&bind.Ref{Path: f.Name, Field: f})
		for _, g := range after {
			if len(all) > maxRenames || !compatible(f, g, f.In.IsText()) || f.In != g.In {
				continue
			}
			score, evidence := succession(old, newLeftover(&bind.Ref{Path: g.Name, Field: g}))
			switch {
			case contract.Letters(f.Name) == contract.Letters(g.Name):
				score = byRecord + 2
			case f.Doc.Text != "" && f.Doc.Text == g.Doc.Text:
				score = byRecord + 1
			case score == 0 && len(before) == 1 && len(after) == 1 && f.Required == g.Required:
				score = byElimination
			}
			if score > 0 {
				all = append(all, rename{old.ref, &bind.Ref{Path: g.Name, Field: g}, evidence, score})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b rename) int { return b.score - a.score })
	return oneToOne(all)
}

// renamed is what an earlier revision of the API called its field, where the tool
// still calls it so; nil where it did not.
func renamed(past []contract.Past, tool, api *bind.Ref) *contract.Past {
	return find(past, func(p contract.Past) bool { return p.Now != "" && p.Now == api.Path && p.Name == tool.Field.Name })
}

// outdated is renamed for a field of the tool's that nothing of today fits: one in
// another case style, which the tool server has made the API's of, counts too.
func outdated(past []contract.Past, tool, api *bind.Ref) *contract.Past {
	return find(past, func(p contract.Past) bool {
		return p.Now != "" && p.Now == api.Path && isAlike(p.Name, tool.Field.Name)
	})
}

// removed is the field that an earlier revision had in one of the objects, by their
// paths; nil where it had none of that name, or still has.
func removed(past []contract.Past, name string, holders []string) *contract.Past {
	return find(past, func(p contract.Past) bool {
		return p.Now == "" && isAlike(p.Name, name) && slices.Contains(holders, p.Holder)
	})
}

func isAlike(a, b string) bool { return contract.Letters(a) == contract.Letters(b) }

func find(past []contract.Past, is func(contract.Past) bool) *contract.Past {
	if i := slices.IndexFunc(past, is); i >= 0 {
		return &past[i]
	}
	return nil
}

// holders are the paths of the API's objects whose fields stand in a pairing: the
// object itself, and those that were looked through.
func holders(pairing *bind.Pairing, apiPath string) []string {
	all := []string{apiPath}
	note := func(ref *bind.Ref) {
		if way, _ := bind.Parent(ref.Path); !slices.Contains(all, way) {
			all = append(all, way)
		}
	}
	for _, pair := range pairing.Pairs {
		note(pair.API)
	}
	for _, ref := range pairing.APIOnly {
		note(ref)
	}
	return all
}

// pastName is what became of a name in prose that an earlier revision had for a
// field, or nil. An ordinary word stays true when a field of that name is gone, and
// deep inside others there are many of one name.
func pastName(m prose.Mention, op *contract.Op) *succeeded {
	ordinary := len(contract.Words(m.Name)) == 1
	if m.Kind == prose.Quote && ordinary {
		return nil
	}
	i := slices.IndexFunc(op.Past, func(p contract.Past) bool { return p.Name == m.Name && (p.Holder == "" || !ordinary) })
	if i < 0 {
		return nil
	}
	was := &op.Past[i]
	s := &succeeded{at: was.Here, evidence: pastEvidence(was), past: was}
	eachField(op.Input, func(ref *bind.Ref, _ []string, _ []*contract.Field) {
		if s.api == nil && was.Now != "" && ref.Path == was.Now {
			s.api, s.at = ref, ref.Field.At
		}
	})
	if s.at.IsZero() {
		s.at = op.At
	}
	return s
}

// pastEvidence is why a name of an earlier revision is believed to be one of today's,
// or of nothing.
func pastEvidence(p *contract.Past) string {
	if p.Now != "" {
		return "it was called so at " + p.Revision
	}
	return "it was there at " + p.Revision
}
