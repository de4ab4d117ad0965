package rules_test

import (
	"bytes"
	"cmp"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

// TestSnippetsWaive pastes each snippet of each finding of each archive where it
// says that it goes, and holds that it waives that finding and no other. Left as
// it is, without a reason, it waives nothing.
func TestSnippetsWaive(t *testing.T) {
	pasted := map[string]int{}
	for _, r := range rules.All {
		if r.Category == "waiver" {
			continue // their archives have waivers with faults
		}
		archive, err := txtar.ParseFile(strings.ReplaceAll(r.ID, "-", "_") + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]string{}
		for _, f := range archive.Files {
			if f.Name != "want.txt" && !strings.HasPrefix(f.Name, "fixed/") && !strings.HasPrefix(f.Name, "waived/") {
				texts[f.Name] = string(f.Data)
			}
		}
		for _, form := range []string{"json", "yaml"} {
			files := maps.Clone(texts)
			if form == "yaml" && !inYAML(files) {
				continue
			}
			snippetsOf(t, r.ID+"/"+form, files, pasted)
		}
	}
	for _, form := range []string{"config", "comment", "meta"} {
		if pasted[form] < 30 {
			t.Errorf("only %d snippets of the form %s were pasted", pasted[form], form)
		}
	}
}

// inYAML makes YAML of lists of tools in JSON, which they are already: a tool a
// line, as these archives have them, is what a comment can stand above.
func inYAML(files map[string]string) (any bool) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Ext(name) == ".json" && strings.Contains(files[name], "inputSchema") && files[".tooldrift.yaml"] == "" {
			files[strings.TrimSuffix(name, ".json")+".yaml"] = files[name]
			delete(files, name)
			any = true
		}
	}
	return any
}

func snippetsOf(t *testing.T, name string, files map[string]string, pasted map[string]int) {
	t.Helper()
	c, before := comparing(t, files)
	for _, f := range before.Findings {
		for _, s := range c.Snippets(f) {
			with, ok := paste(files, s)
			if !ok {
				continue
			}
			pasted[s.Form]++
			var had, want []string
			for _, b := range before.Findings {
				if b.Waived != nil {
					had = append(had, b.Fingerprint)
				}
				if b.Waived != nil || b.Fingerprint == f.Fingerprint {
					want = append(want, b.Fingerprint)
				}
			}
			for _, reason := range []string{"", "it is known"} {
				after := maps.Clone(with)
				if reason != "" {
					for name := range after {
						after[name] = strings.ReplaceAll(after[name], s.Text, strings.Replace(s.Text, "...", reason, 1))
					}
				}
				_, got := comparing(t, after)
				var waived, about []string
				for _, x := range got.Findings {
					if x.Waived != nil {
						waived = append(waived, x.Fingerprint)
					}
					if x.Rule == "unused-waiver" || x.Rule == "waiver-without-reason" && reason != "" {
						about = append(about, x.Message)
					}
				}
				expect := want
				if reason == "" {
					expect = had
				}
				if slices.Sort(waived); !gocmp.Equal(waived, slices.Sorted(slices.Values(expect))) || len(about) > 0 {
					t.Errorf("%s: %s on %s %s: %q in the %s with the reason %q waives %v, want %v; %v", name, f.Rule, f.Tool, f.Field, s.Text, s.Form, reason, waived, expect, about)
				}
			}
		}
	}
}

// paste puts a snippet where it says that it goes.
func paste(files map[string]string, s check.Snippet) (with map[string]string, ok bool) {
	with = maps.Clone(files)
	if s.Form == "config" {
		text := cmp.Or(files[".tooldrift.yaml"], "version: 1\n")
		if strings.Contains(text, "waivers:\n") {
			text = strings.Replace(text, "waivers:\n", "waivers:\n  "+s.Text+"\n", 1)
		} else {
			text = strings.TrimRight(text, "\n") + "\nwaivers:\n  " + s.Text + "\n"
		}
		with[".tooldrift.yaml"] = text
		return with, true
	}
	data := []byte(files[s.At.File.Name])
	switch s.Form {
	case "comment":
		at := bytes.LastIndexByte(data[:s.At.Start], '\n') + 1
		with[s.At.File.Name] = string(data[:at]) + s.Text + "\n" + string(data[at:])
	case "meta":
		at := bytes.LastIndex(data[:s.At.Start], []byte(`"name"`))
		with[s.At.File.Name] = string(data[:at]) + `"_meta": {` + s.Text + "}, " + string(data[at:])
	}
	return with, !bytes.Contains(data, []byte(`"_meta"`)) || s.Form != "meta"
}

// comparing compares files; those without contracts in a config are named.
func comparing(t *testing.T, files map[string]string) (*check.Run, *rules.Report) {
	t.Helper()
	dir := t.TempDir()
	in := check.Inputs{Dir: dir, Root: dir}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(files[name]), 0o644); err != nil {
			t.Fatal(err)
		}
		if name != ".tooldrift.yaml" && !strings.Contains(files[".tooldrift.yaml"], "contracts:") {
			in.Files = append(in.Files, name)
		}
	}
	c, err := check.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	c.Match()
	c.Compare()
	return c, c.Judge(rules.Settings{Today: "2026-11-30"})
}
