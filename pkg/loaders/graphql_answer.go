package loaders

import (
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// answer is contract.Index.Output: the type of the field that a path leads to, as
// if all of it were selected.
func (x *gqlIndex) answer(name string) (*contract.Schema, []source.Fault) {
	_, _, steps, _ := x.locate(name)
	if steps == nil {
		return nil, nil
	}
	x.faults = nil
	if x.answers == nil {
		x.answers = map[string]*contract.Schema{}
	}
	s := x.output(steps[len(steps)-1].typ)
	// Types that lead to each other are read one after the other.
	for len(x.selected) > 0 {
		t := x.selected[0]
		x.selected = x.selected[1:]
		object := x.answers[t.name]
		for i, f := range t.fields {
			object.Fields[i].Schema = x.output(f.typ)
		}
	}
	return s, x.faults
}

// output is the schema of what a field of a type answers with. Every field of an
// answer may be null in GraphQL, and most are declared so whatever their server
// does: null is read as left out.
func (x *gqlIndex) output(ref *gqlRef) *contract.Schema {
	s := &contract.Schema{Source: ref.String(), TypeAt: ref.at, At: ref.at}
	t := x.schema.types[ref.name]
	switch {
	case ref.elem != nil:
		s.Types, s.Elem = contract.ArrayType, x.output(ref.elem)
	case ref.name == "ID":
		s.Types = contract.StringType // whatever is sent for one
	case t != nil && (t.kind == ast.Object || t.kind == ast.Interface):
		s.Types, s.Name, s.Doc, s.Fields = contract.ObjectType, t.name, t.doc, x.selection(t)
	case t != nil && t.kind == ast.Union:
		s.Types, s.Opaque = contract.ObjectType, "union "+t.name
	default:
		x.name(s, ref)
		if s.Types.Has(contract.StringType) && s.Types&contract.Number != 0 && s.Opaque == "" {
			s.Opaque = "custom scalar " + ref.name // a text or a number: which of them comes is not said
		}
	}
	if !ref.nonNull {
		s.Types |= contract.NullType
		s.NullLeft = true
	}
	return s
}

// selection is the fields of an object type, which is where recursion closes. A
// field that is selected is there in every answer.
func (x *gqlIndex) selection(t *gqlType) []*contract.Field {
	if s := x.answers[t.name]; s != nil {
		return s.Fields
	}
	s := &contract.Schema{}
	for _, f := range t.fields {
		s.Fields = append(s.Fields, &contract.Field{
			Name: f.name, Required: true, Doc: f.doc, Deprecated: f.deprecated, At: f.at, DeclAt: f.declAt,
			Schema: &contract.Schema{Types: contract.Any},
		})
	}
	x.answers[t.name] = s
	x.selected = append(x.selected, t)
	return s.Fields
}
