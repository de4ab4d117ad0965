package loaders

import (
	"fmt"
	"strings"

	psource "github.com/bufbuild/protocompile/experimental/source"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	// Linked in for their descriptors alone: every API imports them, and few
	// repositories keep a copy.
	_ "buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	_ "google.golang.org/genproto/googleapis/api"
	_ "google.golang.org/genproto/googleapis/api/annotations"
	_ "google.golang.org/genproto/googleapis/api/distribution"
	_ "google.golang.org/genproto/googleapis/api/httpbody"
	_ "google.golang.org/genproto/googleapis/api/label"
	_ "google.golang.org/genproto/googleapis/api/metric"
	_ "google.golang.org/genproto/googleapis/api/monitoredres"
	_ "google.golang.org/genproto/googleapis/api/visibility"
	_ "google.golang.org/genproto/googleapis/type/calendarperiod"
	_ "google.golang.org/genproto/googleapis/type/color"
	_ "google.golang.org/genproto/googleapis/type/date"
	_ "google.golang.org/genproto/googleapis/type/datetime"
	_ "google.golang.org/genproto/googleapis/type/dayofweek"
	_ "google.golang.org/genproto/googleapis/type/decimal"
	_ "google.golang.org/genproto/googleapis/type/expr"
	_ "google.golang.org/genproto/googleapis/type/fraction"
	_ "google.golang.org/genproto/googleapis/type/interval"
	_ "google.golang.org/genproto/googleapis/type/latlng"
	_ "google.golang.org/genproto/googleapis/type/localized_text"
	_ "google.golang.org/genproto/googleapis/type/money"
	_ "google.golang.org/genproto/googleapis/type/month"
	_ "google.golang.org/genproto/googleapis/type/phone_number"
	_ "google.golang.org/genproto/googleapis/type/postaladdress"
	_ "google.golang.org/genproto/googleapis/type/quaternion"
	_ "google.golang.org/genproto/googleapis/type/timeofday"
)

// bundledProto is the text of a file that resolves without the user supplying
// it. The compiler reads nothing but text, so all but google/protobuf, whose
// sources it carries, is printed from the descriptors of the Go types.
func bundledProto(name string) (text string, ok bool) {
	if strings.HasPrefix(name, "google/protobuf/") {
		f, err := psource.WKTs().Open(name)
		if err != nil {
			return "", false
		}
		return f.Text(), true
	}
	if !isBundled(name) {
		return "", false
	}
	d, err := protoregistry.GlobalFiles.FindFileByPath(name)
	if err != nil {
		return "", false
	}
	var p protoPrinter
	p.file(protodesc.ToFileDescriptorProto(d))
	return p.String(), true
}

func isBundled(name string) bool {
	return strings.HasPrefix(name, "google/api/") || strings.HasPrefix(name, "google/type/") || strings.HasPrefix(name, "buf/validate/")
}

// protoPrinter writes a descriptor as source text: all that names and types
// depend on, no comments, no custom options.
type protoPrinter struct {
	strings.Builder
	syntax string
}

func (p *protoPrinter) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *protoPrinter) file(f *descriptorpb.FileDescriptorProto) {
	p.syntax = f.GetSyntax()
	switch p.syntax {
	case "editions":
		p.line("edition = %q;", strings.TrimPrefix(f.GetEdition().String(), "EDITION_"))
	case "":
		p.syntax = "proto2"
		p.line("syntax = \"proto2\";")
	default:
		p.line("syntax = %q;", p.syntax)
	}
	p.line("package %s;", f.GetPackage())
	for _, name := range f.Dependency {
		p.line("import %q;", name)
	}
	p.extensions(f.Extension)
	for _, m := range f.MessageType {
		p.message(m)
	}
	for _, e := range f.EnumType {
		p.enum(e)
	}
}

func (p *protoPrinter) message(m *descriptorpb.DescriptorProto) {
	p.line("message %s {", m.GetName())
	entries := map[string]*descriptorpb.DescriptorProto{}
	for _, n := range m.NestedType {
		if n.GetOptions().GetMapEntry() {
			entries[n.GetName()] = n
			continue
		}
		p.message(n)
	}
	for _, e := range m.EnumType {
		p.enum(e)
	}
	p.fields(m, entries)
	p.extensions(m.Extension)
	for _, r := range m.ExtensionRange {
		p.line("extensions %d to %d;", r.GetStart(), r.GetEnd()-1)
	}
	for _, r := range m.ReservedRange {
		p.line("reserved %d to %d;", r.GetStart(), r.GetEnd()-1)
	}
	p.reservedNames(m.ReservedName)
	p.line("}")
}

func (p *protoPrinter) fields(m *descriptorpb.DescriptorProto, entries map[string]*descriptorpb.DescriptorProto) {
	inside := int32(-1) // the oneof that is open
	for _, f := range m.Field {
		of := int32(-1)
		if f.OneofIndex != nil && !f.GetProto3Optional() {
			of = f.GetOneofIndex()
		}
		if of != inside {
			if inside >= 0 {
				p.line("}")
			}
			if of >= 0 {
				p.line("oneof %s {", m.OneofDecl[of].GetName())
			}
			inside = of
		}
		p.field(f, entries, of >= 0)
	}
	if inside >= 0 {
		p.line("}")
	}
}

func (p *protoPrinter) field(f *descriptorpb.FieldDescriptorProto, entries map[string]*descriptorpb.DescriptorProto, bare bool) {
	typ := fieldType(f)
	label := ""
	if entry := entries[typ[strings.LastIndexByte(typ, '.')+1:]]; entry != nil && strings.HasPrefix(typ, ".") {
		typ = fmt.Sprintf("map<%s, %s>", fieldType(entry.Field[0]), fieldType(entry.Field[1]))
	} else if !bare {
		label = p.label(f)
	}
	var options []string
	if f.GetOptions().GetDeprecated() {
		options = append(options, "deprecated = true")
	}
	suffix := ""
	if options != nil {
		suffix = " [" + strings.Join(options, ", ") + "]"
	}
	p.line("%s%s %s = %d%s;", label, typ, f.GetName(), f.GetNumber(), suffix)
}

func (p *protoPrinter) label(f *descriptorpb.FieldDescriptorProto) string {
	switch f.GetLabel() {
	case descriptorpb.FieldDescriptorProto_LABEL_REPEATED:
		return "repeated "
	case descriptorpb.FieldDescriptorProto_LABEL_REQUIRED:
		return "required "
	}
	if p.syntax == "proto2" || f.GetProto3Optional() {
		return "optional "
	}
	return ""
}

func fieldType(f *descriptorpb.FieldDescriptorProto) string {
	if f.TypeName != nil {
		return f.GetTypeName()
	}
	return strings.ToLower(strings.TrimPrefix(f.GetType().String(), "TYPE_"))
}

func (p *protoPrinter) enum(e *descriptorpb.EnumDescriptorProto) {
	p.line("enum %s {", e.GetName())
	if e.GetOptions().GetAllowAlias() {
		p.line("option allow_alias = true;")
	}
	for _, v := range e.Value {
		suffix := ""
		if v.GetOptions().GetDeprecated() {
			suffix = " [deprecated = true]"
		}
		p.line("%s = %d%s;", v.GetName(), v.GetNumber(), suffix)
	}
	for _, r := range e.ReservedRange {
		p.line("reserved %d to %d;", r.GetStart(), r.GetEnd())
	}
	p.reservedNames(e.ReservedName)
	p.line("}")
}

func (p *protoPrinter) extensions(fields []*descriptorpb.FieldDescriptorProto) {
	for _, f := range fields {
		p.line("extend %s {", f.GetExtendee())
		p.field(f, nil, false)
		p.line("}")
	}
}

func (p *protoPrinter) reservedNames(names []string) {
	for _, n := range names {
		p.line("reserved %q;", n)
	}
}
