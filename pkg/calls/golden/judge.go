package golden

import (
	"fmt"
	"iter"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/calls"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// judging holds golden calls against the contracts of their tools.
type judging struct {
	tools    Tools
	nearest  func(name string) *calls.Tool
	seen     calls.Observation
	findings []Finding
	judged   int
	unsure   int
	spent    int // values of further ways to be right
	cut      int // golden calls of which not all ways were judged
	untold   int // findings that are not told: those of one call beyond source.MaxFaults
}

func (j *judging) suite(s *Suite) {
	for _, c := range s.Cases {
		for _, call := range c.Calls {
			for _, one := range append([]*Call{call}, call.Alternatives...) {
				j.call(c, one)
			}
		}
	}
	for _, f := range s.Told {
		f.At = placeOf(f.Span)
		j.findings = append(j.findings, f)
	}
}

// call judges a golden call, and then each value that is accepted in place of
// another in a call of which all else is as it stands: a fault of the first kind
// is not told again of the others.
func (j *judging) call(c *Case, call *Call) {
	tool := j.tools(c.ID, call.Tool)
	if tool == nil {
		j.unknown(c, call)
		return
	}
	j.unplaced(call, tool)
	type mark struct {
		side     calls.Side
		at, text string
	}
	told := map[mark]bool{}
	n := 0
	for v := range call.wanted(tool).ways() {
		if n > 0 {
			j.spent += v.size()
			if n == source.MaxVariants || j.spent > source.MaxFurther {
				j.cut++
				break
			}
		}
		n++
		tool.Judge([]byte(v.plain().JSON()), &j.seen)
		j.judged++
		if j.seen.Unsure {
			j.unsure++
		}
		for _, f := range j.seen.Faults {
			m := mark{f.Side, f.At, f.Text}
			switch {
			case told[m]:
			case len(told) >= source.MaxFaults:
				j.untold++
			case !v.hopelessAt(steps(f.At)):
				told[m] = true
				j.fault(c, call, tool, v, f)
			}
		}
	}
}

func (j *judging) unknown(c *Case, call *Call) {
	f := Finding{Kind: calls.UnknownTool, Case: c.ID, Tool: call.Tool, Message: "no tool is called " + call.Tool, Span: call.ToolAt}
	if near := j.nearest(call.Tool); near != nil {
		f.Message += "; did you mean " + near.Name + "?"
		f.Fix = "call " + near.Name
	}
	f.At = placeOf(f.Span)
	j.findings = append(j.findings, f)
}

// wanted is what is right. Arguments without a name, as Python has them, have the
// names of the tool's fields in their order; nothing is known of them where tool is nil.
func (c *Call) wanted(tool *calls.Tool) *value {
	if tool == nil || len(c.positional) == 0 {
		return c.want
	}
	args := *c.Args
	args.Members = append(c.placed(tool), args.Members...)
	return valueOf(&args)
}

// placed are the arguments without a name for which the tool has one.
func (c *Call) placed(tool *calls.Tool) (members []source.Member) {
	for _, f := range tool.Fields {
		s := steps(f.Path)
		if len(members) == len(c.positional) || len(s) != 1 {
			continue
		}
		v := c.positional[len(members)]
		members = append(members, source.Member{Key: s[0].name, KeyAt: v.At, Value: v})
	}
	return members
}

// unplaced tells of more arguments without a name than the tool has fields.
func (j *judging) unplaced(call *Call, tool *calls.Tool) {
	fields := len(call.placed(tool))
	if fields == len(call.positional) {
		return
	}
	at := call.positional[fields].At
	j.findings = append(j.findings, Finding{
		Kind: calls.UnknownField, Side: calls.ByTool, Tool: call.Tool, Span: at, At: placeOf(at),
		Message: fmt.Sprintf("%d arguments are given without a name, and the tool has %d fields", len(call.positional), fields),
	})
}

func (j *judging) fault(c *Case, call *Call, tool *calls.Tool, v *value, f calls.Fault) {
	out := Finding{
		Kind: f.Kind, Side: f.Side, Case: c.ID, Tool: call.Tool, Field: f.Field, Spot: f.At, Got: f.Got, Want: f.Want, Message: f.Text,
		Span: call.spanOf(v, f), ToolSpan: tool.ToolAt,
	}
	if f.Send != "" {
		out.Fix = "write " + f.Send
	}
	for _, field := range tool.Fields {
		if field.Path == f.Field && !field.At.IsZero() {
			out.ToolSpan = field.At
		}
	}
	if f.Side == calls.ByAPI && len(tool.SpecAt) > 0 {
		out.ToolSpan = tool.SpecAt[0]
	}
	if f.Drift != nil {
		out.Drift = &Drift{f.Drift.Rule, f.Drift.Fingerprint, f.Drift.Message, f.Drift.Fix}
	}
	out.At, out.ToolAt = placeOf(out.Span), placeOf(out.ToolSpan)
	j.findings = append(j.findings, out)
}

// spanOf is where a fault stands in the golden file: at the value; at the name of
// a field that should not be there; where something is missing at what should hold
// it, which is the tool's name for the arguments themselves.
func (c *Call) spanOf(v *value, f calls.Fault) source.Span {
	path := steps(f.At)
	n, key, short := v.at(path)
	switch {
	case len(path) == 0, short && len(path) == 1, n == nil, n.At.IsZero():
		return c.ToolAt
	case (f.Kind == calls.UnknownField || f.Kind == calls.Duplicate) && !key.IsZero() && !short:
		return key
	}
	return n.At
}

// hopelessAt reports whether nothing is right at a path, which is told by itself.
func (v *value) hopelessAt(path []step) bool {
	return slices.ContainsFunc(v.below(path), func(v *value) bool { return v.hopeless })
}

// ways are the ways to be right: v as it stands, then v with each value that is
// accepted in place of one of its own.
func (v *value) ways() iter.Seq[*value] {
	return func(yield func(*value) bool) {
		if first := v.alone(); yield(first) {
			v.further(yield)
		}
	}
}

func (v *value) alone() *value {
	first := *v
	first.or = nil
	return &first
}

// further are the ways beyond the first. It is false where yield has had enough.
func (v *value) further(yield func(*value) bool) bool {
	for i, f := range v.fields {
		more := f.value.further(func(inner *value) bool {
			one := v.alone()
			one.fields = slices.Clone(v.fields)
			one.fields[i].value = inner
			return yield(one)
		})
		if !more {
			return false
		}
	}
	for i, item := range v.items {
		more := item.further(func(inner *value) bool {
			one := v.alone()
			one.items = slices.Clone(v.items)
			one.items[i] = inner
			return yield(one)
		})
		if !more {
			return false
		}
	}
	for _, alt := range v.or {
		if !alt.unjudged && (!yield(alt.alone()) || !alt.further(yield)) {
			return false
		}
	}
	return true
}

// size is how many values v has.
func (v *value) size() int {
	n := 1
	for _, f := range v.fields {
		n += f.value.size()
	}
	for _, item := range v.items {
		n += item.size()
	}
	return n
}

// plain is a value as a call sends it: without the fields that are only not scored,
// or of which nothing but their absence is known.
func (v *value) plain() *source.Node {
	n := *v.node
	n.Members, n.Items = nil, nil
	for _, f := range v.fields {
		if f.value.node != nil && !f.value.unjudged {
			n.Members = append(n.Members, source.Member{Key: f.name, KeyAt: f.keyAt, Value: f.value.plain()})
		}
	}
	for _, item := range v.items {
		n.Items = append(n.Items, item.plain())
	}
	return &n
}
