package main

import (
	"context"
	"errors"
	"time"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// beforeStep is how long before a step a commit may be: until it is deployed, and
// the models' sessions have met it.
const beforeStep = 7 * 24 * time.Hour

// nameCommits adds to the steps of a report the commits around them that changed
// what the tool or its operations say. Open is called where there are steps. The
// error says why none could be looked for; a folder in no repository has none.
func nameCommits(r *tally.Report, open func() (*check.Run, error)) error {
	var history *check.History
	length := 24 * time.Hour
	if r.Summary.Bucket == "hour" {
		length = time.Hour
	}
	for i := range r.Tools {
		t := &r.Tools[i]
		steps := []*tally.Step{}
		for j := range t.Steps {
			steps = append(steps, &t.Steps[j])
		}
		for j := range t.Fields {
			for k := range t.Fields[j].Steps {
				steps = append(steps, &t.Fields[j].Steps[k])
			}
		}
		for _, step := range steps {
			if history == nil {
				run, err := open()
				if err != nil {
					return err
				}
				history, err = run.History(context.Background())
				if errors.Is(err, source.ErrNoRepository) || errors.Is(err, source.ErrNoGit) {
					return nil
				}
				if err != nil {
					return err
				}
				defer history.Close()
			}
			if err := around(step, history, t.Contract, t.Tool, length); err != nil {
				return err
			}
		}
	}
	return nil
}

// around names the commits around one step, whose bucket is so long.
func around(step *tally.Step, h *check.History, contract, tool string, length time.Duration) error {
	at, err := time.Parse(time.RFC3339, step.At)
	if err != nil {
		return err
	}
	touches, err := h.Touches(contract, tool, at.Add(-beforeStep), at.Add(length))
	if err != nil {
		return err
	}
	for _, x := range touches {
		side := "tool"
		if x.Spec {
			side = "spec"
		}
		step.Commits = append(step.Commits, tally.Commit{Hash: x.Hash[:12], Time: x.Time.Format(time.RFC3339), Subject: x.Subject, File: x.File, Side: side})
	}
	return nil
}
