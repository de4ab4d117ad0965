package loaders

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/lexer"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// introspectionReader reads the answer to the introspection query.
type introspectionReader struct{ gqlFile }

// readIntrospection reads one answer, with or without its "data" around.
func readIntrospection(f *source.File) (*gqlFile, []source.Fault) {
	root, faults := source.Parse(f)
	if root == nil {
		return nil, faults
	}
	schema := root.Value("__schema")
	if schema == nil {
		schema = root.Value("data").Value("__schema")
	}
	if schema == nil || schema.Kind != source.Object {
		return nil, append(faults, source.Fault{At: root.At, Text: "neither a GraphQL schema nor an answer to the introspection query"})
	}
	r := &introspectionReader{gqlFile{namesRoots: true, faults: faults}}
	for _, operation := range gqlOperations {
		name := schema.Value(operation.keyword + "Type").Value("name")
		if typ, ok := name.Str(); ok {
			r.roots = append(r.roots, gqlRoot{operation: operation.keyword, typ: typ, at: name.At})
		}
	}
	for _, n := range gqlItems(schema, "types") {
		r.typ(n)
	}
	return &r.gqlFile, r.faults
}

// gqlItems are the items of a list member; null and absent lists have none.
func gqlItems(n *source.Node, key string) []*source.Node {
	if list := n.Value(key); list != nil {
		return list.Items
	}
	return nil
}

// gqlText is a member that is a string, and its place.
func gqlText(n *source.Node, key string) contract.Text {
	value := n.Value(key)
	if s, ok := value.Str(); ok {
		return contract.Text{Text: s, At: value.At}
	}
	return contract.Text{}
}

func (r *introspectionReader) typ(n *source.Node) {
	name, kind := gqlText(n, "name"), ast.DefinitionKind(gqlText(n, "kind").Text)
	switch {
	case gqlBuiltIn[name.Text] || strings.HasPrefix(name.Text, "__"):
		return
	case name.Text == "" || gqlKindWords[kind] == "":
		r.dirt(n.At, "a type without a name or a kind; it does not count")
		return
	}
	t := &gqlType{kind: kind, name: name.Text, at: name.At, doc: gqlText(n, "description")}
	for _, f := range append(gqlItems(n, "fields"), gqlItems(n, "inputFields")...) {
		if field := r.field(f); field != nil {
			t.fields = append(t.fields, field)
		}
	}
	for _, v := range gqlItems(n, "enumValues") {
		name := gqlText(v, "name")
		if name.Text == "" {
			continue
		}
		t.values = append(t.values, gqlValue{name: name.Text, at: name.At, doc: gqlText(v, "description").Text, deprecated: v.Value("isDeprecated").True()})
	}
	if oneOf := n.Member("isOneOf"); oneOf != nil && oneOf.Value.True() {
		t.oneOf = oneOf.KeyAt
	}
	if t.url = gqlText(n, "specifiedByURL").Text; t.url == "" {
		t.url = gqlText(n, "specifiedByUrl").Text
	}
	r.types = append(r.types, t)
}

// field reads an entry of fields, args or inputFields; nil where it has no name.
func (r *introspectionReader) field(n *source.Node) *gqlField {
	name := gqlText(n, "name")
	if name.Text == "" {
		r.dirt(n.At, "a field without a name; it does not count")
		return nil
	}
	f := &gqlField{name: name.Text, at: name.At, declAt: n.At, doc: gqlText(n, "description"), typ: r.ref(n.Value("type"), n.At), def: r.literal(n.Value("defaultValue"))}
	for _, a := range gqlItems(n, "args") {
		if arg := r.field(a); arg != nil {
			f.args = append(f.args, arg)
		}
	}
	if m := n.Member("isDeprecated"); m != nil && m.Value.True() {
		f.deprecated = deprecation(n.Value("deprecationReason"), m.KeyAt)
	}
	return f
}

// ref reads a type; at is the place of one that is missing.
func (r *introspectionReader) ref(n *source.Node, at source.Span) *gqlRef {
	kind, name := gqlText(n, "kind"), gqlText(n, "name")
	switch {
	case kind.Text == "NON_NULL":
		ref := r.ref(n.Value("ofType"), kind.At)
		ref.nonNull, ref.bangAt = true, kind.At
		return ref
	case kind.Text == "LIST":
		return &gqlRef{elem: r.ref(n.Value("ofType"), kind.At), at: kind.At}
	case name.Text == "":
		return &gqlRef{cut: true, at: at}
	}
	return &gqlRef{name: name.Text, at: name.At}
}

// literal reads a default, which is a string in GraphQL's own spelling. All of
// it has the place of the string.
func (r *introspectionReader) literal(n *source.Node) *source.Node {
	s, ok := n.Str()
	if !ok {
		return nil
	}
	f := &source.File{Data: []byte(s)}
	if tokens, _, fault := lexSDL(f); fault == nil {
		l := &sdlReader{file: f, tokens: tokens}
		if value := l.literal(); !l.broken && l.at(lexer.EOF) {
			moveLiteral(value, n.At)
			return value
		}
	}
	r.dirt(n.At, "the default %s is no value of GraphQL; it does not count", s)
	return nil
}

func moveLiteral(n *source.Node, at source.Span) {
	n.At = at
	for _, item := range n.Items {
		moveLiteral(item, at)
	}
	for i := range n.Members {
		n.Members[i].KeyAt = at
		moveLiteral(n.Members[i].Value, at)
	}
}
