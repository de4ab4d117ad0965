package bind

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Explanation is every decision that was made about one tool.
type Explanation struct {
	Binding    *Binding
	Why        string       // what decided on the operation, or that there is none
	Words      []string     // of the tool's name that count; "read", "create", "update" and "delete" for verbs of these kinds
	Considered []Considered // best first. What the config or an annotation says does not depend on them
	Calls      []Paired     // what the tool is bound to; where to nothing, the best candidate as if it were
}

// Considered is an operation that came to mind for a tool.
type Considered struct {
	Operation string
	Score     float64 // 0 to 1: Words and Fields together
	Words     float64 // what the words of the names gave of Score
	Fields    float64 // what the fields gave; may be negative

	Common, ToolOnly, OperationOnly []string // words of the two names
	Described                       bool     // the tool's words are those of its description, or of a value that chooses

	KnowsText      string   // Known and Counted in words
	Known, Counted int      // of the tool's fields, those that the operation knows, and all that are not the tool server's business
	Lacking        []string // what the operation needs and the tool does not have, paths and keys first
	Verdict        string   // why it was taken, or why not
}

// Explain says how it was decided what a tool does; nil where Match saw no such tool.
func (r *Result) Explain(tool string) *Explanation {
	i := slices.IndexFunc(r.Bindings, func(b *Binding) bool { return b.Tool.Name == tool })
	if i < 0 {
		return nil
	}
	b := r.Bindings[i]
	g := r.matcher.newGuess(i)
	g.refine()
	e := &Explanation{Binding: b, Words: spelled(g.readings[0].words, g.tool.Name)}
	for _, n := range g.shownNear(b) {
		e.Considered = append(e.Considered, g.considered(n, b))
	}
	e.Why = g.why(b, e.Considered)
	for _, c := range b.Calls {
		e.Calls = append(e.Calls, Paired{Operation: c.Op.Name, When: c.When, Bound: true, Rows: rows(c.Fields)})
	}
	if len(e.Calls) == 0 && len(e.Considered) > 0 && b.Local == "" && b.Unsupported == "" {
		h := g.headOf(e.Considered[0].Operation)
		e.Calls = append(e.Calls, Paired{Operation: h.Name, Rows: rows(g.pairing(h))})
	}
	return e
}

// shownNear is the operations to show: the best, and those that the tool is bound to.
func (g *guess) shownNear(b *Binding) []*near {
	bound := map[string]bool{}
	for _, c := range b.Calls {
		bound[c.Op.Name] = true
	}
	var all []*near
	for i, n := range g.near {
		if i < maxCandidates || bound[n.head.Name] {
			all = append(all, n)
		}
	}
	return all
}

func (g *guess) headOf(operation string) *head {
	for _, n := range g.near {
		if n.head.Name == operation {
			return n.head
		}
	}
	return nil
}

// pairing is the fields of the tool and an operation, as if the one were bound to the other.
func (g *guess) pairing(h *head) *Pairing {
	p := newPairer(h.Name, nil)
	p.onAllTools = g.recurring
	if f, verbs := chooser(g.tool.Input); f != nil && verbs {
		p.selectors = map[string]bool{f.Name: true}
	}
	return p.run(g.tool.Input, h.load().Input, "", "")
}

func (g *guess) considered(n *near, b *Binding) Considered {
	c := Considered{Operation: n.head.Name, Score: hundredths(n.score), Words: hundredths(g.score(n, 0))}
	c.Fields = hundredths(c.Score - c.Words)
	tool, op, named := g.closest(n)
	c.Described = !named
	for _, w := range tool {
		if slices.Contains(op, w) {
			c.Common = append(c.Common, w)
		} else {
			c.ToolOnly = append(c.ToolOnly, w)
		}
	}
	for _, w := range op {
		if !slices.Contains(tool, w) {
			c.OperationOnly = append(c.OperationOnly, w)
		}
	}
	texts := append([]string{g.tool.Name, n.head.Name, n.head.Doc, g.tool.Doc.Text}, n.head.Aliases...)
	for _, words := range []*[]string{&c.Common, &c.ToolOnly, &c.OperationOnly} {
		*words = spelled(*words, texts...)
	}
	f := g.fit(n.head)
	c.Known, c.Counted, c.KnowsText = f.paired, f.counted, knows(f.paired, f.counted)
	c.Lacking = lacking(g.pairing(n.head))
	c.Verdict = g.verdict(n, b, c.Lacking)
	return c
}

// spelled is words that were folded, as they stand in texts. A verb stays what
// stands for all verbs of its kind.
func spelled(folded []string, texts ...string) []string {
	as := map[string]string{}
	for _, text := range texts {
		for _, w := range contract.Words(text) {
			if f := fold(w); as[f] == "" && !isGroup(f) {
				as[f] = w
			}
		}
	}
	var words []string
	for _, f := range folded {
		words = append(words, cmp.Or(as[f], f))
	}
	return words
}

// closest is the words of the tool and of an operation in the ways of saying
// what they do that are most alike; named: those of the tool are its name's,
// which come first.
func (g *guess) closest(n *near) (tool, op []string, named bool) {
	find := func(all []reading) bool {
		best := 0.0
		for i := range all {
			for j := range n.head.readings {
				if s := g.alike(&all[i], &n.head.readings[j]); s > best {
					best, tool, op = s, all[i].words, n.head.readings[j].words
				}
			}
		}
		return best > 0
	}
	if find(g.readings) {
		return tool, op, true
	}
	find(append(slices.Clone(g.values), g.described))
	return tool, op, false
}

// lacking is what an operation needs and a tool does not have, what names the
// thing in question first.
func lacking(p *Pairing) []string {
	var keys, others []string
	for _, ref := range p.APIOnly {
		switch {
		case !ref.Field.Required || ref.Handled != "":
		case ref.Field.In == contract.Path:
			keys = append(keys, ref.Path)
		default:
			others = append(others, ref.Path)
		}
	}
	return append(keys, others...)
}

// verdict says why a tool is bound to an operation, or what speaks against it.
func (g *guess) verdict(n *near, b *Binding, lacking []string) string {
	f := g.fit(n.head)
	bound := slices.ContainsFunc(b.Calls, func(c *Call) bool { return c.Op.Name == n.head.Name })
	switch {
	case bound && b.Doubt != nil:
		return "bound, in doubt: " + b.Doubt.Why
	case bound:
		return "bound"
	case (b.How == ByConfig || b.How == ByAnnotation) && len(b.Calls) > 0:
		return "the " + b.How + " names another"
	case n.head.Deprecated:
		return "deprecated"
	case f.lost > 0:
		return "the tool has nothing for " + strings.Join(lacking, ", ")
	case f.stray > 0:
		return "it does not know " + strings.Join(g.demanded(n.head), ", ") + ", which the tool demands"
	case f.clash > 0:
		return "no value fits both sides of a field"
	case n.equal == nil:
		return "the words are not the same"
	case len(g.values) > 0:
		return "the tool does several things"
	case g.rivalled(n):
		return "another operation searches for these things"
	case !g.confirms(n.head):
		return knows(f.paired, f.counted) + ", which is not most of them"
	}
	return "another fits better, or about as well"
}

// knows says how much of the tool's fields an operation knows.
func knows(paired, counted int) string {
	switch counted {
	case 0:
		return "the tool has no fields that it could know"
	case 1:
		return [...]string{"it does not know the tool's only field", "it knows the tool's only field"}[min(paired, 1)]
	}
	return fmt.Sprintf("it knows %d of the tool's %d fields", paired, counted)
}

// demanded is the tool's required fields that say which thing is meant, and that
// an operation does not know.
func (g *guess) demanded(h *head) []string {
	var all []string
	for _, ref := range g.pairing(h).ToolOnly {
		if ref.Handled == "" && ref.Field.Required && saysWhich(ref.Field.Name) {
			all = append(all, ref.Path)
		}
	}
	return all
}

// why is what decided, in one clause.
func (g *guess) why(b *Binding, considered []Considered) string {
	switch {
	case b.Local != "":
		return "said to call no operation: " + b.Local
	case b.Unsupported != "":
		return "said to call what the spec does not describe: " + b.Unsupported
	case b.How == ByConfig:
		return "the config names the operation"
	case b.How == ByAnnotation:
		return "an annotation names the operation"
	case len(b.Missing) > 0:
		return "the operation that is named for it is not in the spec: " + b.Missing[0].Operation
	case b.How == BySameName:
		return g.calledLike(b.Calls[0].Op)
	case b.How == BySameWords:
		f := g.fit(g.headOf(b.Calls[0].Op.Name))
		return "the operation says the same words, in whatever order and with whatever verb for the same; " + knows(f.paired, f.counted)
	case len(considered) == 0:
		return "no operation shares a telling word with it"
	case len(g.values) > 0:
		return "it does several things, as its field " + selector(g.tool.Input).Name + " says: each value needs an operation"
	}
	equal := slices.DeleteFunc(slices.Clone(g.near), func(n *near) bool { return n.equal == nil })
	switch fit := slices.DeleteFunc(slices.Clone(equal), func(n *near) bool { return !g.confirms(n.head) || n.head.Deprecated }); {
	case len(equal) == 0:
		return "no operation is called like it, or says the same words"
	case len(fit) == 0:
		return "of those that say the same words, none is borne out by the fields"
	case len(fit) == 1:
		return fit[0].head.Name + " says the same words, but " + g.verdict(fit[0], b, nil)
	default:
		return fmt.Sprintf("%s and %s fit about as well as each other", fit[0].head.Name, fit[1].head.Name)
	}
}

// calledLike says which of an operation's names the tool's is.
func (g *guess) calledLike(op *contract.Op) string {
	key := contract.Letters(g.tool.Name)
	own := contract.Letters(strings.Join(g.own, " "))
	for _, id := range append([]string{op.Name}, op.Aliases...) {
		whole, part := nameKeys(&contract.Head{Name: id})
		for _, k := range append(whole, part...) {
			if k == key || k == own {
				return "it is called like the operation: " + id
			}
		}
	}
	return "it is called like the operation, as generators spell names: " + op.Name
}
