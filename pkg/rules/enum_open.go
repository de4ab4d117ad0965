package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var enumOpen = &Rule{
	ID: "enum-open", Category: "type", Severity: Warning,
	Summary: "the API has a closed list, the tool any string or number, and its description lists none of the values, or not all, or is copied from the API's",
	Kinds:   []diff.Kind{diff.EnumOpen},
	Judge: func(d *diff.Drift, f *Finding) {
		open := fmt.Sprintf("%s is any %s in the tool", d.Path, d.ToolSchema.Types&d.APISchema.Types&^contract.NullType)
		f.Message = fmt.Sprintf("%s; the API takes only %s", open, diff.EnumWords(d.APISchema.Enum))
		f.Why = fmt.Sprintf("a model makes up a value in its own words, such as %s; %s rejects it", sent(d, diff.Sample(d.ToolSchema)), operation(d))
		switch untold := d.Enum.Untold; {
		case d.Enum.Copied:
			f.Message = fmt.Sprintf("%s, which has the API's words for it and not its list; the API takes only %s", open, diff.EnumWords(d.APISchema.Enum))
			f.Why = fmt.Sprintf("nothing but a sentence keeps a model from a value that %s rejects, and no client can check it", operation(d))
		case len(untold) > 0:
			f.Message = fmt.Sprintf("%s, and its description leaves out %s; the API takes only %s", open, diff.EnumWords(untold), diff.EnumWords(d.APISchema.Enum))
			f.Why = fmt.Sprintf("a model knows some of the values from the description and never sends the others; nothing keeps it from a value that %s rejects", operation(d))
		}
		f.Fix = fmt.Sprintf("add %s to %s", enumToAdd(d.APISchema.Enum), named(d.Path))
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		values := &source.Node{Kind: source.Array}
		for _, v := range d.APISchema.Enum {
			if !v.Implied && !v.Deprecated && v.Lit.Kind != source.Null {
				values.Items = append(values.Items, v.Lit)
			}
		}
		schema := t.schemaOf(d.ToolSchema)
		null, sure := takesNull(schema)
		closed := func(s *contract.Schema) {
			s.Enum = nil
			for _, v := range values.Items {
				s.Enum = append(s.Enum, contract.Value{Lit: v})
			}
		}
		if !sure || d.ToolSchema.Types.Has(contract.NullType) || len(values.Items) == 0 || spoils(d.ToolSchema, closed) {
			return nil
		}
		if null { // "enum" holds beside the type: a null that it lacks is refused
			values.Items = append(values.Items, &source.Node{Kind: source.Null, Text: "null"})
		}
		return t.keyword(schema, "enum", values)
	},
}

// maxPasted is how many values a fix spells out; a longer list is copied from the spec.
const maxPasted = 8

// enumToAdd is a closed list as a keyword to paste.
func enumToAdd(list []contract.Value) string {
	values := &source.Node{Kind: source.Array}
	for _, v := range list {
		if !v.Implied && !v.Deprecated && v.Lit.Kind != source.Null {
			values.Items = append(values.Items, v.Lit)
		}
	}
	if n := len(values.Items); n > maxPasted {
		return fmt.Sprintf("the %d values of the API's enum", n)
	}
	return `"enum": ` + values.JSON()
}
