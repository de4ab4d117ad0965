package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var defaultMismatch = &Rule{
	ID: "default-mismatch", Category: "type", Severity: Warning,
	Summary: "the two sides state different defaults",
	Kinds:   []diff.Kind{diff.DefaultMismatch},
	Judge: func(d *diff.Drift, f *Finding) {
		tool, api := short(d.Literal.JSON()), short(d.Default.JSON())
		f.Message = fmt.Sprintf("%s has the default %s in the tool, %s in the API", d.Path, tool, api)
		f.Why = fmt.Sprintf("a model that wants %s leaves %s out; %s then takes %s", tool, leaf(d.Path), operation(d), api)
		f.Fix = fmt.Sprintf("write the default %s", api)
		f.Suggestion = diff.LiteralWords(d.Default)
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		// The tool server may well send its own default.
		return unsafely(t.replace(d.ToolAt, d.Default))
	},
}
