package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

var unknownField = &Rule{
	ID: "unknown-field", Category: "field-name", Severity: Error,
	Summary: "the tool offers a field that no bound operation has: an error where the API object is closed, where there is evidence of removal, or where it is the only unpaired field; else a warning, as where the tool server is seen to translate names; a note where the tool server handles it",
	Kinds:   []diff.Kind{diff.Unknown},
	Judge: func(d *diff.Drift, f *Finding) {
		ref := d.ToolField
		f.SpecSays = fmt.Sprintf("(no field called %s)", ref.Field.Name)
		f.Message = fmt.Sprintf("%s is not in the API", d.Path)
		call := sent(d, diff.Sample(ref.Field.Schema))
		f.Fix = fmt.Sprintf("remove %s from the tool, or name its API field under fields: in the binding; if the tool server consumes it, list it under agent_only:", ref.Field.Name)
		switch {
		case d.Name.Past != nil && ref.Handled != bind.HandledSaidLocal:
			f.Message = fmt.Sprintf("%s was removed from the API", d.Path)
			f.Why = fmt.Sprintf("a model sends %s; %s had that field at %s and has it no more", call, operation(d), d.Name.Past.Revision)
		case ref.Handled != "":
			f.Severity = Note
			f.Why = fmt.Sprintf("a model sends %s; it seems to be for the tool server (%s), and if it is forwarded %s does not know it", call, ref.Handled, operation(d))
			f.Fix = fmt.Sprintf("if the tool server consumes it, list %s under agent_only: in the binding", ref.Field.Name)
		case d.Name.Reserved:
			f.Message = fmt.Sprintf("%s was removed from the API", d.Path)
			f.Why = fmt.Sprintf("a model sends %s; %s once had that name and refuses it now: the name is reserved", call, operation(d))
		case d.Name.Built != nil:
			f.Severity = Warning
			f.Why = fmt.Sprintf("a model sends %s; %s does not know that field, and unless the tool server handles it (%s) the value is lost", call, operation(d), translates(d.Name.Built))
		case d.Name.Closed:
			f.Why = fmt.Sprintf("a model sends %s; %s rejects fields that it does not declare", call, operation(d))
		case d.Name.Only:
			f.Why = fmt.Sprintf("a model sends %s; %s has every other field of the tool and not this one, so the value is lost or refused", call, operation(d))
		default:
			f.Severity = Warning
			f.Why = fmt.Sprintf("a model sends %s; %s does not know that field, and unless the tool server handles it the value is lost", call, operation(d))
		}
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		return t.drop(d.ToolField.Field)
	},
}

// translates is what a tool server is seen to do.
func translates(t *bind.Translation) string {
	return fmt.Sprintf("it makes %s of %s in %s", t.Pair.API.Path, t.Pair.Tool.Path, t.Tool)
}
