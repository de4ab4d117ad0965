package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
)

func TestParseOperations(t *testing.T) {
	c, faults := parse(`version: 1
contracts:
  - name: a
    tools:
      - {operations: [queries/, "more/*.graphql"], schema: ../api.graphql, descriptions: {List: "All of them.", Get: One.}}
      - {operations: [persisted.json], schema: [a.graphql, b.graphql], descriptions: apollo.yaml}
`, "svc")
	if faults != nil {
		t.Fatalf("faults: %q", faults)
	}
	said := func(tool, text string) Description { return Description{Tool: tool, Text: contract.Text{Text: text}} }
	want := []Source{
		{Operations: []string{"svc/queries", "svc/more/*.graphql"}, Schema: []string{"api.graphql"}, Descriptions: []Description{said("List", "All of them."), said("Get", "One.")}},
		{Operations: []string{"svc/persisted.json"}, Schema: []string{"svc/a.graphql", "svc/b.graphql"}, DescriptionsIn: "svc/apollo.yaml"},
	}
	got := c.Contracts[0].Tools
	if diff := cmp.Diff(want, got, withoutSpans); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if d := got[0].Descriptions[1]; d.ToolAt.Text() != "Get" || d.Text.At.Text() != "One." {
		t.Errorf("the description stands at %q: %q", d.ToolAt.Text(), d.Text.At.Text())
	}
}

func TestParseOperationsFaults(t *testing.T) {
	_, faults := parse("version: 1\ncontracts:\n  - name: a\n    tools: [{operations: q}, {operations: [q], schemas: s}, {schema: s}, {operations: [q], descriptions: [a], schema: 3}, "+
		"{operations: [q], descriptions: {a: [b], c: \"\"}}, {operations: [../..], descriptions: ../../a.yaml}, {operations: [q], url: \"http://a.example\"}]\n", "a")
	want := []string{
		".tooldrift.yaml:4:26: operations must be a list of paths, not a string",
		`.tooldrift.yaml:4:48: unknown key "schemas" in an entry of tools; did you mean schema?`,
		".tooldrift.yaml:4:61: schema belongs to operations, which this entry does not have",
		".tooldrift.yaml:4:106: descriptions must be a mapping of tools to descriptions, or the config of Apollo MCP Server that has them, not a list",
		".tooldrift.yaml:4:159: the description of a must be a text, not a list",
		".tooldrift.yaml:4:167: the description of c is blank; it must be a text",
		".tooldrift.yaml:4:187: ../.. leaves the root; paths of a config are relative to its folder and stay inside the root",
		".tooldrift.yaml:4:209: ../../a.yaml leaves the root; paths of a config are relative to its folder and stay inside the root",
		".tooldrift.yaml:4:224: an entry of tools has one of mcp, exec, url or operations",
	}
	if diff := cmp.Diff(want, faults); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
