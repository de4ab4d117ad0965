package bind

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Match binds the tools of one contract of the config to the operations of its
// specs, which are one pool. c is nil where there is no config. The faults are
// those of the operations that are bound, and of annotations that do not parse.
func Match(tools []*contract.Contract, specs []*contract.Index, c *config.Contract) (*Result, []source.Fault) {
	m := &matcher{pool: newPool(specs), declared: map[string]config.Binding{}}
	for _, t := range tools {
		m.tools = append(m.tools, t.Ops...)
	}
	if c != nil {
		for _, b := range c.Bindings {
			m.declared[b.Tool] = b
		}
	}
	m.skip = prefixes(m.tools)
	m.recurring = recurring(m.tools)

	m.readDeclared()
	r := &Result{matcher: m}
	for i := range m.tools {
		r.Bindings = append(r.Bindings, m.bind(i))
	}
	m.pair(r.Bindings)
	translated(r.Bindings)
	m.answers(r.Bindings)
	if c != nil {
		r.Stale = m.staleBindings(c)
	}
	for _, h := range m.chosen {
		m.faults = append(m.faults, h.faults...)
	}
	return r, m.faults
}

type matcher struct {
	tools     []*contract.Op
	skip      []int // words of each tool's name that are its file's prefix
	pool      *pool
	declared  map[string]config.Binding
	hinted    map[string][]hint // what the specs say of tools, by tool; nil until one is asked for
	recurring []map[string]bool // of each tool: letters of fields that recur on the tools beside it
	chosen    []*head
	faults    []source.Fault
}

// A hint is what a spec says of a tool: that it calls this operation.
type hint struct {
	head *head
	at   source.Span
}

// bind decides on one tool: the config, then annotations, then names.
func (m *matcher) bind(i int) *Binding {
	tool := m.tools[i]
	if d, ok := m.declared[tool.Name]; ok {
		return m.byDeclaration(tool, d, ByConfig, false)
	}
	for _, h := range tool.Hints {
		d, faults := config.ParseBinding(tool.Name, h.Value)
		m.faults = append(m.faults, faults...)
		if len(faults) == 0 {
			return m.byDeclaration(tool, d, ByAnnotation, h.Key == contract.DocumentHint)
		}
	}
	if m.hinted == nil {
		m.readSpecHints()
	}
	if hints := m.hinted[tool.Name]; len(hints) > 0 {
		b := &Binding{Tool: tool, How: ByAnnotation, At: hints[0].at}
		for _, h := range hints {
			b.Calls = append(b.Calls, &Call{Op: m.choose(h.head)})
		}
		return b
	}
	return m.guess(i)
}

// readDeclared reads the operations that the config names, those of each spec
// together and the specs at the same time: read one by one, they take longer.
func (m *matcher) readDeclared() {
	named := map[*contract.Index][]*head{}
	for _, tool := range m.tools {
		for _, c := range m.declared[tool.Name].Calls {
			if h := m.pool.known(strings.TrimSpace(c.Operation)); h != nil && !slices.Contains(named[h.spec], h) {
				named[h.spec] = append(named[h.spec], h)
			}
		}
	}
	var reading sync.WaitGroup
	for spec, heads := range named {
		reading.Go(func() { loadAll(spec, heads) })
	}
	reading.Wait()
}

func (m *matcher) choose(h *head) *contract.Op {
	if !h.chosen {
		h.chosen = true
		m.chosen = append(m.chosen, h)
	}
	return h.load()
}

// byDeclaration is the binding that a config entry or an annotation declares;
// exact: it says all that is passed.
func (m *matcher) byDeclaration(tool *contract.Op, d config.Binding, how string, exact bool) *Binding {
	b := &Binding{Tool: tool, How: how, All: exact, Local: d.Local, Unsupported: d.Unsupported, At: d.At}
	for _, c := range d.Calls {
		h := m.pool.lookup(c.Operation)
		if h == nil {
			missing := Missing{Operation: c.Operation, Document: exact, At: c.At}
			if !exact || strings.Count(c.Operation, ".") == 1 {
				missing.Nearest = m.pool.nearest(c.Operation)
			}
			b.Missing = append(b.Missing, missing)
			continue
		}
		op := m.choose(h)
		call := &Call{Op: op}
		var stale []Stale
		if exact {
			call.Fields, stale = passed(c, tool.Input, op.Input)
		} else {
			call.Fields, stale = declare(c, tool.Input, op.Input)
		}
		b.Stale = append(b.Stale, stale...)
		for _, w := range c.When {
			call.When = append(call.When, Cond(w))
		}
		b.Calls = append(b.Calls, call)
	}
	if len(b.Calls) == 0 && b.Local == "" && b.Unsupported == "" {
		b.How = ""
	}
	return b
}

// readSpecHints collects what specs say of tools.
func (m *matcher) readSpecHints() {
	m.pool.fill()
	m.hinted = map[string][]hint{}
	for _, h := range m.pool.heads {
		for _, hinted := range h.Hints {
			v := hinted.Value
			if v == nil {
				continue
			}
			names := []*source.Node{v}
			if v.Kind == source.Array {
				names = v.Items
			}
			for _, n := range names {
				name, ok := n.Str()
				if !ok {
					m.faults = append(m.faults, source.Fault{At: n.At, Text: fmt.Sprintf("%s holds the name of a tool or a list of them", hinted.Key), Dirt: true})
					continue
				}
				m.hinted[name] = append(m.hinted[name], hint{h, n.At})
			}
		}
	}
}

// staleBindings is the config's entries for tools that do not exist.
func (m *matcher) staleBindings(c *config.Contract) []Stale {
	var names []string
	known := map[string]bool{}
	for _, t := range m.tools {
		names = append(names, t.Name)
		known[t.Name] = true
	}
	var stale []Stale
	for _, b := range c.Bindings {
		if !known[b.Tool] {
			stale = append(stale, Stale{Key: "bindings", Entry: b.Tool, Nearest: config.Nearest(b.Tool, names), At: b.ToolAt})
		}
	}
	return stale
}

// pair pairs the fields of every call. Only then is it known which fields that
// recur on the tools have a partner nowhere.
func (m *matcher) pair(bindings []*Binding) {
	known := map[string]bool{}
	for _, h := range m.chosen {
		namesIn(h.load().Input, known)
	}
	// What all operations take is asked for below, and takes as long to read as
	// the pairing, which does without.
	var reading sync.WaitGroup
	if m.asksAll(known) {
		reading.Go(m.pool.fill)
	}
	for _, b := range bindings {
		selectors := selectorFields(b.Calls)
		for _, c := range b.Calls {
			if c.Fields != nil && c.Fields.exact {
				continue
			}
			p := newPairer(c.Op.Name, c.Fields)
			p.selectors = selectors
			c.Fields = p.run(b.Tool.Input, c.Op.Input, "", "")
			for _, pair := range c.Fields.Pairs {
				known[contract.Letters(pair.Tool.Field.Name)] = true
			}
		}
	}
	reading.Wait()
	for i, b := range bindings {
		for _, c := range b.Calls {
			for _, ref := range c.Fields.ToolOnly {
				name := ref.Field.Name
				if ref.Handled == HandledOtherKey && pairsElsewhere(ref.Path, b.Calls) {
					ref.Handled = ""
				}
				if ref.Handled == "" && ref.Path == Join("", name) && m.recurring[i][contract.Letters(name)] &&
					!isKnown(name, known) && !m.pool.takes(contract.Letters(name)) {
					ref.Handled = HandledOnAllTools
				}
			}
		}
	}
}

// answers reads what operations answer, for tools that say what they return. What
// a tool of several operations returns depends on the call, and is left out.
func (m *matcher) answers(bindings []*Binding) {
	for _, b := range bindings {
		if b.Tool.Output == nil || len(b.Calls) != 1 || b.Doubt != nil {
			continue
		}
		for _, h := range m.chosen {
			if op := b.Calls[0].Op; h.op == op && op.Output == nil && h.spec.Output != nil {
				var faults []source.Fault
				op.Output, faults = h.spec.Output(h.Name)
				h.faults = append(h.faults, faults...)
			}
		}
	}
}

// translated says of every tool whether its server is seen to translate.
func translated(bindings []*Binding) {
	tools := make([]*contract.Op, len(bindings))
	for i, b := range bindings {
		tools[i] = b.Tool
	}
	group := groups(tools)
	first := map[string]*Translation{}
	for _, b := range bindings {
		g := group(b.Tool)
		if first[g] == nil && b.Doubt == nil {
			first[g] = translation(b)
		}
	}
	for _, b := range bindings {
		b.Translates = first[group(b.Tool)]
	}
}

// translation is a pair of the tool's fields that only a hand-written request
// explains: generators and conversions of case make no such names.
func translation(b *Binding) *Translation {
	for _, c := range b.Calls {
		if c.Fields.exact {
			continue
		}
		for _, pair := range c.Fields.Pairs {
			switch pair.How {
			case PairedByNesting, PairedByLonePath, PairedByShort, PairedByMapping:
				return &Translation{b.Tool.Name, pair}
			}
		}
	}
	return nil
}

// asksAll reports whether a field recurs on the tools that no operation of theirs
// knows, so that all the others are to be asked.
func (m *matcher) asksAll(known map[string]bool) bool {
	for i, tool := range m.tools {
		fields, _ := below(tool.Input, "")
		for _, f := range fields {
			if m.recurring[i][contract.Letters(f.Name)] && !isKnown(f.Name, known) {
				return true
			}
		}
	}
	return false
}

// pairsElsewhere reports whether another call of the tool has the field.
func pairsElsewhere(path string, calls []*Call) bool {
	for _, c := range calls {
		for _, pair := range c.Fields.Pairs {
			if pair.Tool.Path == path {
				return true
			}
		}
	}
	return false
}

// isKnown reports whether a name, or another name of the same thing, is among
// those of the operations and of fields that found a partner.
func isKnown(name string, known map[string]bool) bool {
	of := thing(name)
	return known[contract.Letters(name)] || known[stems(contract.Words(name))] || of != "" && known[of]
}

func selectorFields(calls []*Call) map[string]bool {
	fields := map[string]bool{}
	for _, c := range calls {
		for _, w := range c.When {
			fields[w.Field] = true
		}
	}
	return fields
}

// namesIn collects the names in a schema, a few objects deep: their letters,
// their stems, and what they are an id of.
func namesIn(s *contract.Schema, into map[string]bool) {
	var visit func(s *contract.Schema, depth int)
	visit = func(s *contract.Schema, depth int) {
		fields, _ := below(s, "")
		for _, f := range fields {
			for _, name := range append([]string{f.Name}, f.AltNames...) {
				into[contract.Letters(name)] = true
				into[stems(contract.Words(name))] = true
				into[thing(name)] = true
			}
			if depth > 1 {
				visit(f.Schema, depth-1)
			}
		}
	}
	visit(s, 3)
}

// often is on how many tools of a file a field recurs that is the tool server's own.
const often = 3

// groups says which tools belong together: those of a file. Tools that come a
// file each count as one file with those beside them.
func groups(tools []*contract.Op) func(*contract.Op) string {
	perFile := map[string]int{}
	for _, t := range tools {
		perFile[t.File]++
	}
	return func(t *contract.Op) string {
		if perFile[t.File] == 1 {
			return path.Dir(t.File) + "/"
		}
		return t.File
	}
}

// recurring is, for each tool, the letters of its fields that stand on three
// tools of its file or more.
func recurring(tools []*contract.Op) []map[string]bool {
	group := groups(tools)
	counts := map[[2]string]int{}
	for _, t := range tools {
		for _, f := range members(t.Input) {
			counts[[2]string{group(t), contract.Letters(f.Name)}]++
		}
	}
	all := make([]map[string]bool, len(tools))
	for i, t := range tools {
		all[i] = map[string]bool{}
		for _, f := range members(t.Input) {
			name := contract.Letters(f.Name)
			if counts[[2]string{group(t), name}] >= often {
				all[i][name] = true
			}
		}
	}
	return all
}
