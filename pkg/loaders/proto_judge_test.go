package loaders

import (
	"strings"
	"testing"

	"github.com/bufbuild/protocompile/experimental/fdp"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// Values of every JSON type, so chosen that a field which takes the type at all
// takes one of them.
var judgedValues = map[contract.TypeSet][]string{
	contract.NullType:   {`null`},
	contract.Boolean:    {`true`},
	contract.Integer:    {`1`},
	contract.Fraction:   {`1.5`},
	contract.StringType: {`"1"`, `"aGk="`, `"2026-01-01T00:00:00Z"`, `"1.5s"`, `"a.b"`, `"A"`, `"NULL_VALUE"`},
	contract.ArrayType:  {`[]`},
	contract.ObjectType: {`{}`},
}

// protojson is the judge: a field's types are those of which it takes a value.
func TestProtoTypesAgreeWithProtoJSON(t *testing.T) {
	store := protoFS("a.proto", `syntax = "proto3";
import "google/protobuf/duration.proto";
import "google/protobuf/empty.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
import "google/type/money.proto";
service S { rpc R(M) returns (M); }
enum E { E_UNSPECIFIED = 0; A = 1; }
message M {
  double f1 = 1; float f2 = 2; int32 f3 = 3; int64 f4 = 4; uint32 f5 = 5; uint64 f6 = 6;
  sint32 f7 = 7; sint64 f8 = 8; fixed32 f9 = 9; fixed64 f10 = 10; sfixed32 f11 = 11; sfixed64 f12 = 12;
  bool f13 = 13; string f14 = 14; bytes f15 = 15; E f16 = 16; M f17 = 17;
  repeated int32 f18 = 18; map<string, int32> f19 = 19;
  google.protobuf.Timestamp f20 = 20; google.protobuf.Duration f21 = 21; google.protobuf.FieldMask f22 = 22;
  google.protobuf.Struct f23 = 23; google.protobuf.Value f24 = 24; google.protobuf.ListValue f25 = 25;
  google.protobuf.NullValue f26 = 26; google.protobuf.Empty f27 = 27; google.type.Money f28 = 28;
  google.protobuf.DoubleValue f29 = 29; google.protobuf.FloatValue f30 = 30; google.protobuf.Int64Value f31 = 31;
  google.protobuf.UInt64Value f32 = 32; google.protobuf.Int32Value f33 = 33; google.protobuf.UInt32Value f34 = 34;
  google.protobuf.BoolValue f35 = 35; google.protobuf.StringValue f36 = 36; google.protobuf.BytesValue f37 = 37;
  optional int32 f38 = 38; oneof o { string f39 = 39; }
}
`)
	file, _ := store.Read("a.proto")
	p := newProtoSpec(store, []*source.File{file}, config.Source{})
	p.readHeads([]*protoFile{p.own(file)})
	ops, faults := p.expand("S/R")
	if len(faults) > 0 {
		t.Fatal(faultTexts(faults))
	}
	message := dynamicMessage(t, p, "a.proto").Messages().ByName("M")
	accepts := func(field, value string) bool {
		return protojson.Unmarshal([]byte(`{"`+field+`": `+value+`}`), dynamicpb.NewMessage(message)) == nil
	}
	for _, f := range ops[0].Input.Fields {
		var judged, inList contract.TypeSet
		for set, values := range judgedValues {
			for _, v := range values {
				if accepts(f.Name, v) {
					judged |= set
				}
				if f.Name == "f18" && accepts(f.Name, "["+v+"]") || f.Name == "f19" && accepts(f.Name, `{"k": `+v+`}`) {
					inList |= set
				}
			}
		}
		if judged != f.Schema.Types {
			t.Errorf("%s %s: types are %s, protojson takes %s", f.Schema.Source, f.Name, f.Schema.Types, judged)
		}
		inner := f.Schema.Elem
		if f.Schema.Extra != nil {
			inner = f.Schema.Extra
		}
		if inner != nil && inner.Types != inList {
			t.Errorf("inside %s: types are %s, protojson takes %s", f.Schema.Source, inner.Types, inList)
		}
		for _, name := range append([]string{f.Name}, f.AltNames...) {
			if !accepts(name, "null") {
				t.Errorf("protojson does not know %s", name)
			}
		}
	}
	if accepts("undeclared", "1") {
		t.Error("protojson accepts undeclared members: the schema must not be closed")
	}
}

// dynamicMessage is the file as the Go runtime sees it.
func dynamicMessage(t *testing.T, p *protoSpec, name string) protoreflect.FileDescriptor {
	t.Helper()
	file, err := protodesc.NewFile(linkedDescriptor(t, p.files[name]), protoregistry.GlobalFiles)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// linkedDescriptor is the compiler's own description of a file. It holds options
// as unknown bytes, which become known by reading them again.
func linkedDescriptor(t *testing.T, f *protoFile) *descriptorpb.FileDescriptorProto {
	t.Helper()
	raw, err := fdp.DescriptorProtoBytes(f.ir)
	if err != nil {
		t.Fatal(err)
	}
	d := &descriptorpb.FileDescriptorProto{}
	if err := proto.Unmarshal(raw, d); err != nil {
		t.Fatal(err)
	}
	return d
}

// What is printed for the compiler is what the Go types were generated from.
func TestProtoBundledMatchDescriptors(t *testing.T) {
	p := newProtoSpec(protoFS(), nil, config.Source{})
	checked := 0
	protoregistry.GlobalFiles.RangeFiles(func(d protoreflect.FileDescriptor) bool {
		if !isBundled(d.Path()) {
			return true
		}
		checked++
		f := p.bundled(d.Path())
		p.compile(f)
		if faults := p.takeFaults(); len(faults) > 0 {
			t.Errorf("%s: %v", d.Path(), faultTexts(faults))
			return true
		}
		got, want := linkedDescriptor(t, f), protodesc.ToFileDescriptorProto(d)
		if diff := cmp.Diff(stripped(want), stripped(got), protocmp.Transform()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", d.Path(), diff)
		}
		return true
	})
	if checked < 20 {
		t.Errorf("only %d files are linked in", checked)
	}
}

// stripped leaves what the printer promises: names, types, numbers, deprecation.
func stripped(f *descriptorpb.FileDescriptorProto) *descriptorpb.FileDescriptorProto {
	f = proto.CloneOf(f)
	f.Options, f.SourceCodeInfo = nil, nil
	if f.GetSyntax() == "proto2" {
		f.Syntax = nil
	}
	var message func(m *descriptorpb.DescriptorProto)
	fields := func(fields []*descriptorpb.FieldDescriptorProto) {
		for _, f := range fields {
			if f.GetOptions().GetDeprecated() {
				f.Options = &descriptorpb.FieldOptions{Deprecated: proto.Bool(true)}
				continue
			}
			f.Options = nil
		}
	}
	message = func(m *descriptorpb.DescriptorProto) {
		if !m.GetOptions().GetMapEntry() {
			m.Options = nil
		}
		fields(m.Field)
		fields(m.Extension)
		for _, r := range m.ExtensionRange {
			r.Options = nil
		}
		for _, o := range m.OneofDecl {
			o.Options = nil
		}
		for _, n := range m.NestedType {
			message(n)
		}
	}
	for _, m := range f.MessageType {
		message(m)
	}
	fields(f.Extension)
	return f
}

func FuzzProto(f *testing.F) {
	for _, seed := range []string{
		protoService + "message M { repeated M m = 1; oneof o { string s = 2; } map<string, E> e = 3; } enum E { A = 0; }",
		"syntax = \"proto2\"; service S { rpc R(M) returns (M); } message M { required group G = 1 { optional int32 n = 2 [default = 3]; } }",
		"edition = \"2023\"; service S { rpc R(M) returns (M); } message M { string s = 1 [features.field_presence = LEGACY_REQUIRED]; }",
		protoService + "import \"buf/validate/validate.proto\"; message M { string s = 1 [(buf.validate.field).string = { in: [\"a\", \"b\"] min_len: 1 }]; }",
		protoService + "import \"google/api/annotations.proto\"; message M { reserved \"a\"; // c\n} ",
		"\ufeff" + protoService + "/* a */ // tooldrift:waive x -- y\r\nmessage M { M. m = ; }",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		ops, faults := expandAll(openProtoFiles(t, protoFS("a.proto", text), config.Source{}, "a.proto"))
		for _, fault := range faults {
			if strings.Contains(fault.Text, "compiler failed") {
				continue // said, and survived
			}
			checkSpan(t, fault.At)
		}
		checkOps(t, ops)
	})
}

func checkOps(t *testing.T, ops []*contract.Op) {
	seen := map[*contract.Schema]bool{}
	for _, op := range ops {
		checkSpan(t, op.At)
		checkSpan(t, op.Doc.At)
		checkProtoSpans(t, op.Input, seen)
	}
}

func checkSpan(t *testing.T, s source.Span) {
	if s.File != nil && !(0 <= s.Start && s.Start <= s.End && s.End <= len(s.File.Data)) {
		t.Errorf("span %d to %d of %d bytes", s.Start, s.End, len(s.File.Data))
	}
}

func checkProtoSpans(t *testing.T, s *contract.Schema, seen map[*contract.Schema]bool) {
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	for _, at := range []source.Span{s.At, s.TypeAt, s.EnumAt, s.ClosedAt, s.Doc.At, s.Format.At, s.Pattern.At} {
		checkSpan(t, at)
	}
	for _, b := range []*contract.Bound{s.Min, s.Max, s.MinLen, s.MaxLen, s.MinItems, s.MaxItems} {
		if b != nil {
			checkSpan(t, b.At)
		}
	}
	for _, v := range s.Enum {
		checkSpan(t, v.Lit.At)
	}
	for _, f := range s.Fields {
		if f.Schema == nil {
			t.Errorf("%s has no schema", f.Name)
		}
		checkSpan(t, f.At)
		checkSpan(t, f.DeclAt)
		checkSpan(t, f.RequiredAt)
		checkSpan(t, f.Doc.At)
		checkSpan(t, f.Deprecated.At)
		for _, w := range f.Waivers {
			checkSpan(t, w.At)
		}
		checkProtoSpans(t, f.Schema, seen)
	}
	checkProtoSpans(t, s.Elem, seen)
	checkProtoSpans(t, s.Extra, seen)
}
