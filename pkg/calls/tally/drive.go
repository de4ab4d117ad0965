package tally

import (
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/calls/logs"
)

// Log is a log that is to be read.
type Log struct {
	Name string // as reports name it
	Open func() (io.ReadCloser, error)
}

// Refused is a log that could not be read, or not to its end.
type Refused struct {
	Log string
	Err error
}

// Progress is how far a run has come. It may be read while the run goes on.
type Progress struct {
	Bytes, Calls atomic.Int64
}

// job is one chunk of a log on its way: read, scanned by any worker, then looked at
// in the order of the log.
type job struct {
	chunk   *logs.Chunk // nil: the log ends here
	log     string
	done    chan struct{}
	moments []Moment
	stats   logs.Stats
}

// Drive reads logs, judges their calls on all processors and counts them in t.
// Neither the number of processors nor who is first changes a count.
func (t *Tally) Drive(c *calls.Contracts, all []Log, p *Progress) (refused []Refused) {
	workers := runtime.GOMAXPROCS(0)
	work := make(chan *job, workers)
	order := make(chan *job, 2*workers) // which bounds what is in flight
	var scanning sync.WaitGroup
	tallies := make([]*Tally, workers)
	for i := range tallies {
		tallies[i] = t.Fresh()
		scanning.Go(func() {
			w := worker{contracts: c, tally: tallies[i], progress: p}
			for j := range work {
				w.scan(j)
			}
		})
	}
	ordered := make(chan struct{})
	go func() {
		defer close(ordered)
		t.inOrder(order)
	}()
	for _, log := range all {
		if err := t.read(log, work, order, p); err != nil {
			refused = append(refused, Refused{log.Name, err})
		}
	}
	close(work)
	close(order)
	scanning.Wait()
	<-ordered
	for _, w := range tallies {
		if err := t.Merge(w); err != nil {
			panic("tallies of one run do not merge: " + err.Error())
		}
	}
	return refused
}

func (t *Tally) read(log Log, work, order chan<- *job, p *Progress) error {
	f, err := log.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	defer func() { order <- &job{log: log.Name} }()
	return logs.Read(&counted{f, p}, log.Name, func(c *logs.Chunk) error {
		j := &job{chunk: c, log: log.Name, done: make(chan struct{})}
		order <- j
		work <- j
		return nil
	})
}

// counted counts the bytes that are read.
type counted struct {
	io.Reader
	progress *Progress
}

func (c *counted) Read(to []byte) (int, error) {
	n, err := c.Reader.Read(to)
	c.progress.Bytes.Add(int64(n))
	return n, err
}

// inOrder looks at what the chunks hold as they follow one another in their logs.
func (t *Tally) inOrder(order <-chan *job) {
	var stats logs.Stats
	s := NewSequence(t)
	for j := range order {
		if j.chunk == nil {
			t.AddLog(stats.Records, stats.Broken)
			for _, b := range stats.Examples {
				t.AddBroken(j.log, b.Line, b.Why)
			}
			stats, s = logs.Stats{}, NewSequence(t)
			continue
		}
		<-j.done
		stats.Add(j.stats)
		for _, m := range j.moments {
			s.Next(m)
		}
	}
}

// worker judges the calls of one chunk after the other.
type worker struct {
	contracts *calls.Contracts
	tally     *Tally
	progress  *Progress
	seen      calls.Observation
}

func (w *worker) scan(j *job) {
	defer close(j.done)
	n := int64(0)
	j.stats = j.chunk.Scan(func(e *logs.Event) {
		m := MomentOf(e)
		if e.Kind == logs.Call {
			n++
			if tool := w.contracts.Named(e.Tool); tool != nil {
				tool.Judge(e.Args, &w.seen)
				w.tally.Add(j.log, tool, e, &w.seen)
				m.Tool, m.Valid = int32(tool.Index), w.seen.Valid
			} else {
				w.tally.AddUnknown(e)
			}
		}
		j.moments = append(j.moments, m)
	})
	w.progress.Calls.Add(n)
	j.chunk.Free()
}
