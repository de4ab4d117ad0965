package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/calls/golden"
	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

// runJSON runs the command and decodes the report that it prints.
func runJSON(t *testing.T, into any, args ...string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	p := program{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr}
	if code := p.run(append(args, "--format", "json")); code > exitFindings {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	if err := json.Unmarshal(stdout.Bytes(), into); err != nil {
		t.Fatal(err)
	}
}

const published = "testdata/published/"

// A run of tau-bench is right where its reward says so: that judges by the database
// as the calls have left it.
func TestGoldenAgreesWithTauBench(t *testing.T) {
	data, err := os.ReadFile(published + "tau-bench.json")
	if err != nil {
		t.Fatal(err)
	}
	var trajectories []struct {
		TaskID json.Number `json:"task_id"`
		Reward float64
	}
	if err := json.Unmarshal(data, &trajectories); err != nil {
		t.Fatal(err)
	}
	var scored golden.Result
	runJSON(t, &scored, "golden", "--tools", published+"tau-bench-tools.json", published+"tau-bench.json", "--actual", published+"tau-bench.json")
	if len(scored.Findings) > 0 {
		t.Errorf("golden calls of tau-bench break its own tools: %v", scored.Findings)
	}
	rights := 0
	for _, one := range trajectories {
		i := slices.IndexFunc(scored.Runs, func(r golden.CaseRun) bool { return r.Case == one.TaskID.String() })
		if i < 0 {
			t.Errorf("task %s is not scored", one.TaskID)
			continue
		}
		if right := scored.Runs[i].Right; right != (one.Reward == 1) {
			t.Errorf("task %s is right: %v, and its reward is %v", one.TaskID, right, one.Reward)
		} else if right {
			rights++
		}
	}
	if rights == 0 || rights == len(trajectories) {
		t.Errorf("%d of %d are right: nothing is told apart", rights, len(trajectories))
	}
	var judged tally.Report
	runJSON(t, &judged, "calls", "--tools", published+"tau-bench-tools.json", published+"tau-bench.json")
	if s := judged.Summary; s.Judged != int64(bytes.Count(data, []byte(`"arguments": "{`))) || s.Invalid != 0 || s.Failed == 0 {
		t.Errorf("%d calls are judged, %d of them invalid, %d answered with an error", s.Judged, s.Invalid, s.Failed)
	}
}

// The first of each possible answer of BFCL is right, to the last field. One value
// changed is one field wrong, that field; one call left out is one call missing.
func TestGoldenAgreesWithBFCL(t *testing.T) {
	answers := firstAnswers(t)
	all, fields := score(t, answers)
	if all.Right != all.Runs || all.Exact != all.Fields || all.Runs != len(answers) || all.Fields < 30 {
		t.Errorf("of %d answers %d are right, of %d fields %d", all.Runs, all.Right, all.Fields, all.Exact)
	}
	if len(fields) > 0 {
		t.Errorf("wrong fields: %v", fields)
	}
	changed := 0
	for i := range answers {
		if len(answers[i].args) == 0 {
			continue
		}
		name := slices.Sorted(maps.Keys(answers[i].args))[0]
		value := answers[i].args[name]
		answers[i].args[name] = spoilt(value)
		got, fields := score(t, answers)
		answers[i].args[name] = value
		if got.Right != all.Right-1 || !slices.Equal(fields, []string{answers[i].tool + "." + name}) {
			t.Errorf("%s: with %s changed %d of %d are right; wrong are %v", answers[i].id, name, got.Right, got.Runs, fields)
		}
		changed++
	}
	if changed < 20 {
		t.Errorf("%d values were changed", changed)
	}
	got, _ := score(t, answers[1:])
	if got.Right != all.Right-1 {
		t.Errorf("with a case left out %d of %d are right", got.Right, got.Runs)
	}
}

type answer struct {
	id, tool string
	args     map[string]any
}

func firstAnswers(t *testing.T) []answer {
	t.Helper()
	f, err := os.Open(published + "bfcl.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []answer
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var line struct {
			ID    string
			Truth []map[string]map[string][]any `json:"ground_truth"`
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		for tool, fields := range line.Truth[0] {
			a := answer{line.ID, tool, map[string]any{}}
			for name, values := range fields {
				if !slices.ContainsFunc(values, func(v any) bool { return v == "" }) { // "" says that it may be left out
					a.args[name] = flat(values[0])
				}
			}
			all = append(all, a)
		}
	}
	return all
}

// flat is a value in which each member of an object is the first of its possible ones.
func flat(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, m := range v {
			if values := m.([]any); !slices.Contains(values, any("")) {
				out[name] = flat(values[0])
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = flat(v[i])
		}
		return out
	}
	return v
}

func spoilt(v any) any {
	switch v := v.(type) {
	case string:
		return "quite another value than " + v
	case float64:
		return v + 987654
	case bool:
		return !v
	}
	return []any{}
}

// score is how answers are scored as BFCL keeps what a model answers, and the fields
// that are wrong: "tool.field".
func score(t *testing.T, answers []answer) (golden.Summary, []string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "result.jsonl")
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	for _, a := range answers {
		args, err := json.Marshal(a.args)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Encode(map[string]any{"id": a.id, "result": []any{map[string]string{a.tool: string(args)}}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(log, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	var scored golden.Result
	runJSON(t, &scored, "golden", "--tools", published+"bfcl-tools.json", published+"bfcl.jsonl", "--actual", log)
	var wrong []string
	for _, tool := range scored.Tools {
		for _, f := range tool.Fields {
			if f.Exact < f.Scored {
				wrong = append(wrong, tool.Tool+"."+f.Field)
			}
		}
	}
	return scored.Summary, wrong
}
