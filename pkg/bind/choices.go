package bind

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Choice is what a tool most likely calls for one value of the field by which it
// chooses among operations.
type Choice struct {
	When       Cond
	Operation  string      // the one that is sure; "" where none is
	Candidates []Candidate // best first, where none is sure; empty where none comes near
}

// Propose works out the Choices of the tools that are unbound and choose among
// operations by a field. It is a matter of seconds for large specs, and no
// comparison needs it.
func (r *Result) Propose() {
	for i, b := range r.Bindings {
		if len(b.Calls) == 0 && b.Local == "" && b.Unsupported == "" && len(b.Missing) == 0 {
			b.Choices = r.matcher.newGuess(i).choices()
		}
	}
}

// ID is how a config names an operation, or "" where every name that it has is
// that of another one, in a spec named before its own.
func (r *Result) ID(op *contract.Op) string {
	pool := r.matcher.pool
	i := slices.IndexFunc(pool.heads, func(h *head) bool { return h.op == op })
	if i < 0 {
		return op.Name // it is in no index: a path below a GraphQL root
	}
	h := pool.heads[i]
	for _, id := range append([]string{h.Name}, h.Aliases...) {
		if pool.lookup(id) == h {
			return id
		}
	}
	return ""
}

// Names of fields whose values are verbs, and of those whose values are things.
var (
	verbFields  = map[string]bool{"action": true, "command": true, "method": true, "mode": true, "op": true, "operation": true, "verb": true}
	thingFields = map[string]bool{"entity": true, "entitytype": true, "kind": true, "object": true, "objecttype": true, "resource": true, "resourcetype": true, "target": true, "type": true}
)

// chooser is the field by which a tool may choose among operations, or nil.
func chooser(s *contract.Schema) (f *contract.Field, verbs bool) {
	var things *contract.Field
	for _, f := range members(s) {
		if len(f.Schema.Enum) < 2 {
			continue
		}
		switch name := contract.Letters(f.Name); {
		case verbFields[name]:
			return f, true
		case thingFields[name] && things == nil:
			things = f
		}
	}
	return things, false
}

// choices is one operation a value. A field of things is the API's own more often
// than it chooses: it counts only where every value has an operation to itself.
func (g *guess) choices() []Choice {
	f, verbs := chooser(g.tool.Input)
	if f == nil {
		return nil
	}
	var all []Choice
	sure := map[string]int{}
	for _, v := range f.Schema.Enum[:min(len(f.Schema.Enum), maxValues)] {
		if v.Lit.Text == "" || v.Implied {
			continue
		}
		one := g.choosing(v.Lit.Text)
		c := Choice{When: Cond{f.Name, v.Lit.Text}}
		if h := one.chosen(); h != nil && g.pool.known(h.Name) == h {
			c.Operation = h.Name
			sure[h.Name]++
		}
		for _, n := range one.near[:min(len(one.near), shown)] {
			c.Candidates = append(c.Candidates, n.candidate())
		}
		all = append(all, c)
	}
	found := false
	for i := range all {
		c := &all[i]
		if sure[c.Operation] > 1 {
			c.Operation = "" // two values that lead to one operation do not tell them apart by words
		}
		found = found || c.Operation != ""
		if c.Operation != "" {
			c.Candidates = nil
		}
	}
	allSure := !slices.ContainsFunc(all, func(c Choice) bool { return c.Operation == "" })
	if !found || !verbs && !allSure {
		return nil
	}
	return all
}

// choosing is the guess of a tool for one value of a field: a tool of its own,
// whose name is what it then does. The things of the tool's name come before
// those of the value, for it is about these: get_comments of issue_read is "get
// issue comments".
func (g *guess) choosing(value string) *guess {
	one := &guess{matcher: g.matcher, tool: g.tool, recurring: g.recurring, fields: g.fields, own: g.own, fits: map[*head]*fit{}}
	said := contract.Words(value)
	verb := 0
	if len(said) > 1 && verbGroup(said[0]) != "" || len(said) == 1 && hasVerb(said) {
		verb = 1
	}
	words := slices.Clone(said[:verb])
	for _, w := range g.own {
		isVerb := verbGroup(w) != ""
		switch {
		case genericVerbs[w], mentionsWord(said, w), isVerb && hasVerb(said):
		case isVerb:
			words = append([]string{w}, words...) // the value is a thing: search, by type
		default:
			words = append(words, w)
		}
	}
	one.value = read(said).words
	one.readings = []reading{read(append(words, said[verb:]...))}
	one.rank()
	one.refine()
	return one
}

// genericVerbs are what tools are called that do several things.
var genericVerbs = map[string]bool{"write": true, "read": true, "manage": true, "handle": true, "admin": true, "ops": true, "operation": true, "operations": true, "action": true, "crud": true}

func mentionsWord(words []string, w string) bool {
	return slices.ContainsFunc(words, func(o string) bool { return fold(o) == fold(w) })
}

// chosen is the operation that says all that the value does, and nothing that
// neither the tool nor its fields say, to which the tool has all the keys, and
// beside which no other comes near; or nil. The fields confirm little: they are
// those of all values together.
func (g *guess) chosen() *head {
	best := newFavourite()
	for _, n := range g.near {
		if n.head.Deprecated || !g.speaksFor(n.head) || g.fit(n.head).clash > 0 || !g.saysValue(n) {
			continue
		}
		q := g.quality(n.head) - unsaidCost*float64(min(g.unsaid(n.head), 3)) + n.name
		if n.equal == nil {
			q -= margin
		}
		if !n.literal {
			q -= margin
		}
		best.meet(n.head, q)
	}
	return best.clear()
}

// saysValue reports whether an operation is the same words, or one way to say
// what it does has all words of the value, and its path no others than the tool.
func (g *guess) saysValue(n *near) bool {
	if n.equal != nil {
		return true
	}
	if g.unsaid(n.head) > 0 || n.head.route == nil {
		return false
	}
	tool := &g.readings[0]
	return slices.ContainsFunc(n.head.readings, func(r reading) bool {
		return holdsAll(r.words, g.value) && !tool.several.contradicts(r.several) && !verbsClash(tool, &r)
	})
}
