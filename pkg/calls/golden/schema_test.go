package golden

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tooldrift/tooldrift/pkg/source"
	"github.com/tooldrift/tooldrift/pkg/source/sourcetest"
)

// beyondSchema are the faults that no schema can tell, and those of a file that is
// none of ours, which has no schema.
var beyondSchema = regexp.MustCompile(`which arguments do not have|is there twice|no golden calls: expected`)

// The schema and the reader agree on a file that is spoilt in one place.
func TestSchemaOnSpoiltFiles(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:golden", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("mem:golden")
	if err != nil {
		t.Fatal(err)
	}
	accepted, refused := 0, 0
	n, _ := source.Parse(&source.File{Name: "a.yaml", Data: []byte(strings.Replace(whole, "version: 1", "version: 1\nmatch: exact\norder: any\nextra: wrong", 1))})
	hold := func(what string) {
		text := n.JSON()
		if strings.HasPrefix(text, "[") {
			return // a list of cases has no schema
		}
		s, faults := Read(&source.File{Name: "a.json", Data: []byte(text)})
		shape := slices.ContainsFunc(faults, func(f source.Fault) bool { return !beyondSchema.MatchString(f.Text) })
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		misfit := schema.Validate(value)
		switch {
		case s != nil && misfit != nil:
			t.Errorf("%s: the program reads it, the schema refuses it: %v\n%s", what, misfit, text)
		case s == nil && shape && misfit == nil:
			t.Errorf("%s: the program refuses its shape, the schema does not: %v\n%s", what, faults, text)
		case s != nil:
			accepted++
		case shape:
			refused++
		}
	}
	hold("whole")
	sourcetest.Spoil(n, spoilt, hold)
	if accepted < 100 || refused < 300 {
		t.Errorf("%d files were accepted and %d refused: the test is blunt", accepted, refused)
	}
}

// spoilt stand in place of each value of a file.
var spoilt = []source.Node{
	{Kind: source.Null}, {Kind: source.Bool, Text: "true"}, {Kind: source.Number, Text: "3"}, {Kind: source.String, Text: ""},
	{Kind: source.String, Text: "  "}, {Kind: source.String, Text: "word"}, {Kind: source.Array}, {Kind: source.Object},
	{Kind: source.Array, Items: []*source.Node{{Kind: source.String, Text: "payment_id"}}},
	{Kind: source.Array, Items: []*source.Node{{Kind: source.Null}}},
	{Kind: source.Object, Members: []source.Member{{Key: "payment_id", Value: &source.Node{Kind: source.Array}}}},
	{Kind: source.Object, Members: []source.Member{{Key: "tool", Value: &source.Node{Kind: source.String, Text: "word"}}}},
}

// Every key that the reader knows is in the schema, and no other.
func TestSchemaKeys(t *testing.T) {
	var doc struct {
		Properties  map[string]any
		Definitions map[string]struct{ Properties map[string]any }
	}
	if err := json.Unmarshal([]byte(Schema), &doc); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text string
		of   map[string]any
	}{
		{"version: 1\nzzzzzzzzzzzz: 1\ncases: []", doc.Properties},
		{"version: 1\ncases: [{id: a, tool: t, zzzzzzzzzzzz: 1}]", doc.Definitions["case"].Properties},
		{"version: 1\ncases: [{id: a, calls: [{tool: t, zzzzzzzzzzzz: 1}]}]", doc.Definitions["call"].Properties},
		{"version: 1\ncases: [{id: a, tool: t, alternatives: [{tool: t, zzzzzzzzzzzz: 1}]}]", doc.Definitions["alternative"].Properties},
	} {
		_, faults := read(c.text)
		if len(faults) != 1 {
			t.Fatalf("%s: %q", c.text, faults)
		}
		_, list, _ := strings.Cut(faults[0], "which has ")
		want := strings.Split(list, ", ")
		var got []string
		for name := range c.of {
			got = append(got, name)
		}
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-reader +schema)\n%s", c.text, diff)
		}
	}
}
