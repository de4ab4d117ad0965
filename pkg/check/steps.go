package check

import (
	"cmp"
	"fmt"
	"time"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Step is what one part of a run cost.
type Step struct {
	Name  string // "reading api/openapi.yaml", "binding"
	Bytes int    // of the files that were read, as far as they are known
	Ops   int    // tools, or operations, that it was about
	Took  time.Duration
}

// String is the step in one line: "reading api.yaml: 13.0 MB, 1223 operations, 71 ms".
func (s Step) String() string {
	line := s.Name + ":"
	if s.Bytes > 0 {
		line += fmt.Sprintf(" %.1f MB,", float64(s.Bytes)/1e6)
	}
	return line + fmt.Sprintf(" %d operations, %d ms", s.Ops, s.Took.Milliseconds())
}

// patience is how long a step may take before somebody who watches is told of it.
const patience = time.Second

// begin starts a step. The function that it returns ends it, and notes what it was about.
func (r *Run) begin(name string) func(bytes, ops int) {
	start := time.Now()
	var slow *time.Timer
	if r.slow != nil {
		slow = time.AfterFunc(patience, func() { r.slow(name + " ...") })
	}
	return func(bytes, ops int) {
		if slow != nil {
			slow.Stop()
		}
		r.Steps = append(r.Steps, Step{name, bytes, ops, time.Since(start)})
	}
}

// words names a source as its author does.
func words(src config.Source) string {
	if len(src.GraphQL) > 0 {
		return src.GraphQL[0]
	}
	return cmp.Or(src.Glob, src.Proto, "a live source")
}

// sizeOf is the bytes of the files that lists and heads stand in, each once.
func sizeOf(lists []*contract.Contract, index *contract.Index) (bytes, ops int) {
	seen := map[string]bool{}
	for _, l := range lists {
		ops += len(l.Ops)
		for _, op := range l.Ops {
			if f := op.At.File; f != nil && !seen[f.Name] {
				seen[f.Name] = true
				bytes += len(f.Data)
			}
		}
	}
	if index == nil {
		return bytes, ops
	}
	for _, h := range index.Heads {
		if f := h.At.File; f != nil && !seen[f.Name] {
			seen[f.Name] = true
			bytes += len(f.Data)
		}
	}
	return bytes, ops + len(index.Heads)
}
