package rules

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var requiredByAPI = &Rule{
	ID: "required-by-api", Category: "required", Severity: Error,
	Summary: "the API needs the field, the tool has it optional or not at all; a warning where a default is stated, where another field may stand in, or where only some of the tool's operations need it",
	Kinds:   []diff.Kind{diff.Required},
	Judge: func(d *diff.Drift, f *Finding) {
		name := d.APIField.Field.Name
		needs := operation(d) + " requires"
		if d.With != "" {
			needs = fmt.Sprintf("once %s is sent, %s requires", d.With, operation(d))
		}
		if d.ToolField == nil || d.Path == "" {
			f.ToolSays = fmt.Sprintf("(no field called %s)", name)
			f.Message = fmt.Sprintf("the API requires %s, the tool does not have it", d.APIPath)
			f.Why = fmt.Sprintf("a model cannot send %s; %s it", name, needs)
			f.Fix = fmt.Sprintf("add %s to the tool and to its required list; if the tool server fills it in, list it under supplied: in the binding", name)
		} else {
			f.Message = fmt.Sprintf("the API requires %s, the tool has it optional", d.Path)
			f.Why = fmt.Sprintf("a model leaves %s out when the user does not name it; %s it", leaf(d.Path), needs)
			f.Fix = fmt.Sprintf("add %q to the tool's required list", leaf(d.Path))
		}
		f.Suggestion = name
		switch {
		case d.Default != nil:
			f.Severity = Warning
			f.Why += fmt.Sprintf(", unless the default %s stands in for it", short(d.Default.JSON()))
		case d.Instead != "":
			f.Severity = Warning
			f.Why += fmt.Sprintf("; unless the tool server finds it by %s", d.Instead)
		case len(d.Branch) > 0:
			var when []string
			for _, c := range d.Branch {
				when = append(when, c.Field+"="+c.Value)
			}
			f.Severity = Warning
			f.Message += " when " + strings.Join(when, " and ")
			f.Fix = fmt.Sprintf("say in the description of %s that %s needs it", name, strings.Join(when, " and "))
		case d.Partial:
			f.Severity = Warning
			f.Message += " when it calls " + operation(d)
			f.Fix = fmt.Sprintf("say in the description of %s when it is needed", name)
		}
	},
}
