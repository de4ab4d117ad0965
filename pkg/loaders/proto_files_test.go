package loaders

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
)

const protoService = `syntax = "proto3";
service S { rpc R(M) returns (M); }
`

func TestProtoFaults(t *testing.T) {
	for _, test := range []struct {
		name  string
		files []string // the first one is opened
		want  []string
	}{
		{"number twice and unknown type", []string{"a.proto", protoService + `message M {
  string one = 1;
  string two = 1;
  Nope three = 3;
}
`}, []string{"a.proto:5:16: field number 1 used more than once", "a.proto:6:3: cannot find Nope in this scope"}},
		{"syntax, all of it", []string{"a.proto", protoService + `message M {
  int32 n = 1 [(x) = { skip: [1 2] }];
  string = 2;
}
`}, []string{"a.proto:4:33: unexpected integer literal in array expression", "a.proto:5:3: missing name in message field"}},
		{"import cycle", []string{"a.proto", `syntax = "proto3";
import "b.proto";
service S { rpc R(A) returns (A); }
message A { B b = 1; }
`, "b.proto", `syntax = "proto3";
package x;
import "c.proto";
message B { A a = 1; }
`, "c.proto", `syntax = "proto3";
import "a.proto";
`}, []string{"c.proto:2:8: import cycle: a.proto imports b.proto, which imports c.proto, which imports a.proto", "dirt: a.proto:4:13: type B not found"}},
		{"a file that imports itself", []string{"a.proto", protoService + `import "a.proto";
message M {}
`}, []string{"a.proto:3:8: import cycle: a.proto imports a.proto"}},
		{"missing import", []string{"x/a.proto", `syntax = "proto3";
import "acme/rules/limits.proto";
service S { rpc R(M) returns (M); }
message M {
  int32 n = 1 [(acme.limits) = { max: 4 }];
  acme.Limit l = 2;
}
`}, []string{
			`dirt: x/a.proto:2:8: import "acme/rules/limits.proto" not found in x, .; --import-path adds a folder`,
			"dirt: x/a.proto:6:3: type acme.Limit not found",
		}},
		{"import outside the root", []string{"a.proto", protoService + `import "../b.proto";
import "/etc/passwd";
message M {}
`}, []string{"a.proto:3:8: import path must not refer to parent directory", "a.proto:4:8: import path must be relative"}},
		{"broken import", []string{"a.proto", protoService + `import "b.proto";
message M { B b = 1; C c = 2; }
`, "b.proto", `syntax = "proto3";
message B { string s = ; }
message C {
`}, []string{
			"b.proto:2:13: missing message field tag in declaration",
			"b.proto:2:24: unexpected ; in definition",
			"b.proto:3:11: encountered unmatched { delimiter",
		}},
		{"an import that is no text, and a folder of the name of one", []string{"x/a.proto", protoService + `import "b.proto";
import "c";
message M {}
`, "x/b.proto", "\xff\xfe", "c", "syntax = \"proto3\";\n", "x/c/d.proto", ""}, []string{
			`x/a.proto:3:8: import "b.proto": not UTF-8 but UTF-16; save it as UTF-8`,
		}},
		{"nothing to bind to", []string{"a.proto", `syntax = "proto3";
message M {}
`}, []string{"dirt: a.proto:1:1: no rpc in the file: nothing to bind tools to"}},
		{"an edition to come", []string{"a.proto", `edition = "2099";
service S { rpc R(M) returns (M); }
message M {}
`}, []string{"a.proto:1:11: unrecognized edition declaration value"}},
		{"a name defined by two imports", []string{"a.proto", protoService + `import "b.proto";
import "c.proto";
message M { B b = 1; }
`, "b.proto", `syntax = "proto3";
message B {}
`, "c.proto", `syntax = "proto3";
message B {}
`}, []string{"b.proto:2:9: B declared multiple times"}},
	} {
		_, faults := expandAll(openProtoFiles(t, protoFS(test.files...), config.Source{}, test.files[0]))
		if diff := cmp.Diff(test.want, faultTexts(faults)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// What a missing import does not touch is compared all the same, and a message
// that cannot be trusted says so.
func TestProtoFaultsCostOneNode(t *testing.T) {
	store := protoFS("a.proto", `syntax = "proto3";
import "gone.proto";
import "broken.proto";
service S { rpc R(M) returns (M); rpc Q(gone.Request) returns (M); }
message M {
  string good = 1 [(gone.option) = 3, deprecated = true];
  gone.T bad = 2;
  B broken = 3;
}
`, "broken.proto", `syntax = "proto3";
message B { string s = ; int32 n = 2; }
`)
	ops, _ := expandAll(openProtoFiles(t, store, config.Source{}, "a.proto"))
	wantProto(t, ops[0], `
S/R 4:17
  good 6:10 string deprecated@6:39 "true": string@6:3 string or null (left out)
  bad 7:10 gone.T: gone.T@7:3 any type opaque: type gone.T not found
    opaque type gone.T not found
  broken 8:5 B brok: B@8:3 object or null (left out) closed opaque: broken.proto could not be compiled
    s 2:20 string: string@2:13 string or null (left out)
    n 2:32 int32 : int32@2:26 string or integer or null (left out) min=-2147483648~ max=2147483647~
    opaque broken.proto could not be compiled
`)
	wantProto(t, ops[1], `
S/Q 4:39
  opaque type gone.Request not found
`)
}

func TestProtoImportPaths(t *testing.T) {
	base := []string{
		"api/acme/pay/v1/pay.proto", `syntax = "proto3";
import "acme/money/v1/money.proto";
import "lib/lib.proto";
service S { rpc R(M) returns (M); }
message M { Amount amount = 1; Lib lib = 2; }
`,
		"api/acme/money/v1/money.proto", `syntax = "proto3";
message Amount { string from_api = 1; }
`,
		"third_party/lib/lib.proto", `syntax = "proto3";
import "lib/inner.proto";
message Lib { Inner inner = 1; }
`,
		"third_party/lib/inner.proto", `syntax = "proto3";
message Inner { string s = 1; }
`,
	}
	for _, test := range []struct {
		name  string
		extra []string
		src   config.Source
		want  []string // fields of amount, then faults
	}{
		{"a directory and its import paths", nil, config.Source{Proto: "api", ImportPaths: []string{"third_party"}}, []string{"from_api"}},
		{"one file: the folders above it", nil, config.Source{Glob: "api/acme/pay/v1/pay.proto", ImportPaths: []string{"third_party"}}, []string{"from_api"}},
		{"without the import path", nil, config.Source{Proto: "api"}, []string{"from_api",
			`dirt: api/acme/pay/v1/pay.proto:3:8: import "lib/lib.proto" not found in api, api/acme/pay/v1, api/acme/pay, api/acme, .; --import-path adds a folder`,
			"dirt: api/acme/pay/v1/pay.proto:5:32: type Lib not found"}},
		{"the root holds the library", []string{"lib/lib.proto", "syntax = \"proto3\";\nmessage Lib {}\n"}, config.Source{Glob: "api/acme/pay/v1/pay.proto"}, []string{"from_api"}},
		{"the directory comes before its import paths", []string{"third_party/acme/money/v1/money.proto", "syntax = \"proto3\";\nmessage Amount { string from_lib = 1; }\n"},
			config.Source{Proto: "api", ImportPaths: []string{"third_party"}}, []string{"from_api"}},
		{"import paths come before the folders above", []string{"third_party/acme/money/v1/money.proto", "syntax = \"proto3\";\nmessage Amount { string from_lib = 1; }\n"},
			config.Source{Glob: "api/acme/pay/v1/pay.proto", ImportPaths: []string{"third_party"}}, []string{"from_lib"}},
	} {
		store := protoFS(append(append([]string{}, base...), test.extra...)...)
		ops, faults := expandAll(openProtoFiles(t, store, test.src, "api/acme/pay/v1/pay.proto"))
		got := []string{ops[0].Input.Fields[0].Schema.Fields[0].Name}
		if diff := cmp.Diff(test.want, append(got, faultTexts(faults)...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// The files that everybody imports resolve without the user supplying them, and
// a copy of the user's wins.
func TestProtoBundledImports(t *testing.T) {
	text := `syntax = "proto3";
import "google/api/annotations.proto";
import "google/api/field_behavior.proto";
import "google/type/money.proto";
import "buf/validate/validate.proto";
service S { rpc R(M) returns (M) { option (google.api.http) = { get: "/v1/m" }; } }
message M { google.type.Money price = 1 [(google.api.field_behavior) = REQUIRED]; }
`
	mine := `syntax = "proto3";
package google.type;
message Money { string mine = 1; }
`
	for _, test := range []struct {
		files []string
		want  string
	}{
		{[]string{"p/a.proto", text}, "google/type/money.proto: currency_code units nanos"},
		{[]string{"p/a.proto", text, "google/type/money.proto", mine}, "google/type/money.proto: mine"},
		{[]string{"p/a.proto", text, "vendor/google/type/money.proto", mine}, "vendor/google/type/money.proto: mine"},
	} {
		src := config.Source{ImportPaths: []string{"vendor"}}
		ops, faults := expandAll(openProtoFiles(t, protoFS(test.files...), src, "p/a.proto"))
		if len(faults) > 0 {
			t.Fatal(faultTexts(faults))
		}
		price := ops[0].Input.Fields[0]
		var names []string
		for _, f := range price.Schema.Fields {
			names = append(names, f.Name)
		}
		got := fmt.Sprintf("%s: %s", price.Schema.Fields[0].At.File.Name, strings.Join(names, " "))
		if got != test.want || !price.Required || price.Schema.Name != "google.type.Money" {
			t.Errorf("got %s, required %t, want %s", got, price.Required, test.want)
		}
	}
}

// Two copies of an annotation file in one repository are one file for the
// compiler: their extensions would clash.
func TestProtoTwoCopiesOfAnAnnotation(t *testing.T) {
	copyOf := `syntax = "proto3";
package google.api;
import "google/protobuf/descriptor.proto";
extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 1052; }
enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; REQUIRED = 2; }
`
	store := protoFS("a/a.proto", `syntax = "proto3";
import "google/api/field_behavior.proto";
import "b/b.proto";
service S { rpc R(M) returns (M); }
message M { B b = 1 [(google.api.field_behavior) = REQUIRED]; }
`, "a/google/api/field_behavior.proto", copyOf, "b/b.proto", `syntax = "proto3";
import "google/api/field_behavior.proto";
message B { string s = 1 [(google.api.field_behavior) = REQUIRED]; }
`, "b/google/api/field_behavior.proto", copyOf)
	ops, faults := expandAll(openProtoFiles(t, store, config.Source{}, "a/a.proto"))
	if len(faults) > 0 {
		t.Fatal(faultTexts(faults))
	}
	if b := ops[0].Input.Fields[0]; !b.Required || !b.Schema.Fields[0].Required {
		t.Errorf("b required %t, b.s required %t", b.Required, b.Schema.Fields[0].Required)
	}
}

func TestProtoHeads(t *testing.T) {
	store := protoFS("p/svc.proto", `syntax = "proto3";
package a.b.v1;
import "p/messages.proto";
import "google/api/annotations.proto";
service Shop {
  // Gets it.
  // Second line.
  rpc Get(GetRequest) returns (Thing) {
    option (google.api.http) = {
      get: "/v1/{name=things/*}"
      additional_bindings: [{ post: "/v1/get" body: "*" }, { custom: { kind: "HEAD" path: "/v1" } }]
    };
  }
  rpc Put(.a.b.v1.PutRequest) returns (Thing) { option (google.api.http).put = "/v1/things"; option deprecated = true; }
  rpc Nest(Thing.Part) returns (Thing);
}
message Thing { string name = 1; message Part { int32 n = 1; oneof o { string s = 2; } } map<string, string> labels = 2; }
`, "p/messages.proto", `syntax = "proto3";
package a.b.v1;
message GetRequest { string name = 1; int32 page_size = 2; }
message PutRequest { string id = 1; }
`, "p/other.proto", "syntax = \"proto3\";\nnonsense that nobody reads\n")
	index, faults := openProtoFiles(t, store, config.Source{Proto: "p"}, "p/messages.proto", "p/other.proto", "p/svc.proto")
	var got []string
	for _, h := range index.Heads {
		got = append(got, fmt.Sprintf("%s %v %v %q deprecated=%t %s", h.Name, h.Aliases, h.Params, h.Doc, h.Deprecated, position(h.At)))
	}
	got = append(got, faultTexts(faults)...)
	want := []string{
		`a.b.v1.Shop/Get [a.b.v1.Shop.Get Shop.Get Shop/Get GET /v1/{name=things/*} POST /v1/get] [name page_size] "Gets it." deprecated=false 8:7`,
		`a.b.v1.Shop/Put [a.b.v1.Shop.Put Shop.Put Shop/Put PUT /v1/things] [id] "" deprecated=true 14:7`,
		`a.b.v1.Shop/Nest [a.b.v1.Shop.Nest Shop.Nest Shop/Nest] [n s] "" deprecated=false 15:7`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A service that stands in two files is read from the first, and said aloud.
func TestProtoServiceTwice(t *testing.T) {
	text := protoService + "message M { string FIELD = 1; }\n"
	store := protoFS("a.proto", strings.Replace(text, "FIELD", "a", 1), "b.proto", strings.Replace(text, "FIELD", "b", 1))
	ops, faults := expandAll(openProtoFiles(t, store, config.Source{Proto: "."}, "a.proto", "b.proto"))
	got := append(faultTexts(faults), ops[0].Input.Fields[0].Name)
	want := []string{"dirt: b.proto:2:17: S/R is defined in a.proto too; that one is read", "a"}
	if diff := cmp.Diff(want, got); diff != "" || len(ops) != 1 {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Of a directory only what is asked for is compiled.
func TestProtoExpandIsLazy(t *testing.T) {
	store := protoFS("good.proto", `syntax = "proto3";
service Good { rpc R(G) returns (G); rpc Q(G) returns (G); }
message G { G self = 1; }
`, "bad.proto", `syntax = "proto3";
service Bad { rpc R(B) returns (B); }
message B { Nope nope = 1; }
`)
	index, faults := openProtoFiles(t, store, config.Source{Proto: "."}, "bad.proto", "good.proto")
	ops, more := index.Expand("Good/R", "no such thing", "Good/Q", "Good/R")
	if faults = append(faults, more...); len(faults) > 0 {
		t.Errorf("faults of what nobody asked for: %v", faultTexts(faults))
	}
	if ops[0] != ops[2] || ops[1].Name != "Good/Q" {
		t.Errorf("got %v %v %v, want the same *Op first and last", ops[0].Name, ops[1].Name, ops[2].Name)
	}
	g := ops[0].Input.Fields[0]
	if g.Schema.Fields[0] != g {
		t.Error("a message in itself is no cycle of pointers")
	}
	_, faults = index.Expand("Bad/R")
	if diff := cmp.Diff([]string{"bad.proto:3:13: cannot find Nope in this scope"}, faultTexts(faults)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, faults = index.Expand("Bad/R"); len(faults) > 0 {
		t.Errorf("told twice: %v", faultTexts(faults))
	}
}

// What would overflow the parser's stack, or take it minutes, is refused before.
func TestProtoHazards(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{strings.Repeat("message A {", 1_000_000/2), "a.proto:2:5511: nested deeper than the limit of 500 levels; it cannot be raised, nest less deep"},
		{"message A {" + strings.Repeat(" repeated", 800_000), "a.proto:2:1820: words in a row, beyond the limit of 200 words; it cannot be raised"},
		{"message A { " + strings.Repeat("map<string,", 700_000), "a.proto:2:5505: nested deeper than the limit of 500 levels; it cannot be raised, nest less deep"},
		{strings.Repeat("\"\n}", 2_000_000), "a.proto:502:2: no protobuf source: marks where none has them, beyond the limit of 1000 marks; it cannot be raised"},
		{strings.Repeat("a b;\n", 1_000_000), "a.proto:1002:4: no protobuf source: marks where none has them, beyond the limit of 1000 marks; it cannot be raised"},
		{"message M {\n" + strings.Repeat("a b;\n", 1_000_000), "a.proto:1003:4: no protobuf source: marks where none has them, beyond the limit of 1000 marks; it cannot be raised"},
		{strings.Repeat("some text. # and more\n", 300_000), "a.proto:1002:12: no protobuf source: marks where none has them, beyond the limit of 1000 marks; it cannot be raised"},
		{strings.Repeat(" ", 9<<20), "a.proto:1:1: a .proto file larger than the limit of 8 MiB; it cannot be raised, split the file"},
	} {
		_, faults := expandAll(openProtoFiles(t, protoFS("a.proto", "syntax = \"proto3\";\n"+test.text), config.Source{}, "a.proto"))
		if diff := cmp.Diff([]string{test.want}, faultTexts(faults)); diff != "" {
			t.Errorf("%.20q (-want +got):\n%s", test.text, diff)
		}
	}
	deep := protoService + "message M { // " + strings.Repeat("{", 600) + "\n/* " + strings.Repeat("word ", 600) + "*/ string s = 1 [json_name = \"" + strings.Repeat("(", 600) + "\"]; }\n"
	if got := dumpProto(protoSourceOps(t, deep)[0]); !strings.Contains(got, "s/((") {
		t.Errorf("comments and texts count as brackets: %s", got)
	}
}

// A chain of imports of any length must not exhaust the stack.
func TestProtoImportChain(t *testing.T) {
	files := []string{"f0.proto", protoService + "import \"f1.proto\";\nmessage M {}\n"}
	for i := 1; i < 2000; i++ {
		files = append(files, fmt.Sprintf("f%d.proto", i), fmt.Sprintf("syntax = \"proto3\";\nimport \"f%d.proto\";\n", i+1))
	}
	_, faults := openProtoFiles(t, protoFS(files...), config.Source{}, "f0.proto")
	want := []string{"f199.proto:2:8: imports are nested deeper than the limit of 200 files; it cannot be raised, import the file itself"}
	if diff := cmp.Diff(want, faultTexts(faults)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMayDefine(t *testing.T) {
	for text, want := range map[string]bool{
		"service Shop {":                     true,
		"service\tShop\n{":                   true,
		"service/* c */Shop{":                true,
		"service Shop // c\n{":               true,
		"}service Shop{":                     true,
		"// the service. A Shop {":           false,
		"// this service is deprecated\nx {": false,
		"microservice Shop {":                false,
		"service Shop":                       false,
		"service Other {":                    false,
	} {
		if got := mayDefine([]byte("package a;\n"+text+" }"), "service", map[string]bool{"Shop": true}); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
	if !mayDefine([]byte("service Any {"), "service", nil) {
		t.Error("a service of any name is not seen")
	}
}

func TestMatchProto(t *testing.T) {
	for text, want := range map[string]bool{
		"syntax = \"proto3\";":                   true,
		"\ufeff// c\n/* d */ syntax=\"proto2\";": true,
		"edition = \"2023\";":                    true,
		"package a.b;\nmessage M {}":             true,
		"import \"x.proto\";":                    true,
		"import public \"x.proto\";":             true,
		"message M {":                            true,
		"service S\n{":                           true,
		"openapi: 3.0.0":                         false,
		"type Query { a: Int }":                  false,
		"enum E { A }":                           false,
		"message: hello":                         false,
		"package main\n\nimport \"fmt\"":         false,
		"":                                       false,
		"/* never ends":                          false,
		"{\"syntax\": \"proto3\"}":               false,
		"service: {name: x}":                     false,
		"directive @a on FIELD\n\"\"\"message M {\"\"\" x": false,
	} {
		f, fault := protoFS("api.txt", text).Read("api.txt")
		if fault != nil {
			t.Fatal(fault)
		}
		if got := matchProto(f, nil); got != want {
			t.Errorf("%q is protobuf: %t, want %t", text, got, want)
		}
	}
}

// What the heads show of messages is told without parsing them.
func TestProtoFields(t *testing.T) {
	found := map[string][]string{}
	r := protoReader{text: []byte(`message M { // message No { int32 no = 1; }
  option (x) = { message: "{" no: 1 };
  reserved 5, 6 to 9; reserved "no";
  extensions 100 to max [declaration = { no: 1 }];
  optional string a = 1 [default = "; no = 2;", (x).y = { no: 3 }, deprecated = true];
  .p.Other message = 2;
  map<string, Other> c = 3;
  oneof o { option (x) = 1; int32 d = 4; group G = 5 { int32 no = 1; } Other e = 6; }
  enum E { NO = 0; }
  extend Other { int32 no = 7; }
  message Inner { repeated group H = 1 { int32 no = 1; } int32 f = 2; message Empty {} }
  export message Open { int32 g = 1; }
  int32 h = 8;
}
message N { int32 i = 1; `)}
	r.fields("p", "", found)
	want := map[string][]string{
		"p.M": {"a", "message", "c", "d", "g", "e", "h"}, "p.M.Inner": {"h", "f"}, "p.M.Inner.Empty": {}, "p.M.Open": {"g"}, "p.N": {"i"},
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
