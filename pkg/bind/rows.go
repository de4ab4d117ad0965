package bind

import (
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// Paired is the fields of a tool and one operation, row by row.
type Paired struct {
	Operation string
	When      []Cond
	Bound     bool
	Rows      []Row
}

// Row is one pair of fields, or a field that has no partner.
type Row struct {
	Tool, API string // paths; "" where the side has none
	How       string // PairedByName, ..., HandledSupplied, ... or Unpaired
	Why       string
}

// Unpaired is the How of a Row that nothing pairs and nothing excuses.
const Unpaired = "unpaired"

var pairedWhy = map[string]string{
	PairedByName:     "equal names",
	PairedByCase:     "the same letters in another case style, or with other separators",
	PairedByWrapper:  "the same name, once an object that only carries others is looked through",
	PairedByNesting:  "the only field of that name deeper in the API's objects",
	PairedByMapping:  "the config pairs them",
	PairedByLonePath: "both say which thing is meant",
	PairedByPrefix:   "the tool's name begins with where the API has it",
	PairedBySuffix:   "the tool's name ends with where the API has it",
	PairedByShort:    "query and q are one",
}

var handledWhy = map[string]string{
	HandledSupplied:   "the config: the tool server fills it in",
	HandledAgentOnly:  "the config: the tool server consumes it",
	HandledOmitted:    "the config: deliberately not offered",
	HandledSelector:   "it chooses the operation",
	HandledCredential: "the caller of the API holds it, not the model",
	HandledHeader:     "it travels beside the arguments, as a header or a cookie",
	HandledConstant:   "it can have one value only, which the tool server knows",
	HandledReadOnly:   "the API only returns it",
	HandledOnAllTools: "it recurs on the tools of the file, and on no operation",
	HandledSaidLocal:  "its description says that the tool server handles it",
	HandledOtherKey:   "one more way to name what a path parameter names",
	HandledBuilt:      "it is in an object that the tool server builds, beside a paired one",
	HandledRenamed:    "the document passes a name that is most likely a slip of it",
	HandledUnknown:    "the document passes it as an argument that the API does not know",
}

// rows lists a pairing: the tool's fields in their order, then what only the API has.
func rows(p *Pairing) []Row {
	var all []Row
	p.Each(func(_, _ *Ref, row Row) { all = append(all, row) })
	return all
}

// Each visits the fields of two objects and of those in them, pair by pair and
// then what has no partner: the tool's in their order, then what only the API has.
// A side that has no field there is nil.
func (p *Pairing) Each(visit func(tool, api *Ref, row Row)) {
	l := rowLister{visit: visit, seen: map[[2]*contract.Schema]bool{}}
	l.list(p, maxRowDepth)
}

// maxRowDepth is how many objects inside others are listed field by field.
const maxRowDepth = 4

type rowLister struct {
	visit func(tool, api *Ref, row Row)
	seen  map[[2]*contract.Schema]bool
}

func (l *rowLister) list(p *Pairing, depth int) {
	for _, pair := range p.Pairs {
		l.visit(pair.Tool, pair.API, Row{pair.Tool.Path, pair.API.Path, pair.How, whyPaired(pair)})
		if depth > 0 && !p.exact {
			l.inside(pair, p, depth)
		}
	}
	for _, ref := range p.ToolOnly {
		l.visit(ref, nil, Row{Tool: ref.Path, How: howLeft(ref), Why: whyLeft(ref, "the API has nothing of that name or meaning")})
	}
	for _, ref := range p.APIOnly {
		why := "the tool does not offer it"
		if ref.Field.Required {
			why = "the API needs it, and the tool has nothing of that name or meaning"
		}
		l.visit(nil, ref, Row{API: ref.Path, How: howLeft(ref), Why: whyLeft(ref, why)})
	}
}

// inside lists what is in the objects of a pair, or in those of its arrays.
func (l *rowLister) inside(pair *Pair, in *Pairing, depth int) {
	t, a := pair.Tool.Field.Schema, pair.API.Field.Schema
	if l.seen[[2]*contract.Schema{t, a}] {
		return
	}
	l.seen[[2]*contract.Schema{t, a}] = true
	toolPath, apiPath := pair.Tool.Path, pair.API.Path
	for range maxDepth {
		if len(members(t)) > 0 && len(members(a)) > 0 {
			l.list(Fields(t, a, toolPath, apiPath, in), depth-1)
			return
		}
		if t, a = element(t), element(a); t == nil || a == nil {
			return
		}
		toolPath, apiPath = Elem(toolPath), Elem(apiPath)
	}
}

func whyPaired(pair *Pair) string {
	name := pair.API.Field.Name
	switch {
	case pair.Variable:
		return "the document passes it"
	case pair.How == PairedByCase && strings.ContainsAny(name, "<>"):
		return "the words stand for the comparison in " + name
	case pair.How == PairedByMapping:
		return pairedWhy[pair.How]
	case pair.Separates:
		return pairedWhy[pair.How] + ", which tells two fields of that name apart"
	}
	return pairedWhy[pair.How]
}

func howLeft(ref *Ref) string {
	if ref.Handled == "" {
		return Unpaired
	}
	return ref.Handled
}

func whyLeft(ref *Ref, otherwise string) string {
	why := handledWhy[ref.Handled]
	switch {
	case ref.Handled == "":
		return otherwise
	case ref.Reason != "":
		return why + ": " + ref.Reason
	}
	return why
}
