package loaders

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

const shopOperations = `# Find goods.
# By colour only.
query FindGoods(
  # which colours
  $colors: [Color!]
  "in grams"
  $weight: Float = 2.5
  $ids: [ID!] = 7 # not shown
  $since: DateTime
  $lean: Boolean!
) {
  goods(filter: {and: [{color: RED, size: [$size, 2]}], not: $not}, ids: $ids, weight: $weight) {
    ...Similar @skip(if: $lean)
    ... on Goods { alias: similar(first: $first) { id } }
  }
  order(by: {placed: {from: $since}}) { lines(first: 5) { id } }
}
fragment Similar on Goods { similar(first: 3) { id } }
mutation { ping }
`

const goods = `
type Query {
  goods("at most 100" first: Int, filter: Filter): [Goods!]!
  node(id: ID!): Node
  now: Moment
}
type Mutation { buy(input: BuyInput!): Goods }
interface Node { id: ID! }
type Goods implements Node { id: ID! similar(first: Int, by: By = COLOR): [Goods] photo(width: Int!): String }
enum By { COLOR SIZE }
input Filter { color: String! not: Filter sizes: [Int!] on: Date }
input BuyInput { goods: ID! count: Int! = 1 }
scalar Date
scalar Moment
`

// documentsOf reads documents as one source of tools, with a schema.
func documentsOf(files ...string) ([]*contract.Contract, []source.Fault) {
	var names []string
	for i := 0; i < len(files); i += 2 {
		names = append(names, files[i])
	}
	return Tools(storeOf(append(files, "api/schema.graphql", goods)...), config.Source{Operations: names, Schema: []string{"api/schema.graphql"}})
}

// passes is what the documents pass, a line each call.
func passes(t *testing.T, documents string) string {
	t.Helper()
	contracts, faults := documentsOf("q.graphql", documents)
	var b strings.Builder
	for _, c := range contracts {
		for _, op := range c.Ops {
			for _, h := range op.Hints {
				nodes := []*source.Node{h.Value}
				if h.Value.Kind == source.Array {
					nodes = h.Value.Items
				}
				for _, n := range nodes {
					fmt.Fprintf(&b, "%s\n", n.JSON())
				}
			}
		}
		for _, s := range c.Skipped {
			fmt.Fprintf(&b, "skipped %s: %s\n", s.Name, s.Why)
		}
	}
	for _, f := range faults {
		fmt.Fprintln(&b, f.Error())
	}
	return strings.TrimSpace(b.String())
}

func TestOperationsSayWhatTheyPass(t *testing.T) {
	for _, c := range []struct{ name, document, want string }{
		{"an argument of another name", `query A($n: Int) { goods(first: $n) { id } }`,
			`{"operation": "Query.goods", "fields": {"n": "first"}}`},
		{"into an object, beside constants", `query A($c: String!, $s: Int) { goods(first: 3, filter: {color: $c, not: {color: "red"}, sizes: [1, $s]}) { id } }`,
			`{"operation": "Query.goods", "fields": {"c": "filter.color", "s": "filter.sizes[]"}, "supplied": ["first", "filter.not.color"]}`},
		{"a lone input, whole and in parts", `mutation A($what: BuyInput!) { buy(input: $what) { id } }
			mutation B($g: ID!) { buy(input: {goods: $g, count: 2}) { id } }`,
			`{"operation": "Mutation.buy", "fields": {"what": "input"}}
{"operation": "Mutation.buy", "fields": {"g": "input.goods"}, "supplied": ["input.count"]}`},
		{"several root fields", `query A($a: ID!, $b: ID!) { x: node(id: $a) { id } y: node(id: $b) { id } goods { id } }`,
			`{"operation": "Query.node", "fields": {"a": "id"}, "agent_only": ["b"]}
{"operation": "Query.node", "fields": {"b": "id"}, "agent_only": ["a"]}
{"operation": "Query.goods", "agent_only": ["a", "b"]}`},
		{"below the root, names told apart", `query A($n: Int, $m: Int, $by: By) { goods(first: $n) { similar(first: $m, by: $by) { id } } }`,
			`{"operation": "Query.goods.similar", "fields": {"n": "first", "m": "[\"similar.first\"]", "by": "by"}}`},
		{"an argument that is not there takes no other's name", `query A($n: Int, $w: Int!) { goods(width: $n) { photo(width: $w) } }`,
			`{"operation": "Query.goods.photo", "fields": {"n": "[\"goods.width\"]", "w": "width"}}`},
		{"only variables lead below", `query A($n: Int) { goods(first: $n) { photo(width: 80) } }`,
			`{"operation": "Query.goods", "fields": {"n": "first"}}`},
		{"fragments, and the types they are about", `query A($id: ID!, $n: Int, $w: Int!) { node(id: $id) { ...G ... on Node { id } } ...R }
			fragment G on Goods { similar(first: $n) { ...H } }
			fragment H on Goods { photo(width: $w) }
			fragment R on Query { goods { id } }`,
			`{"operation": "Query.node.Goods.similar.photo", "fields": {"id": "id", "n": "first", "w": "width"}}
{"operation": "Query.goods", "agent_only": ["id", "n", "w"]}`},
		{"one thing selected twice is called once", `query A($n: Int) { goods(first: $n) { id } ...R } fragment R on Query { goods(first: $n) { photo(width: 1) } }`,
			`{"operation": "Query.goods", "fields": {"n": "first"}}`},
		{"directives consume", `query A($with: Boolean!, $n: Int) @cached(for: $n) { goods @include(if: $with) { id } }`,
			`{"operation": "Query.goods", "agent_only": ["with", "n"]}`},
		{"a variable that goes to two places", `query A($n: Int) { goods(first: $n) { similar(first: $n) { id } } }`,
			`{"operation": "Query.goods.similar", "fields": {"n": "first"}, "supplied": ["[\"similar.first\"]"]}`},
		{"fields that the schema does not have", `query A($id: ID!) { node(id: $id) { ID ...G } } fragment G on Goods { colour { name } __typename }`,
			`{"operation": "Query.node", "fields": {"id": "id"}}
{"operation": "Query.node.ID", "fields": {"id": "id"}}
{"operation": "Query.node.Goods.colour", "fields": {"id": "id"}}`},
		{"what is below an unknown field is lost with it", `query A($n: Int) { node(id: 1) { tail { ...G } } goods { ...G } }
			fragment G on Goods { colour { name } }`,
			`{"operation": "Query.node", "supplied": ["id"], "agent_only": ["n"]}
{"operation": "Query.goods", "agent_only": ["n"]}
{"operation": "Query.node.tail", "supplied": ["id"], "agent_only": ["n"]}
{"operation": "Query.goods.colour", "agent_only": ["n"]}
q.graphql:1:10: A declares $n and uses it nowhere; an API refuses that`},
		{"nothing of the API", `query A { __typename }`, `{"local": "it selects no field of the API"}`},
		{"no tools", `subscription S { goods { id } } { goods { id } } query { goods { id } }`,
			`skipped S: a subscription: an agent calls, it does not listen
skipped : an operation without a name, so no tool
skipped : an operation without a name, so no tool`},
		{"only fragments", `fragment G on Goods { id }`, `skipped q.graphql: it holds fragments and no operation`},

		{"what every API refuses", `query A($n: Int, $n: String, $unused: ID) { goods(first: $n) { photo(width: $w) } }`,
			`{"operation": "Query.goods.photo", "fields": {"n": "first"}, "supplied": ["width"], "agent_only": ["unused"]}
q.graphql:1:19: A declares $n twice; the first counts
q.graphql:1:31: A declares $unused and uses it nowhere; an API refuses that
q.graphql:1:77: A uses $w and does not declare it; an API refuses that`},
		{"a fragment that is elsewhere", `query A($n: Int) { goods { ...G } }`,
			`{"operation": "Query.goods", "agent_only": ["n"]}
q.graphql:1:31: the fragment G is not in this document; what it passes is not seen`},
		{"a fragment in itself", `query A { goods { ...G } } fragment G on Goods { similar { ...G } }`,
			`{"operation": "Query.goods"}
q.graphql:1:63: the fragment G contains itself`},
		{"a slip", "query A($n: Int {\n goods { id } }", `q.graphql:1:17: expected "$", found "{"`},
		{"two of one name", "query A { now }\nmutation A { buy { id } }", `{"operation": "Query.now"}
q.graphql:2:10: a second operation is called A; the first is at q.graphql:1:7`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, passes(t, c.document)); diff != "" {
				t.Errorf("%s\n-want +got:\n%s", c.document, diff)
			}
		})
	}
}

// Without the schema what is called is still known, but for names that only it can tell apart.
func TestOperationsWithoutSchema(t *testing.T) {
	contracts, faults := Tools(storeOf("q.graphql", `query A($id: ID!, $f: Filter, $n: Int = 3) { node(id: $id) { ...G } goods(filter: $f) { id } }
fragment G on Goods { similar(first: $n) { id } }`), config.Source{Glob: "q.graphql"})
	want := `graphql-operations:
A: object{id!: string, f: any type nullLeft opaque(type Filter: it is in the API's schema, which this source does not name), n: integer or null min=-2147483648 max=2147483647 default=3} closed` +
		` hint graphql operation=[{"operation": "Query.node.Goods.similar", "fields": {"id": "id", "n": "first"}, "agent_only": ["f"]}, {"operation": "Query.goods", "fields": {"f": "filter"}, "agent_only": ["id", "n"]}]`
	if diff := cmp.Diff(want, toolListText(contracts, faults)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if at := contracts[0].Ops[0].Input.Fields[1].Schema.TypeAt; !at.IsZero() {
		t.Errorf("a type of which only the name is known states a JSON type at %q", at.Text())
	}
}

// A document is bounded whatever its fragments unfold to.
func TestOperationsAreBounded(t *testing.T) {
	unfolding := func(depth int) string {
		var b strings.Builder
		b.WriteString("query A($n: Int) { goods { ...F0 } }\n")
		for i := range depth {
			fmt.Fprintf(&b, "fragment F%d on Goods { a: similar(first: $n) { ...F%d } b: similar(first: $n) { ...F%d } }\n", i, i+1, i+1)
		}
		fmt.Fprintf(&b, "fragment F%d on Goods { id }\n", depth)
		return b.String()
	}
	many := "query A($n: Int) {" + strings.Repeat(" goods(first: $n) { id }", source.MaxCalls+1) + " }"
	for _, c := range []struct {
		document string
		want     []string
	}{
		{unfolding(5), nil},
		{unfolding(20), []string{
			"q.graphql:21:28: A calls fields from here on that are not compared, beyond the limit of 50 fields; it cannot be raised, split the operation",
			"q.graphql:1:7: A unfolds to more than the limit of 20000 fields; it cannot be raised, select fewer",
		}},
		{unfolding(60), []string{
			"q.graphql:1:7: A unfolds deeper than the limit of 30 levels; it cannot be raised, select less deep",
			"q.graphql:31:28: A calls fields from here on that are not compared, beyond the limit of 50 fields; it cannot be raised, split the operation",
		}},
		{many, []string{"q.graphql:1:1220: A calls fields from here on that are not compared, beyond the limit of 50 fields; it cannot be raised, split the operation"}},
	} {
		contracts, faults := documentsOf("q.graphql", c.document)
		var texts []string
		for _, f := range faults {
			texts = append(texts, f.Error())
		}
		if diff := cmp.Diff(c.want, texts); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if len(contracts) != 1 || len(contracts[0].Ops) != 1 {
			t.Errorf("the tool is lost: %v", contracts)
		}
	}
}

func TestOperationsAsTools(t *testing.T) {
	contracts, faults := documentsOf("q.graphql", `# tooldrift:waive bare-number -- the server knows
# Find goods.
#
# In any colour.
query FindGoods(
  # which colour
  $color: String!, # said elsewhere
  "never shown twice"
  $first: Int! = 10
  $id: ID = 7 # tooldrift:waive unit-only-in-spec -- odd
  # a day
  $on: [Date]
  $filter: Filter = {color: "red", sizes: 1}
  $by: By! = SIZE
) { goods(filter: {color: $color, on: $on, not: $filter}, first: $first) { id similar(by: $by) { id } } node(id: $id) { id } }
# Buys.
# tooldrift:waive unit-conflict -- x
"""
Buys goods.
"""
mutation Buy($input: BuyInput!) { buy(input: $input) { id } }`)
	var got strings.Builder
	for _, c := range contracts {
		for _, op := range c.Ops {
			fmt.Fprintf(&got, "%s at %s of %s, %q at %q\n", op.Name, position(op.At), op.File, op.Doc.Text, op.Doc.At.Text())
			for _, w := range op.Waivers {
				fmt.Fprintf(&got, "  waives %s\n", w.Rule)
			}
			for _, f := range op.Input.Fields {
				fmt.Fprintf(&got, "  %s at %s, required %t at %q, declared as %q, %q: %s\n", f.At.Text(), position(f.At), f.Required, f.RequiredAt.Text(), f.DeclAt.Text(), f.Doc.Text, meaningOf(f.Schema))
				for _, w := range f.Waivers {
					fmt.Fprintf(&got, "    waives %s\n", w.Rule)
				}
			}
		}
	}
	for _, f := range faults {
		fmt.Fprintln(&got, f.Error())
	}
	want := `FindGoods at 5:7 of q.graphql, "Find goods.\n\nIn any colour." at "# Find goods.\n#\n# In any colour."
  waives bare-number
  color at 7:4, required true at "!", declared as "$color: String!", "which colour": string
  first at 9:4, required false at "", declared as "$first: Int! = 10", "never shown twice": integer min=-2147483648 max=2147483647 default=10
  id at 10:4, required false at "", declared as "$id: ID = 7", "": string or null default="7"
    waives unit-only-in-spec
  on at 12:4, required false at "", declared as "$on: [Date]", "a day": array[string or null format=date] nullLeft
  filter at 13:4, required false at "", declared as "$filter: Filter = {color: \"red\", sizes: 1}", "": object or null{color!: string, not: object or null{color!: string, not: ^1, sizes: array or null[integer min=-2147483648 max=2147483647], on: string or null format=date} closed, sizes: array or null[integer min=-2147483648 max=2147483647], on: string or null format=date} closed default={"color": "red", "sizes": [1]}
  by at 14:4, required false at "", declared as "$by: By! = SIZE", "": string of "COLOR" "SIZE" default="SIZE"
Buy at 21:10 of q.graphql, "Buys goods." at "\"\"\"\nBuys goods.\n\"\"\""
  waives unit-conflict
  input at 21:15, required true at "!", declared as "$input: BuyInput!", "": object{goods!: string, count: integer min=-2147483648 max=2147483647 default=1} closed
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Every word of a manifest's body has its place inside the JSON string.
func TestManifest(t *testing.T) {
	const text = `{"format": "apollo-persisted-query-manifest", "version": 1, "operations": [
  {"id": "a1", "name": "A", "type": "query", "clientName": null, "body": "# \u00dcber \ud83d\ude00\nquery A($n: Int, $s: String = \"x\\\"y\") {\n  goods(first: $n, filter: {color: $s}) { id }\n}"},
  {"id": "a2", "name": "A", "type": "query", "clientName": "web", "body": "# \u00dcber \ud83d\ude00\nquery A($n: Int, $s: String = \"x\\\"y\") {\n  goods(first: $n, filter: {color: $s}) { id }\n}"},
  {"id": "a3", "body": "query A { now }"},
  {"id": "b", "body": "query B($n: Int {"},
  {"id": "c"}
]}`
	contracts, faults := documentsOf("m.json", text)
	want := `persisted-queries:
A doc=Über 😀: object{n: integer min=-2147483648 max=2147483647 nullLeft, s: string or null default="x\"y"} closed hint graphql operation={"operation": "Query.goods", "fields": {"n": "first", "s": "filter.color"}}
refused m.json:4:31: another operation is called A; the first is at m.json:2:74
refused m.json:5:40: expected "$", found "{"
refused m.json:6:3: an entry of operations without a body`
	if diff := cmp.Diff(want, toolListText(contracts, faults)); diff != "" {
		t.Fatalf("-want +got:\n%s", diff)
	}
	op := contracts[0].Ops[0]
	call := op.Hints[0].Value
	got := []string{op.At.Text(), op.Doc.At.Text(), op.Input.Fields[1].At.Text(), op.Input.Fields[1].DeclAt.Text(), call.At.Text(), call.Value("fields").Members[1].KeyAt.Text()}
	places := []string{"A", `# \u00dcber \ud83d\ude00`, "s", `$s: String = \"x\\\"y\"`, "goods", "color"}
	if diff := cmp.Diff(places, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestSniffOperations(t *testing.T) {
	for _, c := range []struct {
		name, text string
		side       Side
		dialect    string
	}{
		{"a.graphql", "query A { b }", ToolSide, operationsDialect},
		{"a.txt", "# words\nmutation A($b: C) { b }", ToolSide, operationsDialect},
		{"a.txt", "\"words\" query @b { c }", ToolSide, operationsDialect},
		{"a.gql", "fragment A on B { c }", ToolSide, operationsDialect},
		{"a.graphql", "{ a }", ToolSide, operationsDialect},
		{"a.json", `{"format": "apollo-persisted-query-manifest", "version": 1, "operations": []}`, ToolSide, manifestDialect},
		{"a.graphql", "type Query { query: Int }", SpecSide, "graphql"},
		{"a.graphql", "extend schema { query: Q }", SpecSide, "graphql"},
		{"a.txt", "query the database first", Unknown, ""},
		{"a.txt", "{ a }", Unknown, ""},
		{"a.yaml", "query: {a: 1}", Unknown, ""},
		{"a.json", `{"query": "query A { b }"}`, Unknown, ""},
		{"a.proto", "message query { fragment on = 1; }", SpecSide, "protobuf"},
	} {
		side, dialect := Sniff(&source.File{Name: c.name, Data: []byte(c.text)})
		if side != c.side || dialect != c.dialect {
			t.Errorf("%s %q is on side %d as %q, want %d as %q", c.name, c.text, side, dialect, c.side, c.dialect)
		}
	}
}

func TestOperationsSource(t *testing.T) {
	files := []string{
		"q/list.graphql", "# Own words.\nquery List { now }", "q/buy.graphql", "mutation Buy($i: BuyInput!) { buy(input: $i) { id } }",
		"q/schema.graphql", goods, "q/notes.md", "query the database", "q/tools.json", `{"tools": [{"name": "a", "inputSchema": {}}]}`,
		"apollo.yaml", "operations: {source: local}\noverrides:\n  descriptions:\n    List: From the server.\n    Lits: x\n    Buy: [y]\n",
		"plain.yaml", "List: x\n", "bad.graphql", "type {",
	}
	said := func(tool, text string) config.Description {
		return config.Description{Tool: tool, Text: contract.Text{Text: text}}
	}
	for _, c := range []struct {
		name string
		src  config.Source
		want string
	}{
		{"a directory", config.Source{Operations: []string{"q"}, Schema: []string{"q/*.graphql"}}, `
Buy "" BuyInput!
List "Own words."
dirt q/schema.graphql:1:1: passed over: this is a GraphQL schema, not a tool list
dirt q/tools.json:1:1: passed over: this is a tool list (mcp), not GraphQL operations`},
		{"as any other tools", config.Source{Glob: "q/*.graphql"}, `
Buy "" BuyInput! (type BuyInput: it is in the API's schema, which this source does not name)
List "Own words."
dirt q/schema.graphql:1:1: passed over: this is a GraphQL schema, not a tool list`},
		{"a file that two patterns match", config.Source{Operations: []string{"q/list.graphql", "q/l*"}, Descriptions: []config.Description{said("List", "Other words.")}}, `
List "Other words."`},
		{"the server's descriptions", config.Source{Operations: []string{"q/list.graphql"}, DescriptionsIn: "apollo.yaml"}, `
List "From the server."
dirt apollo.yaml:6:10: the description of Buy must be a text
dirt apollo.yaml:5:5: descriptions names Lits, which is no operation here; did you mean List?`},
		{"descriptions that are none", config.Source{Operations: []string{"q/list.graphql"}, DescriptionsIn: "plain.yaml"}, `
List "Own words."
refused plain.yaml:1:1: no descriptions: expected tools and texts under overrides.descriptions`},
		{"descriptions that are missing", config.Source{Operations: []string{"q/list.graphql"}, DescriptionsIn: "none.yaml"}, `
List "Own words."
refused none.yaml:1:1: no such file`},
		{"a schema that is none", config.Source{Operations: []string{"q/buy.graphql"}, Schema: []string{"plain.yaml"}}, `
Buy "" BuyInput! (type BuyInput: plain.yaml holds no GraphQL schema)`},
		{"a schema that is missing", config.Source{Operations: []string{"q/buy.graphql"}, Schema: []string{"none.graphql"}}, `
Buy "" BuyInput! (type BuyInput: none.graphql holds no GraphQL schema)
refused none.graphql: no such file`},
		{"a schema with a slip", config.Source{Operations: []string{"q/buy.graphql"}, Schema: []string{"bad.graphql"}}, `
Buy "" BuyInput! (type BuyInput: bad.graphql could not be read)
refused bad.graphql:1:6: expected a name, found "{"`},
		{"no operations", config.Source{Operations: []string{"q/tools.json"}}, `
refused q/tools.json:1:1: this is a tool list (mcp), not GraphQL operations`},
	} {
		t.Run(c.name, func(t *testing.T) {
			contracts, faults := Tools(storeOf(files...), c.src)
			var got strings.Builder
			for _, list := range contracts {
				for _, op := range list.Ops {
					fmt.Fprintf(&got, "\n%s %q", op.Name, op.Doc.Text)
					for _, f := range op.Input.Fields {
						fmt.Fprintf(&got, " %s", f.Schema.Source)
						if f.Schema.Opaque != "" {
							fmt.Fprintf(&got, " (%s)", f.Schema.Opaque)
						}
					}
				}
			}
			for _, f := range faults {
				fmt.Fprintf(&got, "\n%s %s", map[bool]string{true: "dirt", false: "refused"}[f.Dirt], f.Error())
			}
			if diff := cmp.Diff(c.want, got.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// In a string that is not JSON's all is said to stand where it begins.
func TestManifestInYAML(t *testing.T) {
	contracts, faults := documentsOf("m.yaml", "format: apollo-persisted-query-manifest\noperations:\n- body: |\n    query A($n: Int) {\n      goods(first: $n) { id }\n    }\n- {body: 'query B { now'}\n")
	want := `persisted-queries:
A: object{n: integer min=-2147483648 max=2147483647 nullLeft} closed hint graphql operation={"operation": "Query.goods", "fields": {"n": "first"}}
refused m.yaml:7:10: expected a name, found the end of the file`
	if diff := cmp.Diff(want, toolListText(contracts, faults)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := position(contracts[0].Ops[0].At); got != "3:9" {
		t.Errorf("A stands at %s, want where its text begins", got)
	}
}
