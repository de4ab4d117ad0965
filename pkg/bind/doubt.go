package bind

import (
	"fmt"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// doubt is why a guessed binding is not to be trusted, or nil.
func (g *guess) doubt(h *head, how string) *Doubt {
	f := g.fit(h)
	if other := g.withoutPath(h); other != nil {
		return &Doubt{Why: fmt.Sprintf("its path needs %s, which the tool leaves optional, and %s does not", f.loose[0].Tool.Path, other.Name), Other: other.Name}
	}
	if how == BySameWords {
		if f.counted > 0 && 2*f.paired < f.counted {
			return &Doubt{Why: fmt.Sprintf("it knows %d of the tool's %d fields", f.paired, f.counted)}
		}
		return nil
	}
	other, most := g.knowsMore(h, f.paired)
	switch {
	case f.paired == 0 && f.counted > 0 && f.known > 0:
		d := &Doubt{Why: fmt.Sprintf("it knows none of the tool's %d fields", f.counted)}
		if f.counted == 1 {
			d.Why = "it does not know the tool's only field"
		}
		if other != nil {
			d.Other = other.Name
		}
		return d
	case f.mistyped > 1 && 2*f.mistyped >= f.paired && 2*(f.paired-f.mistyped) < f.counted:
		return &Doubt{Why: fmt.Sprintf("it knows %d of the tool's %d fields by their types", f.paired-f.mistyped, f.counted)}
	case other != nil:
		return &Doubt{Why: fmt.Sprintf("it knows %d of the tool's %d fields, and %s knows %d", f.paired, f.counted, other.Name, most), Other: other.Name}
	}
	return nil
}

// withoutPath is a live operation of the same words whose path needs less of what
// the tool leaves optional: the notifications of a repository, and all of them. A
// tool for both is bound to neither by its name, unless that says which. What else
// the other path needs may go by another name in the tool. nil where there is none.
func (g *guess) withoutPath(h *head) *head {
	f := g.fit(h)
	said := func(pair *Pair) bool { return holdsAll(g.own, contract.Words(pair.Tool.Field.Name)) }
	if len(f.loose) == 0 || slices.ContainsFunc(f.loose, said) {
		return nil
	}
	for _, n := range g.near {
		if n.equal == nil || n.head == h || n.head.Deprecated || n.head.nature() != h.nature() || n.head.route == nil {
			continue
		}
		if o := g.fit(n.head); len(o.loose) < len(f.loose) && o.lost <= o.spare && o.stray == 0 {
			return n.head
		}
	}
	return nil
}

// knowsMore is the live operation akin to h that knows most of the tool's
// fields, and more than h knows; or nil.
func (g *guess) knowsMore(h *head, known int) (other *head, most int) {
	most = known
	for _, n := range g.near {
		if n.head == h || n.head.Deprecated || n.name < akin || n.head.nature() != h.nature() {
			continue
		}
		told := len(n.head.params) > 0 && !n.head.wraps
		if told && g.cheapPairs(n.head) <= known {
			continue
		}
		if o := g.fit(n.head); o.paired > most && o.lost == 0 {
			other, most = n.head, o.paired
		}
	}
	return other, most
}

// akin is how alike names must be for one operation to cast doubt on another.
const akin = 0.5
