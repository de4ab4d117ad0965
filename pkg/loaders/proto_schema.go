package loaders

import (
	"fmt"
	"strings"

	"github.com/bufbuild/protocompile/experimental/ast/predeclared"
	"github.com/bufbuild/protocompile/experimental/ir"
	"github.com/bufbuild/protocompile/experimental/seq"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// protoSchemas turns linked types into schemas, as protojson reads them
// (protobuf.dev/programming-guides/json). Every use of a message has a schema
// of its own, for the place where it is used; all share the message's fields.
type protoSchemas struct {
	spec     *protoSpec
	messages map[ir.Type]*contract.Schema
	enums    map[ir.Type]*protoEnum
	unread   []ir.Type // messages whose fields are not filled in yet
	uses     []protoUse
}

// protoUse is a schema that gets the fields of its message in the end.
type protoUse struct{ schema, message *contract.Schema }

type protoEnum struct {
	values []contract.Value
	doc    contract.Text
	at     source.Span // of the name
}

func newProtoSchemas(p *protoSpec) *protoSchemas {
	return &protoSchemas{spec: p, messages: map[ir.Type]*contract.Schema{}, enums: map[ir.Type]*protoEnum{}}
}

// fileOf is the file that a linked type stands in.
func (b *protoSchemas) fileOf(t ir.Type) *protoFile { return b.spec.linked[t.Context()] }

// input is the schema of an RPC's argument.
func (b *protoSchemas) input(f *protoFile, t ir.Type, rpc ir.Method, at source.Span) *contract.Schema {
	s := &contract.Schema{Types: contract.ObjectType, TypeAt: at, At: f.at(rpc.AST().Signature().Inputs().Span())}
	name := typeName(t)
	special, ok := wellKnown[name]
	switch {
	case t.IsZero() || !t.IsMessage():
		written := rpc.AST().Signature().Inputs().Span()
		s.Opaque = "type " + strings.Trim(written.Text(), "() ") + " not found"
		b.notFound(f, s)
		return s
	case ok && special.types != contract.ObjectType:
		s.Opaque = "the argument is a " + name + ", which is no object in JSON"
		s.Name = name
		return s
	case ok:
		special.apply(s, name, at)
		return s
	}
	return b.message(t)
}

// message is the schema that all uses of a message copy.
func (b *protoSchemas) message(t ir.Type) *contract.Schema {
	if s := b.messages[t]; s != nil {
		return s
	}
	f := b.fileOf(t)
	decl := t.AST()
	s := &contract.Schema{
		Name:   typeName(t),
		Types:  contract.ObjectType,
		TypeAt: f.at(decl.Name().Span()),
		Source: typeName(t),
		Closed: true,
		Doc:    f.words(f.at(decl.Span()), false).doc,
		At:     f.at(decl.Span()),
	}
	s.ClosedAt = s.TypeAt
	b.messages[t] = s
	b.unread = append(b.unread, t)
	return s
}

// finish fills in the fields of all messages met so far, one after the other
// rather than one inside the other: recursion is theirs, not ours.
func (b *protoSchemas) finish() {
	for len(b.unread) > 0 {
		t := b.unread[0]
		b.unread = b.unread[1:]
		f := b.fileOf(t)
		b.spec.guard(f, func() { b.fill(f, t, b.messages[t]) })
		if f.broken {
			b.messages[t].Opaque = f.file.Name + " could not be compiled"
		}
	}
	for _, u := range b.uses {
		u.schema.Opaque = u.message.Opaque
		u.schema.Fields = u.message.Fields
		u.schema.Groups = u.message.Groups
		u.schema.Reserved = u.message.Reserved
		u.schema.Unread = append(u.schema.Unread, u.message.Unread...)
	}
	b.uses = nil
}

func (b *protoSchemas) fill(f *protoFile, t ir.Type, s *contract.Schema) {
	rules := messageRules(f, t.Options())
	for m := range seq.Values(t.Members()) {
		if m.AST().Name().IsZero() {
			continue
		}
		s.Fields = append(s.Fields, b.field(f, m, rules))
	}
	for o := range seq.Values(t.Oneofs()) {
		s.Groups = append(s.Groups, oneofGroup(f, o))
	}
	s.Groups = append(s.Groups, rules.groups...)
	s.Unread = append(s.Unread, rules.unread...)
	for r := range seq.Values(t.ReservedNames()) {
		s.Reserved = append(s.Reserved, contract.Text{Text: r.Name(), At: f.at(r.AST().Span())})
	}
}

func (b *protoSchemas) field(f *protoFile, m ir.Member, rules protoMessageRules) *contract.Field {
	decl := m.AST()
	words := f.words(f.at(decl.Span()), true)
	field := &contract.Field{
		Name:    m.Name(),
		Doc:     words.doc,
		At:      f.at(decl.Name().Span()),
		DeclAt:  f.at(decl.Span()),
		Waivers: words.waivers,
	}
	if json := m.JSONName(); json != "" && json != field.Name {
		field.AltNames = []string{json}
	}
	field.Schema = b.fieldSchema(f, m)
	if field.Doc.Text == "" {
		field.Doc = field.Schema.Doc
	}
	field.Deprecated = f.deprecation(m.Deprecated(), field.Doc.Text)
	field.RequiredAt, field.Required = legacyRequired(f, m)
	if def := m.PseudoOptions().Default; !def.IsZero() {
		field.Schema.Default = defaultNode(f, m, def)
	}
	applyOptions(f, m, field, rules)
	return field
}

// fieldSchema is what a field may hold. Null is accepted for every field and
// reads as left out, but inside a list or a map it is refused.
func (b *protoSchemas) fieldSchema(f *protoFile, m ir.Member) *contract.Schema {
	at := f.at(m.TypeAST().RemovePrefixes().Span())
	if m.IsGroup() {
		at = f.at(m.AST().KeywordToken().Span())
	}
	var s *contract.Schema
	switch {
	case m.IsMap():
		key, value := m.Element().EntryFields()
		elem := b.schema(f, value, f.at(value.TypeAST().Span()))
		s = &contract.Schema{
			Types:  contract.ObjectType,
			Source: fmt.Sprintf("map<%s, %s>", typeName(key.Element()), elem.Source),
			Extra:  elem,
		}
	case m.IsRepeated():
		elem := b.schema(f, m, at)
		s = &contract.Schema{Types: contract.ArrayType, Source: "repeated " + elem.Source, Elem: elem}
	default:
		s = b.schema(f, m, at)
		if s.Types == contract.Any {
			return s
		}
	}
	s.TypeAt, s.At = at, f.at(m.AST().Span())
	s.Types |= contract.NullType
	s.NullLeft = true
	return s
}

// schema is one value of a field's type, named at a place.
func (b *protoSchemas) schema(f *protoFile, m ir.Member, at source.Span) *contract.Schema {
	t := m.Element()
	s := &contract.Schema{TypeAt: at, At: at, Source: typeName(t)}
	switch {
	case t.IsZero():
		written := m.TypeAST().RemovePrefixes().Span()
		s.Types = contract.Any
		s.Source = written.Text()
		s.Opaque = "type " + s.Source + " not found"
		b.notFound(f, s)
	case t.Predeclared() != predeclared.Unknown:
		scalarSchema(s, t.Predeclared())
	case t.IsEnum():
		b.enumSchema(s, t)
	default:
		if special, ok := wellKnown[s.Source]; ok {
			special.apply(s, s.Source, at)
			return s
		}
		message := b.message(t)
		s.Name, s.Types, s.Closed, s.ClosedAt, s.Doc = message.Name, contract.ObjectType, true, message.ClosedAt, message.Doc
		b.uses = append(b.uses, protoUse{s, message})
	}
	return s
}

// notFound tells of a type that an import would have defined which is missing.
// Where none is, the compiler has refused the file for it.
func (b *protoSchemas) notFound(f *protoFile, s *contract.Schema) {
	if f.tainted {
		b.spec.tell(f, source.Fault{At: s.At, Text: clip(s.Opaque), Dirt: true})
	}
}

// typeName is a type's full name without the leading dot.
func typeName(t ir.Type) string { return strings.TrimPrefix(string(t.FullName()), ".") }

// oneofGroup is a oneof that its author wrote; the compiler makes none up for
// the optional fields of proto3. REQUIRED on all its members, as googleapis
// writes it, can only mean that one of them is.
func oneofGroup(f *protoFile, o ir.Oneof) contract.Group {
	g := contract.Group{Name: o.Name(), At: f.at(o.AST().Name().Span())}
	all := true
	for m := range seq.Values(o.Members()) {
		g.Fields = append(g.Fields, m.Name())
		all = all && !hasBehavior(m, "REQUIRED").IsZero()
	}
	g.Required = all || oneofRequired(o.Options())
	return g
}
