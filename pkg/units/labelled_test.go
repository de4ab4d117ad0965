package units

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// labelled is a number and what a person says of it: "conflict", "bare", "prose", "none".
type labelled struct {
	Op, Path, Type, Format, Doc, Want string
	Minimum, Maximum, Default         json.RawMessage
	Enum                              []json.RawMessage
	Beside                            []string
}

// TestLabelledNumbers holds Judge to what people say of numbers, as precision and
// recall: a change may trade a few of them for others, never quality.
func TestLabelledNumbers(t *testing.T) {
	f, err := os.Open("testdata/numbers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	said, had, right := map[string]int{}, map[string]int{}, map[string]int{}
	var wrong []string
	rows := bufio.NewScanner(f)
	for rows.Scan() {
		var row labelled
		if err := json.Unmarshal(rows.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		got := map[Verdict]string{Conflicting: "conflict", Bare: "bare", Prose: "prose"}[Judge(row.number()).Verdict]
		if got == "" {
			got = "none"
		}
		said[got]++
		had[row.Want]++
		if got == row.Want {
			right[got]++
		} else {
			wrong = append(wrong, got+", not "+row.Want+": "+row.Path+" "+row.Doc)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for _, floor := range []struct {
		label             string
		precision, recall float64
	}{{"conflict", 0.95, 0.92}, {"bare", 0.95, 0.92}, {"prose", 0.95, 0.92}, {"none", 0.9, 0.97}} {
		precision, recall := float64(right[floor.label])/float64(said[floor.label]), float64(right[floor.label])/float64(had[floor.label])
		t.Logf("%s: precision %.3f, recall %.3f of %d", floor.label, precision, recall, had[floor.label])
		if !(precision >= floor.precision && recall >= floor.recall) { // neither holds of the rates of no rows
			t.Errorf("%s: precision %.3f, recall %.3f; wrong are\n%s", floor.label, precision, recall, strings.Join(wrong, "\n"))
		}
	}
}

func (row labelled) number() Number {
	parts := strings.Split(row.Path, ".")
	for i := range parts {
		parts[i] = strings.TrimRight(parts[i], "[]{}")
	}
	n := field(strings.Join(parts, "."), row.Doc, op(row.Op))
	s := n.Field.Schema
	switch row.Type {
	case "integer", "int32", "int64", "Int":
		s.Types = contract.Integer
	case "string":
		s.Types = contract.StringType
	case "float", "double":
		s.Format.Text = row.Type
	}
	if row.Format != "" {
		s.Format.Text = row.Format
	}
	bounds(string(row.Minimum), string(row.Maximum))(&n)
	if row.Default != nil {
		defaults(string(row.Default))(&n)
	}
	for _, v := range row.Enum {
		s.Enum = append(s.Enum, contract.Value{Lit: &source.Node{Kind: source.Number, Text: string(v)}})
	}
	beside(row.Beside...)(&n)
	return n
}
