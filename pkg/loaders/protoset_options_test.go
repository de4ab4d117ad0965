package loaders

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
)

// Options are read as the set's own files define them.
func TestProtoSetOwnOptions(t *testing.T) {
	validate := `syntax = "proto2";
package buf.validate;
import "google/protobuf/descriptor.proto";
extend google.protobuf.FieldOptions { optional FieldRules field = 1159; }
message FieldRules { optional Skip ignore = 27; optional StringRules string = 14; }
message StringRules { optional uint64 min_len = 2; }
enum Skip { SKIP_NOTHING = 0; SKIP_ZERO = 1; IGNORE_ALWAYS = 9; }
`
	store := protoFS("a.proto", `syntax = "proto3";
import "buf/validate/validate.proto";
service S { rpc R(M) returns (M); }
message M {
  string a = 1 [(buf.validate.field) = { string: { min_len: 1 } ignore: SKIP_ZERO }];
  string b = 2 [(buf.validate.field) = { string: { min_len: 1 } ignore: IGNORE_ALWAYS }];
  string c = 3 [(buf.validate.field) = { string: { min_len: 1 } }];
}
`, "buf/validate/validate.proto", validate)
	ops, faults := expandAll(openProtoFiles(t, store, config.Source{}, "a.proto"))
	if len(faults) > 0 {
		t.Fatal(faultTexts(faults))
	}
	wantProto(t, ops[0], `
S/R 3:17
  a 5:10 string: string@5:3 string or null (left out) min_len=1@5:61
  b 6:10 string: string@6:3 string or null (left out)
  c 7:10 string required@7:52: string@7:3 string or null (left out) min_len=1@7:61
`)
	binary := compileSet(t, store, true, "a.proto")
	for name, data := range map[string][]byte{"x.binpb": binary, "x.json": asImage(t, binary)} {
		got, faults := openSet(name, data)
		if len(faults) > 0 {
			t.Fatal(faultTexts(faults))
		}
		if diff := cmp.Diff(withoutColumns(ops), withoutColumns(got)); diff != "" {
			t.Errorf("%s (-source +set):\n%s", name, diff)
		}
	}
}

// Rules that somebody adds to buf.validate are CEL: they are noted, and require nothing.
func TestProtoPredefinedRules(t *testing.T) {
	store := protoFS("a.proto", `syntax = "proto3";
import "acme/rules.proto";
import "buf/validate/validate.proto";
service S { rpc R(M) returns (M); }
message M {
  string a = 1 [(buf.validate.field).string.(acme.email) = true];
  string b = 2 [(buf.validate.field).string = { max_len: 5, [acme.email]: false, [acme.one_of]: ["x", "y"] }];
  int32 c = 3 [(buf.validate.field).int32.(acme.gte) = 5];
}
`, "acme/rules.proto", `syntax = "proto2";
package acme;
import "buf/validate/validate.proto";
extend buf.validate.StringRules { optional bool email = 48390 [(buf.validate.predefined).cel = { id: "e", expression: "this.isEmail()" }]; repeated string one_of = 48391; }
extend buf.validate.Int32Rules { optional int32 gte = 48392; }
`)
	ops, faults := expandAll(openProtoFiles(t, store, config.Source{}, "a.proto"))
	if len(faults) > 0 {
		t.Fatal(faultTexts(faults))
	}
	wantProto(t, ops[0], `
S/R 4:17
  a 6:10 string: string@6:3 string or null (left out) unread(acme.email: true)
  b 7:10 string: string@7:3 string or null (left out) max_len=5@7:58 unread(acme.one_of: "x", "y")
  c 8:9 int32 : int32@8:3 string or integer or null (left out) min=-2147483648~ max=2147483647~ unread(acme.gte: 5)
`)
	wantSameFromSets(t, ops, store, "a.proto")
}
