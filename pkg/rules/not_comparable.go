package rules

import (
	"cmp"
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var notComparable = &Rule{
	ID: "not-comparable", Category: "binding", Severity: Warning,
	Summary: "one side cannot be seen through here: a note, and a warning where a bound tool has fields and none could be compared",
	Kinds:   []diff.Kind{diff.NotComparable},
	Judge: func(d *diff.Drift, f *Finding) {
		where := d.Path
		if where == "" {
			where = "the input"
		}
		f.Message = fmt.Sprintf("%s could not be compared: %s", where, d.Why)
		f.Why = fmt.Sprintf("drift here goes unseen: a model may send what %s rejects", operation(d))
		if d.Answer.Of == diff.AnswerUnseen {
			f.Why = fmt.Sprintf("drift here goes unseen: the output schema may refuse what %s answers", operation(d))
		}
		f.Fix = "say what it holds on the side that is silent, or compare it by hand"
		if d.Beyond != nil {
			f.Fix = cmp.Or(d.Beyond.Instead, d.Beyond.Raise)
		}
		if !d.WholeTool || len(d.Tool.Input.Fields) == 0 {
			f.Severity = Note
		}
	},
}
