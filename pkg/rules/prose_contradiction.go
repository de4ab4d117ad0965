package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var proseContradiction = &Rule{
	ID: "prose-contradiction", Category: "type", Severity: Warning,
	Summary: "a description and its schema, or the API where that is silent, disagree on default, bounds, values, type, null, format or requiredness",
	Kinds:   []diff.Kind{diff.ProseClaim},
	Judge: func(d *diff.Drift, f *Finding) {
		name := leaf(d.Path)
		f.Why = fmt.Sprintf("models believe the sentence more than the schema: a model takes %q for %s", d.Prose.Said, name)
		f.Fix = fmt.Sprintf("correct the description of %s, or its schema", name)
		says := "the schema"
		if d.Prose.API {
			says = "the API"
			f.Fix = fmt.Sprintf("correct the description of %s", name)
		}
		switch d.Prose.Of {
		case "value":
			f.Message = fmt.Sprintf("the description of %s offers the value %s, %s only %s", d.Path, d.Prose.Said, says, d.Prose.Schema)
			f.Why = fmt.Sprintf("a model sends {%s: %s}, and every validator rejects it", quoted(name), quoted(d.Prose.Said))
		case "null":
			f.Message = fmt.Sprintf("the description of %s accepts null, the schema only %s", d.Path, article(d.Prose.Schema))
			if d.Prose.Said != "null" {
				f.Message = fmt.Sprintf("the description of %s rules null out, the schema takes %s", d.Path, article(d.Prose.Schema))
			}
			f.Why = fmt.Sprintf("a model that obeys the text breaks the schema of %s, and one that obeys the schema cannot do what the text says", name)
		case "required":
			f.Message = fmt.Sprintf("the description of %s says %s, the schema %s", d.Path, d.Prose.Said, d.Prose.Schema)
			f.Why = fmt.Sprintf("a model cannot tell whether it may leave %s out", name)
		default:
			f.Message = fmt.Sprintf("the description of %s says %s %s, %s %s", d.Path, d.Prose.Of, d.Prose.Said, says, d.Prose.Schema)
		}
	},
}
