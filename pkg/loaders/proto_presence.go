package loaders

import (
	"github.com/bufbuild/protocompile/experimental/ir"
	"github.com/bufbuild/protocompile/experimental/ir/presence"
	"github.com/bufbuild/protocompile/experimental/token/keyword"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// legacyRequired reports whether a field is required by the language itself, by
// proto2's keyword or by the feature that stands for it in editions, and where
// that is said.
func legacyRequired(f *protoFile, m ir.Member) (at source.Span, required bool) {
	for prefix := range m.AST().Prefixes() {
		if prefix.Prefix() == keyword.Required {
			return f.at(prefix.PrefixToken().Span()), true
		}
	}
	v := presenceFeature(m)
	if v.AsEnum().Name() == "LEGACY_REQUIRED" && m.IsSingular() && m.Presence() != presence.Shared {
		return optionAt(f, v), true
	}
	return source.Span{}, false
}

// hasPresence reports whether leaving a field out differs from sending its zero.
func hasPresence(m ir.Member) bool {
	switch m.Presence() {
	case presence.Repeated, presence.Implicit:
		return m.Element().IsMessage() && m.IsSingular()
	case presence.Explicit:
		return m.Element().IsMessage() || presenceFeature(m).AsEnum().Name() != "IMPLICIT"
	}
	return true
}

// presenceFeature is the feature field_presence of an edition as it is set
// nearest to a field; zero where it is set nowhere, and outside editions. The
// compiler does not work it into Member.Presence.
func presenceFeature(m ir.Member) ir.Value {
	if !m.Context().Syntax().IsEdition() {
		return ir.Value{}
	}
	for set := m.FeatureSet(); !set.IsZero(); set = set.Parent() {
		for v := range set.Options().Fields() {
			if v.Field().Name() == "field_presence" {
				return v
			}
		}
	}
	return ir.Value{}
}
