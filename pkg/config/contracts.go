package config

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func (r *reader) config(n *source.Node, c *Config) {
	var version *source.Node
	given := r.mapping(n, "a config",
		key{"version", func(v *source.Node) { version = v }},
		key{"contracts", func(v *source.Node) {
			r.list(v, "contracts", "contracts", func(item *source.Node) { r.contract(item, c) })
		}},
		key{"profile", func(v *source.Node) { c.Profile = r.word(v, "profile", Profiles...) }},
		key{"as_of", func(v *source.Node) { c.AsOf, c.AsOfAt = r.release(v, "as_of"), v.At }},
		key{"rules", func(v *source.Node) { c.Rules = r.rules(v) }},
		key{"overrides", func(v *source.Node) {
			r.list(v, "overrides", "overrides", func(item *source.Node) { c.Overrides = append(c.Overrides, r.override(item)) })
		}},
		key{"units", func(v *source.Node) { c.Units = r.units(v) }},
		key{"fail_on", func(v *source.Node) {
			c.FailOn, c.FailOnAt = r.word(v, "fail_on", "error", "warning", "note", "never"), v.At
		}},
		key{"waivers", func(v *source.Node) {
			if v.Kind != source.Null { // as it is where all of them are commented out
				r.list(v, "waivers", "waivers", func(item *source.Node) { c.Waivers = append(c.Waivers, r.waiver(item)) })
			}
		}},
		key{"waivers_from", func(v *source.Node) { c.InlineWaivers = r.waiversFrom(v) }},
		key{"fences", func(v *source.Node) { c.Fences = r.fences(v) }},
		key{"baseline", func(v *source.Node) { c.Baseline, c.BaselineAt = r.path(v, "baseline"), v.At }},
	)
	switch {
	case given == nil:
	case !given["version"]:
		r.fault(n.At, "a config has no version; write version: 1")
	case version != nil && (version.Kind != source.Number || version.Text != "1"):
		r.fault(version.At, "version must be 1, the only one there is")
	}
}

func (r *reader) contract(n *source.Node, c *Config) {
	k := &Contract{At: n.At}
	var nameAt source.Span
	given := r.mapping(n, "a contract",
		key{"name", func(v *source.Node) {
			k.Name, _ = r.str(v, "name", "a name for the contract")
			nameAt = v.At
		}},
		key{"tools", func(v *source.Node) { k.Tools = r.sources(v, "tools", r.toolSource) }},
		key{"spec", func(v *source.Node) { k.Spec = r.sources(v, "spec", r.specSource) }},
		key{"bindings", func(v *source.Node) { k.Bindings = r.bindings(v) }},
		key{"transcripts", func(v *source.Node) {
			k.Transcripts = r.sources(v, "transcripts", func(n *source.Node) Source { return Source{Glob: r.path(n, "an entry of transcripts")} })
		}},
		key{"golden", func(v *source.Node) {
			k.Golden = r.sources(v, "golden", func(n *source.Node) Source { return Source{Glob: r.path(n, "an entry of golden")} })
		}},
		key{"names", func(v *source.Node) { k.Names = r.word(v, "names", "exact", "folded", "auto") }},
		key{"rules", func(v *source.Node) { k.Rules = r.rules(v) }},
		key{"omitted", func(v *source.Node) { k.Omitted = r.omitted(v, "operations to the reason why no tool calls them") }},
		key{"fences", func(v *source.Node) { k.Fences = r.fences(v) }},
	)
	for _, needed := range []string{"name", "tools"} {
		if given != nil && !given[needed] {
			r.fault(n.At, "a contract has no %s", needed)
		}
	}
	for _, other := range c.Contracts {
		if k.Name != "" && other.Name == k.Name {
			r.fault(nameAt, "two contracts are named %s", k.Name)
		}
	}
	c.Contracts = append(c.Contracts, k)
}

func (r *reader) sources(n *source.Node, what string, read func(*source.Node) Source) []Source {
	var all []Source
	r.list(n, what, "files, directories or patterns", func(item *source.Node) {
		s := read(item)
		s.At = item.At
		all = append(all, s)
	})
	if n.Kind == source.Array && len(n.Items) == 0 {
		r.fault(n.At, "%s is empty", what)
	}
	return all
}

func (r *reader) toolSource(n *source.Node) (s Source) {
	if n.Kind != source.Object {
		s.Glob = r.path(n, "an entry of tools")
		return s
	}
	const what = "an entry of tools"
	given := r.mapping(n, what, append([]key{
		{"mcp", func(v *source.Node) { s.Live = r.server(v, "mcp", true) }},
		{"operations", func(v *source.Node) { s.Operations = r.paths(v, "operations") }},
		{"schema", func(v *source.Node) { s.Schema = r.pathOrPaths(v, "schema") }},
		{"descriptions", func(v *source.Node) { r.descriptions(v, &s) }},
	}, r.plainLive(&s)...)...)
	r.one(n, given, what, "mcp", "exec", "url", "operations")
	for _, k := range []string{"schema", "descriptions"} {
		if given[k] && !given["operations"] {
			r.fault(n.At, "%s belongs to operations, which this entry does not have", k)
		}
	}
	return s
}

// descriptions is words for tools, or the file that has them.
func (r *reader) descriptions(n *source.Node, s *Source) {
	if n.Kind != source.Object {
		if _, ok := n.Str(); !ok {
			r.expect(n, "descriptions", "a mapping of tools to descriptions, or the config of Apollo MCP Server that has them")
			return
		}
		s.DescriptionsIn = r.path(n, "descriptions")
		return
	}
	for _, m := range n.Members {
		if text, ok := r.str(m.Value, "the description of "+m.Key, "a text"); ok {
			s.Descriptions = append(s.Descriptions, Description{Tool: m.Key, ToolAt: m.KeyAt, Text: contract.Text{Text: text, At: m.Value.At}})
		}
	}
}

func (r *reader) specSource(n *source.Node) (s Source) {
	if n.Kind != source.Object {
		s.Glob = r.path(n, "an entry of spec")
		return s
	}
	const what = "an entry of spec"
	given := r.mapping(n, what, append([]key{
		{"proto", func(v *source.Node) { s.Proto = r.path(v, "proto") }},
		{"import_paths", func(v *source.Node) { s.ImportPaths = r.paths(v, "import_paths") }},
		{"graphql", func(v *source.Node) {
			if v.Kind == source.Object {
				s.Live = r.server(v, "graphql", false)
				return
			}
			s.GraphQL = r.paths(v, "graphql")
		}},
	}, r.plainLive(&s)...)...)
	r.one(n, given, what, "proto", "graphql", "exec", "url")
	if given["import_paths"] && !given["proto"] {
		r.fault(n.At, "import_paths belong to proto, which this entry does not have")
	}
	return s
}

// one faults an entry that has none or several of the keys that say where it
// comes from.
func (r *reader) one(n *source.Node, given map[string]bool, what string, keys ...string) {
	if given == nil {
		return
	}
	count := 0
	for _, k := range keys {
		if given[k] {
			count++
		}
	}
	if count == 1 {
		r.belong(n, given, "this entry", "exec")
		return
	}
	if count == 0 && (given[""] || given["import_paths"] || given["schema"] || given["descriptions"]) {
		return // an unknown key, or one that belongs to another, is fault enough
	}
	list := strings.Join(keys[:len(keys)-1], ", ") + " or " + keys[len(keys)-1]
	r.fault(n.At, "%s has one of %s", what, list)
}

// pathOrPaths is a list of paths, or the only one of it.
func (r *reader) pathOrPaths(n *source.Node, what string) []string {
	if n.Kind == source.Array {
		return r.paths(n, what)
	}
	if p := r.path(n, what); p != "" {
		return []string{p}
	}
	return nil
}

func (r *reader) paths(n *source.Node, what string) []string {
	var all []string
	r.list(n, what, "paths", func(item *source.Node) {
		if p := r.path(item, "an entry of "+what); p != "" {
			all = append(all, p)
		}
	})
	return all
}

func (r *reader) units(n *source.Node) (u Units) {
	r.mapping(n, "units",
		key{"money", func(v *source.Node) { u.Money, u.MoneyAt = r.word(v, "money", "minor", "major"), v.At }},
		key{"durations", func(v *source.Node) {
			u.Durations, u.DurationsAt = r.word(v, "durations", "ns", "us", "ms", "s", "min", "h", "d"), v.At
		}},
		key{"instants", func(v *source.Node) { u.Instants, u.InstantsAt = r.word(v, "instants", "rfc3339", "s", "ms"), v.At }},
		key{"dimensionless", func(v *source.Node) {
			r.list(v, "dimensionless", "field names", func(item *source.Node) {
				if name, ok := r.str(item, "an entry of dimensionless", "a field name"); ok {
					u.Dimensionless = append(u.Dimensionless, strings.TrimSpace(name))
					u.DimensionlessAt = append(u.DimensionlessAt, item.At)
				}
			})
		}},
	)
	return u
}
