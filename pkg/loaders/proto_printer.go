package loaders

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
)

// printProto writes a descriptor as source text, for the compiler reads nothing
// else: all that names, types and JSON depend on, the options that a contract is
// made of and, where there is source info, the comments. A name that no source
// can spell is an error.
func printProto(f *descriptorpb.FileDescriptorProto) (text string, err error) {
	p := protoPrinter{syntax: f.GetSyntax()}
	p.places = protoPlaces(f.GetSourceCodeInfo())
	p.last = proto.Size(f) // a file has fewer lines than its descriptor bytes, unless it lies
	p.file(f)
	if p.noName != "" {
		return "", fmt.Errorf("%q is no name", p.noName)
	}
	return p.String(), nil
}

// The numbers of declarations in descriptor.proto, of which paths are made.
const (
	inFilePackage, inFileImport, inFileMessage, inFileEnum, inFileService, inFileExtension, inFileSyntax = 2, 3, 4, 5, 6, 7, 12

	inMessageField, inMessageMessage, inMessageEnum, inMessageRange, inMessageExtension = 2, 3, 4, 5, 6
	inMessageOneof, inMessageReserved, inMessageFormerName                              = 8, 9, 10

	inEnumValue, inEnumReserved, inEnumFormerName = 2, 4, 5

	inServiceMethod = 2
)

type protoPrinter struct {
	protoLayout
	syntax string
	noName string // the first name that is none
}

// protoItem is a declaration among others.
type protoItem struct {
	path  protoPath
	write func()
	at    protoPlace
}

// items writes declarations in the order of their places, if all have one.
func (p *protoPrinter) items(items []protoItem) {
	placed := true
	for i := range items {
		at, ok := p.place(items[i].path)
		items[i].at, placed = at, placed && ok
	}
	if placed {
		slices.SortStableFunc(items, func(a, b protoItem) int {
			return cmp.Or(cmp.Compare(a.at.line, b.at.line), cmp.Compare(a.at.column, b.at.column))
		})
	}
	for _, item := range items {
		item.write()
	}
}

// block writes declarations in braces.
func (p *protoPrinter) block(path protoPath, options proto.Message, items []protoItem) {
	p.put(" {")
	p.column += 2
	p.options(options)
	p.items(items)
	p.column -= 2
	p.end(path)
	p.put("}")
}

// options writes options as statements.
func (p *protoPrinter) options(options proto.Message) {
	for _, text := range optionTexts(options) {
		p.follow()
		p.put("option %s;", text)
	}
}

var protoName = regexp.MustCompile(`^\.?[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$`)

// name is a name, also one with dots.
func (p *protoPrinter) name(name string) string {
	if p.noName == "" && !protoName.MatchString(name) {
		p.noName = clip(name)
	}
	return name
}

func (p *protoPrinter) file(f *descriptorpb.FileDescriptorProto) {
	p.begin(protoPath{inFileSyntax})
	switch p.syntax {
	case "editions":
		p.put("edition = %q;", strings.TrimPrefix(f.GetEdition().String(), "EDITION_"))
	case "":
		p.syntax = "proto2"
		p.put("syntax = \"proto2\";")
	default:
		p.put("syntax = %q;", p.syntax)
	}
	if f.GetPackage() != "" {
		p.begin(protoPath{inFilePackage})
		p.put("package %s;", p.name(f.GetPackage()))
	}
	for i, name := range f.Dependency {
		p.begin(protoPath{inFileImport}.at(i))
		kind := ""
		if slices.Contains(f.PublicDependency, int32(i)) {
			kind = "public "
		}
		p.put("import %s%q;", kind, name)
	}
	for _, name := range f.OptionDependency {
		p.follow()
		p.put("import option %q;", name)
	}
	p.options(f.GetOptions())
	s := p.scope(f.GetPackage(), protoPath{inFileMessage}, f.MessageType, f.Extension)
	items := s.messages()
	for i, e := range f.EnumType {
		items = append(items, p.enum(protoPath{inFileEnum}.at(i), e))
	}
	for i, service := range f.Service {
		items = append(items, p.service(protoPath{inFileService}.at(i), service))
	}
	p.items(append(items, s.extensions(protoPath{inFileExtension}, f.Extension)...))
	p.newline()
}

func visibility(v descriptorpb.SymbolVisibility) string {
	switch v {
	case descriptorpb.SymbolVisibility_VISIBILITY_EXPORT:
		return "export "
	case descriptorpb.SymbolVisibility_VISIBILITY_LOCAL:
		return "local "
	}
	return ""
}

func (p *protoPrinter) enum(path protoPath, e *descriptorpb.EnumDescriptorProto) protoItem {
	var items []protoItem
	for i, v := range e.Value {
		items = append(items, p.statement(path.at(inEnumValue, i), "%s = %d%s;", p.name(v.GetName()), v.GetNumber(), inBrackets(optionTexts(v.GetOptions()))))
	}
	for i, r := range e.ReservedRange {
		items = append(items, p.statement(path.at(inEnumReserved, i), "reserved %d to %d;", r.GetStart(), r.GetEnd()))
	}
	items = append(items, p.formerNames(path.at(inEnumFormerName), e.ReservedName)...)
	return protoItem{path: path, write: func() {
		p.begin(path)
		p.put("%senum %s", visibility(e.GetVisibility()), p.name(e.GetName()))
		p.block(path, e.GetOptions(), items)
	}}
}

// statement is a declaration without a body.
func (p *protoPrinter) statement(path protoPath, format string, args ...any) protoItem {
	return protoItem{path: path, write: func() {
		p.begin(path)
		p.put(format, args...)
		p.trail(path)
	}}
}

// formerNames are the names of fields or values that were given up; editions
// spell them without quotes.
func (p *protoPrinter) formerNames(path protoPath, names []string) []protoItem {
	var items []protoItem
	for i, name := range names {
		if p.syntax == "editions" {
			items = append(items, p.statement(path.at(i), "reserved %s;", p.name(name)))
		} else {
			items = append(items, p.statement(path.at(i), "reserved %q;", name))
		}
	}
	return items
}

func inBrackets(options []string) string {
	if len(options) == 0 {
		return ""
	}
	return " [" + strings.Join(options, ", ") + "]"
}

func (p *protoPrinter) service(path protoPath, s *descriptorpb.ServiceDescriptorProto) protoItem {
	var items []protoItem
	for i, m := range s.Method {
		items = append(items, p.method(path.at(inServiceMethod, i), m))
	}
	return protoItem{path: path, write: func() {
		p.begin(path)
		p.put("service %s", p.name(s.GetName()))
		p.block(path, s.GetOptions(), items)
	}}
}

func (p *protoPrinter) method(path protoPath, m *descriptorpb.MethodDescriptorProto) protoItem {
	stream := map[bool]string{true: "stream "}
	head := fmt.Sprintf("rpc %s(%s%s) returns (%s%s)", p.name(m.GetName()),
		stream[m.GetClientStreaming()], p.name(m.GetInputType()), stream[m.GetServerStreaming()], p.name(m.GetOutputType()))
	if m.Options == nil {
		return p.statement(path, "%s;", head)
	}
	return protoItem{path: path, write: func() {
		p.begin(path)
		p.put("%s", head)
		p.block(path, m.GetOptions(), nil)
	}}
}

// fieldOptions are the options of a field, and what else stands among them.
func fieldOptions(f *descriptorpb.FieldDescriptorProto) []string {
	var texts []string
	if f.Extendee == nil && f.JsonName != nil && f.GetJsonName() != jsonNameOf(f.GetName()) {
		texts = append(texts, "json_name = "+strconv.Quote(f.GetJsonName()))
	}
	if f.DefaultValue != nil {
		value := f.GetDefaultValue()
		switch f.GetType() {
		case descriptorpb.FieldDescriptorProto_TYPE_STRING:
			value = strconv.Quote(value)
		case descriptorpb.FieldDescriptorProto_TYPE_BYTES:
			value = `"` + value + `"` // escaped already
		}
		texts = append(texts, "default = "+value)
	}
	return append(texts, optionTexts(f.GetOptions())...)
}
