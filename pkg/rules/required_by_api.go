package rules

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

var requiredByAPI = &Rule{
	ID: "required-by-api", Category: "required", Severity: Error,
	Summary: "the API needs the field, the tool has it optional or not at all; a warning where a default is stated, where another field may stand in, where a tool server that translates may make it of one that the API does not know, or where only some of the tool's operations need it",
	Kinds:   []diff.Kind{diff.Required},
	Judge: func(d *diff.Drift, f *Finding) {
		needs := operation(d) + " requires it"
		if d.Need.With != "" {
			needs = fmt.Sprintf("once %s is sent, %s requires it", d.Need.With, operation(d))
		}
		name, where, has, add := leaf(d.Path), d.Path, "has it optional", ""
		if d.ToolField == nil {
			name, where, has = d.APIField.Field.Name, d.APIPath, "does not have it"
			if all := d.Need.OneOf; len(all) > 0 {
				name, where, has = either(all), "one of "+listed(all), "has none of them"
				needs = operation(d) + " requires one of them"
			}
			add = fmt.Sprintf("add %s to the tool, and ", name)
			f.ToolSays = fmt.Sprintf("(no field called %s)", name)
			f.Why = fmt.Sprintf("a model cannot send %s; %s", name, needs)
			f.Fix = fmt.Sprintf("add %s to the tool and to its required list; if the tool server fills it in, list it under supplied: in the binding", name)
		} else {
			f.Why = fmt.Sprintf("a model leaves %s out when the user does not name it; %s", name, needs)
			f.Fix = fmt.Sprintf("add %q to the tool's required list", name)
		}
		if len(d.Need.OneOf) == 0 {
			f.Suggestion = d.APIField.Field.Name
		}
		switch {
		case d.Default != nil:
			f.Severity = Warning
			f.Why += fmt.Sprintf(", unless the default %s stands in for it", short(d.Default.JSON()))
		case d.Need.Absent != "":
			f.Severity = Warning
			f.Why += fmt.Sprintf(", unless the tool server sees to it, as the description says (%q)", d.Need.Absent)
		case d.Need.Instead != "":
			f.Severity = Warning
			f.Why += fmt.Sprintf("; unless the tool server finds it by %s", d.Need.Instead)
		case d.Need.Mapped != "":
			f.Severity = Warning
			f.Why += fmt.Sprintf(", unless the tool server sees to it by %s (%s)", d.Need.Mapped, translates(d.Need.Built))
		case d.Need.LookedUp:
			f.Severity = Warning
			f.Why += fmt.Sprintf(", unless the tool server asks for it first (%s)", translates(d.Need.Built))
		case len(d.Need.When) > 0:
			f.Severity = Warning
			where += " when " + when(d.Need.When)
			f.Fix = fmt.Sprintf("%ssay in the description of %s that it is needed when %s", add, name, when(d.Need.When))
		case d.Need.Partial:
			f.Severity = Warning
			where += " in " + operation(d)
			f.Fix = fmt.Sprintf("%ssay in the description of %s when it is needed", add, name)
		}
		f.Message = fmt.Sprintf("the API requires %s, the tool %s", where, has)
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		if d.ToolField == nil || len(d.Need.When) > 0 || d.Need.Partial {
			return nil
		}
		edits := t.require(d.ToolField.Field, d.ToolField.Field.Name)
		if d.Default != nil || d.Need.Absent != "" || d.Need.Instead != "" || d.Need.Mapped != "" || d.Need.LookedUp {
			return unsafely(edits)
		}
		return edits
	},
}

// when is the choice of an operation in words: "method=update and dry_run=true".
func when(branch []bind.Cond) string {
	var all []string
	for _, c := range branch {
		all = append(all, c.Field+"="+c.Value)
	}
	return strings.Join(all, " and ")
}
