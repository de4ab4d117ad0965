package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var staleMapping = &Rule{
	ID: "stale-mapping", Category: "binding", Severity: Error,
	Summary: "an entry of bindings or omitted in the config matches nothing: no tool, no operation, or no field of it or of the API; a GraphQL operation passes an argument that the API does not know",
	Kinds:   []diff.Kind{diff.StaleMapping},
	Judge: func(d *diff.Drift, f *Finding) {
		f.Field = ""
		f.At = d.ToolAt
		f.ToolAt = source.Span{}
		f.Message = fmt.Sprintf("%s: %s matches nothing", d.Mapping.Entry, d.Value)
		f.Why = "it explains a field that is gone, and would explain the next one of that name unseen"
		f.Fix = "remove it"
		switch {
		case d.Mapping.Entry == "argument":
			f.Message = fmt.Sprintf("the operation passes %s, which the API does not know", d.Value)
			f.Why = "the API refuses the whole operation, whatever the model sends"
			if d.Nearest != "" {
				f.Suggestion = d.Nearest
				f.Fix = "pass " + d.Nearest + ", or remove it"
			}
			return
		case d.Mapping.Entry == "bindings":
			f.Message = fmt.Sprintf("bindings names the tool %s, which is in no tool list", d.Value)
			f.Why = "a tool that was renamed or removed is compared with nothing"
		case d.Mapping.Offered && d.Tool.Name == "":
			f.Message = fmt.Sprintf("omitted: %s is called by a tool", d.Value)
			f.Why = "the entry excuses nothing, and would hide it if the tool went away"
		case d.Tool.Name == "":
			f.Why = "it excuses an operation that is gone, and would excuse the next one of that name unseen"
		case d.Mapping.Offered:
			f.Message = fmt.Sprintf("omitted: %s is offered by the tool", d.Value)
			f.Why = "the entry excuses nothing, and would hide it if the tool lost the field"
		}
		if d.Nearest != "" {
			f.Suggestion = d.Nearest
			f.Fix = "write " + d.Nearest + ", or remove it"
		}
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		p := t.at(d.ToolAt)
		switch {
		case p == nil || d.Mapping.Entry == "argument":
			return nil
		case d.Nearest != "" && p.Member != nil:
			return unsafely([]Edit{{At: d.ToolAt, New: spelledLike(d.ToolAt, d.Nearest)}})
		case d.Nearest != "":
			return unsafely(t.replace(d.ToolAt, text(d.Nearest)))
		case d.Mapping.Entry == "bindings":
			return unsafely(unlist(p)) // its tool may be in a list that is yet to come
		}
		return unlist(p)
	},
}
