package loaders

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bufbuild/protocompile/experimental/fdp"
	"github.com/bufbuild/protocompile/experimental/ir"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// compileSet is the descriptor set that a compiler makes of files of a store,
// whose root is their import path, and of what they import.
func compileSet(t testing.TB, store *source.Store, info bool, names ...string) []byte {
	t.Helper()
	p := newProtoSpec(store, nil, config.Source{Proto: "."})
	var files []*ir.File
	for _, name := range names {
		file, fault := store.Read(name)
		if fault != nil {
			t.Fatal(fault)
		}
		f := p.own(file)
		p.compile(f)
		files = append(files, f.ir)
	}
	data, err := fdp.DescriptorSetBytes(files, fdp.IncludeSourceCodeInfo(info))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// asImage is a descriptor set as buf writes it as JSON.
func asImage(t testing.TB, set []byte) []byte {
	t.Helper()
	s := &protoSet{file: &source.File{Data: set}, types: optionTypes{Types: protoregistry.GlobalTypes}}
	if faults := s.read(); len(faults) > 0 {
		t.Fatal(faultTexts(faults))
	}
	d := &descriptorpb.FileDescriptorSet{}
	if err := (proto.UnmarshalOptions{Resolver: s.types}).Unmarshal(set, d); err != nil {
		t.Fatal(err)
	}
	data, err := protojson.MarshalOptions{Resolver: s.types}.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// openSet opens one descriptor set and expands all of it.
func openSet(name string, data []byte) ([]*contract.Op, []source.Fault) {
	index, faults := Open(&source.Store{FS: fstest.MapFS{name: {Data: data}}}, config.Source{Glob: name})
	if index == nil {
		return nil, faults
	}
	return expandAll(index, faults)
}

// wantSameFromSets compares what sources say with what the sets say that they
// compile to: all but places and, where a set has no source info, comments.
func wantSameFromSets(t testing.TB, want []*contract.Op, store *source.Store, names ...string) {
	t.Helper()
	exceptPlaces := cmp.Options{
		cmpopts.IgnoreTypes(source.Span{}),
		cmpopts.IgnoreFields(contract.Op{}, "File"),
	}
	exceptComments := cmp.Options{
		exceptPlaces,
		cmpopts.IgnoreFields(contract.Op{}, "Doc", "Waivers"),
		cmpopts.IgnoreFields(contract.Field{}, "Doc", "Waivers"),
		cmpopts.IgnoreFields(contract.Schema{}, "Doc"),
		cmpopts.IgnoreFields(contract.Value{}, "Doc"),
		cmp.FilterPath(func(p cmp.Path) bool {
			field, ok := p.Index(-2).(cmp.StructField)
			return ok && field.Name() == "Deprecated" && p.Last().String() == ".Text"
		}, cmp.Comparer(func(a, b string) bool { return (a == "") == (b == "") })),
	}
	with, without := compileSet(t, store, true, names...), compileSet(t, store, false, names...)
	for _, set := range []struct {
		name   string
		data   []byte
		except cmp.Option
	}{
		{"with.binpb", with, exceptPlaces},
		{"with.json", asImage(t, with), exceptPlaces},
		{"without.binpb", without, exceptComments},
	} {
		got, faults := openSet(set.name, set.data)
		if len(faults) > 0 {
			t.Errorf("%s: %v", set.name, faultTexts(faults))
		}
		if diff := cmp.Diff(want, got, set.except); diff != "" {
			t.Errorf("%s (-source +set):\n%s", set.name, diff)
		}
		if set.data == nil || !strings.HasPrefix(set.name, "with.") {
			continue
		}
		if diff := cmp.Diff(protoLines(want), protoLines(got)); diff != "" {
			t.Errorf("lines of %s (-source +set):\n%s", set.name, diff)
		}
	}
}

// protoLines are the lines on which operations and fields are declared.
func protoLines(ops []*contract.Op) []string {
	var lines []string
	seen := map[*contract.Field]bool{}
	var walk func(s *contract.Schema)
	walk = func(s *contract.Schema) {
		if s == nil {
			return
		}
		for _, f := range s.Fields {
			if seen[f] {
				continue
			}
			seen[f] = true
			if !f.DeclAt.IsZero() && !isBundled(f.DeclAt.File.Name) {
				lines = append(lines, fmt.Sprintf("%s %d", f.Name, f.DeclAt.File.Position(f.DeclAt.Start).Line))
			}
			walk(f.Schema)
		}
		walk(s.Elem)
		walk(s.Extra)
	}
	for _, op := range ops {
		lines = append(lines, fmt.Sprintf("%s %d", op.Name, op.At.File.Position(op.At.Start).Line))
		walk(op.Input)
	}
	return lines
}

// A directory of .proto files of one's own, itself the import path, such as a
// checkout of googleapis.
func TestProtoSetOfDirectory(t *testing.T) {
	dir := os.Getenv("TOOLDRIFT_PROTO")
	if dir == "" {
		t.Skip("TOOLDRIFT_PROTO names no directory of .proto files")
	}
	store, err := source.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names, err := store.Glob("**/*.proto")
	if err != nil {
		t.Fatal(err)
	}
	index, faults := Open(store, config.Source{Proto: "."})
	ops, faults := expandAll(index, faults)
	set, more := openSet("x.binpb", compileSet(t, store, true, names...))
	t.Logf("%d operations; faults of the sources: %d, of the set: %d", len(ops), len(faults), len(more))
	// go-cmp would compare a message as often as it is used.
	if diff := cmp.Diff(withoutColumns(ops), withoutColumns(set)); diff != "" {
		t.Errorf("(-source +set):\n%s", diff)
	}
}

// withoutColumns is the text of operations with the lines of declarations, but
// no other place.
func withoutColumns(ops []*contract.Op) []string {
	d := protoDump{shown: map[*contract.Field]bool{}, declared: true}
	ops = slices.SortedFunc(slices.Values(ops), func(a, b *contract.Op) int { return strings.Compare(a.Name, b.Name) })
	for _, op := range ops {
		d.op(op)
	}
	text := regexp.MustCompile(`@\d+:\d+`).ReplaceAllString(d.String(), "")
	return strings.Split(regexp.MustCompile(`(\d+):\d+`).ReplaceAllString(text, "$1"), "\n")
}

// testSet is a set of two files that a user sees, with source info.
func testSet(t testing.TB) []byte {
	return compileSet(t, protoFS("shop/v1/shop.proto", `syntax = "proto3";

package shop.v1;

import "shop/v1/money.proto";
import "google/api/annotations.proto";
import "google/api/field_behavior.proto";
import "google/protobuf/timestamp.proto";

// Takes money.
service Shop {
  // Pays.
  rpc Pay(PayRequest) returns (Amount) {
    option (google.api.http) = {
      post: "/v1/pay"
      body: "*"
    };
  }
  rpc Give(Amount.Part) returns (Amount);
}

message PayRequest {
  Amount amount = 1 [
    (google.api.field_behavior) = REQUIRED
  ];
  // tooldrift:waive unknown-field -- soon
  google.protobuf.Timestamp due = 2; // when
}
`, "shop/v1/money.proto", `syntax = "proto3";
package shop.v1;
message Amount { message Part { int64 cents = 1; } repeated Part parts = 1; }
`), true, "shop/v1/shop.proto")
}

// Places are in text that a user knows: the lines are those of the sources.
func TestProtoSetPlaces(t *testing.T) {
	for name, data := range map[string][]byte{
		"api/x.binpb": testSet(t),
		"api/x.json":  asImage(t, testSet(t)),
	} {
		store := &source.Store{FS: fstest.MapFS{name: {Data: data}}, Prefix: "../"}
		index, faults := Open(store, config.Source{Glob: name})
		var got []string
		for _, h := range index.Heads {
			got = append(got, fmt.Sprintf("%s %v %v %q %s", h.Name, h.Aliases, h.Params, h.Doc, fileAndPlace(h.At)))
		}
		ops, faults := expandAll(index, faults)
		for _, f := range ops[0].Input.Fields {
			got = append(got, fmt.Sprintf("%s %s %q", fileAndPlace(f.At), f.DeclAt.Text(), f.Doc.Text))
			for _, w := range f.Waivers {
				got = append(got, fmt.Sprintf("%s waives %s: %s", fileAndPlace(w.At), w.Rule, w.Reason))
			}
		}
		want := []string{
			`shop.v1.Shop/Pay [shop.v1.Shop.Pay Shop.Pay Shop/Pay POST /v1/pay] [amount due] "Pays." ../NAME!shop/v1/shop.proto:13:7`,
			`shop.v1.Shop/Give [shop.v1.Shop.Give Shop.Give Shop/Give] [cents] "" ../NAME!shop/v1/shop.proto:19:7`,
			`../NAME!shop/v1/shop.proto:23:19 .shop.v1.Amount amount = 1 [(google.api.field_behavior) = REQUIRED]; ""`,
			`../NAME!shop/v1/shop.proto:27:30 .google.protobuf.Timestamp due = 2; "when"`,
			`../NAME!shop/v1/shop.proto:26:6 waives unknown-field: soon`,
		}
		for i := range want {
			want[i] = strings.ReplaceAll(want[i], "NAME", name)
		}
		if diff := cmp.Diff(want, append(got, faultTexts(faults)...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func fileAndPlace(s source.Span) string { return s.File.Name + ":" + position(s) }

// changed is a descriptor set, edited.
func changed(t testing.TB, set []byte, edit func(*descriptorpb.FileDescriptorSet)) []byte {
	t.Helper()
	d := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(set, d); err != nil {
		t.Fatal(err)
	}
	edit(d)
	data, err := proto.MarshalOptions{AllowPartial: true}.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// only keeps one file of a set, as protoc does without --include_imports.
func only(path string) func(*descriptorpb.FileDescriptorSet) {
	return func(d *descriptorpb.FileDescriptorSet) {
		d.File = slices.DeleteFunc(d.File, func(f *descriptorpb.FileDescriptorProto) bool { return f.GetName() != path })
	}
}

func lastFile(d *descriptorpb.FileDescriptorSet) *descriptorpb.FileDescriptorProto {
	return d.File[len(d.File)-1]
}

func TestProtoSetFaults(t *testing.T) {
	set := testSet(t)
	edited := func(edit func(*descriptorpb.FileDescriptorProto)) []byte {
		return changed(t, set, func(d *descriptorpb.FileDescriptorSet) { edit(lastFile(d)) })
	}
	for _, test := range []struct {
		name string
		data []byte
		want []string
	}{
		{"as it is", set, nil},
		{"without its imports", changed(t, set, only("shop/v1/shop.proto")), []string{
			`dirt: x.pb!shop/v1/shop.proto:5:8: import "shop/v1/money.proto" not found in the set nor in .; protoc --include_imports puts it into the set`,
			`dirt: x.pb!shop/v1/shop.proto:19:11: type .shop.v1.Amount.Part not found`,
			`dirt: x.pb!shop/v1/shop.proto:23:3: type .shop.v1.Amount not found`,
		}},
		{"of buf, which has a field of its own in each file", edited(func(f *descriptorpb.FileDescriptorProto) {
			f.ProtoReflect().SetUnknown(protowire.AppendBytes(protowire.AppendTag(nil, 8042, protowire.BytesType), []byte("\x08\x00")))
		}), nil},
		{"cut short", set[:len(set)-20], []string{"x.pb:1:1: is cut short or damaged behind shop/v1/money.proto"}},
		{"cut short in its first file", set[:100], []string{"x.pb:1:1: is cut short or damaged"}},
		{"a file twice", changed(t, set, func(d *descriptorpb.FileDescriptorSet) { d.File = append(d.File, lastFile(d)) }),
			[]string{"dirt: x.pb!shop/v1/shop.proto:1:1: is in the set twice; the first counts"}},
		{"a file without a name", changed(t, set, func(d *descriptorpb.FileDescriptorSet) { d.File = append(d.File, &descriptorpb.FileDescriptorProto{}) }),
			[]string{"x.pb:1:1: a file without a name"}},
		{"a damaged file", append(slices.Clone(set), "\n\x06\n\x01a\x22\x01\x0a"...), []string{"x.pb!a:1:1: is cut short or damaged"}},
		{"a name that is none", edited(func(f *descriptorpb.FileDescriptorProto) { f.MessageType[0].Field[0].Name = proto.String("x = 1; }") }),
			[]string{`x.pb!shop/v1/shop.proto:1:1: "x = 1; }" is no name`}},
		{"two fields of one number", edited(func(f *descriptorpb.FileDescriptorProto) { f.MessageType[0].Field[1].Number = proto.Int32(1) }),
			[]string{"x.pb!shop/v1/shop.proto:27:36: field number 1 used more than once"}},
		{"no services", edited(func(f *descriptorpb.FileDescriptorProto) { f.Service = nil }),
			[]string{"dirt: x.pb:1:1: no rpc in 7 .proto files: nothing to bind tools to"}},
		{"places that lie", edited(func(f *descriptorpb.FileDescriptorProto) {
			for _, l := range f.SourceCodeInfo.Location {
				l.Span = []int32{1 << 30, 1 << 30, 1 << 30, 1 << 30}
			}
		}), nil},
		{"messages in one another", edited(func(f *descriptorpb.FileDescriptorProto) { f.MessageType[0] = nestedMessages(150) }),
			[]string{"x.pb!shop/v1/shop.proto:1:1: nests messages deeper than the limit of 100 levels; it cannot be raised, nest less deep"}},
		{"fifty thousand files", append(slices.Clone(set), manyFiles(50_000)...), []string{"x.pb:1:1: holds more than the limit of 50000 files; it cannot be raised, split the set"}},
		{"two million messages", append(slices.Clone(set), bombFile(2_000_000)...),
			[]string{"x.pb!bomb:1:1: has more than the limit of 500000 declarations; it cannot be raised, split the file"}},
	} {
		_, faults := openSet("x.pb", test.data)
		if diff := cmp.Diff(test.want, faultTexts(faults)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func nestedMessages(depth int) *descriptorpb.DescriptorProto {
	m := &descriptorpb.DescriptorProto{Name: proto.String("M")}
	for range depth {
		m = &descriptorpb.DescriptorProto{Name: proto.String("M"), NestedType: []*descriptorpb.DescriptorProto{m}}
	}
	return m
}

func manyFiles(n int) []byte {
	var set []byte
	for i := range n {
		file := protowire.AppendString(protowire.AppendTag(nil, 1, protowire.BytesType), strconv.Itoa(i))
		set = protowire.AppendBytes(protowire.AppendTag(set, 1, protowire.BytesType), file)
	}
	return set
}

// bombFile is a file of a set that holds empty messages, of two bytes each.
func bombFile(messages int) []byte {
	var file []byte
	file = protowire.AppendTag(file, 1, protowire.BytesType)
	file = protowire.AppendString(file, "bomb")
	for range messages {
		file = protowire.AppendTag(file, 4, protowire.BytesType)
		file = protowire.AppendBytes(file, nil)
	}
	return protowire.AppendBytes(protowire.AppendTag(nil, 1, protowire.BytesType), file)
}

// What a set imports may lie beside it, as sources.
func TestProtoSetFindsImports(t *testing.T) {
	set := changed(t, testSet(t), only("shop/v1/shop.proto"))
	money := "syntax = \"proto3\";\npackage shop.v1;\nmessage Amount { message Part { string mine = 1; } }\n"
	for _, dir := range []string{"", "build/", "vendor/"} {
		store := &source.Store{FS: fstest.MapFS{
			"build/x.binpb":             {Data: set},
			dir + "shop/v1/money.proto": {Data: []byte(money)},
		}}
		src := config.Source{Glob: "build/*.binpb", ImportPaths: []string{"vendor"}}
		ops, faults := expandAll(Open(store, src))
		if len(faults) > 0 {
			t.Fatal(faultTexts(faults))
		}
		if got := ops[1].Input.Fields[0].Name; got != "mine" {
			t.Errorf("%s: %s", dir, got)
		}
	}
}

func TestMatchProtoSet(t *testing.T) {
	set := testSet(t)
	for _, test := range []struct {
		data string
		want string // the dialect
	}{
		{string(set), "protobuf"},
		{string(set[:200]), "protobuf"},
		{string(asImage(t, set)), "protobuf"},
		{string(bombFile(1)), "protobuf"},
		{string(bombFile(1)[:5]), ""}, // text, for all that one can see
		{"\n", ""},
		{"\n{\n  \"openapi\": \"3.0.0\"\n}", "openapi"},
		{"\n\x16\n\topenapi: 3\n\x01.0.0\n\n", ""},
		{"\n\x05\n\x03a\x01b", ""},
		{`{"file": "a.proto"}`, ""},
		{`{"file": [], "openapi": "3.0.0", "x": ".proto\""}`, "openapi"},
		{"\n\nsyntax = \"proto3\";", "protobuf"},
	} {
		side, got := Sniff(&source.File{Name: "x", Data: []byte(test.data)})
		if got != test.want || (side == SpecSide) != (test.want != "") {
			t.Errorf("%.40q is %q, want %q", test.data, got, test.want)
		}
	}
}

// A set is a spec wherever one is named, and says so where a tool list is wanted.
func TestProtoSetIsNoToolList(t *testing.T) {
	store := &source.Store{FS: fstest.MapFS{"x.binpb": {Data: testSet(t)}, "y.pb": {Data: []byte("\xff\xfe\xfd")}}}
	for name, want := range map[string]string{
		"x.binpb": "x.binpb:1:1: this is a protobuf descriptor set, not a tool list",
		"y.pb":    "y.pb:1:1: not UTF-8 but UTF-16; save it as UTF-8",
	} {
		_, faults := Tools(store, config.Source{Glob: name})
		if diff := cmp.Diff([]string{want}, faultTexts(faults)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestImageFaults(t *testing.T) {
	for text, want := range map[string]string{
		"{\"file\": [\n  {\"name\": \"a.proto\",, }]}":                                                      "x.json:2:22: unexpected token ,",
		`{"file": [{"name": "a.proto", "package": 1}]}`:                                                     "x.json:1:42: invalid value for string field package: 1",
		`{"file": [{"name": "a.proto"}`:                                                                     "x.json:1:1: unexpected EOF",
		`{"file": [{"name": "a.proto", "messageType": [` + strings.Repeat("{},", 2_000_000) + `{}]}]}`:      "x.json:1:1: holds more than the limit of 2000000 values; it cannot be raised, split the file",
		`{"file": [{"name": "a.proto", "messageType": ` + strings.Repeat(`[{"nestedType": `, 200) + `[]}]}`: "x.json:1:1: nests messages deeper than the limit of 100 levels; it cannot be raised, nest less deep",
	} {
		_, faults := openSet("x.json", []byte(text))
		if diff := cmp.Diff([]string{want}, faultTexts(faults)); diff != "" {
			t.Errorf("%.60s (-want +got):\n%s", text, diff)
		}
	}
}

func FuzzProtoSet(f *testing.F) {
	set := changed(f, testSet(f), only("shop/v1/shop.proto"))
	f.Add(set)
	f.Add(asImage(f, set))
	f.Add(bombFile(3))
	f.Add(compileSet(f, protoFS("a.proto", `syntax = "proto2";
service S { rpc R(M) returns (M); }
message M { repeated group G = 1 { optional bytes b = 1 [default = "\001"]; } map<int32, M> m = 2; oneof o { string s = 3; } extensions 4 to max; }
extend M { optional string x = 4 [json_name = "y"]; }
`), true, "a.proto"))
	f.Fuzz(func(t *testing.T, data []byte) {
		ops, faults := openSet("x", data)
		for _, fault := range faults {
			if !strings.Contains(fault.Text, "compiler failed") { // said, and survived
				checkSpan(t, fault.At)
			}
		}
		checkOps(t, ops)
	})
}
