package config

import (
	"fmt"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// Draft is what bindings is to say of a tool that it says nothing of so far.
type Draft struct {
	Tool  string
	Calls []DraftCall
	Sure  bool // it becomes an entry; else a comment to choose from, best first
}

// DraftCall is one operation of a Draft, or one candidate.
type DraftCall struct {
	Operation string // "": none comes near, for these conditions
	When      []Cond
	Score     float64 // 0 to 1, said beside a candidate; 0 says nothing
}

// conditional reports whether a draft is of a tool that chooses among operations.
func (d *Draft) conditional() bool {
	for _, c := range d.Calls {
		if len(c.When) > 0 {
			return true
		}
	}
	return false
}

// block is the lines of a draft in block YAML, not indented. In a comment, what
// is left once the marks are taken off is YAML again.
func (d *Draft) block() []string {
	key := Scalar(d.Tool)
	var lines []string
	switch {
	case len(d.Calls) == 0:
		lines = []string{key + `: {local: "why it calls no operation"}`}
	case d.conditional() || d.Sure && len(d.Calls) > 1:
		lines = append(lines, key+":")
		for _, c := range d.Calls {
			lines = append(lines, c.item())
		}
	default:
		for _, c := range d.Calls {
			lines = append(lines, key+": "+Scalar(c.Operation)+c.remark())
		}
	}
	if !d.Sure {
		for i, line := range lines {
			lines[i] = "# " + line
		}
	}
	return lines
}

func (c *DraftCall) item() string {
	if c.Operation == "" {
		return "  # when " + strings.Join(conditions(c.When, " is "), ", ") + ": no operation comes near"
	}
	return "  - " + c.flow() + c.remark()
}

// flow is the call as an entry between braces.
func (c *DraftCall) flow() string {
	if len(c.When) == 0 {
		return "{operation: " + flowScalar(c.Operation) + "}"
	}
	return fmt.Sprintf("{when: {%s}, operation: %s}", strings.Join(conditions(c.When, ": "), ", "), flowScalar(c.Operation))
}

func conditions(when []Cond, between string) []string {
	var all []string
	for _, w := range when {
		all = append(all, flowScalar(w.Field)+between+flowScalar(w.Value))
	}
	return all
}

func (c *DraftCall) remark() string {
	if c.Score == 0 {
		return ""
	}
	return fmt.Sprintf("  # %.2f", c.Score)
}

// entry is a draft that is sure as an entry between braces; json: every key is
// in double quotes, as those beside it are.
func (d *Draft) entry(json bool) string {
	n := d.node()
	if json {
		return Quoted(d.Tool) + ": " + n.JSON()
	}
	if n.Kind == source.String {
		return flowScalar(d.Tool) + ": " + flowScalar(n.Text)
	}
	var calls []string
	for _, c := range d.Calls {
		calls = append(calls, c.flow())
	}
	return flowScalar(d.Tool) + ": [" + strings.Join(calls, ", ") + "]"
}

// node is the value that a draft that is sure has in the tree of the config.
func (d *Draft) node() *source.Node {
	if !d.conditional() && len(d.Calls) == 1 {
		return text(d.Calls[0].Operation)
	}
	list := &source.Node{Kind: source.Array}
	for _, c := range d.Calls {
		call := &source.Node{Kind: source.Object}
		if len(c.When) > 0 {
			when := &source.Node{Kind: source.Object}
			for _, w := range c.When {
				when.Members = append(when.Members, source.Member{Key: w.Field, Value: text(w.Value)})
			}
			call.Members = append(call.Members, source.Member{Key: "when", Value: when})
		}
		call.Members = append(call.Members, source.Member{Key: "operation", Value: text(c.Operation)})
		list.Items = append(list.Items, call)
	}
	return list
}

func text(s string) *source.Node { return &source.Node{Kind: source.String, Text: s} }
