package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

// fixedByMachine are the rules whose findings carry edits. Those of the others are
// mended by a person: there is a choice to make, or a sentence to write.
var fixedByMachine = []string{
	"renamed-field", "unknown-field", "mixed-case", "location-prefix", "hidden-field", "stale-name-in-prose",
	"type-mismatch", "fraction-allowed", "format-mismatch", "enum-value-unknown", "enum-value-omitted", "enum-open",
	"bound-too-wide", "null-rejected", "default-mismatch", "bad-example", "open-object", "lenient-input",
	"required-by-api", "read-only-field", "deprecated-field",
	"money-as-float", "percent-range",
	"missing-operation", "stale-mapping",
}

// TestFixes holds that the edits of each rule's findings make of its archive's
// input its fixed form, byte for byte.
func TestFixes(t *testing.T) {
	for _, r := range rules.All {
		t.Run(r.ID, func(t *testing.T) {
			if r.Mend == nil {
				if slices.Contains(fixedByMachine, r.ID) {
					t.Fatal("the rule has lost its edits")
				}
				return
			}
			if !slices.Contains(fixedByMachine, r.ID) {
				t.Fatal("the rule has edits now: put it into fixedByMachine")
			}
			archive, err := txtar.ParseFile(strings.ReplaceAll(r.ID, "-", "_") + ".txtar")
			if err != nil {
				t.Fatal(err)
			}
			fixed := open(t, archive, "").Fix(check.Fixing{
				Settings: rules.Settings{Only: []string{r.ID}, Today: "2026-11-30"}, Least: rules.Note, Unsafe: true,
			})
			got := map[string]string{}
			for _, f := range fixed.Files {
				got[f.After.Name] = string(f.After.Data)
			}
			want := map[string]string{}
			for _, f := range archive.Files {
				if name, ok := strings.CutPrefix(f.Name, "fixed/"); ok && string(f.Data) != file(archive, name) {
					want[name] = string(f.Data)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the edits do not make the fixed form (-want +got)\n%s", diff)
			}
			for _, k := range fixed.Kept {
				t.Errorf("left: %s: %s", k.Finding.Message, k.Why)
			}
		})
	}
}
