package rules

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/diff"
)

var exclusiveFields = &Rule{
	ID: "exclusive-fields", Category: "required", Severity: Error,
	Summary: "the API takes one of these fields (protobuf oneof, @oneOf): an error where the tool requires two of them, a note where it only offers them",
	Kinds:   []diff.Kind{diff.Exclusive},
	Judge: func(d *diff.Drift, f *Finding) {
		all := strings.Join(d.Fields, ", ")
		if d.Forced {
			f.Message = fmt.Sprintf("the tool requires %s, of which the API takes one", all)
			f.Why = fmt.Sprintf("a model sends them all, as it must; %s refuses the call or keeps the last", operation(d))
			f.Fix = "make all but one of them optional, and say in the descriptions that only one may be set"
			return
		}
		f.Severity = Note
		f.Message = fmt.Sprintf("the API takes one of %s", all)
		f.Why = fmt.Sprintf("a model may send two; %s refuses the call or keeps the last", operation(d))
		f.Fix = "say in the descriptions that only one of them may be set"
	},
}
