package check

import (
	"cmp"
	"fmt"
	"time"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Step is what one part of a run cost.
type Step struct {
	Name  string // "reading api/openapi.yaml", "binding"
	Bytes int    // of the files that were read, as far as they are known
	Of    string // what it was about: "tools", "operations", "calls"
	Count int    // of these
	Took  time.Duration
}

// String is the step in one line: "reading api.yaml: 13.0 MB, 1223 operations, 71 ms".
func (s Step) String() string {
	line := s.Name + ":"
	if s.Bytes > 0 {
		line += fmt.Sprintf(" %.1f MB,", float64(s.Bytes)/1e6)
	}
	return line + fmt.Sprintf(" %d %s, %d ms", s.Count, s.Of, s.Took.Milliseconds())
}

// patience is how long a step may take before somebody who watches is told of it.
const patience = time.Second

// begin starts a step. The function that it returns ends it, told what it was about.
func (r *Run) begin(name, of string) func(bytes, count int) Step {
	start := time.Now()
	var slow *time.Timer
	if r.slow != nil {
		slow = time.AfterFunc(patience, func() { r.slow(name + " ...") })
	}
	return func(bytes, count int) Step {
		if slow != nil {
			slow.Stop()
		}
		return Step{name, bytes, of, count, time.Since(start)}
	}
}

// words names a source as its author does.
func words(src config.Source) string {
	for _, list := range [][]string{src.GraphQL, src.Operations} {
		if len(list) > 0 {
			return list[0]
		}
	}
	return cmp.Or(src.Glob, src.Proto, "a live source")
}

func sizeOfLists(lists []*contract.Contract) (bytes, ops int) {
	var at []source.Span
	for _, l := range lists {
		for _, op := range l.Ops {
			at = append(at, op.At)
		}
	}
	return sizeOfFiles(at), len(at)
}

func sizeOfIndex(index *contract.Index) (bytes, ops int) {
	if index == nil {
		return 0, 0
	}
	at := make([]source.Span, len(index.Heads))
	for i, h := range index.Heads {
		at[i] = h.At
	}
	return sizeOfFiles(at), len(at)
}

// sizeOfFiles is the bytes of the files that spans point into, each once.
func sizeOfFiles(at []source.Span) (bytes int) {
	seen := map[*source.File]bool{nil: true}
	for _, span := range at {
		if !seen[span.File] {
			seen[span.File] = true
			bytes += len(span.File.Data)
		}
	}
	return bytes
}
