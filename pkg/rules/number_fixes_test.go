package rules_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tooldrift/tooldrift/pkg/check"
	"github.com/tooldrift/tooldrift/pkg/rules"
)

// members are the properties of an object: what each side of a pair offers.
type members map[string]map[string]any

// numberPairs are a tool's numbers against an API's, as JSON.
var numberPairs = []struct{ tool, api string }{
	// two units
	{`"timeout_ms": {"type": "number"}`, `"timeout": {"type": "number", "description": "Timeout in seconds."}`},
	{`"timeout_ms": {"type": "number", "description": "Timeout in milliseconds."}`, `"timeout": {"type": "number", "description": "Timeout in seconds."}`},
	{`"timeout": {"type": "number", "description": "Timeout in milliseconds."}`, `"timeout": {"type": "number", "description": "Timeout in seconds."}`},
	{`"timeout": {"type": "number", "description": "Timeout, 60000 is one minute."}`, `"timeout": {"type": "number", "description": "Timeout in seconds."}`},
	{`"timeout": {"type": "integer", "description": "Timeout in milliseconds.", "maximum": 60000}`, `"timeout": {"type": "integer", "description": "Timeout in seconds.", "maximum": 60}`},
	{`"estimate_hours": {"type": "number"}`, `"estimate": {"type": "number", "description": "In minutes."}`},
	{`"estimateHours": {"type": "number"}`, `"estimate": {"type": "number", "description": "In minutes."}`},
	{`"weight": {"type": "number", "description": "Weight in pounds."}`, `"weight": {"type": "number", "description": "Weight in kilograms."}`},
	{`"radius": {"type": "number", "description": "Radius in miles."}`, `"radius": {"type": "number", "description": "Radius in meters."}`},
	{`"lookback": {"type": "integer", "description": "Number of days to look back."}`, `"lookback": {"type": "integer", "description": "Number of hours to look back."}`},
	{`"since": {"type": "integer", "description": "Milliseconds since 1970."}`, `"since": {"type": "integer", "description": "Unix seconds."}`},
	{`"rate": {"type": "number", "description": "Exchange rate, EUR per USD."}`, `"rate": {"type": "number", "description": "Exchange rate, USD per EUR."}`},
	// money
	{`"amount": {"type": "integer", "description": "Amount in dollars."}`, `"amount": {"type": "integer", "description": "Amount in cents."}`},
	{`"amount": {"type": "number", "description": "Amount in dollars."}`, `"amount": {"type": "integer", "description": "Amount in cents."}`},
	{`"amount_usd": {"type": "integer"}`, `"amount": {"type": "integer", "description": "Amount in cents."}`},
	{`"amount_usd": {"type": "integer", "description": "Amount in USD."}`, `"amount": {"type": "integer", "description": "Amount in cents."}`},
	{`"amount": {"type": "integer", "description": "Amount in cents."}`, `"amount": {"type": "integer", "description": "Amount in dollars."}`},
	{`"amount": {"type": "integer", "description": "Amount in dollars."}, "currency": {"type": "string"}`,
		`"amount": {"type": "integer", "description": "Amount in the smallest currency unit."}, "currency": {"type": "string"}`},
	{`"amount": {"type": "integer", "description": "Amount in dollars."}, "currency": {"type": "string"}`,
		`"amount": {"type": "integer", "description": "Amount in cents."}, "currency": {"type": "string"}`},
	{`"price": {"type": "number", "description": "Price in EUR."}`, `"price": {"type": "number", "description": "Price in USD."}`},
	{`"price_eur": {"type": "number"}`, `"price": {"type": "number", "description": "Price in USD."}`},
	{`"price": {"type": "integer", "description": "Price in EUR cents."}`, `"price": {"type": "integer", "description": "Price in USD cents."}`},
	{`"price_eur_cents": {"type": "integer"}`, `"price": {"type": "integer", "description": "Price in USD cents."}`},
	{`"price": {"type": "number", "description": "e.g. 19.90"}`, `"price": {"type": "integer", "description": "Price in cents."}`},
	{`"bid": {"type": "integer", "description": "Highest bid in cents."}`, `"bid": {"type": "integer", "description": "Highest bid in micros."}`},
	// cents beside a free currency
	{`"amount": {"type": "integer", "description": "Amount in cents."}, "currency": {"type": "string"}`,
		`"amount": {"type": "integer", "description": "Amount in the smallest currency unit."}, "currency": {"type": "string"}`},
	{`"amount_cents": {"type": "integer"}, "currency": {"type": "string"}`,
		`"amount": {"type": "integer", "description": "Amount in the smallest currency unit."}, "currency": {"type": "string"}`},
	{`"amount": {"type": "integer", "description": "Amount in cents."}, "currency": {"type": "string"}`,
		`"amount": {"type": "integer", "description": "Amount in cents."}, "currency": {"type": "string"}`},
	{`"amount": {"type": "integer", "description": "Amount in cents."}, "currency": {"type": "string"}`, `"amount": {"type": "integer"}, "currency": {"type": "string"}`},
	{`"amount": {"type": "integer"}, "currency": {"type": "string"}`, `"amount": {"type": "integer", "description": "Amount in cents."}, "currency": {"type": "string"}`},
	{`"amount": {"type": "integer"}, "currency": {"type": "string"}`, `"amount": {"type": "integer"}, "currency": {"type": "string"}`},
	// only one side says it
	{`"timeout": {"type": "integer"}`, `"timeout": {"type": "integer", "description": "Timeout in milliseconds."}`},
	{`"window": {"type": "integer", "description": "Window length"}`, `"window": {"type": "integer", "description": "Length of the window in minutes."}`},
	{`"amount": {"type": "integer"}`, `"amount": {"type": "integer", "description": "Amount in cents."}`},
	{`"amount": {"type": "integer"}`, `"amount": {"type": "integer", "description": "Amount in hundredths of a dollar."}`},
	{`"amount": {"type": "number"}`, `"amount": {"type": "number", "description": "Amount in euros."}`},
	{`"temperature": {"type": "number", "description": "of the room"}`, `"temperature": {"type": "number", "description": "In degrees Celsius."}`},
	{`"discount": {"type": "number"}`, `"discount": {"type": "number", "description": "Discount in percent."}`},
	{`"discount": {"type": "number"}`, `"discount": {"type": "number", "minimum": 0, "maximum": 1}`},
	{`"speed": {"type": "number", "description": "of the wind"}`, `"speed": {"type": "number", "description": "Wind speed in km/h."}`},
	{`"rate_limit": {"type": "integer"}`, `"rate_limit": {"type": "integer", "description": "requests per second"}`},
	{`"bandwidth": {"type": "integer"}`, `"bandwidth": {"type": "integer", "description": "in bits per second"}`},
	{`"timeout": {"type": "integer", "description": "Timeout in milliseconds."}`, `"timeout": {"type": "integer"}`},
	{`"amount": {"type": "integer", "description": "Amount in the smallest currency unit."}`, `"amount": {"type": "integer"}`},
	{`"opacity": {"type": "number", "description": "from 0 to 1"}`, `"opacity": {"type": "number"}`},
	{`"price": {"type": "number", "examples": [19.99]}`, `"price": {"type": "number"}`},
	{`"created_at": {"type": "integer", "examples": [1700000000]}`, `"created_at": {"type": "integer"}`},
	// scales
	{`"discount": {"type": "number", "minimum": 0, "maximum": 100}`, `"discount": {"type": "number", "minimum": 0, "maximum": 1}`},
	{`"discount": {"type": "number", "description": "Discount in percent.", "minimum": 0, "maximum": 100}`, `"discount": {"type": "number", "minimum": 0, "maximum": 1}`},
	{`"discount_percent": {"type": "number", "minimum": 0, "maximum": 100}`, `"discount": {"type": "number", "minimum": 0, "maximum": 1}`},
	{`"discount_percent": {"type": "number"}`, `"discount": {"type": "number", "description": "Discount in percent.", "minimum": 0, "maximum": 50}`},
	// the tool contradicts itself
	{`"timeout_ms": {"type": "integer", "description": "Timeout in seconds."}`, `"timeout": {"type": "integer", "description": "Timeout in seconds."}`},
	{`"timeout_ms": {"type": "integer", "description": "Timeout in seconds."}`, `"timeout": {"type": "integer", "description": "Timeout in milliseconds."}`},
	{`"timeout_ms": {"type": "integer", "description": "Timeout in seconds."}`, `"timeout": {"type": "integer"}`},
	{`"price_cents": {"type": "integer", "description": "Price in dollars."}`, `"price": {"type": "integer", "description": "Price in cents."}`},
	{`"price_cents": {"type": "integer", "description": "Price in dollars."}`, `"price_cents": {"type": "integer"}`},
	{`"share_percent": {"type": "number", "minimum": 0, "maximum": 1}`, `"share": {"type": "number"}`},
	{`"keep_ratio": {"type": "number", "minimum": 0, "maximum": 100}`, `"keep": {"type": "number"}`},
	{`"share": {"type": "number", "description": "Share in percent.", "minimum": 0, "maximum": 1}`, `"share": {"type": "number"}`},
	{`"share": {"type": "number", "description": "Share as a percentage, from 0 to 1"}`, `"share": {"type": "number"}`},
	{`"share_percent": {"type": "number", "description": "Share, from 0 to 1"}`, `"share": {"type": "number"}`},
	{`"share_ratio": {"type": "number", "description": "Share, from 0 to 100"}`, `"share": {"type": "number"}`},
	{`"share": {"type": "number", "minimum": 0, "maximum": 1}`, `"share": {"type": "number", "description": "Share in percent.", "minimum": 0, "maximum": 1}`},
	{`"weights": {"type": "array", "items": {"type": "number"}}`, `"weights": {"type": "array", "items": {"type": "number"}, "description": "weights of the parcels, in kg"}`},
	{`"fee_cents": {"type": "number", "format": "double"}`, `"fee": {"type": "integer"}`},
	// the API contradicts itself
	{`"price_cents": {"type": "integer", "description": "Price in cents."}`, `"price_cents": {"type": "integer", "description": "Price in dollars."}`},
	{`"price_cents": {"type": "integer", "description": "Price in dollars."}`, `"price_cents": {"type": "integer", "description": "Price in dollars."}`},
	{`"price_cents": {"type": "integer"}`, `"price_cents": {"type": "integer", "description": "Price in dollars."}`},
	{`"estimate_hours": {"type": "integer", "description": "In hours"}`, `"estimate_hours": {"type": "integer", "description": "In minutes."}`},
	{`"share_percent": {"type": "number", "minimum": 0, "maximum": 100}`, `"share_percent": {"type": "number", "minimum": 0, "maximum": 1}`},
	// nobody says it
	{`"timeout": {"type": "integer"}`, `"timeout": {"type": "integer"}`},
	{`"waitFor": {"type": "integer"}`, `"waitFor": {"type": "integer"}`},
	{`"amount": {"type": "integer"}`, `"amount": {"type": "integer"}`},
	{`"weight": {"type": "number"}`, `"weight": {"type": "number"}`},
	{`"distance": {"type": "number"}`, `"distance": {"type": "number"}`},
	{`"temperature": {"type": "number", "description": "of the room"}`, `"temperature": {"type": "number"}`},
	{`"tax_rate": {"type": "number"}`, `"tax_rate": {"type": "number"}`},
	{`"memory": {"type": "integer"}`, `"memory": {"type": "integer"}`},
	{`"bandwidth": {"type": "integer"}`, `"bandwidth": {"type": "integer"}`},
	{`"wind_speed": {"type": "number"}`, `"wind_speed": {"type": "number"}`},
	{`"heading": {"type": "number"}`, `"heading": {"type": "number"}`},
	{`"area": {"type": "number"}`, `"area": {"type": "number"}`},
	{`"volume": {"type": "number", "description": "Volume of the tank."}`, `"volume": {"type": "number"}`},
	{`"energy": {"type": "number"}`, `"energy": {"type": "number"}`},
	{`"power": {"type": "number"}`, `"power": {"type": "number"}`},
	{`"pressure": {"type": "number"}`, `"pressure": {"type": "number"}`},
	{`"frequency": {"type": "number"}`, `"frequency": {"type": "number"}`},
	{`"created_at": {"type": "integer"}`, `"created_at": {"type": "integer"}`},
	{`"exchange_rate": {"type": "number"}`, `"exchange_rate": {"type": "number"}`},
}

// TestNumberFixesLeaveNothingNew applies every way out that a finding on a number
// offers, to the letter: the finding is gone, and nothing stands in its place.
func TestNumberFixesLeaveNothingNew(t *testing.T) {
	for _, pair := range numberPairs {
		tool, api := parseMembers(t, pair.tool), parseMembers(t, pair.api)
		before := judged(t, tool, api)
		known := map[string]bool{}
		var numbers []*rules.Finding
		for _, f := range before.Findings {
			known[f.Rule] = true
			if f.Category == "number" && !(f.Rule == "unit-only-in-prose" && f.Severity == rules.Note) {
				numbers = append(numbers, f)
			}
		}
		for _, f := range numbers {
			applied := 0
			for _, way := range ways(f.Fix) {
				fixedTool, fixedAPI, ok := apply(t, way, f, tool, api)
				if !ok {
					continue
				}
				applied++
				after := judged(t, fixedTool, fixedAPI)
				for _, g := range after.Findings {
					if g.Severity == rules.Error && g.Category == "number" || g.Severity > rules.Note && (!known[g.Rule] || g.Rule == f.Rule) {
						t.Errorf("tool %s\napi  %s\n%s: %s\nfix  %s\nway  %s\nthen %s %s: %s (fix %s)\n", pair.tool, pair.api, f.Rule, f.Message, f.Fix, way, g.Severity, g.Rule, g.Message, g.Fix)
					}
				}
			}
			if applied == 0 {
				t.Errorf("tool %s\napi  %s\n%s: %s\nfix  %s\ncannot be applied to the letter", pair.tool, pair.api, f.Rule, f.Message, f.Fix)
			}
		}
	}
}

func parseMembers(t *testing.T, text string) members {
	t.Helper()
	var m members
	if err := json.Unmarshal([]byte("{"+text+"}"), &m); err != nil {
		t.Fatal(text, err)
	}
	return m
}

// judged compares a tool of these members with an operation of those.
func judged(t *testing.T, tool, api members) *rules.Report {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, v any) {
		data, err := json.MarshalIndent(v, "", " ")
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	type object = map[string]any
	write("tools.json", object{"tools": []any{object{"name": "save_thing", "description": "Save a thing.",
		"inputSchema": object{"type": "object", "properties": tool, "additionalProperties": false}}}})
	write("openapi.json", object{"openapi": "3.1.0", "info": object{"title": "t", "version": "1"}, "paths": object{"/things": object{"post": object{"operationId": "saveThing",
		"requestBody": object{"content": object{"application/json": object{"schema": object{"type": "object", "additionalProperties": false, "properties": api}}}},
		"responses":   object{"200": object{"description": "ok"}}}}}})
	c, err := check.Open(check.Inputs{Dir: dir, Root: dir, Files: []string{"tools.json", "openapi.json"}})
	if err != nil {
		t.Fatal(err)
	}
	c.Match()
	c.Compare()
	return c.Judge(rules.Settings{Today: "2026-11-30"})
}

// ways are the alternatives of a fix.
func ways(fix string) []string {
	side, rest, ok := strings.Cut(fix, inAPI)
	if !ok {
		side, rest = "", fix
	} else {
		side += inAPI
	}
	var out []string
	for _, w := range strings.Split(rest, ", or ") {
		out = append(out, side+w)
	}
	return out
}

const inAPI = "settle it in the API, then say the same in the tool: "

var (
	renameEdit  = regexp.MustCompile(`rename (\S+) to (\S+)`)
	nameEdit    = regexp.MustCompile(`put the unit in the name \(([^)]+)\)`)
	replaceEdit = regexp.MustCompile(`write ("(?:[^"\\]|\\.)*") in place of ("(?:[^"\\]|\\.)*") in its description`)
	beginEdit   = regexp.MustCompile(`begin (?:its|the) description with (?:it \()?("(?:[^"\\]|\\.)*")`)
	boundEdit   = regexp.MustCompile(`"(minimum|maximum)": ([0-9.-]+)`)
	rangeEdit   = regexp.MustCompile(`give (\S+) the range (\S+) to (\S+)`)
	typeEdit    = regexp.MustCompile(`give \S+ the type integer`)
	enumEdit    = regexp.MustCompile(`list the currencies of (\S+) that have cents \("enum": (\[.*?\])\)`)
)

// apply does what one way of a fix says, to the side that it speaks of; what is
// settled in the API is then copied into the tool.
func apply(t *testing.T, way string, f *rules.Finding, tool, api members) (members, members, bool) {
	t.Helper()
	toolNow, apiNow := clone(tool), clone(api)
	now, name := toolNow, f.Field
	settled := strings.HasPrefix(way, inAPI)
	if settled {
		now, name = apiNow, f.APIField
	}
	done := false
	rename := func(from, to string) {
		if now[from] == nil {
			t.Fatalf("fix %q: there is no %s", way, from)
		}
		now[to] = now[from]
		delete(now, from)
		name, done = to, true
	}
	unquote := func(s string) (out string) {
		if err := json.Unmarshal([]byte(s), &out); err != nil {
			t.Fatal(s, err)
		}
		return out
	}
	if m := renameEdit.FindStringSubmatch(way); m != nil {
		rename(m[1], m[2])
	}
	if m := nameEdit.FindStringSubmatch(way); m != nil {
		rename(name, m[1])
	}
	doc, _ := now[name]["description"].(string)
	if m := replaceEdit.FindStringSubmatch(way); m != nil {
		if !strings.Contains(doc, unquote(m[2])) {
			t.Fatalf("fix %q: the description %q has no such words", way, doc)
		}
		now[name]["description"], done = strings.Replace(doc, unquote(m[2]), unquote(m[1]), 1), true
	}
	if m := beginEdit.FindStringSubmatch(way); m != nil {
		now[name]["description"], done = unquote(m[1])+". "+doc, true
	}
	for _, m := range boundEdit.FindAllStringSubmatch(way, -1) {
		now[name][m[1]], done = json.Number(m[2]), true
	}
	if m := rangeEdit.FindStringSubmatch(way); m != nil {
		now[name]["minimum"], now[name]["maximum"], done = json.Number(m[2]), json.Number(m[3]), true
	}
	if typeEdit.MatchString(way) {
		now[name]["type"], done = "integer", true
		delete(now[name], "format")
	}
	if m := enumEdit.FindStringSubmatch(way); m != nil {
		now[m[1]]["enum"], done = json.RawMessage(m[2]), true
	}
	if settled {
		toolNow = clone(apiNow)
	}
	return toolNow, apiNow, done
}

func clone(m members) members {
	out := members{}
	for name, schema := range m {
		out[name] = map[string]any{}
		for k, v := range schema {
			out[name][k] = v
		}
	}
	return out
}
