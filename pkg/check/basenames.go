package check

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// adopt binds the tools that are bound no more, or in doubt, to what they were bound
// to by their names, where that is still there and the tool has the fields that it
// had: it is the operation that has changed, and how must not go untold.
func (b *Base) adopt(r *Run) {
	adopted := false
	for _, c := range r.Contracts {
		was := b.contract(c)
		if was == nil {
			continue
		}
		known := *c.Contract
		known.Bindings = slices.Clone(known.Bindings)
		how := map[string]string{}
		for _, now := range c.Bindings {
			then := only(was.Bindings, now.Tool.Name)
			if then == nil || only(c.Bindings, now.Tool.Name) != now || !c.lost(now, then) {
				continue
			}
			entry := config.Binding{Tool: now.Tool.Name}
			for _, call := range then.Calls {
				entry.Calls = append(entry.Calls, config.Call{Operation: call.Op.Name})
			}
			known.Bindings = append(known.Bindings, entry)
			how[now.Tool.Name] = then.How
		}
		if len(how) == 0 {
			continue
		}
		adopted = true
		result, faults := bind.Match(c.Lists, c.Specs, &known)
		r.Faults = once(append(r.Faults, faults...))
		for i, binding := range result.Bindings {
			if word := how[binding.Tool.Name]; word != "" {
				binding.How, c.Bindings[i] = word, binding
			}
		}
	}
	if adopted {
		r.dropWaivers()
	}
}

// lost reports whether a tool was bound by a guess that does not hold any more,
// although nothing of the tool or of the specs speaks against it.
func (c *Contract) lost(now, then *bind.Binding) bool {
	unbound := len(now.Calls) == 0 && len(now.Missing) == 0 && now.Local == "" && now.Unsupported == ""
	guessed := then.How == bind.BySameName || then.How == bind.BySameWords
	if !unbound && now.Doubt == nil || !guessed || then.Doubt != nil || len(then.Calls) == 0 {
		return false
	}
	if !slices.Equal(fieldNames(now.Tool), fieldNames(then.Tool)) {
		return false
	}
	return !slices.ContainsFunc(then.Calls, func(call *bind.Call) bool { return !c.serves(call.Op.Name) })
}

func (c *Contract) serves(operation string) bool {
	return slices.ContainsFunc(c.Specs, func(index *contract.Index) bool {
		return slices.ContainsFunc(index.Heads, func(h contract.Head) bool { return h.Name == operation })
	})
}

func fieldNames(tool *contract.Op) []string {
	var names []string
	for _, f := range tool.Input.Fields {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}

// only is the binding of the only tool of a name; nil where there is none, or several.
func only(all []*bind.Binding, tool string) *bind.Binding {
	var found *bind.Binding
	for _, b := range all {
		if b.Tool.Name != tool {
			continue
		}
		if found != nil {
			return nil
		}
		found = b
	}
	return found
}

// remember lets the operations that r's tools are bound to know what their fields
// were called.
func (b *Base) remember(r *Run) {
	seen := map[*contract.Op]bool{}
	for _, c := range r.Contracts {
		was := b.contract(c)
		if was == nil {
			continue
		}
		for _, binding := range c.Bindings {
			for _, call := range binding.Calls {
				if !seen[call.Op] {
					seen[call.Op] = true
					if op := was.operation(call.Op.Name, binding.Tool.Name, len(binding.Calls) == 1); op != nil {
						diff.Remember(b.Revision, op, call.Op, func(at source.Span) source.Span { return b.here(r, at) })
					}
				}
				for _, p := range call.Op.Past {
					if p.Now != "" {
						b.renamed = append(b.renamed, rules.Renamed{Contract: c.Name, Tool: binding.Tool.Name, Was: bind.Join(p.Holder, p.Name), Now: p.Now})
					}
				}
			}
		}
	}
}

func (b *Base) contract(c *Contract) *Contract {
	i := slices.IndexFunc(b.run.Contracts, func(was *Contract) bool { return was.Name == c.Name })
	if i < 0 {
		return nil
	}
	return b.run.Contracts[i]
}

// operation is the operation of a name; where there is none, the only one that a
// tool was bound to, if so asked: its path may have changed.
func (c *Contract) operation(name, tool string, alone bool) *contract.Op {
	for _, index := range c.Specs {
		if slices.ContainsFunc(index.Heads, func(h contract.Head) bool { return h.Name == name }) {
			if ops, _ := index.Expand(name); len(ops) == 1 {
				return ops[0]
			}
		}
	}
	for _, binding := range c.Bindings {
		if binding.Tool.Name == tool && len(binding.Calls) == 1 {
			if alone {
				return binding.Calls[0].Op
			}
		}
		for _, call := range binding.Calls {
			if call.Op.Name == name { // a path below a root field, which heads do not list
				return call.Op
			}
		}
	}
	return nil
}
