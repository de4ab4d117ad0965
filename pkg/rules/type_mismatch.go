package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

var typeMismatch = &Rule{
	ID: "type-mismatch", Category: "type", Severity: Error,
	Summary: "the tool allows a JSON type that the API rejects; a warning where the value travels as text, where the tool states no type, or where a tool server that translates may put the value in its place",
	Kinds:   []diff.Kind{diff.Type},
	Judge: func(d *diff.Drift, f *Finding) {
		api := types(d.APISchema)
		f.Message = fmt.Sprintf("%s is %s in the tool, %s in the API", d.Path, article(types(d.ToolSchema)), article(api))
		f.Fix = fmt.Sprintf("give %s the type %s", named(d.Path), d.APISchema.Types&^contract.NullType)
		f.Suggestion = (d.APISchema.Types &^ contract.NullType).String()
		value := witnessed(d)
		switch {
		case d.APISchema.Types&^contract.NullType == 0:
			f.Message = fmt.Sprintf("the API takes no value for %s", d.Path)
			f.Why = fmt.Sprintf("a model sends %s; %s rejects whatever it is", call(d, value), operation(d))
			f.Fix, f.Suggestion = fmt.Sprintf("remove %s from the tool", named(d.Path)), ""
		case d.Types.Named:
			f.Message = fmt.Sprintf("%s has the type %s in the operation, %s in the API", d.Path, d.ToolSchema.Source, d.APISchema.Source)
			f.Why = "a variable must have the very type of its argument: the API refuses the whole operation, whatever the model sends"
			f.Fix, f.Suggestion = "declare it as "+d.APISchema.Source, d.APISchema.Source
		case d.Types.Several:
			f.Message = fmt.Sprintf("%s is one string of several values in the tool, a list in the API", d.Path)
			f.Why = fmt.Sprintf(`a model sends {%s: "a,b"}; %s takes it for a list of the one value "a,b" and finds nothing`, quoted(leaf(d.Path)), operation(d))
			f.Fix = fmt.Sprintf("give %s the type array", named(d.Path))
			f.Suggestion = "array"
		case d.Types.Untyped:
			f.Severity = Warning
			f.Message = fmt.Sprintf("%s has no type in the tool; the API takes %s", d.Path, article(api))
			f.Why = fmt.Sprintf("a model guesses the type; %s rejects everything but %s", operation(d), article(api))
		case d.Types.Built != nil:
			f.Severity = Warning
			f.Why = fmt.Sprintf("a model sends %s; %s rejects it, unless the tool server makes %s of it (%s)", call(d, value), operation(d), article(api), translates(d.Types.Built))
		case d.Text:
			f.Severity = Warning
			f.Why = fmt.Sprintf("a model sends %s; the value travels as text, so %s may take it, but what is no %s gets through and digits or zeros can be lost",
				call(d, value), operation(d), d.APISchema.Types&^contract.NullType)
		case d.Types.Encoded:
			f.Severity = Warning
			f.Message = fmt.Sprintf("%s may also be JSON in a string in the tool; the API takes %s only", d.Path, article(api))
			what := "object"
			if d.APISchema.Types&^contract.NullType == contract.ArrayType {
				what = "list"
			}
			f.Why = fmt.Sprintf("a model sends the %s as a string; %s rejects it unless the tool server decodes it", what, operation(d))
			f.Fix = fmt.Sprintf("drop the string from the types of %s", named(d.Path))
			if d.ToolSchema.Types&^contract.NullType == contract.StringType && len(d.ToolSchema.AnyOf) == 0 && d.ToolField != nil && d.ToolSchema == d.ToolField.Field.Schema {
				f.Message = fmt.Sprintf("%s is JSON in a string in the tool; the API takes %s", d.Path, article(api))
				f.Fix = fmt.Sprintf("give %s the type %s", named(d.Path), d.APISchema.Types&^contract.NullType)
			}
		default:
			f.Why = fmt.Sprintf("a model sends %s; %s rejects it", call(d, value), operation(d))
		}
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		if d.Types.Named || d.Types.Several {
			return nil
		}
		name, ok := scalarTypes[d.APISchema.Types&^contract.NullType]
		schema := t.schemaOf(d.ToolSchema)
		if !ok || schema == nil {
			return nil
		}
		if d.Types.Untyped {
			return nil
		}
		for _, m := range schema.Members {
			// What else a schema says of its values may be said of the old type.
			if !slices.Contains(ofAnyType, m.Key) && !strings.HasPrefix(m.Key, "x-") {
				return nil
			}
		}
		edits := t.retype(d.ToolSchema.TypeAt, name)
		if d.Types.Built != nil || d.Types.Encoded {
			return unsafely(edits)
		}
		return edits
	},
}

// scalarTypes are the types that a fix can write alone: an object or a list needs
// more than its name.
var scalarTypes = map[contract.TypeSet]string{
	contract.StringType: "string", contract.Integer: "integer", contract.Number: "number", contract.Boolean: "boolean",
}

// ofAnyType are the keywords that mean the same of values of every type.
var ofAnyType = []string{"type", "title", "description", "nullable", "deprecated", "$comment"}
