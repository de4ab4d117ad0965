package loaders

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

// gqlPlain is operations without places.
func gqlPlain(t *testing.T, schema string, names ...string) string {
	t.Helper()
	index, faults := gqlOpen(schema)
	if faults != nil {
		t.Fatal(faults)
	}
	ops, more := index.Expand(names...)
	if more != nil {
		t.Fatal(gqlFaultLines(more))
	}
	d := gqlDump{seen: map[*contract.Field]bool{}}
	for _, op := range ops {
		d.op(op)
	}
	return d.String()
}

func TestGraphQLPathHasTheArgumentsOfEveryStep(t *testing.T) {
	got := gqlPlain(t, `
		type Query { repository(owner: String!, name: String!): Repository }
		type Repository { issues(first: Int, name: String): [Issue!]! @deprecated(reason: "slow") }
		interface Issue { labels(first: Int, after: String): Labels children(first: Int): [[Issue!]] title: String }
		type Labels { total: Int }
	`, "Query.repository.issues", "Query.repository.issues.labels", "Query.repository.issues.children.children", "Query.repository.issues.title")
	want := `Query.repository.issues ["repository.issues"] deprecated "slow"
  object, closed
    .owner required
      string, String!
    .name required
      string, String!
    .first
      integer or null, Int, 32 bits
    .issues.name
      string or null, String
Query.repository.issues.labels ["repository.issues.labels"] deprecated "slow"
  object, closed
    .owner required
      string, String!
    .name required
      string, String!
    .first
      integer or null, Int, 32 bits
    .issues.name
      string or null, String
    .labels.first
      integer or null, Int, 32 bits
    .after
      string or null, String
Query.repository.issues.children.children ["repository.issues.children.children"] deprecated "slow"
  object, closed
    .owner required
      string, String!
    .name required
      string, String!
    .first
      integer or null, Int, 32 bits
    .issues.name
      string or null, String
    .children.first
      integer or null, Int, 32 bits
    .children.children.first
      integer or null, Int, 32 bits
Query.repository.issues.title ["repository.issues.title"] deprecated "slow"
  object, closed
    .owner required
      string, String!
    .name required
      string, String!
    .first
      integer or null, Int, 32 bits
    .issues.name
      string or null, String
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestGraphQLLoneInputIsPromoted(t *testing.T) {
	got := gqlPlain(t, `
		input In { a: Int! b: In }
		type Query {
			must(input: In!): Int
			may(input: In): Int
			preset(createIn_input: In! = {a: 1}): Int
			named(createInInput: In!): Int
			filter(filter: In!): Int
			list(input: [In!]): Int
			two(input: In!, id: ID): Int
			old(input: In @deprecated): Int
		}
	`, "Query.must", "Query.may", "Query.preset", "Query.named", "Query.filter", "Query.list", "Query.two", "Query.old")
	want := `Query.must ["must"]
  object, In!, closed
    .a required
      integer, Int!, 32 bits
    .b
      object or null, In, closed
        .a required
          integer, Int!, 32 bits
        .b
          object or null, In, closed
            .a required
              (above)
            .b
              (above)
Query.may ["may"]
  object, In, closed
    .a required loose
      integer, Int!, 32 bits
    .b loose
      object or null, In, closed
        .a required
          (above)
        .b
          (above)
Query.preset ["preset"]
  object, In!, closed, default {"a": 1}
    .a required loose
      integer, Int!, 32 bits
    .b loose
      object or null, In, closed
        .a required
          (above)
        .b
          (above)
Query.named ["named"]
  object, In!, closed
    .a required
      integer, Int!, 32 bits
    .b
      object or null, In, closed
        .a required
          (above)
        .b
          (above)
Query.filter ["filter"]
  object, closed
    .filter required
      object, In!, closed
        .a required
          (above)
        .b
          (above)
Query.list ["list"]
  object, closed
    .input
      array or null, [In!], lone
        [] object, In!, closed
          .a required
            (above)
          .b
            (above)
Query.two ["two"]
  object, closed
    .input required
      object, In!, closed
        .a required
          (above)
        .b
          (above)
    .id
      string or integer or null, ID
Query.old ["old"]
  object, closed
    .input deprecated "true"
      object or null, In, closed
        .a required
          (above)
        .b
          (above)
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestGraphQLRecursionIsAPointerCycle(t *testing.T) {
	index, _ := gqlOpen(`input F { and: [F!], not: F, x: Int } type Query { a(f: F): Int, b(f: F!): Int }`)
	ops, _ := index.Expand("Query.a", "Query.b")
	a, b := ops[0].Input.Fields[0].Schema, ops[1].Input.Fields[0].Schema
	and, not := a.Fields[0], a.Fields[1]
	if and.Schema.Elem.Fields[0] != and || not.Schema.Fields[1] != not || b.Fields[0] != and {
		t.Error("the fields of one input type are not one")
	}
	if a.Types != contract.ObjectType|contract.NullType || b.Types != contract.ObjectType {
		t.Errorf("uses share what is theirs alone: %v, %v", a.Types, b.Types)
	}
}

func TestGraphQLOneOf(t *testing.T) {
	got := gqlPlain(t, `input By @oneOf { id: ID, state: State } enum State { ON } type Query { a(by: By): Int }`, "Query.a")
	want := `Query.a ["a"]
  object, closed
    .by
      object or null, By, closed
        one of ["id" "state"] required true
        .id
          string or integer, ID
        .state
          string, State
            = "ON"
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestGraphQLScalars(t *testing.T) {
	var scalars, args, want strings.Builder
	for _, c := range []struct{ declared, want string }{
		{`scalar DateTime`, "string, DateTime!, format date-time"},
		{`scalar Date`, "string, Date!, format date"},
		{`scalar Time`, "string, Time!, format time"},
		{`scalar TimelessDate`, "string or number or boolean or array or object, TimelessDate!, opaque: custom scalar TimelessDate"},
		{`scalar JSON`, "X, JSON!"},
		{`scalar Money`, "string or number, Money!"},
		{`scalar BigInt`, "string or integer, BigInt!"},
		{`scalar URI`, "string, URI!, format uri"},
		{`scalar UUID`, "string, UUID!, format uuid"},
		{`scalar EmailAddress`, "string, EmailAddress!, format email"},
		{`scalar Stamp @specifiedBy(url: "https://tools.ietf.org/html/rfc3339")`, "string, Stamp!, format date-time"},
		{`scalar Place @specifiedBy(url: "https://tools.ietf.org/html/rfc7946")`, "X, Place!, opaque: custom scalar Place"},
	} {
		name := strings.Fields(c.declared)[1]
		fmt.Fprintln(&scalars, c.declared)
		fmt.Fprintf(&args, "a%s: %s!, ", name, name)
		fmt.Fprintf(&want, "    .a%s required\n      %s\n", name, strings.Replace(c.want, "X", "string or number or boolean or array or object", 1))
	}
	got := gqlPlain(t, scalars.String()+"type Query { a("+args.String()+"): Int }", "Query.a")
	want2 := "Query.a [\"a\"]\n  object, closed\n" + want.String()
	if diff := cmp.Diff(want2, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestGraphQLScalarThatTakesMoreIsOpaque(t *testing.T) {
	got := gqlPlain(t, `"""A date and time. Accepts shortcuts like 2021.""" scalar DateTime type Query { a(at: DateTime): Int }`, "Query.a")
	want := `Query.a ["a"]
  object, closed
    .at "A date and time. Accepts shortcuts like 2021."
      any type, DateTime, opaque: custom scalar DateTime "A date and time. Accepts shortcuts like 2021."
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestSDLWaivers(t *testing.T) {
	schema := strings.ReplaceAll(`# tooldrift:waive first -- above a type
type Query {
  # tooldrift:waive op until=2027-03-01 -- above
  # an ordinary comment
  """
  Doc.
  """
  # tooldrift:waive op2 -- below the description
  a( # tooldrift:waive op3 -- beside
    x: Int, # tooldrift:waive x -- beside
    # tooldrift:waive y -- above
    y: Int
    z: E # tooldrift:waive z -- beside the last
  ): Int # tooldrift:waive op4 -- beside
  b: Int
}
enum E {
  ONE # tooldrift:waive one -- beside a value
}
# tooldrift:ignore all
`, "\n", "\r\n")
	index, faults := gqlOpen(schema)
	want := []string{
		"dirt a:20:1: no waiver: one is written tooldrift:waive RULE -- reason",
	}
	if diff := cmp.Diff(want, faults); diff != "" {
		t.Errorf("faults -want +got:\n%s", diff)
	}
	var strays []string
	for _, w := range index.Strays {
		strays = append(strays, w.At.Place()+" "+w.Rule)
	}
	if diff := cmp.Diff([]string{"a:1:1 first", "a:18:7 one"}, strays); diff != "" {
		t.Errorf("waivers that stand at nothing, -want +got:\n%s", diff)
	}
	ops, _ := index.Expand("Query.a", "Query.b")
	var got []string
	for _, op := range ops {
		got = append(got, op.Name+gqlWaivers(op.Waivers))
		for _, f := range op.Input.Fields {
			got = append(got, f.Name+gqlWaivers(f.Waivers))
		}
	}
	want = []string{
		`Query.a waive op until "2027-03-01": above waive op2 until "": below the description waive op3 until "": beside waive op4 until "": beside`,
		`x waive x until "": beside`,
		`y waive y until "": above`,
		`z waive z until "": beside the last`,
		`Query.b`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if at := ops[0].Waivers[0].At; at.Text() != "# tooldrift:waive op until=2027-03-01 -- above" {
		t.Errorf("the waiver's place is %q", at.Text())
	}
}
