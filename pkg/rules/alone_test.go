package rules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// TestRunAnyAlone holds that a rule which fires on tools without a spec counts as one
// that can, by all tool lists that the archives hold.
func TestRunAnyAlone(t *testing.T) {
	for _, r := range rules.All {
		archive, err := txtar.ParseFile(strings.ReplaceAll(r.ID, "-", "_") + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for _, f := range archive.Files {
			name := filepath.Join(dir, filepath.Base(f.Name))
			if err := os.WriteFile(name, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
			run, err := check.Open(check.Inputs{Dir: dir, Root: dir, Tools: []string{filepath.Base(f.Name)}})
			if err != nil || source.Refused(run.Faults) {
				continue
			}
			run.Match()
			run.Compare()
			for _, found := range run.Judge(rules.Settings{Today: "2026-11-30"}).Findings {
				if only := (rules.Settings{Only: []string{found.Rule}}); !only.RunAnyAlone(false) {
					t.Errorf("%s of %s: %s fires without a spec and is taken for one that cannot", f.Name, r.ID, found.Rule)
				}
			}
		}
	}
	for _, id := range []string{"renamed-field", "type-mismatch", "unbound-tool", "stale-mapping"} {
		if only := (rules.Settings{Only: []string{id}}); only.RunAnyAlone(false) {
			t.Errorf("%s is taken for a rule that needs no spec", id)
		}
	}
}
