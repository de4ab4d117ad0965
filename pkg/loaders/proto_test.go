package loaders

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProto3(t *testing.T) {
	ops := protoOps(t, `syntax = "proto3";
package shop.v1;

import "google/protobuf/duration.proto";
import "google/protobuf/empty.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";

service Shop {
  // Puts an order.
  //
  // Twice is harmless.
  rpc Put(PutRequest) returns (Order);
}

// An order.
message Order {
  repeated Order children = 2;
  map<int32, Order> by_number = 3;
}

enum State {
  STATE_UNSPECIFIED = 0;
  OPEN = 1;
}

message PutRequest {
  reserved 100 to 110;
  reserved "gone", "lost";
  string order_id = 1;
  int64 count = 2;
  uint32 small = 3;
  double ratio = 4;
  bool flag = 5;
  bytes blob = 6;
  State state = 7;
  google.protobuf.Timestamp when = 8;
  google.protobuf.Duration ttl = 9;
  google.protobuf.FieldMask mask = 10;
  google.protobuf.StringValue wrapped = 11;
  google.protobuf.Value anything = 12;
  google.protobuf.Struct open = 13;
  google.protobuf.ListValue list = 14;
  google.protobuf.Empty empty = 15;
  Order order = 16;
  repeated string tags = 17;
  oneof way {
    string road = 18;
    int32 rail = 19;
  }
  optional string note = 20 [json_name = "memo"];
}
`)
	wantProto(t, ops[0], `
shop.v1.Shop/Put 15:7 doc "Puts an order.\n\nTwice is harmless."@12:3
  order_id/orderId 32:10 string: string@32:3 string or null (left out)
  count 33:9 int64 : int64@33:3 string or integer or null (left out) min=-9223372036854775808~ max=9223372036854775807~
  small 34:10 uint32: uint32@34:3 string or integer or null (left out) min=0~ max=4294967295~
  ratio 35:10 double: double@35:3 string or number or null (left out)
  flag 36:8 bool f: bool@36:3 boolean or null (left out)
  blob 37:9 bytes : bytes@37:3 string or null (left out) format=byte@37:3
  state 38:9 State : shop.v1.State@38:3 string or integer or null (left out) STATE_UNSPECIFIED~ OPEN 0~ 1~
  when 39:29 google: google.protobuf.Timestamp@39:3 string or null (left out) format=date-time@39:3
  ttl 40:28 google: google.protobuf.Duration@40:3 string or null (left out) format=duration@40:3
  mask 41:29 google: google.protobuf.FieldMask@41:3 string or null (left out) format=google-fieldmask@41:3
  wrapped 42:31 google: google.protobuf.StringValue@42:3 string or null (left out)
  anything 43:25 google: google.protobuf.Value@43:3 any type
  open 44:26 google: google.protobuf.Struct@44:3 object or null (left out)
  list 45:29 google: google.protobuf.ListValue@45:3 array or null (left out)
  empty 46:25 google: google.protobuf.Empty@46:3 object or null (left out) closed
  order 47:9 Order  doc "An order."@18:1: shop.v1.Order@47:3 object or null (left out) closed
    children 20:18 repeat: repeated shop.v1.Order@20:12 array or null (left out) of shop.v1.Order@20:12 object closed
      children 20:18 repeat: repeated shop.v1.Order@20:12 array or null (left out) of shop.v1.Order@20:12 object closed
      by_number/byNumber 21:21 map<in: map<int32, shop.v1.Order>@21:3 object or null (left out) of shop.v1.Order@21:14 object closed
        children 20:18 repeat: repeated shop.v1.Order@20:12 array or null (left out) of shop.v1.Order@20:12 object closed
        by_number/byNumber 21:21 map<in: map<int32, shop.v1.Order>@21:3 object or null (left out) of shop.v1.Order@21:14 object closed
    by_number/byNumber 21:21 map<in: map<int32, shop.v1.Order>@21:3 object or null (left out) of shop.v1.Order@21:14 object closed
  tags 48:19 repeat: repeated string@48:12 array or null (left out) of string@48:12 string
  road 50:12 string: string@50:5 string or null (left out)
  rail 51:11 int32 : int32@51:5 string or integer or null (left out) min=-2147483648~ max=2147483647~
  note/memo 53:19 option: string@53:12 string or null (left out)
  oneof way 49:9 required=false [road rail]
  reserved gone 31:12
  reserved lost 31:20
`)
}

func TestProto2(t *testing.T) {
	ops := protoOps(t, `syntax = "proto2";
service S { rpc R(M) returns (M); }
message M {
  required string a = 1;
  optional int32 n = 2 [default = -5];
  optional string s = 3 [default = "x"];
  optional E e = 4 [default = B];
  optional bool b = 5 [default = true];
  optional double d = 6 [default = -inf];
  optional bytes y = 7 [default = "hi"];
  repeated group Item = 8 { required fixed64 x = 1; }
  extensions 100 to 200;
}
enum E { A = 1; B = 2; }
extend M { optional string ext = 100; }
`)
	wantProto(t, ops[0], `
S/R 2:17
  a 4:19 requir required@4:3: string@4:12 string or null (left out)
  n 5:18 option: int32@5:12 string or integer or null (left out) min=-2147483648~ max=2147483647~ default=-5@5:35
  s 6:19 option: string@6:12 string or null (left out) default=x@6:36
  e 7:14 option: E@7:12 string or integer or null (left out) A B 1~ 2~ default=B@7:31
  b 8:17 option: bool@8:12 boolean or null (left out) default=true@8:34
  d 9:19 option: double@9:12 string or number or null (left out) default=-Infinity@9:36
  y 10:18 option: bytes@10:12 string or null (left out) format=byte@10:12 default=aGk=@10:35
  item 11:18 repeat: repeated M.Item@11:12 array or null (left out) of M.Item@11:12 object closed
    x 11:46 requir required@11:29: fixed64@11:38 string or integer or null (left out) min=0~ max=18446744073709551615~
`)
}

// In editions presence comes from features, and those of a file from above.
func TestProtoEditions(t *testing.T) {
	for _, edition := range []string{"2023", "2024"} {
		ops := protoOps(t, `edition = "`+edition+`";
package p;
import "buf/validate/validate.proto";
option features.field_presence = IMPLICIT;
service S { rpc R(M) returns (M); }
enum Mode { option features.enum_type = CLOSED; AIR = 1; SEA = 2; }
message M {
  string a = 1 [features.field_presence = LEGACY_REQUIRED];
  int32 n = 2 [features.field_presence = EXPLICIT, default = 3];
  M m = 3 [features.message_encoding = DELIMITED];
  string checked = 4 [(buf.validate.field).string.min_len = 1];
  string unchecked = 5 [(buf.validate.field).string.min_len = 1, features.field_presence = EXPLICIT];
  Mode mode = 6 [features.field_presence = EXPLICIT];
}
`)
		wantProto(t, ops[0], `
p.S/R 5:17
  a 8:10 string required@8:17: string@8:3 string or null (left out)
  n 9:9 int32 : int32@9:3 string or integer or null (left out) min=-2147483648~ max=2147483647~ default=3@9:62
  m 10:5 M m = : p.M@10:3 object or null (left out) closed
    a 8:10 string required@8:17: string@8:3 string or null (left out)
    n 9:9 int32 : int32@9:3 string or integer or null (left out) min=-2147483648~ max=2147483647~ default=3@9:62
    m 10:5 M m = : p.M@10:3 object or null (left out) closed
    checked 11:10 string required@11:23: string@11:3 string or null (left out) min_len=1@11:61
    unchecked 12:10 string: string@12:3 string or null (left out) min_len=1@12:63
    mode 13:8 Mode m: p.Mode@13:3 string or integer or null (left out) AIR SEA 1~ 2~
  checked 11:10 string required@11:23: string@11:3 string or null (left out) min_len=1@11:61
  unchecked 12:10 string: string@12:3 string or null (left out) min_len=1@12:63
  mode 13:8 Mode m: p.Mode@13:3 string or integer or null (left out) AIR SEA 1~ 2~
`)
	}
}

// The name that is offered for a number with several is the first that is not deprecated.
func TestProtoEnumAliases(t *testing.T) {
	ops := protoOps(t, `syntax = "proto3";
service S { rpc R(M) returns (M); }
enum Tier {
  option allow_alias = true;
  TIER_UNSPECIFIED = 0;
  TIER_NROMAL = 1 [deprecated = true];
  TIER_NORMAL = 1;
  TIER_PLAIN = 1;
  TIER_FAST = 2; // costs more
}
message M { Tier tier = 1; }
`)
	wantProto(t, ops[0], `
S/R 2:17
  tier 11:18 Tier t: Tier@11:13 string or integer or null (left out) TIER_UNSPECIFIED~ TIER_NROMAL~! TIER_NORMAL TIER_PLAIN~ TIER_FAST 0~ 1~ 2~
`)
	if got := ops[0].Input.Fields[0].Schema.Enum[4].Doc; got != "costs more" {
		t.Errorf("doc of TIER_FAST is %q", got)
	}
}

// Columns count code points, lines end at LF or CRLF, and a byte order mark has no column.
func TestProtoPositions(t *testing.T) {
	text := `syntax = "proto3";
/* é ü */ service S { rpc R(M) returns (M); }
message M {
  // Größe in cm
  /* 😀 */ int32 size_cm = 1;
  string s = 2; // endet hier: é
}
`
	want := `
S/R 2:27
  size_cm/sizeCm 5:17 int32  doc "😀"@5:3: int32@5:11 string or integer or null (left out) min=-2147483648~ max=2147483647~
  s 6:10 string doc "endet hier: é"@6:17: string@6:3 string or null (left out)
`
	for _, text := range []string{text, strings.ReplaceAll(text, "\n", "\r\n"), "\ufeff" + text, "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n")} {
		got := dumpProto(protoSourceOps(t, text)[0])
		if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(got)); diff != "" {
			t.Errorf("%.20q (-want +got):\n%s", text, diff)
		}
	}
}

func TestProtoComments(t *testing.T) {
	text := `syntax = "proto3";
service S { rpc R(M) returns (M); }
message M {
  // Detached, far above.

  // Leads a,
  // in two lines.
  string a = 1; // trails a
  string b = 2; // trails b
  // leads c, not b
  string c = 3;
  // trails c as well: a blank line follows

  /*
   * A block
   *   with stars.
   */
  string d = 4;
  /** Javadoc. */ string e = 5;
  // Shown. (-- api-linter: a remark
  //     for reviewers --)
  // Shown too.
  string f = 6;
  // tooldrift:waive type-mismatch until=2027-01-31 owner=@pay -- converted by the server
  // About g.
  string g = 7; // tooldrift:waive unknown-field -- known
  string h = 8;
  // trails h, for the message ends here
}
`
	ops := protoSourceOps(t, text)
	var got []string
	for _, f := range ops[0].Input.Fields {
		line := fmt.Sprintf("%s %q@%s", f.Name, f.Doc.Text, position(f.Doc.At))
		for _, w := range f.Waivers {
			line += fmt.Sprintf(" waives %s until %q by %q at %s: %s", w.Rule, w.Until, w.Owner, position(w.At), w.Reason)
		}
		got = append(got, line)
	}
	want := []string{
		`a "Leads a,\nin two lines."@6:3`,
		`b "trails b"@9:17`,
		`c "leads c, not b"@10:3`,
		`d "A block\n  with stars."@14:3`,
		`e "Javadoc."@19:3`,
		`f "Shown.\nShown too."@20:3`,
		`g "About g."@24:3 waives type-mismatch until "2027-01-31" by "@pay" at 24:6: converted by the server waives unknown-field until "" by "" at 26:20: known`,
		`h "trails h, for the message ends here"@28:3`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// The compiler of the tests takes a comment for nobody's that stands on the same line.
	protoOps(t, strings.Replace(text, "*/ string e", "*/\nstring e", 1))
}

func TestProtoDeprecation(t *testing.T) {
	ops := protoOps(t, `syntax = "proto3";
service S {
  // Deprecated: use Other.
  rpc R(M) returns (M) { option deprecated = true; }
  rpc Other(M) returns (M);
}
service Old {
  option deprecated = true;
  rpc All(M) returns (M);
}
message M {
  string a = 1 [deprecated = true];
  // Not deprecated: the option is off.
  string b = 2 [deprecated = false];
  // The mail. Deprecated: use email, which
  // is checked.
  //
  // More.
  string c = 3 [deprecated = true];
}
`)
	var got []string
	for _, op := range ops {
		got = append(got, fmt.Sprintf("%s %q@%s", op.Name, op.Deprecated.Text, position(op.Deprecated.At)))
	}
	for _, f := range ops[0].Input.Fields {
		got = append(got, fmt.Sprintf("%s %q@%s", f.Name, f.Deprecated.Text, position(f.Deprecated.At)))
	}
	want := []string{
		`S/R "use Other."@4:33`, `S/Other ""@?`, `Old/All "true"@8:10`,
		`a "true"@12:17`, `b ""@?`, `c "use email, which is checked."@19:17`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// An argument that is no object in JSON, and a stream of arguments, cannot be compared.
func TestProtoArguments(t *testing.T) {
	ops := protoOps(t, `syntax = "proto3";
import "google/protobuf/any.proto";
import "google/protobuf/empty.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/wrappers.proto";
service S {
  rpc Text(google.protobuf.StringValue) returns (M);
  rpc Nothing(google.protobuf.Empty) returns (M);
  rpc Open(google.protobuf.Struct) returns (M);
  rpc Any(google.protobuf.Any) returns (M);
  rpc Many(stream M) returns (M);
  rpc Out(M) returns (stream M);
}
message M { int32 n = 1; }
`)
	var got []string
	for _, op := range ops {
		got = append(got, fmt.Sprintf("%s %s closed=%t fields=%d opaque=%q", op.Name, op.Input.Types, op.Input.Closed, len(op.Input.Fields), op.Input.Opaque))
	}
	want := []string{
		`S/Text object closed=false fields=0 opaque="the argument is a google.protobuf.StringValue, which is no object in JSON"`,
		`S/Nothing object closed=true fields=0 opaque=""`,
		`S/Open object closed=false fields=0 opaque=""`,
		`S/Any object closed=false fields=2 opaque=""`,
		`S/Many object closed=false fields=0 opaque="client streaming"`,
		`S/Out object closed=true fields=1 opaque=""`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
