package loaders

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// openGraphQL indexes one schema, given as SDL and introspection files.
func openGraphQL(files []*source.File) (*contract.Index, []source.Fault) {
	s, dialect := mergeGraphQL(files)
	if dialect == "" {
		return nil, s.faults
	}
	x := newGQLIndex(s)
	index := &contract.Index{Dialect: dialect, Expand: x.expand, Output: x.answer, Strays: s.strays}
	for _, operation := range gqlOperations {
		index.Heads = append(index.Heads, x.heads(operation)...)
	}
	if len(index.Heads) == 0 {
		s.dirt(source.Span{File: files[0]}, "the schema has no Query and no Mutation type, so no operation")
	}
	return index, s.faults
}

// mergeGraphQL reads the files of one schema; dialect is that of the first that
// could be read, or empty.
func mergeGraphQL(files []*source.File) (s *gqlSchema, dialect string) {
	s = &gqlSchema{types: map[string]*gqlType{}, roots: map[string]string{}}
	var read []*gqlFile
	for _, f := range files {
		reader, kind := readSDL, "graphql-sdl"
		if bytes.HasPrefix(bytes.TrimLeft(f.Data, "\ufeff \t\r\n"), []byte("{")) {
			reader, kind = readIntrospection, "graphql-introspection"
		}
		file, faults := reader(f)
		s.faults = append(s.faults, faults...)
		if file == nil {
			continue
		}
		read = append(read, file)
		s.strays = append(s.strays, file.strays...)
		s.federated = s.federated || file.federated
		s.namesRoots = s.namesRoots || file.namesRoots
		if dialect == "" {
			dialect = kind
		}
	}
	for _, file := range read {
		for _, t := range file.types {
			s.add(t)
		}
	}
	for _, file := range read {
		for _, r := range file.roots {
			s.root(r)
		}
	}
	return s, dialect
}

// gqlOperation is a kind of operation. Subscriptions are none: an agent calls, it does not listen.
type gqlOperation struct {
	keyword string // in a schema definition
	prefix  string // of Op.Name, whatever the type is called
}

var gqlOperations = []gqlOperation{{"query", "Query"}, {"mutation", "Mutation"}}

// gqlIndex expands the operations of a schema.
type gqlIndex struct {
	schema *gqlSchema
	ops    map[string]*contract.Op // by name

	tool   bool   // of the variables of a tool: an ID is a text there, a list is written as one
	unseen string // why no type but the built-in ones is known; or empty

	objects   map[string]*contract.Schema // input types by name; only Fields and Groups are of use
	pending   []gqlPending
	undefined map[string]bool // types reported
	faults    []source.Fault

	answers  map[string]*contract.Schema // output types by name; only Fields are of use
	selected []*gqlType                  // output types whose fields have no schemas yet
}

func newGQLIndex(s *gqlSchema) *gqlIndex {
	return &gqlIndex{schema: s, ops: map[string]*contract.Op{}, objects: map[string]*contract.Schema{}, undefined: map[string]bool{}}
}

func (x *gqlIndex) heads(operation gqlOperation) []contract.Head {
	root := x.schema.rootType(operation.keyword)
	if root == nil {
		return nil
	}
	var heads []contract.Head
	for _, f := range root.fields {
		h := contract.Head{Name: operation.prefix + "." + f.name, Aliases: gqlAliases(operation, root, f.name), Deprecated: f.deprecated.Text != "", At: f.at}
		h.Doc, _, _ = strings.Cut(strings.TrimSpace(f.doc.Text), "\n")
		for _, a := range f.args {
			h.Params = append(h.Params, a.name)
		}
		if object := x.loneObject(f.args); object != nil {
			for _, member := range object.fields {
				h.Params = append(h.Params, member.name)
			}
		}
		heads = append(heads, h)
	}
	return heads
}

// gqlAliases are a field's other names: alone, and behind its type's own name.
func gqlAliases(operation gqlOperation, root *gqlType, path string) []string {
	aliases := []string{path}
	if root.name != operation.prefix {
		aliases = append(aliases, root.name+"."+path)
	}
	return aliases
}

// loneObject is the input type of the only argument, or nil.
func (x *gqlIndex) loneObject(args []*gqlField) *gqlType {
	if len(args) != 1 || args[0].typ.elem != nil {
		return nil
	}
	return x.inputObject(args[0].typ.name)
}

// expand is contract.Index.Expand. A name may also be a path below a root field,
// "Query.repository.issues", begin with the root type's own name, and say which
// type an interface or union is there: "Query.node.Repository.issues".
func (x *gqlIndex) expand(names ...string) ([]*contract.Op, []source.Fault) {
	x.faults = nil
	var ops []*contract.Op
	for _, name := range names {
		if op := x.op(name); op != nil {
			ops = append(ops, op)
		}
	}
	return ops, x.faults
}

func (x *gqlIndex) op(name string) *contract.Op {
	operation, root, steps, path := x.locate(name)
	if steps == nil {
		return nil
	}
	name = operation.prefix + "." + path
	if x.ops[name] == nil {
		op := x.build(steps)
		op.Name, op.Aliases = name, gqlAliases(operation, root, path)
		x.ops[name] = op
	}
	return x.ops[name]
}

// locate finds the root that an operation's name begins with, the fields on its
// path and the path without what goes without saying; steps is nil where it leads
// nowhere.
func (x *gqlIndex) locate(name string) (operation gqlOperation, root *gqlType, steps []*gqlField, path string) {
	prefix, below, _ := strings.Cut(name, ".")
	for _, operation := range gqlOperations {
		root := x.schema.rootType(operation.keyword)
		if root == nil || prefix != operation.prefix && prefix != root.name {
			continue
		}
		if steps, path := x.steps(root, below); steps != nil {
			return operation, root, steps, path
		}
	}
	return gqlOperation{}, nil, nil, ""
}

// steps are the fields on a path below t, and the path without what goes without
// saying; nil where it leads nowhere.
func (x *gqlIndex) steps(t *gqlType, path string) (steps []*gqlField, plain string) {
	var names []string
	words := strings.Split(path, ".")
	for i, name := range words {
		if t != nil && t.name == name && t.byName[name] == nil && i > 0 && i+1 < len(words) {
			continue
		}
		if t == nil || t.byName[name] == nil {
			if t = x.schema.types[name]; t == nil || i == 0 || i+1 == len(words) {
				return nil, ""
			}
			names = append(names, name)
			continue
		}
		f := t.byName[name]
		steps, names = append(steps, f), append(names, name)
		t = x.schema.types[f.typ.named()]
	}
	return steps, strings.Join(names, ".")
}

// build makes the operation of a path, but for its names.
func (x *gqlIndex) build(steps []*gqlField) *contract.Op {
	last := steps[len(steps)-1]
	op := &contract.Op{
		Doc: last.doc, At: last.at, Waivers: last.waivers, File: last.at.File.Name,
		Input: &contract.Schema{Types: contract.ObjectType, Closed: true, At: last.declAt},
	}
	for i := len(steps) - 1; op.Deprecated.Text == "" && i >= 0; i-- {
		op.Deprecated = steps[i].deprecated
	}
	args := gatherArguments(steps)
	if t := x.loneObject(args); t != nil && isInput(args[0]) {
		op.Waivers = slices.Concat(op.Waivers, args[0].waivers)
		x.promote(op.Input, args[0], t)
	} else {
		op.Input.Fields = x.fields(args, false)
	}
	x.finish()
	return op
}

// gatherArguments are the arguments of all steps as the fields of one input.
// A name that an earlier step has is told apart by as much of the path as it takes.
func gatherArguments(steps []*gqlField) []*gqlField {
	var args []*gqlField
	seen := map[string]bool{}
	for i, step := range steps {
		for _, a := range step.args {
			name := a.name
			for j := i; seen[name] && j >= 0; j-- {
				name = steps[j].name + "." + name
			}
			if seen[name] = true; name != a.name {
				renamed := *a
				renamed.name = name
				a = &renamed
			}
			args = append(args, a)
		}
	}
	return args
}

// isInput reports whether an argument is there only to hold the others: "input",
// "createUserInput". A lone "filter" is a name that agents are offered too.
func isInput(arg *gqlField) bool {
	return arg.deprecated.Text == "" &&
		(arg.name == "input" || strings.HasSuffix(arg.name, "Input") || strings.HasSuffix(arg.name, "_input"))
}

// promote makes the members of a lone input argument the fields of the
// operation, as those of a request body are.
func (x *gqlIndex) promote(in *contract.Schema, arg *gqlField, t *gqlType) {
	object := x.object(t)
	in.Name, in.Source, in.TypeAt, in.At = t.name, arg.typ.String(), arg.typ.at, arg.declAt
	in.Default, in.Groups = arg.def, object.Groups
	in.Promoted = x.fields([]*gqlField{arg}, false)[0]
	if in.Doc = arg.doc; in.Doc.Text == "" {
		in.Doc = t.doc
	}
	x.finish() // the copies below must be whole
	for _, f := range object.Fields {
		copied := *f
		copied.LooseBody = !arg.typ.nonNull || arg.def != nil
		in.Fields = append(in.Fields, &copied)
	}
}
