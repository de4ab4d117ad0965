package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var fractionAllowed = &Rule{
	ID: "fraction-allowed", Category: "type", Severity: Warning,
	Summary: "the tool says number, the API integer: a note, and a warning for GraphQL Int and protobuf integers, which refuse a fraction",
	Kinds:   []diff.Kind{diff.Fraction},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s is a number in the tool, an integer in the API", d.Path)
		f.Why = fmt.Sprintf("a model that computes the value may send %s; %s rejects it", sent(d, &source.Node{Kind: source.Number, Text: "2.5"}), operation(d))
		f.Fix = fmt.Sprintf("give %s the type integer", named(d.Path))
		f.Suggestion = "integer"
		if !strictInteger[d.APISchema.Source] {
			f.Severity = Note
		}
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		if d.ToolSchema == nil || spoils(d.ToolSchema, integral) {
			return nil
		}
		return t.retype(d.ToolAt, "integer")
	},
}

// strictInteger are the integer types of GraphQL and protobuf as their authors spell them.
var strictInteger = map[string]bool{
	"Int": true, "Int!": true,
	"int32": true, "sint32": true, "sfixed32": true, "uint32": true, "fixed32": true,
	"int64": true, "sint64": true, "sfixed64": true, "uint64": true, "fixed64": true,
}
