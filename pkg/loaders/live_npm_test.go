package loaders

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// The reference server of the MCP project, by way of npx, as most servers are
// started. Nothing is downloaded for it unless TOOLDRIFT_NPM is set: without, it
// must lie in npm's cache.
func TestFetchServerEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: no server is started by npx")
	}
	if _, err := exec.LookPath("npx"); err != nil {
		t.Skip("npx is not here: it comes with Node.js")
	}
	command := []string{"npx", "--offline", "-y", "@modelcontextprotocol/server-everything"}
	if os.Getenv("TOOLDRIFT_NPM") != "" {
		command = slices.Delete(command, 1, 2)
	}
	store, err := source.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	src := &config.Live{Protocol: "mcp", Command: command, Env: []string{"PATH", "HOME"}, Dir: ".", Timeout: 2 * time.Minute}
	f, err := Live{Root: t.TempDir()}.Fetch(context.Background(), src)
	if err != nil && strings.Contains(err.Error(), "ENOTCACHED") {
		t.Skip("server-everything is not in npm's cache; TOOLDRIFT_NPM=1 downloads it")
	}
	if err != nil {
		t.Fatal(err)
	}
	store.Add(f)
	lists, faults := Tools(store, config.Source{Glob: f.Name})
	if len(faults) > 0 || len(lists) != 1 {
		t.Fatalf("%d lists, %v", len(lists), faultTexts(faults))
	}
	var names []string
	for _, op := range lists[0].Ops {
		names = append(names, op.Name)
		if op.Name != "echo" {
			continue
		}
		if got := meaningOf(op.Input); !strings.HasPrefix(got, "object{message!: string") {
			t.Errorf("echo takes %s", got)
		}
	}
	if !slices.Contains(names, "echo") || !slices.IsSorted(names) {
		t.Errorf("the tools are %q, want echo among them, by name", names)
	}
	t.Logf("%d tools: %s", len(names), strings.Join(names, ", "))
}
