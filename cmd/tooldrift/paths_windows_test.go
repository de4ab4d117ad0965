package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// On Windows a command line names files with either slash, and with a drive; every
// report names them with /.
func TestWindowsPaths(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{".git/HEAD": "", "agents/tools.json": driftedTools, "api/openapi.yaml": refundSpec} {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
	for _, args := range [][]string{
		{`agents\tools.json`, `api\openapi.yaml`},
		{"agents/tools.json", "api/openapi.yaml"},
		{`.\agents\*.json`, `.\api\openapi.yaml`},
		{"--tools", `agents\*.json`, "--spec", `api\*.yaml`},
		{filepath.Join(root, `agents\tools.json`), strings.ToLower(filepath.VolumeName(root)) + filepath.Join(root, `api\openapi.yaml`)[len(filepath.VolumeName(root)):]},
	} {
		var stdout, stderr bytes.Buffer
		p := program{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr}
		code := p.run(append([]string{"check"}, args...))
		if want := "agents/tools.json:2:3: error: create_refund: payment_ref was renamed;"; code != exitFindings || !strings.HasPrefix(stdout.String(), want) {
			t.Errorf("check %q ends with %d and begins with\n%.200s\nwant %s\n%s", args, code, stdout.String(), want, stderr.String())
		}
		if strings.Contains(stdout.String(), `\`) {
			t.Errorf("check %q writes a path with a backslash:\n%s", args, stdout.String())
		}
	}
}
