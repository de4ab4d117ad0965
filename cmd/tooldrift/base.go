package main

import (
	"context"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// against compares what a run compares as it stood at a revision; nil without one.
// What could not be looked at there becomes warnings of the run's.
func (p program) against(revision string, r *check.Run) (*check.Base, error) {
	if revision == "" {
		return nil, nil
	}
	base, err := r.Against(context.Background(), revision)
	if err != nil {
		return nil, p.usage(err)
	}
	const most = 20 // of a base whose files cannot be read there may be thousands
	for i, text := range base.Words {
		if i == most {
			r.Faults = append(r.Faults, source.Fault{Dirt: true, Text: "and more of that kind"})
			break
		}
		r.Faults = append(r.Faults, source.Fault{Dirt: true, Text: text})
	}
	return base, nil
}
