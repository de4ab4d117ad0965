package bind

import (
	"math"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// A head is an operation of the pool, and what is worked out of it once.
type head struct {
	contract.Head
	spec     *contract.Index
	index    int          // in spec.Heads
	op       *contract.Op // once loaded
	faults   []source.Fault
	readings []reading
	params   map[string]bool // letters of what it is known to take
	words    map[string]bool // of all readings
	wraps    bool            // some of that is a wrapper, whose members are not known yet
	route    []segment
	chosen   bool
}

// pool is the operations of all specs. Where the config says what every tool
// calls, their names are all that is ever asked of it.
type pool struct {
	specs    []*contract.Index
	heads    []*head
	byID     map[string]*head // by every spelling that a config may use
	complete bool             // the heads are, and so is byID
	params   map[string]bool  // letters of every name that any operation takes
	read     bool             // what follows is known
	names    names
	posts    map[string][]*head // by word of a reading
	weights  map[string]float64 // by word
}

func newPool(specs []*contract.Index) *pool {
	p := &pool{byID: map[string]*head{}}
	for _, spec := range specs {
		if spec == nil {
			continue
		}
		p.specs = append(p.specs, spec)
		for i, h := range spec.Heads {
			p.heads = append(p.heads, &head{Head: h, spec: spec, index: i})
		}
	}
	for _, h := range p.heads {
		p.identify(h, h.Name)
	}
	return p
}

// identify makes an operation known by an id.
func (p *pool) identify(h *head, id string) {
	for _, spelling := range []string{id, canonical(id)} {
		if p.byID[spelling] == nil {
			p.byID[spelling] = h
		}
	}
}

// fill completes the heads.
func (p *pool) fill() {
	if p.complete {
		return
	}
	p.complete = true
	for _, spec := range p.specs {
		if spec.Complete != nil {
			spec.Complete()
		}
	}
	p.params = map[string]bool{}
	for _, h := range p.heads {
		h.Head = h.spec.Heads[h.index]
		h.params = map[string]bool{}
		for _, name := range h.Params {
			h.params[contract.Letters(name)] = true
			h.wraps = h.wraps || wrappers[contract.Letters(name)]
			p.params[contract.Letters(name)] = true
		}
		for _, id := range h.Aliases {
			p.identify(h, id)
		}
	}
}

// takes reports whether any operation takes a field of such letters.
func (p *pool) takes(letters string) bool {
	p.fill()
	return p.params[letters]
}

// readAll works out what is needed to guess which operation a tool calls.
func (p *pool) readAll() {
	if p.read {
		return
	}
	p.fill()
	p.read = true
	p.names = names{whole: map[string][]*head{}, part: map[string][]*head{}}
	p.posts, p.weights = map[string][]*head{}, map[string]float64{}
	for _, h := range p.heads {
		p.readHead(h)
	}
	p.names.sort()
	for w, posts := range p.posts {
		p.weights[w] = commonWeight + math.Log(float64(len(p.heads)+1)/float64(len(posts)+1))
	}
}

func (p *pool) readHead(h *head) {
	h.route = route(h.Name)
	h.readings = readings(&h.Head)
	p.names.add(h)
	h.words = map[string]bool{}
	for _, r := range h.readings {
		for _, w := range r.words {
			if !h.words[w] {
				h.words[w] = true
				p.posts[w] = append(p.posts[w], h)
			}
		}
	}
}

// commonWeight is what a word weighs that says nothing: all operations have it, or none.
const commonWeight = 0.5

// weight is how much a word says: rare ones more.
func (p *pool) weight(word string) float64 {
	if w, ok := p.weights[word]; ok {
		return w
	}
	return commonWeight
}

// canonical is one spelling of an operation id for all that are accepted: the
// method in capitals, parameters of a path without their names, RPCs with a slash.
func canonical(id string) string {
	id = strings.TrimSpace(id)
	method, rest, found := strings.Cut(id, " ")
	if rest = strings.TrimSpace(rest); found && strings.HasPrefix(rest, "/") {
		var b strings.Builder
		b.WriteString(strings.ToUpper(method) + " ")
		for rest != "" {
			before, after, found := strings.Cut(rest, "{")
			b.WriteString(before)
			if !found {
				break
			}
			_, rest, _ = strings.Cut(after, "}")
			b.WriteString("{}")
		}
		return strings.TrimRight(b.String(), "/")
	}
	return id
}

// lookup is the operation of an id that an author wrote, or nil. A GraphQL path
// below a root field is in no index until it is asked for.
func (p *pool) lookup(id string) *head {
	id = strings.TrimSpace(id)
	if h := p.known(id); h != nil {
		return h
	}
	if k, name := kindOf(id); k == http || k == other || !strings.Contains(name, ".") {
		return nil
	}
	for i, h := range p.heads {
		if i > 0 && h.spec == p.heads[i-1].spec {
			continue
		}
		if ops, faults := h.spec.Expand(id); len(ops) == 1 {
			deep := &head{Head: contract.Head{Name: ops[0].Name, Aliases: ops[0].Aliases}, spec: h.spec, op: ops[0], faults: faults}
			p.byID[id] = deep
			return deep
		}
	}
	return nil
}

// known is the operation of an id that is in an index, or nil.
func (p *pool) known(id string) *head {
	for {
		if h := p.byID[id]; h != nil {
			return h
		}
		if h := p.byID[canonical(id)]; h != nil || p.complete {
			return h
		}
		p.fill()
	}
}

// nearest is the operation that an unknown id is most likely a slip of, or "".
func (p *pool) nearest(id string) string {
	var ids []string
	owner := map[string]string{}
	for _, h := range p.heads {
		for _, known := range append([]string{h.Name}, h.Aliases...) {
			if owner[known] == "" {
				ids = append(ids, known)
				owner[known] = h.Name
			}
		}
	}
	return owner[config.Nearest(id, ids)]
}

// load reads the operation of h, which comes back opaque where it cannot be read.
func (h *head) load() *contract.Op {
	if h.op == nil {
		ops, faults := h.spec.Expand(h.Name)
		h.faults = append(h.faults, faults...)
		if len(ops) > 0 {
			h.op = ops[0]
		} else {
			h.op = &contract.Op{Name: h.Name, Aliases: h.Aliases, At: h.At, Input: &contract.Schema{Types: contract.ObjectType, Opaque: "the operation could not be read"}}
		}
	}
	return h.op
}

// loadAll is load of several heads of a spec. What is wrong with their operations
// is told with the first.
func loadAll(spec *contract.Index, heads []*head) {
	names := make([]string, len(heads))
	for i, h := range heads {
		names[i] = h.Name
	}
	ops, faults := spec.Expand(names...)
	heads[0].faults = faults
	if len(ops) == len(heads) {
		for i, h := range heads {
			h.op = ops[i]
		}
	}
}

// live is the heads without the deprecated ones, unless all are.
func live(heads []*head) []*head {
	kept := slices.DeleteFunc(slices.Clone(heads), func(h *head) bool { return h.Deprecated })
	if len(kept) == 0 {
		return heads
	}
	return kept
}
