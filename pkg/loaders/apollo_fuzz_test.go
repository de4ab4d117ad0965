package loaders

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// FuzzOperations holds the reader against gqlparser's own: the same documents are
// accepted, with the same meaning, and every place is that of the word it stands
// for. Inside a string of a manifest the same is read, each word at its place there.
func FuzzOperations(f *testing.F) {
	for _, text := range []string{
		shopOperations,
		strings.ReplaceAll(shopOperations, "\n", "\r\n"),
		"\ufeff# é😀\nquery Q(\"\"\"d\"\"\" # c\n $a: [Int!]! = [1, {b: \"é\"}] @x(y: 1), $b: ID) @z(a: $b) { a: b(c: {d: [$a, 1, $b], e: null}) @skip(if: $a) ...F ... @include(if: $b) { c } }",
		"fragment F($x: Int = 1) on T @a { ...F ... on U { f(a: $x) } }",
		"{ a } query { a } subscription S { a } mutation M($a: A, $a: A) { a(b: $c) } # tooldrift:waive x -- y",
		"# tooldrift:waive x -- y\nquery Q(# tooldrift:waive y -- z\n$a: B # tooldrift:waive z -- z\n) { a(b: $a) # tooldrift:oops\n }",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip("refused before it gets here")
		}
		file := &source.File{Name: "a.graphql", Data: []byte(text)}
		doc, err := parser.ParseQuery(&ast.Source{Input: text})
		read, faults := readOperations(file.Data, file, nil)
		if refused := read == nil; refused != (err != nil) {
			if !refused || !strings.HasPrefix(faults[0].Text, "nested deeper") && !strings.Contains(faults[0].Text, "nesting depth") {
				t.Fatalf("refused: %v, by gqlparser: %v", faults, err)
			}
		}
		for _, fault := range faults {
			gqlCheckSpan(t, fault.Text, fault.At, false)
		}
		if read == nil {
			return
		}
		if diff := cmp.Diff(parsedOperations(doc), readDocument(read)); diff != "" {
			t.Fatalf("-gqlparser +ours:\n%s", diff)
		}
		checkPlaces(t, read)

		body := `{"format": "apollo-persisted-query-manifest", "version": 1, "operations": [{"id": "1", "body": ` + source.Quote(text) + `}]}`
		manifest := &source.File{Name: "m.json", Data: []byte(body)}
		root, more := source.Parse(manifest)
		if root == nil {
			t.Fatal(more)
		}
		places := placesIn(root.Value("operations").Items[0].Value("body"))
		again, _ := readOperations([]byte(text), manifest, places)
		if diff := cmp.Diff(readDocument(read), readDocument(again)); diff != "" {
			t.Fatalf("-alone +in a manifest:\n%s", diff)
		}
		checkPlaces(t, again)
		for _, o := range [][]string{{"a.graphql", text}, {"a.graphql", text, "s.graphql", shop}, {"a.graphql", body}} {
			contracts, faults := Tools(storeOf(o...), config.Source{Operations: []string{"a.graphql"}, Schema: o[2:min(3, len(o))]})
			for _, fault := range faults {
				toolSpan(t, fault.At)
			}
			for _, c := range contracts {
				for _, op := range c.Ops {
					toolSpans(t, op)
					for _, h := range op.Hints {
						if _, faults := config.ParseBinding(op.Name, h.Value); faults != nil {
							t.Fatalf("the binding of %s is none: %v", op.Name, faults)
						}
					}
				}
			}
		}
	})
}

// parsedOperations is a document of gqlparser's, a line each operation, variable, fragment and field.
func parsedOperations(doc *ast.QueryDocument) []string {
	var lines []string
	for _, op := range doc.Operations {
		lines = append(lines, fmt.Sprintf("%s %s%s", op.Operation, op.Name, parsedUses(op.Directives)))
		for _, v := range op.VariableDefinitions {
			lines = append(lines, fmt.Sprintf("  $%s: %s = %s %q", v.Variable, v.Type, parserValue(v.DefaultValue), strings.TrimSpace(v.Description)))
		}
		lines = parsedSelections(lines, op.SelectionSet, " ")
	}
	fragments := map[string][]string{}
	for _, f := range doc.Fragments {
		if fragments[f.Name] == nil {
			fragments[f.Name] = parsedSelections([]string{fmt.Sprintf("fragment %s on %s", f.Name, f.TypeCondition)}, f.SelectionSet, " ")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fragments)) {
		lines = append(lines, fragments[name]...)
	}
	return lines
}

func parsedSelections(lines []string, set ast.SelectionSet, indent string) []string {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			line := indent + s.Name
			for _, a := range s.Arguments {
				line += fmt.Sprintf(" %s: %s", a.Name, parsedPassed(a.Value))
			}
			lines = parsedSelections(append(lines, line+parsedUses(s.Directives)), s.SelectionSet, indent+" ")
		case *ast.FragmentSpread:
			lines = append(lines, indent+"..."+s.Name+parsedUses(s.Directives))
		case *ast.InlineFragment:
			lines = parsedSelections(append(lines, indent+"... on "+s.TypeCondition+parsedUses(s.Directives)), s.SelectionSet, indent+" ")
		}
	}
	return lines
}

func parsedUses(directives ast.DirectiveList) string {
	var uses string
	for _, d := range directives {
		for _, a := range d.Arguments {
			uses += parsedVariables(a.Value)
		}
	}
	return uses
}

func parsedVariables(v *ast.Value) string {
	if v.Kind == ast.Variable {
		return " @$" + v.Raw
	}
	var uses string
	for _, child := range v.Children {
		uses += parsedVariables(child.Value)
	}
	return uses
}

func parsedPassed(v *ast.Value) string {
	switch v.Kind {
	case ast.Variable:
		return "$" + v.Raw
	case ast.ListValue, ast.ObjectValue:
		s := ""
		for _, child := range v.Children {
			s += fmt.Sprintf("(%s %s)", child.Name, parsedPassed(child.Value))
		}
		return s
	}
	return ""
}

// readDocument is the same of our own.
func readDocument(d *gqlDocument) []string {
	var lines []string
	for _, op := range d.operations {
		lines = append(lines, fmt.Sprintf("%s %s%s", op.keyword, op.name, readUses(op.uses)))
		for _, v := range op.vars {
			said := ""
			if strings.HasPrefix(v.doc.At.Text(), `"`) || strings.HasPrefix(v.doc.At.Text(), `\"`) {
				said = strings.TrimSpace(v.doc.Text)
			}
			lines = append(lines, fmt.Sprintf("  $%s: %s = %s %q", v.name, v.typ, gqlReadValue(v.def), said))
		}
		lines = readSelections(lines, op.fields, " ")
	}
	for _, name := range slices.Sorted(maps.Keys(d.fragments)) {
		lines = append(lines, fmt.Sprintf("fragment %s on %s", name, d.fragments[name].on))
		lines = readSelections(lines, d.fragments[name].fields, " ")
	}
	return lines
}

func readSelections(lines []string, set []*gqlSelection, indent string) []string {
	for _, s := range set {
		line := indent + s.name
		switch {
		case s.spread != "":
			line = indent + "..." + s.spread
		case s.name == "":
			line = indent + "... on " + s.on
		}
		for _, a := range s.args {
			line += fmt.Sprintf(" %s: %s", a.name, readPassed(a.value))
		}
		lines = readSelections(append(lines, line+readUses(s.uses)), s.fields, indent+" ")
	}
	return lines
}

func readUses(uses []gqlUse) string {
	var s string
	for _, u := range uses {
		s += " @$" + u.name
	}
	return s
}

func readPassed(v gqlPassed) string {
	if v.variable != "" {
		return "$" + v.variable
	}
	s := ""
	for _, m := range v.members {
		s += fmt.Sprintf("(%s %s)", m.name, readPassed(m.value))
	}
	for _, item := range v.items {
		s += fmt.Sprintf("( %s)", readPassed(item))
	}
	return s
}

// checkPlaces fails where a name does not stand at its place.
func checkPlaces(t *testing.T, d *gqlDocument) {
	t.Helper()
	for _, op := range d.operations {
		if op.name != "" {
			gqlCheckSpan(t, op.name, op.at, true)
		}
		for _, v := range op.vars {
			gqlCheckSpan(t, v.name, v.at, true)
			gqlCheckSpan(t, v.typ.String(), v.typ.at, false)
		}
		checkSelected(t, op.fields)
		for _, w := range op.waivers {
			gqlCheckSpan(t, w.Rule, w.At, false)
		}
	}
	for _, f := range d.fragments {
		checkSelected(t, f.fields)
	}
}

func checkSelected(t *testing.T, set []*gqlSelection) {
	t.Helper()
	for _, s := range set {
		if s.name+s.spread != "" {
			gqlCheckSpan(t, s.name+s.spread, s.at, true)
		}
		for _, a := range s.args {
			gqlCheckSpan(t, a.name, a.at, true)
		}
		checkSelected(t, s.fields)
	}
}
