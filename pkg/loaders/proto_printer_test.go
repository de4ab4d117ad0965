package loaders

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// What is printed of a descriptor compiles to that descriptor.
func TestPrintProto(t *testing.T) {
	for name, text := range map[string]string{
		"proto2": `syntax = "proto2";
package a.b;
import "google/protobuf/descriptor.proto";
import public "google/protobuf/any.proto";
message M {
  required string s = 1 [default = "a\"\n\001\\é", json_name = "\"odd\" na\\me"];
  optional bytes y = 2 [default = "\001\"\\\377'"];
  optional float f = 3 [default = 1e10];
  optional double d = 4 [default = -inf];
  optional double n = 5 [default = nan];
  optional E e = 6 [default = NEG, deprecated = true];
  optional bool b = 7 [default = false];
  optional sint64 z = 8 [default = -9223372036854775808];
  repeated group Item = 9 { required fixed64 x = 1; optional group Deep = 2 { optional int32 y = 1; } }
  oneof o { string p = 10; group InOneof = 11 { optional int32 y = 1; } }
  map<string, M> by_name = 12;
  map<int32, E> by_number = 13;
  optional int32 FooBar_baz9_x = 14;
  extensions 100 to 200, 300 to max;
  reserved 20, 22 to 30;
  reserved "gone", "lost";
  extend M { optional group Ext = 100 { optional int32 y = 1; } repeated M more = 101; }
  enum In { IN = 0; reserved -5 to -1, 7 to max; reserved "OUT"; }
  message message { optional message message = 1; }
}
enum E { option allow_alias = true; NEG = -1; ZERO = 0; NIL = 0 [deprecated = true]; }
extend M { optional string top = 102 [default = "x"]; optional group Far = 103 { } }
message Set { option message_set_wire_format = true; extensions 4 to max; }
message Old { option deprecated = true; }
service S { option deprecated = true; rpc R(stream M) returns (M); rpc Q(M.message) returns (stream M) { option deprecated = true; } rpc E(M) returns (M) { } }
`,
		"proto3": `syntax = "proto3";
import "buf/validate/validate.proto";
import "google/api/annotations.proto";
import "google/api/field_behavior.proto";
message M {
  option (buf.validate.message).oneof = { fields: ["a", "b"], required: true };
  optional string a = 1 [(google.api.field_behavior) = REQUIRED, (google.api.field_behavior) = IMMUTABLE];
  string b = 2 [(buf.validate.field).string = { min_len: 1 pattern: "^\\d+\"$" in: ["x", "y\n"] }];
  oneof o { option (buf.validate.oneof).required = true; double c = 3 [(buf.validate.field).double = { gt: 0.1, lt: inf }]; M m = 4; }
  float f = 5 [(buf.validate.field).float = { gte: 0.1, example: [1e30, -1] }];
  bytes y = 6 [(buf.validate.field).bytes.prefix = "\000\377"];
  repeated M ms = 7 [(buf.validate.field).repeated = { min_items: 1, items: { cel: { id: "i" } } }];
  map<string, bytes> bs = 8 [(buf.validate.field).map.values.bytes = {}];
}
service S { rpc R(M) returns (M) { option (google.api.http) = { post: "/v1" body: "*" additional_bindings { get: "/v2" } }; } }
`,
		"editions": `edition = "2023";
package p;
option features = { field_presence: IMPLICIT, enum_type: CLOSED };
message M {
  option features.json_format = LEGACY_BEST_EFFORT;
  string a = 1 [features.field_presence = LEGACY_REQUIRED];
  M m = 2 [features.message_encoding = DELIMITED];
  repeated int32 n = 3 [features.repeated_field_encoding = EXPANDED];
  oneof o { string q = 4; }
  reserved gone, lost;
}
enum E { option features.enum_type = OPEN; Z = 0; reserved Y; }
`,
		"edition 2024": `edition = "2024";
package p;
import option "buf/validate/validate.proto";
option features.default_symbol_visibility = LOCAL_ALL;
option features.enforce_naming_style = STYLE_LEGACY;
export message M { string badName = 1 [(buf.validate.field).required = true]; local enum E { x = 0; } export message N { } }
local message L { M m = 1; }
export enum F { y = 0; }
`,
	} {
		want := compiled(t, text)
		for range 2 { // the second time from what has no places
			printed, err := printProto(want)
			if err != nil {
				t.Fatal(err)
			}
			got := compiled(t, printed)
			anyOrder := protocmp.SortRepeatedFields(&descriptorpb.DescriptorProto{}, "nested_type")
			messages := protocmp.SortRepeatedFields(&descriptorpb.FileDescriptorProto{}, "message_type")
			if diff := cmp.Diff(withoutPlaces(want), withoutPlaces(got), protocmp.Transform(), anyOrder, messages); diff != "" {
				t.Errorf("%s (-want +got):\n%s\nprinted:\n%s", name, diff, printed)
			}
			want = withoutPlaces(want)
		}
	}
}

func withoutPlaces(d *descriptorpb.FileDescriptorProto) *descriptorpb.FileDescriptorProto {
	d = proto.CloneOf(d)
	d.SourceCodeInfo = nil
	return d
}

// compiled is the descriptor of a source without faults, with source info.
func compiled(t *testing.T, text string) *descriptorpb.FileDescriptorProto {
	t.Helper()
	store := protoFS("a.proto", text)
	if _, faults := openProtoFiles(t, store, config.Source{}, "a.proto"); source.Refused(faults) {
		t.Fatalf("%v\n%s", faultTexts(faults), text)
	}
	d := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(compileSet(t, store, true, "a.proto"), d); err != nil {
		t.Fatal(err)
	}
	return lastFile(d)
}

// Comments stand where they did, and a line of theirs is a line.
func TestPrintProtoComments(t *testing.T) {
	text := `syntax = "proto3";

// Detached.

// Leads M,
//   indented.
message M {
  string a = 1; // trails a

  // Leads b.
  string b = 2;
  // Trails b,
  // in two lines.

  /* Leads c: *\/ is no end,
     nor is // this a beginning. */
  string c = 3; string d = 4; // trails d
  // Trails e, at the end.
  string e = 5;
}
`
	want := `syntax = "proto3";



// Leads M,
//   indented.
message M {
  string a = 1; // trails a

  // Leads b.
  string b = 2;
  // Trails b,
  // in two lines.

  // Leads c: *\/ is no end,
  //nor is // this a beginning.
  string c = 3; string d = 4; // trails d
  // Trails e, at the end.
  string e = 5;
}
`
	got, err := printProto(compiled(t, text))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.SplitSeq(got, "\n") {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	if diff := cmp.Diff(want, strings.Join(lines, "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
