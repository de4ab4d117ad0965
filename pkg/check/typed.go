package check

import (
	"slices"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// typed is the source with a place to find the types of GraphQL variables: where
// it names none, the contract's own specs, which are what the variables go to.
func (in input) typed(spec []input) config.Source {
	src := in.src
	if len(src.Schema) > 0 {
		return src
	}
	for _, s := range spec {
		if s.store != in.store && !in.borrow(s) {
			continue
		}
		src.Schema = append(src.Schema, s.src.GraphQL...)
		if s.src.Glob != "" {
			src.Schema = append(src.Schema, s.src.Glob)
		}
	}
	return src
}

// borrow makes what a live spec answered known to the store of in, under the name
// that no file has.
func (in input) borrow(s input) bool {
	if s.src.Live == nil || s.store == nil || source.IsPath(s.src.Glob) {
		return false
	}
	f, fault := s.store.Read(s.src.Glob)
	if fault != nil {
		return false
	}
	in.store.Add(f)
	return true
}

// once is faults without those that a file has for being read on both sides.
func once(faults []source.Fault) []source.Fault {
	var kept []source.Fault
	for _, f := range faults {
		if !slices.Contains(kept, f) {
			kept = append(kept, f)
		}
	}
	return kept
}
