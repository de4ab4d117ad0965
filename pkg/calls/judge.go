package calls

import (
	"bytes"
	"slices"

	"github.com/tooldrift/tooldrift/pkg/bind"
	"github.com/tooldrift/tooldrift/pkg/diff"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Judge judges the arguments of one call, as JSON text; of none, where the log has
// no arguments. Where the tool is defined several times, the definition that finds
// least wrong with the call counts.
func (t *Tool) Judge(args []byte, into *Observation) {
	into.Valid, into.Unsure = false, false
	into.Sent, into.Numbers, into.Faults = into.Sent[:0], into.Numbers[:0], into.Faults[:0]
	if len(bytes.TrimSpace(args)) == 0 {
		args = noArguments
	}
	if t.passes(args, into) {
		return
	}
	t.look(args, into)
}

// look judges arguments the long way, which tells all that is wrong with them.
func (t *Tool) look(args []byte, into *Observation) {
	root, wrong := source.ParseJSON(&source.File{Name: "arguments", Data: args})
	if root == nil || root.Kind != source.Object {
		into.Faults = append(into.Faults, notArguments(args, root, wrong))
		return
	}
	var best []Fault
	unsure := false
	for i, v := range t.variants {
		faults, blind := v.judge(root)
		if i == 0 || len(faults) < len(best) {
			best, unsure = faults, blind
		}
	}
	into.Faults = append(into.Faults, twice(root, wrong)...)
	into.Faults = append(into.Faults, best...)
	into.Valid = len(into.Faults) == 0
	into.Unsure = into.Valid && unsure
	t.observe(root, t.spots, into)
}

var noArguments = []byte("{}")

// observe notes which fields were sent, and the numbers among them.
func (t *Tool) observe(v *source.Node, at *spot, into *Observation) {
	if at == nil {
		return
	}
	switch v.Kind {
	case source.Object:
		for _, m := range v.Members {
			inner := at.member(m.Key)
			if inner == nil {
				continue
			}
			if i := inner.field; i >= 0 {
				if !slices.Contains(into.Sent, i) {
					into.Sent = append(into.Sent, i)
				}
				if t.Fields[i].Quantity {
					t.quantity(i, m.Value, v, into)
				}
			}
			t.observe(m.Value, inner, into)
		}
	case source.Array:
		for _, item := range v.Items {
			t.observe(item, at.elem, into)
		}
	}
}

// quantity notes a number, or the numbers of a list. beside is the object that holds
// the field.
func (t *Tool) quantity(field int, v, beside *source.Node, into *Observation) {
	switch v.Kind {
	case source.Number:
		n := Number{Field: field, Text: v.Text}
		if name := t.currency[field]; name != "" {
			n.Currency, _ = beside.Value(name).Str()
		}
		into.Numbers = append(into.Numbers, n)
	case source.Array:
		for _, item := range v.Items {
			if item.Kind == source.Number {
				t.quantity(field, item, beside, into)
			}
		}
	}
}

// judge is what one definition of a tool, and the operations that it is bound to,
// find wrong with arguments.
func (v *variant) judge(root *source.Node) (faults []Fault, unsure bool) {
	verdict, own := diff.Judging{Call: true, Strict: true, Patterns: v.patterns}.Faults(v.op.Input, root)
	unsure = verdict == diff.Unsure || v.silent && len(root.Members) > 0
	var all []told
	api, by, blind := v.byAPI(root)
	for _, f := range first(own) {
		one := tell(f, ByTool)
		v.mend(&one, by)
		all = append(all, one)
	}
	for _, f := range api {
		if !slices.ContainsFunc(all, func(g told) bool { return covers(g, f) }) {
			all = append(all, f)
		}
	}
	for _, f := range all {
		f.Drift = v.explain(f, root)
		faults = append(faults, f.Fault)
	}
	v.oneCause(faults, root)
	return faults, unsure || blind
}

// covers reports whether a fault by the tool's own schema says what one by the API says.
func covers(own, api told) bool {
	if own.Side != ByTool || !isAt(api.At, own.At) {
		return false
	}
	return own.Kind == api.Kind && own.At == api.At || own.Kind == WrongType || own.Kind == UnknownField
}

// isAt reports whether a place is another one, or inside it.
func isAt(place, top string) bool {
	if len(place) < len(top) || place[:len(top)] != top {
		return false
	}
	return len(place) == len(top) || top == "" || place[len(top)] == '.' || place[len(top)] == '['
}

// byAPI is what the operations find wrong: all of them where a call makes all,
// else the one of those that the arguments choose which finds least.
// by is the operation that these are told of, nil where there is none.
func (v *variant) byAPI(root *source.Node) (faults []told, by *served, unsure bool) {
	first := true
	for i := range v.served {
		s := &v.served[i]
		if !v.all && !s.chosen(root) {
			continue
		}
		found, blind := v.serve(s, root)
		switch {
		case v.all:
			faults, by, unsure = append(faults, found...), s, unsure || blind
		case first || len(found) < len(faults):
			faults, by, unsure = found, s, blind
		}
		first = false
	}
	return faults, by, unsure
}

// chosen reports whether the arguments select the operation.
func (s *served) chosen(root *source.Node) bool {
	for _, c := range s.when {
		v := diff.At(root, c.Field)
		if v == nil || v.Kind == source.Array || v.Kind == source.Object || v.Text != c.Value {
			return false
		}
	}
	return true
}

// maxTold is how many faults of one side of a call are told. People and models read a
// few; a call that is broken on purpose has a million.
const maxTold = 100

func first(faults []diff.Fault) []diff.Fault { return faults[:min(len(faults), maxTold)] }

func (v *variant) serve(s *served, root *source.Node) (faults []told, unsure bool) {
	verdict, broken := diff.Judging{Call: true, Patterns: v.patterns}.Faults(s.taken, root)
	for _, b := range broken {
		if len(faults) == maxTold {
			break
		}
		f := tell(b, ByAPI)
		if gone := s.gone[b.Schema]; gone != nil {
			f.Fault = refused(f.Fault, gone)
		}
		if !v.excused(f, root) {
			v.mend(&f, s)
			faults = append(faults, f)
		}
	}
	for _, n := range s.needs {
		if diff.At(root, n.with) != nil && diff.At(root, n.path) == nil {
			faults = append(faults, told{Fault: missing(n.path, n.path, ByAPI, "")})
		}
	}
	return faults, verdict == diff.Unsure
}

// twice are the keys that an object has more than once, which the reader has told.
func twice(root *source.Node, wrong []source.Fault) []Fault {
	var faults []Fault
	for _, w := range wrong {
		if w.Also.IsZero() || len(faults) == maxTold {
			continue
		}
		at, field := placeOf(root, w.Also, "", "")
		faults = append(faults, duplicate(at, field))
	}
	return faults
}

// placeOf is the path of the member whose key stands at a span.
func placeOf(v *source.Node, key source.Span, at, field string) (string, string) {
	for i, item := range v.Items {
		if item.At.Start <= key.Start && key.End <= item.At.End {
			return placeOf(item, key, indexed(at, i), bind.Elem(field))
		}
	}
	for _, m := range v.Members {
		inner, innerField := bind.Join(at, m.Key), bind.Join(field, m.Key)
		if m.KeyAt == key {
			return inner, innerField
		}
		if m.Value.At.Start <= key.Start && key.End <= m.Value.At.End {
			return placeOf(m.Value, key, inner, innerField)
		}
	}
	return at, field
}
