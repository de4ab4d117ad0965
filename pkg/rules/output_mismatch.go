package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var outputMismatch = &Rule{
	ID: "output-mismatch", Category: "type", Severity: Error,
	Summary: "the tool's output schema refuses what the API answers: an error where a type refuses every answer, a warning where some are refused or a field must be added, a note where the answer has more fields",
	Kinds:   []diff.Kind{diff.Answer},
	Judge: func(d *diff.Drift, f *Finding) {
		answer := "may be otherwise"
		if d.Witness != nil {
			answer = "may be " + short(d.Witness.JSON())
		}
		switch d.Answer.Of {
		case diff.AnswerType:
			f.Message = fmt.Sprintf("%s is %s in the tool, %s in the API's answer", d.Path, types(d.ToolSchema), types(d.APISchema))
			f.Fix = fmt.Sprintf("give %s the type %s", d.Path, types(d.APISchema))
			f.Suggestion = d.APISchema.Types.String()
		case diff.AnswerNull:
			f.Message = fmt.Sprintf("%s may be null in the API's answer, not in the tool", d.Path)
			f.Fix = fmt.Sprintf("add null to the types of %s", d.Path)
		case diff.AnswerValue:
			f.Message = fmt.Sprintf("%s may come in the API's answer, and %s does not list it", d.Value, d.Path)
			f.Fix = fmt.Sprintf("add %s to the enum of %s", d.Value, d.Path)
		case diff.AnswerFormat:
			f.Message = fmt.Sprintf("%s is a %s in the tool, a %s in the API's answer", d.Path, d.ToolSchema.Format.Text, d.APISchema.Format.Text)
			f.Fix = fmt.Sprintf("give %s the format %s", d.Path, d.APISchema.Format.Text)
			answer = "is a " + d.APISchema.Format.Text
		case diff.AnswerMissing:
			f.Message = fmt.Sprintf("%s is required in the tool, and the API may leave it out of its answer", d.Path)
			f.Fix = fmt.Sprintf("take %s out of the required list of the output schema", leaf(d.Path))
			answer = "may be without " + leaf(d.Path)
		case diff.AnswerAbsent:
			f.Message = fmt.Sprintf("%s is required in the tool, and the API never answers with it", d.Path)
			f.Fix = fmt.Sprintf("take %s out of the required list of the output schema", leaf(d.Path))
			answer = "is without " + leaf(d.Path)
		case diff.AnswerExtra:
			f.Message = fmt.Sprintf("%s takes no other fields, and the API's answer also has %s", d.Path, listed(d.Fields))
			f.Fix = fmt.Sprintf("add %s to %s, or let it take other fields", listed(d.Fields), d.Path)
			answer = "has " + listed(d.Fields)
			if d.Answer.Some {
				answer = "may have " + listed(d.Fields)
			}
		case diff.AnswerRenamed:
			f.Message = fmt.Sprintf("%s was renamed; the API's answer calls it %s", d.Path, d.Answer.Now)
			f.Fix = fmt.Sprintf("rename %s to %s", d.Path, d.Answer.Now)
			f.Suggestion = d.Answer.Now
			f.Severity = Warning
			f.Why = fmt.Sprintf("the model waits for a field that %s no longer answers with", operation(d))
			if d.ToolField.Field.Required {
				f.Why += ", and a client that validates refuses every answer without it"
			}
			return
		}
		f.Why = fmt.Sprintf("handed on, what %s answers %s: that breaks the tool's own output schema, a client that validates refuses it, and the model gets an error in place of the result", operation(d), answer)
		switch of := d.Answer.Of; {
		case of == diff.AnswerExtra:
			f.Severity = Note // a tool server that picks what it answers with is no rare thing
		case of != diff.AnswerType || d.Answer.Some || d.Answer.Folded || d.Answer.Encoded || d.Answer.Loose:
			f.Severity = Warning
		}
	},
}
