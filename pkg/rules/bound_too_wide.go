package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var boundTooWide = &Rule{
	ID: "bound-too-wide", Category: "type", Severity: Error,
	Summary: "the tool allows numbers, lengths or item counts beyond the API's; a warning where the tool states no bound",
	Kinds:   []diff.Kind{diff.BoundTooWide},
	Judge: func(d *diff.Drift, f *Finding) {
		b := d.Bound
		f.Suggestion = b.API.Num
		limit := b.Word + " " + b.API.Num
		if b.API.Exclusive {
			limit += " (exclusive)"
		}
		switch {
		case b.Tool != nil:
			f.Message = fmt.Sprintf("%s has the %s %s in the tool, %s in the API", d.Path, b.Word, b.Tool.Num, b.API.Num)
			f.Fix = fmt.Sprintf("set the %s of %s to %s", b.Word, leaf(d.Path), b.API.Num)
			if !b.Tool.At.IsZero() && b.Tool.Exclusive == b.API.Exclusive {
				f.Edits = []Edit{{b.Tool.At, b.API.Num}}
			}
		default:
			f.Severity = Warning
			f.Message = fmt.Sprintf("%s has no %s in the tool; the API's is %s", d.Path, b.Word, b.API.Num)
			f.Fix = fmt.Sprintf("add the %s to %s", limit, leaf(d.Path))
			if b.API.Num == "1" && (b.Word == "minLength" || b.Word == "minItems") {
				f.Severity = Note // "not empty": nobody sends an empty string on purpose
			}
		}
		if v := witnessed(d); v != nil {
			f.Why = fmt.Sprintf("a model sends %s; %s rejects it: the %s is %s", sent(d, v), operation(d), b.Word, b.API.Num)
		} else {
			f.Why = fmt.Sprintf("a model may send a value beyond the %s; %s rejects it", limit, operation(d))
		}
	},
}
