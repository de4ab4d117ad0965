package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v4"
)

// action is what action.yml says, as far as a runner asks for it.
type action struct {
	Inputs map[string]struct {
		Description, Default string
	}
	Outputs map[string]struct{ Value string }
	Runs    struct{ Steps []step }
}

type step struct {
	ID, Uses, Run, Shell string
	WorkingDirectory     string `yaml:"working-directory"`
	With, Env            map[string]string
}

func readAction(t *testing.T) action {
	t.Helper()
	data, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// Every option of check is an input of the action, and no other is; each input
// reaches the script through the environment.
func TestActionInputs(t *testing.T) {
	a := readAction(t)
	want := map[string]string{"files": "TOOLDRIFT_FILES"}
	check, _, err := program{}.root().Find([]string{"check"})
	if err != nil {
		t.Fatal(err)
	}
	check.Flags().VisitAll(func(f *pflag.Flag) {
		want[f.Name] = "TOOLDRIFT_FLAG_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
	})
	delete(want, "help")
	got := map[string]string{}
	for name := range a.Inputs {
		if name != "working-directory" { // of the step, not of the command
			got[name] = "no variable"
		}
	}
	for _, s := range a.Runs.Steps {
		for variable, value := range s.Env {
			if m := input.FindStringSubmatch(value); m != nil {
				got[m[1]] = variable
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("action.yml has other options than check (-check +action.yml); an option stands there twice, in inputs and in env\n%s", diff)
	}
}

// An expression inside a script is put there as text before the shell reads it:
// whoever writes the input, or names the branch, writes the script.
func TestActionScriptsHoldNoExpression(t *testing.T) {
	for _, s := range readAction(t).Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("this script holds an expression:\n%s", s.Run)
		}
		if s.Run != "" && s.Shell != "bash" {
			t.Errorf("a step runs in %q, not in bash", s.Shell)
		}
	}
}

// What no caller asks for, the action allows to nobody.
func TestActionAllowsNothingByItself(t *testing.T) {
	a := readAction(t)
	for _, name := range []string{"allow-exec", "allow-net", "allow-env"} {
		if got := a.Inputs[name].Default; got != "" {
			t.Errorf("%s is %q by default", name, got)
		}
	}
}

// Others' actions are named by their commit, which nobody can move, and the Go
// that builds is the one that go.mod asks for.
func TestActionPins(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	uses := 0
	for _, s := range readAction(t).Runs.Steps {
		if s.Uses == "" {
			continue
		}
		uses++
		if !pinned.MatchString(s.Uses) {
			t.Errorf("%s is not pinned to a commit", s.Uses)
		}
		if v := s.With["go-version"]; !strings.Contains(string(mod), "\ngo "+v+".") {
			t.Errorf("the action builds with Go %s, which is not that of go.mod", v)
		}
	}
	if uses != 1 {
		t.Errorf("the action uses %d others, want setup-go alone", uses)
	}
}

var (
	pinned = regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40}$`)
	input  = regexp.MustCompile(`^\$\{\{ inputs\.([\w-]+) \}\}$`)
)

// runner plays GitHub's: it runs the scripts of action.yml as they stand there.
type runner struct {
	action    action
	temp      string // RUNNER_TEMP
	workspace string
	env       []string
	built     bool // there is a program in temp
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the runner's bash is played on Unix only")
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash here")
	}
	r := &runner{action: readAction(t), temp: t.TempDir()}
	here, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	r.env = append(r.env, "RUNNER_TEMP="+r.temp, "GITHUB_ACTIONS=true", "GITHUB_ACTION_PATH="+here)
	for _, name := range []string{"PATH", "HOME", "GOCACHE", "GOMODCACHE", "GOPATH", "GOROOT", "GOPROXY", "TMPDIR"} {
		if v, ok := os.LookupEnv(name); ok {
			r.env = append(r.env, name+"="+v)
		}
	}
	return r
}

// result is what a run of the action leaves.
type result struct {
	code           int
	stdout, stderr string
	outputs        map[string]string
}

// run runs the action in the workspace with inputs and more of an environment.
func (r *runner) run(t *testing.T, inputs map[string]string, env ...string) result {
	t.Helper()
	for name := range inputs {
		if _, ok := r.action.Inputs[name]; !ok {
			t.Fatalf("the action has no input %s", name)
		}
	}
	value := func(text string) string {
		m := input.FindStringSubmatch(text)
		if m == nil {
			return text
		}
		if given, ok := inputs[m[1]]; ok {
			return given
		}
		return r.action.Inputs[m[1]].Default
	}
	got := result{code: -1}
	output := filepath.Join(t.TempDir(), "output")
	for _, s := range r.action.Runs.Steps {
		if s.Run == "" || s.ID == "" && r.built {
			continue // setup-go, as there is a Go here; or what a step before has built
		}
		script := filepath.Join(t.TempDir(), "script.sh")
		if err := os.WriteFile(script, []byte(s.Run), 0o644); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr strings.Builder
		c := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
		c.Dir = filepath.Join(r.workspace, value(s.WorkingDirectory))
		c.Stdout, c.Stderr = &stdout, &stderr
		c.Env = slices.Concat(r.env, []string{"GITHUB_OUTPUT=" + output}, env)
		for name, text := range s.Env {
			c.Env = append(c.Env, name+"="+value(text))
		}
		err := c.Run()
		got.code, got.stdout, got.stderr = c.ProcessState.ExitCode(), stdout.String(), stderr.String()
		if err != nil {
			break // the steps after a failed one are skipped
		}
		r.built = true
	}
	got.outputs = map[string]string{}
	data, err := os.ReadFile(output)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		name, v, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		if _, known := r.action.Outputs[name]; !ok || !known {
			t.Errorf("GITHUB_OUTPUT holds %q, which is no output of the action", line)
		}
		got.outputs[name] = v
	}
	return got
}

// fill lays files into a new workspace.
func (r *runner) fill(t *testing.T, files map[string]string) {
	t.Helper()
	r.workspace = t.TempDir()
	for name, text := range files {
		name = filepath.Join(r.workspace, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const (
	driftedTools = `{"tools": [{"name": "create_refund", "inputSchema": {"type": "object", "properties": {
  "payment_ref": {"type": "string"},
  "reason": {"type": "integer"}}}}]}
`
	agreeingTools = `{"tools": [{"name": "create_refund", "inputSchema": {"type": "object", "properties": {
  "payment_id": {"type": "string"},
  "reason": {"type": "string"}}, "required": ["payment_id"], "additionalProperties": false}}]}
`
	refundSpec = `openapi: 3.1.0
info: {title: pay, version: "1"}
paths:
  /refunds:
    post:
      operationId: createRefund
      requestBody:
        content:
          application/json:
            schema:
              type: object
              additionalProperties: false
              required: [payment_id]
              properties:
                payment_id: {type: string}
                reason: {type: string}
      responses: {}
`
	refundConfig = `version: 1
contracts:
  - {name: pay, tools: [tools.json], spec: [api.yaml], bindings: {create_refund: POST /refunds}}
`
)

func TestAction(t *testing.T) {
	r := newRunner(t)
	drifted := map[string]string{
		".git/HEAD": "", "tools.json": driftedTools, "api.yaml": refundSpec, ".tooldrift.yaml": refundConfig,
		"agents/pay/tools.json": agreeingTools, "agents/pay/api.yaml": refundSpec, "agents/pay/.tooldrift.yaml": refundConfig,
		"a file/more tools.json": agreeingTools,
		"exec.yaml":              "version: 1\ncontracts:\n  - {name: a, tools: [{exec: [cat, tools.json], env: [PATH]}], spec: [api.yaml]}\n",
	}

	t.Run("drift annotates and fails", func(t *testing.T) {
		r.fill(t, drifted)
		got := r.run(t, nil)
		if got.code != 1 || got.outputs["errors"] != "2" || got.outputs["findings"] != "3" {
			t.Errorf("exit code %d, outputs %v, want 1 and 2 errors of 3 findings, a note being one\n%s%s", got.code, got.outputs, got.stdout, got.stderr)
		}
		want := "::error file=tools.json,line=2,col=3,endLine=2,endColumn=16,title=renamed-field::create_refund: payment_ref was renamed;"
		if !strings.HasPrefix(got.stdout, want) {
			t.Errorf("standard output does not begin with\n%s\nbut with\n%s", want, got.stdout)
		}
		sarif, err := os.ReadFile(got.outputs["sarif-file"])
		if err != nil || !strings.Contains(string(sarif), `"renamed-field"`) {
			t.Errorf("the SARIF file of the outputs holds no renamed-field: %v", err)
		}
	})
	t.Run("agreement is green", func(t *testing.T) {
		r.fill(t, drifted)
		got := r.run(t, map[string]string{"working-directory": "agents/pay"})
		if got.code != 0 || got.outputs["errors"] != "0" || got.outputs["findings"] != "0" {
			t.Errorf("exit code %d, outputs %v, want 0 and nothing found\n%s%s", got.code, got.outputs, got.stdout, got.stderr)
		}
	})
	t.Run("a line is an option, and files keep their blanks", func(t *testing.T) {
		r.fill(t, drifted)
		got := r.run(t, map[string]string{
			"files":   "a file/more tools.json\n\n  api.yaml\n",
			"only":    "renamed-field\ntype-mismatch",
			"format":  "text\nmarkdown=out.md\n",
			"verbose": "false",
			"quiet":   "true",
		})
		want := "compared 2 fields of 1 tool (1 by name): no findings\n"
		if got.code != 0 || got.stdout != want {
			t.Errorf("exit code %d and\n%swant 0 and\n%s%s", got.code, got.stdout, want, got.stderr)
		}
		if _, err := os.Stat(filepath.Join(r.workspace, "out.md")); err != nil {
			t.Error(err)
		}
	})
	t.Run("only what is asked for fails", func(t *testing.T) {
		r.fill(t, drifted)
		got := r.run(t, map[string]string{"fail-on": "never"})
		if got.code != 0 || got.outputs["errors"] != "2" {
			t.Errorf("exit code %d, outputs %v, want 0 and 2 errors\n%s", got.code, got.outputs, got.stderr)
		}
	})
	t.Run("against a base only what is new fails", func(t *testing.T) {
		if _, err := exec.LookPath("git"); err != nil {
			t.Skip("no git here")
		}
		r.fill(t, drifted)
		git := func(args ...string) {
			t.Helper()
			c := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.org"}, args...)...)
			c.Dir = r.workspace
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("git %v: %v\n%s", args, err, out)
			}
		}
		if err := os.RemoveAll(filepath.Join(r.workspace, ".git")); err != nil {
			t.Fatal(err)
		}
		git("init", "-q", "-b", "main")
		git("add", ".")
		git("commit", "-qm", "as it was")
		git("update-ref", "refs/remotes/origin/main", "HEAD")
		if got := r.run(t, map[string]string{"base": "origin/main"}); got.code != 0 {
			t.Errorf("exit code %d where nothing is new, want 0\n%s%s", got.code, got.stdout, got.stderr)
		}
		asks := strings.NewReplacer("[payment_id]", "[payment_id, currency]", "reason: {type: string}", "currency: {type: string}\n                reason: {type: string}")
		if err := os.WriteFile(filepath.Join(r.workspace, "api.yaml"), []byte(asks.Replace(refundSpec)), 0o644); err != nil {
			t.Fatal(err)
		}
		got := r.run(t, map[string]string{"base": "origin/main"})
		if got.code != 1 || !strings.Contains(got.stdout, "title=required-by-api::") || strings.Contains(got.stdout, "title=renamed-field::") {
			t.Errorf("exit code %d, want 1, and the annotation of what is new alone\n%s%s", got.code, got.stdout, got.stderr)
		}
	})
	t.Run("a refused input has no outputs", func(t *testing.T) {
		r.fill(t, drifted)
		if err := os.WriteFile(filepath.Join(r.workspace, "tools.json"), []byte("{"), 0o644); err != nil {
			t.Fatal(err)
		}
		got := r.run(t, map[string]string{"fail-on": "never"})
		if got.code != 3 || len(got.outputs) != 0 || !strings.Contains(got.stderr, "tools.json:1:") {
			t.Errorf("exit code %d, outputs %v, want 3, none, and the fault\n%s%s", got.code, got.outputs, got.stdout, got.stderr)
		}
	})
	t.Run("wrong usage has no outputs", func(t *testing.T) {
		r.fill(t, drifted)
		got := r.run(t, map[string]string{"fail-on": "errors"})
		if want := "tooldrift: --fail-on \"errors\" is unknown; did you mean error?\n"; got.code != 2 || got.stderr != want || len(got.outputs) != 0 {
			t.Errorf("exit code %d, outputs %v, standard error\n%swant 2, none and\n%s", got.code, got.outputs, got.stderr, want)
		}
	})
	t.Run("a command of the config waits for the caller's word", func(t *testing.T) {
		r.fill(t, drifted)
		got := r.run(t, map[string]string{"config": "exec.yaml"})
		if got.code != 2 || !strings.Contains(got.stderr, "pass --allow-exec to allow it") {
			t.Errorf("exit code %d, want 2 and the flag named:\n%s", got.code, got.stderr)
		}
		got = r.run(t, map[string]string{"config": "exec.yaml", "allow-exec": "true"})
		if got.code != 1 {
			t.Errorf("exit code %d with allow-exec, want 1\n%s", got.code, got.stderr)
		}
	})
}

// Whatever an input holds, it becomes one argument a line, and nothing else
// happens. A program that only tells its arguments stands in for ours.
func TestActionInputIsData(t *testing.T) {
	r := newRunner(t)
	r.built = true
	r.fill(t, nil)
	stub := filepath.Join(r.temp, "tooldrift", "tooldrift")
	if err := os.Mkdir(filepath.Dir(stub), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stub, []byte("#!/bin/sh\nprintf '%s\\n' \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, hostile := range []string{"$(touch pwned)", "`touch pwned`", "'; touch pwned; '", `"; touch pwned; "`, "x; touch pwned #", "&& touch pwned", `\`, "*", "--", "${{ github.token }}", "a=b c"} {
		inputs := map[string]string{}
		want := []string{"check"}
		for _, name := range slices.Sorted(maps.Keys(r.action.Inputs)) {
			switch name {
			case "working-directory": // no script sees it
			case "files":
				inputs[name] = hostile + "\n\n  --allow-exec  \n"
			default:
				inputs[name] = "first\n" + hostile
				want = append(want, "--"+name+"=first", "--"+name+"="+hostile)
			}
		}
		got := r.run(t, inputs)
		lines := strings.Split(strings.TrimSuffix(got.stdout, "\n"), "\n")
		for i, line := range lines { // the reports' folder has another name each time
			lines[i] = reports.ReplaceAllString(line, "REPORTS/")
		}
		want = append(want, "--format=json=REPORTS/tooldrift.json", "--format=sarif=REPORTS/tooldrift.sarif", "--", hostile, "--allow-exec")
		if diff := cmp.Diff(want, lines); diff != "" || got.code != 0 {
			t.Errorf("%q is not handed on as it stands (-want +got), exit code %d\n%s%s", hostile, got.code, diff, got.stderr)
		}
		if left, err := os.ReadDir(r.workspace); err != nil || len(left) > 0 {
			t.Fatalf("%q left %v behind: %v", hostile, left, err)
		}
	}
}

var reports = regexp.MustCompile(`/\S*/tooldrift-reports\.\w{6}/`)

// A workflow that may only read still has its annotations: nothing here asks for
// a token.
func TestActionNeedsNoToken(t *testing.T) {
	data, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"github.token", "GITHUB_TOKEN", "secrets."} {
		if strings.Contains(string(data), word) {
			t.Errorf("action.yml names %s", word)
		}
	}
}
