package tally

import (
	"bytes"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/calls/logs"
)

// Log is a log that is to be read.
type Log = logs.Log

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
	held    []held // calls of the moments that are Again
	stats   logs.Stats
}

// held is a call that another record may have told before: whether it counts is
// known in the order of the log alone.
type held struct {
	tool  *calls.Tool // nil: none is called so
	event logs.Event
}

// hold copies what an event has only for the moment.
func hold(tool *calls.Tool, e *logs.Event) held {
	h := held{tool, *e}
	h.event.Tool, h.event.Args, h.event.Error, h.event.Case = bytes.Clone(e.Tool), bytes.Clone(e.Args), nil, nil
	return h
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
	var read []seen
	for _, log := range all {
		in := counted{progress: p, print: newFingerprint()}
		if err := t.read(log, &in, work, order); err != nil {
			refused = append(refused, Refused{log.Name, err})
		}
		read = append(read, in.print.of(log.Name))
	}
	close(work)
	close(order)
	scanning.Wait()
	<-ordered
	t.addSeen(read)
	for _, w := range tallies {
		if err := t.Merge(w); err != nil {
			panic("tallies of one run do not merge: " + err.Error())
		}
	}
	return refused
}

func (t *Tally) read(log Log, in *counted, work, order chan<- *job) error {
	f, err := log.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	defer func() { order <- &job{log: log.Name} }()
	in.Reader = f
	return logs.Read(in, log.Name, func(c *logs.Chunk) error {
		j := &job{chunk: c, log: log.Name, done: make(chan struct{})}
		order <- j
		work <- j
		return nil
	})
}

// counted counts the bytes that are read, and knows them again.
type counted struct {
	io.Reader
	progress *Progress
	print    fingerprint
}

func (c *counted) Read(to []byte) (int, error) {
	n, err := c.Reader.Read(to)
	c.progress.Bytes.Add(int64(n))
	c.print.add(to[:n])
	return n, err
}

// inOrder looks at what the chunks hold as they follow one another in their logs.
func (t *Tally) inOrder(order <-chan *job) {
	var stats logs.Stats
	var told memory[uint64, struct{}]
	var seen calls.Observation
	s := NewSequence(t)
	for j := range order {
		if j.chunk == nil {
			t.AddLog(stats.Records, stats.Broken)
			for _, b := range stats.Examples {
				t.AddBroken(j.log, b.Line, b.Why)
			}
			stats, s, told = logs.Stats{}, NewSequence(t), memory[uint64, struct{}]{}
			continue
		}
		<-j.done
		stats.Add(j.stats)
		again := j.held
		for _, m := range j.moments {
			if m.Again != 0 {
				h := &again[0]
				again = again[1:]
				if _, before := told.find(m.Again); before {
					m.Kind = logs.Outcome // which is what the second telling adds
				} else {
					told.put(m.Again, struct{}{})
					m.Valid = t.count(j.log, h.tool, &h.event, &seen)
				}
			}
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
			tool := w.contracts.Named(e.Tool)
			if tool != nil {
				m.Tool = int32(tool.Index)
			}
			if m.Again = e.Again; m.Again != 0 {
				j.held = append(j.held, hold(tool, e))
			} else {
				m.Valid = w.tally.count(j.log, tool, e, &w.seen)
			}
		}
		j.moments = append(j.moments, m)
	})
	w.progress.Calls.Add(n)
	j.chunk.Free()
}

// count judges a call and counts it, and says whether it is valid.
func (t *Tally) count(log string, tool *calls.Tool, e *logs.Event, seen *calls.Observation) bool {
	if tool == nil {
		t.AddUnknown(e)
		return false
	}
	tool.Judge(e.Args, seen)
	t.Add(log, tool, e, seen)
	return seen.Valid
}
