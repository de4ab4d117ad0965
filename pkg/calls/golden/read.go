package golden

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// rules are how cases are scored that do not say it themselves.
type rules struct {
	match Match
	order Order
	extra Extra
}

func (ru *rules) keys(r *reader) []config.Key {
	return []config.Key{
		{Name: "match", Read: func(n *source.Node) { ru.match = Match(r.Word(n, "match", string(Exact), string(Loose))) }},
		{Name: "order", Read: func(n *source.Node) { ru.order = Order(r.Word(n, "order", string(AnyOrder), string(GivenOrder))) }},
		{Name: "extra", Read: func(n *source.Node) { ru.extra = Extra(r.Word(n, "extra", string(ExtraWrong), string(ExtraAllowed))) }},
	}
}

// suite reads a golden file of our own:
//
//	version: 1
//	match: exact
//	cases:
//	  - id: refund-42
//	    prompt: Refund $42 to the customer.
//	    tool: create_refund
//	    arguments: {payment_id: pay_1, amount_cents: 4200}
//	    accept: {payment_id: [pay_01]}
//	    optional: [payment_id]
//	    unscored: [reason]
//	  - id: move
//	    order: given
//	    calls:
//	      - {tool: cancel, arguments: {id: 1}}
//	      - {tool: book, arguments: {id: 2}, alternatives: [{tool: rebook, arguments: {from: 1, to: 2}}]}
func (r *reader) suite(n *source.Node) *Suite {
	s := &Suite{}
	var all rules
	var version, cases *source.Node
	given := r.Mapping(n, "a golden file", append([]config.Key{
		{Name: "version", Read: func(v *source.Node) { version = v }},
		{Name: "about", Read: func(v *source.Node) { s.About = r.text(v, "about", "what the cases are") }},
		{Name: "cases", Read: func(v *source.Node) { cases = v }},
	}, all.keys(r)...)...)
	switch {
	case given == nil:
		return s
	case !given["version"]:
		r.Fault(n.At, "a golden file has no version; write version: 1")
	case version != nil && (version.Kind != source.Number || version.Text != "1"):
		r.Fault(version.At, "version must be 1, the only one there is")
	}
	if cases == nil {
		if !given["cases"] {
			r.Fault(n.At, "a golden file has no cases")
		}
		return s
	}
	r.List(cases, "cases", "cases", func(item *source.Node) { s.Cases = append(s.Cases, r.oneCase(item, all)) })
	return s
}

func (r *reader) oneCase(n *source.Node, of rules) *Case {
	const what = "a case"
	c := &Case{At: n.At}
	var own rules
	var calls *source.Node
	one := &Call{At: n.At}
	known := slices.Concat([]config.Key{
		{Name: "id", Read: func(v *source.Node) {
			if c.ID, c.IDAt = v.Text, v.At; v.Kind != source.Number {
				c.ID = r.text(v, "id", "what the log names the prompt by")
			}
		}},
		{Name: "prompt", Read: func(v *source.Node) { c.Prompt = r.text(v, "prompt", "what the model is asked") }},
		{Name: "note", Read: func(v *source.Node) { c.Note = r.text(v, "note", "why the call is right") }},
		{Name: "calls", Read: func(v *source.Node) { calls = v }},
	}, r.callKeys(one, true), own.keys(r))
	given := r.Mapping(n, what, known...)
	c.Match, c.Order, c.Extra = cmp.Or(own.match, of.match), cmp.Or(own.order, of.order), cmp.Or(own.extra, of.extra)
	switch {
	case given == nil:
		return c
	case !given["id"]:
		r.Fault(n.At, "a case has no id: what the log names its prompt by")
	}
	switch {
	case given["calls"] && given["tool"]:
		r.Fault(n.At, "a case has either one tool or calls")
	case given["tool"]:
		r.compile(one)
		c.Calls = []*Call{one}
	case !given["calls"] && !given[""]:
		r.Fault(n.At, "a case has one of tool or calls; calls: [] where the model is to call nothing")
	case calls != nil:
		for _, k := range []string{"arguments", "accept", "optional", "unscored", "alternatives"} {
			if given[k] {
				r.Fault(n.Member(k).KeyAt, "%s belongs to a call, and this case has several: write it into one of calls", k)
			}
		}
		r.List(calls, "calls", "calls", func(item *source.Node) { c.Calls = append(c.Calls, r.call(item, "a call", true)) })
	}
	return c
}

// call reads one call of a list; one that is no alternative may have some.
func (r *reader) call(n *source.Node, what string, alternatives bool) *Call {
	c := &Call{At: n.At}
	given := r.Mapping(n, what, r.callKeys(c, alternatives)...)
	if given != nil && !given["tool"] {
		r.Fault(n.At, "%s has no tool", what)
	}
	r.compile(c)
	return c
}

func (r *reader) callKeys(c *Call, alternatives bool) []config.Key {
	keys := []config.Key{
		{Name: "tool", Read: func(v *source.Node) { c.Tool, c.ToolAt = r.text(v, "tool", "the name of a tool"), v.At }},
		{Name: "arguments", Read: func(v *source.Node) {
			if v.Kind != source.Object {
				r.Expect(v, "arguments", "a mapping of fields to values")
				return
			}
			c.Args = v
		}},
		{Name: "accept", Read: func(v *source.Node) { r.accept(v, c) }},
		{Name: "optional", Read: func(v *source.Node) { c.Optional, c.optionalAt = r.fields(v, "optional") }},
		{Name: "unscored", Read: func(v *source.Node) { c.Unscored, c.unscoredAt = r.fields(v, "unscored") }},
	}
	if alternatives {
		keys = append(keys, config.Key{Name: "alternatives", Read: func(v *source.Node) {
			r.List(v, "alternatives", "calls that are as right", func(item *source.Node) {
				c.Alternatives = append(c.Alternatives, r.call(item, "an alternative", false))
			})
		}})
	}
	return keys
}

func (r *reader) accept(n *source.Node, c *Call) {
	if n.Kind != source.Object {
		r.Expect(n, "accept", "a mapping of fields to lists of values that are as right")
		return
	}
	for _, m := range n.Members {
		if m.Value.Kind != source.Array {
			r.Expect(m.Value, "what is accepted of "+m.Key, "a list of values that are as right")
			continue
		}
		c.Accept = append(c.Accept, Accept{Field: m.Key, Values: m.Value.Items, At: m.KeyAt})
	}
}

func (r *reader) fields(n *source.Node, what string) (paths []string, places []source.Span) {
	r.List(n, what, "fields", func(item *source.Node) {
		if path := r.text(item, "an entry of "+what, "a field of arguments"); path != "" {
			paths, places = append(paths, path), append(places, item.At)
		}
	})
	return paths, places
}

// compile puts what a call says of its fields to their values. A field that it
// does not send is a slip: what is said of it would change nothing.
func (r *reader) compile(c *Call) {
	if c.Args == nil {
		c.Args = &source.Node{Kind: source.Object, At: c.At}
	}
	c.want = valueOf(c.Args)
	paths := c.want.paths()
	lost := func(at source.Span, key, path string) {
		text := "%s names %s, which arguments do not have"
		if near := config.Nearest(path, paths); near != "" {
			r.Fault(at, text+"; did you mean %s?", key, path, near)
			return
		}
		r.Fault(at, text, key, path)
	}
	for _, a := range c.Accept {
		found := c.want.below(steps(a.Field))
		if len(found) == 0 {
			lost(a.At, "accept", a.Field)
		}
		if len(found)*len(a.Values) > source.MaxExpanded {
			r.Fault(a.At, "accept has %d values for %d places, beyond %s", len(a.Values), len(found), source.ExpandedLimit.Words())
			continue
		}
		var values []*value
		for _, n := range a.Values {
			values = append(values, valueOf(n))
		}
		for _, v := range found {
			v.or = append(v.or, values...)
		}
	}
	for i, path := range c.Optional {
		found := c.want.below(steps(path))
		if len(found) == 0 {
			lost(c.optionalAt[i], "optional", path)
		}
		for _, v := range found {
			v.optional = true
		}
	}
	for i, path := range c.Unscored {
		if !c.want.ask(steps(path)) {
			lost(c.unscoredAt[i], "unscored", path)
		}
	}
}

// Read reads a file of golden calls: our own, as YAML, JSON or a case a line,
// tau-bench's tasks and trajectories, and the possible answers of the Berkeley
// Function Calling Leaderboard. Faults that are no Dirt refuse it, and the result
// is then nil.
func Read(f *source.File) (*Suite, []source.Fault) {
	r := &reader{}
	s := r.file(f)
	if s == nil || source.Refused(r.Faults) {
		return nil, r.Faults
	}
	s.File, s.Told = f, r.findings
	return s, r.Faults
}

// file tells by its content what a file is.
func (r *reader) file(f *source.File) *Suite {
	var n *source.Node
	var records []*source.Node
	if isLines(f) {
		records, r.Faults = source.ParseJSONLines(f)
	} else if n, r.Faults = source.Parse(f); n != nil {
		records = []*source.Node{n}
		if n.Kind == source.Array {
			records = n.Items
		}
	}
	if len(records) == 0 || source.Refused(r.Faults) {
		if n != nil {
			return r.suite(n)
		}
		return nil
	}
	s := &Suite{}
	first := records[0]
	switch _, actions := tauActions(first); {
	case isBFCL(first):
		for _, n := range records {
			if !isBFCL(n) {
				r.Fault(n.At, "a line of possible answers has id and ground_truth, this has not")
				continue
			}
			s.Cases = append(s.Cases, r.bfcl(n))
		}
	case actions != nil:
		s.Cases = r.tasks(records)
	case isCase(first):
		for _, n := range records {
			s.Cases = append(s.Cases, r.oneCase(n, rules{}))
		}
	case n == nil || n.Value("version") == nil && n.Value("cases") == nil:
		r.Fault(first.At, "no golden calls: expected cases of tooldrift, tasks or trajectories of tau-bench, or possible answers of BFCL")
	default:
		s = r.suite(n)
	}
	r.twice(s)
	return s
}

// isCase reports whether n is a case of our own that stands by itself.
func isCase(n *source.Node) bool {
	return n.Value("id") != nil && (n.Value("tool") != nil || n.Value("calls") != nil)
}

// isLines reports whether each line of a file is a JSON value by itself, by its
// first line and that there are more.
func isLines(f *source.File) bool {
	data := bytes.TrimSpace(bytes.TrimPrefix(f.Data, []byte("\ufeff")))
	end := bytes.IndexByte(data, '\n')
	if end < 0 || data[0] != '{' {
		return false
	}
	return json.Valid(data[:end])
}

// tasks reads tau-bench's records. Several trajectories of one task, its trials,
// are one case.
func (r *reader) tasks(records []*source.Node) (cases []*Case) {
	have := map[string]string{}
	for i, n := range records {
		_, actions := tauActions(n)
		if actions == nil {
			r.Fault(n.At, "a task has actions, this has none")
			continue
		}
		c := r.tau(n, i)
		if have[c.ID] == actions.JSON() {
			continue
		}
		have[c.ID] = actions.JSON()
		cases = append(cases, c)
	}
	return cases
}

// twice faults the ids that two cases share, since a log could not tell them apart,
// and cases beyond a limit.
func (r *reader) twice(s *Suite) {
	first := map[string]*Case{}
	for _, c := range s.Cases {
		if len(c.Calls) > source.MaxGolden {
			r.Fault(c.At, "the case %s has %d calls, beyond %s", c.ID, len(c.Calls), source.GoldenLimit)
		}
		for _, call := range c.Calls {
			if n := len(call.Alternatives); n > source.MaxGolden {
				r.Fault(call.At, "a call of the case %s has %d alternatives, beyond %s", c.ID, n, source.GoldenLimit)
			}
		}
		switch was := first[c.ID]; {
		case c.ID == "":
		case was != nil && len(r.Faults) < source.MaxFaults:
			r.Faults = append(r.Faults, source.Fault{At: c.IDAt, Also: was.IDAt, Text: source.Escape("the id " + strings.TrimSpace(c.ID) + " is there twice, first at " + was.IDAt.Place())})
		default:
			first[c.ID] = c
		}
	}
}
