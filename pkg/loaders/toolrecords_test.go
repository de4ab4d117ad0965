package loaders

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// A data set whose records have tools of their own is a list a record: a name may
// stand for another tool in each. One of which a record has none is no data set.
func TestToolRecords(t *testing.T) {
	const set = `{"id": "a_0", "question": [[]], "function": [{"name": "area", "description": "d", "parameters": {"type": "dict", "properties": {"base": {"type": "integer"}}}}]}
{"id": "a_1", "question": [[]], "function": [{"name": "area", "description": "d", "parameters": {"type": "dict", "properties": {"width": {"type": "integer"}}}}, {"name": "f", "description": "d", "parameters": {"type": "dict", "properties": {}}}]}
`
	store := &source.Store{}
	store.Add(&source.File{Name: "-", Data: []byte(set)})
	lists, faults := Tools(store, config.Source{Glob: "-"})
	var got [][]string
	for _, l := range lists {
		var names []string
		for _, op := range l.Ops {
			names = append(names, op.Name+" "+op.At.Place())
		}
		got = append(got, names)
	}
	want := [][]string{{"area -:1:55"}, {"area -:2:55", "f -:2:171"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(faults) != 1 || faults[0].Text != `"dict" is no JSON Schema type and says nothing; say object (and in 2 more places)` {
		t.Errorf("%v", faults)
	}
	if side, dialect := Sniff(&source.File{Name: "a.json", Data: []byte(set)}); side != ToolSide || dialect != "openai-functions" {
		t.Errorf("it is %v, %q", side, dialect)
	}
	if side, _ := Sniff(&source.File{Name: "a.json", Data: []byte(set + `{"id": "a_2", "question": [[]]}` + "\n")}); side != Unknown {
		t.Errorf("a record without functions makes it %v", side)
	}
}
