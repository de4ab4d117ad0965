package loaders

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// gqlOpen opens texts as the files a, b, c ... of one schema.
func gqlOpen(texts ...string) (*contract.Index, []string) {
	var files []*source.File
	for i, text := range texts {
		files = append(files, &source.File{Name: string(rune('a' + i)), Data: []byte(text)})
	}
	index, faults := openGraphQL(files)
	return index, gqlFaultLines(faults)
}

func gqlFaultLines(faults []source.Fault) []string {
	var lines []string
	for _, f := range faults {
		kind := "refused "
		if f.Dirt {
			kind = "dirt "
		}
		lines = append(lines, kind+f.Error())
	}
	return lines
}

// gqlExpand expands names of a schema that must open without a fault.
func gqlExpand(t *testing.T, index *contract.Index, names ...string) string {
	t.Helper()
	ops, faults := index.Expand(names...)
	d := gqlDump{places: true, seen: map[*contract.Field]bool{}}
	for _, op := range ops {
		d.op(op)
	}
	for _, line := range gqlFaultLines(faults) {
		fmt.Fprintln(&d, line)
	}
	return d.String()
}

// gqlDump writes operations down, one line a thing, places as line:column.
type gqlDump struct {
	strings.Builder
	places bool
	seen   map[*contract.Field]bool
}

func (d *gqlDump) at(label string, s source.Span) string {
	if !d.places || s.IsZero() {
		return ""
	}
	p, q := s.File.Position(s.Start), s.File.Position(s.End)
	if p.Line == q.Line {
		return fmt.Sprintf(" %s%d:%d-%d", label, p.Line, p.Column, q.Column)
	}
	return fmt.Sprintf(" %s%d:%d-%d:%d", label, p.Line, p.Column, q.Line, q.Column)
}

func (d *gqlDump) text(label string, t contract.Text) string {
	if t.Text == "" {
		return ""
	}
	return fmt.Sprintf(" %s%q%s", label, t.Text, d.at("@", t.At))
}

func (d *gqlDump) op(op *contract.Op) {
	fmt.Fprintf(d, "%s %q%s%s%s%s\n", op.Name, op.Aliases, d.at("@", op.At), d.text("", op.Doc), d.text("deprecated ", op.Deprecated), gqlWaivers(op.Waivers))
	d.schema("  ", op.Input)
}

func gqlWaivers(waivers []contract.Waiver) string {
	s := ""
	for _, w := range waivers {
		s += fmt.Sprintf(" waive %s until %q: %s", w.Rule, w.Until, w.Reason)
	}
	return s
}

func (d *gqlDump) field(indent string, f *contract.Field) {
	flags := ""
	if f.Required {
		flags += " required" + d.at("@", f.RequiredAt)
	}
	if f.LooseBody {
		flags += " loose"
	}
	fmt.Fprintf(d, "%s.%s%s%s%s%s%s%s\n", indent, f.Name, d.at("@", f.At), flags, d.at("decl ", f.DeclAt), d.text("", f.Doc), d.text("deprecated ", f.Deprecated), gqlWaivers(f.Waivers))
	if d.seen[f] {
		fmt.Fprintf(d, "%s  (above)\n", indent)
		return
	}
	d.seen[f] = true
	d.schema(indent+"  ", f.Schema)
}

func (d *gqlDump) schema(indent string, s *contract.Schema) {
	d.WriteString(indent)
	d.described(indent, s)
}

// described is a schema whose line has begun.
func (d *gqlDump) described(indent string, s *contract.Schema) {
	d.WriteString(s.Types.String())
	if s.Source != "" {
		fmt.Fprintf(d, ", %s%s", s.Source, d.at("@", s.TypeAt))
	}
	for _, flag := range []struct {
		on   bool
		word string
	}{{s.Closed, "closed"}, {s.Lone, "lone"}, {s.Opaque != "", "opaque: " + s.Opaque}, {s.Format.Text != "", "format " + s.Format.Text},
		{s.Min != nil && s.Min.Implied && s.Max.Implied, "32 bits"}} {
		if flag.on {
			fmt.Fprintf(d, ", %s", flag.word)
		}
	}
	if s.Default != nil {
		fmt.Fprintf(d, ", default %s%s", s.Default.JSON(), d.at("@", s.Default.At))
	}
	fmt.Fprintln(d, d.text("", s.Doc))
	for _, v := range s.Enum {
		fmt.Fprintf(d, "%s  = %s%s", indent, v.Lit.JSON(), d.at("@", v.Lit.At))
		if v.Deprecated {
			fmt.Fprint(d, " deprecated")
		}
		if v.Implied {
			fmt.Fprint(d, " implied")
		}
		if v.Doc != "" {
			fmt.Fprintf(d, " %q", v.Doc)
		}
		fmt.Fprintln(d)
	}
	for _, g := range s.Groups {
		fmt.Fprintf(d, "%s  one of %q required %v%s\n", indent, g.Fields, g.Required, d.at("@", g.At))
	}
	if s.Elem != nil {
		d.WriteString(indent + "  [] ")
		d.described(indent+"  ", s.Elem)
	}
	for _, f := range s.Fields {
		d.field(indent+"  ", f)
	}
}

const shop = `"The API of a “shop”."
schema { query: Query mutation: Mutation }

type Query {
  """
  Orders, newest first.
    At most 100.
  """
  orders("Größe 😀" first: Int! = 20, after: Cursor, ids : [ ID! ] !, state: State = OPEN): [Order!]!
  old: Int @deprecated(reason: "Use ` + "`orders`" + `.")
  older: Int @deprecated
}

type Mutation { pay(input: PayInput!): Order, mail(input: MailInput, at: DateTime): Boolean }

scalar Cursor
scalar DateTime
"Where an order is."
enum State { OPEN "Paid for." PAID @deprecated(reason: "merged") }
type Order { id: ID! }

"What to pay."
input PayInput {
  order: ID!, amount: Float! @deprecated(reason: """
    In cents
    now.
  """)
  tags: [[String]] = [["a"], null]
  card: Card = {number: "1", ok: true}
}
input Card { number: String!, ok: Boolean }
input MailInput { to: String! }
`

const shopWant = `Query.orders ["orders"] @9:3-9 "Orders, newest first.\n  At most 100." @5:3-8:6
  object, closed
    .first @9:20-25 decl 9:20-36 "Größe 😀" @9:10-19
      integer, Int! @9:27-31, 32 bits, default 20 @9:34-36
    .after @9:38-43 decl 9:38-51
      any type, Cursor @9:45-51, opaque: custom scalar Cursor
    .ids @9:53-56 required @9:67-68 decl 9:53-68
      array, [ID!]! @9:59-68, lone
        [] string or integer, ID! @9:61-64
    .state @9:70-75 decl 9:70-89 "Where an order is." @18:1-21
      string or null, State @9:77-82, default "OPEN" @9:85-89 "Where an order is." @18:1-21
        = "OPEN" @19:14-18
        = "PAID" @19:31-35 deprecated "Paid for."
        = null @9:77-82 implied
Query.old ["old"] @10:3-6 deprecated "Use ` + "`orders`" + `." @10:32-47
  object, closed
Query.older ["older"] @11:3-8 deprecated "true" @11:14-25
  object, closed
Mutation.pay ["pay"] @14:17-20
  object, PayInput! @14:28-37, closed "What to pay." @22:1-15
    .order @24:3-8 required @24:12-13 decl 24:3-13
      string or integer, ID! @24:10-13
    .amount @24:15-21 required @24:28-29 decl 24:15-27:7 deprecated "In cents\nnow." @24:50-27:6
      number, Float! @24:23-29
    .tags @28:3-7 decl 28:3-35
      array or null, [[String]] @28:9-19, lone, default [["a"], null] @28:22-35
        [] array or null, [String] @28:10-18, lone
          [] string or null, String @28:11-17
    .card @29:3-7 decl 29:3-39
      object or null, Card @29:9-13, closed, default {"number": "1", "ok": true} @29:16-39
        .number @31:14-20 required @31:28-29 decl 31:14-29
          string, String! @31:22-29
        .ok @31:31-33 decl 31:31-42
          boolean or null, Boolean @31:35-42
Mutation.mail ["mail"] @14:47-51
  object, closed
    .input @14:52-57 decl 14:52-68
      object or null, MailInput @14:59-68, closed
        .to @32:19-21 required @32:29-30 decl 32:19-30
          string, String! @32:23-30
    .at @14:70-72 decl 14:70-82
      string or null, DateTime @14:74-82, format date-time
`

func TestSDLMeansTheSameInEveryEncoding(t *testing.T) {
	crlf := strings.ReplaceAll(shop, "\n", "\r\n")
	for _, c := range []struct{ name, text string }{
		{"LF", shop},
		{"CRLF", crlf},
		{"CR", strings.ReplaceAll(shop, "\n", "\r")},
		{"byte order mark", "\ufeff" + shop},
		{"byte order mark and CRLF", "\ufeff" + crlf},
	} {
		t.Run(c.name, func(t *testing.T) {
			index, faults := gqlOpen(c.text)
			if faults != nil {
				t.Fatal(faults)
			}
			got := gqlExpand(t, index, "Query.orders", "Query.old", "Query.older", "Mutation.pay", "Mutation.mail")
			if diff := cmp.Diff(shopWant, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestGraphQLHeadsHoldWhatBindingReads(t *testing.T) {
	index, faults := gqlOpen(shop)
	if faults != nil {
		t.Fatal(faults)
	}
	var got strings.Builder
	for _, h := range index.Heads {
		fmt.Fprintf(&got, "%s %q %q %q %v %s\n", h.Name, h.Aliases, h.Params, h.Doc, h.Deprecated, h.At.Text())
	}
	want := `Query.orders ["orders"] ["first" "after" "ids" "state"] "Orders, newest first." false orders
Query.old ["old"] [] "" true old
Query.older ["older"] [] "" true older
Mutation.pay ["pay"] ["input" "order" "amount" "tags" "card"] "" false pay
Mutation.mail ["mail"] ["input" "at"] "" false mail
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if index.Dialect != "graphql-sdl" {
		t.Errorf("dialect %q", index.Dialect)
	}
}

func TestGraphQLExpandReturnsTheSameOperation(t *testing.T) {
	index, _ := gqlOpen(`type Root { a: A, b: Int } type A { c(x: Missing): Int } schema { query: Root }`)
	first, faults := index.Expand("Root.a.c", "Query.nothing", "Mutation.a", "a", "", "Query", "Query.a.c.d")
	want := []string{"dirt a:1:42: type Missing is not defined"}
	if diff := cmp.Diff(want, gqlFaultLines(faults)); diff != "" {
		t.Errorf("faults -want +got:\n%s", diff)
	}
	again, faults := index.Expand("Query.a.c", "Query.b")
	if faults != nil {
		t.Errorf("a fault is told twice: %v", gqlFaultLines(faults))
	}
	if len(first) != 1 || len(again) != 2 || first[0] != again[0] || first[0].Name != "Query.a.c" || again[1].Name != "Query.b" {
		t.Errorf("got %v, then %v", first, again)
	}
}

// The same schema in both spellings, the second by graphql-js: testdata/graphql/README.md.
func TestIntrospectionEqualsSDL(t *testing.T) {
	var dumps []string
	for _, name := range []string{"testdata/graphql/shop.graphql", "testdata/graphql/shop.json"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		index, faults := gqlOpen(string(data))
		if faults != nil {
			t.Fatalf("%s: %v", name, faults)
		}
		d := gqlDump{seen: map[*contract.Field]bool{}}
		for _, h := range index.Heads {
			ops, faults := index.Expand(h.Name)
			if faults != nil {
				t.Fatalf("%s: %v", name, gqlFaultLines(faults))
			}
			fmt.Fprintln(&d, h.Aliases, h.Params, h.Doc, h.Deprecated)
			d.op(ops[0])
		}
		dumps = append(dumps, d.String())
	}
	if diff := cmp.Diff(dumps[0], dumps[1]); diff != "" {
		t.Errorf("-SDL +introspection:\n%s", diff)
	}
	if !strings.Contains(dumps[0], "one of") || !strings.Contains(dumps[0], "(above)") {
		t.Errorf("the schema shows neither @oneOf nor recursion:\n%s", dumps[0])
	}
}
