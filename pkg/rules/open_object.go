package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var openObject = &Rule{
	ID: "open-object", Category: "type", Severity: Note,
	Summary: "the tool allows undeclared fields and the API rejects them",
	Kinds:   []diff.Kind{diff.OpenObject},
	Judge: func(d *diff.Drift, f *Finding) {
		what := "the input"
		if d.Path != "" {
			what = d.Path
		}
		f.Message = fmt.Sprintf("%s takes undeclared fields in the tool, not in the API", what)
		f.Why = fmt.Sprintf("a model that adds a field of its own breaks no rule of the tool; %s refuses the call", operation(d))
		f.Fix = `add "additionalProperties": false`
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		schema := t.schemaOf(d.Tool.Input)
		if d.Path != "" {
			if d.ToolField == nil || d.ToolField.Path != d.Path {
				return nil // of a list or a map
			}
			schema = t.schemaOf(d.ToolField.Field.Schema)
		}
		if schema == nil || !t.closable(schema) {
			return nil
		}
		if v := schema.Value("additionalProperties"); v != nil && v.Kind == source.Bool {
			return t.replace(v.At, &source.Node{Kind: source.Bool, Text: "false"})
		}
		return t.keyword(schema, "additionalProperties", &source.Node{Kind: source.Bool, Text: "false"})
	},
}
