package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

// sideWays are the ways for an API to say one unit, as a file of its dialect.
type sideWays map[string]struct{ file, text string }

func openAPI(members string) struct{ file, text string } {
	return struct{ file, text string }{"api.json", `{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/things": {"post": {"operationId": "saveThing",
		"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"id": {"type": "string"}, ` + members + `}}}}},
		"responses": {"200": {"description": "ok"}}}}}}`}
}

func protobuf(imports, fields string) struct{ file, text string } {
	return struct{ file, text string }{"api.proto", "syntax = \"proto3\";\npackage t;\n" + imports + "\nservice S { rpc SaveThing(Req) returns (Req); }\nmessage Req {\n  string id = 1;\n" + fields + "\n}\n"}
}

func graphQL(types, arguments string) struct{ file, text string } {
	return struct{ file, text string }{"api.graphql", types + "\ntype Query { a: Int }\ntype Mutation { saveThing(id: String, " + arguments + "): Int }\n"}
}

// TestOneUnitInEverySpelling holds a tool that says its unit in any way against an
// API that says another in any way: the rule and the field of each pair are told.
func TestOneUnitInEverySpelling(t *testing.T) {
	cents := sideWays{
		"name": openAPI(`"amount_cents": {"type": "integer"}`), "prose": openAPI(`"amount": {"type": "integer", "description": "Amount in cents."}`),
		"minor": openAPI(`"amount": {"type": "integer", "description": "in the smallest currency unit"}`), "format": openAPI(`"amount": {"type": "integer", "format": "cents"}`),
		"x-unit": openAPI(`"amount": {"type": "integer", "x-unit": "cents"}`), "x-uom": openAPI(`"amount": {"type": "integer", "x-uom": "cent"}`),
		"unit": openAPI(`"amount": {"type": "integer", "unit": "minor units"}`), "example": openAPI(`"amount": {"type": "integer", "description": "e.g. 1099 for $10.99"}`),
		"comment": protobuf("", "  // Amount in cents.\n  int64 amount = 2;"), "proto name": protobuf("", "  int64 amount_cents = 2;"),
		"argument": graphQL("", `"Amount in cents." amount: Int`), "argument's name": graphQL("", "amountCents: Int"),
		"Money": graphQL(`"An amount in cents" scalar Money`, "amount: Money"), "scalar": graphQL("scalar Cents", "amount: Cents"),
	}
	milliseconds := sideWays{
		"name": openAPI(`"timeout_ms": {"type": "integer"}`), "prose": openAPI(`"timeout": {"type": "integer", "description": "in milliseconds"}`),
		"ucumUnit": openAPI(`"timeout": {"type": "integer", "ucumUnit": "ms"}`), "format": openAPI(`"timeout": {"type": "integer", "format": "milliseconds"}`),
		"default": openAPI(`"timeout": {"type": "integer", "description": "30 seconds by default", "default": 30000}`), "equal": openAPI(`"timeout": {"type": "integer", "description": "at most 60000 (one minute)"}`),
		"comment": protobuf("", "  // In milliseconds.\n  int64 timeout = 2;"), "argument": graphQL("", `"in milliseconds" timeout: Int`),
	}
	instants := sideWays{
		"prose": openAPI(`"created_at": {"type": "integer", "description": "Unix seconds"}`), "format": openAPI(`"created_at": {"type": "integer", "format": "unix-time"}`),
		"example": openAPI(`"created_at": {"type": "integer", "examples": [1700000000]}`), "argument": graphQL("", `"Unix seconds" createdAt: Int`),
	}
	fractions := sideWays{
		"bounds": openAPI(`"discount": {"type": "number", "minimum": 0, "maximum": 1}`), "prose": openAPI(`"discount": {"type": "number", "description": "as a fraction from 0 to 1"}`),
		"example": openAPI(`"discount": {"type": "number", "description": "e.g. 0.15 for 15%"}`), "name": openAPI(`"discount_fraction": {"type": "number"}`),
		"basis points": openAPI(`"discount": {"type": "integer", "description": "in basis points"}`), "argument": graphQL("", `"from 0 to 1" discount: Float`),
	}
	objects := sideWays{"google.type.Money": protobuf(`import "google/type/money.proto";`, "  google.type.Money amount = 2;")}
	texts := sideWays{
		"Duration": protobuf(`import "google/protobuf/duration.proto";`, "  google.protobuf.Duration timeout = 2;"), "date-time": openAPI(`"timeout": {"type": "string", "format": "duration"}`),
	}
	for _, c := range []struct {
		tool string
		apis sideWays
		want string // rule and field
	}{
		{`"amount": {"type": "integer", "description": "Amount in dollars."}`, cents, "unit-conflict amount"},
		{`"amount_usd": {"type": "integer"}`, cents, "unit-conflict amount_usd"},
		{`"amount": {"type": "integer", "x-unit": "USD"}`, cents, "unit-conflict amount"},
		{`"amount": {"type": "integer"}`, cents, "unit-only-in-spec amount"},
		{`"amount": {"type": "integer", "description": "Amount in dollars."}`, objects, "type-mismatch amount"},
		{`"timeout": {"type": "integer", "description": "Timeout in seconds."}`, milliseconds, "unit-conflict timeout"},
		{`"timeout_seconds": {"type": "integer"}`, milliseconds, "unit-conflict timeout_seconds"},
		{`"timeout": {"type": "integer"}`, milliseconds, "unit-only-in-spec timeout"},
		{`"timeout": {"type": "integer", "description": "Timeout in seconds."}`, texts, "type-mismatch timeout"},
		{`"created_at": {"type": "integer", "description": "Unix time in milliseconds"}`, instants, "unit-conflict created_at"},
		{`"created_at": {"type": "integer"}`, instants, "unit-only-in-spec created_at"},
		{`"discount": {"type": "number", "description": "Discount in percent"}`, fractions, "unit-conflict discount"},
		{`"discount_percent": {"type": "number", "minimum": 0, "maximum": 100}`, fractions, "unit-conflict discount_percent"},
	} {
		for way, api := range c.apis {
			t.Run(c.want+" by "+way, func(t *testing.T) {
				var got []string
				for _, f := range judgedFiles(t, `"id": {"type": "string"}, `+c.tool, api.file, api.text).Findings {
					if f.Severity == rules.Error && f.Rule != "bad-example" {
						got = append(got, f.Rule+" "+f.Field)
					}
				}
				if strings.Join(got, ", ") != c.want {
					t.Errorf("%s against %s: %v, want %s", c.tool, api.text, got, c.want)
				}
			})
		}
	}
}

// judgedFiles compares a tool of these members with an API in a file of any dialect.
func judgedFiles(t *testing.T, tool, name, api string) *rules.Report {
	t.Helper()
	dir := t.TempDir()
	tools := fmt.Sprintf(`{"tools": [{"name": "save_thing", "inputSchema": {"type": "object", "properties": {%s}}}]}`, tool)
	for name, text := range map[string]string{"tools.json": tools, name: api} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := check.Open(check.Inputs{Dir: dir, Root: dir, Files: []string{"tools.json", name}})
	if err != nil {
		t.Fatal(err)
	}
	c.Match()
	c.Compare()
	return c.Judge(rules.Settings{Today: "2026-11-30"})
}
