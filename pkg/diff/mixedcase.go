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
	type place struct {
		b    *bind.Binding
		call *bind.Call
		pair *bind.Pair
	}
	folded := map[string][]place{}
	exact := map[string]bool{} // files in which a name of several words is the API's
	var files []string
	for _, b := range bindings {
		if b.Doubt != nil {
			continue
		}
		for _, call := range b.Calls {
			if call.Fields == nil {
				continue
			}
			for _, pair := range call.Fields.Pairs {
				tool, api := pair.Tool.Field, pair.API.Field
				file := b.Tool.File
				switch {
				case len(api.AltNames) > 0 || len(contract.Words(tool.Name)) < 2:
				case tool.Name == api.Name:
					exact[file] = true
				case pair.How == "case" && isCaseStyle(tool.Name) && isCaseStyle(api.Name):
					if folded[file] == nil {
						files = append(files, file)
					}
					folded[file] = append(folded[file], place{b, call, pair})
				}
			}
		}
	}
	var out []*Drift
	for _, file := range files {
		if !exact[file] && names != "exact" {
			continue
		}
		for _, p := range folded[file] {
			out = append(out, &Drift{
				Kind: MixedCase, Tool: p.b.Tool, Ops: []*contract.Op{p.call.Op}, ToolField: p.pair.Tool, APIField: p.pair.API,
				Path: p.pair.Tool.Path, APIPath: p.pair.API.Path, ToolAt: p.pair.Tool.Field.At, SpecAt: p.pair.API.Field.At,
				Value: p.pair.API.Field.Name, Exact: names == "exact",
			})
		}
	}
	return distinct(out)
}

// isCaseStyle reports whether a name is one that a conversion makes or takes:
// camel case or words joined by one sign. What a schema cannot hold ("filter[x]",
// "assignee.any") is spelled otherwise of need.
func isCaseStyle(name string) bool { return !strings.ContainsAny(name, ".[]$<>:/ ") }
