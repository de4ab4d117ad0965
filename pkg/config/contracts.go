package config

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func (r *reader) config(n *source.Node, c *Config) {
	var version *source.Node
	given := r.Mapping(n, "a config",
		Key{"version", func(v *source.Node) { version = v }},
		Key{"contracts", func(v *source.Node) {
			r.List(v, "contracts", "contracts", func(item *source.Node) { r.contract(item, c) })
		}},
		Key{"profile", func(v *source.Node) { c.Profile = r.Word(v, "profile", Profiles...) }},
		Key{"as_of", func(v *source.Node) { c.AsOf, c.AsOfAt = r.release(v, "as_of"), v.At }},
		Key{"rules", func(v *source.Node) { c.Rules = r.rules(v) }},
		Key{"overrides", func(v *source.Node) {
			r.List(v, "overrides", "overrides", func(item *source.Node) { c.Overrides = append(c.Overrides, r.override(item)) })
		}},
		Key{"units", func(v *source.Node) { c.Units = r.units(v) }},
		Key{"fail_on", func(v *source.Node) {
			c.FailOn, c.FailOnAt = r.Word(v, "fail_on", "error", "warning", "note", "never"), v.At
		}},
		Key{"waivers", func(v *source.Node) {
			if v.Kind != source.Null { // as it is where all of them are commented out
				r.List(v, "waivers", "waivers", func(item *source.Node) { c.Waivers = append(c.Waivers, r.waiver(item)) })
			}
		}},
		Key{"waivers_from", func(v *source.Node) { c.InlineWaivers = r.waiversFrom(v) }},
		Key{"fences", func(v *source.Node) { c.Fences = r.fences(v) }},
		Key{"baseline", func(v *source.Node) { c.Baseline, c.BaselineAt = r.path(v, "baseline"), v.At }},
	)
	switch {
	case given == nil:
	case !given["version"]:
		r.Fault(n.At, "a config has no version; write version: 1")
	case version != nil && (version.Kind != source.Number || version.Text != "1"):
		r.Fault(version.At, "version must be 1, the only one there is")
	}
}

func (r *reader) contract(n *source.Node, c *Config) {
	k := &Contract{At: n.At}
	var nameAt source.Span
	given := r.Mapping(n, "a contract",
		Key{"name", func(v *source.Node) {
			k.Name, _ = r.Text(v, "name", "a name for the contract")
			nameAt = v.At
		}},
		Key{"tools", func(v *source.Node) { k.Tools = r.sources(v, "tools", r.toolSource) }},
		Key{"spec", func(v *source.Node) { k.Spec = r.sources(v, "spec", r.specSource) }},
		Key{"bindings", func(v *source.Node) { k.Bindings = r.bindings(v) }},
		Key{"transcripts", func(v *source.Node) {
			k.Transcripts = r.sources(v, "transcripts", func(n *source.Node) Source { return Source{Glob: r.path(n, "an entry of transcripts")} })
		}},
		Key{"golden", func(v *source.Node) {
			k.Golden = r.sources(v, "golden", func(n *source.Node) Source { return Source{Glob: r.path(n, "an entry of golden")} })
		}},
		Key{"names", func(v *source.Node) { k.Names = r.Word(v, "names", "exact", "folded", "auto") }},
		Key{"rules", func(v *source.Node) { k.Rules = r.rules(v) }},
		Key{"omitted", func(v *source.Node) { k.Omitted = r.omitted(v, "operations to the reason why no tool calls them") }},
		Key{"fences", func(v *source.Node) { k.Fences = r.fences(v) }},
	)
	for _, needed := range []string{"name", "tools"} {
		if given != nil && !given[needed] {
			r.Fault(n.At, "a contract has no %s", needed)
		}
	}
	for _, other := range c.Contracts {
		if k.Name != "" && other.Name == k.Name {
			r.Fault(nameAt, "two contracts are named %s", k.Name)
		}
	}
	c.Contracts = append(c.Contracts, k)
}

func (r *reader) sources(n *source.Node, what string, read func(*source.Node) Source) []Source {
	var all []Source
	r.List(n, what, "files, directories or patterns", func(item *source.Node) {
		s := read(item)
		s.At = item.At
		all = append(all, s)
	})
	if n.Kind == source.Array && len(n.Items) == 0 {
		r.Fault(n.At, "%s is empty", what)
	}
	return all
}

func (r *reader) toolSource(n *source.Node) (s Source) {
	if n.Kind != source.Object {
		s.Glob = r.path(n, "an entry of tools")
		return s
	}
	const what = "an entry of tools"
	given := r.Mapping(n, what, append([]Key{
		{"mcp", func(v *source.Node) { s.Live = r.server(v, "mcp", true) }},
		{"operations", func(v *source.Node) { s.Operations = r.paths(v, "operations") }},
		{"schema", func(v *source.Node) { s.Schema = r.pathOrPaths(v, "schema") }},
		{"descriptions", func(v *source.Node) { r.descriptions(v, &s) }},
	}, r.plainLive(&s)...)...)
	r.one(n, given, what, "mcp", "exec", "url", "operations")
	for _, k := range []string{"schema", "descriptions"} {
		if given[k] && !given["operations"] {
			r.Fault(n.At, "%s belongs to operations, which this entry does not have", k)
		}
	}
	return s
}

// descriptions is words for tools, or the file that has them.
func (r *reader) descriptions(n *source.Node, s *Source) {
	if n.Kind != source.Object {
		if _, ok := n.Str(); !ok {
			r.Expect(n, "descriptions", "a mapping of tools to descriptions, or the config of Apollo MCP Server that has them")
			return
		}
		s.DescriptionsIn = r.path(n, "descriptions")
		return
	}
	for _, m := range n.Members {
		if text, ok := r.Text(m.Value, "the description of "+m.Key, "a text"); ok {
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
	given := r.Mapping(n, what, append([]Key{
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
		r.Fault(n.At, "import_paths belong to proto, which this entry does not have")
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
	r.Fault(n.At, "%s has one of %s", what, list)
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
	r.List(n, what, "paths", func(item *source.Node) {
		if p := r.path(item, "an entry of "+what); p != "" {
			all = append(all, p)
		}
	})
	return all
}

func (r *reader) units(n *source.Node) (u Units) {
	r.Mapping(n, "units",
		Key{"money", func(v *source.Node) { u.Money, u.MoneyAt = r.Word(v, "money", "minor", "major"), v.At }},
		Key{"durations", func(v *source.Node) {
			u.Durations, u.DurationsAt = r.Word(v, "durations", "ns", "us", "ms", "s", "min", "h", "d"), v.At
		}},
		Key{"instants", func(v *source.Node) { u.Instants, u.InstantsAt = r.Word(v, "instants", "rfc3339", "s", "ms"), v.At }},
		Key{"dimensionless", func(v *source.Node) {
			r.List(v, "dimensionless", "field names", func(item *source.Node) {
				if name, ok := r.Text(item, "an entry of dimensionless", "a field name"); ok {
					u.Dimensionless = append(u.Dimensionless, strings.TrimSpace(name))
					u.DimensionlessAt = append(u.DimensionlessAt, item.At)
				}
			})
		}},
	)
	return u
}
