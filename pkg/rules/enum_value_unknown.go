package rules

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

var enumValueUnknown = &Rule{
	ID: "enum-value-unknown", Category: "type", Severity: Error,
	Summary: "the tool lists a value that the API rejects",
	Kinds:   []diff.Kind{diff.EnumUnknown},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s offers %s, which the API does not take", d.Path, d.Value)
		f.Why = fmt.Sprintf("a model sends %s; %s rejects the value and takes only %s", sent(d, d.Literal), operation(d), diff.EnumWords(d.APISchema.Enum))
		f.Fix = fmt.Sprintf("remove %s from the enum", d.Value)
		if near := twin(d.APISchema.Enum, d.Value); near != "" {
			f.Suggestion = near
			f.Fix = fmt.Sprintf("write %s in place of %s", near, d.Value)
			f.Edits = []Edit{{d.Literal.At, spelledLike(d.Literal.At, near)}}
		}
	},
}

// twin is the value that differs only in case and separators.
func twin(list []contract.Value, value string) string {
	for _, v := range list {
		if v.Lit.Text != "" && strings.EqualFold(contract.Letters(v.Lit.Text), contract.Letters(value)) {
			return v.Lit.Text
		}
	}
	return ""
}
