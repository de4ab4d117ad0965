package traps

import "github.com/tooldrift/tooldrift/pkg/source"

// JSONL is a line of JSON a case: {"id", "tool", "field", "kind", "crossing",
// "unit", "said", "prompt", "arguments", "accept", "optional", "note", "wrong"}. What a case
// does not have stands in its line all the same, empty or null.
func JSONL(s *Set) []byte {
	var out []byte
	for _, c := range s.Cases {
		out = append(c.node().AppendJSON(out), '\n')
	}
	return out
}

func (c *Case) node() *source.Node {
	n := &source.Node{Kind: source.Object}
	for _, m := range [][2]string{
		{"id", c.ID}, {"contract", c.Contract}, {"tool", c.Tool}, {"operation", c.Operation}, {"field", c.Field}, {"kind", c.Kind}, {"crossing", c.Crossing},
		{"unit", c.Unit}, {"said", c.Said}, {"prompt", c.Prompt},
	} {
		set(n, m[0], text(m[1]))
	}
	set(n, "arguments", c.Args)
	accept := &source.Node{Kind: source.Object}
	for _, a := range c.Accept {
		set(accept, a.Field, &source.Node{Kind: source.Array, Items: a.Values})
	}
	set(n, "accept", accept)
	set(n, "optional", &source.Node{Kind: source.Array, Items: texts(c.Optional)})
	set(n, "note", text(c.Note))
	if c.Wrong == nil {
		set(n, "wrong", &source.Node{Kind: source.Null, Text: "null"})
		return n
	}
	wrong := &source.Node{Kind: source.Object}
	set(wrong, "value", c.Wrong.Value)
	set(wrong, "text", text(c.Wrong.Text))
	set(n, "wrong", wrong)
	return n
}
