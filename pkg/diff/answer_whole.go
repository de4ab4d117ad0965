package diff

import (
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/contract"
)

// whole reports what a tool's object refuses in an API's object as such: that a
// field is not there, or that one is. It holds of answers that are handed on as
// they come. A server that takes the object out of an envelope or a page, or that
// picks a few of many fields, makes an object of its own.
func (o *answers) whole(t, a *contract.Schema, pairing *bind.Pairing, renames []rename, p place) {
	if o.unwrapped || a.Extra != nil || 2*common(t, a) <= len(t.Fields) {
		return
	}
	o.absent(a, pairing, renames)
	if t.Closed && !t.ClosedAt.IsZero() {
		o.extra(t, a, pairing, renames, p)
	}
}

// absent reports the fields that the tool requires and the answer never has. A
// server that adds several fields makes an object of its own.
func (o *answers) absent(a *contract.Schema, pairing *bind.Pairing, renames []rename) {
	if len(pairing.ToolOnly) > 1+len(renames) {
		return
	}
	for _, left := range pairing.APIOnly {
		if isPromised(left.Field) && !left.Field.Schema.WriteOnly {
			return // what the API always answers is left out: the object is not handed on
		}
	}
	for _, ref := range pairing.ToolOnly {
		if !ref.Field.Required || ref.Handled != "" || slices.ContainsFunc(renames, func(r rename) bool { return r.tool == ref }) {
			continue
		}
		o.add(place{tool: ref, path: ref.Path}, &Drift{
			ToolAt: ref.Field.RequiredAt, SpecAt: a.At, Value: "absent",
			Answer: AnswerFact{Of: AnswerAbsent},
		})
	}
}

// extra reports the fields that the API answers with and a closed object lacks:
// every answer is refused where the API promises one of them. A spec that
// promises nothing of an object (GraphQL, whose fields are selected, and
// protobuf) does not say what comes.
func (o *answers) extra(t, a *contract.Schema, pairing *bind.Pairing, renames []rename, p place) {
	var names []string
	always := false
	for _, ref := range pairing.APIOnly {
		f := ref.Field
		if f.Schema.WriteOnly || slices.ContainsFunc(renames, func(r rename) bool { return r.api == ref }) {
			continue
		}
		names = append(names, f.Name)
		always = always || isPromised(f)
	}
	if len(names) == 0 || len(names) >= len(t.Fields) || !slices.ContainsFunc(a.Fields, isPromised) {
		return
	}
	o.add(p, &Drift{
		ToolSchema: t, APISchema: a, ToolAt: t.ClosedAt, SpecAt: a.At, Fields: names, Value: "extra " + strings.Join(names, ", "),
		Answer: AnswerFact{Of: AnswerExtra, Some: !always},
	})
}

// isPromised reports a field that the API's author lists as required.
func isPromised(f *contract.Field) bool { return f.Required && !f.RequiredAt.IsZero() }
