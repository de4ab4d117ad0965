package rules

import (
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

var formatMismatch = &Rule{
	ID: "format-mismatch", Category: "type", Severity: Error,
	Summary: "the two sides state formats that contradict: date and date-time, hex and base64; a warning where only prose states the tool's, a note where the tool is silent",
	Kinds:   []diff.Kind{diff.Format},
	Judge: func(d *diff.Drift, f *Finding) {
		tool, api := d.Formats[0], d.Formats[1]
		f.Suggestion = api.Name
		if tool.Name == "" {
			f.Severity = Note
			f.Message = fmt.Sprintf("%s is any string in the tool; the API takes %s", d.Path, article(diff.FormatWords(api.Name)))
			f.Why = fmt.Sprintf("a model that does not know the form sends %s; %s rejects it", sent(d, diff.Sample(d.ToolSchema)), operation(d))
			f.Fix = fmt.Sprintf("add %s: %s to %s", quoted(api.From), quoted(api.Text), named(d.Path))
			if api.From == "type" { // a protobuf message's, which JSON Schema has no word for
				f.Fix = fmt.Sprintf("write %s in the description of %s", diff.FormatWords(api.Name), named(d.Path))
			}
			return
		}
		f.Message = fmt.Sprintf("%s is %s in the tool, %s in the API", d.Path, article(diff.FormatWords(tool.Name)), article(diff.FormatWords(api.Name)))
		f.Fix = fmt.Sprintf("give %s the format %s", named(d.Path), api.Text)
		if api.From == "pattern" && tool.From == "format" {
			f.Fix = fmt.Sprintf("give %s the pattern %s in place of its format", named(d.Path), api.Text)
		}
		value := &source.Node{Kind: source.String, Text: "..."}
		if v := witnessed(d); v != nil {
			value = v
		}
		switch {
		case api.Name == "base64":
			f.Why = fmt.Sprintf("a model sends %s; %s decodes it as base64, into other bytes and without complaint", sent(d, value), operation(d))
			f.Fix = fmt.Sprintf("say that %s is base64, and show a base64 example", named(d.Path))
		default:
			f.Why = fmt.Sprintf("a model sends %s; %s expects %s", sent(d, value), operation(d), article(diff.FormatWords(api.Name)))
		}
		if tool.From == "prose" {
			f.Severity = Warning
			f.Fix = fmt.Sprintf("write %s in the description of %s", diff.FormatWords(api.Name), named(d.Path))
		}
	},
	Mend: func(d *diff.Drift, f *Finding, t trees) []Edit {
		tool, api := d.Formats[0], d.Formats[1]
		switch {
		case api.From != "format" || api.Text == "":
			return nil
		case tool.From == "format":
			if schema := t.schema(d.ToolAt); schema != nil && t.refused(schema, "format", text(api.Text)) {
				return nil
			}
			return t.replace(d.ToolAt, text(api.Text))
		case tool.Name == "":
			return t.keyword(t.schemaOf(d.ToolSchema), "format", text(api.Text))
		}
		return nil
	},
}
