package check

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// reconfigured reports whether the config has changed since the base.
func (b *Base) reconfigured(r *Run) bool {
	now, then := r.Config.File, b.run.Config.File
	return now != nil && then != nil && !bytes.Equal(now.Data, then.Data)
}

// byThen is what is compared today, by the config of then: what that still finds, no
// change of a contract has fixed.
func (b *Base) byThen(r *Run) *Run {
	run := &Run{Root: r.Root, Config: b.run.Config, dir: r.dir, named: r.named, store: r.store}
	for _, c := range r.Contracts {
		if was := b.contract(c); was != nil {
			run.Contracts = append(run.Contracts, &Contract{Contract: was.Contract, Lists: c.Lists, Specs: c.Specs, tools: c.tools, spec: c.spec, calls: c.calls, said: c.said})
		}
	}
	run.Match()
	run.Compare()
	return run
}

// loosened is what the change makes milder in the config.
func (b *Base) loosened(r *Run, s rules.Settings) (out []rules.Loosened) {
	tell := func(at source.Span, format string, args ...any) {
		out = append(out, rules.Loosened{Text: fmt.Sprintf(format, args...), At: at})
	}
	now, then := r.Config, b.run.Config
	today := r.Settings(s)
	out = today.Milder(b.run.Settings(s), r.compared(today))
	strictness := []string{"never", "error", "warning", "note"}
	if to, from := cmp.Or(now.FailOn, "error"), cmp.Or(then.FailOn, "error"); slices.Index(strictness, to) < slices.Index(strictness, from) {
		tell(now.FailOnAt, "sets fail_on to %s (was %s)", to, from)
	}
	if now.InlineWaivers && !then.InlineWaivers {
		tell(source.Span{}, "gives up waivers_from: [config]: waivers beside tools and specs count")
	}
	for i, name := range now.Units.Dimensionless {
		if !slices.Contains(then.Units.Dimensionless, name) {
			tell(now.Units.DimensionlessAt[i], "says that %s needs no unit", name)
		}
	}
	if r.named {
		return out
	}
	for _, was := range b.run.Contracts {
		if !slices.ContainsFunc(r.Contracts, func(c *Contract) bool { return c.Name == was.Name }) {
			tell(source.Span{}, "drops the contract %s", was.Name)
		}
	}
	for _, c := range r.Contracts {
		if was := b.contract(c); was != nil {
			c.loosened(was, tell)
		}
	}
	return out
}

// loosened tells of the tools that were compared, or found to be bound to nothing, in
// a contract of then, and of which less is compared now.
func (c *Contract) loosened(was *Contract, tell func(at source.Span, format string, args ...any)) {
	for _, now := range c.Bindings {
		then := only(was.Bindings, now.Tool.Name)
		at := now.Tool.At
		if i := slices.IndexFunc(c.Contract.Bindings, func(e config.Binding) bool { return e.Tool == now.Tool.Name }); i >= 0 {
			at = c.Contract.Bindings[i].ToolAt
		}
		switch {
		case then == nil, then.Local != "", then.Unsupported != "":
		case now.Local != "":
			tell(at, "makes %s local: %s", now.Tool.Name, now.Local)
		case now.Unsupported != "":
			tell(at, "makes %s unsupported: %s", now.Tool.Name, now.Unsupported)
		}
	}
	for _, e := range c.Omitted {
		if !lists(was.Omitted, e) {
			tell(e.At, "lists the operation %s as omitted", e.Path)
		}
	}
	for _, entry := range c.Contract.Bindings {
		if !slices.ContainsFunc(was.Bindings, func(b *bind.Binding) bool { return b.Tool.Name == entry.Tool }) {
			continue // a tool of today's alone
		}
		for _, list := range []struct {
			word string
			of   func(config.Call) []config.Entry
		}{
			{"supplied", func(c config.Call) []config.Entry { return c.Supplied }},
			{"agent_only", func(c config.Call) []config.Entry { return c.AgentOnly }},
			{"omitted", func(c config.Call) []config.Entry { return c.Omitted }},
		} {
			var then []config.Entry
			for _, b := range was.Contract.Bindings {
				for _, call := range b.Calls {
					if b.Tool == entry.Tool {
						then = append(then, list.of(call)...)
					}
				}
			}
			for _, call := range entry.Calls {
				for _, e := range list.of(call) {
					if !lists(then, e) {
						tell(e.At, "lists %s of %s as %s", e.Path, entry.Tool, list.word)
					}
				}
			}
		}
	}
}

func lists(all []config.Entry, e config.Entry) bool {
	return slices.ContainsFunc(all, func(x config.Entry) bool { return x.Path == e.Path })
}
