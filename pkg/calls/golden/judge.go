package golden

import (
	"fmt"
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
	spent    int // bytes of further ways to be right
}

// maxVariants is how many ways to be right of one golden call are judged. A call
// has as many as the field that accepts most; the most in BFCL is 12.
const maxVariants = 1000

// mostFurther is how many bytes of arguments are judged beyond the first way to be
// right of each golden call: a hostile file has a thousand large ones a call.
const mostFurther = 64 << 20

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
	j.place(call, tool)
	want := call.wanted()
	var told []calls.Fault
	for i, v := range variants(want) {
		args := []byte(v.plain().JSON())
		if i > 0 {
			j.spent += len(args)
		}
		if i > 0 && j.spent > mostFurther {
			break
		}
		tool.Judge(args, &j.seen)
		j.judged++
		if j.seen.Unsure {
			j.unsure++
		}
		for _, f := range j.seen.Faults {
			same := func(g calls.Fault) bool { return g.Side == f.Side && g.At == f.At && g.Text == f.Text }
			if !slices.ContainsFunc(told, same) && !v.hopelessAt(steps(f.At)) {
				told = append(told, f)
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

// place gives the arguments without a name, as Python has them, the names of the
// tool's fields in their order.
func (j *judging) place(call *Call, tool *calls.Tool) {
	if len(call.positional) == 0 {
		return
	}
	var members []source.Member
	for _, f := range tool.Fields {
		s := steps(f.Path)
		if len(members) == len(call.positional) || len(s) != 1 {
			continue
		}
		v := call.positional[len(members)]
		members = append(members, source.Member{Key: s[0].name, KeyAt: v.At, Value: v})
	}
	if len(members) < len(call.positional) {
		at := call.positional[len(members)].At
		j.findings = append(j.findings, Finding{
			Kind: calls.UnknownField, Side: calls.ByTool, Tool: call.Tool, Span: at, At: placeOf(at),
			Message: fmt.Sprintf("%d arguments are given without a name, and the tool has %d fields", len(call.positional), len(members)),
		})
	}
	args := *call.Args
	args.Members = append(members, args.Members...)
	call.Args, call.want, call.positional = &args, valueOf(&args), nil
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

// variants are the ways to be right, maxVariants at most: v as it stands, then v with
// each value that is accepted in place of one of its own.
func variants(v *value) []*value {
	first := *v
	first.or = nil
	all := []*value{&first}
	for i, f := range v.fields {
		for n, inner := range variants(f.value) {
			if n > 0 {
				if len(all) == maxVariants {
					return all
				}
				one := first
				one.fields = slices.Clone(v.fields)
				one.fields[i].value = inner
				all = append(all, &one)
			}
		}
	}
	for i, item := range v.items {
		for n, inner := range variants(item) {
			if n > 0 {
				if len(all) == maxVariants {
					return all
				}
				one := first
				one.items = slices.Clone(v.items)
				one.items[i] = inner
				all = append(all, &one)
			}
		}
	}
	for _, alt := range v.or {
		if !alt.unjudged && len(all) < maxVariants {
			all = append(all, variants(alt)...)
		}
	}
	return all[:min(len(all), maxVariants)]
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
