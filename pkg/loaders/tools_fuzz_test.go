package loaders

import (
	"testing"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// FuzzTools: whatever is in a file, reading it ends, without a panic, and every
// span lies inside the file.
func FuzzTools(f *testing.F) {
	for _, text := range createRefund {
		f.Add(text)
	}
	for _, text := range []string{
		`{"functions": [{"name": "a"}], "runtimes": [{"type": "OpenApi", "run_for_functions": ["*"]}]}`,
		`[{"type": "namespace", "name": "n", "tools": [null, {"type": "function", "name": "a"}]}]`,
		`{"name": "a", "inputSchema": {"$ref": "#/$defs/A", "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#"}, {"allOf": [{"$ref": "#/$defs/A"}]}]}}}}`,
		`{"name": "a", "inputSchema": {"allOf": [{"$ref": "#"}, {"properties": {"x": {"$ref": "#/properties"}, "y": {"allOf": [{"$ref": "#"}, {"$ref": "#/allOf/1"}]}}}]}}`,
		`{"name": "a", "inputSchema": {"oneOf": [{"$ref": "#/oneOf/1"}, {"$ref": "#/oneOf/0"}], "discriminator": {"propertyName": "t"}, "items": [{}], "required": ["t", 3]}}`,
		"tools:\n- name: a # tooldrift:waive x -- y\n  inputSchema: &s\n    properties: {a: *s}\n",
		"{\"name\": \"a\", \"parameters\": {}}\n{\"name\": \"b\", \"parameters\": {}}\n",
		`{"name": "a", "description": [], "inputSchema": {}}`,
		`{"tools": [{"toolSpec": 3}, {"toolSpec": {"name": "a", "inputSchema": {"json": [1]}}}, {"functionDeclarations": [3, {"name": 4}]}]}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := &source.File{Name: "f", Data: []byte(text)}
		root, faults := parseTools(file)
		for _, fault := range faults {
			toolSpan(t, fault.At)
		}
		list := findTools(root)
		if list == nil {
			return
		}
		c, faults := readTools(storeOf(), file, root, list)
		for _, fault := range faults {
			toolSpan(t, fault.At)
		}
		for _, s := range c.Skipped {
			toolSpan(t, s.At)
		}
		for _, op := range c.Ops {
			toolSpans(t, op)
		}
	})
}

// FuzzTopNames: finding the outermost names ends, and agrees with the parser
// about a file that it can read.
func FuzzTopNames(f *testing.F) {
	f.Add(`{"a": {"b": 1}, "c": [{"d": "}"}], /* "e": */ "f\"": 2,}`)
	f.Add("a: 1\n'b': {c: 2}\n# d: 3\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := &source.File{Name: "f.json", Data: []byte(text)}
		top := topNames(file)
		root, _ := source.ParseJSON(file)
		if root == nil || root.Kind != source.Object {
			return
		}
		names := map[string]bool{}
		for _, name := range top {
			names[name] = true
		}
		for _, m := range root.Members {
			if m.KeyAt.Text() == `"`+m.Key+`"` && !names[m.Key] {
				t.Errorf("%q has %q, which topNames does not find: %q", text, m.Key, top)
			}
		}
	})
}

func toolSpan(t *testing.T, at source.Span) {
	t.Helper()
	if at.IsZero() {
		return
	}
	if at.Start < 0 || at.End < at.Start || at.End > len(at.File.Data) {
		t.Errorf("span %d-%d of a file of %d bytes", at.Start, at.End, len(at.File.Data))
	}
}

// toolSpans walks all that an operation holds.
func toolSpans(t *testing.T, op *contract.Op) {
	t.Helper()
	for _, at := range []source.Span{op.At, op.Title.At, op.Doc.At, op.Deprecated.At} {
		toolSpan(t, at)
	}
	waivers := func(all []contract.Waiver) {
		for _, w := range all {
			toolSpan(t, w.At)
		}
	}
	waivers(op.Waivers)
	seen := map[*contract.Schema]bool{}
	var walk func(s *contract.Schema)
	walk = func(s *contract.Schema) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		for _, at := range []source.Span{s.At, s.TypeAt, s.EnumAt, s.ClosedAt, s.AnyOfAt, s.Format.At, s.Pattern.At, s.Doc.At, s.Unit.At} {
			toolSpan(t, at)
		}
		for _, b := range []*contract.Bound{s.Min, s.Max, s.MultipleOf, s.MinLen, s.MaxLen, s.MinItems, s.MaxItems} {
			if b != nil {
				toolSpan(t, b.At)
			}
		}
		for _, v := range s.Enum {
			toolSpan(t, v.Lit.At)
		}
		for _, f := range s.Fields {
			if f.Schema == nil {
				t.Fatalf("field %s has no schema", f.Name)
			}
			for _, at := range []source.Span{f.At, f.DeclAt, f.RequiredAt, f.Doc.At, f.Deprecated.At, f.Hidden.At} {
				toolSpan(t, at)
			}
			waivers(f.Waivers)
			walk(f.Schema)
		}
		walk(s.Extra)
		walk(s.Elem)
		for _, in := range append(append([]*contract.Schema(nil), s.Tuple...), s.AnyOf...) {
			walk(in)
		}
	}
	if op.Input == nil {
		t.Fatalf("%s has no input", op.Name)
	}
	walk(op.Input)
	walk(op.Output)
}
