package bind

import (
	"cmp"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Fields pairs the fields of two objects that were met while comparing, such as
// those of a pair, of their elements or of two of their alternatives. The paths
// are those of the objects, "" at the top, "lines[]" for elements. in is the
// pairing in which they were met: its declared mapping holds below it too; nil for none.
func Fields(tool, api *contract.Schema, toolPath, apiPath string, in *Pairing) *Pairing {
	p := &pairer{}
	if in != nil {
		p.mapping = in.mapping
	}
	return p.run(tool, api, toolPath, apiPath)
}

// A pairer pairs the fields of two objects: surest first, each field once.
type pairer struct {
	tool, api         []*node
	toolPath, apiPath string
	top               bool            // of a tool and an operation, not of objects in them
	route             []segment       // of an HTTP operation
	about             []string        // what the name of any other operation mentions, by its stems
	mapping           *mapping        // nil where nothing is declared
	selectors         map[string]bool // fields that "when" reads
	onAllTools        map[string]bool // letters of names that recur on the tools of the file and on no operation
	shared            map[string]int  // how many API fields have these letters, bodies that a collision left whole looked into
}

// A node is a field that may find a partner, with the objects looked through on the way to it.
type node struct {
	ref     *Ref
	kids    []*node // where opened
	inner   []*node // deep inside, paired by the config
	opened  bool
	made    bool // kids are there
	fields  []*contract.Field
	looked  bool   // fields is what members says
	how     string // PairedByWrapper or PairedByNesting below an object that was looked through, else ""
	in      string // the location that the wrapper around it names, or ""
	level   int    // objects looked through
	needed  bool   // required, as is all on the way to it
	pair    *Pair
	chooses bool // its values are the names of fields beside it
	aside   bool // the config says what becomes of it
}

// newPairer pairs the fields of a tool and an operation; declared holds what the config says of them.
func newPairer(operation string, declared *Pairing) *pairer {
	p := &pairer{top: true, route: route(operation)}
	if p.route == nil {
		p.about = mentions(operation)
	}
	if declared != nil {
		p.mapping = declared.mapping
	}
	return p
}

// mentions is what the name of an operation without a route is about: all runs
// of its words, so that "issue", "batch" and "issue batch" are all there.
func mentions(operation string) []string {
	var about []string
	_, name := kindOf(operation)
	words := contract.Words(name)
	words = words[:min(len(words), maxWords)]
	for i := range words {
		for j := i + 1; j <= len(words); j++ {
			about = append(about, stems(words[i:j]))
		}
	}
	return about
}

func (p *pairer) run(tool, api *contract.Schema, toolPath, apiPath string) *Pairing {
	p.toolPath, p.apiPath = toolPath, apiPath
	p.tool = p.nodes(members(tool), toolPath, nil, onTool)
	p.api = p.nodes(members(api), apiPath, nil, onAPI)
	p.openCollisions()
	p.declared(tool, api)
	p.separated()
	p.byName()
	for range maxWrappers {
		if !p.lookThrough() {
			break
		}
		p.byName()
	}
	if p.top {
		p.rootArray()
		p.pairShort()
		p.paths()
		p.nested()
	}
	p.openDeclared(p.tool, onTool)
	p.openDeclared(p.api, onAPI)
	return p.result()
}

// maxWrappers is how many wrappers are looked through, one in another.
const maxWrappers = 3

type side uint8

const (
	onTool side = iota
	onAPI
)

// nodes is the fields of one object, without those that the config pairs elsewhere.
func (p *pairer) nodes(all []*contract.Field, path string, parent *node, s side) []*node {
	var nodes []*node
	var chooses *contract.Field
	if s == onTool {
		chooses = choice(all)
	}
	for _, f := range all {
		n := &node{ref: &Ref{Path: Join(path, f.Name), Field: f}, needed: f.Required, chooses: f == chooses}
		if parent != nil {
			n.level = parent.level + 1
			n.needed = n.needed && parent.needed
		}
		if p.mapping.elsewhere(n.ref.Path, s, p) {
			continue
		}
		if d := p.mapping.decision(n.ref.Path, s); d != nil {
			n.aside, n.ref.Handled, n.ref.Reason = true, d.handled, d.reason
		}
		nodes = append(nodes, n)
	}
	return nodes
}

// members is the fields of the object that n is, none for anything else.
func (n *node) members() []*contract.Field {
	if !n.looked {
		n.looked, n.fields = true, members(n.ref.Field.Schema)
	}
	return n.fields
}

// open looks through n: its members stand in its place.
func (p *pairer) open(n *node, how string, s side) {
	p.make(n, s)
	n.opened = true
	for _, k := range n.kids {
		k.how = how
		k.ref.Within = n.ref.Within
		if s == onAPI && !n.ref.Field.Required {
			k.ref.Within = n.ref.Path
		}
	}
}

// make makes n's members without looking through n.
func (p *pairer) make(n *node, s side) {
	if n.made {
		return
	}
	n.made = true
	if n.level >= maxDepth {
		return
	}
	all, path := below(n.ref.Field.Schema, n.ref.Path)
	n.kids = p.nodes(all, path, n, s)
	in := locationOfWrapper[contract.Letters(n.ref.Field.Name)]
	for _, k := range n.kids {
		k.in = in
	}
}

// left is the fields that have found no partner yet, in order.
func left(nodes []*node) []*node {
	var all []*node
	for _, n := range nodes {
		switch {
		case n.opened:
			all = append(all, left(n.kids)...)
		case n.pair == nil && !n.aside:
			all = append(all, n)
		}
	}
	return all
}

// inTurn is the fields that have found no partner yet, in the order in which
// they choose: those looked for in wrappers last. It does not depend on the
// order in which their author wrote them.
func inTurn(nodes []*node) []*node {
	all := left(nodes)
	slices.SortFunc(all, func(a, b *node) int {
		return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.ref.Path, b.ref.Path))
	})
	return all
}

func (p *pairer) join(t, a *node, how string) {
	if how == PairedByName || how == PairedByCase {
		for _, n := range []*node{t, a} {
			if n.how != "" {
				how = n.how
			}
		}
	}
	t.pair = &Pair{Tool: t.ref, API: a.ref, How: how}
	a.pair = t.pair
}

// result lists every field once, each side in its own order.
func (p *pairer) result() *Pairing {
	r := &Pairing{mapping: p.mapping}
	each(p.tool, func(n *node) {
		if n.pair != nil {
			r.Pairs = append(r.Pairs, n.pair)
			return
		}
		p.excuseTool(n)
		r.ToolOnly = append(r.ToolOnly, n.ref)
	})
	each(p.api, func(n *node) {
		if n.pair == nil {
			p.excuseAPI(n)
			r.APIOnly = append(r.APIOnly, n.ref)
		}
	})
	if p.top {
		otherKeys(r)
	}
	return r
}

// each visits the nodes that stand for themselves, those of opened ones in their place.
func each(nodes []*node, visit func(*node)) {
	for _, n := range nodes {
		for _, inner := range n.inner {
			visit(inner)
		}
		if n.opened {
			each(n.kids, visit)
			continue
		}
		visit(n)
	}
}

// byName pairs equal names, then equal words in another style, then names that
// add a location.
func (p *pairer) byName() {
	p.pairEqual(PairedByName, func(n *node) []string { return []string{n.ref.Field.Name} },
		func(n *node) []string { return append([]string{n.ref.Field.Name}, n.ref.Field.AltNames...) })
	p.pairEqual(PairedByCase, func(n *node) []string { return folds(n.ref.Field.Name) },
		func(n *node) []string {
			keys := folds(n.ref.Field.Name)
			for _, alt := range n.ref.Field.AltNames {
				keys = append(keys, folds(alt)...)
			}
			return keys
		})
	p.located(false)
}

// pairEqual pairs what shares a key. Where several API fields do, the one at
// the location that the tool's wrapper names, then the least hidden, then a required one is meant.
func (p *pairer) pairEqual(how string, toolKeys, apiKeys func(*node) []string) {
	byKey := map[string][]*node{}
	for _, a := range left(p.api) {
		for _, k := range apiKeys(a) {
			byKey[k] = append(byKey[k], a)
		}
	}
	for _, t := range inTurn(p.tool) {
		var best *node
		for _, k := range toolKeys(t) {
			for _, a := range byKey[k] {
				if a.pair == nil && !p.wraps(t, a) && (best == nil || better(t, a, best)) {
					best = a
				}
			}
		}
		if best != nil {
			p.join(t, best, how)
		}
	}
}

func better(t, a, b *node) bool {
	if t.in != "" {
		if x, y := at(a, t.in), at(b, t.in); x != y {
			return x
		}
	}
	if a.level != b.level {
		return a.level < b.level
	}
	if a.needed != b.needed {
		return a.needed
	}
	return a.ref.Path < b.ref.Path
}

// at reports whether an API field is sent where the word says.
func at(a *node, location string) bool {
	in := a.ref.Field.In
	if location == "body" {
		return in == contract.Body || in == contract.Form
	}
	return in.String() == location
}
