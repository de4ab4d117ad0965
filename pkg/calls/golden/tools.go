package golden

import (
	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// ToolsOf finds the tools of golden calls in the contracts of a run. Where tools
// come from a data set whose records have tools of their own, a case has those of
// the record with its id.
func ToolsOf(c *calls.Contracts, run *check.Run) Tools {
	records := map[string][]source.Span{}
	seen := map[*source.File]bool{}
	for _, k := range run.Contracts {
		for _, l := range k.Lists {
			if len(l.Ops) > 0 && !seen[l.Ops[0].At.File] {
				seen[l.Ops[0].At.File] = true
				recordsOf(l.Ops[0].At.File, records)
			}
		}
	}
	kept := map[*calls.Tool]map[string]*calls.Tool{}
	return func(caseID, name string) *calls.Tool {
		t := c.Named([]byte(name))
		if t == nil || len(records[caseID]) == 0 {
			return t
		}
		if own, ok := kept[t][caseID]; ok {
			return own
		}
		own := t
		for _, record := range records[caseID] {
			if there := t.Within(record); there != nil {
				own = there
			}
		}
		if kept[t] == nil {
			kept[t] = map[string]*calls.Tool{}
		}
		kept[t][caseID] = own
		return own
	}
}

// recordsOf notes the records of a data set by their ids: {"id": ..., "function": [...]}.
func recordsOf(f *source.File, records map[string][]source.Span) {
	var all []*source.Node
	if isLines(f) {
		all, _ = source.ParseJSONLines(f)
	} else if n, _ := source.Parse(f); n != nil {
		all = n.Items
		if n.Kind == source.Object {
			all = []*source.Node{n}
		}
	}
	for _, n := range all {
		id, functions := n.Value("id"), n.Value("function")
		if id != nil && functions != nil && functions.Kind == source.Array {
			records[id.Text] = append(records[id.Text], n.At)
		}
	}
}
