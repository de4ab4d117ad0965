package diff_test

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/loaders"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// rpc is the method S/SaveThing of a message In.
func rpc(t *testing.T, messages string) *contract.Op {
	t.Helper()
	text := `syntax = "proto3"; package p; import "buf/validate/validate.proto"; import "google/protobuf/empty.proto";
		service S { rpc SaveThing(In) returns (google.protobuf.Empty); }` + messages
	store := &source.Store{FS: fstest.MapFS{"api.proto": {Data: []byte(text)}}}
	index, faults := loaders.Open(store, config.Source{Glob: "api.proto"})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	ops, faults := index.Expand("p.S/SaveThing")
	if len(faults) > 0 || len(ops) != 1 {
		t.Fatal(ops, faults)
	}
	return ops[0]
}

// TestOneOfWhichTheAPIMustHave: a oneof that is required and of which the tool has
// nothing is no optional field that it leaves out.
func TestOneOfWhichTheAPIMustHave(t *testing.T) {
	const choice = `oneof by { option (buf.validate.oneof).required = true; string email = 1; string phone_number = 2; }`
	for _, c := range []struct {
		name, tool, messages string
		want                 []string
	}{
		{"none of them", `"note": {"type": "string"}`, `message In { ` + choice + ` string note = 3; }`, []string{`required (email) email, phone_number {}`}},
		{"one of them, optional", `"email": {"type": "string"}, "note": {"type": "string"}`, `message In { ` + choice + ` string note = 3; }`,
			[]string{`omitted () phone_number`, `required email {}`}},
		{"one of them, required", `"email": {"type": "string"}}, "required": ["email"], "x": {`, `message In { ` + choice + ` }`, []string{`omitted () phone_number`}},
		{"one of them, or null", `"email": {"type": ["string", "null"]}}, "required": ["email"], "x": {`, `message In { ` + choice + ` }`,
			[]string{`omitted () phone_number`, `null email null {"email": null}`}},
		{"one that need not be", `"note": {"type": "string"}`, `message In { oneof by { string email = 1; string phone_number = 2; } string note = 3; }`,
			[]string{`omitted () email, phone_number`}},
		{"one of them by another name", `"phoneNumbr": {"type": "string"}, "note": {"type": "string"}`, `message In { ` + choice + ` string note = 3; }`,
			[]string{`omitted () email`, `renamed phoneNumbr phone_number {"phoneNumbr": "text"}`}},
		{"none in an object", `"to": {"type": "object", "properties": {"note": {"type": "string"}}}`, `message To { ` + choice + ` string note = 3; } message In { To to = 1; }`,
			[]string{`required (to.email) email, phone_number {"to": {}}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, line := range told(tool(t, props(c.tool)), rpc(t, c.messages)) {
				if line[:4] != "open" {
					got = append(got, line)
				}
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("drifts differ (-want +got):\n%s", d)
			}
		})
	}
}
