package diff

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
)

// CaseStyles reports names that differ from the API's in case style or separator
// alone, where no conversion can be at work: other names of several words in the
// same file are spelled exactly as the API's. names is the contract's word on it:
// under "exact" each such name is reported, under "folded" none is. Names of
// protobuf fields have two right spellings, and are not asked.
func CaseStyles(bindings []*bind.Binding, names string) []*Drift {
	if names == "folded" {
		return nil
	}
	exact := map[string]bool{} // files in which a name of several words is the API's
	var differ []spelling
	for _, s := range spellings(bindings) {
		tool, api := s.pair.Tool.Field.Name, s.pair.API.Field.Name
		switch {
		case tool == api:
			exact[s.tool.File] = exact[s.tool.File] || isCaseStyle(api)
		case s.pair.How == bind.PairedByCase && isCaseStyle(tool) && isCaseStyle(api):
			differ = append(differ, s)
		}
	}
	var out []*Drift
	for _, s := range differ {
		if !exact[s.tool.File] && names != "exact" {
			continue
		}
		tool, api := s.pair.Tool, s.pair.API
		if renamed(s.op.Past, tool, api) != nil {
			continue // it is told as what it is
		}
		out = append(out, &Drift{
			Kind: MixedCase, Tool: s.tool, Ops: []*contract.Op{s.op}, ToolField: tool, APIField: api,
			Path: tool.Path, APIPath: api.Path, ToolAt: tool.Field.At, SpecAt: api.Field.At,
			Value: api.Field.Name, Exact: names == "exact", Name: NameFact{Built: s.built},
		})
	}
	return distinct(out)
}

// spelling is a name of several words on both sides.
type spelling struct {
	tool, op *contract.Op
	pair     *bind.Pair
	built    *bind.Translation // shows that the tool server builds requests by hand; or nil
}

func spellings(bindings []*bind.Binding) []spelling {
	var out []spelling
	for _, b := range bindings {
		if b.Doubt != nil {
			continue
		}
		for _, call := range b.Calls {
			if call.Fields == nil {
				continue
			}
			for _, pair := range call.Fields.Pairs {
				if len(pair.API.Field.AltNames) == 0 && len(contract.Words(pair.Tool.Field.Name)) > 1 {
					out = append(out, spelling{b.Tool, call.Op, pair, b.Translates})
				}
			}
		}
	}
	return out
}

// isCaseStyle reports whether a name is one that a conversion makes or takes:
// camel case or words joined by one sign. What a schema cannot hold ("filter[x]",
// "assignee.any") is spelled otherwise of need.
func isCaseStyle(name string) bool { return !strings.ContainsAny(name, ".[]$<>:/ ") }
