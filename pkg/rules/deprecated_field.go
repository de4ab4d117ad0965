package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var deprecatedField = &Rule{
	ID: "deprecated-field", Category: "required", Severity: Warning,
	Summary: "the tool offers a field that the API has deprecated",
	Kinds:   []diff.Kind{diff.DeprecatedField},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s is deprecated in the API", d.Path) + because(d.Note)
		f.Why = fmt.Sprintf("a model goes on sending %s until %s refuses it", leaf(d.Path), operation(d))
		f.Fix = fmt.Sprintf("remove %s from the tool, or offer what took its place", leaf(d.Path))
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		return t.drop(d.ToolField.Field)
	},
}

// because is the API's own reason behind a statement.
func because(note string) string {
	if note == "" {
		return ""
	}
	return ": " + short(note)
}
