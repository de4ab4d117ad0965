package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// shown is the first code of a language in the README that holds a text.
func shown(t *testing.T, language, holds string) string {
	t.Helper()
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range fence.FindAllStringSubmatch(string(data), -1) {
		if m[1] == language && strings.Contains(m[2], holds) {
			return m[2]
		}
	}
	t.Fatalf("the README shows no %s with %s", language, holds)
	return ""
}

// The hook that the README shows is one that Claude Code starts for the tools of an
// MCP server, that the program knows, and that has time to fail by itself.
func TestRecipeForClaudeCode(t *testing.T) {
	var settings struct {
		Hooks map[string][]struct {
			Matcher string
			Hooks   []struct {
				Type, Command, OnFailure string
				Timeout                  int64
			}
		}
	}
	decode := json.NewDecoder(strings.NewReader(shown(t, "json", "PreToolUse")))
	decode.DisallowUnknownFields()
	if err := decode.Decode(&settings); err != nil {
		t.Fatal(err)
	}
	group := settings.Hooks["PreToolUse"][0]
	matcher := regexp.MustCompile("^(?:" + group.Matcher + ")$")
	for name, want := range map[string]bool{"mcp__payments__create_refund": true, "Bash": false, "mcp__mail__send": false} {
		if matcher.MatchString(name) != want {
			t.Errorf("the hook is started for %s: %v, want %v", name, !want, want)
		}
	}
	hook := group.Hooks[0]
	if hook.Type != "command" || hook.OnFailure != "block" || hook.Timeout <= source.GuardLimit.Most {
		t.Errorf("%+v", hook)
	}
	if data, err := os.ReadFile(readme); err != nil || !strings.Contains(string(data), fmt.Sprintf("no verdict within %d s)", source.GuardLimit.Most)) {
		t.Errorf("the README does not say how long a verdict may take: %v", err)
	}
	words := strings.Fields(strings.ReplaceAll(hook.Command, `"`, ""))
	if words[0] != "tooldrift" || parses(words[1:]) != nil {
		t.Errorf("the hook runs %s: %v", hook.Command, parses(words[1:]))
	}
}

// The README names every kind of fault that a verdict may have.
func TestReadmeKinds(t *testing.T) {
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "\n`kind` is ")
	text, _, _ = strings.Cut(text, ": the guard itself failed")
	var got []string
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(text, -1) {
		got = append(got, m[1])
	}
	var want []string
	for _, kind := range []calls.Kind{
		calls.UnknownTool, calls.NotJSON, calls.Duplicate, calls.UnknownField, calls.MissingField, calls.WrongType, calls.NotListed, calls.OutOfBounds,
		calls.WrongLength, calls.WrongFormat, calls.NotMultiple, calls.NoMatch, calls.Exclusive, calls.Ambiguous, calls.TooLarge, calls.NoCall, calls.Internal,
	} {
		want = append(want, string(kind))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-program +readme)\n%s", diff)
	}
}

// The servers that the README shows are given verdicts, and no leave by a guard that is gone.
func TestRecipesForServers(t *testing.T) {
	config, err := filepath.Abs("../../testdata/guard/.tooldrift.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []struct{ program, file, code, use string }{
		{"python3", "guard.py", shown(t, "python", "# guard.py"), `
import sys
guard = Guard("--config", sys.argv[1])
for args in ['{"payment_id": "pay_1", "amount_cents": 4200}', {"payment_id": "pay_1", "amount_cents": 42000}, '{"payment_id": "pé", "amount_cents": 1, "amount_cents": 2}']:
    print(guard.check("create_refund", args)["verdict"])
guard.process.kill()
guard.process.wait()
try:
    print(guard.check("create_refund", "{}"))
except Exception:
    print("no verdict")
`},
		{"node", "guard.mjs", shown(t, "js", "// guard.mjs"), `
const check = openGuard("--config", process.argv[2]);
const verdicts = await Promise.all(['{"payment_id": "pay_1", "amount_cents": 4200}', {payment_id: "pay_1", amount_cents: 42000}, '{"payment_id": "pé", "amount_cents": 1, "amount_cents": 2}']
  .map((args) => check("create_refund", args)));
verdicts.forEach((v) => console.log(v.verdict));
const gone = openGuard("--config", "none.yaml");
for (let i = 0; i < 2; i++) await gone("create_refund", "{}").then(console.log, () => i && console.log("no verdict"));
process.exit();
`},
	} {
		t.Run(r.program, func(t *testing.T) {
			path, err := exec.LookPath(r.program)
			if err != nil {
				t.Skip(err)
			}
			file := filepath.Join(t.TempDir(), r.file)
			if err := os.WriteFile(file, []byte(r.code+r.use), 0o644); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(path, file, config).Output()
			if err != nil {
				var failed *exec.ExitError
				errors.As(err, &failed)
				t.Fatalf("%v\n%s", err, failed.Stderr)
			}
			want := "allow\nreview\nrefuse\nno verdict\n"
			if diff := cmp.Diff(want, strings.ReplaceAll(string(out), "\r\n", "\n")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
