package config

import "github.com/tooldrift/tooldrift/pkg/source"

const bindingForms = `an operation such as "POST /v1/refunds", a mapping with operation, local or unsupported, or a list of operations`

func (r *reader) bindings(n *source.Node) []Binding {
	if n.Kind == source.Null {
		return nil // all that stands there are comments to choose from
	}
	if n.Kind != source.Object {
		r.Expect(n, "bindings", "a mapping of tools to operations")
		return nil
	}
	var all []Binding
	for _, m := range n.Members {
		b := r.binding(m.Key, m.Value)
		b.ToolAt = m.KeyAt
		all = append(all, b)
	}
	return all
}

func (r *reader) binding(tool string, n *source.Node) Binding {
	b := Binding{Tool: tool, At: n.At}
	what := "the binding of " + tool
	if n.Kind != source.Array {
		r.bound(&b, n, what)
		return b
	}
	for _, item := range n.Items {
		r.bound(&b, item, what)
	}
	switch {
	case len(n.Items) == 0:
		r.Fault(n.At, "%s is an empty list; it must be %s", what, bindingForms)
	case len(n.Items) > 1 && (b.Local != "" || b.Unsupported != ""):
		r.Fault(n.At, "%s: local and unsupported stand alone", what)
	}
	return b
}

// bound reads one entry of a binding: an operation, or why there is none.
func (r *reader) bound(b *Binding, n *source.Node, what string) {
	if n.Kind != source.Object {
		if op, ok := r.Text(n, what, bindingForms); ok {
			b.Calls = append(b.Calls, Call{Operation: op, At: n.At})
		}
		return
	}
	call := Call{At: n.At}
	given := r.Mapping(n, what,
		Key{"operation", func(v *source.Node) {
			call.Operation, _ = r.Text(v, "operation", `an operation such as "POST /v1/refunds"`)
			call.At = v.At
		}},
		Key{"when", func(v *source.Node) { call.When = r.when(v) }},
		Key{"fields", func(v *source.Node) { call.Fields = r.fieldMap(v) }},
		Key{"supplied", func(v *source.Node) { call.Supplied = r.entries(v, "supplied") }},
		Key{"agent_only", func(v *source.Node) { call.AgentOnly = r.entries(v, "agent_only") }},
		Key{"omitted", func(v *source.Node) { call.Omitted = r.omitted(v, "API fields to the reason why they are not offered") }},
		Key{"local", func(v *source.Node) {
			b.Local, _ = r.Text(v, "local", "the reason why the tool calls no operation")
		}},
		Key{"unsupported", func(v *source.Node) {
			b.Unsupported, _ = r.Text(v, "unsupported", "the reason why the spec does not describe what the tool calls")
		}},
	)
	switch {
	case !given["local"] && !given["unsupported"]:
		if !given["operation"] {
			r.Fault(n.At, "%s names no operation", what)
			return
		}
		b.Calls = append(b.Calls, call)
	case len(n.Members) > 1:
		r.Fault(n.At, "%s: local and unsupported stand alone", what)
	}
}

func (r *reader) when(n *source.Node) []Cond {
	if n.Kind != source.Object {
		r.Expect(n, "when", "a mapping of a tool's field to its value")
		return nil
	}
	if len(n.Members) == 0 {
		r.Fault(n.At, "when is empty; it says which value of a tool's field chooses the operation")
	}
	var all []Cond
	for _, m := range n.Members {
		all = append(all, Cond{Field: m.Key, Value: r.scalar(m.Value, "the value of "+m.Key)})
	}
	return all
}

func (r *reader) fieldMap(n *source.Node) []Mapping {
	if n.Kind != source.Object {
		r.Expect(n, "fields", "a mapping of tool fields to API fields")
		return nil
	}
	var all []Mapping
	for _, m := range n.Members {
		if api, ok := r.Text(m.Value, "fields."+m.Key, "an API field"); ok {
			all = append(all, Mapping{Tool: m.Key, API: api, At: m.KeyAt})
		}
	}
	return all
}

func (r *reader) entries(n *source.Node, what string) []Entry {
	var all []Entry
	r.List(n, what, "fields", func(item *source.Node) {
		if p, ok := r.Text(item, "an entry of "+what, "a field"); ok {
			all = append(all, Entry{Path: p, At: item.At})
		}
	})
	return all
}

func (r *reader) omitted(n *source.Node, what string) []Entry {
	if n.Kind != source.Object {
		r.Expect(n, "omitted", "a mapping of "+what)
		return nil
	}
	var all []Entry
	for _, m := range n.Members {
		if reason, ok := r.Text(m.Value, "omitted."+m.Key, "the reason why it is not offered"); ok {
			all = append(all, Entry{Path: m.Key, Reason: reason, At: m.KeyAt})
		}
	}
	return all
}
