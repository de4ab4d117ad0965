package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var exclusiveFields = &Rule{
	ID: "exclusive-fields", Category: "required", Severity: Error,
	Summary: "the API takes one of these fields (protobuf oneof, @oneOf): an error where the tool requires two of them, a note where it only offers them",
	Kinds:   []diff.Kind{diff.Exclusive},
	Judge: func(d *diff.Drift, f *Finding) {
		if d.Forced {
			f.Message = fmt.Sprintf("the tool requires %s, of which the API takes one", listed(d.Fields))
			f.Why = fmt.Sprintf("a model sends all of them, as it must; %s refuses the call or keeps the last", operation(d))
			f.Fix = fmt.Sprintf("leave one of %s in the required list, and say in their descriptions that only one may be set", listed(d.Fields))
			return
		}
		f.Severity = Note
		f.Message = "the API takes one of " + listed(d.Fields)
		f.Why = fmt.Sprintf("a model may send two; %s refuses the call or keeps the last", operation(d))
		f.Fix = fmt.Sprintf("say in the descriptions of %s that only one of them may be set", listed(d.Fields))
	},
}
