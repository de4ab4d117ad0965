package rules_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

// ownNumber is a row of the numbers that pkg/units is measured with.
type ownNumber struct {
	Path, Type, Format, Doc string
	Minimum, Maximum        json.RawMessage
	Default, Enum           json.RawMessage
	Beside                  []string
}

// TestNumberFixesOfOneSide applies every way out that is offered for a number of
// a tool alone, to the letter: the finding is gone, and nothing stands in its place.
func TestNumberFixesOfOneSide(t *testing.T) {
	f, err := os.Open("../units/testdata/numbers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, tried := bufio.NewScanner(f), 0
	for rows.Scan() {
		var row ownNumber
		if err := json.Unmarshal(rows.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		tool := row.members()
		before := judgedAlone(t, tool)
		for _, f := range before.Findings {
			if f.Category != "number" {
				continue
			}
			applied := 0
			for _, way := range ways(f.Fix) {
				fixed, _, ok := apply(t, way, f, tool, members{})
				if !ok {
					continue
				}
				applied++
				tried++
				for _, g := range judgedAlone(t, fixed).Findings {
					if g.Rule == f.Rule || g.Severity > rules.Note && !had(before, g.Rule) {
						t.Errorf("%s\n%s: %s\nway  %s\nthen %s %s: %s", rows.Text(), f.Rule, f.Message, way, g.Severity, g.Rule, g.Message)
					}
				}
			}
			if applied == 0 && !sayable(f) {
				t.Errorf("%s\n%s: %s\nfix  %s\ncannot be applied to the letter", rows.Text(), f.Rule, f.Message, f.Fix)
			}
		}
	}
	if err := rows.Err(); err != nil || tried < 100 {
		t.Errorf("%d fixes were applied: %v", tried, err)
	}
}

// sayable reports fixes that leave to a person which of several things is meant:
// they are no text to type.
func sayable(f *rules.Finding) bool {
	for _, words := range []string{"say one unit for", "say one scale for", "correct the value", "put the unit in the name, or", "whatever its range is", "count in the smallest unit", "put the unit of"} {
		if strings.Contains(f.Fix, words) {
			return true
		}
	}
	return false
}

func had(r *rules.Report, rule string) bool {
	for _, f := range r.Findings {
		if f.Rule == rule {
			return true
		}
	}
	return false
}

// members is the row's field at the top of a tool, its siblings beside it.
func (row ownNumber) members() members {
	schema := map[string]any{"type": "number"}
	switch row.Type {
	case "integer", "int32", "int64", "Int":
		schema["type"] = "integer"
	case "string":
		schema["type"] = "string"
	case "float", "double":
		schema["format"] = row.Type
	}
	if row.Format != "" {
		schema["format"] = row.Format
	}
	for name, v := range map[string]json.RawMessage{"minimum": row.Minimum, "maximum": row.Maximum, "default": row.Default, "enum": row.Enum} {
		if v != nil {
			schema[name] = v
		}
	}
	if row.Doc != "" {
		schema["description"] = row.Doc
	}
	name := strings.TrimRight(row.Path[strings.LastIndex(row.Path, ".")+1:], "[]{}")
	all := members{name: schema}
	for _, s := range row.Beside {
		all[s] = map[string]any{"type": "string"}
	}
	return all
}

// judgedAlone looks at a tool of these members without a spec.
func judgedAlone(t *testing.T, tool members) *rules.Report {
	t.Helper()
	dir := t.TempDir()
	data, err := json.Marshal(map[string]any{"tools": []any{map[string]any{"name": "save_thing", "inputSchema": map[string]any{"type": "object", "properties": tool}}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/tools.json", data, 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := check.Open(check.Inputs{Dir: dir, Root: dir, Files: []string{"tools.json"}})
	if err != nil {
		t.Fatal(err)
	}
	c.Match()
	c.Compare()
	return c.Judge(rules.Settings{Today: "2026-11-30"})
}
