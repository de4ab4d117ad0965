package bind

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// A guess is a tool as its name and fields show it, and the operations that
// come to mind.
type guess struct {
	*matcher
	tool      *contract.Op
	recurring map[string]bool // letters of its fields that recur on the tools beside it and on no operation
	own       []string        // the words of its name without its file's prefix
	readings  []reading
	described reading   // the first sentence of its description
	values    []reading // of the values of a field that chooses among operations
	value     []string  // folded words of the one value that is asked about
	fields    []string  // letters of what it offers, wrappers looked through
	near      []*near   // best first
	fits      map[*head]*fit
}

// near is an operation that shares words with a tool.
type near struct {
	head    *head
	name    float64 // how alike the names are
	score   float64 // with what the head says of the fields; both 0 to 1
	equal   *reading
	literal bool // it has all of the tool's words, with the very verb
}

// fit is how the fields of a tool and an operation go together.
type fit struct {
	paired, counted int     // of the tool's fields; those that the tool server handles do not count
	akin            int     // unpaired fields of the tool that an unpaired one of the operation is called after the same thing as
	known           int     // fields of the operation
	lost            int     // required path parameters and GraphQL ids that the tool does not have
	mistyped        int     // paired fields of which only one is an object
	needed          int     // other required fields that it does not have
	spare           int     // required fields of the tool that the operation does not know
	loose           []*Pair // of path parameters that the tool leaves optional, without a default
	clash           int     // paired fields of which no value fits both
	stray           int     // required fields of the tool that say which thing is meant, and that the operation does not know
}

// share is how much of the tool's fields the operation knows; one that it may
// know by another name is half known.
func (f *fit) share() float64 {
	if f.counted == 0 {
		return 1
	}
	return (float64(f.paired) + float64(f.akin)/2) / float64(f.counted)
}

// things is what fields are called after: one of the other side that is called
// after the same, channel_id and channel, may well be its partner.
func things(refs []*Ref) map[string]bool {
	known := map[string]bool{}
	for _, ref := range refs {
		if of := thing(ref.Field.Name); of != "" {
			known[of] = true
		}
	}
	return known
}

// guess finds the operation of a tool that nobody has declared.
func (m *matcher) guess(i int) *Binding {
	g := m.newGuess(i)
	h, how := g.sameName(), BySameName
	if h == nil {
		h, how = g.sameWords(), BySameWords
	}
	if h == nil {
		return &Binding{Tool: g.tool, Candidates: g.candidates(nil)}
	}
	b := &Binding{Tool: g.tool, How: how, Calls: []*Call{{Op: m.choose(h)}}, Doubt: g.doubt(h, how)}
	if b.Doubt != nil {
		b.Candidates = g.candidates(h)
	}
	return b
}

// newGuess reads a tool's name, fields and description, and ranks the operations that come to mind.
func (m *matcher) newGuess(i int) *guess {
	m.pool.readAll()
	g := &guess{matcher: m, tool: m.tools[i], recurring: map[string]bool{}, fits: map[*head]*fit{}}
	for name := range m.recurring[i] {
		g.recurring[name] = !m.pool.takes(name)
	}
	words := contract.Words(g.tool.Name)
	g.own = words[m.skip[i]:]
	g.readings = []reading{read(g.own)}
	if m.skip[i] > 0 {
		g.readings = append(g.readings, read(words))
	}
	if summary := summaryWords(g.tool.Doc.Text); len(summary) > 1 {
		g.described = read(summary)
	}
	g.values = valueReadings(g.own, g.tool.Input)
	g.fields = fieldLetters(g.tool.Input)
	g.rank()
	return g
}

// sameName is the operation that is called like the tool, if there is one and
// its fields do not speak for another one that is called so too.
func (g *guess) sameName() *head {
	whole, part := g.pool.names.called(contract.Letters(g.tool.Name))
	if len(whole)+len(part) == 0 {
		whole, part = g.pool.names.called(contract.Letters(strings.Join(g.own, " ")))
		if !g.readings[0].namesThing() {
			part = nil // "create" alone is the end of many names
		}
	}
	if len(whole)+len(part) == 0 {
		whole = g.pool.names.generated(g.tool.Name)
	}
	// What is called so by a part of its name only must have what the tool has.
	heads := slices.Clone(whole)
	for _, h := range part[:min(len(part), maxLoaded)] {
		if !slices.Contains(heads, h) && g.speaksFor(h) {
			heads = append(heads, h)
		}
	}
	heads = live(heads)
	if len(heads) == 0 || len(heads) > 2*maxLoaded {
		return nil // none, or a name that says nothing
	}
	best := g.best(heads)
	if best == nil || best.Deprecated && g.liveTwin() || g.contradicted(best) {
		return nil
	}
	return best
}

// speaksFor reports whether the tool has what says which thing an operation is about.
func (g *guess) speaksFor(h *head) bool {
	f := g.fit(h)
	return f.lost == 0 && f.stray == 0
}

// contradicted reports whether the fields speak against an operation that is
// called like the tool: it is about something that the tool cannot name, and
// another one of the same words is not; or its twin in another spec knows them clearly better.
func (g *guess) contradicted(h *head) bool {
	f := g.fit(h)
	for _, n := range g.near {
		if n.equal == nil || n.head == h || n.head.Deprecated || !g.speaksFor(n.head) {
			continue
		}
		o := g.fit(n.head)
		if f.lost > 0 && o.paired >= f.paired || n.head.spec != h.spec && o.share()-f.share() > clearly {
			return true
		}
	}
	return false
}

// clearly is how much more of the tool's fields the twin of an operation in
// another spec must know.
const clearly = 0.3

// maxLoaded is how many operations are loaded to choose among those of one name.
const maxLoaded = 5

// liveTwin reports whether a live operation is named by the tool's words too.
func (g *guess) liveTwin() bool {
	for _, n := range g.near {
		if n.equal != nil && !n.head.Deprecated {
			return true
		}
	}
	return false
}

// best is the head whose fields fit by a margin, or nil.
func (g *guess) best(heads []*head) *head {
	if len(heads) == 1 {
		return heads[0]
	}
	sorted := slices.Clone(heads)
	slices.SortStableFunc(sorted, func(a, b *head) int { return -cmp.Compare(g.quality(a), g.quality(b)) })
	if g.quality(sorted[0])-g.quality(sorted[1]) < margin {
		return nil
	}
	return sorted[0]
}

// margin is by how much the best must be better than the second best.
const margin = 0.1

func (g *guess) quality(h *head) float64 {
	f := g.fit(h)
	return f.share() - 0.5*float64(f.lost) - 0.1*float64(min(f.needed, 3)) - 0.3*float64(f.clash)
}

// sameWords is the operation that a tool names by the same words, if the
// parameters confirm it and no other comes near.
func (g *guess) sameWords() *head {
	if len(g.values) > 0 {
		return nil
	}
	var equal []*near
	for _, n := range g.near {
		if n.equal != nil {
			equal = append(equal, n)
		}
	}
	if slices.ContainsFunc(equal, func(n *near) bool { return !n.head.Deprecated }) {
		equal = slices.DeleteFunc(equal, func(n *near) bool { return n.head.Deprecated })
	}
	if len(equal) > maxLoaded {
		equal = equal[:maxLoaded]
	}
	best := newFavourite()
	for _, n := range equal {
		if !g.confirms(n.head) || g.rivalled(n) {
			continue
		}
		best.meet(n.head, g.quality(n.head)-unsaidCost*float64(min(g.unsaid(n.head), 3))+0.5*n.name)
	}
	return best.clear()
}

// favourite is the best of the heads that it has met, and how good the two best are.
type favourite struct {
	head        *head
	top, second float64
}

func newFavourite() favourite { return favourite{top: math.Inf(-1), second: math.Inf(-1)} }

func (f *favourite) meet(h *head, quality float64) {
	if quality > f.top {
		f.head, f.top, f.second = h, quality, f.top
	} else {
		f.second = max(f.second, quality)
	}
}

// clear is the favourite where it is better than the second by a margin, or nil.
func (f *favourite) clear() *head {
	if f.head == nil || f.top-f.second < margin {
		return nil
	}
	return f.head
}

// unsaid is how many words of an operation's path neither the tool's name nor
// its fields say, but for words that most operations have.
func (g *guess) unsaid(h *head) int {
	said := map[string]bool{}
	for _, r := range g.readings {
		for _, w := range r.words {
			said[w] = true
		}
	}
	for _, f := range members(g.tool.Input) {
		for _, w := range contract.Words(f.Name) {
			said[contract.Stem(w)] = true
		}
	}
	count := 0
	for _, s := range h.route {
		if s.param || version.MatchString(s.text) {
			continue
		}
		for _, w := range contract.Words(s.text) {
			w = fold(w)
			common := 2*len(g.pool.posts[w]) >= len(g.pool.heads)
			if !said[w] && !common && !isGroup(w) && !(w == "user" && said["me"]) {
				count++
			}
		}
	}
	return count
}

// unsaidCost is by how much each such word speaks against an operation.
const unsaidCost = 0.1

// rivalled reports whether a search is bound to a mere list although another
// operation searches for the very things that the tool names.
func (g *guess) rivalled(n *near) bool {
	verb := g.readings[0].verb
	if verbGroup(verb) != "list" || verb == "list" || n.equal.verb == verb {
		return false
	}
	for _, o := range g.near {
		if o.head == n.head || o.head.Deprecated || !o.literal {
			continue
		}
		if g.speaksFor(o.head) {
			return true
		}
	}
	return false
}

// confirms reports whether the fields bear out a binding by words.
func (g *guess) confirms(h *head) bool {
	f := g.fit(h)
	return g.speaksFor(h) && f.clash == 0 && (f.counted == 0 || 2*(f.paired+f.akin) > f.counted)
}

// selector is the field by which a tool chooses among operations, or nil.
func selector(s *contract.Schema) *contract.Field {
	for _, f := range members(s) {
		switch contract.Letters(f.Name) {
		case "method", "action", "operation", "op", "command":
			if len(f.Schema.Enum) > 1 {
				return f
			}
		}
	}
	return nil
}

// maxValues is how many values of a selector are read.
const maxValues = 30

// valueReadings is what a tool does for each value of its selector: its own
// nouns and the value's words.
func valueReadings(name []string, s *contract.Schema) []reading {
	f := selector(s)
	if f == nil {
		return nil
	}
	var nouns []string
	for _, w := range name {
		if verbGroup(w) == "" && w != "write" && w != "manage" {
			nouns = append(nouns, w)
		}
	}
	var all []reading
	for _, v := range f.Schema.Enum[:min(len(f.Schema.Enum), maxValues)] {
		words := contract.Words(v.Lit.Text)
		for _, w := range nouns {
			if !slices.Contains(words, w) && !slices.Contains(words, strings.TrimSuffix(w, "s")) {
				words = append(words, w)
			}
		}
		all = append(all, read(words))
	}
	return all
}

// fit pairs the fields of the tool and an operation.
func (g *guess) fit(h *head) *fit {
	if f := g.fits[h]; f != nil {
		return f
	}
	op := h.load()
	p := newPairer(h.Name, nil)
	p.onAllTools = g.recurring
	pairing := p.run(g.tool.Input, op.Input, "", "")
	f := &fit{paired: len(pairing.Pairs), counted: len(pairing.Pairs), known: len(pairing.Pairs) + len(pairing.APIOnly)}
	for _, pair := range pairing.Pairs {
		if clashes(pair) {
			f.clash++
		}
		if mistyped(pair) {
			f.mistyped++
		}
		if pair.API.Field.In == contract.Path && !pair.Tool.Field.Required && pair.Tool.Field.Schema.Default == nil {
			f.loose = append(f.loose, pair)
		}
	}
	known := things(pairing.APIOnly)
	for _, ref := range pairing.ToolOnly {
		if ref.Handled != "" {
			continue
		}
		f.counted++
		if ref.Field.Required {
			f.spare++
		}
		switch {
		case known[thing(ref.Field.Name)]:
			f.akin++
		case ref.Field.Required && saysWhich(ref.Field.Name):
			f.stray++
		}
	}
	for _, ref := range pairing.APIOnly {
		if !ref.Field.Required || ref.Handled != "" {
			continue
		}
		_, isID := idOf(ref.Field.Name)
		if ref.Field.In == contract.Path || h.route == nil && isID {
			f.lost++
		} else {
			f.needed++
		}
	}
	g.fits[h] = f
	return f
}

// mistyped reports whether the one field is an object, and the other has no place for one.
func mistyped(pair *Pair) bool {
	t, a := pair.Tool.Field.Schema, pair.API.Field.Schema
	if t.Opaque != "" || a.Opaque != "" || pair.API.Field.In.IsText() || a.Lone {
		return false
	}
	x, y := t.Types&^contract.NullType, a.Types&^contract.NullType
	return x != 0 && y != 0 && x&y == 0 && (x | y).Has(contract.ObjectType)
}

// clashes reports whether no value fits both sides of a pair.
func clashes(pair *Pair) bool {
	t, a := pair.Tool.Field.Schema, pair.API.Field.Schema
	if a.Opaque != "" || t.Opaque != "" {
		return false
	}
	if t.Enum == nil || a.Enum == nil {
		return false
	}
	known := map[string]bool{}
	for _, v := range a.Enum {
		known[v.Lit.Text] = true
	}
	return !slices.ContainsFunc(t.Enum, func(v contract.Value) bool { return known[v.Lit.Text] })
}
