package check

import (
	"fmt"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// lostLists are the files that held tools at the base, that a pattern of r's tools
// matches still, and that are no tool lists any more. They refuse the run: what was
// found in them would count as fixed.
func (b *Base) lostLists(r *Run) (faults []source.Fault) {
	for _, c := range r.Contracts {
		was := b.contract(c)
		if was == nil {
			continue
		}
		for _, list := range was.Lists {
			if f := c.lostList(r, list); f != nil {
				text := fmt.Sprintf("at %s this was a tool list, and it is none now; mend it, or take it out of tools", b.Revision)
				faults = append(faults, source.Fault{At: source.Span{File: f}, Text: text})
			}
		}
	}
	return faults
}

// lostList is the file of a list of then, where it is asked for tools and holds none;
// nil where it is a tool list, or is not asked for.
func (c *Contract) lostList(r *Run, list *contract.Contract) *source.File {
	if len(list.Ops) == 0 {
		return nil
	}
	name := list.Ops[0].File
	if slices.ContainsFunc(c.Lists, func(l *contract.Contract) bool { return len(l.Ops) > 0 && l.Ops[0].File == name }) {
		return nil
	}
	store := storeOf(r, name)
	if store == nil || !c.asks(store, own(store, name)) {
		return nil
	}
	f, fault := loaders.Read(store, own(store, name))
	if fault != nil {
		return nil
	}
	if side, _ := loaders.Sniff(f); side == loaders.ToolSide { // an empty one
		return nil
	}
	return f
}

// asks reports whether a pattern of the contract's tools matches a file of a store.
func (c *Contract) asks(store *source.Store, name string) bool {
	for _, in := range c.tools {
		if in.store != store {
			continue
		}
		for _, pattern := range append(slices.Clip(in.src.Operations), in.src.Glob) {
			if names, err := store.Glob(pattern); err == nil && pattern != "" && slices.Contains(names, name) {
				return true
			}
		}
	}
	return false
}
