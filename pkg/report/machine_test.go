package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/rules"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func TestGitLab(t *testing.T) {
	golden(t, "gitlab.golden", GitLab(sample(t), View{Least: rules.Note, ShowWaived: true}))
	if got := string(GitLab(&rules.Report{}, View{})); got != "[]\n" {
		t.Errorf("a report without findings is %q, want []", got)
	}
}

// TestGitLabFingerprints holds that each finding has a fingerprint of its own, the
// same in the next run, even where two are about one fact.
func TestGitLabFingerprints(t *testing.T) {
	r := sample(t)
	twin, other := *r.Findings[0], *r.Findings[0]
	r.Findings = append(r.Findings, &twin, &other)
	prints := func() (all []string) {
		var out []gitlabFinding
		if err := json.Unmarshal(GitLab(r, View{Least: rules.Error}), &out); err != nil {
			t.Fatal(err)
		}
		for _, f := range out {
			all = append(all, f.Fingerprint)
		}
		return all
	}
	first := prints()
	if first[0] != "0011223344556677" || first[0] == first[1] || first[1] == first[2] || first[0] == first[2] {
		t.Errorf("fingerprints %v", first)
	}
	if diff := cmp.Diff(first, prints()); diff != "" {
		t.Errorf("of another run (-first +second)\n%s", diff)
	}
}

// TestGitLabBase holds that what was there before stays in the artifact: GitLab would
// take it for mended.
func TestGitLabBase(t *testing.T) {
	got, want := GitLab(against(t), View{}), GitLab(sample(t), View{})
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("(-without base +with base)\n%s", diff)
	}
	if strings.Contains(string(RDJSON(against(t), View{})), "bare-number") {
		t.Error("reviewdog comments on what was there before")
	}
}

func TestRDJSON(t *testing.T) {
	golden(t, "rdjson.golden", RDJSON(sample(t), View{Least: rules.Note, ShowWaived: true}))
}

// TestRDJSONSuggestion holds that the suggestion, put in place by lines and columns
// in bytes as reviewdog does, makes the file what all edits make it.
func TestRDJSONSuggestion(t *testing.T) {
	f := &source.File{Name: "t.json", Data: []byte("{\"größe\": 1,\n \"ölstand\": [\"größe\"],\n \"x\": 2}\n")}
	first := source.Span{File: f, Start: 1, End: 1 + len(`"größe"`)}
	second := at(f, `["größe"]`)
	found := &rules.Finding{Rule: "r", Severity: rules.Error, At: first, ToolAt: first, Edits: []rules.Edit{{At: second, New: `["size"]`}, {At: first, New: `"size"`}}}
	var out rdReport
	if err := json.Unmarshal(RDJSON(&rules.Report{Findings: []*rules.Finding{found}}, View{}), &out); err != nil {
		t.Fatal(err)
	}
	s := out.Diagnostics[0].Suggestions[0]
	lines := strings.SplitAfter(string(f.Data), "\n")
	offset := func(p rdPosition) int { return len(strings.Join(lines[:p.Line-1], "")) + p.Column - 1 }
	got := string(f.Data[:offset(s.Range.Start)]) + s.Text + string(f.Data[offset(s.Range.End):])
	if want := "{\"size\": 1,\n \"ölstand\": [\"size\"],\n \"x\": 2}\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}

	other := &source.File{Name: "u.json", Data: []byte("x")}
	found.Edits = append(found.Edits, rules.Edit{At: source.Span{File: other, End: 1}, New: "y"})
	if strings.Contains(string(RDJSON(&rules.Report{Findings: []*rules.Finding{found}}, View{})), "suggestions") {
		t.Error("a fix of two files is suggested by half")
	}
}

// TestRDJSONMarks holds that a comment that reviewdog posts names nobody, links
// nothing and holds no HTML, and that other text stays as it is.
func TestRDJSONMarks(t *testing.T) {
	for in, want := range map[string]string{
		"lines[].payment_ref is *not* there":   "lines[].payment_ref is *not* there",
		"<b> @octo [x](https://e.example) `a`": "\\<b> @<!-- -->octo [x]\\(https://e.example) \\`a\\`",
	} {
		if got := rdMarks.Replace(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

// TestJSONL holds that each line is the finding of the JSON report.
func TestJSONL(t *testing.T) {
	r := sample(t)
	r.Findings = append(r.Findings, hostile().Findings...)
	var whole struct{ Findings []any }
	if err := json.Unmarshal(JSON(r, View{}), &whole); err != nil {
		t.Fatal(err)
	}
	var got []any
	for line := range strings.Lines(string(JSONL(r, View{}))) {
		var one any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		got = append(got, one)
	}
	if diff := cmp.Diff(whole.Findings, got); diff != "" {
		t.Errorf("(-json +jsonl)\n%s", diff)
	}
	if got := JSONL(&rules.Report{}, View{}); len(got) != 0 {
		t.Errorf("no findings are %q", got)
	}
}
