package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/tooldrift/tooldrift/pkg/calls/tally"
)

const shardCount = 5

// shards is a project with logs of some hundred conversations, cut into shards, and
// what one run over all of them reports.
type shards struct {
	dir   string
	logs  []string // by name, from dir
	whole tally.Report
}

func newShards(t *testing.T, name string) *shards {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the recipes are for a shell")
	}
	s := &shards{dir: t.TempDir()}
	if _, err := exec.LookPath("tooldrift"); err != nil {
		t.Fatal(err) // TestMain has put one there
	}
	if err := os.CopyFS(s.dir, os.DirFS("../../testdata/demo")); err != nil {
		t.Fatal(err)
	}
	for _, sub := range []string{"logs", "sums"} {
		if err := os.RemoveAll(filepath.Join(s.dir, sub)); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(s.dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(3, 3))
	for i := range shardCount {
		var log, packed bytes.Buffer
		for range 40 {
			transcript(r, &log)
		}
		w := gzip.NewWriter(&packed)
		if _, err := w.Write(log.Bytes()); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		file := filepath.Join("logs", fmt.Sprintf(name, i))
		if err := os.WriteFile(filepath.Join(s.dir, file), packed.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		s.logs = append(s.logs, file)
	}
	s.whole = s.report(t, append([]string{"calls"}, s.logs...)...)
	if s.whole.Summary.Judged < 100 || s.whole.Summary.Invalid == 0 {
		t.Fatalf("%d calls are judged, %d of them invalid", s.whole.Summary.Judged, s.whole.Summary.Invalid)
	}
	return s
}

// run runs a command in the project and returns its standard output.
func (s *shards) run(t *testing.T, in io.Reader, name string, args ...string) []byte {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.Stdin = s.dir, in
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, stderr.String())
	}
	return out
}

func (s *shards) report(t *testing.T, args ...string) (r tally.Report) {
	t.Helper()
	if err := json.Unmarshal(s.run(t, nil, "tooldrift", append(args, "--format", "json")...), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// merges holds that the summaries add up to the whole.
func (s *shards) merges(t *testing.T, summaries string) {
	t.Helper()
	if diff := cmp.Diff(s.whole, s.report(t, "calls", "--merge", summaries)); diff != "" {
		t.Errorf("the shards do not merge to the whole (-whole +merged):\n%s", diff)
	}
}

// shownFile is the text of a file that the README shows.
func shownFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range fence.FindAllStringSubmatch(string(data), -1) {
		if text, ok := strings.CutPrefix(m[2], "# "+name+"\n"); ok {
			return text
		}
	}
	t.Fatalf("the README shows no %s", name)
	return ""
}

func TestShardsInAShell(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(shownFile(t, "shards.sh")), "\n")
	if len(lines) != 3 {
		t.Fatalf("the README shows %d lines", len(lines))
	}
	for i, name := range []string{"parallel", "xargs"} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Skipf("no %s here", name)
			}
			s := newShards(t, "day-%d.jsonl.gz")
			s.run(t, nil, "sh", "-c", lines[i]+"\n"+lines[2])
			s.merges(t, "sums/*.json")
			if page, err := os.ReadFile(filepath.Join(s.dir, "calls.html")); err != nil || !bytes.Contains(page, []byte("list_refunds")) {
				t.Errorf("no page is written: %v", err)
			}
		})
	}
}

// Spark's pipe gives the lines of each partition to one process, and takes the lines
// that it prints. An empty partition is one too.
func TestShardsInSpark(t *testing.T) {
	m := regexp.MustCompile(`pipe\("tooldrift ([^"]*)"`).FindStringSubmatch(shownFile(t, "shards.py"))
	if m == nil {
		t.Fatal("the README pipes nothing through tooldrift")
	}
	args := strings.Fields(m[1])
	s := newShards(t, "day-%d.jsonl.gz")
	if i := slices.Index(args, "--config"); i >= 0 {
		args[i+1] = ".tooldrift.yaml"
	}
	for i := range shardCount + 1 {
		var in bytes.Buffer
		if i < shardCount {
			data, err := os.ReadFile(filepath.Join(s.dir, s.logs[i]))
			if err != nil {
				t.Fatal(err)
			}
			packed, err := gzip.NewReader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := in.ReadFrom(packed); err != nil {
				t.Fatal(err)
			}
		}
		out := s.run(t, &in, "tooldrift", args...)
		if bytes.Count(out, []byte("\n")) != 1 {
			t.Fatalf("a summary is no line of its own:\n%s", out)
		}
		if err := os.WriteFile(filepath.Join(s.dir, "sums", fmt.Sprintf("part-%05d", i)), out, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	merged := s.report(t, "calls", "--merge", "sums/part-*")
	whole := s.whole
	whole.Summary.Logs++                                 // the empty one
	for _, r := range []*tally.Report{&whole, &merged} { // examples name the log that they are in
		for i := range r.Tools {
			for j := range r.Tools[i].Faults {
				r.Tools[i].Faults[j].Examples, r.Tools[i].Faults[j].Text = nil, ""
			}
			slices.SortFunc(r.Tools[i].Faults, func(a, b tally.Fault) int { return strings.Compare(a.Field+a.Want, b.Field+b.Want) })
		}
	}
	if diff := cmp.Diff(whole, merged); diff != "" {
		t.Errorf("the partitions do not merge to the whole (-whole +merged):\n%s", diff)
	}
}

// The jobs are what batch/v1 calls them, and their commands run, index by index.
func TestShardsInKubernetes(t *testing.T) {
	type job struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Spec       struct {
			CompletionMode string `yaml:"completionMode"`
			Completions    int
			Template       struct {
				Spec struct {
					RestartPolicy string `yaml:"restartPolicy"`
					Containers    []struct {
						Args         []string
						VolumeMounts []struct{ Name string } `yaml:"volumeMounts"`
					}
					Volumes []struct{ Name string }
				}
			}
		}
	}
	var jobs []job
	for docs := yaml.NewDecoder(strings.NewReader(shownFile(t, "shards.yaml"))); ; {
		var j job
		err := docs.Decode(&j)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, j)
	}
	if len(jobs) != 2 || jobs[0].Spec.CompletionMode != "Indexed" || jobs[0].Spec.Completions < 2 {
		t.Fatalf("want an indexed job and one that merges: %+v", jobs)
	}
	s := newShards(t, "shard-%d.jsonl.gz")
	place := strings.NewReplacer("/logs/", filepath.Join(s.dir, "logs")+"/", "/sums/", filepath.Join(s.dir, "sums")+"/")
	args := func(j job, index int) []string {
		pod := j.Spec.Template.Spec
		if j.APIVersion != "batch/v1" || j.Kind != "Job" || pod.RestartPolicy != "Never" || len(pod.Containers) != 1 {
			t.Fatalf("no job that a cluster takes: %+v", j)
		}
		for _, m := range pod.Containers[0].VolumeMounts {
			if !slices.ContainsFunc(pod.Volumes, func(v struct{ Name string }) bool { return v.Name == m.Name }) {
				t.Errorf("%s is mounted and no volume", m.Name)
			}
		}
		var out []string
		for _, arg := range pod.Containers[0].Args {
			out = append(out, place.Replace(strings.ReplaceAll(arg, "$(JOB_COMPLETION_INDEX)", fmt.Sprint(index))))
		}
		return out
	}
	for i := range shardCount {
		s.run(t, nil, "tooldrift", args(jobs[0], i)...)
	}
	s.run(t, nil, "tooldrift", args(jobs[1], 0)...)
	s.whole = s.report(t, "calls", filepath.Join(s.dir, "logs", "shard-*")) // as they are called there
	s.merges(t, filepath.Join(s.dir, "sums", "*.json"))
}
