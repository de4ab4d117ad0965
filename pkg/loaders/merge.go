package loaders

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Merge makes one pool of several indexes. Of two operations of one name the
// first counts, and the second is dirt.
func Merge(indexes ...*contract.Index) (*contract.Index, []source.Fault) {
	if len(indexes) == 1 {
		return indexes[0], nil
	}
	var faults []source.Fault
	var dialects []string
	merged := &contract.Index{}
	owners := map[string]int{}
	at := map[string]source.Span{}
	var from []*contract.Head // of each merged head
	for i, ix := range indexes {
		merged.Strays = append(merged.Strays, ix.Strays...)
		if !slices.Contains(dialects, ix.Dialect) {
			dialects = append(dialects, ix.Dialect)
		}
		for j, h := range ix.Heads {
			if owner, taken := owners[h.Name]; taken && owner != i {
				faults = append(faults, source.Fault{At: h.At, Also: at[h.Name], Dirt: true,
					Text: fmt.Sprintf("%s is also at %s, which counts", h.Name, at[h.Name].Place())})
				continue
			}
			owners[h.Name], at[h.Name] = i, h.At
			merged.Heads = append(merged.Heads, h)
			from = append(from, &ix.Heads[j])
		}
	}
	merged.Complete = func() {
		for _, ix := range indexes {
			if ix.Complete != nil {
				ix.Complete()
			}
		}
		for i, h := range from {
			merged.Heads[i] = *h
		}
	}
	merged.Dialect = strings.Join(dialects, "+")
	merged.Expand = func(names ...string) ([]*contract.Op, []source.Fault) { return expandAmong(indexes, owners, names) }
	merged.Output = func(name string) (*contract.Schema, []source.Fault) {
		if owner, ok := owners[name]; ok && indexes[owner].Output != nil {
			return indexes[owner].Output(name)
		}
		return nil, nil
	}
	return merged, faults
}

// expandAmong asks each index once for all that is its own.
func expandAmong(indexes []*contract.Index, owners map[string]int, names []string) ([]*contract.Op, []source.Fault) {
	var faults []source.Fault
	found := map[string]*contract.Op{}
	for i, ix := range indexes {
		var own []string
		for _, name := range names {
			if owner, ok := owners[name]; ok && owner == i {
				own = append(own, name)
			}
		}
		if own == nil {
			continue
		}
		ops, more := ix.Expand(own...)
		faults = append(faults, more...)
		for _, op := range ops {
			found[op.Name] = op
		}
	}
	var ops []*contract.Op
	for _, name := range names {
		if op := found[name]; op != nil {
			ops = append(ops, op)
		}
	}
	return ops, faults
}
