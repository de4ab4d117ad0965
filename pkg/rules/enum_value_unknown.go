package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var enumValueUnknown = &Rule{
	ID: "enum-value-unknown", Category: "type", Severity: Error,
	Summary: "the tool lists a value that the API rejects; a warning where the API's own description names it, or where all its values differ from the API's in case alone",
	Kinds:   []diff.Kind{diff.EnumUnknown},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Message = fmt.Sprintf("%s offers %s, which the API does not take", d.Path, d.Value)
		f.Why = fmt.Sprintf("a model sends %s; %s rejects the value and takes only %s", sent(d, d.Literal), operation(d), diff.EnumWords(d.APISchema.Enum))
		f.Fix = fmt.Sprintf("remove %s from the enum", d.Value)
		if near := diff.Twin(d.APISchema.Enum, d.Value); near != "" {
			f.Suggestion = near
			f.Fix = fmt.Sprintf("write %s in place of %s", near, d.Value)
		}
		if d.Enum.Const {
			only := diff.EnumWords(d.APISchema.Enum)
			f.Message = fmt.Sprintf("%s is always %s in the tool, always %s in the API", d.Path, d.Value, only)
			f.Suggestion = only
			f.Fix = fmt.Sprintf("write %s in place of %s", only, d.Value)
		}
		if d.Enum.Told {
			f.Severity = Warning
			f.Why = fmt.Sprintf("a model sends %s; the schema of %s takes only %s, although its description speaks of %s: one of the two is wrong", sent(d, d.Literal), operation(d), diff.EnumWords(d.APISchema.Enum), d.Value)
		}
		if d.Enum.Twins {
			f.Severity = Warning
			f.Why += "; unless the tool server converts all its values"
		}
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		twin := diff.Twin(d.APISchema.Enum, d.Value)
		switch {
		case d.Enum.Const:
			return unsafely(t.replace(d.Literal.At, text(f.Suggestion)))
		case twin != "":
			return t.replace(d.Literal.At, text(twin))
		}
		p := t.at(d.Literal.At)
		if p == nil || p.Holder == nil || len(p.Holder.Node.Items) < 2 {
			return nil
		}
		if v := d.ToolSchema.Default; v != nil && v.JSON() == d.Literal.JSON() {
			return nil
		}
		edits := one(source.RemoveItem(p.Holder.Node, p.Node))
		if d.Enum.Told {
			return unsafely(edits)
		}
		return edits
	},
}
