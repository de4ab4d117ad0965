package loaders

import "github.com/tooldrift/tooldrift/pkg/source"

// toolRecords are the lists of a data set each record of which has tools of its own,
// so that a name may stand for another tool in each:
//
//	{"id": "simple_1", "question": [...], "function": [{"name": ..., "parameters": {...}}]}
//
// as the Berkeley Function Calling Leaderboard has them. nil for what is none.
func toolRecords(root *source.Node) []*toolList {
	if root == nil {
		return nil
	}
	records := root.Items
	if root.Kind == source.Object {
		records = []*source.Node{root}
	}
	var all []*toolList
	for _, n := range records {
		functions := n.Value("function")
		if functions == nil || functions.Kind != source.Array || n.Value("id") == nil {
			return nil
		}
		if len(functions.Items) == 0 {
			continue
		}
		list := entriesOf(functions, 0, true)
		if list == nil {
			return nil
		}
		all = append(all, list)
	}
	return all
}
