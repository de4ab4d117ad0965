package loaders

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// gqlSummary is every operation of a schema in short: Query.a(x: Int!, y) for
// fields with their types.
func gqlSummary(t *testing.T, index *contract.Index) (ops, faults []string) {
	t.Helper()
	if index == nil {
		return nil, nil
	}
	for _, h := range index.Heads {
		expanded, more := index.Expand(h.Name)
		faults = append(faults, gqlFaultLines(more)...)
		for _, op := range expanded {
			ops = append(ops, op.Name+gqlArguments(op.Input, 3))
		}
	}
	return ops, faults
}

func gqlArguments(s *contract.Schema, depth int) string {
	if depth == 0 {
		return ""
	}
	var args []string
	for _, f := range s.Fields {
		arg := f.Name + ": " + f.Schema.Source + gqlArguments(f.Schema, depth-1)
		if f.Schema.Opaque != "" {
			arg += " (" + f.Schema.Opaque + ")"
		}
		args = append(args, arg)
	}
	if args == nil {
		return ""
	}
	return "(" + strings.Join(args, ", ") + ")"
}

func TestGraphQLMerge(t *testing.T) {
	for _, c := range []struct {
		name   string
		files  []string
		ops    []string
		faults []string
	}{
		{
			name: "an extension adds, wherever it stands",
			files: []string{
				"extend type Query { b(f: F): Int }\nextend input F { y: E }\nextend enum E { TWO }",
				"type Query { a: Int }\ninput F { x: Int }\nenum E { ONE }",
			},
			ops: []string{"Query.b(f: F(y: E, x: Int))", "Query.a"},
		},
		{
			name:  "roots have the names that the schema definition gives them",
			files: []string{"schema { query: Root }\nextend schema { mutation: Write }\ntype Root { a: Int }\ntype Write { b: Int }\ntype Mutation { c: Int }"},
			ops:   []string{"Query.a", "Mutation.b"},
		},
		{
			name:  "a schema definition leaves out what it does not name",
			files: []string{"schema { query: Query }\ntype Query { a: Int }\ntype Mutation { delivered: Int }"},
			ops:   []string{"Query.a"},
		},
		{
			name:  "an extension of the schema alone keeps the default names",
			files: []string{"extend schema @link(url: \"https://specs.apollo.dev/federation/v2.3\", import: [\"@key\"])\ntype Query { a: Int }"},
			ops:   []string{"Query.a"},
		},
		{
			name:  "subscriptions are no operations",
			files: []string{"type Query { a: Int }\ntype Subscription { b: Int }"},
			ops:   []string{"Query.a"},
		},
		{
			name:   "a root that is not there",
			files:  []string{"schema { query: Root, query: Query }"},
			faults: []string{"dirt a:1:17: query names the type Root, which is not defined", "dirt a:1:30: query is already Root; the first counts", "dirt a:1:1: the schema has no Query and no Mutation type, so no operation"},
		},
		{
			name:   "a field twice: the first counts",
			files:  []string{"type Query {\n  a(x: Int): Int\n  a(y: Int): Int\n}\nextend type Query { a: Int }"},
			ops:    []string{"Query.a(x: Int)"},
			faults: []string{"dirt a:3:3: Query.a is defined a second time, first at a:2:3; the first counts", "dirt a:5:21: Query.a is defined a second time, first at a:2:3; the first counts"},
		},
		{
			name:   "an argument twice: the first counts",
			files:  []string{"type Query { a(x: Int, x: String): Int }"},
			ops:    []string{"Query.a(x: Int)"},
			faults: []string{"dirt a:1:24: Query.a has the argument x a second time; the first counts"},
		},
		{
			name:   "an enum value twice",
			files:  []string{"enum E { A B A }\ntype Query { a(e: E): Int }"},
			ops:    []string{"Query.a(e: E)"},
			faults: []string{"dirt a:1:14: E has the value A a second time"},
		},
		{
			name:   "a type in two files: what is new counts",
			files:  []string{"type Query { a: Int }", "type Query { a: Int, b: Int }"},
			ops:    []string{"Query.a", "Query.b"},
			faults: []string{"dirt b:1:6: Query is defined a second time, first at a:1:6; only what is new here counts"},
		},
		{
			name: "subgraphs of a federation share types",
			files: []string{
				"type Query { a(f: F): P }\ntype P @key(fields: \"id\") { id: ID! }\ninput F { x: Int }\nscalar FieldSet",
				"type Query { b: P }\ntype P @key(fields: \"id\") { id: ID! }\ninput F { x: Int }\nscalar FieldSet\ndirective @key(fields: FieldSet!) repeatable on OBJECT | INTERFACE",
			},
			ops: []string{"Query.a(f: F(x: Int))", "Query.b"},
		},
		{
			name:   "one name for two things",
			files:  []string{"type Query { a(p: P): Int }\ninput P { x: Int }\ntype P { y: Int }"},
			ops:    []string{"Query.a(p: P(x: Int))"},
			faults: []string{"dirt a:3:6: P is defined as an input type at a:2:7; this other definition of it does not count"},
		},
		{
			name:   "a built-in scalar declared",
			files:  []string{"scalar Int\nextend scalar ID @tag\ntype Query { a(x: Int, y: ID): Int }"},
			ops:    []string{"Query.a(x: Int, y: ID)"},
			faults: []string{"dirt a:1:8: Int is a built-in scalar; this definition of it does not count"},
		},
		{
			name:   "a type that is not there costs the fields of that type",
			files:  []string{"type Query {\n  a(x: Int, y: [Gone!], z: Gone): Int\n  b(y: Gone): Lost\n}"},
			ops:    []string{"Query.a(x: Int, y: [Gone!], z: Gone (type Gone is not defined))", "Query.b(y: Gone (type Gone is not defined))"},
			faults: []string{"dirt a:2:17: type Gone is not defined"},
		},
		{
			name:   "an output type cannot be sent",
			files:  []string{"type Query { a(x: Out): Int }\ntype Out { y: Int }"},
			ops:    []string{"Query.a(x: Out (Out is no input type))"},
			faults: []string{"dirt a:1:19: Out is an object type, which cannot be sent"},
		},
		{
			name:  "AppSync's scalars need no definition",
			files: []string{"type Query { a(x: AWSDateTime, y: AWSJSON): Int }"},
			ops:   []string{"Query.a(x: AWSDateTime, y: AWSJSON)"},
		},
		{
			name:  "unknown directives are let be",
			files: []string{"type Query @cacheControl(maxAge: 240) { a(x: Int = 3 @constraint(min: 1, max: {a: [1]})): Int @auth }\nunion U @x = | A | B\ninterface I implements J & K @y { a: Int }"},
			ops:   []string{"Query.a(x: Int)"},
		},
		{
			name:  "a file that is refused costs itself",
			files: []string{"type Query { a(f: F): Int }", "input F {"},
			ops:   []string{"Query.a(f: F (type F is not defined))"},
			faults: []string{
				"refused b:1:10: expected a name, found the end of the file",
				"dirt a:1:19: type F is not defined",
			},
		},
		{
			name: "introspection and SDL are one schema",
			files: []string{
				`{"__schema": {"queryType": {"name": "Query"}, "types": [{"kind": "OBJECT", "name": "Query", "fields": [{"name": "a", "args": [{"name": "f", "type": {"kind": "INPUT_OBJECT", "name": "F"}}], "type": {"kind": "SCALAR", "name": "Int"}}]}]}}`,
				"extend type Query { b: Int }\ninput F { x: Int }\ntype Mutation { c: Int }",
			},
			ops: []string{"Query.a(f: F(x: Int))", "Query.b"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			index, faults := gqlOpen(c.files...)
			ops, more := gqlSummary(t, index)
			if diff := cmp.Diff(c.ops, ops); diff != "" {
				t.Errorf("operations -want +got:\n%s", diff)
			}
			if diff := cmp.Diff(c.faults, append(faults, more...)); diff != "" {
				t.Errorf("faults -want +got:\n%s", diff)
			}
		})
	}
}

func TestSDLRefusedAtItsExactPlace(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"behind CRLF", "type Query {\r\n  a Int\r\n}", `refused a:2:5: expected ":", found "Int"`},
		{"behind a byte order mark", "\ufefftype Query { a(: Int }", `refused a:1:16: expected a name, found ":"`},
		{"behind other alphabets", `"größer 😀" typ Query { a: Int }`, `refused a:1:12: unexpected "typ"`},
		{"at a string", `type Query { a: "Int" }`, `refused a:1:17: expected a name, found a string`},
		{"at the end", "type Query { a: Int\r\n", "refused a:2:1: expected a name, found the end of the file"},
		{"at a block string of many lines", "type Query { a:\n  \"\"\"\n  x\n  \"\"\" }", "refused a:2:3: expected a name, found a string"},
		{"at a character", "type Query {\r\n  a: “Int”\r\n}", `refused a:2:6: unexpected character '“'`},
		{"at a string without an end", "type Query {\r\n \"doc\r\n a: Int }", "refused a:2:2: unterminated string"},
		{"at a block string without an end", "type Query {\n\"\"\"\ndoc\n a: Int }", "refused a:2:1: unterminated string"},
		{"at an escape", `type Query { a(x: Int = "\q"): Int }`, `refused a:1:26: invalid character escape sequence: \q`},
		{"at a number", `type Query { a(x: Int = 01): Int }`, `refused a:1:26: invalid number, unexpected digit after 0: "1"`},
		{"at a comment, which is what gqlparser names", "\"doc\" # note\nextend type Query { a: Int }", `refused a:1:7: unexpected "# note"`},
		{"the first of two", "type Query { a Int }\ntype B { “ }", `refused a:1:16: expected ":", found "Int"`},
		{"too deep", "type Query { a(x: " + strings.Repeat("[", 600) + "Int", "refused a:1:517: nested deeper than the limit of 500 levels; it cannot be raised, nest less deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			index, faults := gqlOpen(c.text)
			if index != nil {
				t.Error("it was opened")
			}
			if diff := cmp.Diff([]string{c.want}, faults); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestSDLTokenLimit(t *testing.T) {
	f := &source.File{Name: "a", Data: []byte("type Query {" + strings.Repeat("a:A ", source.MaxTokens/3) + "}")}
	_, _, fault := lexSDL(f)
	if want := "a:1:1333342: holds more than the limit of 1000000 tokens; it cannot be raised, split the file"; fault == nil || fault.Error() != want {
		t.Errorf("got %v, want %s", fault, want)
	}
}

// The grammar is gqlparser's: whatever one token too few, too many or another
// in its place makes of a schema, both accept it or both do not.
func TestSDLGrammar(t *testing.T) {
	schema := `"d" schema @a { query: Q mutation: M } extend schema @a { subscription: S } scalar C @specifiedBy(url: "u") extend scalar C @a
"""d""" type Q implements & A & B @a(b: [1, {c: D}], e: null) { "d" f("d" g: [Int!]! = [1] @a, h: C): Q @deprecated } extend type Q implements A
interface A @a { f: Int } extend interface A { g: Int } union U @a = | Q | M extend union U = S
enum E @a { "d" TRUE @a NO } extend enum E { MAYBE } input I @oneOf { "d" a: I = {b: 1} @a b: [I] } extend input I { c: Int }
"d" directive @a(b: [Int] = 1 @c, e: E) @d repeatable on | FIELD | QUERY directive @b on OBJECT extend directive @a @b`
	tokens, _, fault := lexSDL(&source.File{Data: []byte(schema)})
	if fault != nil {
		t.Fatal(fault)
	}
	others := []string{"", "name", "extend", "implements", "on", "{", "}", "(", ")", "[", "]", ":", "=", "@", "!", "&", "|", "...", "1", `"s"`, `""`, `"implements"`, `"query"`, "{}", "()", "[]"}
	accepted := 0
	for _, token := range tokens[:len(tokens)-1] {
		spelled := schema[token.start:token.end]
		for _, other := range append(others, spelled+" "+spelled) {
			for _, between := range []string{other, other + " " + spelled} {
				text := schema[:token.start] + " " + between + " " + schema[token.end:]
				_, err := parser.ParseSchema(&ast.Source{Input: text})
				read, faults := readSDL(&source.File{Name: "a", Data: []byte(text)})
				if (read == nil) != (err != nil) {
					t.Fatalf("%q for %q at %d: refused %v, by gqlparser %v", between, spelled, token.start, faults, err)
				}
				if read != nil {
					accepted++
				}
			}
		}
	}
	if accepted < 500 {
		t.Errorf("only %d of the changes leave a schema: the test shows little", accepted)
	}
}
