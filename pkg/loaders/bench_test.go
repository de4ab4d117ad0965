package loaders

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bufbuild/protocompile/experimental/incremental"
	"github.com/bufbuild/protocompile/experimental/incremental/queries"
	"github.com/bufbuild/protocompile/experimental/ir"
	psource "github.com/bufbuild/protocompile/experimental/source"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// byTurns runs ours and a reference one after the other, so that both meet the
// same machine, and reports how many times as long as the reference ours takes,
// the best run of each.
func byTurns(b *testing.B, unit string, ours, reference func()) {
	var best [2]time.Duration
	for b.Loop() {
		for i, run := range []func(){ours, reference} {
			start := time.Now()
			run()
			if took := time.Since(start); best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	b.ReportMetric(float64(best[0].Microseconds())/1000, "ours-ms")
	b.ReportMetric(float64(best[0])/float64(best[1]), unit)
}

// shopOf writes a schema language or another for a number of things, each with
// a query, a mutation, an output and an input type: 3,000 are as much as the
// schema of GitHub.
func shopOf(things int) (sdl string, introspection []byte) {
	doc := "Identifies the thing for as long as it lives, and longer: an id is never given to another thing."
	var text, queries strings.Builder
	var types, roots []map[string]any
	named := func(kind, name string) map[string]any {
		return map[string]any{"kind": kind, "name": name, "ofType": nil}
	}
	nonNull := func(of map[string]any) map[string]any {
		return map[string]any{"kind": "NON_NULL", "name": nil, "ofType": of}
	}
	value := func(name string, typ map[string]any) map[string]any {
		return map[string]any{"name": name, "description": doc, "type": typ, "defaultValue": nil, "isDeprecated": false, "deprecationReason": nil}
	}
	field := func(name string, typ map[string]any, args ...map[string]any) map[string]any {
		f := value(name, typ)
		f["args"] = args
		return f
	}
	for i := range things {
		fmt.Fprintf(&text, "\"\"\"\n%s\n\"\"\"\ntype Thing%d implements Node @key(fields: \"id\") {\n", doc, i)
		fmt.Fprintf(&text, "  \"\"\"\n  %s\n  \"\"\"\n  id: ID!\n  \"%s\"\n  parts(first: Int = 10, after: String): [Thing%d!]!\n}\n", doc, doc, i)
		fmt.Fprintf(&text, "input Thing%dInput {\n  \"%s\"\n  id: ID!\n  size: Int = 3\n}\n", i, doc)
		fmt.Fprintf(&queries, "  \"%s\"\n  thing%d(id: ID!, input: Thing%dInput): Thing%d\n", doc, i, i, i)
		id, thing := nonNull(named("SCALAR", "ID")), named("OBJECT", fmt.Sprintf("Thing%d", i))
		input := named("INPUT_OBJECT", fmt.Sprintf("Thing%dInput", i))
		types = append(types,
			map[string]any{"kind": "OBJECT", "name": thing["name"], "description": doc, "fields": []any{field("id", id), field("parts", thing, value("first", named("SCALAR", "Int")))}},
			map[string]any{"kind": "INPUT_OBJECT", "name": input["name"], "inputFields": []any{value("id", id), value("size", named("SCALAR", "Int"))}})
		roots = append(roots, field(fmt.Sprintf("thing%d", i), thing, value("id", id), value("input", input)))
	}
	types = append(types, map[string]any{"kind": "OBJECT", "name": "Query", "fields": roots})
	data, err := json.Marshal(map[string]any{"__schema": map[string]any{"queryType": map[string]any{"name": "Query"}, "types": types}})
	if err != nil {
		panic(err)
	}
	return text.String() + "type Query {\n" + queries.String() + "}\n", data
}

// The schema language: gqlparser's parser finds no places and merges nothing.
func BenchmarkSDL(b *testing.B) {
	sdl, _ := shopOf(1500)
	b.SetBytes(int64(len(sdl)))
	byTurns(b, "x-gqlparser", func() {
		openGraphQL([]*source.File{{Name: "a.graphql", Data: []byte(sdl)}})
	}, func() {
		if _, err := parser.ParseSchema(&ast.Source{Input: sdl}); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkIntrospection(b *testing.B) {
	_, data := shopOf(2500)
	b.SetBytes(int64(len(data)))
	byTurns(b, "x-encoding/json", func() {
		openGraphQL([]*source.File{{Name: "a.json", Data: data}})
	}, func() {
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			b.Fatal(err)
		}
	})
}

// protoTree is a repository of services like that of googleapis: each has three
// files, one with its RPCs and two with what they are about, and all import two
// files of the repository. The names are those with RPCs.
func protoTree(services int) (files fstest.MapFS, names []string) {
	files = fstest.MapFS{}
	add := func(name, text string) { files[name] = &fstest.MapFile{Data: []byte(text)} }
	add("acme/type/money.proto", "syntax = \"proto3\";\npackage acme.type;\nmessage Money { string currency = 1; int64 cents = 2; }\n")
	add("acme/type/page.proto", "syntax = \"proto3\";\npackage acme.type;\nimport \"google/protobuf/timestamp.proto\";\nmessage Page { int32 size = 1; string token = 2; google.protobuf.Timestamp at = 3; }\n")
	messages := func(text *strings.Builder, kind string) {
		for m := range 8 {
			fmt.Fprintf(text, "// What is said of it.\nmessage %s%d {\n", kind, m)
			for f := range 8 {
				fmt.Fprintf(text, "  // Names the thing in a way\n  // that lasts for more than one line.\n  string name_%d = %d;\n", f, f+1)
			}
			text.WriteString("  // What it costs.\n  acme.type.Money price = 20;\n  repeated acme.type.Page pages = 21 [deprecated = true];\n}\n")
		}
	}
	for i := range services {
		dir := fmt.Sprintf("acme/s%d/v1/", i)
		head := fmt.Sprintf("syntax = \"proto3\";\npackage acme.s%d.v1;\nimport \"acme/type/money.proto\";\nimport \"acme/type/page.proto\";\n", i)
		for _, kind := range []string{"Thing", "Part"} {
			var text strings.Builder
			text.WriteString(head)
			messages(&text, kind)
			add(dir+strings.ToLower(kind)+".proto", text.String())
		}
		var text strings.Builder
		fmt.Fprintf(&text, "%simport \"%sthing.proto\";\nimport \"%spart.proto\";\n", head, dir, dir)
		fmt.Fprintf(&text, "// Keeps things of the kind %d.\nservice Service%d {\n", i, i)
		for m := range 8 {
			fmt.Fprintf(&text, "  // Does what number %d says, and answers with what it did.\n  rpc Do%d(Request%d) returns (Thing%d) {}\n", m, m, m, m)
		}
		text.WriteString("}\n")
		messages(&text, "Request")
		add(dir+"service.proto", text.String())
		names = append(names, dir+"service.proto")
	}
	return files, names
}

// Ten RPCs of a repository of forty services: the reference compiles no more
// than the files that these need, and reads no other.
func BenchmarkProto(b *testing.B) {
	files, names := protoTree(40)
	var rpcs, needed []string
	for i := 0; i < len(names); i += 4 {
		rpcs = append(rpcs, fmt.Sprintf("acme.s%d.v1.Service%d/Do3", i, i))
		needed = append(needed, names[i])
	}
	dir := b.TempDir()
	if err := os.CopyFS(dir, files); err != nil {
		b.Fatal(err)
	}
	byTurns(b, "x-protocompile", func() {
		store, err := source.OpenDir(dir)
		if err != nil {
			b.Fatal(err)
		}
		index, _ := Open(store, config.Source{Proto: "."})
		if ops, faults := index.Expand(rpcs...); len(ops) != len(rpcs) || len(faults) > 0 {
			b.Fatal(len(ops), faults)
		}
	}, func() {
		link := queries.Link{Opener: &psource.Openers{&psource.FS{FS: os.DirFS(dir)}, psource.WKTs()}, Session: &ir.Session{}, Workspace: psource.NewWorkspace(needed...)}
		if _, _, err := incremental.Run(context.Background(), incremental.New(), link); err != nil {
			b.Fatal(err)
		}
	})
}

// The same as a descriptor set.
func BenchmarkProtoSet(b *testing.B) {
	files, names := protoTree(40)
	set := compileSet(b, &source.Store{FS: files}, true, names...)
	b.SetBytes(int64(len(set)))
	for b.Loop() {
		index, _ := Open(&source.Store{FS: fstest.MapFS{"x.binpb": {Data: set}}}, config.Source{Glob: "x.binpb"})
		if ops, _ := index.Expand("acme.s3.v1.Service3/Do3"); len(ops) != 1 {
			b.Fatal(len(ops))
		}
	}
}
