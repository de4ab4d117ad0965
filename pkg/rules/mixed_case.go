package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var mixedCase = &Rule{
	ID: "mixed-case", Category: "field-name", Severity: Error,
	Summary: "the name differs from the API's in case style alone, while other names of the file are spelled exactly: a warning, a note where the tool server is seen to translate names; an error under names: exact",
	Kinds:   []diff.Kind{diff.MixedCase},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s is spelled %s in the API", d.Path, d.Value)
		f.Why = fmt.Sprintf("a model sends %s; other names go through as they are, so no conversion is at work, and %s does not know this one",
			sent(d, diff.Sample(d.ToolField.Field.Schema)), operation(d))
		f.Fix = fmt.Sprintf("rename %s to %s; or set names: folded for the contract if the tool server converts", leaf(d.Path), d.Value)
		f.Suggestion = d.Value
		switch {
		case d.Exact:
		case d.Name.Built != nil:
			f.Severity = Note
			f.Why = fmt.Sprintf("the tool server builds its requests by hand (%s), so it may well convert this one; but a model that knows one style of the file writes the others so too", translates(d.Name.Built))
		default:
			f.Severity = Warning
		}
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		edits := t.rename(d, d.ToolField.Field, d.Value)
		if !d.Exact && d.Name.Built != nil {
			return unsafely(edits)
		}
		return edits
	},
}
