package loaders

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

func TestSniff(t *testing.T) {
	tests := []struct {
		name, text string
		side       Side
		dialect    string
	}{
		{"a.json", `{"openapi": "3.0.3", "paths": {}}`, SpecSide, "openapi"},
		{"sorted.json", `{"components": {"schemas": {"a \"b\"": {"x": "}"}}}, "info": {}, "openapi": "3.0.3"}`, SpecSide, "openapi"},
		{"a.jsonc", "// ours\n{/* , */ \"openapi\": \"3.1.0\", }", SpecSide, "openapi"},
		{"a.yaml", "\ufeff# ours\n---\ninfo:\n  openapi: no\nopenapi: 3.0.3\n", SpecSide, "openapi"},
		{"quoted.yaml", "'openapi': 3.0.3\n", SpecSide, "openapi"},
		{"inside.yaml", "info:\n  openapi: 3.0.3\n", Unknown, ""},
		{"value.json", `{"kind": "openapi", "x": {"openapi": 1}}`, Unknown, ""},
		{"swagger.json", `{"swagger": "2.0"}`, SpecSide, "swagger"},
		{"a.proto", "syntax = \"proto3\";\n", SpecSide, "protobuf"},
		{"a.graphql", "type Query { a: Int }\n", SpecSide, "graphql"},
		{"described.graphql", "\"\"\"\nnote: this has a colon\n\"\"\"\ntype Query { a: Int }\n", SpecSide, "graphql"},
		{"a.json", `{"data": {"__schema": {"types": []}}}`, SpecSide, "graphql"},
		{"tools.json", `{"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}`, ToolSide, "mcp"},
		{"tools.yaml", "- name: a\n  input_schema: {type: object}\n", ToolSide, "anthropic"},
		{"both.json", `{"openapi": "3.0.3", "paths": {}, "tools": [{"name": "a", "inputSchema": {}}]}`, SpecSide, "openapi"},
		{"package.json", `{"name": "a", "description": "d", "files": []}`, Unknown, ""},
		{"README.md", "# tools\n\nopenapi: a word\nand then some\n", Unknown, ""},
		{"empty", "", Unknown, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			side, dialect := Sniff(&source.File{Name: test.name, Data: []byte(test.text)})
			if side != test.side || dialect != test.dialect {
				t.Errorf("%s is %d %q, want %d %q", test.text, side, dialect, test.side, test.dialect)
			}
		})
	}
}

// headsOf opens a source and expands all of it.
func headsOf(store *source.Store, src config.Source) string {
	var b strings.Builder
	index, faults := Open(store, src)
	if index != nil {
		fmt.Fprintf(&b, "%s:\n", index.Dialect)
		var names []string
		for _, h := range index.Heads {
			names = append(names, h.Name)
		}
		ops, more := index.Expand(names...)
		faults = append(faults, more...)
		for _, op := range ops {
			fmt.Fprintf(&b, "%s: %s\n", op.Name, meaningOf(op.Input))
		}
	}
	for _, f := range faults {
		fmt.Fprintf(&b, "%s dirt=%v\n", f.Error(), f.Dirt)
	}
	return strings.TrimSpace(b.String())
}

func TestOpen(t *testing.T) {
	const get = "openapi: 3.0.3\ninfo: {title: t, version: '1'}\npaths:\n  /%s:\n    get:\n      parameters: [{name: q, in: query, schema: {type: string}}]\n      responses: {}\n"
	store := storeOf(
		"api/a.yaml", fmt.Sprintf(get, "a"),
		"api/b.yaml", fmt.Sprintf(get, "b"),
		"api/again.yaml", fmt.Sprintf(get, "a"),
		"api/parts/schemas.yaml", "Money: {type: string}\n",
		"api/README.md", "# API\n",
		"mixed/a.yaml", fmt.Sprintf(get, "a"),
		"mixed/s.graphql", "type Query { a(n: Int): Int }\n",
		"mixed/tools.json", `[{"name": "a", "inputSchema": {}}]`,
		"proto/p/a.proto", "syntax = \"proto3\";\npackage p;\nimport \"p/b.proto\";\nservice S { rpc Get(B) returns (B); }\n",
		"proto/p/b.proto", "syntax = \"proto3\";\npackage p;\nmessage B { string id = 1; }\n",
		"proto/buf.yaml", "version: v2\n",
		"other.json", `{"a": 1}`,
		"broken.yaml", "openapi: 3.0.3\npaths: [\n",
	)
	tests := []struct {
		name string
		src  config.Source
		want string
	}{
		{"one file", config.Source{Glob: "api/a.yaml"}, `
openapi-3.0:
GET /a: object{q: string}`},
		{"a pattern is one pool", config.Source{Glob: "api/[ab].yaml"}, `
openapi-3.0:
GET /a: object{q: string}
GET /b: object{q: string}`},
		{"the same operation twice", config.Source{Glob: "api/*.yaml"}, `
openapi-3.0:
GET /a: object{q: string}
GET /b: object{q: string}
api/again.yaml:5:5: GET /a is also at api/a.yaml:5:5, which counts dirt=true`},
		{"a directory of several dialects", config.Source{Glob: "mixed"}, `
openapi-3.0+graphql-sdl:
GET /a: object{q: string}
Query.a: object{n: integer or null min=-2147483648 max=2147483647} closed
mixed/tools.json:1:1: passed over: this is a tool list (mcp), not an API spec dirt=true`},
		{"a directory of protobuf", config.Source{Glob: "proto"}, `
protobuf:
p.S/Get: object{id: string or null nullLeft} closed`},
		{"protobuf by name", config.Source{Proto: "proto"}, `
protobuf:
p.S/Get: object{id: string or null nullLeft} closed`},
		{"GraphQL by name", config.Source{GraphQL: []string{"mixed/*.graphql"}}, `
graphql-sdl:
Query.a: object{n: integer or null min=-2147483648 max=2147483647} closed`},
		{"a tool list", config.Source{Glob: "mixed/tools.json"}, `
mixed/tools.json:1:1: this is a tool list (mcp), not an API spec dirt=false`},
		{"something else", config.Source{Glob: "other.json"}, `
other.json:1:1: no API spec: found an object with a, expected OpenAPI, Swagger, protobuf or GraphQL dirt=false`},
		{"a part of a spec", config.Source{Glob: "api/parts"}, `
api/parts: no file here is an API spec dirt=false`},
		{"nothing", config.Source{Glob: "nowhere"}, `
nowhere: no such file dirt=false`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(strings.TrimSpace(test.want), headsOf(store, test.src)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Operations come back in the order asked for, the same each time, and names
// that no index has are left out.
func TestMergeExpands(t *testing.T) {
	index := func(names ...string) *contract.Index {
		ix := &contract.Index{Dialect: "x"}
		ops := map[string]*contract.Op{}
		for _, name := range names {
			ix.Heads = append(ix.Heads, contract.Head{Name: name})
			ops[name] = &contract.Op{Name: name}
		}
		ix.Expand = func(asked ...string) (found []*contract.Op, faults []source.Fault) {
			for _, name := range asked {
				found = append(found, ops[name])
			}
			return found, []source.Fault{{Text: fmt.Sprint(asked)}}
		}
		return ix
	}
	merged, faults := Merge(index("a", "b"), index("c"))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	ops, faults := merged.Expand("c", "none", "b", "a")
	var got []string
	for _, op := range ops {
		got = append(got, op.Name)
	}
	if diff := cmp.Diff([]string{"c", "b", "a"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]source.Fault{{Text: "[b a]"}, {Text: "[c]"}}, faults); diff != "" {
		t.Errorf("each index must be asked once (-want +got)\n%s", diff)
	}
	again, _ := merged.Expand("a")
	if again[0] != ops[2] {
		t.Error("asking again gave another operation")
	}
}

// A compressed file is read as what it holds, also as one of a directory.
func TestReadsCompressedFiles(t *testing.T) {
	gzipped := func(data []byte) *fstest.MapFile {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		w.Write(data)
		w.Close()
		return &fstest.MapFile{Data: out.Bytes()}
	}
	store := &source.Store{FS: fstest.MapFS{
		"in/a.json.gz":    gzipped([]byte(`{"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}`)),
		"in/b.yaml.gz":    gzipped([]byte("openapi: 3.0.3\npaths: {/b: {get: {}}}\n")),
		"in/c.graphql.gz": gzipped([]byte("type Query { c: Int }")),
		"in/d.binpb.gz":   gzipped(testSet(t)),
		"in/e.proto.gz":   gzipped([]byte("// c\nsyntax = \"proto3\"; service E { rpc E(M) returns (M); } message M {}")),
	}}
	tools, faults := Tools(store, config.Source{Glob: "in"})
	if len(tools) != 1 || source.Refused(faults) || tools[0].Ops[0].File != "in/a.json.gz" {
		t.Errorf("tools: %v, %v", tools, faultTexts(faults))
	}
	index, faults := Open(store, config.Source{Glob: "in"})
	var got []string
	for _, h := range index.Heads {
		got = append(got, h.Name)
	}
	slices.Sort(got)
	want := []string{"E/E", "GET /b", "Query.c", "shop.v1.Shop/Give", "shop.v1.Shop/Pay"}
	if diff := cmp.Diff(want, got); diff != "" || source.Refused(faults) {
		t.Errorf("%v (-want +got):\n%s", faultTexts(faults), diff)
	}
}
