package config

import (
	"time"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// waiver reads one waiver. A blank reason and an unknown rule are no faults:
// rules report them, where they can say what stays unwaived.
func (r *reader) waiver(n *source.Node) contract.Waiver {
	w := contract.Waiver{At: n.At}
	given := r.Mapping(n, "a waiver",
		Key{"rule", func(v *source.Node) { w.Rule, _ = r.Text(v, "rule", "the rule of the finding") }},
		Key{"tool", func(v *source.Node) { w.Tool, _ = r.Text(v, "tool", "the name of one tool") }},
		Key{"operation", func(v *source.Node) {
			w.Operation, _ = r.Text(v, "operation", "the name of one operation, as the finding has it")
		}},
		Key{"field", func(v *source.Node) { w.Fields = r.waivedFields(v) }},
		Key{"contract", func(v *source.Node) { w.Contract, _ = r.Text(v, "contract", "the name of a contract") }},
		Key{"value", func(v *source.Node) { w.Value = r.scalar(v, "value") }},
		Key{"reason", func(v *source.Node) {
			text, ok := v.Str()
			if !ok && v.Kind != source.Null {
				r.Expect(v, "reason", "a sentence")
			}
			w.Reason = text
		}},
		Key{"until", func(v *source.Node) { w.Until = r.day(v) }},
		Key{"owner", func(v *source.Node) { w.Owner, _ = r.Text(v, "owner", "a name") }},
	)
	switch {
	case given == nil:
	case !given["rule"]:
		r.Fault(n.At, "a waiver names one rule and one tool; this one has no rule")
	case !given["tool"] && !given["operation"]:
		r.Fault(n.At, "a waiver names one rule and one tool, or an operation that no tool calls; this one has neither")
	case given["tool"] && given["operation"]:
		r.Fault(n.At, "a waiver has a tool, or an operation that no tool calls, not both")
	}
	return w
}

func (r *reader) waivedFields(n *source.Node) []string {
	if n.Kind != source.Array {
		if field, ok := r.Text(n, "field", "a field or a list of fields"); ok {
			return []string{field}
		}
		return nil
	}
	var all []string
	for _, item := range n.Items {
		if field, ok := r.Text(item, "an entry of field", "a field"); ok {
			all = append(all, field)
		}
	}
	if len(n.Items) == 0 {
		r.Fault(n.At, "field is an empty list; leave it out to waive a finding that is on no field")
	}
	return all
}

func (r *reader) day(n *source.Node) string {
	text, ok := r.Text(n, "until", "a day, YYYY-MM-DD")
	if !ok {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		r.Fault(n.At, "until %q is no day of the calendar; write YYYY-MM-DD", text)
		return ""
	}
	return text
}

// waiversFrom reports whether waivers beside tools and specs count.
func (r *reader) waiversFrom(n *source.Node) (inline bool) {
	config := false
	r.List(n, "waivers_from", "config, inline", func(item *source.Node) {
		switch r.Word(item, "an entry of waivers_from", "config", "inline") {
		case "config":
			config = true
		case "inline":
			inline = true
		}
	})
	if n.Kind == source.Array && !config && !inline {
		r.Fault(n.At, "waivers_from must name config, or config and inline")
	}
	return inline
}
