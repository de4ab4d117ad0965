package check

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// renames are the contracts of then that today's config calls otherwise, with their
// names of today: those of the same tools and specs. The waivers of then follow them.
func (b *Base) renames(r *Run) map[string]string {
	has := func(all []*config.Contract, name string) bool {
		return slices.ContainsFunc(all, func(c *config.Contract) bool { return c.Name == name })
	}
	names := map[string]string{}
	now, then := r.Config.Contracts, b.run.Config.Contracts
	taken := map[string]bool{}
	for _, was := range then {
		if has(now, was.Name) {
			continue
		}
		for _, c := range now {
			if !taken[c.Name] && !has(then, c.Name) && sameSources(c.Tools, was.Tools) && sameSources(c.Spec, was.Spec) {
				names[was.Name], taken[c.Name] = c.Name, true
				break
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	cfg := *b.run.Config
	cfg.Waivers = slices.Clone(cfg.Waivers)
	for i, w := range cfg.Waivers {
		if name := names[w.Contract]; name != "" {
			cfg.Waivers[i].Contract = name
		}
	}
	b.run.Config = &cfg
	return names
}

// sameSources reports whether two lists name the same, wherever in a config.
func sameSources(a, b []config.Source) bool {
	return slices.EqualFunc(a, b, func(x, y config.Source) bool {
		x.At, y.At = source.Span{}, source.Span{}
		if x.Live != nil || y.Live != nil || len(x.Descriptions)+len(y.Descriptions) > 0 {
			return false // they hold places of their own
		}
		return reflect.DeepEqual(x, y)
	})
}

// unknown says of which contracts the base has nothing to compare with.
func (b *Base) unknown(r *Run) {
	if r.named {
		return
	}
	for _, c := range r.Contracts {
		if was := b.contract(c); len(c.Bindings) > 0 && !b.told[c.Name] && (was == nil || len(was.Bindings) == 0) {
			b.Words = append(b.Words, fmt.Sprintf("at %s the contract %s has no tools; all that is found on it is new", b.Revision, c.Name))
		}
	}
}
