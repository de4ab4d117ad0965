package loaders

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// FuzzSDL holds the reader against gqlparser's own: the same texts are accepted,
// with the same meaning, and every place is that of the word it stands for.
func FuzzSDL(f *testing.F) {
	f.Add(shop)
	f.Add("\ufeff" + strings.ReplaceAll(shop, "\n", "\r\n"))
	f.Add(`"""a"""""" type Query @a(b: {c: [1, -2.5e3, "\u{1F600}é", D]}) { a("""b"""""" b: [C!]! = [null, D]): E }`)
	f.Add("schema @x { query: Q subscription: S }\n\"\" type Q implements & A & B { \"\"\"\"\"\" a(# tooldrift:waive x -- y\n b: Int): Int }\nunion U = | A | B\ndirective @d(a: Int = 1 @e) repeatable on | FIELD | QUERY\nextend directive @d @e")
	f.Add("input A @oneOf { a: A, b: B = {a: {a: 1}} } enum B { true A @deprecated } scalar C @specifiedBy(url: \"rfc3339\") type Query { a(input: A): Int, b(b: [[B!]]!): Query }")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip("refused before it gets here")
		}
		file := &source.File{Name: "a", Data: []byte(text)}
		doc, err := parser.ParseSchema(&ast.Source{Input: text})
		read, faults := readSDL(file)
		if refused := read == nil; refused != (err != nil) {
			if !refused || !strings.HasPrefix(faults[0].Text, "nested deeper") {
				t.Fatalf("refused: %v, by gqlparser: %v", faults, err)
			}
		}
		if read == nil {
			gqlCheckSpan(t, "fault", faults[0].At, false)
			return
		}
		if diff := cmp.Diff(gqlParserTypes(doc), gqlReadTypes(read)); diff != "" {
			t.Fatalf("-gqlparser +ours:\n%s", diff)
		}
		gqlExpandAll(t, file, true)
	})
}

// FuzzIntrospection: no input makes the reader panic, or point outside the file.
func FuzzIntrospection(f *testing.F) {
	shop, err := os.ReadFile("testdata/graphql/shop.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(shop))
	f.Add(`{"__schema":{"queryType":{"name":"Q"},"mutationType":null,"types":[{"kind":"OBJECT","name":"Q","fields":[{"name":"a","args":[{"name":"b","defaultValue":"{a: [\"😀\"]}","type":{"kind":"NON_NULL","ofType":{"kind":"LIST","ofType":{"kind":"INPUT_OBJECT","name":"I"}}}}],"type":{"kind":"OBJECT","name":"Q"},"isDeprecated":true}]},{"kind":"INPUT_OBJECT","name":"I","isOneOf":true,"inputFields":[{"name":"i","type":{"kind":"NON_NULL","ofType":null}},{}]},{"kind":"ENUM","name":"E","enumValues":[{"name":"A"},null]}]}}`)
	f.Add(`{"data":{"__schema":{"types":[null,{"kind":"OBJECT","name":"Query","fields":{"name":"x"}}]}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		gqlExpandAll(t, &source.File{Name: "a", Data: []byte(text)}, false)
	})
}

// gqlExpandAll expands every operation of a file, and the paths one step below, and
// checks all places in them; sdl: also that they hold the word that they stand for.
func gqlExpandAll(t *testing.T, file *source.File, sdl bool) {
	index, faults := openGraphQL([]*source.File{file})
	if index == nil {
		if len(faults) == 0 {
			t.Fatal("neither an index nor a fault")
		}
		return
	}
	var names []string
	for _, h := range index.Heads {
		names = append(names, h.Name, h.Name+"."+h.Aliases[0])
	}
	ops, more := index.Expand(names...)
	for _, fault := range append(faults, more...) {
		gqlCheckSpan(t, fault.Text, fault.At, false)
	}
	seen := map[*contract.Schema]bool{}
	for _, op := range ops {
		gqlCheckSpan(t, op.Name[strings.LastIndex(op.Name, ".")+1:], op.At, sdl)
		gqlCheckSchema(t, op.Input, seen, sdl)
	}
}

// gqlCheckSpan fails where a span leaves its file; exact: where it is not text.
func gqlCheckSpan(t *testing.T, text string, at source.Span, exact bool) {
	t.Helper()
	if at.File == nil || at.Start < 0 || at.Start > at.End || at.End > len(at.File.Data) {
		t.Fatalf("%s: place %d to %d", text, at.Start, at.End)
	}
	if exact && at.Text() != text {
		t.Fatalf("the place of %q is %q", text, at.Text())
	}
}

func gqlCheckSchema(t *testing.T, s *contract.Schema, seen map[*contract.Schema]bool, sdl bool) {
	if seen[s] {
		return
	}
	seen[s] = true
	gqlCheckSpan(t, "schema", s.At, false)
	if s.Source != "" {
		gqlCheckSpan(t, s.Source, s.TypeAt, false)
		if said := sdlTokensOf(s.TypeAt.Text()); sdl && said != s.Source {
			t.Fatalf("the place of %s is %q", s.Source, s.TypeAt.Text())
		}
	}
	for _, v := range s.Enum {
		gqlCheckSpan(t, v.Lit.Text, v.Lit.At, sdl && !v.Implied)
	}
	if s.Default != nil {
		gqlCheckSpan(t, s.Default.Text, s.Default.At, sdl && s.Default.Kind == source.Number)
	}
	if s.Elem != nil {
		gqlCheckSchema(t, s.Elem, seen, sdl)
	}
	for _, f := range s.Fields {
		if seen[f.Schema] {
			continue
		}
		gqlCheckSpan(t, f.Name[strings.LastIndex(f.Name, ".")+1:], f.At, sdl)
		gqlCheckSpan(t, "declaration", f.DeclAt, false)
		if f.Required {
			gqlCheckSpan(t, "!", f.RequiredAt, sdl)
		}
		if f.Doc.Text != "" {
			gqlCheckSpan(t, "description", f.Doc.At, false)
			if said := sdlTokensOf(f.Doc.At.Text()); sdl && said != f.Doc.Text {
				t.Fatalf("the place of the description %q is %q", f.Doc.Text, f.Doc.At.Text())
			}
		}
		if f.DeclAt.Start > f.At.Start || f.DeclAt.End < f.Schema.TypeAt.End {
			t.Fatalf("%s is declared in %q", f.Name, f.DeclAt.Text())
		}
		gqlCheckSchema(t, f.Schema, seen, sdl)
	}
}

// sdlTokensOf is text without what the lexer passes over, and strings without their quotes.
func sdlTokensOf(text string) string {
	tokens, _, fault := lexSDL(&source.File{Data: []byte(text)})
	if fault != nil {
		return fault.Text
	}
	joined := ""
	for _, t := range tokens {
		joined += t.text
	}
	return joined
}

func gqlParserTypes(doc *ast.SchemaDocument) []string {
	definitions := slices.Concat(doc.Definitions, doc.Extensions)
	slices.SortFunc(definitions, func(a, b *ast.Definition) int { return a.Position.Start - b.Position.Start })
	var lines []string
	for _, d := range definitions {
		lines = append(lines, fmt.Sprintf("%s %s %v %q", d.Kind, d.Name, slices.Contains(doc.Extensions, d), d.Description))
		for _, f := range d.Fields {
			lines = append(lines, parserField(f.Name, f.Type, f.DefaultValue, f.Description, f.Directives))
			for _, a := range f.Arguments {
				lines = append(lines, "  "+parserField(a.Name, a.Type, a.DefaultValue, a.Description, a.Directives))
			}
		}
		for _, v := range d.EnumValues {
			lines = append(lines, fmt.Sprintf("%s %q %v", v.Name, v.Description, v.Directives.ForName("deprecated") != nil))
		}
	}
	return lines
}

func parserField(name string, typ *ast.Type, def *ast.Value, doc string, directives ast.DirectiveList) string {
	return fmt.Sprintf("%s: %s = %s %q %v", name, typ, parserValue(def), doc, directives.ForName("deprecated") != nil)
}

func parserValue(v *ast.Value) string {
	if v == nil {
		return ""
	}
	switch v.Kind {
	case ast.ListValue, ast.ObjectValue:
		s := ""
		seen := map[string]bool{}
		for _, child := range v.Children {
			if v.Kind == ast.ObjectValue && seen[child.Name] {
				continue
			}
			seen[child.Name] = true
			s += fmt.Sprintf("(%s %s)", child.Name, parserValue(child.Value))
		}
		return s
	}
	return v.Raw
}

func gqlReadTypes(f *gqlFile) []string {
	var lines []string
	for _, t := range f.types {
		lines = append(lines, fmt.Sprintf("%s %s %v %q", t.kind, t.name, t.extension, t.doc.Text))
		for _, f := range t.fields {
			lines = append(lines, gqlReadField(f))
			for _, a := range f.args {
				lines = append(lines, "  "+gqlReadField(a))
			}
		}
		for _, v := range t.values {
			lines = append(lines, fmt.Sprintf("%s %q %v", v.name, v.doc, v.deprecated))
		}
	}
	return lines
}

func gqlReadField(f *gqlField) string {
	return fmt.Sprintf("%s: %s = %s %q %v", f.name, f.typ, gqlReadValue(f.def), f.doc.Text, f.deprecated.Text != "")
}

func gqlReadValue(n *source.Node) string {
	if n == nil {
		return ""
	}
	s := n.Text
	for _, item := range n.Items {
		s += fmt.Sprintf("( %s)", gqlReadValue(item))
	}
	for _, m := range n.Members {
		s += fmt.Sprintf("(%s %s)", m.Key, gqlReadValue(m.Value))
	}
	return s
}
