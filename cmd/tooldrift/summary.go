package main

import (
	"fmt"
	"os"

	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

// stepSummary adds the report to the summary of a step of GitHub Actions, the file
// that the runner names; "" where there is none. What cannot be added is said: the
// log has the whole report.
func (p program) stepSummary(file string, r *rules.Report, v report.View) {
	if file == "" {
		return
	}
	if err := appendSummary(file, r, v); err != nil {
		fmt.Fprintln(p.stderr, report.Line("tooldrift: warning: the summary of the step is not written: "+err.Error()))
	}
}

func appendSummary(file string, r *rules.Report, v report.View) error {
	out, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer out.Close()
	info, err := out.Stat()
	if err != nil {
		return err
	}
	data := report.StepSummary(r, v, info.Size())
	if data == nil {
		return fmt.Errorf("what the step has written there leaves no room, GitHub takes 1 MiB")
	}
	_, err = out.Write(data)
	return err
}
