package diff_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tooldrift/tooldrift/pkg/contract"
	"github.com/tooldrift/tooldrift/pkg/diff"
)

// numbers is what is told of the numbers of a pair, as "kind path value", and of their bounds.
func numbers(tool, api *contract.Op) []string {
	out := []string{}
	for _, line := range told(tool, api) {
		for _, k := range []diff.Kind{diff.UnitConflict, diff.BareNumber, diff.Exponent, diff.UnitOnlyInSpec, diff.PercentRange, diff.MoneyAsFloat, diff.UnitOnlyInProse, diff.BoundTooWide} {
			if strings.HasPrefix(line, string(k)+" ") {
				out = append(out, line)
			}
		}
	}
	return out
}

func TestNumbersOfTwoSides(t *testing.T) {
	integer := func(name, doc string) string {
		return `"` + name + `": {"type": "integer", "description": "` + doc + `"}`
	}
	const currency = `, "currency": {"type": "string"}`
	for _, c := range []struct {
		name, tool, api string
		want            []string
	}{
		{"cents are cents, of whatever currency", integer("amount_cents", "Amount in USD cents."), integer("amount", "Amount in cents."), nil},
		{"dollar amount, in cents", integer("amount_cents", "Dollar amount, in cents."), integer("amount", "Amount in cents."), nil},
		{"hundredths of a dollar are cents", integer("amount_cents", "Amount in hundredths of a dollar."), integer("amount", "Amount in cents."), nil},
		{"cents may be minor units", integer("amount_cents", ""), integer("amount", "Amount in the smallest currency unit."), nil},
		{"minor units may be cents", integer("amount_minor_units", ""), integer("amount", "Amount in cents."), nil},
		{"two currencies", integer("amount_cents", "Amount in EUR cents."), integer("amount", "Amount in USD cents."), []string{`unit conflict amount_cents EUR cents/USD cents`}},
		{"two currencies in full", `"price_eur": {"type": "number"}`, `"price": {"type": "number", "description": "Price in USD."}`, []string{`unit conflict price_eur EUR/USD`}},
		{"dollars are USD or CAD", `"price_cad": {"type": "number"}`, `"price": {"type": "number", "description": "Price in dollars."}`, nil},
		{"a verbatim copy of cents beside a free currency", integer("amount", "Amount in cents.") + currency, integer("amount", "Amount in cents.") + currency, []string{`currency exponent amount cents/cents`}},
		{"dollars beside a free currency are no cents", integer("amount", "Amount in dollars.") + currency, integer("amount", "Amount in cents.") + currency, []string{`unit conflict amount USD/cents`}},
		{"cents beside a free currency, of an API in dollars", integer("amount", "Amount in cents.") + currency, integer("amount", "Amount in dollars."), []string{`unit conflict amount cents/USD`}},
		{"an example in the API tells its unit", `"amount": {"type": "number"}`, `"amount": {"type": "number", "examples": [19.99]}`, []string{`unit only in spec amount /major units`}},
		{"the API contradicts itself, the tool says the name's unit", integer("price_cents", "Price in cents."), integer("price_cents", "Price in dollars."), []string{`unit conflict price_cents cents/USD`}},
		{"an API that contradicts itself, and a tool that says what it describes", integer("price_usd", "Price in dollars."), integer("price", "Price in dollars."), nil},
		{"60 is one minute", integer("timeout", "Timeout, 60 is one minute."), integer("timeout", "Timeout in seconds."), []string{`unit only in prose timeout s/s`}},
		{"pounds of weight", `"weight": {"type": "number", "description": "Weight in pounds."}`, `"weight": {"type": "number", "description": "Weight in kg."}`, []string{`unit conflict weight lb/kg`}},
		{"bounds of two scales are one fact", `"discount": {"type": "number", "minimum": 0, "maximum": 100}`, `"discount": {"type": "number", "minimum": 0, "maximum": 1}`, []string{`unit conflict discount percent/fraction`}},
		{"no bounds against a scale", `"opacity": {"type": "number"}`, `"opacity": {"type": "number", "minimum": 0, "maximum": 1}`, []string{`unit only in spec opacity /fraction`}},
		{"a narrower range of one scale", `"quality": {"type": "number", "minimum": 0, "maximum": 50}`, `"quality": {"type": "number", "minimum": 0, "maximum": 100}`, nil},
		{"bounds in two units cannot be compared", `"timeout_ms": {"type": "integer", "maximum": 60000}`, `"timeout": {"type": "integer", "maximum": 60, "description": "in seconds"}`, []string{`unit conflict timeout_ms ms/s`}},
		{"bounds in one unit can", `"timeout_ms": {"type": "integer", "maximum": 60000}`, `"timeout": {"type": "integer", "maximum": 60, "description": "in ms"}`, []string{`bound timeout_ms maximum 60 {"timeout_ms": 61}`}},
		{"only the API knows that it is a duration", integer("window", "Window length"), integer("window", "Length of the window in minutes"), []string{`unit only in spec window /min`}},
		{"a loose word in the API makes no quantity", integer("window", "Window"), integer("window", "Window, reset after 5 minutes"), nil},
		{"pixels are told", `"width": {"type": "integer"}`, integer("width", "Width of the picture in pixels."), []string{`unit only in spec width /px`}},
		{"a page size is no money", integer("limit", "How many refunds to return."), integer("limit", "How many refunds to return."), nil},
		{"seconds of 13 digits", `"since": {"type": "integer", "description": "Unix timestamp in seconds.", "examples": [1700000000000]}`, integer("since", "Unix timestamp in seconds."), []string{`unit conflict since s/s`}},
		{"lists of numbers", `"weights": {"type": "array", "items": {"type": "number"}}`, `"weights": {"type": "array", "items": {"type": "number"}, "description": "weights of the parcels, in kg"}`, []string{`unit only in spec weights /kg`}},
		{"money as the API takes it", `"price_usd": {"type": "number"}`, `"price": {"type": "number", "description": "in USD"}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == nil {
				c.want = []string{}
			}
			if d := cmp.Diff(c.want, numbers(tool(t, props(c.tool)), api(t, props(c.api)))); d != "" {
				t.Errorf("numbers differ (-want +got):\n%s", d)
			}
		})
	}
}

// Where the API says two things, and the tool says the one that it describes, the
// drift stands all the same, on the API's own words.
func TestAnAPIThatContradictsItself(t *testing.T) {
	tools := tool(t, props(`"share": {"type": "number", "minimum": 0, "maximum": 1}`))
	spec := api(t, props(`"share": {"type": "number", "description": "Share in percent.", "minimum": 0, "maximum": 1}`))
	want := []string{"unit conflict share percent/fraction"}
	if d := cmp.Diff(want, numbers(tools, spec)); d != "" {
		t.Errorf("numbers differ (-want +got):\n%s", d)
	}
}
