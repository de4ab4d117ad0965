package rules

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

var boundTooWide = &Rule{
	ID: "bound-too-wide", Category: "type", Severity: Error,
	Summary: "the tool allows numbers, lengths or item counts beyond the API's; a warning where the tool states no bound, unless its other bound leaves no value that the API takes",
	Kinds:   []diff.Kind{diff.BoundTooWide},
	Judge: func(d *diff.Drift, f *Finding) {
		b := d.Bound
		limit := b.API.Num
		if b.Last != "" {
			limit = b.Last
		}
		f.Suggestion = limit
		f.Fix = fmt.Sprintf("set the %s of %s to %s", b.Word, named(d.Path), limit)
		if b.API.Exclusive && b.Last == "" {
			f.Fix = fmt.Sprintf("set the %s of %s to %s", exclusiveWord(b.Word), named(d.Path), b.API.Num)
		}
		if b.Tool != nil {
			f.Message = fmt.Sprintf("%s has the %s %s in the tool, %s in the API", d.Path, b.Word, spelled(b.Word, b.Tool), spelled(b.Word, b.API))
		} else {
			f.Severity = Warning
			f.Message = fmt.Sprintf("%s has no %s in the tool; the API's is %s", d.Path, b.Word, spelled(b.Word, b.API))
			if b.API.Num == "1" && (b.Word == "minLength" || b.Word == "minItems") {
				f.Severity = Note // "not empty": nobody sends an empty string on purpose
			}
		}
		apart := d.ToolSchema != nil && leavesNothing(d.ToolSchema, bounded(b.Word, limit))
		if apart {
			f.Severity = Error
			f.Fix = fmt.Sprintf("correct the bounds of %s: beside its own the %s %s leaves no value", named(d.Path), b.Word, spelled(b.Word, b.API))
		}
		if v := witnessed(d); v != nil {
			f.Why = fmt.Sprintf("a model sends %s; %s rejects it: the %s is %s", sent(d, v), operation(d), b.Word, spelled(b.Word, b.API))
		} else {
			f.Why = fmt.Sprintf("a model may send a value beyond the %s %s; %s rejects it", b.Word, spelled(b.Word, b.API), operation(d))
		}
		if apart {
			f.Why = fmt.Sprintf("%s rejects every value that the tool allows: the %s is %s", operation(d), b.Word, spelled(b.Word, b.API))
		}
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		b, limit := d.Bound, digits(f.Suggestion)
		if b.API.Exclusive && b.Last == "" || d.ToolSchema == nil || diff.Contradicts(d.APISchema) || spoils(d.ToolSchema, bounded(b.Word, limit.Text)) {
			return nil
		}
		if b.Tool != nil {
			if b.Tool.Exclusive || b.Tool.At.IsZero() {
				return nil
			}
			return t.replace(b.Tool.At, limit)
		}
		other := strings.NewReplacer("min", "max", "max", "min").Replace(b.Word)
		return t.keyword(t.schemaOf(d.ToolSchema), b.Word, limit, other)
	},
}

// spelled is a bound as a person says it: "10", "below 10", "above 0".
func spelled(word string, b *contract.Bound) string {
	switch {
	case !b.Exclusive:
		return b.Num
	case strings.HasPrefix(word, "min"):
		return "above " + b.Num
	}
	return "below " + b.Num
}

func exclusiveWord(word string) string { return "exclusive" + strings.ToUpper(word[:1]) + word[1:] }
