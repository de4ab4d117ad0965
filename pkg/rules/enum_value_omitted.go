package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var enumValueOmitted = &Rule{
	ID: "enum-value-omitted", Category: "type", Severity: Warning,
	Summary: "the API accepts a value that the tool does not list",
	Kinds:   []diff.Kind{diff.EnumOmitted},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s lacks %s, which the API takes", d.Path, d.Value)
		f.Why = fmt.Sprintf("a model can never ask for %s, although %s takes it", sent(d, d.Literal), operation(d))
		f.Fix = fmt.Sprintf("add %s to the enum", d.Literal.JSON())
		f.Suggestion = d.Value
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		// What a tool offers of an API is its author's choice.
		p := t.at(d.ToolAt)
		if p == nil || p.Node.Kind != source.Array || len(p.Node.Items) == 0 {
			return nil
		}
		return unsafely(one(source.AddItem(p.Node, spelledValue(p.Node.Items[len(p.Node.Items)-1], d.Literal))))
	},
}
