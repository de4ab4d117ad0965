package loaders

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/tooldrift/tooldrift/pkg/source"
)

// gqlCall is what an operation calls: a root field, a field below one to which
// variables are passed as well, or one that the schema does not have.
type gqlCall struct {
	path  []string // below the root type; the types of fragments are steps too
	at    source.Span
	steps []gqlStep
}

// gqlStep is a field on the way, and what is passed to it.
type gqlStep struct {
	name string
	def  *gqlField // as the schema has it; nil where that is not known
	args []gqlArgument
}

// callFinder finds what one operation calls.
type callFinder struct {
	document *gqlDocument
	op       *gqlExecutable
	schema   *gqlSchema
	calls    []gqlCall
	unknown  []gqlCall       // fields that the schema does not have
	used     map[string]bool // variables
	open     map[string]bool // fragments that are being looked into
	left     int             // selections that may still be looked at
	blind    bool            // there may be more than was seen
	full     bool            // more is called than is kept
	lost     int             // fields around that the schema does not have
	faults   []source.Fault
}

// hint is what a binding in the config would say of the operation, and all that it
// passes; nil where what it calls is not seen.
func (c *callFinder) hint() *source.Node {
	c.use(c.op.uses)
	c.visit(c.op.fields, c.schema.rootType(c.op.keyword), nil, nil)
	c.checkVariables()
	var nodes []*source.Node
	seen := map[string]bool{}
	for _, call := range slices.Concat(c.calls, c.unknown) {
		n := c.node(call)
		if key := n.JSON(); !seen[key] {
			seen[key] = true
			nodes = append(nodes, n)
		}
	}
	switch {
	case len(nodes) == 1:
		return nodes[0]
	case len(nodes) == 0 && c.blind:
		return nil
	case len(nodes) == 0:
		local := source.Member{Key: "local", KeyAt: c.op.at, Value: textNode("it selects no field of the API", c.op.at)}
		return &source.Node{Kind: source.Object, Members: []source.Member{local}, At: c.op.at}
	}
	return &source.Node{Kind: source.Array, Items: nodes, At: c.op.at}
}

func (c *callFinder) dirt(at source.Span, format string, args ...any) {
	c.blind = true
	c.faults = append(c.faults, gqlDirt(at, format, args...))
}

func (c *callFinder) use(uses []gqlUse) {
	for _, u := range uses {
		c.used[u.name] = true
	}
}

// visit looks at what is selected on a type, nil where it is not known, and
// reports whether anything called was found there.
func (c *callFinder) visit(fields []*gqlSelection, t *gqlType, path []string, steps []gqlStep) (found bool) {
	for _, s := range fields {
		beyond := ""
		if c.left--; c.left < 0 {
			beyond = "to more than " + source.SelectionsLimit.String()
		} else if len(path) > source.MaxSelectDepth {
			beyond = "deeper than " + source.SelectDepthLimit.String()
		}
		if beyond != "" {
			if !c.blind {
				c.dirt(c.op.at, "%s unfolds %s", c.op.name, beyond)
			}
			return found
		}
		c.use(s.uses)
		switch {
		case s.name != "":
			found = c.field(s, t, path, steps) || found
		case s.spread == "":
			t, path := c.about(s.on, t, path)
			found = c.visit(s.fields, t, path, steps) || found
		default:
			found = c.spread(s, t, path, steps) || found
		}
	}
	return found
}

func (c *callFinder) field(s *gqlSelection, t *gqlType, path []string, steps []gqlStep) bool {
	step := gqlStep{name: s.name, args: s.args}
	var next *gqlType
	if t != nil {
		step.def = t.byName[s.name]
	}
	if step.def != nil {
		next = c.schema.types[step.def.typ.named()]
	}
	passes := false
	for _, a := range s.args {
		uses := a.value.uses()
		c.use(uses)
		passes = passes || len(uses) > 0
	}
	path = append(path[:len(path):len(path)], s.name)
	steps = append(steps[:len(steps):len(steps)], step)
	unknown := step.def == nil && c.knows(t)
	if unknown {
		c.lost++
		defer func() { c.lost-- }()
	}
	below := c.visit(s.fields, next, path, steps)
	call := gqlCall{path, s.at, steps}
	switch {
	case strings.HasPrefix(s.name, "__"), below:
		return below
	case passes, len(steps) == 1:
		c.calls = c.keep(c.calls, call)
		return true
	case unknown && c.lost == 1: // what is below it is lost with it
		c.unknown = c.keep(c.unknown, call)
	}
	return false
}

// keep adds a call, if there are not too many of them.
func (c *callFinder) keep(calls []gqlCall, call gqlCall) []gqlCall {
	if len(calls) < source.MaxCalls {
		return append(calls, call)
	}
	if !c.full {
		c.full = true
		c.faults = append(c.faults, gqlDirt(call.at, "%s calls fields from here on that are not compared, beyond %s", c.op.name, source.CallsLimit))
	}
	return calls
}

// knows reports whether t has no other fields than those that it is known to have.
func (c *callFinder) knows(t *gqlType) bool {
	return t != nil && (t.kind == ast.Object || t.kind == ast.Interface) && !t.extension && !c.schema.federated
}

func (c *callFinder) spread(s *gqlSelection, t *gqlType, path []string, steps []gqlStep) bool {
	f := c.document.fragments[s.spread]
	switch {
	case f == nil:
		c.dirt(s.at, "the fragment %s is not in this document; what it passes is not seen", s.spread)
		return false
	case c.open[s.spread]:
		c.dirt(s.at, "the fragment %s contains itself", s.spread)
		return false
	}
	c.open[s.spread] = true
	defer delete(c.open, s.spread)
	t, path = c.about(f.on, t, path)
	return c.visit(f.fields, t, path, steps)
}

// about is the type and the path inside a fragment about a type. At the root there
// is only one; where the type is known to be that one nothing need be said.
func (c *callFinder) about(on string, t *gqlType, path []string) (*gqlType, []string) {
	if on == "" || len(path) == 0 || t != nil && t.name == on {
		return t, path
	}
	return c.schema.types[on], append(path[:len(path):len(path)], on)
}

// checkVariables reports what makes every API refuse the operation.
func (c *callFinder) checkVariables() {
	declared := map[string]bool{}
	for _, v := range c.op.vars {
		if declared[v.name] {
			c.faults = append(c.faults, gqlDirt(v.at, "%s declares $%s twice; the first counts", c.op.name, v.name))
		} else if !c.used[v.name] && !c.blind {
			c.faults = append(c.faults, gqlDirt(v.at, "%s declares $%s and uses it nowhere; an API refuses that", c.op.name, v.name))
		}
		declared[v.name] = true
	}
	for _, f := range c.document.fragments {
		for _, name := range f.local {
			declared[name] = true
		}
	}
	for _, call := range c.calls {
		for _, step := range call.steps {
			for _, a := range step.args {
				for _, u := range a.value.uses() {
					if !declared[u.name] {
						declared[u.name] = true
						c.faults = append(c.faults, gqlDirt(u.at, "%s uses $%s and does not declare it; an API refuses that", c.op.name, u.name))
					}
				}
			}
		}
	}
}

// node is one call as an entry of bindings.
func (c *callFinder) node(call gqlCall) *source.Node {
	prefix := "Query"
	if c.op.keyword == "mutation" {
		prefix = "Mutation"
	}
	p := &passing{finder: c, mapped: map[string]bool{}}
	names := call.names()
	for i, step := range call.steps {
		for _, a := range step.args {
			p.value(pathStep(names[i][a.name]), a.at, a.value)
		}
	}
	var kept []*source.Node
	seen := map[string]bool{}
	for _, v := range c.op.vars {
		if !p.mapped[v.name] && !seen[v.name] {
			kept = append(kept, textNode(v.name, v.at))
		}
		seen[v.name] = true
	}
	n := &source.Node{Kind: source.Object, At: call.at}
	n.Members = []source.Member{{Key: "operation", KeyAt: call.at, Value: textNode(prefix+"."+strings.Join(call.path, "."), call.at)}}
	if p.fields != nil {
		n.Members = append(n.Members, source.Member{Key: "fields", KeyAt: call.at, Value: &source.Node{Kind: source.Object, Members: p.fields, At: call.at}})
	}
	for _, list := range []struct {
		key   string
		items []*source.Node
	}{{"supplied", p.supplied}, {"agent_only", kept}} {
		if list.items != nil {
			n.Members = append(n.Members, source.Member{Key: list.key, KeyAt: call.at, Value: &source.Node{Kind: source.Array, Items: list.items, At: call.at}})
		}
	}
	return n
}

func textNode(text string, at source.Span) *source.Node {
	return &source.Node{Kind: source.String, Text: text, At: at}
}

// pathStep is a name as a step of a field path.
func pathStep(name string) string {
	if strings.Contains(name, ".") {
		return fmt.Sprintf("[%q]", name)
	}
	return name
}

// names are the names that the arguments have among those of all steps, as
// gatherArguments gives them, step by step. One that the schema does not have must
// not be taken for another step's.
func (c gqlCall) names() []map[string]string {
	var steps []*gqlField
	for _, step := range c.steps {
		f := &gqlField{name: step.name}
		if step.def != nil {
			f.args = step.def.args
		} else {
			for _, a := range step.args {
				f.args = append(f.args, &gqlField{name: a.name})
			}
		}
		steps = append(steps, f)
	}
	gathered := gatherArguments(steps)
	taken := map[string]bool{}
	for _, a := range gathered {
		taken[a.name] = true
	}
	names := make([]map[string]string, len(steps))
	for i, f := range steps {
		names[i] = map[string]string{}
		for _, a := range f.args {
			names[i][a.name], gathered = gathered[0].name, gathered[1:]
		}
		for _, a := range c.steps[i].args {
			if _, known := names[i][a.name]; known {
				continue
			}
			names[i][a.name] = a.name
			if taken[a.name] {
				names[i][a.name] = f.name + "." + a.name
			}
		}
	}
	return names
}

func argumentOf(args []*gqlField, name string) *gqlField {
	for _, a := range args {
		if a.name == name {
			return a
		}
	}
	return nil
}

// passing collects what a call passes to which argument.
type passing struct {
	finder   *callFinder
	fields   []source.Member // variable: path of the argument
	supplied []*source.Node  // paths of what the document itself passes
	mapped   map[string]bool
}

// value is passed at path, whose argument or member stands at at.
func (p *passing) value(path string, at source.Span, v gqlPassed) {
	switch {
	case v.variable != "" && !p.mapped[v.variable] && argumentOf(p.finder.op.vars, v.variable) != nil:
		p.mapped[v.variable] = true
		p.fields = append(p.fields, source.Member{Key: v.variable, KeyAt: at, Value: textNode(path, at)})
	case len(v.members) > 0:
		for _, m := range v.members {
			p.value(path+"."+m.name, m.at, m.value)
		}
	case len(v.uses()) > 0 && v.variable == "":
		for _, item := range v.items {
			if len(item.uses()) > 0 {
				p.value(path+"[]", at, item)
			}
		}
	default:
		p.supplied = append(p.supplied, textNode(path, at))
	}
}
