package loaders

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tooldrift/tooldrift/pkg/config"
	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/source"
)

// toolsOf reads the tools of files given as name, text, name, text ...; glob
// names them.
func toolsOf(t *testing.T, glob string, files ...string) ([]*contract.Contract, []source.Fault) {
	t.Helper()
	return Tools(storeOf(files...), config.Source{Glob: glob})
}

func storeOf(files ...string) *source.Store {
	fsys := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		fsys[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return &source.Store{FS: fsys}
}

// toolListText is tools, what was skipped, and faults, a line each.
func toolListText(contracts []*contract.Contract, faults []source.Fault) string {
	var b strings.Builder
	for _, c := range contracts {
		fmt.Fprintf(&b, "%s:\n", c.Dialect)
		for _, op := range c.Ops {
			toolText(&b, op)
		}
		for _, s := range c.Skipped {
			fmt.Fprintf(&b, "skipped %s: %s\n", s.Name, s.Why)
		}
	}
	for _, f := range faults {
		word := "refused"
		if f.Dirt {
			word = "dirt"
		}
		fmt.Fprintf(&b, "%s %s\n", word, f.Error())
	}
	return strings.TrimSpace(b.String())
}

func toolText(b *strings.Builder, op *contract.Op) {
	b.WriteString(op.Name)
	for _, w := range []struct{ word, text string }{{"title", op.Title.Text}, {"doc", op.Doc.Text}, {"deprecated", op.Deprecated.Text}} {
		if w.text != "" {
			fmt.Fprintf(b, " %s=%s", w.word, w.text)
		}
	}
	fmt.Fprintf(b, ": %s", meaningOf(op.Input))
	if op.Output != nil {
		fmt.Fprintf(b, " -> %s", meaningOf(op.Output))
	}
	for _, h := range op.Hints {
		fmt.Fprintf(b, " hint %s=%s", h.Key, h.Value.JSON())
	}
	b.WriteString("\n")
}

// createRefund is one tool in every dialect; the words are the same in all.
var createRefund = map[string]string{
	"mcp": `{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "tools": [
		{"name": "create_refund", "title": "Refund", "description": "Refunds a payment.",
		 "inputSchema": {"type": "object", "additionalProperties": false, "required": ["payment_id", "amount_cents"], "properties": {
			"payment_id": {"type": "string", "description": "what to refund", "pattern": "^pay_"},
			"amount_cents": {"type": "integer", "minimum": 1, "maximum": 100000, "default": 100, "description": "how much"},
			"reason": {"type": ["string", "null"], "enum": ["fraud", "duplicate", null]},
			"lines": {"type": "array", "minItems": 1, "items": {"type": "object", "properties": {"sku": {"type": "string"}, "share": {"type": "number"}}, "required": ["sku"]}}}}}]}}`,
	"openai-chat": `{"model": "m", "tools": [{"type": "function", "function": {"name": "create_refund", "title": "Refund", "description": "Refunds a payment.",
		 "parameters": {"type": "object", "additionalProperties": false, "required": ["payment_id", "amount_cents"], "properties": {
			"payment_id": {"type": "string", "description": "what to refund", "pattern": "^pay_"},
			"amount_cents": {"type": "integer", "minimum": 1, "maximum": 100000, "default": 100, "description": "how much"},
			"reason": {"anyOf": [{"type": "string", "enum": ["fraud", "duplicate", null]}, {"type": "null"}]},
			"lines": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Line"}}},
			"$defs": {"Line": {"type": "object", "properties": {"sku": {"type": "string"}, "share": {"type": "number"}}, "required": ["sku"]}}}}}]}`,
	"openai-functions": `{"functions": [{"name": "create_refund", "title": "Refund", "description": "Refunds a payment.",
		 "parameters": {"type": "object", "additionalProperties": false, "required": ["payment_id", "amount_cents"], "properties": {
			"payment_id": {"type": "string", "description": "what to refund", "pattern": "^pay_"},
			"amount_cents": {"type": "integer", "minimum": 1, "maximum": 100000, "default": 100, "description": "how much"},
			"reason": {"type": "string", "nullable": true, "enum": ["fraud", "duplicate", null]},
			"lines": {"type": "array", "minItems": 1, "items": {"type": "object", "properties": {"sku": {"type": "string"}, "share": {"type": "number"}}, "required": ["sku"]}}}}}]}`,
	"openai-responses": `[{"type": "function", "name": "create_refund", "title": "Refund", "description": "Refunds a payment.", "defer_loading": true,
		 "parameters": {"type": "object", "additionalProperties": false, "required": ["payment_id", "amount_cents"], "properties": {
			"payment_id": {"type": "string", "description": "what to refund", "pattern": "^pay_"},
			"amount_cents": {"allOf": [{"type": "integer", "minimum": 1}, {"maximum": 100000}], "default": 100, "description": "how much"},
			"reason": {"oneOf": [{"const": "fraud"}, {"const": "duplicate"}, {"const": null}]},
			"lines": {"type": "array", "minItems": 1, "items": {"type": "object", "properties": {"sku": {"type": "string"}, "share": {"type": "number"}}, "required": ["sku"]}}}}}]`,
	"anthropic": `
# kept by hand
- name: create_refund
  title: Refund
  description: Refunds a payment.
  input_schema:
    type: object
    additionalProperties: false
    required: [payment_id, amount_cents]
    properties:
      payment_id: {type: string, description: what to refund, pattern: ^pay_}
      amount_cents: {type: integer, minimum: 1, maximum: 100000, default: 100, description: how much}
      reason: {type: [string, null], enum: [fraud, duplicate, null]}
      lines:
        type: array
        minItems: 1
        items: {type: object, properties: {sku: {type: string}, share: {type: number}}, required: [sku]}
`,
	"gemini": `{"tools": [{"function_declarations": [{"name": "create_refund", "title": "Refund", "description": "Refunds a payment.",
		 "parameters": {"type": "OBJECT", "additionalProperties": false, "required": ["payment_id", "amount_cents"], "propertyOrdering": ["lines"], "properties": {
			"payment_id": {"type": "STRING", "description": "what to refund", "pattern": "^pay_"},
			"amount_cents": {"type": "INTEGER", "minimum": 1, "maximum": 100000, "default": 100, "description": "how much"},
			"reason": {"type": "STRING", "nullable": true, "enum": ["fraud", "duplicate", null]},
			"lines": {"type": "ARRAY", "minItems": "1", "items": {"type": "OBJECT", "properties": {"sku": {"type": "STRING"}, "share": {"type": "NUMBER"}}, "required": ["sku"]}}}}}]}]}`,
	"bedrock": `{"toolConfig": {"tools": [
		// the converse API wraps its schemas
		{"toolSpec": {"name": "create_refund", "title": "Refund", "description": "Refunds a payment.",
		 "inputSchema": {"json": {"type": "object", "additionalProperties": false, "required": ["payment_id", "amount_cents"], "properties": {
			"payment_id": {"type": "string", "description": "what to refund", "pattern": "^pay_"},
			"amount_cents": {"type": "integer", "minimum": 1, "maximum": 100000, "default": 100, "description": "how much"},
			"reason": {"type": ["string", "null"], "enum": ["fraud", "duplicate", null]},
			"lines": {"type": "array", "minItems": 1, "items": {"type": "object", "properties": {"sku": {"type": "string"}, "share": {"type": "number"}}, "required": ["sku"]}}}}}}},
	]}}`,
}

// The same tool reads the same in every dialect, but for where it stands and
// how its types are spelled.
func TestToolsOfEveryDialectAreEqual(t *testing.T) {
	var want *contract.Contract
	for _, dialect := range []string{"mcp", "openai-chat", "openai-functions", "openai-responses", "anthropic", "gemini", "bedrock"} {
		contracts, faults := toolsOf(t, "tools", "tools", createRefund[dialect])
		if len(faults) > 0 || len(contracts) != 1 {
			t.Fatalf("%s: %d contracts, faults %v", dialect, len(contracts), faults)
		}
		got := contracts[0]
		if got.Dialect != dialect {
			t.Errorf("dialect is %s, want %s", got.Dialect, dialect)
		}
		if want == nil {
			want = got
			continue
		}
		if diff := cmp.Diff(want, got, meaningOnly...); diff != "" {
			t.Errorf("%s differs from mcp (-mcp +%s)\n%s", dialect, dialect, diff)
		}
	}
}

var meaningOnly = []cmp.Option{
	cmp.Comparer(func(a, b source.Span) bool { return true }),
	cmp.Comparer(func(a, b *source.Node) bool { return a == b || a != nil && b != nil && sameValue(a, b) }),
	cmpopts.IgnoreFields(contract.Contract{}, "Dialect"),
	cmpopts.IgnoreFields(contract.Schema{}, "Source", "Name"),
}

func TestTools(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"mcp, bare list, no arguments", `[{"name": "ping", "inputSchema": {"type": "object"}}, {"name": "pong", "description": "d"}, {"name": "none", "inputSchema": {}}]`, `
mcp:
ping: object
pong doc=d: object
none: object opaque(malformed: no type and no properties)`},
		{"mcp, title and output", `{"tools": [{"name": "a", "annotations": {"title": "A"}, "inputSchema": {"type": "object"},
			"outputSchema": {"type": "object", "properties": {"m": {"$ref": "#/$defs/M"}}, "$defs": {"M": {"type": "string"}}}}]}`, `
mcp:
a title=A: object -> object{m: string}`},
		{"mcp, annotations of ours", `{"tools": [{"name": "a", "x-tooldrift-operation": ["GET /a", "GET /b"], "inputSchema": {"type": "object"}, "_meta": {"tooldrift/operation": "POST /a"}}]}`, `
mcp:
a: object hint x-tooldrift-operation=["GET /a", "GET /b"] hint tooldrift/operation="POST /a"`},
		{"mcp, pages", `[{"tools": [{"name": "a", "inputSchema": {"type": "object"}}], "nextCursor": "x"}, {"jsonrpc": "2.0", "result": {"tools": [{"name": "b", "inputSchema": {"type": "object"}}]}}]`, `
mcp:
a: object
b: object`},
		{"mcp, empty", `{"tools": []}`, `
mcp:`},
		{"one tool a file", `{"description": "d", "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}}, "name": "find"}`, `
mcp:
find doc=d: object{q: string}`},
		{"one tool a line", `{"name": "a", "parameters": {"type": "object"}}
{"name": "b", "parameters": {"type": "object", "properties": {"x": {"type": "integer"}}}, "response": {"type": "string"}}
`, `
openai-functions:
a: object
b: object{x: integer} -> string`},
		{"input that says nothing", `[{"name": "a", "inputSchema": {"$schema": "http://json-schema.org/draft-07/schema#"}}, {"name": "b", "inputSchema": {"city": {"type": "string"}}},
			{"name": "c", "inputSchema": "object"}, {"name": "d", "inputSchema": {"type": "string"}}, {"name": "e", "inputSchema": null}]`, `
mcp:
a: object opaque(malformed: no type and no properties)
b: object opaque(malformed: no type and no properties, only city)
c: object opaque(malformed: a string where a schema is due)
d: object opaque(malformed: arguments are an object, not string)
e: object opaque(malformed: no type and no properties)`},
		{"input of alternatives", `[{"name": "a", "inputSchema": {"anyOf": [{"type": "object", "properties": {"x": {"type": "string"}}}, {"type": "object", "properties": {"y": {"type": "string"}}}]}}]`, `
mcp:
a: object either object{x: string} | object{y: string}`},

		{"openai, what is no function", `{"tools": [{"type": "web_search"}, {"type": "mcp", "server_label": "x"}, {"type": "custom", "custom": {"name": "grep"}}, {"type": "custom", "name": "sed", "format": {"type": "grammar"}},
			{"type": "function", "function": {"name": "a", "description": "d"}}]}`, `
openai-chat:
a doc=d: object
skipped web_search: a web_search tool that the provider runs: its arguments are not defined here
skipped mcp: a mcp tool that the provider runs: its arguments are not defined here
skipped grep: a custom tool: its input is text, not JSON
skipped sed: a custom tool: its input is text, not JSON`},
		{"openai, strict", `[{"type": "function", "function": {"name": "a", "strict": true, "parameters": {"type": "object", "additionalProperties": false, "required": ["id", "due", "kind", "at"], "properties": {
			"id": {"type": "string"}, "due": {"type": ["string", "null"]}, "kind": {"anyOf": [{"type": "string", "enum": ["x"]}, {"type": "null"}]},
			"at": {"type": "object", "additionalProperties": false, "required": ["lat"], "properties": {"lat": {"type": ["number", "null"]}}}}}}}]`, `
openai-chat:
a: object{id!: string, due: string nullLeft, kind: string of "x" nullLeft, at!: object{lat: number nullLeft} closed} closed`},
		{"openai, not strict", `[{"type": "function", "strict": false, "name": "a", "parameters": {"type": "object", "additionalProperties": false, "required": ["b"], "properties": {"b": {"type": ["string", "null"]}}}},
			{"type": "function", "name": "open", "parameters": {"type": "object", "required": ["b"], "properties": {"b": {"type": ["string", "null"]}}}}]`, `
openai-responses:
a: object{b!: string or null} closed
open: object{b!: string or null}`},
		{"openai, namespace", `[{"type": "namespace", "name": "crm", "description": "d", "tools": [{"type": "function", "name": "find", "parameters": {"type": "object"}}, {"type": "web_search"}]},
			{"type": "function", "name": "find", "parameters": {"type": "object"}}]`, `
openai-responses:
crm.find: object
find: object
skipped web_search: a web_search tool that the provider runs: its arguments are not defined here`},
		{"opentelemetry", `{"attributes": {"gen_ai.tool.definitions": [{"type": "function", "name": "a", "parameters": {"type": "object", "properties": {"x": {"type": "integer"}}}}]}}`, `
openai-responses:
a: object{x: integer}`},

		{"anthropic, server tools and examples", `{"tools": [{"type": "web_search_20250305", "name": "web_search", "max_uses": 5},
			{"type": "custom", "name": "a", "input_schema": {"type": "object", "properties": {"x": {"type": "integer"}}}, "input_examples": [{"x": 1}, {"x": 2}], "cache_control": {"type": "ephemeral"}}]}`, `
anthropic:
a: object{x: integer} example={"x": 1} example={"x": 2}
skipped web_search: a web_search_20250305 tool that the provider runs: its arguments are not defined here`},

		{"gemini", `[{"functionDeclarations": [{"name": "a"}, {"name": "b", "parametersJsonSchema": {"type": "object", "properties": {"x": {"type": ["integer", "null"]}}}, "response": {"type": "STRING"}}]}, {"googleSearch": {}}, {"codeExecution": {}}]`, `
gemini:
a: object
b: object{x: integer or null} -> string
skipped googleSearch: a tool that the provider runs: its arguments are not defined here
skipped codeExecution: a tool that the provider runs: its arguments are not defined here`},
		{"gemini, one declaration", `{"name": "a", "parameters": {"type": "OBJECT", "properties": {"x": {"type": "INTEGER"}}}}`, `
gemini:
a: object{x: integer}`},

		{"bedrock, marks", `{"toolConfig": {"tools": [{"toolSpec": {"name": "a", "inputSchema": {"json": {"type": "object"}}}}, {"cachePoint": {"type": "default"}}, {"systemTool": {"name": "nova_grounding"}}]}}`, `
bedrock:
a: object
skipped cachePoint: a mark for the cache, not a tool
skipped nova_grounding: a system tool that the provider runs: its arguments are not defined here`},
		{"bedrock, one spec", `{"name": "a", "inputSchema": {"json": {"type": "object", "properties": {"x": {"type": "integer"}}}}}`, `
bedrock:
a: object{x: integer}`},

		{"copilot plugin", `{"schema_version": "v2.4", "functions": [{"name": "getPet", "description": "d"}, {"name": "addPet", "parameters": {"type": "object", "properties": {"name": {"type": "string"}}}}, {"name": "local"}, {"name": "mail"}],
			"runtimes": [{"type": "OpenApi", "spec": {"url": "pets.yaml"}, "run_for_functions": ["getPet", "addPet"]},
				{"type": "RemoteMCPServer", "run_for_functions": ["mail"], "spec": {"mcp_tool_description": {"tools": [{"name": "mail", "inputSchema": {"type": "object", "properties": {"to": {"type": "string"}}}}]}}}]}`, `
copilot-plugin:
getPet doc=d: object opaque(the manifest leaves the parameters to the API's own description) hint run_for_functions="getPet"
addPet: object{name: string} hint run_for_functions="addPet"
local: object
mail: object{to: string}`},

		{"null for left out", `[{"name": "a", "inputSchema": {"type": "object", "required": ["r"], "properties": {
			"p": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": null, "title": "P"}, "q": {"type": "string", "default": null},
			"r": {"type": ["string", "null"], "default": null}, "s": {"type": ["string", "null"]}, "t": {"default": null},
			"u": {"$ref": "#/$defs/U", "default": null}, "v": {"$ref": "#/$defs/U"}, "w": {"type": "string", "enum": ["x", null], "default": null}},
			"$defs": {"U": {"type": ["integer", "null"]}}}}]`, `
mcp:
a: object{p: integer title=P nullLeft, q: string nullLeft, r!: string or null default=null, s: string or null, t: any type nullLeft, u: integer nullLeft, v: integer or null, w: string of "x" nullLeft}`},
		{"definitions of the file", `{"definitions": {"Id": {"type": "string"}}, "tools": [{"name": "a", "inputSchema": {"type": "object", "properties": {"id": {"$ref": "#/definitions/Id"}, "own": {"$ref": "#/$defs/Id"}}, "$defs": {"Id": {"type": "integer"}}}}]}`, `
mcp:
a: object{id: string, own: integer}`},
		{"a dangling reference", `[{"name": "a", "inputSchema": {"type": "object", "properties": {"id": {"$ref": "#/$defs/Id"}}}}]`, `
mcp:
a: object{id: any type opaque(#/$defs/Id points at nothing)}
dirt tools:1:80: #/$defs/Id points at nothing`},
		{"a reference to the network", `[{"name": "a", "inputSchema": {"type": "object", "properties": {"id": {"$ref": "https://example.com/id.json"}}}}]`, `
mcp:
a: object{id: any type opaque(https://example.com/id.json: references to URLs are not read: save the file next to the spec and refer to it by a relative path)}
refused tools:1:80: https://example.com/id.json: references to URLs are not read: save the file next to the spec and refer to it by a relative path`},

		{"entries that are refused", `{"tools": [null, {"description": "d", "inputSchema": {"type": "object"}}, {"name": "", "inputSchema": {}}, 3, {"name": "a", "inputSchema": {"type": "object"}}, {"name": "a", "inputSchema": {"type": "object"}}, {"name": "b", "inputSchema": {"type": "object"}}]}`, `
mcp:
a: object
b: object
refused tools:1:12: null where a tool is due
refused tools:1:18: a tool without a name
refused tools:1:84: a tool without a name
refused tools:1:108: a number where a tool is due
refused tools:1:170: a second tool is called "a"; the first is at tools:1:120`},
		{"a key twice", `{"tools": [{"name": "a", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}, "x": {"type": "integer"}}}}]}`, `
mcp:
a: object{x: string}
refused tools:1:100: key "x" is there twice, first at tools:1:75`},
		{"the same dirt everywhere", `[{"name": "a", "parameters": {"type": "dict", "properties": {"x": {"type": "float"}, "y": {"type": "float"}}}}, {"name": "b", "parameters": {"type": "dict", "properties": {}}}]`, `
openai-functions:
a: object{x: any type, y: any type}
b: object
dirt tools:1:39: "dict" is no JSON Schema type and says nothing; say object (and in 1 more places)
dirt tools:1:100: "float" is no JSON Schema type and says nothing; say number (and in 1 more places)`},

		{"no tools: an OpenAPI document", "openapi: 3.0.3\ninfo: {title: t, version: '1'}\npaths: {}\n", `
refused tools:1:1: this is an OpenAPI document, not a tool list`},
		{"no tools: data", `[{"id": 1, "title": "x"}]`, `
refused tools:1:1: no tool list: found an array; its first is an object with id, title, expected tools as MCP, OpenAI, Anthropic, Gemini, Bedrock or a Copilot plugin write them`},
		{"no tools: things with names", `[{"name": "bug", "description": "a label"}]`, `
refused tools:1:1: no tool list: found an array; its first is an object with name, description, expected tools as MCP, OpenAI, Anthropic, Gemini, Bedrock or a Copilot plugin write them`},
		{"no tools: a list of their names", `{"tools": ["read", "write"]}`, `
refused tools:1:1: no tool list: found an object with tools, expected tools as MCP, OpenAI, Anthropic, Gemini, Bedrock or a Copilot plugin write them`},
		{"no JSON", `{"tools": [}`, `
refused tools:1:12: expected a value, found '}'`},
		{"a second document", "{\"tools\": []}\n{\n\"tools\": []}", `
refused tools:2:1: a second document begins here; JSON holds one`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := toolListText(toolsOf(t, "tools", "tools", test.text))
			if diff := cmp.Diff(strings.TrimSpace(test.want), got); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.text, diff)
			}
		})
	}
}

func TestToolsOfDirectory(t *testing.T) {
	files := []string{
		"agent/a.snap", `{"name": "a", "inputSchema": {"type": "object"}}`,
		"agent/b/b.json", `{"name": "a", "inputSchema": {"type": "object"}}`,
		"agent/package.json", `{"name": "pkg", "description": "d", "version": "1"}`,
		"agent/README.md", "# Tools\n\ntools: some\n",
		"agent/logo.png", "\x89PNG\r\n",
		"agent/broken.json", `{"inputSchema": `,
		"agent/chart.yaml", "a: [\n",
		"agent/b/cut.json", `{"name": "c", "desc`,
		"agent/b/empty.json", "",
		"agent/b/slip.json", `{"tool": [{"name": "c", "inputSchema": {"type": "object"}}]}`,
		"agent/b/settings.json", `{"editor": true}`,
		"agent/c/cut.json", `{"name": "c", "desc`,
		"agent/c/tools.json", `{"tools": [{"name": "c"`,
		"api/api.yaml", "openapi: 3.0.3\npaths: {}\n",
		"api/more.yaml", "openapi: 3.0.3\npaths: {}\n",
		"docs/x.md", "hello",
	}
	tests := []struct{ glob, want string }{
		{"agent", `
mcp:
a: object
mcp:
a: object
dirt agent/b/slip.json:1:1: passed over: no tool list: found an object with tool, expected tools as MCP, OpenAI, Anthropic, Gemini, Bedrock or a Copilot plugin write them
refused agent/broken.json:1:17: expected a value, found the end of the file
refused agent/c/tools.json:1:24: expected "," or "}", found the end of the file
refused agent/b/cut.json:1:15: this string is never closed
refused agent/b/empty.json:1:1: the file is empty
dirt agent/c/cut.json:1:15: passed over: this string is never closed
dirt agent/chart.yaml:2:1: passed over: did not find expected node content while parsing a flow node`},
		{"agent/*.json", `
refused agent/broken.json:1:17: expected a value, found the end of the file
dirt agent/package.json:1:1: passed over: no tool list: found an object with name, description, version, expected tools as MCP, OpenAI, Anthropic, Gemini, Bedrock or a Copilot plugin write them`},
		{"api", `
dirt api/api.yaml:1:1: passed over: this is an OpenAPI document, not a tool list (and so are 1 more files)
refused api: no file here holds a tool list`},
		{"docs", `refused docs: no file here holds a tool list`},
		{"nowhere/*.json", `refused nowhere/*.json: no such file`},
		{"../x.json", `refused ../x.json: leads outside the root`},
	}
	for _, test := range tests {
		t.Run(test.glob, func(t *testing.T) {
			contracts, faults := toolsOf(t, test.glob, files...)
			if diff := cmp.Diff(strings.TrimSpace(test.want), toolListText(contracts, faults)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			for _, c := range contracts {
				for _, op := range c.Ops {
					if op.File != op.At.File.Name {
						t.Errorf("tool of %s says it is of %q", op.At.File.Name, op.File)
					}
				}
			}
		})
	}
}

func TestToolsFromAnotherFile(t *testing.T) {
	got := toolListText(toolsOf(t, "agent/a.json",
		"agent/a.json", `{"name": "a", "inputSchema": {"type": "object", "properties": {"m": {"$ref": "../common/types.json#/Money"}}}}`,
		"common/types.json", `{"Money": {"type": "object", "properties": {"cents": {"$ref": "#/Cents"}}}, "Cents": {"type": "integer"}}`))
	if want := "mcp:\na: object{m: object{cents: integer}}"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestToolSpans(t *testing.T) {
	contracts, faults := toolsOf(t, "t", "t", `{"tools": [{"name": "create_refund", "title": "R", "description": "D", "inputSchema": {"type": "object"}}, {"type": "function", "name": "x", "parameters": {}}, {"type": "web_search"}]}`)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	op, skipped := contracts[0].Ops[0], contracts[0].Skipped[0]
	got := []string{op.At.Text(), op.Title.At.Text(), op.Doc.At.Text(), op.Input.At.Text(), skipped.At.Text()}
	want := []string{`"create_refund"`, `"R"`, `"D"`, `{"type": "object"}`, `{"type": "web_search"}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
