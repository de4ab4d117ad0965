package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

var (
	fence   = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	fenceOf = regexp.MustCompile(`^# (\S+\.ya?ml)\n`)
	command = regexp.MustCompile(`(?m)(?:^|- |run: |tooldrift:? )(?:\./)?tooldrift ([a-z].*)$`)
)

// recipe is a file that the README shows whole, its name in a comment above it.
type recipe struct{ name, text string }

func recipes(t *testing.T) []recipe {
	t.Helper()
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	var all []recipe
	for _, m := range fence.FindAllStringSubmatch(string(data), -1) {
		if name := fenceOf.FindStringSubmatch(m[2]); name != nil {
			all = append(all, recipe{name[1], m[2]})
		}
	}
	return all
}

// The workflows of the README are those that actionlint finds nothing in, the
// inputs that they give to our action included.
func TestRecipesForGitHub(t *testing.T) {
	project := t.TempDir()
	lay := func(name string, data []byte) {
		t.Helper()
		name = filepath.Join(project, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ours, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	lay(".git/HEAD", nil)
	lay(".tooldrift/action.yml", ours)
	workflows := 0
	for _, r := range recipes(t) {
		if strings.HasPrefix(r.name, ".github/workflows/") {
			lay(r.name, []byte(r.text))
			workflows++
		}
	}
	if workflows < 3 {
		t.Fatalf("the README shows %d workflows", workflows)
	}
	// As steps of a workflow with the same inputs, the action's own are looked at.
	lay(".github/workflows/action.yml", asWorkflow(t, ours))

	if out, err := actionlint(t, project); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	lay(".github/workflows/broken.yml", []byte("on: push\njobs: {a: {runs-on: ubuntu-latest, steps: [{uses: ./.tooldrift, with: {fial-on: note}}]}}\n"))
	if out, err := actionlint(t, project); err == nil || !strings.Contains(out, `"fial-on"`) {
		t.Errorf("an input that the action lacks is not found: %v\n%s", err, out)
	}
}

// actionlint runs it in a project; where it cannot be had, the test is skipped.
func actionlint(t *testing.T, project string) (out string, err error) {
	t.Helper()
	tools, err := filepath.Abs("../../.github/tools.mod")
	if err != nil {
		t.Fatal(err)
	}
	path, err := exec.Command("go", "tool", "-modfile="+tools, "-n", "actionlint").Output()
	if err != nil {
		t.Skipf("actionlint cannot be built here: %v", err)
	}
	c := exec.Command(strings.TrimSpace(string(path)), "-no-color")
	c.Dir = project
	data, err := c.CombinedOutput()
	return string(data), err
}

// asWorkflow is an action as a workflow that is called with the action's inputs.
func asWorkflow(t *testing.T, data []byte) []byte {
	t.Helper()
	var a struct {
		Inputs map[string]map[string]any
		Runs   struct{ Steps []any }
	}
	if err := yaml.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	for _, in := range a.Inputs {
		in["type"] = "string"
	}
	workflow, err := yaml.Marshal(map[string]any{
		"on":   map[string]any{"workflow_call": map[string]any{"inputs": a.Inputs}},
		"jobs": map[string]any{"a": map[string]any{"runs-on": "ubuntu-latest", "steps": a.Runs.Steps}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return workflow
}

// The other recipes are YAML, and what they run is a command with its options.
func TestRecipesElsewhere(t *testing.T) {
	names := map[string]bool{}
	for _, r := range recipes(t) {
		names[r.name] = true
		if err := yaml.Unmarshal([]byte(r.text), new(any)); err != nil {
			t.Errorf("%s: %v", r.name, err)
		}
	}
	for _, name := range []string{".gitlab-ci.yml", ".pre-commit-config.yaml"} {
		if !names[name] {
			t.Errorf("the README shows no %s", name)
		}
	}
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	runs := 0
	for _, m := range fence.FindAllStringSubmatch(string(data), -1) {
		for _, c := range command.FindAllStringSubmatch(m[2], -1) {
			line, _, _ := strings.Cut(c[1], " #")
			runs++
			if err := parses(strings.Fields(line)); err != nil {
				t.Errorf("the README shows tooldrift %s: %v", line, err)
			}
		}
	}
	if runs < 8 {
		t.Errorf("%d commands were found in the README", runs)
	}
}

// parses is the error of a command line that the program does not know.
func parses(args []string) error {
	c, rest, err := program{}.root().Find(args)
	if err != nil {
		return err
	}
	return c.ParseFlags(slices.DeleteFunc(rest, func(s string) bool { return s == "" }))
}

// What pre-commit would run is a command that there is.
func TestPreCommitHooks(t *testing.T) {
	data, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct {
		ID, Entry, Language, Files string
		PassFilenames              *bool `yaml:"pass_filenames"`
	}
	if err := yaml.Unmarshal(data, &hooks); err != nil {
		t.Fatal(err)
	}
	for _, h := range hooks {
		words := strings.Fields(h.Entry)
		if words[0] != "tooldrift" || parses(words[1:]) != nil {
			t.Errorf("%s runs %s", h.ID, h.Entry)
		}
		if strings.Contains(h.Entry, "--allow") {
			t.Errorf("%s allows by itself what only a caller may: %s", h.ID, h.Entry)
		}
		if h.PassFilenames == nil || *h.PassFilenames {
			t.Errorf("%s is handed the changed files, as if they were all", h.ID)
		}
		files := regexp.MustCompile(h.Files)
		for name, want := range map[string]bool{
			".tooldrift.yaml": true, "agents/a.json": true, "api/openapi.YAML": true, "a.jsonl": true, "a/b.proto": true, "schema.graphqls": true,
			"image.binpb": true, "spec.json.gz": true, "main.go": false, "README.md": false, "a.json.bak": false,
		} {
			if files.MatchString(name) != want {
				t.Errorf("%s: a change of %s is looked at: %v, want %v", h.ID, name, !want, want)
			}
		}
	}
}
