package loaders

import (
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/types/descriptorpb"
)

// protoScope is a file or a message whose declarations are being written. Maps
// and groups declare a message of their own, which source writes where their
// field stands.
type protoScope struct {
	*protoPrinter
	full   string                 // its name
	nested map[string]protoNested // by full name
	listed []protoNested          // those that source writes by themselves
}

type protoNested struct {
	*descriptorpb.DescriptorProto
	path protoPath
}

// scope is that of a file or a message: its messages, whose paths begin with
// path, and all fields that may be groups.
func (p *protoPrinter) scope(name string, path protoPath, messages []*descriptorpb.DescriptorProto, fields []*descriptorpb.FieldDescriptorProto) protoScope {
	groups := map[string]bool{}
	for _, f := range fields {
		if p.isGroup(f) {
			groups[messageOf(f)] = true
		}
	}
	s := protoScope{protoPrinter: p, full: name, nested: map[string]protoNested{}}
	for i, m := range messages {
		full, n := joinName(name, m.GetName()), protoNested{m, path.at(i)}
		switch {
		case m.GetOptions().GetMapEntry() && len(m.Field) == 2, groups[full]:
			s.nested[full] = n
		default:
			s.listed = append(s.listed, n)
		}
	}
	return s
}

// isGroup reports whether a field declares its own type. Editions spell the same
// encoding as a feature.
func (p *protoPrinter) isGroup(f *descriptorpb.FieldDescriptorProto) bool {
	return f.GetType() == descriptorpb.FieldDescriptorProto_TYPE_GROUP && p.syntax != "editions"
}

func messageOf(f *descriptorpb.FieldDescriptorProto) string {
	return strings.TrimPrefix(f.GetTypeName(), ".")
}

func (s protoScope) messages() []protoItem {
	var items []protoItem
	for _, n := range s.listed {
		items = append(items, protoItem{path: n.path, write: func() {
			s.begin(n.path)
			s.put("%smessage %s", visibility(n.GetVisibility()), s.name(n.GetName()))
			s.message(n)
		}})
	}
	return items
}

// message writes the body of a message.
func (s protoScope) message(n protoNested) {
	p, path := s.protoPrinter, n.path
	inner := p.scope(joinName(s.full, n.GetName()), path.at(inMessageMessage), n.NestedType, slices.Concat(n.Field, n.Extension))
	items := inner.messages()
	for i, e := range n.EnumType {
		items = append(items, p.enum(path.at(inMessageEnum, i), e))
	}
	items = append(items, inner.fields(n)...)
	items = append(items, inner.extensions(path.at(inMessageExtension), n.Extension)...)
	for i, r := range n.ExtensionRange {
		items = append(items, p.statement(path.at(inMessageRange, i), "extensions %d to %s;", r.GetStart(), lastNumber(r.GetEnd())))
	}
	for i, r := range n.ReservedRange {
		items = append(items, p.statement(path.at(inMessageReserved, i), "reserved %d to %s;", r.GetStart(), lastNumber(r.GetEnd())))
	}
	items = append(items, p.formerNames(path.at(inMessageFormerName), n.ReservedName)...)
	p.block(path, n.GetOptions(), items)
}

// lastNumber is the last number of a range that ends before end.
func lastNumber(end int32) string {
	const limit = 1 << 29
	if end >= limit {
		return "max"
	}
	return strconv.Itoa(int(end) - 1)
}

// fields are those of a message; a oneof stands where its first member does.
func (s protoScope) fields(n protoNested) []protoItem {
	var items []protoItem
	members := map[int32][]protoItem{}
	for i, f := range n.Field {
		path := n.path.at(inMessageField, i)
		if f.OneofIndex == nil || f.GetProto3Optional() || int(f.GetOneofIndex()) >= len(n.OneofDecl) || f.GetOneofIndex() < 0 {
			items = append(items, s.fieldItem(path, f, s.label(f)))
			continue
		}
		of := f.GetOneofIndex()
		if members[of] == nil {
			at := n.path.at(inMessageOneof, int(of))
			items = append(items, protoItem{path: at, write: func() {
				s.begin(at)
				s.put("oneof %s", s.name(n.OneofDecl[of].GetName()))
				s.block(at, n.OneofDecl[of].GetOptions(), members[of])
			}})
		}
		members[of] = append(members[of], s.fieldItem(path, f, ""))
	}
	return items
}

func (s protoScope) fieldItem(path protoPath, f *descriptorpb.FieldDescriptorProto, label string) protoItem {
	return protoItem{path: path, write: func() {
		s.begin(path)
		s.field(f, label)
		s.trail(path)
	}}
}

func (s protoScope) label(f *descriptorpb.FieldDescriptorProto) string {
	switch {
	case f.GetLabel() == descriptorpb.FieldDescriptorProto_LABEL_REPEATED:
		return "repeated "
	case s.syntax == "editions":
		return ""
	case f.GetLabel() == descriptorpb.FieldDescriptorProto_LABEL_REQUIRED:
		return "required "
	case s.syntax == "proto2", f.GetProto3Optional():
		return "optional "
	}
	return ""
}

// field writes a field, from its label on.
func (s protoScope) field(f *descriptorpb.FieldDescriptorProto, label string) {
	nested, ok := s.nested[messageOf(f)]
	options := inBrackets(fieldOptions(f))
	switch {
	case ok && s.isGroup(f):
		delete(s.nested, messageOf(f)) // it declares its message, and can only once
		s.put("%sgroup %s = %d%s", label, s.name(nested.GetName()), f.GetNumber(), options)
		s.message(nested)
	case ok:
		s.put("map<%s, %s> %s = %d%s;", s.typ(nested.Field[0]), s.typ(nested.Field[1]), s.name(f.GetName()), f.GetNumber(), options)
	default:
		s.put("%s%s %s = %d%s;", label, s.typ(f), s.name(f.GetName()), f.GetNumber(), options)
	}
}

// typ is the type of a field as source spells it.
func (s protoScope) typ(f *descriptorpb.FieldDescriptorProto) string {
	if f.TypeName != nil {
		return s.name(f.GetTypeName())
	}
	return strings.ToLower(strings.TrimPrefix(f.GetType().String(), "TYPE_"))
}

func (s protoScope) extensions(path protoPath, fields []*descriptorpb.FieldDescriptorProto) []protoItem {
	var items []protoItem
	for i, f := range fields {
		at := path.at(i)
		items = append(items, protoItem{path: at, write: func() {
			s.begin(at)
			s.put("extend %s { ", s.name(f.GetExtendee()))
			s.field(f, s.label(f))
			s.put(" }")
		}})
	}
	return items
}
