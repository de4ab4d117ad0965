package loaders

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
)

func TestProtoFieldBehavior(t *testing.T) {
	ops := protoOps(t, `syntax = "proto3";
import "google/api/field_behavior.proto";
import "google/api/field_info.proto";
service S { rpc R(M) returns (M); }
message M {
  string a = 1 [(google.api.field_behavior) = REQUIRED, (google.api.field_behavior) = IMMUTABLE];
  string b = 2 [(google.api.field_behavior) = OUTPUT_ONLY];
  string c = 3 [(google.api.field_behavior) = INPUT_ONLY, (google.api.field_info).format = UUID4];
  string d = 4 [(google.api.field_behavior) = OPTIONAL];
  string e = 5 [(google.api.field_behavior) = IMMUTABLE, (google.api.field_behavior) = REQUIRED];
  string f = 6 [(google.api.field_behavior) = REQUIRED, (google.api.field_behavior) = OUTPUT_ONLY];
  oneof both {
    string g = 7 [(google.api.field_behavior) = REQUIRED];
    string h = 8 [(google.api.field_behavior) = REQUIRED];
  }
  oneof one {
    string i = 9 [(google.api.field_behavior) = REQUIRED];
    string j = 10;
  }
}
`)
	wantProto(t, ops[0], `
S/R 4:17
  a 6:10 string required@6:17: string@6:3 string or null (left out)
  b 7:10 string: string@7:3 string or null (left out) read-only
  c 8:10 string: string@8:3 string or null (left out) write-only format=uuid@8:92
  d 9:10 string: string@9:3 string or null (left out)
  e 10:10 string required@10:58: string@10:3 string or null (left out)
  f 11:10 string: string@11:3 string or null (left out) read-only
  g 13:12 string: string@13:5 string or null (left out)
  h 14:12 string: string@14:5 string or null (left out)
  i 17:12 string: string@17:5 string or null (left out)
  j 18:12 string: string@18:5 string or null (left out)
  oneof both 12:9 required=true [g h]
  oneof one 16:9 required=false [i j]
`)
}

// Each row is a field with rules of buf.validate, and the schema that it reads
// as. The option begins at column 15 of line 8.
func TestProtoValidate(t *testing.T) {
	imports := `syntax = "proto3";
import "buf/validate/validate.proto";
import "google/protobuf/wrappers.proto"; import "google/protobuf/duration.proto";
`
	var all, fields strings.Builder
	for i, test := range []struct{ field, want string }{
		{`string f = 1 [(buf.validate.field).required = true];`, "required@8:15: string string"},
		{`string f = 1 [(buf.validate.field).string = {min_len: 2, max_len: 5}];`, "required@8:46: string string min_len=2 max_len=5"},
		{`string f = 1 [(buf.validate.field).string.len = 3];`, "required@8:15: string string min_len=3 max_len=3"},
		{`string f = 1 [(buf.validate.field).string.max_len = 3];`, "string string max_len=3"},
		{`optional string f = 1 [(buf.validate.field).string.min_len = 2];`, "string string min_len=2"},
		{`string f = 1 [(buf.validate.field).string.min_len = 2, (buf.validate.field).ignore = IGNORE_IF_ZERO_VALUE];`, "string string min_len=2"},
		{`string f = 1 [(buf.validate.field).string.min_len = 2, (buf.validate.field).ignore = IGNORE_ALWAYS];`, "string string"},
		{`string f = 1 [(buf.validate.field).string.pattern = "^[a-z]+$"];`, "required@8:15: string string pattern=^[a-z]+$"},
		{`string f = 1 [(buf.validate.field).string.pattern = "^[a-z]*$"];`, "string string pattern=^[a-z]*$"},
		{`string f = 1 [(buf.validate.field).string.prefix = "a.b"];`, `required@8:15: string string pattern=^a\.b`},
		{`string f = 1 [(buf.validate.field).string.suffix = "?"];`, `required@8:15: string string pattern=\?$`},
		{`string f = 1 [(buf.validate.field).string.email = true];`, "required@8:15: string string format=email"},
		{`string f = 1 [(buf.validate.field).string.uuid = false];`, "string string"},
		{`string f = 1 [(buf.validate.field).string.uri_ref = true];`, "string string format=uri-reference"},
		{`string f = 1 [(buf.validate.field).string.host_and_port = true];`, "required@8:15: string string unread(host_and_port: true)"},
		{`string f = 1 [(buf.validate.field).string = {in: ["a", "b"]}];`, "required@8:46: string string a b"},
		{`string f = 1 [(buf.validate.field).string = {in: ["a", ""]}];`, "string string a "},
		{`string f = 1 [(buf.validate.field).string.const = "x"];`, "required@8:15: string string x"},
		{`string f = 1 [(buf.validate.field).string.not_in = ""];`, "required@8:15: string string unread(not_in: \"\")"},
		{`string f = 1 [(buf.validate.field).string = {pattern: "^a", suffix: "b", not_contains: "c", max_bytes: 9}];`,
			`required@8:46: string string pattern=^a unread(max_bytes: 9) unread(not_contains: "c") unread(suffix: "b")`},
		{`google.protobuf.Duration f = 1 [(buf.validate.field).duration = {lte: {seconds: 5}, example: {seconds: 1}}];`, "google.protobuf.Duration string format=duration unread(duration.lte: {seconds: 5})"},
		{`repeated string f = 1 [(buf.validate.field).repeated = {unique: true, items: {string: {not_in: ["a", "b"]}}}];`,
			`repeated string array unread(uniqueItems: true) of string string unread(not_in: "a", "b")`},
		{`repeated string f = 1 [(buf.validate.field).repeated.unique = false];`, "repeated string array of string string"},
		{`string f = 1 [(buf.validate.field).cel = {id: "x", expression: "this != ''"}];`, "string string unread(cel: {expression: \"this != ''\", id: \"x\"})"},
		{`int32 f = 1 [(buf.validate.field).int32 = {gte: 1, lt: 10}];`, "required@8:44: int32 string or integer min=1 max=10<"},
		{`int32 f = 1 [(buf.validate.field).int32 = {gte: -1, lte: 10}];`, "int32 string or integer min=-1 max=10"},
		{`int32 f = 1 [(buf.validate.field).int32 = {gt: 10, lt: 1}];`, "int32 string or integer min=-2147483648~ max=2147483647~ unread(gt: 10) unread(lt: 1)"},
		{`uint64 f = 1 [(buf.validate.field).uint64.lte = 18446744073709551615];`, "uint64 string or integer min=0~ max=18446744073709551615"},
		{`double f = 1 [(buf.validate.field).double = {gt: 0, lte: 0.5}];`, "required@8:46: double string or number min=0< max=0.5"},
		{`int32 f = 1 [(buf.validate.field).int32 = {in: [1, 2]}];`, "required@8:44: int32 string or integer 1 2 1~ 2~ min=-2147483648~ max=2147483647~"},
		{`int32 f = 1 [(buf.validate.field).int32.not_in = 0];`, "required@8:14: int32 string or integer min=-2147483648~ max=2147483647~ unread(not_in: 0)"},
		{`bool f = 1 [(buf.validate.field).bool.const = true];`, "required@8:13: bool boolean true"},
		{`bytes f = 1 [(buf.validate.field).bytes.min_len = 1];`, "required@8:14: bytes string format=byte unread(bytes.min_len: 1)"},
		{`E f = 1 [(buf.validate.field).enum.defined_only = true];`, "E string or integer E_UNSPECIFIED~ A B 0~ 1~ 2~"},
		{`E f = 1 [(buf.validate.field).enum = {not_in: [0]}];`, "required@8:39: E string or integer A B 1~ 2~"},
		{`E f = 1 [(buf.validate.field).enum.const = 2];`, "required@8:10: E string or integer B 2~"},
		{`E f = 1 [(buf.validate.field).enum = {in: [0, 2]}];`, "E string or integer E_UNSPECIFIED~ B 0~ 2~"},
		{`repeated string f = 1 [(buf.validate.field).repeated = {min_items: 1, max_items: 3, items: {string: {min_len: 1}}}];`,
			"required@8:57: repeated string array min_items=1 max_items=3 of string string min_len=1"},
		{`repeated E f = 1 [(buf.validate.field).repeated.items.enum.in = 1];`, "repeated E array of E string or integer A 1~"},
		{`map<string, int32> f = 1 [(buf.validate.field).map = {min_pairs: 1, values: {int32: {gte: 0}}}];`,
			"required@8:55: map<string, int32> object unread(minProperties: 1) of int32 string or integer min=0 max=2147483647~"},
		{`google.protobuf.StringValue f = 1 [(buf.validate.field).string.min_len = 1];`, "google.protobuf.StringValue string min_len=1"},
		{`M f = 1 [(buf.validate.field).required = true];`, "required@8:10: M object closed"},
		{`oneof o { string f = 1 [(buf.validate.field).string.min_len = 1]; }`, "string string min_len=1"},
	} {
		ops := protoSourceOps(t, imports+`service S { rpc R(M) returns (M); }
enum E { E_UNSPECIFIED = 0; A = 1; B = 2; }

message M {
`+test.field+`
}
`)
		fmt.Fprintf(&all, "message M%d {\n%s\n}\n", i, test.field)
		fmt.Fprintf(&fields, "M%d f%d = %d;\n", i, i, i+1)
		f := ops[0].Input.Fields[0]
		var d protoDump
		if f.Required {
			fmt.Fprintf(&d, "required@%s: ", position(f.RequiredAt))
		}
		d.schema(f.Schema)
		got := strings.NewReplacer(" or null (left out)", "").Replace(d.String())
		for _, word := range strings.Fields(got) { // the places are another test's business
			if i := strings.LastIndex(word, "@8:"); i >= 0 && !strings.HasPrefix(word, "required@") {
				got = strings.Replace(got, word, word[:i], 1)
			}
		}
		if got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.field, got, test.want)
		}
	}
	protoOps(t, imports+"service S { rpc R(M) returns (M); }\nenum E { E_UNSPECIFIED = 0; A = 1; B = 2; }\n"+all.String()+"message M {\n"+fields.String()+"}\n")
}

func TestProtoValidatePlaces(t *testing.T) {
	ops := protoOps(t, `syntax = "proto3";
import "buf/validate/validate.proto";
service S { rpc R(M) returns (M); }
message M {
  option (buf.validate.message).oneof = { fields: ["a", "b"], required: true };
  string a = 1 [(buf.validate.field).string.min_len = 1];
  repeated string b = 2 [
    (buf.validate.field).repeated.min_items = 1,
    (buf.validate.field).repeated.items.string = { in: ["x", "y"] }
  ];
  int64 c = 3 [(buf.validate.field).int64 = { gt: 0 lte: 100 }];
  oneof way {
    option (buf.validate.oneof).required = true;
    string road = 4;
    string rail = 5;
  }
  int32 d = 6 [(buf.validate.field).int32 = { example: [3, 5] }];
}
`)
	wantProto(t, ops[0], `
S/R 3:17
  a 6:10 string: string@6:3 string or null (left out) min_len=1@6:55
  b 7:19 repeat: repeated string@7:12 array or null (left out) min_items=1@8:47 of string@7:12 string x y
  c 11:9 int64  required@11:47: int64@11:3 string or integer or null (left out) min=0<@11:51 max=100@11:58
  road 14:12 string: string@14:5 string or null (left out)
  rail 15:12 string: string@15:5 string or null (left out)
  d 17:9 int32 : int32@17:3 string or integer or null (left out) min=-2147483648~ max=2147483647~
  oneof way 12:9 required=true [road rail]
  oneof a or b 5:10 required=true [a b]
`)
	var got []string
	for _, v := range ops[0].Input.Fields[1].Schema.Elem.Enum {
		got = append(got, v.Lit.Text+" "+position(v.Lit.At))
	}
	for _, n := range ops[0].Input.Fields[5].Schema.Examples {
		got = append(got, n.Text+" "+position(n.At))
	}
	if diff := cmp.Diff([]string{"x 9:57", "y 9:62", "3 17:57", "5 17:60"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Without the file of annotations the fields are read all the same.
func TestProtoUnknownAnnotations(t *testing.T) {
	store := protoFS("a.proto", `syntax = "proto3";
import "validate/validate.proto";
service S { rpc R(M) returns (M) { option (acme.auth) = { scope: "x" }; } }
message M { string s = 1 [(validate.rules).string.min_len = 1, deprecated = true]; }
`)
	ops, faults := expandAll(openProtoFiles(t, store, config.Source{}, "a.proto"))
	want := []string{`dirt: a.proto:2:8: import "validate/validate.proto" not found in .; --import-path adds a folder`}
	if diff := cmp.Diff(want, faultTexts(faults)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	wantProto(t, ops[0], `
S/R 3:17
  s 4:20 string deprecated@4:64 "true": string@4:13 string or null (left out)
`)
}

// CEL about a whole message is noted on the message wherever it is used.
func TestProtoMessageRulesThatAreNotRead(t *testing.T) {
	ops := protoOps(t, `syntax = "proto3";
import "buf/validate/validate.proto";
service S { rpc R(M) returns (M); }
message M {
  option (buf.validate.message).cel = {id: "x", expression: "this.a < this.b"};
  int32 a = 1;
  M b = 2;
}
`)
	const want = `cel: {expression: "this.a < this.b", id: "x"}`
	for _, s := range []*contract.Schema{ops[0].Input, ops[0].Input.Fields[1].Schema} {
		if len(s.Unread) != 1 || s.Unread[0].Text != want || position(s.Unread[0].At) != "5:39" {
			t.Errorf("unread is %v, want %s", s.Unread, want)
		}
	}
}
