package rules_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/report"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

var update = flag.Bool("update", false, "write want.txt of every archive")

// TestArchives runs what each rule's archive shows: its input fires, with the
// exact words of want.txt; fixed/ silences it and leaves nothing new; waived/
// accepts it. A rule on waivers cannot be waived.
func TestArchives(t *testing.T) {
	for _, r := range rules.All {
		t.Run(r.ID, func(t *testing.T) {
			name := strings.ReplaceAll(r.ID, "-", "_") + ".txtar"
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			fired := run(t, archive, "")
			got := string(report.Text(shown(fired, r.ID), report.View{Least: rules.Note}))
			if !fires(fired, r.ID) {
				t.Fatalf("the input does not make %s fire:\n%s", r.ID, got)
			}
			if *update {
				write(t, name, archive, got)
			} else if diff := cmp.Diff(file(archive, "want.txt"), got); diff != "" {
				t.Errorf("the words changed (-want +got); if they are right, run go test ./pkg/rules -update\n%s", diff)
			}
			fixed := run(t, archive, "fixed/")
			if fires(fixed, r.ID) {
				t.Errorf("fixed/ does not silence %s:\n%s", r.ID, report.Text(fixed, report.View{Least: rules.Note}))
			}
			before := map[string]bool{}
			for _, f := range fired.Findings {
				before[f.Rule] = true
			}
			for _, f := range fixed.Findings {
				if !before[f.Rule] && f.Severity > rules.Note {
					t.Errorf("the fix of %s leaves something new: %s on %q: %s", r.ID, f.Rule, f.Field, f.Message)
				}
			}
			if r.Category == "waiver" {
				return
			}
			waived := run(t, archive, "waived/")
			for _, f := range waived.Findings {
				if f.Rule == r.ID && f.Waived == nil {
					t.Errorf("waived/ does not waive %s on %q (value %q)", f.Rule, f.Field, f.Value)
				}
				if f.Category == "waiver" {
					t.Errorf("waived/: %s", f.Message)
				}
			}
			if !fires(waived, r.ID) {
				t.Errorf("a waived finding must stay in the report")
			}
		})
	}
}

func TestEveryRuleIsDocumented(t *testing.T) {
	for _, r := range rules.All {
		doc := r.Explain()
		for _, part := range []string{"Why it matters:", "Fix:"} {
			if !strings.Contains(doc, part) {
				t.Errorf("%s.txtar has no %q", r.ID, part)
			}
		}
		if r.Summary == "" || strings.HasSuffix(r.Summary, ".") {
			t.Errorf("%s: a rule has a summary without a final stop", r.ID)
		}
		if r.Severity == rules.Off && !strings.Contains(r.Summary, "; on under the strict profile") {
			t.Errorf("%s: the summary of a rule that is off says when it is on", r.ID)
		}
	}
}

// run is the report on the files of an archive, with those below overlay in their place.
func run(t *testing.T, a *txtar.Archive, overlay string) *rules.Report {
	t.Helper()
	return open(t, a, overlay).Judge(rules.Settings{Today: "2026-11-30"})
}

// open compares the files of an archive, with those below overlay in their place.
func open(t *testing.T, a *txtar.Archive, overlay string) *check.Run {
	t.Helper()
	dir := t.TempDir()
	files := map[string][]byte{}
	for _, f := range a.Files {
		if f.Name == "want.txt" || strings.HasPrefix(f.Name, "fixed/") || strings.HasPrefix(f.Name, "waived/") {
			continue
		}
		files[f.Name] = f.Data
	}
	for _, f := range a.Files {
		if name, ok := strings.CutPrefix(f.Name, overlay); ok && overlay != "" {
			files[name] = f.Data
		}
	}
	in := check.Inputs{Dir: dir, Root: dir}
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if files[".tooldrift.yaml"] == nil {
		for _, f := range a.Files {
			if files[f.Name] != nil && f.Name != "want.txt" {
				in.Files = append(in.Files, f.Name)
			}
		}
	}
	c, err := check.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	c.Match()
	c.Compare()
	return c
}

// shown is a report without the notes of other rules.
func shown(r *rules.Report, id string) *rules.Report {
	out := *r
	out.Findings = nil
	out.Summary.Notes = 0
	for _, f := range r.Findings {
		if f.Rule == id || f.Severity > rules.Note {
			out.Findings = append(out.Findings, f)
		}
		if f.Rule == id && f.Severity == rules.Note {
			out.Summary.Notes++
		}
	}
	return &out
}

func fires(r *rules.Report, id string) bool {
	for _, f := range r.Findings {
		if f.Rule == id {
			return true
		}
	}
	return false
}

func file(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func write(t *testing.T, path string, a *txtar.Archive, want string) {
	t.Helper()
	for i := range a.Files {
		if a.Files[i].Name == "want.txt" {
			a.Files[i].Data = []byte(want)
		}
	}
	if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}
