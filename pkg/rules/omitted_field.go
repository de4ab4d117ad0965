package rules

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var omittedField = &Rule{
	ID: "omitted-field", Category: "field-name", Severity: Note,
	Summary: "the API has optional fields that the tool does not offer (one finding a tool)",
	Kinds:   []diff.Kind{diff.Omitted},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Field = ""
		f.ToolSays = "(not offered)"
		f.Message = fmt.Sprintf("the API also has %s", strings.Join(d.Fields, ", "))
		f.Why = "a model cannot ask for what these do, and says that it is impossible"
		f.Fix = "offer them, or list them under omitted: in the binding with the reason"
	},
}
