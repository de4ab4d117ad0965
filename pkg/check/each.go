package check

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// each is do of every item, in the order of the items. The work is shared among
// the processors: do may change nothing that another call of it reads.
func each[In, Out any](items []In, do func(In) Out) []Out {
	out := make([]Out, len(items))
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(len(items), runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(items)); i = next.Add(1) - 1 {
				out[i] = do(items[i])
			}
		})
	}
	all.Wait()
	return out
}
