package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

var renamedField = &Rule{
	ID: "renamed-field", Category: "field-name", Severity: Error,
	Summary: "the tool's field is gone from the API and its successor is known; a warning where the names differ by a whole word and the API object is open, where a name that many things have is found deeper, or where the tool server is seen to translate names",
	Kinds:   []diff.Kind{diff.Renamed},
	Judge: func(d *diff.Drift, f *Finding) {
		old, now := d.ToolField.Field, d.APIField.Field
		f.Message = fmt.Sprintf("%s was renamed; the API calls it %s", d.Path, d.APIPath)
		f.Why = fmt.Sprintf("a model sends %s; %s does not know that field", sent(d, diff.Sample(old.Schema)), operation(d))
		if now.Required {
			f.Why += " and misses the required " + now.Name
		}
		f.Fix = fmt.Sprintf("rename %s to %s", old.Name, now.Name)
		if mustAppear(old, now) {
			f.Fix += ", and add it to the tool's required list"
		}
		if d.Name.Moved {
			f.Message = fmt.Sprintf("%s has moved; the API has it as %s", d.Path, d.APIPath)
			f.Why = fmt.Sprintf("a model sends %s; %s does not look for it there", sent(d, diff.Sample(old.Schema)), operation(d))
			f.Fix = fmt.Sprintf("move it to where the API has it, %s; if the tool server does that, write %s: %s under fields: in the binding", d.APIPath, d.Path, d.APIPath)
			f.Suggestion = d.APIPath
			switch {
			case d.Name.Built != nil:
				f.Severity = Warning
				f.Why += fmt.Sprintf(", unless the tool server moves it (%s)", translates(d.Name.Built))
			case d.Name.Weak:
				f.Severity = Warning
				f.Why += ", if it is the same thing: many things have such a name"
			}
			return
		}
		if d.Name.Rest {
			f.Message = fmt.Sprintf("%s is not in the API, which requires %s", d.Path, d.APIPath)
		}
		if d.Name.Weak && (!d.Name.Closed && !d.Name.Rest || d.Name.Built != nil) {
			f.Severity = Warning
			f.Why = fmt.Sprintf("a model sends %s; %s knows that field as %s (%s), and unless the tool server translates the name the value is lost", sent(d, diff.Sample(old.Schema)), operation(d), now.Name, d.Name.Evidence)
			f.Fix += "; if the tool server translates it, declare it under fields: in the binding"
		}
		f.Suggestion = now.Name
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		if d.Name.Moved {
			return nil
		}
		old, now := d.ToolField.Field, d.APIField.Field
		edits := t.rename(d, old, now.Name)
		if mustAppear(old, now) {
			edits = all(edits, t.require(old, now.Name))
		}
		if d.Name.Rest || d.Name.Built != nil || d.Name.Weak && !d.Name.Closed {
			return unsafely(edits)
		}
		return edits
	},
}

// mustAppear reports whether the API needs under its new name what the tool has optional.
func mustAppear(old, now *contract.Field) bool {
	return now.Required && !old.Required && !now.LooseBody && now.Schema.Default == nil && old.Schema.Default == nil
}
