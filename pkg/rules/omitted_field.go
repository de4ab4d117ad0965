package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var omittedField = &Rule{
	ID: "omitted-field", Category: "field-name", Severity: Note,
	Summary: "the API has optional fields that the tool does not offer (one finding a tool)",
	Kinds:   []diff.Kind{diff.Omitted},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Field = ""
		f.ToolSays = "(not offered)"
		f.Message = "the API also has " + listed(d.Fields)
		what, it := "these do", "them"
		if len(d.Fields) == 1 {
			what, it = leaf(d.Fields[0])+" does", "it"
		}
		f.Why = fmt.Sprintf("a model cannot ask for what %s, and says that it is impossible", what)
		f.Fix = fmt.Sprintf("offer %s, or list %s under omitted: in the binding with the reason", it, it)
	},
}
