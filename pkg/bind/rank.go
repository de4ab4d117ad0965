package bind

import (
	"cmp"
	"math"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// How many operations are looked at, and how many of those are suggested.
const (
	maxNear       = 40
	maxCandidates = 5
	maxRefined    = 8
)

// rank finds the operations that share words with the tool, by way of the
// rarer words, and orders them.
func (g *guess) rank() {
	seen := map[*head]bool{}
	all := append(slices.Clone(g.readings), g.values...)
	if g.described.words != nil {
		all = append(all, g.described)
	}
	for i := range all {
		for _, h := range g.sharing(&all[i]) {
			if seen[h] {
				continue
			}
			seen[h] = true
			n := &near{head: h}
			for j := range g.readings {
				g.compare(n, &g.readings[j])
			}
			for j := range g.values {
				g.resemble(n, &g.values[j], 1)
			}
			g.resemble(n, &g.described, asDescribed)
			if n.name > 0 {
				g.near = append(g.near, n)
			}
		}
	}
	slices.SortStableFunc(g.near, func(a, b *near) int { return -cmp.Compare(a.name, b.name) })
	if len(g.near) > maxNear {
		g.near = g.near[:maxNear]
	}
	for _, n := range g.near {
		n.score = g.score(n, g.cheapShare(n.head))
	}
	g.sortByScore()
}

func (g *guess) sortByScore() {
	slices.SortStableFunc(g.near, func(a, b *near) int { return -cmp.Compare(a.score, b.score) })
}

// sharing is the heads that share a word with a reading, but for words that
// many of them have. Where it has no others, those are looked at that have
// nearly all of them.
func (g *guess) sharing(r *reading) []*head {
	limit := max(50, len(g.pool.heads)/10)
	var heads, common, acting []*head
	for _, w := range r.words {
		switch posts := g.pool.posts[w]; {
		case len(posts) <= limit:
			heads = append(heads, posts...)
		case isGroup(w):
			acting = posts
		default:
			common = append(common, posts...)
		}
	}
	switch {
	case len(heads) > 0:
		return heads
	case len(common) == 0:
		return acting[:min(len(acting), maxActing)] // a verb alone leads nowhere
	}
	most := 0
	for _, h := range common {
		most = max(most, h.has(r.words))
	}
	for _, h := range common {
		if h.has(r.words) >= most-1 {
			heads = append(heads, h)
		}
	}
	return heads[:min(len(heads), maxCommon)]
}

// How many operations are looked at for the sake of a verb, and of common words.
const (
	maxActing = 150
	maxCommon = 1000
)

// has counts the words that a head has.
func (h *head) has(words []string) int {
	n := 0
	for _, w := range words {
		if h.words[w] {
			n++
		}
	}
	return n
}

// compare rates a head's readings against one of the tool's, and keeps the best.
func (g *guess) compare(n *near, tool *reading) {
	for i := range n.head.readings {
		r := &n.head.readings[i]
		if s := g.alike(tool, r); s > n.name {
			n.name = s
		}
		n.literal = n.literal || r.verb == tool.verb && holdsAll(r.words, tool.words)
		if g.sameSet(tool, r) && (n.equal == nil || r.dropped < n.equal.dropped) {
			n.equal = r
		}
	}
}

// asDescribed is what words of a description count for, next to those of the name.
const asDescribed = 0.75

// resemble rates a head against words that are not the tool's name.
func (g *guess) resemble(n *near, words *reading, worth float64) {
	for i := range n.head.readings {
		n.name = max(n.name, worth*g.alike(words, &n.head.readings[i]))
	}
}

func holdsAll(words, needed []string) bool {
	for _, w := range needed {
		if !slices.Contains(words, w) {
			return false
		}
	}
	return true
}

// sameSet reports whether two readings are the same words, about as many things.
func (g *guess) sameSet(tool, r *reading) bool {
	switch {
	case !tool.namesThing() || !tool.equal(r) || tool.several.contradicts(r.several):
		return false
	case r.batch && !tool.batch && !g.writesSeveral():
		return false
	}
	// The tags of a task are not the tasks of a tag.
	if tool.nature() == reads && tool.focus != r.focus && tool.focus != "" && r.focus != "" {
		return false
	}
	// Listing all is listing; deleting all is not deleting.
	return tool.all == r.all || tool.nature() == reads
}

// writesSeveral reports whether the tool's name ends in a plural.
func (g *guess) writesSeveral() bool {
	words := contract.Words(g.tool.Name)
	return len(words) > 0 && contract.IsPlural(words[len(words)-1])
}

// alike is how much of the words of two readings is common to both, by weight;
// what only the operation says counts half.
func (g *guess) alike(tool, r *reading) float64 {
	var common, all float64
	for i, w := range tool.words {
		if slices.Index(tool.words, w) != i {
			continue
		}
		weight := g.pool.weight(w)
		all += weight
		if slices.Contains(r.words, w) {
			common += weight
		}
	}
	for _, w := range r.words {
		if !slices.Contains(tool.words, w) {
			all += g.pool.weight(w) / 2
		}
	}
	if all == 0 {
		return 0
	}
	s := common / all
	if tool.several.contradicts(r.several) {
		s *= 0.85
	}
	if tool.batch != r.batch {
		s *= 0.85
	}
	switch x, y := tool.group, r.group; {
	case verbsClash(tool, r):
		s *= 0.6
	case x != "" && y != "" && x != y && !r.noVerb:
		s *= 0.9
	case tool.verb != r.verb:
		s *= 0.99
	}
	return s * (1 - 0.01*float64(min(r.dropped, 5)))
}

// verbsClash reports whether one side reads and the other writes, or they write
// in different ways.
func verbsClash(a, b *reading) bool {
	x, y := groupOf(a.words), groupOf(b.words)
	return x != "" && y != "" && x != y
}

func groupOf(words []string) string {
	for _, w := range words {
		if isGroup(w) {
			return w
		}
	}
	return ""
}

// score rates an operation by its name and by how much of the tool's fields it has.
func (g *guess) score(n *near, share float64) float64 {
	s := 0.65*n.name + 0.35*share
	if n.equal != nil {
		s += 0.05
	}
	if n.head.Deprecated {
		s *= 0.8
	}
	if x, y := g.readings[0].nature(), n.head.nature(); x != 0 && y != 0 && x != y {
		s *= 0.6
	}
	return min(s, 1)
}

// refine rates the best once more, by their very fields.
func (g *guess) refine() {
	for _, n := range g.near[:min(len(g.near), maxRefined)] {
		f := g.fit(n.head)
		share := f.share() - 0.25*float64(f.lost+f.stray)
		if len(g.fields) == 0 && f.lost > 0 {
			share = 0
		}
		n.score = g.score(n, max(0, share))
	}
	g.sortByScore()
}

// cheapShare is how much of the tool's fields a head knows by name, less the
// path parameters that the tool does not seem to have.
func (g *guess) cheapShare(h *head) float64 {
	if len(h.params) == 0 && h.route == nil {
		return 0.5 // its fields are not known yet
	}
	share := 1.0
	if len(g.fields) > 0 {
		share = float64(g.cheapPairs(h)) / float64(len(g.fields))
	}
	lost := 0
	for _, s := range h.route {
		if s.param && !g.offersKey(s.text) {
			lost++
		}
	}
	if lost > 0 && len(g.fields) > 0 {
		lost-- // one may have another name
	}
	return max(0, share-0.25*float64(lost))
}

func (g *guess) cheapPairs(h *head) int {
	pairs := 0
	for _, f := range g.fields {
		if h.params[f] {
			pairs++
		}
	}
	return pairs
}

// offersKey reports whether the tool has a field for a path parameter.
func (g *guess) offersKey(param string) bool {
	if slices.Contains(g.fields, contract.Letters(param)) {
		return true
	}
	of, ok := idOf(param)
	if !ok || of == "" {
		return false
	}
	for _, f := range members(g.tool.Input) {
		if toolOf, ok := idOf(f.Name); ok && toolOf == of || stems(contract.Words(f.Name)) == of {
			return true
		}
	}
	return false
}

// fieldLetters is the names of what a tool offers, those in its wrappers too.
func fieldLetters(s *contract.Schema) []string {
	var names []string
	for _, f := range members(s) {
		inner := members(f.Schema)
		if wrappers[contract.Letters(f.Name)] && len(inner) > 0 {
			for _, k := range inner {
				names = append(names, contract.Letters(k.Name))
			}
			continue
		}
		names = append(names, contract.Letters(f.Name))
	}
	return names
}

// candidates is what to suggest, best first; a guess that is in doubt leads.
// Where several specs are named, the best of another spec is among the three
// that are shown: which API a tool calls is no question of words.
func (g *guess) candidates(guessed *head) []Candidate {
	g.refine()
	var chosen []*near
	for _, n := range g.near {
		if n.head == guessed {
			chosen = append([]*near{n}, chosen...)
		} else if len(chosen) < maxCandidates {
			chosen = append(chosen, n)
		}
	}
	if len(chosen) >= shown && ofOneSpec(chosen[:shown]) {
		if n := g.elsewhere(chosen[0]); n != nil {
			chosen = slices.DeleteFunc(chosen, func(o *near) bool { return o == n })
			chosen = slices.Insert(chosen, shown-1, n)
		}
	}
	var all []Candidate
	for _, n := range chosen[:min(len(chosen), maxCandidates)] {
		all = append(all, n.candidate())
	}
	return all
}

func ofOneSpec(all []*near) bool {
	return !slices.ContainsFunc(all, func(n *near) bool { return n.head.spec != all[0].head.spec })
}

// elsewhere is the operation of another spec whose name is most like the
// tool's, if it is half as much like it as the best is; or nil.
func (g *guess) elsewhere(best *near) *near {
	var other *near
	for _, n := range g.near {
		if n.head.spec == best.head.spec || n.head.nature() != best.head.nature() || 2*n.name <= best.name {
			continue
		}
		if other == nil || n.name > other.name {
			other = n
		}
	}
	return other
}

// shown is how many candidates a message has room for.
const shown = 3

func (n *near) candidate() Candidate {
	return Candidate{Operation: n.head.Name, Score: hundredths(n.score)}
}

// hundredths rounds a score to what is shown of it, here and nowhere else: text and
// JSON would round a half differently.
func hundredths(x float64) float64 { return math.Round(x*100) / 100 }
