package golden

import (
	"bytes"

	"github.com/tooldrift/tooldrift/pkg/calls/logs"
)

// Actual adds the calls of a log, the how manyth from 0. Its error is one of
// reading; a broken record is counted.
func (r *Run) Actual(index int, l logs.Log) error {
	in, err := l.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	told := map[uint64]bool{}
	return logs.Read(in, l.Name, func(c *logs.Chunk) error {
		defer c.Free()
		stats := c.Scan(func(e *logs.Event) {
			switch e.Kind {
			case logs.Turn:
				r.Mention(index, e.Session, string(e.Case))
			case logs.Call:
				// Two spans may tell of one call: who asks for it, and who executes it.
				if e.Again != 0 && r.cases[string(e.Case)] != nil {
					if told[e.Again] {
						return
					}
					told[e.Again] = true
				}
				r.Add(index, e.Session, string(e.Case), Actual{Tool: string(e.Tool), Args: bytes.Clone(e.Args), ID: e.ID, Log: l.Name, Line: e.Line})
			}
		})
		r.result.Summary.Broken += int(stats.Broken)
		for _, b := range stats.Examples {
			if len(r.result.Broken) < logs.ExamplesKept {
				r.result.Broken = append(r.result.Broken, Broken{l.Name, b.Line, b.Why})
			}
		}
		return nil
	})
}
