package check_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

// TestVerifyAllRulesOff: check refuses a config that leaves no rule to run, and
// verify does; with one left it is well.
func TestVerifyAllRulesOff(t *testing.T) {
	for left, want := range [][]string{{"the config switches all rules off: check would have none left to run"}, {}} {
		text := "version: 1\nrules:\n"
		for _, id := range rules.IDs()[left:] {
			text += "  " + id + ": off\n"
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, ".tooldrift.yaml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, faults, err := check.Verify(check.Inputs{Dir: dir, Root: dir})
		if err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, f := range faults {
			got = append(got, f.Text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d rules are left (-want +got)\n%s", left, diff)
		}
	}
}
