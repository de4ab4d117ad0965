package golden

import (
	"errors"
	"fmt"

	"github.com/tooldrift/tooldrift/pkg/calls/logs"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// isBFCL reports whether n is a line of the Berkeley Function Calling
// Leaderboard's possible answers: {"id": "simple_0", "ground_truth": [...]}.
func isBFCL(n *source.Node) bool {
	truth := n.Value("ground_truth")
	return truth != nil && truth.Kind == source.Array && n.Value("id") != nil
}

// bfcl reads one line of possible answers. A call is {tool: {field: [alternatives]}}, "" among
// them that the field may be left out; of several turns each is a list of calls as Python
// writes them, which all count as calls of one case: there the leaderboard compares
// what the calls did, and further calls do no harm.
func (r *reader) bfcl(n *source.Node) *Case {
	id := n.Value("id")
	c := &Case{ID: id.Text, IDAt: id.At, At: n.At, Match: Loose}
	if id.Kind != source.String && id.Kind != source.Number {
		r.Expect(id, "id", "a string")
	}
	for _, item := range n.Value("ground_truth").Items {
		switch item.Kind {
		case source.Object:
			for _, m := range item.Members {
				told := len(r.findings)
				c.Calls = append(c.Calls, r.bfclCall(m))
				for i := range r.findings[told:] {
					r.findings[told+i].Case, r.findings[told+i].Tool = c.ID, m.Key
				}
			}
		case source.String:
			c.Calls = append(c.Calls, r.python(item)...)
		case source.Array:
			c.Order, c.Extra = GivenOrder, ExtraAllowed
			for _, call := range item.Items {
				c.Calls = append(c.Calls, r.python(call)...)
			}
		default:
			r.Expect(item, "an entry of ground_truth", "a call")
		}
	}
	return c
}

// python reads the calls in a string.
func (r *reader) python(n *source.Node) []*Call {
	if n.Kind != source.String {
		r.Expect(n, "a call", "a string")
		return nil
	}
	calls, err := logs.PythonCalls(n.Text, spots(n))
	var all []*Call
	for _, p := range calls {
		if why := ambiguous(p); why != nil && err == nil {
			err = why
		}
		all = append(all, &Call{Tool: p.Name, ToolAt: p.NameAt, Args: p.Named, At: p.At, want: valueOf(p.Named), positional: p.Positional})
	}
	if err != nil {
		r.Fault(n.At, "the call cannot be read: %s", err)
		return nil
	}
	return all
}

// ambiguous says why a call does not tell which field has which value.
func ambiguous(p logs.PythonCall) error {
	if p.Mixed {
		return errors.New("an argument without a name stands behind a named one")
	}
	seen := map[string]bool{}
	for _, m := range p.Named.Members {
		if seen[m.Key] {
			return fmt.Errorf("the argument %s is there twice", m.Key)
		}
		seen[m.Key] = true
	}
	return nil
}

// spots gives the places of the parts of a string. Where the file escapes some of
// it they are not to be told apart, and each is the whole string's.
func spots(n *source.Node) func(from, to int) source.Span {
	at := n.At
	if at.IsZero() || at.End-at.Start != len(n.Text)+2 || string(at.File.Data[at.Start+1:at.End-1]) != n.Text {
		return func(int, int) source.Span { return at }
	}
	return func(from, to int) source.Span {
		return source.Span{File: at.File, Start: at.Start + 1 + from, End: at.Start + 1 + to}
	}
}

func (r *reader) bfclCall(m source.Member) *Call {
	c := &Call{Tool: m.Key, ToolAt: m.KeyAt, At: m.Value.At, Args: &source.Node{Kind: source.Object, At: m.Value.At}}
	c.want = &value{node: c.Args}
	if m.Value.Kind != source.Object {
		r.Expect(m.Value, "what "+m.Key+" is called with", "a mapping of fields to lists of right values")
		return c
	}
	for _, f := range m.Value.Members {
		v := r.alternatives(f, true)
		if v == nil {
			continue
		}
		c.want.fields = append(c.want.fields, field{f.Key, f.KeyAt, v})
		if v.node != nil {
			c.Args.Members = append(c.Args.Members, source.Member{Key: f.Key, KeyAt: f.KeyAt, Value: v.node})
		}
	}
	return c
}

// alternatives is a field whose value is a list of right values. In those that are
// mappings, or lists of mappings, each value is again such a list, but no deeper
// (ast_checker.py, dict_checker and list_dict_checker).
func (r *reader) alternatives(m source.Member, outer bool) *value {
	if m.Value.Kind != source.Array {
		if outer {
			r.Expect(m.Value, "what "+m.Key+" may be", "a list of right values")
			return nil
		}
		return valueOf(m.Value)
	}
	var all []*value
	optional := false
	for _, alt := range m.Value.Items {
		if alt.Kind == source.String && alt.Text == "" {
			optional = true
			continue
		}
		all = append(all, r.alternative(alt, outer))
	}
	if optional {
		none := valueOf(&source.Node{Kind: source.String, At: m.Value.At})
		none.unjudged = true // it stands for nothing, whatever the field's type
		all = append(all, none)
	}
	if len(all) == 0 {
		r.told(m.Value.At, fmt.Sprintf("no value of %s is right: its list is empty", m.Key))
		return &value{unscored: true, hopeless: true}
	}
	first := *all[0]
	first.or, first.optional = all[1:], optional
	return &first
}

func (r *reader) alternative(n *source.Node, outer bool) *value {
	lists := outer && n.Kind == source.Array && len(n.Items) > 0
	for _, item := range n.Items {
		lists = lists && item.Kind == source.Object
	}
	switch {
	case outer && n.Kind == source.Object:
		return r.alternativeObject(n)
	case lists:
		v := &value{node: &source.Node{Kind: source.Array, At: n.At}}
		for _, item := range n.Items {
			one := r.alternativeObject(item)
			v.items = append(v.items, one)
			v.node.Items = append(v.node.Items, one.node)
		}
		return v
	}
	return valueOf(n)
}

// alternativeObject is a mapping of fields to lists of right values.
func (r *reader) alternativeObject(n *source.Node) *value {
	v := &value{node: &source.Node{Kind: source.Object, At: n.At}}
	for _, m := range n.Members {
		f := r.alternatives(m, false)
		v.fields = append(v.fields, field{m.Key, m.KeyAt, f})
		if f.node != nil {
			v.node.Members = append(v.node.Members, source.Member{Key: m.Key, KeyAt: m.KeyAt, Value: f.node})
		}
	}
	return v
}
